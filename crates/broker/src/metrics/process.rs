//! What the operating system says of this process.

use std::fs;

/// Clock ticks of `/proc/self/stat`; Linux shows 100 to programs on every machine.
const TICKS: f64 = 100.0;

/// Values under their usual Prometheus names. Zero where the system does not tell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Process {
    pub(super) resident_bytes: u64,
    pub(super) cpu_seconds: f64,
    pub(super) threads: u64,
    pub(super) open_files: u64,
}

impl Process {
    /// Reads them now.
    pub(super) fn read() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // The name of the program, in brackets, may hold anything; user and system time are the
        // 12th and 13th field behind it.
        let times = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: u64 = times.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        Self {
            resident_bytes: field("VmRSS:").unwrap_or(0) * 1024,
            cpu_seconds: ticks as f64 / TICKS,
            threads: field("Threads:").unwrap_or(0),
            open_files: fs::read_dir("/proc/self/fd").map_or(0, |files| files.count() as u64),
        }
    }
}
