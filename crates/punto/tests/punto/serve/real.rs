//! A house that plays for money: bound to that for ever, its keys apart, its software and its file watched, its people's data
//! under seal.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::json;

use super::client::Client;
use super::house::{House, QUICK, data, punto, verify};
use crate::support::eventually;

/// A house without tables, and a disk that no test runs into by accident.
pub(crate) const PLAIN: &str = "[disk]\nwarn-mib = 0\nclose-mib = 0\n[listen]\nguests = 10\n";

/// A server for money, as a process.
pub(crate) struct Real {
    child: Child,
    address: std::net::SocketAddr,
}

impl Real {
    /// Starts on a folder; or what the program said instead of opening.
    pub(crate) fn start(folder: &Path, config: &str, more: &[(&str, &Path)]) -> Result<Real, String> {
        fs::create_dir_all(folder).unwrap();
        let file = folder.join("punto.toml");
        fs::write(&file, config).unwrap();
        let said = folder.join("said");
        let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--config"]).arg(file);
        command.arg("--data").arg(data(folder)).envs(more.iter().copied());
        let log = File::create(&said).unwrap();
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        if out.read_line(&mut line).unwrap() == 0 {
            child.wait().unwrap();
            return Err(fs::read_to_string(said).unwrap());
        }
        let at = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        let address = at.parse().unwrap();
        // The pipe must not fill up, nor break.
        std::thread::spawn(move || out.read_to_end(&mut Vec::new()));
        Ok(Real { child, address })
    }

    #[track_caller]
    pub(crate) fn open(folder: &Path, config: &str) -> Real {
        Real::start(folder, config, &[]).unwrap_or_else(|why| panic!("the house does not open: {why}"))
    }

    pub(crate) fn client(&self) -> Client {
        Client::at(self.address)
    }

    /// Somebody who signs in to an account of staff with this password.
    #[track_caller]
    pub(crate) fn staff(&self, name: &str, password: &str) -> Client {
        let mut client = self.client();
        client.sign_in(&json!({ "as": "staff", "name": name, "password": password })).ok();
        client
    }

    /// A founder, who has chosen a password in person.
    #[track_caller]
    pub(crate) fn founder(&self, folder: &Path, name: &str) -> Client {
        let first = fs::read_to_string(data(folder).join(format!("first-passwords/{name}.txt"))).unwrap();
        let mut client = self.staff(name, first.trim());
        client.post("/api/v1/password", &json!({ "present": first.trim(), "new": own_password(name) })).ok();
        client
    }

    /// Somebody whom an administrator has asked for, and another of another kind has agreed to: each has half of the first
    /// password.
    #[track_caller]
    pub(crate) fn hired(&self, by: [&mut Client; 2], name: &str, grant: &str) -> Client {
        let [admin, other] = by;
        let body = json!({ "name": name, "grants": [grant], "enabled": true });
        let asked = admin.post("/api/v1/staff", &body).ok();
        let path = format!("/api/v1/proposals/{}/approve", asked["proposals"][0]["number"]);
        let approved = other.post(&path, &json!({})).ok();
        let halves = [&asked["secret"], &approved["secret"]["secret"]].map(|half| half.as_str().unwrap());
        let first = halves.join(" ");
        let mut client = self.staff(name, &first);
        let own = json!({ "present": first, "new": own_password(name) });
        client.post("/api/v1/password", &own).ok();
        client
    }

    /// SIGKILL, and nothing of this process is left.
    pub(crate) fn kill(self) {}

    #[track_caller]
    pub(crate) fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What somebody chooses for a password: it may not have the name in it.
pub(crate) fn own_password(name: &str) -> String {
    format!("chosen by person {:03}", name.len())
}

pub(crate) fn place() -> (tempfile::TempDir, PathBuf) {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    (holder, folder)
}

/// The site's stream as lines.
#[track_caller]
pub(crate) fn site(folder: &Path) -> String {
    let output = punto(&["journal", "show", "site", "--limit", "10000"], folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

pub(crate) fn keys(folder: &Path) -> PathBuf {
    folder.join("data-keys")
}

/// Every file below a folder, byte for byte.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
            match path.is_dir() {
                true => open.push(path),
                false if path.to_string_lossy().ends_with("-shm") => {}
                false => all.push((path.clone(), fs::read(path).unwrap())),
            }
        }
    }
    all.sort();
    all
}

#[test]
fn a_house_that_plays_for_money_is_never_a_demonstration() {
    let (_holder, folder) = place();
    Real::open(&folder, PLAIN).stop();
    assert!(site(&folder).contains("bound real"));
    let before = contents(&data(&folder));
    let said = House::try_open(&folder, PLAIN).err().expect("it must not open");
    assert!(said.contains("plays for money, and is one for ever: start it without --demo"), "{said}");
    assert!(contents(&data(&folder)) == before, "and nothing of it was touched");
    let house = Real::open(&folder, PLAIN);
    let mut guest = house.client();
    assert_eq!(guest.sign_in(&json!({ "as": "guest", "name": "eve" })).problem(401), "sign-in-refused");
    house.stop();
    verify(&folder);
}

#[test]
fn a_demonstration_is_never_a_house_that_plays_for_money() {
    let (_holder, folder) = place();
    let house = House::open(&folder, PLAIN);
    house.client().guest("eve");
    house.stop();
    assert!(site(&folder).contains("bound demonstration"));
    let before = contents(&data(&folder));
    let said = Real::start(&folder, PLAIN, &[]).err().expect("it must not open");
    assert!(said.contains("is a demonstration, and is one for ever: start it with --demo"), "{said}");
    assert!(contents(&data(&folder)) == before && !keys(&folder).exists(), "and nothing of it was touched");
    House::open(&folder, PLAIN).stop();
}

#[test]
fn a_table_that_plays_for_nothing_is_refused_where_money_is_played_for() {
    let (_holder, folder) = place();
    let table =
        "[[table]]\nname = \"show\"\nrulebook = \"rws-2016\"\nopening = \"usual, demonstration yes\"\n";
    let said = Real::start(&folder, &format!("{PLAIN}{table}"), &[]).err().expect("it must not open");
    assert!(said.contains("the table show plays for nothing"), "{said}");
    House::open(&folder, &format!("{PLAIN}{table}")).stop();
}

#[test]
fn keys_of_a_house_lie_apart_from_its_journal_and_are_its_own() {
    let (_holder, folder) = place();
    Real::open(&folder, PLAIN).stop();
    assert!(!data(&folder).join("keys").exists());
    for name in ["sealing.key", "checkpoint.key", "voucher.key", "person.key"] {
        let key = keys(&folder).join(name);
        assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
        let said = Real::start(&folder, PLAIN, &[]).err().expect("it must not open");
        assert!(said.contains("can be read by others (mode 644)"), "{name}: {said}");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o620)).unwrap();
        let said = Real::start(&folder, PLAIN, &[]).err().expect("it must not open");
        assert!(said.contains("can be written by others (mode 620)"), "{name}: {said}");
        fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    }
    // Who can write the folder can lay a key of their own there.
    for mode in [0o770, 0o707, 0o775] {
        fs::set_permissions(keys(&folder), fs::Permissions::from_mode(mode)).unwrap();
        let said = Real::start(&folder, PLAIN, &[]).err().expect("it must not open");
        assert!(said.contains("of a key can be written by others"), "{mode:o}: {said}");
    }
    fs::set_permissions(keys(&folder), fs::Permissions::from_mode(0o755)).unwrap();
    Real::open(&folder, PLAIN).stop();
    // As houses had it before: it is said what to do, and no second set of keys is made.
    fs::rename(keys(&folder), data(&folder).join("keys")).unwrap();
    let said = Real::start(&folder, PLAIN, &[]).err().expect("it must not open");
    assert!(
        said.contains("lies in the data folder") && said.contains("keys-in-data-folder = true"),
        "{said}"
    );
    assert!(!keys(&folder).exists());
    let inside = format!("{PLAIN}[data]\nsealing-key = {:?}\n", data(&folder).join("keys/sealing.key"));
    let said = Real::start(&folder, &inside, &[]).err().expect("it must not open");
    assert!(said.contains("punto.toml:7:15: a key in the data folder goes wherever"), "{said}");
    Real::open(&folder, &format!("{PLAIN}[data]\nkeys-in-data-folder = true\n")).stop();
    assert!(!keys(&folder).exists());
    fs::rename(data(&folder).join("keys"), keys(&folder)).unwrap();
    Real::open(&folder, PLAIN).stop();
}

#[test]
fn a_credential_of_the_service_manager_goes_before_every_other_key() {
    let (holder, folder) = place();
    Real::open(&folder, PLAIN).stop();
    let credentials = holder.path().join("credentials");
    fs::create_dir(&credentials).unwrap();
    for name in ["sealing.key", "checkpoint.key", "voucher.key", "person.key"] {
        let key = credentials.join(name);
        fs::rename(keys(&folder).join(name), &key).unwrap();
        fs::set_permissions(&key, fs::Permissions::from_mode(0o440)).unwrap();
    }
    Real::start(&folder, PLAIN, &[("CREDENTIALS_DIRECTORY", &credentials)]).unwrap().stop();
    let left =
        fs::read_dir(keys(&folder)).unwrap().flatten().map(|key| key.file_name().into_string().unwrap());
    let left: Vec<String> = left.filter(|name| !name.ends_with(".pub")).collect();
    assert!(left.iter().all(|name| name.starts_with("chain.key")), "no other keys were made: {left:?}");
}

#[test]
fn nothing_of_the_memory_of_a_house_is_written_out() {
    let (_holder, folder) = place();
    let house = Real::open(&folder, PLAIN);
    let limits = fs::read_to_string(format!("/proc/{}/limits", house.child.id())).unwrap();
    let core = limits.lines().find_map(|line| line.strip_prefix("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().collect::<Vec<_>>(), ["0", "0", "bytes"]);
    house.stop();
}

#[test]
fn each_change_of_the_configuration_is_recorded_with_what_it_was_and_is() {
    let (_holder, folder) = place();
    Real::open(&folder, PLAIN).stop();
    assert!(site(&folder).contains("the configuration begins with 5 keys"), "{}", site(&folder));
    Real::open(&folder, PLAIN).stop();
    assert!(!site(&folder).contains("configuration: "), "nothing has changed");
    let changed = PLAIN.replace("guests = 10", "guests = 20\nsign-ins-per-minute = 30");
    Real::open(&folder, &changed).stop();
    let lines = site(&folder);
    for change in ["listen.guests is 20, was 10", "listen.sign-ins-per-minute is 30, was not said"] {
        assert!(
            lines.contains(&format!("config-change info - configuration: {change}")),
            "{change}: {lines}"
        );
    }
    Real::open(&folder, PLAIN).stop();
    assert!(site(&folder).contains("configuration: listen.sign-ins-per-minute is not said, was 30"));
}

#[test]
fn without_a_manifest_nothing_is_called_sound_and_every_screen_is_told() {
    let (_holder, folder) = place();
    let house = Real::open(&folder, PLAIN);
    assert_eq!(house.client().get("/api/v1/me").ok()["unapproved"], true);
    assert!(house.client().get("/metrics").body.contains("punto_software_sound 0"));
    house.stop();
    let lines = site(&folder);
    assert!(lines.contains("software-not-compared info - no manifest was given"), "{lines}");
    assert!(!lines.contains("software-check-passed"), "{lines}");
}

#[test]
fn a_file_that_changes_under_a_running_house_closes_it() {
    let (holder, folder) = place();
    let (key, manifest) = (holder.path().join("release.key"), holder.path().join("punto.manifest"));
    let made = |config: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
        command.args(["manifest", "make", "--key"]).arg(&key).arg("--out").arg(&manifest);
        let output = command.arg("--config").arg(config).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let file = folder.join("punto.toml");
    fs::create_dir_all(&folder).unwrap();
    fs::write(&file, PLAIN).unwrap();
    let public = made(&file).trim_end().rsplit(' ').next().unwrap().to_owned();
    let config = format!("{PLAIN}[software]\nmanifest = {manifest:?}\nkey = {public:?}\n");
    fs::write(&file, &config).unwrap();
    made(&file);
    let house = Real::open(&folder, &config);
    assert_eq!(house.client().get("/api/v1/me").ok()["unapproved"], false);
    assert_eq!(house.client().get("/readyz").status, 200);
    fs::write(&file, format!("{config}# and something else\n")).unwrap();
    eventually("the change is found", || (house.client().get("/readyz").status == 503).then_some(()));
    house.stop();
    let lines = site(&folder);
    assert!(lines.contains("software-check-failed fault - the software is not what may run: the configuration file was changed"), "{lines}");
    // A start with a file that nobody has approved fails its check, and says so, too.
    let said = format!("{config}# and something else\n");
    let house = Real::open(&folder, &said);
    assert_eq!(house.client().get("/readyz").status, 503);
    house.stop();
    assert!(site(&folder).contains(
        "check-failed-again info - the software is not what may run: configuration file is changed"
    ));
}

#[test]
fn who_people_are_is_sealed_on_the_disk_and_who_reads_it_is_recorded() {
    let (_holder, folder) = place();
    let house = House::open(&folder, QUICK);
    let mut cage = house.staff("cage");
    let person = json!({ "name": "Augusta Lovelace", "born": "1815-12-10", "contact": "St James Square 12" });
    let body = json!({ "patron": "ada", "card": "12345678", "pin": "2580", "person": person });
    cage.post("/api/v1/patrons", &body).ok();
    for _ in 0..3 {
        assert_eq!(cage.get("/api/v1/patrons/ada/person").ok()["name"], "Augusta Lovelace");
    }
    let mut auditor = house.staff("auditor");
    for _ in 0..3 {
        auditor.get("/api/v1/journal/streams").ok();
    }
    house.stop();
    for (path, bytes) in contents(&data(&folder)) {
        for secret in ["Lovelace", "1815-12-10", "St James"] {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "{} says {secret}", path.display());
        }
    }
    let lines = site(&folder);
    for (line, times) in [("read-logged cage personal-data of ada", 1), ("read-logged auditor journal", 1)] {
        assert_eq!(lines.matches(line).count(), times, "{line}, once a session: {lines}");
    }
    let house = House::open(&folder, QUICK);
    assert_eq!(house.staff("cage").get("/api/v1/patrons/ada/person").ok()["name"], "Augusta Lovelace");
    house.stop();
}

#[test]
fn a_copy_that_was_interrupted_does_not_stand_in_the_way_of_the_next() {
    let (holder, folder) = place();
    Real::open(&folder, PLAIN).stop();
    let backup = holder.path().join("night.backup");
    fs::write(holder.path().join("night.backup.part"), "half of an older one").unwrap();
    let made = punto(&["backup", backup.to_str().unwrap()], &folder);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let again = holder.path().join("again");
    fs::create_dir_all(data(&again)).unwrap();
    fs::write(data(&again).join("journal.sqlite3.part"), "half of an older one").unwrap();
    let put = punto(&["restore", backup.to_str().unwrap()], &again);
    assert!(put.status.success(), "{}", String::from_utf8_lossy(&put.stderr));
    assert!(!data(&again).join("journal.sqlite3.part").exists());
    verify(&again);
}
