//! Positions from which the search begins: who is there, what lies, what has gone wrong.

/// A position under one document: its name, and the lines that lead to it, the dealer's where nobody is named.
pub(super) struct Start {
    pub(super) name: &'static str,
    pub(super) lines: Vec<&'static str>,
}

fn start(name: &'static str, parts: &[&[&'static str]]) -> Start {
    Start { name, lines: parts.concat() }
}

const NATURAL: [&str; 4] = ["card 9s", "card 5d", "card Ks", "card 3c"];

pub(super) fn nsw() -> Vec<Start> {
    let open =
        &["open limits 25..5000, chips 5 25 100 500, float 10000", "prepare", "sit ada@1", "sit ben@2"][..];
    let bets = &["bet ada@1 player 100", "bet ben@2 banker 5000"][..];
    let device =
        &["open limits 25..500, chips 5 25 100, device shuffling-device, low-limit yes, bets super_six"];
    let squeezed = &["open method B, limits 25..500", "prepare", "sit ada@1", "sit ben@2"][..];
    vec![
        start("an empty table", &[&["open usual, limits 25..500", "prepare"]]),
        start("wagers lie", &[open, bets]),
        start("the first card is out", &[open, bets, &["card 9s"]]),
        start(
            "a third card is due",
            &[open, bets, &["card Ks", "card 2d", "card 4h", "card 3c", "call points"]],
        ),
        start("the result is known", &[open, bets, &NATURAL]),
        start("settled", &[open, bets, &NATURAL, &["settle"]]),
        start("settled, and wagers lie", &[open, bets, &NATURAL, &["settle", "bet ada@1 player 200"]]),
        start(
            "settled, and limits changed",
            &[open, bets, &NATURAL, &["settle", "casino-supervisor sue: change limits 25..100"]],
        ),
        start(
            "reversed under other limits",
            &[
                open,
                bets,
                &NATURAL,
                &["settle", "casino-supervisor sue: change limits 25..100", "report misdeal reconstructable"],
            ],
        ),
        start("a card waits for a no-bet coup", &[open, bets, &NATURAL, &["card 4h to banker", "settle"]]),
        start("a foreign card", &[open, bets, &["card 9s", "report foreign-card plain"]]),
        start(
            "the marker came out",
            &[open, bets, &["card 9s", "marker", "card 5d", "card Ks", "card 3c", "settle"]],
        ),
        start("the shoe is over", &[open, bets, &["marker", "call last-coup"], &NATURAL, &["settle"]]),
        start("cards put right", &[open, bets, &["card 9s", "card 5d to player"]]),
        start("past repair", &[open, bets, &NATURAL, &["report misdeal beyond-repair"]]),
        start(
            "a sequence is revealed",
            &[open, bets, &NATURAL, &["settle", "report sequence-revealed plain"]],
        ),
        start("fraud", &[open, bets, &["card 9s", "report fraud plain"]]),
        start(
            "supervisor's orders",
            &[
                open,
                &[
                    "casino-supervisor sue: act unfit-cards",
                    "casino-supervisor sue: act order-card-check",
                    "casino-supervisor sue: act order-shuffle",
                ],
            ],
        ),
        start(
            "a device failed",
            &[
                device,
                &[
                    "prepare",
                    "sit ada@1",
                    "bet ada@1 player 25",
                    "card 9s",
                    "report device-fails not-transferable",
                ],
            ],
        ),
        start("hands go out", &[squeezed, &["bet ada@1 player 100", "bet ben@2 banker 100"], &NATURAL]),
        start(
            "a hand is out",
            &[squeezed, &["bet ada@1 player 100", "bet ben@2 banker 100"], &NATURAL, &["pass player to ada"]],
        ),
        start(
            "an old minimum is kept",
            &[open, &["casino-supervisor sue: raise-at-once 100..5000", "bet ada@1 player 25"]],
        ),
        start(
            "a tournament",
            &[
                &["open limits 25..500, tournament yes", "prepare", "sit ada@1", "sit ben@2"],
                &["patron ada: seal ada@1 player 100", "card 9s"],
            ],
        ),
        start("cut by hand", &[&["open limits 25..500", "sit ada@1", "sit ben@2", "shuffle hand"]]),
        start(
            "closed with duties",
            &[open, &["casino-supervisor sue: act unfit-cards", "leave ada", "leave ben", "close"]],
        ),
    ]
}

pub(super) fn tas() -> Vec<Start> {
    let open = &[
        "game-inspector sue: sign-on",
        "open usual, limits 10..1000, house correction-window next-first-card",
        "prepare",
        "sit ada@1",
        "sit ben@2",
    ][..];
    let bets = &["bet ada@1 player 100", "bet ben@2 banker 1000"][..];
    let called = &["call points", "call result"][..];
    vec![
        start(
            "an empty table",
            &[&["game-inspector sue: sign-on", "open usual, limits 10..1000", "prepare"]],
        ),
        start("wagers lie", &[open, bets]),
        start("the first card is out", &[open, bets, &["card 9s"]]),
        start(
            "a third card is due",
            &[open, bets, &["card Ks", "card 2d", "card 4h", "card 3c", "call points"]],
        ),
        start("the result is known", &[open, bets, &NATURAL, called]),
        start("the inspector left", &[open, bets, &NATURAL, called, &["game-inspector sue: sign-off"]]),
        start(
            "settled, and wagers lie",
            &[open, bets, &NATURAL, called, &["settle", "bet ada@1 player 200"]],
        ),
        start(
            "a card for a no-bet coup",
            &[open, bets, &NATURAL, &["card 4h to player"], called, &["settle"]],
        ),
        start("a surplus card was seen", &[open, bets, &NATURAL, &["card 4h to banker seen"]]),
        start("the order is lost", &[open, bets, &NATURAL, &["report misdeal beyond-repair"]]),
        start(
            "the marker came out",
            &[open, bets, &["card 9s", "marker", "card 5d", "card Ks", "card 3c"], called],
        ),
        start("the last coup is settled", &[open, bets, &["marker"], &NATURAL, called, &["settle"]]),
        start("the marker lay behind the last card", &[open, bets, &NATURAL, &["marker"], called]),
        start(
            "a ruling waits on a settled coup",
            &[open, bets, &NATURAL, called, &["settle", "report foreign-card plain"]],
        ),
        start(
            "a ruling waits on the last coup",
            &[open, bets, &["marker"], &NATURAL, called, &["settle", "report foreign-card plain"]],
        ),
        start(
            "a settled coup is open again",
            &[open, bets, &NATURAL, called, &["settle", "game-inspector sue: found ada@1 player 5000"]],
        ),
        start(
            "hands go out",
            &[
                &[
                    "game-inspector sue: sign-on",
                    "open usual, method squeeze, limits 10..1000",
                    "prepare",
                    "sit ada@1",
                    "sit ben@2",
                ],
                &[
                    "consent ada squeeze",
                    "consent ben squeeze",
                    "tell management-representative of squeeze-informed",
                    "tell surveillance of squeeze-informed",
                ],
                bets,
                &NATURAL,
            ],
        ),
        start(
            "limits agreed with one",
            &[
                open,
                &[
                    "consent ada personal-limits 50..2000",
                    "management-representative mia: personal ada 50..2000",
                    "bet ada@1 player 2000",
                ],
            ],
        ),
        start(
            "play has been, and is over",
            &[open, bets, &NATURAL, called, &["settle", "leave ada", "leave ben"]],
        ),
    ]
}

pub(super) fn nz() -> Vec<Start> {
    let open = &[
        "open usual, limits 20..5000, house correction-window next-first-card",
        "prepare burn Ac",
        "sit ada@1",
        "sit ben@2",
    ][..];
    let bets = &["bet ada@1 player 100", "bet ben@2 banker 1000", "call no-more-bets"][..];
    let called = &["call points", "call result"][..];
    vec![
        start("an empty table", &[&["open usual, limits 20..5000", "prepare burn Ac"]]),
        start("wagers are closed", &[open, bets]),
        start("the first card is out", &[open, bets, &["card 9s"]]),
        start(
            "a third card is due",
            &[open, bets, &["card Ks", "card 2d", "card 4h", "card 3c", "call points"]],
        ),
        start("the result is known", &[open, bets, &NATURAL, called]),
        start(
            "settled, and wagers lie",
            &[open, bets, &NATURAL, called, &["settle", "bet ada@1 player 200"]],
        ),
        start("a tie", &[open, bets, &["card Ks", "card 2d", "card 6h", "card 4c"], called, &["settle"]]),
        start(
            "a card that was seen",
            &[open, bets, &NATURAL, &["card 4h to banker seen"], called, &["settle"]],
        ),
        start("past repair", &[open, bets, &NATURAL, &["report misdeal beyond-repair"]]),
        start(
            "the marker came out",
            &[open, bets, &["card 9s", "marker", "card 5d", "card Ks", "card 3c"], called],
        ),
        start(
            "the last coup is settled",
            &[open, bets, &["marker", "call last-coup"], &NATURAL, called, &["settle"]],
        ),
        start(
            "a ruling waits on the last coup",
            &[
                open,
                bets,
                &["marker", "call last-coup"],
                &NATURAL,
                called,
                &["settle", "report foreign-card plain"],
            ],
        ),
        start(
            "hands go out",
            &[
                &["open usual, method B, limits 20..5000", "prepare burn Ac", "sit ada@1", "sit ben@2"],
                bets,
                &NATURAL,
            ],
        ),
        start(
            "cards to be prepared",
            &[&["open usual, limits 20..5000", "sit ada@1", "sit ben@2", "act check-cards"]],
        ),
    ]
}

pub(super) fn rws() -> Vec<Start> {
    let open = &[
        "open usual, limits 10..500",
        "prepare",
        "sit ada@1",
        "sit ben@2",
        "system: buy-in ada 1000 balance",
        "system: buy-in ben 1000 balance",
    ][..];
    let bets =
        &["call place-your-bets", "patron ada: bet ada@1 player 100", "patron ben: bet ben@2 banker 500"][..];
    let closed = &["call no-more-bets"][..];
    vec![
        start("wagers are open", &[open, bets]),
        start("wagers are closed", &[open, bets, closed]),
        start("the first card is out", &[open, bets, closed, &["card 9s"]]),
        start("a third card is due", &[open, bets, closed, &["card Ks", "card 2d", "card 4h", "card 3c"]]),
        start("the result is known", &[open, bets, closed, &NATURAL]),
        start("settled", &[open, bets, closed, &NATURAL, &["settle"]]),
        start(
            "betting again",
            &[
                open,
                bets,
                closed,
                &NATURAL,
                &["settle", "call place-your-bets", "patron ada: bet ada@1 tie 50"],
            ],
        ),
        start("a card too many", &[open, bets, closed, &NATURAL, &["card 4h to nobody"]]),
        start(
            "past repair",
            &[
                open,
                bets,
                closed,
                &["card 9s", "card 5d", "card Ks to banker", "report misdeal beyond-repair"],
            ],
        ),
        start("a foreign card", &[open, bets, closed, &["card 9s", "report foreign-card plain"]]),
        start("the last coup is settled", &[open, bets, closed, &["marker"], &NATURAL, &["settle"]]),
        start(
            "a demonstration",
            &[
                &[
                    "system: open usual, demonstration yes, limits 10..500",
                    "system: prepare",
                    "sit ada@1",
                    "system: buy-in ada 1000 balance",
                ],
                &["call place-your-bets", "patron ada: bet ada@1 player 100"],
                closed,
                &["card 9s"],
            ],
        ),
    ]
}
