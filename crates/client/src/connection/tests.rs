use bytes::{BufMut, BytesMut};
use moldau_protocol::{
    ErrorCode,
    codec::Encoder,
    messages::{ApiVersionsResponse, DescribeClusterRequest, api_versions_response::ApiVersion},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

use super::*;

const SECOND: Duration = Duration::from_secs(1);

/// A request as a server sees it: key, version, correlation id.
async fn request(stream: &mut TcpStream) -> (i16, i16, i32) {
    let length = stream.read_i32().await.unwrap();
    let mut frame = vec![0; length as usize];
    stream.read_exact(&mut frame).await.unwrap();
    let short = |at: usize| i16::from_be_bytes([frame[at], frame[at + 1]]);
    (short(0), short(2), i32::from_be_bytes(*frame[4..].first_chunk().unwrap()))
}

async fn answer(stream: &mut TcpStream, correlation_id: i32, body: &[u8]) {
    let mut frame = BytesMut::new();
    frame.put_i32(4 + body.len() as i32);
    frame.put_i32(correlation_id);
    frame.put_slice(body);
    stream.write_all(&frame).await.unwrap();
}

/// Body of an ApiVersions answer that serves ApiVersions 0 to `max` and DescribeCluster 0.
fn versions(version: i16, code: ErrorCode, max: i16) -> Bytes {
    let api = |api_key, max_version| ApiVersion { api_key, max_version, ..Default::default() };
    let response = ApiVersionsResponse {
        error_code: code.0,
        api_keys: vec![api(ApiKey::API_VERSIONS.0, max), api(ApiKey::DESCRIBE_CLUSTER.0, 0)],
        ..Default::default()
    };
    let mut encoder = Encoder::new();
    moldau_protocol::codec::Message::encode(&response, &mut encoder, version).unwrap();
    encoder.into_bytes().unwrap()
}

/// Runs `server` behind a port and connects to it; the server has negotiated when this returns.
async fn connected<F, Fut>(max_response: usize, server: F) -> Connection
where
    F: FnOnce(TcpStream) -> Fut + Send + 'static,
    Fut: Future<Output = ()> + Send,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let (_, version, id) = request(&mut stream).await;
        answer(&mut stream, id, &versions(version, ErrorCode::NONE, 5)).await;
        server(stream).await;
    });
    let mut config = ClientConfig::default();
    config.max_response_bytes = max_response;
    Connection::open(&address, &config).await.unwrap()
}

/// Body of the shortest DescribeCluster answer of version 0, header's tagged fields included.
fn cluster_body() -> Vec<u8> {
    let mut encoder = Encoder::new();
    encoder.uvarint(0);
    let response = moldau_protocol::messages::DescribeClusterResponse {
        cluster_id: "c".to_owned(),
        ..Default::default()
    };
    moldau_protocol::codec::Message::encode(&response, &mut encoder, 0).unwrap();
    encoder.into_bytes().unwrap().to_vec()
}

#[tokio::test]
async fn an_old_server_is_asked_again_in_a_version_it_knows() {
    for (known, expected) in [(3, vec![5, 3]), (0, vec![5, 0])] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut seen = Vec::new();
            loop {
                let (key, version, id) = request(&mut stream).await;
                assert_eq!(key, ApiKey::API_VERSIONS.0);
                seen.push(version);
                if version <= known {
                    answer(&mut stream, id, &versions(version, ErrorCode::NONE, known)).await;
                    return (seen, stream);
                }
                let refusal = versions(0, ErrorCode::UNSUPPORTED_VERSION, known);
                answer(&mut stream, id, &refusal).await;
            }
        });
        let connection = Connection::open(&address, &ClientConfig::default()).await.unwrap();
        assert!(connection.serves(ApiKey::DESCRIBE_CLUSTER));
        assert!(!connection.serves(ApiKey::PRODUCE));
        let (seen, _stream) = server.await.unwrap();
        assert_eq!(seen, expected);
    }
}

#[tokio::test]
async fn requests_are_pipelined_and_answered_in_order() {
    let connection = connected(1000, |mut stream| async move {
        let first = request(&mut stream).await;
        // The second one is there before the first one is answered.
        let second = request(&mut stream).await;
        for (_, _, id) in [first, second] {
            answer(&mut stream, id, &cluster_body()).await;
        }
        let _ = stream.read_u8().await;
    })
    .await;
    let request = DescribeClusterRequest::default();
    let first = connection.send(&request, 0).await.unwrap();
    let second = connection.send(&request, 0).await.unwrap();
    assert_eq!(second.wait(SECOND * 10).await.unwrap().cluster_id, "c");
    assert_eq!(first.wait(SECOND * 10).await.unwrap().cluster_id, "c");
    assert!(!connection.is_closed());
}

#[tokio::test]
async fn what_is_no_answer_ends_the_connection() {
    for (name, bytes, expected) in [
        ("wrong id", &[0, 0, 0, 4, 0, 0, 0, 99][..], "out of order"),
        ("too long", &[0x7f, 0xff, 0xff, 0xff], "longer than"),
        ("negative", &[0xff, 0xff, 0xff, 0xff], "longer than"),
        ("cut off", &[0, 0, 0, 9, 0, 0], "closed"),
        ("nothing", &[], "closed"),
        ("http", b"HTTP/1.1 400 Bad Request\r\n\r\n", "longer than"),
    ] {
        let connection = connected(1000, move |mut stream| async move {
            request(&mut stream).await;
            stream.write_all(bytes).await.unwrap();
        })
        .await;
        let result = connection.call(&DescribeClusterRequest::default(), SECOND * 10).await;
        let error = result.unwrap_err();
        assert!(error.retriable(), "{name}: {error}");
        assert!(error.to_string().contains(expected), "{name}: {error}");
        let again = connection.call(&DescribeClusterRequest::default(), SECOND * 10).await;
        assert!(matches!(again, Err(ClientError::Disconnected { .. })), "{name}");
    }
}

#[tokio::test]
async fn a_late_answer_ends_the_connection() {
    let connection = connected(1000, |mut stream| async move {
        request(&mut stream).await;
        request(&mut stream).await;
        // Never answers, and waits for the client to go.
        assert!(stream.read_u8().await.is_err());
    })
    .await;
    let other = connection.send(&DescribeClusterRequest::default(), 0).await.unwrap();
    let late = connection.call(&DescribeClusterRequest::default(), Duration::from_millis(1)).await;
    assert!(matches!(late, Err(ClientError::Timeout { .. })));
    assert!(matches!(other.wait(SECOND * 10).await, Err(ClientError::Disconnected { .. })));
}

#[tokio::test]
async fn nobody_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let error = Connection::open(&address, &ClientConfig::default()).await.unwrap_err();
    assert_eq!(error.to_string(), format!("cannot connect to {address}: connection refused"));
    assert!(error.is_unreachable());
}
