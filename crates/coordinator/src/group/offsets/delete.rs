//! OffsetDelete 0 (KIP-496), DeleteGroups 0-3, and what goes with a deleted topic.

use moldau_protocol::{
    ErrorCode,
    messages::{
        delete_groups_response::DeletableGroupResult,
        offset_delete_response::{OffsetDeleteResponsePartition, OffsetDeleteResponseTopic},
    },
};

use super::{expiry::Budget, *};

/// A topic that is gone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeletedTopic {
    /// Its name, which another topic may have by now.
    pub name: Name,
    /// Its id.
    pub id: TopicId,
}

impl GroupMachine {
    pub(in super::super) fn offset_delete(
        &mut self,
        request: OffsetDeleteRequest,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let refused = |code: ErrorCode| {
            Reply::OffsetDelete(OffsetDeleteResponse {
                error_code: code.0,
                ..OffsetDeleteResponse::default()
            })
        };
        if request.group_id.is_empty() {
            return Err(refused(ErrorCode::INVALID_GROUP_ID));
        }
        let Some(group) = self.state.groups.get(request.group_id.as_str()).cloned() else {
            return Err(refused(ErrorCode::GROUP_ID_NOT_FOUND));
        };
        group.validate_offset_delete().map_err(refused)?;

        let mut step = GroupStep::default();
        let mut topics = Vec::with_capacity(request.topics.len());
        for topic in &request.topics {
            let code = match group.is_subscribed_to(&topic.name) {
                true => ErrorCode::GROUP_SUBSCRIBED_TO_TOPIC,
                false => ErrorCode::NONE,
            };
            let mut partitions = Vec::with_capacity(topic.partitions.len());
            for partition in &topic.partitions {
                let index = PartitionIndex(partition.partition_index);
                if !code.is_error() && self.has_offset(&request.group_id, &topic.name, index) {
                    self.write(&mut step, tombstone(&request.group_id, &topic.name, index));
                }
                partitions.push(OffsetDeleteResponsePartition {
                    partition_index: index.0,
                    error_code: code.0,
                });
            }
            topics.push(OffsetDeleteResponseTopic { name: topic.name.clone(), partitions });
        }
        let answer = OffsetDeleteResponse { topics, ..OffsetDeleteResponse::default() };
        step.replies.push((call.ticket, Reply::OffsetDelete(answer)));
        Ok(step)
    }

    /// Whether there is an offset of a partition, committed or pending.
    fn has_offset(&self, group: &str, topic: &str, partition: PartitionIndex) -> bool {
        self.state.offsets.groups.get(group).is_some_and(|offsets| {
            offsets.get(topic, partition).is_some() || offsets.is_pending(topic, partition)
        })
    }

    pub(in super::super) fn delete_groups(
        &mut self,
        request: DeleteGroupsRequest,
        call: Call,
    ) -> Result<GroupStep, Reply> {
        let mut step = GroupStep::default();
        let mut results = Vec::with_capacity(request.groups_names.len());
        for name in request.groups_names {
            let code = match self.state.groups.get(name.as_str()).cloned() {
                None => ErrorCode::GROUP_ID_NOT_FOUND,
                Some(group) => match group.validate_delete() {
                    Ok(()) => {
                        self.delete_group(&mut step, &name, &group);
                        ErrorCode::NONE
                    }
                    Err(code) => code,
                },
            };
            results.push(DeletableGroupResult {
                group_id: name,
                error_code: code.0,
                ..DeletableGroupResult::default()
            });
        }
        let answer = DeleteGroupsResponse { results, ..DeleteGroupsResponse::default() };
        step.replies.push((call.ticket, Reply::DeleteGroups(answer)));
        Ok(step)
    }

    /// Removes a group after all of its offsets, pending ones too.
    fn delete_group(&mut self, step: &mut GroupStep, name: &str, group: &Group) {
        if let Some(offsets) = self.state.offsets.groups.get(name).cloned() {
            let committed = offsets.committed.keys();
            let pending = offsets.pending.keys();
            let slots: BTreeSet<_> = committed.chain(pending).collect();
            for slot in slots {
                self.write(step, tombstone(name, &slot.topic, slot.partition));
            }
        }
        for record in group.tombstones(name) {
            self.write(step, record);
        }
    }

    /// Removes the offsets of deleted topics. Many go in several steps; what a failed append leaves
    /// behind expires some day.
    pub(in super::super) fn topics_deleted(
        &mut self,
        topics: &[DeletedTopic],
        call: Call,
    ) -> GroupStep {
        let mut step = GroupStep::reply(call.ticket, Reply::Done);
        let mut budget = Budget::default();
        for topic in topics {
            self.remove_topic(&mut step, topic, "", &mut budget, call.now);
        }
        step
    }

    /// Goes on with a topic that had too many offsets for one step.
    pub(in super::super) fn topic_deleted(
        &mut self,
        topic: &DeletedTopic,
        from: &str,
        call: Call,
    ) -> GroupStep {
        let mut step = GroupStep::default();
        self.remove_topic(&mut step, topic, from, &mut Budget::default(), call.now);
        step
    }

    fn remove_topic(
        &mut self,
        step: &mut GroupStep,
        topic: &DeletedTopic,
        from: &str,
        budget: &mut Budget,
        now: Time,
    ) {
        let groups = self.state.offsets.groups.clone();
        for (name, offsets) in groups.range_from(from) {
            let gone = |id: &TopicId| id.0.is_zero() || *id == topic.id;
            for (partition, _) in
                offsets.partitions_of(&topic.name).iter().filter(|(_, id)| gone(id))
            {
                if !budget.spend(name, &topic.name) {
                    let rest = Deadline::TopicDeleted(topic.clone(), Arc::clone(name));
                    self.deadlines.set(rest, now);
                    return;
                }
                self.write(step, tombstone(name, &topic.name, *partition));
            }
        }
        self.state.offsets.names.remove(&*topic.name);
    }
}

/// The record that removes an offset.
pub(super) fn tombstone(group: &str, topic: &str, partition: PartitionIndex) -> GroupRecord {
    let key = OffsetCommitKey {
        group: group.to_owned(),
        topic: topic.to_owned(),
        partition: partition.0,
    };
    GroupRecord::OffsetCommit(key, None)
}
