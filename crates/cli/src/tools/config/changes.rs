//! Lists of changes: `k=v,k=[a,b]`, files of properties, keys to unset.

use std::path::Path;

use moldau_client::{admin::ConfigChange, config::properties};

use crate::failure::Failure;

/// Reads `k1=v1,k2=[v1,v2],k3=v3`.
pub(super) fn parse(list: &str) -> Result<Vec<ConfigChange>, Failure> {
    let bad = || {
        Failure::usage(
            "Invalid entity config: all configs to be added must be in the format \"key=val\" or \
             \"key=[val1,val2]\" to group values which contain commas.",
        )
    };
    let mut changes = Vec::new();
    let mut rest = list;
    while !rest.trim().is_empty() {
        let (key, value) = rest.split_once('=').ok_or_else(bad)?;
        let key = key.trim();
        if key.is_empty() || key.contains(',') {
            return Err(bad());
        }
        let (value, after) = match value.strip_prefix('[') {
            Some(grouped) => {
                let (value, after) = grouped.split_once(']').ok_or_else(bad)?;
                let after = after.trim_start();
                match after.strip_prefix(',') {
                    Some(after) => (value, after),
                    None if after.is_empty() => (value, after),
                    None => return Err(bad()),
                }
            }
            None => value.split_once(',').unwrap_or((value, "")),
        };
        changes.push(ConfigChange::Set(key.to_owned(), value.trim().to_owned()));
        rest = after;
    }
    Ok(changes)
}

/// Reads a file of Java properties.
pub(super) fn read(path: &Path) -> Result<Vec<ConfigChange>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))?;
    let pairs = properties::parse(&text).into_iter();
    Ok(pairs.map(|(key, value)| ConfigChange::Set(key, value)).collect())
}

pub(super) fn deletions(keys: &[String]) -> Result<Vec<ConfigChange>, Failure> {
    keys.iter()
        .map(|key| match key.trim() {
            key if key.is_empty() || key.contains('=') => {
                Err(Failure::usage(format!("--delete-config {key}: names of keys are expected")))
            }
            key => Ok(ConfigChange::Delete(key.to_owned())),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_kafkas_tool_reads_them() {
        for (list, expected) in [
            ("a=1", &[("a", "1")][..]),
            ("a=1,b=2", &[("a", "1"), ("b", "2")]),
            ("a=[x,y],b=2", &[("a", "x,y"), ("b", "2")]),
            ("a=[x]", &[("a", "x")]),
            ("a=", &[("a", "")]),
            ("a=b=c", &[("a", "b=c")]),
            (" a = 1 , b=[2,3] ", &[("a", "1"), ("b", "2,3")]),
        ] {
            let expected: Vec<_> = expected
                .iter()
                .map(|(key, value)| ConfigChange::Set((*key).to_owned(), (*value).to_owned()))
                .collect();
            assert_eq!(parse(list).unwrap(), expected, "{list}");
        }
        for bad in ["a", "a=1,b", "=1", "a=[1", "a=[1]b=2"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        assert!(deletions(&["a".to_owned(), "b=1".to_owned()]).is_err());
        assert_eq!(deletions(&[" a".to_owned()]).unwrap(), [ConfigChange::Delete("a".to_owned())]);
    }
}
