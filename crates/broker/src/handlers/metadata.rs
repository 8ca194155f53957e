//! Metadata, versions 0 to 13.
//!
//! A topic that is not there is made when client and broker both allow it; the answer says
//! `UNKNOWN_TOPIC_OR_PARTITION` meanwhile, and the client asks again.
//!
//! KIPs: 204, 361 (auto-creation), 430 (authorized operations), 516 (topic ids), 1102 (rebootstrap).

use std::{collections::BTreeSet, sync::Arc};

use moldau_metadata::image::{
    BrokerRegistration, ClusterImage, MetadataImage, PartitionRegistration, TopicImage,
};
use moldau_protocol::{
    ErrorCode,
    ids::{BrokerId, PartitionIndex, TopicId, Uuid},
    messages::{
        MetadataRequest, MetadataResponse,
        metadata_request::MetadataRequestTopic,
        metadata_response::{
            MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
        },
    },
};

use super::operations;
use crate::{dispatch::RequestContext, state::Broker, topics};

/// First version that can name topics by id. The field is there from 10 on, but must be zero.
const TOPIC_IDS_FROM: i16 = 12;
/// The version in which an empty list means all topics; later a null one does.
const EMPTY_MEANS_ALL: i16 = 0;

/// The brokers that clients are told of: those that are not fenced. Never none: while all of them are
/// fenced, as the last one is for a moment when it stops, it is the one that answers (`own`). A list
/// without brokers makes librdkafka 2.10 and later drop the last address it knows, for good
/// (confluentinc/librdkafka#5301); Apache Kafka sends it.
pub(super) fn active_brokers(
    cluster: &ClusterImage,
    own: BrokerId,
) -> impl Iterator<Item = &Arc<BrokerRegistration>> {
    let alone = cluster.brokers().all(|broker| broker.fenced);
    cluster.brokers().filter(move |broker| !broker.fenced || (alone && broker.id == own))
}

/// One of the brokers that clients may take for the controller: any active one will do, since every
/// broker passes requests on to the real one.
pub(super) fn controller_id(cluster: &ClusterImage, own: BrokerId) -> i32 {
    active_brokers(cluster, own).next().map_or(BrokerId::NONE.0, |broker| broker.id.0)
}

pub(super) async fn handle(
    broker: Arc<Broker>,
    context: RequestContext,
    request: MetadataRequest,
) -> MetadataResponse {
    let image = broker.image();
    let listener = context.connection.listener.clone();
    let describe = Describe {
        image: &image,
        listener: &listener,
        operations: if request.include_topic_authorized_operations {
            operations::TOPIC
        } else {
            operations::NOT_ASKED
        },
    };
    let all = match &request.topics {
        None => true,
        Some(list) => list.is_empty() && context.version == EMPTY_MEANS_ALL,
    };
    let topics = if all {
        image.topics.iter().map(|topic| describe.topic(topic)).collect()
    } else {
        let create = request.allow_auto_topic_creation && broker.config.topics.auto_create;
        match Wanted::of(request.topics.unwrap_or_default(), context.version) {
            Err((refused, code)) => return refusal(refused, code),
            Ok(Wanted::ById(ids)) => ids
                .into_iter()
                .map(|id| match image.topics.by_id(TopicId(id)) {
                    Some(found) => describe.topic(found),
                    None => unknown_id(id),
                })
                .collect(),
            Ok(Wanted::ByName(names)) => names
                .into_iter()
                .map(|name| match image.topics.by_name(&name) {
                    Some(found) => describe.topic(found),
                    None => missing_topic(&broker, name, create),
                })
                .collect(),
        }
    };
    MetadataResponse {
        brokers: brokers(&image.cluster, broker.node, &listener),
        cluster_id: Some(broker.target.cluster_id.clone()),
        controller_id: controller_id(&image.cluster, broker.node),
        topics,
        cluster_authorized_operations: if request.include_cluster_authorized_operations {
            operations::CLUSTER
        } else {
            operations::NOT_ASKED
        },
        ..Default::default()
    }
}

/// The topics that a request names, each once. One id among them makes all names count for nothing,
/// as in Kafka.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    ByName(BTreeSet<String>),
    ById(BTreeSet<Uuid>),
}

impl Wanted {
    fn of(
        topics: Vec<MetadataRequestTopic>,
        version: i16,
    ) -> Result<Self, (Vec<MetadataRequestTopic>, ErrorCode)> {
        let by_id = topics.iter().any(|topic| !topic.topic_id.is_zero());
        let nameless = topics.iter().any(|topic| topic.name.is_none());
        if version < TOPIC_IDS_FROM && (by_id || nameless) {
            return Err((topics, ErrorCode::INVALID_REQUEST));
        }
        if nameless && !by_id {
            return Err((topics, ErrorCode::UNKNOWN_SERVER_ERROR));
        }
        Ok(if by_id {
            let ids = topics.iter().map(|topic| topic.topic_id);
            Self::ById(ids.filter(|id| !id.is_zero()).collect())
        } else {
            Self::ByName(topics.into_iter().filter_map(|topic| topic.name).collect())
        })
    }
}

/// The answer to a request that cannot be served at all.
fn refusal(topics: Vec<MetadataRequestTopic>, code: ErrorCode) -> MetadataResponse {
    let topics = topics.into_iter().map(|topic| MetadataResponseTopic {
        error_code: code.0,
        name: Some(topic.name.unwrap_or_default()),
        topic_id: topic.topic_id,
        ..Default::default()
    });
    MetadataResponse { topics: topics.collect(), ..Default::default() }
}

fn brokers(cluster: &ClusterImage, own: BrokerId, listener: &str) -> Vec<MetadataResponseBroker> {
    active_brokers(cluster, own)
        .filter_map(|broker| {
            let listener = broker.listener(listener)?;
            Some(MetadataResponseBroker {
                node_id: broker.id.0,
                host: listener.host.clone(),
                port: i32::from(listener.port),
                rack: broker.rack.clone(),
                ..Default::default()
            })
        })
        .collect()
}

fn unknown_id(id: Uuid) -> MetadataResponseTopic {
    MetadataResponseTopic {
        error_code: ErrorCode::UNKNOWN_TOPIC_ID.0,
        topic_id: id,
        name: None,
        ..Default::default()
    }
}

/// The answer for a topic that is not there; sets its creation going when allowed.
fn missing_topic(broker: &Arc<Broker>, name: String, create: bool) -> MetadataResponseTopic {
    let code = if topics::is_valid(&name) {
        if create {
            broker.auto_create.request(broker, &name);
        }
        ErrorCode::UNKNOWN_TOPIC_OR_PARTITION
    } else {
        ErrorCode::INVALID_TOPIC_EXCEPTION
    };
    MetadataResponseTopic {
        error_code: code.0,
        is_internal: topics::is_internal(&name),
        name: Some(name),
        ..Default::default()
    }
}

/// Describes topics to the clients of one listener.
pub(super) struct Describe<'a> {
    pub(super) image: &'a MetadataImage,
    pub(super) listener: &'a str,
    pub(super) operations: i32,
}

impl Describe<'_> {
    fn topic(&self, topic: &TopicImage) -> MetadataResponseTopic {
        let partitions = topic.partitions.iter();
        MetadataResponseTopic {
            name: Some(topic.name.to_string()),
            topic_id: topic.id.0,
            is_internal: topics::is_internal(&topic.name),
            partitions: partitions.map(|(index, each)| self.partition(*index, each)).collect(),
            topic_authorized_operations: self.operations,
            ..Default::default()
        }
    }

    /// One partition; its leader only if clients of the listener can reach it.
    pub(super) fn partition(
        &self,
        index: PartitionIndex,
        partition: &PartitionRegistration,
    ) -> MetadataResponsePartition {
        let leader = self.image.cluster.broker(partition.leader);
        let code = if leader.is_none_or(|broker| broker.fenced) {
            ErrorCode::LEADER_NOT_AVAILABLE
        } else if leader.is_some_and(|broker| broker.listener(self.listener).is_none()) {
            ErrorCode::LISTENER_NOT_FOUND
        } else {
            ErrorCode::NONE
        };
        let leader_id = if code.is_error() { BrokerId::NONE.0 } else { partition.leader.0 };
        let ids = |brokers: &[BrokerId]| brokers.iter().map(|broker| broker.0).collect();
        let offline = partition
            .replicas
            .iter()
            .filter(|id| self.image.cluster.broker(**id).is_none_or(|each| each.fenced))
            .map(|id| id.0)
            .collect();
        MetadataResponsePartition {
            error_code: code.0,
            partition_index: index.0,
            leader_id,
            leader_epoch: partition.leader_epoch.0,
            replica_nodes: ids(&partition.replicas),
            isr_nodes: ids(&partition.isr),
            offline_replicas: offline,
            ..Default::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(name: Option<&str>, id: u8) -> MetadataRequestTopic {
        MetadataRequestTopic {
            name: name.map(str::to_owned),
            topic_id: Uuid([id; 16]),
            ..Default::default()
        }
    }

    #[test]
    fn topics_are_named_by_id_or_by_name() {
        let names = |names: &[&str]| {
            Ok(Wanted::ByName(names.iter().map(|name| (*name).to_owned()).collect()))
        };
        let ids = |ids: &[u8]| Ok(Wanted::ById(ids.iter().map(|id| Uuid([*id; 16])).collect()));
        let check = |version, topics: &[MetadataRequestTopic], expected| {
            let wanted = Wanted::of(topics.to_vec(), version).map_err(|(_, code)| code);
            assert_eq!(wanted, expected, "version {version}, {topics:?}");
        };
        check(12, &[], names(&[]));
        check(
            9,
            &[topic(Some("b"), 0), topic(Some("a"), 0), topic(Some("b"), 0)],
            names(&["a", "b"]),
        );
        check(12, &[topic(None, 1), topic(None, 1)], ids(&[1]));
        check(13, &[topic(Some("a"), 0), topic(Some("b"), 2)], ids(&[2]));
        check(12, &[topic(None, 0)], Err(ErrorCode::UNKNOWN_SERVER_ERROR));
        check(10, &[topic(None, 1)], Err(ErrorCode::INVALID_REQUEST));
        check(11, &[topic(Some("a"), 1)], Err(ErrorCode::INVALID_REQUEST));
        check(11, &[topic(None, 0)], Err(ErrorCode::INVALID_REQUEST));
    }
}
