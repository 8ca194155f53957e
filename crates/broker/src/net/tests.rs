//! The network layer over real loopback sockets, with a toy service.
//!
//! Requests of the toy: two bytes of key, two of version, four of id, then anything. The key says
//! what happens: see [`Toy`].

mod limits;
mod memory;
mod order;
mod output;

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use bytes::Bytes;
use moldau_protocol::codec::Part;
use parking_lot::Mutex;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::{mpsc, oneshot},
    time::timeout,
};

use super::*;

/// Longest that a test waits for anything.
const PATIENCE: Duration = Duration::from_secs(20);

/// Overlaps with its kind and is answered when the test says so.
const PRODUCE: i16 = 0;
/// Does not overlap and is answered when the test says so.
const FETCH: i16 = 1;
/// Is answered at once with its own bytes.
const ECHO: i16 = 2;
/// Gets no answer.
const SILENT: i16 = 3;
/// Ends the connection.
const FATAL: i16 = 4;
/// Is answered with the parts that the test has set.
const PARTS: i16 = 5;

type Waiting = HashMap<u32, oneshot::Sender<Answer>>;

/// Keeps what it was asked and lets the test answer.
#[derive(Default)]
struct Toy {
    waiting: Mutex<Waiting>,
    parts: Mutex<Vec<Part>>,
    called: Mutex<Option<mpsc::UnboundedSender<u32>>>,
    closed: AtomicUsize,
    /// Frames that the toy holds on to until they are answered.
    frames: Mutex<HashMap<u32, Bytes>>,
}

fn id_of(frame: &[u8]) -> u32 {
    u32::from_be_bytes(frame[4..8].try_into().expect("four bytes"))
}

fn key_of(frame: &[u8]) -> i16 {
    i16::from_be_bytes(frame[..2].try_into().expect("two bytes"))
}

impl Service for Toy {
    fn call(&self, connection: &Arc<ConnectionInfo>, frame: Bytes) -> Called {
        assert_eq!(&*connection.listener, "PLAINTEXT");
        connection.set_client_id("toy");
        let id = id_of(&frame);
        if let Some(called) = &*self.called.lock() {
            let _ = called.send(id);
        }
        match key_of(&frame) {
            PRODUCE | FETCH => {
                let (sender, receiver) = oneshot::channel();
                self.frames.lock().insert(id, frame);
                self.waiting.lock().insert(id, sender);
                Called::Pending(Box::pin(async move {
                    receiver.await.unwrap_or_else(|_| Answer::Close("never answered".to_owned()))
                }))
            }
            SILENT => Called::Ready(Answer::Nothing),
            FATAL => Called::Ready(Answer::Close("asked for".to_owned())),
            PARTS => {
                let mut parts = vec![Part::Bytes(frame.slice(4..8))];
                parts.extend(self.parts.lock().iter().cloned());
                Called::Ready(Answer::Send(parts))
            }
            _ => Called::Ready(Answer::Send(vec![Part::Bytes(frame.slice(4..))])),
        }
    }

    fn overlaps(&self, frame: &[u8]) -> bool {
        key_of(frame) == PRODUCE
    }

    fn closed(&self, _connection: &Arc<ConnectionInfo>) {
        self.closed.fetch_add(1, SeqCst);
    }
}

/// A running server with one listener.
struct Server {
    net: Net,
    toy: Arc<Toy>,
    address: SocketAddr,
    called: tokio::sync::Mutex<mpsc::UnboundedReceiver<u32>>,
}

impl Server {
    fn start(config: NetConfig) -> Self {
        let toy = Arc::new(Toy::default());
        let (sender, called) = mpsc::unbounded_channel();
        *toy.called.lock() = Some(sender);
        let net = Net::new(config);
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listener = net.bind(ListenerConfig::new("PLAINTEXT", vec![any])).unwrap();
        let address = listener.addresses()[0];
        let service: Arc<dyn Service> = toy.clone();
        listener.serve(&service).unwrap();
        Self { net, toy, address, called: called.into() }
    }

    async fn connect(&self) -> Client {
        Client(TcpStream::connect(self.address).await.unwrap())
    }

    /// Waits until the toy is called.
    async fn next_call(&self) -> u32 {
        let mut called = self.called.lock().await;
        timeout(PATIENCE, called.recv()).await.expect("a call").expect("a toy")
    }

    fn calls_left(&self) -> usize {
        self.called.try_lock().unwrap().len()
    }

    /// Answers a request that waits with its id.
    fn answer(&self, id: u32) {
        self.toy.frames.lock().remove(&id);
        let sender = self.toy.waiting.lock().remove(&id).expect("it waits");
        let id = Bytes::copy_from_slice(&id.to_be_bytes());
        let _ = sender.send(Answer::Send(vec![Part::Bytes(id)]));
    }

    /// Waits until `what` holds; for things that nothing tells us of.
    async fn until(&self, what: impl Fn(&NetMetrics) -> bool) {
        let metrics = self.net.metrics();
        let wait = async {
            while !what(&metrics) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("never came: {metrics:?}"));
    }
}

fn frame(key: i16, id: u32, body: usize) -> Vec<u8> {
    let mut frame = (8 + body as i32).to_be_bytes().to_vec();
    frame.extend(key.to_be_bytes());
    frame.extend([0, 0]);
    frame.extend(id.to_be_bytes());
    let pattern: Vec<u8> = (0..=255).collect();
    frame.extend(&pattern.repeat(body / pattern.len() + 1)[..body]);
    frame
}

struct Client(TcpStream);

impl Client {
    async fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.unwrap();
    }

    async fn receive(&mut self) -> Vec<u8> {
        timeout(PATIENCE, async {
            let length = self.0.read_i32().await.unwrap();
            let mut answer = vec![0; length as usize];
            self.0.read_exact(&mut answer).await.unwrap();
            answer
        })
        .await
        .expect("an answer")
    }

    /// Id at the front of the next answer.
    async fn receive_id(&mut self) -> u32 {
        u32::from_be_bytes(self.receive().await[..4].try_into().unwrap())
    }

    /// Waits for the end, which may be a reset; gives what came before.
    async fn end(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        let _ = timeout(PATIENCE, self.0.read_to_end(&mut rest)).await.expect("an end");
        rest
    }

    async fn echo(&mut self, id: u32, body: usize) {
        self.send(&frame(ECHO, id, body)).await;
        let answer = self.receive().await;
        assert_eq!(answer, &frame(ECHO, id, body)[8..]);
    }
}

fn localhost() -> IpAddr {
    Ipv4Addr::LOCALHOST.into()
}
