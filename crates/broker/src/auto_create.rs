//! Topics made because a client asked for their metadata.
//!
//! Several clients ask for a new topic at once, so names in progress are kept and asked for once.
//! What becomes of it the client sees when it asks again.

use std::{collections::HashSet, sync::Arc};

use moldau_protocol::{
    ErrorCode,
    messages::{
        CreateTopicsRequest,
        create_topics_request::{CreatableTopic, CreatableTopicConfig},
    },
};
use parking_lot::Mutex;

use crate::{config::ServerConfig, state::Broker, topics};

/// Most creations in progress; further names wait for the client's next request.
const MAX_IN_PROGRESS: usize = 1_000;

/// How long the controller may take for one.
const TIMEOUT_MS: i32 = 30_000;

/// The names in progress.
#[derive(Debug, Default)]
pub(crate) struct AutoCreate {
    in_progress: Arc<Mutex<HashSet<String>>>,
}

impl AutoCreate {
    /// Sets the creation of a topic going, unless it is under way.
    pub(crate) fn request(&self, broker: &Arc<Broker>, name: &str) {
        {
            let mut names = self.in_progress.lock();
            if names.len() >= MAX_IN_PROGRESS || !names.insert(name.to_owned()) {
                return;
            }
        }
        let request = CreateTopicsRequest {
            topics: vec![definition(&broker.config, name)],
            timeout_ms: TIMEOUT_MS,
            ..Default::default()
        };
        let quorum = broker.quorum.clone();
        let names = self.in_progress.clone();
        tokio::spawn(async move {
            let response = quorum.create_topics(request).await;
            for topic in &response.topics {
                let code = ErrorCode(topic.error_code);
                if code.is_error() && code != ErrorCode::TOPIC_ALREADY_EXISTS {
                    let reason = topic.error_message.as_deref().unwrap_or_default();
                    tracing::warn!(topic = topic.name, %code, reason, "topic not auto-created");
                }
                names.lock().remove(&topic.name);
            }
        });
    }
}

/// A topic as auto-creation makes it: with the broker's defaults, or an internal one's own settings.
fn definition(config: &ServerConfig, name: &str) -> CreatableTopic {
    let topic = CreatableTopic {
        name: name.to_owned(),
        num_partitions: -1,
        replication_factor: -1,
        ..Default::default()
    };
    let Some(internal) = INTERNAL.iter().find(|internal| internal.name == name) else {
        return topic;
    };
    let text = |key: &str| config.text(&format!("{}.{key}", internal.prefix));
    let number = |key: &str| text(key).and_then(|text| text.trim().parse::<i32>().ok());
    let own = [
        ("cleanup.policy", Some("compact")),
        ("compression.type", Some(internal.compression)),
        ("segment.bytes", text("segment.bytes")),
        ("min.insync.replicas", internal.min_in_sync.and_then(|key| config.text(key))),
        ("unclean.leader.election.enable", internal.min_in_sync.map(|_| "false")),
    ];
    let configs = own.into_iter().filter_map(|(name, value)| {
        Some(CreatableTopicConfig {
            name: name.to_owned(),
            value: Some(value?.to_owned()),
            ..Default::default()
        })
    });
    CreatableTopic {
        num_partitions: number("num.partitions").unwrap_or(-1),
        replication_factor: number("replication.factor")
            .and_then(|factor| i16::try_from(factor).ok())
            .unwrap_or(-1),
        configs: configs.collect(),
        ..topic
    }
}

/// How a coordinator's topic is made.
struct Internal {
    name: &'static str,
    /// What the keys of its settings begin with.
    prefix: &'static str,
    compression: &'static str,
    /// Key of its `min.insync.replicas`, if it has one.
    min_in_sync: Option<&'static str>,
}

const INTERNAL: [Internal; 3] = [
    Internal {
        name: topics::OFFSETS_TOPIC,
        prefix: "offsets.topic",
        compression: "producer",
        min_in_sync: None,
    },
    Internal {
        name: "__transaction_state",
        prefix: "transaction.state.log",
        compression: "uncompressed",
        min_in_sync: Some("transaction.state.log.min.isr"),
    },
    Internal {
        name: "__share_group_state",
        prefix: "share.coordinator.state.topic",
        compression: "producer",
        min_in_sync: Some("share.coordinator.state.topic.min.isr"),
    },
];
