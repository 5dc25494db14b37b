//! The table as it stands: the fold of its events.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_coup::{Coup, DealtCard, Place, Ruling, Wager};
use punto_rulebook::known::{SeatNumbering, VoidCoupCountsAsLast};
use punto_rulebook::{Breach, Rule, Span, Terms};
use punto_vocab::line::Words;
use punto_vocab::{BetId, BySide, Card, Citation, Direction, Money, PersonId, Ring, Role, Seat, Side, Time};
use serde::{Deserialize, Serialize};

use crate::actor::Actor;
use crate::command::{Call, Fault, HandName, Matter};
use crate::coups::Coups;
use crate::ledger::{Ledger, Movement};
use crate::opening::Opening;
use crate::shown::{Settled, Shown};

impl HandName {
    /// The hand's name.
    pub const fn of(side: Side) -> HandName {
        match side {
            Side::Player => HandName::Player,
            Side::Banker => HandName::Banker,
        }
    }

    /// The hand.
    pub const fn side(self) -> Side {
        match self {
            HandName::Player => Side::Player,
            HandName::Banker => Side::Banker,
        }
    }
}

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
    /// Disputes that wait for a decision or its review.
    pub disputes: Vec<DisputeCase>,
}

/// A dispute on its way through the officers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct DisputeCase {
    pub patron: PersonId,
    pub what: Words,
    pub decided_by: Option<Actor>,
}

/// What an open table runs by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Open {
    /// The terms in force.
    pub terms: SharedTerms,
    /// What it was opened with.
    pub opening: Opening,
    /// The dealing method.
    pub method: String,
    /// Who is at the table.
    pub patrons: Patrons,
    /// Signs that are up, with the time they went up.
    #[serde(with = "crate::pairs")]
    pub signs: BTreeMap<Sign, Time>,
    /// Who has been told of what.
    pub told: BTreeSet<(Role, Topic)>,
    /// Who has agreed to what.
    pub consents: BTreeMap<Matter, BTreeSet<PersonId>>,
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
    /// What the settlement in progress has made of wagers.
    pub settling: Vec<Settled>,
    /// The coup before, on view until the next one's first card.
    pub shown: Option<Box<Shown>>,
    /// What was called last, and when.
    pub last_call: Option<(Call, Time)>,
    /// The cards.
    pub shoe: Shoe,
    /// Something that went wrong between coups and waits to be ordered.
    pub trouble: Option<Trouble>,
    /// What goes on right now.
    pub phase: Phase,
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

/// Terms compared by the rulebook they rest on and what they say.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedTerms(pub Arc<Terms>);

impl PartialEq for SharedTerms {
    fn eq(&self, other: &SharedTerms) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || format!("{:?}", self.0) == format!("{:?}", other.0)
    }
}

impl SharedTerms {
    /// The same terms with another minimum and maximum.
    pub(crate) fn with_limits(&self, span: Span) -> SharedTerms {
        self.changed(|terms| {
            terms.limits.wager = span;
            for offer in &mut terms.offers {
                offer.span = terms.limits.of(offer.bet);
            }
        })
    }

    /// The same terms with another collective liability.
    pub(crate) fn with_liability(&self, amount: Money) -> SharedTerms {
        self.changed(|terms| terms.limits.liability = Some(amount))
    }

    fn changed(&self, change: impl FnOnce(&mut Terms)) -> SharedTerms {
        let mut terms = (*self.0).clone();
        change(&mut terms);
        SharedTerms(Arc::new(terms))
    }
}

impl std::fmt::Display for SharedTerms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.rulebook)
    }
}

impl std::ops::Deref for SharedTerms {
    type Target = Terms;

    fn deref(&self) -> &Terms {
        &self.0
    }
}

/// A sign at the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// New limits.
    Limits(Money, Money),
    /// Another form of the game.
    Variant(String),
    /// The table will close.
    Closure,
    /// The old minimum will end.
    OldMinimumEnds,
    /// A side bet is confined to those with a main wager.
    Restriction(BetId),
}

punto_vocab::words! {
    /// What a sign is about.
    pub enum SignKind: "a kind of sign" {
        /// New limits.
        Limits = "limits",
        /// Another form of the game.
        Variant = "variant",
        /// The table will close.
        Closure = "closure",
        /// The old minimum will end.
        OldMinimumEnds = "old-minimum-ends",
        /// A side bet is confined to those with a main wager.
        Restriction = "restriction",
    }
}

impl Sign {
    /// What it is about.
    pub fn kind(&self) -> SignKind {
        match self {
            Sign::Limits(..) => SignKind::Limits,
            Sign::Variant(_) => SignKind::Variant,
            Sign::Closure => SignKind::Closure,
            Sign::OldMinimumEnds => SignKind::OldMinimumEnds,
            Sign::Restriction(_) => SignKind::Restriction,
        }
    }
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

/// The people at the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Patrons {
    /// Who sits where.
    pub seated: BTreeMap<Seat, PersonId>,
    /// Who stands at which box.
    pub standing: Vec<(u8, PersonId)>,
    /// Boxes a seated patron plays besides the one at the seat.
    pub boxes: BTreeMap<u8, PersonId>,
    /// Everybody in the order they came.
    pub arrived: Vec<PersonId>,
    /// Limits agreed with a patron.
    pub personal: BTreeMap<PersonId, Span>,
    /// The old minimum, for those who keep it.
    pub old_minimum: BTreeMap<PersonId, Money>,
    /// Patrons warned of a wager below the minimum.
    pub warned: BTreeSet<PersonId>,
    /// Patrons who may hold both hands in the coup to come.
    pub both_approved: BTreeSet<PersonId>,
    /// Coups in a row without a wager.
    pub idle: BTreeMap<PersonId, u32>,
}

impl Patrons {
    /// The seat of a patron.
    pub fn seat_of(&self, patron: PersonId) -> Option<Seat> {
        self.seated.iter().find(|(_, sits)| **sits == patron).map(|(seat, _)| *seat)
    }

    /// Whether a patron is at the table, seated or standing.
    pub fn has(&self, patron: PersonId) -> bool {
        self.arrived.contains(&patron)
    }

    /// Whether a patron may wager in a box.
    pub fn plays(&self, patron: PersonId, at: u8) -> bool {
        self.seat_of(patron).is_some_and(|seat| seat.number() == at)
            || self.boxes.get(&at) == Some(&patron)
            || self.standing.contains(&(at, patron))
    }
}

/// The cards at the table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shoe {
    /// How far the preparation has come.
    pub stage: Stage,
    /// How many shoes have been played.
    pub number: u32,
    /// The cut so far.
    pub cut: CutState,
    /// The seat that cut last.
    pub last_cut: Option<Seat>,
    /// Cards drawn from this shoe, burned ones included.
    pub drawn: u32,
    /// Each card seen so far.
    pub seen: BTreeMap<Card, u32>,
    /// Whether patrons handled cards of this shoe.
    pub handled: bool,
    /// How many more coups may be dealt once the marker is out.
    pub marker: MarkerState,
    /// The colour of the backs.
    pub colour: Option<String>,
    /// Whether the cards are new ones, brought in since the table opened.
    pub fresh: bool,
    /// The dealing method of the shoe before, with the same cards.
    pub played_as: Option<String>,
    /// Whether the cards must be replaced before play goes on.
    pub must_replace: bool,
    /// Whether that is because they are unfit.
    pub unfit: bool,
    /// Whether the marker came out ahead of a coup's first card.
    pub marker_first: bool,
    /// Whether the decks must be checked before play goes on.
    pub must_check: bool,
    /// Whether the shoe before ended by its marker.
    pub after_marker: bool,
}

punto_vocab::words! {
    /// How far the preparation of a shoe has come.
    #[derive(Default)]
    pub enum Stage: "a stage of preparation" {
        /// Cards lie gathered.
        #[default]
        Gathered = "gathered",
        /// They are shuffled.
        Shuffled = "shuffled",
        /// They are cut.
        Cut = "cut",
        /// The marker is in.
        Marked = "marked",
        /// They are burned and ready.
        Ready = "ready",
    }
}

/// The offer of the cut.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CutState {
    /// Whether the supervisor has let the patrons cut.
    pub patrons: bool,
    /// Who has been offered the cut, and not yet answered.
    pub offered: Option<PersonId>,
    /// Who declined.
    pub declined: Vec<PersonId>,
}

/// Where the marker is and what that means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkerState {
    /// In the shoe.
    #[default]
    In,
    /// In the shoe, but where everybody sees it.
    Seen,
    /// Out in the coup in progress: this many more coups after it.
    Out {
        /// Coups that may follow the one in progress.
        more: u32,
    },
}

/// What goes on at an open table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant)] // one phase a table, never a list of them
pub enum Phase {
    /// Cards are being prepared; no wagers.
    Preparing,
    /// Wagers are open, or closed with no card out yet.
    Betting(Betting),
    /// A coup is being dealt or settled.
    Dealing(Dealing),
}

/// Wagers before the first card.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Betting {
    /// The wagers on the layout.
    pub wagers: Vec<Placed>,
    /// When place your bets was called or shown.
    pub opened: Option<Time>,
    /// No more bets has been called or shown.
    pub closed: bool,
    /// The coup to come takes no wagers, by these clauses.
    pub no_bet: Option<Citation>,
    /// A card that waits to open the next coup.
    pub carried: Option<Card>,
    /// The clauses that make it wait.
    pub carried_by: Option<Citation>,
    /// The coup before, while its settlement can still be put right.
    pub last: Option<Box<LastCoup>>,
    /// Wagers that lie on after a tie.
    pub after_tie: bool,
}

/// A wager on the layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    /// The wager.
    pub wager: Wager,
    /// What the dealer found wrong with it.
    pub fault: Option<Fault>,
    /// Whether the dealer has cut it in proportion.
    pub reduced: bool,
    /// Whether its stake is not to be known to others yet.
    pub sealed: bool,
}

/// The coup before, with what its settlement did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct LastCoup {
    pub dealing: Dealing,
    pub paid: Vec<Movement>,
    pub before: Before,
}

/// What the end of a coup changed besides money, as it was before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Before {
    pub marker: MarkerState,
    pub role: RoleState,
    pub idle: BTreeMap<PersonId, u32>,
    pub warned: BTreeSet<PersonId>,
}

/// A coup in progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Dealing {
    /// The wagers on it.
    pub wagers: Vec<Placed>,
    /// The cards as they lie.
    pub dealt: Vec<DealtCard>,
    /// The cards as they were given, before any ruling moved one.
    pub given: Vec<DealtCard>,
    /// The cards in their lawful places.
    pub coup: Coup,
    /// The coup takes no wagers, by these clauses.
    pub no_bet: Option<Citation>,
    /// Points have been called.
    pub points_called: bool,
    /// The result has been called.
    pub result_called: bool,
    /// Who holds which hand, and who declined.
    pub holders: BySide<Holding>,
    /// Something went wrong and is not yet put right.
    pub trouble: Option<Trouble>,
    /// The cards were put right, and wagers may be taken back until play resumes.
    pub may_withdraw: bool,
    /// A card that waits to open the next coup.
    pub carries: Option<(Card, Option<Citation>)>,
    /// The clauses that make it wait.
    pub carries_by: Option<Citation>,
    /// The shoe ends after this coup whatever the marker says.
    pub ends_shoe: bool,
    /// The shoe may end after this coup if all patrons agree.
    pub may_end_shoe: bool,
    /// The ruling by which wagers may be taken back.
    pub withdrawal: Option<Arc<Ruling>>,
    /// The coup has ended without a result, and nothing brings it back.
    pub void: bool,
}

/// Where a hand is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Holding {
    /// Who is designated to receive it.
    pub designated: Option<PersonId>,
    /// Who declined it.
    pub declined: Vec<PersonId>,
    /// Whether the dealer keeps it.
    pub dealer: bool,
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

impl DisputeCase {
    /// Whether it has been decided, and nobody else has looked at the decision yet.
    pub fn awaits_review(&self) -> bool {
        self.decided_by.is_some()
    }
}

impl Table {
    /// The open table, if it is open.
    pub fn opened(&self) -> Option<&Open> {
        self.open.as_ref()
    }

    /// Whether somebody in this role is signed on.
    pub fn has_on_duty(&self, role: Role) -> bool {
        self.on_duty.iter().any(|(on, _)| *on == role)
    }
}

impl Open {
    /// The seats in their order.
    pub fn ring(&self) -> Option<Ring> {
        let seats = self.terms.seats? as u8;
        let rising = match self.terms.choice() {
            Some(SeatNumbering::ClockwiseFromDealersLeft) => Direction::Clockwise,
            Some(SeatNumbering::AnticlockwiseFromDealersRight) | None => Direction::Anticlockwise,
        };
        Ring::new(seats, rising)
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
    pub(crate) fn goes_on_with_wagers(&self) -> bool {
        let Phase::Dealing(dealing) = &self.phase else { return false };
        let over =
            self.shoe.marker == MarkerState::Out { more: 0 } && self.counts_as_last(dealing.no_bet.is_some());
        let no_bet_next = matches!(dealing.carries, Some((_, Some(_))));
        !over && !dealing.ends_shoe && !no_bet_next && self.shoe.stage == Stage::Ready
    }

    /// Whether a coup is in progress.
    pub fn in_coup(&self) -> bool {
        matches!(self.phase, Phase::Dealing(_))
    }
}

impl Placed {
    /// Whose it is, where it lies and on what.
    pub fn spot(&self) -> Spot {
        (self.wager.patron, self.wager.at.0, self.wager.bet)
    }
}

impl Dealing {
    /// Whether every card of the opening four has been seen.
    pub fn all_turned(&self) -> bool {
        self.dealt.iter().filter(|card| matches!(card.to, Place::Hand(_))).all(|card| card.exposed)
    }
}
