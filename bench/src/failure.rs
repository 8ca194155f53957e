//! The bench's only error type: a sentence for the person who runs it.

/// What every fallible step of the bench returns.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Ends a function with a sentence.
macro_rules! fail {
    ($($text:tt)*) => { return Err(format!($($text)*).into()) };
}
pub(crate) use fail;
