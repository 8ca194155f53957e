//! A blocking connection that speaks the wire protocol, on the codec alone.
//!
//! It shares nothing with the server's network code or the tools' client, so a fault in those cannot
//! hide in both. Versions are fixed: names instead of topic ids keep requests free of state.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use bytes::Bytes;
use moldau_protocol::codec::{Decoder, Encoder, Message, Request};
use moldau_protocol::messages::{
    ApiVersionsRequest, CreateTopicsRequest, DeleteTopicsRequest, FetchRequest,
    FindCoordinatorRequest, JoinGroupRequest, LeaveGroupRequest, ListOffsetsRequest,
    MetadataRequest, OffsetCommitRequest, OffsetFetchRequest, ProduceRequest, RequestHeader,
    ResponseHeader, SyncGroupRequest,
    create_topics_request::{CreatableTopic, CreatableTopicConfig},
    delete_topics_request::DeleteTopicState,
};
use moldau_protocol::{ApiKey, ErrorCode};

use crate::failure::{Result, fail};

/// Last version that carries topic names in Produce and Fetch.
pub(crate) const NAMED_VERSION: i16 = 12;
/// Longer answers than this are a fault of the server or of the bench.
const MAX_ANSWER: usize = 256 << 20;
/// A server that says nothing for so long has lost the request.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);

/// The version of each request that the bench sends.
pub(crate) fn version(key: ApiKey) -> i16 {
    match key {
        ProduceRequest::KEY | FetchRequest::KEY | MetadataRequest::KEY => NAMED_VERSION,
        CreateTopicsRequest::KEY | ListOffsetsRequest::KEY => 7,
        DeleteTopicsRequest::KEY => 6,
        ApiVersionsRequest::KEY | FindCoordinatorRequest::KEY => 3,
        // Before topic ids, and before a member has to ask for its id.
        JoinGroupRequest::KEY | SyncGroupRequest::KEY => 3,
        LeaveGroupRequest::KEY => 2,
        OffsetCommitRequest::KEY => 7,
        OffsetFetchRequest::KEY => 5,
        _ => 0,
    }
}

/// A whole frame, length first.
pub(crate) fn frame<R: Request>(request: &R, correlation_id: i32) -> Result<Vec<u8>> {
    let version = version(R::KEY);
    let header = RequestHeader {
        request_api_key: R::KEY.0,
        request_api_version: version,
        correlation_id,
        client_id: Some("bench".to_owned()),
        ..RequestHeader::default()
    };
    let mut encoder = Encoder::new();
    header.encode(&mut encoder, if version >= R::FLEXIBLE_FROM { 2 } else { 1 })?;
    request.encode(&mut encoder, version)?;
    let body = encoder.into_bytes()?;
    let mut frame = Vec::with_capacity(4 + body.len());
    frame.extend_from_slice(&u32::try_from(body.len())?.to_be_bytes());
    frame.extend_from_slice(&body);
    Ok(frame)
}

/// An answer's body; the caller has already read the length prefix.
pub(crate) fn decode<R: Request>(answer: Bytes) -> Result<(i32, R::Response)> {
    let version = version(R::KEY);
    // ApiVersions answers with the old header, so that a client of any age can read it.
    let flexible = version >= R::FLEXIBLE_FROM && R::KEY != ApiVersionsRequest::KEY;
    let mut decoder = Decoder::new(answer);
    let header = ResponseHeader::decode(&mut decoder, i16::from(flexible))?;
    Ok((header.correlation_id, R::Response::decode(&mut decoder, version)?))
}

/// Reads one frame without its length.
pub(crate) fn read_frame(stream: &mut impl Read) -> Result<Bytes> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = usize::try_from(u32::from_be_bytes(length))?;
    if length > MAX_ANSWER {
        fail!("a frame of {length} bytes");
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(Bytes::from(body))
}

/// One connection with one request in flight.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) stream: TcpStream,
    correlation_id: i32,
}

impl Link {
    /// Connects to `host:port`.
    pub(crate) fn connect(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address)
            .map_err(|error| format!("connect to {address}: {error}"))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
        stream.set_write_timeout(Some(ANSWER_TIMEOUT))?;
        Ok(Self { stream, correlation_id: 0 })
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn call<R: Request>(&mut self, request: &R) -> Result<R::Response> {
        self.correlation_id = self.correlation_id.wrapping_add(1);
        self.stream.write_all(&frame(request, self.correlation_id)?)?;
        let (correlation_id, response) = decode::<R>(read_frame(&mut self.stream)?)?;
        if correlation_id != self.correlation_id {
            fail!("answer {correlation_id} to request {}", self.correlation_id);
        }
        Ok(response)
    }

    /// Creates a topic with one replica.
    pub(crate) fn create_topic(
        &mut self,
        name: &str,
        partitions: i32,
        configs: &[(&str, &str)],
    ) -> Result<()> {
        let configs = configs.iter().map(|(key, value)| CreatableTopicConfig {
            name: (*key).to_owned(),
            value: Some((*value).to_owned()),
            ..CreatableTopicConfig::default()
        });
        let topic = CreatableTopic {
            name: name.to_owned(),
            num_partitions: partitions,
            replication_factor: 1,
            configs: configs.collect(),
            ..CreatableTopic::default()
        };
        let request =
            CreateTopicsRequest { topics: vec![topic], timeout_ms: 60_000, ..Default::default() };
        let response = self.call(&request)?;
        for result in response.topics {
            if result.error_code != 0 {
                fail!(
                    "create topic {name}: {} {}",
                    ErrorCode(result.error_code),
                    result.error_message.unwrap_or_default()
                );
            }
        }
        Ok(())
    }

    /// Deletes a topic.
    pub(crate) fn delete_topic(&mut self, name: &str) -> Result<()> {
        let topic = DeleteTopicState { name: Some(name.to_owned()), ..Default::default() };
        let request =
            DeleteTopicsRequest { topics: vec![topic], timeout_ms: 60_000, ..Default::default() };
        for result in self.call(&request)?.responses {
            if result.error_code != 0 {
                fail!("delete topic {name}: {}", ErrorCode(result.error_code));
            }
        }
        Ok(())
    }

    /// Whether the server advertises an API.
    pub(crate) fn serves(&mut self, key: ApiKey) -> Result<bool> {
        Ok(self.call(&api_versions())?.api_keys.iter().any(|api| api.api_key == key.0))
    }
}

/// A Metadata request for one topic, or for all.
pub(crate) fn metadata_of(name: Option<&str>) -> MetadataRequest {
    let topics = name.map(|name| {
        vec![moldau_protocol::messages::metadata_request::MetadataRequestTopic {
            name: Some(name.to_owned()),
            ..Default::default()
        }]
    });
    MetadataRequest { topics, allow_auto_topic_creation: false, ..Default::default() }
}

/// The smallest request there is.
pub(crate) fn api_versions() -> ApiVersionsRequest {
    ApiVersionsRequest {
        client_software_name: "moldau-bench".to_owned(),
        client_software_version: env!("CARGO_PKG_VERSION").to_owned(),
        ..Default::default()
    }
}
