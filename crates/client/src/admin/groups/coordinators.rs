//! Finding the coordinators of groups and asking them (FindCoordinator, KIP-699).
//!
//! A coordinator that moved, loads or is not there yet is asked again, with growing pauses, until
//! `default.api.timeout.ms` is over. Each group has its own outcome: one that cannot be reached
//! does not fail the others.
//!
//! Tests: `tests.rs`, against brokers made of a script.

use std::collections::{BTreeMap, BTreeSet};

use moldau_protocol::{ErrorCode, codec::Request, ids::BrokerId, messages::FindCoordinatorRequest};

use super::Admin;
use crate::{
    ClientError,
    cluster::{Attempts, AutoCreate, Target},
};

/// First version of FindCoordinator that takes several keys.
const BATCHES_FROM: i16 = 4;

/// `key_type` of groups.
const GROUP: i8 = 0;

/// Groups in one request to a coordinator; keeps answers with all members or all offsets of each
/// within the limit for an answer.
const GROUPS_PER_REQUEST: usize = 50;

/// What came of each group.
pub type Outcomes<T> = BTreeMap<String, Result<T, ClientError>>;

/// One kind of request to coordinators.
pub(super) struct Ask<'a, R: Request, T> {
    /// What is done, for people.
    pub(super) operation: &'a str,
    /// Newest version to use.
    pub(super) cap: i16,
    /// First version whose requests take several groups.
    pub(super) several_from: i16,
    /// The request for some groups, in a version.
    pub(super) request: &'a (dyn Fn(Vec<String>, i16) -> R + Sync),
    /// The outcome of each group in the answer of a broker, given the groups that were asked for.
    pub(super) read: &'a Read<'a, R::Response, T>,
}

type Read<'a, A, T> =
    dyn Fn(BrokerId, &[String], A) -> Vec<(String, Result<T, ClientError>)> + Sync + 'a;

impl Admin {
    /// Asks the coordinator of each group.
    ///
    /// # Errors
    /// A failure that has nothing to do with one group, as a broker too old for the request.
    pub(super) async fn ask_coordinators<R: Request, T>(
        &self,
        groups: &[String],
        ask: &Ask<'_, R, T>,
    ) -> Result<Outcomes<T>, ClientError> {
        let mut attempts = Attempts::new(self.cluster.config(), ask.operation);
        let mut pending: BTreeSet<String> = groups.iter().cloned().collect();
        let mut outcomes = Outcomes::new();
        while !pending.is_empty() {
            let mut passing = None;
            for (group, result) in self.round(&pending, ask).await? {
                match result {
                    Err(failure) if passes(&failure) => passing = Some(failure),
                    result => {
                        pending.remove(&group);
                        outcomes.insert(group, result);
                    }
                }
            }
            if pending.is_empty() {
                break;
            }
            let failure = passing.unwrap_or_else(|| missing(ask.operation, &pending));
            if let Err(failure) = attempts.pause(failure).await {
                outcomes.extend(pending.into_iter().map(|group| (group, Err(failure.clone()))));
                break;
            }
            // The coordinator may be a broker that is new. If this fails, so will the next round.
            let _ = self.cluster.refresh(&[], AutoCreate::No).await;
        }
        Ok(outcomes)
    }

    /// Asks once for each group. Groups that an answer leaves out are left out.
    async fn round<R: Request, T>(
        &self,
        groups: &BTreeSet<String>,
        ask: &Ask<'_, R, T>,
    ) -> Result<Vec<(String, Result<T, ClientError>)>, ClientError> {
        let mut results = Vec::with_capacity(groups.len());
        let mut homes: BTreeMap<BrokerId, Vec<String>> = BTreeMap::new();
        for (group, coordinator) in self.find_coordinators(groups).await? {
            match coordinator {
                Ok(broker) => homes.entry(broker).or_default().push(group),
                Err(failure) => results.push((group, Err(failure))),
            }
        }
        for (broker, groups) in homes {
            match self.ask_broker(broker, &groups, ask, &mut results).await {
                Ok(()) => {}
                Err(failure) if passes(&failure) => {
                    let failed = groups.into_iter().map(|group| (group, Err(failure.clone())));
                    results.extend(failed);
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(results)
    }

    async fn ask_broker<R: Request, T>(
        &self,
        broker: BrokerId,
        groups: &[String],
        ask: &Ask<'_, R, T>,
        results: &mut Vec<(String, Result<T, ClientError>)>,
    ) -> Result<(), ClientError> {
        let connection = self.cluster.broker(broker).await?;
        let version = connection.version_up_to::<R>(ask.cap)?;
        let at_once = if version >= ask.several_from { GROUPS_PER_REQUEST } else { 1 };
        for groups in groups.chunks(at_once) {
            let request = (ask.request)(groups.to_vec(), version);
            let reply = connection.send(&request, version).await?;
            let answer = reply.wait(self.cluster.config().request_timeout).await?;
            results.extend((ask.read)(broker, groups, answer));
        }
        Ok(())
    }

    /// Who coordinates each group. A failure that may pass is the outcome of every group.
    async fn find_coordinators(
        &self,
        groups: &BTreeSet<String>,
    ) -> Result<Vec<(String, Result<BrokerId, ClientError>)>, ClientError> {
        match self.try_find(groups).await {
            Err(failure) if passes(&failure) => Ok(all(groups, &failure)),
            result => result,
        }
    }

    async fn try_find(
        &self,
        groups: &BTreeSet<String>,
    ) -> Result<Vec<(String, Result<BrokerId, ClientError>)>, ClientError> {
        let connection = self.cluster.connection(Target::Any).await?;
        let version = connection.version_of::<FindCoordinatorRequest>()?;
        let timeout = self.cluster.config().request_timeout;
        let mut request = FindCoordinatorRequest { key_type: GROUP, ..Default::default() };
        if version >= BATCHES_FROM {
            request.coordinator_keys = groups.iter().cloned().collect();
            let answer = connection.send(&request, version).await?.wait(timeout).await?;
            let found = answer.coordinators.into_iter().map(|found| {
                let (code, message) = (found.error_code, found.error_message);
                let broker = coordinator(&found.key, found.node_id, code, message);
                (found.key, broker)
            });
            return Ok(found.collect());
        }
        let mut found = Vec::with_capacity(groups.len());
        for group in groups {
            request.key.clone_from(group);
            let answer = connection.send(&request, version).await?.wait(timeout).await?;
            let (code, message) = (answer.error_code, answer.error_message);
            found.push((group.clone(), coordinator(group, answer.node_id, code, message)));
        }
        Ok(found)
    }
}

/// The same failure for each group.
fn all<T>(
    groups: &BTreeSet<String>,
    failure: &ClientError,
) -> Vec<(String, Result<T, ClientError>)> {
    groups.iter().map(|group| (group.clone(), Err(failure.clone()))).collect()
}

fn coordinator(
    group: &str,
    node: i32,
    code: i16,
    message: Option<String>,
) -> Result<BrokerId, ClientError> {
    let code = ErrorCode(code);
    if code.is_error() {
        let operation = format!("finding the coordinator of group {group}");
        return Err(ClientError::refused(operation, code, message));
    }
    Ok(BrokerId(node))
}

/// Whether the same group may answer otherwise in a moment: no connection, or a coordinator that
/// is elsewhere or not ready. What is said of partitions is final here, though clients of those
/// partitions would ask again.
fn passes(failure: &ClientError) -> bool {
    let Some(code) = failure.code() else { return failure.retriable() };
    matches!(
        code,
        ErrorCode::COORDINATOR_LOAD_IN_PROGRESS
            | ErrorCode::COORDINATOR_NOT_AVAILABLE
            | ErrorCode::NOT_COORDINATOR
            | ErrorCode::LEADER_NOT_AVAILABLE
            | ErrorCode::REQUEST_TIMED_OUT
            | ErrorCode::UNSTABLE_OFFSET_COMMIT
    )
}

/// An answer that leaves out a group is taken for one that may be better next time.
fn missing(operation: &str, pending: &BTreeSet<String>) -> ClientError {
    let group = pending.first().map_or("", String::as_str);
    let message = format!("the broker's answer does not speak of group {group}");
    ClientError::refused(operation, ErrorCode::COORDINATOR_NOT_AVAILABLE, Some(message))
}
