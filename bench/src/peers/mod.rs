//! Servers that can be measured. A new one is one file: how to get it, format it and start it.

mod kafka;
mod moldau;
mod null;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

pub(crate) use kafka::Kafka;
pub(crate) use moldau::Moldau;
pub(crate) use null::Null;

use crate::failure::{Result, fail};
use crate::server::Node;

/// One kind of server.
pub(crate) trait Peer: Send + Sync {
    /// Name and version for the report.
    fn name(&self) -> String;

    /// Gets what is needed, once, into the cache folder.
    fn prepare(&mut self, cache: &Path) -> Result<()>;

    /// Writes configuration and formats the node.
    fn format(&self, node: &Node) -> Result<()>;

    /// The command that runs the node.
    fn command(&self, node: &Node) -> Command;

    /// Configuration of a topic whose acknowledgements mean "on disk".
    fn synced_topic(&self) -> (&'static str, &'static str);

    /// Settings that matter, for the report.
    fn settings(&self) -> String;
}

/// Properties that all servers share, beside addresses and folders.
pub(crate) const COMMON: [(&str, &str); 5] = [
    ("offsets.topic.replication.factor", "1"),
    ("transaction.state.log.replication.factor", "1"),
    ("transaction.state.log.min.isr", "1"),
    ("group.initial.rebalance.delay.ms", "0"),
    // What a workload leaves must not be written out during the next one.
    ("log.segment.delete.delay.ms", "0"),
];

/// A peer by its name on the command line.
pub(crate) fn by_name(name: &str, binary: Option<PathBuf>) -> Result<Box<dyn Peer>> {
    Ok(match name {
        "kafka" => Box::new(Kafka::default()),
        "moldau" => Box::new(Moldau::new(binary)?),
        "null" => Box::new(Null),
        _ => fail!("no peer {name}; there are kafka, moldau and null"),
    })
}

/// Gets a peer ready.
pub(crate) fn prepared(mut peer: Box<dyn Peer>, cache: &Path) -> Result<Arc<dyn Peer>> {
    peer.prepare(cache)?;
    Ok(Arc::from(peer))
}
