//! The answer to ApiVersions, versions 0 to 5, the same on every listener but for the APIs in it.
//!
//! KIPs: 511 (client name and version), 584 (features), 1242 (cluster and node checked from v5 on, by
//! brokers only; a client names both or neither).

use moldau_metadata::{
    feature::{self, KRAFT_VERSION},
    image::MetadataImage,
};
use moldau_protocol::{
    ErrorCode,
    ids::BrokerId,
    messages::{
        ApiVersionsRequest, ApiVersionsResponse,
        api_versions_response::{ApiVersion, FinalizedFeatureKey, SupportedFeatureKey},
    },
};
use moldau_quorum::KRaftVersion;

use crate::{dispatch::RequestContext, net::ClientSoftware};

/// First version that names the client software.
const SOFTWARE_FROM: i16 = 3;
/// First version in which a feature may start at level 0. Older Java clients fail to read one.
const LEVEL_ZERO_FROM: i16 = 4;
/// First version that says which cluster and node the client means.
const TARGET_FROM: i16 = 5;

/// Cluster id and node id with which a client says that it means no node in particular.
const NO_TARGET: (Option<&str>, i32) = (None, -1);

/// Whether a client that means another node is told so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TargetCheck {
    /// On the listeners of brokers.
    Full,
    /// On those of controllers, where Kafka answers whomever it was meant for.
    FormOnly,
}

/// Who answers.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) cluster_id: String,
    pub(crate) node: BrokerId,
}

/// Answers, and keeps the name of the client software for logs.
pub(crate) fn answer(
    context: &RequestContext,
    request: ApiVersionsRequest,
    (target, check): (&Target, TargetCheck),
    (image, kraft_version): (&MetadataImage, KRaftVersion),
    api_keys: Vec<ApiVersion>,
) -> ApiVersionsResponse {
    let refused =
        |code: ErrorCode| ApiVersionsResponse { error_code: code.0, ..Default::default() };
    let meant = (request.cluster_id.as_deref(), request.node_id);
    if context.version >= TARGET_FROM && (meant.0 == NO_TARGET.0) != (meant.1 == NO_TARGET.1) {
        return refused(ErrorCode::INVALID_REQUEST);
    }
    let is_other = meant != NO_TARGET && meant != (Some(target.cluster_id.as_str()), target.node.0);
    if context.version >= SOFTWARE_FROM {
        let named = [&request.client_software_name, &request.client_software_version];
        if !named.into_iter().all(|text| is_software_text(text)) {
            return refused(ErrorCode::INVALID_REQUEST);
        }
        context.connection.set_software(ClientSoftware {
            name: request.client_software_name,
            version: request.client_software_version,
        });
    }
    if context.version >= TARGET_FROM && check == TargetCheck::Full && is_other {
        return refused(ErrorCode::REBOOTSTRAP_REQUIRED);
    }
    let supported_features = feature::served()
        .filter(|feature| feature.min > 0 || context.version >= LEVEL_ZERO_FROM)
        .map(|feature| SupportedFeatureKey {
            name: feature.name.to_owned(),
            min_version: feature.min,
            max_version: feature.max,
            ..Default::default()
        })
        .collect();
    let kraft = (KRAFT_VERSION, kraft_version.level());
    let finalized_features = image
        .features
        .finalized()
        .chain((kraft.1 > 0).then_some(kraft))
        // Levels that a directory came with, but that are not served, promise nothing to clients.
        .filter(|(name, _)| feature::served().any(|feature| feature.name == *name))
        .map(|(name, level)| FinalizedFeatureKey {
            name: name.to_owned(),
            max_version_level: level,
            min_version_level: level,
            ..Default::default()
        })
        .collect();
    ApiVersionsResponse {
        api_keys,
        supported_features,
        finalized_features_epoch: image.provenance.last_offset.0,
        finalized_features,
        ..Default::default()
    }
}

/// Letters and digits, with dots and hyphens in between.
fn is_software_text(text: &str) -> bool {
    let edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    let inner = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    edge(bytes.first()) && edge(bytes.last()) && bytes.iter().all(inner)
}

#[cfg(test)]
mod tests {
    use super::is_software_text;

    #[test]
    fn software_is_named_in_a_narrow_alphabet() {
        for text in ["librdkafka", "2.15.1", "apache-kafka-java", "a"] {
            assert!(is_software_text(text), "{text}");
        }
        for text in ["", "-a", "a-", "a b", "a/b", ".", "ä"] {
            assert!(!is_software_text(text), "{text}");
        }
    }
}
