//! People inside the house against a tournament for money: what each tries alone, and what becomes of it.

use punto_floor::{AuditError, Books, Outcome, Said as ToTable, audit};
use punto_journal::Entry;
use punto_records::{Body, Spoken};
use punto_site::{Kind, Place};
use punto_steward::{Hall, HallError, TournamentHandle, TournamentOutcome, What};
use punto_tournament::{Command, Phase, decide};
use punto_vocab::{Actor, Money, Stamped, Time};

use crate::house::{House, carried_out, done, must, plan, refused};
use crate::money::{account, balance};

const BEGIN: Time = Time(1_700_000_000_000_000);

pub(crate) const CONDITIONS: &str = "fee 100, form on-screen, entrants 2..8, chips 1000, compulsory yes, limits 10..500, method A, \
    rounds 1, session coups 1, tables 1, advance 1, second-chance no, seating draw, order yes, pass-cards 0, hidden 1, \
    hidden-after-tie used, buy-backs 0, entitled-only yes, withdraw-days 0, prizes 60 40, paid transfer cheque, \
    rules-prevail yes, start 2023-11-14T22:20:00Z";

pub(crate) const OPERATOR: &str = "casino-operator max";
pub(crate) const MANAGER: &str = "tournament-manager tom";
pub(crate) const DEALER: &str = "dealer dan";

/// A tournament for money that takes entries, of those who have an account.
pub(crate) async fn cup(house: &House) -> TournamentHandle {
    cup_under(house, CONDITIONS).await
}

/// The same under other conditions.
pub(crate) async fn cup_under(house: &House, conditions: &str) -> TournamentHandle {
    house.staffed().await;
    let one = house.put_up("cup", "nsw-2021", "usual, limits 10..500").await;
    done(&one, OPERATOR, &format!("conditions {conditions}")).await;
    let number = house.agreed("max", "ria", &format!("tournament publish cup {conditions}")).await;
    let published = carried_out(&one, number, OPERATOR, What::Publish).await;
    assert!(matches!(published, TournamentOutcome::Done(_)), "{published:?}");
    for who in ["ada", "ben"] {
        account(house, who, 15_000).await;
        must(&one, &format!("apply {who}")).await;
        done(&one, MANAGER, &format!("inform {who}")).await;
        must(&one, &format!("endorse {who}")).await;
        must(&one, &format!("pay-fee {who} 100")).await;
        done(&one, MANAGER, &format!("accept {who}")).await;
    }
    one
}

/// The session takes wagers at its one table, where a person deals.
pub(crate) async fn session(house: &House, one: &TournamentHandle) {
    house.clock.advance(3_600_000_000);
    done(one, MANAGER, "start").await;
    done(one, MANAGER, "designate 1").await;
    let drawn = crate::house::tell(one, OPERATOR.parse().unwrap(), What::Draw).await;
    let drawn = match drawn {
        TournamentOutcome::Refused(_) => crate::house::tell(one, MANAGER.parse().unwrap(), What::Draw).await,
        other => other,
    };
    assert!(matches!(drawn, TournamentOutcome::Done(_)), "{drawn:?}");
    for who in ["ada", "ben"] {
        must(one, &format!("take-seat {who}")).await;
    }
    assert_eq!(one.now().fault, None);
    done(one, MANAGER, "begin").await;
    house
        .until("the table is open", || {
            house.floor.table(&"cup-1".parse().unwrap()).is_some_and(|table| table.now().table.open.is_some())
        })
        .await;
    at_table(house, DEALER, "sign-on").await;
    at_table(house, "system", "prepare").await;
}

/// Says a line at the tournament's table.
pub(crate) async fn at_table(house: &House, by: &str, line: &str) {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let key = format!("table-{}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().unwrap();
    let table = house.floor.table(&"cup-1".parse().unwrap()).unwrap();
    let said = ToTable { key, by: by.parse().unwrap(), command: line.parse().unwrap(), of: None };
    let outcome = table.say(said).await.unwrap();
    assert!(matches!(outcome, Outcome::Done(_)), "{line}: {outcome:?}");
}

fn significant(house: &House, kind: Kind, says: &str) -> Option<String> {
    let site = house.floor.site().now();
    let own =
        site.notices.values().find(|notice| notice.kind == kind && notice.what.to_string().contains(says))?;
    own.about.as_ref().map(ToString::to_string)
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_tells_what_a_table_did_and_nobody_speaks_for_an_entrant() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    for line in ["apply eve", "withdraw ada", "endorse ada"] {
        for by in [OPERATOR, MANAGER, DEALER] {
            assert_eq!(refused(&one, by, line).await.as_deref(), Some("of-entrant"), "{line} by {by}");
        }
    }
    // Nor does anybody who has no account enter, as a patron or as a substitute.
    assert_eq!(refused(&one, "patron eve", "apply eve").await.as_deref(), Some("no-patron-here"));
    session(&house, &one).await;
    assert_eq!(refused(&one, "patron ada", "substitute ada eve").await.as_deref(), Some("no-patron-here"));
    let before = one.now().contest.seq;
    for line in [
        "result 1 9hKs-2d5c",
        "void-coup 1",
        "unsettle 1",
        "wager-off ben player",
        "forfeit ben",
        "found ada player 500",
        "shoe-ended 1",
        "time-up 1",
    ] {
        for by in [OPERATOR, MANAGER, DEALER, "patron ada"] {
            assert_eq!(refused(&one, by, line).await.as_deref(), Some("of-tables"), "{line} by {by}");
        }
    }
    for line in ["wager ben@1 tie 500", "pass ben", "leave-seat ben"] {
        assert_eq!(refused(&one, "system", line).await.as_deref(), Some("of-entrant"), "{line}");
    }
    // A form without a seal, or one that somebody else fills in when it is read out.
    for line in ["seal ada", "announce ada player:500/500:x"] {
        assert_eq!(refused(&one, "patron ada", line).await.as_deref(), Some("filled-in-by-house"), "{line}");
    }
    // A dealer of another table closes no wagers here.
    assert_eq!(refused(&one, "dealer eve", "close 1").await.as_deref(), Some("not-on-here"));
    assert_eq!(one.now().contest.seq, before, "nothing of it is on record");
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pool_is_moved_by_two_to_the_word_and_told_about_both() {
    let folder = tempfile::tempdir().unwrap();
    let most = Some(Money::from_minor(10_000));
    let house = House::with(folder.path(), false, BEGIN, most).await;
    let one = cup(&house).await;
    for line in ["add-value 500 a gift", "add-goods 1 5000 a car", "retain 0", "cancel a whim"] {
        assert_eq!(refused(&one, OPERATOR, line).await.as_deref(), Some("pool-takes-two"), "{line}");
    }
    // Two agree to one thing, and one of them does another under its number.
    let number = house.agreed("max", "ria", "tournament add-value cup 500 a gift").await;
    let other = punto_steward::TournamentSaying {
        key: punto_contest::proposal_key(number).parse().unwrap(),
        by: OPERATOR.parse().unwrap(),
        what: "add-value 5000 a gift".parse::<Command>().unwrap().into(),
    };
    assert!(one.say(other).await.unwrap_err().to_string().contains("not what was proposed"));
    let gift: Command = "add-value 500 a gift".parse().unwrap();
    assert!(matches!(carried_out(&one, number, OPERATOR, gift.into()).await, TournamentOutcome::Done(_)));
    assert_eq!(significant(&house, Kind::MoneyMoved, "value-added 500").as_deref(), Some("max+ria"));
    let number = house.agreed("max", "ria", "tournament add-goods cup 1 5000 a car").await;
    let car: Command = "add-goods 1 5000 a car".parse().unwrap();
    assert!(matches!(carried_out(&one, number, OPERATOR, car.into()).await, TournamentOutcome::Done(_)));

    session(&house, &one).await;
    played(&house, &one).await;
    for (who, place) in one.now().contest.own.at(1) {
        done(&one, DEALER, &format!("count {who} {}", place.stack)).await;
    }
    done(&one, MANAGER, "declare 1").await;
    assert_eq!(significant(&house, Kind::TournamentAct, "declared 1").as_deref(), Some("tom"));
    done(&one, OPERATOR, "award").await;
    let own = one.now().contest.own.clone();
    let (first, prize) = own.entrants.iter().max_by_key(|(_, own)| own.prize).unwrap();
    let prize = prize.prize.unwrap();
    assert_eq!(prize, Money::from_minor(42_000), "60 of 100 of two fees and the gift");
    let pay = format!("pay-prize {first} transfer");
    assert_eq!(refused(&one, OPERATOR, &pay).await.as_deref(), Some("pool-takes-two"));
    let measure = format!("tournament pay-prize cup {first} {prize} transfer");
    let number = house.agreed("max", "ria", &measure).await;
    let paid = carried_out(&one, number, OPERATOR, pay.parse::<Command>().unwrap().into()).await;
    assert!(matches!(paid, TournamentOutcome::Done(_)), "{paid:?}");
    // Goods are added and handed over by two as well.
    let goods = format!("hand-over {first} a car");
    assert_eq!(refused(&one, OPERATOR, &goods).await.as_deref(), Some("pool-takes-two"));
    let number = house.agreed("max", "ria", &format!("tournament hand-over cup {first} a car")).await;
    let handed = carried_out(&one, number, OPERATOR, goods.parse::<Command>().unwrap().into()).await;
    assert!(matches!(handed, TournamentOutcome::Done(_)), "{handed:?}");
    assert_eq!(significant(&house, Kind::MoneyMoved, "handed-over").as_deref(), Some("max+ria"));
    // What the account does not hold freely waits for an attendant who is neither of the two.
    assert_eq!(balance(&house, first.as_str()).await, 10_000);
    assert_eq!(significant(&house, Kind::OverLimit, "waits for an attendant").as_deref(), Some("max+ria"));
    assert_eq!(significant(&house, Kind::MoneyMoved, "prize-paid").as_deref(), Some("max+ria"));
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_sent_away_or_counted_short_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    let (alone, supervisor) = (Some("pool-takes-two"), "casino-supervisor cas");
    assert_eq!(refused(&one, MANAGER, "disqualify ben breach").await.as_deref(), alone);
    // Who says of somebody that they have left the seat answers for it.
    done(&one, MANAGER, "leave-seat ben").await;
    assert_eq!(significant(&house, Kind::TournamentAct, "seat-left ben").as_deref(), Some("tom"));
    must(&one, "take-seat ben").await;
    played(&house, &one).await;
    house.until("the session is over", || one.now().contest.own.venues[&1].phase == Phase::Over).await;
    for by in [supervisor, DEALER] {
        let short = refused(&one, by, "count ben 0").await;
        assert_eq!(short.as_deref(), if by == DEALER { Some("counted-short") } else { alone });
    }
    let stack = one.now().contest.own.place("ben".parse().unwrap()).unwrap().stack;
    let elsewhere = refused(&one, "dealer eve", &format!("count ben {stack}")).await;
    assert_eq!(elsewhere.as_deref(), Some("not-on-here"));
    done(&one, supervisor, &format!("count ben {stack}")).await;
    // Two agree that chips are missing, and to nothing else.
    let less = stack - Money::from_minor(1000);
    let number = house.agreed("cas", "ria", &format!("tournament count-short cup ben {less}")).await;
    let count: Command = format!("count ben {less}").parse().unwrap();
    let counted = carried_out(&one, number, supervisor, count.into()).await;
    assert!(matches!(counted, TournamentOutcome::Done(_)), "{counted:?}");
    assert_eq!(significant(&house, Kind::TournamentAct, "short ben 10").as_deref(), Some("cas+ria"));
    let number = house.agreed("tom", "ria", "tournament disqualify cup ben breach").await;
    let away: Command = "disqualify ben breach".parse().unwrap();
    let gone = carried_out(&one, number, MANAGER, away.into()).await;
    assert!(matches!(gone, TournamentOutcome::Done(_)), "{gone:?}");
    assert_eq!(significant(&house, Kind::TournamentAct, "disqualified ben").as_deref(), Some("ria+tom"));
    house.verified();
    // One who can write the journal and leaves the second person out is found.
    house.hall.stop().await;
    let contest = one.now().contest.clone();
    let (at, by) = (contest.at.max(contest.own.now), MANAGER.parse().unwrap());
    let command: Command = "disqualify ada breach".parse().unwrap();
    let events = decide(&contest.book, &contest.own, &Stamped { at, by, command: command.clone() }).unwrap();
    let body = Body::Said(Spoken::new(command, events));
    let stream = "tournament/cup".parse().unwrap();
    let entry: Entry = body.entry((&stream, contest.seq + 1), at.0, &by, Some("by-tom-alone"));
    house.floor.journal().append(vec![entry]).await.unwrap();
    assert!(audit(&**house.floor.journal(), Books::embedded(), &mut |_| {}).is_err());
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_closes_wagers_over_an_entrant_alone() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    let own = one.now().contest.own.clone();
    let first = punto_tournament::sequence(&one.now().contest.book, &own, 1)[0];
    let other = if first.as_str() == "ada" { "ben" } else { "ada" };
    must(&one, &format!("wager {first}@{} player 100", own.place(first).unwrap().seat)).await;
    // A dealer never does it, and the officer whom the document lets do it sends somebody away with it.
    assert_eq!(refused(&one, DEALER, "close 1").await.as_deref(), Some("not-wagered"));
    assert_eq!(refused(&one, MANAGER, "close 1").await.as_deref(), Some("pool-takes-two"));
    let close: Command = "close 1".parse().unwrap();
    for agreed in ["1 coup 1 ada ben", "1 coup 2 ada", "2 coup 1 ben"] {
        let number = house.agreed("tom", "ria", &format!("tournament close-over cup {agreed}")).await;
        let key = punto_contest::proposal_key(number).parse().unwrap();
        let said =
            punto_steward::TournamentSaying { key, by: MANAGER.parse().unwrap(), what: close.clone().into() };
        assert!(one.say(said).await.unwrap_err().to_string().contains("not what was proposed"), "{agreed}");
    }
    let number = house.agreed("tom", "ria", &format!("tournament close-over cup 1 coup 1 {other}")).await;
    let closed = carried_out(&one, number, MANAGER, close.clone().into()).await;
    assert!(matches!(closed, TournamentOutcome::Done(_)), "{closed:?}");
    assert_eq!(significant(&house, Kind::TournamentAct, "bets-closed 1").as_deref(), Some("ria+tom"));
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fees_and_prizes_are_in_the_currency_of_accounts() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let mut cup = plan("cup", "nsw-2021", "usual, limits 10..500");
    cup.currency = "SGD".into();
    let refused = house.hall.add(cup).await.err().unwrap().to_string();
    assert!(refused.contains("which are in AUD, not in SGD"), "{refused}");
    let spring = punto_contest::PromotionPlan {
        name: "spring".parse().unwrap(),
        title: "Spring Draw".into(),
        rulebook: "nsw-2021".into(),
        digest: String::new(),
        currency: "SGD".into(),
        demonstration: false,
    };
    let refused = house.hall.add_promotion(spring).await.err().unwrap().to_string();
    assert!(refused.contains("which are in AUD, not in SGD"), "{refused}");
    house.hall.stop().await;
    house.floor.stop().await;
}

/// One coup: both wager, the dealer closes and deals it, and the table tells what came of it.
pub(crate) async fn played(house: &House, one: &TournamentHandle) {
    for _ in 0..2 {
        let own = one.now().contest.own.clone();
        let book = one.now().contest.book.clone();
        let venue = &own.venues[&1];
        let next = punto_tournament::sequence(&book, &own, 1)
            .into_iter()
            .find(|who| !venue.has_acted(*who))
            .unwrap();
        let seat = own.place(next).unwrap().seat;
        let bet = if next.as_str() == "ada" { "player" } else { "banker" };
        must(one, &format!("wager {next}@{seat} {bet} 100")).await;
    }
    done(one, DEALER, "close 1").await;
    done(one, DEALER, "deal 1").await;
    let at = house.floor.table(&"cup-1".parse().unwrap()).unwrap();
    for card in ["9s", "2d", "Kh", "3c"] {
        house.until("cards are let out", || at.now().table.open.is_some()).await;
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        at_table(house, DEALER, &format!("card {card}")).await;
    }
    at_table(house, DEALER, "settle").await;
    house.until("the coup is heard", || one.now().contest.own.venues[&1].coups == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_tournaments_their_tables_and_ordinary_tables_are_apart() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let table = |name: &str, opening: &str| punto_floor::TablePlan {
        name: name.parse().unwrap(),
        title: name.into(),
        rulebook: "nsw-2021".into(),
        opening: opening.parse().unwrap(),
        dealer: punto_vocab::Dealer::Person,
        currency: "AUD".into(),
        bet_seconds: None,
    };
    let usual = "usual, limits 10..500";
    house.floor.add_table(table("autumn-3", usual), Actor::System).await.unwrap();
    // Its third table would be an ordinary one.
    let taken = house.hall.add(plan("autumn", "nsw-2021", usual)).await.err();
    assert!(matches!(taken, Some(HallError::Exists(_))), "{taken:?}");
    assert!(house.hall.add(plan("autumn-3", "nsw-2021", usual)).await.is_err());
    house.put_up("cup", "nsw-2021", usual).await;
    // What would be taken for it, or for one of its tables.
    for name in ["cup", "cup-1", "cup-200"] {
        let refused = house.floor.add_table(table(name, usual), Actor::System).await.err().unwrap();
        assert!(refused.to_string().contains("a name of a tournament"), "{name}: {refused}");
    }
    house.floor.add_table(table("cup-300", usual), Actor::System).await.unwrap();
    assert!(house.hall.add(plan("cup-1", "nsw-2021", usual)).await.is_err(), "a table of the other");
    let refused = house.floor.add_table(table("own-1", "usual, tournament yes"), Actor::System).await;
    assert!(refused.err().unwrap().to_string().contains("by its tournament alone"));
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tournament_goes_on_while_the_record_is_in_doubt() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    house.floor.hold_for_integrity("record 12 is not as it was written");
    house
        .until("it holds", || {
            house
                .floor
                .site()
                .now()
                .notices
                .values()
                .any(|own| own.place == Place::Site && own.kind == Kind::IntegrityFault)
        })
        .await;
    let next = one.now().contest.own.at(1)[0].0;
    let seat = one.now().contest.own.place(next).unwrap().seat;
    for (by, line) in [
        (format!("patron {next}"), format!("wager {next}@{seat} player 100")),
        (MANAGER.into(), "deduct ada".into()),
        (MANAGER.into(), "limit-time 30".into()),
    ] {
        let held = refused(&one, &by, &line).await;
        assert!(held.as_deref() == Some("table-held"), "{line}: {held:?}");
    }
    assert!(house.hall.add(plan("other", "nsw-2021", "usual, limits 10..500")).await.is_err());
    done(&one, &format!("patron {next}"), &format!("dispute {next} the count")).await;
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_that_tells_another_story_than_its_table_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    house.verified();
    house.hall.stop().await;
    let contest = one.now().contest.clone();
    // A record that is chained, decided and spelt as it should be, of something that the table never did.
    let (at, by) = (contest.at.max(contest.own.now), Actor::System);
    let command: Command = "last-coup 1".parse().unwrap();
    let events = decide(&contest.book, &contest.own, &Stamped { at, by, command: command.clone() }).unwrap();
    let stream = "tournament/cup".parse().unwrap();
    let body = Body::Said(Spoken::new(command, events));
    let entry: Entry = body.entry((&stream, contest.seq + 1), at.0, &by, Some("heard/1/3/0"));
    house.floor.journal().append(vec![entry]).await.unwrap();
    let found = audit(&**house.floor.journal(), Books::embedded(), &mut |_| {});
    assert!(matches!(found, Err(AuditError::Agreement(_))), "{found:?}");
    // Nor does the house open again with it.
    let opened = Hall::start(house.floor.clone()).await.err();
    assert!(matches!(opened, Some(HallError::Agreement(_))), "{opened:?}");
    house.floor.stop().await;
}
