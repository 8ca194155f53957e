//! Answers leave in request order; who is called when.

use super::*;

#[tokio::test]
async fn produces_overlap_and_nothing_else_does() {
    let server = Server::start(NetConfig::default());
    let mut client = server.connect().await;
    let mut all = Vec::new();
    for (key, id) in [
        (PRODUCE, 1),
        (PRODUCE, 2),
        (SILENT, 3),
        (PRODUCE, 4),
        (FETCH, 5),
        (PRODUCE, 6),
        (ECHO, 7),
        (ECHO, 8),
    ] {
        all.extend(frame(key, id, 10));
    }
    client.send(&all).await;
    assert_eq!((server.next_call().await, server.next_call().await), (1, 2));
    assert_eq!(server.calls_left(), 0, "3 does not overlap");
    server.answer(2);
    server.answer(1);
    assert_eq!((server.next_call().await, server.next_call().await), (3, 4));
    assert_eq!((client.receive_id().await, client.receive_id().await), (1, 2));
    assert_eq!(server.calls_left(), 0);
    server.answer(4);
    assert_eq!(server.next_call().await, 5);
    assert_eq!(client.receive_id().await, 4);
    assert_eq!(server.calls_left(), 0, "nothing overlaps with a fetch");
    server.answer(5);
    assert_eq!(server.next_call().await, 6);
    assert_eq!(server.calls_left(), 0);
    server.answer(6);
    for id in [5, 6, 7, 8] {
        assert_eq!(client.receive_id().await, id);
    }
    assert_eq!(server.net.metrics().requests.load(SeqCst), 8);
}

#[tokio::test]
async fn the_number_called_ahead_is_bounded() {
    let server = Server::start(NetConfig::default());
    let mut client = server.connect().await;
    let count = MAX_PIPELINED as u32 + 5;
    for id in 0..count {
        client.send(&frame(PRODUCE, id, 3000)).await;
    }
    for id in 0..MAX_PIPELINED as u32 {
        assert_eq!(server.next_call().await, id);
    }
    // One more is called for each that is answered in turn.
    for id in 0..count {
        assert_eq!(server.calls_left(), 0);
        server.answer(id);
        assert_eq!(client.receive_id().await, id);
        if id + (MAX_PIPELINED as u32) < count {
            assert_eq!(server.next_call().await, id + MAX_PIPELINED as u32);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_small_requests_in_one_write() {
    let server = Server::start(NetConfig::default());
    let mut client = server.connect().await;
    let all: Vec<u8> = (0..5000).flat_map(|id| frame(ECHO, id, 20)).collect();
    let (mut read, mut write) = client.0.split();
    let write = async {
        write.write_all(&all).await.unwrap();
    };
    let read = async {
        for id in 0..5000 {
            assert_eq!(read.read_i32().await.unwrap(), 24);
            assert_eq!(read.read_u32().await.unwrap(), id);
            let mut rest = [0; 20];
            read.read_exact(&mut rest).await.unwrap();
        }
    };
    timeout(PATIENCE, async { tokio::join!(write, read) }).await.unwrap();
}

#[tokio::test]
async fn frames_of_all_sizes_arrive_whole_in_any_pieces() {
    let server = Server::start(NetConfig::default());
    let mut client = server.connect().await;
    let sizes = [0, 1, 4083, 4084, 4085, 16_000, 16_384, 32_756, 32_757, 40_000, 1 << 20];
    for (id, size) in sizes.into_iter().enumerate() {
        for piece in [1, 3, 4, 5, 100, 5000, 33_000, usize::MAX] {
            if size / piece > 2000 {
                continue;
            }
            let request = frame(ECHO, id as u32, size);
            let want = &request[8..];
            let mut answer = vec![0; 4 + want.len()];
            let (mut read, mut write) = client.0.split();
            let write = async {
                for piece in request.chunks(piece.min(request.len())) {
                    write.write_all(piece).await.unwrap();
                    tokio::task::yield_now().await;
                }
            };
            let read = timeout(PATIENCE, read.read_exact(&mut answer));
            let (_, read) = tokio::join!(write, read);
            read.unwrap().unwrap();
            assert_eq!(&answer[4..], want, "size {size} in pieces of {piece}");
        }
    }
    server.until(|metrics| metrics.budget_used.load(SeqCst) == 0).await;
}

#[tokio::test]
async fn half_closed_clients_get_their_answers() {
    let server = Server::start(NetConfig::default());
    let mut client = server.connect().await;
    client.send(&frame(PRODUCE, 1, 10)).await;
    client.send(&frame(PRODUCE, 2, 10)).await;
    client.0.shutdown().await.unwrap();
    assert_eq!((server.next_call().await, server.next_call().await), (1, 2));
    server.answer(2);
    server.answer(1);
    assert_eq!((client.receive_id().await, client.receive_id().await), (1, 2));
    assert!(client.end().await.is_empty());
    server.until(|metrics| metrics.closed(CloseReason::Peer) == 1).await;
}

#[tokio::test]
async fn a_fatal_request_ends_the_connection_after_earlier_answers() {
    let server = Server::start(NetConfig::default());
    let mut client = server.connect().await;
    let all = [frame(ECHO, 1, 0), frame(FATAL, 2, 0), frame(ECHO, 3, 0)].concat();
    client.send(&all).await;
    assert_eq!(client.receive_id().await, 1);
    assert!(client.end().await.is_empty(), "3 is not answered");
    server.until(|metrics| metrics.closed(CloseReason::Service) == 1).await;
    assert_eq!(server.toy.closed.load(SeqCst), 1);
}

#[tokio::test]
async fn a_stop_lets_answers_out_and_takes_no_more_requests() {
    let server = Server::start(NetConfig::default());
    let mut idle = server.connect().await;
    idle.echo(1, 0).await;
    let mut busy = server.connect().await;
    busy.send(&frame(FETCH, 2, 0)).await;
    assert_eq!((server.next_call().await, server.next_call().await), (1, 2));
    let net = server.net.clone();
    let stop = tokio::spawn(async move { net.stop(PATIENCE).await });
    assert!(idle.end().await.is_empty());
    server.answer(2);
    assert_eq!(busy.receive_id().await, 2);
    assert!(busy.end().await.is_empty());
    assert_eq!(stop.await.unwrap(), 0);
    assert!(TcpStream::connect(server.address).await.is_err());
}

#[tokio::test]
async fn a_stop_does_not_wait_for_ever() {
    let server = Server::start(NetConfig::default());
    let mut busy = server.connect().await;
    busy.send(&frame(FETCH, 2, 0)).await;
    assert_eq!(server.next_call().await, 2);
    assert_eq!(server.net.stop(Duration::from_millis(10)).await, 1);
    assert!(busy.end().await.is_empty());
    assert_eq!(server.net.metrics().closed(CloseReason::Stopping), 1);
}
