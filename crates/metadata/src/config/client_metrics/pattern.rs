//! Regular expressions that match a whole text, in time proportional to its length.
//!
//! Literals, `.`, classes, groups, alternatives, greedy and lazy repetition, `^`, `$`, the escapes
//! `\d \w \s \D \W \S \t \n \r \Q...\E`, and `(?i)` in front. Kafka takes the expressions of Java;
//! of those, look-around, back references, possessive repetition, `&&` in classes and `\p{...}` are
//! refused here, because they either need backtracking (which a client's own id could make run for
//! ever) or have not been asked for.
//!
//! The expression becomes a program of at most [`MAX_PROGRAM`] steps; all of its threads advance
//! together, character by character (Thompson, 1968).

/// Longest expression, in bytes. Operators write a few dozen.
const MAX_EXPRESSION: usize = 1024;
/// Most steps of a program: what `{m,n}` repeats is copied, so this bounds memory and time.
const MAX_PROGRAM: usize = 4096;
/// Most repetitions that can be written, as of any expression that fits the program.
const MAX_REPEAT: u32 = 1000;
/// Most groups inside one another: the parser calls itself for each.
const MAX_DEPTH: usize = 64;

/// The text is no expression, or one that is not supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a regular expression that is supported")]
pub struct PatternError;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Class {
    negated: bool,
    ranges: Vec<(char, char)>,
}

impl Class {
    fn has(&self, c: char) -> bool {
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&c)) != self.negated
    }
}

#[derive(Debug, Clone)]
enum Node {
    Class(Class),
    Start,
    End,
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
}

#[derive(Debug, Clone)]
enum Step {
    Class(Class),
    Start,
    End,
    Fork(usize, usize),
    Jump(usize),
    Done,
}

/// A compiled expression.
#[derive(Debug, Clone)]
pub struct Pattern {
    steps: Vec<Step>,
    ignore_case: bool,
}

impl Pattern {
    /// # Errors
    /// When the text is no expression or not supported.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        if text.len() > MAX_EXPRESSION {
            return Err(PatternError);
        }
        let (ignore_case, text) = match text.strip_prefix("(?i)") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut parser = Parser { rest: text.chars().collect(), at: 0, depth: 0 };
        let node = parser.either()?;
        if parser.at < parser.rest.len() {
            return Err(PatternError);
        }
        let mut steps = Vec::new();
        compile(&node, &mut steps)?;
        push(&mut steps, Step::Done)?;
        Ok(Self { steps, ignore_case })
    }

    /// Whether the expression matches all of `text`.
    pub fn matches(&self, text: &str) -> bool {
        let mut threads = Threads::new(self.steps.len());
        let mut next = Threads::new(self.steps.len());
        let mut characters = text.chars().peekable();
        self.add(&mut threads, 0, true, characters.peek().is_none());
        while let Some(c) = characters.next() {
            let at_end = characters.peek().is_none();
            next.clear();
            for &at in &threads.list {
                if let Step::Class(class) = &self.steps[at]
                    && self.takes(class, c)
                {
                    self.add(&mut next, at + 1, false, at_end);
                }
            }
            std::mem::swap(&mut threads, &mut next);
        }
        threads.list.iter().any(|at| matches!(self.steps[*at], Step::Done))
    }

    fn takes(&self, class: &Class, c: char) -> bool {
        // As in Java: letters of ASCII only.
        class.has(c)
            || self.ignore_case
                && (class.has(c.to_ascii_lowercase()) || class.has(c.to_ascii_uppercase()))
    }

    /// Adds what is reached from step `from` without a character.
    fn add(&self, threads: &mut Threads, from: usize, at_start: bool, at_end: bool) {
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            if std::mem::replace(&mut threads.seen[at], true) {
                continue;
            }
            match &self.steps[at] {
                Step::Jump(to) => todo.push(*to),
                Step::Fork(one, other) => todo.extend([*other, *one]),
                Step::Start if at_start => todo.push(at + 1),
                Step::End if at_end => todo.push(at + 1),
                Step::Start | Step::End => {}
                Step::Class(_) | Step::Done => threads.list.push(at),
            }
        }
    }
}

/// Steps that are waiting for the next character, each once.
struct Threads {
    list: Vec<usize>,
    seen: Vec<bool>,
}

impl Threads {
    fn new(steps: usize) -> Self {
        Self { list: Vec::new(), seen: vec![false; steps] }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.seen.fill(false);
    }
}

fn push(steps: &mut Vec<Step>, step: Step) -> Result<usize, PatternError> {
    if steps.len() >= MAX_PROGRAM {
        return Err(PatternError);
    }
    steps.push(step);
    Ok(steps.len() - 1)
}

fn compile(node: &Node, steps: &mut Vec<Step>) -> Result<(), PatternError> {
    match node {
        Node::Class(class) => push(steps, Step::Class(class.clone())).map(drop),
        Node::Start => push(steps, Step::Start).map(drop),
        Node::End => push(steps, Step::End).map(drop),
        Node::Sequence(nodes) => nodes.iter().try_for_each(|node| compile(node, steps)),
        Node::Either(nodes) => {
            let mut ends = Vec::new();
            for (index, node) in nodes.iter().enumerate() {
                if index + 1 == nodes.len() {
                    compile(node, steps)?;
                    break;
                }
                let fork = push(steps, Step::Jump(0))?;
                compile(node, steps)?;
                ends.push(push(steps, Step::Jump(0))?);
                steps[fork] = Step::Fork(fork + 1, steps.len());
            }
            let end = steps.len();
            ends.into_iter().for_each(|at| steps[at] = Step::Jump(end));
            Ok(())
        }
        Node::Repeat(node, min, max) => {
            for _ in 0..*min {
                let before = steps.len();
                compile(node, steps)?;
                // Nothing any number of times is nothing; only steps count against the bound.
                if steps.len() == before {
                    return Ok(());
                }
            }
            match max {
                None => {
                    let fork = push(steps, Step::Jump(0))?;
                    compile(node, steps)?;
                    push(steps, Step::Jump(fork))?;
                    steps[fork] = Step::Fork(fork + 1, steps.len());
                }
                Some(max) => {
                    let mut forks = Vec::new();
                    for _ in *min..*max {
                        forks.push(push(steps, Step::Jump(0))?);
                        compile(node, steps)?;
                    }
                    let end = steps.len();
                    forks.into_iter().for_each(|at| steps[at] = Step::Fork(at + 1, end));
                }
            }
            Ok(())
        }
    }
}

struct Parser {
    rest: Vec<char>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn next(&mut self) -> Result<char, PatternError> {
        let c = self.peek().ok_or(PatternError)?;
        self.at += 1;
        Ok(c)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn either(&mut self) -> Result<Node, PatternError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(PatternError);
        }
        let mut choices = vec![self.sequence()?];
        while self.eat('|') {
            choices.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(Node::Either(choices))
    }

    fn sequence(&mut self) -> Result<Node, PatternError> {
        let mut nodes = Vec::new();
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            for node in self.atom()? {
                nodes.push(node);
            }
            if let Some((min, max)) = self.repetition()? {
                let node = nodes.pop().ok_or(PatternError)?;
                nodes.push(Node::Repeat(Box::new(node), min, max));
            }
        }
        Ok(Node::Sequence(nodes))
    }

    /// One node, or several for a quoted text.
    fn atom(&mut self) -> Result<Vec<Node>, PatternError> {
        let one = |node| Ok(vec![node]);
        match self.next()? {
            '^' => one(Node::Start),
            '$' => one(Node::End),
            '.' => {
                let ranges = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'].map(|c| (c, c));
                one(Node::Class(Class { negated: true, ranges: ranges.to_vec() }))
            }
            '(' => {
                if self.eat('?') && !self.eat(':') {
                    return Err(PatternError);
                }
                let node = self.either()?;
                if self.eat(')') { one(node) } else { Err(PatternError) }
            }
            '[' => one(Node::Class(self.class()?)),
            '\\' if self.eat('Q') => {
                let mut nodes = Vec::new();
                while let Some(c) = self.peek() {
                    self.at += 1;
                    if c == '\\' && self.eat('E') {
                        break;
                    }
                    nodes.push(literal(c));
                }
                Ok(nodes)
            }
            '\\' => {
                let (negated, ranges) = self.escape()?;
                one(Node::Class(Class { negated, ranges }))
            }
            '*' | '+' | '?' | '{' => Err(PatternError),
            c => one(literal(c)),
        }
    }

    fn repetition(&mut self) -> Result<Option<(u32, Option<u32>)>, PatternError> {
        let range = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let min = self.number()?;
                let max = match self.eat(',') {
                    false => Some(min),
                    true if self.peek() == Some('}') => None,
                    true => Some(self.number()?),
                };
                if self.peek() != Some('}') || max.is_some_and(|max| max < min) {
                    return Err(PatternError);
                }
                (min, max)
            }
            _ => return Ok(None),
        };
        self.at += 1;
        // Lazy is the same when all has to match; possessive is not, nor is a second repetition.
        self.eat('?');
        match self.peek() {
            Some('*' | '+' | '?' | '{') => Err(PatternError),
            _ => Ok(Some(range)),
        }
    }

    fn number(&mut self) -> Result<u32, PatternError> {
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.at += 1;
            let value = number.unwrap_or(0_u32) * 10 + digit;
            if value > MAX_REPEAT {
                return Err(PatternError);
            }
            number = Some(value);
        }
        number.ok_or(PatternError)
    }

    /// What stands behind a backslash.
    fn escape(&mut self) -> Result<(bool, Vec<(char, char)>), PatternError> {
        let digits = || vec![('0', '9')];
        let words = || vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')];
        let blanks = || vec![(' ', ' '), ('\t', '\r')];
        let only = |c| Ok((false, vec![(c, c)]));
        match self.next()? {
            'd' => Ok((false, digits())),
            'D' => Ok((true, digits())),
            'w' => Ok((false, words())),
            'W' => Ok((true, words())),
            's' => Ok((false, blanks())),
            'S' => Ok((true, blanks())),
            't' => only('\t'),
            'n' => only('\n'),
            'r' => only('\r'),
            c if c.is_ascii_alphanumeric() => Err(PatternError),
            c => only(c),
        }
    }

    /// A class, behind its opening bracket.
    fn class(&mut self) -> Result<Class, PatternError> {
        let negated = self.eat('^');
        let mut ranges = Vec::new();
        loop {
            let c = match self.next()? {
                ']' if !ranges.is_empty() => return Ok(Class { negated, ranges }),
                '[' => return Err(PatternError),
                '&' if self.peek() == Some('&') => return Err(PatternError),
                '\\' => {
                    let (not, escaped) = self.escape()?;
                    match escaped.as_slice() {
                        [(c, _)] if !not && escaped[0].0 == escaped[0].1 => *c,
                        _ if not => return Err(PatternError),
                        _ => {
                            ranges.extend(escaped);
                            continue;
                        }
                    }
                }
                c => c,
            };
            let range = self.peek() == Some('-')
                && self.rest.get(self.at + 1).is_some_and(|next| *next != ']');
            if !range {
                ranges.push((c, c));
                continue;
            }
            self.at += 1;
            let high = match self.next()? {
                '\\' => match self.escape()?.1.as_slice() {
                    [(low, high)] if low == high => *low,
                    _ => return Err(PatternError),
                },
                '[' => return Err(PatternError),
                high => high,
            };
            if high < c {
                return Err(PatternError);
            }
            ranges.push((c, high));
        }
    }
}

fn literal(c: char) -> Node {
    Node::Class(Class { negated: false, ranges: vec![(c, c)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `java.util.regex` decides `matches()`.
    #[test]
    fn whole_texts_match_or_not() {
        for (expression, yes, no) in [
            ("abc", &["abc"][..], &["ab", "abcd", "xabc", "ABC", ""][..]),
            ("a.*", &["a", "abc"], &["", "ba", "a\nb"]),
            ("1|2", &["1", "2"], &["12", "3", ""]),
            ("(?i)aBc", &["abc", "ABC"], &["abd"]),
            ("11.1.*", &["11.1.7", "11.1", "1121x"], &["11.2.1"]),
            ("^rd(kafka)?$", &["rd", "rdkafka"], &["rdkaf", "xrd"]),
            ("[a-c_]+-[0-9]{2,3}", &["ab_-12", "c-123"], &["-12", "d-12", "a-1", "a-1234"]),
            ("[^a-z]*", &["", "123", "ABC"], &["a", "1a"]),
            ("\\d+\\Q.*\\E", &["1.*"], &["1x", ".*"]),
            ("(a|b(c|d))*?x", &["x", "abcbdx"], &["bx", "abc"]),
            ("a{0}b{2}", &["bb"], &["abb", "b"]),
            ("[\\w.-]+", &["a.b-c_1"], &["a b", ""]),
            ("", &[""], &["a"]),
            ("()|a", &["", "a"], &["aa"]),
            ("(x*)*y", &["y", "xxxy"], &["x"]),
            ("ä.", &["äö"], &["ae"]),
        ] {
            let pattern = Pattern::parse(expression).unwrap();
            yes.iter().for_each(|text| assert!(pattern.matches(text), "{expression} {text:?}"));
            no.iter().for_each(|text| assert!(!pattern.matches(text), "{expression} {text:?}"));
        }
    }

    #[test]
    fn what_is_no_expression_or_too_much_is_refused() {
        let deep = "(".repeat(MAX_DEPTH + 1) + &")".repeat(MAX_DEPTH + 1);
        let long = "a".repeat(MAX_EXPRESSION + 1);
        for expression in [
            "(",
            ")",
            "a)",
            "[",
            "[]",
            "[b-a]",
            "*",
            "a**",
            "a++",
            "a{",
            "a{2,1}",
            "a{9999}",
            "\\",
            "\\p{Alpha}",
            "(a)\\1",
            "(?=a)",
            "(?!a)",
            "[a&&b]",
            "((a{1000}){1000}){1000}",
            &deep,
            &long,
        ] {
            assert!(Pattern::parse(expression).is_err(), "{expression}");
        }
    }

    #[test]
    fn repeating_nothing_takes_no_time() {
        for nothing in ["()", "(a{0})", "(|)", "(()())", "(^)", "(()*)"] {
            let expression =
                (0..9).fold(nothing.to_owned(), |inner, _| format!("({inner}{{1000}})"));
            if let Ok(pattern) = Pattern::parse(&expression) {
                assert!(pattern.matches(""), "{nothing}");
            }
        }
    }

    #[test]
    fn hard_expressions_take_no_longer() {
        let pattern = Pattern::parse("(a*)*(a|aa)*b").unwrap();
        assert!(!pattern.matches(&"a".repeat(5_000)));
    }
}
