//! Runs the real binary, and takes command lines apart as a shell would.

use std::process::{Command, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The workspace's own folder.
pub(crate) fn root() -> &'static std::path::Path {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(std::path::Path::parent).expect("the crate lies in crates/")
}

/// Runs `punto` in the workspace's folder; the width of a terminal does not matter.
#[track_caller]
pub(crate) fn punto<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    command.args(args).current_dir(root()).env_remove("COLUMNS").stdin(Stdio::null());
    let output = command.output().expect("punto starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("punto writes UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The words of a command line; quotes hold a word together, `#` begins a comment.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            '#' if !quoted && words.last().is_some_and(String::is_empty) => break,
            blank if blank.is_whitespace() && !quoted => words.push(String::new()),
            other => words.last_mut().expect("there is always a last word").push(other),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
