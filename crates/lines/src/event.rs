//! Everything that happens at a table, one line each, with what it rests on.

use std::sync::Arc;

use punto_coup::{Place, Ruling};
use punto_rulebook::{Breach, Burn, Cure, LateCure, Mishap, Rule, Winner};
use punto_vocab::line::{Field, Words};
use punto_vocab::{
    Actor, BetId, Card, Cards, Money, PersonId, Point, Role, Time, TokenVoucher, Tray, Value, Valued,
};
use serde::{Deserialize, Serialize};

use crate::about::{About, PatronOrder, PersonsRule};
use crate::command::{Call, Fault, HandName, Matter, Proposal, ShuffleBy, SignName, With};
use crate::duty::Owed;
use crate::terms::SharedTerms;
use punto_rulebook::{Opening, Range};

/// Something that happened at a table, and the authority for it.
pub type Event = punto_vocab::Event<Happening>;

/// A ruling waiting to be ordered, shared; prints as its cure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedRuling(pub Arc<Ruling>);

impl std::fmt::Display for SharedRuling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0.cure)
    }
}

/// A line names a ruling by its cure, and terms by their document; their parts are not in it.
macro_rules! named_only {
    ($($type:ty),*) => {
        $(impl Field for $type {
            const EXPECTED: &'static str = "more than a line holds";

            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str) -> Result<$type, String> {
                Err(format!("`{text}` is only its name; expected {}", Self::EXPECTED))
            }
        })*
    };
}

named_only!(SharedRuling, SharedTerms);

// A record has them in full.
punto_vocab::stored! {
    newtype SharedRuling;
    newtype SharedTerms;
}

/// A sentence speaks of a ruling by its cure, and of terms by their document.
impl Valued for SharedRuling {
    fn value(&self) -> Value {
        self.0.cure.value()
    }
}

impl Valued for SharedTerms {
    fn value(&self) -> Value {
        Value::name(&self.0.rulebook)
    }
}

/// Where a card went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct To(pub Place);

impl std::fmt::Display for To {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Place::Hand(side) => write!(f, "{}", HandName::of(side)),
            Place::Nowhere => write!(f, "nobody"),
        }
    }
}

impl Field for To {
    const EXPECTED: &'static str = "a hand, or nobody";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<To, String> {
        match text {
            "nobody" => Ok(To(Place::Nowhere)),
            hand => HandName::read(hand).map(|hand| To(Place::Hand(hand.side()))),
        }
    }
}

punto_vocab::stored_as_text!(To);

impl Valued for To {
    fn value(&self) -> Value {
        match self.0 {
            Place::Hand(side) => HandName::of(side).value(),
            Place::Nowhere => Value::List(Vec::new()),
        }
    }
}

punto_vocab::words! {
    /// How a dealt card lies.
    pub enum Lies: "a facing" {
        /// Everybody sees it.
        Up = "up",
        /// Nobody does.
        Down = "down",
    }
}

punto_vocab::records! {
    /// What happens at a table.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Happening {
        // The table.
        Opened { terms: SharedTerms, opening: Opening } = "opened {terms}: {opening}",
        Closed = "closed",
        SignedOn { who: Actor } = "signed-on {who}",
        SignedOff { who: Actor } = "signed-off {who}",
        RecordedAbout { rule: PersonsRule, about: About } = "recorded {rule} {about}",
        Recorded { rule: Rule, note: Option<Words> } = "recorded {rule} [{note}]",
        Told { role: Role, rule: Rule } = "told {role} of {rule}",
        ToldBet { role: Role, bet: BetId } = "told {role} restriction {bet}",
        Consented { patron: PersonId, matter: Matter, to: Option<Proposal> } = "consented {patron} {matter} [{to}]",
        Owed { what: Owed } = "owed {what}",
        Discharged { what: Owed } = "discharged {what}",

        // Signs and changes.
        PostedLimits { limits: Range, from: Option<Time> } = "posted limits {limits} [from {from}]",
        PostedStakes { bet: BetId, limits: Range, from: Option<Time> } = "posted stakes {bet} {limits} [from {from}]",
        PostedVariant { variant: Words, from: Option<Time> } = "posted variant {variant} [from {from}]",
        PostedClosure { from: Option<Time> } = "posted closure [from {from}]",
        PostedOldMinimumEnds { from: Option<Time> } = "posted old-minimum-ends [from {from}]",
        PostedPersonal { patron: PersonId, limits: Range } = "posted personal {patron} {limits}",
        TakenDown { sign: SignName } = "taken-down {sign}",
        PostedRestriction { bet: BetId } = "posted restriction {bet}",
        LimitsChanged { limits: Range } = "limits {limits}",
        DifferentialChanged { amount: Money } = "differential {amount}",
        AreaChanged { amount: Money, bet: Option<BetId> } = "area {amount} [on {bet}]",
        StakesChanged { bet: BetId, limits: Range } = "stakes {bet} {limits}",
        OldMinimumKept { patron: PersonId, minimum: Money, at: u8 } = "old-minimum {patron} {minimum} marker {at}",
        BoxMinimumKept { patron: PersonId, at: u8, minimum: Money } = "box-minimum {patron}@{at} {minimum}",
        OldMinimumOver { patron: PersonId } = "old-minimum-over {patron}",
        VariantChanged { variant: Words, terms: SharedTerms } = "variant {variant} under {terms}",
        MethodChanged { method: Words } = "method {method}",
        PersonalLimits { patron: PersonId, limits: Range } = "personal {patron} {limits}",
        LiabilityPosted { amount: Money } = "liability {amount}",
        Restricted { bet: BetId } = "restricted {bet}",
        Unrestricted { bet: BetId } = "unrestricted {bet}",

        // Patrons and their money.
        Sat { patron: PersonId, at: u8 } = "sat {patron}@{at}",
        Stood { patron: PersonId, at: u8 } = "stood {patron}@{at}",
        TookBox { patron: PersonId, at: u8 } = "took {patron}@{at}",
        Left { patron: PersonId } = "left {patron}",
        Bought { patron: PersonId, amount: Money, with: With, voucher: Option<TokenVoucher> } = "bought {patron} {amount} {with} [{voucher}]",
        Owes { patron: PersonId, amount: Money } = "owes {patron} {amount}",
        CashedOut { patron: PersonId, amount: Money } = "cashed-out {patron} {amount}",
        ColourChanged { patron: PersonId, amount: Money } = "colour-changed {patron} {amount}",
        Filled { amount: Money } = "filled {amount}",
        Credited { amount: Money } = "credited {amount}",
        Counted { tray: Tray, ledger: Money } = "counted {tray} where the ledger has {ledger}",
        Tipped { patron: PersonId, amount: Money } = "tipped {patron} {amount}",
        Excluded { patron: PersonId, why: Words } = "excluded {patron} {why}",
        MovedOn { patron: PersonId } = "moved-on {patron}",
        Disputed { patron: PersonId, what: Words } = "disputed {patron} {what}",
        Decided { number: Option<u32>, what: Words, who: Actor } = "decided [dispute {number}] {what} by-officer {who}",
        Reviewed { number: Option<u32>, what: Words, who: Actor } = "reviewed [dispute {number}] {what} by-officer {who}",

        // Wagers.
        Wagered { patron: PersonId, at: u8, bet: BetId, stake: Money } = "wagered {patron}@{at} {bet} {stake}",
        WageredTokens { patron: PersonId, at: u8, bet: BetId, stake: Money } = "wagered-tokens {patron}@{at} {bet} {stake}",
        Altered { patron: PersonId, at: u8, bet: BetId, stake: Money } = "altered {patron}@{at} {bet} {stake}",
        Lifted { patron: PersonId, at: u8, bet: BetId, stake: Money } = "lifted {patron}@{at} {bet} {stake}",
        BothApproved { patron: PersonId } = "both-hands-approved {patron}",
        WagerRefused { patron: PersonId, at: u8, bet: BetId, stake: Money } = "wager-refused {patron}@{at} {bet} {stake}",
        Marked { patron: PersonId, at: u8, bet: BetId, fault: Fault, part: Option<Money> } = "marked {patron}@{at} {bet} {fault} [part {part}]",
        Reduced { patron: PersonId, at: u8, bet: BetId, to: Money } = "reduced {patron}@{at} {bet} to {to}",
        Found { patron: PersonId, at: u8, bet: BetId, stake: Money } = "found {patron}@{at} {bet} {stake}",
        FoundLate { patron: PersonId, at: u8, bet: BetId, breach: Breach, cure: LateCure } = "found-late {patron}@{at} {bet} {breach} {cure}",
        WagerVoid { patron: PersonId, at: u8, bet: BetId, stake: Money } = "wager-void {patron}@{at} {bet} {stake}",
        Warned { patron: PersonId } = "warned {patron}",
        Relaxed { patron: PersonId, at: u8, bet: BetId, stake: Money } = "relaxed {patron}@{at} {bet} {stake}",
        WagersClosed = "wagers-closed",

        // The shoe.
        Shuffled { by: ShuffleBy } = "shuffled {by}",
        PatronsMayCut = "patrons-may-cut",
        CutOffered { patron: PersonId } = "cut-offered {patron}",
        CutDeclined { patron: PersonId } = "cut-declined {patron}",
        CutPassed { patron: PersonId, to: PersonId } = "cut-passed {patron} to {to}",
        WasCut { depth: u32, who: Actor } = "was-cut {depth} by-hand-of {who}",
        MarkerPlaced { behind: u32 } = "marker-placed {behind}",
        Burned { form: Burn, cards: u32 } = "burned {form} {cards}",
        BurnShown { card: Card } = "burn-shown {card}",
        ShoeReady = "shoe-ready",
        CardsReplaced { colour: Words } = "cards-replaced {colour}",
        MarkerSeen = "marker-seen",
        MarkerMiscount { left: u32 } = "marker-miscount {left}",
        MarkerOut = "marker-out",
        LastCoupSet = "last-coup",
        ShoeEnded = "shoe-ended",

        // The coup.
        Called { call: Call } = "called {call}",
        Dealt { card: Card, to: To, lies: Lies } = "dealt {card} to {to} {lies}",
        Turned { hand: HandName } = "turned {hand}",
        HandOffered { hand: HandName, patron: PersonId } = "offered {hand} {patron}",
        HandDeclined { hand: HandName, patron: PersonId } = "declined {hand} {patron}",
        Designated { hand: HandName, patron: PersonId } = "designated {hand} {patron}",
        DealerHolds { hand: HandName } = "dealer-holds {hand}",
        Passed { hand: HandName, patron: PersonId } = "passed {hand} {patron}",
        Nominated { hand: HandName, patron: PersonId } = "nominated {hand} {patron}",
        HandBack { hand: HandName } = "hand-back {hand}",
        HandBackUnseen { hand: HandName } = "hand-back {hand} unseen",
        Forfeited { hand: HandName } = "forfeited {hand}",
        RoleGivenUp { patron: PersonId } = "role-given-up {patron}",
        RoleMoved { patron: PersonId } = "role-moves-from {patron}",
        NoBetCoup = "no-bet-coup",
        PlayerPoint { player: Point } = "player-point {player}",
        Points { player: Point, banker: Point } = "points player {player} banker {banker}",
        Outcome { winner: Winner, high: Point, low: Point } = "outcome {winner} {high} over {low}",

        // Settlement.
        Collected { patron: PersonId, at: u8, bet: BetId, amount: Money } = "collected {patron}@{at} {bet} {amount}",
        Paid { patron: PersonId, at: u8, bet: BetId, amount: Money } = "paid {patron}@{at} {bet} {amount}",
        Commission { patron: PersonId, at: u8, bet: BetId, amount: Money } = "commission {patron}@{at} {bet} {amount}",
        StoodOff { patron: PersonId, at: u8, bet: BetId, amount: Money } = "stood-off {patron}@{at} {bet} {amount}",
        Stays { patron: PersonId, at: u8, bet: BetId, amount: Money } = "stays {patron}@{at} {bet} {amount}",
        StakeReturned { patron: PersonId, at: u8, bet: BetId, amount: Money } = "returned {patron}@{at} {bet} {amount}",
        TokensReturned { patron: PersonId, at: u8, bet: BetId, amount: Money } = "tokens-returned {patron}@{at} {bet} {amount}",
        Concluded = "concluded",
        Reversed = "reversed",
        ReversedCoups { coups: u32 } = "reversed coups {coups}",

        // What was believed, and what is known now.
        Rekeyed { was: Card, card: Card, place: u32, who: Actor } = "rekeyed {was} as {card} drawn {place} found-by {who}",
        CardKnown { was: Card, card: Card, place: u32, back: u32, who: Actor } = "card-known {was} as {card} drawn {place} back {back} found-by {who}",
        Mispaid { patron: PersonId, at: u8, bet: BetId, said: Money, paid: Money, who: Actor } = "mispaid {patron}@{at} {bet} said {said} paid {paid} found-by {who}",
        PaidAfter { patron: PersonId, at: u8, bet: BetId, amount: Money } = "paid-after {patron}@{at} {bet} {amount}",
        TakenBack { patron: PersonId, at: u8, bet: BetId, amount: Money } = "taken-back {patron}@{at} {bet} {amount}",
        FoundAfter { patron: PersonId, at: u8, bet: BetId, stake: Money, who: Actor } = "found-after {patron}@{at} {bet} {stake} found-by {who}",
        ShoeGoesOn = "shoe-goes-on",
        StaysOpen = "last-coup-stays-open",

        // What a tournament adds.
        LimitOff { breach: Breach } = "limit-off {breach}",
        WagerOrder { names: PatronOrder } = "wager-order {names}",
        Sealed { patron: PersonId, at: u8, bet: BetId } = "sealed {patron}@{at} {bet}",
        Revealed { patron: PersonId, at: u8, bet: BetId } = "revealed {patron}@{at} {bet}",

        // When something went wrong.
        Irregular { mishap: Mishap } = "irregularity {mishap}",
        Ruled { ruling: SharedRuling } = "ruling {ruling}",
        Ordered { ruling: SharedRuling } = "ordered {ruling}",
        Spoiled { number: u32, cards: Cards } = "spoiled {number} {cards}",
        CardBecomes { card: Card, hand: HandName } = "card {card} becomes {hand}",
        CardSetAside { card: Card } = "card {card} set-aside",
        CardOpensNextCoup { card: Card } = "card {card} opens-next-coup",
        CardAtMouth { card: Card } = "card {card} at-mouth",
        CardWaits { card: Card } = "card {card} waits-its-turn",
        CoupVoid { cure: Cure } = "void {cure}",
        MayWithdraw = "may-withdraw",
        Withdrawn { patron: PersonId, at: u8, bet: BetId, stake: Money } = "withdrawn {patron}@{at} {bet} {stake}",
        Resumed = "resumed",
        WagersForfeited { patron: PersonId } = "forfeited-wagers {patron}",
        MustBeTold { role: Role } = "must-be-told {role}",
    }
}
