//! From counters to the text of `/metrics`.

use std::{fmt, sync::Arc, sync::atomic::Ordering::Relaxed};

use moldau_protocol::{ApiKey, ErrorCode};
use prometheus_client::{
    collector::Collector,
    encoding::{
        DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, MetricEncoder, prometheus_text,
        text,
    },
    metrics::exemplar::Exemplar,
    registry::Registry,
};

use super::{BrokerMetrics, Phase, histogram::TimeHistogram, names::Metric, process::Process};
use crate::coordinator::GroupGauges;
use crate::net::{CloseReason, Rejection};
use crate::telemetry::Series;

/// What error codes without a name are called.
const UNKNOWN: &str = "UNKNOWN";

/// A label.
type Labels<'a> = [(&'static str, &'a str); 1];

/// The type of the exemplars that we do not have.
type NoExemplar = Exemplar<[(&'static str, &'static str); 0], f64>;

/// Sizes and numbers that are read when somebody asks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gauges {
    pub(crate) partitions: usize,
    pub(crate) fetch_sessions: usize,
    pub(crate) log_dirs: Vec<LogDirGauges>,
    pub(crate) cluster: ClusterGauges,
    pub(crate) groups: GroupGauges,
    pub(crate) client_instances: usize,
    /// Pushed by clients.
    pub(crate) client_metrics: Vec<Series>,
}

/// Of the cluster, as this node's metadata has it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClusterGauges {
    pub(crate) active_controller: bool,
    pub(crate) active_brokers: usize,
    pub(crate) fenced_brokers: usize,
    pub(crate) topics: usize,
    pub(crate) partitions: usize,
    pub(crate) offline_partitions: usize,
    pub(crate) not_preferred_leaders: usize,
    /// Of partitions led here.
    pub(crate) leaders: usize,
    pub(crate) under_replicated: usize,
    pub(crate) under_min_isr: usize,
    pub(crate) metadata_offset: i64,
    pub(crate) metadata_epoch: i32,
}

/// Of one log directory.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogDirGauges {
    pub(crate) path: String,
    pub(crate) log_bytes: u64,
    pub(crate) offline: bool,
    /// Size and free room of the file system, where it tells.
    pub(crate) disk: Option<(u64, u64)>,
}

/// Which of the two text formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Prometheus,
    OpenMetrics,
}

impl Format {
    /// What a client that sends this `Accept` header wants.
    pub(crate) fn accepted(accept: &str) -> Self {
        if accept.contains("application/openmetrics-text") {
            Self::OpenMetrics
        } else {
            Self::Prometheus
        }
    }

    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Prometheus => "text/plain; version=0.0.4; charset=utf-8",
            Self::OpenMetrics => "application/openmetrics-text; version=1.0.0; charset=utf-8",
        }
    }
}

/// All metrics as text.
pub(crate) fn render(
    metrics: &Arc<BrokerMetrics>,
    gauges: Gauges,
    format: Format,
) -> Result<String, fmt::Error> {
    let mut registry = Registry::default();
    let scrape = Scrape { metrics: Arc::clone(metrics), gauges, process: Process::read() };
    registry.register_collector(Box::new(scrape));
    let mut text = String::new();
    match format {
        Format::Prometheus => prometheus_text::encode(&mut text, &registry)?,
        Format::OpenMetrics => text::encode(&mut text, &registry)?,
    }
    Ok(text)
}

#[derive(Debug)]
struct Scrape {
    metrics: Arc<BrokerMetrics>,
    gauges: Gauges,
    process: Process,
}

/// Writes metrics by their declaration.
struct Writer<'a>(DescriptorEncoder<'a>);

impl Writer<'_> {
    fn begin(&mut self, metric: Metric) -> Result<MetricEncoder<'_>, fmt::Error> {
        self.0.encode_descriptor(metric.name(), metric.help(), metric.unit(), metric.kind())
    }

    fn counter(&mut self, metric: Metric, value: &impl EncodeCounterValue) -> fmt::Result {
        self.begin(metric)?.encode_counter(value, None::<&NoExemplar>)
    }

    fn gauge(&mut self, metric: Metric, value: &impl EncodeGaugeValue) -> fmt::Result {
        self.begin(metric)?.encode_gauge(value)
    }

    fn counters<'a>(
        &mut self,
        metric: Metric,
        label: &'static str,
        values: impl Iterator<Item = (&'a str, u64)>,
    ) -> fmt::Result {
        let mut encoder = self.begin(metric)?;
        for (name, value) in values {
            let labels: Labels<'_> = [(label, name)];
            encoder.encode_family(&labels)?.encode_counter(&value, None::<&NoExemplar>)?;
        }
        Ok(())
    }

    fn histograms<'a, const N: usize>(
        &mut self,
        metric: Metric,
        values: impl Iterator<Item = ([(&'static str, &'a str); N], &'a TimeHistogram)>,
    ) -> fmt::Result {
        let mut encoder = self.begin(metric)?;
        for (labels, histogram) in values {
            let time = histogram.snapshot();
            encoder.encode_family(&labels)?.encode_histogram::<Labels<'_>>(
                time.seconds,
                time.count,
                &time.buckets,
                None,
            )?;
        }
        Ok(())
    }

    fn gauges<'a>(
        &mut self,
        metric: Metric,
        label: &'static str,
        values: impl Iterator<Item = (&'a str, u64)>,
    ) -> fmt::Result {
        let mut encoder = self.begin(metric)?;
        for (name, value) in values {
            let labels: Labels<'_> = [(label, name)];
            encoder.encode_family(&labels)?.encode_gauge(&value)?;
        }
        Ok(())
    }
}

impl Collector for Scrape {
    fn encode(&self, encoder: DescriptorEncoder) -> fmt::Result {
        let mut writer = Writer(encoder);
        self.cluster(&mut writer)?;
        self.requests(&mut writer)?;
        self.network(&mut writer)?;
        self.logs(&mut writer)?;
        self.groups(&mut writer)?;
        self.clients(&mut writer)?;
        self.process(&mut writer)
    }
}

impl Scrape {
    fn cluster(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let cluster = &self.gauges.cluster;
        writer.gauge(Metric::OfflinePartitions, &cluster.offline_partitions)?;
        writer.gauge(Metric::UnderReplicated, &cluster.under_replicated)?;
        writer.gauge(Metric::UnderMinIsr, &cluster.under_min_isr)?;
        writer.gauge(Metric::ActiveController, &u64::from(cluster.active_controller))?;
        writer.gauge(Metric::ActiveBrokers, &cluster.active_brokers)?;
        writer.gauge(Metric::FencedBrokers, &cluster.fenced_brokers)?;
        writer.gauge(Metric::ClusterTopics, &cluster.topics)?;
        writer.gauge(Metric::ClusterPartitions, &cluster.partitions)?;
        writer.gauge(Metric::NotPreferred, &cluster.not_preferred_leaders)?;
        writer.gauge(Metric::Leaders, &cluster.leaders)?;
        writer.gauge(Metric::MetadataOffset, &cluster.metadata_offset)?;
        writer.gauge(Metric::MetadataEpoch, &i64::from(cluster.metadata_epoch))
    }

    fn requests(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let metrics = &self.metrics;
        let apis: Vec<_> = metrics
            .apis
            .iter()
            .enumerate()
            .filter_map(|(key, slot)| Some((ApiKey(key as i16).name(), slot.get()?)))
            .collect();
        let times = apis.iter().map(|(api, of)| ([("api", *api)], &of.time));
        writer.histograms(Metric::RequestTime, times)?;
        let phases = apis.iter().flat_map(|(api, of)| {
            let label = |phase: Phase| [("api", *api), ("phase", phase.label())];
            Phase::ALL.map(|phase| (label(phase), &of.phases[phase as usize]))
        });
        writer.histograms(Metric::RequestPhaseTime, phases)?;
        let closed = apis.iter().map(|(api, of)| (*api, of.closed.load(Relaxed)));
        writer.counters(Metric::RequestsClosed, "api", closed)?;
        writer.counter(Metric::RequestsRefused, &metrics.refused.load(Relaxed))?;
        writer.counter(Metric::ProducedRecords, &metrics.records_in.load(Relaxed))?;
        writer.counter(Metric::ProducedBytes, &metrics.bytes_in.load(Relaxed))?;
        let ended = metrics
            .produced
            .iter()
            .enumerate()
            .map(|(slot, count)| (slot, count.load(Relaxed)))
            .filter(|(slot, count)| *count > 0 || *slot == 1)
            .map(|(slot, count)| (ErrorCode(slot as i16 - 1), count));
        let (unknown, known): (Vec<_>, Vec<_>) =
            ended.partition(|(error, _)| error.name() == UNKNOWN);
        let unknown: u64 = unknown.iter().map(|(_, count)| count).sum();
        let ended = known.iter().map(|(error, count)| (error.name(), *count));
        let ended = ended.chain((unknown > 0).then_some((UNKNOWN, unknown)));
        writer.counters(Metric::ProducedPartitions, "error", ended)?;
        writer.counter(Metric::FetchedBytes, &metrics.bytes_out.load(Relaxed))
    }

    fn network(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let net = &self.metrics.net;
        writer.counter(Metric::NetworkIn, &net.bytes_in.load(Relaxed))?;
        writer.counter(Metric::NetworkOut, &net.bytes_out.load(Relaxed))?;
        writer.counter(Metric::NetworkSendfile, &net.sendfile_bytes.load(Relaxed))?;
        writer.counter(Metric::NetworkColdReads, &net.cold_reads.load(Relaxed))?;
        writer.counter(Metric::Requests, &net.requests.load(Relaxed))?;
        writer.gauge(Metric::Connections, &net.open.load(Relaxed))?;
        writer.counter(Metric::ConnectionsAccepted, &net.accepted.load(Relaxed))?;
        writer.counter(Metric::ConnectionsRefused, &net.refused.load(Relaxed))?;
        writer.counter(Metric::AcceptErrors, &net.accept_errors.load(Relaxed))?;
        let closed = CloseReason::ALL.iter().map(|&reason| (reason.label(), net.closed(reason)));
        writer.counters(Metric::ConnectionsClosed, "reason", closed)?;
        let rejected = Rejection::ALL.iter().map(|&why| (why.label(), net.rejected(why)));
        writer.counters(Metric::FramesRejected, "reason", rejected)?;
        writer.gauge(Metric::RequestMemory, &net.budget_used.load(Relaxed))?;
        writer.gauge(Metric::RequestMemoryWaiting, &net.budget_waiting.load(Relaxed))
    }

    fn logs(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let gauges = &self.gauges;
        writer.gauge(Metric::Partitions, &gauges.partitions)?;
        writer.gauge(Metric::FetchSessions, &gauges.fetch_sessions)?;
        let dirs = || gauges.log_dirs.iter().map(|dir| (dir.path.as_str(), dir));
        writer.gauges(Metric::LogSize, "dir", dirs().map(|(path, dir)| (path, dir.log_bytes)))?;
        let offline = dirs().map(|(path, dir)| (path, u64::from(dir.offline)));
        writer.gauges(Metric::LogDirOffline, "dir", offline)?;
        let disks = || dirs().filter_map(|(path, dir)| Some((path, dir.disk?)));
        writer.gauges(Metric::DiskTotal, "dir", disks().map(|(path, (total, _))| (path, total)))?;
        writer.gauges(Metric::DiskFree, "dir", disks().map(|(path, (_, free))| (path, free)))
    }

    fn groups(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let groups = &self.gauges.groups;
        let mut encoder = writer.begin(Metric::Groups)?;
        for ((kind, state), count) in &groups.groups {
            let labels = [("kind", *kind), ("state", *state)];
            encoder.encode_family(&labels)?.encode_gauge(count)?;
        }
        let phases =
            [("active", groups.active), ("loading", groups.loading), ("failed", groups.failed)];
        writer.gauges(Metric::CoordinatorPartitions, "phase", phases.into_iter())?;
        writer.gauge(Metric::CommittedOffsets, &groups.offsets)?;
        writer.gauge(Metric::GroupLagLeftOut, &groups.lag_left_out)?;
        let mut encoder = writer.begin(Metric::GroupLag)?;
        for lag in &groups.lag {
            let partition = lag.partition.to_string();
            let labels =
                [("group", lag.group.as_str()), ("topic", &lag.topic), ("partition", &partition)];
            encoder.encode_family(&labels)?.encode_gauge(&lag.records)?;
        }
        Ok(())
    }

    fn clients(&self, writer: &mut Writer<'_>) -> fmt::Result {
        writer.gauge(Metric::ClientInstances, &self.gauges.client_instances)?;
        let mut encoder = writer.begin(Metric::ClientValue)?;
        for series in &self.gauges.client_metrics {
            let instance = series.instance.to_string();
            let labels = [
                ("client_id", series.client_id.as_str()),
                ("instance", &instance),
                ("metric", &series.name),
                ("attributes", &series.attributes),
            ];
            encoder.encode_family(&labels)?.encode_gauge(&series.value)?;
        }
        Ok(())
    }

    fn process(&self, writer: &mut Writer<'_>) -> fmt::Result {
        writer.gauge(Metric::Resident, &self.process.resident_bytes)?;
        writer.counter(Metric::Cpu, &self.process.cpu_seconds)?;
        writer.gauge(Metric::Threads, &self.process.threads)?;
        writer.gauge(Metric::OpenFiles, &self.process.open_files)
    }
}
