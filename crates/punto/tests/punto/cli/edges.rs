//! What others touch first: the public set, asked of a program, completions of a shell, pages of the manual.

use std::fs;

use serde_json::Value;

use super::refused;
use crate::support::{Ran, punto, root};

#[test]
fn the_set_is_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("v1");
    let made = punto(&["conformance".as_ref(), "make".as_ref(), own.as_os_str()]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let name = "nz-1998/settlement.jsonl";
    let kept = fs::read_to_string(root().join("conformance/v1").join(name)).unwrap();
    assert_eq!(fs::read_to_string(own.join(name)).unwrap(), kept, "what the project has is what is made");
    let check = || punto(&["conformance".as_ref(), "check".as_ref(), own.as_os_str()]);
    assert_eq!(check().code, Some(0));
    fs::write(own.join(name), kept.replacen("\"won\"", "\"lost\"", 1)).unwrap();
    let Ran { code, out, .. } = check();
    assert_eq!(code, Some(1));
    assert!(out.contains(name) && out.contains("nz-1998/settlement/"), "{out}");
    assert!(refused(&["conformance", "check", "/nowhere"]).contains("roads.jsonl"));
}

#[test]
fn a_program_is_asked_and_each_difference_has_its_clause() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let right = root().join("conformance/example/baccarat.py");
    let ask = |program: &std::path::Path, more: &[&str]| {
        let program = program.display().to_string();
        let args =
            [&["conformance", "run", "--document", "nz-1998"], more, &["--", "python3", &program]].concat();
        punto(&args)
    };
    let Ran { code, out, err } = ask(&right, &[]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("coup          340 right, 0 wrong, 0 skipped"), "{out}");
    assert!(out.contains("odds          0 right, 0 wrong, 3 skipped"), "{out}");

    // A Banker that stands on three whatever Player drew, and gets a card all the same.
    let wrong = folder.path().join("wrong.py");
    let text = fs::read_to_string(&right).unwrap().replace("3: \"11111111011\"", "3: \"00000000000\"");
    fs::write(&wrong, text.replace("hands[side].append", "hands[side or 'banker'].append")).unwrap();
    let Ran { code, out, .. } = ask(&wrong, &["--part", "coup", "--most", "3"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.lines().next().unwrap().starts_with("nz-1998/coup/") && out.contains(" (9."), "{out}");
    assert!(out.contains("more differences"), "{out}");
    let Ran { out, .. } = ask(&wrong, &["--part", "coup", "--json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert!(told["differences"].as_array().unwrap().iter().all(|one| one["by"].is_string()), "{out}");
    assert!(refused(&["conformance", "run", "--document", "x", "--", "true"]).contains("nz-1998"));
    assert!(
        refused(&["conformance", "run", "--part", "coup", "--", "true"]).contains("ended before it answered")
    );
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let Ran { code, out, err } = punto(&["completions", shell]);
        assert_eq!(code, Some(0), "{err}");
        assert!(["verify-shoe", "conformance", "rulebook"].iter().all(|word| out.contains(word)), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("man1");
    let Ran { code, out, err } = punto(&["man".as_ref(), own.as_os_str()]);
    assert_eq!(code, Some(0), "{out}{err}");
    let page = fs::read_to_string(own.join("punto-deal.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("\\-\\-rulebook"), "{page}");
}
