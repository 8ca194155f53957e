//! Bytes in JSON: as text where they are UTF-8, as base64 (RFC 4648) where they are not.

use serde_json::{Map, Value};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Puts bytes under `name`, or under `name_base64` when they are no text; null stays null.
pub(crate) fn put(object: &mut Map<String, Value>, name: &str, bytes: Option<&[u8]>) {
    match bytes.map(std::str::from_utf8) {
        None => object.insert(name.to_owned(), Value::Null),
        Some(Ok(text)) => object.insert(name.to_owned(), text.into()),
        Some(Err(_)) => {
            let text = encode_base64(bytes.unwrap_or_default());
            object.insert(format!("{name}_base64"), text.into())
        }
    };
}

/// Takes what [`put`] put. A value that is no string counts as its own JSON text.
pub(crate) fn get(object: &Map<String, Value>, name: &str) -> Result<Option<Vec<u8>>, String> {
    let encoded = format!("{name}_base64");
    if let Some(value) = object.get(&encoded) {
        let text = value.as_str().ok_or_else(|| format!("{encoded} must be a string"))?;
        return decode_base64(text).map(Some).ok_or_else(|| format!("{encoded} is no base64"));
    }
    Ok(match object.get(name) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text.clone().into_bytes()),
        Some(other) => Some(other.to_string().into_bytes()),
    })
}

pub(super) fn encode_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let group = at(0) << 16 | at(1) << 8 | at(2);
        for digit in 0..4 {
            let index = (group >> (18 - 6 * digit)) & 0x3f;
            let given = digit <= chunk.len();
            text.push(if given { char::from(DIGITS[index as usize]) } else { '=' });
        }
    }
    text
}

pub(super) fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    if !text.len().is_multiple_of(4) || text.len() - digits.len() > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for chunk in digits.chunks(4) {
        let mut group = 0u32;
        for &digit in chunk {
            let value = DIGITS.iter().position(|&known| known == digit)?;
            group = group << 6 | value as u32;
        }
        group <<= 6 * (4 - chunk.len());
        bytes.extend_from_slice(&group.to_be_bytes()[1..chunk.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (b"foobar", "Zm9vYmFy"),
            (&[0xff, 0xfe, 0xfd], "//79"),
        ] {
            assert_eq!(encode_base64(bytes), text);
            assert_eq!(decode_base64(text).as_deref(), Some(bytes));
        }
        for bad in ["Zg=", "Z", "Zm9*", "===="] {
            assert_eq!(decode_base64(bad), None, "{bad}");
        }
    }

    #[test]
    fn bytes_round_trip() {
        for bytes in [None, Some(&b"text"[..]), Some(&[0xff, 0][..]), Some(b"")] {
            let mut object = Map::new();
            put(&mut object, "value", bytes);
            assert_eq!(get(&object, "value").unwrap().as_deref(), bytes);
        }
        let object = serde_json::json!({"value": {"a": 1}});
        let value = get(object.as_object().unwrap(), "value").unwrap();
        assert_eq!(value.as_deref(), Some(&b"{\"a\":1}"[..]));
    }
}
