//! `punto completions` and `punto man`: what a shell and a manual are told of this program.

use std::fs;
use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;

use crate::failure::{Answer, Failure};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto completions bash > /usr/share/bash-completion/completions/punto
  punto completions zsh > ~/.zfunc/_punto
  punto completions fish > ~/.config/fish/completions/punto.fish")]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

#[derive(clap::Args)]
#[command(after_help = "Example:
  punto man /usr/share/man/man1          punto.1, punto-deal.1 and so on, one a command")]
pub(crate) struct ManArgs {
    /// The folder, which is made if it is not there.
    folder: PathBuf,
}

/// The words of this program, as a shell completes them.
pub(crate) fn run(args: &Args, mut program: Command) -> Answer {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "punto", &mut text);
    String::from_utf8(text).map_err(Failure::of)
}

/// A page of the manual for each command.
pub(crate) fn man(args: &ManArgs, program: Command) -> Answer {
    let wrong = |error| Failure::Message(format!("{} cannot be written: {error}", args.folder.display()));
    fs::create_dir_all(&args.folder).map_err(wrong)?;
    clap_mangen::generate_to(program, &args.folder).map_err(wrong)?;
    let pages = fs::read_dir(&args.folder).map_err(wrong)?.flatten();
    let pages = pages.filter(|page| page.file_name().to_string_lossy().starts_with("punto")).count();
    Ok(format!("{pages} pages in {}\n", args.folder.display()))
}
