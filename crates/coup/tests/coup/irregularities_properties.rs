//! Rulings on anything that can lie on a table: classification, no dead data, and what must always hold.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use punto_coup::{
    CardFate, Coup, DealtCard, Fate, Irregularity, Marker, Next, Noticed, Place, Ruling, Situation,
    WagerFate, classify, rule,
};
use punto_rulebook::{Case, Choices, Cure, Device, Draft, Rulebook, Terms};
use punto_vocab::{Card, Side};

use crate::irregular::{BANKER_MUST_DRAW, BOTH_STAND, PLAYER_MUST_DRAW, Table, and, dealt, whole};

const BOOKS: [&str; 5] = ["nsw-2021", "tas-2013", "tas-2018", "nz-1998", "rws-2016"];
const RIGHTABLE: Irregularity = Irregularity::Misdeal { reconstructable: true };

#[test]
fn classify_names_the_first_card_that_went_wrong_alike_in_every_document() {
    use Irregularity::*;
    let natural = "P:Ks B:2d P:9h B:3c";
    let cases: Vec<(String, Option<Irregularity>)> = vec![
        (String::new(), None),
        ("P:Ks".into(), None),
        (BANKER_MUST_DRAW.into(), None),
        (and(BANKER_MUST_DRAW, "B:9d"), None),
        (and(PLAYER_MUST_DRAW, "P:4h B:9c"), None),
        // The opening.
        ("B:Ks".into(), Some(RIGHTABLE)),
        ("P:Ks P:2d".into(), Some(RIGHTABLE)),
        ("P:Ks B:2d B:6h".into(), Some(RIGHTABLE)),
        ("P:Ks B:2d P:6h P:3c".into(), Some(RIGHTABLE)),
        ("P:Ks -:2d".into(), Some(RIGHTABLE)),
        // Third cards.
        (and(PLAYER_MUST_DRAW, "B:4h"), Some(PlayersCardToBanker { at: 4 })),
        (and(PLAYER_MUST_DRAW, "-:4h"), Some(RIGHTABLE)),
        (and(PLAYER_MUST_DRAW, "P:4h P:9c"), Some(StrayCard { at: 5 })),
        (and(PLAYER_MUST_DRAW, "P:8h B:9c"), Some(StrayCard { at: 5 })),
        (and(PLAYER_MUST_DRAW, "P:4h -:9c"), Some(RIGHTABLE)),
        (and(PLAYER_MUST_DRAW, "P:4h B:9c P:2h"), Some(StrayCard { at: 6 })),
        (and(PLAYER_MUST_DRAW, "P:4h B:9c B:2h"), Some(StrayCard { at: 6 })),
        (and(PLAYER_MUST_DRAW, "P:4h B:9c -:2h"), Some(SurplusCard { at: 6 })),
        (and(BANKER_MUST_DRAW, "P:9d"), Some(StrayCard { at: 4 })),
        (and(BANKER_MUST_DRAW, "-:9d"), Some(RIGHTABLE)),
        (and(BANKER_MUST_DRAW, "B:9d P:2h"), Some(StrayCard { at: 5 })),
        (and(BOTH_STAND, "P:9d"), Some(StrayCard { at: 4 })),
        (and(BOTH_STAND, "B:9d"), Some(StrayCard { at: 4 })),
        (and(BOTH_STAND, "-:9d"), Some(SurplusCard { at: 4 })),
        (and(natural, "P:9d"), Some(StrayCard { at: 4 })),
        (and(natural, "B:9d"), Some(StrayCard { at: 4 })),
        // Only the first counts.
        ("P:Ks P:2d B:6h B:3c P:9d P:2c".into(), Some(RIGHTABLE)),
        (and(BOTH_STAND, "-:9d P:2h"), Some(SurplusCard { at: 4 })),
    ];
    for id in BOOKS {
        let book = Rulebook::embedded(id).unwrap();
        for (cards, expected) in &cases {
            assert_eq!(classify(&book, &dealt(cards)), *expected, "{id}: {cards}");
        }
    }
}

#[test]
fn a_report_by_the_wrong_name_is_ruled_by_the_cards() {
    for id in BOOKS {
        let table = Table::of(id);
        for cards in [
            and(PLAYER_MUST_DRAW, "B:4h"),
            and(BANKER_MUST_DRAW, "P:9d"),
            and(BOTH_STAND, "B:9d#"),
            and(BOTH_STAND, "-:9d"),
        ] {
            for what in [
                Irregularity::StrayCard { at: 4 },
                Irregularity::SurplusCard { at: 4 },
                Irregularity::PlayersCardToBanker { at: 4 },
            ] {
                table.on(&cards).is(what).rules_as(table.on(&cards));
            }
        }
        // A card that was due where it lies is no stray card: all cards stay where they are.
        let lawful = table.on(BANKER_MUST_DRAW).is(Irregularity::StrayCard { at: 3 });
        assert_eq!(lawful.line("hands"), "Ks 6h = 6, 2d 3c = 5");
    }
}

/// Everything that can be reported of a coup with cards, at any place among them and beyond.
fn irregularities() -> Vec<Irregularity> {
    use Irregularity::*;
    let card = "8d".parse().unwrap();
    let mut all = vec![
        FaceUpCard { card },
        MoreFaceUpCards,
        TooFewCards,
        Misdeal { reconstructable: true },
        Misdeal { reconstructable: false },
        ForeignCard,
        MissingCard,
        NotCut,
        BurnForgotten,
        ShuffleMissed,
        WrongPaytable,
        ScannerDisagrees { confirmed: true },
        ScannerDisagrees { confirmed: false },
        WrongDisplay,
        WrongHolder,
        BurnedCard,
        SequenceRevealed,
        Disruption,
        Fraud,
        ProhibitedDevice,
    ];
    for at in (0..9).chain([usize::MAX]) {
        all.extend([StrayCard { at }, PlayersCardToBanker { at }, SurplusCard { at }]);
    }
    for bits in 0..8 {
        let [harm, transferable, damaged] = [1, 2, 4].map(|bit| bits & bit != 0);
        all.push(DeviceFails { harm, transferable, damaged });
    }
    all
}

fn tables(id: &str) -> Vec<Table> {
    let book = Rulebook::embedded(id).unwrap();
    book.shoe.devices.value.iter().map(|device| Table::dealt_from(id, *device)).collect()
}

#[test]
fn every_answer_of_every_document_is_reached_by_some_facts() {
    let deals = [
        String::new(),
        BANKER_MUST_DRAW.into(),
        BOTH_STAND.into(),
        and(BANKER_MUST_DRAW, "P:9d"),
        and(BOTH_STAND, "P:9d"),
        and(BOTH_STAND, "P:9d#"),
        and(BOTH_STAND, "B:9d"),
        and(BOTH_STAND, "B:9d#"),
        and(BOTH_STAND, "-:9d"),
        and(BOTH_STAND, "-:9d#"),
        and(PLAYER_MUST_DRAW, "B:4h"),
        "P:Ks P:3d P:6h B:4c".into(),
    ]
    .map(|cards| dealt(&cards));
    for id in BOOKS {
        let mut reached = BTreeSet::new();
        for table in tables(id) {
            for (dealt, what) in deals.iter().flat_map(|d| irregularities().into_iter().map(move |w| (d, w)))
            {
                for noticed in [Noticed::DuringCoup, Noticed::AfterCoup] {
                    for (last_coup, marker) in
                        [(false, Marker::InShoe), (false, Marker::Out), (true, Marker::InShoe)]
                    {
                        let situation = Situation { dealt, what, noticed, last_coup, marker };
                        if let Ok(ruling) = rule(&table.book, &table.terms, &situation) {
                            reached.insert((ruling.mishap, ruling.case));
                        }
                    }
                }
            }
        }
        let book = Rulebook::embedded(id).unwrap();
        let answered = book.irregularities.remedies().map(|(mishap, case, _)| (mishap, case));
        // Where everything uncovered goes to the officer, so does what needs a device the document does not know.
        let device = book.shoe.devices.value.contains(&Device::ShufflingDevice);
        let reachable = answered.filter(|(_, case)| device || *case != Case::FromDevice);
        assert_eq!(reached, reachable.collect(), "{id}");
    }
}

/// The five documents, each with every choice of every setting and every device somewhere among its tables.
static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for id in BOOKS {
        let book = Rulebook::embedded(id).unwrap();
        for nth in 0..3 {
            let mut draft = Draft::usual(&book);
            for setting in &book.house {
                if let Choices::Words(words) = &setting.choices {
                    let word = words[nth % words.len()].clone();
                    draft.house.insert(setting.setting.name().to_owned(), word);
                }
            }
            let devices: &[Device] = &book.shoe.devices.value;
            draft.device = Some(devices[nth % devices.len()].to_string());
            // Optional bets do not matter here, and some choices keep them off some variants.
            draft.offered.clear();
            let terms = Terms::under(&book, draft).unwrap();
            all.push(Table { book: book.clone(), terms });
        }
    }
    all
});

fn a_card() -> impl Strategy<Value = Card> {
    (0..Card::COUNT).prop_map(|index| Card::from_index(index).unwrap())
}

fn a_dealt_card() -> impl Strategy<Value = DealtCard> {
    let place = prop_oneof![
        4 => Just(Place::Hand(Side::Player)),
        4 => Just(Place::Hand(Side::Banker)),
        1 => Just(Place::Nowhere),
    ];
    (a_card(), place, any::<bool>()).prop_map(|(card, to, exposed)| DealtCard { card, to, exposed })
}

/// Cards that start as they should, so that errors in third cards are not rare, and go on anyhow.
fn some_cards() -> impl Strategy<Value = Vec<DealtCard>> {
    let lawful = [Side::Player, Side::Banker, Side::Player, Side::Banker].map(Place::Hand);
    (vec(a_dealt_card(), 0..9), 0..5_usize).prop_map(move |(mut cards, straight)| {
        for (card, place) in cards.iter_mut().zip(lawful).take(straight) {
            card.to = place;
        }
        cards
    })
}

fn something() -> impl Strategy<Value = Irregularity> {
    let face_up = a_card().prop_map(|card| Irregularity::FaceUpCard { card });
    prop_oneof![6 => prop::sample::select(irregularities()), 1 => face_up]
}

type Facts = (Vec<DealtCard>, Irregularity, Noticed, bool, Marker);

fn facts() -> impl Strategy<Value = Facts> {
    let noticed = prop::sample::select(Noticed::ALL);
    let marker = prop_oneof![Just(Marker::InShoe), Just(Marker::Out)];
    (some_cards(), something(), noticed, any::<bool>(), marker)
}

/// Whether these cards can all be taken from a pile, each once.
fn take(mut pile: Vec<Card>, cards: impl IntoIterator<Item = Card>) -> bool {
    cards.into_iter().all(|card| {
        let at = pile.iter().position(|c| *c == card);
        at.map(|at| pile.swap_remove(at)).is_some()
    })
}

fn check_ruling(table: &Table, situation: &Situation<'_>, ruling: &Ruling) {
    let text = whole(ruling);
    assert!(!ruling.by.authorities().is_empty());
    assert!(ruling.by.clauses().all(|clause| clause.rulebook() == &*table.book.id), "{text}");
    let face_up = match situation.what {
        Irregularity::FaceUpCard { card } => Some(card),
        _ => None,
    };
    let on_table = || situation.dealt.iter().map(|dealt| dealt.card).chain(face_up).collect();
    assert!(take(on_table(), ruling.cards.iter().map(|card| card.card)), "fates of others: {text}");
    if let Some(hands) = &ruling.hands {
        let held = Side::ALL.into_iter().flat_map(|side| hands[side].cards()).copied();
        assert!(take(on_table(), held), "cards of others in hands: {text}");
        let there = |card: &CardFate| match card.fate {
            Fate::Of(side, nth) => hands[side].cards().get(usize::from(nth) - 1) == Some(&card.card),
            _ => true,
        };
        assert!(ruling.cards.iter().all(there), "a card is not where its fate puts it: {text}");
    }
    let waiting = ruling.cards.iter().find(|c| matches!(c.fate, Fate::OpensNextCoup | Fate::AtMouthOfShoe));
    let opens_with = match ruling.next {
        Next::Ordinary { opens_with } => opens_with,
        Next::NoBet { opens_with, .. } => Some(opens_with),
        Next::None => None,
    };
    assert_eq!(waiting.map(|card| card.card), opens_with, "{text}");
    if situation.last_coup {
        assert!(!matches!(ruling.next, Next::Ordinary { .. }), "a coup after the last: {text}");
    }
    if ruling.cure == Cure::VoidCoup {
        assert_eq!((&ruling.wagers, &ruling.hands), (&WagerFate::AllReturned, &None), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_facts_get_a_ruling_that_cites_something_and_keeps_account_of_the_cards(
        table in 0..15_usize,
        (dealt, what, noticed, last_coup, marker) in facts(),
    ) {
        let table = &TABLES[table];
        let situation = Situation { dealt: &dealt, what, noticed, last_coup, marker };
        match rule(&table.book, &table.terms, &situation) {
            Ok(ruling) => check_ruling(table, &situation, &ruling),
            Err(refusal) => prop_assert!(!refusal.by.authorities().is_empty()),
        }
    }

    #[test]
    fn cards_put_right_in_time_make_the_lawful_coup_and_none_is_forgotten(
        table in 0..15_usize,
        dealt in some_cards(),
        last_coup: bool,
        out: bool,
    ) {
        let Table { book, terms } = &TABLES[table];
        let Some(what) = classify(book, &dealt) else {
            // Nothing is wrong, so the cards make a lawful coup as they lie.
            prop_assert!(Coup::of(book, dealt.iter().map(|d| d.card)).is_ok());
            return Ok(());
        };
        let marker = if out { Marker::Out } else { Marker::InShoe };
        let situation = Situation { dealt: &dealt, what, noticed: Noticed::DuringCoup, last_coup, marker };
        let ruling = rule(book, terms, &situation).unwrap();
        let mut lawful = Coup::default();
        let due = dealt.iter().take_while(|d| lawful.deal(book, d.card).is_ok()).count();
        prop_assert_eq!(ruling.hands.as_ref(), Some(lawful.hands()), "{}", whole(&ruling));
        let left_over = dealt.iter().skip(due).map(|d| d.card).collect::<Vec<_>>();
        let elsewhere = ruling.cards.iter().filter(|c| !matches!(c.fate, Fate::Of(..))).map(|c| c.card);
        prop_assert_eq!(left_over, elsewhere.collect::<Vec<_>>(), "{}", whole(&ruling));
    }

    #[test]
    fn classify_finds_nothing_just_when_every_card_went_where_it_was_due(dealt in some_cards()) {
        let book = &TABLES[0].book;
        let mut coup = Coup::default();
        let lawful = dealt.iter().all(|d| {
            let due = coup.due(book).side().map(Place::Hand) == Some(d.to);
            due && coup.deal(book, d.card).is_ok()
        });
        prop_assert_eq!(classify(book, &dealt).is_none(), lawful);
    }
}
