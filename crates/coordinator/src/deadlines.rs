//! What has to happen when, in the order of time and, at one time, of the keys.

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::Time;

/// Deadlines by key; setting one again moves it.
#[derive(Clone, Debug)]
pub struct Deadlines<K> {
    by_key: BTreeMap<K, Time>,
    by_time: BTreeSet<(Time, K)>,
}

impl<K> Default for Deadlines<K> {
    fn default() -> Self {
        Self { by_key: BTreeMap::new(), by_time: BTreeSet::new() }
    }
}

impl<K: Ord + Clone> Deadlines<K> {
    /// Sets or moves a deadline.
    pub fn set(&mut self, key: K, at: Time) {
        if let Some(before) = self.by_key.insert(key.clone(), at) {
            if before == at {
                return;
            }
            self.by_time.remove(&(before, key.clone()));
        }
        self.by_time.insert((at, key));
    }

    /// Takes a deadline back; whether there was one.
    pub fn cancel(&mut self, key: &K) -> bool {
        match self.by_key.remove(key) {
            Some(at) => self.by_time.remove(&(at, key.clone())),
            None => false,
        }
    }

    /// When the deadline of `key` is.
    pub fn get(&self, key: &K) -> Option<Time> {
        self.by_key.get(key).copied()
    }

    /// The earliest one.
    pub fn next(&self) -> Option<Time> {
        self.by_time.first().map(|(at, _)| *at)
    }

    /// Takes the earliest one out, if it has passed.
    pub fn pop_due(&mut self, now: Time) -> Option<K> {
        if self.next()? > now {
            return None;
        }
        let (_, key) = self.by_time.pop_first()?;
        self.by_key.remove(&key);
        Some(key)
    }

    /// Takes all back.
    pub fn clear(&mut self) {
        self.by_key.clear();
        self.by_time.clear();
    }

    /// Number of deadlines.
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moved_and_cancelled_deadlines_do_not_come_at_their_old_time() {
        let mut deadlines = Deadlines::default();
        for (key, at) in [("a", 5), ("b", 3), ("c", 3), ("a", 4), ("b", 9)] {
            deadlines.set(key, Time(at));
        }
        assert!(deadlines.cancel(&"c") && !deadlines.cancel(&"c"));
        assert_eq!((deadlines.next(), deadlines.len()), (Some(Time(4)), 2));
        assert_eq!(deadlines.pop_due(Time(3)), None);
        assert_eq!(deadlines.pop_due(Time(100)), Some("a"));
        assert_eq!(deadlines.pop_due(Time(100)), Some("b"));
        assert_eq!(deadlines.pop_due(Time(100)), None);
        assert!(deadlines.is_empty() && deadlines.next().is_none());
    }
}
