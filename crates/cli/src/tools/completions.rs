//! `moldau completions` and `moldau man`: made from the same declarations as the command line.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::print;
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct CompletionArgs {
    /// The shell.
    shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Where the pages go; the directory is made if it is not there.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub(crate) fn completions(args: &CompletionArgs, mut command: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "moldau", &mut script);
    print(&String::from_utf8_lossy(&script))
}

pub(crate) fn man(args: &ManArgs, mut command: Command) -> Result<(), Failure> {
    std::fs::create_dir_all(&args.directory).map_err(|error| cannot(&args.directory, &error))?;
    command.build();
    let mut pages = 0;
    write_pages(&args.directory, &command, "moldau", &mut pages)?;
    print(&format!("{pages} pages are in {}.", args.directory.display()))
}

/// A page for the command, called by its path (`moldau-topic-create`), and for all below it.
fn write_pages(
    directory: &Path,
    command: &Command,
    name: &str,
    pages: &mut usize,
) -> Result<(), Failure> {
    let path = directory.join(format!("{name}.1"));
    let mut page = Vec::new();
    Man::new(command.clone())
        .title(name)
        .render(&mut page)
        .map_err(|error| cannot(&path, &error))?;
    std::fs::write(&path, page).map_err(|error| cannot(&path, &error))?;
    *pages += 1;
    for sub in
        command.get_subcommands().filter(|sub| sub.get_name() != "help" && !sub.is_hide_set())
    {
        write_pages(directory, sub, &format!("{name}-{}", sub.get_name()), pages)?;
    }
    Ok(())
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", path.display()))
}
