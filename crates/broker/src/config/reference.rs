//! The reference page of all keys, rendered from their declarations.

use std::fmt::Write;

use moldau_metadata::config::{
    ConfigKey, DefaultValue, Reload, Scope, Status, client_metrics, group, topic,
};

use super::keys::AREAS;

const INTRODUCTION: &str = "\
# Configuration

<!-- Rendered from the declarations of the keys; a test fails when it is out of date and says how to
     renew it. -->

`moldau server -c FILE` reads a Kafka `server.properties`. Environment variables override the file:
`KAFKA_` and the key in capitals, `_` for `.`, `__` for `_`, `___` for `-`. `-o key=value` overrides
both. An unknown key is a warning, a bad value stops the start.

A node without `process.roles` and `controller.quorum.*` configures and formats itself as a single
node. It then uses: `node.id=1`, `listeners=PLAINTEXT://localhost:9092`, a controller on 127.0.0.1:9093,
`http.listener=127.0.0.1:8080`, `log.dir=./moldau-data`, and 1 for the replicas and minimum in-sync
replicas of internal topics. With `listeners` given, the controller takes a free port on 127.0.0.1 and
HTTP is off unless `http.listener` is given.

Names, units, defaults and ranges are Apache Kafka 4.4.0's, except where a key is marked as ours.
*Changes* says how a new value can be set: at the next start only (read-only for clients), or while running,
for one broker, or for one or all (cluster). What is set while running is in the metadata log, so that it
holds after a restart too, and goes before the file. A key without a note is honoured. *No effect* means that
the value is checked and kept but changes nothing here; *refused* means that only the default is accepted.
`listeners` and `listener.security.protocol.map` are compared with what is in force and cannot change while
running; `num.recovery.threads.per.data.dir` counts at the next start.
";

/// The text of `docs/reference/configuration.md`.
pub fn render_reference() -> String {
    let mut page = INTRODUCTION.to_owned();
    page.push_str(
        "\n## Topic keys\n\nSet on a topic; the broker key in brackets gives the default.\n\n",
    );
    table(&mut page, topic::table().iter());
    page.push_str(
        "\n## Group keys\n\nSet on a group; the broker key in brackets gives the default, and the broker's \
         `group.*.min.*` and `group.*.max.*` keys bound the value further.\n\n",
    );
    table(&mut page, group::table().iter());
    page.push_str(
        "\n## Client metrics keys\n\nSet on a client metrics subscription (KIP-714).\n\n",
    );
    table(&mut page, client_metrics::table().iter());
    page.push_str("\n# Broker keys\n");
    for (area, keys) in AREAS {
        let _ = write!(page, "\n## {area}\n\n");
        let mut sorted: Vec<_> = keys.iter().collect();
        sorted.sort_by_key(|key| key.name);
        table(&mut page, sorted.into_iter());
    }
    page
}

fn table<'a>(page: &mut String, keys: impl Iterator<Item = &'a ConfigKey>) {
    page.push_str("| Key | Type | Default | Allowed | Changes | What it does |\n");
    page.push_str("|---|---|---|---|---|---|\n");
    for key in keys {
        row(page, key);
    }
}

fn row(page: &mut String, key: &ConfigKey) {
    let kind = match key.unit().symbol() {
        "" => key.kind.name().to_lowercase(),
        unit => format!("{}, {unit}", key.kind.name().to_lowercase()),
    };
    let default = match key.default {
        DefaultValue::Required => "required".to_owned(),
        DefaultValue::Null => "unset".to_owned(),
        DefaultValue::Text("") => "empty".to_owned(),
        DefaultValue::Text(text) => format!("`{text}`"),
    };
    let changes = match (key.scope, key.reload) {
        (Scope::Topic(_) | Scope::Group(_) | Scope::ClientMetrics, _) => "running",
        (Scope::Broker, Reload::ReadOnly) => "start",
        (Scope::Broker, Reload::PerBroker) => "broker",
        (Scope::Broker, Reload::ClusterWide) => "cluster",
    };
    let mut name = format!("`{}`", key.name);
    let synonym = key.synonyms().first().map(|synonym| synonym.broker_key);
    if let Some(synonym) = synonym.or(key.group_synonym()).filter(|synonym| *synonym != key.name) {
        let _ = write!(name, " [`{synonym}`]");
    }
    let mut text = String::new();
    if key.extension {
        text.push_str("**Ours.** ");
    }
    if key.internal {
        text.push_str("*Internal.* ");
    }
    text.push_str(key.doc);
    match key.status {
        Status::Honoured => {}
        Status::WithoutEffect(reason) => {
            let _ = write!(text, " *No effect: {reason}.*");
        }
        Status::Refused(reason) => {
            let _ = write!(text, " *Other values are refused: {reason}.*");
        }
    }
    let allowed = key.allowed();
    let _ = writeln!(page, "| {name} | {kind} | {default} | {allowed} | {changes} | {text} |");
}
