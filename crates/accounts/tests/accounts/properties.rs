//! Whatever is said by whomever: money is conserved and never below nought, refusals change nothing, replay and
//! snapshots are identical, and no limit is passed.

use proptest::prelude::*;
use punto_accounts::{
    Account, AccountKind, Command, Happening, LimitKind, Most, Purse, SessionEnd, Span, SpendOrder,
    Statement, VoucherId, Whose, apply,
};
use punto_site::{On, Principal, TableId, Time};
use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId};

use crate::book::Book;

fn patron() -> impl Strategy<Value = PersonId> {
    prop::sample::select(&["ada", "ada", "ada", "ben"][..]).prop_map(|name| name.parse().unwrap())
}

fn table() -> impl Strategy<Value = TableId> {
    prop::sample::select(&["rws-1", "nsw-1"][..]).prop_map(|name| name.parse().unwrap())
}

fn voucher() -> impl Strategy<Value = VoucherId> {
    (0u64..4).prop_map(|number| VoucherId::new(number).unwrap())
}

fn amount() -> impl Strategy<Value = Money> {
    prop_oneof![
        8 => 0i64..20_000,
        1 => Just(Money::LARGEST.minor()),
    ]
    .prop_map(Money::from_minor)
}

fn words() -> impl Strategy<Value = Words> {
    "[a-z]{1,8}".prop_map(|text| Words::new(&text).unwrap())
}

fn actor() -> impl Strategy<Value = Principal> {
    prop_oneof![
        3 => Just(Principal::Staff("cat".parse().unwrap())),
        4 => patron().prop_map(Principal::Patron),
        3 => table().prop_map(Principal::Table),
        3 => Just(Principal::System),
        1 => Just(Principal::Device("terminal-1".parse().unwrap())),
    ]
}

fn money() -> impl Strategy<Value = Command> {
    prop_oneof![
        3 => amount().prop_map(|amount| Command::Deposit { amount, seconded: None, exchanged: None }),
        2 => amount().prop_map(|amount| Command::Withdraw { amount, seconded: None, order: None }),
        1 => amount().prop_map(|amount| Command::OrderPayout { amount }),
        1 => (amount(), 0u32..4)
            .prop_map(|(amount, order)| Command::Withdraw { amount, seconded: None, order: Some(order) }),
        1 => (amount(), words()).prop_map(|(amount, why)| Command::Award { amount, why }),
        1 => (amount(), words()).prop_map(|(amount, why)| Command::Lapse { amount, why }),
        1 => (amount(), words()).prop_map(|(amount, why)| Command::Hold { amount, about: None, why }),
        1 => (amount(), words()).prop_map(|(amount, why)| Command::Release { amount, why }),
        1 => (amount(), words()).prop_map(|(amount, why)| Command::AdjustUp { amount, proposal: 1, why }),
        1 => (amount(), words()).prop_map(|(amount, why)| Command::AdjustDown { amount, proposal: 2, why }),
        2 => (voucher(), amount())
            .prop_map(|(voucher, amount)| Command::IssueVoucher { voucher, amount, on: On(None) }),
        2 => (voucher(), patron(), prop::option::of(patron()))
            .prop_map(|(voucher, into, seconded)| Command::SpendVoucher { voucher, into, seconded }),
        1 => (voucher(), amount(), patron(), prop::option::of(patron())).prop_map(
            |(voucher, amount, from, seconded)| Command::RedeemVoucher { voucher, amount, from, seconded }
        ),
        4 => (table(), amount()).prop_map(|(table, amount)| Command::ToTable { table, amount }),
        2 => (table(), amount(), prop::sample::select(Purse::ALL))
            .prop_map(|(table, amount, purse)| Command::ToTableOf { table, amount, purse }),
        3 => (table(), amount()).prop_map(|(table, amount)| Command::FromTable { table, amount }),
        2 => (table(), amount(), prop::sample::select(Purse::ALL))
            .prop_map(|(table, amount, purse)| Command::FromTableOf { table, amount, purse }),
        1 => table().prop_map(|table| Command::LeaveTable { table }),
        1 => prop::sample::select(SpendOrder::ALL).prop_map(|order| Command::Spend { order }),
    ]
}

fn most() -> impl Strategy<Value = Most> {
    prop_oneof![
        (0i64..40_000).prop_map(|minor| Most::Money(Money::from_minor(minor))),
        (0u32..600).prop_map(Most::Minutes),
        Just(Most::Unlimited),
    ]
}

fn play() -> impl Strategy<Value = Command> {
    prop_oneof![
        4 => (prop::sample::select(LimitKind::ALL), prop::sample::select(Span::ALL), most())
            .prop_map(|(kind, span, most)| Command::Limit { kind, span, most, seconded: None, wait: None }),
        1 => Just(Command::DeclineLimits),
        1 => (0u32..100).prop_map(|hours| Command::Exclude { until: Time(0).plus_hours(hours) }),
        1 => (words(), prop::option::of(Just("max".parse().unwrap()))).prop_map(|(why, seconded)| Command::LiftExclusion { why, seconded }),
        6 => Just(Command::StartSession { on: On(None) }),
        1 => (prop::sample::select(SessionEnd::ALL), prop::option::of(0u32..4))
            .prop_map(|(end, of)| Command::EndSession { end, of }),
        1 => (0u32..300).prop_map(|minutes| Command::CheckEvery { minutes }),
        3 => Just(Command::Remind),
        3 => Just(Command::Continue),
        3 => Just(Command::SetPin),
        1 => prop::option::of(patron()).prop_map(|seconded| Command::GivePin { seconded }),
        1 => Just(Command::FailPin { on: On(None) }),
        1 => Just(Command::UnlockPin),
        1 => Just(Command::Close),
        1 => (patron(), prop::sample::select(AccountKind::ALL))
            .prop_map(|(patron, kind)| Command::Register { patron, kind }),
    ]
}

/// What must hold of an account at all times.
fn holds(account: &Account) {
    account.audit().unwrap();
    assert_eq!(account.balance(), account.totals.came_in() - account.totals.went_out());
    for visit in account.visits.values() {
        assert!(visit.cashable >= Money::ZERO && visit.promotional >= Money::ZERO);
    }
    let json = serde_json::to_string(account).unwrap();
    assert_eq!(&serde_json::from_str::<Account>(&json).unwrap(), account, "a snapshot is the account");
}

/// No limit is passed by what has just been let through; the cage alone redeems whatever is brought.
fn limits_hold(account: &Account, at: Time, by: Principal, what: &Happening) {
    let kind = match what {
        Happening::VoucherRedeemed { .. } if by.staff().is_some() => return,
        Happening::Deposited { .. } | Happening::VoucherRedeemed { .. } => LimitKind::Deposit,
        Happening::WentToTable { purse: Purse::Cashable, .. } => LimitKind::Loss,
        _ => return,
    };
    for whose in Whose::ALL {
        for span in Span::ALL {
            let (most, used) = (account.limit(*whose, kind, *span, at), account.used(kind, *span, at));
            assert!(
                !most.is_below(used),
                "{what} passes the {whose} limit of {kind} for a {span}: {used} of {most}"
            );
        }
    }
    assert!(account.exclusion(at).is_none(), "{what} of somebody who is excluded");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_said_the_account_adds_up(
        steps in prop::collection::vec((actor(), prop_oneof![3 => money(), 2 => play()], 0u32..400), 1..150),
        real: bool,
    ) {
        let mut book = Book::empty();
        if real {
            book = Book::playing("150");
        } else {
            book.say("system: register ada play").unwrap();
            book.say("system: deposit 1000").unwrap();
        }
        for (by, command, minutes) in steps {
            if minutes < 100 {
                book.wait_minutes(minutes);
            }
            let before = book.log.len();
            let _ = book.tell(by, command);
            holds(&book.account);
            for (at, by, event) in &book.log[before..] {
                limits_hold(&book.account, *at, *by, &event.what);
            }
        }
        let mut replayed = Account::default();
        for (at, by, event) in &book.log {
            apply(&mut replayed, *at, by, event);
        }
        prop_assert_eq!(&replayed, &book.account);
        // A statement of any time adds up, and two that follow each other join.
        let events = || book.log.iter().map(|(at, by, event)| (*at, *by, event));
        let (start, middle, end) = (Time(i64::MIN), Time(book.now.0 / 2), Time(i64::MAX));
        let (first, second) = (Statement::of(events(), start, middle), Statement::of(events(), middle, end));
        for statement in [&first, &second] {
            prop_assert_eq!(
                statement.opening.sum() + statement.came_in() - statement.went_out(),
                statement.closing.sum()
            );
        }
        prop_assert_eq!(first.closing, second.opening);
        prop_assert_eq!(second.closing, book.account.purses);
    }

    #[test]
    fn a_patrons_own_limit_is_never_looser_within_a_day(
        wishes in prop::collection::vec((0i64..1_000, 0u32..30), 1..40),
    ) {
        let mut book = Book::with_cash("1");
        let (whose, kind, span) = (Whose::Own, LimitKind::Loss, Span::Day);
        let mut seen: Vec<(Time, Most)> = Vec::new();
        for (minor, hours) in wishes {
            book.wait_hours(hours);
            let before = book.account.limit(whose, kind, span, book.now);
            let most = Most::Money(Money::from_minor(minor));
            let _ = book.tell(Principal::Patron("ada".parse().unwrap()), Command::Limit { kind, span, most, seconded: None, wait: None });
            let after = book.account.limit(whose, kind, span, book.now);
            prop_assert!(!before.is_below(after), "looser at once");
            prop_assert!(!most.is_below(before) || after == most, "tighter not at once");
            seen.push((book.now, after));
        }
        // Whatever is looser than it was has been asked for at least a day before.
        for pair in seen.windows(2) {
            if pair[0].1.is_below(pair[1].1) {
                let asked = book.log.iter().any(|(at, _, event)| {
                    at.plus_hours(24) <= pair[1].0 && matches!(event.what, Happening::LimitWaits { .. })
                });
                prop_assert!(asked);
            }
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        let _ = (text.parse::<Command>(), text.parse::<Happening>());
    }
}
