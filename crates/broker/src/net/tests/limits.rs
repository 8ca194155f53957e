//! Idle time and numbers of connections.

use super::*;

fn limited(connections: ConnectionLimits) -> NetConfig {
    NetConfig { connections, ..NetConfig::default() }
}

#[tokio::test]
async fn idle_connections_are_closed_and_waiting_ones_are_not() {
    let idle = Duration::from_secs(600);
    let server = Server::start(NetConfig { max_idle: idle, ..NetConfig::default() });
    let mut busy = server.connect().await;
    busy.send(&frame(FETCH, 1, 0)).await;
    assert_eq!(server.next_call().await, 1);
    let mut quiet = server.connect().await;
    quiet.echo(2, 0).await;
    let mut half = server.connect().await;
    half.send(&frame(ECHO, 3, 100)[..50]).await;
    server.until(|metrics| metrics.bytes_in.load(SeqCst) == 12 + 12 + 50).await;
    tokio::time::pause();
    let started = tokio::time::Instant::now();
    let mut byte = [0];
    assert_eq!(quiet.0.read(&mut byte).await.unwrap(), 0);
    assert_eq!(half.0.read(&mut byte).await.unwrap(), 0);
    let passed = started.elapsed();
    assert!(passed >= idle - Duration::from_secs(30) && passed <= idle, "{passed:?}");
    tokio::time::resume();
    assert_eq!(server.net.metrics().closed(CloseReason::Idle), 2);
    server.answer(1);
    assert_eq!(busy.receive_id().await, 1);
}

#[tokio::test]
async fn connections_of_an_address_are_limited() {
    let config = limited(ConnectionLimits { max_per_ip: 2, ..ConnectionLimits::default() });
    let server = Server::start(config);
    let mut first = server.connect().await;
    first.echo(1, 0).await;
    let mut second = server.connect().await;
    second.echo(2, 0).await;
    assert!(server.connect().await.end().await.is_empty());
    assert_eq!(server.net.metrics().refused.load(SeqCst), 1);
    drop(first);
    server.until(|metrics| metrics.open.load(SeqCst) == 1).await;
    server.connect().await.echo(3, 0).await;
    let overrides = HashMap::from([(localhost(), 0)]);
    let config = limited(ConnectionLimits {
        max_per_ip_overrides: overrides,
        ..ConnectionLimits::default()
    });
    let server = Server::start(config);
    assert!(server.connect().await.end().await.is_empty());
}

#[tokio::test]
async fn connections_beyond_the_total_wait() {
    let server = Server::start(limited(ConnectionLimits { max: 1, ..ConnectionLimits::default() }));
    let mut first = server.connect().await;
    first.echo(1, 0).await;
    let mut second = server.connect().await;
    second.send(&frame(ECHO, 2, 0)).await;
    first.echo(3, 0).await;
    assert_eq!(server.net.metrics().accepted.load(SeqCst), 1);
    drop(first);
    assert_eq!(second.receive_id().await, 2);
}

#[tokio::test]
async fn limits_change_while_connections_wait() {
    let limits = ConnectionLimits { max: 1, ..ConnectionLimits::default() };
    let server = Server::start(limited(limits.clone()));
    let mut first = server.connect().await;
    first.echo(1, 0).await;
    let mut second = server.connect().await;
    second.send(&frame(ECHO, 2, 0)).await;
    first.echo(3, 0).await;
    server.net.set_connection_limits(ConnectionLimits { max: 2, ..limits.clone() });
    assert_eq!(second.receive_id().await, 2);
    server
        .net
        .set_connection_limits(ConnectionLimits { max_per_ip: 2, ..ConnectionLimits::default() });
    assert!(server.connect().await.end().await.is_empty());
    first.echo(4, 0).await;
}

#[tokio::test]
async fn a_listener_binds_what_the_machine_has() {
    let net = Net::new(NetConfig::default());
    let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let mut config = ListenerConfig::new("PLAINTEXT", vec![any]);
    config.optional = vec!["[::1]:0".parse().unwrap(), "192.0.2.1:0".parse().unwrap()];
    let listener = net.bind(config).unwrap();
    let addresses = listener.addresses();
    let port = addresses[0].port();
    assert!(port != 0 && addresses.iter().all(|address| address.port() == port));
    assert!(addresses.iter().all(|address| address.ip().is_loopback()));
    // A second server on the same port.
    let error = net.bind(ListenerConfig::new("OTHER", vec![addresses[0]])).unwrap_err();
    assert_eq!(error.source.kind(), std::io::ErrorKind::AddrInUse);
    assert_eq!(error.to_string(), format!("listener OTHER cannot bind {}", addresses[0]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_connections_at_once() {
    let server = Arc::new(Server::start(NetConfig::default()));
    let mut clients = tokio::task::JoinSet::new();
    for id in 0..500 {
        let server = Arc::clone(&server);
        clients.spawn(async move {
            let mut client = server.connect().await;
            for round in 0..10 {
                client.echo(id, round * 100).await;
            }
        });
    }
    timeout(PATIENCE, async { while clients.join_next().await.transpose().unwrap().is_some() {} })
        .await
        .unwrap();
    server.until(|metrics| metrics.open.load(SeqCst) == 0).await;
    let metrics = server.net.metrics();
    assert_eq!(metrics.closed(CloseReason::Peer) + metrics.closed(CloseReason::Socket), 500);
    assert_eq!(server.toy.closed.load(SeqCst), 500);
}
