//! Requests as they come from a socket: header, then body.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| moldau_protocol::fuzzing::request(input));
