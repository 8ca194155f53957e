//! From one protocol to the other, while members are there.

use super::super::{GroupMachine, GroupStep, Name, classic::ClassicGroup};
use super::Refusal;
use crate::machine::Call;

impl GroupMachine {
    /// Makes a classic group with members a consumer group.
    pub(super) fn upgrade(
        &mut self,
        _step: &mut GroupStep,
        group: &Name,
        _classic: &ClassicGroup,
        _call: Call,
    ) -> Result<(), Refusal> {
        Err(Refusal::no_group(format!("Group {group} is not a consumer group.")))
    }

    /// Makes the group a classic one without the members `leaving`, if all others are classic;
    /// whether it did.
    pub(super) fn downgrade_without(
        &mut self,
        _step: &mut GroupStep,
        _group: &Name,
        _leaving: &[Name],
        _call: Call,
    ) -> bool {
        false
    }
}
