//! From every state that can be reached there is a way on: no legal sequence leaves a table with nothing to do.

use punto_rulebook::{Mishap, Rule, Rulebook};
use punto_seen::candidates;
use punto_table::{
    Account, Actor, Call, Cards, Coin, Command, Fact, HandName, Matter, Open, Owed, Phase, Stage, Stamped,
    Table, Time, With, apply, decide,
};
use punto_vocab::line::Words;
use punto_vocab::{Card, Money, PersonId, Role};

/// Goes on from a table until its phase has changed, or fails with everything that was tried.
pub(crate) fn from(book: &Rulebook, table: &Table, now: Time) {
    let mut table = table.clone();
    let Some(start) = table.open.as_ref().map(|open| place(open, &table)) else { return };
    let mut said: Vec<String> = Vec::new();
    for _ in 0..80 {
        let Some(open) = table.open.as_ref() else { return };
        if place(open, &table) != start {
            return;
        }
        let next = steps(book, &table, open).into_iter().find_map(|(by, command)| {
            // A call or notice that brought nothing the first time brings nothing the second; but a card that was dealt
            // since may want the same call again, as a hand's point does that has changed.
            let text = format!("{by}: {command}");
            let dealt = said.iter().rposition(|own| own.contains(": card ")).map_or(0, |at| at + 1);
            let again = match command {
                Command::Call { .. } => said[dealt..].contains(&text),
                Command::Act { .. } | Command::ActAbout { .. } | Command::Report { .. } => {
                    said.contains(&text)
                }
                _ => false,
            };
            if again {
                return None;
            }
            let events = decide(book, &table, &Stamped { at: now, by, command }).ok()?;
            Some((text, by, events))
        });
        let Some((text, by, events)) = next else { break };
        said.push(text);
        for event in &events {
            apply(&mut table, now, by, event);
        }
    }
    let refused: Vec<String> = table
        .open
        .iter()
        .flat_map(|open| steps(book, &table, open))
        .filter_map(|(by, command)| {
            let text = format!("{by}: {command}");
            let refused = decide(book, &table, &Stamped { at: now, by, command }).err()?;
            Some(format!("{text} -> {refused}"))
        })
        .collect();
    panic!("no way on under {} from {start:?} after\n{said:#?}\n{refused:#?}", book.id);
}

/// Where a table is: being prepared, taking wagers or dealing, and at which coup of which shoe.
fn place(open: &Open, table: &Table) -> (u8, usize, u32) {
    let phase = match open.phase {
        Phase::Preparing => 0,
        Phase::Betting(_) => 1,
        Phase::Dealing(_) => 2,
    };
    (phase, table.coups.ended(), open.shoe.number)
}

/// What staff and patrons would try, the likeliest first.
fn steps(book: &Rulebook, table: &Table, open: &Open) -> Vec<(Actor, Command)> {
    let dealer = Actor::Staff(Role::Dealer, "dan".parse().unwrap());
    let staff: Vec<Actor> = book
        .roles
        .iter()
        .filter(|rule| rule.role != Role::Dealer)
        .map(|rule| Actor::Staff(rule.role, "sue".parse().unwrap()))
        .collect();
    let everybody = |command: Command| -> Vec<(Actor, Command)> {
        [dealer].into_iter().chain(staff.clone()).map(|by| (by, command.clone())).collect()
    };
    let mut list = Vec::new();
    for role in [Role::GameInspector, Role::CasinoSupervisor] {
        let sue: PersonId = "sue".parse().unwrap();
        if !table.on_duty.contains(&(role, sue)) {
            list.push((Actor::Staff(role, sue), Command::SignOn));
        }
    }
    list.extend(everybody(Command::Order { cure: None }));
    // Where the order is against a person and none was found out, play goes on.
    list.extend(everybody(Command::Order { cure: Some(punto_rulebook::Cure::Stands) }));
    for duty in punto_table::owed(book, table) {
        list.extend(discharge(duty.what).into_iter().flat_map(&everybody));
    }
    match &open.phase {
        Phase::Preparing => preparing(open, &everybody, &mut list),
        Phase::Betting(betting) => {
            list.extend(card(open, open.waiting_card()).map(|card| (dealer, Command::card(card))));
            for patron in &open.patrons.arrived {
                list.push((dealer, Command::DeclineHand { hand: HandName::Banker, patron: *patron }));
            }
            if !betting.wagers.is_empty() {
                list.push((dealer, Command::Call { call: Call::NoMoreBets }));
            }
            // Cards that must go are not wagered on: what lies is taken back.
            let must_go = |duty: &punto_table::Duty| {
                matches!(duty.what, Owed::NewCards(Rule::UnfitCards) | Owed::Shuffle)
            };
            if table.duties.iter().any(must_go) {
                let lie = betting.wagers.iter().map(|placed| placed.spot());
                let lifted =
                    lie.map(|(patron, at, bet)| (Actor::Patron(patron), Command::Lift { patron, at, bet }));
                list.extend(lifted);
            } else {
                wagers(book, table, open, dealer, &mut list);
            }
            list.extend(everybody(Command::FreeCoup));
            list.push((dealer, Command::Call { call: Call::NoMoreBets }));
            list.push((dealer, Command::GiveUpRole));
            list.push((dealer, Command::Report { mishap: Mishap::TooFewCards, fact: Fact::Plain }));
            list.extend(everybody(Command::Act { rule: Rule::OrderShuffle, note: None }));
            list.push((dealer, Command::EndShoe));
        }
        Phase::Dealing(_) => {
            for command in [Command::Resume, Command::Settle, Command::Call { call: Call::Result }] {
                list.push((dealer, command));
            }
            if let Phase::Dealing(dealing) = &open.phase
                && !dealing.points_called
            {
                list.push((dealer, Command::Call { call: Call::Points }));
            }
            list.extend(card(open, open.waiting_card()).map(|card| (dealer, Command::card(card))));
            for hand in HandName::ALL {
                list.push((dealer, Command::Turn { hand: *hand }));
                list.push((dealer, Command::Return { hand: *hand }));
                for patron in &open.patrons.arrived {
                    list.push((dealer, Command::Pass { hand: *hand, patron: *patron }));
                }
            }
            list.push((dealer, Command::Report { mishap: Mishap::TooFewCards, fact: Fact::Plain }));
        }
    }
    list
}

/// What would discharge a duty.
fn discharge(owed: Owed) -> Option<Command> {
    match owed {
        Owed::Act(Rule::SpoiledCards) => Some(Command::Spoiled { cards: Cards(vec!["Kd".parse().unwrap()]) }),
        Owed::Act(rule) => Some(Command::Act { rule, note: None }),
        Owed::Tell(role, rule) => Some(Command::Tell { role, rule }),
        Owed::NewCards(_) => Words::new("green").ok().map(|colour| Command::NewCards { colour }),
        Owed::Call(call) => Some(Command::Call { call }),
        Owed::Shuffle => Some(Command::EndShoe),
        Owed::Decide(number) => {
            Words::new("as it was").ok().map(|what| Command::Decide { number: Some(number), what })
        }
        Owed::NoBetCoup | Owed::Order(_) => None,
    }
}

fn preparing(
    open: &Open,
    everybody: &impl Fn(Command) -> Vec<(Actor, Command)>,
    list: &mut Vec<(Actor, Command)>,
) {
    list.extend(everybody(Command::PREPARE));
    list.extend(everybody(Command::Prepare { cut: None, by: None, burn: Card::all().next() }));
    if open.shoe.stage != Stage::Gathered {
        list.extend(everybody(Command::Cut { depth: open.terms.cards() / 2, by: None }));
        for patron in &open.patrons.arrived {
            list.extend(everybody(Command::Cut { depth: open.terms.cards() / 2, by: Some(*patron) }));
            list.extend(everybody(Command::OfferCut { patron: *patron }));
        }
        list.extend(everybody(Command::PlaceMarker { behind: open.terms.behind_marker.value }));
        list.extend(everybody(Command::Burn { form: open.terms.burn.value, card: None }));
        let card = Card::all().next().unwrap();
        list.extend(everybody(Command::Burn { form: open.terms.burn.value, card: Some(card) }));
    }
    list.extend(everybody(Command::NewCards { colour: Words::new(open.shoe.other_colour()).unwrap() }));
}

fn wagers(book: &Rulebook, table: &Table, open: &Open, dealer: Actor, list: &mut Vec<(Actor, Command)>) {
    list.push((dealer, Command::Call { call: Call::PlaceYourBets }));
    for matter in [Matter::NoBetCoups, Matter::Squeeze] {
        for patron in &open.patrons.arrived {
            if !open.agreed(matter, None, (table.now, Actor::System)).any(|agreed| agreed == *patron) {
                list.push((dealer, Command::Consent { patron: *patron, matter, to: None }));
            }
        }
    }
    for role in Role::ALL {
        for rule in [Rule::SqueezeInformed, Rule::FreeCoupsEmpty] {
            if !open.told.contains(&(*role, punto_table::Topic::Rule(rule))) {
                list.push((dealer, Command::Tell { role: *role, rule }));
            }
        }
    }
    let newcomer: PersonId = "zoe".parse().unwrap();
    if open.patrons.arrived.is_empty() {
        list.push((dealer, Command::Sit { patron: newcomer, at: 1 }));
    }
    for patron in open.patrons.arrived.iter().filter(|patron| !table.excluded.contains(patron)) {
        let bets = candidates(book, table, Actor::Patron(*patron));
        let bets = bets.into_iter().filter(|command| matches!(command, Command::Bet { .. }));
        list.extend(bets.map(|command| (Actor::Patron(*patron), command)));
        let poor = table.ledger.on(Coin::Credits, Account::Balance(*patron)) < Money::from_minor(1_000_000);
        if open.terms.credits && poor {
            let amount = Money::from_minor(10_000_000);
            list.push((
                Actor::System,
                Command::BuyIn { patron: *patron, amount, with: With::Balance, voucher: None },
            ));
        }
    }
}

fn card(open: &Open, carried: Option<Card>) -> Option<Card> {
    carried.or_else(|| {
        Card::all().find(|card| open.shoe.seen.get(card).copied().unwrap_or(0) < open.terms.decks)
    })
}
