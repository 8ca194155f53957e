//! What stands at a position of a log, whatever its age: offset, size and magic.
//!
//! Batches of magic 2 and the old message sets (magic 0 and 1) share the first 17 bytes, so a log
//! can be walked from entry to entry before anything else is known. Old ones are served to readers
//! as they lie and never written.

use super::header::{HEADER_LEN, LOG_OVERHEAD, at};
use crate::ids::Offset;

/// Bytes needed to know an entry: up to and with the magic.
pub const ENTRY_HEAD_LEN: usize = at::CRC;

/// Smallest body behind offset and length: that of a message of magic 0 without key and value.
const MIN_BODY: i32 = 14;

/// The front of a batch or of an old message set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Offset of the first record, or for magic 0 and 1 of the last one in it.
    pub offset: Offset,
    /// Whole size in bytes.
    pub size: usize,
    /// 0, 1 or 2.
    pub magic: i8,
}

/// Why bytes are no entry; what follows them cannot be found either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// Shorter than the shortest message there is.
    #[error("record size {0} is less than the minimum record overhead (14)")]
    Size(i32),
    /// Not 0, 1 or 2.
    #[error("invalid magic {0} found in record")]
    Magic(i8),
}

impl Entry {
    /// Reads the front of an entry, which need not be there as a whole; none when fewer than
    /// [`ENTRY_HEAD_LEN`] bytes are.
    ///
    /// # Errors
    /// As [`EntryError`] says.
    pub fn peek(bytes: &[u8]) -> Result<Option<Self>, EntryError> {
        let Some((offset, rest)) = bytes.split_first_chunk::<8>() else { return Ok(None) };
        let Some((length, _)) = rest.split_first_chunk::<4>() else { return Ok(None) };
        let length = i32::from_be_bytes(*length);
        if length < MIN_BODY {
            return Err(EntryError::Size(length));
        }
        let Some(&magic) = bytes.get(at::MAGIC) else { return Ok(None) };
        let magic = magic as i8;
        if !(0..=2).contains(&magic) {
            return Err(EntryError::Magic(magic));
        }
        let size = LOG_OVERHEAD + usize::try_from(length).unwrap_or(0);
        Ok(Some(Self { offset: Offset(i64::from_be_bytes(*offset)), size, magic }))
    }

    /// As [`Self::peek`], but none also when the entry goes on beyond `bytes`.
    ///
    /// # Errors
    /// As [`EntryError`] says.
    pub fn parse(bytes: &[u8]) -> Result<Option<Self>, EntryError> {
        Ok(Self::peek(bytes)?.filter(|entry| entry.size <= bytes.len()))
    }

    /// Whether this is an old message set.
    #[must_use]
    pub fn is_old(&self) -> bool {
        self.magic < 2
    }

    /// Whether there is room for a header of magic 2.
    #[must_use]
    pub fn holds_batch_header(&self) -> bool {
        self.magic == 2 && self.size >= HEADER_LEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(length: i32, magic: u8) -> Vec<u8> {
        let mut bytes = 5i64.to_be_bytes().to_vec();
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes.extend_from_slice(&[0, 0, 0, 0, magic]);
        bytes
    }

    #[test]
    fn entries_of_every_age_are_found() {
        let old = Entry { offset: Offset(5), size: 26, magic: 1 };
        assert_eq!(Entry::peek(&head(14, 1)), Ok(Some(old)));
        assert!(old.is_old());
        // Not all there.
        assert_eq!(Entry::parse(&head(14, 1)), Ok(None));
        assert_eq!(Entry::peek(&head(14, 1)[..16]), Ok(None));
        assert_eq!(Entry::peek(&head(13, 1)), Err(EntryError::Size(13)));
        assert_eq!(Entry::peek(&head(-1, 2)), Err(EntryError::Size(-1)));
        assert_eq!(Entry::peek(&head(49, 3)), Err(EntryError::Magic(3)));
    }
}
