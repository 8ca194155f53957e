//! Committed offsets of groups: reading, writing and deleting them, and deleting whole groups.
//!
//! Topics go by name here. The versions that name them by id (OffsetFetch and OffsetCommit 10) are
//! for members, who know the ids.

use std::collections::BTreeMap;

use moldau_protocol::{
    ErrorCode,
    ids::{LeaderEpoch, Offset, PartitionIndex},
    messages::{
        DeleteGroupsRequest, DeleteGroupsResponse, OffsetCommitRequest, OffsetCommitResponse,
        OffsetDeleteRequest, OffsetDeleteResponse, OffsetFetchRequest, OffsetFetchResponse,
        offset_commit_request::{OffsetCommitRequestPartition, OffsetCommitRequestTopic},
        offset_delete_request::{OffsetDeleteRequestPartition, OffsetDeleteRequestTopic},
        offset_fetch_request::OffsetFetchRequestGroup,
        offset_fetch_response::OffsetFetchResponseGroup,
    },
};

use super::{
    Admin,
    coordinators::{Ask, Outcomes},
};
use crate::{ClientError, admin::TopicPartition};

/// Newest versions that name topics.
const BY_NAME: i16 = 9;

/// First version of OffsetFetch that takes several groups.
const SEVERAL_GROUPS_FROM: i16 = 8;

/// `generation_id_or_member_epoch` of who is no member.
const NO_GENERATION: i32 = -1;

/// An offset that a group has committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The next record to read.
    pub offset: Offset,
    /// Epoch of the leader that the last record read came from, if the member told.
    pub leader_epoch: Option<LeaderEpoch>,
    /// What the member wrote beside it.
    pub metadata: String,
}

/// What came of deleting offsets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OffsetDeletion {
    /// Why nothing was deleted, as a code for the whole request; `NONE` otherwise.
    pub code: ErrorCode,
    /// The code of each partition.
    pub partitions: BTreeMap<TopicPartition, ErrorCode>,
}

/// What a group has committed.
pub type Offsets = BTreeMap<TopicPartition, Committed>;

/// Sorts into topics.
fn by_topic<T, V: Clone>(
    partitions: impl Iterator<Item = (TopicPartition, V)>,
    topic: impl Fn(String, Vec<(PartitionIndex, V)>) -> T,
) -> Vec<T> {
    let mut topics: BTreeMap<String, Vec<(PartitionIndex, V)>> = BTreeMap::new();
    for ((name, index), value) in partitions {
        topics.entry(name).or_default().push((index, value));
    }
    topics.into_iter().map(|(name, partitions)| topic(name, partitions)).collect()
}

/// The only outcome of a request for one group.
fn only<T>(group: &str, mut outcomes: Outcomes<T>, operation: &str) -> Result<T, ClientError> {
    outcomes.remove(group).unwrap_or_else(|| {
        Err(ClientError::refused(operation, ErrorCode::UNKNOWN_SERVER_ERROR, None))
    })
}

impl Admin {
    /// All that groups have committed. A group that does not exist has nothing.
    ///
    /// # Errors
    /// When the brokers are too old; what a coordinator refuses is the outcome of the group.
    pub async fn committed(&self, groups: &[String]) -> Result<Outcomes<Offsets>, ClientError> {
        let ask = Ask {
            operation: "reading the offsets of groups",
            cap: BY_NAME,
            several_from: SEVERAL_GROUPS_FROM,
            request: &all_offsets_of,
            read: &|_, asked, answer: OffsetFetchResponse| read_offsets(asked, answer),
        };
        self.ask_coordinators(groups, &ask).await
    }

    /// Commits offsets for a group, as somebody who is no member: it must have none.
    ///
    /// # Errors
    /// The refusal of the first partition that was refused: `UNKNOWN_MEMBER_ID` when the group has
    /// members.
    pub async fn commit(
        &self,
        group: &str,
        offsets: &BTreeMap<TopicPartition, Offset>,
    ) -> Result<(), ClientError> {
        if offsets.is_empty() {
            return Ok(());
        }
        let operation = format!("committing offsets of group {group}");
        let partition = |(index, offset): (PartitionIndex, Offset)| OffsetCommitRequestPartition {
            partition_index: index.0,
            committed_offset: offset.0,
            committed_metadata: Some(String::new()),
            ..OffsetCommitRequestPartition::default()
        };
        let topics =
            by_topic(offsets.iter().map(|(at, offset)| (at.clone(), *offset)), |name, all| {
                OffsetCommitRequestTopic {
                    name,
                    partitions: all.into_iter().map(partition).collect(),
                    ..OffsetCommitRequestTopic::default()
                }
            });
        let ask = Ask {
            operation: &operation,
            cap: BY_NAME,
            several_from: i16::MAX,
            request: &|_, _| OffsetCommitRequest {
                group_id: group.to_owned(),
                generation_id_or_member_epoch: NO_GENERATION,
                topics: topics.clone(),
                ..OffsetCommitRequest::default()
            },
            read: &|_, _, answer: OffsetCommitResponse| {
                vec![(group.to_owned(), all_committed(&operation, answer))]
            },
        };
        only(group, self.ask_coordinators(&[group.to_owned()], &ask).await?, &operation)
    }

    /// Deletes offsets that a group has committed, for partitions that no member reads.
    ///
    /// # Errors
    /// Why the coordinator cannot be asked; what it refuses is in the result.
    pub async fn delete_offsets(
        &self,
        group: &str,
        partitions: &[TopicPartition],
    ) -> Result<OffsetDeletion, ClientError> {
        let operation = format!("deleting offsets of group {group}");
        let topics = by_topic(partitions.iter().map(|at| (at.clone(), ())), |name, all| {
            let partition = |(index, ()): (PartitionIndex, ())| OffsetDeleteRequestPartition {
                partition_index: index.0,
            };
            OffsetDeleteRequestTopic { name, partitions: all.into_iter().map(partition).collect() }
        });
        let ask = Ask {
            operation: &operation,
            cap: i16::MAX,
            several_from: i16::MAX,
            request: &|_, _| OffsetDeleteRequest {
                group_id: group.to_owned(),
                topics: topics.clone(),
            },
            read: &|_, _, answer: OffsetDeleteResponse| {
                vec![(group.to_owned(), deletion(&operation, answer))]
            },
        };
        only(group, self.ask_coordinators(&[group.to_owned()], &ask).await?, &operation)
    }

    /// Deletes groups that have no members, with their offsets. Each has its own outcome.
    ///
    /// # Errors
    /// When the brokers are too old.
    pub async fn delete_groups(&self, groups: &[String]) -> Result<Outcomes<()>, ClientError> {
        let ask = Ask {
            operation: "deleting groups",
            cap: i16::MAX,
            several_from: 0,
            request: &|groups_names, _| DeleteGroupsRequest {
                groups_names,
                ..DeleteGroupsRequest::default()
            },
            read: &|_, _, answer: DeleteGroupsResponse| {
                let results = answer.results.into_iter().map(|result| {
                    let operation = format!("deleting group {}", result.group_id);
                    let code = ErrorCode(result.error_code);
                    let message = result.error_message;
                    (result.group_id, accepted(&operation, code, message))
                });
                results.collect()
            },
        };
        self.ask_coordinators(groups, &ask).await
    }
}

fn accepted(operation: &str, code: ErrorCode, message: Option<String>) -> Result<(), ClientError> {
    if code.is_error() { Err(ClientError::refused(operation, code, message)) } else { Ok(()) }
}

fn all_offsets_of(groups: Vec<String>, version: i16) -> OffsetFetchRequest {
    if version < SEVERAL_GROUPS_FROM {
        let group_id = groups.into_iter().next().unwrap_or_default();
        return OffsetFetchRequest { group_id, topics: None, ..OffsetFetchRequest::default() };
    }
    let one = |group_id| OffsetFetchRequestGroup {
        group_id,
        member_epoch: NO_GENERATION,
        topics: None,
        ..OffsetFetchRequestGroup::default()
    };
    OffsetFetchRequest {
        groups: groups.into_iter().map(one).collect(),
        ..OffsetFetchRequest::default()
    }
}
/// The outcome of each group. Before version 8 there is one, and the answer does not name it.
pub(super) fn read_offsets(
    asked: &[String],
    answer: OffsetFetchResponse,
) -> Vec<(String, Result<Offsets, ClientError>)> {
    if let ([group], true) = (asked, answer.groups.is_empty()) {
        let rows = answer.topics.into_iter().flat_map(|topic| {
            let name = topic.name;
            topic.partitions.into_iter().map(move |at| Row {
                at: (name.clone(), PartitionIndex(at.partition_index)),
                code: at.error_code,
                offset: at.committed_offset,
                epoch: at.committed_leader_epoch,
                metadata: at.metadata,
            })
        });
        return vec![(group.clone(), offsets_in(group, answer.error_code, rows))];
    }
    let one = |group: OffsetFetchResponseGroup| {
        let rows = group.topics.into_iter().flat_map(|topic| {
            let name = topic.name;
            topic.partitions.into_iter().map(move |at| Row {
                at: (name.clone(), PartitionIndex(at.partition_index)),
                code: at.error_code,
                offset: at.committed_offset,
                epoch: at.committed_leader_epoch,
                metadata: at.metadata,
            })
        });
        let offsets = offsets_in(&group.group_id, group.error_code, rows);
        (group.group_id, offsets)
    };
    answer.groups.into_iter().map(one).collect()
}

/// A partition in either form of the answer.
struct Row {
    at: TopicPartition,
    code: i16,
    offset: i64,
    epoch: i32,
    metadata: Option<String>,
}

fn offsets_in(
    group: &str,
    code: i16,
    rows: impl Iterator<Item = Row>,
) -> Result<Offsets, ClientError> {
    let operation = format!("reading the offsets of group {group}");
    accepted(&operation, ErrorCode(code), None)?;
    let mut found = Offsets::new();
    for row in rows {
        accepted(&operation, ErrorCode(row.code), None)?;
        // Nothing is committed where the offset is -1.
        if row.offset >= 0 {
            let committed = Committed {
                offset: Offset(row.offset),
                leader_epoch: (row.epoch >= 0).then_some(LeaderEpoch(row.epoch)),
                metadata: row.metadata.unwrap_or_default(),
            };
            found.insert(row.at, committed);
        }
    }
    Ok(found)
}

fn all_committed(operation: &str, answer: OffsetCommitResponse) -> Result<(), ClientError> {
    for topic in answer.topics {
        for at in topic.partitions {
            let operation = format!("{operation}, {}-{}", topic.name, at.partition_index);
            accepted(&operation, ErrorCode(at.error_code), None)?;
        }
    }
    Ok(())
}

/// Codes that may pass are failures, so that they are tried again; the others are the result. A
/// partition that does not exist has a code that clients of partitions may retry; here it is final.
fn deletion(operation: &str, answer: OffsetDeleteResponse) -> Result<OffsetDeletion, ClientError> {
    let code = ErrorCode(answer.error_code);
    if code.retriable() {
        return Err(ClientError::refused(operation, code, None));
    }
    let mut partitions = BTreeMap::new();
    for topic in answer.topics {
        for at in topic.partitions {
            let key = (topic.name.clone(), PartitionIndex(at.partition_index));
            partitions.insert(key, ErrorCode(at.error_code));
        }
    }
    Ok(OffsetDeletion { code, partitions })
}
