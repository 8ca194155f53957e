//! Which topics are meant: names or patterns, as in Kafka's topic tool.
//!
//! Kafka takes Java regular expressions, in which a comma means "or". The part of them that names of
//! topics need is understood here: letters, `.`, `*`, `+`, `?`, `|` and `\`. Anything else is refused
//! rather than taken for a letter.

use crate::failure::Failure;

/// Names that a pattern matches as a whole.
#[derive(Debug)]
pub(crate) struct Pattern {
    alternatives: Vec<Vec<Piece>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    /// None matches any letter.
    letter: Option<char>,
    least: Least,
    many: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Least {
    None,
    One,
}

impl Pattern {
    /// Matches every name.
    pub(crate) fn all() -> Self {
        let any = Piece { letter: None, least: Least::None, many: true };
        Self { alternatives: vec![vec![any]] }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let mut alternatives: Vec<Vec<Piece>> = vec![Vec::new()];
        let mut chars = text.trim().trim_matches(['"', '\'']).chars();
        while let Some(c) = chars.next() {
            let pieces = alternatives.last_mut().expect("there is always one");
            let bad = |why: &str| Err(Failure::usage(format!("pattern {text}: {why}")));
            let letter = match c {
                ' ' => continue,
                ',' | '|' => {
                    alternatives.push(Vec::new());
                    continue;
                }
                '*' | '+' | '?' => {
                    let Some(last) = pieces.last_mut() else {
                        return bad("nothing stands before a repetition");
                    };
                    last.many |= c != '?';
                    if c != '+' {
                        last.least = Least::None;
                    }
                    continue;
                }
                '[' | ']' | '(' | ')' | '{' | '}' | '^' | '$' => {
                    return bad("only letters and . * + ? | \\ are understood");
                }
                '.' => None,
                '\\' => match chars.next() {
                    Some(letter) => Some(letter),
                    None => return bad("it ends in a backslash"),
                },
                letter => Some(letter),
            };
            pieces.push(Piece { letter, least: Least::One, many: false });
        }
        Ok(Self { alternatives })
    }

    pub(crate) fn matches(&self, name: &str) -> bool {
        let name: Vec<char> = name.chars().collect();
        self.alternatives.iter().any(|pieces| matches(pieces, &name))
    }
}

/// Keeps the set of positions in the pattern that the name so far can have reached.
fn matches(pieces: &[Piece], name: &[char]) -> bool {
    let mut reached = vec![false; pieces.len() + 1];
    reached[0] = true;
    skip_optional(pieces, &mut reached);
    for &c in name {
        let mut next = vec![false; pieces.len() + 1];
        for (at, piece) in pieces.iter().enumerate().filter(|(at, _)| reached[*at]) {
            if piece.letter.is_none_or(|letter| letter == c) {
                next[at + 1] = true;
                next[at] |= piece.many;
            }
        }
        reached = next;
        skip_optional(pieces, &mut reached);
    }
    reached[pieces.len()]
}

fn skip_optional(pieces: &[Piece], reached: &mut [bool]) {
    for (at, piece) in pieces.iter().enumerate() {
        reached[at + 1] |= reached[at] && piece.least == Least::None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, expected) in [
            ("orders", "orders", true),
            ("orders", "orders-2", false),
            ("orders.*", "orders-2", true),
            ("a.b", "a.b", true),
            ("a.b", "axb", true),
            ("a\\.b", "axb", false),
            ("a,b", "b", true),
            ("a|b.+", "b", false),
            ("a|b.+", "bb", true),
            ("x+y?", "xxx", true),
            ("x+y?", "y", false),
            ("x+y?", "xyy", false),
            (".*", "", true),
            ("ab*", "a", true),
        ] {
            assert_eq!(
                Pattern::parse(pattern).unwrap().matches(name),
                expected,
                "{pattern} {name}"
            );
        }
        for bad in ["*", "a[b]", "a\\", "(a)"] {
            assert!(Pattern::parse(bad).is_err(), "{bad}");
        }
    }
}
