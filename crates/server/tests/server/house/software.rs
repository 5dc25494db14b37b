//! The software check: a manifest that fits, one that does not, and what follows.

use std::path::Path;

use punto_config::{Config, Options};
use punto_server::software::parts;
use punto_software::{Manifest, VouchingKey};
use serde_json::json;

use crate::support::{House, QUIET};

/// A configuration with a manifest of this very program, changed as told.
fn manifest(folder: &Path, change: impl Fn(&mut String)) -> String {
    let key = VouchingKey::make().unwrap();
    let path = folder.join("punto.manifest");
    let config = format!("{QUIET}[software]\nmanifest = {path:?}\nkey = \"{}\"\n", key.public());
    let parts = parts(&Config::read(Path::new("test.toml"), &config, &Options::default()).unwrap()).unwrap();
    let mut text = Manifest { version: "test".into(), parts }.sign(&key);
    change(&mut text);
    std::fs::write(&path, text).unwrap();
    config
}

#[tokio::test]
async fn what_was_approved_runs() {
    let folder = tempfile::tempdir().unwrap();
    let text = manifest(folder.path(), |_| {});
    let house = House::with(&text, Options { demo: true, ..Options::default() }).await;
    assert_eq!(house.server.welcome().unsound, None);
    assert_eq!(house.server.app().floor().tables().len(), 5);
    assert!(house.site_lines().iter().any(|line| line.contains(" software-check-passed info ")));
    assert!(house.site_lines().iter().any(|line| line.contains(" software-installed info ")));
    let password = house.server.welcome().demo.clone().unwrap().password;
    let mut auditor = house.client();
    auditor.staff("auditor", &password).await.ok();
    let checked = auditor.post("/api/v1/software/check", &json!({})).await.ok();
    assert_eq!(checked["sound"], true);
    let software = auditor.get("/api/v1/software").await.ok();
    assert_eq!(software["check"], checked);
    assert!(software["check"]["lines"].as_array().unwrap().iter().any(|line| {
        let line = line.as_str().unwrap();
        line.starts_with("rulebook nsw-2021 ") && line.ends_with(" approved")
    }));
    let before = house.site_lines().iter().filter(|line| line.contains(" software-installed ")).count();
    let house = house.restarted().await;
    let after = house.site_lines().iter().filter(|line| line.contains(" software-installed ")).count();
    assert_eq!(before, after, "the same program is not installed anew");
}

#[tokio::test]
async fn what_was_not_approved_opens_no_table_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let text = manifest(folder.path(), |text| {
        *text = text.replace("rulebook nsw-2021 ", "rulebook nsw-2020 ");
    });
    let house = House::with(&text, Options { demo: true, ..Options::default() }).await;
    let wrong = house.server.welcome().unsound.clone().unwrap();
    assert!(wrong.contains("was changed afterwards"), "{wrong}");
    assert!(house.server.app().floor().tables().is_empty());
    assert_eq!(house.client().get("/readyz").await.status, 503);
    assert!(house.site_lines().iter().any(|line| line.contains(" software-check-failed fault ")));
}

#[tokio::test]
async fn the_check_is_made_again_every_day_and_a_change_locks_the_house() {
    let folder = tempfile::tempdir().unwrap();
    let text = manifest(folder.path(), |_| {});
    let house = House::with(&text, Options::default()).await;
    assert_eq!(house.client().get("/readyz").await.status, 200);
    std::fs::write(folder.path().join("punto.manifest"), "punto manifest 1\n").unwrap();
    let day = 24 * 3_600 * crate::support::SECOND;
    // The chore may not have gone to sleep yet when the clock is moved.
    house
        .until(|house| {
            house.clock.advance(day);
            house.site_lines().iter().any(|line| line.contains(" software-check-failed fault "))
        })
        .await;
    assert_eq!(house.client().get("/readyz").await.status, 503);
}
