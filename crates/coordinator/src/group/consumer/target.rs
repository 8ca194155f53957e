//! Makes the target assignment of a group for its epoch.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use moldau_metadata::image::MetadataImage;
use moldau_protocol::ids::TopicId;

use super::super::{
    GroupMachine, GroupStep, Name,
    assignor::{self, GroupSpec, MemberSpec},
};
use super::member::{Member, Partitions};
use super::{ConsumerGroup, records};
use crate::machine::Time;

impl GroupMachine {
    /// Makes a new target, if the group has a newer epoch and the last target is old enough.
    pub(super) fn retarget(&mut self, step: &mut GroupStep, group: &Name, now: Time) {
        let Some(state) = self.consumer_group(group) else { return };
        if state.target_epoch >= state.epoch {
            return;
        }
        let interval = self.settings.consumer_times(&self.image, group).assignment_interval;
        let made = state.target_made;
        if made != Time(0) && interval != Duration::ZERO && now < made + interval {
            return;
        }
        let targets = state.next_targets(&self.image, &self.assignor_of(group));
        let changed: Vec<_> = targets
            .into_iter()
            .filter(|(id, new)| state.targets.get(id).is_none_or(|old| **old != *new))
            .map(|(id, new)| records::target_member(group, &id, &new))
            .collect();
        let epoch = state.epoch;
        for record in changed {
            self.write(step, record);
        }
        self.write(step, records::target(group, epoch, now));
    }
}

impl ConsumerGroup {
    /// Targets of all members by the assignor.
    fn next_targets(&self, image: &MetadataImage, assignor: &str) -> Vec<(Name, Partitions)> {
        let none = Partitions::new();
        let mut counts = BTreeMap::new();
        let mut members = Vec::with_capacity(self.members.len());
        let mut last: Option<(&Arc<Member>, Rc<[TopicId]>)> = None;
        for (id, member) in self.members.iter() {
            let topics = match &last {
                // Most members of a group have the same subscription.
                Some((before, topics))
                    if before.topics == member.topics && before.regex == member.regex =>
                {
                    Rc::clone(topics)
                }
                _ => self.topic_ids(image, member, &mut counts),
            };
            last = Some((member, Rc::clone(&topics)));
            members.push(MemberSpec {
                id,
                instance: member.instance.as_deref(),
                topics,
                target: self.targets.get(id).map_or(&none, |target| target),
            });
        }
        let spec = GroupSpec { members, homogeneous: self.is_homogeneous(), counts };
        let targets = assignor::assign(assignor, &spec);
        self.members.keys().cloned().zip(targets).collect()
    }

    /// Ids of the topics that exist of a member's, sorted; puts down how many partitions they have.
    fn topic_ids(
        &self,
        image: &MetadataImage,
        member: &Member,
        counts: &mut BTreeMap<TopicId, i32>,
    ) -> Rc<[TopicId]> {
        let mut ids: Vec<TopicId> = Vec::new();
        for topic in self.subscriptions(member).iter().filter_map(|name| image.topics.by_name(name))
        {
            ids.push(topic.id);
            counts.insert(topic.id, i32::try_from(topic.partitions.len()).unwrap_or(i32::MAX));
        }
        ids.sort_unstable();
        ids.into()
    }
}
