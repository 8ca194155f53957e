//! Command lines written as for Kafka's own tools.
//!
//! Some of Kafka's tools have their commands as flags (`--create`), and they spell some options with
//! a dot. Both are rewritten before the command line is parsed.

use std::ffi::OsString;

/// Tools whose commands are flags in Kafka, and those commands.
const TOOLS: [(&str, &[&str]); 4] = [
    ("topic", &["create", "delete", "list", "describe", "alter"]),
    ("config", &["describe", "alter"]),
    ("group", &["list", "describe", "reset-offsets", "delete", "delete-offsets"]),
    ("reassign", &["generate", "execute", "verify", "cancel", "list"]),
];

/// Puts `moldau topic --create ...` into the order of `moldau topic create ...`.
pub(crate) fn rewrite(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let tool = args.get(1).and_then(|name| TOOLS.iter().find(|(tool, _)| name == tool));
    let Some((_, commands)) = tool else { return args };
    let flag = args.iter().skip(2).position(|arg| {
        let name = arg.to_str().and_then(|arg| arg.strip_prefix("--"));
        name.is_some_and(|name| commands.contains(&name))
    });
    let named = args.get(2).and_then(|arg| arg.to_str());
    if let Some(at) = flag.filter(|_| !named.is_some_and(|name| commands.contains(&name))) {
        let flag = args.remove(at + 2);
        let command = flag.to_string_lossy().trim_start_matches('-').to_owned();
        args.insert(2, command.into());
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
            (
                "m config --topic t --alter --add-config a=1",
                "m config alter --topic t --add-config a=1",
            ),
            ("m group --reset-offsets --group g", "m group reset-offsets --group g"),
            ("m produce --list", "m produce --list"),
            ("m", "m"),
        ] {
            let args = rewrite(given.split(' ').map(OsString::from));
            let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
            assert_eq!(args.join(" "), expected);
        }
    }
}
