//! What a process used: CPU time, resident memory, bytes on disk. Read from `/proc`.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use crate::failure::Result;

/// The kernel reports CPU time in these, on every Linux that Rust supports.
const TICKS_PER_SECOND: f64 = 100.0;

/// CPU time of a process so far, user and system, all threads. Its resolution is 10 ms.
pub(crate) fn cpu(pid: u32) -> Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name in parentheses may contain anything, so count from its end.
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: f64 = fields
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(|ticks| ticks.parse::<f64>().unwrap_or_default())
        .sum();
    Ok(Duration::from_secs_f64(ticks / TICKS_PER_SECOND))
}

/// Resident memory in bytes.
pub(crate) fn resident(pid: u32) -> Result<u64> {
    status(pid, "VmRSS:")
}

/// Largest resident memory since the start or the last [`forget_peak`].
pub(crate) fn peak(pid: u32) -> Result<u64> {
    status(pid, "VmHWM:")
}

/// Begins a new peak. Does nothing where the kernel does not allow it.
pub(crate) fn forget_peak(pid: u32) {
    let _ = fs::write(format!("/proc/{pid}/clear_refs"), "5");
}

fn status(pid: u32, key: &str) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find(|line| line.starts_with(key)).ok_or("no such line in status")?;
    let kib = line.split_whitespace().nth(1).ok_or("no number in status")?;
    Ok(kib.parse::<u64>()? * 1024)
}

/// Bytes that the files of a topic take on disk, all of its partitions together. What is renamed or
/// removed meanwhile does not count.
pub(crate) fn topic_on_disk(data: &Path, topic: &str) -> Result<u64> {
    let mut total = 0;
    for folder in fs::read_dir(data)?.flatten() {
        let name = folder.file_name().to_string_lossy().into_owned();
        if name.rsplit_once('-').is_some_and(|(before, _)| before == topic) {
            for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
                total += file.metadata().map_or(0, |metadata| metadata.blocks() * 512);
            }
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_knows_itself() {
        let pid = std::process::id();
        assert!(resident(pid).unwrap() > 100_000);
        assert!(peak(pid).unwrap() >= resident(pid).unwrap() / 2);
        cpu(pid).unwrap();
    }

    #[test]
    fn only_the_files_of_the_topic_count() {
        let root = tempfile::tempdir().unwrap();
        for (folder, size) in [("a-0", 10_000), ("a-1", 10_000), ("a-b-0", 100_000)] {
            fs::create_dir(root.path().join(folder)).unwrap();
            fs::write(root.path().join(folder).join("0.log"), vec![1; size]).unwrap();
        }
        let size = topic_on_disk(root.path(), "a").unwrap();
        assert!(size < 100_000, "{size}");
    }
}
