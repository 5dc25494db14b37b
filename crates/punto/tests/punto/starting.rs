//! `punto serve` and `punto manifest` as whoever starts them sees them: the real program, a real port, real signals.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::{punto, root};

/// A server that is ended with the test, whatever becomes of it.
struct Running {
    child: Child,
    address: String,
    told: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    fn start(data: &Path, more: &[&str]) -> Running {
        Running::under("", data, more)
    }

    /// Starts after some words of a shell.
    fn under(words: &str, data: &Path, more: &[&str]) -> Running {
        let mut command = after(words);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data).args(more);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut told = String::new();
        out.read_line(&mut told).unwrap();
        let address =
            told.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).unwrap().to_owned();
        // The rest is printed at once; the farewell follows at the stop.
        let lines = if more.contains(&"--demo") { 12 } else { 2 };
        for _ in 0..lines {
            out.read_line(&mut told).unwrap();
        }
        child.stdout = Some(out.into_inner());
        Running { child, address, told }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Sends a signal, and waits for the end.
    fn end(mut self, signal: &str) -> (Option<i32>, String, String) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let (mut out, mut err) = (String::new(), String::new());
        self.child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code(), out, err)
    }
}

/// The program, run by a shell that has some other words first.
fn after(words: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{words}\nexec \"$@\"")).arg("sh").arg(env!("CARGO_BIN_EXE_punto"));
    command
}

#[test]
fn a_demonstration_says_how_to_come_in_and_stops_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(&folder.path().join("data"), &["--demo"]);
    for said in ["demonstration", "Sign in as admin with the password", "supervisor", "watcher"] {
        assert!(server.told.contains(said), "{said} is missing: {}", server.told);
    }
    assert!(server.get("/readyz").ends_with("ready\n"));
    assert!(server.get("/api/v1/tables").contains("rws-2016"));
    let told = server.told.clone();
    let (code, out, err) = server.end("-TERM");
    assert_eq!((code, out.as_str()), (Some(0), "stopped in order\n"), "{err}");
    let words = told.split_whitespace().map(|word| word.trim_end_matches([';', ':', '.']));
    let secrets: Vec<&str> =
        words.filter(|word| word.len() >= 14 && word.matches('-').count() >= 2).collect();
    assert_eq!(secrets.len(), 2, "{told}");
    assert!(secrets.iter().all(|secret| !err.contains(secret)), "a password is in the log: {err}");
    assert!(err.contains("listening") && err.contains("stopped"), "{err}");
}

#[test]
fn an_interrupt_stops_in_order_too_and_logs_can_be_read_by_programs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(&folder.path().join("data"), &["--log-json"]);
    server.get("/api/v1/staff");
    let (code, out, err) = server.end("-INT");
    assert_eq!(code, Some(0));
    assert!(out.contains("stopped in order"), "{out}");
    let lines: Vec<serde_json::Value> = err.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let refused = lines.iter().find(|line| line["message"] == "refused").unwrap();
    assert_eq!((&refused["status"], &refused["span"]["route"]), (&401.into(), &"/api/v1/staff".into()));
    assert!(refused["span"]["id"].is_string(), "{refused}");
}

#[test]
fn a_configuration_is_checked_without_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let example = root().join("punto.example.toml");
    let fine = punto(&["serve", "--config", example.to_str().unwrap(), "--check-config"]);
    assert_eq!(fine.code, Some(0), "{}", fine.err);
    assert!(fine.out.contains("in order") && fine.out.contains("nsw-1"), "{}", fine.out);
    let file = folder.path().join("wrong.toml");
    std::fs::write(&file, "[listen]\nadress = \"127.0.0.1:1\"\n").unwrap();
    let wrong = punto(&["serve", "--config", file.to_str().unwrap(), "--check-config"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("wrong.toml:2:1: unknown key `adress`, expected one of"), "{}", wrong.err);
    let gone = punto(&["serve", "--config", "no-such-file.toml"]);
    assert!(gone.code == Some(2) && gone.err.contains("no-such-file.toml: cannot be read"), "{}", gone.err);
    let public = punto(&["serve", "--listen", "0.0.0.0:0", "--check-config"]);
    assert!(public.code == Some(2) && public.err.contains("--behind-proxy"), "{}", public.err);
}

#[test]
fn a_second_server_on_the_same_journal_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let first = Running::start(&data, &[]);
    let second = punto(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()]);
    assert_eq!(second.code, Some(2));
    assert!(second.err.contains("in use by another process"), "{}", second.err);
    let taken = punto(&[
        "serve",
        "--listen",
        &first.address,
        "--data",
        folder.path().join("other").to_str().unwrap(),
    ]);
    assert!(taken.err.contains("cannot be listened at"), "{}", taken.err);
}

#[test]
fn a_manifest_is_made_checked_and_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (key, manifest) = (path("release.key"), path("punto.manifest"));
    let made = punto(&["manifest", "make", "--key", &key, "--out", &manifest]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let public = made.out.trim().rsplit(' ').next().unwrap().to_owned();
    let checked = punto(&["manifest", "check", "--manifest", &manifest, "--public", &public]);
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    assert!(checked.out.contains("rulebook nsw-2021") && checked.out.contains("everything is as approved"));
    let other = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let wrong = punto(&["manifest", "check", "--manifest", &manifest, "--public", other]);
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.out.contains("is not signed by"), "{}", wrong.out);

    let config = path("punto.toml");
    let text = format!("[software]\nmanifest = {manifest:?}\nkey = {public:?}\n");
    std::fs::write(&config, &text).unwrap();
    // The file is part of what is approved.
    let server = Running::start(&folder.path().join("data"), &["--demo", "--config", &config]);
    assert!(server.get("/readyz").starts_with("HTTP/1.1 503"));
    assert_eq!(server.end("-TERM").0, Some(0));
    let made = punto(&["manifest", "make", "--key", &key, "--config", &config, "--out", &manifest]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    let public = ["--public", &public, "--config", &config];
    let checked = punto(&[&["manifest", "check", "--manifest", manifest.as_str()], &public[..]].concat());
    assert!(checked.out.contains("configuration file"), "{}{}", checked.out, checked.err);
    let server = Running::start(&folder.path().join("again"), &["--demo", "--config", &config]);
    assert!(server.get("/readyz").ends_with("ready\n"));
    assert_eq!(server.end("-TERM").0, Some(0));
    let changed = std::fs::read_to_string(&manifest).unwrap().replace("binary punto ", "binary punta ");
    std::fs::write(&manifest, changed).unwrap();
    let server = Running::start(&folder.path().join("again"), &["--demo", "--config", &config]);
    assert!(server.get("/readyz").starts_with("HTTP/1.1 503"));
}

#[test]
#[cfg(unix)]
fn what_is_kept_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    // Without this word the operating system would take most of what is given to others away by itself.
    const FREELY: &str = "umask 000";
    #[track_caller]
    fn check(path: &Path, mode: u32) {
        let found = std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, mode, "{}: {found:o}", path.display());
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let data = at("house/data");
    let server = Running::under(FREELY, &data, &["--demo"]);
    check(&data, 0o700);
    check(&data.join("keys"), 0o700);
    for name in ["journal.sqlite3", "journal.sqlite3-wal", "journal.sqlite3-shm", "lock", "mark"] {
        check(&data.join(name), 0o600);
    }
    let run = |args: &[&str], place: &str, path: &Path| {
        let output = after(FREELY).args(args).arg(place).arg(path).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    let (backup, lines, restored) = (at("night.backup"), at("journal.jsonl"), at("restored"));
    run(&["backup", backup.to_str().unwrap()], "--data", &data);
    check(&backup, 0o600);
    run(&["journal", "export", "--out", lines.to_str().unwrap()], "--data", &data);
    check(&lines, 0o600);
    run(&["restore", backup.to_str().unwrap()], "--data", &restored);
    check(&restored, 0o700);
    check(&restored.join("journal.sqlite3"), 0o600);
    check(&restored.join("lock"), 0o600);
    assert_eq!(server.end("-TERM").0, Some(0));
    check(&data.join("journal.sqlite3"), 0o600);
}

#[test]
fn a_journal_is_taken_out_in_every_form_that_this_build_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let data = path("data");
    assert_eq!(Running::start(Path::new(&data), &["--demo"]).end("-TERM").0, Some(0));
    let export = |more: &[&str]| punto(&[&["journal", "export", "--data", &data, "--format"], more].concat());
    let jsonl = export(&["jsonl"]);
    let records = jsonl.out.lines().count();
    assert!(jsonl.code == Some(0) && records > 5, "{}", jsonl.err);
    let file = path("journal.csv");
    let csv = export(&["csv", "--out", &file]);
    // Thousands are set apart by a narrow blank.
    let told = csv.out.replace(|c: char| c.is_whitespace(), "");
    assert_eq!((csv.code, told), (Some(0), format!("{file}has{records}records")), "{}", csv.err);
    let again = export(&["csv", "--out", &file]);
    assert!(again.code == Some(2) && again.err.contains(&file), "{}", again.err);
    let script = export(&["script", "--stream", "table/nsw"]);
    assert!(script.code == Some(0) && script.out.starts_with("script 1\n"), "{}", script.err);
    let all = export(&["script"]);
    assert!(all.code == Some(2) && all.err.contains("--stream table/NAME"), "{}", all.err);

    let file = path("journal.parquet");
    let parquet = export(&["parquet", "--out", &file]);
    if cfg!(feature = "parquet") {
        assert_eq!((parquet.code, parquet.out), (Some(0), format!("{file} has {records} records\n")));
        let bytes = std::fs::read(&file).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        let nowhere = export(&["parquet"]);
        assert!(nowhere.code == Some(2) && nowhere.err.contains("--out FILE"), "{}", nowhere.err);
    } else {
        assert_eq!(parquet.code, Some(2));
        assert!(parquet.err.contains("cargo build --release --features parquet"), "{}", parquet.err);
        assert!(!Path::new(&file).exists());
    }
}
