use bytes::Bytes;

use super::*;

fn decoder(bytes: &'static [u8]) -> Decoder {
    Decoder::new(Bytes::from_static(bytes))
}

#[test]
fn lengths_are_bounded_before_anything_is_allocated() {
    let element = |decoder: &mut Decoder| decoder.i32();
    let cases: &[(&'static [u8], bool)] = &[
        (&[0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0], false),
        (&[0xff, 0xff, 0xff, 0xff, 0x0f, 0], true),
        (&[0xff, 0xff, 0xff, 0xfe], false),
    ];
    for (bytes, flexible) in cases {
        let error = decoder(bytes).nullable_array(*flexible, 4, element).unwrap_err();
        assert!(matches!(error, DecodeError::Length { .. }), "{error}");
    }
    assert!(matches!(
        decoder(&[0x7f, 0xff, b'a']).string(false, "f"),
        Err(DecodeError::Length { .. })
    ));
    assert!(matches!(decoder(&[0xff, 0xff]).string(false, "f"), Err(DecodeError::Null("f"))));
    assert!(matches!(decoder(&[0]).i16(), Err(DecodeError::Truncated { .. })));
    assert!(matches!(decoder(&[0xff, 0xff, 0xff, 0xff, 0xff]).uvarint(), Err(DecodeError::Varint)));
}

#[test]
fn tags_are_ordered_and_unknown_ones_survive() {
    let mut input = decoder(&[2, 0, 1, 7, 9, 2, 1, 2]);
    let mut known = None;
    let unknown = input
        .tagged_fields(|tag, field| {
            if tag != 0 {
                return Ok(false);
            }
            known = Some(field.i8()?);
            Ok(true)
        })
        .unwrap();
    assert_eq!(known, Some(7));
    assert_eq!(unknown, [RawTaggedField { tag: 9, data: Bytes::from_static(&[1, 2]) }]);
    assert_eq!(
        decoder(&[2, 9, 0, 9, 0]).tagged_fields(|_, _| Ok(false)),
        Err(DecodeError::TagOrder(9))
    );
}

#[test]
fn records_become_parts_in_order() {
    #[derive(Debug)]
    struct Four;
    impl Region for Four {
        fn len(&self) -> usize {
            4
        }
        fn as_any(&self) -> &dyn std::any::Any {
            self
        }
        fn read(&self) -> std::io::Result<Bytes> {
            Ok(Bytes::from_static(b"four"))
        }
    }
    let payload = Payload::Chain(vec![
        Payload::Region(std::sync::Arc::new(Four)),
        Payload::Bytes(Bytes::from_static(b"five!")),
    ]);
    let mut encoder = Encoder::new();
    encoder.nullable_records(false, Some(&payload)).unwrap();
    encoder.i8(1);
    assert_eq!(encoder.len(), 14);
    assert_eq!(encoder.into_bytes().unwrap(), b"\0\0\0\x09fourfive!\x01".as_slice());
}
