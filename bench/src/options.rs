//! The command line, and the run that it asks for.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::failure::{Result, fail};
use crate::load::Place;
use crate::peers::{self, Kafka, Moldau, Null, Peer};
use crate::plot::{Axis, Series, lines};
use crate::report::{Report, Row, Spread};
use crate::rounds::Results;
use crate::scale::{Level, Scale};
use crate::server::Server;
use crate::side::{Role, Side};
use crate::{machine, null_server, rounds, workloads};

/// Measures Moldau beside another server and writes a report.
#[derive(Debug, clap::Parser)]
#[command(name = "moldau-bench", version)]
pub(crate) struct Options {
    /// Server to compare with: kafka, moldau (another binary) or null
    #[arg(long, default_value = "kafka")]
    peer: String,
    /// Binary of Moldau [default: beside this program]
    #[arg(long, value_name = "FILE")]
    moldau: Option<PathBuf>,
    /// Binary of the peer, for --peer moldau
    #[arg(long, value_name = "FILE")]
    peer_binary: Option<PathBuf>,
    /// Measure the server at this address alone, whatever it is
    #[arg(long, value_name = "HOST:PORT")]
    bootstrap_server: Option<String>,
    /// Measure Moldau alone
    #[arg(long, conflicts_with = "bootstrap_server")]
    alone: bool,
    /// Fewer and shorter runs, under five minutes
    #[arg(long)]
    quick: bool,
    /// Only whether everything runs and every record arrives
    #[arg(long, conflicts_with = "quick")]
    smoke: bool,
    /// Rounds instead of the usual number
    #[arg(long)]
    rounds: Option<usize>,
    /// Only workloads whose heading or case contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Where the report goes: benchmarks.md, and benchmarks/ with JSON and plots
    #[arg(long, default_value = "docs", value_name = "FOLDER")]
    out: PathBuf,
    /// Where peers are kept between runs
    #[arg(long, default_value = "target/bench/cache", value_name = "FOLDER")]
    cache: PathBuf,
    /// Where the servers' data goes; it is removed
    #[arg(long, default_value = "target/bench/data", value_name = "FOLDER")]
    data: PathBuf,
    /// Serve as the null server on this port
    #[arg(long, hide = true)]
    null_server: Option<u16>,
}

impl Options {
    /// Does what was asked.
    pub(crate) fn run(&self) -> Result<()> {
        if let Some(port) = self.null_server {
            return null_server::serve(port);
        }
        raise_file_limit();
        let scale = self.scale();
        let cells: Vec<_> = workloads::all(&scale)
            .into_iter()
            .filter(|cell| {
                let name = format!("{}: {}", cell.group(), cell.case()).to_lowercase();
                self.only.as_ref().is_none_or(|text| name.contains(&text.to_lowercase()))
            })
            .collect();
        if cells.is_empty() {
            fail!("no workload matches");
        }
        fs::create_dir_all(&self.data)?;
        fs::create_dir_all(&self.cache)?;
        let data = fs::canonicalize(&self.data)?.join(std::process::id().to_string());
        let outcome = self.measure(&scale, &cells, &data);
        let _ = fs::remove_dir_all(&data);
        outcome
    }

    fn scale(&self) -> Scale {
        let level = match (self.smoke, self.quick) {
            (true, _) => Level::Smoke,
            (_, true) => Level::Quick,
            _ => Level::Full,
        };
        let mut scale = Scale::of(level);
        if let Some(rounds) = self.rounds {
            scale.rounds = rounds.max(1);
        }
        scale
    }

    fn measure(
        &self,
        scale: &Scale,
        cells: &[Box<dyn workloads::Workload>],
        data: &Path,
    ) -> Result<()> {
        let (machine, busy) = (machine::describe(), machine::busy());
        let generator = generator_limits(scale, data)?;
        let sides = self.sides(scale, data)?;
        for side in &sides {
            eprintln!("warming up {} for {} s", side.name, scale.warm_up.as_secs_f64());
            rounds::warm_up(side)?;
        }
        let settings = |side: &Side| match &side.local {
            Some((peer, _)) => peer.settings(),
            None => "running before, settings unknown".to_owned(),
        };
        let named: Vec<_> = sides.iter().map(|side| (side.name.clone(), settings(side))).collect();
        let report = |results: &Results| Report {
            date: machine::date(),
            machine: machine.clone(),
            busy,
            command: self.command(),
            scale: *scale,
            sides: named.clone(),
            generator: generator.clone(),
            rows: results.rows.clone(),
            missing: results.missing.clone(),
            plots: Vec::new(),
        };
        let save = |results: &Results| self.write(&mut report(results));
        let results = rounds::run(cells, &sides, scale, save)?;
        let report = report(&results);
        eprintln!("{} is written", self.page().display());
        if scale.level == Level::Smoke
            && let Some(missing) = report.missing.iter().find(|missing| missing.failed)
        {
            fail!("{}, {}, {}: {}", missing.workload, missing.case, missing.side, missing.reason);
        }
        Ok(())
    }

    /// Ours first, then what it is compared with.
    fn sides(&self, scale: &Scale, data: &Path) -> Result<Vec<Side>> {
        let java = self.java(scale)?;
        let side = |role, name: String, address: String, local, scratch: &str| Side {
            name,
            role,
            address,
            local,
            java: java.clone(),
            scale: *scale,
            scratch: data.join(scratch),
            remembered: Mutex::new(HashMap::new()),
            topics: AtomicU64::new(u64::from(std::process::id()) * 1000),
        };
        if let Some(address) = &self.bootstrap_server {
            return Ok(vec![side(Role::Reference, address.clone(), address.clone(), None, "none")]);
        }
        let local = |role, peer: Arc<dyn Peer>, folder: &str| -> Result<Side> {
            let server = Server::create(&peer, &data.join(format!("{folder}-server")))?;
            let address = server.node.address();
            Ok(side(role, peer.name(), address, Some((peer, server)), folder))
        };
        let ours = peers::prepared(Box::new(Moldau::new(self.moldau.clone())?), &self.cache)?;
        if self.alone {
            return Ok(vec![local(Role::Reference, ours, "ours")?]);
        }
        let peer = peers::by_name(&self.peer, self.peer_binary.clone())?;
        let peer = peers::prepared(peer, &fs::canonicalize(&self.cache)?)?;
        Ok(vec![local(Role::Ours, ours, "ours")?, local(Role::Reference, peer, "peer")?])
    }

    /// Real clients, unless this is a smoke, which needs nothing but Rust.
    fn java(&self, scale: &Scale) -> Result<Option<Kafka>> {
        if scale.level == Level::Smoke {
            return Ok(None);
        }
        let mut kafka = Kafka::default();
        match kafka.prepare(&fs::canonicalize(&self.cache)?) {
            Ok(()) => Ok(Some(kafka)),
            Err(error)
                if self.peer == "kafka" && !self.alone && self.bootstrap_server.is_none() =>
            {
                Err(error)
            }
            Err(error) => {
                eprintln!("no Java clients: {error}");
                Ok(None)
            }
        }
    }

    fn command(&self) -> String {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        format!("cargo run --release -p moldau-bench -- {}", arguments.join(" ")).trim().to_owned()
    }

    fn page(&self) -> PathBuf {
        self.out.join("benchmarks.md")
    }

    fn write(&self, report: &mut Report) -> Result<()> {
        let folder = self.out.join("benchmarks");
        fs::create_dir_all(&folder)?;
        let plots = plots(report);
        for (file, title, svg) in plots {
            fs::write(folder.join(&file), svg)?;
            report.plots.push((file, title));
        }
        fs::write(folder.join("report.json"), serde_json::to_vec_pretty(report)?)?;
        Ok(fs::write(self.page(), report.markdown("benchmarks"))?)
    }
}

/// What the generator reaches against a server that does nothing.
fn generator_limits(scale: &Scale, data: &Path) -> Result<Vec<(String, f64)>> {
    let peer: Arc<dyn Peer> = Arc::new(Null);
    let server = Server::create(&peer, &data.join("null-server"))?;
    let place = Place {
        address: server.node.address(),
        topic: "null".to_owned(),
        partitions: workloads::PARTITIONS,
    };
    workloads::generator_limits(scale)
        .into_iter()
        .map(|(case, mut load)| {
            load.limit.bytes = u64::MAX; // Nothing is written, so time alone ends it.
            Ok((case, load.run(&place)?.records_per_second() / 1e3))
        })
        .collect()
}

/// Latency against offered load, and cost against the number of producers.
fn plots(report: &Report) -> Vec<(String, String, String)> {
    let metrics = ["ack p50", "ack p99", "end-to-end p99", "server CPU per record"];
    let mut plots = Vec::new();
    for (title, rows) in report.curves(&metrics) {
        let series = |pick: fn(&Row) -> Option<&Spread>, colour: usize| {
            let points: Vec<(f64, f64)> = rows
                .iter()
                .filter_map(|row| Some((row.point.as_ref()?.x, pick(row)?.median)))
                .collect();
            Series {
                name: report.sides.get(colour).map_or("", |side| side.0.as_str()).to_owned(),
                dashed: colour == 1,
                colour,
                points,
            }
        };
        let mut all = vec![series(|row| row.ours.as_ref(), 0), series(|row| row.peer.as_ref(), 1)];
        if report.sides.len() == 1 {
            all.remove(0);
            all[0].name.clone_from(&report.sides[0].0);
        }
        all.retain(|series| series.points.len() > 1);
        let (first, unit) = (rows[0], rows[0].unit);
        let axis = if unit == "ms" { Axis::Logarithmic } else { Axis::Linear };
        let x_label = first.point.as_ref().map_or("", |point| point.axis);
        let name: String = title
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .collect();
        let file = name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
        let svg = lines(&title, x_label, &format!("{}, {unit}", first.metric), axis, &all);
        plots.push((format!("{file}.svg"), title, svg));
    }
    plots
}

/// Thousands of connections need as many descriptors; servers inherit the limit.
fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}
