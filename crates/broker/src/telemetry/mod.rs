//! Metrics that clients push (KIP-714). Kafka leaves receiving them to a plug-in, and offers the two
//! APIs only when one is configured; this node is its own receiver: it always offers them, reads the
//! payload and shows the numbers on `/metrics`, by client.
//!
//! Invariants: the payload of a push is never larger than `telemetry.max.bytes`, nor
//! [`MAX_DECOMPRESSED`] once decompressed; clients and their numbers are bounded (see `instances`).

mod instances;
mod otlp;

use std::sync::Arc;

use moldau_metadata::{
    config::client_metrics::Subscription,
    image::{MetadataDelta, MetadataImage, Publisher, ResourceType},
};
use moldau_protocol::{
    ErrorCode,
    ids::Uuid,
    messages::PushTelemetryRequest,
    records::{
        Codec,
        compression::{CompressionError, Limits, decompress},
    },
};
use parking_lot::Mutex;

pub(crate) use self::instances::{Client, Series, Wanted};
use self::instances::{Instances, Push};

/// Largest payload once decompressed. The text of metrics compresses ten to one at most.
const MAX_DECOMPRESSED: usize = 8 << 20;

/// All clients that push. Shared by the handlers, the publisher and `/metrics`.
#[derive(Debug)]
pub(crate) struct Telemetry(Mutex<Instances>);

impl Telemetry {
    /// `max_bytes` is `telemetry.max.bytes`.
    pub(crate) fn new(max_bytes: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Instances::new(max_bytes))))
    }

    /// See [`Instances::get`].
    pub(crate) fn get(&self, id: Uuid, client: &Client, now_ms: i64) -> Result<Wanted, ErrorCode> {
        self.0.lock().get(id, client, now_ms)
    }

    /// Takes a push; may be called where blocking for a few milliseconds is allowed.
    ///
    /// # Errors
    /// As [`Instances::push`], and INVALID_RECORD for a payload that cannot be read.
    pub(crate) fn push(
        &self,
        request: &PushTelemetryRequest,
        client: &Client,
        now_ms: i64,
    ) -> Result<(), ErrorCode> {
        let codec = Codec::from_id(i16::from(request.compression_type));
        let id = request.client_instance_id;
        let push = Push {
            instance: id,
            subscription_id: request.subscription_id,
            terminating: request.terminating,
            codec_known: codec.is_some(),
            bytes: request.metrics.len(),
        };
        self.0.lock().push(push, client, now_ms)?;
        if request.metrics.is_empty() {
            return Ok(());
        }
        // Not under the lock: decompressing takes its time.
        match read(codec.unwrap_or_default(), &request.metrics) {
            Ok(points) => {
                self.0.lock().take(id, points);
                Ok(())
            }
            Err(code) => {
                self.0.lock().failed(id, code);
                Err(code)
            }
        }
    }

    /// Clients that are remembered, and the numbers of those that are shown.
    pub(crate) fn read(&self, now_ms: i64) -> (usize, Vec<Series>) {
        let mut all = self.0.lock();
        let series = all.series(now_ms);
        (all.len(), series)
    }
}

fn read(codec: Codec, payload: &[u8]) -> Result<Vec<otlp::Point>, ErrorCode> {
    let limits = Limits::for_input(payload.len()).at_most(MAX_DECOMPRESSED);
    let unpacked;
    let message = match codec {
        Codec::None => payload,
        codec => {
            unpacked = decompress(codec, payload, limits).map_err(|error| match error {
                CompressionError::TooLarge { .. } => ErrorCode::TELEMETRY_TOO_LARGE,
                CompressionError::Corrupt { .. } => ErrorCode::INVALID_RECORD,
            })?;
            &unpacked
        }
    };
    otlp::points(message).map_err(|_| ErrorCode::INVALID_RECORD)
}

/// Tells [`Telemetry`] of changed subscriptions.
#[derive(Debug)]
pub(crate) struct TelemetryPublisher(pub(crate) Arc<Telemetry>);

impl Publisher for TelemetryPublisher {
    fn publish(&mut self, delta: &MetadataDelta, image: &Arc<MetadataImage>) {
        let is_ours = |kind| kind == ResourceType::ClientMetrics;
        if !delta.configs_changed().iter().any(|resource| is_ours(resource.kind)) {
            return;
        }
        let subscriptions = image.configs.iter().filter(|(resource, _)| is_ours(resource.kind));
        let read = |(resource, overrides): (&moldau_metadata::image::ConfigResource, &_)| {
            let overrides: &moldau_metadata::image::Overrides = overrides;
            Subscription::read(&resource.name, overrides)
                .inspect_err(|error| {
                    let name = &resource.name;
                    tracing::warn!(name, %error, "a client metrics subscription is passed over");
                })
                .ok()
        };
        self.0.0.lock().subscribe(subscriptions.filter_map(read).collect());
    }
}

#[cfg(test)]
mod tests {
    use super::otlp::tests::{delta, gauge, message};
    use super::*;
    use moldau_protocol::records::compression::compress;

    #[test]
    fn payloads_are_read_with_every_codec() {
        let plain = message(&[gauge("g", 1.5), delta("d", 2)]);
        for codec in [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
            let packed = match codec {
                Codec::None => plain.clone(),
                codec => compress(codec, None, &plain).unwrap(),
            };
            assert_eq!(read(codec, &packed).unwrap().len(), 2, "{codec:?}");
            assert_eq!(read(codec, b"junk").unwrap_err(), ErrorCode::INVALID_RECORD, "{codec:?}");
        }
        let bomb = compress(Codec::Zstd, None, &vec![0; MAX_DECOMPRESSED + 1]).unwrap();
        assert_eq!(read(Codec::Zstd, &bomb).unwrap_err(), ErrorCode::TELEMETRY_TOO_LARGE);
    }
}
