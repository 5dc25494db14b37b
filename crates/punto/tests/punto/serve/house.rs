//! The program as a process: started on a folder, read from its output, ended gently or not.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, JoinHandle};

use super::client::Client;

/// Two tables where play never waits for long, and rates and a disk that no test runs into by accident.
///
/// At `slow` wagers stay open for an hour, so that they are always taken; at `fast` coups are dealt all the time, so that
/// whatever happens happens in the middle of one.
pub(crate) const QUICK: &str = r#"
[listen]
sign-ins-per-minute = 10000
patron-commands-per-second = 10000
staff-commands-per-second = 10000
reads-per-second = 10000
reads-per-second-per-address = 10000
guests = 1000
[disk]
warn-mib = 0
close-mib = 0
[pace]
betting-ms = 150
between-cards-ms = 10
after-coup-ms = 20
cut-window-ms = 20
[[table]]
name = "slow"
rulebook = "rws-2016"
opening = "usual, limits 5..5000"
dealer = "automatic"
bet-seconds = 3600
[[table]]
name = "fast"
rulebook = "rws-2016"
opening = "usual, limits 5..5000"
dealer = "automatic"
"#;

/// A running server.
pub(crate) struct House {
    child: Child,
    folder: PathBuf,
    address: SocketAddr,
    welcome: String,
    rest: Option<JoinHandle<String>>,
}

impl House {
    /// Starts on a folder, and waits until it is open.
    #[track_caller]
    pub(crate) fn open(folder: &Path, config: &str) -> House {
        House::try_open(folder, config).unwrap_or_else(|why| panic!("the house does not open: {why}"))
    }

    /// Starts on a folder; or what the program said instead of opening.
    pub(crate) fn try_open(folder: &Path, config: &str) -> Result<House, String> {
        House::under(folder, config, "")
    }

    /// Starts after some words of a shell, as under a limit of the operating system.
    pub(crate) fn under(folder: &Path, config: &str, words: &str) -> Result<House, String> {
        let mut child = spawn(folder, config, words);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut welcome = String::new();
        loop {
            let mut line = String::new();
            if out.read_line(&mut line).unwrap() == 0 {
                let status = child.wait().unwrap();
                let log = fs::read_to_string(log(folder)).unwrap();
                let last: Vec<&str> = log.lines().rev().take(2).collect();
                return Err(format!("{status}: {welcome}{}", last.join(" after ")));
            }
            welcome += &line;
            // The last line of a demonstration's welcome.
            if line.trim_start().starts_with("watcher ") {
                break;
            }
        }
        let at = welcome.split("://").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        let address = at.parse().unwrap();
        // The pipe must not fill up, nor break.
        let rest = thread::spawn(move || {
            let mut rest = String::new();
            let _ = out.read_to_string(&mut rest);
            rest
        });
        Ok(House { child, folder: folder.to_owned(), address, welcome, rest: Some(rest) })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn client(&self) -> Client {
        Client::at(self.address)
    }

    /// Somebody of the demonstration's staff, signed in.
    #[track_caller]
    pub(crate) fn staff(&self, name: &str) -> Client {
        self.try_staff(name).expect("staff sign in")
    }

    /// The same where a sign-in may not be possible now.
    pub(crate) fn try_staff(&self, name: &str) -> Option<Client> {
        let mut client = self.client();
        let body = serde_json::json!({ "as": "staff", "name": name, "password": self.password() });
        (client.sign_in(&body).status == 200).then_some(client)
    }

    /// The password of the demonstration's staff.
    pub(crate) fn password(&self) -> &str {
        let after = self.welcome.split("all with the password ").nth(1).unwrap();
        after.split(':').next().unwrap()
    }

    /// The first administrator chooses a password, on the first start; which is given back.
    #[track_caller]
    pub(crate) fn first_admin(&self) -> String {
        let once = self.welcome.split("as admin with the password ").nth(1).unwrap();
        let once = once.split(';').next().unwrap();
        let mut client = self.client();
        let body = serde_json::json!({ "as": "staff", "name": "admin", "password": once });
        assert_eq!(client.sign_in(&body).status, 200);
        let new = "chosen by a person 17".to_owned();
        client.post("/api/v1/password", &serde_json::json!({ "present": once, "new": new })).ok();
        new
    }

    /// SIGKILL, and nothing of this process is left.
    pub(crate) fn kill(mut self) {
        self.end();
    }

    /// SIGTERM; what the program said last, and whether it ended well.
    #[track_caller]
    pub(crate) fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        let said = self.rest.take().unwrap().join().unwrap();
        assert!(status.success() && said.contains("stopped in order"), "{status}: {said}\n{}", self.log());
    }

    /// SIGHUP.
    #[track_caller]
    pub(crate) fn hang_up(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-HUP", &id]).status().unwrap().success());
    }

    /// What the program has logged since its folder was made.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(log(&self.folder)).unwrap()
    }

    /// Fails if anything panicked.
    #[track_caller]
    pub(crate) fn assert_calm(&self) {
        let log = self.log();
        assert!(!log.contains("panicked"), "{log}");
    }

    /// The memory that the process has in use, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The most memory that it has ever had in use.
    pub(crate) fn most_memory(&self) -> u64 {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() << 10
    }

    /// A limit that the operating system has for the process: the soft one and the hard one.
    pub(crate) fn limit(&self, name: &str) -> (String, String) {
        let limits = fs::read_to_string(format!("/proc/{}/limits", self.child.id())).unwrap();
        let line = limits.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        let mut words = line.split_whitespace().map(str::to_owned);
        (words.next().unwrap(), words.next().unwrap())
    }

    /// Where the welcome says that scanning shoes connect.
    #[track_caller]
    pub(crate) fn shoes_connect_at(&self) -> &str {
        let after = self.welcome.split("Scanning shoes connect at ").nth(1).unwrap();
        after.lines().next().unwrap().trim_end_matches('.')
    }

    fn end(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts a process and leaves it to the caller.
pub(crate) fn spawn(folder: &Path, config: &str, words: &str) -> Child {
    fs::create_dir_all(folder).unwrap();
    let file = folder.join("punto.toml");
    // A disk without room keeps the file that it has.
    if fs::read_to_string(&file).is_ok_and(|there| there != config) || !file.exists() {
        fs::write(&file, config).unwrap();
    }
    let log = File::options().append(true).create(true).open(log(folder)).unwrap();
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{words}\nexec \"$@\"")).arg("sh").arg(env!("CARGO_BIN_EXE_punto"));
    command.args(["serve", "--demo", "--listen", "127.0.0.1:0", "--config"]).arg(file);
    command.arg("--data").arg(data(folder));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().unwrap()
}

/// The journal's folder.
pub(crate) fn data(folder: &Path) -> PathBuf {
    folder.join("data")
}

/// The log is kept beside the folder, where there is always room.
fn log(folder: &Path) -> PathBuf {
    folder.with_extension("log")
}

/// Runs `punto` to its end.
pub(crate) fn punto(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_punto")).args(args).arg("--data").arg(data(folder)).output().unwrap()
}

/// The same, told something on its standard input.
pub(crate) fn punto_told(args: &[&str], folder: &Path, told: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_punto"))
        .args(args)
        .arg("--data")
        .arg(data(folder))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may have refused before it read anything.
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), told.as_bytes());
    child.wait_with_output().unwrap()
}

/// Checks the whole journal, as an auditor would.
#[track_caller]
pub(crate) fn verify(folder: &Path) -> String {
    let output = punto(&["verify"], folder);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}
