//! ControllerRegistration: a controller says where it listens and what it supports (KIP-919).

use moldau_protocol::ErrorCode;
use moldau_protocol::messages::{
    ControllerRegistrationRequest, ControllerRegistrationResponse, RegisterControllerRecord,
    register_controller_record,
};

use super::{ControllerMachine, Decision, Reply};
use crate::record::VersionedRecord;

impl ControllerMachine {
    pub(super) fn register_controller(&self, request: &ControllerRegistrationRequest) -> Decision {
        if !self.image().features.metadata_version_or_min().controller_registration() {
            let message =
                "The current MetadataVersion is too old to support controller registrations.";
            return Decision::rejected(Reply::RegisterController(ControllerRegistrationResponse {
                error_code: ErrorCode::UNSUPPORTED_VERSION.0,
                error_message: Some(message.to_owned()),
                ..Default::default()
            }));
        }
        let record = RegisterControllerRecord {
            controller_id: request.controller_id,
            incarnation_id: request.incarnation_id,
            zk_migration_ready: false,
            end_points: request
                .listeners
                .iter()
                .map(|listener| register_controller_record::ControllerEndpoint {
                    name: listener.name.clone(),
                    host: listener.host.clone(),
                    port: listener.port,
                    security_protocol: listener.security_protocol,
                    ..Default::default()
                })
                .collect(),
            features: request
                .features
                .iter()
                .map(|feature| register_controller_record::ControllerFeature {
                    name: feature.name.clone(),
                    min_supported_version: feature.min_supported_version,
                    max_supported_version: feature.max_supported_version,
                    ..Default::default()
                })
                .collect(),
            ..Default::default()
        };
        let reply = Reply::RegisterController(ControllerRegistrationResponse {
            // Kafka's text for "no error" is empty, not null.
            error_message: Some(String::new()),
            ..Default::default()
        });
        Decision::atomic(vec![VersionedRecord::new(record, 0)], reply)
    }
}
