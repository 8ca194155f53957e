//! Every structure with a schema: decode, encode, and once more.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| moldau_protocol::fuzzing::message(input));
