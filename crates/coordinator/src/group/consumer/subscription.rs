//! What members subscribe to: by name, and by patterns, which are matched here.

use std::sync::Arc;

use moldau_metadata::image::MetadataImage;
use moldau_protocol::{ErrorCode, ids::Offset};

use super::super::{Deadline, Group, GroupMachine, GroupStep, Name};
use super::member::Member;
use super::{ConsumerGroup, Refusal, Resolved, pattern, records};
use crate::machine::Time;

/// Shortest time between two looks at all topics for the patterns of a group, in milliseconds; Kafka
/// has the same constant.
const MIN_REGEX_REFRESH_MS: i64 = 10_000;

/// How many different patterns the members of a group may have: each is matched with every topic of the
/// cluster when it is resolved, and the whole partition of `__consumer_offsets` waits for that.
const MAX_REGEXES: usize = 1_000;

/// What a new subscription means for the group and its member.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    /// The member subscribes to something else.
    pub(super) resubscribed: bool,
    /// The group needs a new target.
    pub(super) bump: bool,
}

impl GroupMachine {
    pub(super) fn consumer_group_mut(&mut self, name: &str) -> Option<&mut ConsumerGroup> {
        match Arc::make_mut(self.state.groups.get_mut(name)?) {
            Group::Consumer(group) => Some(group),
            Group::Classic(_) => None,
        }
    }

    /// Writes the member as `updated` (none: unchanged), and resolves patterns.
    pub(super) fn subscribe(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        id: &Name,
        before: &Member,
        updated: Option<Member>,
        now: Time,
    ) -> Result<Change, Refusal> {
        let mut change = Change::default();
        if let Some(updated) = &updated {
            let assignor = self.assignor_of(group);
            self.write(step, records::member(group, id, updated));
            let renamed = updated.topics != before.topics;
            change.resubscribed = renamed;
            change.bump = renamed || self.assignor_of(group) != assignor;
            if updated.regex != before.regex {
                change.resubscribed = true;
                self.change_regex(step, group, before, updated, now, &mut change)?;
            }
        }
        self.refresh_regexes(group, now);
        Ok(change)
    }

    /// The assignor that the group would be assigned by.
    pub(super) fn assignor_of(&self, group: &str) -> String {
        let preferred = self.consumer_group(group).and_then(ConsumerGroup::preferred_assignor);
        match preferred {
            Some(name) if self.settings.consumer_assignors.iter().any(|own| **own == **name) => {
                name.to_string()
            }
            _ => self.settings.consumer_assignors.first().cloned().unwrap_or_default(),
        }
    }

    /// A member has another pattern than before, or none any more.
    fn change_regex(
        &mut self,
        step: &mut GroupStep,
        group: &Name,
        before: &Member,
        updated: &Member,
        now: Time,
        change: &mut Change,
    ) -> Result<(), Refusal> {
        let Some(state) = self.consumer_group(group) else { return Ok(()) };
        let is_known = state.resolved.contains_key(&updated.regex);
        let too_many = state.regexes.len() > MAX_REGEXES;
        if !before.regex.is_empty() && !state.regexes.contains_key(&before.regex) {
            self.write(step, records::regex_gone(group, &before.regex));
        }
        if updated.regex.is_empty() || is_known {
            change.bump = true;
            return Ok(());
        }
        let refused = |text| Refusal::new(ErrorCode::INVALID_REGULAR_EXPRESSION, text);
        let name = &updated.regex;
        if too_many {
            return Err(refused(format!(
                "SubscribedTopicRegex `{name}` is one too many: the members of a group can have \
                 {MAX_REGEXES} different ones."
            )));
        }
        pattern::compile(name).map_err(|what| {
            refused(format!(
                "SubscribedTopicRegex `{name}` is not a valid regular expression: {what}."
            ))
        })?;
        self.deadlines.set(Deadline::ConsumerPatterns(Name::clone(group)), now);
        Ok(())
    }

    /// Has the patterns of the group matched again, when topics were made or some time has gone by.
    fn refresh_regexes(&mut self, group: &Name, now: Time) {
        let Some(state) = self.consumer_group(group) else { return };
        if state.regexes.is_empty() {
            return;
        }
        let oldest = state.resolved.values().min_by_key(|resolved| resolved.at);
        if let Some(oldest) = oldest {
            let age = now.0.saturating_sub(oldest.at.0);
            let refresh = self.settings.consumer_regex_refresh.as_millis();
            let due = state.resolved.len() != state.regexes.len()
                || Offset(oldest.version) < self.topics_seen.created
                || u128::try_from(age).is_ok_and(|age| age > refresh);
            if age <= MIN_REGEX_REFRESH_MS || !due {
                return;
            }
        }
        self.deadlines.set(Deadline::ConsumerPatterns(Name::clone(group)), now);
    }

    /// Matches all patterns of the group with the topics, right after the heartbeat that asked for it:
    /// what they stand for counts from the next heartbeat on, as in Kafka.
    pub(in super::super) fn resolve_patterns(&mut self, group: &Name, now: Time) -> GroupStep {
        let mut step = GroupStep::default();
        let Some(state) = self.consumer_group(group) else { return step };
        let seen = self.topics_seen.created;
        // Those that were matched with the same topics a moment ago would only cost time.
        let is_fresh = |name: &Name| {
            state.resolved.get(name).is_some_and(|resolved| {
                let age = now.0.saturating_sub(resolved.at.0);
                Offset(resolved.version) >= seen && age <= MIN_REGEX_REFRESH_MS
            })
        };
        let regexes: Vec<Name> =
            state.regexes.keys().filter(|name| !is_fresh(name)).cloned().collect();
        let mut bump = false;
        for name in regexes {
            // One that an older version let in resolves to nothing.
            let resolved = match pattern::compile(&name) {
                Ok(regex) => resolve(&regex, &self.image, now),
                Err(_) => resolve_nothing(&self.image, now),
            };
            let before = self.consumer_group(group).and_then(|state| state.resolved.get(&name));
            let topics = before.map(|before| &before.topics[..]).unwrap_or_default();
            bump |= topics != &resolved.topics[..];
            self.write(&mut step, records::regex(group, &name, &resolved));
        }
        if bump {
            self.refresh_metadata(&mut step, group, true);
        }
        step
    }

    /// Whether topics of the group may have changed since its hash was last computed.
    pub(super) fn is_stale(&self, group: &str) -> bool {
        self.consumer_group(group).is_none_or(|group| {
            group.checked.0.is_none_or(|checked| checked < self.topics_seen.changed)
        })
    }

    /// Raises the epoch of the group, when it is to be or its topics have changed.
    pub(super) fn refresh_metadata(&mut self, step: &mut GroupStep, group: &Name, bump: bool) {
        let image = Arc::clone(&self.image);
        let Some(state) = self.consumer_group_mut(group) else { return };
        state.checked.0 = Some(image.provenance.last_offset);
        let hash = state.hash_in(&image);
        let epoch = state.epoch.saturating_add(1);
        let changed = bump || hash != state.metadata_hash;
        let has_partitions_record = state.has_partitions_record;
        if changed {
            self.write(step, records::epoch(group, epoch, hash));
        }
        if has_partitions_record {
            self.write(step, records::partitions_gone(group));
        }
    }
}

fn resolve_nothing(image: &MetadataImage, now: Time) -> Resolved {
    Resolved { topics: Arc::from([]), version: image.provenance.last_offset.0, at: now }
}

fn resolve(regex: &regex::Regex, image: &MetadataImage, now: Time) -> Resolved {
    let names = image.topics.iter().map(|topic| &topic.name);
    let topics = names.filter(|name| regex.is_match(name)).cloned().collect();
    Resolved { topics, ..resolve_nothing(image, now) }
}
