//! Metrics and telemetry.

use moldau_metadata::config::Kind::{Int, List, Long, String};
use moldau_metadata::config::{ConfigKey, Validator, key};

use super::reasons;

pub(super) const KEYS: &[ConfigKey] = &[
    key("metric.reporters", List, "org.apache.kafka.common.metrics.JmxReporter")
        .valid(Validator::ANY_LIST)
        .cluster_wide()
        .without_effect(reasons::METRICS)
        .doc("Plug-ins that report metrics."),
    key("metrics.num.samples", Int, "2")
        .at_least(1)
        .without_effect(reasons::METRICS)
        .doc("Samples kept for each metric."),
    key("metrics.sample.window.ms", Long, "30000")
        .at_least(1)
        .without_effect(reasons::METRICS)
        .doc("Length of one such sample."),
    key("metrics.recording.level", String, "INFO")
        .without_effect(reasons::METRICS)
        .doc("How detailed metrics are."),
    key("kafka.metrics.reporters", List, "")
        .valid(Validator::ANY_LIST)
        .without_effect(reasons::METRICS)
        .doc("Plug-ins that report the older kind of metrics."),
    key("kafka.metrics.polling.interval.secs", Int, "10")
        .at_least(1)
        .without_effect(reasons::METRICS)
        .doc("How often those plug-ins report."),
    key("telemetry.max.bytes", Int, "1048576")
        .at_least(1)
        .doc("Most bytes of metrics a client may push."),
];
