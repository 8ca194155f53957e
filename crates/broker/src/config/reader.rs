//! Typed access to values that have been checked.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

use moldau_metadata::config::{Layers, Value};

use super::keys;

/// Remembers which keys were asked for: those are the ones that have an effect.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    layers: &'a Layers,
    read: RefCell<BTreeSet<&'static str>>,
}

impl<'a> Reader<'a> {
    /// `layers` must have passed the checks of `layering`.
    pub(super) fn new(layers: &'a Layers) -> Self {
        Self { layers, read: RefCell::default() }
    }

    pub(super) fn keys_read(self) -> BTreeSet<&'static str> {
        self.read.into_inner()
    }

    /// # Panics
    /// When the key is not declared; a test reads them all.
    pub(super) fn value(&self, name: &'static str) -> Value {
        let key = keys::table().get(name).expect("only declared keys are read");
        self.read.borrow_mut().insert(name);
        self.layers.value(key).unwrap_or(Value::Null)
    }

    pub(super) fn text(&self, name: &'static str) -> Option<String> {
        self.value(name).as_str().map(str::to_owned)
    }

    pub(super) fn list(&self, name: &'static str) -> Option<Vec<String>> {
        self.value(name).as_list().map(<[String]>::to_vec)
    }

    pub(super) fn flag(&self, name: &'static str) -> bool {
        self.value(name).as_bool().unwrap_or(false)
    }

    pub(super) fn number(&self, name: &'static str) -> i64 {
        self.value(name).as_i64().unwrap_or(0)
    }

    /// Zero for what is negative.
    pub(super) fn count(&self, name: &'static str) -> u32 {
        u32::try_from(self.number(name).max(0)).unwrap_or(u32::MAX)
    }

    /// `None` for what is negative.
    pub(super) fn not_negative(&self, name: &'static str) -> Option<u64> {
        u64::try_from(self.number(name)).ok()
    }

    /// Zero for what is negative.
    pub(super) fn millis(&self, name: &'static str) -> Duration {
        Duration::from_millis(self.not_negative(name).unwrap_or(0))
    }

    /// `None` for zero, negative, and the largest LONG, which all mean "never".
    pub(super) fn period(&self, name: &'static str) -> Option<Duration> {
        let millis = self.number(name);
        (millis > 0 && millis != i64::MAX).then(|| self.millis(name))
    }
}
