//! A sorted map that is cheap to clone and to change after a clone.
//!
//! An image is cloned for every change of the cluster and read by everybody, so a map of a hundred
//! thousand topics must not be copied for each. Entries live in sorted chunks that clones share; a
//! change copies one chunk and the list of chunks.
//!
//! Invariants: no chunk is empty, none has more than `CHUNK_MAX` entries, keys ascend.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// Most entries of a chunk: what one change copies, against the length of the list of chunks.
const CHUNK_MAX: usize = 64;

type Chunk<K, V> = Arc<Vec<(K, V)>>;

/// A sorted map with shared structure; a clone costs one reference count.
pub struct ChunkMap<K, V> {
    chunks: Arc<Vec<Chunk<K, V>>>,
    len: usize,
}

impl<K, V> Clone for ChunkMap<K, V> {
    fn clone(&self) -> Self {
        Self { chunks: Arc::clone(&self.chunks), len: self.len }
    }
}

impl<K, V> Default for ChunkMap<K, V> {
    fn default() -> Self {
        Self { chunks: Arc::default(), len: 0 }
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for ChunkMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len
            && (Arc::ptr_eq(&self.chunks, &other.chunks) || self.iter().eq(other.iter()))
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for ChunkMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K, V> ChunkMap<K, V> {
    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether both are one map that neither changed since; cheap, may say no of equal maps.
    #[must_use]
    pub fn ptr_eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.chunks, &other.chunks)
    }

    /// The entries by ascending key.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> {
        self.chunks.iter().flat_map(|chunk| chunk.iter().map(|(key, value)| (key, value)))
    }

    /// The keys, ascending.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    /// The values by ascending key.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }
}

impl<K: Ord + Clone, V: Clone> ChunkMap<K, V> {
    /// The chunk that holds `key`, or would.
    fn chunk_of<Q: Ord + ?Sized>(&self, key: &Q) -> usize
    where
        K: Borrow<Q>,
    {
        self.chunks
            .partition_point(|chunk| chunk.first().is_some_and(|entry| entry.0.borrow() <= key))
            .saturating_sub(1)
    }

    /// The value of `key`.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let chunk = self.chunks.get(self.chunk_of(key))?;
        let index = chunk.binary_search_by(|entry| entry.0.borrow().cmp(key)).ok()?;
        Some(&chunk[index].1)
    }

    /// The entries from `key` on, by ascending key.
    pub fn range_from<'a, Q: Ord + ?Sized>(
        &'a self,
        key: &Q,
    ) -> impl Iterator<Item = (&'a K, &'a V)> + use<'a, K, V, Q>
    where
        K: Borrow<Q>,
    {
        let at = self.chunk_of(key);
        let skipped = self
            .chunks
            .get(at)
            .map_or(0, |chunk| chunk.partition_point(|entry| entry.0.borrow() < key));
        let chunks = self.chunks.get(at..).unwrap_or_default();
        chunks.iter().flat_map(|chunk| chunk.iter().map(|(key, value)| (key, value))).skip(skipped)
    }

    /// Whether there is a value of `key`.
    #[must_use]
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get(key).is_some()
    }

    /// The value of `key`, to change in place; what clones share is copied first.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.chunk_of(key);
        let index =
            self.chunks.get(at)?.binary_search_by(|entry| entry.0.borrow().cmp(key)).ok()?;
        let chunk = Arc::make_mut(&mut Arc::make_mut(&mut self.chunks)[at]);
        Some(&mut chunk[index].1)
    }

    /// The value of `key`, to change in place; made first, with the key, if there is none.
    pub fn get_or_insert_with<Q: Ord + ?Sized>(
        &mut self,
        key: &Q,
        make: impl FnOnce() -> (K, V),
    ) -> &mut V
    where
        K: Borrow<Q>,
    {
        let at = self.chunk_of(key);
        let found = match self.chunks.get(at) {
            Some(chunk) => chunk.binary_search_by(|entry| entry.0.borrow().cmp(key)),
            None => Err(0),
        };
        let (at, index) = match found {
            Ok(index) => (at, index),
            Err(index) => self.insert_at(at, index, make()),
        };
        let chunk = Arc::make_mut(&mut Arc::make_mut(&mut self.chunks)[at]);
        &mut chunk[index].1
    }

    /// Sets the value of `key` and returns the one it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let at = self.chunk_of(&key);
        let found = match self.chunks.get(at) {
            Some(chunk) => chunk.binary_search_by(|entry| entry.0.cmp(&key)),
            None => Err(0),
        };
        match found {
            Ok(index) => {
                let chunk = Arc::make_mut(&mut Arc::make_mut(&mut self.chunks)[at]);
                Some(std::mem::replace(&mut chunk[index].1, value))
            }
            Err(index) => {
                self.insert_at(at, index, (key, value));
                None
            }
        }
    }

    /// Puts a new entry where its key belongs: chunk and index, which may be others afterwards.
    fn insert_at(&mut self, at: usize, index: usize, entry: (K, V)) -> (usize, usize) {
        self.len += 1;
        let chunks = Arc::make_mut(&mut self.chunks);
        let Some(shared) = chunks.get_mut(at) else {
            chunks.push(Arc::new(vec![entry]));
            return (chunks.len() - 1, 0);
        };
        let chunk = Arc::make_mut(shared);
        if chunk.len() < CHUNK_MAX {
            if chunk.len() == chunk.capacity() {
                // Never room for more than a full chunk: a map of a million entries shows it.
                chunk.reserve_exact(chunk.len().clamp(1, CHUNK_MAX - chunk.len()));
            }
            chunk.insert(index, entry);
            return (at, index);
        }
        // Keys that only ascend (a snapshot, partitions) leave full chunks behind.
        let keep = if index == CHUNK_MAX { CHUNK_MAX } else { CHUNK_MAX / 2 };
        let mut upper = chunk.split_off(keep);
        let place = if index > keep || keep == CHUNK_MAX {
            upper.insert(index - keep, entry);
            (at + 1, index - keep)
        } else {
            chunk.insert(index, entry);
            (at, index)
        };
        chunks.insert(at + 1, Arc::new(upper));
        place
    }

    /// Takes the entry of `key` out.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.chunk_of(key);
        let index =
            self.chunks.get(at)?.binary_search_by(|entry| entry.0.borrow().cmp(key)).ok()?;
        let chunks = Arc::make_mut(&mut self.chunks);
        let chunk = Arc::make_mut(&mut chunks[at]);
        let (_, value) = chunk.remove(index);
        if chunk.is_empty() {
            chunks.remove(at);
        }
        self.len -= 1;
        Some(value)
    }
}

impl<K: Ord + Clone, V: Clone> FromIterator<(K, V)> for ChunkMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// A fixed sequence of pseudo-random numbers.
    fn numbers(mut seed: u64) -> impl Iterator<Item = u64> {
        std::iter::repeat_with(move || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed >> 33
        })
    }

    #[test]
    fn it_behaves_as_a_sorted_map_and_clones_do_not_change() {
        let mut model = BTreeMap::new();
        let mut map = ChunkMap::default();
        let mut old = Vec::new();
        for (step, number) in numbers(7).take(20_000).enumerate() {
            let key = number % 1_500;
            if let Some(value) = model.get_mut(&key)
                && number % 5 == 0
            {
                *value = step;
                *map.get_mut(&key).unwrap() = step;
            } else if number % 3 == 0 {
                assert_eq!(map.remove(&key), model.remove(&key));
            } else if number % 2 == 0 {
                let value = map.get_or_insert_with(&key, || (key, step));
                assert_eq!(value, model.entry(key).or_insert(step));
            } else {
                assert_eq!(map.insert(key, step), model.insert(key, step));
            }
            assert_eq!(map.get(&key), model.get(&key));
            assert!(map.range_from(&key).take(3).eq(model.range(key..).take(3)));
            if step % 4_000 == 0 {
                old.push((map.clone(), model.clone()));
            }
        }
        old.push((map, model));
        for (map, model) in old {
            assert_eq!(map.len(), model.len());
            assert!(map.iter().eq(model.iter()));
            assert!(map.chunks.iter().all(|chunk| (1..=CHUNK_MAX).contains(&chunk.len())));
            assert!(map.chunks.iter().all(|chunk| chunk.capacity() <= CHUNK_MAX));
        }
    }

    #[test]
    fn ascending_keys_fill_their_chunks() {
        let map: ChunkMap<i32, ()> = (0..1_000).map(|key| (key, ())).collect();
        assert_eq!(map.chunks.len(), 1_000_usize.div_ceil(CHUNK_MAX));
    }
}
