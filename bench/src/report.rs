//! The report: one row for each figure with ours, the peer's, their ratio, and the spread of each.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::scale::Scale;
use crate::side::{Role, Side};
use crate::workloads::{Better, Measure, Workload};

/// A median that is further on the wrong side than this is called slower.
const TOLERANCE: f64 = 0.05;

/// Median, least and greatest of the rounds.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) least: f64,
    pub(crate) greatest: f64,
}

impl Spread {
    /// None without values.
    pub(crate) fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (least, greatest) = (*values.first()?, *values.last()?);
        let middle = values.len() / 2;
        let median = if values.len() % 2 == 1 {
            values[middle]
        } else {
            f64::midpoint(values[middle - 1], values[middle])
        };
        Some(Self { median, least, greatest })
    }

    fn text(&self) -> String {
        if self.least == self.greatest {
            return number(self.median);
        }
        format!("{} ({}-{})", number(self.median), number(self.least), number(self.greatest))
    }
}

/// Where a row is on a plot.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RowPoint {
    pub(crate) curve: String,
    pub(crate) axis: &'static str,
    pub(crate) x: f64,
}

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) workload: &'static str,
    pub(crate) case: String,
    pub(crate) metric: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) better: Better,
    pub(crate) ours: Option<Spread>,
    pub(crate) peer: Option<Spread>,
    /// Ours by the peer's, of runs of the same round.
    pub(crate) ratio: Option<Spread>,
    pub(crate) point: Option<RowPoint>,
}

/// A cell without figures on one side, and why.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Missing {
    pub(crate) workload: &'static str,
    pub(crate) case: String,
    pub(crate) side: String,
    pub(crate) reason: String,
    /// Whether it should have worked.
    pub(crate) failed: bool,
}

impl Row {
    /// The rows of one cell; `runs` are its measures by side and round.
    pub(crate) fn of(cell: &dyn Workload, sides: &[Side], runs: &[Vec<Vec<Measure>>]) -> Vec<Self> {
        let Some(first) = runs.iter().flatten().next() else { return Vec::new() };
        let position = |role| sides.iter().position(|side| side.role == role);
        let (ours, peer) = (position(Role::Ours), position(Role::Reference));
        let values = |side: Option<usize>, metric: &str| -> Vec<f64> {
            side.map_or(&[][..], |side| &runs[side])
                .iter()
                .flatten()
                .filter(|measure| measure.metric == metric)
                .map(|measure| measure.value)
                .collect()
        };
        let row = |measure: &Measure| {
            let (our_values, peer_values) =
                (values(ours, measure.metric), values(peer, measure.metric));
            let ratios = our_values.iter().zip(&peer_values);
            let ratios = ratios.filter(|(ours, peer)| **ours > 0.0 && **peer > 0.0);
            Self {
                workload: cell.group(),
                case: cell.case(),
                metric: measure.metric,
                unit: measure.unit,
                better: measure.better,
                ratio: Spread::of(ratios.map(|(ours, peer)| ours / peer).collect()),
                ours: Spread::of(our_values),
                peer: Spread::of(peer_values),
                point: cell.point().map(|point| RowPoint {
                    curve: point.curve,
                    axis: point.axis,
                    x: point.x,
                }),
            }
        };
        first.iter().map(row).collect()
    }

    /// How many times worse we are; below 1 we are better.
    fn worse(&self) -> Option<f64> {
        let ratio = self.ratio.as_ref()?.median;
        Some(if self.better == Better::Lower { ratio } else { 1.0 / ratio })
    }
}

/// Everything that is written out.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) date: String,
    pub(crate) machine: Vec<String>,
    /// Whether others were at work when the run began.
    pub(crate) busy: bool,
    pub(crate) command: String,
    pub(crate) scale: Scale,
    /// Name, settings and role.
    pub(crate) sides: Vec<(String, String)>,
    /// What the generator reaches against the null server, in k records a second.
    pub(crate) generator: Vec<(String, f64)>,
    pub(crate) rows: Vec<Row>,
    pub(crate) missing: Vec<Missing>,
    /// File names and titles.
    pub(crate) plots: Vec<(String, String)>,
}

impl Report {
    /// The page; `plots` is the folder of the plots as seen from it.
    pub(crate) fn markdown(&self, plots: &str) -> String {
        let mut page = String::new();
        self.head(&mut page);
        self.slower(&mut page);
        self.tables(&mut page);
        if !self.missing.is_empty() {
            page.push_str("\n## Without figures\n\n");
            for missing in &self.missing {
                let reason = missing.reason.lines().next().unwrap_or_default();
                let Missing { workload, case, side, failed, .. } = missing;
                let verb = if *failed { "failed: " } else { "" };
                line(&mut page, format_args!("- {workload}, {case}, {side}: {verb}{reason}"));
            }
        }
        if !self.plots.is_empty() {
            page.push_str("\n## Plots\n");
            for (file, title) in &self.plots {
                line(&mut page, format_args!("\n![{title}]({plots}/{file})"));
            }
        }
        page
    }

    fn head(&self, page: &mut String) {
        page.push_str("# Benchmarks\n\nWritten by the bench; do not edit.\n\n");
        line(page, format_args!("- Date: {}", self.date));
        line(page, format_args!("- Machine: {}", self.machine.join("; ")));
        line(page, format_args!("- Again: `{}`", self.command));
        for (name, settings) in &self.sides {
            line(page, format_args!("- {name}: {settings}"));
        }
        line(
            page,
            format_args!(
                "- {} rounds{}, the servers in turn within each; {} s for each run, {} s to warm up",
                self.scale.rounds,
                if self.scale.budget.is_some() {
                    " (one where a single figure stands)"
                } else {
                    ""
                },
                self.scale.time.as_secs_f64(),
                self.scale.warm_up.as_secs_f64()
            ),
        );
        if self.busy {
            page.push_str(
                "- **Other programs used the machine during this run**: the spread is wide, and a JVM \
                 warms up slowly\n",
            );
        }
        for (case, rate) in &self.generator {
            line(
                page,
                format_args!(
                    "- The generator's own limit (null server), {case}: {} k records/s",
                    number(*rate)
                ),
            );
        }
        page.push_str(
            "\nServers and load share the machine, so absolute figures say little; the ratio (ours by \
             the peer's, of runs of the same round) is what counts. Each cell is the median and, in \
             parentheses, the least and the greatest of the rounds. Latencies count from when a request \
             was due. What the generator wrote was read back and checked: nothing lost, doubled or out \
             of order; what the Java clients wrote was counted.\n",
        );
    }

    fn slower(&self, page: &mut String) {
        let mut worse: Vec<(&Row, f64)> = self
            .rows
            .iter()
            .filter_map(|row| Some((row, row.worse()?)))
            .filter(|(_, factor)| *factor > 1.0 + TOLERANCE)
            .collect();
        let compared = self.rows.iter().filter(|row| row.ratio.is_some()).count();
        if compared == 0 {
            return;
        }
        line(page, format_args!("\n## Where Moldau is behind\n"));
        line(page, format_args!("{} of {compared} figures, the worst first.\n", worse.len()));
        worse.sort_by(|left, right| right.1.total_cmp(&left.1));
        for (row, factor) in worse {
            line(
                page,
                format_args!(
                    "- {}, {}, {}: {} times worse",
                    row.workload,
                    row.case,
                    row.metric,
                    number(factor)
                ),
            );
        }
    }

    fn tables(&self, page: &mut String) {
        let name = |index: usize| self.sides.get(index).map_or("peer", |side| side.0.as_str());
        let mut last = "";
        for row in &self.rows {
            if row.workload != last {
                last = row.workload;
                line(page, format_args!("\n## {last}\n"));
                if self.sides.len() == 2 {
                    line(
                        page,
                        format_args!("| case | figure | {} | {} | ratio |", name(0), name(1)),
                    );
                    page.push_str("|---|---|---|---|---|\n");
                } else {
                    line(page, format_args!("| case | figure | {} |", name(0)));
                    page.push_str("|---|---|---|\n");
                }
            }
            let text =
                |spread: &Option<Spread>| spread.as_ref().map_or("-".to_owned(), Spread::text);
            let head = format!("| {} | {}, {} |", row.case, row.metric, row.unit);
            if self.sides.len() == 2 {
                let cells = (text(&row.ours), text(&row.peer), text(&row.ratio));
                line(page, format_args!("{head} {} | {} | {} |", cells.0, cells.1, cells.2));
            } else {
                let only = if row.ours.is_some() { &row.ours } else { &row.peer };
                line(page, format_args!("{head} {} |", text(only)));
            }
        }
    }

    /// Curves by title, for the plots: points of (x, ours, peer's).
    pub(crate) fn curves(&self, metrics: &[&str]) -> BTreeMap<String, Vec<&Row>> {
        let mut curves: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
        for row in &self.rows {
            if let Some(point) = &row.point
                && metrics.contains(&row.metric)
            {
                curves.entry(format!("{}: {}", row.metric, point.curve)).or_default().push(row);
            }
        }
        curves.retain(|_, rows| rows.len() > 1);
        curves
    }
}

fn line(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(page, "{text}");
}

/// Three significant digits.
fn number(value: f64) -> String {
    let size = value.abs();
    let digits = if size >= 100.0 || size == 0.0 {
        0
    } else if size >= 10.0 {
        1
    } else if size >= 1.0 {
        2
    } else if size >= 0.1 {
        3
    } else {
        4
    };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_the_median_and_the_ends() {
        let spread = Spread::of(vec![3.0, 1.0, 2.0]).unwrap();
        assert_eq!(spread.text(), "2.00 (1.00-3.00)");
        assert_eq!(Spread::of(vec![4.0, 1.0]).unwrap().median, 2.5);
        assert!(Spread::of(Vec::new()).is_none());
    }

    #[test]
    fn numbers_have_three_digits() {
        let numbers =
            [(0.0, "0"), (0.01234, "0.0123"), (0.5, "0.500"), (5.678, "5.68"), (1234.5, "1234")];
        for (value, text) in numbers {
            assert_eq!(number(value), text);
        }
    }
}
