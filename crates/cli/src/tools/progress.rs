//! Progress of long work, on standard error and only when that is a terminal.

use std::{io::IsTerminal as _, time::Instant};

use indicatif::{BinaryBytes, HumanCount, ProgressBar, ProgressStyle};

/// Counts records and bytes.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    verb: &'static str,
    started: Instant,
    records: u64,
    bytes: u64,
}

impl Progress {
    /// `total` is the number of bytes to come, if it is known. `wanted` is false when lines are
    /// typed or shown on the same terminal.
    pub(crate) fn new(verb: &'static str, total: Option<u64>, wanted: bool) -> Self {
        let shown = wanted && std::io::stderr().is_terminal();
        let bar = shown.then(|| {
            let bar = total.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            let template = match total {
                Some(_) => "{bar:30} {bytes}/{total_bytes} {binary_bytes_per_sec} eta {eta} {msg}",
                None => "{spinner} {bytes} {binary_bytes_per_sec} {msg}",
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        });
        Self { bar, verb, started: Instant::now(), records: 0, bytes: 0 }
    }

    pub(crate) fn add(&mut self, records: u64, bytes: u64) {
        self.records += records;
        self.bytes += bytes;
        if let Some(bar) = &self.bar {
            bar.set_position(self.bytes);
            bar.set_message(format!("{} records", HumanCount(self.records)));
        }
    }

    pub(crate) fn records(&self) -> u64 {
        self.records
    }

    /// Ends the bar; with it goes a line that sums up.
    pub(crate) fn finish(self) {
        let Some(bar) = self.bar else { return };
        bar.finish_and_clear();
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = (self.bytes as f64 / seconds.max(0.001)) as u64;
        eprintln!(
            "{} {} records, {} in {seconds:.1} s ({}/s)",
            self.verb,
            HumanCount(self.records),
            BinaryBytes(self.bytes),
            BinaryBytes(rate)
        );
    }
}
