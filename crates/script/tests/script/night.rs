//! A thousand coups a document, with every kind of trouble, printed as a script, read back and replayed.

use std::collections::BTreeSet;
use std::sync::Arc;

use punto_coup::Due;
use punto_rulebook::{Burn, Device, Mishap, Rule, Rulebook};
use punto_script::{Run, Said, Script, ScriptLine, run_under};
use punto_table::{
    Actor, Call, Command, Event, Fact, HandName, Happening, Laying, Opening, Phase, Stage, With, owed,
};
use punto_vocab::line::Words;
use punto_vocab::{Card, Money, PersonId, Role};

/// A generator good enough to make nights that differ; the same seed gives the same night.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A night at one table, with everything that was said.
struct Night {
    run: Run,
    lines: Vec<ScriptLine>,
    dice: Dice,
    shoe: Vec<Card>,
    mishaps: BTreeSet<Mishap>,
}

const PATRONS: [&str; 5] = ["ada", "ben", "cat", "dot", "eve"];

impl Night {
    fn new(book: Arc<Rulebook>, seed: u64) -> Night {
        Night {
            run: Run::new(book),
            lines: Vec::new(),
            dice: Dice(seed),
            shoe: Vec::new(),
            mishaps: BTreeSet::new(),
        }
    }

    fn line(&mut self, said: Said) {
        self.lines.push(ScriptLine { number: 0, said, comment: None });
    }

    fn speak(&mut self, actor: Actor) {
        if self.run.actor() != actor {
            self.run.speak_as(actor);
            self.line(Said::As(actor));
        }
    }

    /// Says something as somebody; whether it was allowed.
    fn say(&mut self, actor: Actor, command: Command) -> bool {
        self.speak(actor);
        self.line(Said::Command(Box::new(command.clone())));
        let answer = self.run.give(&command);
        let seen = |event: &Event| match &event.what {
            Happening::Irregular { mishap } => Some(*mishap),
            _ => None,
        };
        let found: Vec<Mishap> =
            answer.as_ref().map(|events| events.iter().filter_map(seen).collect()).unwrap_or_default();
        let allowed = answer.is_ok();
        self.mishaps.extend(found);
        allowed
    }

    fn staff(role: Role) -> Actor {
        Actor::Staff(role, if role == Role::Dealer { "dan" } else { "sue" }.parse().unwrap())
    }

    fn dealer(&mut self, command: Command) -> bool {
        self.say(Actor::Staff(Role::Dealer, "dan".parse().unwrap()), command)
    }

    /// Somebody of the document's own staff who can order what waits.
    fn order(&mut self) {
        let roles: Vec<Role> = self.run.book.roles.iter().map(|rule| rule.role).collect();
        // Where the order is against a person and none was found out, play goes on.
        for cure in [None, Some(punto_rulebook::Cure::Stands)] {
            if roles.iter().any(|role| self.say(Night::staff(*role), Command::Order { cure })) {
                return;
            }
        }
    }

    /// Against the count and the record it is the word of whoever answers for the game.
    fn officer_reports(&mut self, mishap: Mishap) {
        let roles = self.run.book.procedure.get(Rule::Correction).map(|rule| rule.roles.clone());
        for role in roles.into_iter().flatten() {
            self.say(Night::staff(role), Command::Report { mishap, fact: Fact::Plain });
        }
    }

    /// What is owed and can be said is said by somebody who may.
    fn discharge(&mut self) {
        for duty in owed(&self.run.book, &self.run.table) {
            let Some(command) = Command::discharging(duty.what) else { continue };
            let roles = duty.what.roles(&self.run.book);
            let mut sayers = roles.into_iter().chain([Role::Dealer]);
            let _ = sayers.any(|role| self.say(Night::staff(role), command.clone()));
        }
    }

    fn refill(&mut self) {
        let decks = self.run.table.open.as_ref().map_or(8, |open| open.terms.decks);
        self.shoe = (0..decks).flat_map(|_| Card::all()).collect();
        for i in (1..self.shoe.len()).rev() {
            let j = self.dice.below(i + 1);
            self.shoe.swap(i, j);
        }
    }

    fn next_card(&mut self) -> Card {
        if let Some(waiting) = self.run.table.open.as_ref().and_then(|open| open.waiting_card()) {
            return waiting;
        }
        if self.shoe.is_empty() {
            self.refill();
        }
        self.shoe.pop().unwrap_or_else(|| unreachable!("a shoe was just filled"))
    }

    /// Gets the cards ready, replacing them where the document wants that.
    fn prepare(&mut self) {
        self.discharge();
        let counted = self.run.table.open.as_ref().is_some_and(|open| open.terms.burn.value == Burn::Counted);
        self.refill();
        let command = match self.shoe.last().copied().filter(|_| counted) {
            Some(card) => Command::Prepare { cut: None, by: None, burn: Some(card) },
            None => Command::PREPARE,
        };
        if self.dealer(command) {
            let burned = self.run.table.open.as_ref().map_or(0, |open| open.shoe.drawn);
            for _ in 0..burned {
                self.shoe.pop();
            }
            return;
        }
        for role in [Role::CasinoSupervisor, Role::CasinoOperator, Role::GameInspector] {
            let colour = Words::new(if self.dice.one_in(2) { "red" } else { "green" }).unwrap();
            self.say(Night::staff(role), Command::NewCards { colour });
        }
    }

    fn wagers(&mut self) {
        let offers: Vec<_> = match &self.run.table.open {
            Some(open) => open.terms.offers.iter().map(|offer| offer.bet).collect(),
            None => return,
        };
        for (place, name) in PATRONS.iter().enumerate() {
            let patron: PersonId = name.parse().unwrap();
            for _ in 0..1 + self.dice.below(2) {
                let bet = offers[self.dice.below(offers.len())];
                let stake = Money::from_minor(10_000 * (1 + self.dice.below(4) as i64));
                self.say(Actor::Patron(patron), Command::Bet { patron, at: place as u8 + 1, bet, stake });
            }
        }
        if self.dice.one_in(9) {
            self.dealer(Command::Reduce);
        }
    }

    /// Hands that must go out or be turned.
    fn hands(&mut self) {
        for hand in HandName::ALL {
            for name in PATRONS {
                let patron: PersonId = name.parse().unwrap();
                if self.dice.one_in(6) {
                    self.dealer(Command::DeclineHand { patron, hand: *hand });
                }
                if self.dealer(Command::Pass { hand: *hand, patron }) {
                    self.dealer(Command::Return { hand: *hand });
                }
            }
            self.dealer(Command::Turn { hand: *hand });
        }
    }

    fn due(&self) -> Option<Due<'_>> {
        match self.run.table.open.as_ref().map(|open| &open.phase) {
            Some(Phase::Dealing(dealing)) => Some(dealing.coup.due(&self.run.book)),
            _ => None,
        }
    }

    fn in_coup(&self) -> bool {
        self.run.table.open.as_ref().is_some_and(|open| open.in_coup())
    }

    fn coup(&mut self, number: usize) {
        self.discharge();
        self.dealer(Command::Call { call: Call::PlaceYourBets });
        self.wagers();
        let kinds = Mishap::ALL;
        let trouble = if number.is_multiple_of(3) { Some(kinds[(number / 3) % kinds.len()]) } else { None };
        // That the shuffle was missed, or that the shoe is short, can only be said once the marker is out.
        let of_marker = matches!(trouble, Some(Mishap::ShuffleMissed | Mishap::TooFewCards));
        if of_marker || self.dice.one_in(12) {
            self.dealer(Command::Marker);
        }
        self.discharge();
        self.dealer(Command::Call { call: Call::NoMoreBets });
        for step in 0..14 {
            let done = self.in_coup() && matches!(self.due(), Some(Due::Nothing { .. }));
            if done || (step > 0 && !self.in_coup()) {
                break;
            }
            if step >= 4 {
                self.hands();
                self.dealer(Command::Call { call: Call::Points });
            }
            if step == 2 && trouble == Some(Mishap::TooFewCards) {
                self.officer_reports(Mishap::TooFewCards);
            }
            if step == 2 && self.dice.one_in(40) {
                self.dealer(Command::Marker);
            }
            let card = self.next_card();
            let wrong = trouble.is_some() && self.dice.one_in(3);
            let command = match (wrong, self.dice.below(5)) {
                (true, 0) => Command::laid(card, Laying::To(HandName::Player)),
                (true, 1) => Command::laid(card, Laying::ToSeen(HandName::Banker)),
                (true, 2) => Command::laid(card, Laying::Nowhere),
                (true, 3) => Command::laid(card, Laying::FaceUp),
                _ => Command::card(card),
            };
            if !self.dealer(command) {
                self.shoe.push(card);
            }
            self.order();
            self.say(Night::staff(Role::Dealer), Command::Resume);
        }
        self.hands();
        if let Some(mishap) = trouble {
            let card = self.next_card();
            let strays = [
                Command::laid(card, Laying::To(HandName::Player)),
                Command::laid(card, Laying::ToSeen(HandName::Banker)),
                Command::laid(card, Laying::NowhereSeen),
                Command::laid(card, Laying::FaceUp),
            ];
            let place = self.dice.below(strays.len());
            // What is told of the table waits for what its cards have shown, so that not every trouble begins with a card.
            let strayed = self.dice.one_in(2) && self.dealer(strays[place].clone());
            if !strayed {
                self.shoe.push(card);
            }
            // What the card brought is ordered first, so that something else can be reported.
            self.order();
            let facts = Fact::ALL;
            let fact = facts[self.dice.below(facts.len())];
            if !self.dealer(Command::Report { mishap, fact }) {
                // What the stray card brought goes first, and a fact that does not go with the mishap is left out.
                self.order();
                self.dealer(Command::Resume);
                if !self.dealer(Command::Report { mishap, fact: Fact::Plain }) {
                    self.officer_reports(mishap);
                }
            }
            self.order();
            if self.dice.one_in(3) {
                let patron = "ada".parse().unwrap();
                let bet = "player".parse().unwrap();
                self.say(Actor::Patron(patron), Command::Withdraw { patron, at: 1, bet });
            }
            self.dealer(Command::Resume);
        }
        self.hands();
        self.dealer(Command::Call { call: Call::Points });
        self.dealer(Command::Call { call: Call::Result });
        self.dealer(Command::Settle);
    }

    /// Whatever is left undone is finished or given up, so that the night goes on.
    fn tidy(&mut self) {
        for _ in 0..6 {
            if !self.in_coup() {
                return;
            }
            let card = self.next_card();
            if !self.dealer(Command::card(card)) {
                self.shoe.push(card);
            }
            self.order();
            self.dealer(Command::Resume);
            self.hands();
            self.dealer(Command::Call { call: Call::Points });
            self.dealer(Command::Call { call: Call::Result });
            self.dealer(Command::Settle);
        }
        self.dealer(Command::Report { mishap: Mishap::Misdeal, fact: Fact::BeyondRepair });
        self.order();
        self.dealer(Command::Report { mishap: Mishap::TooFewCards, fact: Fact::Plain });
        self.order();
    }
}

fn night(book: Arc<Rulebook>, opening: &str, coups: usize, seed: u64) -> Night {
    let mut night = Night::new(book, seed);
    let roles: Vec<Role> = night.run.book.roles.iter().map(|rule| rule.role).collect();
    for role in roles {
        night.say(Night::staff(role), Command::SignOn);
    }
    let opening: Opening = opening.parse().unwrap();
    assert!(night.say(Actor::System, Command::Open { opening }), "{:?}", night.run.last());
    night.prepare();
    for (place, name) in PATRONS.iter().enumerate() {
        let patron: PersonId = name.parse().unwrap();
        night.dealer(Command::Sit { patron, at: place as u8 + 1 });
        let amount = Money::from_minor(100_000_000);
        night.say(Actor::System, Command::BuyIn { patron, amount, with: With::Balance, voucher: None });
    }
    let mut dealt = 0;
    for number in 0..coups * 2 {
        let stage = night.run.table.open.as_ref().map(|open| open.shoe.stage);
        if stage != Some(Stage::Ready) {
            night.prepare();
        }
        night.coup(number);
        night.tidy();
        dealt = night.run.table.coups.ended();
        if dealt >= coups {
            break;
        }
    }
    assert!(dealt >= coups, "only {dealt} coups were dealt");
    night
}

#[test]
fn a_thousand_coups_with_every_trouble_replay_from_their_script() {
    for (number, id) in Rulebook::embedded_ids().enumerate() {
        let book = Arc::new(Rulebook::embedded(id).unwrap());
        let mut night =
            night(book.clone(), "usual, limits 20..100000, float 1000000", 1_000, 7 + number as u64);
        let said = Said::Rulebook(id.to_owned());
        night.lines.insert(0, ScriptLine { number: 0, said, comment: None });
        let text = Script { lines: std::mem::take(&mut night.lines), ..Script::default() }.to_string();
        let again: Script = text.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(again.to_string(), text, "{id}: printing and reading round-trip");
        let report = run_under(&book, &again);
        assert_eq!(report.table, night.run.table, "{id}: the script gives the same table");
        let can_arise = |mishap: &&Mishap| {
            !book.irregularities.impossible().contains(mishap) && possible(&book, **mishap)
        };
        let missing: Vec<&Mishap> =
            Mishap::ALL.iter().filter(can_arise).filter(|m| !night.mishaps.contains(m)).collect();
        assert!(missing.is_empty(), "{id}: the night never saw {missing:?}");
    }
}

/// Whether the night's table, with a plain shoe, can have this trouble at all.
fn possible(book: &Rulebook, mishap: Mishap) -> bool {
    let burns = book.shoe.burn.fixed().is_some_and(|burn| burn.value.iter().any(|form| *form != Burn::None));
    match mishap {
        Mishap::DeviceFails | Mishap::MoreFaceUpCards => false,
        Mishap::ScannerDisagrees => book.shoe.devices.value.first() == Some(&Device::ScanningShoe),
        Mishap::BurnedCard => burns,
        // Every shoe of the night is burned on record.
        Mishap::BurnForgotten => false,
        Mishap::WrongHolder | Mishap::WrongPaytable | Mishap::WrongDisplay => false,
        _ => true,
    }
}
