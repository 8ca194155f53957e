//! Reads the sizes and numbers that nobody counts along.

use std::{fmt, sync::Arc};

use moldau_storage::LogDirs;

use crate::{
    metrics::{self, LogDirGauges},
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
