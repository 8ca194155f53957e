//! Kafka's words for what is refused, and the end of a command in which some groups failed.

use moldau_client::ClientError;
use moldau_protocol::ErrorCode;

use crate::failure::Failure;

/// Exception and message of Kafka's client for the codes that groups are refused with.
const TEXTS: [(ErrorCode, &str, &str); 11] = [
    (
        ErrorCode::UNKNOWN_TOPIC_OR_PARTITION,
        "UnknownTopicOrPartitionException",
        "This server does not host this topic-partition.",
    ),
    (
        ErrorCode::COORDINATOR_LOAD_IN_PROGRESS,
        "CoordinatorLoadInProgressException",
        "The coordinator is loading and hence can't process requests.",
    ),
    (
        ErrorCode::COORDINATOR_NOT_AVAILABLE,
        "CoordinatorNotAvailableException",
        "The coordinator is not available.",
    ),
    (ErrorCode::NOT_COORDINATOR, "NotCoordinatorException", "This is not the correct coordinator."),
    (ErrorCode::INVALID_GROUP_ID, "InvalidGroupIdException", "The group id is invalid."),
    (
        ErrorCode::UNKNOWN_MEMBER_ID,
        "UnknownMemberIdException",
        "The coordinator is not aware of this member.",
    ),
    (
        ErrorCode::TOPIC_AUTHORIZATION_FAILED,
        "TopicAuthorizationException",
        "Topic authorization failed.",
    ),
    (
        ErrorCode::GROUP_AUTHORIZATION_FAILED,
        "GroupAuthorizationException",
        "Group authorization failed.",
    ),
    (ErrorCode::NON_EMPTY_GROUP, "GroupNotEmptyException", "The group is not empty."),
    (ErrorCode::GROUP_ID_NOT_FOUND, "GroupIdNotFoundException", "The group id does not exist."),
    (
        ErrorCode::GROUP_SUBSCRIBED_TO_TOPIC,
        "GroupSubscribedToTopicException",
        "Deleting offsets of a topic is forbidden while the consumer group is actively subscribed \
         to it.",
    ),
];

fn row(code: ErrorCode) -> Option<&'static (ErrorCode, &'static str, &'static str)> {
    TEXTS.iter().find(|(known, ..)| *known == code)
}

/// Kafka's message for a code; its name where there is none here.
pub(super) fn message(code: ErrorCode) -> &'static str {
    row(code).map_or_else(|| code.name(), |(_, _, message)| message)
}

/// What Java prints for the exception of a code.
pub(super) fn exception(code: ErrorCode, message: &str) -> String {
    let class = row(code).map_or("UnknownServerException", |(_, class, _)| class);
    format!("org.apache.kafka.common.errors.{class}: {message}")
}

/// The refusal in a failure: its code and the server's words, or Kafka's own for the code.
pub(super) fn refusal(failure: &ClientError) -> Option<(ErrorCode, String)> {
    let ClientError::Refused { code, message: words, .. } = failure else { return None };
    let words = words.as_deref().filter(|words| !words.is_empty());
    let text = words.map_or_else(|| message(*code).to_owned(), str::to_owned);
    Some((*code, text))
}

/// A failure in Kafka's words where there are any.
pub(super) fn text(failure: &ClientError) -> String {
    refusal(failure).map_or_else(|| failure.to_string(), |(_, text)| text)
}

/// What went wrong with some of the groups.
#[derive(Debug, Default)]
pub(super) struct Problems {
    lines: Vec<String>,
    advice: Option<&'static str>,
}

impl Problems {
    pub(super) fn add(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// A failure that concerns a group.
    pub(super) fn add_failure(&mut self, group: &str, failure: &ClientError) {
        let text = text(failure);
        if failure.code() == Some(ErrorCode::GROUP_ID_NOT_FOUND) {
            self.advice = Some("`moldau group list` shows the groups there are");
        }
        // The server's own words may name the group; Kafka's general ones do not.
        let own =
            matches!(failure, ClientError::Refused { message: Some(words), .. } if *words == text);
        let named = own && text.contains(group);
        self.lines.push(if named { text } else { format!("group {group}: {text}") });
    }

    /// As Kafka's tool writes them to its standard output.
    pub(super) fn plain(&self) -> String {
        self.lines.iter().map(|line| format!("\nError: {line}\n")).collect()
    }

    /// The end of the command.
    pub(super) fn finish(self) -> Result<(), Failure> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let failure = Failure::new(self.lines.join("\n  "));
        Err(match self.advice {
            Some(advice) => failure.advise(advice),
            None => failure,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_have_kafkas_words() {
        let refused = |code, words: Option<&str>| {
            ClientError::refused("describing group g", code, words.map(str::to_owned))
        };
        for (failure, expected) in [
            (refused(ErrorCode::GROUP_ID_NOT_FOUND, None), "The group id does not exist."),
            (
                refused(ErrorCode::GROUP_ID_NOT_FOUND, Some("Group g not found.")),
                "Group g not found.",
            ),
            (refused(ErrorCode::NON_EMPTY_GROUP, Some("")), "The group is not empty."),
            (refused(ErrorCode::INVALID_REQUEST, None), "INVALID_REQUEST"),
            (ClientError::Closed, "the client is closed"),
        ] {
            assert_eq!(text(&failure), expected);
        }
        assert_eq!(
            exception(ErrorCode::NON_EMPTY_GROUP, message(ErrorCode::NON_EMPTY_GROUP)),
            "org.apache.kafka.common.errors.GroupNotEmptyException: The group is not empty."
        );
        let mut problems = Problems::default();
        problems.add_failure("g", &refused(ErrorCode::NON_EMPTY_GROUP, None));
        assert_eq!(problems.plain(), "\nError: group g: The group is not empty.\n");
        assert!(problems.finish().is_err() && Problems::default().finish().is_ok());
    }
}
