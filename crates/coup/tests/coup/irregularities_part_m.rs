//! Every irregularity under all five documents, row by row: where a document is silent, the house or the officer.

use punto_coup::{Irregularity, Noticed};
use punto_rulebook::Device;

use crate::irregular::{BANKER_MUST_DRAW, BOTH_STAND, PLAYER_MUST_DRAW, Report, Table, and};

const BOOKS: [&str; 5] = ["nsw-2021", "tas-2013", "tas-2018", "nz-1998", "rws-2016"];

/// One row: the same facts at the usual table of each document, told by the cure or another line of the ruling.
struct Row {
    device: Option<Device>,
    line: &'static str,
}

const CURES: Row = Row { device: None, line: "cure" };

impl Row {
    const fn line(line: &'static str) -> Row {
        Row { device: None, line }
    }

    #[track_caller]
    fn is(&self, cards: &str, facts: fn(Report<'_>) -> Report<'_>, expected: [&str; 5]) {
        let found = BOOKS.map(|id| {
            // A document that does not know the device deals from its own.
            let known = Table::of(id).book.shoe.devices.value;
            let table = Table::new(id, self.device.filter(|device| known.contains(device)), &[]);
            let report = facts(table.on(cards));
            if self.line == "cure" { report.in_short() } else { report.line(self.line) }
        });
        assert_eq!(found, expected);
    }
}

fn face_up() -> Irregularity {
    Irregularity::FaceUpCard { card: "8d".parse().unwrap() }
}

const LOST: Irregularity = Irregularity::Misdeal { reconstructable: false };
const RIGHTABLE: Irregularity = Irregularity::Misdeal { reconstructable: true };
const RWS: &str = "reconstruct (5.1.2, 3.4, 3.5, 3.6)";
const RWS_SURPLUS: &str = "reconstruct (5.1.2, 3.4, 3.5, 3.6, house:surplus-card)";
const RWS_SEEN: &str = "reconstruct (5.1.2, 3.4, 3.5, 3.6, house:seen-surplus-card)";
const RWS_LAST: &str = "reconstruct (5.1.2, 3.4, 3.5, 3.6, house:end-of-shoe)";
const TAS_MOUTH: &str = "mouth-then-no-bet-coup (14.1, 14.1:mouth, 14.1:first-card)";
const TAS_OFFICER: &str = "officer (3, house:uncovered-irregularity)";
const OFFICER: &str = "officer (house:uncovered-irregularity)";

#[test]
fn m1_stray_player_card_when_banker_must_draw() {
    CURES.is(
        &and(BANKER_MUST_DRAW, "P:9d"),
        |it| it,
        [
            "becomes-bankers-third (12.2)",
            "becomes-bankers-third (14.1)",
            "becomes-bankers-third (14.1)",
            "becomes-bankers-third (12.1.a, 12.1)",
            RWS,
        ],
    );
}

#[test]
fn m2_stray_player_card_unseen_when_banker_must_stand() {
    CURES.is(
        &and(BOTH_STAND, "P:9d#"),
        |it| it,
        ["opens-next-coup (12.2)", TAS_MOUTH, TAS_MOUTH, "opens-next-coup (12.1.b, 12.1)", RWS_SURPLUS],
    );
}

#[test]
fn m3_stray_player_card_seen_when_banker_must_stand() {
    CURES.is(
        &and(BOTH_STAND, "P:9d"),
        |it| it,
        [
            "opens-no-bet-coup (12.2, 12.3, house:stray-card-exposed)",
            TAS_MOUTH,
            TAS_MOUTH,
            "opens-no-bet-coup (12.1.b:disclosed, 12.1)",
            RWS_SEEN,
        ],
    );
}

#[test]
fn m3_and_m8_with_the_marker_out_a_card_that_was_seen_is_still_a_card_that_was_seen() {
    let seen = ["P:9d", "B:9d", "-:9d"].map(|card| and(BOTH_STAND, card));
    for (cards, id) in seen.iter().flat_map(|cards| BOOKS.map(|id| (cards, id))) {
        let table = Table::of(id);
        table.on(cards).with_marker_out().rules_as(table.on(cards));
    }
}

#[test]
fn m4_the_same_in_the_last_coup() {
    for card in ["P:9d#", "P:9d"] {
        CURES.is(
            &and(BOTH_STAND, card),
            |it| it.in_last_coup(),
            [
                "lapses (4.9, 4.10, 12.2, house:stray-card-in-last-coup)",
                "lapses (14.1:last-hand)",
                "lapses (14.1:last-hand)",
                "lapses (12.1.b, 9.7, 9.8)",
                RWS_LAST,
            ],
        );
    }
}

#[test]
fn m5_stray_banker_card() {
    CURES.is(
        &and(BOTH_STAND, "B:9d#"),
        |it| it,
        [
            "opens-no-bet-coup (12.3)",
            "opens-next-coup (14.2)",
            "opens-next-coup (14.2)",
            "opens-next-coup (12.2.a, 12.2)",
            RWS_SURPLUS,
        ],
    );
    CURES.is(
        &and(BOTH_STAND, "B:9d"),
        |it| it,
        [
            "opens-no-bet-coup (12.3)",
            "mouth-then-no-bet-coup (14.2, 3, house:seen-surplus-card)",
            "mouth-then-no-bet-coup (14.2, 3, house:seen-surplus-card)",
            "opens-no-bet-coup (12.2.b, 12.2)",
            RWS_SEEN,
        ],
    );
}

#[test]
fn m6_players_card_given_to_banker() {
    CURES.is(
        &and(PLAYER_MUST_DRAW, "B:4h"),
        |it| it,
        [
            "reconstruct (12.1.1, 12.1, 12.1(b))",
            "becomes-players-third (14.3)",
            "becomes-players-third (14.3)",
            "reconstruct (12.6)",
            RWS,
        ],
    );
    Row::line("hands").is(&and(PLAYER_MUST_DRAW, "B:4h"), |it| it, ["2s 3h 4h = 9, 3d 2c = 5"; 5]);
}

#[test]
fn m7_surplus_card_unseen() {
    CURES.is(
        &and(BOTH_STAND, "-:9d#"),
        |it| it,
        [
            "opens-next-coup (12.1.1, 12.1(b))",
            "opens-next-coup (14.2)",
            "opens-next-coup (14.2)",
            "opens-next-coup (12.2.a, 12.2)",
            "officer (house:surplus-card)",
        ],
    );
}

#[test]
fn m8_surplus_card_seen() {
    CURES.is(
        &and(BOTH_STAND, "-:9d"),
        |it| it,
        [
            "opens-no-bet-coup (12.3)",
            "mouth-then-no-bet-coup (14.2, 3, house:seen-surplus-card)",
            "mouth-then-no-bet-coup (14.2, 3, house:seen-surplus-card)",
            "opens-no-bet-coup (12.2.b, 12.2)",
            "officer (house:seen-surplus-card)",
        ],
    );
}

#[test]
fn m9_a_card_drawn_is_never_put_back() {
    CURES.is(
        &and(BOTH_STAND, "-:9d#"),
        |it| it.with_marker_out(),
        [
            "opens-next-coup (12.1.1, 12.1(b))",
            "set-aside (14.2, 14.2:no-return, 9.4)",
            "set-aside (14.2, 14.2:no-return, 9.4)",
            "opens-next-coup (12.2.a, 12.2)",
            "officer (house:surplus-card)",
        ],
    );
}

#[test]
fn m10_first_card_of_a_coup_face_up() {
    CURES.is(
        "",
        |it| it.is(face_up()),
        ["opens-no-bet-coup (12.3)", "played (14.4)", "played (14.4)", "opens-no-bet-coup (12.3)", OFFICER],
    );
    let mouth = "mouth-then-no-bet-coup (14.4:unusable, 14.1:mouth, 14.1:first-card)";
    let between = |it: Report<'_>| -> String { it.is(face_up()).noticed(Noticed::BettingOpen).in_short() };
    let found = BOOKS.map(|id| between(Table::of(id).on("")));
    assert_eq!(found, ["opens-no-bet-coup (12.3)", mouth, mouth, "opens-no-bet-coup (12.3)", OFFICER]);
}

#[test]
fn m11_later_card_face_up() {
    CURES.is(
        BANKER_MUST_DRAW,
        |it| it.is(face_up()),
        ["played (12.5)", "played (14.4)", "played (14.4)", "played (12.4)", OFFICER],
    );
}

#[test]
fn m12_face_up_card_the_coup_does_not_need() {
    let mouth = "mouth-then-no-bet-coup (14.4:unusable, 14.1:mouth, 14.1:first-card)";
    CURES.is(
        BOTH_STAND,
        |it| it.is(face_up()),
        ["opens-no-bet-coup (12.3)", mouth, mouth, "opens-no-bet-coup (12.3)", OFFICER],
    );
}

#[test]
fn m13_how_a_no_bet_coup_is_dealt() {
    Row::line("next").is(
        &and(BOTH_STAND, "P:9d"),
        |it| it,
        [
            "no-bet from 9d (12.4, 1.1:no-bet-coup)",
            "no-bet from 9d (14.1:non-betting, 14.1:clear)",
            "no-bet from 9d (14.1:non-betting, 14.1:clear)",
            "no-bet from 9d (1.0:void-hand)",
            "ordinary",
        ],
    );
}

#[test]
fn m14_too_few_cards() {
    CURES.is(
        BANKER_MUST_DRAW,
        |it| it.is(Irregularity::TooFewCards),
        [
            "void-coup (12.6)",
            "void-coup (14.5)",
            "void-coup (14.5)",
            "void-coup (12.5)",
            "void-coup (5.1.3, 5.1)",
        ],
    );
}

#[test]
fn m15_order_of_cards_in_doubt() {
    CURES.is(
        BANKER_MUST_DRAW,
        |it| it.is(RIGHTABLE),
        [
            "reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b))",
            "reconstruct (3, 9.2, 11)",
            "reconstruct (3, 9.2, 11)",
            "reconstruct (12.6)",
            RWS,
        ],
    );
    CURES.is(
        "P:Ks P:3d P:6h B:4c",
        |it| it.is(LOST),
        [
            "void-coup (12.1.2, 12.1.3)",
            TAS_OFFICER,
            "void-coup (14.6, 3, house:shoe-after-void-coup)",
            "void-coup (12.7, 12.6, house:shoe-after-void-coup)",
            "void-coup (5.1.2, 5.1, house:shoe-after-void-coup)",
        ],
    );
    CURES.is(
        &and(BOTH_STAND, "P:9d"),
        |it| it.is(LOST),
        [
            "void-coup (12.1.2, 12.1.3)",
            TAS_OFFICER,
            "void-coup (14.6, 3, house:shoe-after-void-coup)",
            "void-coup (house:third-cards-past-repair, house:shoe-after-void-coup)",
            "void-coup (5.1.2, 5.1, house:shoe-after-void-coup)",
        ],
    );
}

#[test]
fn m16_wagers_after_a_reconstruction() {
    Row::line("wagers").is(
        BANKER_MUST_DRAW,
        |it| it.is(RIGHTABLE),
        [
            "may be withdrawn (12.1.1, house:withdraw-after-reconstruction), if all then no-bet coup",
            "stand",
            "stand",
            "stand",
            "stand",
        ],
    );
}

#[test]
fn m17_time_limit_for_raising_the_error() {
    let late = "stands (house:correction-window)";
    CURES.is(
        &and(BANKER_MUST_DRAW, "P:9d"),
        |it| it.noticed(Noticed::AfterCoup),
        ["becomes-bankers-third (12.2)", late, late, late, RWS],
    );
    CURES.is(
        &and(BANKER_MUST_DRAW, "P:9d"),
        |it| it.noticed(Noticed::BettingOpen),
        ["becomes-bankers-third (12.2)", late, late, late, "stands (5.1.2, 3.1)"],
    );
    CURES.is(
        &and(BANKER_MUST_DRAW, "P:9d"),
        |it| it.noticed(Noticed::NextCoup),
        ["stands (12.1.4, 12.1(b))", late, late, late, "stands (5.1.2, 3.1)"],
    );
}

#[test]
fn m18_the_shoe_after_a_void_coup() {
    Row::line("shoe").is(
        &and(BOTH_STAND, "P:9d"),
        |it| it.is(LOST),
        ["goes on, may end if all agree (12.1.2, 12.1.3)", "goes on", "goes on", "goes on", "goes on"],
    );
    let ends = |id| {
        let house = [("shoe-after-void-coup", "end-shoe"), ("uncovered-irregularity", "void-coup")];
        Table::with(id, &house).on(&and(BOTH_STAND, "P:9d")).is(LOST).line("shoe")
    };
    assert_eq!(["tas-2013", "tas-2018", "nz-1998", "rws-2016"].map(ends), ["ends"; 4]);
}

#[test]
fn m19_foreign_card() {
    CURES.is(
        BANKER_MUST_DRAW,
        |it| it.is(Irregularity::ForeignCard),
        [
            "void-coup (12.11.2, 12.11, 12.11.3, 12.11.4)",
            TAS_OFFICER,
            TAS_OFFICER,
            OFFICER,
            "void-coup (5.1.1, 5.1, house:shoe-after-void-coup)",
        ],
    );
    CURES.is(
        BOTH_STAND,
        |it| it.is(Irregularity::ForeignCard).noticed(Noticed::AfterCoup),
        [
            "check-decks (12.11.1, 12.11.3, 12.11.4)",
            TAS_OFFICER,
            TAS_OFFICER,
            OFFICER,
            "stands (5.1.1:previous)",
        ],
    );
}

#[test]
fn m20_missing_card() {
    CURES.is(
        BANKER_MUST_DRAW,
        |it| it.is(Irregularity::MissingCard),
        ["void-coup (12.11.2, 12.11, 12.11.3, 12.11.4)", TAS_OFFICER, TAS_OFFICER, OFFICER, OFFICER],
    );
    Row::line("told").is(
        BANKER_MUST_DRAW,
        |it| it.is(Irregularity::MissingCard),
        ["surveillance, regulator-inspector", "", "", "", ""],
    );
}

#[test]
fn m21_more_face_up_cards_suspected() {
    let row = Row { device: Some(Device::ShufflingDevice), line: "cure" };
    row.is(
        BANKER_MUST_DRAW,
        |it| it.is(Irregularity::MoreFaceUpCards),
        ["finish-then-check (12.5.1)", TAS_OFFICER, TAS_OFFICER, OFFICER, OFFICER],
    );
}

#[test]
fn m22_scanning_shoe_disagrees() {
    let row = Row { device: Some(Device::ScanningShoe), line: "cure" };
    row.is(
        BOTH_STAND,
        |it| it.is(Irregularity::ScannerDisagrees { confirmed: true }),
        ["stands (12.13)", TAS_OFFICER, TAS_OFFICER, OFFICER, OFFICER],
    );
    row.is(
        BOTH_STAND,
        |it| it.is(Irregularity::ScannerDisagrees { confirmed: false }),
        ["void-coup (12.13)", TAS_OFFICER, TAS_OFFICER, OFFICER, OFFICER],
    );
}

#[test]
fn m23_shuffling_device_fails() {
    let row = Row { device: Some(Device::ShufflingDevice), line: "cure" };
    row.is(
        BANKER_MUST_DRAW,
        |it| it.is(Irregularity::DeviceFails { harm: true, transferable: true, damaged: false }),
        ["void-coup (13.4)", "device-fails cannot arise at this table (4.5)", TAS_OFFICER, OFFICER, OFFICER],
    );
}

#[test]
fn m24_disruption_and_fraud() {
    CURES.is(
        BOTH_STAND,
        |it| it.is(Irregularity::Disruption),
        ["invalidate (14.4, 14.4.1, 14.5)", TAS_OFFICER, TAS_OFFICER, OFFICER, OFFICER],
    );
    let officer = "wait for the officer";
    Row::line("wagers").is(
        BOTH_STAND,
        |it| it.is(Irregularity::Fraud),
        ["refund or forfeit", officer, officer, officer, officer],
    );
}

#[test]
fn m25_who_rules() {
    let (cs, gi) = ("casino-supervisor", "game-inspector");
    Row::line("ordered by").is(BANKER_MUST_DRAW, |it| it.is(RIGHTABLE), ["", gi, gi, cs, ""]);
    Row::line("ordered by").is(
        &and(BOTH_STAND, "P:9d"),
        |it| it.is(LOST),
        [cs, gi, gi, cs, "casino-operator"],
    );
    let uncovered = |it: Report<'_>| it.is(Irregularity::MissingCard).line("ordered by");
    let found = BOOKS.map(|id| uncovered(Table::of(id).on(BOTH_STAND)));
    assert_eq!(found, [cs, gi, gi, cs, "casino-operator"]);
}
