//! Moldau itself: this checkout's release binary, or another one to compare with.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{COMMON, Peer};
use crate::failure::{Result, fail};
use crate::server::{Node, run};

/// The binary and its version.
#[derive(Clone, Debug)]
pub(crate) struct Moldau {
    binary: PathBuf,
    version: String,
}

impl Moldau {
    /// The given binary, or the one beside this program's own.
    pub(crate) fn new(binary: Option<PathBuf>) -> Result<Self> {
        let binary = match binary {
            Some(binary) => std::path::absolute(binary)?,
            None => std::env::current_exe()?.with_file_name("moldau"),
        };
        if !binary.exists() {
            fail!("{} is not there: cargo build --release", binary.display());
        }
        Ok(Self { binary, version: String::new() })
    }
}

impl Peer for Moldau {
    fn name(&self) -> String {
        let version = self.version.split_whitespace().nth(1).unwrap_or("?");
        format!("Moldau {version}")
    }

    fn prepare(&mut self, _cache: &Path) -> Result<()> {
        self.version = run(Command::new(&self.binary).arg("--version"))?;
        Ok(())
    }

    fn format(&self, _node: &Node) -> Result<()> {
        Ok(()) // A node without configuration formats itself.
    }

    fn command(&self, node: &Node) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg("server");
        let mut set = |key: &str, value: &str| {
            command.arg("-o").arg(format!("{key}={value}"));
        };
        set("listeners", &format!("PLAINTEXT://{}", node.address()));
        set("log.dirs", &node.data().display().to_string());
        set("log.flush.on.ack", "false");
        for (key, value) in COMMON {
            set(key, value);
        }
        command.env("MOLDAU_LOG", "warn");
        command
    }

    fn synced_topic(&self) -> (&'static str, &'static str) {
        ("flush.on.ack", "true")
    }

    fn settings(&self) -> String {
        "no fsync (log.flush.on.ack=false) but where a workload says so (flush.on.ack=true)"
            .to_owned()
    }
}
