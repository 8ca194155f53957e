//! `moldau cluster features`: as `kafka-features`.

use clap::{ArgGroup, Args, Subcommand};
use moldau_client::admin::{Admin, FeatureUpdate, Features, Upgrade};
use moldau_metadata::feature::{FEATURES, METADATA_VERSION, MetadataVersion};
use serde_json::{Value, json};

use super::{ConnectAny, Output, PlainArgs, admin_of_any, print, table};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(super) struct FeatureArgs {
    #[command(subcommand)]
    command: FeatureCommand,
}

#[derive(Debug, Subcommand)]
enum FeatureCommand {
    /// Show the levels that are supported and finalised.
    #[command(after_help = "Example: moldau cluster features describe")]
    Describe(PlainArgs),
    /// Raise levels.
    #[command(
        override_usage = "moldau cluster features upgrade <WHAT> [OPTIONS]",
        after_help = "Example: moldau cluster features upgrade --release-version 4.4"
    )]
    Upgrade(ChangeArgs),
    /// Lower levels.
    #[command(
        override_usage = "moldau cluster features downgrade <WHAT> [OPTIONS]",
        after_help = "Example: moldau cluster features downgrade --feature share.version=1"
    )]
    Downgrade(DowngradeArgs),
    /// Take features out of use.
    #[command(after_help = "Example: moldau cluster features disable --feature streams.version")]
    Disable(DisableArgs),
    /// Show the levels that a release has.
    #[command(
        after_help = "Example: moldau cluster features version-mapping --release-version 4.2"
    )]
    VersionMapping(MappingArgs),
    /// Show what levels need of other features.
    #[command(after_help = "Example: moldau cluster features feature-dependencies \
                            --feature transaction.version=2")]
    FeatureDependencies(DependencyArgs),
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").required(true))]
struct ChangeArgs {
    /// All features to the levels of this release.
    #[arg(long, short, group = "what", value_name = "VERSION")]
    release_version: Option<String>,
    /// One feature; may be given several times.
    #[arg(long, short, group = "what", value_name = "NAME=LEVEL")]
    feature: Vec<String>,
    /// metadata.version alone, by the name of a release.
    #[arg(long, group = "what", value_name = "VERSION")]
    metadata: Option<String>,
    /// Only check whether it could be done.
    #[arg(long)]
    dry_run: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: ConnectAny,
}

#[derive(Debug, Args)]
struct DowngradeArgs {
    #[command(flatten)]
    change: ChangeArgs,
    /// Also when that loses metadata.
    #[arg(long)]
    r#unsafe: bool,
}

#[derive(Debug, Args)]
struct DisableArgs {
    /// The feature; may be given several times.
    #[arg(long, required = true, value_name = "NAME")]
    feature: Vec<String>,
    /// Also when that loses metadata.
    #[arg(long)]
    r#unsafe: bool,
    /// Only check whether it could be done.
    #[arg(long)]
    dry_run: bool,
    /// Form of the result.
    #[arg(long, value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    connect: ConnectAny,
}

#[derive(Debug, Args)]
struct MappingArgs {
    /// The release [default: the newest that is known].
    #[arg(long, short, value_name = "VERSION")]
    release_version: Option<String>,
}

#[derive(Debug, Args)]
struct DependencyArgs {
    /// The feature; may be given several times.
    #[arg(long, short, required = true, value_name = "NAME=LEVEL")]
    feature: Vec<String>,
}

pub(super) async fn run(args: FeatureArgs) -> Result<(), Failure> {
    match args.command {
        FeatureCommand::Describe(args) => describe(args).await,
        FeatureCommand::Upgrade(args) => {
            let updates = args.updates()?;
            change(&args, updates, Upgrade::Up, Word::Upgrade).await
        }
        FeatureCommand::Downgrade(args) => {
            let updates = args.change.updates()?;
            change(&args.change, updates, down(args.r#unsafe), Word::Downgrade).await
        }
        FeatureCommand::Disable(args) => disable(args).await,
        FeatureCommand::VersionMapping(args) => mapping(&args),
        FeatureCommand::FeatureDependencies(args) => dependencies(&args),
    }
}

fn down(unsafe_too: bool) -> Upgrade {
    if unsafe_too { Upgrade::UnsafeDown } else { Upgrade::SafeDown }
}

fn release(text: &str) -> Result<MetadataVersion, Failure> {
    MetadataVersion::parse(text).ok_or_else(|| {
        Failure::usage(format!("Unknown metadata.version '{text}'")).advise(format!(
            "supported are {} to {}",
            MetadataVersion::all().next().map_or("", MetadataVersion::name),
            MetadataVersion::MAX.name()
        ))
    })
}

/// Reads `NAME=LEVEL`.
fn level(text: &str) -> Result<FeatureUpdate, Failure> {
    let bad = |why: &str| Failure::usage(format!("Can't parse feature=level string {text}: {why}"));
    let (feature, level) = text.split_once('=').ok_or_else(|| bad("equals sign not found."))?;
    let level = level
        .trim()
        .parse::<i16>()
        .map_err(|_| bad(&format!("unable to parse {level} as a short.")))?;
    Ok(FeatureUpdate { feature: feature.trim().to_owned(), level })
}

impl ChangeArgs {
    fn updates(&self) -> Result<Vec<FeatureUpdate>, Failure> {
        if let Some(version) = &self.release_version {
            return Ok(levels_of(release(version)?));
        }
        if let Some(version) = &self.metadata {
            let level = release(version)?.level();
            return Ok(vec![FeatureUpdate { feature: METADATA_VERSION.to_owned(), level }]);
        }
        self.feature.iter().map(|text| level(text)).collect()
    }
}

/// The levels that a release has.
fn levels_of(release: MetadataVersion) -> Vec<FeatureUpdate> {
    let level = |feature: &moldau_metadata::feature::Feature| FeatureUpdate {
        feature: feature.name.to_owned(),
        level: feature.default_level(release),
    };
    FEATURES.iter().map(level).collect()
}

/// A level of metadata.version by its name, another by its number.
fn level_text(feature: &str, level: i16) -> String {
    match MetadataVersion::from_level(level).filter(|_| feature == METADATA_VERSION) {
        Some(version) => version.name().to_owned(),
        None => level.to_string(),
    }
}

async fn describe(args: PlainArgs) -> Result<(), Failure> {
    let (_cluster, admin) = admin_of_any(&args.connect).await?;
    let features = admin.features().await?;
    let names: std::collections::BTreeSet<&String> =
        features.supported.keys().chain(features.finalized.levels.keys()).collect();
    let rows = names.into_iter().map(|name| {
        let (min, max) = features.supported.get(name).copied().unwrap_or((0, 0));
        let level = features.finalized.levels.get(name).copied().unwrap_or(0);
        (name.as_str(), min, max, level)
    });
    match args.output {
        Output::Json => {
            let all = rows.map(|(name, min, max, level)| {
                json!({
                    "feature": name,
                    "supported_min": min,
                    "supported_max": max,
                    "finalized": level,
                    "name": level_text(name, level),
                })
            });
            print(
                &json!({ "epoch": features.finalized.epoch, "features": Value::from_iter(all) })
                    .to_string(),
            )
        }
        Output::Plain => print(&rows.map(|row| plain_row(row, &features)).collect::<String>()),
        Output::Table => {
            let mut shown = table(&["Feature", "Finalised", "Supported"]);
            for (name, min, max, level) in rows {
                let range = format!("{} to {}", level_text(name, min), level_text(name, max));
                shown.add_row([name.to_owned(), level_text(name, level), range]);
            }
            print(&shown.to_string())
        }
    }
}

fn plain_row((name, min, max, level): (&str, i16, i16, i16), features: &Features) -> String {
    let epoch = features.finalized.epoch;
    let epoch = if epoch >= 0 { epoch.to_string() } else { "-".to_owned() };
    format!(
        "Feature: {name:<42}SupportedMinVersion: {:<17}SupportedMaxVersion: {:<17}\
         FinalizedVersionLevel: {:<17}Epoch: {epoch}\n",
        level_text(name, min),
        level_text(name, max),
        level_text(name, level),
    )
}

/// How a change is spoken of.
#[derive(Clone, Copy)]
enum Word {
    Upgrade,
    Downgrade,
    Disable,
}

impl Word {
    fn verb(self) -> &'static str {
        match self {
            Self::Upgrade => "upgrade",
            Self::Downgrade => "downgrade",
            Self::Disable => "disable",
        }
    }

    /// Kafka's line for one feature.
    fn line(self, update: &FeatureUpdate, dry_run: bool, failure: Option<&str>) -> String {
        let (name, verb) = (&update.feature, self.verb());
        let to = match self {
            Self::Disable => String::new(),
            _ => format!(" to {}", update.level),
        };
        let done = if verb.ends_with('e') { format!("{verb}d") } else { format!("{verb}ed") };
        match (failure, dry_run) {
            (None, true) => format!("{name} can be {done}{to}.\n"),
            (None, false) => format!("{name} was {done}{to}.\n"),
            (Some(why), true) => format!("Can not {verb} {name}{to}. {why}\n"),
            (Some(why), false) => format!("Could not {verb} {name}{to}. {why}\n"),
        }
    }
}

async fn change(
    args: &ChangeArgs,
    updates: Vec<FeatureUpdate>,
    upgrade: Upgrade,
    word: Word,
) -> Result<(), Failure> {
    let (_cluster, admin) = admin_of_any(&args.connect).await?;
    apply(&admin, updates, upgrade, word, args.dry_run, args.output).await
}

async fn disable(args: DisableArgs) -> Result<(), Failure> {
    let update = |name: &String| FeatureUpdate { feature: name.clone(), level: 0 };
    let updates = args.feature.iter().map(update).collect();
    let (_cluster, admin) = admin_of_any(&args.connect).await?;
    apply(&admin, updates, down(args.r#unsafe), Word::Disable, args.dry_run, args.output).await
}

async fn apply(
    admin: &Admin,
    updates: Vec<FeatureUpdate>,
    upgrade: Upgrade,
    word: Word,
    dry_run: bool,
    output: Output,
) -> Result<(), Failure> {
    let outcome = admin.update_features(&updates, upgrade, dry_run).await;
    let failure = match outcome {
        Ok(()) => None,
        Err(error) if error.code().is_none() => return Err(error.into()),
        Err(moldau_client::ClientError::Refused { message: Some(message), .. }) => Some(message),
        Err(error) => Some(error.to_string()),
    };
    if output == Output::Json {
        let all = updates.iter().map(
            |update| json!({ "feature": update.feature, "level": update.level, "error": failure }),
        );
        print(&json!({ "dry_run": dry_run, "features": Value::from_iter(all) }).to_string())?;
    } else {
        let lines = updates.iter().map(|update| word.line(update, dry_run, failure.as_deref()));
        print(&lines.collect::<String>())?;
    }
    match failure {
        None => Ok(()),
        Some(_) => {
            let count = updates.len();
            Err(Failure::new(format!("{count} out of {count} operation(s) failed.")))
        }
    }
}

/// As Kafka's tool lists them.
const MAPPING_ORDER: [&str; 6] = [
    "kraft.version",
    "transaction.version",
    "group.version",
    "eligible.leader.replicas.version",
    "share.version",
    "streams.version",
];

fn mapping(args: &MappingArgs) -> Result<(), Failure> {
    let release = match &args.release_version {
        Some(text) => release(text)?,
        None => MetadataVersion::MAX,
    };
    let name = args.release_version.as_deref().unwrap_or_else(|| release.name());
    let mut text = format!("{METADATA_VERSION}={} ({name})\n", release.level());
    let mut levels = levels_of(release);
    levels.retain(|update| update.feature != METADATA_VERSION);
    let place = |update: &FeatureUpdate| MAPPING_ORDER.iter().position(|it| *it == update.feature);
    levels.sort_by_key(|update| place(update).unwrap_or(usize::MAX));
    for update in levels {
        text += &format!("{}={}\n", update.feature, update.level);
    }
    print(&text)
}

fn dependencies(args: &DependencyArgs) -> Result<(), Failure> {
    let mut text = String::new();
    for wanted in &args.feature {
        let FeatureUpdate { feature: name, level } = level(wanted)?;
        let feature = moldau_metadata::feature::feature(&name)
            .ok_or_else(|| Failure::usage(format!("Unknown feature: {name}")))?;
        if !feature.supports(level) {
            return Err(Failure::usage(format!(
                "Feature level {level} is not supported for feature {name}"
            )));
        }
        let needs = feature.dependencies(level);
        if needs.is_empty() {
            text += &format!("{name}={level} has no dependencies.\n");
            continue;
        }
        text += &format!("{name}={level} requires:\n");
        for (other, least) in needs {
            text +=
                &match MetadataVersion::from_level(*least).filter(|_| *other == METADATA_VERSION) {
                    Some(version) => format!("    {other}={least} ({})\n", version.name()),
                    None => format!("    {other}={least}\n"),
                };
        }
    }
    print(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_kafkas_tool() {
        let update = FeatureUpdate { feature: "share.version".to_owned(), level: 1 };
        for (word, dry_run, failure, line) in [
            (Word::Upgrade, false, None, "share.version was upgraded to 1.\n"),
            (Word::Downgrade, true, None, "share.version can be downgraded to 1.\n"),
            (Word::Disable, true, None, "share.version can be disabled.\n"),
            (Word::Disable, false, Some("No."), "Could not disable share.version. No.\n"),
            (Word::Upgrade, true, Some("No."), "Can not upgrade share.version to 1. No.\n"),
        ] {
            assert_eq!(word.line(&update, dry_run, failure), line);
        }
    }

    #[test]
    fn levels_are_numbers() {
        assert_eq!(level("a=2").unwrap(), FeatureUpdate { feature: "a".to_owned(), level: 2 });
        for bad in ["a", "a=", "a=x", "a=99999"] {
            assert!(level(bad).is_err(), "{bad}");
        }
        assert_eq!(level_text("metadata.version", 33), "4.4-IV2");
        assert_eq!(level_text("group.version", 1), "1");
        assert!(release("9.9").is_err());
    }
}
