//! The simulated shoe itself, without its wire: what it says to what it hears.

use punto_rulebook::Burn;
use punto_scanner::{FromHouse, FromShoe, Parting};
use punto_table::HandName;

use super::cards::Supply;
use super::faults::{Faults, Kind};

/// A shoe that draws when it may, counts its lines and keeps the one that waits for its answer.
pub(super) struct Device {
    decks: u8,
    supply: Supply,
    faults: Faults,
    /// How many coups are left to deal, if not all there are.
    left: Option<u64>,
    next: u32,
    shoe: u32,
    /// Whether a card has left the shoe in play.
    used: bool,
    waiting: Option<FromShoe>,
    /// Whether that line was answered before and is said again.
    again: bool,
    count: Count,
}

/// What has happened so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    shoes: u32,
    coups: u64,
    cards: u64,
    refused: u64,
    faults: u64,
}

/// What to do with the wire.
#[derive(Debug, PartialEq)]
pub(super) enum Do {
    /// Say a line.
    Say(FromShoe),
    /// Say a line, and lose the wire before its answer.
    SayAndLose(FromShoe),
    /// Wait.
    Listen,
    /// Connect again, for this reason.
    Reconnect,
    /// Stop.
    End(Ended),
}

/// How it ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ended {
    /// All that was to be dealt is dealt.
    Done,
    /// The house hung up for good.
    HungUp(String),
}

impl Device {
    pub(super) fn new(decks: u8, supply: Supply, faults: Faults, coups: Option<u64>) -> Device {
        Device {
            decks,
            supply,
            faults,
            left: coups,
            next: 1,
            shoe: 0,
            used: false,
            waiting: None,
            again: false,
            count: Count::default(),
        }
    }

    /// The number that a hello names: of the line that waits, or the next.
    pub(super) fn number(&self) -> u32 {
        self.waiting.as_ref().and_then(FromShoe::number).unwrap_or(self.next)
    }

    /// The shoe in play.
    pub(super) fn shoe(&self) -> u32 {
        self.shoe
    }

    /// What happens when the house has let it in.
    pub(super) fn welcomed(&mut self) -> Do {
        match &self.waiting {
            Some(line) => Do::Say(line.clone()),
            None => Do::Listen,
        }
    }

    /// What follows from a line of the house.
    pub(super) fn hears(&mut self, line: &FromHouse) -> Do {
        match line {
            FromHouse::Refused { why, .. } if matches!(self.waiting, Some(FromShoe::Shoe { .. })) => {
                Do::End(Ended::HungUp(format!("the house does not take the shoe: {}", why.as_str())))
            }
            FromHouse::Ok { n } | FromHouse::Refused { n, .. } => {
                self.answered(*n, matches!(line, FromHouse::Refused { .. }));
                match &self.waiting {
                    Some(line) if self.again => Do::Say(line.clone()),
                    Some(_) | None => Do::Listen,
                }
            }
            FromHouse::DueCard { .. }
            | FromHouse::DueBurn { .. }
            | FromHouse::DueShoe
            | FromHouse::DueNothing { .. }
                if self.waiting.is_some() =>
            {
                // What is due is said again after the answer.
                Do::Listen
            }
            FromHouse::DueCard { hand, nth } => self.draw(*hand, *nth),
            FromHouse::DueBurn { form } => self.burn(*form),
            FromHouse::DueShoe => self.load(self.shoe == 0 || self.used),
            FromHouse::DueNothing { .. } => self.locked(),
            FromHouse::Bye { code, why } => match code {
                Parting::Fault | Parting::Idle | Parting::Closing => Do::Reconnect,
                Parting::Bye => Do::End(Ended::Done),
                Parting::BadLine
                | Parting::Version
                | Parting::Denied
                | Parting::Sequence
                | Parting::Refused
                | Parting::Replaced
                | Parting::Full => {
                    Do::End(Ended::HungUp(format!("the house hung up: {code}, {}", why.as_str())))
                }
            },
            FromHouse::Greeting { .. } | FromHouse::Welcome { .. } | FromHouse::Beat => Do::Listen,
        }
    }

    /// In a line for people.
    pub(super) fn summary(&self) -> String {
        let Count { shoes, coups, cards, refused, faults } = self.count;
        format!("{shoes} shoes, {coups} coups, {cards} cards, {faults} faults, {refused} refused")
    }

    fn answered(&mut self, n: u32, refused: bool) {
        let Some(line) = self.waiting.take_if(|line| line.number() == Some(n)) else { return };
        if std::mem::take(&mut self.again) {
            return;
        }
        self.count.refused += u64::from(refused);
        if let (FromShoe::Shoe { shoe, .. }, false) = (&line, refused) {
            self.shoe = *shoe;
            self.used = false;
            self.count.shoes += 1;
        }
        if self.faults.strike(Kind::Repeat) {
            self.count.faults += 1;
            self.again = true;
            self.waiting = Some(line);
        }
    }

    /// Says a numbered line, unless the wire is lost over it.
    fn say(&mut self, line: FromShoe) -> Do {
        self.next += 1;
        self.waiting = Some(line.clone());
        if self.faults.strike(Kind::Lost) {
            self.count.faults += 1;
            return Do::SayAndLose(line);
        }
        Do::Say(line)
    }

    /// New cards, if it is time for them. The number is taken when the house has agreed.
    fn load(&mut self, wanted: bool) -> Do {
        if self.used && self.supply.is_spent() {
            return Do::End(Ended::Done);
        }
        if !wanted {
            return Do::Listen;
        }
        self.supply.load();
        self.say(FromShoe::Shoe { n: self.next, shoe: self.shoe + 1, decks: self.decks })
    }

    fn burn(&mut self, form: Burn) -> Do {
        if self.shoe == 0 || self.used {
            return self.load(true);
        }
        let (n, shoe) = (self.next, self.shoe);
        if form == Burn::None {
            return self.say(FromShoe::Burn { n, shoe, form });
        }
        let Some(card) = self.supply.draw() else { return self.load(true) };
        self.used = true;
        self.count.cards += 1;
        if form == Burn::One {
            return self.say(FromShoe::Burn { n, shoe, form });
        }
        if form == Burn::Counted {
            let more = (0..card.rank().pips()).filter_map(|_| self.supply.draw()).count();
            self.count.cards += more as u64;
        }
        self.say(FromShoe::BurnCard { n, shoe, form, card })
    }

    fn draw(&mut self, hand: HandName, nth: u8) -> Do {
        if self.shoe == 0 {
            return self.load(true);
        }
        let first = (hand, nth) == (HandName::Player, 1);
        if first && (self.left == Some(0) || self.supply.is_spent()) {
            return Do::Say(FromShoe::Bye);
        }
        let (n, shoe) = (self.next, self.shoe);
        if self.supply.take_cut_card() {
            return self.say(FromShoe::CutCard { n, shoe });
        }
        let Some(card) = self.supply.draw() else { return Do::Say(FromShoe::Bye) };
        self.used = true;
        self.count.cards += 1;
        if first {
            self.count.coups += 1;
            self.left = self.left.map(|left| left.saturating_sub(1));
        }
        let line = if self.faults.strike(Kind::Unreadable) {
            FromShoe::Unreadable { n, shoe }
        } else if self.faults.strike(Kind::Reversed) {
            FromShoe::Reversed { n, shoe, card }
        } else {
            return self.say(FromShoe::Card { n, shoe, card });
        };
        self.count.faults += 1;
        self.say(line)
    }

    /// Nothing may leave the shoe; somebody pulls all the same, now and then.
    fn locked(&mut self) -> Do {
        if self.used && self.supply.is_spent() {
            return Do::Say(FromShoe::Bye);
        }
        if self.shoe == 0 {
            return self.load(true);
        }
        if !self.used || !self.faults.strike(Kind::OverDrawn) {
            return Do::Listen;
        }
        match self.supply.draw() {
            Some(card) => {
                self.count.cards += 1;
                self.count.faults += 1;
                self.say(FromShoe::OverDrawn { n: self.next, shoe: self.shoe, card })
            }
            None => Do::Listen,
        }
    }
}
