//! Planner: what becomes of leaders and in-sync replicas when brokers come and go.
//!
//! A broker that goes leaves the in-sync set; a leader is elected among what is left. With eligible
//! leader replicas (KIP-966) the set may become empty: who left while too few were in sync stays
//! eligible, unless it went uncleanly, and the last leader is remembered so that it can lead again,
//! marked as recovering. Without them the last in-sync replica stays, without leading.
//!
//! Source: KIP-631, KIP-966, KIP-704 (recovery), KIP-858 (off-line directories); records as Apache
//! Kafka 4.4.0 writes them. What starts, ends or cancels a reassignment is in `reassign`; who asks for an
//! election is in `elect_leaders`.

use moldau_protocol::ids::{BrokerId, DirectoryId, PartitionIndex, TopicId};
use moldau_protocol::messages::PartitionChangeRecord;

use super::ControllerMachine;
use crate::feature::{ELR_VERSION, MetadataVersion};
use crate::image::{
    ConfigResource, LeaderRecovery, NO_LEADER_CHANGE, PartitionRegistration, TopicImage, raw,
};
use crate::record::VersionedRecord;

/// Config key that decides how many replicas must be in sync.
const MIN_INSYNC_REPLICAS: &str = "min.insync.replicas";
/// Config key that lets a replica lead that may lack records.
const UNCLEAN_LEADER_ELECTION: &str = "unclean.leader.election.enable";

/// Which broker comes or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Movement {
    /// Nobody: the partition itself is to change.
    Nobody,
    /// It must not lead, and leaves the in-sync sets.
    Leaves(BrokerId),
    /// It may lead again; the image still has it fenced.
    Returns(BrokerId),
    /// It lost what was not synced: it is not in sync and not eligible either.
    LostData(BrokerId),
}

/// Whom an election looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seek {
    /// Whoever can lead, the present leader before all; uncleanly when the topic allows it.
    Anybody,
    /// The first replica before all.
    Preferred,
    /// Whoever can lead, uncleanly if need be.
    Unclean,
}

/// What a partition is to become, but for its leader.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) replicas: Vec<BrokerId>,
    pub(super) isr: Vec<BrokerId>,
    pub(super) removing: Vec<BrokerId>,
    pub(super) adding: Vec<BrokerId>,
}

impl Target {
    /// What it is already.
    pub(super) fn same(partition: &PartitionRegistration) -> Self {
        Self {
            replicas: partition.replicas.clone(),
            isr: partition.isr.clone(),
            removing: partition.removing_replicas.clone(),
            adding: partition.adding_replicas.clone(),
        }
    }

    /// Ends the reassignment when all replicas that it adds are in sync.
    fn complete(&mut self) {
        if self.removing.is_empty() && self.adding.is_empty() {
            return;
        }
        let stays = |id: &BrokerId| !self.removing.contains(id);
        let isr: Vec<_> = self.isr.iter().copied().filter(stays).collect();
        let replicas: Vec<_> = self.replicas.iter().copied().filter(stays).collect();
        let removes_all = !self.removing.is_empty() && (isr.is_empty() || replicas.is_empty());
        if removes_all || !self.adding.iter().all(|added| isr.contains(added)) {
            return;
        }
        *self = Self { replicas, isr, removing: Vec::new(), adding: Vec::new() };
    }
}

impl ControllerMachine {
    /// The record that makes `partition` of `topic` what `target` says, with the leader that `seek`
    /// finds; `None` when nothing changes.
    pub(super) fn partition_change(
        &self,
        topic: &TopicImage,
        index: PartitionIndex,
        partition: &PartitionRegistration,
        target: Target,
        seek: Seek,
    ) -> Option<VersionedRecord> {
        let election = Election {
            seek,
            unclean: seek == Seek::Unclean,
            ..self.election(topic, partition, Movement::Nobody)
        };
        let record = election.run(topic.id, index, target)?;
        Some(VersionedRecord::new(record, election.version.partition_record()))
    }

    fn election<'a>(
        &'a self,
        topic: &TopicImage,
        partition: &'a PartitionRegistration,
        movement: Movement,
    ) -> Election<'a> {
        let features = &self.image().features;
        let version = features.metadata_version_or_min();
        Election {
            machine: self,
            movement,
            seek: Seek::Anybody,
            partition,
            version,
            elr: version.elr() && features.level(ELR_VERSION) > 0,
            min_isr: self.min_insync_replicas(topic),
            unclean: self.unclean_leader_election(topic),
        }
    }

    /// Appends what `movement` changes in the partitions that `affects` picks.
    pub(super) fn leadership_records(
        &self,
        movement: Movement,
        records: &mut Vec<VersionedRecord>,
        affects: impl Fn(&PartitionRegistration) -> bool,
    ) {
        for topic in self.image().topics.iter() {
            for (index, partition) in topic.partitions.iter() {
                if !affects(partition) {
                    continue;
                }
                let election = self.election(topic, partition, movement);
                if let Some(record) = election.run(topic.id, *index, Target::same(partition)) {
                    let version = election.version.partition_record();
                    records.push(VersionedRecord::new(record, version));
                }
            }
        }
    }

    /// A setting of a topic: its own, else that of this node, of all brokers, of the server file.
    fn topic_setting<T: std::str::FromStr>(&self, topic: &str, key: &str, default: T) -> T {
        let configs = &self.image().configs;
        [
            ConfigResource::topic(topic),
            ConfigResource::broker(self.config.node_id.0),
            ConfigResource::all_brokers(),
        ]
        .iter()
        .find_map(|resource| configs.overrides(resource).get(key)?.trim().parse().ok())
        .unwrap_or(default)
    }

    fn min_insync_replicas(&self, topic: &TopicImage) -> usize {
        let default = self.config.default_min_insync_replicas;
        let wanted = self.topic_setting(&topic.name, MIN_INSYNC_REPLICAS, default);
        let replicas = topic.partitions.values().next().map_or(1, |p| p.replicas.len());
        usize::try_from(wanted).unwrap_or(1).min(replicas)
    }

    pub(super) fn unclean_leader_election(&self, topic: &TopicImage) -> bool {
        let default = self.config.default_unclean_leader_election;
        self.topic_setting(&topic.name, UNCLEAN_LEADER_ELECTION, default)
    }

    /// Directory that a new replica on `broker` is said to be in: the only one it has, or none yet.
    pub(super) fn default_directory(&self, broker: BrokerId) -> DirectoryId {
        use crate::image::{DIRECTORY_MIGRATING, DIRECTORY_UNASSIGNED};
        match self.image().cluster.broker(broker).map(|broker| broker.directories.as_slice()) {
            None => DIRECTORY_UNASSIGNED,
            Some([]) => DIRECTORY_MIGRATING,
            Some([only]) => *only,
            Some(_) => DIRECTORY_UNASSIGNED,
        }
    }
}

/// One partition's election.
struct Election<'a> {
    machine: &'a ControllerMachine,
    movement: Movement,
    seek: Seek,
    partition: &'a PartitionRegistration,
    version: MetadataVersion,
    elr: bool,
    min_isr: usize,
    unclean: bool,
}

/// Who leads next.
struct Outcome {
    leader: BrokerId,
    clean: bool,
}

impl Election<'_> {
    fn run(
        &self,
        topic: TopicId,
        index: PartitionIndex,
        mut target: Target,
    ) -> Option<PartitionChangeRecord> {
        let partition = self.partition;
        if let Movement::Leaves(gone) | Movement::LostData(gone) = self.movement {
            target.isr.retain(|replica| *replica != gone);
        }
        target.complete();
        let mut isr = target.isr.clone();
        let mut elr = self.eligible(&isr);
        let outcome = self.elect(&target.replicas, &isr, &elr);
        let changed = outcome.leader != partition.leader;
        if changed && elr.contains(&outcome.leader) {
            isr = vec![outcome.leader];
            elr.retain(|replica| *replica != outcome.leader);
        }
        let mut record = PartitionChangeRecord {
            topic_id: topic.0,
            partition_id: index.0,
            ..Default::default()
        };
        if changed {
            record.leader = outcome.leader.0;
            if !outcome.clean {
                record.isr = Some(vec![outcome.leader.0]);
                if partition.leader_recovery != LeaderRecovery::Recovering {
                    record.leader_recovery_state = LeaderRecovery::Recovering.code();
                }
            }
        }
        // Nobody may take itself for the leader of what it has no replica of any more.
        let removes = partition.replicas.iter().any(|replica| !target.replicas.contains(replica));
        if record.leader == NO_LEADER_CHANGE && removes {
            record.leader = partition.leader.0;
        }
        if record.isr.is_some() || !self.elr {
            elr.clear();
        }
        if elr != partition.elr {
            record.eligible_leader_replicas = Some(raw(&elr));
        }
        if record.isr.is_none() && (!isr.is_empty() || self.elr) && isr != partition.isr {
            record.isr = Some(raw(&isr));
        }
        self.bump_epoch_on_shrink(&mut record);
        self.remember_leader(&mut record);
        self.reassign(&target, &mut record);
        (record
            != PartitionChangeRecord {
                topic_id: topic.0,
                partition_id: index.0,
                ..Default::default()
            })
        .then_some(record)
    }

    /// Puts a changed assignment into the record.
    fn reassign(&self, target: &Target, record: &mut PartitionChangeRecord) {
        let partition = self.partition;
        if target.replicas != partition.replicas {
            record.replicas = Some(raw(&target.replicas));
            if self.version.directories() {
                let directory = |id: &BrokerId| {
                    let known = partition.directory(*id);
                    known.unwrap_or_else(|| self.machine.default_directory(*id)).0
                };
                record.directories = Some(target.replicas.iter().map(directory).collect());
            }
        }
        if target.removing != partition.removing_replicas {
            record.removing_replicas = Some(raw(&target.removing));
        }
        if target.adding != partition.adding_replicas {
            record.adding_replicas = Some(raw(&target.adding));
        }
    }

    /// Replicas that stay eligible when `isr` is what is left in sync.
    fn eligible(&self, isr: &[BrokerId]) -> Vec<BrokerId> {
        if !self.elr {
            return self.partition.elr.clone();
        }
        if isr.len() >= self.min_isr {
            return Vec::new();
        }
        let mut elr = self.partition.elr.clone();
        elr.extend(&self.partition.isr);
        elr.sort_unstable();
        elr.dedup();
        elr.retain(|replica| {
            !isr.contains(replica) && self.movement != Movement::LostData(*replica)
        });
        elr
    }

    fn elect(&self, replicas: &[BrokerId], isr: &[BrokerId], elr: &[BrokerId]) -> Outcome {
        let valid = |replica: BrokerId| {
            (isr.contains(&replica) || (isr.is_empty() && elr.contains(&replica)))
                && self.acceptable(replica)
        };
        let partition = self.partition;
        if self.seek == Seek::Preferred
            && let Some(first) = replicas.first().copied().filter(|first| valid(*first))
        {
            return Outcome { leader: first, clean: true };
        }
        if valid(partition.leader) {
            return Outcome { leader: partition.leader, clean: true };
        }
        if let Some(leader) = replicas.iter().copied().find(|replica| valid(*replica)) {
            return Outcome { leader, clean: true };
        }
        if let [last] = partition.last_known_elr.as_slice()
            && self.elr
            && isr.is_empty()
            && elr.is_empty()
            && self.acceptable(*last)
        {
            return Outcome { leader: *last, clean: false };
        }
        let unclean =
            replicas.iter().copied().find(|replica| self.unclean && self.acceptable(*replica));
        match unclean {
            Some(leader) => Outcome { leader, clean: false },
            None => Outcome { leader: BrokerId::NONE, clean: true },
        }
    }

    /// Whether a broker may lead this partition after the movement.
    fn acceptable(&self, replica: BrokerId) -> bool {
        let cluster = &self.machine.image().cluster;
        let may_lead = match self.movement {
            Movement::Leaves(gone) | Movement::LostData(gone) if gone == replica => false,
            Movement::Returns(back) if back == replica => true,
            _ => cluster.is_active(replica),
        };
        may_lead
            && cluster
                .broker(replica)
                .zip(self.partition.directory(replica))
                .is_some_and(|(broker, directory)| broker.has_online_directory(directory))
    }

    /// Old levels need a new leader epoch whenever the in-sync set shrinks.
    fn bump_epoch_on_shrink(&self, record: &mut PartitionChangeRecord) {
        let shrinks = record
            .isr
            .as_ref()
            .is_some_and(|isr| self.partition.isr.iter().any(|replica| !isr.contains(&replica.0)));
        if shrinks
            && record.leader == NO_LEADER_CHANGE
            && self.version.leader_epoch_bump_on_isr_shrink()
        {
            record.leader = self.partition.leader.0;
        }
    }

    /// Keeps the last leader of a partition without any, and forgets it once there is one.
    fn remember_leader(&self, record: &mut PartitionChangeRecord) {
        if !self.elr {
            if !self.partition.last_known_elr.is_empty() {
                record.last_known_elr = Some(Vec::new());
            }
            return;
        }
        let (before, known) = (self.partition.leader, &self.partition.last_known_elr);
        let none = BrokerId::NONE.0;
        if record.isr.as_ref().is_some_and(Vec::is_empty) && known.as_slice() != [before] {
            record.last_known_elr = Some(vec![before.0]);
        } else if (record.leader >= 0 || (before != BrokerId::NONE && record.leader != none))
            && !known.is_empty()
        {
            record.last_known_elr = Some(Vec::new());
        }
    }
}
