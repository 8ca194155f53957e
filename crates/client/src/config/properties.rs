//! Java property files, as Kafka's clients read them.
//!
//! Comments (`#`, `!`), separators (`=`, `:`, white space), continuation lines and the escapes of
//! `java.util.Properties`, `\uXXXX` included. Read as UTF-8.

/// The pairs of a property file, in order; a key may come twice, the later one wins.
#[must_use]
pub fn parse(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        let mut logical = line.to_owned();
        while continues(&logical) {
            logical.pop();
            let Some(next) = lines.next() else { break };
            logical.push_str(next.trim_start());
        }
        pairs.push(split(&logical));
    }
    pairs
}

/// Whether the line ends in an odd number of backslashes.
fn continues(line: &str) -> bool {
    line.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

fn split(line: &str) -> (String, String) {
    let mut end = line.len();
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == '=' || c == ':' || c.is_whitespace() {
            end = at;
            break;
        }
    }
    let rest = line[end..].trim_start();
    let value = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start();
    (unescape(&line[..end]), unescape(value))
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('f') => out.push('\u{c}'),
            Some('u') => {
                let digits = chars.as_str().get(..4).unwrap_or_default();
                match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
                    Some(c) if digits.len() == 4 => {
                        out.push(c);
                        chars = chars.as_str()[4..].chars();
                    }
                    _ => out.push('u'),
                }
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_java_reads() {
        let text = "# comment\n! another\n\n  a=1\nb : two words \nc\\=d=e\\tf\nlong=x,\\\n   y\n\
                    empty=\nbare\nu=\\u00e9\\u12\npath=C:\\\\x\nspace value\n";
        let expected = [
            ("a", "1"),
            ("b", "two words "),
            ("c=d", "e\tf"),
            ("long", "x,y"),
            ("empty", ""),
            ("bare", ""),
            ("u", "éu12"),
            ("path", "C:\\x"),
            ("space", "value"),
        ];
        let pairs = parse(text);
        let pairs: Vec<_> = pairs.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(pairs, expected);
    }
}
