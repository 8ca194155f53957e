//! A server that answers Produce, Metadata, CreateTopics and DeleteTopics, and does nothing.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;

use moldau_protocol::ApiKey;
use moldau_protocol::codec::{Decoder, Encoder, Message, Request};
use moldau_protocol::messages::{
    CreateTopicsRequest, CreateTopicsResponse, DeleteTopicsRequest, DeleteTopicsResponse,
    MetadataRequest, MetadataResponse, ProduceRequest, ProduceResponse, RequestHeader,
    ResponseHeader,
    create_topics_response::CreatableTopicResult,
    metadata_response::MetadataResponseBroker,
    produce_response::{PartitionProduceResponse, TopicProduceResponse},
};

use crate::failure::{Result, fail};
use crate::wire;

/// Serves until the process ends.
pub(crate) fn serve(port: u16) -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port))?;
    for stream in listener.incoming() {
        let stream = stream?;
        thread::spawn(move || {
            let _ = answer_all(stream); // Ends with the connection.
        });
    }
    Ok(())
}

fn answer_all(mut stream: TcpStream) -> Result<()> {
    stream.set_nodelay(true)?;
    loop {
        let mut decoder = Decoder::new(wire::read_frame(&mut stream)?);
        let header = RequestHeader::decode(&mut decoder, 2)?;
        let (key, version) = (ApiKey(header.request_api_key), header.request_api_version);
        let mut encoder = Encoder::new();
        encoder.i32(0);
        let response =
            ResponseHeader { correlation_id: header.correlation_id, ..Default::default() };
        response.encode(&mut encoder, 1)?;
        match key {
            ProduceRequest::KEY => produced(&ProduceRequest::decode(&mut decoder, version)?)
                .encode(&mut encoder, version)?,
            MetadataRequest::KEY => MetadataResponse {
                brokers: vec![MetadataResponseBroker { node_id: 1, ..Default::default() }],
                ..Default::default()
            }
            .encode(&mut encoder, version)?,
            CreateTopicsRequest::KEY => CreateTopicsResponse {
                topics: vec![CreatableTopicResult::default()],
                ..Default::default()
            }
            .encode(&mut encoder, version)?,
            DeleteTopicsRequest::KEY => {
                DeleteTopicsResponse::default().encode(&mut encoder, version)?;
            }
            _ => fail!("the null server does not answer {key:?}"),
        }
        let mut frame = encoder.into_bytes()?.to_vec();
        let length = u32::try_from(frame.len() - 4)?;
        frame[..4].copy_from_slice(&length.to_be_bytes());
        stream.write_all(&frame)?;
    }
}

fn produced(request: &ProduceRequest) -> ProduceResponse {
    let responses = request.topic_data.iter().map(|topic| TopicProduceResponse {
        name: topic.name.clone(),
        partition_responses: topic
            .partition_data
            .iter()
            .map(|partition| PartitionProduceResponse {
                index: partition.index,
                ..Default::default()
            })
            .collect(),
        ..Default::default()
    });
    ProduceResponse { responses: responses.collect(), ..Default::default() }
}
