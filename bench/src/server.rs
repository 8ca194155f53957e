//! A server process: start, readiness, what it used, stop and kill.
//!
//! A server that is dropped is killed and its data removed.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::failure::{Result, fail};
use crate::peers::Peer;
use crate::wire::{Link, metadata_of};

/// A start that takes longer has failed.
const START_LIMIT: Duration = Duration::from_secs(180);
/// A stop that takes longer becomes a kill.
const STOP_LIMIT: Duration = Duration::from_secs(120);
/// Lines of the server's log that a failure shows.
const LOG_TAIL: usize = 20;

/// Where a server runs.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Its data (`data/`), configuration and log.
    pub(crate) root: PathBuf,
    pub(crate) port: u16,
    pub(crate) controller_port: u16,
}

impl Node {
    pub(crate) fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    pub(crate) fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Folder of a partition.
    pub(crate) fn partition(&self, topic: &str, index: usize) -> PathBuf {
        self.data().join(format!("{topic}-{index}"))
    }
}

/// A server that answers.
pub(crate) struct Server {
    pub(crate) node: Node,
    /// From the start of the process to its first answer that names a broker.
    pub(crate) start_time: Duration,
    peer: Arc<dyn Peer>,
    child: Child,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("node", &self.node).finish_non_exhaustive()
    }
}

impl Server {
    /// Formats a new node under `root` and starts it.
    pub(crate) fn create(peer: &Arc<dyn Peer>, root: &Path) -> Result<Self> {
        let _ = fs::remove_dir_all(root);
        fs::create_dir_all(root)?;
        let node =
            Node { root: root.to_owned(), port: free_port()?, controller_port: free_port()? };
        peer.format(&node)?;
        let (child, start_time) = launch(peer.as_ref(), &node)?;
        Ok(Self { node, start_time, peer: Arc::clone(peer), child })
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// A controlled shutdown; gives the time it took.
    pub(crate) fn stop(&mut self) -> Result<Duration> {
        self.end(Signal::TERM)
    }

    /// No warning at all.
    pub(crate) fn kill(&mut self) -> Result<Duration> {
        self.end(Signal::KILL)
    }

    /// Starts again on the same data.
    pub(crate) fn restart(&mut self) -> Result<Duration> {
        (self.child, self.start_time) = launch(self.peer.as_ref(), &self.node)?;
        Ok(self.start_time)
    }

    fn end(&mut self, signal: Signal) -> Result<Duration> {
        let begin = Instant::now();
        if let Some(pid) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            kill_process(pid, signal)?;
        }
        while self.child.try_wait()?.is_none() {
            if begin.elapsed() > STOP_LIMIT {
                self.child.kill()?;
                self.child.wait()?;
                fail!("{} did not stop within {STOP_LIMIT:?}", self.peer.name());
            }
            thread::sleep(Duration::from_millis(2));
        }
        Ok(begin.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.node.root);
    }
}

fn launch(peer: &dyn Peer, node: &Node) -> Result<(Child, Duration)> {
    let log = node.root.join("server.log");
    let out = File::options().append(true).create(true).open(&log)?;
    let mut command = mortal(&peer.command(node));
    command.current_dir(&node.root).stdin(Stdio::null()).stdout(out.try_clone()?).stderr(out);
    let begin = Instant::now();
    let mut child = spawn(&mut command)?;
    loop {
        if answers(&node.address()) {
            return Ok((child, begin.elapsed()));
        }
        if let Some(status) = child.try_wait()? {
            fail!("{} ended with {status}\n{}", peer.name(), tail(&log));
        }
        if begin.elapsed() > START_LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            fail!("{} is not ready after {START_LIMIT:?}\n{}", peer.name(), tail(&log));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The command under `setpriv` (util-linux), so that the server dies with the bench even when that is
/// killed; as it is where there is no such tool.
fn mortal(command: &Command) -> Command {
    let known = Command::new("setpriv").arg("--version").stdout(Stdio::null()).status();
    let mut mortal = if known.is_ok_and(|status| status.success()) {
        let mut mortal = Command::new("setpriv");
        mortal.args(["--pdeathsig", "KILL", "--"]).arg(command.get_program());
        mortal
    } else {
        Command::new(command.get_program())
    };
    mortal.args(command.get_args());
    mortal.envs(command.get_envs().filter_map(|(key, value)| Some((key, value?))));
    mortal
}

/// Runs a command, naming it when it is not there.
pub(crate) fn spawn(command: &mut Command) -> Result<Child> {
    let program = command.get_program().to_owned();
    command.spawn().map_err(|error| format!("{}: {error}", program.display()).into())
}

/// Runs a command to its end and gives its output.
pub(crate) fn run(command: &mut Command) -> Result<String> {
    run_until(command, None)
}

/// As [`run`], but a command whose output contains `done` may fail after that.
pub(crate) fn run_until(command: &mut Command, done: Option<&str>) -> Result<String> {
    let child = spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let output = child.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() && !done.is_some_and(|done| text.contains(done)) {
        fail!("{command:?}: {}\n{text}{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(text)
}

fn answers(address: &str) -> bool {
    Link::connect(address)
        .and_then(|mut link| link.call(&metadata_of(None)))
        .is_ok_and(|response| !response.brokers.is_empty())
}

fn tail(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LOG_TAIL)..].join("\n")
}

/// A port that was free a moment ago.
pub(crate) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
