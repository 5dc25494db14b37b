//! Whatever is said by whomever: refusals change nothing, replay and snapshots are identical, locks only grow, an
//! administrator remains, and nobody gets power alone.

use proptest::prelude::*;
use punto_site::{
    Cause, Command, DeviceKind, Grant, GrantSet, Happening, Kind, Measure, On, Place, Principal,
    ProposalMatter, RunningSetting, Seconded, Site, Time,
};
use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId, Role};

use crate::house::House;

const NAMES: [&str; 6] = ["root", "ann", "mia", "cat", "kim", "zoe"];

fn name() -> impl Strategy<Value = PersonId> {
    prop::sample::select(&NAMES[..]).prop_map(|name| name.parse().unwrap())
}

fn grant() -> impl Strategy<Value = Grant> {
    let all: Vec<Grant> = Grant::all().collect();
    prop::sample::select(all)
}

fn device() -> impl Strategy<Value = punto_site::DeviceId> {
    prop::sample::select(&["t-1", "t-2", "c-1"][..]).prop_map(|device| device.parse().unwrap())
}

fn place() -> impl Strategy<Value = Place> {
    let table: punto_site::TableId = "nsw-1".parse().unwrap();
    prop::sample::select(vec![Place::Site, Place::Table(table), Place::Seat(table, 1), Place::Seat(table, 2)])
}

fn on() -> impl Strategy<Value = On> {
    prop::option::of(device()).prop_map(On)
}

fn words() -> impl Strategy<Value = Words> {
    "[a-z]{1,8}( [a-z]{1,8}){0,3}".prop_map(|text| Words::new(&text).unwrap())
}

fn about_staff() -> impl Strategy<Value = Command> {
    prop_oneof![
        (name(), prop::option::of(grant())).prop_map(|(name, grant)| Command::Found { name, grant }),
        (name(), prop::collection::vec(grant(), 0..3))
            .prop_map(|(name, grants)| Command::Hire { name, grants: GrantSet::of(grants) }),
        (name(), grant()).prop_map(|(name, grant)| Command::Grant { name, grant }),
        (name(), Just(Grant::ADMIN)).prop_map(|(name, grant)| Command::Grant { name, grant }),
        (name(), grant()).prop_map(|(name, grant)| Command::Withdraw { name, grant }),
        (name(), words()).prop_map(|(name, why)| Command::Disable { name, why }),
        name().prop_map(|name| Command::Enable { name }),
        name().prop_map(|name| Command::Leave { name }),
        (0u32..20).prop_map(|session| Command::SetPassword { session }),
        (0u32..20).prop_map(|session| Command::SetFactor { session }),
        (name(), grant()).prop_map(|(name, grant)| Command::MakeProgram { name, grant, until: None }),
        name().prop_map(|name| Command::FailProgram { name }),
        name().prop_map(|name| Command::ResetPassword { name }),
        name().prop_map(|name| Command::Unlock { name }),
        words().prop_map(|note| Command::ReviewAccess { note }),
    ]
}

fn asked() -> impl Strategy<Value = Seconded> {
    prop_oneof![
        words().prop_map(Seconded::of_words),
        (1i64..9_999, name())
            .prop_map(|(cents, patron)| Seconded::PayOut { amount: Money::from_minor(cents), patron }),
        prop::sample::select(&["order", "fill 5000", "open usual, decks 8"][..])
            .prop_map(|line| Seconded::Say { command: Box::new(line.parse().unwrap()) }),
    ]
}

fn about_sign_ins() -> impl Strategy<Value = Command> {
    prop_oneof![
        (name(), on()).prop_map(|(name, on)| Command::SignIn { name, on }),
        (name(), on()).prop_map(|(name, on)| Command::FailSignIn { name, on }),
        ("\\PC{0,9}", on())
            .prop_map(|(typed, on)| Command::FailUnknown { given: punto_site::Given::clean(&typed), on }),
        (name(), prop::sample::select(Role::ALL), 0u32..20, on(), asked()).prop_map(
            |(name, role, session, on, line)| Command::ApproveLine {
                name,
                role,
                session,
                on,
                place: Place::Site,
                line
            }
        ),
        (name(), 0u32..20, on(), place(), asked()).prop_map(|(name, session, on, place, line)| {
            Command::FailApproval { name, session, on, place, line }
        }),
        (name(), 0u32..20, on(), place(), asked()).prop_map(|(name, session, on, place, line)| {
            Command::MissApproval { name, session, on, place, line }
        }),
        (0u32..20).prop_map(|session| Command::SignOut { session }),
        (0u32..20).prop_map(|session| Command::EndIdle { session }),
        name().prop_map(|name| Command::SignOutEverywhere { name }),
        (name(), place(), words()).prop_map(|(who, place, by)| Command::Deny {
            who,
            act: "void-coup".parse().unwrap(),
            place,
            by
        }),
    ]
}

fn about_machines() -> impl Strategy<Value = Command> {
    prop_oneof![
        (device(), prop::sample::select(DeviceKind::ALL), place())
            .prop_map(|(device, kind, place)| Command::OfferDevice { device, kind, place }),
        (device(), prop::option::of(name()))
            .prop_map(|(device, offered_by)| Command::EnrolDevice { device, offered_by }),
        (name(), name(), 1i64..99).prop_map(|(who, patron, amount)| {
            let (patron_most, cashier_most) = (Money::from_minor(100), Money::from_minor(200));
            Command::CountCash { who, patron, amount: Money::from_minor(amount), patron_most, cashier_most }
        }),
        (name(), 0i64..99)
            .prop_map(|(who, float)| Command::BeginShift { who, float: Money::from_minor(float) }),
        (name(), 0i64..99, 0i64..99, 0i64..99).prop_map(|(who, took, paid, counted)| {
            let (took, paid) = (Money::from_minor(took), Money::from_minor(paid));
            Command::EndShift { who, took, paid, counted: Money::from_minor(counted) }
        }),
        device().prop_map(|device| Command::FailCode { device }),
        (device(), place()).prop_map(|(device, place)| Command::MoveDevice { device, place }),
        (device(), words()).prop_map(|(device, why)| Command::RevokeDevice { device, why }),
        device().prop_map(|device| Command::LoseContact { device }),
        device().prop_map(|device| Command::RegainContact { device }),
    ]
}

fn measure() -> impl Strategy<Value = Measure> {
    prop_oneof![
        (name(), words()).prop_map(|(patron, why)| Measure::AdjustUp {
            patron,
            amount: Money::from_minor(1),
            why
        }),
        (name(), prop::option::of(words())).prop_map(|(patron, why)| Measure::Erase { patron, why }),
        (prop::sample::select(RunningSetting::ALL), prop::option::of(words()))
            .prop_map(|(setting, why)| Measure::Set { setting, value: 1, why }),
        Just(Measure::CloseTable { table: "nsw-1".parse().unwrap() }),
        name().prop_map(|name| Measure::Hire { name, grants: None }),
        (0u32..20, words()).prop_map(|(number, note)| Measure::Clear { number, note }),
        (prop::sample::select(ProposalMatter::ALL), words())
            .prop_map(|(matter, text)| Measure::Unread { matter, text }),
    ]
}

fn about_the_rest() -> impl Strategy<Value = Command> {
    prop_oneof![
        (prop::sample::select(Kind::ALL), place(), prop::option::of(name()), words()).prop_map(
            |(kind, place, about, text)| {
                let what = Cause::Found { text };
                Command::Note { kind, place, about: punto_site::Concerned::of(about), what }
            }
        ),
        (0u32..20, words()).prop_map(|(number, note)| Command::Acknowledge { number, note }),
        (0u32..20, words()).prop_map(|(number, note)| Command::Clear { number, note }),
        measure().prop_map(|what| Command::Propose { what }),
        (0u32..6).prop_map(|number| Command::Approve { number }),
        (0u32..6, words()).prop_map(|(number, why)| Command::Refuse { number, why }),
        (0u32..6).prop_map(|number| Command::TakeBack { number }),
        (0u32..6).prop_map(|number| Command::CarryOut { number }),
        (0u32..6, words()).prop_map(|(number, why)| Command::FailCarryOut { number, why }),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![4 => about_staff(), 3 => about_sign_ins(), 2 => about_machines(), 3 => about_the_rest()]
}

fn actor() -> impl Strategy<Value = Principal> {
    prop_oneof![
        4 => name().prop_map(Principal::Staff),
        4 => Just(Principal::System),
        1 => name().prop_map(Principal::Patron),
        1 => device().prop_map(Principal::Device),
    ]
}

/// What must hold of a site at all times.
fn holds(site: &Site) {
    let admins = site.people.values().filter(|person| person.is(Grant::ADMIN)).count();
    assert!(site.people.is_empty() || admins > 0, "nobody administers the site");
    for (number, session) in &site.sessions {
        let person = &site.people[&session.who];
        assert_eq!(person.standing, punto_site::Standing::Enabled, "session {number} of somebody barred");
        if let Some(device) = session.on.0 {
            assert!(site.device(device).is_some(), "session {number} at a machine that is not enrolled");
            let there = site.sessions.values().filter(|other| other.on == session.on).count();
            assert_eq!(there, 1, "two people at {device}");
        }
    }
    for person in site.people.values() {
        for one in &person.grants {
            assert!(person.grants.iter().all(|other| !one.clash(*other)), "duties that check each other");
        }
    }
    let json = serde_json::to_string(site).unwrap();
    assert_eq!(&serde_json::from_str::<Site>(&json).unwrap(), site, "a snapshot is the site");
}

/// Whether anybody can agree to accounts of staff.
fn seconds(site: &Site) -> bool {
    site.people.values().any(punto_site::Person::seconds_staff)
}

/// Whether an event opens an account, or gives power or trust.
fn gives_access(site: &Site, what: &Happening) -> bool {
    match what {
        Happening::Hired { .. } | Happening::PasswordReset { .. } => true,
        Happening::Granted { name, grant } => grant.takes_two() || !site.people.contains_key(name),
        Happening::Enabled { .. } => true,
        Happening::ProgramMade { grant, .. } => grant.takes_two(),
        _ => false,
    }
}

/// Whether an event takes an office or an account from whoever watches others, or is the second person for them.
fn sends_away(site: &Site, what: &Happening) -> bool {
    match what {
        Happening::Withdrawn { grant, .. } => grant.checks_others(),
        Happening::Disabled { name, .. } | Happening::Left { name } => site.people[name].checks_others(),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_said_the_site_is_sound(
        steps in prop::collection::vec((actor(), command(), 0u32..40), 1..120),
        staffed: bool,
    ) {
        let mut house = House::founded();
        if staffed {
            house = house.with(&[("ann", "admin"), ("mia", "gaming-manager"), ("cat", "cage"), ("kim", "dealer")]);
        }
        let start = house.site.clone();
        let begun = house.log.len();
        for (by, command, minutes) in steps {
            if minutes < 20 {
                house.wait_minutes(minutes);
            }
            // Said by a staff name; refusals are checked to change nothing inside.
            let before = house.log.len();
            let (site, seconded) = (house.site.clone(), seconds(&house.site));
            let _ = house.tell(by, command);
            holds(&house.site);
            prop_assert!(!seconded || seconds(&house.site), "nobody is left to agree to accounts");
            for (_, by, event) in &house.log[before..] {
                let Principal::Staff(who) = by else { continue };
                if gives_access(&site, &event.what) || sends_away(&site, &event.what) {
                    let of_another_kind = site.people[who].seconds_staff();
                    prop_assert!(of_another_kind, "{} changed access with nobody of another kind: {}", by, event.what);
                }
            }
        }
        let mut replayed = start;
        for (at, by, event) in &house.log[begun..] {
            punto_site::apply(&mut replayed, *at, by, event);
        }
        prop_assert_eq!(replayed, house.site);
    }

    #[test]
    fn each_lock_in_a_row_is_at_least_as_long_as_the_one_before(waits in prop::collection::vec(0u32..90, 3..40)) {
        let mut house = House::founded();
        let mut longest = 0;
        for wait in waits {
            house.wait_minutes(wait);
            house.say("system: fail-sign-in root on -").unwrap();
            let locked = house.log.iter().rev().take(3).find_map(|(at, _, event)| match event.what {
                Happening::Locked { until, .. } if *at == house.now => Some(until.minutes_since(house.now)),
                _ => None,
            });
            if let Some(minutes) = locked {
                prop_assert!(minutes >= longest && minutes <= 60);
                longest = minutes;
            }
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,60}") {
        let _ = (text.parse::<Command>(), text.parse::<Happening>(), text.parse::<Principal>());
    }
}

#[test]
fn replay_from_nothing_is_identical() {
    let mut house = House::founded();
    for line in [
        "system: hire ann",
        "system: grant ann admin",
        "system: fail-sign-in ann on -",
        "system: note disk-full - no room",
        "staff root: offer-device t-1 terminal nsw-1@1",
        "system: enrol-device t-1",
        "system: grant ann gaming-manager",
    ] {
        house.wait_minutes(1);
        house.say(line).unwrap();
    }
    assert_eq!(house.replayed(), house.site);
    assert_eq!(house.site.now, Time(0).plus_minutes(7));
}
