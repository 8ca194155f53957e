//! Run-time settings of brokers: which may be made, and in which words others are refused.
//!
//! Pure. Codes, texts and the order of the checks are Apache Kafka 4.4.0's (`ConfigAdminManager`,
//! `DynamicBrokerConfig`): names first, then types, then what the server would be with them.
//! Deviations: listeners cannot be moved while the server runs, so that other values than those in
//! force are refused; metric reporters cannot be added (there are no plug-ins); the names in a
//! message are in alphabetical order.

use std::collections::BTreeMap;

use moldau_metadata::config::{ConfigKey, Kind, Layers, Reload, Status, Value, listener_key};
use moldau_metadata::controller::{ConfigFault, ConfigOperation};
use moldau_metadata::image::ConfigResource;
use moldau_protocol::ErrorCode;

use super::{ServerConfig, keys};

/// Security settings that may be changed for one listener only.
const OF_LISTENERS: [&str; 10] = [
    "ssl.key.password",
    "ssl.keystore.certificate.chain",
    "ssl.keystore.key",
    "ssl.keystore.location",
    "ssl.keystore.password",
    "ssl.keystore.type",
    "ssl.truststore.certificates",
    "ssl.truststore.location",
    "ssl.truststore.password",
    "ssl.truststore.type",
];

/// Numbers of threads: no change to less than half or more than twice.
const THREADS: [&str; 5] = [
    "background.threads",
    "num.io.threads",
    "num.network.threads",
    "num.recovery.threads.per.data.dir",
    "num.replica.fetchers",
];

/// What may not change while the server runs, although Kafka can.
const FIXED: [&str; 2] = ["listener.security.protocol.map", "listeners"];

const CLEANER_THREADS: &str = "log.cleaner.threads";
/// Each compacting thread needs more than this of `log.cleaner.dedupe.buffer.size`.
const DEDUPE_BYTES_PER_THREAD: i64 = 1024 * 1024;

/// Settings by name.
type Texts = BTreeMap<String, String>;

fn refuse<T>(text: impl Into<String>) -> Result<T, ConfigFault> {
    Err((ErrorCode::INVALID_REQUEST, text.into()))
}

/// What the broker's own checks of its settings answer.
fn refuse_change<T>(text: impl std::fmt::Display) -> Result<T, ConfigFault> {
    refuse(format!(
        "Invalid value org.apache.kafka.common.config.ConfigException: {text} for configuration Invalid dynamic configuration"
    ))
}

fn base_key(name: &str) -> Option<&'static ConfigKey> {
    keys::table().get(name).or_else(|| listener_key(keys::table(), name))
}

/// Whether all brokers can have the same; `listener.name.` settings of their base key's kind.
fn for_one_broker_only(name: &str) -> bool {
    match keys::table().get(name) {
        Some(key) => key.reload == Reload::PerBroker,
        None => listener_key(keys::table(), name).is_some_and(|key| {
            !matches!(key.name, "max.connections" | "max.connection.creation.rate")
        }),
    }
}

fn is_read_only(name: &str) -> bool {
    keys::table().get(name).is_some_and(|key| key.reload == Reload::ReadOnly)
}

/// The settings of `resource` that can apply, and those that cannot with the reason.
pub(super) fn usable(texts: &Texts, resource: &ConfigResource) -> (Texts, Vec<(String, String)>) {
    let mut usable = Texts::new();
    let mut ignored = Vec::new();
    for (name, text) in texts {
        let problem = if is_read_only(name) {
            Some("it can only be set in the file".to_owned())
        } else if OF_LISTENERS.contains(&name.as_str()) {
            Some("it can be set for a listener only".to_owned())
        } else if resource.name.is_empty() && for_one_broker_only(name) {
            Some("it can be set for one broker only".to_owned())
        } else {
            base_key(name).and_then(|key| key.parse(text).err()).map(|error| error.to_string())
        };
        match problem {
            Some(problem) => ignored.push((name.clone(), problem)),
            None => drop(usable.insert(name.clone(), text.clone())),
        }
    }
    (usable, ignored)
}

/// What is set on a broker after `operations`.
///
/// # Errors
/// INVALID_CONFIG for entries added to, or taken from, what is no list.
pub fn apply(
    current: &Texts,
    operations: &[(&str, ConfigOperation<'_>)],
) -> Result<Texts, ConfigFault> {
    let mut next = current.clone();
    for (name, operation) in operations {
        let word = match operation {
            ConfigOperation::Append(_) => Some("append"),
            ConfigOperation::Subtract(_) => Some("subtract"),
            _ => None,
        };
        let mut default = None;
        if let Some(word) = word {
            let bad = |text| Err((ErrorCode::INVALID_CONFIG, text));
            match keys::table().get(name) {
                None => return bad(format!("Unknown config name: {name}")),
                Some(key) if key.kind != Kind::List => {
                    return bad(format!(
                        "Config value {word} is not allowed for config key: {name}"
                    ));
                }
                Some(key) => default = key.default_text(),
            }
        }
        match operation.change_list(next.get(*name).map(String::as_str).or(default)) {
            Some(text) => drop(next.insert((*name).to_owned(), text)),
            None => drop(next.remove(*name)),
        }
    }
    Ok(next)
}

/// Judges `next` as all that is set on `resource`, which is this broker or all brokers.
///
/// # Errors
/// INVALID_REQUEST in Kafka's words.
pub fn judge(
    config: &ServerConfig,
    resource: &ConfigResource,
    next: &Texts,
) -> Result<(), ConfigFault> {
    let named = |chosen: &dyn Fn(&str) -> bool| -> Vec<&str> {
        next.keys().map(String::as_str).filter(|name| chosen(name)).collect()
    };
    let list = |problem: &str, names: Vec<&str>| match names.as_slice() {
        [] => Ok(()),
        names => refuse(format!("{problem}: [{}]", names.join(", "))),
    };
    list("Cannot update these configs dynamically", named(&is_read_only))?;
    list(
        "These security configs can be dynamically updated only per-listener using the listener prefix",
        named(&|name| OF_LISTENERS.contains(&name)),
    )?;
    for (name, text) in next {
        if let Some(key) = base_key(name)
            && let Err(error) = key.parse(text)
        {
            return refuse(error.to_string());
        }
    }
    if resource.name.is_empty() {
        list(
            "Cannot update these configs at default cluster level, broker id must be specified",
            named(&for_one_broker_only),
        )?;
    }
    let layers = match resource.name.is_empty() {
        true => Layers { dynamic_default: next.clone(), ..config.layers().clone() },
        false => Layers { dynamic_broker: next.clone(), ..config.layers().clone() },
    };
    Change { config, now: config.layers(), then: &layers }.judge()
}

/// The server as it is and as it would be.
struct Change<'a> {
    config: &'a ServerConfig,
    now: &'a Layers,
    then: &'a Layers,
}

impl Change<'_> {
    fn value(layers: &Layers, name: &str) -> Value {
        let key = keys::table().get(name).expect("only declared keys are asked for");
        layers.value(key).unwrap_or(Value::Null)
    }

    fn number(layers: &Layers, name: &str) -> i64 {
        Self::value(layers, name).as_i64().unwrap_or_default()
    }

    fn judge(&self) -> Result<(), ConfigFault> {
        self.requirements()?;
        self.threads()?;
        for name in ["max.connections", "max.connection.creation.rate"] {
            if Self::number(self.then, name) == 0 && Self::number(self.now, name) != 0 {
                return refuse_change(format_args!("Invalid {name} 0"));
            }
        }
        self.what_cannot_be_had()?;
        let Layers { dynamic_broker, dynamic_default, .. } = self.then.clone();
        match self.config.with_dynamic(dynamic_broker, dynamic_default) {
            Ok(_) => Ok(()),
            Err(error) => refuse(error.to_string()),
        }
    }

    /// What Kafka demands of a configuration as a whole.
    fn requirements(&self) -> Result<(), ConfigFault> {
        let (number, then) = (Self::number, self.then);
        if Self::value(then, "log.retention.ms").as_i64() == Some(0) {
            return refuse(
                "requirement failed: log.retention.ms must be unlimited (-1) or, greater than or equal to 1",
            );
        }
        let overrides = Self::value(then, "max.connections.per.ip.overrides");
        let overrides = overrides.as_str().unwrap_or_default();
        if number(then, "max.connections.per.ip") == 0 && overrides.trim().is_empty() {
            return refuse(
                "requirement failed: max.connections.per.ip can be set to zero only if max.connections.per.ip.overrides property is set.",
            );
        }
        for entry in overrides.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let count = entry.rsplit_once(':').map_or("", |(_, count)| count.trim());
            if count.parse::<i32>().is_err() {
                return refuse(format!("For input string: \"{count}\""));
            }
        }
        let (threads, buffer) =
            (number(then, CLEANER_THREADS), number(then, "log.cleaner.dedupe.buffer.size"));
        if threads == 0 {
            return refuse("/ by zero");
        }
        if buffer / threads <= DEDUPE_BYTES_PER_THREAD {
            return refuse(
                "requirement failed: log.cleaner.dedupe.buffer.size must be at least 1MB per cleaner thread.",
            );
        }
        let cordoned = Self::value(then, "cordoned.log.dirs");
        let directories = &self.config.directories.data;
        let missing: Vec<&str> = cordoned
            .as_list()
            .unwrap_or_default()
            .iter()
            .map(String::as_str)
            .filter(|dir| *dir != "*" && !directories.iter().any(|known| known.as_os_str() == *dir))
            .collect();
        match missing.as_slice() {
            [] => Ok(()),
            missing => refuse(format!(
                "requirement failed: All entries in cordoned.log.dirs must be present in log.dirs or log.dir. Missing entries : {}",
                missing.join(", ")
            )),
        }
    }

    fn threads(&self) -> Result<(), ConfigFault> {
        for name in THREADS {
            let (now, then) = (Self::number(self.now, name), Self::number(self.then, name));
            let failed = format!("Dynamic thread count update validation failed for {name}={then}");
            if then < now / 2 {
                return refuse_change(format_args!(
                    "{failed}, value should be at least half the current value {now}"
                ));
            }
            if then > now.saturating_mul(2) {
                return refuse_change(format_args!(
                    "{failed}, value should not be greater than double the current value {now}"
                ));
            }
        }
        let (now, then) =
            (Self::number(self.now, CLEANER_THREADS), Self::number(self.then, CLEANER_THREADS));
        if then < now / 2 {
            return refuse_change(format_args!(
                "Log cleaner threads cannot be reduced to less than half the current value {now}"
            ));
        }
        if then > now.saturating_mul(2) {
            return refuse_change(format_args!(
                "Log cleaner threads cannot be increased to more than double the current value {now}"
            ));
        }
        Ok(())
    }

    /// What Kafka could do and this server cannot.
    fn what_cannot_be_had(&self) -> Result<(), ConfigFault> {
        let changed = |name: &str| Self::value(self.now, name) != Self::value(self.then, name);
        if changed("metric.reporters") {
            return refuse_change(
                "Validation of dynamic config update of Set(metric.reporters) failed with class class kafka.server.DynamicMetricsReporters",
            );
        }
        if let Some(name) = FIXED.into_iter().find(|name| changed(name)) {
            return refuse(format!(
                "{name} cannot change while the server runs; set it in the file and restart"
            ));
        }
        for (name, text) in self.then.dynamic_broker.iter().chain(&self.then.dynamic_default) {
            let Some(key) = keys::table().get(name) else { continue };
            if let Status::Refused(reason) = key.status
                && key.parse(text).is_ok_and(|value| value != key.default_value())
            {
                return refuse(format!("{name}={text}: {reason}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
