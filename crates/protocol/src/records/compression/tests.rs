use proptest::prelude::*;

use super::*;

const CODECS: [Codec; 5] = [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd];

fn all(input: &[u8]) -> Limits {
    Limits::for_input(input.len())
}

fn text(length: usize) -> Vec<u8> {
    (0..length).map(|index| b"the quick brown fox "[(index * index / 7) % 20]).collect()
}

#[test]
fn every_codec_round_trips_around_its_block_sizes() {
    for codec in CODECS {
        for length in [0, 1, 100, (32 << 10) - 1, 32 << 10, (32 << 10) + 1, 64 << 10, 300_000] {
            let plain = text(length);
            let packed = compress(codec, None, &plain).unwrap();
            assert_eq!(decompress(codec, &packed, all(&packed)).unwrap(), plain, "{codec:?}");
            // In pieces that do not fit the blocks.
            let mut writer = Compressor::new(codec, None).unwrap();
            plain.chunks(7_001).for_each(|piece| writer.write(piece).unwrap());
            let packed = writer.finish().unwrap();
            assert_eq!(decompress(codec, &packed, all(&packed)).unwrap(), plain, "{codec:?}");
        }
    }
}

#[test]
fn snappy_is_read_bare_and_framed_and_written_framed() {
    let plain = text(50_000);
    let framed = compress(Codec::Snappy, None, &plain).unwrap();
    assert_eq!(framed[..16], *b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01");
    let bare = snap::raw::Encoder::new().compress_vec(&plain).unwrap();
    assert_eq!(decompress(Codec::Snappy, &bare, all(&bare)).unwrap(), plain);
    // Two streams on end are one payload, as snappy-java reads them.
    let twice = [&framed[..], &framed[..]].concat();
    assert_eq!(decompress(Codec::Snappy, &twice, all(&twice)).unwrap(), plain.repeat(2));
}

#[test]
fn lz4_is_written_as_kafka_reads_it() {
    let framed = compress(Codec::Lz4, None, &text(200_000)).unwrap();
    // Version 1, independent blocks, no checksums, no size; 64 KiB blocks.
    assert_eq!(framed[..6], [0x04, 0x22, 0x4d, 0x18, 0x60, 0x40]);
}

#[test]
fn bombs_stop_at_the_limit() {
    let zeros = vec![0; 3 << 20];
    for codec in CODECS {
        let packed = compress(codec, None, &zeros).unwrap();
        let limits = Limits { max_output: 1 << 20 };
        let error = decompress(codec, &packed, limits).unwrap_err();
        assert!(matches!(error, CompressionError::TooLarge { limit: 1_048_576, .. }), "{error}");
        let exact = Limits { max_output: zeros.len() };
        assert_eq!(decompress(codec, &packed, exact).unwrap().len(), zeros.len());
    }
    // A bare snappy block that claims 4 GiB is refused before anything is allocated.
    let claim = [0xff, 0xff, 0xff, 0xff, 0x0f, 0x00];
    assert!(decompress(Codec::Snappy, &claim, Limits { max_output: usize::MAX }).is_err());
    assert_eq!(Limits::for_input(10).max_output, FREE_OUTPUT);
    assert_eq!(Limits::for_input(1 << 30).max_output, MAX_OUTPUT);
}

#[test]
fn what_is_cut_off_is_corrupt() {
    for codec in [Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
        let packed = compress(codec, None, &text(100_000)).unwrap();
        for keep in [1, 10, 17, packed.len() / 2, packed.len() - 1] {
            let result = decompress(codec, &packed[..keep], all(&packed));
            assert!(result.is_err(), "{codec:?} cut to {keep}");
        }
    }
}

#[test]
fn levels_are_taken() {
    let plain = text(100_000);
    for (codec, level) in [(Codec::Gzip, 1), (Codec::Gzip, 9), (Codec::Zstd, 1), (Codec::Zstd, -5)]
    {
        let packed = compress(codec, Some(level), &plain).unwrap();
        assert_eq!(decompress(codec, &packed, all(&packed)).unwrap(), plain);
    }
}

proptest! {
    #[test]
    fn garbage_never_panics(codec in 0usize..5, input in prop::collection::vec(any::<u8>(), 0..400)) {
        let limits = Limits { max_output: 1 << 16 };
        let _ = decompress(CODECS[codec], &input, limits);
    }

    #[test]
    fn flipped_bytes_never_panic(codec in 0usize..5, at in 0usize..1000, with in any::<u8>()) {
        let mut packed = compress(CODECS[codec], None, &text(5_000)).unwrap();
        let at = at % packed.len();
        packed[at] ^= with;
        let _ = decompress(CODECS[codec], &packed, Limits { max_output: 1 << 16 });
    }
}
