//! The names of all metrics, with kind, unit and meaning.

use prometheus_client::{metrics::MetricType, registry::Unit};

macro_rules! metrics {
    ($($metric:ident = $kind:ident $name:literal $unit:expr, $help:literal;)*) => {
        /// A metric.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Metric { $($metric,)* }

        impl Metric {
            /// Its name without unit and without the `_total` of a counter.
            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$metric => $name,)* }
            }

            /// Its unit, which becomes part of the name.
            pub(super) fn unit(self) -> Option<&'static Unit> {
                match self { $(Self::$metric => $unit,)* }
            }

            pub(super) fn kind(self) -> MetricType {
                match self { $(Self::$metric => MetricType::$kind,)* }
            }

            pub(super) fn help(self) -> &'static str {
                match self { $(Self::$metric => $help,)* }
            }
        }
    };
}

const BYTES: Option<&Unit> = Some(&Unit::Bytes);
const SECONDS: Option<&Unit> = Some(&Unit::Seconds);
const NUMBER: Option<&Unit> = None;

metrics! {
    // Requests. Label api: Kafka's name of it.
    RequestTime = Histogram "moldau_request_time" SECONDS,
        "Time from a complete request to its answer, waiting for data included.";
    RequestsClosed = Counter "moldau_requests_closed" NUMBER,
        "Requests that were answered by closing the connection.";
    RequestsRefused = Counter "moldau_requests_refused" NUMBER,
        "Requests that could not be read or whose API or version is not served.";
    // Records.
    ProducedRecords = Counter "moldau_produced_records" NUMBER,
        "Valid records received from producers.";
    ProducedBytes = Counter "moldau_produced" BYTES,
        "Record batches received from producers.";
    // Label error: Kafka's name of the code, NONE when it went well.
    ProducedPartitions = Counter "moldau_produced_partitions" NUMBER,
        "Partitions of produce requests by how they ended.";
    FetchedBytes = Counter "moldau_fetched" BYTES,
        "Record batches given to consumers.";
    // Network.
    NetworkIn = Counter "moldau_network_in" BYTES, "Received on Kafka listeners.";
    NetworkOut = Counter "moldau_network_out" BYTES, "Sent on Kafka listeners.";
    NetworkSendfile = Counter "moldau_network_sendfile" BYTES,
        "Sent straight from files.";
    NetworkColdReads = Counter "moldau_network_cold_reads" NUMBER,
        "Slices of files that were not in memory when they were to be sent.";
    Requests = Counter "moldau_network_requests" NUMBER, "Complete request frames.";
    Connections = Gauge "moldau_connections" NUMBER, "Connections open now.";
    ConnectionsAccepted = Counter "moldau_connections_accepted" NUMBER, "Connections accepted.";
    ConnectionsRefused = Counter "moldau_connections_refused" NUMBER,
        "Connections closed at once because their address had too many.";
    AcceptErrors = Counter "moldau_accept_errors" NUMBER, "Connections that could not be accepted.";
    // Label reason: see net::CloseReason and net::Rejection.
    ConnectionsClosed = Counter "moldau_connections_closed" NUMBER,
        "Connections closed, by reason.";
    FramesRejected = Counter "moldau_frames_rejected" NUMBER,
        "Frames that were refused unread, by what they look like.";
    RequestMemory = Gauge "moldau_request_memory" BYTES,
        "Requests in memory that count against queued.max.request.bytes.";
    RequestMemoryWaiting = Gauge "moldau_request_memory_waiting" NUMBER,
        "Connections that wait for request memory.";
    // Logs.
    Partitions = Gauge "moldau_partitions" NUMBER, "Partitions with a replica here.";
    FetchSessions = Gauge "moldau_fetch_sessions" NUMBER, "Incremental fetch sessions.";
    // Label dir: the log directory.
    LogSize = Gauge "moldau_log_size" BYTES, "Record data in a log directory.";
    LogDirOffline = Gauge "moldau_log_dir_offline" NUMBER,
        "1 when a log directory is off line after an I/O error.";
    DiskFree = Gauge "moldau_log_dir_free" BYTES,
        "Room that is left on the file system of a log directory.";
    DiskTotal = Gauge "moldau_log_dir_total" BYTES,
        "Size of the file system of a log directory.";
    // Telemetry. Labels client_id, instance, metric (the client's own name of it), attributes.
    ClientInstances = Gauge "moldau_client_instances" NUMBER,
        "Clients that have asked which metrics to push.";
    ClientSeries = Gauge "moldau_client_metric" NUMBER,
        "Last value that a client pushed of one of its own metrics; what is pushed as a difference is added up.";
    // The process, under the names that dashboards expect.
    Resident = Gauge "process_resident_memory" BYTES, "Resident memory.";
    Cpu = Counter "process_cpu" SECONDS, "User and system time.";
    Threads = Gauge "process_threads" NUMBER, "Threads.";
    OpenFiles = Gauge "process_open_fds" NUMBER, "Open file descriptors.";
}
