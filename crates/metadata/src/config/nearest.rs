//! Which known name an unknown one most likely meant.

/// Above this length a name is not worth the quadratic search.
const LONGEST_NAME: usize = 128;

/// The candidate with the smallest edit distance, if at most a third of `name` is different;
/// ties go to the first candidate.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.is_empty() || name.len() > LONGEST_NAME {
        return None;
    }
    let limit = (name.len() / 3).max(2);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let allowed = best.map_or(limit + 1, |(distance, _)| distance);
        if candidate.len().abs_diff(name.len()) >= allowed {
            continue;
        }
        let distance = edit_distance(name.as_bytes(), candidate.as_bytes());
        if distance < allowed {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours, each counted once.
fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    let mut current = vec![0; b.len() + 1];
    for i in 1..=a.len() {
        current[0] = i;
        for j in 1..=b.len() {
            let same = a[i - 1] == b[j - 1];
            let replaced = previous[j - 1] + usize::from(!same);
            let mut cost = replaced.min(previous[j] + 1).min(current[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                cost = cost.min(before[j - 2] + 1);
            }
            current[j] = cost;
        }
        std::mem::swap(&mut before, &mut previous);
        std::mem::swap(&mut previous, &mut current);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_the_likely_name() {
        let known = ["num.partitions", "log.retention.ms", "log.retention.hours", "listeners"];
        for (name, expected) in [
            ("num.partition", Some("num.partitions")),
            ("log.retension.ms", Some("log.retention.ms")),
            ("listners", Some("listeners")),
            ("lsiteners", Some("listeners")),
            ("num_partitions", Some("num.partitions")),
            ("completely.other.thing", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, known.into_iter()), expected, "{name}");
        }
    }
}
