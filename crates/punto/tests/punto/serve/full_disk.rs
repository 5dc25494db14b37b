//! A disk without room: commands are answered with a problem, nothing acknowledged is lost, and play goes on with room.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::json;

use super::client::Client;
use super::house::{House, QUICK, data, punto, verify};
use super::load::{Fate, Patron};
use crate::support::eventually;

/// A small disk of its own, which is gone with this value.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where this process may not mount one.
    fn mount(at: PathBuf, mebibytes: u32) -> Option<SmallDisk> {
        fs::create_dir_all(&at).unwrap();
        let size = format!("size={mebibytes}m");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&at).output();
        match mount {
            Ok(output) if output.status.success() => Some(SmallDisk(at)),
            Ok(output) => {
                println!("skipped: no small disk: {}", String::from_utf8_lossy(&output.stderr).trim());
                None
            }
            Err(error) => {
                println!("skipped: no small disk: {error}");
                None
            }
        }
    }

    /// Leaves so many bytes free.
    fn fill_but(&self, left: u64) {
        let free = punto_host::free(&self.0).unwrap();
        fs::write(self.0.join("filler"), vec![1; free.saturating_sub(left) as usize]).unwrap();
    }

    fn make_room(&self) {
        fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a process that still ends may have files there.
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// The supervisor, as soon as a sign-in can be written.
fn signed_in(house: &House) -> Client {
    eventually("a sign-in", || house.try_staff("supervisor"))
}

/// Plays until the server cannot go on.
#[track_caller]
fn play_to_the_end(patron: &mut Patron) {
    // Far more than there is room for.
    let filled = (0..1_000_000).any(|_| patron.post_one() == Fate::Unknown);
    assert!(filled, "the disk does not fill");
}

#[test]
fn a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room() {
    let holder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(holder.path().join("disk"), 24) else { return };
    let folder = disk.0.join("house");
    let house = House::open(&folder, QUICK);
    let mut patron = Patron::arrive(house.client(), "ada", "slow", 1);
    for _ in 0..20 {
        patron.post_one();
    }
    disk.fill_but(200 << 10);
    play_to_the_end(&mut patron);
    let refused = patron.sent.pop().unwrap();
    let reply = patron.client.post(&refused.path, &refused.body);
    // Either it cannot be written now, or that has been noted and the house is closed.
    assert!(matches!(reply.status, 503 | 409) && !reply.problem(reply.status).is_empty(), "{reply:?}");
    assert!(house.log().contains("the disk is full"), "{}", house.log());
    assert_eq!(house.client().get("/healthz").status, 200, "the server is there");
    assert_eq!(house.client().get("/api/v1/tables/slow").status, 200, "and can be looked at");
    patron.repeat_since(0);
    // With room the journal goes on by itself; that it was full is an event, and a person clears it.
    disk.make_room();
    let mut supervisor = signed_in(&house);
    let fault = eventually("the full disk is an event", || {
        let events = supervisor.get("/api/v1/events?waiting=true");
        let events = if events.status == 200 { events.json() } else { return None };
        events["items"].as_array().unwrap().iter().find(|event| event["kind"] == "disk-full").cloned()
    });
    assert_eq!(house.client().get("/readyz").status, 503);
    let path = format!("/api/v1/events/{}/clear", fault["number"]);
    supervisor.post(&path, &json!({ "note": "there is room again" })).ok();
    assert_eq!(house.client().get("/readyz").status, 200);
    for _ in 0..20 {
        assert_ne!(patron.post_one(), Fate::Unknown, "{}", house.log());
    }
    patron.repeat_since(0);
    house.assert_calm();
    house.stop();
    verify(&folder);
}

#[test]
fn a_kill_on_a_full_disk_loses_nothing() {
    let holder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(holder.path().join("disk"), 24) else { return };
    let folder = disk.0.join("house");
    let house = House::open(&folder, QUICK);
    let mut patron = Patron::arrive(house.client(), "ada", "slow", 1);
    for _ in 0..20 {
        patron.post_one();
    }
    disk.fill_but(100 << 10);
    play_to_the_end(&mut patron);
    house.kill();
    // Without room it opens or says why not.
    match House::try_open(&folder, QUICK) {
        Ok(house) => {
            assert!(house.client().get("/healthz").status == 200);
            house.kill();
        }
        Err(said) => assert!(said.contains("full"), "{said}"),
    }
    disk.make_room();
    let house = House::open(&folder, QUICK);
    patron.follow(house.address());
    patron.repeat_since(0);
    assert_ne!(patron.post_one(), Fate::Unknown);
    house.assert_calm();
    house.stop();
    verify(&folder);
}

/// A limit on files fails in another place than a disk without room: in the middle of a write, with another error.
#[test]
fn a_limit_on_the_size_of_files_loses_nothing() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    // In blocks of 512 bytes; without the signal the write itself fails, as it does on a bad disk.
    let limit = "trap '' XFSZ; ulimit -f 2000";
    let house = House::under(&folder, QUICK, limit).unwrap();
    let mut patron = Patron::arrive(house.client(), "ada", "slow", 1);
    play_to_the_end(&mut patron);
    let refused = patron.sent.last().unwrap().clone();
    let reply = patron.client.post(&refused.path, &refused.body);
    assert!(matches!(reply.status, 503 | 409) && !reply.problem(reply.status).is_empty(), "{reply:?}");
    house.assert_calm();
    house.kill();
    let house = House::open(&folder, QUICK);
    patron.follow(house.address());
    patron.repeat_since(0);
    assert_ne!(patron.post_one(), Fate::Unknown);
    house.stop();
    verify(&folder);
}

#[test]
fn wagering_closes_while_there_is_still_room_to_record_it() {
    let holder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(holder.path().join("disk"), 24) else { return };
    let folder = disk.0.join("house");
    let guarded = QUICK.replace("warn-mib = 0\nclose-mib = 0", "warn-mib = 8\nclose-mib = 6");
    let house = House::open(&folder, &guarded);
    let mut patron = Patron::arrive(house.client(), "ada", "slow", 1);
    assert!(matches!(patron.post_one(), Fate::Acknowledged(_)));
    house.stop();
    disk.fill_but(4 << 20);
    let house = House::open(&folder, &guarded);
    patron.follow(house.address());
    let ready = house.client().get("/readyz");
    assert_eq!((ready.status, ready.body.contains("closed by a fault")), (503, true), "{ready:?}");
    let line = format!("bet {}@1 tie 5", patron.client.name);
    let refused = patron.client.say("slow", "while-closed-1", &line);
    assert_eq!(refused.problem(409), "refused");
    let mut supervisor = house.staff("supervisor");
    let events = supervisor.get("/api/v1/events?waiting=true").ok();
    let fault =
        events["items"].as_array().unwrap().iter().find(|event| event["kind"] == "disk-full").unwrap();
    assert!(fault["text"].as_str().unwrap().contains("are left for the journal"), "{fault}");
    disk.make_room();
    let path = format!("/api/v1/events/{}/clear", fault["number"]);
    supervisor.post(&path, &json!({ "note": "there is room again" })).ok();
    assert_eq!(house.client().get("/readyz").status, 200);
    patron.repeat_since(0);
    patron.client.say("slow", "when-open-1", &line).ok();
    house.stop();
    verify(&folder);
}

/// Starts a server that cannot begin, and waits until it has said why.
#[track_caller]
fn does_not_start(data: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    command.args(["serve", "--demo", "--listen", "127.0.0.1:0", "--log-level", "off", "--data"]).arg(data);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    eventually("it gives up", || child.try_wait().unwrap());
    failed(child.wait_with_output().unwrap())
}

/// What a command that must fail has said.
#[track_caller]
fn failed(output: Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &[][..]), "{said}");
    said
}

#[test]
fn a_start_without_room_names_the_disk_and_what_to_do() {
    let holder = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(holder.path().join("disk"), 24) else { return };
    let folder = disk.0.join("house");
    House::open(&folder, QUICK).stop();
    disk.fill_but(0);
    for data in [data(&folder), disk.0.join("new/data")] {
        let said = does_not_start(&data);
        let full = format!("punto: the disk with the folder {} is full", data.display());
        assert!(said.starts_with(&full) && said.contains("make room on it"), "{said}");
    }
    disk.make_room();
    House::open(&folder, QUICK).stop();
    verify(&folder);
    let fresh = disk.0.join("new");
    House::open(&fresh, QUICK).stop();
    verify(&fresh);
}

#[test]
fn a_copy_without_room_names_the_disk_and_leaves_nothing() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    House::open(&folder, QUICK).stop();
    let Some(disk) = SmallDisk::mount(holder.path().join("disk"), 4) else { return };
    disk.fill_but(4 << 10);
    let there = |name: &str| shown(&disk.0.join(name));
    let full = |dir: &str| format!("the disk with the folder {dir} is full, and no copy was made: make room");
    let backup = failed(punto(&["backup", &there("night.backup")], &folder));
    assert!(backup.contains(&full(&shown(&disk.0))), "{backup}");
    let lines = failed(punto(&["journal", "export", "--out", &there("journal.jsonl")], &folder));
    assert!(lines.contains("the disk that the records go to is full"), "{lines}");

    let good = shown(&holder.path().join("good.backup"));
    assert!(punto(&["backup", &good], &folder).status.success());
    let restored = disk.0.join("house");
    let said = failed(punto(&["restore", &good], &restored));
    assert!(said.contains(&full(&shown(&data(&restored)))), "{said}");
    let left: Vec<_> = fs::read_dir(&disk.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "the filler and the folder: {left:?}");
    // With room the same words do it.
    disk.make_room();
    assert!(punto(&["restore", &good], &restored).status.success());
    verify(&restored);
    assert!(punto(&["backup", &there("night.backup")], &folder).status.success());
}

/// The folder itself may be somewhere that takes no files at all.
#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("data"), "a file where a folder should be").unwrap();
    let said = House::try_open(&folder, QUICK).err().unwrap();
    assert!(said.contains("punto: ") && said.contains(&shown(&folder.join("data"))), "{said}");
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
