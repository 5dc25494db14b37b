//! Runs the real binary, takes command lines apart as a shell would, and waits for what comes about by itself.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Longer than anything here takes, on the slowest machine.
pub(crate) const LONG: Duration = Duration::from_secs(120);

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

/// Runs a command line that must succeed, and gives back what it printed.
#[track_caller]
pub(crate) fn text(line: &str) -> String {
    let Ran { code, out, err } = punto(&words(line));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{line}\n{out}");
    assert!(out.ends_with('\n'), "{line}: the last line is not ended");
    out
}

/// The same, for a command line that prints JSON.
#[track_caller]
pub(crate) fn json(line: &str) -> Value {
    text(line).parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Looks again and again for what comes about by itself.
#[track_caller]
pub(crate) fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + LONG;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < end, "it never came about: {what}");
        thread::sleep(Duration::from_millis(10));
    }
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
