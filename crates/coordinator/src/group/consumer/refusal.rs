//! Why a request to a consumer group is refused: a code, and the text that clients show.

use moldau_protocol::ErrorCode;

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) code: ErrorCode,
    pub(super) text: String,
}

impl Refusal {
    pub(super) fn new(code: ErrorCode, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    pub(super) fn invalid(text: impl Into<String>) -> Self {
        Self::new(ErrorCode::INVALID_REQUEST, text)
    }

    pub(super) fn no_group(text: impl Into<String>) -> Self {
        Self::new(ErrorCode::GROUP_ID_NOT_FOUND, text)
    }

    pub(super) fn unknown_member(group: &str, member: &str) -> Self {
        let text = format!("Member {member} is not a member of group {group}.");
        Self::new(ErrorCode::UNKNOWN_MEMBER_ID, text)
    }

    pub(super) fn unknown_instance(instance: &str) -> Self {
        Self::new(ErrorCode::UNKNOWN_MEMBER_ID, format!("Instance id {instance} is unknown."))
    }
}
