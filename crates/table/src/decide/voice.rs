//! Who may say what at all: patrons speak for themselves alone, and those who only watch lay no hand on the game.
//!
//! What a clause gives to certain roles is left to the decision itself, which refuses by that clause.

use punto_rulebook::Rule;
use punto_vocab::{PersonId, Role};

use super::Ctx;
use crate::actor::Actor;
use crate::command::Command;
use crate::reason::{Reason, Refused};
use crate::state::Open;

/// Whose business a command is.
enum Business {
    /// The patron's own, or that of staff who say it for the patron.
    Patrons(PersonId),
    /// Work with the cards.
    Cards,
    /// Other work at the table: calls, chips, signs, hands.
    Table,
    /// Anybody's who is entitled by the clause that the decision asks.
    Clauses,
}

/// Refuses somebody whose business this is not.
pub(super) fn may_say(ctx: &Ctx<'_>, open: &Open, command: &Command) -> Result<(), Refused> {
    let watches = |role| matches!(role, Role::Surveillance | Role::RegulatorInspector);
    match (business(command), ctx.by) {
        (Business::Clauses, Actor::Patron(own)) => own_act(ctx, open, own, command),
        (Business::Clauses, Actor::Staff(..) | Actor::System) | (_, Actor::System) => Ok(()),
        (_, Actor::Staff(role, _)) if watches(role) => ctx.work_of_the_dealer(),
        (_, Actor::Staff(..)) => Ok(()),
        (Business::Patrons(patron), Actor::Patron(own)) if patron == own => Ok(()),
        (Business::Patrons(patron), Actor::Patron(own)) => {
            ctx.refuse(&ctx.order(), Reason::SpeaksForAnother { own, patron })
        }
        (Business::Cards, Actor::Patron(_)) => match ctx.book.procedure.get(Rule::Interference) {
            Some(rule) => {
                ctx.refuse(&rule.by, Reason::WrongRole { actor: ctx.by, needed: vec![Role::Dealer] })
            }
            None => ctx.work_of_the_dealer(),
        },
        (Business::Table, Actor::Patron(_)) => ctx.work_of_the_dealer(),
    }
}

/// Of acts that no role is named for, a patron at the table has those that are a patron's by their nature.
fn own_act(ctx: &Ctx<'_>, open: &Open, own: PersonId, command: &Command) -> Result<(), Refused> {
    let Command::Act { rule, .. } = command else { return Ok(()) };
    let Some(procedure) = ctx.book.procedure.get(*rule).filter(|procedure| procedure.roles.is_empty()) else {
        return Ok(());
    };
    let theirs = [Rule::PatronChecks, Rule::PreshuffledLook, Rule::PreshuffledRefused, Rule::RulesAtTable];
    if !theirs.contains(rule) {
        return ctx.refuse(&procedure.by, Reason::WrongRole { actor: ctx.by, needed: vec![Role::Dealer] });
    }
    match open.patrons.has(own) {
        true => Ok(()),
        false => ctx.refuse(&procedure.by, Reason::NotHere(own)),
    }
}

fn business(command: &Command) -> Business {
    use Command as C;
    match command {
        C::Consent { patron, .. }
        | C::Sit { patron, .. }
        | C::Stand { patron, .. }
        | C::TakeBox { patron, .. }
        | C::Leave { patron }
        | C::CashOut { patron, .. }
        | C::ColourChange { patron, .. }
        | C::Dispute { patron, .. }
        | C::Bet { patron, .. }
        | C::Tokens { patron, .. }
        | C::Alter { patron, .. }
        | C::Lift { patron, .. }
        | C::Withdraw { patron, .. }
        | C::Seal { patron, .. }
        | C::Reveal { patron, .. }
        | C::DeclineCut { patron }
        | C::PassCut { patron, .. }
        | C::Cut { by: Some(patron), .. }
        | C::DeclineHand { patron, .. } => Business::Patrons(*patron),
        C::Card { .. }
        | C::Prepare { .. }
        | C::Shuffle { .. }
        | C::Cut { by: None, .. }
        | C::PlaceMarker { .. }
        | C::Burn { .. }
        | C::NewCards { .. }
        | C::Marker
        | C::MarkerSeen
        | C::Turn { .. }
        | C::Pass { .. } => Business::Cards,
        // Money is counted by the house before it is anybody's credit.
        C::BuyIn { .. }
        | C::Call { .. }
        | C::Settle
        | C::Found { .. }
        | C::Mark { .. }
        | C::Reduce
        | C::PostLimits { .. }
        | C::PostVariant { .. }
        | C::PostClosure
        | C::PostOldMinimumEnds
        | C::PostRestriction { .. }
        | C::ChangeMethod { .. }
        | C::Close
        | C::EndShoe
        | C::OfferCut { .. }
        | C::OfferHand { .. }
        | C::Resume
        | C::LimitOff { .. }
        | C::WagerOrder { .. } => Business::Table,
        // A return is checked against who holds the hand, the rest against the roles their clauses name.
        C::Return { .. } | C::ReturnUnseen { .. } | C::GiveUpRole => Business::Clauses,
        C::Open { .. }
        | C::SignOn
        | C::SignOff
        | C::Act { .. }
        | C::Tell { .. }
        | C::TellBet { .. }
        | C::ChangeLimits { .. }
        | C::RaiseAtOnce { .. }
        | C::EndOldMinimum
        | C::ChangeVariant { .. }
        | C::Personal { .. }
        | C::Liability { .. }
        | C::Restrict { .. }
        | C::Unrestrict { .. }
        | C::Fill { .. }
        | C::Credit { .. }
        | C::Exclude { .. }
        | C::MoveOn { .. }
        | C::Decide { .. }
        | C::Review { .. }
        | C::ApproveBoth { .. }
        | C::RefuseWager { .. }
        | C::VoidWagers { .. }
        | C::Relax { .. }
        | C::LetPatronsCut
        | C::PassOn { .. }
        | C::Forfeit { .. }
        | C::FreeCoup
        | C::Report { .. }
        | C::Order { .. }
        | C::Invalidate { .. }
        | C::Tick { .. } => Business::Clauses,
    }
}
