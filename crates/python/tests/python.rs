//! The module as Python has it: built, put beside its types, and tested from there.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Where the module was built: beside this test, or where what is built by itself is put.
fn module() -> PathBuf {
    let own = env::current_exe().unwrap();
    let folders = [own.parent().unwrap(), own.parent().unwrap().parent().unwrap()];
    let name = format!("{}punto{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let found = folders.map(|folder| folder.join(&name)).into_iter().find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is not beside {}", own.display()))
}

#[test]
fn what_python_asks_is_answered_as_everywhere() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    // Of this name Python takes a module that fits every version of it.
    let name = if cfg!(windows) { "punto.pyd" } else { "punto.abi3.so" };
    fs::copy(module(), folder.path().join(name)).unwrap();
    fs::copy(own.join("punto.pyi"), folder.path().join("punto.pyi")).unwrap();
    let told = Command::new("python3")
        .args(["-m", "unittest", "discover", "--start-directory"])
        .arg(own.join("tests/python"))
        .env("PYTHONPATH", folder.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PUNTO_PROJECT", own.join("../.."))
        .output()
        .unwrap();
    assert!(
        told.status.success(),
        "{}{}",
        String::from_utf8_lossy(&told.stdout),
        String::from_utf8_lossy(&told.stderr)
    );
}
