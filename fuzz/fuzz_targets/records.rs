//! Record sets: framing, checksums, codecs, validation.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| moldau_protocol::fuzzing::record_batches(input));
