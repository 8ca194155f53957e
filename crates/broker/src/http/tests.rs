//! Over a real socket, with requests as text.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::*;
use crate::metrics::Gauges as Values;

struct Server {
    address: SocketAddr,
    health: Arc<Health>,
    levels: LogLevels,
}

fn start() -> Server {
    let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let metrics = BrokerMetrics::new(Arc::default());
    let health = Arc::new(Health::default());
    let levels = LogLevels::detached();
    let gauges = Gauges::fixed(Values { partitions: 5, ..Values::default() });
    serve(socket, metrics, gauges, health.clone(), levels.clone()).unwrap();
    Server { address, health, levels }
}

impl Server {
    /// Status and body of an answer; the status line and headers too.
    async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), head.to_owned(), body.to_owned())
    }

    async fn check(&self, request: (&str, &str, &str), status: u16, body: &str) {
        let (found, _, text) = self.ask(request.0, request.1, request.2).await;
        assert_eq!((found, text.trim_end()), (status, body), "{request:?}");
    }
}

#[tokio::test]
async fn health_and_readiness() {
    let server = start();
    server.check(("GET", "/healthz", ""), 200, "ok").await;
    server.check(("GET", "/readyz", ""), 503, "starting").await;
    server.health.ready();
    server.check(("GET", "/readyz", ""), 200, "ready").await;
    server.health.stopping();
    server.check(("GET", "/readyz", ""), 503, "stopping").await;
    server.check(("GET", "/healthz", ""), 200, "ok").await;
    server.check(("GET", "/nothing", ""), 404, "").await;
    server.check(("POST", "/healthz", ""), 405, "").await;
}

#[tokio::test]
async fn metrics_are_served_as_text() {
    let server = start();
    let (status, head, body) = server.ask("GET", "/metrics", "").await;
    assert_eq!(status, 200);
    assert!(head.contains("text/plain; version=0.0.4"), "{head}");
    assert!(body.lines().any(|line| line == "moldau_partitions 5"), "{body}");
}

#[tokio::test]
async fn levels_are_changed_while_the_node_runs() {
    let server = start();
    let net = "/loggers/moldau_broker::net";
    server.check(("GET", net, ""), 200, "info").await;
    server.check(("PUT", net, "debug"), 200, "debug").await;
    server.check(("GET", net, ""), 200, "debug").await;
    server.check(("PUT", "/loggers/root", "warn"), 200, "warn").await;
    let all = r#"{"modules":{"moldau_broker::net":"debug"},"root":"warn"}"#;
    server.check(("GET", "/loggers", ""), 200, all).await;
    server.check(("DELETE", net, ""), 204, "").await;
    server.check(("GET", net, ""), 200, "warn").await;
    let wrong = "loud is no level: use off, error, warn, info, debug or trace";
    server.check(("PUT", net, "loud"), 400, wrong).await;
    server.check(("PUT", "/loggers/a%20b", "info"), 400, "a b is no name of a module").await;
    server.check(("DELETE", "/loggers/root", ""), 400, "root is no name of a module").await;
    let (status, ..) = server.ask("PUT", net, &"x".repeat(MAX_BODY + 1)).await;
    assert_eq!(status, 413);
    assert!(server.levels.modules().is_empty());
}
