//! The table as it stands: the fold of its events.

mod agreement;
mod closed;
mod last;
mod lying;
mod patrons;
mod placed;
mod shared;
mod shoe;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_coup::{Coup, DealtCard, Ruling, ShoeFate, Wager};
use punto_lines::{Call, Duty, Matter, Proposal, SharedTerms};
use punto_rulebook::known::{OldMinimumBoxes, SeatNumbering, VoidCoupCountsAsLast};
use punto_rulebook::{BetKind, Breach, Rule, Span, Terms, Totals};
use punto_vocab::line::Words;
use punto_vocab::{
    Actor, BetId, BySide, Card, Citation, Day, Direction, Money, PersonId, Ring, Role, Seat, Time,
};
use serde::{Deserialize, Serialize};

use crate::coups::Coups;
use crate::shown::{Settled, Shown};
use punto_rulebook::Opening;
use punto_vocab::ledger::{Ledger, Movement};

pub use self::agreement::Agreement;
pub use self::closed::ClosedWith;
pub use self::last::{Before, LastCoup};
pub use self::patrons::Patrons;
pub use self::placed::Placed;
pub use self::shared::Shared;
pub use self::shoe::takes_cards_out;
pub use self::shoe::{CutState, MarkerState, Shoe, Stage};
pub use self::tokens::Tokens;
pub use punto_rulebook::{Posted, Sign, SignKind};

/// A table: closed, or open with everything that goes with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// What it runs by while it is open.
    pub open: Option<Open>,
    /// The time of the last command.
    pub now: Time,
    /// Who is signed on.
    pub on_duty: BTreeSet<(Role, PersonId)>,
    /// All money, by coin and account.
    pub ledger: Ledger,
    /// The coups that have ended.
    pub coups: Coups,
    /// Patrons barred from the game.
    pub excluded: BTreeSet<PersonId>,
    /// Those of them who were sent out of the casino: no new gaming day lets them in.
    #[serde(default)]
    pub sent_out: BTreeSet<PersonId>,
    /// Patrons warned of a wager below the minimum, on this gaming day.
    pub warned: BTreeSet<PersonId>,
    /// The gaming day that the table was last opened on, where it was said.
    pub day: Option<Day>,
    /// When it was first opened on that day.
    #[serde(default)]
    pub day_since: Option<Time>,
    /// What it was last closed with.
    #[serde(default)]
    pub closed_with: Option<Box<ClosedWith>>,
    /// Who was found to have broken which rule of conduct.
    pub found_out: BTreeSet<(Rule, PersonId)>,
    /// The promotional vouchers that were exchanged here; copies of the table share them.
    #[serde(default, skip_serializing_if = "Tokens::is_empty")]
    pub tokens: Arc<Tokens>,
    /// Everybody who has been at the table since its first opening; copies of the table share it.
    pub known: Arc<BTreeSet<PersonId>>,
    /// What is owed, whatever becomes of the cards and whether the table is open.
    pub duties: Vec<Duty>,
    /// Disputes that wait for a decision or its review.
    pub disputes: Vec<DisputeCase>,
    /// How many disputes there have been: each has its number, from 1.
    pub disputed: u32,
}

/// A dispute on its way through the officers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct DisputeCase {
    pub number: u32,
    pub patron: PersonId,
    pub what: Words,
    pub decided_by: Option<Actor>,
    /// Who dealt or played there when it was made: none of them hears it.
    #[serde(default)]
    pub parties: BTreeSet<PersonId>,
}

/// What an open table runs by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Open {
    /// The terms in force.
    pub terms: SharedTerms,
    /// What it was opened with.
    pub opening: Arc<Opening>,
    /// The dealing method.
    pub method: Arc<str>,
    /// Who is at the table.
    pub patrons: Shared<Patrons>,
    /// Signs that are up, with their times.
    #[serde(with = "punto_vocab::pairs")]
    pub signs: BTreeMap<Sign, Posted>,
    /// Who has worked as its dealer.
    #[serde(default)]
    pub dealers: Shared<BTreeSet<PersonId>>,
    /// Who dealt the coup before, where the table has closed since and it can still be put right.
    #[serde(default)]
    pub dealt_before: Shared<BTreeSet<PersonId>>,
    /// Who has acted in another office here, signed on or not.
    #[serde(default)]
    pub officers: Shared<BTreeSet<(Role, PersonId)>>,
    /// Who has been told of what.
    pub told: BTreeSet<(Role, Topic)>,
    /// Who has agreed to what; each agreement is used up by what it was for.
    pub consents: Vec<Agreement>,
    /// Acts done since the cards were last gathered, with who did them.
    pub acts: Vec<(Rule, Actor)>,
    /// Side bets confined to patrons with a main wager.
    pub restricted: BTreeSet<BetId>,
    /// No-bet coups dealt on request so far.
    pub free_coups: u32,
    /// Who holds a role that passes round.
    pub role: RoleState,
    /// What a tournament adds.
    pub hooks: Hooks,
    /// Wagers that lie on into the next coup after a tie.
    pub staying: Vec<Placed>,
    /// What the settlement in progress has moved, so that it can be undone.
    pub movements: Vec<Movement>,
    /// What each coup of this shoe has moved, where the house undoes them all with a void shoe.
    pub moved_in_shoe: Vec<Vec<Movement>>,
    /// The wagers of those coups.
    #[serde(default)]
    pub staked_in_shoe: Vec<Vec<Wager>>,
    /// What the settlement in progress has made of wagers.
    pub settling: Vec<Settled>,
    /// The coup before, on view until the next one's first card.
    pub shown: Option<Arc<Shown>>,
    /// The coup before, which can still be put right whatever ends next, with what was shown of it.
    #[serde(default)]
    pub stays: Option<(Arc<LastCoup>, Option<Arc<Shown>>)>,
    /// What was called last, and when.
    pub last_call: Option<(Call, Time)>,
    /// The cards.
    pub shoe: Shoe,
    /// Something that went wrong between coups and waits to be ordered.
    pub trouble: Option<Trouble>,
    /// What was introduced since a coup that is being put right; it governs again when that coup has ended.
    pub coming: Option<Box<Basis>>,
    /// What goes on right now.
    pub phase: Phase,
}

/// What a coup is played by. It freezes at the first card: changes wait for the end of the coup, and a coup that is
/// put right later is settled by its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Basis {
    /// The terms, with variant, totals and paytables.
    pub terms: SharedTerms,
    /// The dealing method.
    pub method: Arc<str>,
    /// Side bets confined to patrons with a main wager.
    pub restricted: BTreeSet<BetId>,
    /// Limits that are not enforced after wagers closed.
    pub off: BTreeSet<Breach>,
}

/// What a tournament adds to a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hooks {
    /// Limits that are not enforced after wagers closed.
    pub off: BTreeSet<Breach>,
    /// The order in which patrons wager; nobody listed means no order.
    pub order: Vec<PersonId>,
    /// Where stakes lie that only their patrons may know.
    pub sealed: BTreeSet<Spot>,
    /// Where such stakes lay before they were taken back undisclosed.
    pub withheld: BTreeSet<Spot>,
}

/// Whose wager, where, on what.
pub type Spot = (PersonId, u8, BetId);

/// A role that passes round the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RoleState {
    /// Who holds it.
    pub holder: Option<PersonId>,
    /// Who declined it since it was last free.
    pub declined: Vec<PersonId>,
    /// Where it was last held.
    pub last: Option<Seat>,
}

/// What somebody was told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// A rule of procedure.
    Rule(Rule),
    /// A restriction of a bet.
    Restriction(BetId),
}

/// What goes on at an open table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant)] // one phase a table, never a list of them; most copies are of one that takes wagers
pub enum Phase {
    /// Cards are being prepared; no wagers.
    Preparing,
    /// Wagers are open, or closed with no card out yet.
    Betting(Betting),
    /// A coup is being dealt or settled. Apart, so that copies of a table that takes wagers stay small.
    Dealing(Box<Dealing>),
}

/// Wagers before the first card.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Betting {
    /// The wagers on the layout. They are most of what a table has to copy, and most commands leave them as they lie.
    pub wagers: Shared<Vec<Placed>>,
    /// When place your bets was called or shown.
    pub opened: Option<Time>,
    /// No more bets has been called or shown.
    pub closed: bool,
    /// When wagers closed.
    #[serde(default)]
    pub closed_at: Option<Time>,
    /// The coup to come takes no wagers, by these clauses.
    pub no_bet: Option<Citation>,
    /// That it takes none has been called.
    pub no_bets_called: bool,
    /// Cards that wait to open the next coup, in the order in which they were drawn.
    pub waiting: Vec<Card>,
    /// The clauses that make them wait.
    pub waiting_by: Option<Citation>,
    /// The coup before, while its settlement can still be put right.
    pub last: Option<Arc<LastCoup>>,
    /// Wagers that lie on after a tie.
    pub after_tie: bool,
    /// The card of the shoe that was found face up last, and has been counted.
    #[serde(default)]
    pub found_up: Option<Card>,
    /// Who declined a hand and which the dealer keeps, where that is settled before the deal.
    pub holders: BySide<Holding>,
    /// The totals that wagers on the layout were made under, where others have been posted since.
    pub kept: Option<Totals>,
}

/// A coup in progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dealing {
    /// The wagers on it.
    pub wagers: Shared<Vec<Placed>>,
    /// Where wagers lay that were taken off since its first card: none comes back.
    #[serde(default)]
    pub taken_off: BTreeSet<Spot>,
    /// The cards as they lie.
    pub dealt: Vec<DealtCard>,
    /// How many of them, the last ones, came while cards before them lay face down.
    #[serde(default)]
    pub too_soon: usize,
    /// The cards as they were given, before any ruling moved one.
    pub given: Vec<DealtCard>,
    /// Cards of the shoe that were found face up in this coup and had no use in it.
    #[serde(default)]
    pub found_up: Vec<Card>,
    /// The cards in their lawful places.
    pub coup: Coup,
    /// When wagers closed.
    #[serde(default)]
    pub closed_at: Option<Time>,
    /// The coup takes no wagers, by these clauses.
    pub no_bet: Option<Citation>,
    /// Whether nothing has followed the last card yet, so that who keyed it may key it again.
    pub keyed: bool,
    /// Points have been called.
    pub points_called: bool,
    /// How many cards Player had when its point was called by itself.
    pub player_called: Option<usize>,
    /// The result has been called.
    pub result_called: bool,
    /// Who holds which hand, and who declined.
    pub holders: BySide<Holding>,
    /// Something went wrong and is not yet put right.
    pub trouble: Option<Trouble>,
    /// The cards were put right, and wagers may be taken back until play resumes.
    pub may_withdraw: bool,
    /// Cards drawn before this coup that have not been dealt yet: they come before the shoe's.
    pub waiting: Vec<Card>,
    /// The clauses that made them wait.
    pub waiting_by: Option<Citation>,
    /// Cards that wait to open the next coup, in the order in which they were drawn.
    pub carries: Vec<Card>,
    /// The clauses by which the coup they open takes no wagers.
    pub carries_no_bet: Option<Citation>,
    /// The clauses that make them wait.
    pub carries_by: Option<Citation>,
    /// The shoe ends after this coup whatever the marker says.
    pub ends_shoe: bool,
    /// The clauses by which it does.
    pub ends_by: Option<Citation>,
    /// The shoe may end after this coup if all patrons agree.
    pub may_end_shoe: bool,
    /// The ruling by which wagers may be taken back.
    pub withdrawal: Option<Arc<Ruling>>,
    /// The coup has ended without a result, and nothing brings it back.
    pub void: bool,
    /// Whether its cards have left their shoe: no other is dealt to it.
    #[serde(default)]
    pub cards_gone: bool,
    /// Whether it was complete and settled before, and has been opened again to be put right.
    #[serde(default)]
    pub reopened: bool,
    /// The totals that its wagers were made under, where others were posted before the first card.
    pub kept: Option<Totals>,
    /// Who was warned when it was settled, and not before: its own warning is not held against a wager.
    pub warned: BTreeSet<PersonId>,
    /// Payments of that settlement that were found to be wrong, each with what it said.
    #[serde(default)]
    pub mispaid: BTreeSet<(Spot, Money)>,
}

/// Where a hand is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Holding {
    /// Who is designated to receive it.
    pub designated: Option<PersonId>,
    /// Who was offered it last.
    #[serde(default)]
    pub offered: Option<PersonId>,
    /// Who declined it.
    pub declined: Vec<PersonId>,
    /// Whether the dealer keeps it.
    pub dealer: bool,
    /// Whether an officer has taken it from the patrons.
    pub taken: bool,
    /// Whether it is out with its holder.
    pub out: bool,
    /// Whether it has been out and come back.
    pub back: bool,
    /// Who turns it for the holder now.
    pub nominee: Option<PersonId>,
    /// Everybody the holder has named to turn it.
    pub nominees: Vec<PersonId>,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Trouble {
    pub ruling: Arc<Ruling>,
    pub ordered: bool,
}

impl Trouble {
    /// Whether it is decided only when the coup has ended, and stops nothing before.
    pub fn after_coup(&self) -> bool {
        self.ruling.shoe == ShoeFate::CheckedAfterCoup
    }
}

impl DisputeCase {
    /// Whether it has been decided, and nobody else has looked at the decision yet.
    pub fn awaits_review(&self) -> bool {
        self.decided_by.is_some()
    }
}

impl Table {
    /// The dispute that is meant: the one of this number, or the oldest that waits, where nobody named one.
    pub fn dispute(&self, number: Option<u32>, waits: impl Fn(&DisputeCase) -> bool) -> Option<&DisputeCase> {
        let named = |case: &&DisputeCase| number.is_none_or(|number| case.number == number);
        self.disputes.iter().filter(named).find(|case| waits(case))
    }

    /// Who deals and plays at the table, or did until it closed.
    pub(crate) fn parties(&self) -> BTreeSet<PersonId> {
        match (&self.open, &self.closed_with) {
            (Some(open), _) => {
                let wagered = open.last_coup().map(LastCoup::wagered).unwrap_or_default();
                let there =
                    open.patrons.arrived.iter().chain(open.dealers.iter()).chain(open.dealt_before.iter());
                there.copied().chain(wagered).collect()
            }
            (None, Some(closed)) => {
                closed.patrons.iter().chain(closed.dealers.iter()).chain(&closed.wagered).copied().collect()
            }
            (None, None) => BTreeSet::new(),
        }
    }

    /// Whether somebody was found to have broken a rule of conduct.
    pub fn found_out(&self, rule: Rule, patron: PersonId) -> bool {
        self.found_out.contains(&(rule, patron))
    }

    /// Whether somebody in this role is signed on.
    pub fn has_on_duty(&self, role: Role) -> bool {
        self.on_duty.iter().any(|(on, _)| *on == role)
    }
}

impl Open {
    /// Who has agreed in a matter to what is proposed, as far as it holds and somebody may rest on it.
    pub fn agreed<'a>(
        &'a self,
        matter: Matter,
        to: Option<&'a Proposal>,
        (at, user): (Time, Actor),
    ) -> impl Iterator<Item = PersonId> + 'a {
        let holds = move |own: &&Agreement| own.holds(matter, to, at) && own.serves(user);
        self.consents.iter().filter(holds).map(|own| own.patron)
    }

    /// The seats in their order.
    pub fn ring(&self) -> Option<Ring> {
        let seats = self.terms.seats? as u8;
        let rising = match self.terms.choice() {
            Some(SeatNumbering::ClockwiseFromDealersLeft) => Direction::Clockwise,
            Some(SeatNumbering::AnticlockwiseFromDealersRight) | None => Direction::Anticlockwise,
        };
        Ring::new(seats, rising)
    }

    /// What went wrong and is not over: in the coup that is dealt, or between coups.
    pub fn in_trouble(&self) -> Option<&Trouble> {
        match &self.phase {
            Phase::Dealing(dealing) => dealing.trouble.as_ref(),
            Phase::Preparing | Phase::Betting(_) => self.trouble.as_ref(),
        }
    }

    /// What governs the coup that is on, or the next one.
    pub(crate) fn basis(&self) -> Basis {
        Basis {
            terms: self.terms.clone(),
            method: self.method.clone(),
            restricted: self.restricted.clone(),
            off: self.hooks.off.clone(),
        }
    }

    /// Other terms govern from here on.
    pub(crate) fn govern_by(&mut self, Basis { terms, method, restricted, off }: Basis) {
        (self.terms, self.method, self.restricted, self.hooks.off) = (terms, method, restricted, off);
    }

    /// The terms change. A coup that is on keeps its own, and the change waits for its end.
    pub(crate) fn change_terms(&mut self, change: impl FnOnce(&mut Terms)) {
        if !self.in_coup() {
            self.terms = self.terms.changed(change);
            return;
        }
        let mut coming = self.coming.take().unwrap_or_else(|| Box::new(self.basis()));
        coming.terms = coming.terms.changed(change);
        self.coming = Some(coming);
    }

    /// The terms that govern once the coup that is on has ended.
    pub fn coming_terms(&self) -> &SharedTerms {
        self.coming.as_ref().map_or(&self.terms, |coming| &coming.terms)
    }

    /// Other totals are posted. Wagers that lie have met those they were made under.
    pub(crate) fn change_totals(&mut self, change: impl FnOnce(&mut Terms)) {
        let old = self.terms.totals();
        if let Phase::Betting(betting) = &mut self.phase
            && !betting.wagers.is_empty()
        {
            betting.kept = Some(betting.kept.take().map_or(old.clone(), |kept| kept.wider(&old)));
        }
        self.change_terms(change);
    }

    /// The terms that the wagers of a coup are held to: those in force, with the totals that they were made under.
    pub fn held_to(&self, kept: Option<&Totals>) -> SharedTerms {
        kept.map_or_else(
            || self.terms.clone(),
            |kept| self.terms.changed(|terms| terms.set_totals(kept.wider(&terms.totals()))),
        )
    }

    /// A patron's own limits for a wager: agreed ones, or the old minimum where the patron keeps it. Side bets have
    /// the limits of their own sign for everybody.
    pub fn own_limits(&self, (patron, at, bet): Spot) -> Option<Span> {
        let offer = self.terms.offer(bet).filter(|offer| offer.kind != BetKind::Side)?;
        let agreed = self.patrons.personal.get(&patron).copied();
        agreed.or_else(|| {
            let kept = self.patrons.minimum_kept(patron, at)?;
            let marked = self.patrons.seat_of(patron).is_some_and(|seat| seat.number() == at);
            let everywhere = self.terms.choice() != Some(OldMinimumBoxes::MarkedBox);
            // The minimum that is kept is the table's; a bet with limits of its own keeps to those.
            let tables = !self.terms.limits.of_bet.contains_key(&bet);
            let span = Span { min: kept.min(offer.span.min), max: offer.span.max };
            (tables && (everywhere || marked)).then_some(span)
        })
    }

    /// The limits a wager is accepted under now: the patron's own, or the posted ones.
    pub fn limits_of(&self, spot: Spot) -> Span {
        let posted = || self.terms.offer(spot.2).map_or(self.terms.limits.wager, |offer| offer.span);
        self.own_limits(spot).unwrap_or_else(posted)
    }

    /// All wagers on the layout.
    pub fn wagers(&self) -> &[Placed] {
        match &self.phase {
            Phase::Preparing => &[],
            Phase::Betting(betting) => &betting.wagers,
            Phase::Dealing(dealing) => &dealing.wagers,
        }
    }

    /// Whether a coup uses up one of those the marker leaves; of one without result or wagers the house says so.
    pub(crate) fn counts_as_last(&self, void_or_no_bet: bool) -> bool {
        !void_or_no_bet || self.terms.choice() != Some(VoidCoupCountsAsLast::No)
    }

    /// Whether the coup in progress is followed by one from the same shoe that takes wagers.
    pub fn goes_on_with_wagers(&self) -> bool {
        let Phase::Dealing(dealing) = &self.phase else { return false };
        let over =
            self.shoe.marker == MarkerState::Out { more: 0 } && self.counts_as_last(dealing.no_bet.is_some());
        let no_bet_next = dealing.carries_no_bet.is_some();
        !over && !dealing.ends_shoe && !no_bet_next && self.shoe.stage == Stage::Ready
    }

    /// The card that was drawn before and comes before the next of the shoe.
    pub fn waiting_card(&self) -> Option<Card> {
        match &self.phase {
            Phase::Preparing => None,
            Phase::Betting(betting) => betting.waiting.first().copied(),
            Phase::Dealing(dealing) => dealing.waiting.first().copied(),
        }
    }

    /// All cards that were drawn and wait for a coup to come, or for this one.
    pub fn all_waiting(&self) -> Vec<Card> {
        match &self.phase {
            Phase::Preparing => Vec::new(),
            Phase::Betting(betting) => betting.waiting.clone(),
            Phase::Dealing(dealing) => dealing.waiting.iter().chain(&dealing.carries).copied().collect(),
        }
    }

    /// What the end of the last coup changed, while it can still be put right.
    pub fn before_last(&self) -> Option<&Before> {
        self.last_coup().map(|last| &last.before)
    }

    /// The coup before, while its settlement can still be put right; the last of a shoe, too, while its cards lie there.
    pub fn last_coup(&self) -> Option<&LastCoup> {
        match &self.phase {
            Phase::Betting(betting) => betting.last.as_deref(),
            Phase::Preparing => self.shoe.last.as_deref(),
            Phase::Dealing(_) => None,
        }
    }

    /// The shoe that the coup in progress, or the one before, was dealt from.
    pub fn shoe_dealt_from(&self) -> &Shoe {
        match &self.shoe.before {
            Some(before) if !self.in_coup() => before,
            Some(_) | None => &self.shoe,
        }
    }

    /// Whether a coup is in progress.
    pub fn in_coup(&self) -> bool {
        matches!(self.phase, Phase::Dealing(_))
    }
}
