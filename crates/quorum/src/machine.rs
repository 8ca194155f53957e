//! The KRaft state machine: who leads in which epoch, and how far the log is committed.
//!
//! Stands apart because it must be right: no IO, no clock, no randomness. `on(event)` changes the
//! state and returns effects, which the driver carries out in order; the machine takes a step only
//! after an [`Event`] said that the last one is on disk.
//!
//! For now it knows the quorum of one voter: that voter elects itself at once. The states are those
//! of the whole protocol, so that votes and followers can be added without moving anything.
//!
//! Invariants: the epoch never goes back; no effect acts in an epoch before that epoch is stored;
//! the high watermark never goes back, never passes what is synced, and moves only once the first
//! record of the epoch is synced.
//!
//! Source: KIP-595, KIP-853. Tests: scripts in `machine/tests.rs`.

use moldau_protocol::ids::{BrokerId, DirectoryId, LeaderEpoch, Offset};

use crate::state_file::ElectionState;

#[cfg(test)]
mod tests;

/// What this node is in its epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It knows no leader and has not voted, or does not know for whom.
    Unattached,
    /// It knows no leader and has voted for another node.
    Voted {
        /// For whom.
        candidate: BrokerId,
    },
    /// It asks for votes.
    Candidate,
    /// It leads.
    Leader {
        /// Offset of the epoch's first record.
        epoch_start: Offset,
    },
    /// It led and has given it up; it stands for nothing in this epoch any more.
    Resigned,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// No leader was heard of for the election timeout. The sole voter does not wait for it.
    ElectionTimeout,
    /// The state of the last [`Effect::StoreState`] is on disk.
    StateStored,
    /// The log ends at `end` and is on disk up to there.
    Synced {
        /// Offset behind the last synced record.
        end: Offset,
    },
    /// The node stops.
    Shutdown,
}

/// What the driver has to do, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Write this to `quorum-state`, sync it, then say [`Event::StateStored`].
    StoreState(ElectionState),
    /// Append the records that a leader's epoch begins with, sync, then say [`Event::Synced`].
    AppendEpochStart {
        /// The epoch.
        epoch: LeaderEpoch,
        /// Who voted for it.
        granting: Vec<BrokerId>,
    },
    /// Records before this offset are committed.
    HighWatermark(Offset),
    /// The first record of the epoch is committed: the controller may become active.
    Lead(LeaderEpoch),
}

/// The state machine of one voter.
#[derive(Clone, Debug)]
pub struct QuorumMachine {
    id: BrokerId,
    directory_id: DirectoryId,
    epoch: LeaderEpoch,
    role: Role,
    log_end: Offset,
    high_watermark: Option<Offset>,
    leading: bool,
}

impl QuorumMachine {
    /// A voter as it comes back: `stored` is what its disk says, `log_end` the end of its log (all of
    /// it synced) and `last_epoch` the epoch of the last record there.
    #[must_use]
    pub fn new(
        id: BrokerId,
        directory_id: DirectoryId,
        stored: &ElectionState,
        log_end: Offset,
        last_epoch: LeaderEpoch,
    ) -> Self {
        let epoch = stored.epoch.max(last_epoch).max(LeaderEpoch(0));
        let role = if epoch > stored.epoch {
            Role::Unattached
        } else if stored.leader == Some(id) {
            // It cannot lead again without another election: what it said as leader is forgotten.
            Role::Resigned
        } else {
            match stored.voted {
                Some(voted) if voted.id == id => Role::Candidate,
                Some(voted) => Role::Voted { candidate: voted.id },
                None => Role::Unattached,
            }
        };
        Self { id, directory_id, epoch, role, log_end, high_watermark: None, leading: false }
    }

    /// The epoch.
    #[must_use]
    pub fn epoch(&self) -> LeaderEpoch {
        self.epoch
    }

    /// What this node is.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// Who leads, if anybody is known to.
    #[must_use]
    pub fn leader(&self) -> Option<BrokerId> {
        matches!(self.role, Role::Leader { .. }).then_some(self.id)
    }

    /// End of what is committed; none before that is known.
    #[must_use]
    pub fn high_watermark(&self) -> Option<Offset> {
        self.high_watermark
    }

    /// Takes an event in.
    #[must_use]
    pub fn on(&mut self, event: Event) -> Vec<Effect> {
        match (event, self.role) {
            (Event::ElectionTimeout, Role::Leader { .. }) => Vec::new(),
            (Event::ElectionTimeout, _) => self.stand(),
            (Event::StateStored, Role::Candidate) => self.win(),
            (Event::StateStored, Role::Leader { .. }) => {
                vec![Effect::AppendEpochStart { epoch: self.epoch, granting: vec![self.id] }]
            }
            (Event::StateStored, _) => Vec::new(),
            (Event::Synced { end }, _) => self.synced(end),
            (Event::Shutdown, Role::Leader { .. }) => {
                self.role = Role::Resigned;
                self.leading = false;
                Vec::new()
            }
            (Event::Shutdown, _) => Vec::new(),
        }
    }

    fn state(&self, leader: Option<BrokerId>, voted: bool) -> Effect {
        Effect::StoreState(ElectionState {
            epoch: self.epoch,
            leader,
            voted: voted.then_some(crate::state_file::ReplicaKey {
                id: self.id,
                directory_id: Some(self.directory_id),
            }),
        })
    }

    fn stand(&mut self) -> Vec<Effect> {
        self.epoch = LeaderEpoch(self.epoch.0.saturating_add(1));
        self.role = Role::Candidate;
        vec![self.state(None, true)]
    }

    /// The only vote there is has been given.
    fn win(&mut self) -> Vec<Effect> {
        self.role = Role::Leader { epoch_start: self.log_end };
        vec![self.state(Some(self.id), false)]
    }

    fn synced(&mut self, end: Offset) -> Vec<Effect> {
        self.log_end = self.log_end.max(end);
        let Role::Leader { epoch_start } = self.role else { return Vec::new() };
        let moves = end > epoch_start && self.high_watermark.is_none_or(|mark| end > mark);
        if !moves {
            return Vec::new();
        }
        self.high_watermark = Some(end);
        let mut effects = vec![Effect::HighWatermark(end)];
        if !std::mem::replace(&mut self.leading, true) {
            effects.push(Effect::Lead(self.epoch));
        }
        effects
    }
}
