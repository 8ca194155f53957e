//! From loaded to leading: the election, the first records of the epoch, activation, registration.

use moldau_metadata::controller::{Command, Reply};
use moldau_metadata::feature::{FEATURES, KRAFT_VERSION, METADATA_VERSION};
use moldau_metadata::image::Provenance;
use moldau_metadata::record::VersionedRecord;
use moldau_protocol::ids::{BrokerId, LeaderEpoch, Offset};
use moldau_protocol::messages::{
    ControllerRegistrationRequest, KRaftVersionRecord, controller_registration_request,
};

use super::Driver;
use crate::batch::{ControlRecord, control_batch, leader_change};
use crate::error::LogFault;
use crate::machine::{Effect, Event};
use crate::voters::{KRaftVersion, Voter, VoterEndpoint, VoterSet};

impl Driver {
    /// Carries out what the quorum machine asks for until this node leads.
    pub(super) fn elect(&mut self, voters_in_log: bool) -> Result<(), LogFault> {
        let mut events = vec![Event::ElectionTimeout];
        while let Some(event) = events.pop() {
            for effect in self.machine.on(event) {
                match effect {
                    Effect::StoreState(state) => {
                        let disk = &*self.seams.disk;
                        self.state_file.write(disk, &state, self.kraft_version, &self.voters)?;
                        events.push(Event::StateStored);
                    }
                    Effect::AppendEpochStart { epoch, granting } => {
                        let end = self.append_epoch_start(epoch, &granting, voters_in_log)?;
                        events.push(Event::Synced { end });
                    }
                    Effect::HighWatermark(_) => {}
                    Effect::Lead(epoch) => {
                        tracing::info!(epoch = epoch.0, "this node leads the metadata quorum");
                    }
                }
            }
        }
        self.update_status();
        Ok(())
    }

    fn append_epoch_start(
        &mut self,
        epoch: LeaderEpoch,
        granting: &[BrokerId],
        voters_in_log: bool,
    ) -> Result<Offset, LogFault> {
        let now_ms = self.seams.clock.now_ms();
        let leader = self.config.controller.node_id;
        let mut records = vec![leader_change(leader, &self.voters, granting)];
        if self.kraft_version == KRaftVersion::Dynamic {
            let current = self.with_own_endpoints();
            if !voters_in_log {
                records.push(ControlRecord::KRaftVersion(KRaftVersionRecord {
                    kraft_version: self.kraft_version.level(),
                    ..Default::default()
                }));
            }
            if !voters_in_log || current != self.voters {
                records.push(ControlRecord::Voters(current.to_record()));
                self.voters = current;
            }
        }
        let count = i64::try_from(records.len()).unwrap_or(0);
        let batch = control_batch(&records, self.log.end(), epoch, now_ms)
            .map_err(|error| self.unwritable(&error))?;
        self.keeper.appended(batch.len());
        let last_offset = self.log.end().plus(count - 1);
        self.log.append(vec![batch], epoch, now_ms)?;
        self.provenance = Provenance { last_offset, epoch, last_contained_log_time_ms: now_ms };
        self.log.sync()
    }

    /// The voters, with this one where it listens now.
    fn with_own_endpoints(&self) -> VoterSet {
        let own = self.config.controller.node_id;
        let endpoint = |endpoint: &crate::config::ControllerEndpoint| VoterEndpoint {
            name: endpoint.name.clone(),
            host: endpoint.host.clone(),
            port: endpoint.port,
        };
        let endpoints: Vec<_> = self.config.endpoints.iter().map(endpoint).collect();
        let voter = |voter: &Voter| {
            let mut voter = voter.clone();
            if voter.id == own && !endpoints.is_empty() {
                voter.endpoints.clone_from(&endpoints);
            }
            voter
        };
        VoterSet::new(self.voters.voters().iter().map(voter).collect())
    }

    pub(super) fn activate(&mut self, bootstrap: Vec<VersionedRecord>) -> Result<(), LogFault> {
        let bootstrap =
            if bootstrap.is_empty() { crate::format::default_bootstrap() } else { bootstrap };
        if self.published.is_empty() {
            tracing::info!(records = bootstrap.len(), "the metadata log is empty; filling it");
        }
        let register = Command::RegisterController(self.registration());
        let replies = self.handle(vec![Command::Activate { bootstrap }, register])?;
        if let Some(Ok(Reply::RegisterController(reply))) = replies.last()
            && reply.error_code != 0
        {
            let reason = reply.error_message.as_deref().unwrap_or_default();
            tracing::info!(reason, "the controller does not register");
        }
        // The log as loaded counts as new, too: nobody has seen it.
        if self.provenance != self.published.provenance {
            self.publish();
        }
        Ok(())
    }

    fn registration(&self) -> ControllerRegistrationRequest {
        let supported = FEATURES
            .iter()
            .filter(|feature| [KRAFT_VERSION, METADATA_VERSION].contains(&feature.name));
        ControllerRegistrationRequest {
            controller_id: self.config.controller.node_id.0,
            incarnation_id: self.config.incarnation,
            zk_migration_ready: false,
            listeners: self
                .config
                .endpoints
                .iter()
                .map(|endpoint| controller_registration_request::Listener {
                    name: endpoint.name.clone(),
                    host: endpoint.host.clone(),
                    port: endpoint.port,
                    security_protocol: endpoint.security_protocol,
                    ..Default::default()
                })
                .collect(),
            features: supported
                .map(|feature| controller_registration_request::Feature {
                    name: feature.name.to_owned(),
                    min_supported_version: feature.min,
                    max_supported_version: feature.max,
                    ..Default::default()
                })
                .collect(),
            ..Default::default()
        }
    }
}
