//! Memory of the network layer, measured as the process sees it: one test, alone in its process.

#![expect(clippy::unwrap_used, reason = "it is a test, helpers included")]

use std::{net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use moldau_broker::net::{Answer, Called, ConnectionInfo, ListenerConfig, Net, NetConfig, Service};
use moldau_protocol::codec::Part;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Connections of the idle part. Both ends are in this process, which may have few descriptors.
const IDLE: usize = 400;

/// Longest that the test may take.
const PATIENCE: Duration = Duration::from_secs(60);

struct Echo;

impl Service for Echo {
    fn call(&self, _connection: &Arc<ConnectionInfo>, frame: Bytes) -> Called {
        Called::Ready(Answer::Send(vec![Part::Bytes(frame)]))
    }

    fn overlaps(&self, _frame: &[u8]) -> bool {
        false
    }
}

/// Memory of this process that is in use, in bytes.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = statm.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096
}

async fn echo(client: &mut TcpStream, size: usize) {
    let request = vec![7; size];
    client.write_i32(size as i32).await.unwrap();
    client.write_all(&request).await.unwrap();
    let mut answer = vec![0; client.read_i32().await.unwrap() as usize];
    client.read_exact(&mut answer).await.unwrap();
    assert!(answer == request);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_and_silent_connections_cost_little() {
    tokio::time::timeout(PATIENCE, measure()).await.unwrap();
}

async fn measure() {
    let net = Net::new(NetConfig { backlog: 1000, ..NetConfig::default() });
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let listener = net.bind(ListenerConfig::new("PLAINTEXT", vec![any])).unwrap();
    let address = listener.addresses()[0];
    let service: Arc<dyn Service> = Arc::new(Echo);
    listener.serve(&service).unwrap();
    // Everything that is allocated once.
    let mut clients = Vec::new();
    for _ in 0..100 {
        let mut client = TcpStream::connect(address).await.unwrap();
        echo(&mut client, 100_000).await;
        clients.push(client);
    }

    let before = resident();
    for _ in 0..IDLE {
        let mut client = TcpStream::connect(address).await.unwrap();
        echo(&mut client, 1000).await;
        clients.push(client);
    }
    let each = resident().saturating_sub(before) / IDLE;
    println!("{each} bytes for an idle connection, both ends");
    assert!(each <= 4096, "{each} bytes for an idle connection");

    let before = resident();
    for bytes in [0, 50].repeat(100) {
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_i32(100 << 20).await.unwrap();
        client.write_all(&vec![0; bytes]).await.unwrap();
        clients.push(client);
    }
    echo(&mut clients[0], 1 << 20).await;
    let grown = resident().saturating_sub(before);
    println!("{grown} bytes for 200 announced frames");
    assert!(grown < 8 << 20, "{grown} bytes for 200 announced frames");
}
