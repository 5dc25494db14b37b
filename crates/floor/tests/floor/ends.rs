//! Everything that can be said, with every field at both its ends: what is accepted can be written, read, checked and
//! started from, and what is not is refused or no command at all.

use std::sync::Arc;

use punto_accounts::{AccountKind, Command as OfAccount, Purse, Reason, SessionEnd, SpendOrder, VoucherId};
use punto_floor::{Floor, FloorError, OutcomeOf, Said, SaidTo, SimulatedClock, Subject, audit};
use punto_journal::Journal;
use punto_records::Told;
use punto_rulebook::{Cure, Opening};
use punto_site::{
    Cause, Command as OfSite, DeviceKind, Kind, Measure, Place, Principal as Who, ProposalMatter,
    RunningSetting, Seconded,
};
use punto_table::{Actor, Command as OfTable, Happening};
use punto_vocab::stored::Stored;
use punto_vocab::{Dealer, Money, Role};
use serde_json::{Value, json};

use crate::common::*;

/// The ends of every type that a field of the site or of an account has, the first of them an ordinary value.
fn ends(kind: &str) -> Vec<Value> {
    let all = |words: &[&str]| words.iter().map(|word| json!(word)).collect::<Vec<_>>();
    let largest = Money::LARGEST.minor();
    if let Some(kind) = kind.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>')) {
        return ends(kind).into_iter().chain([Value::Null]).collect();
    }
    match kind {
        "Money" => [500, 0, 1, largest, largest + 1, i64::MAX, -1, i64::MIN].map(|n| json!(n)).to_vec(),
        "u8" => [1, 0, 255, 256, -1].map(|n| json!(n)).to_vec(),
        "u32" => [1, 0, i64::from(u32::MAX), i64::from(u32::MAX) + 1, -1].map(|n| json!(n)).to_vec(),
        "Time" => [START.0 + 1, 0, i64::MAX, -1, i64::MIN].map(|n| json!(n)).to_vec(),
        "Words" => {
            let long = |count: usize| json!("界".repeat(count));
            vec![json!("a reason"), long(200), long(201), json!("\"\\/\u{7ff}'"), json!(""), json!("a\nb")]
        }
        "PersonId" | "TableId" | "TournamentId" | "PromotionId" | "DeviceId" | "BetId" | "ActName"
        | "Given" => {
            let long = |count: usize| json!("a".repeat(count));
            vec![json!("ada"), json!("a"), long(24), long(40), long(300), json!(""), json!("A b")]
        }
        "On" => vec![Value::Null, json!("terminal-1"), json!("a".repeat(300))],
        "Place" => [Place::Site, Place::Table("t".parse().unwrap())].map(|place| place.store()).to_vec(),
        "Grant" => all(&["dealer", "admin", "game-supervisor", "no-such-grant"]),
        "GrantSet" => {
            vec![json!(["dealer"]), json!(["dealer", "cage"]), json!(["dealer", "dealer"]), json!([])]
        }
        "Concerned" => vec![json!(["ada"]), json!(["ada", "ben"]), json!(["ada", "ada"]), json!([])],
        "Measure" => measures(),
        "Seconded" => approved(),
        "Laying" => {
            vec![json!("nowhere"), json!({"to": {"hand": "player"}}), json!({"to": {"hand": "nobody"}})]
        }
        "TableCommand" => ["order", "open usual, float 10000", "bet ada@1 player 100"]
            .map(|line| line.parse::<OfTable>().unwrap().store())
            .to_vec(),
        "TableHappening" => [
            "reversed",
            "void void-coup",
            "disputed ada a card",
            "mispaid ada@1 tie said 8 paid 9 found-by system",
        ]
        .map(|line| line.parse::<Happening>().unwrap().store())
        .to_vec(),
        "TournamentHappening" => ["disqualified ada breach", "prize-paid ada 60 cash", "ruled ada it stands"]
            .map(|line| line.parse::<punto_tournament::Happening>().unwrap().store())
            .to_vec(),
        "Conditions" => ["fee 100, chips 1000", "fee 0"]
            .map(|line| line.parse::<punto_tournament::Conditions>().unwrap().store())
            .into_iter()
            .chain([json!("fee 100")])
            .collect(),
        "Payment" => punto_tournament::Payment::ALL.iter().map(Stored::store).collect(),
        "Offence" => punto_tournament::Offence::ALL.iter().map(Stored::store).collect(),
        "Refund" => punto_tournament::Refund::ALL.iter().map(Stored::store).collect(),
        "Cause" => causes(),
        "Actor" => [Actor::System, Actor::Patron("ada".parse().unwrap())].map(|actor| actor.store()).to_vec(),
        "Mode" => punto_site::Mode::ALL.iter().map(Stored::store).collect(),
        "Reading" => punto_site::Reading::ALL.iter().map(Stored::store).collect(),
        "VoucherId" => [0, 1, u64::MAX >> 1, u64::MAX]
            .into_iter()
            .filter_map(VoucherId::new)
            .map(|voucher| voucher.store())
            .collect(),
        "Most" => {
            let money = ends("Money").into_iter().map(|amount| json!({"money": {"amount": amount}}));
            let minutes = ends("u32").into_iter().map(|minutes| json!({"minutes": {"minutes": minutes}}));
            money.chain(minutes).chain([json!("unlimited")]).collect()
        }
        "AccountKind" => AccountKind::ALL.iter().map(Stored::store).collect(),
        "Purse" => Purse::ALL.iter().map(Stored::store).collect(),
        "SpendOrder" => SpendOrder::ALL.iter().map(Stored::store).collect(),
        "SessionEnd" => SessionEnd::ALL.iter().map(Stored::store).collect(),
        "LimitKind" => punto_accounts::LimitKind::ALL.iter().map(Stored::store).collect(),
        "Span" => punto_accounts::Span::ALL.iter().map(Stored::store).collect(),
        "DeviceKind" => DeviceKind::ALL.iter().map(Stored::store).collect(),
        "Kind" => Kind::ALL.iter().map(Stored::store).collect(),
        "ProposalMatter" => ProposalMatter::ALL.iter().map(Stored::store).collect(),
        "RunningSetting" => RunningSetting::ALL.iter().map(Stored::store).collect(),
        "Dealer" => Dealer::ALL.iter().map(Stored::store).collect(),
        "Cure" => Cure::ALL.iter().map(Stored::store).collect(),
        "RulebookId" => vec![json!("nsw-2021"), json!("NSW 2021"), json!("a".repeat(65)), json!("")],
        "FileId" => vec![json!("file-7"), json!("A b"), json!("a".repeat(33)), json!("")],
        "Currency" => vec![json!("AUD"), json!("A D"), json!("A".repeat(13)), json!("")],
        "Exchange" => vec![json!("JPY:10000@0.0102"), json!("JPY:1@0"), json!("JPY:1"), json!("")],
        "ManifestDigest" => vec![json!("ab".repeat(32)), json!("ab"), json!("AB".repeat(32))],
        "Opening" => ["usual", "decks 8, limits 25..5000"]
            .map(|line| line.parse::<Opening>().unwrap().store())
            .into_iter()
            .chain([json!("usual")])
            .collect(),
        "Role" => Role::ALL.iter().map(Stored::store).collect(),
        "PromotionHappening" => ["advertised a poster", "prize-dropped 1", "barred ada"]
            .map(|line| line.parse::<punto_promotion::Happening>().unwrap().store())
            .to_vec(),
        "PrizeOffer" => ["manner draw, wager none; prize 1 kind cash, value 500"]
            .map(|line| line.parse::<punto_promotion::PrizeOffer>().unwrap().store())
            .to_vec(),
        "PrizePayment" => ["cash 200 transfer 300", "cheque 0.01"]
            .map(|line| line.parse::<punto_promotion::PrizePayment>().unwrap().store())
            .to_vec(),
        "Names" => ["ada", "ada ben"]
            .map(|line| <punto_vocab::Names as punto_vocab::line::Field>::read(line).unwrap().store())
            .into_iter()
            .chain([json!([]), json!("")])
            .collect(),
        "Day" => vec![json!("1970-01-01"), json!("9999-12-31"), json!("2024-02-30"), json!("")],
        "TokenVoucherId" => vec![json!("P-4711"), json!("P 4711"), json!("P".repeat(25)), json!("")],
        "TokenVoucher" => {
            vec![
                json!("P-4711"),
                json!("P-1:on-player+tie:collected"),
                json!("P-1:collected:on-tie"),
                json!(""),
            ]
        }
        "PromotionItem" => punto_rulebook::PromotionItem::ALL.iter().map(Stored::store).collect(),
        "Tray" => vec![json!("4x25+20x100"), json!("1x0.01"), json!("0x25"), json!("")],
        other => panic!("what are the ends of {other}?"),
    }
}

/// Every measure with ordinary values, and with one field after another at each of its ends.
fn measures() -> Vec<Value> {
    let lowest = json!({"close-table": {"table": "nsw-1"}});
    [lowest].into_iter().chain(commands::<Measure>(Measure::STORED).iter().map(Stored::store)).collect()
}

/// The same of what is approved at a screen.
fn approved() -> Vec<Value> {
    let plain = json!({"say": {"command": "settle"}});
    [plain].into_iter().chain(commands::<Seconded>(Seconded::STORED).iter().map(Stored::store)).collect()
}

/// The same of what significant events tell.
fn causes() -> Vec<Value> {
    let plain = json!({"found": {"text": "a reason"}});
    [plain].into_iter().chain(commands::<Cause>(Cause::STORED).iter().map(Stored::store)).collect()
}

type Declared = (&'static str, &'static [(&'static str, &'static str)]);

/// Each command with ordinary values, and with one field after another at each of its ends.
fn commands<C: Stored>(declared: &[Declared]) -> Vec<C> {
    let mut commands = Vec::new();
    for (variant, fields) in declared {
        let name = punto_vocab::stored::name_of(variant);
        let told = |changed: Option<(&str, &Value)>| {
            let value = |field: &str, kind: &str| match changed {
                Some((own, value)) if own == field => value.clone(),
                _ => ends(kind)[0].clone(),
            };
            let fields = fields.iter().map(|(field, kind)| ((*field).to_owned(), value(field, kind)));
            let fields: serde_json::Map<_, _> = fields.filter(|(_, value)| !value.is_null()).collect();
            if fields.is_empty() { json!(name) } else { json!({ name.clone(): fields }) }
        };
        let all =
            fields.iter().flat_map(|(field, kind)| ends(kind).into_iter().map(move |end| (*field, end)));
        commands.extend([C::restore_value(&told(None)).unwrap_or_else(|why| panic!("{variant}: {why}"))]);
        commands.extend(all.filter_map(|(field, end)| C::restore_value(&told(Some((field, &end)))).ok()));
    }
    commands
}

/// Says all of it to something as each of these; counts what was done.
async fn said<S: Subject>(
    commands: Vec<S::Command>,
    who: &[Who],
    say: impl AsyncFn(SaidTo<S>) -> Result<OutcomeOf<S>, FloorError>,
) -> usize {
    let mut accepted = 0;
    for command in commands {
        for by in who {
            let said = SaidTo { key: None, by: *by, command: command.clone() };
            match say(said).await {
                Ok(OutcomeOf::Done(_)) => accepted += 1,
                Ok(OutcomeOf::Refused(_)) | Err(FloorError::Refused(_)) => {}
                Err(error) => panic!("{command}: {error}"),
            }
        }
    }
    accepted
}

/// Every record can be told, the whole journal checked, and the house started again.
async fn holds(folder: &std::path::Path, floor: Floor, clock: &SimulatedClock) {
    floor.stop().await;
    let journal: Arc<dyn Journal> = floor.journal().clone();
    for head in journal.heads().unwrap() {
        for record in journal.read(&head.stream, 0, usize::MAX).unwrap() {
            Told::of(&record.entry).unwrap_or_else(|error| panic!("{}: {error}", record.entry.body));
        }
        // From the records alone, too.
        journal.remove("snapshot", head.stream.as_str()).unwrap();
    }
    audit(&*journal, books(), &mut |_| {}).unwrap();
    drop((journal, floor));
    let again = self::floor(folder, clock).await;
    again.patron(patron("ada")).await.unwrap();
    again.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_an_account_is_told_can_be_read_again() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), SimulatedClock::at(START));
    let floor = floor(folder.path(), &clock).await;
    let account = floor.patron(patron("ada")).await.unwrap();
    let who = [
        Who::Staff(patron("cay")),
        Who::System,
        Who::Patron(patron("ada")),
        Who::Table("ada".parse().unwrap()),
        Who::Device("terminal-1".parse().unwrap()),
    ];
    // What closes the account or shuts its holder out is said last.
    let (last, first): (Vec<OfAccount>, Vec<OfAccount>) =
        commands(OfAccount::STORED).into_iter().partition(|command| {
            matches!(command, OfAccount::Close | OfAccount::Exclude { .. } | OfAccount::ExcludeForGood)
        });
    let say = async |said| account.say(said).await;
    let accepted =
        said(first.clone(), &who, say).await + said(first, &who, say).await + said(last, &who, say).await;
    assert!(accepted > 60, "{accepted}");
    drop(account);
    holds(folder.path(), floor, &clock).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_the_site_is_told_can_be_read_again() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), SimulatedClock::at(START));
    let floor = floor(folder.path(), &clock).await;
    let who = [
        Who::System,
        Who::Staff(patron("ada")),
        Who::Staff(patron("a")),
        Who::Device("terminal-1".parse().unwrap()),
    ];
    let site = floor.site();
    let say = async |said| site.say(said).await;
    let first: Vec<OfSite> = commands(OfSite::STORED);
    let accepted = said(first.clone(), &who, say).await + said(first, &who, say).await;
    assert!(accepted > 60, "{accepted}");
    drop(site);
    holds(folder.path(), floor, &clock).await;
}

/// A value and everything it becomes with one number or text of it at an end.
fn changed(value: &Value) -> Vec<Value> {
    let mut made = Vec::new();
    match value {
        Value::Number(_) => made.extend(ends("Money").into_iter().chain(ends("u32"))),
        Value::String(_) => made.extend(ends("Words").into_iter().chain(ends("PersonId"))),
        Value::Array(list) => {
            for (place, one) in list.iter().enumerate() {
                made.extend(changed(one).into_iter().map(|end| {
                    let mut list = list.clone();
                    list[place] = end;
                    Value::Array(list)
                }));
            }
        }
        Value::Object(fields) => {
            for (name, one) in fields {
                made.extend(changed(one).into_iter().map(|end| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), end);
                    Value::Object(fields)
                }));
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
    made
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_a_table_is_told_can_be_read_again() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), SimulatedClock::at(START));
    let floor = floor(folder.path(), &clock).await;
    let table = floor.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    let lines = [
        "sit ben@2",
        "buy-in ada 500 balance",
        "cash-out ada 5",
        "bet ada@1 player 100",
        "cut 100",
        "dispute ada something is wrong",
        "limits 5..500",
    ];
    let mut accepted = 0;
    for line in lines {
        let Ok(command) = line.parse::<OfTable>() else { continue };
        for json in changed(&command.store()).into_iter().chain([command.store()]) {
            let Ok(command) = OfTable::restore_value(&json) else { continue };
            for by in [Actor::Patron(patron("ada")), Actor::System] {
                let said = Said { key: fresh(), by, command: command.clone(), of: None };
                accepted += usize::from(table.say(said).await.unwrap().done().is_some());
            }
        }
        while step_if_due(&table, &clock).await.is_some() {
            if accepted > 20 {
                break;
            }
        }
    }
    assert!(accepted > 3, "{accepted}");
    holds(folder.path(), floor, &clock).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_largest_amount_is_taken_and_one_more_is_refused() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), SimulatedClock::at(START));
    let floor = floor(folder.path(), &clock).await;
    let account = floor.patron(patron("ada")).await.unwrap();
    let say = async |command| {
        account.say(SaidTo { key: None, by: Who::Staff(patron("cay")), command }).await.unwrap()
    };
    say(OfAccount::Register { patron: patron("ada"), kind: AccountKind::Real }).await;
    let (most, more) = (Money::LARGEST, Money::from_minor(Money::LARGEST.minor() + 1));
    assert!(matches!(
        say(OfAccount::Deposit { amount: most, seconded: None, exchanged: None }).await,
        OutcomeOf::Done(_)
    ));
    assert!(matches!(
        say(OfAccount::Deposit { amount: most, seconded: None, exchanged: None }).await,
        OutcomeOf::Done(_)
    ));
    let on = punto_site::On(None);
    let voucher = VoucherId::new(7).unwrap();
    for refused in [
        OfAccount::Deposit { amount: more, seconded: None, exchanged: None },
        OfAccount::Withdraw { amount: more, seconded: None, order: None },
        OfAccount::IssueVoucher { voucher, amount: more, on },
    ] {
        let answer = say(refused.clone()).await;
        let OutcomeOf::Refused(why) = answer else { panic!("{refused}: {answer:?}") };
        assert_eq!(why.reason, Reason::TooMuch { asked: more, most }, "{refused}");
    }
    assert!(matches!(say(OfAccount::IssueVoucher { voucher, amount: most, on }).await, OutcomeOf::Done(_)));
    assert!(matches!(
        say(OfAccount::Withdraw { amount: most, seconded: None, order: None }).await,
        OutcomeOf::Done(_)
    ));
    drop(account);
    holds(folder.path(), floor, &clock).await;
}
