//! The package for JavaScript, tested by Node with the engine of this machine in the place of its WebAssembly.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use punto_wasm::Answerer;

#[test]
fn what_javascript_asks_is_answered_as_everywhere() {
    if Command::new("node").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let pipe = |name: &str| {
        let path = folder.path().join(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    };
    let (questions, answers) = (pipe("questions"), pipe("answers"));
    // Both ends are opened here, so that a program which dies early leaves nobody waiting for it.
    let both = |path: &Path| File::options().read(true).write(true).open(path).unwrap();
    let (kept, mut out) = (both(&questions), both(&answers));
    let reader = BufReader::new(kept.try_clone().unwrap());
    std::thread::spawn(move || {
        let mut engine = Answerer::default();
        for question in reader.lines() {
            let answer = engine.ask(&question.unwrap());
            out.write_all(format!("{answer}\n").as_bytes()).unwrap();
        }
    });
    let told = Command::new("node")
        .arg("js/test/punto.test.mjs")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PUNTO_PIPES", folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&told.stdout);
    assert!(
        told.status.success() && said.contains("# pass 8"),
        "{said}{}",
        String::from_utf8_lossy(&told.stderr)
    );
}
