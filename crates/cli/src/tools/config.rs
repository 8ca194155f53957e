//! `moldau config`: shows and changes configurations of topics, brokers, groups and the rest.
//!
//! Flags and results are those of `kafka-configs`; `--output plain` prints its text.
//!
//! Users, client ids and addresses are not here: they have quotas and passwords, not configurations.
//! Tests: here, and `conformance/java/tools` beside Kafka's own tool.

mod changes;
mod entity;

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};
use moldau_client::admin::{Admin, ConfigEntry, ConfigSource, ResourceKind, Synonym};
use serde_json::{Value, json};

use super::{Connect, Output, print, table};
use crate::failure::Failure;
use entity::{Entity, EntityArgs};

#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    command: ConfigCommand,
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// Show configurations.
    #[command(after_help = "Example: moldau config describe --topic orders")]
    Describe(Box<DescribeArgs>),
    /// Change configurations.
    #[command(
        override_usage = "moldau config alter <ENTITY> <CHANGES> [OPTIONS]",
        after_help = "Example: moldau config alter --topic orders --add-config retention.ms=60000"
    )]
    Alter(Box<AlterArgs>),
}

#[derive(Debug, Args)]
struct DescribeArgs {
    #[command(flatten)]
    entity: EntityArgs,
    /// Show defaults too, not only what is set at run time.
    #[arg(long)]
    all: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("changes").required(true).multiple(true))]
struct AlterArgs {
    #[command(flatten)]
    entity: EntityArgs,
    /// What to set: KEY=VALUE,KEY=[VALUE,VALUE],... with brackets around commas.
    #[arg(long, group = "changes", value_name = "LIST")]
    add_config: Option<String>,
    /// A file of properties to set.
    #[arg(long, group = "changes", value_name = "FILE", conflicts_with = "add_config")]
    add_config_file: Option<PathBuf>,
    /// What to unset: KEY,KEY,...
    #[arg(long, group = "changes", value_name = "LIST", value_delimiter = ',')]
    delete_config: Vec<String>,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: Connect,
}

pub(crate) async fn run(args: ConfigArgs) -> Result<(), Failure> {
    match args.command {
        ConfigCommand::Describe(args) => describe(*args).await,
        ConfigCommand::Alter(args) => alter(*args).await,
    }
}

async fn alter(args: AlterArgs) -> Result<(), Failure> {
    let entity = args.entity.one_to_alter()?;
    let mut changes = Vec::new();
    if let Some(list) = &args.add_config {
        changes.extend(changes::parse(list)?);
    }
    if let Some(path) = &args.add_config_file {
        changes.extend(changes::read(path)?);
    }
    changes.extend(changes::deletions(&args.delete_config)?);
    if changes.is_empty() {
        return Err(Failure::usage("there is nothing to change")
            .advise("give --add-config KEY=VALUE or --delete-config KEY"));
    }
    let cluster = args.connect.cluster("moldau-config").await?;
    Admin::new(&cluster).alter_config(entity.kind, &entity.name, &changes).await?;
    match args.output {
        Output::Json => print(
            &json!({
                "entity_type": entity.kind_name(),
                "entity_name": entity.json_name(),
                "changed": changes.len(),
            })
            .to_string(),
        ),
        _ if entity.is_default() => {
            print("Completed updating default config for brokers in the cluster.")
        }
        _ => print(&format!("Completed updating config for {entity}.")),
    }
}

/// What was found of one entity.
struct Described {
    entity: Entity,
    /// None when there is no such entity.
    entries: Option<Vec<ConfigEntry>>,
}

async fn describe(args: DescribeArgs) -> Result<(), Failure> {
    let wanted = args.entity.to_describe()?;
    let cluster = args.connect.cluster("moldau-config").await?;
    let admin = Admin::new(&cluster);
    let mut found = Vec::new();
    for (kind, name) in wanted {
        let existing = entity::existing(&cluster, &admin, kind).await?;
        let names = match name {
            Some(name) if name.is_empty() || existing.contains(&name) => vec![name],
            Some(name) => {
                found.push(Described { entity: Entity { kind, name }, entries: None });
                continue;
            }
            None => existing,
        };
        for name in names {
            let mut entries = admin.describe_config(kind, &name).await?;
            entries.retain(|entry| args.all || is_own(kind, &name, entry));
            entries.sort_by(|a, b| a.name.cmp(&b.name));
            found.push(Described { entity: Entity { kind, name }, entries: Some(entries) });
        }
    }
    match args.output {
        Output::Json => print(&Value::from_iter(found.iter().map(as_json)).to_string()),
        Output::Plain => print_text(&as_text(&found, args.all)),
        Output::Table => print_text(&as_tables(&found)),
    }
}

fn print_text(text: &str) -> Result<(), Failure> {
    if text.is_empty() { Ok(()) } else { print(text) }
}

/// Whether the value is set on this very entity.
fn is_own(kind: ResourceKind, name: &str, entry: &ConfigEntry) -> bool {
    let own = match kind {
        ResourceKind::Topic => ConfigSource::Topic,
        ResourceKind::Broker if name.is_empty() => ConfigSource::DynamicDefaultBroker,
        ResourceKind::Broker => ConfigSource::DynamicBroker,
        ResourceKind::BrokerLogger => return true,
        ResourceKind::ClientMetrics => ConfigSource::ClientMetrics,
        ResourceKind::Group => ConfigSource::Group,
    };
    entry.synonyms.iter().any(|synonym| synonym.source == own) || entry.source == own
}

fn value_text(entry: &ConfigEntry) -> &str {
    entry.value.as_deref().unwrap_or("null")
}

fn synonyms_text(synonyms: &[Synonym]) -> String {
    let each = synonyms.iter().map(|synonym| {
        let value = synonym.value.as_deref().unwrap_or("null");
        format!("{}:{}={value}", synonym.source.name(), synonym.name)
    });
    each.collect::<Vec<_>>().join(", ")
}

fn as_text(found: &[Described], all: bool) -> String {
    let mut text = String::new();
    for Described { entity, entries } in found {
        let Some(entries) = entries else {
            text += &missing(entity);
            continue;
        };
        text += &match (entity.is_default(), all) {
            (true, _) => "Default configs for brokers in the cluster are:\n".to_owned(),
            (false, true) => format!("All configs for {entity} are:\n"),
            (false, false) => format!("Dynamic configs for {entity} are:\n"),
        };
        for entry in entries {
            text += &format!(
                "  {}={} sensitive={} synonyms={{{}}}\n",
                entry.name,
                value_text(entry),
                entry.sensitive,
                synonyms_text(&entry.synonyms),
            );
        }
    }
    text
}

fn missing(entity: &Entity) -> String {
    format!(
        "The {} '{}' doesn't exist and doesn't have dynamic config.\n",
        entity.kind_name(),
        entity.name
    )
}

fn as_tables(found: &[Described]) -> String {
    let mut text = String::new();
    for Described { entity, entries } in found {
        if !text.is_empty() {
            text.push('\n');
        }
        match entries {
            None => text += &missing(entity),
            Some(entries) if entries.is_empty() => {
                text += &format!("{}: nothing is set; --all shows the defaults\n", entity.title());
            }
            Some(entries) => {
                let mut rows = table(&["Key", "Value", "From"]);
                for entry in entries {
                    let value = if entry.sensitive { "(secret)" } else { value_text(entry) };
                    rows.add_row([entry.name.as_str(), value, source_text(entry.source)]);
                }
                text += &format!("{}\n{rows}\n", entity.title());
            }
        }
    }
    text
}

fn source_text(source: ConfigSource) -> &'static str {
    match source {
        ConfigSource::Topic => "topic",
        ConfigSource::DynamicBroker => "broker, at run time",
        ConfigSource::DynamicDefaultBroker => "all brokers, at run time",
        ConfigSource::StaticBroker => "broker's file",
        ConfigSource::Default => "default",
        ConfigSource::BrokerLogger => "logger",
        ConfigSource::ClientMetrics => "subscription",
        ConfigSource::Group => "group",
        ConfigSource::Other(_) => "elsewhere",
    }
}

fn as_json(described: &Described) -> Value {
    let entity = &described.entity;
    let configs = described.entries.as_ref().map(|entries| {
        Value::from_iter(entries.iter().map(|entry| {
            let synonyms = entry.synonyms.iter().map(|synonym| {
                json!({
                    "name": synonym.name,
                    "value": synonym.value,
                    "source": synonym.source.name(),
                })
            });
            json!({
                "name": entry.name,
                "value": entry.value,
                "source": entry.source.name(),
                "sensitive": entry.sensitive,
                "read_only": entry.read_only,
                "synonyms": Value::from_iter(synonyms),
            })
        }))
    });
    json!({
        "entity_type": entity.kind_name(),
        "entity_name": entity.json_name(),
        "exists": described.entries.is_some(),
        "configs": configs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(source: ConfigSource, synonyms: &[ConfigSource]) -> ConfigEntry {
        let synonym = |source: &ConfigSource| Synonym {
            name: "log.retention.ms".to_owned(),
            value: Some("5".to_owned()),
            source: *source,
        };
        ConfigEntry {
            name: "retention.ms".to_owned(),
            value: Some("5".to_owned()),
            source,
            sensitive: false,
            read_only: false,
            synonyms: synonyms.iter().map(synonym).collect(),
        }
    }

    #[test]
    fn text_is_that_of_kafkas_tool() {
        let entity = |kind, name: &str| Entity { kind, name: name.to_owned() };
        let set = entry(ConfigSource::Topic, &[ConfigSource::Topic, ConfigSource::Default]);
        let found = [
            Described { entity: entity(ResourceKind::Topic, "t"), entries: Some(vec![set]) },
            Described { entity: entity(ResourceKind::Broker, ""), entries: Some(vec![]) },
            Described { entity: entity(ResourceKind::Topic, "u"), entries: None },
        ];
        assert_eq!(
            as_text(&found, false),
            "Dynamic configs for topic t are:\n  retention.ms=5 sensitive=false \
             synonyms={DYNAMIC_TOPIC_CONFIG:log.retention.ms=5, \
             DEFAULT_CONFIG:log.retention.ms=5}\nDefault configs for brokers in the cluster \
             are:\nThe topic 'u' doesn't exist and doesn't have dynamic config.\n"
        );
    }

    #[test]
    fn only_what_is_set_on_the_entity_is_its_own() {
        let all = [ConfigSource::DynamicBroker, ConfigSource::DynamicDefaultBroker];
        for (kind, name, synonyms, own) in [
            (ResourceKind::Broker, "1", &all[..], true),
            (ResourceKind::Broker, "1", &all[1..], false),
            (ResourceKind::Broker, "", &all[1..], true),
            (ResourceKind::Topic, "t", &all[..], false),
            (ResourceKind::BrokerLogger, "1", &[][..], true),
        ] {
            let entry = entry(ConfigSource::Default, synonyms);
            assert_eq!(is_own(kind, name, &entry), own, "{kind:?} {name} {synonyms:?}");
        }
    }
}
