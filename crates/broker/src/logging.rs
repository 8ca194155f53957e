//! Logs: human lines on a terminal, JSON otherwise, a level for each module that can be changed while
//! the node runs.
//!
//! `MOLDAU_LOG` gives the levels at the start, such as `info,moldau_broker::net=debug`. A module's
//! level holds for the modules below it, unless they have their own.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, IsTerminal},
    str::FromStr,
    sync::Arc,
};

use parking_lot::Mutex;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::{
    Layer, Registry, filter::Targets, layer::SubscriberExt, reload, util::SubscriberInitExt,
};

/// The variable that gives the levels at the start.
pub const ENVIRONMENT: &str = "MOLDAU_LOG";

/// Modules with a level of their own; every log call of the program that is not cached asks them.
const MAX_MODULES: usize = 256;

/// Longest name of a module.
const MAX_NAME: usize = 128;

/// Modules that levels are most often set for; they are listed, others of the same crates can be named.
const MODULES: [&str; 11] = [
    "moldau_broker",
    "moldau_broker::handlers",
    "moldau_broker::http",
    "moldau_broker::lifecycle",
    "moldau_broker::maintenance",
    "moldau_broker::net",
    "moldau_broker::publisher",
    "moldau_broker::telemetry",
    "moldau_metadata",
    "moldau_quorum",
    "moldau_storage",
];

/// Where lines go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The server's, as Kafka's.
    Stdout,
    /// A tool's, whose output is data.
    Stderr,
}

/// Why logging was not set up, or a level was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// The levels in the environment cannot be read.
    #[error("{ENVIRONMENT}={0} is no list of levels such as info,moldau_broker::net=debug")]
    Environment(String),
    /// The text is no level.
    #[error("{0} is no level: use off, error, warn, info, debug or trace")]
    Level(String),
    /// The text is no name of a module.
    #[error("{0} is no name of a module")]
    Module(String),
    /// [`MAX_MODULES`] have levels.
    #[error("{MAX_MODULES} modules have levels of their own already")]
    TooMany,
    /// Another logger was installed before, or this one is gone.
    #[error("logging is not available: {0}")]
    Unavailable(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Levels {
    root: LevelFilter,
    modules: BTreeMap<String, LevelFilter>,
}

impl Levels {
    fn targets(&self) -> Targets {
        Targets::new()
            .with_default(self.root)
            .with_targets(self.modules.iter().map(|(module, level)| (module.as_str(), *level)))
    }
}

impl FromStr for Levels {
    type Err = LogError;

    fn from_str(text: &str) -> Result<Self, LogError> {
        let targets: Targets = text.parse().map_err(|_| LogError::Environment(text.to_owned()))?;
        let modules: BTreeMap<_, _> =
            targets.iter().map(|(module, level)| (module.to_owned(), level)).collect();
        if modules.len() > MAX_MODULES {
            return Err(LogError::TooMany);
        }
        Ok(Self { root: targets.default_level().unwrap_or(LevelFilter::INFO), modules })
    }
}

struct Inner {
    levels: Mutex<Levels>,
    /// None where logs are not ours, as in tests.
    handle: Option<reload::Handle<Targets, Registry>>,
}

/// The levels of the process. Cheap to clone.
#[derive(Clone)]
pub struct LogLevels(Arc<Inner>);

/// Sets up the logs of the process.
///
/// # Errors
/// When `MOLDAU_LOG` cannot be read, or logs were set up before.
pub fn init(output: Output, default: LevelFilter) -> Result<LogLevels, LogError> {
    let mut levels = Levels { root: default, modules: BTreeMap::new() };
    if let Ok(text) = std::env::var(ENVIRONMENT)
        && !text.trim().is_empty()
    {
        levels = text.trim().parse()?;
    }
    let (filter, handle) = reload::Layer::new(levels.targets());
    let lines = match output {
        Output::Stdout => lines(io::stdout, io::stdout().is_terminal()),
        Output::Stderr => lines(io::stderr, io::stderr().is_terminal()),
    };
    Registry::default()
        .with(filter)
        .with(lines)
        .try_init()
        .map_err(|error| LogError::Unavailable(error.to_string()))?;
    Ok(LogLevels(Arc::new(Inner { levels: Mutex::new(levels), handle: Some(handle) })))
}

fn lines<S, W>(writer: W, terminal: bool) -> Box<dyn Layer<S> + Send + Sync>
where
    S: tracing::Subscriber + for<'a> tracing_subscriber::registry::LookupSpan<'a>,
    W: for<'a> tracing_subscriber::fmt::MakeWriter<'a> + Send + Sync + 'static,
{
    let layer = tracing_subscriber::fmt::layer().with_writer(writer).log_internal_errors(false);
    if terminal { layer.boxed() } else { layer.json().flatten_event(true).boxed() }
}

impl LogLevels {
    /// Levels that nothing listens to: for tests, and where another logger is installed.
    #[must_use]
    pub fn detached() -> Self {
        let levels = Levels { root: LevelFilter::INFO, modules: BTreeMap::new() };
        Self(Arc::new(Inner { levels: Mutex::new(levels), handle: None }))
    }

    /// Level of everything that has none of its own.
    #[must_use]
    pub fn root(&self) -> LevelFilter {
        self.0.levels.lock().root
    }

    /// Modules with a level of their own.
    #[must_use]
    pub fn modules(&self) -> BTreeMap<String, LevelFilter> {
        self.0.levels.lock().modules.clone()
    }

    /// The level that holds for each module that is known by name.
    #[must_use]
    pub fn all(&self) -> BTreeMap<String, LevelFilter> {
        let mut all = self.modules();
        for module in MODULES {
            all.entry(module.to_owned()).or_insert_with(|| self.effective(module));
        }
        all
    }

    /// Whether anything of this program could log under this name.
    #[must_use]
    pub fn exists(&self, module: &str) -> bool {
        let in_crate = |known: &str| {
            module.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        MODULES.into_iter().any(in_crate) || self.modules().contains_key(module)
    }

    /// Level that holds for a module.
    #[must_use]
    pub fn effective(&self, module: &str) -> LevelFilter {
        let levels = self.0.levels.lock();
        let of = |(name, level): (&String, &LevelFilter)| {
            module.starts_with(name.as_str()).then_some((name.len(), *level))
        };
        levels.modules.iter().filter_map(of).max().map_or(levels.root, |(_, level)| level)
    }

    /// Sets the level of everything that has none of its own.
    ///
    /// # Errors
    /// When the logs are gone.
    pub fn set_root(&self, level: LevelFilter) -> Result<(), LogError> {
        self.change(|levels| {
            levels.root = level;
            Ok(())
        })
    }

    /// Sets the level of a module, or takes it away (`None`).
    ///
    /// # Errors
    /// When the name cannot be a module's, or too many have levels.
    pub fn set(&self, module: &str, level: Option<LevelFilter>) -> Result<(), LogError> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b':';
        if module.is_empty() || module.len() > MAX_NAME || !module.bytes().all(fits) {
            return Err(LogError::Module(module.to_owned()));
        }
        self.change(|levels| {
            let known = levels.modules.contains_key(module);
            match level {
                None => drop(levels.modules.remove(module)),
                Some(_) if !known && levels.modules.len() >= MAX_MODULES => {
                    return Err(LogError::TooMany);
                }
                Some(level) => drop(levels.modules.insert(module.to_owned(), level)),
            }
            Ok(())
        })
    }

    fn change(
        &self,
        act: impl FnOnce(&mut Levels) -> Result<(), LogError>,
    ) -> Result<(), LogError> {
        let mut levels = self.0.levels.lock();
        let mut changed = levels.clone();
        act(&mut changed)?;
        if let Some(handle) = &self.0.handle {
            handle
                .reload(changed.targets())
                .map_err(|error| LogError::Unavailable(error.to_string()))?;
        }
        *levels = changed;
        Ok(())
    }
}

impl fmt::Debug for LogLevels {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.levels.lock().fmt(formatter)
    }
}

/// Reads a level's name.
///
/// # Errors
/// When the text is none.
pub fn parse_level(text: &str) -> Result<LevelFilter, LogError> {
    // Numbers, which `LevelFilter` takes too, mean other things to other people.
    let text = text.trim();
    match LevelFilter::from_str(text) {
        Ok(level) if !text.is_empty() && !text.bytes().any(|byte| byte.is_ascii_digit()) => {
            Ok(level)
        }
        _ => Err(LogError::Level(text.chars().take(MAX_NAME).collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_and_changed() {
        let levels: Levels = "warn,moldau_broker::net=debug,moldau_storage=off".parse().unwrap();
        let handle = LogLevels(Arc::new(Inner { levels: Mutex::new(levels), handle: None }));
        let check = |module: &str, level| assert_eq!(handle.effective(module), level, "{module}");
        check("moldau_broker::net::frame", LevelFilter::DEBUG);
        check("moldau_broker::http", LevelFilter::WARN);
        check("moldau_storage", LevelFilter::OFF);
        handle.set("moldau_broker", Some(LevelFilter::ERROR)).unwrap();
        check("moldau_broker::http", LevelFilter::ERROR);
        check("moldau_broker::net", LevelFilter::DEBUG);
        handle.set("moldau_broker::net", None).unwrap();
        check("moldau_broker::net", LevelFilter::ERROR);
        handle.set_root(LevelFilter::TRACE).unwrap();
        check("moldau_quorum", LevelFilter::TRACE);
    }

    #[test]
    fn what_is_no_level_or_module_is_refused() {
        for text in ["", "loud", "3", "info,debug"] {
            assert_eq!(parse_level(text), Err(LogError::Level(text.to_owned())));
        }
        assert_eq!(parse_level(" Debug\n"), Ok(LevelFilter::DEBUG));
        let levels = LogLevels::detached();
        for name in ["", "a b", "a=b", "ä", &"a".repeat(MAX_NAME + 1)] {
            let refused = levels.set(name, Some(LevelFilter::INFO));
            assert_eq!(refused, Err(LogError::Module(name.to_owned())));
        }
        for number in 0..MAX_MODULES {
            levels.set(&format!("module_{number}"), Some(LevelFilter::INFO)).unwrap();
        }
        assert_eq!(levels.set("more", Some(LevelFilter::INFO)), Err(LogError::TooMany));
        assert!("info,=".parse::<Levels>().is_err() || "x=loud".parse::<Levels>().is_err());
    }
}
