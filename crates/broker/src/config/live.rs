//! The configuration as the settings of the cluster's metadata leave it at the moment.
//!
//! The publisher is its only writer; it runs before the one that opens and configures partitions, so
//! that these see the new values with the same change of the metadata. A setting that this server
//! cannot take (written by another version, or before it was given this file) is told and passed
//! over; the rest applies.

use std::sync::Arc;

use moldau_metadata::image::{
    ConfigResource, MetadataDelta, MetadataImage, Publisher, ResourceType,
};
use moldau_protocol::ids::BrokerId;
use tokio::sync::watch;

use super::{ServerConfig, dynamic};

/// Shared by all who have to follow changes. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LiveConfig(watch::Sender<Arc<ServerConfig>>);

impl LiveConfig {
    pub fn new(config: Arc<ServerConfig>) -> Self {
        Self(watch::Sender::new(config))
    }

    /// As it is now.
    pub fn load(&self) -> Arc<ServerConfig> {
        self.0.borrow().clone()
    }

    /// Told of every change from now on.
    pub fn watch(&self) -> watch::Receiver<Arc<ServerConfig>> {
        self.0.subscribe()
    }
}

/// `config` with what the metadata sets for all brokers and for `node`.
pub fn with_image(config: &ServerConfig, image: &MetadataImage, node: BrokerId) -> ServerConfig {
    let usable = |resource: &ConfigResource| {
        let (usable, ignored) = dynamic::usable(&image.configs.overrides(resource), resource);
        for (key, reason) in ignored {
            tracing::warn!(key, reason, "a run-time setting is passed over");
        }
        usable
    };
    let (own, all) =
        (usable(&ConfigResource::broker(node.0)), usable(&ConfigResource::all_brokers()));
    match config.with_dynamic(own, all) {
        Ok(changed) => changed,
        Err(error) => {
            tracing::error!(%error, "run-time settings do not fit together; nothing changes");
            config.clone()
        }
    }
}

/// Keeps a [`LiveConfig`] up to date.
#[derive(Debug)]
pub struct ConfigPublisher {
    pub node: BrokerId,
    pub live: LiveConfig,
}

impl Publisher for ConfigPublisher {
    fn publish(&mut self, delta: &MetadataDelta, image: &Arc<MetadataImage>) {
        if delta.configs_changed().iter().any(|resource| concerns(resource, self.node)) {
            let changed = Arc::new(with_image(&self.live.load(), image, self.node));
            self.live.0.send_if_modified(|current| {
                let differs = **current != *changed;
                *current = changed;
                differs
            });
        }
    }
}

/// Whether a change of `resource` may change the configuration of broker `node`.
pub fn concerns(resource: &ConfigResource, node: BrokerId) -> bool {
    resource.kind == ResourceType::Broker
        && (resource.name.is_empty() || *resource == ConfigResource::broker(node.0))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use moldau_metadata::config::{TopicConfig, TopicOverrides};
    use moldau_protocol::messages::ConfigRecord;

    use super::*;

    fn publish(
        publisher: &mut ConfigPublisher,
        base: &Arc<MetadataImage>,
        sets: &[(&str, &str, Option<&str>)],
    ) -> Arc<MetadataImage> {
        let mut delta = MetadataDelta::new(base);
        for (name, key, value) in sets {
            let record = ConfigRecord {
                resource_type: ResourceType::Broker.code(),
                resource_name: (*name).to_owned(),
                name: (*key).to_owned(),
                value: value.map(str::to_owned),
                ..Default::default()
            };
            delta.replay(&record.into()).unwrap();
        }
        let image = Arc::new(delta.apply(base.provenance));
        publisher.publish(&delta, &image);
        image
    }

    #[test]
    fn settings_of_the_cluster_apply_and_go_again() {
        let (config, _) = ServerConfig::load(None, Vec::new(), &[]).unwrap();
        let live = LiveConfig::new(Arc::new(config));
        let mut publisher = ConfigPublisher { node: BrokerId(1), live: live.clone() };
        let retention =
            || TopicConfig::resolve(live.load().topic_defaults(), &TopicOverrides::new()).retention;
        let base = Arc::new(MetadataImage::default());
        let image = publish(
            &mut publisher,
            &base,
            &[
                ("", "log.retention.ms", Some("6000")),
                ("", "max.connections", Some("9")),
                ("7", "log.retention.ms", Some("1")),
                // None of these can apply; they do not keep the others from it.
                ("", "num.partitions", Some("5")),
                ("1", "log.retention.bytes", Some("x")),
            ],
        );
        assert_eq!(retention(), Some(Duration::from_secs(6)));
        assert_eq!(live.load().network.connections.max, 9);
        assert_eq!(live.load().topics.num_partitions, 1);
        let image = publish(&mut publisher, &image, &[("1", "log.retention.ms", Some("5000"))]);
        assert_eq!(retention(), Some(Duration::from_secs(5)));
        publish(
            &mut publisher,
            &image,
            &[("1", "log.retention.ms", None), ("", "log.retention.ms", None)],
        );
        assert_eq!(retention(), Some(Duration::from_secs(7 * 24 * 3600)));
    }
}
