//! What one patron does alters nothing for another: the same cards and the same wagers come to the same, whoever else is there.

use proptest::prelude::*;
use punto_rulebook::{Burn, Rulebook};
use punto_table::{Account, Actor, Coin, Command, Event, Happening, Stamped, Table, Time, apply, decide};
use punto_vocab::{Card, Money, PersonId};

/// What Ben does beside Ada.
#[derive(Clone, Debug)]
enum Ben {
    Absent,
    Watches,
    Wagers(Vec<(usize, u32)>),
    TakesBack(usize, u32),
}

fn ben() -> impl Strategy<Value = Ben> {
    prop_oneof![
        Just(Ben::Absent),
        Just(Ben::Watches),
        prop::collection::vec((0usize..8, 1u32..=50), 1..4).prop_map(Ben::Wagers),
        (0usize..8, 1u32..=50).prop_map(|(bet, stake)| Ben::TakesBack(bet, stake)),
    ]
}

struct Floor {
    book: Rulebook,
    table: Table,
    /// What came of Ada's wagers, a line each.
    ada: Vec<String>,
}

impl Floor {
    fn ask(&mut self, line: &str) -> Result<Vec<Event>, String> {
        let stamped = Stamped { at: Time(0), by: Actor::System, command: line.parse::<Command>().unwrap() };
        let events = decide(&self.book, &self.table, &stamped).map_err(|refused| refused.to_string())?;
        for event in &events {
            apply(&mut self.table, Time(0), Actor::System, event);
            let settled = match event.what {
                Happening::Paid { patron, .. }
                | Happening::Collected { patron, .. }
                | Happening::StoodOff { patron, .. } => Some(patron),
                _ => None,
            };
            self.ada.extend(settled.filter(|who| who.as_str() == "ada").map(|_| event.to_string()));
        }
        Ok(events)
    }

    fn balance(&self) -> Money {
        let ada: PersonId = "ada".parse().unwrap();
        self.table.ledger.on(Coin::Credits, Account::Balance(ada))
    }
}

/// One coup from these cards; what came of Ada's wagers, and what she has in the end.
fn coup(id: &str, cards: &[Card], ada: &[(usize, u32)], ben: &Ben) -> (Vec<String>, Money) {
    let mut floor = Floor { book: Rulebook::embedded(id).unwrap(), table: Table::default(), ada: Vec::new() };
    floor.ask("open usual, limits 10..500, demonstration yes").unwrap();
    let counted = floor.table.open.as_ref().unwrap().terms.burn.value == Burn::Counted;
    floor.ask(if counted { "prepare burn Ac" } else { "prepare" }).unwrap();
    let bets: Vec<String> = {
        let open = floor.table.open.as_ref().unwrap();
        open.terms.offers.iter().map(|offer| offer.bet.to_string()).collect()
    };
    let names: &[&str] = if matches!(ben, Ben::Absent) { &["ada"] } else { &["ada", "ben"] };
    for (place, name) in names.iter().enumerate() {
        floor.ask(&format!("sit {name}@{}", place + 1)).unwrap();
        floor.ask(&format!("buy-in {name} 100000 balance")).unwrap();
    }
    floor.ask("call place-your-bets").ok();
    // What the document does not let somebody hold is refused, to the one as to the other.
    let wager = |floor: &mut Floor, who: &str, (bet, stake): (usize, u32)| {
        floor.ask(&format!("bet {who} {} {}", bets[bet % bets.len()], stake * 10)).is_ok()
    };
    wager(&mut floor, "ada@1", (0, 10));
    for one in ada {
        wager(&mut floor, "ada@1", *one);
    }
    match ben {
        Ben::Absent | Ben::Watches => {}
        Ben::Wagers(wagers) => wagers.iter().for_each(|one| {
            wager(&mut floor, "ben@2", *one);
        }),
        Ben::TakesBack(bet, stake) => {
            wager(&mut floor, "ben@2", (*bet, *stake));
            floor.ask(&format!("lift ben@2 {}", bets[bet % bets.len()])).ok();
        }
    }
    floor.ask("call no-more-bets").unwrap();
    // Some documents want a call before a third card, and others before the settlement.
    let mut dealt = 0;
    let next = |floor: &mut Floor, dealt: usize| floor.ask(&format!("card {}", cards[dealt])).is_ok();
    while next(&mut floor, dealt) || (floor.ask("call points").is_ok() && next(&mut floor, dealt)) {
        dealt += 1;
    }
    assert!((4..=6).contains(&dealt), "{id}: a coup of {dealt} cards");
    let _ = floor.ask("call result");
    floor.ask("settle").unwrap();
    let balance = floor.balance();
    (floor.ada, balance)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn what_a_patron_wins_or_loses_is_a_matter_of_their_own_wagers_and_the_cards(
        order in Just(Card::all().collect::<Vec<_>>()).prop_shuffle(),
        ada in prop::collection::vec((0usize..8, 1u32..=50), 0..3),
        ben in ben(),
    ) {
        for id in Rulebook::embedded_ids() {
            let (alone, beside) = (coup(id, &order, &ada, &Ben::Absent), coup(id, &order, &ada, &ben));
            prop_assert_eq!(&alone, &beside, "{}: {:?}", id, ben);
        }
    }
}
