//! Command lines written as for Kafka's own tools.
//!
//! Kafka's topic tool has its commands as flags (`--create`), and its tools spell some options with
//! a dot. Both are rewritten before the command line is parsed.

use std::ffi::OsString;

/// Kafka's commands of the topic tool.
const TOPIC_COMMANDS: [&str; 4] = ["create", "delete", "list", "describe"];

/// Puts `moldau topic --create ...` into the order of `moldau topic create ...`.
pub(crate) fn rewrite(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|command| command == "topic") {
        let flag = args.iter().skip(2).position(|arg| {
            let name = arg.to_str().and_then(|arg| arg.strip_prefix("--"));
            name.is_some_and(|name| TOPIC_COMMANDS.contains(&name))
        });
        let named = args.get(2).and_then(|arg| arg.to_str());
        if let Some(at) = flag.filter(|_| !named.is_some_and(|n| TOPIC_COMMANDS.contains(&n))) {
            let flag = args.remove(at + 2);
            let command = flag.to_string_lossy().trim_start_matches('-').to_owned();
            args.insert(2, command.into());
        }
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kafkas_topic_commands_are_understood() {
        for (given, expected) in [
            ("m topic --create --topic a", "m topic create --topic a"),
            ("m topic --bootstrap-server b --list", "m topic list --bootstrap-server b"),
            ("m topic create --topic a", "m topic create --topic a"),
            ("m topic describe --delete", "m topic describe --delete"),
            ("m produce --list", "m produce --list"),
            ("m", "m"),
        ] {
            let args = rewrite(given.split(' ').map(OsString::from));
            let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
            assert_eq!(args.join(" "), expected);
        }
    }
}
