//! DeleteTopics: by name (all versions) or by id (from version 6, KIP-516).
//!
//! The answers come in the order of the request; Kafka shuffles them, so that their order tells
//! nobody which topics exist without being visible.

use std::collections::{BTreeMap, BTreeSet};

use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{TopicId, Uuid};
use moldau_protocol::messages::{
    DeleteTopicsRequest, DeleteTopicsResponse, RemoveTopicRecord, delete_topics_response,
};

use super::{ControllerMachine, Decision, MAX_RECORDS_PER_REQUEST, Reply};
use crate::record::VersionedRecord;

/// How the request names a topic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    ByName(String),
    ById(Uuid),
    Neither,
    Both(String, Uuid),
}

impl Named {
    fn result(
        &self,
        error: ErrorCode,
        message: Option<&str>,
    ) -> delete_topics_response::DeletableTopicResult {
        let (name, topic_id) = match self {
            Self::ByName(name) => (Some(name.clone()), Uuid::ZERO),
            Self::ById(id) => (None, *id),
            Self::Neither => (None, Uuid::ZERO),
            Self::Both(name, id) => (Some(name.clone()), *id),
        };
        delete_topics_response::DeletableTopicResult {
            name,
            topic_id,
            error_code: error.0,
            error_message: message.map(str::to_owned),
            ..Default::default()
        }
    }
}

fn named(request: &DeleteTopicsRequest) -> Vec<Named> {
    let names = request.topic_names.iter().cloned().map(Named::ByName);
    let topics = request.topics.iter().map(|topic| match (&topic.name, topic.topic_id) {
        (None, id) if id.is_zero() => Named::Neither,
        (None, id) => Named::ById(id),
        (Some(name), id) if id.is_zero() => Named::ByName(name.clone()),
        (Some(name), id) => Named::Both(name.clone(), id),
    });
    names.chain(topics).collect()
}

/// First version that knows the code TOPIC_DELETION_DISABLED.
const FIRST_VERSION_WITH_DISABLED: i16 = 3;

impl ControllerMachine {
    pub(super) fn delete_topics(&self, request: &DeleteTopicsRequest, version: i16) -> Decision {
        let topics = named(request);
        let mut results = Vec::new();
        if !self.config.delete_topic_enable {
            let error = if version < FIRST_VERSION_WITH_DISABLED {
                ErrorCode::INVALID_REQUEST
            } else {
                ErrorCode::TOPIC_DELETION_DISABLED
            };
            results.extend(topics.iter().map(|topic| topic.result(error, None)));
            return answer(results, Vec::new());
        }
        let mut uses: BTreeMap<&Named, usize> = BTreeMap::new();
        for topic in &topics {
            *uses.entry(topic).or_default() += 1;
        }
        let by_id: BTreeSet<Uuid> = topics
            .iter()
            .filter_map(|topic| match topic {
                Named::ById(id) => Some(*id),
                _ => None,
            })
            .collect();
        // Named and given by id: the name's entry says so, and the topic stays.
        let named_too: BTreeSet<Uuid> = topics
            .iter()
            .filter_map(|topic| match topic {
                Named::ByName(name) if uses.get(topic) == Some(&1) => {
                    self.image().topics.by_name(name).map(|image| image.id.0)
                }
                _ => None,
            })
            .filter(|id| by_id.contains(id))
            .collect();
        let mut records = Vec::new();
        let mut answered = BTreeSet::new();
        for topic in &topics {
            let several = !matches!(topic, Named::Neither | Named::Both(..));
            if several && !answered.insert(topic) {
                continue;
            }
            let duplicate = uses.get(topic).is_some_and(|uses| *uses > 1);
            let named_too = matches!(topic, Named::ById(id) if named_too.contains(id));
            if !named_too || duplicate {
                results.push(self.delete_one(topic, duplicate, &by_id, &mut records));
            }
        }
        answer(results, records)
    }

    fn delete_one(
        &self,
        topic: &Named,
        duplicate: bool,
        by_id: &BTreeSet<Uuid>,
        records: &mut Vec<VersionedRecord>,
    ) -> delete_topics_response::DeletableTopicResult {
        let invalid = |message: &str| topic.result(ErrorCode::INVALID_REQUEST, Some(message));
        let image = match topic {
            Named::Neither => return invalid("Neither topic name nor id were specified."),
            Named::Both(..) => return invalid("You may not specify both topic name and topic id."),
            Named::ByName(_) if duplicate => return invalid("Duplicate topic name."),
            Named::ById(_) if duplicate => return invalid("Duplicate topic id."),
            Named::ByName(name) => match self.image().topics.by_name(name) {
                Some(image) if by_id.contains(&image.id.0) => {
                    let both = Named::Both(name.clone(), image.id.0);
                    let message =
                        "The provided topic name maps to an ID that was already supplied.";
                    return both.result(ErrorCode::INVALID_REQUEST, Some(message));
                }
                Some(image) => image,
                None => {
                    let message = "This server does not host this topic-partition.";
                    return topic.result(ErrorCode::UNKNOWN_TOPIC_OR_PARTITION, Some(message));
                }
            },
            Named::ById(id) => match self.image().topics.by_id(TopicId(*id)) {
                Some(image) => image,
                None => {
                    let message = "This server does not host this topic ID.";
                    return topic.result(ErrorCode::UNKNOWN_TOPIC_ID, Some(message));
                }
            },
        };
        if records.len() == MAX_RECORDS_PER_REQUEST {
            let message = "Unable to perform excessively large batch operation.";
            return topic.result(ErrorCode::POLICY_VIOLATION, Some(message));
        }
        let record = RemoveTopicRecord { topic_id: image.id.0, ..Default::default() };
        records.push(VersionedRecord::new(record, 0));
        let deleted = Named::Both(image.name.as_ref().to_owned(), image.id.0);
        deleted.result(ErrorCode::NONE, None)
    }
}

fn answer(
    responses: Vec<delete_topics_response::DeletableTopicResult>,
    records: Vec<VersionedRecord>,
) -> Decision {
    let response = DeleteTopicsResponse { responses, ..Default::default() };
    Decision::atomic(records, Reply::DeleteTopics(response))
}
