//! Reads the sizes and numbers that nobody counts along.

use std::{fmt, sync::Arc};

use moldau_protocol::ids::BrokerId;
use moldau_storage::LogDirs;

use crate::{
    metrics::{self, ClusterGauges, LogDirGauges},
    state::Broker,
};

/// Where gauges are read.
pub(crate) struct Gauges(Box<dyn Fn() -> metrics::Gauges + Send + Sync>);

impl Gauges {
    pub(crate) fn new(broker: Arc<Broker>, log_dirs: Arc<LogDirs>) -> Self {
        Self(Box::new(move || {
            let (client_instances, client_metrics) = broker.telemetry.read(broker.clock.now_ms());
            metrics::Gauges {
                partitions: broker.partitions.all().len(),
                fetch_sessions: broker.fetch_sessions.len(),
                log_dirs: dirs(&log_dirs),
                cluster: cluster(&broker),
                groups: broker.groups.gauges(&broker.partitions),
                client_instances,
                client_metrics,
            }
        }))
    }

    #[cfg(test)]
    pub(super) fn fixed(gauges: metrics::Gauges) -> Self {
        Self(Box::new(move || gauges.clone()))
    }

    /// Reads them now. May block for as long as a file system takes to tell its free room.
    pub(super) fn read(&self) -> metrics::Gauges {
        (self.0)()
    }
}

/// Walks all partitions of the cluster: what a scrape costs, and nothing else.
fn cluster(broker: &Broker) -> ClusterGauges {
    let image = broker.image();
    let status = broker.quorum.status();
    let (fenced, active): (Vec<_>, Vec<_>) =
        image.cluster.brokers().partition(|registered| registered.fenced);
    let mut gauges = ClusterGauges {
        active_controller: status.leader == Some(broker.node),
        active_brokers: active.len(),
        fenced_brokers: fenced.len(),
        topics: image.topics.len(),
        metadata_offset: image.provenance.last_offset.0,
        metadata_epoch: status.epoch.0,
        ..Default::default()
    };
    for topic in image.topics.iter() {
        for (_, partition) in topic.partitions.iter() {
            gauges.partitions += 1;
            gauges.offline_partitions += usize::from(partition.leader == BrokerId::NONE);
            gauges.not_preferred_leaders +=
                usize::from(partition.leader != partition.preferred_leader());
            if partition.leader == broker.node {
                gauges.leaders += 1;
                gauges.under_replicated +=
                    usize::from(partition.isr.len() < partition.replicas.len());
            }
        }
    }
    for partition in broker.partitions.all() {
        let leadership = partition.leadership();
        let enough = leadership.has_in_sync(partition.produce_settings().min_in_sync);
        gauges.under_min_isr += usize::from(leadership.leader == broker.node && !enough);
    }
    gauges
}

fn dirs(log_dirs: &LogDirs) -> Vec<LogDirGauges> {
    let gauges = |dir: &moldau_storage::LogDir| LogDirGauges {
        path: dir.path().display().to_string(),
        log_bytes: log_dirs.logs_of(dir).iter().map(|log| log.size()).sum(),
        offline: dir.health().is_offline(),
        disk: log_dirs.space(dir).ok().map(|space| (space.total, space.free)),
    };
    log_dirs.dirs().iter().map(gauges).collect()
}

impl fmt::Debug for Gauges {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Gauges").finish_non_exhaustive()
    }
}
