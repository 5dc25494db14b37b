//! The tournament as it stands: the fold of its events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_rulebook::{Item, Opening, Span};
use punto_vocab::line::Words;
use punto_vocab::{BetId, Money, PersonId, Promise, Time};
use serde::{Deserialize, Serialize};

use crate::cards::CoupCards;
use crate::command::Offence;
use crate::conditions::{Conditions, Length, Plan};
use crate::form::Seal;
use crate::score::Ranking;

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The conditions are being written.
    #[default]
    Drafting,
    /// The conditions are published and people enter.
    Entering,
    /// It is played.
    Running,
    /// The final is over and prizes are awarded.
    Over,
    /// It does not take place.
    Cancelled,
}

/// How somebody stands in a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Asks to enter.
    #[default]
    Applicant,
    /// Was not let in.
    Refused,
    /// Does not take part after all.
    Withdrawn,
    /// Takes part.
    In,
    /// Is out of the round.
    Out,
    /// Was disqualified, or lost the place.
    Disqualified,
}

/// Somebody who has applied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// How they stand.
    pub standing: Standing,
    /// Whether they have been given the conditions.
    pub informed: bool,
    /// Whether they have agreed to them in writing.
    pub endorsed: bool,
    /// The fee that they have paid and not got back.
    pub fee: Option<Money>,
    /// Whether they go on to the next round.
    pub through: bool,
    /// Whether they may play for a second chance.
    pub second_chance: bool,
    /// Whether they play this round for a second chance, and so have no third.
    pub came_back: bool,
    /// How often they have bought back.
    pub buy_backs: u32,
    /// The prize, once it is awarded, and whether it is paid.
    pub prize: Option<Money>,
    /// Whether the prize is paid.
    pub paid: bool,
    /// Goods and services that are awarded, and whether each is handed over.
    pub goods: Vec<(Words, bool)>,
    /// Where they sit, and with what, in this session.
    pub place: Option<Place>,
    /// Where they sat in the session whose winners are declared, should that be taken back.
    pub was: Option<Place>,
}

/// Somebody's place at a table in a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The table.
    pub table: u8,
    /// The seat.
    pub seat: u8,
    /// Whether somebody sits there.
    pub present: bool,
    /// Whether somebody has sat there in this session.
    pub came: bool,
    /// Who sits there for the entrant.
    pub substitute: Option<PersonId>,
    /// Who was named to sit there, and waits for approval.
    pub named: Option<PersonId>,
    /// Whether the chips were bought.
    pub bought: bool,
    /// The chips, with those on the layout.
    pub stack: Money,
    /// The chips that went to the house, or were kept, at the end.
    pub ended: Money,
    /// Whether they were kept.
    pub kept: bool,
    /// What of the entrant's chips has gone home as money in this session.
    pub paid_out: Money,
    /// How much of it the chips that are here now had no part in: it went home before a settlement, or who had won, was taken
    /// back. Nobody has it twice.
    pub home: Money,
    /// Whether the chips are counted.
    pub counted: bool,
    /// How much less than was accounted for the count has found.
    pub short: Money,
    /// How much less than was accounted for somebody has counted, and who: it counts once another has counted the same.
    pub found: Option<(Money, PersonId)>,
    /// Coups missed while nobody sat there.
    pub missed: u32,
    /// The last of them.
    pub missed_last: Option<u32>,
    /// Coups for which the minimum was deducted.
    pub deducted: u32,
    /// Pass cards left.
    pub pass_cards: u32,
    /// Hidden wagers left.
    pub hidden: u32,
    /// Whether this coup's wager is held to the minimum.
    pub restricted: bool,
    /// What lay on the layout already when it was.
    #[serde(default)]
    pub before_restricted: Money,
    /// How often chips were bought back in this session.
    #[serde(default)]
    pub bought_back: u32,
    /// Whether the entrant does not buy back in this session.
    #[serde(default)]
    pub forgone: bool,
    /// Whether the chips were given out for a play-off: they are nobody's money, whatever others are.
    #[serde(default)]
    pub for_play_off: bool,
}

/// What goes on at a table of the tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// No session is played.
    #[default]
    Idle,
    /// Wagers are taken.
    Betting,
    /// No more bets, and no card yet.
    Closed,
    /// The coup is dealt.
    Dealing,
    /// The session is over.
    Over,
    /// Its winners are declared.
    Declared,
}

/// A wager in chips, or a hidden one that was read out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wager {
    /// Whose.
    pub entrant: PersonId,
    /// The bet.
    pub bet: BetId,
    /// The stake.
    pub stake: Money,
    /// Whether it was hidden.
    pub hidden: bool,
    /// Whether it lies there from a coup that was tied.
    pub stays: bool,
}

/// A form that was handed in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handed {
    /// Its seal; a form on paper that is read out before the cards has none.
    pub seal: Option<Seal>,
    /// The chips that its entrant held.
    pub held: Money,
    /// Whether it was examined.
    pub examined: bool,
    /// Whether it was read out.
    pub announced: bool,
    /// Whether a fault was found in it, when it was read out or after its coup.
    pub faulty: bool,
    /// Whether it was read out and is no wager: it costs the minimum once its coup is settled.
    #[serde(default)]
    pub costs: bool,
}

/// Somebody who is out, with what decides among those of the same coup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// Who.
    pub entrant: PersonId,
    /// In which coup of the session, or after which.
    pub coup: u32,
    /// Whether it was after that coup, before the next.
    pub between: bool,
    /// The chips that were left.
    pub residual: Money,
    /// What was wagered.
    pub wager: Money,
    /// When the chips were taken, counted within the coup.
    pub taken: u32,
}

/// How far the indicator card has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Indicator {
    /// There is none.
    #[default]
    None,
    /// It is in the shoe.
    In,
    /// It came out.
    Out,
}

/// A play-off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayOff {
    /// Between whom.
    pub names: Vec<PersonId>,
    /// How many coups are left of it, if their number is fixed.
    pub coups: Option<u32>,
}

/// A table of the tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Venue {
    /// What goes on.
    pub phase: Phase,
    /// What the table was opened with; none if it has not told so.
    pub opening: Option<Opening>,
    /// The limits.
    pub limits: Option<Span>,
    /// Since when the session is played.
    pub since: Time,
    /// The coups of the session.
    pub coups: u32,
    /// The shoes of the session.
    pub shoes: u32,
    /// The seat that wagers first.
    pub marker: u8,
    /// Since when the next wager is waited for.
    pub waits_since: Time,
    /// The wagers.
    pub wagers: Vec<Wager>,
    /// Who has played a pass card.
    pub passed: BTreeSet<PersonId>,
    /// The forms of hidden wagers.
    pub forms: BTreeMap<PersonId, Handed>,
    /// Who was not there when wagers were closed and had not wagered, and whether they had been there before in the session.
    pub absent: BTreeMap<PersonId, bool>,
    /// Those who were there when wagers were closed and had made none.
    pub idle: BTreeSet<PersonId>,
    /// Whether the coup to come, or that is played, is the last of the shoe.
    pub last_coup: bool,
    /// Whether that coup is over.
    pub last_played: bool,
    /// Which wagers of the coup were found to be otherwise than on record.
    #[serde(default)]
    pub found: BTreeSet<(PersonId, BetId)>,
    /// Whether the outcome of the coup is called.
    pub outcome: bool,
    /// Whose forms of the coup before may be seen, and that coup's wagers.
    pub shown: BTreeMap<PersonId, Handed>,
    /// The wagers of the coup before.
    pub before: Vec<Wager>,
    /// The cards of the coup before; none if it was void.
    pub last: Option<CoupCards>,
    /// Who is out.
    pub exits: Vec<Exit>,
    /// The indicator card.
    pub indicator: Indicator,
    /// Whether cards of the shoe are dealt.
    pub shoe_begun: bool,
    /// Disputes that wait, by who raised them.
    pub disputes: BTreeSet<PersonId>,
    /// Who agrees to end the session.
    pub agreed: BTreeSet<PersonId>,
    /// Whether a count was ordered.
    pub count_ordered: bool,
    /// How those of the session stand, once it is over.
    pub order: Ranking,
    /// Whether it was taken back who had won, so that the table is closed.
    pub undeclared: bool,
    /// The play-off.
    pub play_off: Option<PlayOff>,
    /// Those who have played off a place, and the chips with which they were level: they stay together in the order. Those of
    /// them who were level again are there once more, by themselves.
    pub played_off: Vec<(Money, Vec<PersonId>)>,
    /// How the table and its people stood before the last coup was settled, until cards of the next are known to be out: the
    /// table puts nothing right after its first, and tells of no card before the outcome.
    pub undo: Option<Arc<Undo>>,
}

/// How a table and its people stood before a coup was settled, so that its settlement can be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    /// The table.
    pub venue: Venue,
    /// Those who played there.
    pub entrants: Vec<(PersonId, Entrant)>,
}

/// A limit of the time to wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLimit {
    /// How long.
    pub seconds: u32,
    /// From when on it holds.
    pub from: Time,
}

/// Goods or a service that the house has added as a prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goods {
    /// The place that it is for.
    pub place: u32,
    /// What it is.
    pub what: Words,
    /// What it is worth.
    pub worth: Money,
}

/// A tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    /// The time of the last event.
    pub now: Time,
    /// How far it has come.
    pub stage: Stage,
    /// The form as it is filled in.
    pub form: Conditions,
    /// What the form comes to, once there is one.
    pub plan: Option<Plan>,
    /// The promise of the next draw's seed.
    pub promise: Option<Promise>,
    /// How many draws were made.
    pub draws: u32,
    /// Whether the seats of the session to come are drawn.
    pub drawn: bool,
    /// Everybody who has applied.
    pub entrants: BTreeMap<PersonId, Entrant>,
    /// What the house has added to the pool in cash.
    pub added: Money,
    /// Goods and services that the house has added as prizes.
    pub goods: Vec<Goods>,
    /// What the house keeps of the fees.
    pub retained: Money,
    /// The round, from 1 once it has begun.
    pub round: u32,
    /// Whether the first session has begun.
    pub began: bool,
    /// Whether winners of a session of this round are declared.
    pub declared: bool,
    /// When the next session begins.
    pub scheduled: Time,
    /// The tables.
    pub venues: BTreeMap<u8, Venue>,
    /// The tables whose chips have not gone back to the inventory since a session there.
    pub chips_out: BTreeSet<u8>,
    /// The officers who are there.
    pub attending: BTreeSet<PersonId>,
    /// The limit of time.
    pub time_limit: Option<TimeLimit>,
    /// Who must be disqualified, and for what.
    pub must_go: BTreeMap<PersonId, BTreeSet<Offence>>,
    /// Everybody of staff who has acted here.
    pub officials: BTreeSet<PersonId>,
    /// The places of the final, best first.
    pub places: Ranking,
    /// Disputes of those who sit at no table.
    pub disputed: BTreeSet<PersonId>,
}

impl Tournament {
    /// Everybody who takes part.
    pub fn playing(&self) -> impl Iterator<Item = (PersonId, &Entrant)> {
        self.entrants.iter().filter(|(_, own)| own.standing == Standing::In).map(|(name, own)| (*name, own))
    }

    /// How many take part.
    pub fn count(&self) -> u32 {
        u32::try_from(self.playing().count()).unwrap_or(u32::MAX)
    }

    /// All fees that were paid and not given back.
    pub fn fees(&self) -> Money {
        self.entrants.values().filter_map(|own| own.fee).sum()
    }

    /// Whether the prizes are awarded.
    pub fn is_awarded(&self) -> bool {
        self.entrants.values().any(|own| own.prize.is_some() || !own.goods.is_empty())
    }

    /// What is played for: fees, less what the house keeps, and what it adds.
    pub fn pool(&self) -> Money {
        self.fees() - self.retained + self.added
    }

    /// Whether this is the last round.
    pub fn is_final(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| self.round == plan.rounds)
    }

    /// Whether what is left of chips is money.
    pub fn are_money(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.live) || self.form.says(Item::CashOut)
    }

    /// Those who play at a table now, by their seats: everybody who is in, or in a play-off those it is between.
    pub fn at(&self, table: u8) -> Vec<(PersonId, &Place)> {
        let play_off = self.venues.get(&table).and_then(|venue| venue.play_off.as_ref());
        let plays = |name: &PersonId| play_off.is_none_or(|own| own.names.contains(name));
        let here =
            self.playing().filter(|(_, own)| own.place.as_ref().is_some_and(|place| place.table == table));
        let mut list: Vec<(PersonId, &Place)> = here
            .filter(|(name, _)| plays(name))
            .filter_map(|(name, own)| Some((name, own.place.as_ref()?)))
            .collect();
        list.sort_by_key(|(_, place)| place.seat);
        list
    }

    /// Those of a table who are not there and have not wagered, and whether they have been there in the session.
    pub fn away(&self, table: u8) -> BTreeMap<PersonId, bool> {
        let acted = |name| self.venues.get(&table).is_some_and(|venue| venue.has_acted(name));
        let away = self.at(table).into_iter().filter(|(name, place)| !place.present && !acted(*name));
        away.map(|(name, place)| (name, place.came)).collect()
    }

    /// Those of a table who are there and have not wagered.
    pub fn idle(&self, table: u8) -> BTreeSet<PersonId> {
        let acted = |name| self.venues.get(&table).is_some_and(|venue| venue.has_acted(name));
        let idle = self.at(table).into_iter().filter(|(name, place)| place.present && !acted(*name));
        idle.map(|(name, _)| name).collect()
    }

    /// Everybody whose dispute waits.
    pub fn disputes(&self) -> impl Iterator<Item = PersonId> {
        self.venues.values().flat_map(|venue| &venue.disputes).chain(&self.disputed).copied()
    }

    /// Where somebody who takes part sits.
    pub fn place(&self, entrant: PersonId) -> Option<&Place> {
        self.entrants.get(&entrant).filter(|own| own.standing == Standing::In)?.place.as_ref()
    }
}

impl Venue {
    /// Whether the coup that is played now is the last of a session of this length. By the clock it is the one that is
    /// played when the time is up.
    pub fn is_last(&self, session: Length, now: Time) -> bool {
        match session {
            Length::Minutes(minutes) => now >= self.since.plus_minutes(minutes),
            Length::Coups(coups) => self.coups + 1 >= coups,
            Length::Shoes(shoes) => self.last_coup && self.shoes + 1 >= shoes,
        }
    }

    /// Whether somebody has wagered for the coup to come, and not only left a wager where a tied coup left it.
    pub fn has_begun(&self) -> bool {
        self.wagers.iter().any(|own| !own.stays) || !self.forms.is_empty() || !self.passed.is_empty()
    }

    /// What somebody has on the layout.
    pub fn staked(&self, entrant: PersonId) -> Money {
        self.wagers.iter().filter(|own| own.entrant == entrant).map(|own| own.stake).sum()
    }

    /// Whether somebody has acted in this coup otherwise than by leaving a wager where a tied coup left it.
    pub fn acts_anew(&self, entrant: PersonId) -> bool {
        self.wagers.iter().any(|own| own.entrant == entrant && !own.stays)
            || self.passed.contains(&entrant)
            || self.forms.contains_key(&entrant)
    }

    /// Whether somebody has made a wager in this coup, played a pass card or handed in a form.
    pub fn has_acted(&self, entrant: PersonId) -> bool {
        self.wagers.iter().any(|own| own.entrant == entrant)
            || self.passed.contains(&entrant)
            || self.forms.contains_key(&entrant)
    }
}
