//! What is refused, and what requests may cost.

use super::*;

const TLS_HELLO: &[u8] = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";

#[tokio::test]
async fn what_is_no_request_is_refused() {
    use Rejection::{Foreign, Http, Negative, Tls, TooLarge, TooShort};
    let server = Server::start(NetConfig::default());
    let mut other = server.connect().await;
    other.echo(0, 10).await;
    let cases: [(&[u8], Rejection); 12] = [
        (b"GET / HTTP/1.1\r\n\r\n", Http),
        (b"POST /topics HTTP/1.1\r\n\r\n", Http),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Http),
        (TLS_HELLO, Tls),
        (b"SSH-2.0-OpenSSH_9.2\r\n", Foreign),
        (b"PROXY TCP4 1.2.3.4", Foreign),
        (b"\x7f\xff\xff\xff", TooLarge),
        (b"\x06\x40\x00\x01", TooLarge),
        (b"\xff\xff\xff\xff", Negative),
        (b"\x80\x00\x00\x00", Negative),
        (b"\x00\x00\x00\x00", TooShort),
        (b"\x00\x00\x00\x07", TooShort),
    ];
    for (bytes, rejection) in cases {
        let before = server.net.metrics().rejected(rejection);
        let mut client = server.connect().await;
        client.send(bytes).await;
        assert!(client.end().await.is_empty(), "{bytes:?}");
        assert_eq!(server.net.metrics().rejected(rejection), before + 1, "{bytes:?}");
    }
    // After a good request too, whose answer still goes out.
    let mut client = server.connect().await;
    client.send(&[&frame(ECHO, 9, 0)[..], b"\xff\xff\xff\xfe"].concat()).await;
    assert_eq!(client.receive_id().await, 9);
    assert!(client.end().await.is_empty());
    other.echo(1, 10).await;
    server.until(|metrics| metrics.open.load(SeqCst) == 1).await;
    let rejected = server.net.metrics().closed(CloseReason::Rejected);
    assert_eq!(rejected, cases.len() as u64 + 1);
    assert_eq!(server.net.metrics().budget_used.load(SeqCst), 0);
}

#[tokio::test]
async fn the_largest_request_is_taken_and_one_byte_more_is_not() {
    let server = Server::start(NetConfig { max_request_bytes: 100_000, ..NetConfig::default() });
    let mut client = server.connect().await;
    client.echo(1, 100_000 - 8).await;
    client.send(&frame(ECHO, 2, 100_001 - 8)[..1000]).await;
    assert!(client.end().await.is_empty());
    assert_eq!(server.net.metrics().rejected(Rejection::TooLarge), 1);
}

#[tokio::test]
async fn half_frames_are_dropped_quietly() {
    let server = Server::start(NetConfig::default());
    for sent in [1, 4, 6, 54, 50_000] {
        let mut client = server.connect().await;
        client.send(&frame(ECHO, 1, 60_000)[..sent]).await;
        client.0.shutdown().await.unwrap();
        assert!(client.end().await.is_empty());
    }
    server.until(|metrics| metrics.closed(CloseReason::HalfFrame) == 5).await;
    server.until(|metrics| metrics.budget_used.load(SeqCst) == 0).await;
}

#[tokio::test]
async fn announced_frames_cost_nothing_and_block_nobody() {
    let config = NetConfig { queued_max_request_bytes: 2 << 20, ..NetConfig::default() };
    let server = Server::start(config);
    let mut worker = server.connect().await;
    worker.echo(0, 1 << 20).await;
    let mut silent = Vec::new();
    for id in 0..200 {
        let mut client = server.connect().await;
        client.send(&104_857_600_i32.to_be_bytes()).await;
        if id % 2 == 0 {
            client.send(&[0; 50]).await;
        }
        silent.push(client);
        // Passed on or not, it does not matter to the others.
        worker.echo(id, 10).await;
    }
    for id in 0..20 {
        worker.echo(id, 3 << 20).await;
    }
    let metrics = server.net.metrics();
    assert_eq!(metrics.open.load(SeqCst), 201);
    assert_eq!(metrics.budget_waiting.load(SeqCst), 0);
    assert_eq!(metrics.budget_used.load(SeqCst), 0);
}

#[tokio::test]
async fn small_requests_pass_while_the_budget_is_used_up() {
    let config = NetConfig { queued_max_request_bytes: 100_000, ..NetConfig::default() };
    let server = Server::start(config);
    let mut holder = server.connect().await;
    holder.send(&frame(PRODUCE, 1, 150_000)).await;
    assert_eq!(server.next_call().await, 1);
    assert!(server.net.metrics().budget_used.load(SeqCst) >= 150_000);
    let mut small = server.connect().await;
    small.echo(2, 1000).await;
    assert_eq!(server.next_call().await, 2);
    let mut large = server.connect().await;
    large.send(&frame(ECHO, 3, 20_000)).await;
    server.until(|metrics| metrics.budget_waiting.load(SeqCst) == 1).await;
    small.echo(4, 1000).await;
    assert_eq!(server.next_call().await, 4);
    assert_eq!(server.calls_left(), 0);
    server.answer(1);
    assert_eq!(large.receive_id().await, 3);
    server.until(|metrics| metrics.budget_used.load(SeqCst) == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_large_requests_get_through_a_small_budget() {
    const LIMIT: usize = 1 << 20;
    const SIZE: usize = 600_000;
    let config = NetConfig { queued_max_request_bytes: LIMIT, ..NetConfig::default() };
    let server = Arc::new(Server::start(config));
    let metrics = server.net.metrics();
    let mut clients = tokio::task::JoinSet::new();
    for client in 0..30 {
        let server = Arc::clone(&server);
        clients.spawn(async move {
            let mut connection = server.connect().await;
            for id in 0..3 {
                // One of the clients sends requests larger than the budget.
                let body = if client == 0 { 3 * LIMIT } else { SIZE };
                connection.send(&frame(ECHO, id, body)).await;
                let most = server.net.metrics().budget_used.load(SeqCst);
                assert!(most <= LIMIT + 3 * LIMIT + 2 * (256 << 10) + 64, "{most}");
                assert_eq!(connection.receive().await.len(), body + 4);
            }
        });
    }
    timeout(PATIENCE, async { while clients.join_next().await.transpose().unwrap().is_some() {} })
        .await
        .unwrap();
    server.until(|metrics| metrics.budget_used.load(SeqCst) == 0).await;
    assert_eq!(metrics.budget_waiting.load(SeqCst), 0);
    assert_eq!(metrics.requests.load(SeqCst), 90);
}

#[tokio::test]
async fn half_sent_frames_that_hold_the_budget_are_closed() {
    let config = NetConfig { queued_max_request_bytes: 100_000, ..NetConfig::default() };
    let server = Server::start(config);
    let mut silent = Vec::new();
    for _ in 0..3 {
        let mut client = server.connect().await;
        client.send(&frame(ECHO, 1, 1 << 20)[..60_000]).await;
        silent.push(client);
    }
    server.until(|metrics| metrics.budget_used.load(SeqCst) >= 100_000).await;
    let mut worker = server.connect().await;
    worker.send(&frame(ECHO, 2, 80_000)).await;
    // From here on the clock stands until nothing else can happen.
    tokio::time::pause();
    assert_eq!(worker.receive_id().await, 2);
    server.until(|metrics| metrics.closed(CloseReason::Stalled) > 0).await;
}

#[tokio::test]
async fn a_connection_is_small() {
    let server = Server::start(NetConfig::default());
    let (shared, place) = server.net.parts();
    let client = TcpStream::connect(server.address).await.unwrap();
    let address = client.peer_addr().unwrap();
    let id = ConnectionId(0);
    let info = Arc::new(ConnectionInfo::new(id, address, address, "PLAINTEXT".into()));
    let future = super::super::connection::run(super::super::connection::Connection::new(
        client,
        shared,
        server.toy.clone(),
        info,
        place,
    ));
    let size = size_of_val(&future);
    println!("the future of a connection has {size} bytes");
    assert!(size <= 1024, "{size} bytes");
    // It was never counted, so it must not be dropped.
    std::mem::forget(future);
}

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_of_all_kinds_neither_block_nor_leak() {
    const LIMIT: usize = 200_000;
    let config = NetConfig { queued_max_request_bytes: LIMIT, ..NetConfig::default() };
    let server = Arc::new(Server::start(config));
    let mut clients = tokio::task::JoinSet::new();
    for seed in 0..60 {
        let server = Arc::clone(&server);
        clients.spawn(async move {
            let mut numbers = Numbers(seed);
            for _ in 0..3 {
                let mut client = server.connect().await;
                let requests = 1 + numbers.below(10);
                let all: Vec<u8> = (0..requests as u32)
                    .flat_map(|id| {
                        let most = [100, 5_000, 50_000, 2 * LIMIT][numbers.below(4)];
                        frame(ECHO, id, numbers.below(most))
                    })
                    .collect();
                // Every third client leaves half way.
                let leaves = seed % 3 == 0;
                let sent = if leaves { numbers.below(all.len()) } else { all.len() };
                let (mut read, mut write) = client.0.split();
                let write = async {
                    let mut rest = &all[..sent];
                    while !rest.is_empty() {
                        let piece = (1 + numbers.below(70_000)).min(rest.len());
                        write.write_all(&rest[..piece]).await.unwrap();
                        rest = &rest[piece..];
                        tokio::task::yield_now().await;
                    }
                };
                let read = async {
                    let mut scratch = vec![0; 100_000];
                    let mut left = all.len() - 4 * requests;
                    while !leaves && left > 0 {
                        left -= read.read(&mut scratch).await.unwrap();
                    }
                };
                tokio::join!(write, read);
            }
        });
    }
    timeout(PATIENCE, async { while clients.join_next().await.transpose().unwrap().is_some() {} })
        .await
        .unwrap_or_else(|_| panic!("blocked: {:?}", server.net.metrics()));
    server.until(|metrics| metrics.open.load(SeqCst) == 0).await;
    let metrics = server.net.metrics();
    assert_eq!(metrics.budget_used.load(SeqCst), 0);
    assert_eq!(metrics.budget_waiting.load(SeqCst), 0);
    assert_eq!(metrics.closed(CloseReason::Fault), 0);
}
