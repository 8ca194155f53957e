//! Measures Moldau beside another server, in one run, and writes a report.
//!
//! The parts: `template`, `load` (the generator), `peers` (servers that can be measured), `workloads`
//! (what is measured), `rounds` (in which order), `report` and `plot`. The generator shares only the
//! codec with the server. `docs/benchmarks.md` is what it writes; `bench/smoke` is its test.

mod failure;
mod load;
mod machine;
mod null_server;
mod options;
mod peers;
mod plot;
mod report;
mod rounds;
mod scale;
mod server;
mod side;
mod template;
mod usage;
mod wire;
mod workloads;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match options::Options::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moldau-bench: {error}");
            ExitCode::FAILURE
        }
    }
}
