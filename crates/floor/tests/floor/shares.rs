//! What is promised of the house's own shoe: every commitment is opened, and patrons have a share in the order.

use std::path::Path;

use punto_floor::{Floor, SharesStage, SimulatedClock, TableHandle, TablePlan, audit};
use punto_journal::{Journal, PublicKey, Signer, statement};
use punto_records::{Body, ShoeStep, TableBody};
use punto_report::{ended_shoe, ended_shoes, shoe_record};
use punto_shoe::{Commitment, CutBy, Discard, Opening, Share, ShoeRecord};
use punto_site::Kind;
use punto_table::{Actor, Phase};
use punto_vocab::{PersonId, Role};
use punto_wire::ShoeEnd;

use crate::common::*;

fn short(name: &str) -> TablePlan {
    plan(name, "rws-2016", OPENING)
}

const OPENING: &str = "usual, limits 5..5000, decks 4, house cut-card-depth 190, demonstration yes";

fn share(byte: u8) -> Share {
    Share::from_hex(&format!("{byte:02x}").repeat(32), &format!("{byte:02x}").repeat(16)).unwrap()
}

fn promise_of(table: &TableHandle) -> Commitment {
    table.now().shoe.as_ref().unwrap().commitment
}

fn stage_of(table: &TableHandle) -> Option<SharesStage> {
    Some(table.now().shoe.as_ref()?.shares.as_ref()?.stage)
}

/// A table at which these patrons sit, the next shoe of which is promised.
async fn promised(floor: &Floor, clock: &SimulatedClock, names: &[&str]) -> TableHandle {
    let table = floor.add_table(short("t"), Actor::System).await.unwrap();
    seat(&table, names).await;
    table_promises(&table, clock).await;
    table
}

async fn table_promises(table: &TableHandle, clock: &SimulatedClock) {
    while table.now().shoe.is_none() {
        step(table, clock).await;
    }
}

/// Every step of the table's shoes.
fn steps(journal: &dyn Journal) -> Vec<ShoeStep> {
    let records = journal.read(&"table/t".parse().unwrap(), 0, 10_000).unwrap();
    let body = |record: &punto_journal::Record| TableBody::of(&record.entry).unwrap();
    let step = |body| match body {
        Body::Shoe(step) => Some(step),
        Body::Said(_) => None,
    };
    records.iter().map(body).filter_map(step).collect()
}

/// The promises of a table, each with whether it was opened by what follows; asserts that the opening is its own.
fn promises(journal: &dyn Journal) -> Vec<(Commitment, bool)> {
    let mut promises: Vec<(Commitment, bool)> = Vec::new();
    for step in steps(journal) {
        match step {
            ShoeStep::Prepared(prepared) => promises.push((prepared.commitment, false)),
            ShoeStep::Opened { opening, .. } | ShoeStep::Discarded { opening, .. } => {
                let last = promises.last_mut().unwrap();
                assert_eq!(opening.parse::<Opening>().unwrap().commitment(), last.0);
                last.1 = true;
            }
            ShoeStep::Void { why } => panic!("void: {why}"),
            ShoeStep::Pledged { .. } | ShoeStep::PledgesClosed | ShoeStep::Revealed { .. } => {}
        }
    }
    promises
}

fn discarded(floor: &Floor) -> Option<u32> {
    floor.site().now().noted.get(&Kind::ShoesDiscarded).copied()
}

fn listed(journal: &dyn Journal) -> Vec<ShoeEnd> {
    let stream = "table/t".parse().unwrap();
    let ended = ended_shoes(|after| journal.read(&stream, after, 1_000)).unwrap();
    ended.iter().map(|shoe| shoe.end).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shoe_that_is_closed_before_its_cut_is_opened_listed_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = promised(&floor, &clock, &["ada"]).await;
    let gus = patron("gus");
    let officer = Actor::Staff(Role::GameSupervisor, gus);
    for again in 1..=3 {
        table_promises(&table, &clock).await;
        let commitment = promise_of(&table);
        done(say(&table, officer, "close").await);
        while table.now().shoe.is_some() {
            step(&table, &clock).await;
        }
        assert_eq!(promises(&**floor.journal()).last(), Some(&(commitment, true)));
        let opened = table.now().opened.clone().unwrap();
        assert_eq!((opened.discarded, opened.notice.cut), (Some(Discard::TableClosed), None));
        assert_eq!(listed(&**floor.journal()), vec![ShoeEnd::TableClosed; again]);
        match again {
            1 => assert_eq!(discarded(&floor), None, "one may have its reason"),
            more => {
                let noted = more as u32 - 1;
                eventually("the event is recorded", || discarded(&floor) == Some(noted)).await;
                let site = floor.site().now();
                let mut noted = site.notices.values().filter(|notice| notice.kind == Kind::ShoesDiscarded);
                assert!(noted.all(|notice| notice.is_about(gus)), "nobody sees to what they did");
            }
        }
        done(say(&table, Actor::System, &format!("open {OPENING}")).await);
        seat(&table, &["ada"]).await;
    }
    // Its record is one that anybody can check, and the journal as a whole holds.
    let stream = "table/t".parse().unwrap();
    let number = ended_shoes(|after| floor.journal().read(&stream, after, 1_000)).unwrap()[0].number;
    let signer = Signer::new(&[9; 32]);
    let text = shoe_record(&**floor.journal(), &signer, &stream, number.into()).unwrap().unwrap();
    let record: ShoeRecord = text.parse().unwrap();
    assert_eq!((record.shoe().discarded, record.verify().unwrap().dealt), (Some(Discard::TableClosed), 0));
    assert!(audit(&**floor.journal(), books(), &mut |_| {}).is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shoe_given_up_after_its_cut_is_listed_with_its_reason_and_its_cards() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = promised(&floor, &clock, &["ada"]).await;
    while table.now().table.coups.ended() < 2 {
        // A wager where wagers are open; elsewhere it is refused.
        let _ = say(&table, Actor::Patron(patron("ada")), "bet ada@1 player 5").await.unwrap();
        step(&table, &clock).await;
    }
    while table.now().table.open.as_ref().is_some_and(|open| open.in_coup()) {
        step(&table, &clock).await;
    }
    // Two coups take four cards each at least, and two naturals no more.
    let drawn = table.now().table.open.as_ref().map_or(0, |open| open.shoe.drawn);
    done(say(&table, Actor::System, "close").await);
    while table.now().shoe.is_some() {
        step(&table, &clock).await;
    }
    let opened = table.now().opened.clone().unwrap();
    assert_eq!(opened.discarded, Some(Discard::TableClosed));
    assert!(opened.notice.cut.is_some() && drawn >= 8, "{opened:?}");
    assert_eq!(opened.drawn, drawn, "every card of the table's coups, and no other");
    assert_eq!(listed(&**floor.journal()), [ShoeEnd::TableClosed], "and not as played");
    let stream = "table/t".parse().unwrap();
    let number = ended_shoes(|after| floor.journal().read(&stream, after, 1_000)).unwrap()[0].number;
    let signer = Signer::new(&[9; 32]);
    let text = shoe_record(&**floor.journal(), &signer, &stream, number.into()).unwrap().unwrap();
    let record: ShoeRecord = text.parse().unwrap();
    assert_eq!(record.shoe().discarded, Some(Discard::TableClosed));
    assert_eq!(record.verify().unwrap().dealt, opened.drawn as usize);
    assert!(audit(&**floor.journal(), books(), &mut |_| {}).is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_opened_again_with_other_decks_opens_the_shoe_it_had_promised() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = promised(&floor, &clock, &["ada"]).await;
    let first = promise_of(&table);
    // Closed and opened before the dealer has come to it: with the same decks the promise stands.
    done(say(&table, Actor::System, "close").await);
    done(say(&table, Actor::System, &format!("open {OPENING}")).await);
    assert_eq!(promise_of(&table), first);
    done(say(&table, Actor::System, "close").await);
    done(say(&table, Actor::System, &format!("open {}", OPENING.replace("decks 4", "decks 8"))).await);
    seat(&table, &["ada"]).await;
    while table.now().shoe.as_ref().is_none_or(|shoe| shoe.commitment == first) {
        step(&table, &clock).await;
    }
    assert_eq!(promises(&**floor.journal())[0], (first, true));
    assert_eq!(listed(&**floor.journal()), [ShoeEnd::OtherDecks]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shares_of_terminals_go_into_the_order_and_the_record_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = floor.add_table(short("t"), Actor::System).await.unwrap();
    seat(&table, &["ada", "ben", "cat"]).await;
    let _terminals = [table.terminal(patron("ada")), table.terminal(patron("ben"))];
    table_promises(&table, &clock).await;
    let shoe = promise_of(&table);
    assert_eq!(stage_of(&table), Some(SharesStage::Pledging));
    let cut = refused(table.choose_cut(fresh(), patron("ada"), 100, None).await);
    assert!(cut.contains("no shoe waits"), "{cut}");
    let early = refused(table.reveal(patron("ada"), shoe, share(1)).await);
    assert!(early.contains("no shoe takes or awaits this share now (house:patron-randomness)"), "{early}");

    let pledge = |name: &str, byte: u8| share(byte).pledge(&shoe, name);
    done(table.pledge(patron("ada"), shoe, pledge("ada", 1)).await);
    assert!(done(table.pledge(patron("ada"), shoe, pledge("ada", 1)).await).repeated);
    let other = refused(table.pledge(patron("ada"), shoe, pledge("ada", 9)).await);
    assert!(other.contains("another share was pledged"), "{other}");
    let copied = refused(table.pledge(patron("ben"), shoe, pledge("ada", 1)).await);
    assert!(copied.contains("somebody else has pledged the same"), "{copied}");
    let away = refused(table.pledge(patron("dan"), shoe, pledge("dan", 4)).await);
    assert!(away.contains("not at the table"), "{away}");
    assert_eq!(stage_of(&table), Some(SharesStage::Pledging), "ben is waited for");
    // Cat has no terminal that is asked, and gives a share all the same.
    done(table.pledge(patron("cat"), shoe, pledge("cat", 3)).await);
    done(table.pledge(patron("ben"), shoe, pledge("ben", 2)).await);
    eventually("nobody is waited for any more", || stage_of(&table) == Some(SharesStage::Revealing)).await;
    let late = refused(table.pledge(patron("dan"), shoe, pledge("dan", 4)).await);
    assert!(late.contains("no shoe takes"), "{late}");
    assert_eq!(table.now().shoe.as_ref().unwrap().shares.as_ref().unwrap().pledges.len(), 3);

    let wrong = refused(table.reveal(patron("ada"), shoe, share(9)).await);
    assert!(wrong.contains("not the share that was pledged"), "{wrong}");
    for (name, byte) in [("cat", 3), ("ada", 1), ("ben", 2)] {
        done(table.reveal(patron(name), shoe, share(byte)).await);
        assert!(done(table.reveal(patron(name), shoe, share(byte)).await).repeated);
    }
    assert_eq!(stage_of(&table), Some(SharesStage::In));
    // Nobody cuts: the cut follows from the shoe itself, and is not the middle.
    while !matches!(table.now().table.open.as_ref().unwrap().phase, Phase::Betting(_)) {
        step(&table, &clock).await;
    }
    done(say(&table, Actor::System, "close").await);
    while table.now().shoe.is_some() {
        step(&table, &clock).await;
    }
    let stream = "table/t".parse().unwrap();
    let read = |after| floor.journal().read(&stream, after, 1_000);
    let number = ended_shoes(read).unwrap()[0].number;
    assert_eq!(ended_shoes(read).unwrap()[0].shares, 3);
    let signer = Signer::new(&[9; 32]);
    let text = shoe_record(&**floor.journal(), &signer, &stream, number.into()).unwrap().unwrap();
    // Whole words: the digits of a hash can spell a short name.
    let names = ["ada", "ben", "cat"];
    assert!(
        !text.split_whitespace().any(|word| names.contains(&word)),
        "names are not for everybody: {text}"
    );
    let record: ShoeRecord = text.parse().unwrap();
    record.verify().unwrap();
    assert_eq!(record.shoe().cut.unwrap().by, CutBy::Own);
    let pledges: Vec<String> = record.shoe().pledges.iter().map(|(pledge, _)| pledge.to_string()).collect();
    for (name, byte) in [("ada", 1), ("ben", 2), ("cat", 3)] {
        assert!(pledges.contains(&pledge(name, byte).to_string()), "{name}");
    }
    let key: PublicKey = record.key().to_string().parse().unwrap();
    assert_eq!(key, signer.public_key());
    assert!(statement::holds(&key, &record.statement(), record.signature()));
    // A true seed with a false cut, and cards to fit it, is found: by the cut itself, the signature and the journal.
    let kept = ended_shoe(read, &stream, number.into()).unwrap().unwrap();
    let order = kept.opening.order(&kept.pledges.shares().unwrap()).unwrap();
    let cards = |cut: usize| -> Vec<String> {
        order.iter().cycle().skip(cut).take(kept.dealt.len()).map(ToString::to_string).collect()
    };
    let cut = usize::from(kept.cut.unwrap().at);
    let lied = text.replace(&format!("cut {cut} own"), "cut 104 own").replace(
        &format!("dealt {}\n{}", kept.dealt.len(), cards(cut).join(" ")),
        &format!("dealt {}\n{}", kept.dealt.len(), cards(104).join(" ")),
    );
    let lied: ShoeRecord = lied.parse().unwrap();
    assert!(cut == 104 || lied.verify().is_err());
    assert!(cut == 104 || !statement::holds(&key, &lied.statement(), lied.signature()));
    assert!(audit(&**floor.journal(), books(), &mut |_| {}).is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_share_that_is_withheld_opens_the_shoe_and_its_terminal_sits_out_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = floor.add_table(short("t"), Actor::System).await.unwrap();
    seat(&table, &["ada", "ben"]).await;
    let _terminals = [table.terminal(patron("ada")), table.terminal(patron("ben"))];
    table_promises(&table, &clock).await;
    let shoe = promise_of(&table);
    for (name, byte) in [("ada", 1), ("ben", 2)] {
        done(table.pledge(patron(name), shoe, share(byte).pledge(&shoe, name)).await);
    }
    eventually("pledges are closed", || stage_of(&table) == Some(SharesStage::Revealing)).await;
    done(table.reveal(patron("ada"), shoe, share(1)).await);
    let due = table.now().timer.unwrap();
    assert_eq!(due.what, punto_floor::TimedStep::Shares);
    while table.now().shoe.as_ref().is_none_or(|next| next.commitment == shoe) {
        step(&table, &clock).await;
    }
    assert_eq!(listed(&**floor.journal()), [ShoeEnd::ShareWithheld]);
    assert_eq!(promises(&**floor.journal())[0], (shoe, true));
    let next = promise_of(&table);
    let out = refused(table.pledge(patron("ben"), next, share(3).pledge(&next, "ben")).await);
    assert!(out.contains("gives none for this one"), "{out}");
    let stale = refused(table.pledge(patron("ada"), shoe, share(1).pledge(&shoe, "ada")).await);
    assert!(stale.contains("of another shoe"), "{stale}");
    done(table.pledge(patron("ada"), next, share(4).pledge(&next, "ada")).await);
    eventually("only ada was waited for", || stage_of(&table) == Some(SharesStage::Revealing)).await;
    done(table.reveal(patron("ada"), next, share(4)).await);
    assert_eq!(stage_of(&table), Some(SharesStage::In));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminal_that_does_not_answer_holds_the_table_up_once() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = floor.add_table(short("t"), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    let _dead = table.terminal(patron("ada"));
    table_promises(&table, &clock).await;
    let begun = table.now().at;
    step(&table, &clock).await;
    assert_eq!(stage_of(&table), Some(SharesStage::In), "none was pledged: the house's entropy stands alone");
    assert_eq!(table.now().at.0 - begun.0, PACE.share_window);
    done(say(&table, Actor::System, "close").await);
    while table.now().shoe.is_some() {
        step(&table, &clock).await;
    }
    done(say(&table, Actor::System, &format!("open {OPENING}")).await);
    seat(&table, &["ada"]).await;
    table_promises(&table, &clock).await;
    let now = punto_floor::Clock::now(&clock);
    eventually("it is not waited for again", || stage_of(&table) == Some(SharesStage::In)).await;
    assert_eq!(punto_floor::Clock::now(&clock), now);
}

/// A generator good enough to choose what comes next; the same seed gives the same choices.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Everybody does anything at any time, and now and then the power fails: every promise is opened, or is the last one.
async fn any_interleaving(folder: &Path, seed: u64) {
    let mut dice = Dice(seed);
    let clock = SimulatedClock::at(START);
    let mut house = floor(folder, &clock).await;
    let mut table = house.add_table(short("t"), Actor::System).await.unwrap();
    let names = ["ada", "ben"];
    seat(&table, &names).await;
    let mut terminals: Vec<_> = names.map(|name| table.terminal(patron(name))).into();
    for _ in 0..60 {
        let name = names[dice.below(2)];
        let who: PersonId = patron(name);
        let shoe = table.now().shoe.as_ref().map(|shoe| shoe.commitment);
        match (dice.below(9), shoe) {
            (0, Some(shoe)) => drop(table.pledge(who, shoe, share(1).pledge(&shoe, name)).await),
            (1, Some(shoe)) => drop(table.reveal(who, shoe, share(1)).await),
            (2, _) => drop(say(&table, Actor::Patron(who), &format!("leave {name}")).await),
            (3, _) => drop(say(&table, Actor::System, "close").await),
            (4, _) => {
                let decks = if dice.below(3) == 0 { "decks 6" } else { "decks 4" };
                let opening = OPENING.replace("decks 4", decks);
                drop(say(&table, Actor::System, &format!("open {opening}")).await);
                drop(say(&table, Actor::Patron(who), &format!("sit {name}@1")).await);
            }
            (5, _) => {
                terminals.clear();
                drop(table);
                drop(house);
                house = floor(folder, &clock).await;
                table = house.table(&"t".parse().unwrap()).unwrap();
                terminals = names.map(|name| table.terminal(patron(name))).into();
            }
            _ => {
                step_if_due(&table, &clock).await;
            }
        }
        let promises = promises(&**house.journal());
        let open = promises.iter().position(|(_, opened)| !opened);
        assert!(open.is_none_or(|place| place + 1 == promises.len()), "seed {seed}: {promises:?}");
    }
    // In the end the table closes, and nothing is left unopened.
    drop(say(&table, Actor::System, "close").await);
    while step_if_due(&table, &clock).await.is_some() {}
    assert_eq!(table.now().fault, None, "seed {seed}");
    assert!(promises(&**house.journal()).iter().all(|(_, opened)| *opened), "seed {seed}");
    assert!(audit(&**house.journal(), books(), &mut |_| {}).is_ok(), "seed {seed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_promise_is_opened_whatever_comes_between() {
    for seed in 0..12 {
        let folder = tempfile::tempdir().unwrap();
        any_interleaving(folder.path(), seed).await;
    }
}
