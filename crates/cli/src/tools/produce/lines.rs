//! Reading lines in big blocks, on a thread of its own.

use std::{
    io::{self, Read},
    thread,
};

use bytes::{Bytes, BytesMut};
use tokio::sync::mpsc;

/// Bytes read at once.
const BLOCK_BYTES: usize = 1 << 20;

/// Blocks that wait for the producer: enough that reading and sending overlap.
pub(super) const BLOCKS: usize = 2;

/// Blocks of whole lines; the last one may lack the end of its last line.
pub(super) type Blocks = mpsc::Receiver<io::Result<Bytes>>;

/// Starts to read. A line longer than `max_line` ends it with an error.
pub(super) fn read(input: impl Read + Send + 'static, max_line: usize) -> Blocks {
    let (sender, blocks) = mpsc::channel(BLOCKS);
    // Not one of the runtime's threads: it may wait for a terminal for ever.
    thread::spawn(move || {
        if let Err(error) = read_all(input, max_line, &sender) {
            // Nobody listens any more when the tool has ended.
            let _ = sender.blocking_send(Err(error));
        }
    });
    blocks
}

fn read_all(
    mut input: impl Read,
    max_line: usize,
    sender: &mpsc::Sender<io::Result<Bytes>>,
) -> io::Result<()> {
    let mut buffer = vec![0; BLOCK_BYTES];
    let mut begun = BytesMut::new();
    loop {
        let read = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => &buffer[..read],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let Some(end) = read.iter().rposition(|&byte| byte == b'\n') else {
            begun.extend_from_slice(read);
            if begun.len() > max_line {
                return Err(io::Error::other(format!(
                    "a line is longer than max.request.size ({max_line} bytes)"
                )));
            }
            continue;
        };
        let (lines, rest) = read.split_at(end + 1);
        begun.extend_from_slice(lines);
        let block = std::mem::replace(&mut begun, BytesMut::from(rest)).freeze();
        if sender.blocking_send(Ok(block)).is_err() {
            return Ok(());
        }
    }
    if !begun.is_empty() {
        // As above.
        let _ = sender.blocking_send(Ok(begun.freeze()));
    }
    Ok(())
}

/// The lines of a block, without their ends.
pub(super) fn split(block: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = block;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let line;
        (line, rest) = match find_newline(rest) {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &rest[rest.len()..]),
        };
        Some(line)
    })
}

/// Looks at eight bytes at a time: a byte of `word ^ newlines` is zero where a newline stands.
fn find_newline(bytes: &[u8]) -> Option<usize> {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word) ^ (LOW * u64::from(b'\n'));
        let zeros = word.wrapping_sub(LOW) & !word & HIGH;
        if zeros != 0 {
            return Some(index * 8 + zeros.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|&byte| byte == b'\n')?;
    Some(words.len() * 8 + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        split(text.as_bytes()).map(|line| std::str::from_utf8(line).unwrap()).collect()
    }

    #[test]
    fn lines_end_in_newlines() {
        assert_eq!(lines(""), [""; 0]);
        assert_eq!(lines("\n"), [""]);
        assert_eq!(lines("a\r\n\nb"), ["a\r", "", "b"]);
        let long = "0123456789".repeat(10);
        assert_eq!(lines(&format!("{long}\n{long}\n")), [long.as_str(), long.as_str()]);
        for length in 0..40 {
            let text = format!("{}\nrest", "é".repeat(length));
            assert_eq!(find_newline(text.as_bytes()), Some(2 * length));
        }
        // Bytes that differ from a newline by their neighbours' borrow only.
        assert_eq!(find_newline(&[0x0b, 0x0a, 0x0b, 0x8a, 0, 0, 0, 0]), Some(1));
    }

    #[test]
    fn blocks_hold_whole_lines() {
        let text = "one\ntwo\nthree".to_owned();
        let mut blocks = read(io::Cursor::new(text.clone()), 100);
        let mut all = Vec::new();
        while let Some(block) = blocks.blocking_recv() {
            all.push(block.unwrap());
        }
        assert_eq!(all, ["one\ntwo\n", "three"]);
        let mut blocks = read(io::Cursor::new("x".repeat(101)), 100);
        assert!(blocks.blocking_recv().unwrap().is_err());
    }
}
