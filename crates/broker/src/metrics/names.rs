//! The names of all metrics, with kind, unit and meaning.

use prometheus_client::{metrics::MetricType, registry::Unit};

macro_rules! metrics {
    ($($area:literal { $($metric:ident = $kind:ident $name:literal $unit:expr, [$($label:literal),*],
        $help:literal, $jmx:expr;)* })*) => {
        /// A metric.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Metric { $($($metric,)*)* }

        /// All of them by area, in the order of the reference.
        pub(super) const AREAS: &[(&str, &[Metric])] =
            &[$(($area, &[$(Metric::$metric,)*])),*];

        impl Metric {
            /// Its name without unit and without the `_total` of a counter.
            pub(super) fn name(self) -> &'static str {
                match self { $($(Self::$metric => $name,)*)* }
            }

            /// Its unit, which becomes part of the name.
            pub(super) fn unit(self) -> Option<&'static Unit> {
                match self { $($(Self::$metric => $unit,)*)* }
            }

            pub(super) fn kind(self) -> MetricType {
                match self { $($(Self::$metric => MetricType::$kind,)*)* }
            }

            /// Names of its labels.
            pub(super) fn labels(self) -> &'static [&'static str] {
                match self { $($(Self::$metric => &[$($label),*],)*)* }
            }

            pub(super) fn help(self) -> &'static str {
                match self { $($(Self::$metric => $help,)*)* }
            }

            /// What Apache Kafka calls it in JMX; empty when Kafka has nothing like it.
            pub(super) fn jmx(self) -> &'static str {
                match self { $($(Self::$metric => $jmx,)*)* }
            }
        }
    };
}

const BYTES: Option<&Unit> = Some(&Unit::Bytes);
const SECONDS: Option<&Unit> = Some(&Unit::Seconds);
const NUMBER: Option<&Unit> = None;

metrics! {
    "Health: alert on these first" {
        OfflinePartitions = Gauge "moldau_offline_partitions" NUMBER, [],
            "Partitions of the cluster without a leader. Alert above 0.",
            "kafka.controller:type=KafkaController,name=OfflinePartitionsCount";
        UnderReplicated = Gauge "moldau_under_replicated_partitions" NUMBER, [],
            "Partitions led here with fewer in-sync replicas than replicas. Alert above 0.",
            "kafka.server:type=ReplicaManager,name=UnderReplicatedPartitions";
        UnderMinIsr = Gauge "moldau_under_min_isr_partitions" NUMBER, [],
            "Partitions led here with fewer in-sync replicas than min.insync.replicas: acks=all is refused. Alert above 0.",
            "kafka.server:type=ReplicaManager,name=UnderMinIsrPartitionCount";
        LogDirOffline = Gauge "moldau_log_dir_offline" NUMBER, ["dir"],
            "1 when a log directory is off line after an I/O error. Alert above 0.",
            "kafka.log:type=LogManager,name=LogDirectoryOffline,logDirectory=<dir>";
        ActiveController = Gauge "moldau_active_controller" NUMBER, [],
            "1 on the node whose controller is active. Alert when the sum over all nodes is not 1.",
            "kafka.controller:type=KafkaController,name=ActiveControllerCount";
        DiskFree = Gauge "moldau_log_dir_free" BYTES, ["dir"],
            "Room that is left on the file system of a log directory. Alert before it is used up: appends are refused then.",
            "";
        DiskTotal = Gauge "moldau_log_dir_total" BYTES, ["dir"],
            "Size of the file system of a log directory.", "";
    }
    "Cluster" {
        ActiveBrokers = Gauge "moldau_active_brokers" NUMBER, [],
            "Registered brokers that are not fenced.",
            "kafka.controller:type=KafkaController,name=ActiveBrokerCount";
        FencedBrokers = Gauge "moldau_fenced_brokers" NUMBER, [],
            "Registered brokers that are fenced: stopped, or not heard of.",
            "kafka.controller:type=KafkaController,name=FencedBrokerCount";
        ClusterTopics = Gauge "moldau_cluster_topics" NUMBER, [], "Topics of the cluster.",
            "kafka.controller:type=KafkaController,name=GlobalTopicCount";
        ClusterPartitions = Gauge "moldau_cluster_partitions" NUMBER, [],
            "Partitions of the cluster.",
            "kafka.controller:type=KafkaController,name=GlobalPartitionCount";
        NotPreferred = Gauge "moldau_not_preferred_leaders" NUMBER, [],
            "Partitions of the cluster that are led by another replica than the preferred one.",
            "kafka.controller:type=KafkaController,name=PreferredReplicaImbalanceCount";
        MetadataOffset = Gauge "moldau_metadata_applied_offset" NUMBER, [],
            "Last offset of the metadata log that this node has applied.",
            "kafka.server:type=broker-metadata-metrics,name=last-applied-record-offset";
        MetadataEpoch = Gauge "moldau_metadata_epoch" NUMBER, [],
            "Epoch of the metadata quorum.", "kafka.server:type=raft-metrics,name=current-epoch";
    }
    "Requests" {
        RequestTime = Histogram "moldau_request_time" SECONDS, ["api"],
            "Time from a request's being passed on to its answer, waiting for data included.",
            "kafka.network:type=RequestMetrics,name=TotalTimeMs,request=<api>";
        RequestPhaseTime = Histogram "moldau_request_phase_time" SECONDS, ["api", "phase"],
            "The same in parts, and what comes before and after it. queue: behind other requests of its connection; local: computing; remote: waiting for the writer threads and the disk, for new records, for the controller; response: until the last byte of the answer was given to the socket.",
            "kafka.network:type=RequestMetrics,name=RequestQueueTimeMs|LocalTimeMs|RemoteTimeMs|ResponseSendTimeMs,request=<api>";
        RequestsClosed = Counter "moldau_requests_closed" NUMBER, ["api"],
            "Requests that were answered by closing the connection.", "";
        RequestsRefused = Counter "moldau_requests_refused" NUMBER, [],
            "Requests that could not be read or whose API or version is not served.", "";
    }
    "Records" {
        ProducedRecords = Counter "moldau_produced_records" NUMBER, [],
            "Valid records received from producers.",
            "kafka.server:type=BrokerTopicMetrics,name=MessagesInPerSec";
        ProducedBytes = Counter "moldau_produced" BYTES, [],
            "Record batches received from producers.",
            "kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec";
        ProducedPartitions = Counter "moldau_produced_partitions" NUMBER, ["error"],
            "Partitions of produce requests by how they ended: NONE, or Kafka's name of the error.",
            "kafka.server:type=BrokerTopicMetrics,name=FailedProduceRequestsPerSec";
        FetchedBytes = Counter "moldau_fetched" BYTES, [],
            "Record batches given to consumers.",
            "kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec";
    }
    "Network" {
        NetworkIn = Counter "moldau_network_in" BYTES, [], "Received on Kafka listeners.",
            "kafka.server:type=socket-server-metrics,name=incoming-byte-total";
        NetworkOut = Counter "moldau_network_out" BYTES, [], "Sent on Kafka listeners.",
            "kafka.server:type=socket-server-metrics,name=outgoing-byte-total";
        NetworkSendfile = Counter "moldau_network_sendfile" BYTES, [],
            "Sent straight from files.", "";
        NetworkColdReads = Counter "moldau_network_cold_reads" NUMBER, [],
            "Slices of files that were not in memory when they were to be sent.", "";
        Requests = Counter "moldau_network_requests" NUMBER, [], "Complete request frames.",
            "kafka.network:type=RequestMetrics,name=RequestsPerSec";
        Connections = Gauge "moldau_connections" NUMBER, [], "Connections open now.",
            "kafka.server:type=socket-server-metrics,name=connection-count";
        ConnectionsAccepted = Counter "moldau_connections_accepted" NUMBER, [],
            "Connections accepted.",
            "kafka.server:type=socket-server-metrics,name=connection-creation-total";
        ConnectionsRefused = Counter "moldau_connections_refused" NUMBER, [],
            "Connections closed at once because their address had too many.", "";
        AcceptErrors = Counter "moldau_accept_errors" NUMBER, [],
            "Connections that could not be accepted.", "";
        ConnectionsClosed = Counter "moldau_connections_closed" NUMBER, ["reason"],
            "Connections closed, by reason.",
            "kafka.server:type=socket-server-metrics,name=connection-close-total";
        FramesRejected = Counter "moldau_frames_rejected" NUMBER, ["reason"],
            "Frames that were refused unread, by what they look like.", "";
        RequestMemory = Gauge "moldau_request_memory" BYTES, [],
            "Requests in memory that count against queued.max.request.bytes.", "";
        RequestMemoryWaiting = Gauge "moldau_request_memory_waiting" NUMBER, [],
            "Connections that wait for request memory.",
            "kafka.network:type=SocketServer,name=MemoryPoolAvgDepletedPercent";
    }
    "Logs" {
        Partitions = Gauge "moldau_partitions" NUMBER, [], "Partitions with a replica here.",
            "kafka.server:type=ReplicaManager,name=PartitionCount";
        Leaders = Gauge "moldau_leaders" NUMBER, [], "Partitions led here.",
            "kafka.server:type=ReplicaManager,name=LeaderCount";
        FetchSessions = Gauge "moldau_fetch_sessions" NUMBER, [], "Incremental fetch sessions.",
            "kafka.server:type=FetchSessionCache,name=NumIncrementalFetchSessions";
        LogSize = Gauge "moldau_log_size" BYTES, ["dir"], "Record data in a log directory.",
            "kafka.log:type=Log,name=Size";
    }
    "Groups" {
        CoordinatorPartitions = Gauge "moldau_coordinator_partitions" NUMBER, ["phase"],
            "Partitions of __consumer_offsets led here: active, loading, or failed: their log cannot be read, and their groups are unavailable. Alert on failed above 0.",
            "kafka.server:type=group-coordinator-metrics,name=num-partitions,state=<phase>";
        Groups = Gauge "moldau_groups" NUMBER, ["kind", "state"],
            "Groups coordinated here.",
            "kafka.server:type=group-coordinator-metrics,name=group-count|consumer-group-count";
        CommittedOffsets = Gauge "moldau_committed_offsets" NUMBER, [],
            "Committed offsets kept here.",
            "kafka.coordinator.group:type=GroupMetadataManager,name=NumOffsets";
        GroupLag = Gauge "moldau_group_lag" NUMBER, ["group", "topic", "partition"],
            "Records that a group has not read: from its committed offset to the high watermark. For partitions led here; at most 10,000 series.",
            "";
        GroupLagLeftOut = Gauge "moldau_group_lag_left_out" NUMBER, [],
            "Series of moldau_group_lag beyond the most that are shown.", "";
    }
    "Telemetry of clients (KIP-714)" {
        ClientInstances = Gauge "moldau_client_instances" NUMBER, [],
            "Clients that have asked which metrics to push.",
            "kafka.server:type=client-metrics,name=client-metrics-instance-count";
        ClientValue = Gauge "moldau_client_metric" NUMBER,
            ["client_id", "instance", "metric", "attributes"],
            "Last value that a client pushed of one of its own metrics, under the client's own name of it; what is pushed as a difference is added up.",
            "";
    }
    "Process" {
        Resident = Gauge "process_resident_memory" BYTES, [], "Resident memory.", "";
        Cpu = Counter "process_cpu" SECONDS, [], "User and system time.", "";
        Threads = Gauge "process_threads" NUMBER, [], "Threads.",
            "java.lang:type=Threading,name=ThreadCount";
        OpenFiles = Gauge "process_open_fds" NUMBER, [], "Open file descriptors.",
            "java.lang:type=OperatingSystem,name=OpenFileDescriptorCount";
    }
}
