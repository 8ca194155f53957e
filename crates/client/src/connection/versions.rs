//! Which versions of which APIs a server serves (ApiVersions, KIP-35, KIP-511).

use std::{collections::BTreeMap, fmt, time::Duration};

use moldau_protocol::{
    ApiKey, ErrorCode,
    codec::{Decoder, Message as _, Request},
    messages::{ApiVersionsRequest, ApiVersionsResponse, ResponseHeader},
};

use super::Connection;
use crate::ClientError;

/// Versions from `min` to `max`, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersionRange {
    /// Oldest.
    pub min: i16,
    /// Newest.
    pub max: i16,
}

impl VersionRange {
    /// The newest version that is in both ranges.
    #[must_use]
    pub fn newest_shared(self, other: Self) -> Option<i16> {
        let newest = self.max.min(other.max);
        (newest >= self.min && newest >= other.min).then_some(newest)
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.min, self.max)
    }
}

/// What a server told.
#[derive(Debug, Default)]
pub(super) struct Versions(BTreeMap<ApiKey, VersionRange>);

impl Versions {
    fn new(answer: &ApiVersionsResponse) -> Self {
        let range = |min, max| VersionRange { min, max };
        Self(
            answer
                .api_keys
                .iter()
                .map(|api| (ApiKey(api.api_key), range(api.min_version, api.max_version)))
                .collect(),
        )
    }

    pub(super) fn of(&self, api: ApiKey) -> Option<VersionRange> {
        self.0.get(&api).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// Asks with the newest version; a server that does not know it answers in version 0 and usually
/// says which it knows, so the second try is the last.
pub(super) async fn negotiate(
    connection: &Connection,
    timeout: Duration,
) -> Result<Versions, ClientError> {
    let mut version = ApiVersionsRequest::MAX_VERSION;
    loop {
        let answer = ask(connection, version, timeout).await?;
        let versions = Versions::new(&answer);
        let code = ErrorCode(answer.error_code);
        if code == ErrorCode::UNSUPPORTED_VERSION && version > 0 {
            let known = versions.of(ApiKey::API_VERSIONS).map_or(0, |range| range.max);
            version = known.clamp(0, version - 1);
            continue;
        }
        if code.is_error() {
            let operation = format!("asking {} for its versions", connection.address());
            return Err(ClientError::refused(operation, code, None));
        }
        return Ok(versions);
    }
}

async fn ask(
    connection: &Connection,
    version: i16,
    timeout: Duration,
) -> Result<ApiVersionsResponse, ClientError> {
    let request = ApiVersionsRequest {
        client_software_name: "moldau".to_owned(),
        client_software_version: env!("CARGO_PKG_VERSION").to_owned(),
        ..ApiVersionsRequest::default()
    };
    let reply = connection.send(&request, version).await?;
    let body = reply.wait_bytes(timeout).await?;
    let read = |version| {
        let mut decoder = Decoder::new(body.clone());
        ResponseHeader::decode(&mut decoder, 0)?;
        ApiVersionsResponse::decode(&mut decoder, version)
    };
    // The error code comes first in every version, after the correlation id.
    let refused = body.get(4..6) == Some(&ErrorCode::UNSUPPORTED_VERSION.0.to_be_bytes()[..]);
    read(if refused { 0 } else { version }).map_err(|source| ClientError::Decode {
        api: ApiKey::API_VERSIONS,
        address: connection.address().to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_shared_version() {
        let range = |min, max| VersionRange { min, max };
        for (ours, theirs, shared) in [
            (range(0, 5), range(0, 3), Some(3)),
            (range(3, 13), range(0, 13), Some(13)),
            (range(3, 13), range(0, 2), None),
            (range(0, 2), range(3, 4), None),
            (range(4, 4), range(4, 4), Some(4)),
        ] {
            assert_eq!(ours.newest_shared(theirs), shared);
        }
    }
}
