//! What happened, as each viewer may read it.
//!
//! Every event and every field of it stands in one list, with who may read it. One that is not there does not compile,
//! and what is not said to be open is hidden.

use punto_coup::{DealtCard, Place};
use punto_table::{Dealing, Event, Happening, Lies, SignName};
use punto_table::{Open, Phase, Spot, Table};
use punto_vocab::{Args, Card, Side, Value};

use crate::view::{Viewer, may_know_of, watches};

/// What stands for a card that lies face down for the viewer.
const CARD: &str = "??";
/// What stands for a stake that is not disclosed.
const STAKE: &str = "?";

/// The line of an event as a viewer may read it, without its citation; `None` if it is not for the viewer at all.
///
/// The table is the one after the event, or a later one of the same coup: a table that has gone on only ever hides
/// more.
pub fn told(event: &Event, table: &Table, viewer: Viewer) -> Option<String> {
    let hidden = Hidden::of(event, table, viewer)?;
    Some(event.what.line(|field, text| hidden.instead(field).map_or(text, str::to_owned)))
}

/// The same as values: the event's name, and what fills it but for what the viewer may not know.
pub fn told_values(event: &Event, table: &Table, viewer: Viewer) -> Option<(&'static str, Args)> {
    let hidden = Hidden::of(event, table, viewer)?;
    let mut args = event.what.args();
    args.retain(|(field, _)| hidden.instead(field).is_none());
    Some((event.what.stored_name(), args))
}

/// Who reads an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Audience {
    /// Everybody, but the public only if it names no patron.
    Everybody,
    /// What is bought at a table with chips is done before all eyes; with credits it is the buyer's own business.
    BuyerOnCredits,
    /// The patron it is about: what they have, owe or may do is nobody else's business.
    OwnPatron,
    /// Whoever may know of what it tells.
    WhoeverMayKnow,
    /// Staff: the house's own work and money.
    Staff,
}

/// What a field tells, to those who read the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(non_camel_case_types)] // as they stand in the list
enum Tells {
    /// Nothing that is hidden from them.
    open,
    /// A patron's name.
    patron,
    /// Who did it; a patron's name if it was one.
    actor,
    /// A card that may lie face down.
    card,
    /// A part of a stake that may be sealed.
    stake,
}

/// Names every event with all its fields.
macro_rules! events {
    ($($audience:ident: $($variant:ident { $($field:ident $tells:ident),* })*;)*) => {
        /// Who reads an event, and what each of its fields tells.
        fn declared(what: &Happening) -> (Audience, &'static [(&'static str, Tells)]) {
            match what {
                $($(Happening::$variant { $($field: _),* } => {
                    (Audience::$audience, &[$((stringify!($field), Tells::$tells)),*])
                })*)*
            }
        }
    };
}

events! {
    Everybody:
        Opened { terms open, opening open }
        Closed {}
        Consented { patron patron, matter open, to open }
        Owed { what open }
        Discharged { what open }
        PostedLimits { limits open, from open }
        PostedStakes { bet open, limits open, from open }
        PostedVariant { variant open, from open }
        PostedClosure { from open }
        PostedOldMinimumEnds { from open }
        PostedRestriction { bet open }
        LimitsChanged { limits open }
        DifferentialChanged { amount open }
        AreaChanged { amount open, bet open }
        StakesChanged { bet open, limits open }
        OldMinimumKept { patron patron, minimum open, at open }
        BoxMinimumKept { patron patron, at open, minimum open }
        OldMinimumOver { patron patron }
        VariantChanged { variant open, terms open }
        MethodChanged { method open }
        LiabilityPosted { amount open }
        Restricted { bet open }
        Unrestricted { bet open }
        Sat { patron patron, at open }
        Stood { patron patron, at open }
        TookBox { patron patron, at open }
        Left { patron patron }
        ColourChanged { patron patron, amount open }
        MovedOn { patron patron }
        Wagered { patron patron, at open, bet open, stake stake }
        WageredTokens { patron patron, at open, bet open, stake stake }
        Altered { patron patron, at open, bet open, stake stake }
        Lifted { patron patron, at open, bet open, stake stake }
        BothApproved { patron patron }
        WagerRefused { patron patron, at open, bet open, stake stake }
        Marked { patron patron, at open, bet open, fault open, part stake }
        Reduced { patron patron, at open, bet open, to stake }
        Found { patron patron, at open, bet open, stake stake }
        FoundLate { patron patron, at open, bet open, breach open, cure open }
        WagerVoid { patron patron, at open, bet open, stake stake }
        Relaxed { patron patron, at open, bet open, stake stake }
        WagersClosed {}
        Shuffled { by open }
        PatronsMayCut {}
        CutOffered { patron patron }
        CutDeclined { patron patron }
        CutPassed { patron patron, to patron }
        WasCut { depth open, who actor }
        MarkerPlaced { behind open }
        Burned { form open, cards open }
        BurnShown { card open }
        ShoeReady {}
        CardsReplaced { colour open }
        MarkerSeen {}
        MarkerMiscount { left open }
        MarkerOut {}
        LastCoupSet {}
        ShoeEnded {}
        Called { call open }
        Dealt { card card, to open, lies open }
        Turned { hand open }
        HandOffered { hand open, patron patron }
        HandDeclined { hand open, patron patron }
        Designated { hand open, patron patron }
        DealerHolds { hand open }
        Passed { hand open, patron patron }
        Nominated { hand open, patron patron }
        HandBack { hand open }
        HandBackUnseen { hand open }
        Forfeited { hand open }
        RoleGivenUp { patron patron }
        RoleMoved { patron patron }
        NoBetCoup {}
        PlayerPoint { player open }
        Points { player open, banker open }
        Outcome { winner open, high open, low open }
        Collected { patron patron, at open, bet open, amount stake }
        Paid { patron patron, at open, bet open, amount stake }
        Commission { patron patron, at open, bet open, amount stake }
        StoodOff { patron patron, at open, bet open, amount stake }
        Stays { patron patron, at open, bet open, amount stake }
        StakeReturned { patron patron, at open, bet open, amount stake }
        TokensReturned { patron patron, at open, bet open, amount stake }
        Concluded {}
        Reversed {}
        ReversedCoups { coups open }
        Rekeyed { was card, card card, place open, who actor }
        CardKnown { was open, card open, place open, back open, who actor }
        PaidAfter { patron patron, at open, bet open, amount stake }
        TakenBack { patron patron, at open, bet open, amount stake }
        ShoeGoesOn {}
        StaysOpen {}
        LimitOff { breach open }
        WagerOrder { names patron }
        Sealed { patron patron, at open, bet open }
        Revealed { patron patron, at open, bet open }
        Spoiled { number open, cards open }
        CardBecomes { card card, hand open }
        CardSetAside { card card }
        CardOpensNextCoup { card card }
        CardAtMouth { card card }
        CardWaits { card card }
        CoupVoid { cure open }
        MayWithdraw {}
        Withdrawn { patron patron, at open, bet open, stake stake }
        Resumed {}
        WagersForfeited { patron patron }
        ;
    BuyerOnCredits:
        Bought { patron patron, amount open, with open, voucher open }
        ;
    OwnPatron:
        PostedPersonal { patron patron, limits open }
        PersonalLimits { patron patron, limits open }
        Owes { patron patron, amount open }
        CashedOut { patron patron, amount open }
        Tipped { patron patron, amount open }
        Excluded { patron patron, why open }
        Disputed { patron patron, what open }
        Warned { patron patron }
        Mispaid { patron patron, at open, bet open, said stake, paid stake, who actor }
        FoundAfter { patron patron, at open, bet open, stake stake, who actor }
        ;
    WhoeverMayKnow:
        TakenDown { sign open }
        Irregular { mishap open }
        Ruled { ruling open }
        Ordered { ruling open }
        ;
    Staff:
        SignedOn { who actor }
        SignedOff { who actor }
        Recorded { rule open, note open }
        RecordedAbout { rule open, about open }
        Told { role open, rule open }
        ToldBet { role open, bet open }
        Filled { amount open }
        Credited { amount open }
        Counted { tray open, ledger open }
        Decided { number open, what open, who actor }
        Reviewed { number open, what open, who actor }
        MustBeTold { role open }
        ;
}

/// What of an event a viewer may not know.
struct Hidden {
    fields: &'static [(&'static str, Tells)],
    card: bool,
    stake: bool,
}

impl Hidden {
    /// `None` if the event is not for the viewer at all.
    fn of(event: &Event, table: &Table, viewer: Viewer) -> Option<Hidden> {
        let (what, open) = (&event.what, table.open.as_ref());
        let (audience, fields) = declared(what);
        concerns(what, (audience, fields), open, viewer).then(|| Hidden {
            fields,
            card: hidden_card(what, open, viewer),
            stake: spot(what).is_none_or(|spot| undisclosed(open, spot, viewer)),
        })
    }

    /// What stands for a field that is hidden.
    fn instead(&self, field: &str) -> Option<&'static str> {
        let tells = self.fields.iter().find(|(name, _)| *name == field).map(|(_, tells)| *tells);
        match tells {
            Some(Tells::open | Tells::patron | Tells::actor) => None,
            Some(Tells::card) => self.card.then_some(CARD),
            Some(Tells::stake) => self.stake.then_some(STAKE),
            None => Some(STAKE),
        }
    }
}

/// Whether an event is for the viewer's eyes at all.
fn concerns(
    what: &Happening,
    (audience, fields): (Audience, &[(&str, Tells)]),
    open: Option<&Open>,
    viewer: Viewer,
) -> bool {
    if viewer.is_staff() {
        return true;
    }
    // A public viewer sees no patron's name.
    if viewer == Viewer::Public && names_a_patron(what, fields) {
        return false;
    }
    match audience {
        Audience::Everybody => true,
        Audience::BuyerOnCredits => is_own(what, viewer) || open.is_some_and(|open| !open.terms.credits),
        Audience::OwnPatron => is_own(what, viewer),
        Audience::WhoeverMayKnow => may_know(what, open, viewer),
        Audience::Staff => false,
    }
}

/// Whether the viewer is the patron an event is about.
fn is_own(what: &Happening, viewer: Viewer) -> bool {
    let Viewer::Patron(name) = viewer else { return false };
    what.args().iter().any(|(field, value)| *field == "patron" && *value == Value::name(name))
}

/// Whether the viewer may know of what went wrong, or of a sign that is for one patron.
fn may_know(what: &Happening, open: Option<&Open>, viewer: Viewer) -> bool {
    let of = |mishap| open.is_some_and(|open| may_know_of(open, mishap, viewer));
    match what {
        Happening::Irregular { mishap } => of(*mishap),
        Happening::Ruled { ruling } | Happening::Ordered { ruling } => of(ruling.0.mishap),
        Happening::TakenDown { sign: SignName::Personal(patron) } => viewer.is(*patron),
        Happening::TakenDown { .. } => true,
        _ => false,
    }
}

/// Whether an event names somebody who is at the table to play.
fn names_a_patron(what: &Happening, fields: &[(&str, Tells)]) -> bool {
    let did = |(_, value): &(&str, Value)| matches!(value, Value::Actor { role, .. } if role == "patron");
    fields.iter().any(|(_, tells)| *tells == Tells::patron) || what.args().iter().any(did)
}

/// Whether an event names a card that lies face down for the viewer. The holder of a hand sees it in the view.
fn hidden_card(what: &Happening, open: Option<&Open>, viewer: Viewer) -> bool {
    if watches(viewer) {
        return false;
    }
    match what {
        Happening::Dealt { lies, .. } => *lies == Lies::Down,
        Happening::Rekeyed { card, place, .. } => {
            !open.and_then(of_coup).is_some_and(|dealing| rekeyed_open(dealing, *card, *place))
        }
        Happening::CardBecomes { card, hand } => {
            let own = |dealt: &[DealtCard]| in_hand_open(dealt, *card, hand.side());
            !open.is_some_and(|open| match &open.phase {
                Phase::Dealing(dealing) => own(&dealing.dealt),
                Phase::Preparing | Phase::Betting(_) => {
                    open.shown.as_ref().is_some_and(|shown| own(&shown.dealt))
                }
            })
        }
        Happening::CardSetAside { card }
        | Happening::CardOpensNextCoup { card }
        | Happening::CardAtMouth { card }
        | Happening::CardWaits { card } => {
            !open.and_then(of_coup).is_some_and(|dealing| left_over_open(dealing, *card))
        }
        _ => true,
    }
}

/// The coup that is on, or the one before while it can be put right.
fn of_coup(open: &Open) -> Option<&Dealing> {
    match &open.phase {
        Phase::Dealing(dealing) => Some(dealing),
        Phase::Preparing | Phase::Betting(_) => open.last_coup().map(|last| &last.dealing),
    }
}

/// Whether a card lies open with its hand, and none like it lies there face down.
fn in_hand_open(dealt: &[DealtCard], card: Card, side: Side) -> bool {
    let mut alike = dealt.iter().filter(|own| own.card == card && own.to == Place::Hand(side)).peekable();
    alike.peek().is_some() && alike.all(|own| own.exposed)
}

/// Whether everybody has seen a card that no hand of the coup has: it lay face up in the shoe, or was given so. Of cards alike
/// those that are left over were drawn last. One that waits since an earlier coup was not given in this one.
fn left_over_open(dealing: &Dealing, card: Card) -> bool {
    let alike = |own: &&DealtCard| own.card == card;
    let in_hands = dealing.dealt.iter().filter(|own| own.to != Place::Nowhere).filter(alike).count();
    let mut given = dealing.given.iter().filter(alike).skip(in_hands).peekable();
    match given.peek() {
        None => dealing.found_up.contains(&card),
        Some(_) => given.all(|own| own.exposed) && !dealing.waiting.contains(&card),
    }
}

/// Whether a card that was keyed again lies open where it was given.
fn rekeyed_open(dealing: &Dealing, card: Card, place: u32) -> bool {
    let at = (place as usize).checked_sub(1);
    let Some(given) = at.and_then(|at| dealing.given.get(at)).filter(|own| own.card == card) else {
        return false;
    };
    given.exposed || matches!(given.to, Place::Hand(side) if in_hand_open(&dealing.dealt, card, side))
}

/// The wager an event tells an amount of.
fn spot(what: &Happening) -> Option<Spot> {
    use Happening as H;
    match *what {
        H::Wagered { patron, at, bet, .. }
        | H::WageredTokens { patron, at, bet, .. }
        | H::Altered { patron, at, bet, .. }
        | H::Lifted { patron, at, bet, .. }
        | H::WagerRefused { patron, at, bet, .. }
        | H::Marked { patron, at, bet, .. }
        | H::Reduced { patron, at, bet, .. }
        | H::Found { patron, at, bet, .. }
        | H::WagerVoid { patron, at, bet, .. }
        | H::Relaxed { patron, at, bet, .. }
        | H::Withdrawn { patron, at, bet, .. }
        | H::Collected { patron, at, bet, .. }
        | H::Paid { patron, at, bet, .. }
        | H::Commission { patron, at, bet, .. }
        | H::StoodOff { patron, at, bet, .. }
        | H::Stays { patron, at, bet, .. }
        | H::StakeReturned { patron, at, bet, .. }
        | H::TokensReturned { patron, at, bet, .. }
        | H::Mispaid { patron, at, bet, .. }
        | H::PaidAfter { patron, at, bet, .. }
        | H::TakenBack { patron, at, bet, .. }
        | H::FoundAfter { patron, at, bet, .. } => Some((patron, at, bet)),
        _ => None,
    }
}

/// Whether the stake of a wager is, or was to its end, known to its patron alone.
fn undisclosed(open: Option<&Open>, spot: Spot, viewer: Viewer) -> bool {
    let sealed = |open: &Open| {
        let shown = open.shown.as_ref().is_some_and(|shown| shown.sealed.contains(&spot));
        shown || open.hooks.sealed.contains(&spot) || open.hooks.withheld.contains(&spot)
    };
    !viewer.is(spot.0) && open.is_none_or(sealed)
}

#[cfg(test)]
mod tests {
    use punto_vocab::{Authority, Citation, Setting};

    use super::*;

    fn told_of(line: &str, viewer: Viewer) -> Option<String> {
        let by = Citation::from(Authority::House(Setting::new("table-order")));
        told(&Event { what: line.parse().unwrap(), by }, &Table::default(), viewer)
    }

    #[test]
    fn a_stake_is_hidden_where_nothing_says_that_it_is_disclosed() {
        let (ada, ben) = (Viewer::Patron("ada".parse().unwrap()), Viewer::Patron("ben".parse().unwrap()));
        for line in ["wagered ada@1 player 50", "marked ada@1 player late part 50", "paid ada@1 player 50"] {
            assert_eq!(told_of(line, ada).as_deref(), Some(line));
            assert_eq!(told_of(line, ben), Some(line.replace("50", STAKE)));
            assert_eq!(told_of(line, Viewer::Public), None);
        }
    }

    #[test]
    fn a_patron_is_not_named_to_the_public_and_a_personal_sign_is_for_its_patron() {
        let ada = Viewer::Patron("ada".parse().unwrap());
        for line in ["sat ada@1", "cut-passed ben to ada", "wager-order ada ben", "taken-down personal ada"] {
            assert_eq!(told_of(line, Viewer::Public), None, "{line}");
            assert_eq!(told_of(line, ada).as_deref(), Some(line));
        }
        assert_eq!(told_of("taken-down personal ada", Viewer::Patron("ben".parse().unwrap())), None);
        assert!(told_of("taken-down closure", Viewer::Public).is_some());
    }
}
