//! (h) Idle connections: what each keeps in memory and what they cost while nothing happens.

use std::thread;
use std::time::{Duration, Instant};

use super::{Better, Outcome, Workload, measure};
use crate::failure::Result;
use crate::scale::{Level, Scale};
use crate::side::Side;
use crate::usage;
use crate::wire::{Link, api_versions};

struct Idle {
    connections: usize,
}

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    vec![Box::new(Idle { connections: scale.idle_connections })]
}

impl Workload for Idle {
    fn group(&self) -> &'static str {
        "Idle connections"
    }

    fn case(&self) -> String {
        format!("{} connections", self.connections)
    }

    fn slow(&self) -> bool {
        true
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let Some(server) = side.own_server()? else {
            let reason = "the memory of a server elsewhere cannot be seen";
            return Ok(Outcome::NotMeasured(reason.to_owned()));
        };
        let hold = if side.scale.level == Level::Smoke { 100 } else { 3000 };
        let before = usage::resident(server.pid())?;
        let begin = Instant::now();
        let mut links = Vec::with_capacity(self.connections);
        for _ in 0..self.connections {
            let mut link = Link::connect(&server.node.address())?;
            link.call(&api_versions())?;
            links.push(link);
        }
        let opened = begin.elapsed();
        let cpu = usage::cpu(server.pid())?;
        thread::sleep(Duration::from_millis(hold));
        let idle = usage::cpu(server.pid())?.saturating_sub(cpu);
        let after = usage::resident(server.pid())?;
        let each = (after as f64 - before as f64) / self.connections as f64 / 1024.0;
        let rate = self.connections as f64 / opened.as_secs_f64();
        let share = idle.as_secs_f64() * 1e5 / hold as f64;
        Ok(Outcome::Measured(vec![
            measure("opened, one after the other", "1/s", Better::Higher, rate),
            measure("memory for each", "KiB", Better::Lower, each),
            measure("RSS with all", "MiB", Better::Lower, after as f64 / super::MIB),
            measure("CPU while idle", "% of a core", Better::Lower, share),
        ]))
    }
}
