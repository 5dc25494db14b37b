//! What each kind of viewer gets to see, byte for byte: no card and no stake before its time.

use punto_vocab::Card;
use serde_json::json;

use super::floor::{all, demo_staff, guest, open, say, view};
use super::watcher::Watcher;
use crate::support::{Client, House, eventually};

/// Somebody who watches, and everything they got: frames, answers, and what they asked for over HTTP.
struct Eye {
    name: &'static str,
    client: Client,
    role: &'static str,
    watcher: Watcher,
    /// How much of what was heard has been searched.
    searched: usize,
}

impl Eye {
    async fn new(name: &'static str, client: Client, role: &'static str) -> Eye {
        let query = if role.is_empty() { String::new() } else { format!("role={role}") };
        let mut watcher = Watcher::at(&client, "sydney", &query).await;
        watcher.frame("hello").await;
        watcher.view().await;
        Eye { name, client, role, watcher, searched: 0 }
    }

    /// Everything that came up to this record, over the line and on request, and not searched before.
    async fn bytes(&mut self, seq: u64) -> String {
        self.watcher.view_at(seq).await;
        let mut all = self.watcher.heard[self.searched..].join("\n");
        self.searched = self.watcher.heard.len();
        let in_role = if self.role.is_empty() { String::new() } else { format!("?role={}", self.role) };
        let paths = [
            format!("/api/v1/tables/sydney{in_role}"),
            format!("/api/v1/tables/sydney/allowed{in_role}"),
            "/api/v1/tables".to_owned(),
            "/api/v1/tables/sydney/coups".to_owned(),
            "/api/v1/me/coups".to_owned(),
            "/api/v1/tables/sydney/shoes".to_owned(),
            "/api/v1/journal/records?stream=table/sydney&limit=1000".to_owned(),
            "/api/v1/journal/records?search=d".to_owned(),
            "/api/v1/journal/export?format=jsonl".to_owned(),
            "/api/v1/journal/export?format=script&stream=table/sydney".to_owned(),
            "/api/v1/journal/export?format=csv&stream=table/sydney".to_owned(),
            format!("/api/v1/journal/steps/sydney/{seq}?as=staff:surveillance"),
            format!("/api/v1/journal/steps/sydney/{}?as=patron:ada", seq - 1),
            "/api/v1/events".to_owned(),
            "/api/v1/meters".to_owned(),
            "/api/v1/tables/sydney/meters".to_owned(),
            "/api/v1/reports/dealers?by=shoe".to_owned(),
            "/api/v1/reports/cashiers".to_owned(),
            "/api/v1/reports/win".to_owned(),
            "/api/v1/me/statement".to_owned(),
        ];
        for path in paths {
            all.push('\n');
            all.push_str(&self.client.get(&path).await.body);
        }
        // Names and labels alone: a figure of the server's work can be that of a stake by chance.
        for line in self.client.get("/metrics").await.body.lines() {
            all.push('\n');
            all.push_str(line.rsplit_once(' ').map_or(line, |(series, _)| series));
        }
        all
    }
}

/// Who may know of a card, besides surveillance.
const NOBODY: &[&str] = &[];
const ADA: &[&str] = &["ada, who holds Player"];
const BEN: &[&str] = &["ben, who holds Banker"];

/// Everybody who could look on.
async fn eyes(house: &House, dealer: &Client) -> Vec<Eye> {
    let mut eyes = vec![
        Eye::new("the public", house.client(), "").await,
        Eye::new("ada, who holds Player", guest(house, "ada").await, "").await,
        Eye::new("ben, who holds Banker", guest(house, "ben").await, "").await,
        Eye::new("cal, who only sits there", guest(house, "cal").await, "").await,
        Eye::new("the dealer", dealer.clone(), "dealer").await,
        Eye::new("the supervisor", demo_staff(house, "supervisor").await, "casino-supervisor").await,
        Eye::new("the auditor", demo_staff(house, "auditor").await, "").await,
        Eye::new("the administrator", house.admin().await, "").await,
        Eye::new("the manager", demo_staff(house, "manager").await, "casino-operator").await,
    ];
    let display = display(house, &mut eyes[5].client).await;
    eyes.push(Eye::new("the display over the table", display, "").await);
    eyes.push(Eye::new("surveillance", demo_staff(house, "watcher").await, "surveillance").await);
    eyes
}

/// The overhead sign, enrolled by a supervisor.
async fn display(house: &House, supervisor: &mut Client) -> Client {
    let asked = json!({ "kind": "display", "table": "sydney", "seat": null });
    let code = supervisor.post("/api/v1/devices/code", &asked).await.ok()["secret"].clone();
    let mut display = house.client();
    let given = display.post("/api/v1/devices/enrol", &json!({ "code": code })).await.ok();
    let way = json!({ "as": "device", "device": given["name"], "secret": given["secret"] });
    display.sign_in(&way).await.ok();
    display
}

/// The cards that a text names: two letters that are a card, between quotes, blanks or the like.
fn cards(text: &str) -> Vec<Card> {
    let apart = |c: char| !c.is_ascii_alphanumeric();
    let mut cards: Vec<Card> =
        text.split(apart).filter(|word| word.len() == 2).filter_map(|word| word.parse().ok()).collect();
    cards.sort_unstable_by_key(|card| card.index());
    cards.dedup();
    cards
}

/// Says a line as the dealer, and looks at what everybody got: only those named may know of the hidden cards.
async fn squeeze(dealer: &mut Client, eyes: &mut [Eye], line: &str, hidden: &[(&str, &[&str])]) {
    let seq = all(dealer, "sydney", &[line]).await;
    for eye in eyes {
        let bytes = eye.bytes(seq).await;
        let told = cards(&bytes);
        // Whether a card is due tells the points, too.
        let points = bytes.contains("no-card-due") && eye.name != "surveillance";
        assert!(hidden.is_empty() || !points, "after `{line}` {} got to know the points: {bytes}", eye.name);
        for (card, may) in hidden {
            let known = told.contains(&card.parse().unwrap());
            let may = eye.name == "surveillance" || may.contains(&eye.name);
            assert!(may || !known, "after `{line}` {} got to know {card}: {bytes}", eye.name);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_squeezed_card_is_known_to_whoever_holds_it() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    house.ready("sydney").await;
    all(&mut dealer, "sydney", &["sit ada@1", "sit ben@2", "sit cal@3"]).await;
    let mut eyes = eyes(&house, &dealer).await;
    for turn in 0..2 {
        squeeze(&mut dealer, &mut eyes, "bet ada@1 player 500", &[]).await;
        squeeze(&mut dealer, &mut eyes, "bet ben@2 banker 400", &[]).await;
        // Card by card, face down: nobody knows one of them, not even whoever told it to the table.
        let mut hidden: Vec<(&str, &[&str])> = Vec::new();
        let four = if turn == 0 { ["Ks", "2d", "4h", "3c"] } else { ["Qs", "3d", "Th", "Ac"] };
        for card in four {
            hidden.push((card, NOBODY));
            squeeze(&mut dealer, &mut eyes, &format!("card {card}"), &hidden).await;
        }
        // Player's go out to Ada: she alone sees them.
        let with_ada = [(four[0], ADA), (four[1], NOBODY), (four[2], ADA), (four[3], NOBODY)];
        squeeze(&mut dealer, &mut eyes, "pass player to ada", &with_ada).await;
        let view = eyes[1].watcher.heard.last().unwrap();
        assert!(view.contains(four[0]) && view.contains(four[2]), "she does see them");
        squeeze(&mut dealer, &mut eyes, "return player", &[(four[1], NOBODY), (four[3], NOBODY)]).await;
        squeeze(&mut dealer, &mut eyes, "pass banker to ben", &[(four[1], BEN), (four[3], BEN)]).await;
        squeeze(&mut dealer, &mut eyes, "return banker", &[]).await;
        squeeze(&mut dealer, &mut eyes, "call points", &[]).await;
        // Player's third card, face down and out to Ada; then Banker's.
        let third = if turn == 0 { "7d" } else { "4c" };
        squeeze(&mut dealer, &mut eyes, &format!("card {third}"), &[(third, NOBODY)]).await;
        squeeze(&mut dealer, &mut eyes, "pass player to ada", &[(third, ADA)]).await;
        squeeze(&mut dealer, &mut eyes, "return player", &[]).await;
        let last = if turn == 0 { "9s" } else { "8s" };
        squeeze(&mut dealer, &mut eyes, &format!("card {last}"), &[(last, NOBODY)]).await;
        squeeze(&mut dealer, &mut eyes, "pass banker to ben", &[(last, BEN)]).await;
        squeeze(&mut dealer, &mut eyes, "return banker", &[]).await;
        squeeze(&mut dealer, &mut eyes, "settle", &[]).await;
    }
    // When it is over everybody may know, and the past is told as it was.
    let coups = dealer.get("/api/v1/tables/sydney/coups").await.ok();
    assert_eq!(coups["items"][1]["cards"][0]["card"], "Ks");
    assert_eq!(coups["items"][1]["settled"].as_array().unwrap().len(), 2, "{coups}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_from_the_houses_own_shoe_is_not_told_to_whoever_deals_it() {
    let house = open().await;
    let mut dealer = demo_staff(&house, "dealer").await;
    let mut ada = guest(&house, "ada").await;
    all(&mut dealer, "manly", &["sign-on", "sit ada@1"]).await;
    // Punto shuffles its own shoe and makes it ready, whoever deals; nobody says so.
    assert_eq!(say(&mut dealer, "manly", "prepare").await.problem(409), "refused");
    eventually("the shoe is ready", async || {
        house.clock.advance(1_000_000);
        (view(&mut dealer, "manly").await["phase"] == "betting").then_some(())
    })
    .await;
    ada.post("/api/v1/tables/manly/buy-in", &json!({ "id": "manly-buy-1", "amount": 50_000 })).await;
    let mut watcher = Watcher::at(&dealer, "manly", "role=dealer").await;
    let mut public = Watcher::at(&house.client(), "manly", "").await;
    assert_eq!(say(&mut ada, "manly", "bet ada@1 player 100").await.status, 200);
    let named = say(&mut dealer, "manly", "card Ks").await;
    assert_eq!(named.problem(409), "refused", "nobody names a card here");
    let mut heard = String::new();
    let mut seq = 0;
    for card in 0..4 {
        let answer = watcher.say(&format!("manly-deal-{card}"), "deal").await;
        assert!(answer["refusal"].is_null(), "{answer}");
        seq = answer["seq"].as_u64().unwrap();
        heard.push_str(&answer.to_string());
        heard.push_str(&watcher.say(&format!("manly-deal-{card}"), "deal").await.to_string());
    }
    // No card leaves the shoe that is not due, so that none waits which somebody could get to know.
    let early = watcher.say("manly-deal-early", "deal").await;
    assert!(!early["refusal"].is_null(), "{early}");
    for line in ["deal to nobody", "deal to player", "deal to banker"] {
        assert_eq!(say(&mut dealer, "manly", line).await.problem(400), "bad-request", "{line}");
    }
    public.frame("hello").await;
    public.view_at(seq).await;
    heard.push_str(&watcher.heard.join(" "));
    heard.push_str(&public.heard.join(" "));
    heard.push_str(&dealer.get("/api/v1/tables/manly?role=dealer").await.body);
    heard.push_str(&dealer.get("/api/v1/tables/manly/allowed?role=dealer").await.body);
    heard.push_str(&ada.get("/api/v1/tables/manly").await.body);
    let stream = "table/manly".parse().unwrap();
    let records = house.server.app().journal().read(&stream, 0, 1_000).unwrap();
    let dealt: Vec<Card> = records
        .iter()
        .filter(|record| record.entry.body.contains("{\"dealt\":"))
        .flat_map(|record| cards(&record.entry.body))
        .collect();
    assert_eq!(dealt.len(), 4, "four cards lie face down");
    assert_eq!(cards(&heard), [], "and nobody has got to know one of them");
}
