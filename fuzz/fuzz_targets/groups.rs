//! A log of `__consumer_offsets`, and requests after it.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| moldau_coordinator::fuzzing::group(input));
