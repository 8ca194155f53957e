//! What a configuration belongs to, as the flags of `kafka-configs` name it.

use std::fmt;

use clap::Args;
use moldau_client::{
    Cluster,
    admin::{Admin, ResourceKind},
};

use crate::failure::Failure;

/// Which entity.
#[derive(Debug, Args)]
pub(super) struct EntityArgs {
    /// topics, brokers, broker-loggers, groups or client-metrics.
    #[arg(long, value_name = "TYPE")]
    entity_type: Vec<String>,
    /// Name of the topic, group or subscription, or id of the broker.
    #[arg(long, value_name = "NAME")]
    entity_name: Vec<String>,
    /// All brokers.
    #[arg(long)]
    entity_default: bool,
    /// Short for --entity-type topics --entity-name NAME; so are the next ones.
    #[arg(long, value_name = "NAME")]
    topic: Option<String>,
    /// A broker, by its id.
    #[arg(long, value_name = "ID")]
    broker: Option<String>,
    /// All brokers.
    #[arg(long)]
    broker_defaults: bool,
    /// The log levels of a broker, by its id.
    #[arg(long, value_name = "ID")]
    broker_logger: Option<String>,
    /// A group.
    #[arg(long, value_name = "ID")]
    group: Option<String>,
    /// A subscription to the metrics of clients.
    #[arg(long, value_name = "NAME")]
    client_metrics: Option<String>,
}

/// One thing that has a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entity {
    pub(super) kind: ResourceKind,
    /// Empty for all brokers.
    pub(super) name: String,
}

fn kind_name(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Topic => "topic",
        ResourceKind::Broker => "broker",
        ResourceKind::BrokerLogger => "broker-logger",
        ResourceKind::ClientMetrics => "client-metric",
        ResourceKind::Group => "group",
    }
}

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind_name(), self.name)
    }
}

impl Entity {
    /// As Kafka's tool calls it.
    pub(super) fn kind_name(&self) -> &'static str {
        kind_name(self.kind)
    }

    pub(super) fn is_default(&self) -> bool {
        self.name.is_empty()
    }

    pub(super) fn json_name(&self) -> Option<&str> {
        Some(self.name.as_str()).filter(|name| !name.is_empty())
    }

    /// For a person.
    pub(super) fn title(&self) -> String {
        if self.is_default() { "all brokers".to_owned() } else { self.to_string() }
    }
}

fn kind(name: &str) -> Result<ResourceKind, Failure> {
    Ok(match name {
        "topics" => ResourceKind::Topic,
        "brokers" => ResourceKind::Broker,
        "broker-loggers" => ResourceKind::BrokerLogger,
        "client-metrics" => ResourceKind::ClientMetrics,
        "groups" => ResourceKind::Group,
        "users" | "clients" | "ips" => {
            return Err(Failure::usage(format!(
                "--entity-type {name}: quotas and passwords are not configurations"
            ))
            .advise("for now, use kafka-configs for them"));
        }
        _ => {
            return Err(Failure::usage(format!("Invalid entity type {name}"))
                .advise("there are topics, brokers, broker-loggers, groups, client-metrics"));
        }
    })
}

impl EntityArgs {
    /// Kinds with the name that was given; an empty one means all brokers.
    fn named(&self) -> Result<Vec<(ResourceKind, Option<String>)>, Failure> {
        let mut all = Vec::new();
        let short = [
            (ResourceKind::Topic, &self.topic),
            (ResourceKind::Broker, &self.broker),
            (ResourceKind::BrokerLogger, &self.broker_logger),
            (ResourceKind::Group, &self.group),
            (ResourceKind::ClientMetrics, &self.client_metrics),
        ];
        for (kind, name) in short {
            all.extend(name.iter().map(|name| (kind, Some(name.clone()))));
        }
        if self.broker_defaults {
            all.push((ResourceKind::Broker, Some(String::new())));
        }
        if !all.is_empty() && !self.entity_type.is_empty() {
            return Err(Failure::usage(
                "--entity-{type,name,default} should not be used in conjunction with specific \
                 entity flags",
            ));
        }
        let mut names = self.entity_name.iter();
        for entity_type in &self.entity_type {
            let kind = kind(entity_type)?;
            let name = match names.next() {
                Some(name) => Some(name.clone()),
                None => self.entity_default.then(String::new),
            };
            all.push((kind, name));
        }
        if names.next().is_some() {
            return Err(Failure::usage("--entity-name must be used together with --entity-type"));
        }
        for (kind, name) in &all {
            check_name(*kind, name.as_deref())?;
        }
        if all.is_empty() {
            return Err(Failure::usage("At least one entity type must be specified")
                .advise("as in --topic NAME, --broker ID, --group ID or --entity-type topics"));
        }
        Ok(all)
    }

    /// The one entity to change.
    pub(super) fn one_to_alter(&self) -> Result<Entity, Failure> {
        let mut all = self.named()?;
        match (all.pop(), all.is_empty()) {
            (Some((kind, Some(name))), true) => Ok(Entity { kind, name }),
            (Some((_, None)), true) => {
                Err(Failure::usage("an entity name must be specified with --alter".to_owned())
                    .advise("add --entity-name NAME, or --entity-default for all brokers"))
            }
            _ => Err(Failure::usage("exactly one entity can be altered at a time")),
        }
    }

    pub(super) fn to_describe(&self) -> Result<Vec<(ResourceKind, Option<String>)>, Failure> {
        self.named()
    }
}

fn check_name(kind: ResourceKind, name: Option<&str>) -> Result<(), Failure> {
    let Some(name) = name else { return Ok(()) };
    match kind {
        ResourceKind::Broker if name.is_empty() => Ok(()),
        ResourceKind::Broker | ResourceKind::BrokerLogger if name.parse::<i32>().is_err() => {
            Err(Failure::usage(format!(
                "The entity name for {}s must be a valid integer broker id, but it is: {name}",
                kind_name(kind)
            )))
        }
        _ if name.is_empty() => Err(Failure::usage(format!(
            "--entity-default must not be specified with {}s",
            kind_name(kind)
        ))),
        _ => Ok(()),
    }
}

/// Names of all that are there.
pub(super) async fn existing(
    cluster: &Cluster,
    admin: &Admin,
    kind: ResourceKind,
) -> Result<Vec<String>, Failure> {
    Ok(match kind {
        ResourceKind::Topic => {
            admin.list_topics().await?.into_iter().map(|topic| topic.name).collect()
        }
        ResourceKind::Broker | ResourceKind::BrokerLogger => {
            let metadata = cluster.metadata();
            let ids = metadata.brokers.keys().map(ToString::to_string);
            // The values for all brokers stand behind those of each.
            let default = (kind == ResourceKind::Broker).then(String::new);
            ids.chain(default).collect()
        }
        ResourceKind::ClientMetrics => admin.config_resources(kind).await?,
        // With a configuration, with members, or both.
        ResourceKind::Group => {
            let mut groups = admin.groups().await?;
            groups.extend(admin.config_resources(kind).await?);
            groups.into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().collect()
        }
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(Debug, clap::Parser)]
    struct Line {
        #[command(flatten)]
        entity: EntityArgs,
    }

    fn parse(line: &str) -> EntityArgs {
        Line::try_parse_from(std::iter::once("config").chain(line.split_whitespace()))
            .unwrap()
            .entity
    }

    #[test]
    fn entities_are_named_as_in_kafkas_tool() {
        use ResourceKind::{Broker, BrokerLogger, ClientMetrics, Group, Topic};
        let named = |kind, name: &str| Some((kind, Some(name.to_owned())));
        for (line, expected) in [
            ("--entity-type topics --entity-name t", named(Topic, "t")),
            ("--topic t", named(Topic, "t")),
            ("--entity-type topics", Some((Topic, None))),
            ("--broker 1", named(Broker, "1")),
            ("--entity-type brokers --entity-default", named(Broker, "")),
            ("--broker-defaults", named(Broker, "")),
            ("--broker-logger 2", named(BrokerLogger, "2")),
            ("--group g", named(Group, "g")),
            ("--client-metrics m", named(ClientMetrics, "m")),
            ("--entity-type client-metrics --entity-name m", named(ClientMetrics, "m")),
            ("", None),
            ("--broker x", None),
            ("--entity-type nonsense", None),
            ("--entity-type users --entity-name u", None),
            ("--entity-name t", None),
            ("--entity-type topics --entity-default", None),
            ("--topic t --entity-type brokers", None),
        ] {
            let found = parse(line).to_describe().ok().and_then(|list| list.into_iter().next());
            assert_eq!(found, expected, "{line}");
        }
        assert!(parse("--entity-type topics").one_to_alter().is_err());
        assert!(parse("--topic t --broker 1").one_to_alter().is_err());
        assert!(parse("--topic t").one_to_alter().is_ok());
    }
}
