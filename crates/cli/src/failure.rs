//! How a command that did not succeed ends: a message for people, and an exit code.

use std::process::ExitCode;

use moldau_client::ClientError;
use moldau_protocol::ErrorCode;

/// Why a command ends with something else than 0.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    /// What to do about it.
    advice: Option<String>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Failed,
    Usage,
    /// The reader of our output has gone; nothing to tell anybody.
    Quiet,
}

impl Failure {
    /// Something failed: exit code 1.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), advice: None, kind: Kind::Failed }
    }

    /// The command line makes no sense: exit code 2.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), advice: None, kind: Kind::Usage }
    }

    /// Whoever read the output stopped reading.
    pub(crate) fn broken_pipe() -> Self {
        Self { message: String::new(), advice: None, kind: Kind::Quiet }
    }

    /// Says what to do next.
    pub(crate) fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }

    /// Adds what else is worth knowing.
    pub(crate) fn and(mut self, more: impl AsRef<str>) -> Self {
        if !self.message.is_empty() {
            self.message = format!("{}; {}", self.message, more.as_ref());
        }
        self
    }

    /// A failure to write output.
    pub(crate) fn output(error: &std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Self::broken_pipe();
        }
        Self::new(format!("cannot write the output: {error}"))
    }

    /// Tells the user and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self.kind {
            Kind::Quiet => return ExitCode::SUCCESS,
            Kind::Failed | Kind::Usage => {}
        }
        eprintln!("error: {}", self.message);
        if let Some(advice) = &self.advice {
            eprintln!("  {advice}");
        }
        ExitCode::from(if self.kind == Kind::Usage { 2 } else { 1 })
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        let advice = advice(&error);
        let kind =
            if matches!(error, ClientError::Property { .. }) { Kind::Usage } else { Kind::Failed };
        Self { message: error.to_string(), advice, kind }
    }
}

fn advice(error: &ClientError) -> Option<String> {
    if error.is_unreachable() {
        return Some(
            "start a node with `moldau server`, or name another one with --bootstrap-server \
             HOST:PORT"
                .to_owned(),
        );
    }
    let text = match error.code()? {
        ErrorCode::UNKNOWN_TOPIC_OR_PARTITION => {
            "`moldau topic list` shows the topics there are; `moldau topic create --topic NAME` \
             makes one"
        }
        ErrorCode::TOPIC_ALREADY_EXISTS => "--if-not-exists takes this for success",
        ErrorCode::INVALID_REPLICATION_FACTOR => {
            "give a --replication-factor that is not larger than the number of brokers"
        }
        ErrorCode::TOPIC_AUTHORIZATION_FAILED | ErrorCode::CLUSTER_AUTHORIZATION_FAILED => {
            "ask whoever runs the cluster for an ACL that allows it"
        }
        ErrorCode::MESSAGE_TOO_LARGE | ErrorCode::RECORD_LIST_TOO_LARGE => {
            "raise max.message.bytes of the topic, or send smaller records"
        }
        ErrorCode::NOT_ENOUGH_REPLICAS | ErrorCode::NOT_ENOUGH_REPLICAS_AFTER_APPEND => {
            "`moldau topic describe` shows which replicas are in sync; min.insync.replicas says \
             how many must be"
        }
        ErrorCode::OFFSET_OUT_OF_RANGE => "--from beginning reads what is there",
        _ => return None,
    };
    Some(text.to_owned())
}
