//! Why keys have no effect, in words that complete "accepted, but ...".

pub(super) const THREADS: &str = "worker threads follow the number of cores";
pub(super) const ONE_NODE: &str = "clusters are not built in yet";
pub(super) const ONE_REPLICA: &str = "partitions have one replica until clusters are built in";
pub(super) const ONE_VOTER: &str = "this node is the only voter";
pub(super) const METRICS: &str = "metrics are served at http.listener, under /metrics";
pub(super) const PURGATORY: &str = "finished requests leave their purgatory at once";
pub(super) const NO_QUOTAS: &str = "quotas are not enforced yet";
pub(super) const COMMIT_TIMEOUT: &str = "with one replica there is nobody to wait for";
pub(super) const GROUP_COMMIT: &str =
    "what comes while records are on their way to the log shares the next write";
pub(super) const NO_BUFFER_CACHE: &str = "no buffers are kept for reuse";
pub(super) const NO_OFFLOAD: &str = "assignments are computed where the heartbeat is judged";
pub(super) const NO_STREAMS: &str = "streams groups are not served yet";
pub(super) const NO_SHARE: &str = "share groups are not served yet";
pub(super) const NO_TRANSACTIONS: &str = "transactions are not served yet";
pub(super) const NO_TIERED: &str = "tiered storage is not built in yet";
pub(super) const NO_COMPACTION: &str = "compaction is not built in yet";
pub(super) const NO_TLS: &str = "TLS is not served yet";
pub(super) const NO_SASL: &str = "SASL is not served yet";
pub(super) const NO_KERBEROS: &str = "Kerberos is not built in";
pub(super) const NO_TOKENS: &str = "delegation tokens are not served yet";
pub(super) const NO_JVM: &str = "there is no JVM";
pub(super) const NO_PLUGINS: &str = "plug-in classes cannot be loaded";
pub(super) const NO_PREALLOCATION: &str = "segments grow as they are written";
