//! Kafka's wire protocol: messages of every version we serve, ids, error codes, record batches.
//!
//! Pure: no IO, no clock, no runtime. Everything that decodes works on untrusted bytes.

pub mod api_key;
pub mod codec;
pub mod error_code;
pub mod fuzzing;
pub mod ids;
pub mod layout;
#[allow(clippy::all)] // Generated code repeats itself so that its generator can be simple.
#[path = "generated/mod.rs"]
pub mod messages;
pub mod records;

pub use api_key::ApiKey;
pub use error_code::ErrorCode;
