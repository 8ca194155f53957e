//! OffsetCommit 2-10 and TxnOffsetCommit 0-6 (KIP-211, 447, 848, 1251).
//!
//! The offsets of a transaction become records of its producer; they count when the transaction is
//! committed. A request is refused as a whole but for metadata that is too long.

use moldau_protocol::{
    ErrorCode,
    ids::ProducerEpoch,
    messages::{offset_commit_response as plain, txn_offset_commit_response as txn},
};

use super::*;

/// First version of OffsetCommit whose clients know `GROUP_ID_NOT_FOUND`.
const OFFSET_COMMIT_GROUP_ID_NOT_FOUND: i16 = 9;
/// First version of TxnOffsetCommit whose clients know `GROUP_ID_NOT_FOUND` and `STALE_MEMBER_EPOCH`.
const TXN_OFFSET_COMMIT_NEW_ERRORS: i16 = 6;
/// `retention_time_ms` of who leaves it to the server.
const DEFAULT_RETENTION: i64 = -1;

/// A partition as it is in a request.
struct Asked<'a> {
    topic: &'a str,
    topic_id: TopicId,
    partition: PartitionIndex,
    metadata: &'a str,
    too_long: bool,
}

impl GroupMachine {
    pub(in super::super) fn offset_commit(
        &mut self,
        request: OffsetCommitRequest,
        version: i16,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let by = Committer {
            member: &request.member_id,
            instance: request.group_instance_id.as_deref(),
            epoch: request.generation_id_or_member_epoch,
            transactional: false,
            version,
        };
        let refused = |code| Reply::OffsetCommit(commit_answer(&request, |_| code));
        let group = self.committing_group(&request.group_id, by).map_err(refused)?;
        if let Some(Group::Classic(_)) = group.as_deref() {
            let name = Name::from(request.group_id.as_str());
            self.heard_of(&name, by.member, call.now);
        }
        let too_long =
            |metadata: &Option<String>| self.is_too_long(metadata.as_deref().unwrap_or_default());
        let asked: Vec<_> = request
            .topics
            .iter()
            .flat_map(|topic| {
                topic.partitions.iter().map(|partition| Asked {
                    topic: &topic.name,
                    topic_id: TopicId(topic.topic_id),
                    partition: PartitionIndex(partition.partition_index),
                    metadata: partition.committed_metadata.as_deref().unwrap_or_default(),
                    too_long: too_long(&partition.committed_metadata),
                })
            })
            .collect();
        check_partitions(group.as_deref(), by, &asked).map_err(refused)?;

        let expires = match request.retention_time_ms {
            DEFAULT_RETENTION => -1,
            retention => call.now.0.saturating_add(retention),
        };
        let mut step = GroupStep::default();
        let partitions = request.topics.iter().flat_map(|topic| &topic.partitions);
        for (asked, partition) in asked.iter().zip(partitions) {
            let offset = (partition.committed_offset, partition.committed_leader_epoch);
            self.write_offset(&mut step, &request.group_id, asked, offset, (call.now, expires));
        }
        let mut asked = asked.iter();
        let answer = commit_answer(&request, |_| code_of(asked.next()));
        step.replies.push((call.ticket, Reply::OffsetCommit(answer)));
        Ok(step)
    }

    pub(in super::super) fn txn_offset_commit(
        &mut self,
        request: TxnOffsetCommitRequest,
        version: i16,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let by = Committer {
            member: &request.member_id,
            instance: request.group_instance_id.as_deref(),
            epoch: request.generation_id_or_member_epoch,
            transactional: true,
            version,
        };
        let refused = |code| Reply::TxnOffsetCommit(txn_answer(&request, |_| code));
        if request.group_id.is_empty() {
            return Err(refused(ErrorCode::INVALID_GROUP_ID));
        }
        if request.producer_id < 0 {
            return Err(refused(ErrorCode::INVALID_PRODUCER_ID_MAPPING));
        }
        let group = self.committing_group(&request.group_id, by).map_err(refused)?;
        let asked: Vec<_> = request
            .topics
            .iter()
            .flat_map(|topic| {
                topic.partitions.iter().map(|partition| {
                    let metadata = partition.committed_metadata.as_deref().unwrap_or_default();
                    Asked {
                        topic: &topic.name,
                        topic_id: TopicId(topic.topic_id),
                        partition: PartitionIndex(partition.partition_index),
                        metadata,
                        too_long: self.is_too_long(metadata),
                    }
                })
            })
            .collect();
        check_partitions(group.as_deref(), by, &asked).map_err(refused)?;

        let producer = (ProducerId(request.producer_id), ProducerEpoch(request.producer_epoch));
        let mut step = GroupStep { producer: Some(producer), ..GroupStep::default() };
        let partitions = request.topics.iter().flat_map(|topic| &topic.partitions);
        for (asked, partition) in asked.iter().zip(partitions) {
            let offset = (partition.committed_offset, partition.committed_leader_epoch);
            self.write_offset(&mut step, &request.group_id, asked, offset, (call.now, -1));
        }
        let mut asked = asked.iter();
        let answer = txn_answer(&request, |_| code_of(asked.next()));
        step.replies.push((call.ticket, Reply::TxnOffsetCommit(answer)));
        Ok(step)
    }

    /// The group, none for one that comes into being with this commit; or why it may not.
    fn committing_group(
        &self,
        name: &str,
        by: Committer<'_>,
    ) -> Result<Option<Arc<Group>>, ErrorCode> {
        let new_errors = match by.transactional {
            true => by.version >= TXN_OFFSET_COMMIT_NEW_ERRORS,
            false => by.version >= OFFSET_COMMIT_GROUP_ID_NOT_FOUND,
        };
        match self.state.groups.get(name) {
            Some(group) => {
                group.validate_commit(by).map_err(|code| known_to(by, code))?;
                Ok(Some(Arc::clone(group)))
            }
            None if by.epoch < 0 => Ok(None),
            None if new_errors => Err(ErrorCode::GROUP_ID_NOT_FOUND),
            None => Err(ErrorCode::ILLEGAL_GENERATION),
        }
    }

    /// Kafka counts the characters of Java's strings.
    fn is_too_long(&self, metadata: &str) -> bool {
        let max = self.settings.offset_metadata_max_bytes;
        metadata.len() > max && metadata.encode_utf16().count() > max
    }

    fn write_offset(
        &mut self,
        step: &mut GroupStep,
        group: &str,
        asked: &Asked<'_>,
        (offset, leader_epoch): (i64, i32),
        (now, expires): (Time, i64),
    ) {
        if asked.too_long {
            return;
        }
        let key = OffsetCommitKey {
            group: group.to_owned(),
            topic: asked.topic.to_owned(),
            partition: asked.partition.0,
        };
        let mut value = OffsetCommitValue {
            offset,
            leader_epoch,
            metadata: asked.metadata.to_owned(),
            commit_timestamp: now.0,
            expire_timestamp: expires,
            topic_id: asked.topic_id.0,
            ..OffsetCommitValue::default()
        };
        if expires != -1 {
            // The layout with this time has none of these, and a replay shall find the same.
            let none = OffsetCommitValue::default();
            (value.leader_epoch, value.topic_id) = (none.leader_epoch, none.topic_id);
        }
        self.write(step, GroupRecord::OffsetCommit(key, Some(value)));
    }
}

fn check_partitions(
    group: Option<&Group>,
    by: Committer<'_>,
    asked: &[Asked<'_>],
) -> Result<(), ErrorCode> {
    let Some(group) = group else { return Ok(()) };
    for asked in asked.iter().filter(|asked| !asked.too_long) {
        group
            .validate_commit_partition(by, asked.topic_id, asked.partition)
            .map_err(|code| known_to(by, code))?;
    }
    Ok(())
}

/// The code, or its forerunner for clients of TxnOffsetCommit that do not know it.
fn known_to(by: Committer<'_>, code: ErrorCode) -> ErrorCode {
    if by.transactional
        && by.version < TXN_OFFSET_COMMIT_NEW_ERRORS
        && code == ErrorCode::STALE_MEMBER_EPOCH
    {
        return ErrorCode::ILLEGAL_GENERATION;
    }
    code
}

fn code_of(asked: Option<&Asked<'_>>) -> ErrorCode {
    match asked {
        Some(asked) if asked.too_long => ErrorCode::OFFSET_METADATA_TOO_LARGE,
        _ => ErrorCode::NONE,
    }
}

/// The answer to all partitions of the request, in its order.
fn commit_answer(
    request: &OffsetCommitRequest,
    mut code: impl FnMut(i32) -> ErrorCode,
) -> OffsetCommitResponse {
    let topics = request.topics.iter().map(|topic| plain::OffsetCommitResponseTopic {
        name: topic.name.clone(),
        topic_id: topic.topic_id,
        partitions: topic
            .partitions
            .iter()
            .map(|partition| plain::OffsetCommitResponsePartition {
                partition_index: partition.partition_index,
                error_code: code(partition.partition_index).0,
                ..plain::OffsetCommitResponsePartition::default()
            })
            .collect(),
        ..plain::OffsetCommitResponseTopic::default()
    });
    OffsetCommitResponse { topics: topics.collect(), ..OffsetCommitResponse::default() }
}

/// The answer to all partitions of the request, in its order.
fn txn_answer(
    request: &TxnOffsetCommitRequest,
    mut code: impl FnMut(i32) -> ErrorCode,
) -> TxnOffsetCommitResponse {
    let topics = request.topics.iter().map(|topic| txn::TxnOffsetCommitResponseTopic {
        name: topic.name.clone(),
        topic_id: topic.topic_id,
        partitions: topic
            .partitions
            .iter()
            .map(|partition| txn::TxnOffsetCommitResponsePartition {
                partition_index: partition.partition_index,
                error_code: code(partition.partition_index).0,
                ..txn::TxnOffsetCommitResponsePartition::default()
            })
            .collect(),
        ..txn::TxnOffsetCommitResponseTopic::default()
    });
    TxnOffsetCommitResponse { topics: topics.collect(), ..TxnOffsetCommitResponse::default() }
}
