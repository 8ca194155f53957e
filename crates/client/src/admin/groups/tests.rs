//! Two brokers made of a script: who coordinates, what is answered, and in which order it was asked.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use bytes::Bytes;
use moldau_protocol::{
    ApiKey,
    codec::{Decoder, Encoder, Message},
    ids::{Offset, PartitionIndex},
    messages::{
        ApiVersionsResponse, DeleteGroupsRequest, DeleteGroupsResponse, FindCoordinatorRequest,
        FindCoordinatorResponse, ListGroupsResponse, MetadataResponse, OffsetFetchResponse,
        RequestHeader,
        api_versions_response::ApiVersion,
        delete_groups_response::DeletableGroupResult,
        find_coordinator_response::Coordinator,
        list_groups_response::ListedGroup,
        metadata_response::MetadataResponseBroker,
        offset_fetch_response::{OffsetFetchResponsePartition, OffsetFetchResponseTopic},
    },
};
use parking_lot::Mutex;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

use super::*;
use crate::{ClientConfig, Cluster};

/// What the brokers do. A list that has run out repeats its last entry.
#[derive(Default)]
struct Script {
    /// Newest FindCoordinator.
    find_version: i16,
    ports: Vec<u16>,
    /// Who coordinates a group: broker 1 or 2, or a code.
    finds: BTreeMap<&'static str, VecDeque<Result<i32, ErrorCode>>>,
    /// What each deletion of a group is answered.
    deletes: BTreeMap<&'static str, VecDeque<ErrorCode>>,
    /// Groups of each broker; without any the call is not served.
    lists: BTreeMap<i32, Vec<&'static str>>,
    /// What was asked.
    seen: Vec<String>,
}

fn next<T: Clone>(list: &mut VecDeque<T>) -> T {
    let last = list.back().cloned().unwrap();
    if list.len() > 1 { list.pop_front().unwrap() } else { last }
}

impl Script {
    fn find(&mut self, request: FindCoordinatorRequest) -> FindCoordinatorResponse {
        let single = !request.key.is_empty();
        let keys = if single { vec![request.key] } else { request.coordinator_keys };
        self.seen.push(format!("find {}", keys.join(",")));
        let found: Vec<Coordinator> = keys
            .into_iter()
            .map(|key| {
                let found = next(self.finds.get_mut(key.as_str()).unwrap());
                let (node_id, error_code) =
                    (found.unwrap_or(-1), found.err().unwrap_or_default().0);
                Coordinator { key, node_id, error_code, ..Coordinator::default() }
            })
            .collect();
        if !single {
            return FindCoordinatorResponse { coordinators: found, ..Default::default() };
        }
        let (node_id, error_code) = (found[0].node_id, found[0].error_code);
        FindCoordinatorResponse { node_id, error_code, ..Default::default() }
    }

    fn delete(&mut self, broker: i32, request: DeleteGroupsRequest) -> DeleteGroupsResponse {
        self.seen.push(format!("delete {} at {broker}", request.groups_names.join(",")));
        let result = |group_id: String| {
            let error_code = next(self.deletes.get_mut(group_id.as_str()).unwrap()).0;
            DeletableGroupResult { group_id, error_code, ..Default::default() }
        };
        let results = request.groups_names.into_iter().map(result).collect();
        DeleteGroupsResponse { results, ..Default::default() }
    }

    fn list(&mut self, broker: i32) -> ListGroupsResponse {
        self.seen.push(format!("list at {broker}"));
        let group = |id: &&str| ListedGroup { group_id: (*id).to_owned(), ..Default::default() };
        let groups = self.lists[&broker].iter().map(group).collect();
        ListGroupsResponse { groups, ..Default::default() }
    }

    /// Body of the answer, header included, and the correlation id.
    fn answer(&mut self, broker: i32, frame: Bytes) -> (i32, Bytes) {
        let short = |at: usize| i16::from_be_bytes([frame[at], frame[at + 1]]);
        let (key, version) = (ApiKey(short(0)), short(2));
        let flexible =
            matches!((key, version), (ApiKey::API_VERSIONS, 3..) | (ApiKey::FIND_COORDINATOR, 3..));
        let mut decoder = Decoder::new(frame);
        let header = RequestHeader::decode(&mut decoder, if flexible { 2 } else { 1 }).unwrap();
        let mut encoder = Encoder::new();
        match key {
            ApiKey::API_VERSIONS => self.versions().encode(&mut encoder, version).unwrap(),
            ApiKey::METADATA => self.brokers().encode(&mut encoder, version).unwrap(),
            ApiKey::FIND_COORDINATOR => {
                if flexible {
                    encoder.uvarint(0);
                }
                let request = FindCoordinatorRequest::decode(&mut decoder, version).unwrap();
                self.find(request).encode(&mut encoder, version).unwrap();
            }
            ApiKey::DELETE_GROUPS => {
                let request = DeleteGroupsRequest::decode(&mut decoder, version).unwrap();
                self.delete(broker, request).encode(&mut encoder, version).unwrap();
            }
            ApiKey::LIST_GROUPS => self.list(broker).encode(&mut encoder, version).unwrap(),
            other => panic!("{other:?} is not in the script"),
        }
        (header.correlation_id, encoder.into_bytes().unwrap())
    }

    fn versions(&self) -> ApiVersionsResponse {
        let api = |key: ApiKey, max_version| ApiVersion {
            api_key: key.0,
            max_version,
            ..ApiVersion::default()
        };
        let mut api_keys = vec![
            api(ApiKey::API_VERSIONS, 5),
            api(ApiKey::METADATA, 4),
            api(ApiKey::FIND_COORDINATOR, self.find_version),
            api(ApiKey::DELETE_GROUPS, 1),
        ];
        if !self.lists.is_empty() {
            api_keys.push(api(ApiKey::LIST_GROUPS, 2));
        }
        ApiVersionsResponse { api_keys, ..ApiVersionsResponse::default() }
    }

    fn brokers(&self) -> MetadataResponse {
        let broker = |(node_id, port): (i32, &u16)| MetadataResponseBroker {
            node_id,
            host: "127.0.0.1".to_owned(),
            port: i32::from(*port),
            ..MetadataResponseBroker::default()
        };
        MetadataResponse {
            brokers: (1..).zip(&self.ports).map(broker).collect(),
            ..MetadataResponse::default()
        }
    }
}

async fn serve(mut stream: TcpStream, broker: i32, script: Arc<Mutex<Script>>) {
    while let Ok(length) = stream.read_i32().await {
        let mut frame = vec![0; length as usize];
        stream.read_exact(&mut frame).await.unwrap();
        let (id, body) = script.lock().answer(broker, frame.into());
        stream.write_i32(4 + body.len() as i32).await.unwrap();
        stream.write_i32(id).await.unwrap();
        stream.write_all(&body).await.unwrap();
    }
}

/// Starts both brokers; the client gives up after `limit_ms`.
async fn start(script: Script, limit_ms: u32) -> (Admin, Arc<Mutex<Script>>) {
    let script = Arc::new(Mutex::new(script));
    for broker in [1, 2] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        script.lock().ports.push(listener.local_addr().unwrap().port());
        let script = Arc::clone(&script);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, broker, Arc::clone(&script)));
            }
        });
    }
    let address = format!("127.0.0.1:{}", script.lock().ports[0]);
    let mut config = ClientConfig::for_servers(&address).unwrap();
    for key in ["retry.backoff.ms", "retry.backoff.max.ms"] {
        config.set(key, "1").unwrap();
    }
    config.set("default.api.timeout.ms", &limit_ms.to_string()).unwrap();
    (Admin::new(&Cluster::connect(config).await.unwrap()), script)
}

fn names(groups: &[&str]) -> Vec<String> {
    groups.iter().map(|group| (*group).to_owned()).collect()
}

fn codes(outcomes: &Outcomes<()>) -> Vec<(&str, ErrorCode)> {
    let code = |outcome: &Result<(), ClientError>| match outcome {
        Ok(()) => ErrorCode::NONE,
        Err(failure) => failure.code().unwrap(),
    };
    outcomes.iter().map(|(group, outcome)| (group.as_str(), code(outcome))).collect()
}

#[tokio::test]
async fn what_moved_or_loads_is_asked_again_and_the_rest_is_not() {
    let script = Script {
        find_version: 4,
        finds: BTreeMap::from([
            ("a", [Ok(1)].into()),
            ("b", [Ok(1), Ok(2)].into()),
            ("c", [Err(ErrorCode::COORDINATOR_NOT_AVAILABLE), Ok(2)].into()),
            ("d", [Err(ErrorCode::GROUP_AUTHORIZATION_FAILED)].into()),
        ]),
        deletes: BTreeMap::from([
            ("a", [ErrorCode::NONE].into()),
            ("b", [ErrorCode::NOT_COORDINATOR, ErrorCode::NON_EMPTY_GROUP].into()),
            ("c", [ErrorCode::COORDINATOR_LOAD_IN_PROGRESS, ErrorCode::NONE].into()),
        ]),
        ..Script::default()
    };
    let (admin, script) = start(script, 60_000).await;
    let outcomes = admin.delete_groups(&names(&["d", "c", "b", "a"])).await.unwrap();
    assert_eq!(
        codes(&outcomes),
        [
            ("a", ErrorCode::NONE),
            ("b", ErrorCode::NON_EMPTY_GROUP),
            ("c", ErrorCode::NONE),
            ("d", ErrorCode::GROUP_AUTHORIZATION_FAILED),
        ]
    );
    assert_eq!(
        script.lock().seen,
        [
            "find a,b,c,d",
            "delete a,b at 1",
            "find b,c",
            "delete b,c at 2",
            "find c",
            "delete c at 2",
        ]
    );
}

#[tokio::test]
async fn old_brokers_find_one_coordinator_at_a_time() {
    let script = Script {
        find_version: 2,
        finds: BTreeMap::from([("a", [Ok(2)].into()), ("b", [Ok(2)].into())]),
        deletes: BTreeMap::from([("a", [ErrorCode::NONE].into()), ("b", [ErrorCode::NONE].into())]),
        ..Script::default()
    };
    let (admin, script) = start(script, 60_000).await;
    admin.delete_groups(&names(&["a", "b"])).await.unwrap();
    assert_eq!(script.lock().seen, ["find a", "find b", "delete a,b at 2"]);
}

#[tokio::test]
async fn a_group_that_never_loads_does_not_fail_the_others() {
    let script = Script {
        find_version: 4,
        finds: BTreeMap::from([("a", [Ok(1)].into()), ("b", [Ok(2)].into())]),
        deletes: BTreeMap::from([
            ("a", [ErrorCode::NONE].into()),
            ("b", [ErrorCode::COORDINATOR_LOAD_IN_PROGRESS].into()),
        ]),
        ..Script::default()
    };
    let (admin, _script) = start(script, 50).await;
    let outcomes = admin.delete_groups(&names(&["a", "b"])).await.unwrap();
    let loading = ErrorCode::COORDINATOR_LOAD_IN_PROGRESS;
    assert_eq!(codes(&outcomes), [("a", ErrorCode::NONE), ("b", loading)]);
    assert!(matches!(outcomes["b"], Err(ClientError::Exhausted { .. })));
}

#[tokio::test]
async fn every_broker_is_asked_for_its_groups() {
    let script = Script {
        lists: BTreeMap::from([(1, vec!["c", "a"]), (2, vec!["b", "a"])]),
        ..Script::default()
    };
    let (admin, script) = start(script, 60_000).await;
    assert_eq!(admin.groups().await.unwrap(), ["a", "b", "c"]);
    assert_eq!(script.lock().seen, ["list at 1", "list at 2"]);
}

#[tokio::test]
async fn brokers_without_a_call_are_told_apart() {
    let script = Script {
        find_version: 4,
        finds: BTreeMap::from([("a", [Ok(1)].into())]),
        ..Script::default()
    };
    let (admin, _script) = start(script, 60_000).await;
    // Neither way of describing is served, nor is ListGroups, without which there are no groups.
    let described = admin.describe_groups(&names(&["a"])).await;
    assert!(matches!(described, Err(ClientError::Unsupported { .. })));
    assert_eq!(admin.groups().await.unwrap(), Vec::<String>::new());
}

#[test]
fn offsets_of_one_group_are_read_from_old_answers() {
    let partition = |partition_index, committed_offset| OffsetFetchResponsePartition {
        partition_index,
        committed_offset,
        committed_leader_epoch: -1,
        ..OffsetFetchResponsePartition::default()
    };
    let answer = OffsetFetchResponse {
        topics: vec![OffsetFetchResponseTopic {
            name: "t".to_owned(),
            partitions: vec![partition(0, 7), partition(1, -1)],
            ..OffsetFetchResponseTopic::default()
        }],
        ..OffsetFetchResponse::default()
    };
    let read = offsets::read_offsets(&names(&["g"]), answer);
    let [(group, Ok(offsets))] = read.as_slice() else { panic!("{read:?}") };
    assert_eq!(group, "g");
    let at = ("t".to_owned(), PartitionIndex(0));
    assert_eq!(offsets.keys().collect::<Vec<_>>(), [&at]);
    assert_eq!((offsets[&at].offset, offsets[&at].leader_epoch), (Offset(7), None));
}

#[test]
fn consumer_groups_are_told_from_others() {
    for (kind, protocol, expected) in [
        ("Classic", "consumer", true),
        ("Classic", "", true),
        ("Consumer", "consumer", true),
        ("", "consumer", true),
        ("Classic", "connect", false),
        ("Share", "share", false),
        ("Streams", "streams", false),
    ] {
        let group = GroupListing {
            kind: kind.to_owned(),
            protocol: protocol.to_owned(),
            ..GroupListing::default()
        };
        assert_eq!(group.is_consumer_group(), expected, "{kind} {protocol}");
    }
}
