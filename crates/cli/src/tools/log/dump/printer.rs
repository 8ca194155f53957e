//! Where the lines of a dump go, and what is told at its end.

use std::{
    collections::BTreeMap,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::ValueEnum;

use super::super::tree::Tree;
use crate::failure::Failure;

/// Form of what goes to standard output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// The text of Kafka's own tool.
    #[default]
    Plain,
    /// One JSON object a line.
    Json,
}

/// Faults of the files, told at the end.
#[derive(Debug, Default)]
struct Faults {
    /// By file, offset in the index and offset in the log, the largest first.
    mismatches: Vec<(PathBuf, BTreeMap<i64, i64>)>,
    /// Time in the index, largest time of the batch.
    times: Vec<(PathBuf, Vec<(i64, i64)>)>,
    /// Time, time of the entry before.
    disorder: Vec<(PathBuf, Vec<(i64, i64)>)>,
    /// Offset in the index, offset found.
    missing: Vec<(PathBuf, Vec<(i64, i64)>)>,
    /// Offset, and the one that follows.
    gaps: Vec<(PathBuf, BTreeMap<i64, i64>)>,
}

/// What is wrong with an entry of an index, or with the offsets of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    Mismatch { index: i64, log: i64 },
    Time { index: i64, log: i64 },
    Disorder { time: i64, before: i64 },
    Missing { index: i64, found: i64 },
    Gap { offset: i64, next: i64 },
}

pub(super) struct Printer {
    out: Box<dyn Write>,
    complaints: Box<dyn Write>,
    form: Form,
    file: PathBuf,
    faults: Faults,
}

impl Printer {
    pub(super) fn stdout(form: Form) -> Self {
        Self::new(form, Box::new(std::io::stdout()), Box::new(std::io::stderr()))
    }

    pub(super) fn new(form: Form, out: Box<dyn Write>, complaints: Box<dyn Write>) -> Self {
        let out = Box::new(BufWriter::new(out));
        Self { out, complaints, form, file: PathBuf::new(), faults: Faults::default() }
    }

    pub(super) fn is_json(&self) -> bool {
        self.form == Form::Json
    }

    /// What follows is about this file.
    pub(super) fn start(&mut self, path: &Path) -> Result<(), Failure> {
        path.clone_into(&mut self.file);
        self.note(&format!("Dumping {}", path.display()))
    }

    /// A line of the text form; nothing in JSON.
    pub(super) fn note(&mut self, line: &str) -> Result<(), Failure> {
        if self.is_json() {
            return Ok(());
        }
        writeln!(self.out, "{line}").map_err(|error| Failure::output(&error))
    }

    /// One item in both forms.
    pub(super) fn item(
        &mut self,
        kind: &'static str,
        text: &str,
        fields: impl FnOnce(&mut Tree),
    ) -> Result<(), Failure> {
        if !self.is_json() {
            return self.note(text);
        }
        let mut object =
            Tree::object([("type", kind.into()), ("file", self.file.display().to_string().into())]);
        fields(&mut object);
        writeln!(self.out, "{object}").map_err(|error| Failure::output(&error))
    }

    /// Something is wrong with the file, but it can be gone on with.
    pub(super) fn problem(&mut self, text: &str) -> Result<(), Failure> {
        if self.is_json() {
            return self.item("problem", text, |object| object.put("problem", text));
        }
        // Both may go to one terminal.
        self.flush()?;
        writeln!(self.complaints, "{text}").map_err(|error| Failure::output(&error))
    }

    /// Remembers a fault for the end.
    pub(super) fn fault(&mut self, fault: Fault) {
        // As Kafka's tool, by the absolute path.
        let path = std::path::absolute(&self.file).unwrap_or_else(|_| self.file.clone());
        let faults = &mut self.faults;
        match fault {
            Fault::Mismatch { index, log } => {
                of(&mut faults.mismatches, path).insert(index, log);
            }
            Fault::Time { index, log } => of(&mut faults.times, path).push((index, log)),
            Fault::Disorder { time, before } => of(&mut faults.disorder, path).push((time, before)),
            Fault::Missing { index, found } => of(&mut faults.missing, path).push((index, found)),
            Fault::Gap { offset, next } => {
                of(&mut faults.gaps, path).insert(offset, next);
            }
        }
    }

    /// Tells the faults and ends the output.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let faults = std::mem::take(&mut self.faults);
        for (path, list) in faults.mismatches {
            let lines = list
                .into_iter()
                .rev()
                .map(|(index, log)| format!("  Index offset: {index}, log offset: {log}"));
            self.tell("Mismatches in :", &path, lines.collect())?;
        }
        for (path, list) in faults.times {
            let lines = list
                .into_iter()
                .map(|(index, log)| format!("  Index timestamp: {index}, log timestamp: {log}"));
            self.tell("Found timestamp mismatch in :", &path, lines.collect())?;
        }
        for (path, list) in faults.disorder {
            let lines = list.into_iter().map(|(time, before)| {
                format!("  Index timestamp: {time}, Previously indexed timestamp: {before}")
            });
            self.tell("Found out of order timestamp in :", &path, lines.collect())?;
        }
        for (path, list) in faults.missing {
            let lines = list.into_iter().map(|(index, found)| {
                format!("Indexed offset: {index}, found log offset: {found}")
            });
            let head = "The following indexed offsets are not found in :";
            self.tell(head, &path, lines.collect())?;
        }
        for (path, list) in faults.gaps {
            let lines =
                list.into_iter().map(|(offset, next)| format!("  {offset} is followed by {next}"));
            self.tell("Non-consecutive offsets in ", &path, lines.collect())?;
        }
        self.flush()
    }

    fn tell(&mut self, head: &str, path: &Path, lines: Vec<String>) -> Result<(), Failure> {
        if !self.is_json() {
            self.problem(&format!("{head}{}", path.display()))?;
            return lines.iter().try_for_each(|line| self.problem(line));
        }
        path.clone_into(&mut self.file);
        let head = head.trim_end_matches([':', ' ']);
        lines.iter().try_for_each(|line| self.problem(&format!("{head}: {}", line.trim_start())))
    }

    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| Failure::output(&error))
    }
}

/// The faults of one file.
fn of<T: Default>(all: &mut Vec<(PathBuf, T)>, path: PathBuf) -> &mut T {
    let at = all.iter().position(|(known, _)| *known == path).unwrap_or(all.len());
    if at == all.len() {
        all.push((path, T::default()));
    }
    &mut all[at].1
}
