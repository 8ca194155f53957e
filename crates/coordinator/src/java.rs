//! What shows of Java's strings and hash tables in Kafka's answers: which partition a group belongs to,
//! and the order of lists that Kafka takes out of a table, which its own tests compare.
//!
//! Source: `String.hashCode`, `java.util.HashMap`, Kafka's `BaseHashTable` (timeline package).

/// `String.hashCode`.
#[must_use]
pub fn hash_code(text: &str) -> i32 {
    text.encode_utf16()
        .fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

/// Where a `HashMap` of `entries` strings keeps `key`.
pub(crate) fn hash_map_bucket(key: &str, entries: usize) -> u32 {
    const MIN_BUCKETS: usize = 16;
    let hash = hash_code(key).cast_unsigned();
    let mut buckets = MIN_BUCKETS;
    // It doubles when it is three quarters full.
    while entries * 4 > buckets * 3 {
        buckets *= 2;
    }
    (hash ^ (hash >> 16)) & (u32::try_from(buckets).unwrap_or(u32::MAX) - 1)
}

/// Sorts names as they come out of one of Kafka's timeline tables that they were put into in this order,
/// and nothing taken out of since: by slot, and the latest first where names share one.
pub(crate) fn sort_as_timeline_table<T>(items: &mut [T], name: impl Fn(&T) -> &str) {
    const MIN_SLOTS: u64 = 2;
    let mut slots = MIN_SLOTS;
    // It doubles when the next entry would make it more than full by three quarters.
    while items.len() as u64 * 3 > slots * 4 {
        slots *= 2;
    }
    let shift = 64 - slots.trailing_zeros();
    items.reverse();
    items.sort_by_cached_key(|item| {
        let hash = i64::from(hash_code(name(item))).cast_unsigned();
        hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hash_as_in_java() {
        // What `hashCode` gives in a JVM.
        for (text, hash) in [
            ("", 0),
            ("a", 97),
            ("group", 98_629_247),
            ("console-consumer-1", 35_782_224),
            ("ä😀", 1_992_007),
            ("polygenelubricants", i32::MIN),
        ] {
            assert_eq!(hash_code(text), hash, "{text}");
        }
    }

    #[test]
    fn names_come_in_the_order_of_kafkas_table() {
        // What a TimelineHashMap of 4.4.0 gives for group-0, group-1, ...
        for order in [
            "0",
            "1 0",
            "1 0 2",
            "3 1 0 2",
            "3 1 0 2 4",
            "6 1 3 5 0 2 4",
            "1 6 3 8 0 5 2 7 4 10 9",
            "1 6 3 8 0 5 11 2 7 4 10 9",
            "1 15 20 6 12 3 17 8 22 0 14 5 19 24 11 2 16 7 21 13 4 18 23 10 9",
        ] {
            let mut names: Vec<String> =
                (0..order.split(' ').count()).map(|number| format!("group-{number}")).collect();
            sort_as_timeline_table(&mut names, |name| name);
            let numbers: Vec<_> = names.iter().map(|name| &name["group-".len()..]).collect();
            assert_eq!(numbers.join(" "), order);
        }
    }
}
