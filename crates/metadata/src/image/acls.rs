//! Access control lists, SCRAM credentials and delegation tokens.
//!
//! Kept as the records have them, so that snapshots lose nothing; checked elsewhere.

use std::sync::Arc;

use moldau_protocol::ids::Uuid;
use moldau_protocol::messages::{
    AccessControlEntryRecord, DelegationTokenRecord, UserScramCredentialRecord,
};

use super::{ChunkMap, ReplayError};

/// Access control entries by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AclsImage {
    entries: ChunkMap<Uuid, Arc<AccessControlEntryRecord>>,
}

impl AclsImage {
    /// The entries by id.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<AccessControlEntryRecord>> {
        self.entries.values()
    }

    pub(super) fn add(&mut self, record: &AccessControlEntryRecord) {
        self.entries.insert(record.id, Arc::new(record.clone()));
    }

    pub(super) fn remove(&mut self, id: Uuid) -> Result<(), ReplayError> {
        self.entries.remove(&id).map(|_| ()).ok_or(ReplayError::UnknownAcl(id))
    }
}

/// SCRAM credentials by mechanism (1 SHA-256, 2 SHA-512) and user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScramImage {
    credentials: ChunkMap<(i8, String), Arc<UserScramCredentialRecord>>,
}

impl ScramImage {
    /// The credential of a user.
    #[must_use]
    pub fn get(&self, mechanism: i8, user: &str) -> Option<&Arc<UserScramCredentialRecord>> {
        self.credentials.get(&(mechanism, user.to_owned()))
    }

    /// All credentials by mechanism and user.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<UserScramCredentialRecord>> {
        self.credentials.values()
    }

    pub(super) fn set(&mut self, record: &UserScramCredentialRecord) {
        let key = (record.mechanism, record.name.clone());
        self.credentials.insert(key, Arc::new(record.clone()));
    }

    pub(super) fn remove(&mut self, mechanism: i8, user: &str) {
        self.credentials.remove(&(mechanism, user.to_owned()));
    }
}

/// Delegation tokens by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DelegationTokensImage {
    tokens: ChunkMap<String, Arc<DelegationTokenRecord>>,
}

impl DelegationTokensImage {
    /// The token with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Arc<DelegationTokenRecord>> {
        self.tokens.get(id)
    }

    /// All tokens by id.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<DelegationTokenRecord>> {
        self.tokens.values()
    }

    pub(super) fn set(&mut self, record: &DelegationTokenRecord) {
        self.tokens.insert(record.token_id.clone(), Arc::new(record.clone()));
    }

    pub(super) fn remove(&mut self, id: &str) {
        self.tokens.remove(id);
    }
}
