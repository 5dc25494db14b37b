//! What a journal holds is checked record by record, and the first that does not hold is named.

use std::sync::Arc;

use punto_floor::{
    AuditError, Books, ClockStep, Floor, RecordFault, Replay, SimulatedClock, Standing, TablePlan, audit,
};
use punto_journal::{Entry, Hash, Journal, Record};
use punto_records::{ENGINE, SCHEMA};
use punto_rulebook::BookSource;
use punto_table::{Account, Actor, Coin, Command, Phase, Time};
use punto_vocab::stored::Stored;

use crate::common::*;

/// The records of a table that has played a short shoe with one patron, who has won in it and lost.
async fn played(folder: &std::path::Path) -> (Floor, Vec<Record>) {
    for attempt in 0..50 {
        let (floor, records) = short_shoe(&folder.join(attempt.to_string())).await;
        let has = |part: &str| records.iter().any(|record| record.entry.body.contains(part));
        if has(&stored("collected ada@1 banker 50")) && has(&stored(PAID)) {
            return (floor, records);
        }
    }
    panic!("fifty shoes, and ada has not won in one and lost")
}

const PAID: &str = "paid ada@1 banker 50";

async fn short_shoe(folder: &std::path::Path) -> (Floor, Vec<Record>) {
    let clock = SimulatedClock::at(START);
    let floor = floor(folder, &clock).await;
    let opening = "usual, limits 5..5000, decks 4, house cut-card-depth 190, demonstration yes";
    let table = floor.add_table(plan("t", "rws-2016", opening), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    while table.now().opened.is_none() {
        let moment = table.now();
        if let Phase::Betting(betting) = &moment.table.open.as_ref().unwrap().phase
            && betting.opened.is_some()
            && !betting.closed
            && betting.wagers.is_empty()
        {
            done(say(&table, Actor::Patron(patron("ada")), "bet ada@1 banker 50").await);
        }
        step(&table, &clock).await;
    }
    let records = floor.journal().read(&"table/t".parse().unwrap(), 0, 1_000).unwrap();
    (floor, records)
}

/// Reads records again, made anew into a chain that holds.
fn reread(books: &Books, records: &[Record]) -> Result<Standing, (u64, String)> {
    let mut replay = Replay::new(books, Standing::new("t"), books.of_id("rws-2016"));
    let mut prev = Hash::ZERO;
    for record in records {
        let record = record.entry.clone().seal(prev);
        prev = record.hash;
        replay.take(&record).map_err(|bad| (bad.seq, bad.to_string()))?;
    }
    Ok(replay.standing)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_record_is_named_even_in_a_chain_that_holds() {
    let folder = tempfile::tempdir().unwrap();
    let (floor, records) = played(folder.path()).await;
    let books = books();
    assert!(reread(&books, &records).is_ok());
    let place = |part: &str| records.iter().position(|record| record.entry.body.contains(part)).unwrap();
    // What was said, what came of it, by which clause, by whom, and the cards themselves.
    let (wager, bought) = (stored("wagered ada@1 banker 50"), stored("bought ada 100000 balance"));
    let wagered = place(&wager);
    let ended = place(&stored("collected ada@1 banker 50")).min(place("\"concluded\""));
    let forgeries: [(usize, &str, &str); 8] = [
        (wagered, &wager, &stored("wagered ada@1 banker 500")),
        (wagered, "rws-2016/3.3:banker", "rws-2016/3.3:player"),
        (ended, "\"concluded\"", "\"closed\""),
        (ended, "\"concluded\"", "\"concluded-\""),
        (ended, "\"what\":\"concluded\"", "\"what\":\"concluded\",\"what\":\"concluded\""),
        (place(&bought), &bought, &stored("bought ada 900000 balance")),
        (place("\"opened\":{\"opening\""), "\"cut\":", "\"cut\":1"),
        (place("\"opened\":{\"opening\""), "entropy ", "entropy 0"),
    ];
    for (number, from, to) in forgeries {
        let mut forged = records.clone();
        let body = forged[number].entry.body.replace(from, to);
        assert_ne!(body, records[number].entry.body, "{from}");
        forged[number].entry.body = body;
        let (seq, why) = reread(&books, &forged).unwrap_err();
        assert_eq!(seq, number as u64 + 1, "{from}: {why}");
        assert!(why.contains("expected") && why.contains("found"), "{why}");
    }
    // Another card, said and recorded alike: the table takes it, and the shoe's opening does not.
    let dealt = place("\"said\":{\"card\":");
    let card = records[dealt].entry.body.split("\"card\":\"").nth(1).unwrap()[..2].to_owned();
    let other = if card == "Ks" { "Qs" } else { "Ks" };
    let mut forged = records.clone();
    forged[dealt].entry.body = forged[dealt].entry.body.replace(&card, other);
    let (seq, why) = reread(&books, &forged).unwrap_err();
    assert!(seq > dealt as u64 + 1, "{seq}: {why}");
    // A record left out, and one by somebody else.
    let mut short = records.clone();
    short.remove(3);
    assert_eq!(reread(&books, &short).unwrap_err().0, 5);
    let mut other = records.clone();
    other[wagered].entry.actor = "patron ben".into();
    assert!(reread(&books, &other).is_err());

    // Sound records that cannot be read are told apart from forged ones, and so is a form of the past.
    let cases =
        [(ENGINE - 1, SCHEMA, RecordFault::Unreadable), (ENGINE, SCHEMA + 1, RecordFault::Unreadable)];
    for (engine, schema, fault) in cases.into_iter().chain([(ENGINE, 1, RecordFault::TooOld)]) {
        let mut replay = Replay::new(&books, Standing::new("t"), books.of_id("rws-2016"));
        let mut prev = Hash::ZERO;
        let bad = records.iter().enumerate().find_map(|(number, record)| {
            let mut entry = record.entry.clone();
            if number == wagered {
                entry.schema = schema;
                entry.body = entry.body.replace("\"wagered\"", "\"waged\"");
            }
            entry.engine = engine;
            let record = entry.seal(prev);
            prev = record.hash;
            replay.take(&record).err()
        });
        assert_eq!(bad.unwrap().fault, fault, "engine {engine}, schema {schema}");
    }
    let found = audit(&**floor.journal(), books, &mut |_| {}).unwrap();
    assert_eq!((found.shoes, found.unknown.len()), (1, 0));
}

/// Writes a house's streams anew, as another engine would have, with one event otherwise.
async fn rewritten(from: &Floor, to: &std::path::Path, engine: u16, (what, other): (&str, &str)) {
    let (what, other) = (&*stored(what), &*stored(other));
    let (old, new) = (from.journal(), journal(to).await);
    for shelf in ["setting", "rulebook"] {
        for name in old.names(shelf).unwrap() {
            new.put(shelf, &name, &old.get(shelf, &name).unwrap().unwrap()).unwrap();
        }
    }
    for head in old.heads().unwrap() {
        let records = old.read(&head.stream, 0, 10_000).unwrap();
        let place = records.iter().position(|record| record.entry.body.contains(what));
        let again = |(number, record): (usize, Record)| {
            let mut entry = record.entry;
            entry.engine = engine;
            if Some(number) == place {
                entry.body = entry.body.replace(what, other);
            }
            entry
        };
        new.append(records.into_iter().enumerate().map(again).collect()).await.unwrap();
    }
}

/// A journal of an older engine starts without a snapshot, and what it decided otherwise stays as it was decided; so is
/// one of a newer engine read, but not gone on with.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_engine_decided_is_folded_as_it_is_stored() {
    let [folder, older, newer, forged] = [(); 4].map(|()| tempfile::tempdir().unwrap());
    let (floor, records) = played(folder.path()).await;
    let said: u64 = records.iter().filter(|record| record.entry.body.starts_with("{\"said\"")).count() as u64;
    let now = floor.table(&"t".parse().unwrap()).unwrap().standing();
    // Its rules paid one cent less on Banker than this engine's do.
    let change = (PAID, "paid ada@1 banker 49.99");
    rewritten(&floor, older.path(), ENGINE - 1, change).await;
    rewritten(&floor, newer.path(), ENGINE + 1, change).await;
    rewritten(&floor, forged.path(), ENGINE, change).await;

    let clock = SimulatedClock::at(Time(now.at));
    let balance =
        |standing: &Standing| standing.table.ledger.on(Coin::Credits, Account::Balance(patron("ada")));
    for folder in [&older, &newer] {
        let again = crate::common::floor(folder.path(), &clock).await;
        let table = again.table(&"t".parse().unwrap()).unwrap();
        assert_eq!(balance(&now) - balance(&table.standing()), money("0.01"));
        assert!(table.standing().balances());
        let mut same = table.standing();
        (same.hash, same.table, same.meters) = (now.hash, now.table.clone(), now.meters.clone());
        same.recall = now.recall.clone();
        assert_eq!(same, now);
        let found = audit(&**again.journal(), books(), &mut |_| {}).unwrap();
        let folded: Vec<_> =
            found.folded.iter().map(|(stream, count)| (stream.to_string(), *count)).collect();
        assert!(folded.contains(&("table/t".to_owned(), said)), "{folded:?}");
        assert!(found.decided_again() < found.records - said + 1, "{found:?}");
        let left = say(&table, Actor::System, "leave ada").await;
        if std::ptr::eq(folder, &newer) {
            let told = left.unwrap_err().to_string();
            assert!(told.contains(&format!("decided by the engine {}", ENGINE + 1)), "{told}");
            eventually("it is a significant event", || {
                again.site().now().noted.contains_key(&punto_site::Kind::TableFault)
            })
            .await;
            continue;
        }
        // What comes now is decided by the rules of today, and re-made.
        done(left);
        let later = audit(&**again.journal(), books(), &mut |_| {}).unwrap();
        assert_eq!(later.folded, found.folded);
        assert!(later.decided_again() > found.decided_again());
    }

    // The same event under this engine's number is a forgery.
    let journal = journal(forged.path()).await;
    let error = Floor::start(setup(journal, &clock)).await.err().unwrap().to_string();
    assert!(error.contains("expected paid ada@1 banker 50 by"), "{error}");
    assert!(error.contains("found paid ada@1 banker 49.99 by"), "{error}");
}

/// A line names a ruling by its cure and terms by their document; a record has all of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rulings_and_changes_of_terms_of_an_older_engine_are_folded_whole() {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor(folder.path(), &SimulatedClock::at(START)).await;
    let live =
        TablePlan { dealer: punto_floor::Dealer::Person, ..plan("t", "nsw-2021", "usual, limits 25..500") };
    let table = floor.add_table(live, Actor::System).await.unwrap();
    let lines = [
        "casino-supervisor sue: sign-on",
        "prepare",
        "sit ada@1",
        "patron ada: dispute ada the dealer was slow",
        "game-supervisor max: decide no harm was done",
        "casino-supervisor sue: review it was slow but right",
        "bet ada@1 player 100",
        "card Ks",
        "card 2d",
        "card 6h",
        "card 3c",
        "call points",
        "card 9d to player",
    ];
    for line in lines {
        let (by, said) = line.split_once(": ").unwrap_or(("dealer dan", line));
        done(say(&table, by.parse().unwrap(), said).await);
    }
    for line in ["dealer dan: resume", "dealer dan: call points", "dealer dan: settle"] {
        let (by, said) = line.split_once(": ").unwrap();
        say(&table, by.parse().unwrap(), said).await.unwrap();
    }
    let records = floor.journal().read(&"table/t".parse().unwrap(), 0, 100).unwrap();
    let bodies: String = records.iter().map(|record| record.entry.body.as_str()).collect();
    for name in ["irregular", "ruled", "ordered", "decided", "reviewed", "concluded"] {
        assert!(bodies.contains(&format!("\"{name}\"")), "{name} is not in {bodies}");
    }
    let books = books();
    let mut replay = Replay::new(&books, Standing::new("t"), books.of_id("nsw-2021"));
    let mut prev = Hash::ZERO;
    for record in records {
        let record = Entry { engine: ENGINE - 1, ..record.entry }.seal(prev);
        prev = record.hash;
        assert!(replay.take(&record).unwrap().folded);
    }
    let now = table.standing();
    replay.standing.hash = now.hash;
    assert_eq!(replay.standing, now);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_side_of_a_transfer_alone_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = floor.add_table(plan("t", "rws-2016", "usual, limits 5..5000"), Actor::System).await.unwrap();
    done(say(&table, Actor::Patron(patron("ada")), "sit ada@1").await);
    // Somebody writes a buy-in into the table's stream that no account knows of.
    let records = floor.journal().read(&"table/t".parse().unwrap(), 0, 10).unwrap();
    let mut entry = records.last().unwrap().entry.clone();
    (entry.seq, entry.key, entry.actor) = (entry.seq + 1, None, "system".into());
    let said = Stored::store(&"buy-in ada 70 balance".parse::<Command>().unwrap());
    let bought = stored("bought ada 70 balance");
    entry.body =
        format!(r#"{{"said":{said},"events":[{{"what":{bought},"by":["rws-2016/1:player-terminal"]}}]}}"#);
    floor.journal().append(vec![entry]).await.unwrap();
    let wrong = audit(&**floor.journal(), books(), &mut |_| {}).unwrap_err();
    assert!(matches!(&wrong, AuditError::Transfer { at_table, .. } if *at_table == money("70")), "{wrong}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_keeps_the_text_it_was_opened_under() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    // The same document with another title is another text.
    let text = |file: &str| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulebooks/rws-2016/");
        std::fs::read_to_string(format!("{path}{file}")).unwrap()
    };
    let (book, clauses) = (text("rulebook.toml"), text("clauses.toml"));
    let mut amended = Books::default();
    let source = BookSource {
        folder: "amended".into(),
        rulebook: book.replace("version 4\"", "version 5\"").into(),
        clauses: clauses.into(),
        scenarios: Vec::new(),
    };
    let amended_book = amended.add_source(source).unwrap();
    {
        let journal = journal(folder.path()).await;
        let setup = punto_floor::Setup { books: amended, ..setup(journal, &clock) };
        let floor = Floor::start(setup).await.unwrap();
        let table = floor.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
        seat(&table, &["ada"]).await;
        assert_eq!(table.book().digest, amended_book.digest);
    }
    // A program that has only the old text finds the other in the journal.
    let floor = floor(folder.path(), &clock).await;
    let table = floor.table(&"t".parse().unwrap()).unwrap();
    assert_eq!(table.book().digest, amended_book.digest);
    done(say(&table, Actor::System, "leave ada").await);
    done(say(&table, Actor::System, "close").await);
    done(say(&table, Actor::System, "open usual, demonstration yes, limits 5..5000").await);
    assert_eq!(
        table.book().digest,
        books().of_id("rws-2016").unwrap().digest,
        "opened anew, by the text in force"
    );
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
}

/// A simulated clock whose machine was set by somebody.
struct Stepped(SimulatedClock, std::sync::Mutex<Option<ClockStep>>);

impl punto_floor::Clock for Stepped {
    fn now(&self) -> Time {
        self.0.now()
    }

    fn sleep_until(&self, at: Time) -> punto_floor::BoxFuture<'static, ()> {
        self.0.sleep_until(at)
    }

    fn not_before(&self, at: Time) {
        self.0.not_before(at);
    }

    fn take_step(&self) -> Option<ClockStep> {
        self.1.lock().unwrap().take()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_of_the_clock_is_a_significant_event_and_checkpoints_come_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let step = ClockStep { at: START, micros: -7_200_000_000 };
    let stepped = Stepped(clock.clone(), std::sync::Mutex::new(Some(step)));
    let setup = punto_floor::Setup {
        clock: Arc::new(stepped),
        checkpoint_every: Some(10_000_000),
        ..setup(journal(folder.path()).await, &clock)
    };
    let floor = Floor::start(setup).await.unwrap();
    let live =
        TablePlan { dealer: punto_floor::Dealer::Person, ..plan("t", "nsw-2021", "usual, limits 5..5000") };
    floor.add_table(live, Actor::System).await.unwrap();
    let signed = || !floor.journal().checkpoints(0).unwrap().is_empty();
    // The floor looks every second, and goes on when it has looked.
    for second in 1..=10 {
        assert!(!signed(), "it is due after ten seconds, not {second}");
        let look = Time(START.0 + second * 1_000_000);
        eventually("the floor waits for its next look", || clock.wakes_somebody(look)).await;
        clock.advance_to(look);
    }
    eventually("a checkpoint is signed", signed).await;
    let noted = || floor.site().now().noted.contains_key(&punto_site::Kind::ClockStep);
    eventually("the step is recorded", noted).await;
}
