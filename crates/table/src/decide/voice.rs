//! Who may say what at all: patrons speak for themselves alone, and those who only watch lay no hand on the game.
//!
//! What a clause gives to certain roles is left to the decision itself, which refuses by that clause.

use punto_rulebook::{Medium, Rule, Rulebook};
use punto_vocab::{Actor, PersonId, Role};

use super::Ctx;
use crate::command::{Command, With};
use crate::reason::{Hindrance, Reason, Refused};
use crate::state::{LastCoup, Open};
use punto_rulebook::Part;

/// Whose business a command is.
enum Business {
    /// A patron's own coming and going, or that of staff who record it.
    Place(PersonId),
    /// A patron's own money and word, or that of the dealer who takes them.
    Own(PersonId),
    /// The dealer's: cards, calls, hands and settlement.
    Cards,
    /// Work at the table that any of its staff may do: chips, signs.
    Table,
    /// A tournament's, at its own tables.
    Tournament,
    /// Anybody's who is entitled by the clause that the decision asks.
    Clauses,
}

/// Refuses somebody a second part in the game: who deals or wagers is not the officer who watches, finds and orders.
pub(super) fn one_post(ctx: &Ctx<'_>, said: &Command) -> Result<(), Refused> {
    let Some(open) = &ctx.table.open else { return Ok(()) };
    let on_duty = |own: PersonId| {
        let officer = |(role, name): &&(Role, PersonId)| *name == own && *role != Role::Dealer;
        ctx.table.on_duty.iter().find(officer).map(|(role, _)| *role)
    };
    let deals = |own: PersonId| open.dealers.contains(&own).then_some(Role::Dealer);
    let wagered = |own: PersonId| {
        let lay = |last: &LastCoup| last.dealing.wagers.iter().any(|placed| placed.wager.patron == own);
        open.patrons.has(own) || open.last_coup().is_some_and(lay)
    };
    let second = match (ctx.by, said) {
        (_, Command::Sit { patron, .. } | Command::Stand { patron, .. }) => {
            on_duty(*patron).or(deals(*patron))
        }
        (_, Command::SignOff) | (Actor::System | Actor::Patron(_), _) => None,
        (Actor::Staff(role, own), _) if wagered(own) => Some(role),
        (Actor::Staff(Role::Dealer, own), _) => on_duty(own),
        (Actor::Staff(role, own), _) => deals(own).map(|_| role),
    };
    let Some(second) = second else { return Ok(()) };
    let clause = ctx.book.roles.iter().find(|rule| rule.role == second).map(|rule| rule.by.clone());
    ctx.refuse(&clause.unwrap_or_else(|| ctx.order()), Reason::NotNow(Hindrance::OtherPost))
}

/// Refuses somebody whose business this is not.
pub(super) fn may_say(ctx: &Ctx<'_>, open: &Open, command: &Command) -> Result<(), Refused> {
    use Role::{RegulatorInspector, Scrutineer, Surveillance};
    let watches = |role| matches!(role, Surveillance | RegulatorInspector | Scrutineer);
    let deals = |role| ctx.book.counts_as(role, Role::Dealer);
    let business = business(command, terminals(ctx.book));
    use Command::{LimitOff, Reveal, Seal, WagerOrder};
    let of_tournament = matches!(command, LimitOff { .. } | WagerOrder { .. } | Seal { .. } | Reveal { .. });
    if of_tournament && !open.opening.says(Part::Tournament) {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::TournamentOnly));
    }
    if let Some(patron) = at_terminal(ctx.book, command)
        && let Some(own) = ctx.by.name().filter(|_| ctx.by != Actor::Patron(patron))
    {
        return ctx.refuse(&ctx.book.stakes.by, Reason::SpeaksForAnother { own, patron });
    }
    match (business, ctx.by) {
        (Business::Clauses, Actor::Patron(own)) => own_act(ctx, open, own, command),
        (Business::Clauses, Actor::Staff(..) | Actor::System) | (_, Actor::System) => Ok(()),
        (Business::Tournament, Actor::Staff(role, _)) if runs_tournaments(role) => Ok(()),
        (Business::Tournament, _) => {
            let needed = vec![Role::TournamentManager, Role::CompetitionDirector];
            ctx.refuse(&ctx.order(), Reason::WrongRole { actor: ctx.by, needed })
        }
        (Business::Table | Business::Place(_), Actor::Staff(role, _)) if watches(role) => {
            ctx.work_of_the_dealer()
        }
        (Business::Table | Business::Place(_), Actor::Staff(..)) => Ok(()),
        (Business::Cards | Business::Own(_), Actor::Staff(role, _)) if deals(role) => Ok(()),
        (Business::Cards | Business::Own(_), Actor::Staff(..)) => ctx.work_of_the_dealer(),
        (Business::Place(patron) | Business::Own(patron), Actor::Patron(own)) if patron == own => Ok(()),
        (Business::Place(patron) | Business::Own(patron), Actor::Patron(own)) => {
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

/// Whether by the document each patron has a terminal that sells credits.
fn terminals(book: &Rulebook) -> bool {
    book.stakes.value.contains(&Medium::Credits)
}

/// The patron whose own terminal says this: wagers and credits are nobody else's to touch where each has one.
pub fn at_terminal(book: &Rulebook, command: &Command) -> Option<PersonId> {
    match business(command, terminals(book)) {
        // A cut is made with the hand.
        Business::Own(patron) if terminals(book) && !matches!(command, Command::Cut { .. }) => Some(patron),
        Business::Own(_) | Business::Place(_) | Business::Cards => None,
        Business::Table | Business::Tournament | Business::Clauses => None,
    }
}

fn runs_tournaments(role: Role) -> bool {
    matches!(role, Role::TournamentManager | Role::CompetitionDirector)
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

fn business(command: &Command, terminals: bool) -> Business {
    use Command as C;
    match command {
        C::Consent { patron, .. }
        | C::Sit { patron, .. }
        | C::Stand { patron, .. }
        | C::TakeBox { patron, .. }
        | C::Leave { patron }
        | C::Dispute { patron, .. }
        | C::DeclineCut { patron }
        | C::PassCut { patron, .. }
        | C::DeclineHand { patron, .. } => Business::Place(*patron),
        C::CashOut { patron, .. }
        | C::ColourChange { patron, .. }
        | C::Bet { patron, .. }
        | C::Tokens { patron, .. }
        | C::Alter { patron, .. }
        | C::Lift { patron, .. }
        | C::Seal { patron, .. }
        | C::Reveal { patron, .. }
        | C::Cut { by: Some(patron), .. } => Business::Own(*patron),
        C::Card { .. }
        | C::Shuffle { .. }
        | C::PlaceMarker { .. }
        | C::Marker
        | C::MarkerSeen
        | C::Turn { .. }
        | C::Pass { .. }
        | C::Call { .. }
        | C::Settle
        | C::Reduce
        | C::OfferCut { .. }
        | C::OfferHand { .. }
        | C::Spoken { .. }
        | C::Resume => Business::Cards,
        C::LimitOff { .. } | C::WagerOrder { .. } => Business::Tournament,
        // Money is counted by the house before it is anybody's credit, unless a terminal of the patron's own takes it.
        C::BuyIn { patron, with: With::Cash, .. } if terminals => Business::Place(*patron),
        C::BuyIn { .. }
        | C::Prepare { .. }
        | C::Mark { .. }
        | C::PostLimits { .. }
        | C::PostStakes { .. }
        | C::PostVariant { .. }
        | C::PostClosure { .. }
        | C::PostOldMinimumEnds { .. }
        | C::TakeDown { .. }
        | C::PostRestriction { .. }
        | C::Close
        | C::Report { .. }
        | C::EndShoe => Business::Table,
        // The cut, the burn, new cards and the method are asked of the roles that their clauses name.
        C::Cut { by: None, .. }
        | C::Burn { .. }
        | C::NewCards { .. }
        | C::ChangeMethod { .. }
        | C::Rekey { .. }
        | C::Withdraw { .. }
        | C::Mispaid { .. }
        | C::Found { .. } => Business::Clauses,
        // A return is checked against who holds the hand, the rest against the roles their clauses name.
        C::Return { .. } | C::ReturnUnseen { .. } | C::GiveUpRole => Business::Clauses,
        C::Open { .. }
        | C::SignOn
        | C::SignOff
        | C::Act { .. }
        | C::Tell { .. }
        | C::TellBet { .. }
        | C::ChangeLimits { .. }
        | C::ChangeDifferential { .. }
        | C::ChangeArea { .. }
        | C::ChangeStakes { .. }
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
        | C::Spoiled { .. }
        | C::Order { .. }
        | C::Invalidate { .. }
        | C::Tick { .. } => Business::Clauses,
    }
}
