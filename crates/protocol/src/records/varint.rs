//! Zigzag varints as records carry them: up to 5 bytes for 32 bits, 10 for 64.
//!
//! Reading follows Kafka's own reader: over-long forms are taken, bits beyond the type are dropped,
//! and a continuation bit in the last possible byte is an error.

use bytes::{BufMut, BytesMut};

/// Longest form of a 32-bit varint.
pub(crate) const MAX_VARINT: usize = 5;

/// A varint that goes on for too long, or ends with the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadVarint;

fn unzigzag(raw: u32) -> i32 {
    (raw >> 1) as i32 ^ -((raw & 1) as i32)
}

/// Reads one 32-bit varint and moves `input` behind it.
#[inline(always)] // Called six times for each record.
pub(crate) fn read(input: &mut &[u8]) -> Result<i32, BadVarint> {
    // One byte and two bytes are nearly all there is: up to 63 and up to 8191.
    match **input {
        [first, ..] if first < 0x80 => {
            *input = &input[1..];
            Ok(unzigzag(u32::from(first)))
        }
        [first, second, ..] if second < 0x80 => {
            *input = &input[2..];
            Ok(unzigzag(u32::from(first & 0x7f) | u32::from(second) << 7))
        }
        _ => read_long_form(input).map(unzigzag),
    }
}

/// Reads one 32-bit varint of any length, still in zigzag form.
fn read_long_form(input: &mut &[u8]) -> Result<u32, BadVarint> {
    let mut raw = 0u32;
    for (index, &byte) in input.iter().take(MAX_VARINT).enumerate() {
        raw |= u32::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            *input = &input[index + 1..];
            return Ok(raw);
        }
    }
    Err(BadVarint)
}

/// Reads one 64-bit varint and moves `input` behind it.
#[inline(always)] // As above.
pub(crate) fn read_long(input: &mut &[u8]) -> Result<i64, BadVarint> {
    if let [first, rest @ ..] = *input
        && *first < 0x80
    {
        *input = rest;
        return Ok(i64::from(unzigzag(u32::from(*first))));
    }
    read_longest_form(input)
}

/// Reads one 64-bit varint of any length.
fn read_longest_form(input: &mut &[u8]) -> Result<i64, BadVarint> {
    let mut raw = 0u64;
    for (index, &byte) in input.iter().take(10).enumerate() {
        raw |= u64::from(byte & 0x7f) << (7 * index);
        if byte < 0x80 {
            *input = &input[index + 1..];
            return Ok((raw >> 1) as i64 ^ -((raw & 1) as i64));
        }
    }
    Err(BadVarint)
}

/// Whether `input` starts with as much of a varint as is needed to tell its value or its badness.
pub(crate) fn is_whole(input: &[u8]) -> bool {
    input.len() >= MAX_VARINT || input.iter().any(|&byte| byte < 0x80)
}

/// Appends a 64-bit varint; a 32-bit one has the same form.
pub(crate) fn write(output: &mut BytesMut, value: i64) {
    let mut raw = ((value << 1) ^ (value >> 63)) as u64;
    while raw >= 0x80 {
        output.put_u8(raw as u8 | 0x80);
        raw >>= 7;
    }
    output.put_u8(raw as u8);
}

/// Bytes that [`write`] takes for `value`.
pub(crate) fn size(value: i64) -> usize {
    let raw = ((value << 1) ^ (value >> 63)) as u64;
    (64 - (raw | 1).leading_zeros() as usize).div_ceil(7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_round_trip_at_the_edges() {
        let edges = [0, -1, 1, 63, 64, -64, -65, 8191, 8192, i64::from(i32::MAX)];
        for value in edges.into_iter().chain([i64::from(i32::MIN), i64::MAX, i64::MIN]) {
            let mut bytes = BytesMut::new();
            write(&mut bytes, value);
            assert_eq!(bytes.len(), size(value), "{value}");
            let mut input = &bytes[..];
            assert_eq!(read_long(&mut input), Ok(value));
            assert!(input.is_empty());
            if let Ok(value) = i32::try_from(value) {
                let mut input = &bytes[..];
                assert_eq!(read(&mut input), Ok(value));
                assert!(input.is_empty());
            }
        }
    }

    #[test]
    fn what_never_ends_is_refused() {
        assert_eq!(read(&mut &[0x80; 5][..]), Err(BadVarint));
        assert_eq!(read(&mut &[0x80][..]), Err(BadVarint));
        assert_eq!(read(&mut &[][..]), Err(BadVarint));
        assert_eq!(read_long(&mut &[0xff; 10][..]), Err(BadVarint));
        // An over-long zero is a zero.
        assert_eq!(read(&mut &[0x80, 0x80, 0][..]), Ok(0));
        assert!(!is_whole(&[0x80, 0x80]));
        assert!(is_whole(&[0x80, 0x00]));
    }
}
