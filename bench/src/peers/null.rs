//! The null server: it acknowledges and keeps nothing. What the generator reaches against it is the
//! generator's own limit.

use std::path::Path;
use std::process::Command;

use super::Peer;
use crate::failure::Result;
use crate::server::Node;

/// This program, as a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Null;

impl Peer for Null {
    fn name(&self) -> String {
        "null server".to_owned()
    }

    fn prepare(&mut self, _cache: &Path) -> Result<()> {
        Ok(())
    }

    fn format(&self, _node: &Node) -> Result<()> {
        Ok(())
    }

    fn command(&self, node: &Node) -> Command {
        let program = std::env::current_exe().unwrap_or_else(|_| "moldau-bench".into());
        let mut command = Command::new(program);
        command.args(["--null-server", &node.port.to_string()]);
        command
    }

    fn synced_topic(&self) -> (&'static str, &'static str) {
        ("flush.messages", "1")
    }

    fn settings(&self) -> String {
        "acknowledges and keeps nothing".to_owned()
    }
}
