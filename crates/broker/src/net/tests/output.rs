//! Answers: parts in order, files, slow readers.

use std::{any::Any, fs::File, io, io::Write, sync::atomic::AtomicBool};

use moldau_protocol::codec::Region;

use super::*;

/// A range of a file, as the log hands them out.
#[derive(Debug)]
struct Range {
    file: File,
    position: u64,
    len: usize,
    intact: Arc<AtomicBool>,
}

impl Region for Range {
    fn len(&self) -> usize {
        self.len
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn read(&self) -> io::Result<Bytes> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl SendFile for Range {
    fn file(&self) -> Option<&File> {
        Some(&self.file)
    }

    fn position(&self) -> u64 {
        self.position
    }

    fn is_intact(&self) -> bool {
        self.intact.load(SeqCst)
    }
}

fn find(region: &dyn Any) -> Option<&dyn SendFile> {
    region.downcast_ref::<Range>().map(|range| range as &dyn SendFile)
}

/// A region that only `read` knows.
#[derive(Debug)]
struct Memory {
    bytes: Bytes,
    len: usize,
}

impl Region for Memory {
    fn len(&self) -> usize {
        self.len
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn read(&self) -> io::Result<Bytes> {
        Ok(self.bytes.clone())
    }
}

fn content(len: usize) -> Vec<u8> {
    (0..len).map(|at| ((at * 31) >> 3) as u8).collect()
}

fn file_of(content: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(content).unwrap();
    file
}

fn range(file: &File, position: u64, len: usize, intact: &Arc<AtomicBool>) -> Part {
    let file = file.try_clone().unwrap();
    Part::Region(Arc::new(Range { file, position, len, intact: Arc::clone(intact) }))
}

fn start() -> Server {
    Server::start(NetConfig { locate: find, ..NetConfig::default() })
}

#[tokio::test]
async fn parts_of_all_kinds_go_out_in_order() {
    let server = start();
    let content = content(3 << 20);
    let file = file_of(&content);
    let intact = Arc::new(AtomicBool::new(true));
    let bytes = Bytes::from(content.clone());
    let mut parts = vec![
        Part::Bytes(bytes.slice(..10)),
        Part::Bytes(Bytes::new()),
        range(&file, 10, 2 << 20, &intact),
        range(&file, 0, 0, &intact),
        range(&file, 5, 7, &intact),
        Part::Region(Arc::new(Memory { bytes: bytes.slice(100..300), len: 200 })),
    ];
    let mut want =
        [&content[..10], &content[10..10 + (2 << 20)], &content[5..12], &content[100..300]]
            .concat();
    // More slices than one write takes.
    for at in 0..100 {
        parts.push(Part::Bytes(bytes.slice(at..at + 1000)));
        want.extend(&content[at..at + 1000]);
    }
    *server.toy.parts.lock() = parts;
    let mut client = server.connect().await;
    for id in 0..3 {
        client.send(&frame(PARTS, id, 0)).await;
        let answer = client.receive().await;
        assert_eq!(answer[..4], id.to_be_bytes());
        assert!(answer[4..] == want);
        client.echo(id, 10).await;
    }
    let sent = server.net.metrics().sendfile_bytes.load(SeqCst);
    assert_eq!(sent, 3 * ((2 << 20) + 7));
}

#[tokio::test]
async fn data_that_is_gone_ends_the_connection() {
    let whole = content(100_000);
    let file = file_of(&whole);
    let bytes = Bytes::from(whole);
    let (intact, cut) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
    let cases = [
        ("cut off", range(&file, 0, 100, &cut)),
        ("past the end of the file", range(&file, 99_990, 100, &intact)),
        ("short", Part::Region(Arc::new(Memory { bytes: bytes.slice(..50), len: 100 }))),
    ];
    let server = start();
    for (closed, (name, part)) in cases.into_iter().enumerate() {
        *server.toy.parts.lock() = vec![part];
        let mut client = server.connect().await;
        client.send(&frame(PARTS, 1, 0)).await;
        assert!(client.end().await.len() <= 8 + 10, "{name}");
        server.until(|metrics| metrics.closed(CloseReason::Region) == closed as u64 + 1).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_readers_hold_back_only_themselves() {
    const SIZE: usize = 8 << 20;
    let server = start();
    let content = content(SIZE);
    let file = file_of(&content);
    let intact = Arc::new(AtomicBool::new(true));
    *server.toy.parts.lock() = vec![range(&file, 0, SIZE, &intact)];
    let mut slow = server.connect().await;
    for id in 0..10 {
        slow.send(&frame(PARTS, id, 0)).await;
    }
    let mut quick = server.connect().await;
    for id in 0..100 {
        quick.echo(id, 100).await;
    }
    // The second one is not even looked at before the first is on its way.
    assert_eq!(server.net.metrics().requests.load(SeqCst), 101);
    for id in 0..10_u32 {
        let answer = slow.receive().await;
        assert!(answer[..4] == id.to_be_bytes() && answer[4..] == content);
    }
}

#[tokio::test]
async fn a_reader_that_went_away_is_no_trouble() {
    let server = start();
    let content = content(8 << 20);
    let file = file_of(&content);
    let intact = Arc::new(AtomicBool::new(true));
    *server.toy.parts.lock() = vec![range(&file, 0, content.len(), &intact)];
    let mut client = server.connect().await;
    client.send(&frame(PARTS, 1, 0)).await;
    assert_eq!(server.next_call().await, 1);
    drop(client);
    server.until(|metrics| metrics.closed(CloseReason::Socket) == 1).await;
}

#[tokio::test]
async fn cold_files_are_read_elsewhere_first() {
    let server = start();
    let content = content(1 << 20);
    let file = file_of(&content);
    file.sync_all().unwrap();
    let dropped = rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed);
    let intact = Arc::new(AtomicBool::new(true));
    *server.toy.parts.lock() = vec![range(&file, 0, content.len(), &intact)];
    let mut client = server.connect().await;
    client.send(&frame(PARTS, 1, 0)).await;
    assert!(client.receive().await[4..] == content);
    // Not every file system lets go of its pages.
    println!("{dropped:?}, {} cold reads", server.net.metrics().cold_reads.load(SeqCst));
}
