//! Framing of a metadata record inside a log record's value.
//!
//! Three unsigned varints (frame version, type of the record, version of the type), then the fields
//! of the record. What follows them is refused, as Kafka does: a record that is longer than its
//! version says was written by something newer.
//!
//! Source: KIP-631, Kafka's `MetadataRecordSerde`.

use bytes::Bytes;
use moldau_protocol::codec::{DecodeError, Decoder, EncodeError, Encoder};
use moldau_protocol::messages::MetadataRecord;

/// The only frame version there is.
const FRAME_VERSION: u32 = 1;

/// A metadata record and the version of its type that it was, or is to be, written in.
#[derive(Clone, Debug, PartialEq)]
pub struct VersionedRecord {
    /// The record.
    pub record: MetadataRecord,
    /// Version of its layout.
    pub version: i16,
}

impl VersionedRecord {
    /// `record` in `version` of its layout.
    #[must_use]
    pub fn new(record: impl Into<MetadataRecord>, version: i16) -> Self {
        Self { record: record.into(), version }
    }
}

/// Why a value is no metadata record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Written by a format that does not exist yet.
    #[error("frame version {0} of a metadata record is not known")]
    Frame(u32),
    /// A type that is not in the table, or too large to be one.
    #[error("metadata record type {0} is not known")]
    UnknownType(u32),
    /// A version too large to be one.
    #[error("version {version} of metadata record type {api_key} is not known")]
    Version {
        /// Type of the record.
        api_key: i16,
        /// Version that was read.
        version: u32,
    },
    /// The frame cannot be read.
    #[error("the frame of a metadata record cannot be read: {0}")]
    Header(#[source] DecodeError),
    /// The fields cannot be read.
    #[error("metadata record type {api_key} version {version} cannot be read: {source}")]
    Body {
        /// Type of the record.
        api_key: i16,
        /// Its version.
        version: i16,
        /// What is wrong with it.
        source: DecodeError,
    },
    /// Bytes are left over.
    #[error("{extra} bytes follow metadata record type {api_key} version {version}")]
    Trailing {
        /// Type of the record.
        api_key: i16,
        /// Its version.
        version: i16,
        /// Number of bytes after its last field.
        extra: usize,
    },
}

/// The value of a log record that carries `record`.
///
/// # Errors
/// When `version` cannot carry a field that is set.
pub fn encode(record: &MetadataRecord, version: i16) -> Result<Bytes, EncodeError> {
    let mut encoder = Encoder::new();
    encoder.uvarint(FRAME_VERSION);
    encoder.uvarint(u32::from(record.api_key().unsigned_abs()));
    encoder.uvarint(u32::from(version.unsigned_abs()));
    record.encode(&mut encoder, version)?;
    // Metadata records hold no file ranges, so nothing is read here.
    Ok(encoder.into_bytes().expect("a metadata record is made of bytes in memory"))
}

/// Reads the value of a log record.
///
/// # Errors
/// See [`RecordError`]; every length is bounded by the bytes that are there.
pub fn decode(value: Bytes) -> Result<VersionedRecord, RecordError> {
    let mut decoder = Decoder::new(value);
    let frame = decoder.uvarint().map_err(RecordError::Header)?;
    if frame != FRAME_VERSION {
        return Err(RecordError::Frame(frame));
    }
    let raw_key = decoder.uvarint().map_err(RecordError::Header)?;
    let api_key = i16::try_from(raw_key).map_err(|_| RecordError::UnknownType(raw_key))?;
    let raw_version = decoder.uvarint().map_err(RecordError::Header)?;
    let version = i16::try_from(raw_version)
        .map_err(|_| RecordError::Version { api_key, version: raw_version })?;
    let record = MetadataRecord::decode(api_key, &mut decoder, version)
        .map_err(|source| RecordError::Body { api_key, version, source })?
        .ok_or(RecordError::UnknownType(raw_key))?;
    match decoder.remaining() {
        0 => Ok(VersionedRecord { record, version }),
        extra => Err(RecordError::Trailing { api_key, version, extra }),
    }
}

#[cfg(test)]
mod tests {
    use moldau_protocol::messages::{FeatureLevelRecord, NoOpRecord};

    use super::*;

    fn check_error(value: &'static [u8], expected: &RecordError) {
        assert_eq!(decode(Bytes::from_static(value)).as_ref(), Err(expected));
    }

    #[test]
    fn a_record_is_framed_as_kafka_frames_it() {
        let record = MetadataRecord::FeatureLevelRecord(FeatureLevelRecord {
            name: "metadata.version".to_owned(),
            feature_level: 33,
            ..Default::default()
        });
        let value = encode(&record, 0).unwrap();
        assert_eq!(&value[..], b"\x01\x0c\x00\x11metadata.version\x00\x21\x00");
        assert_eq!(decode(value), Ok(VersionedRecord::new(record, 0)));
        let noop = MetadataRecord::NoOpRecord(NoOpRecord::default());
        assert_eq!(&encode(&noop, 0).unwrap()[..], &[1, 20, 0, 0]);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        check_error(&[0, 20, 0, 0], &RecordError::Frame(0));
        check_error(&[2, 20, 0, 0], &RecordError::Frame(2));
        check_error(&[1, 99, 0, 0], &RecordError::UnknownType(99));
        check_error(&[1, 0xff, 0xff, 0x7f, 0, 0], &RecordError::UnknownType(0x1f_ffff));
        check_error(
            &[1, 20, 0, 0, 7],
            &RecordError::Trailing { api_key: 20, version: 0, extra: 1 },
        );
        let error = decode(Bytes::from_static(&[1, 20, 5, 0])).unwrap_err();
        assert!(matches!(error, RecordError::Body { api_key: 20, version: 5, .. }), "{error}");
        let error = decode(Bytes::from_static(&[1])).unwrap_err();
        assert!(matches!(error, RecordError::Header(_)), "{error}");
    }
}
