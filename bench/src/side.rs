//! One of the two servers that are compared: where it answers and what it used.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::failure::{Result, fail};
use crate::load::{Place, await_leaders};
use crate::peers::{Kafka, Peer};
use crate::scale::Scale;
use crate::server::Server;
use crate::usage;
use crate::wire::Link;

/// Whose figures set the loads of a fixed-load run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Ours,
    Reference,
}

/// A server under test.
pub(crate) struct Side {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) address: String,
    /// None for an address that was running before.
    pub(crate) local: Option<(Arc<dyn Peer>, Server)>,
    /// Real clients; none when they are not installed.
    pub(crate) java: Option<Kafka>,
    pub(crate) scale: Scale,
    /// Folder for servers of single workloads.
    pub(crate) scratch: PathBuf,
    /// What one workload remembers between its preparation and its rounds.
    pub(crate) remembered: Mutex<HashMap<String, u64>>,
    pub(crate) topics: AtomicU64,
}

impl std::fmt::Debug for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Side").field("name", &self.name).finish_non_exhaustive()
    }
}

/// What the server used during a piece of work; none for a server that is not ours to look at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) cpu: Option<Duration>,
    pub(crate) peak: Option<u64>,
}

impl Side {
    /// Creates a topic that keeps everything, runs `work` on it and deletes it.
    pub(crate) fn with_topic<T>(
        &self,
        partitions: usize,
        configs: &[(&str, &str)],
        work: impl FnOnce(&Place) -> Result<T>,
    ) -> Result<T> {
        let place = self.create_topic(partitions, configs)?;
        let outcome = work(&place);
        self.delete_topic(&place)?;
        outcome
    }

    /// Creates a topic that keeps everything, under a name of its own.
    pub(crate) fn create_topic(
        &self,
        partitions: usize,
        configs: &[(&str, &str)],
    ) -> Result<Place> {
        let topic = format!("bench-{}", self.topics.fetch_add(1, Ordering::Relaxed));
        let place = Place { address: self.address.clone(), topic, partitions };
        create(&place, configs)?;
        Ok(place)
    }

    /// Deletes a topic and waits until its files are gone, so that they are not written out later.
    pub(crate) fn delete_topic(&self, place: &Place) -> Result<()> {
        Link::connect(&self.address)?.delete_topic(&place.topic)?;
        if let Some((_, server)) = &self.local {
            for _ in 0..200 {
                if usage::topic_on_disk(&server.node.data(), &place.topic)? == 0 {
                    break;
                }
                thread::sleep(Duration::from_millis(10));
            }
        }
        Ok(())
    }

    /// Runs `work` and says what the server used meanwhile.
    pub(crate) fn used<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<(T, Usage)> {
        let Some((_, server)) = &self.local else {
            return Ok((work()?, Usage::default()));
        };
        let pid = server.pid();
        usage::forget_peak(pid);
        let before = usage::cpu(pid)?;
        let outcome = work()?;
        let cpu = Some(usage::cpu(pid)?.saturating_sub(before));
        Ok((outcome, Usage { cpu, peak: Some(usage::peak(pid)?) }))
    }

    /// Bytes that a topic takes on disk, where that can be seen.
    pub(crate) fn on_disk(&self, place: &Place) -> Result<Option<u64>> {
        let Some((_, server)) = &self.local else { return Ok(None) };
        usage::topic_on_disk(&server.node.data(), &place.topic).map(Some)
    }

    /// A second server of the same kind, for workloads that start and kill.
    pub(crate) fn own_server(&self) -> Result<Option<Server>> {
        let Some((peer, _)) = &self.local else { return Ok(None) };
        Server::create(peer, &self.scratch.join("own")).map(Some)
    }

    pub(crate) fn remember(&self, key: &str, value: u64) {
        let mut map = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        map.insert(key.to_owned(), value);
    }

    pub(crate) fn recall(&self, key: &str) -> Result<u64> {
        let map = self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        match map.get(key) {
            Some(value) => Ok(*value),
            None => fail!("preparation of {key} failed"),
        }
    }
}

/// Creates a topic that keeps everything at a given place.
pub(crate) fn create(place: &Place, configs: &[(&str, &str)]) -> Result<()> {
    let mut all = vec![("retention.ms", "-1"), ("file.delete.delay.ms", "0")];
    all.extend_from_slice(configs);
    let partitions = i32::try_from(place.partitions)?;
    let mut link = Link::connect(&place.address)?;
    link.create_topic(&place.topic, partitions, &all)?;
    await_leaders(&mut link, place)
}
