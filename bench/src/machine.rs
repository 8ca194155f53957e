//! What the report says about the machine and the day.

use std::fs;

use crate::server::run;

/// Processor, cores, memory, kernel, disk.
pub(crate) fn describe() -> Vec<String> {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = value(&cpu, "model name");
    let cores = cpu.lines().filter(|line| line.starts_with("processor")).count();
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib: u64 = value(&memory, "MemTotal").trim_end_matches(" kB").parse().unwrap_or(0);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    vec![
        format!("{model}, {cores} cores"),
        format!("{:.0} GiB", kib as f64 / 1_048_576.0),
        format!("Linux {}", kernel.trim()),
        format!("load average before the run {}", load_average()),
    ]
}

fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or_default()
}

/// Whether others use much of the machine.
pub(crate) fn busy() -> bool {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    load_average() > cores as f64 / 2.0
}

fn value(text: &str, key: &str) -> String {
    let line = text.lines().find(|line| line.starts_with(key)).unwrap_or_default();
    line.split_once(':').map_or("", |(_, value)| value).trim().to_owned()
}

/// Day and minute, UTC.
pub(crate) fn date() -> String {
    let mut command = std::process::Command::new("date");
    run(command.args(["-u", "+%Y-%m-%d %H:%M UTC"]))
        .map_or_else(|_| "unknown".to_owned(), |date| date.trim().to_owned())
}
