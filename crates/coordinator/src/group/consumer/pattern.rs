//! Topic patterns: RE2's syntax, as Kafka reads it, run by the `regex` crate, which is as linear.
//!
//! The two syntaxes differ in what they take for a literal, so a pattern is read here once and
//! written anew; whatever RE2 refuses is refused with the words of its Java port, which clients show.
//!
//! Source: RE2's syntax page; texts by running RE2/J 1.8.

use std::iter::Peekable;
use std::str::Chars;

use regex::{Regex, RegexBuilder};

/// Longest pattern: far above any that people write, far below what would take long to read.
const MAX_LEN: usize = 16 * 1024;

/// Largest compiled form. A pattern of RE2's largest repeats of a few characters fits.
const MAX_COMPILED: usize = 4 << 20;

/// Largest repeat that RE2 takes.
const MAX_REPEAT: u32 = 1_000;

/// Classes of characters by name.
const POSIX: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
    "space", "upper", "word", "xdigit",
];

const TRAILING_BACKSLASH: &str = "trailing backslash at end of expression";
const BAD_ESCAPE: &str = "invalid escape sequence";
const BAD_RANGE: &str = "invalid character class range";
const BAD_PERL: &str = "invalid or unsupported Perl syntax";
const BAD_REPEAT: &str = "invalid repeat count";
const NESTED_REPEAT: &str = "invalid nested repetition operator";
const NO_ARGUMENT: &str = "missing argument to repetition operator";
const NO_BRACKET: &str = "missing closing ]";
const NO_PAREN: &str = "missing closing )";
const STRAY_PAREN: &str = "regexp/syntax: internal error";
const TOO_LARGE: &str = "expression too large";

/// A pattern that matches whole names of topics.
///
/// # Errors
/// What is wrong with it, in a few words.
pub(super) fn compile(pattern: &str) -> Result<Regex, &'static str> {
    if pattern.len() > MAX_LEN {
        return Err(TOO_LARGE);
    }
    let mut reader = Reader { rest: pattern.chars().peekable(), out: String::new(), depth: 0 };
    reader.expression()?;
    RegexBuilder::new(&format!(r"\A(?:{})\z", reader.out))
        .size_limit(MAX_COMPILED)
        .dfa_size_limit(MAX_COMPILED)
        .build()
        .map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => TOO_LARGE,
            regex::Error::Syntax(text) if text.contains("duplicate capture group name") => {
                "duplicate capture group name"
            }
            // What is left are classes of characters that do not exist.
            _ => BAD_RANGE,
        })
}

/// What came last, as far as a repetition cares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Atom,
    Repetition,
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    out: String,
    depth: usize,
}

impl Reader<'_> {
    fn expression(&mut self) -> Result<(), &'static str> {
        let mut last = Last::Nothing;
        while let Some(c) = self.rest.next() {
            last = match c {
                '\\' => self.escape(last)?,
                '[' => self.class()?,
                '(' => self.open()?,
                ')' => {
                    self.depth = self.depth.checked_sub(1).ok_or(STRAY_PAREN)?;
                    self.out.push(')');
                    Last::Atom
                }
                '|' => {
                    self.out.push('|');
                    Last::Nothing
                }
                '*' | '+' | '?' => self.repeat(&c.to_string(), last)?,
                '{' => match self.braces() {
                    Some((min, max)) => self.counted(min, max, last)?,
                    None => self.literal('{'),
                },
                '^' | '$' | '.' => {
                    self.out.push(c);
                    Last::Atom
                }
                c => self.literal(c),
            };
        }
        if self.depth > 0 { Err(NO_PAREN) } else { Ok(()) }
    }

    fn literal(&mut self, c: char) -> Last {
        self.out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4])));
        Last::Atom
    }

    fn repeat(&mut self, operator: &str, last: Last) -> Result<Last, &'static str> {
        match last {
            Last::Nothing => Err(NO_ARGUMENT),
            Last::Repetition => Err(NESTED_REPEAT),
            Last::Atom => {
                self.out.push_str(operator);
                if self.rest.next_if_eq(&'?').is_some() {
                    self.out.push('?');
                }
                Ok(Last::Repetition)
            }
        }
    }

    fn counted(&mut self, min: u32, max: Option<u32>, last: Last) -> Result<Last, &'static str> {
        if min > MAX_REPEAT || max.is_some_and(|max| max > MAX_REPEAT || max < min) {
            return Err(BAD_REPEAT);
        }
        let operator = match max {
            Some(max) => format!("{{{min},{max}}}"),
            None => format!("{{{min},}}"),
        };
        self.repeat(&operator, last)
    }

    /// What follows `{`, if it is a repetition: least and greatest count. Takes nothing otherwise.
    fn braces(&mut self) -> Option<(u32, Option<u32>)> {
        fn number(ahead: &mut Peekable<Chars<'_>>) -> Option<u32> {
            let mut value = ahead.next_if(char::is_ascii_digit)?.to_digit(10)?;
            while let Some(digit) = ahead.next_if(char::is_ascii_digit) {
                value = value.saturating_mul(10).saturating_add(digit.to_digit(10)?);
            }
            Some(value)
        }
        let mut ahead = self.rest.clone();
        let min = number(&mut ahead)?;
        let max = match ahead.next_if_eq(&',') {
            None => Some(min),
            Some(_) if ahead.peek() == Some(&'}') => None,
            Some(_) => Some(number(&mut ahead)?),
        };
        ahead.next_if_eq(&'}')?;
        self.rest = ahead;
        Some((min, max))
    }

    /// What follows `(`.
    fn open(&mut self) -> Result<Last, &'static str> {
        self.out.push('(');
        self.depth += 1;
        if self.rest.next_if_eq(&'?').is_none() {
            return Ok(Last::Nothing);
        }
        self.out.push('?');
        let mut head = String::new();
        if self.rest.next_if_eq(&'P').is_some() {
            head.push('P');
            if self.rest.peek() != Some(&'<') {
                return Err(BAD_PERL);
            }
        }
        if self.rest.next_if_eq(&'<').is_some() {
            head.push('<');
            while let Some(c) = self.rest.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                head.push(c);
            }
            if head.ends_with('<') || self.rest.next_if_eq(&'>').is_none() {
                return Err("invalid named capture");
            }
            head.push('>');
            self.out.push_str(&head);
            return Ok(Last::Nothing);
        }
        self.flags()
    }

    /// `(?flags)` or `(?flags:`, after the question mark.
    fn flags(&mut self) -> Result<Last, &'static str> {
        let mut negative = false;
        let mut any = false;
        loop {
            let c = self.rest.next().ok_or(BAD_PERL)?;
            match c {
                'i' | 'm' | 's' | 'U' => any = true,
                '-' if !negative => (negative, any) = (true, false),
                ':' if any || !negative => {
                    self.out.push(':');
                    return Ok(Last::Nothing);
                }
                ')' if any => {
                    self.depth -= 1;
                    self.out.push(')');
                    return Ok(Last::Nothing);
                }
                _ => return Err(BAD_PERL),
            }
            self.out.push(c);
        }
    }

    /// What follows a backslash, outside of a class.
    fn escape(&mut self, last: Last) -> Result<Last, &'static str> {
        match self.rest.peek().copied() {
            Some('Q') => {
                self.rest.next();
                let mut last = last;
                while let Some(c) = self.rest.next() {
                    if c == '\\' && self.rest.next_if_eq(&'E').is_some() {
                        break;
                    }
                    last = self.literal(c);
                }
                Ok(last)
            }
            Some(c @ ('A' | 'z' | 'b' | 'B')) => {
                self.rest.next();
                self.out.extend(['\\', c]);
                Ok(Last::Atom)
            }
            _ => {
                match self.escaped()? {
                    Escaped::Class(class) => self.out.push_str(&class),
                    Escaped::Char(c) => {
                        self.literal(c);
                    }
                }
                Ok(Last::Atom)
            }
        }
    }

    /// What follows a backslash, where a character or a class of them can be.
    fn escaped(&mut self) -> Result<Escaped, &'static str> {
        let c = self.rest.next().ok_or(TRAILING_BACKSLASH)?;
        Ok(match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => Escaped::Class(format!("\\{c}")),
            'p' | 'P' => Escaped::Class(self.unicode(c)?),
            'a' => Escaped::Char('\x07'),
            'f' => Escaped::Char('\x0c'),
            'n' => Escaped::Char('\n'),
            'r' => Escaped::Char('\r'),
            't' => Escaped::Char('\t'),
            'v' => Escaped::Char('\x0b'),
            'x' => Escaped::Char(self.hex()?),
            '0'..='7' => Escaped::Char(self.octal(c)?),
            c if c.is_ascii() && !c.is_ascii_alphanumeric() => Escaped::Char(c),
            _ => return Err(BAD_ESCAPE),
        })
    }

    fn unicode(&mut self, kind: char) -> Result<String, &'static str> {
        let first = self.rest.next().ok_or(BAD_RANGE)?;
        let mut class = format!("\\{kind}{first}");
        if first == '{' {
            loop {
                let c = self.rest.next().ok_or(BAD_RANGE)?;
                class.push(c);
                if c == '}' {
                    break;
                }
            }
        }
        Ok(class)
    }

    fn hex(&mut self) -> Result<char, &'static str> {
        let mut digits = String::new();
        if self.rest.next_if_eq(&'{').is_some() {
            while let Some(digit) = self.rest.next_if(char::is_ascii_hexdigit) {
                digits.push(digit);
            }
            self.rest.next_if_eq(&'}').ok_or(BAD_ESCAPE)?;
        } else {
            for _ in 0..2 {
                digits.push(self.rest.next_if(char::is_ascii_hexdigit).ok_or(BAD_ESCAPE)?);
            }
        }
        u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).ok_or(BAD_ESCAPE)
    }

    /// Up to three octal digits; a single one but 0 would be a back reference.
    fn octal(&mut self, first: char) -> Result<char, &'static str> {
        let is_octal = |c: &char| ('0'..='7').contains(c);
        if first != '0' && !self.rest.peek().is_some_and(is_octal) {
            return Err(BAD_ESCAPE);
        }
        let mut value = first.to_digit(8).unwrap_or(0);
        for _ in 0..2 {
            let Some(digit) = self.rest.next_if(is_octal) else { break };
            value = value * 8 + digit.to_digit(8).unwrap_or(0);
        }
        char::from_u32(value).ok_or(BAD_ESCAPE)
    }

    /// What follows `[`.
    fn class(&mut self) -> Result<Last, &'static str> {
        self.out.push('[');
        if self.rest.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        let mut first = true;
        loop {
            if !first && self.rest.next_if_eq(&']').is_some() {
                self.out.push(']');
                return Ok(Last::Atom);
            }
            first = false;
            if let Some(name) = self.posix() {
                if !POSIX.contains(&name.trim_start_matches('^')) {
                    return Err(BAD_RANGE);
                }
                self.out.push_str(&format!("[:{name}:]"));
                continue;
            }
            let low = match self.class_item()? {
                Escaped::Class(class) => {
                    self.out.push_str(&class);
                    continue;
                }
                Escaped::Char(low) => low,
            };
            let mut ahead = self.rest.clone();
            let is_range = ahead.next() == Some('-') && !matches!(ahead.peek(), None | Some(']'));
            if !is_range {
                self.class_char(low);
                continue;
            }
            self.rest = ahead;
            let Escaped::Char(high) = self.class_item()? else { return Err(BAD_ESCAPE) };
            if high < low {
                return Err(BAD_RANGE);
            }
            self.class_char(low);
            self.out.push('-');
            self.class_char(high);
        }
    }

    fn class_item(&mut self) -> Result<Escaped, &'static str> {
        match self.rest.next().ok_or(NO_BRACKET)? {
            '\\' => self.escaped(),
            c => Ok(Escaped::Char(c)),
        }
    }

    /// A character in a class, where the other syntax has more operators.
    fn class_char(&mut self, c: char) {
        if c.is_ascii_punctuation() {
            self.out.push('\\');
        }
        self.out.push(c);
    }

    /// The name in `[:name:]`, if that is what follows.
    fn posix(&mut self) -> Option<String> {
        let mut ahead = self.rest.clone();
        ahead.next_if_eq(&'[')?;
        ahead.next_if_eq(&':')?;
        let mut name = String::new();
        while let Some(c) = ahead.next_if(|c| c.is_ascii_alphabetic() || *c == '^') {
            name.push(c);
        }
        ahead.next_if_eq(&':')?;
        ahead.next_if_eq(&']')?;
        self.rest = ahead;
        Some(name)
    }
}

enum Escaped {
    Char(char),
    Class(String),
}

#[cfg(test)]
mod tests {
    use super::compile;

    /// What RE2/J 1.8 says to each.
    #[test]
    fn patterns_are_taken_and_refused_as_by_re2j() {
        let refused = [
            ("foo[", "missing closing ]"),
            ("foo(", "missing closing )"),
            ("foo)", "regexp/syntax: internal error"),
            ("*a", "missing argument to repetition operator"),
            ("a|*", "missing argument to repetition operator"),
            ("{1}", "missing argument to repetition operator"),
            ("a**", "invalid nested repetition operator"),
            ("a++", "invalid nested repetition operator"),
            ("x{2}{3}", "invalid nested repetition operator"),
            ("a{2,1}", "invalid repeat count"),
            ("a{1001}", "invalid repeat count"),
            ("a{1,1001}", "invalid repeat count"),
            ("(?Pn>a)", "invalid or unsupported Perl syntax"),
            ("(?=a)", "invalid or unsupported Perl syntax"),
            ("(?z)a", "invalid or unsupported Perl syntax"),
            ("(?i", "invalid or unsupported Perl syntax"),
            ("(?:a", "missing closing )"),
            ("\\", "trailing backslash at end of expression"),
            ("\\1", "invalid escape sequence"),
            ("\\8", "invalid escape sequence"),
            ("\\y", "invalid escape sequence"),
            ("\\C", "invalid escape sequence"),
            ("\\x4", "invalid escape sequence"),
            ("\\Z", "invalid escape sequence"),
            ("[a-\\d]", "invalid escape sequence"),
            ("[\\Qa]\\E]", "invalid escape sequence"),
            ("[z-a]", "invalid character class range"),
            ("[a--b]", "invalid character class range"),
            ("[[:foo:]]", "invalid character class range"),
            ("\\p{Foo}", "invalid character class range"),
            ("[a", "missing closing ]"),
            ("[]", "missing closing ]"),
            ("(?P<n>a)(?P<n>b)", "duplicate capture group name"),
        ];
        for (pattern, text) in refused {
            assert_eq!(compile(pattern).map(|_| ()), Err(text), "{pattern}");
        }
        let taken = [
            "a{",
            "a{,5}",
            "(?<n>a)",
            "(?P<n>a)",
            "\\Qa.b\\E.*",
            "\\Qab",
            "[[]",
            "[a&&b]",
            "[[:alpha:]]",
            "\\pN",
            "\\p{Greek}",
            "\\_",
            "\\<",
            "(?i)a",
            "a??",
            "\\x{41}",
            "\\z",
            "\\d+",
            "()",
            "[]a]",
            "[^]a]",
            "^*",
            "\\012",
            "\\07",
            "[\\d-z]",
            "[a-b-c]",
            "a{1000}",
            "(a{100}){100}",
            "\\b*",
            ".*",
            "(?s).*",
            "(?U)a",
            "[^a]",
            "\\a\\f",
            "\\s",
            "\\W",
            "[:alpha:]",
            "[a~~b]",
            "[--a]",
            "[a-]",
            "\\-",
            "a}",
            "]",
            "\\Q",
            "a{1,2}?",
        ];
        for pattern in taken {
            assert_eq!(compile(pattern).map(|_| ()), Ok(()), "{pattern}");
        }
    }

    #[test]
    fn a_pattern_matches_the_whole_name() {
        let cases = [
            ("foo", "foo", true),
            ("foo", "foobar", false),
            ("foo|bar", "bar", true),
            ("foo|bar", "xbar", false),
            ("foo.*", "foo-1", true),
            ("\\Qa.b\\E.*", "a.b1", true),
            ("\\Qa.b\\E.*", "axb1", false),
            ("(?i)FOO", "foo", true),
            ("a{,5}", "a{,5}", true),
            ("[a&&b]+", "a&b", true),
            ("[[x]", "[", true),
            ("[a-c-]+", "a-c", true),
            ("t[[:digit:]]{2}", "t12", true),
            ("^topic$", "topic", true),
            ("a{2,}", "aaa", true),
        ];
        for (pattern, name, matches) in cases {
            let regex = compile(pattern).unwrap();
            assert_eq!(regex.is_match(name), matches, "{pattern} {name}");
        }
        assert_eq!(compile(&"a".repeat(20_000)).map(|_| ()), Err("expression too large"));
    }
}
