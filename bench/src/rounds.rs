//! Runs every cell on both sides in turn: A B A B, round after round.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Result;
use crate::report::{Missing, Row};
use crate::scale::Scale;
use crate::side::{Role, Side};
use crate::workloads::{Measure, Outcome, Workload};

/// What the rounds gave.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results {
    pub(crate) rows: Vec<Row>,
    pub(crate) missing: Vec<Missing>,
}

/// Runs all cells. A cell that fails on a side stays out of further rounds there and is reported.
/// `save` is called after each cell, so that an interrupted run leaves what it has.
pub(crate) fn run(
    cells: &[Box<dyn Workload>],
    sides: &[Side],
    scale: &Scale,
    mut save: impl FnMut(&Results) -> Result<()>,
) -> Result<Results> {
    let start = Instant::now();
    let rounds = scale.rounds;
    let bar = ProgressBar::new((cells.len() * sides.len() * rounds) as u64);
    let style = "{bar:30} {pos}/{len} runs, {elapsed} of about {duration}: {msg}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    let mut results = Results::default();
    for cell in cells {
        let late = |budget| cell.slow() || start.elapsed() > budget;
        let these = if scale.budget.is_some_and(late) { 1 } else { rounds };
        let begin = Instant::now();
        run_cell(cell.as_ref(), sides, these, &bar, &mut results);
        bar.inc(((rounds - these) * sides.len()) as u64);
        if bar.is_hidden() {
            let seconds = begin.elapsed().as_secs_f64();
            eprintln!("{}: {}: {these} rounds, {seconds:.1} s", cell.group(), cell.case());
        }
        save(&results)?;
    }
    bar.finish_and_clear();
    Ok(results)
}

fn run_cell(
    cell: &dyn Workload,
    sides: &[Side],
    rounds: usize,
    bar: &ProgressBar,
    results: &mut Results,
) {
    let broken: Vec<AtomicBool> = sides.iter().map(|_| AtomicBool::new(false)).collect();
    let mut runs: Vec<Vec<Vec<Measure>>> = sides.iter().map(|_| Vec::new()).collect();
    let mut give_up = |index: usize, reason: String, failed: bool| {
        broken[index].store(true, Ordering::Relaxed);
        let name = &sides[index].name;
        bar.suspend(|| eprintln!("{}: {}: {name}: {reason}", cell.group(), cell.case()));
        results.missing.push(Missing {
            workload: cell.group(),
            case: cell.case(),
            side: sides[index].name.clone(),
            reason,
            failed,
        });
    };
    let mut order: Vec<usize> = (0..sides.len()).collect();
    order.sort_by_key(|index| sides[*index].role != Role::Reference);
    for index in order {
        bar.set_message(format!("{}: preparing", cell.group()));
        if let Err(error) = cell.prepare(&sides[index]) {
            give_up(index, error.to_string(), true);
        }
    }
    for _ in 0..rounds {
        for (index, side) in sides.iter().enumerate() {
            bar.set_message(format!("{}: {}: {}", cell.group(), cell.case(), side.name));
            if !broken[index].load(Ordering::Relaxed) {
                match cell.run(side) {
                    Ok(Outcome::Measured(measures)) => runs[index].push(measures),
                    Ok(Outcome::NotMeasured(reason)) => give_up(index, reason, false),
                    Err(error) => give_up(index, error.to_string(), true),
                }
            }
            bar.inc(1);
        }
    }
    for (index, side) in sides.iter().enumerate() {
        if let Err(error) = cell.clean(side) {
            give_up(index, error.to_string(), true);
        }
    }
    results.rows.extend(Row::of(cell, sides, &runs));
}

/// Lets a server reach its working temperature: half of the time writing, half reading back.
pub(crate) fn warm_up(side: &Side) -> Result<()> {
    use moldau_protocol::records::Codec;

    use crate::load::read_all;
    use crate::template::Shape;
    use crate::workloads::{PARTITIONS, saturating};

    let start = Instant::now();
    let mut record_size = 1024;
    while start.elapsed() < side.scale.warm_up {
        let mut load = saturating(&side.scale, 8, -1, Shape::full(record_size, Codec::None));
        load.limit.time = Duration::from_secs(2).min(side.scale.warm_up);
        load.limit.bytes = 1 << 30;
        side.with_topic(PARTITIONS, &[], |place| {
            let done = load.run(place)?;
            read_all(place, 4, done.batches)
        })?;
        // Small and large records in turn, as the workloads will be.
        record_size = 1124 - record_size;
    }
    Ok(())
}
