//! The syntax of Java properties files, as `java.util.Properties.load` reads it.

use super::ConfigError;

/// Keys and values in order; a key may occur again, the last one counts.
pub(super) fn parse(text: &str) -> Result<Vec<(String, String)>, ConfigError> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines = text.lines().enumerate();
    let mut pairs = Vec::new();
    while let Some((index, line)) = lines.next() {
        let mut logical = line.trim_start_matches(BLANKS).to_owned();
        if logical.is_empty() || logical.starts_with(['#', '!']) {
            continue;
        }
        while continues(&logical) {
            logical.pop();
            let Some((_, next)) = lines.next() else { break };
            logical.push_str(next.trim_start_matches(BLANKS));
        }
        pairs.push(split(&logical).map_err(|problem| ConfigError::Syntax {
            line: index + 1,
            problem: problem.to_owned(),
        })?);
    }
    Ok(pairs)
}

const BLANKS: [char; 3] = [' ', '\t', '\u{c}'];

/// An odd number of backslashes at the end.
fn continues(line: &str) -> bool {
    line.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

/// The key ends at the first `=`, `:` or blank that is not escaped.
fn split(line: &str) -> Result<(String, String), &'static str> {
    let mut escaped = false;
    let end = line
        .char_indices()
        .find(|(_, c)| {
            let ends = !escaped && (matches!(c, '=' | ':') || BLANKS.contains(c));
            escaped = *c == '\\' && !escaped;
            ends
        })
        .map_or(line.len(), |(at, _)| at);
    let (key, rest) = line.split_at(end);
    let rest = rest.trim_start_matches(BLANKS);
    let rest = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start_matches(BLANKS);
    Ok((unescape(key)?, unescape(rest)?))
}

fn unescape(text: &str) -> Result<String, &'static str> {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let c = if c == '\\' {
            chars.next()
        } else {
            units.extend(encoded(c));
            continue;
        };
        match c {
            Some('t') => units.push(u16::from(b'\t')),
            Some('n') => units.push(u16::from(b'\n')),
            Some('r') => units.push(u16::from(b'\r')),
            Some('f') => units.push(0x0c),
            Some('u') => {
                let digits: String = chars.by_ref().take(4).collect();
                let hex = digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_hexdigit());
                let unit = u16::from_str_radix(&digits, 16).ok().filter(|_| hex);
                units.push(unit.ok_or("\\u must be followed by four hexadecimal digits")?);
            }
            Some(other) => units.extend(encoded(other)),
            None => {}
        }
    }
    Ok(String::from_utf16_lossy(&units))
}

fn encoded(c: char) -> Vec<u16> {
    let mut buffer = [0; 2];
    c.encode_utf16(&mut buffer).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expectations are what `java.util.Properties` gives.
    #[test]
    fn reads_as_java_does() {
        for (text, expected) in [
            ("a=b", "a->b"),
            ("  a = b  ", "a->b  "),
            ("a:b", "a->b"),
            ("a b", "a->b"),
            ("a : b = c", "a->b = c"),
            ("a", "a->"),
            ("a=", "a->"),
            ("=b", "->b"),
            ("# a=b\n! c=d\n\n e=f", "e->f"),
            ("a=b\\\n   c\n", "a->bc"),
            ("a=b\\\r\n   c\r\nd=e", "a->bc d->e"),
            ("a=b\\\\\nc=d", "a->b\\ c->d"),
            ("a=b\\\n# not a comment", "a->b# not a comment"),
            ("# comment \\\na=b", "a->b"),
            ("a\\=b=c", "a=b->c"),
            ("a\\ b\\:c=d", "a b:c->d"),
            ("a=\\u0041\\t\\x", "a->A\tx"),
            ("a=\\ud83d\\ude00", "a->\u{1f600}"),
            ("a=1\na=2", "a->1 a->2"),
            ("a=b\\", "a->b"),
            ("listeners=PLAINTEXT://:9092", "listeners->PLAINTEXT://:9092"),
            ("", ""),
        ] {
            let pairs = parse(text).unwrap();
            let shown: Vec<_> =
                pairs.iter().map(|(key, value)| format!("{key}->{value}")).collect();
            assert_eq!(shown.join(" "), expected, "{text:?}");
        }
    }

    #[test]
    fn names_the_line_of_a_bad_escape() {
        for (text, line) in [("a=\\u12", 1), ("a=b\r\n\r\nc=\\u00zz", 3), ("a=b\n\nc=\\u", 3)] {
            match parse(text) {
                Err(ConfigError::Syntax { line: at, .. }) => assert_eq!(at, line, "{text:?}"),
                other => panic!("{text:?}: {other:?}"),
            }
        }
    }
}
