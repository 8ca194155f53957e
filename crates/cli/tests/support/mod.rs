//! A server of our own on a free port, and the tools that talk to it.

// Each test binary uses a part of it; and all of it is test code.
#![allow(dead_code, clippy::unwrap_used)]

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
};

use tempfile::TempDir;

/// The binary under test.
pub(crate) const MOLDAU: &str = env!("CARGO_BIN_EXE_moldau");

/// A running server; killed when it goes out of scope.
pub(crate) struct Server {
    child: Child,
    directory: TempDir,
    overrides: Vec<String>,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    /// With further properties, each as KEY=VALUE.
    pub(crate) fn with(overrides: &[&str]) -> Self {
        let directory = TempDir::new().unwrap();
        let overrides = overrides.iter().map(ToString::to_string).collect::<Vec<_>>();
        let (child, address) = spawn(directory.path(), "127.0.0.1:0", &overrides);
        Self { child, directory, overrides, address }
    }

    /// As `kill -9`, and a new start on the same directory and port.
    pub(crate) fn crash_and_restart(&mut self) {
        self.kill();
        let (child, address) = spawn(self.directory.path(), &self.address, &self.overrides);
        (self.child, self.address) = (child, address);
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Where tests may put files.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// A tool that talks to this server.
    pub(crate) fn tool(&self, args: &[&str]) -> Command {
        let mut command = Command::new(MOLDAU);
        command.args(args).env("MOLDAU_BOOTSTRAP_SERVER", &self.address);
        command
    }

    /// Runs a tool that must succeed; returns what it printed.
    pub(crate) fn run(&self, args: &[&str]) -> String {
        let output = self.tool(args).stdin(Stdio::null()).output().unwrap();
        succeeded(args, output)
    }

    /// Runs a tool with `input`; it must succeed.
    pub(crate) fn pipe(&self, args: &[&str], input: &[u8]) -> String {
        let output = with_input(&mut self.tool(args), input);
        succeeded(args, output)
    }

    /// Runs a tool that must not succeed; returns its exit code and what it complained about.
    pub(crate) fn fail(&self, args: &[&str], input: &[u8]) -> (i32, String) {
        let output = with_input(&mut self.tool(args), input);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{args:?} should have failed");
        (output.status.code().unwrap(), complaint)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server and waits for the line that says that it is ready.
fn spawn(directory: &Path, listen: &str, overrides: &[String]) -> (Child, String) {
    let mut command = Command::new(MOLDAU);
    command.arg("server").current_dir(directory);
    command.args(["-o", &format!("listeners=PLAINTEXT://{listen}")]);
    for text in overrides {
        command.args(["-o", text]);
    }
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut seen = String::new();
    let address = loop {
        let Some(Ok(line)) = lines.next() else { panic!("the server did not start:\n{seen}") };
        if let Ok(line) = serde_json::from_str::<serde_json::Value>(&line)
            && let Some(clients) = line.get("clients").and_then(|clients| clients.as_str())
        {
            break clients.trim_start_matches("PLAINTEXT://").to_owned();
        }
        seen += &line;
        seen.push('\n');
    };
    // A full pipe would stop the server.
    thread::spawn(move || lines.for_each(drop));
    (child, address)
}

fn with_input(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A tool that fails does not read all of it.
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    output
}

fn succeeded(args: &[&str], output: Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// Lines of text with all that may trouble a tool: empty ones, long ones, `\r`, other alphabets.
pub(crate) fn text(lines: usize) -> String {
    let line = |number: usize| match number % 7 {
        0 => String::new(),
        1 => format!("{number} with a carriage return\r"),
        2 => format!("{number}\twith\ttabs"),
        3 => format!("{number} žluťoučký kůň 馬"),
        4 => "x".repeat(number % 5000),
        _ => format!("line {number} of the text, which is not very long but not short either"),
    };
    (0..lines).map(|number| line(number) + "\n").collect()
}
