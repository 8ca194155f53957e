//! Feature levels: what servers support, what the cluster has finalised, and changing it (KIP-584).

use std::collections::BTreeMap;

use moldau_protocol::{
    ErrorCode,
    messages::{
        ApiVersionsRequest, UpdateFeaturesRequest, update_features_request::FeatureUpdateKey,
    },
};

use super::Admin;
use crate::{ClientError, cluster::Target};

/// Levels that the cluster has finalised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finalized {
    /// Level of each feature.
    pub levels: BTreeMap<String, i16>,
    /// Offset in the metadata log as of which they hold; -1 when the server does not know.
    pub epoch: i64,
}

/// Features as one server sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Lowest and highest level that the server supports.
    pub supported: BTreeMap<String, (i16, i16)>,
    /// What counts.
    pub finalized: Finalized,
}

/// Which way a level may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upgrade {
    /// Up only.
    Up,
    /// Also down, if nothing is lost.
    SafeDown,
    /// Also down, whatever is lost.
    UnsafeDown,
}

/// The level that a feature is to have; 0 takes it out of use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureUpdate {
    /// Its name.
    pub feature: String,
    /// Its level.
    pub level: i16,
}

impl Admin {
    /// The features of the cluster.
    ///
    /// # Errors
    /// When no server answers.
    pub async fn features(&self) -> Result<Features, ClientError> {
        let operation = "describing the features";
        let request = ApiVersionsRequest {
            client_software_name: "moldau".to_owned(),
            client_software_version: env!("CARGO_PKG_VERSION").to_owned(),
            ..ApiVersionsRequest::default()
        };
        let code_of = |code| ErrorCode(code);
        let answer = self
            .cluster
            .call(Target::Any, &request, operation, |answer| code_of(answer.error_code))
            .await?;
        let code = code_of(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, None));
        }
        let supported = answer.supported_features.into_iter();
        let finalized = answer.finalized_features.into_iter();
        Ok(Features {
            supported: supported
                .map(|feature| (feature.name, (feature.min_version, feature.max_version)))
                .collect(),
            finalized: Finalized {
                levels: finalized.map(|it| (it.name, it.max_version_level)).collect(),
                epoch: answer.finalized_features_epoch,
            },
        })
    }

    /// Changes levels, all of them or none. With `dry_run` only says whether it could be done.
    ///
    /// # Errors
    /// When the controller refuses, with its words.
    pub async fn update_features(
        &self,
        updates: &[FeatureUpdate],
        upgrade: Upgrade,
        dry_run: bool,
    ) -> Result<(), ClientError> {
        let operation = "updating features";
        let key = |update: &FeatureUpdate| FeatureUpdateKey {
            feature: update.feature.clone(),
            max_version_level: update.level,
            upgrade_type: match upgrade {
                Upgrade::Up => 1,
                Upgrade::SafeDown => 2,
                Upgrade::UnsafeDown => 3,
            },
            ..FeatureUpdateKey::default()
        };
        let request = UpdateFeaturesRequest {
            timeout_ms: self.timeout_ms(),
            feature_updates: updates.iter().map(key).collect(),
            validate_only: dry_run,
            ..UpdateFeaturesRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Controller, &request, operation, |answer| ErrorCode(answer.error_code))
            .await?;
        let results = answer.results.into_iter();
        let first = results.map(|result| (result.error_code, result.error_message));
        for (code, message) in
            std::iter::once((answer.error_code, answer.error_message)).chain(first)
        {
            let code = ErrorCode(code);
            if code.is_error() {
                return Err(ClientError::refused(operation, code, message));
            }
        }
        Ok(())
    }
}
