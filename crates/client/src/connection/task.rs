//! The task that owns a socket.

use std::{collections::VecDeque, io, sync::Arc, time::Duration};

use bytes::{Buf, Bytes, BytesMut};
use parking_lot::Mutex;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    sync::{mpsc, oneshot, watch},
};

use super::frames::Pieces;
use crate::ClientError;

/// Small answers and length prefixes are read together; larger ones bypass it.
const READ_BUFFER: usize = 8 * 1024;

/// A request on its way to the socket.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) frame: Pieces,
    /// None when the server does not answer.
    pub(super) expected: Option<Expected>,
}

/// Who waits for an answer.
#[derive(Debug)]
pub(super) struct Expected {
    pub(super) correlation_id: i32,
    pub(super) answer: oneshot::Sender<Result<Bytes, ClientError>>,
}

/// Tries the addresses of the host in turn. `localhost` often means ::1 and 127.0.0.1, of which a
/// server may have only one.
pub(super) async fn connect(address: &str, timeout: Duration) -> Result<TcpStream, ClientError> {
    let failed = |source: io::Error| ClientError::Connect {
        address: address.to_owned(),
        source: Arc::new(source),
    };
    let addresses = tokio::net::lookup_host(address).await.map_err(|error| {
        failed(io::Error::new(error.kind(), format!("the host name is not known: {error}")))
    })?;
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the host name has no address");
    for candidate in addresses {
        match tokio::time::timeout(timeout, TcpStream::connect(candidate)).await {
            Ok(Ok(stream)) => {
                stream.set_nodelay(true).map_err(failed)?;
                return Ok(stream);
            }
            Ok(Err(error)) => last = error,
            Err(_) => last = io::ErrorKind::TimedOut.into(),
        }
    }
    Err(failed(last))
}

type Pending = Mutex<VecDeque<Expected>>;

/// Serves the socket until it fails, is abandoned, or nobody can send any more; then fails every
/// request that has no answer.
pub(super) async fn run(
    address: String,
    stream: TcpStream,
    mut requests: mpsc::Receiver<Outgoing>,
    mut abandoned: watch::Receiver<bool>,
    max_response: usize,
) {
    let (reader, writer) = stream.into_split();
    let pending = Pending::default();
    let reason = tokio::select! {
        reason = read_all(reader, &pending, max_response) => reason,
        reason = write_all(writer, &mut requests, &pending) => reason,
        _ = abandoned.wait_for(|abandoned| *abandoned) => "an earlier answer was late".to_owned(),
    };
    tracing::debug!(address, reason, "connection ended");
    requests.close();
    let fail = |expected: Expected| {
        let error = ClientError::Disconnected { address: address.clone(), reason: reason.clone() };
        // A caller that is gone needs no error.
        let _ = expected.answer.send(Err(error));
    };
    pending.into_inner().into_iter().for_each(fail);
    while let Ok(outgoing) = requests.try_recv() {
        outgoing.expected.map(fail);
    }
}

/// Writes requests as they come; returns why no more can be written.
async fn write_all(
    mut writer: impl AsyncWrite + Unpin,
    requests: &mut mpsc::Receiver<Outgoing>,
    pending: &Pending,
) -> String {
    while let Some(Outgoing { mut frame, expected }) = requests.recv().await {
        // Before the write, since the answer may be read before the write returns.
        if let Some(expected) = expected {
            pending.lock().push_back(expected);
        }
        while frame.has_remaining() {
            if let Err(error) = writer.write_buf(&mut frame).await {
                return format!("write failed: {error}");
            }
        }
    }
    "it is no longer used".to_owned()
}

/// Hands answers to those who wait; returns why no more can be read.
async fn read_all(
    reader: impl AsyncRead + Unpin,
    pending: &Pending,
    max_response: usize,
) -> String {
    let mut reader = BufReader::with_capacity(READ_BUFFER, reader);
    loop {
        let body = match read_frame(&mut reader, max_response).await {
            Ok(body) => body,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return "the server closed it".to_owned();
            }
            Err(error) => return error.to_string(),
        };
        let Some(expected) = pending.lock().pop_front() else {
            return "the server sent an answer that nobody asked for".to_owned();
        };
        let found = body.first_chunk().map(|id| i32::from_be_bytes(*id));
        if found != Some(expected.correlation_id) {
            pending.lock().push_front(expected);
            return "the server answered out of order; is it a Kafka server?".to_owned();
        }
        // A caller that is gone needs no answer.
        let _ = expected.answer.send(Ok(body));
    }
}

async fn read_frame(
    reader: &mut BufReader<impl AsyncRead + Unpin>,
    max_response: usize,
) -> io::Result<Bytes> {
    let length = reader.read_i32().await?;
    let length = usize::try_from(length).ok().filter(|&length| length <= max_response);
    let Some(length) = length else {
        return Err(io::Error::other(format!(
            "the server announced an answer longer than {max_response} bytes; is it a Kafka \
             server without TLS?"
        )));
    };
    let mut body = BytesMut::with_capacity(length);
    let mut rest = reader.take(length as u64);
    while body.len() < length {
        if rest.read_buf(&mut body).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(body.freeze())
}
