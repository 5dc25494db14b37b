//! The automatic dealer: what it does next at a table, and when. It draws nothing and writes nothing itself.
//!
//! What it says are ordinary commands, decided like anybody's. Where it cannot tell whether a step is due, it asks
//! `decide` and throws the events away, so that there is no second set of rules here.

mod memory;
mod office;

pub use memory::Memory;

use punto_coup::Due as CardDue;
use punto_rulebook::{BetKind, Device, Mishap, Rulebook};
use punto_shoe::Discard;
use punto_site::{Cause, plain};
use punto_table::{
    Actor, Betting, Call, Command, Dealing, Fact, HandName, MarkerState, Open, Phase, Reason, Refused, Stage,
    Stamped, Table, Time, decide,
};
use punto_vocab::{Card, PersonId, Role, Side};

use crate::leave::Leave;
use crate::moment::TimedStep;
use crate::plan::Pace;

/// What the dealer does next.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Next {
    /// Nothing until another command arrives.
    Idle,
    /// This, when its time has come.
    Due(Due),
    /// It cannot go on, and a person is asked.
    Stuck(Cause),
}

/// A step and its time.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Due {
    /// When; a time that has passed means at once.
    pub(crate) at: Time,
    /// What.
    pub(crate) act: Act,
}

/// One step of the dealer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Act {
    /// Promises a new shoe: takes its seed and publishes the commitment.
    Promise,
    /// Takes no further pledge of a share.
    ClosePledges,
    /// Cuts the shoe where it says itself, as no patron chose a place, and gets it ready.
    Cut,
    /// Takes the next card out of the shoe, or the one that waits to open this coup.
    Draw {
        /// The card that waits.
        carried: Option<Card>,
    },
    /// Says something.
    Say(Command),
    /// Publishes the opening of a shoe that has ended.
    OpenShoe,
    /// Gives up a shoe that was never cut, and publishes its opening with the reason.
    Discard(Discard),
}

impl Act {
    /// What it is to those who wait for it.
    pub(crate) fn step(&self) -> TimedStep {
        match self {
            Act::Promise => TimedStep::Shuffle,
            Act::ClosePledges | Act::Discard(Discard::ShareWithheld) => TimedStep::Shares,
            Act::Cut => TimedStep::Cut,
            Act::Draw { .. } => TimedStep::Card,
            Act::OpenShoe
            | Act::Discard(
                Discard::TableClosed | Discard::OtherDecks | Discard::GeneratorFault | Discard::EndedEarly,
            ) => TimedStep::OpenShoe,
            Act::Say(Command::Call { call: Call::PlaceYourBets }) => TimedStep::OpenBets,
            Act::Say(Command::Call { call: Call::NoMoreBets } | Command::Tick { .. }) => TimedStep::CloseBets,
            Act::Say(Command::Settle) => TimedStep::Settle,
            Act::Say(Command::Turn { .. } | Command::Pass { .. }) => TimedStep::Turn,
            Act::Say(Command::ReturnUnseen { .. }) => TimedStep::HandBack,
            Act::Say(Command::Resume) => TimedStep::Resume,
            Act::Say(_) => TimedStep::Call,
        }
    }
}

/// How far the house's own shoe is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShoeStage {
    /// There is none.
    None,
    /// It is promised, and terminals may pledge shares.
    Pledging {
        /// Since when.
        since: Time,
        /// How many decks it holds.
        decks: u32,
        /// A terminal that may pledge has not done so yet.
        missing: bool,
    },
    /// Shares that were pledged are still to be revealed.
    Revealing {
        /// Since when.
        since: Time,
        /// How many decks it holds.
        decks: u32,
    },
    /// It is promised, and its order cannot be made.
    Unfit {
        /// How many decks it holds.
        decks: u32,
    },
    /// It is shuffled, and waits for its cut since then.
    Uncut {
        /// Since when.
        since: Time,
        /// How many decks it holds.
        decks: u32,
    },
    /// It is in play.
    Cut,
    /// It was in play, and its seal does not open any more.
    Lost,
}

impl ShoeStage {
    /// The decks of a shoe that is promised and not cut yet.
    fn before_cut(self) -> Option<u32> {
        match self {
            ShoeStage::Pledging { decks, .. }
            | ShoeStage::Revealing { decks, .. }
            | ShoeStage::Unfit { decks }
            | ShoeStage::Uncut { decks, .. } => Some(decks),
            ShoeStage::None | ShoeStage::Cut | ShoeStage::Lost => None,
        }
    }
}

/// What the dealer looks at.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub(crate) struct Sight<'a> {
    pub(crate) book: &'a Rulebook,
    pub(crate) table: &'a Table,
    pub(crate) memory: &'a Memory,
    pub(crate) shoe: ShoeStage,
    pub(crate) pace: Pace,
    pub(crate) leave: Leave,
}

/// The dealer's next step.
pub(crate) fn next(sight: &Sight<'_>) -> Next {
    let step = |act| sight.after(sight.memory.step, sight.pace.between_cards, act);
    let Some(open) = &sight.table.open else {
        return match sight.shoe {
            ShoeStage::Cut => step(Act::OpenShoe),
            ShoeStage::Unfit { .. } => step(Act::Discard(Discard::GeneratorFault)),
            other if other.before_cut().is_some() => step(Act::Discard(Discard::TableClosed)),
            _ => Next::Idle,
        };
    };
    match sight.shoe {
        ShoeStage::Cut if open.shoe.stage != Stage::Ready => return step(Act::OpenShoe),
        ShoeStage::Unfit { .. } => return step(Act::Discard(Discard::GeneratorFault)),
        other if other.before_cut().is_some_and(|decks| decks != open.terms.decks) => {
            return step(Act::Discard(Discard::OtherDecks));
        }
        ShoeStage::Lost if open.shoe.stage == Stage::Ready => return sight.without_shoe(open),
        ShoeStage::None if open.shoe.stage == Stage::Ready => {
            return Next::Stuck(Cause::ForeignShoe);
        }
        _ => {}
    }
    let person = sight.table.has_on_duty(Role::Dealer);
    if !person && let Some(next) = sight.office(open) {
        return next;
    }
    match &open.phase {
        Phase::Preparing => sight.preparing(open),
        Phase::Betting(_) | Phase::Dealing(_) if person => Next::Idle,
        Phase::Betting(betting) => sight.betting(open, betting),
        Phase::Dealing(dealing) => sight.dealing(open, dealing),
    }
}

impl Sight<'_> {
    fn after(&self, from: i64, pause: i64, act: Act) -> Next {
        Next::Due(Due { at: Time(from.saturating_add(pause)), act })
    }

    fn call(&self, call: Call) -> Next {
        self.after(self.memory.step, self.pace.between_cards, Act::Say(Command::Call { call }))
    }

    fn say(&self, command: Command) -> Next {
        self.after(self.memory.step, self.pace.between_cards, Act::Say(command))
    }

    /// What the table would answer.
    fn asked(&self, command: Command) -> Result<(), Refused> {
        let stamped = Stamped { at: self.table.now, by: Actor::System, command };
        decide(self.book, self.table, &stamped).map(drop)
    }

    /// Says it if the table would not refuse.
    fn if_allowed(&self, command: Command) -> Option<Next> {
        self.asked(command.clone()).is_ok().then(|| self.say(command))
    }

    fn stuck(&self, refused: &Refused) -> Next {
        Next::Stuck(Cause::DealerRefused { why: plain(&refused.to_string()) })
    }

    /// A coup that its shoe cannot finish is void by the document's rule; then a person decides.
    fn without_shoe(&self, open: &Open) -> Next {
        let report = Command::Report { mishap: Mishap::TooFewCards, fact: Fact::Plain };
        match open.in_coup().then(|| self.if_allowed(report)).flatten() {
            Some(next) => next,
            None => Next::Stuck(Cause::ShoeLost),
        }
    }

    /// The house's own shoe is made ready by the software, also for a person who deals from it.
    fn preparing(&self, open: &Open) -> Next {
        let window = |since: Time, act| self.after(since.0, self.pace.share_window, act);
        match self.shoe {
            _ if open.trouble.is_some() => Next::Idle,
            // Nothing here does so, but an older journal may end with it.
            shoe if shoe.before_cut().is_some() && open.shoe.stage != Stage::Gathered => {
                Next::Stuck(Cause::ReadyInPart)
            }
            ShoeStage::Pledging { since, missing: true, .. } => window(since, Act::ClosePledges),
            ShoeStage::Pledging { since, missing: false, .. } => self.after(since.0, 0, Act::ClosePledges),
            ShoeStage::Revealing { since, .. } => window(since, Act::Discard(Discard::ShareWithheld)),
            ShoeStage::Uncut { since, .. } => self.after(since.0, self.pace.cut_window, Act::Cut),
            ShoeStage::None | ShoeStage::Lost if open.patrons.arrived.is_empty() => Next::Idle,
            ShoeStage::None | ShoeStage::Lost => {
                self.after(self.memory.step, self.pace.between_cards, Act::Promise)
            }
            ShoeStage::Unfit { .. } | ShoeStage::Cut => Next::Idle,
        }
    }

    fn betting(&self, open: &Open, betting: &Betting) -> Next {
        if open.trouble.is_some() {
            return Next::Idle;
        }
        // A tournament has closed its wagers itself; there may be none on the layout yet, as those that are hidden are with it.
        if open.opening.is_tournament() {
            return if self.leave == Leave::Nothing { Next::Idle } else { self.first_card(open, betting) };
        }
        if betting.no_bet.is_some() {
            return self.first_card(open, betting);
        }
        if open.patrons.arrived.is_empty() && betting.wagers.is_empty() {
            return Next::Idle;
        }
        let last = open.shoe.marker == MarkerState::Out { more: 0 } && !self.memory.last_called;
        if last && betting.opened.is_none() {
            let call = Command::Call { call: Call::LastCoup };
            if let Some(next) = self.if_allowed(call) {
                return next;
            }
        }
        let opens = Act::Say(Command::Call { call: Call::PlaceYourBets });
        let Some(opened) = betting.opened else {
            return match self.memory.coup_ended {
                Some(ended) => self.after(ended, self.pace.after_coup, opens),
                None => self.after(self.memory.step, self.pace.between_cards, opens),
            };
        };
        let closed = betting.closed || self.memory.no_more;
        if closed && betting.wagers.is_empty() {
            return self.after(self.memory.step, self.pace.after_coup, opens);
        }
        if closed {
            return self.first_card(open, betting);
        }
        self.closing(open, betting, opened)
    }

    /// Wagers close when their time is up. Without a fixed time nobody is hurried before there is a wager.
    fn closing(&self, open: &Open, betting: &Betting, opened: Time) -> Next {
        let fixed = open.opening.parts.bet_seconds.is_some();
        let end = opened.0.saturating_add(self.pace.betting);
        let closes = Act::Say(Command::Call { call: Call::NoMoreBets });
        match self.memory.first_wager {
            _ if fixed => self.after(end, 0, closes),
            _ if betting.wagers.is_empty() => Next::Idle,
            // The time begins again with the first wager where it was up before anybody had made one.
            Some(first) if first > end => self.after(first, self.pace.betting, closes),
            _ => self.after(end, 0, closes),
        }
    }

    /// Whether the marker is what would come out of the shoe now.
    fn marker_is_next(&self, open: &Open) -> bool {
        let left = open.terms.cards().saturating_sub(open.shoe.drawn);
        !matches!(open.shoe.marker, MarkerState::Out { .. })
            && left <= open.terms.behind_marker.value
            && open.terms.device.value != Device::ShufflingDevice
    }

    fn first_card(&self, open: &Open, betting: &Betting) -> Next {
        // Any card that the shoe may still hold tells whether a card may come at all.
        let sample = open.waiting_card().or_else(|| {
            Card::all().find(|card| open.shoe.seen.get(card).is_none_or(|seen| *seen < open.terms.decks))
        });
        let Some(sample) = sample else { return Next::Stuck(Cause::ShoeEmpty) };
        match self.asked(Command::card(sample)) {
            Ok(()) if open.waiting_card().is_none() && self.marker_is_next(open) => self.say(Command::Marker),
            Ok(()) => self.draw(open.waiting_card()),
            Err(refused) => match &refused.reason {
                Reason::MustCall(call) => self.call(*call),
                Reason::WagersOpen => self.call(Call::NoMoreBets),
                Reason::NotNext(_, next) => self.role(betting, *next),
                Reason::NotNow(_) if open.role.holder.is_some() => {
                    self.if_allowed(Command::GiveUpRole).unwrap_or_else(|| self.stuck(&refused))
                }
                _ => self.stuck(&refused),
            },
        }
    }

    /// The role that passes round goes to the first who has wagered on Banker.
    fn role(&self, betting: &Betting, next: PersonId) -> Next {
        let on_banker = |bet| self.book.bet(bet).is_some_and(|bet| bet.kind == BetKind::Banker);
        let wagers = || betting.wagers.iter().map(|placed| placed.wager);
        let takes = wagers().any(|wager| wager.patron == next && on_banker(wager.bet));
        self.say(if takes {
            Command::Pass { hand: HandName::Banker, patron: next }
        } else {
            Command::DeclineHand { patron: next, hand: HandName::Banker }
        })
    }

    fn draw(&self, carried: Option<Card>) -> Next {
        self.after(self.memory.step, self.pace.between_cards, Act::Draw { carried })
    }

    fn dealing(&self, open: &Open, dealing: &Dealing) -> Next {
        if dealing.trouble.is_some() {
            return Next::Idle;
        }
        if dealing.may_withdraw {
            return self.after(self.memory.withdrawal, self.pace.patience, Act::Say(Command::Resume));
        }
        if let Some(side) = Side::ALL.into_iter().find(|side| dealing.holders[*side].out) {
            let back = Command::ReturnUnseen { hand: HandName::of(side) };
            return self.after(self.memory.out[side], self.pace.patience, Act::Say(back));
        }
        let due = dealing.coup.due(self.book);
        if matches!(due, CardDue::Card { nth, .. } if nth < 3) {
            return self.next_card(open);
        }
        if let Some(side) = Side::ALL.into_iter().find(|side| dealing.face_down(*side)) {
            return self.turn(HandName::of(side));
        }
        let points = Command::Call { call: Call::Points };
        let calls_points = self.book.procedure.get(punto_rulebook::Rule::CallPoints).is_some();
        if calls_points
            && !dealing.points_called
            && let Some(next) = self.if_allowed(points)
        {
            return next;
        }
        match due {
            CardDue::Card { .. } => self.next_card(open),
            CardDue::Nothing { .. } if open.opening.is_tournament() && self.leave != Leave::Settlement => {
                self.outcome()
            }
            CardDue::Nothing { .. } => self.settle(),
        }
    }

    fn next_card(&self, open: &Open) -> Next {
        if self.marker_is_next(open) { self.say(Command::Marker) } else { self.draw(None) }
    }

    /// A hidden hand goes to the patron who has it coming, or the dealer turns it.
    fn turn(&self, hand: HandName) -> Next {
        match self.asked(Command::Turn { hand }) {
            Ok(()) => self.say(Command::Turn { hand }),
            Err(refused) => match refused.reason {
                Reason::NotNext(_, patron) if patron.is_house_player() => {
                    self.declined(hand, patron).unwrap_or_else(|| self.stuck(&refused))
                }
                Reason::NotNext(_, patron) => match self.asked(Command::Pass { hand, patron }) {
                    Ok(()) => self.say(Command::Pass { hand, patron }),
                    Err(first) => match first.reason {
                        Reason::MustCall(call) => self.call(call),
                        _ => self.stuck(&refused),
                    },
                },
                _ => self.stuck(&refused),
            },
        }
    }

    /// A house player holds no cards: the hand is offered, as it must be, and refused.
    fn declined(&self, hand: HandName, patron: PersonId) -> Option<Next> {
        let both = [Command::DeclineHand { patron, hand }, Command::OfferHand { hand, patron }];
        both.into_iter().find_map(|command| self.if_allowed(command))
    }

    /// The outcome is called before forms are read out, and then the settlement waits for them.
    fn outcome(&self) -> Next {
        match self.asked(Command::Settle).map_err(|refused| refused.reason) {
            Err(Reason::MustCall(call)) => self.call(call),
            Ok(()) | Err(_) => Next::Idle,
        }
    }

    fn settle(&self) -> Next {
        match self.asked(Command::Settle) {
            Ok(()) => self.say(Command::Settle),
            Err(refused) => match refused.reason {
                Reason::MustCall(call) => self.call(call),
                _ => self.stuck(&refused),
            },
        }
    }
}
