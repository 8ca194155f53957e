//! The coordinators: pure machines over the records of internal topics. No IO, clock, randomness or
//! runtime.
//!
//! [`machine`] says what every coordinator is; the runtime that appends records and releases answers
//! knows nothing else. [`group`] is the machine of consumer groups.

mod deadlines;
pub mod fuzzing;
pub mod group;
pub mod java;
pub mod machine;

pub use deadlines::Deadlines;
pub use machine::{Call, EncodedRecord, Machine, Outcome, ReplayFault, Step, StepOf, Ticket, Time};
