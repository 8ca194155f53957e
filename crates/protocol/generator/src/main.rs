//! Writes `crates/protocol/src/generated` from `crates/protocol/schema`.
//!
//! `cargo run -p moldau-protocol-generator` writes; with `--check` it fails when the committed files
//! are not what the schemas give.

mod index;
mod layouts;
mod names;
mod render;
mod schema;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("the file ends too early")]
    End,
    #[error("`{0}` is not expected here")]
    Syntax(String),
    #[error("`{0}` is not a version range")]
    Versions(String),
    #[error("field `{0}` has a block, but is no structure")]
    Block(String),
    #[error("{0}: {1}")]
    File(PathBuf, Box<Error>),
    #[error("{0}: {1}")]
    Io(PathBuf, std::io::Error),
    #[error("rustfmt failed; install it with `rustup component add rustfmt`")]
    Format,
}

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    match run(check) {
        Ok(stale) if stale.is_empty() => ExitCode::SUCCESS,
        Ok(stale) => {
            eprintln!(
                "not current: {}; run `cargo run -p moldau-protocol-generator`",
                stale.join(", ")
            );
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes what differs, or with `check` only names it.
fn run(check: bool) -> Result<Vec<String>, Error> {
    let protocol = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    list(&protocol.join("schema"), &mut files)?;
    files.sort();
    let mut schemas = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).map_err(|error| Error::Io(path.clone(), error))?;
        schemas.push(schema::parse(&text).map_err(|error| Error::File(path, Box::new(error)))?);
    }
    let target = protocol.join("src/generated");
    let mut stale = Vec::new();
    let mut wanted = BTreeMap::new();
    for (name, text) in render::render(&schemas) {
        wanted.insert(name, format(&text)?);
    }
    for (name, text) in &wanted {
        let path = target.join(name);
        if fs::read_to_string(&path).is_ok_and(|current| current == *text) {
            continue;
        }
        stale.push(name.clone());
        if !check {
            fs::create_dir_all(&target).map_err(|error| Error::Io(target.clone(), error))?;
            fs::write(&path, text).map_err(|error| Error::Io(path.clone(), error))?;
        }
    }
    let mut present = Vec::new();
    if target.exists() {
        list(&target, &mut present)?;
    }
    for path in present {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if !wanted.contains_key(name) {
            stale.push(name.to_owned());
            if !check {
                fs::remove_file(&path).map_err(|error| Error::Io(path.clone(), error))?;
            }
        }
    }
    Ok(if check { stale } else { Vec::new() })
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    let io = |error| Error::Io(folder.to_owned(), error);
    for entry in fs::read_dir(folder).map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn format(text: &str) -> Result<String, Error> {
    use std::io::Write;
    let mut child = Command::new("rustfmt")
        // The project's rustfmt.toml is found from here.
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|_| Error::Format)?;
    let mut input = child.stdin.take().ok_or(Error::Format)?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|_| Error::Format)?;
    if writer.join().is_err() || !output.status.success() {
        return Err(Error::Format);
    }
    String::from_utf8(output.stdout).map_err(|_| Error::Format)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_committed_files_are_what_the_schemas_give() {
        let stale = super::run(true).unwrap();
        assert!(stale.is_empty(), "run `cargo run -p moldau-protocol-generator`: {stale:?}");
    }
}
