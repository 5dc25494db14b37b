//! A patron's terminal puts a share into the order of the house's own shoe, and finds it in the signed record.

use punto_shoe::{Commitment, Share, ShoeRecord};
use serde_json::json;

use super::floor::{all, demo_staff, ended_shoes, guest, open, view};
use super::watcher::Watcher;
use crate::support::eventually;

#[tokio::test(flavor = "multi_thread")]
async fn a_share_is_pledged_revealed_and_in_the_record_of_the_shoe() {
    let house = open().await;
    let mut ada = guest(&house, "ada").await;
    let _terminal = Watcher::at(&ada, "sentosa", "shares=true").await;
    // Nothing is promised while nobody sits, so the terminal is known before the first shoe.
    all(&mut ada, "sentosa", &["sit ada@1"]).await;
    let shown = eventually("shares are asked for", async || {
        house.clock.advance(100_000);
        let shown = view(&mut ada, "sentosa").await;
        (shown["shoe"]["shares"]["stage"] == "pledging").then_some(shown)
    })
    .await;
    let promised = shown["shoe"]["commitment"].as_str().unwrap().to_owned();
    let shoe: Commitment = promised.parse().unwrap();
    let (share, salt) = ("5a".repeat(32), "a5".repeat(16));
    let pledge = Share::from_hex(&share, &salt).unwrap().pledge(&shoe, "ada").to_string();
    let path = "/api/v1/tables/sentosa/share";
    let pledged = json!({ "shoe": promised, "pledge": pledge });
    let reveal = json!({ "shoe": promised, "reveal": { "share": share, "salt": salt } });
    assert_eq!(ada.post(path, &reveal).await.problem(409), "refused", "pledges are not closed");
    for odd in [
        json!({ "shoe": promised }),
        json!({ "shoe": "aa", "pledge": pledge }),
        json!({ "shoe": promised, "pledge": "zz" }),
        json!({ "shoe": promised, "pledge": pledge, "reveal": reveal["reveal"] }),
    ] {
        assert_eq!(ada.post(path, &odd).await.problem(400), "bad-request", "{odd}");
    }
    let mut dealer = demo_staff(&house, "dealer").await;
    assert_eq!(dealer.post(path, &pledged).await.problem(403), "not-allowed");
    assert_eq!(house.client().post(path, &pledged).await.status, 401);
    ada.post(path, &pledged).await.ok();
    assert_eq!(ada.post(path, &pledged).await.ok()["repeated"], true);
    eventually("nobody else is waited for", async || {
        let shown = view(&mut ada, "sentosa").await;
        (shown["shoe"]["shares"] == json!({ "stage": "revealing", "pledges": [pledge] })).then_some(())
    })
    .await;
    ada.post(path, &reveal).await.ok();
    assert_eq!(view(&mut ada, "sentosa").await["shoe"]["shares"]["stage"], "in");

    // Closed before its cut, it is opened with the reason, and its record has the share.
    let mut admin = house.admin().await;
    let mut boss = house.staff(&mut admin, "boss", &["casino-operator"]).await;
    all(&mut ada, "sentosa", &["leave ada"]).await;
    all(&mut boss, "sentosa", &["close"]).await;
    let shoes = ended_shoes(&house, "sentosa").await;
    assert_eq!(shoes[0]["commitment"], json!(promised), "{shoes}");
    assert_eq!((&shoes[0]["end"], &shoes[0]["shares"]), (&json!("table-closed"), &json!(1)), "{shoes}");
    let number = shoes[0]["number"].as_u64().unwrap();
    let text = house.client().get(&format!("/api/v1/tables/sentosa/shoes/{number}")).await.body;
    let record: ShoeRecord = text.parse().unwrap();
    record.verify().unwrap();
    let own = record.shoe().pledges.iter().find(|(own, _)| own.to_string() == pledge).unwrap();
    assert!(own.1.unwrap().to_string().ends_with(&share), "{text}");
}
