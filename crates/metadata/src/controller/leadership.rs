//! Planner: what becomes of leaders and in-sync replicas when brokers come and go.
//!
//! A broker that goes leaves the in-sync set; a leader is elected among what is left. With eligible
//! leader replicas (KIP-966) the set may become empty: who left while too few were in sync stays
//! eligible, unless it went uncleanly, and the last leader is remembered so that it can lead again,
//! marked as recovering. Without them the last in-sync replica stays, without leading.
//!
//! Source: KIP-631, KIP-966, KIP-704 (recovery), KIP-858 (off-line directories); records as Apache
//! Kafka 4.4.0 writes them. Known deviation: a reassignment is not completed here, since nothing
//! starts one yet.

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
    /// It must not lead, and leaves the in-sync sets.
    Leaves(BrokerId),
    /// It may lead again; the image still has it fenced.
    Returns(BrokerId),
    /// It lost what was not synced: it is not in sync and not eligible either.
    LostData(BrokerId),
}

impl ControllerMachine {
    /// Appends what `movement` changes in the partitions that `affects` picks.
    pub(super) fn leadership_records(
        &self,
        movement: Movement,
        records: &mut Vec<VersionedRecord>,
        affects: impl Fn(&PartitionRegistration) -> bool,
    ) {
        let image = self.image();
        let version = image.features.metadata_version_or_min();
        let elr = version.elr() && image.features.level(ELR_VERSION) > 0;
        for topic in image.topics.iter() {
            for (index, partition) in topic.partitions.iter() {
                if !affects(partition) {
                    continue;
                }
                let election = Election {
                    machine: self,
                    movement,
                    partition,
                    version,
                    elr,
                    min_isr: self.min_insync_replicas(topic),
                    unclean: self.unclean_leader_election(topic),
                };
                if let Some(record) = election.run(topic.id, *index) {
                    records.push(VersionedRecord::new(record, version.partition_record()));
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

    fn unclean_leader_election(&self, topic: &TopicImage) -> bool {
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
    fn run(&self, topic: TopicId, index: PartitionIndex) -> Option<PartitionChangeRecord> {
        let partition = self.partition;
        let mut isr = partition.isr.clone();
        if let Movement::Leaves(gone) | Movement::LostData(gone) = self.movement {
            isr.retain(|replica| *replica != gone);
        }
        let mut elr = self.eligible(&isr);
        let outcome = self.elect(&isr, &elr);
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
        (record
            != PartitionChangeRecord {
                topic_id: topic.0,
                partition_id: index.0,
                ..Default::default()
            })
        .then_some(record)
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

    fn elect(&self, isr: &[BrokerId], elr: &[BrokerId]) -> Outcome {
        let valid = |replica: BrokerId| {
            (isr.contains(&replica) || (isr.is_empty() && elr.contains(&replica)))
                && self.acceptable(replica)
        };
        let partition = self.partition;
        if valid(partition.leader) {
            return Outcome { leader: partition.leader, clean: true };
        }
        if let Some(leader) = partition.replicas.iter().copied().find(|replica| valid(*replica)) {
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
            partition.replicas.iter().copied().find(|r| self.unclean && self.acceptable(*r));
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
