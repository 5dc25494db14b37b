//! Tables with people: those who deal, those who cut, those who hold cards.

use std::collections::BTreeSet;

use punto_floor::{Dealer, Laid, Moment, Outcome, SimulatedClock, TablePlan, audit};
use punto_records::{Body, ShoeStep, TableBody};
use punto_table::{Actor, Command, Happening, Phase, Time};
use punto_vocab::Role;
use punto_vocab::line::Words;

use crate::common::*;

fn dan() -> Actor {
    Actor::Staff(Role::Dealer, patron("dan"))
}

fn words(text: &str) -> Words {
    Words::new(text).unwrap()
}

fn has(moment: &Moment, is: impl Fn(&Happening) -> bool) -> bool {
    moment.happened.iter().any(|(.., event)| is(&event.what))
}

/// The clock alone never deals, calls or settles where a person deals.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_a_person_deals_the_clock_moves_no_card() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    for id in ["nsw-2021", "nz-1998", "rws-2016"] {
        let opening =
            if id == "rws-2016" { "usual, limits 5..5000, bet-seconds 10" } else { "usual, limits 5..5000" };
        let plan = TablePlan { dealer: Dealer::Person, ..plan(id, id, opening) };
        let table = floor.add_table(plan, Actor::System).await.unwrap();
        done(say(&table, Actor::System, "sit ada@1").await);
        let prepare = if id == "nz-1998" { "prepare burn Ac" } else { "prepare" };
        done(say(&table, Actor::System, prepare).await);
        done(say(&table, Actor::System, "call place-your-bets").await);
        let before = table.standing();
        for _ in 0..7 * 24 {
            clock.advance(3_600_000_000);
        }
        if id == "rws-2016" {
            eventually("the time for wagers is up", || table.now().seq == before.seq + 1).await;
            assert!(has(&table.now(), |what| matches!(what, Happening::WagersClosed)));
            assert!(!has(&table.now(), |what| matches!(what, Happening::Dealt { .. })));
        }
        let before = table.standing();
        for _ in 0..7 * 24 {
            clock.advance(3_600_000_000);
        }
        // Whatever the clock had asked for would be done before the second of these is answered.
        for _ in 0..2 {
            refused(say(&table, Actor::System, "sit ada@1").await);
        }
        assert_eq!(table.standing(), before, "{id}: a week, and nothing");
        assert!(table.now().timer.is_none());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_takes_over_from_the_automatic_dealer_and_gives_back() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = floor.add_table(demonstration("t", "nsw-2021"), Actor::System).await.unwrap();
    seat(&table, &["ada"]).await;
    while step_if_due(&table, &clock).await.is_some() {}
    done(say(&table, Actor::Patron(patron("ada")), "bet ada@1 player 50").await);
    let told = refused(say(&table, dan(), "card Ks").await);
    assert!(told.contains("the house's own shoe"), "{told}");
    assert!(refused(table.deal(fresh(), dan(), Laid::AsDue, None).await).contains("signed on"));
    done(say(&table, dan(), "sign-on").await);
    assert!(table.now().timer.is_none(), "the person deals now");
    clock.advance(3_600_000_000);
    done(say(&table, dan(), "call no-more-bets").await);
    let first = done(table.deal(key("d1"), dan(), Laid::AsDue, None).await);
    let again = done(table.deal(key("d1"), dan(), Laid::AsDue, None).await);
    assert!(again.repeated);
    assert_eq!(again.happened, first.happened, "a repeat draws no other card");
    for n in 2..=4 {
        done(table.deal(key(format!("d{n}")), dan(), Laid::AsDue, None).await);
    }
    done(say(&table, dan(), "sign-off").await);
    while table.now().table.coups.ended() == 0 {
        step(&table, &clock).await;
    }
    let recall = table.recall(1);
    assert_eq!(recall[0].cards.len(), table.now().table.coups.last().unwrap().dealt.len());
    assert_eq!(recall[0].balances.len(), 1);
    let result = recall[0].balances[0].after - recall[0].balances[0].before;
    assert_eq!(result, -table.meters().all.win(), "what ada won is what the house lost");
    assert!(recall[0].settlements.iter().all(|line| !line.by.is_empty()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_patron_chooses_where_the_shoe_is_cut_after_it_was_promised() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = floor.add_table(demonstration("t", "nsw-2021"), Actor::System).await.unwrap();
    let early = refused(table.choose_cut(fresh(), patron("ada"), 100, None).await);
    assert!(early.contains("no shoe waits"), "{early}");
    seat(&table, &["ada"]).await;
    let promised = step(&table, &clock).await;
    let notice = promised.shoe.clone().unwrap();
    assert_eq!(notice.cut, None);
    assert!(refused(table.choose_cut(fresh(), patron("ben"), 100, None).await).contains("not at the table"));
    let near = refused(table.choose_cut(fresh(), patron("ada"), 5, None).await);
    assert!(near.contains("too near an end"), "{near}");
    let cut = done(table.choose_cut(key("cut"), patron("ada"), 100, None).await);
    assert!(cut.lines().iter().any(|line| line.contains("was-cut 100") && line.contains("ada")));
    assert!(done(table.choose_cut(key("cut"), patron("ada"), 100, None).await).repeated);
    let shoe = table.now().shoe.clone().unwrap();
    assert_eq!((shoe.cut, shoe.commitment), (Some(100), notice.commitment));
    // The records are in this order: the promise, then the cut.
    let records = floor.journal().read(&"table/t".parse().unwrap(), 0, 100).unwrap();
    let place = |is: fn(&TableBody) -> bool| {
        records.iter().position(|record| is(&TableBody::of(&record.entry).unwrap())).unwrap()
    };
    let prepared = place(|body| matches!(body, Body::Shoe(ShoeStep::Prepared(_))));
    let said = place(
        |body| matches!(body, Body::Said(said) if matches!(said.command(), Ok(Command::Prepare { cut: Some(100), by: Some(_), .. }))),
    );
    assert!(prepared < said);
}

/// The cards of the house's own shoe lie as they were promised: a patron may choose the cut, and nobody else has a hand
/// in it, whoever deals.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_houses_own_shoe_is_made_ready_by_the_software_whoever_deals() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    for (id, by_hand) in [("nsw-2021", true), ("nz-1998", true), ("nz-1998", false)] {
        let name = if by_hand { id.to_owned() } else { format!("{id}-dealt") };
        let table = floor.add_table(demonstration(&name, id), Actor::System).await.unwrap();
        seat(&table, &["ada"]).await;
        step(&table, &clock).await;
        let steps = [
            "shuffle hand",
            "let-patrons-cut",
            "offer-cut ada",
            "decline-cut ada",
            "pass-cut ada to ada",
            "cut 100",
            "cut 100 by ada",
            "place-marker 14",
            "burn one",
            "burn counted 7h",
            "prepare",
            "prepare cut 100",
            "prepare cut 100 by ada",
        ];
        for line in steps {
            let Outcome::Refused(refused) = say(&table, dan(), line).await.unwrap() else {
                panic!("{name}: {line} was done")
            };
            assert_eq!(refused.reason.code(), "own-shoe-in-one", "{line}");
        }
        for line in ["prepare burn 7h", "prepare cut 100 burn 7h", "prepare cut 100 by ada burn 7h"] {
            let Outcome::Refused(refused) = say(&table, dan(), line).await.unwrap() else {
                panic!("{name}: {line} was done")
            };
            assert_eq!(refused.reason.code(), "cards-from-own-shoe", "{line}");
        }
        if by_hand {
            done(say(&table, dan(), "sign-on").await);
        }
        // The table has a shoe: a person who deals calls for wagers, else the software does.
        while table.now().timer.is_some() {
            assert_eq!(step(&table, &clock).await.fault, None, "{name}");
        }
        let moment = table.now();
        let open = moment.table.open.as_ref().unwrap();
        assert!(
            matches!(&open.phase, Phase::Betting(betting) if betting.opened.is_some() != by_hand),
            "{name}"
        );
        assert!(moment.shoe.as_ref().unwrap().cut.is_some());
        // Under nz-1998 the first card says how many are burned with it.
        let shown: Vec<_> = open.shoe.seen.keys().collect();
        let burned = match (id, shown.first()) {
            ("nz-1998", Some(card)) => 1 + u32::from(card.rank().pips()),
            _ => 1,
        };
        assert_eq!((open.shoe.drawn, shown.len()), (burned, usize::from(id == "nz-1998")), "{name}");
    }
    audit(&**floor.journal(), books(), &mut |_| {}).unwrap();
}

/// A table where nobody was for an hour is not an hour late.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_time_is_no_lateness() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let table = floor.add_table(demonstration("t", "rws-2016"), Actor::System).await.unwrap();
    clock.advance(3_600_000_000);
    seat(&table, &["ada"]).await;
    eventually("the shoe is shuffled", || table.now().shoe.is_some()).await;
    let report = floor.timers();
    assert!(report.fired >= 1 && report.max < 1_000_000, "{report:?}");
    // The machine sleeps through what it had planned.
    let due = table.now().timer.unwrap().at;
    clock.advance_to(Time(due.0 + 5_000_000));
    eventually("it is cut", || table.now().shoe.as_ref().unwrap().cut.is_some()).await;
    assert_eq!(floor.timers().max, 5_000_000, "{:?}", floor.timers());
}

/// Every dealing method of every document comes to its results, with patrons who never touch their cards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_dealing_method_brings_the_dealer_to_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    for (id, method) in
        [("nsw-2021", "B"), ("nsw-2021", "C"), ("nz-1998", "B"), ("nz-1998", "C"), ("tas-2018", "squeeze")]
    {
        let name = format!("{id}-{}", method.to_lowercase());
        let mut plan = demonstration(&name, id);
        plan.opening.parts.method = Some(words(method));
        let table = floor.add_table(plan, Actor::System).await.unwrap();
        seat(&table, &["ada", "ben"]).await;
        if method == "squeeze" {
            done(say(&table, Actor::Patron(patron("ada")), "consent ada squeeze").await);
            for role in ["management-representative", "surveillance"] {
                done(say(&table, Actor::System, &format!("tell {role} of squeeze-informed")).await);
            }
        }
        let mut wagered = BTreeSet::new();
        while table.now().table.coups.ended() < 12 {
            let moment = table.now();
            assert_eq!(moment.fault, None, "{name}");
            let open = moment.table.open.as_ref().unwrap();
            if let Phase::Betting(betting) = &open.phase
                && betting.opened.is_some()
                && !betting.closed
                && wagered.insert(moment.table.coups.ended())
            {
                // After a tie the wagers may lie there already.
                let _ = say(&table, Actor::Patron(patron("ada")), "bet ada@1 player 50").await.unwrap();
                let _ = say(&table, Actor::Patron(patron("ben")), "bet ben@2 banker 40").await.unwrap();
            }
            step(&table, &clock).await;
        }
        let records = floor.journal().read(&format!("table/{name}").parse().unwrap(), 0, 1_000).unwrap();
        let handled =
            |record: &punto_journal::Record| punto_records::mentions(&record.entry, &["passed", "turned"]);
        assert!(records.iter().any(handled), "{name}");
    }
}

/// A house that plays for money leaves a live game to people; what its document says to be electronic the software deals.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn for_money_the_software_deals_only_what_its_document_lets_it() {
    use punto_floor::{FloorError, FloorReason, PlanError, SaidTo};
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    let command = punto_site::Command::Bind { mode: punto_site::Mode::Real };
    floor.site().say(SaidTo { key: None, by: punto_site::Principal::System, command }).await.unwrap();
    let officer = [Actor::Staff(Role::GameInspector, patron("sue"))];
    for document in ["nsw-2021", "tas-2013", "tas-2018", "nz-1998"] {
        let live = plan("t", document, "usual, limits 5..5000");
        assert!(!live.may_be_dealt_under(&books().of_id(document).unwrap()));
        let refused = floor.add_table_with(live, dan(), &officer).await;
        let Err(FloorError::Plan(PlanError::Unfit(FloorReason::DealtByPeople { document: named }))) = refused
        else {
            panic!("{document} was opened")
        };
        assert_eq!(named, document);
    }
    assert!(floor.tables().is_empty() && floor.journal().names("setting").unwrap().is_empty());
    let person = TablePlan { dealer: Dealer::Person, ..plan("live", "tas-2018", "usual, limits 5..5000") };
    floor.add_table_with(person, dan(), &officer).await.unwrap();
    floor.add_table(plan("etg", "rws-2016", "usual, limits 5..5000"), Actor::System).await.unwrap();
    assert_eq!(floor.tables().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_opened_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let clock = SimulatedClock::at(START);
    let floor = floor(folder.path(), &clock).await;
    use punto_floor::{FloorError, FloorReason, PlanError};
    let wrong = plan("t", "nsw-2021", "usual, decks 77");
    assert!(matches!(
        floor.add_table(wrong, Actor::System).await,
        Err(FloorError::Plan(PlanError::Refused(_)))
    ));
    let none = plan("t", "xyz-1900", "usual");
    assert!(matches!(
        floor.add_table(none, Actor::System).await,
        Err(FloorError::Plan(PlanError::Unfit(FloorReason::NoSuchDocument { .. })))
    ));
    let mut device = demonstration("t", "nsw-2021");
    device.opening.parts.device = Some(words("shuffling-device"));
    assert!(matches!(
        floor.add_table(device, Actor::System).await,
        Err(FloorError::Plan(PlanError::Unfit(FloorReason::OwnShoeNeedsAShoe)))
    ));
    assert!(floor.journal().heads().unwrap().is_empty());
    assert!(floor.journal().names("setting").unwrap().is_empty());
    // Where the document wants an officer there, one signs on before it opens.
    let live = TablePlan { dealer: Dealer::Person, ..plan("t", "tas-2018", "usual, limits 5..5000") };
    assert!(floor.add_table(live.clone(), dan()).await.is_err());
    let officer = Actor::Staff(Role::GameInspector, patron("sue"));
    let table = floor.add_table_with(live.clone(), dan(), &[officer]).await.unwrap();
    assert!(table.now().table.has_on_duty(Role::GameInspector));
    let again = floor.add_table(live, dan()).await;
    assert!(matches!(again, Err(FloorError::Plan(PlanError::Unfit(FloorReason::TableExists { .. })))));
}
