use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use punto_journal::check::verify;
use punto_journal::{AppendError, BackupError, Fault, Journal, OpenError, SqliteJournal};

use crate::{entry, signer, stream};

const CHILD: &str = "PUNTO_JOURNAL_FULL";

/// Not a test of its own: runs with a folder that is a disk of two megabytes.
#[test]
fn child() {
    let Some(dir) = env::var_os(CHILD) else { return };
    let dir = Path::new(&dir);
    fs::write(dir.join("filler"), vec![0; 800 << 10]).unwrap();
    let journal = SqliteJournal::open(&dir.join("data")).unwrap();
    let mut seq = 0;
    let append = |seq: u64| {
        let mut entry = entry("site", seq);
        entry.body = "x".repeat(1_000);
        journal.append(vec![entry]).wait()
    };
    let full = loop {
        match append(seq + 1) {
            Ok(_) => seq += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(full, AppendError::Full, "behind record {seq}");
    assert!(seq > 50, "{seq}");
    // It stays so, for everything that writes, and everything can still be read.
    for _ in 0..20 {
        assert_eq!(append(seq + 1), Err(AppendError::Full));
    }
    assert_eq!(journal.put("setting", "a", &[1; 100_000]), Err(Fault::Full));
    let backup = journal.backup(&dir.join("backup"), &mut |_| {}).unwrap_err();
    assert_eq!(backup, BackupError::Full { dir: dir.to_owned() });
    assert_eq!(journal.read(&stream("site"), 0, usize::MAX).unwrap().len() as u64, seq);
    assert_eq!(journal.heads().unwrap()[0].seq, seq);
    let second = dir.join("second");
    let refused = SqliteJournal::open(&second).err().unwrap();
    assert_eq!(refused, OpenError::Full { dir: second });

    // Room is made, and the journal goes on without a restart.
    fs::remove_file(dir.join("filler")).unwrap();
    for _ in 0..20 {
        seq += 1;
        append(seq).unwrap();
    }
    journal.put("setting", "a", b"1").unwrap();
    journal.checkpoint(&signer(), 2).unwrap();
    drop(journal);
    let report = verify(&dir.join("data"), &[], &mut |_| {}, &mut |_| {}).unwrap();
    assert_eq!((report.findings.as_slice(), report.records), (&[][..], seq));
    println!("all done");
}

/// A small disk in a name space of its own, which goes when the process goes. Without the right to make one, as in
/// some containers, there is nothing to test on.
#[test]
fn a_full_disk_loses_nothing_and_the_journal_goes_on() {
    let disk = tempfile::tempdir().unwrap();
    let mount = |how: &str| {
        let script = format!(
            "mount -t tmpfs -o size=2m tmpfs '{0}' && echo mounted && exec env {CHILD}='{0}' '{1}' \
             --exact full::child --nocapture",
            disk.path().display(),
            env::current_exe().unwrap().display(),
        );
        Command::new("unshare").args([how, "sh", "-c", &script]).output()
    };
    for how in ["--mount", "-rm"] {
        let Ok(output) = mount(how) else { continue };
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if said.contains("mounted") {
            assert!(said.contains("all done"), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
            return;
        }
    }
    println!("no right to mount a small disk here: not tested");
}
