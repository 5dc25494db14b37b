//! Who may say what at all: patrons speak for themselves alone, and those who only watch lay no hand on the game.
//!
//! What a clause gives to certain roles is left to the decision itself, which refuses by that clause.

use punto_lines::{Command, Hindrance, Laying, Reason, Refused, With};
use punto_rulebook::{Medium, Rule, Rulebook};
use punto_vocab::{Actor, PersonId, Role};

use super::Ctx;
use punto_state::{LastCoup, Open, Table};

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
    /// What went wrong: told by those who deal the game and those who answer for it, as it may move everybody's money.
    Mishap,
    /// A tournament's, at its own tables.
    Tournament,
    /// A secret wager there: its patron's to make, and the officer's to record and to read out.
    Secret(PersonId),
    /// Anybody's who is entitled by the clause that the decision asks.
    Clauses,
}

/// Refuses somebody a second part in the game: who deals or wagers is not the officer who watches, finds and orders.
pub(super) fn one_post(ctx: &Ctx<'_>, said: &Command) -> Result<(), Refused> {
    let second = match (said, &ctx.table.open) {
        (Command::SignOff, _) | (_, None) => None,
        (Command::Sit { patron, .. } | Command::Stand { patron, .. }, Some(open)) => {
            officer(ctx.table, open, *patron).or(dealer(open, *patron))
        }
        (_, Some(_)) => ctx.second_post,
    };
    let Some(second) = second else { return Ok(()) };
    let clause = ctx.book.roles.iter().find(|rule| rule.role == second).map(|rule| rule.by.clone());
    ctx.refuse(&clause.unwrap_or_else(|| ctx.order()), Reason::NotNow(Hindrance::OtherPost))
}

/// The role in which somebody of staff speaks who has another part in the game already.
pub(super) fn second_post(table: &Table, by: Actor) -> Option<Role> {
    let (open, Actor::Staff(role, own)) = (table.open.as_ref()?, by) else { return None };
    let lay = |last: &LastCoup| last.dealing.wagers.iter().any(|placed| placed.wager.patron == own);
    match role {
        _ if open.patrons.has(own) || open.last_coup().is_some_and(lay) => Some(role),
        Role::Dealer => officer(table, open, own),
        _ => dealer(open, own).map(|_| role),
    }
}

/// The office of somebody who is on duty in it, or has acted in it here.
fn officer(table: &Table, open: &Open, own: PersonId) -> Option<Role> {
    let officer = |(role, name): &&(Role, PersonId)| *name == own && *role != Role::Dealer;
    table.on_duty.iter().chain(open.officers.iter()).find(officer).map(|(role, _)| *role)
}

fn dealer(open: &Open, own: PersonId) -> Option<Role> {
    (open.dealers.contains(&own) || open.dealt_before.contains(&own)).then_some(Role::Dealer)
}

/// Refuses somebody whose business this is not, and then who has no part in the game at all.
pub(super) fn may_say(ctx: &Ctx<'_>, open: &Open, command: &Command) -> Result<(), Refused> {
    own_business(ctx, open, command)?;
    has_part(ctx, open)
}

fn own_business(ctx: &Ctx<'_>, open: &Open, command: &Command) -> Result<(), Refused> {
    let deals = |role| ctx.book.counts_as(role, Role::Dealer);
    let answers = |role| {
        let officer = ctx.book.procedure.get(Rule::Correction);
        officer.is_some_and(|rule| rule.roles.iter().any(|needed| ctx.counts_as(role, *needed)))
    };
    let business = business(command, terminals(ctx.book));
    let waits = open.waiting_card();
    let seen = matches!(command, Command::Card { card, lies: Some(Laying::InShoe) } if waits == Some(*card));
    let marker = matches!(command, Command::Marker | Command::MarkerSeen) || seen;
    use Command::{LimitOff, Reveal, Seal, WagerOrder};
    let of_tournament = matches!(command, LimitOff { .. } | WagerOrder { .. } | Seal { .. } | Reveal { .. });
    if of_tournament && !open.opening.is_tournament() {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::TournamentOnly));
    }
    if let Some(patron) = whose_terminal(ctx.book, command)
        && let Some(own) = ctx.by.name().filter(|_| ctx.by != Actor::Patron(patron))
    {
        return ctx.refuse(&ctx.book.stakes.by, Reason::SpeaksForAnother { own, patron });
    }
    match (business, ctx.by) {
        (Business::Clauses, Actor::Patron(own)) => own_act(ctx, open, own, command),
        (Business::Clauses, Actor::Staff(role, _)) if watches(role) && hands_on(ctx, command) => {
            ctx.work_of_the_dealer()
        }
        (Business::Clauses, Actor::Staff(..) | Actor::System) | (_, Actor::System) => Ok(()),
        (Business::Tournament, Actor::Staff(role, _)) if runs_tournaments(role) => Ok(()),
        (Business::Tournament, _) => {
            let needed = [Role::TournamentManager, Role::CompetitionDirector].into();
            ctx.refuse(&ctx.order(), Reason::WrongRole { actor: ctx.by, needed })
        }
        (Business::Secret(_), Actor::Staff(role, _))
            if runs_tournaments(role) || role == Role::TableInspector =>
        {
            Ok(())
        }
        (Business::Secret(patron), Actor::Patron(own)) if patron != own => {
            ctx.refuse(&ctx.order(), Reason::SpeaksForAnother { own, patron })
        }
        (Business::Secret(_), Actor::Patron(_)) if matches!(command, Seal { .. }) => Ok(()),
        (Business::Secret(_), Actor::Patron(_) | Actor::Staff(..)) => {
            let needed = [Role::TableInspector].into();
            ctx.refuse(&ctx.order(), Reason::WrongRole { actor: ctx.by, needed })
        }
        (Business::Table | Business::Place(_), Actor::Staff(role, _)) if watches(role) => {
            ctx.work_of_the_dealer()
        }
        (Business::Table | Business::Place(_), Actor::Staff(..)) => Ok(()),
        (Business::Mishap, Actor::Staff(role, _)) if deals(role) || answers(role) => Ok(()),
        (Business::Mishap, Actor::Staff(..)) => ctx.work_of_the_dealer(),
        (Business::Cards | Business::Own(_), Actor::Staff(role, _)) if deals(role) => Ok(()),
        // A marker where the count does not have it, or a card that was seen, is for the officer who has looked.
        (Business::Cards, Actor::Staff(..)) if marker && ctx.entitled(Rule::Correction).is_ok() => Ok(()),
        (Business::Cards | Business::Own(_), Actor::Staff(..)) => ctx.work_of_the_dealer(),
        (Business::Place(patron) | Business::Own(patron), Actor::Patron(own)) if patron == own => Ok(()),
        (Business::Place(patron) | Business::Own(patron), Actor::Patron(own)) => {
            ctx.refuse(&ctx.order(), Reason::SpeaksForAnother { own, patron })
        }
        (Business::Cards, Actor::Patron(_)) => match ctx.book.procedure.get(Rule::Interference) {
            Some(rule) => {
                ctx.refuse(&rule.by, Reason::WrongRole { actor: ctx.by, needed: [Role::Dealer].into() })
            }
            None => ctx.work_of_the_dealer(),
        },
        (Business::Table, Actor::Patron(_))
            if matches!(command, Command::BuyIn { with: With::Balance, .. }) =>
        {
            ctx.refuse(&ctx.book.stakes.by, Reason::NotNow(Hindrance::BalanceByHouse))
        }
        (Business::Table | Business::Mishap, Actor::Patron(_)) => ctx.work_of_the_dealer(),
    }
}

/// Refuses staff in a role that the document does not know; who runs a tournament, or records its secret wagers, has a part
/// at its tables.
fn has_part(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    let Some(role) = ctx.by.role() else { return Ok(()) };
    let known = ctx.book.roles.iter().any(|rule| rule.role == role);
    let of_tournament = runs_tournaments(role) || role == Role::TableInspector;
    match known || of_tournament && open.opening.is_tournament() {
        true => Ok(()),
        false => ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::NoSuchRole)),
    }
}

/// Work at the table that no clause gives to a role by name, and that is not for those who watch: chips, hands, cards and
/// signs. What they see they tell those who run the game.
fn hands_on(ctx: &Ctx<'_>, command: &Command) -> bool {
    use Command as C;
    let open_to_all = |rule| ctx.book.procedure.get(rule).is_some_and(|own| own.roles.is_empty());
    match command {
        C::Act { rule, .. } => open_to_all(*rule),
        C::ActAbout { rule, .. } => open_to_all(rule.rule()),
        C::Fill { .. } | C::Credit { .. } | C::Count { .. } | C::MoveOn { .. } => true,
        C::Return { .. } | C::ReturnUnseen { .. } | C::GiveUpRole => true,
        _ => false,
    }
}

/// Whether by the document each patron has a terminal that sells credits.
fn terminals(book: &Rulebook) -> bool {
    book.stakes.value.contains(&Medium::Credits)
}

/// The patron whose own terminal says this: wagers and credits are nobody else's to touch where each has one.
fn whose_terminal(book: &Rulebook, command: &Command) -> Option<PersonId> {
    if !terminals(book) {
        return None;
    }
    match (command, business(command, true)) {
        // A cut is made with the hand.
        (Command::Cut { .. }, _) => None,
        (Command::BuyIn { patron, .. }, _) => Some(*patron),
        (_, Business::Own(patron)) => Some(patron),
        (_, Business::Place(_) | Business::Cards | Business::Table | Business::Secret(_)) => None,
        (_, Business::Mishap | Business::Tournament | Business::Clauses) => None,
    }
}

/// Who says this until somebody is named: the house opens its table; where each patron has a terminal, the patron there
/// speaks, or the terminal itself of credits that it brings from an account.
pub fn says_itself(book: &Rulebook, command: &Command) -> Option<Actor> {
    if matches!(command, Command::Open { .. }) {
        return Some(Actor::System);
    }
    let patron = whose_terminal(book, command)?;
    let counted = matches!(command, Command::BuyIn { with: With::Balance, .. });
    Some(if counted { Actor::System } else { Actor::Patron(patron) })
}

/// Whether a role only watches: it lays no hand on the game.
pub(super) fn watches(role: Role) -> bool {
    matches!(role, Role::Surveillance | Role::RegulatorInspector | Role::Scrutineer)
}

pub(super) fn runs_tournaments(role: Role) -> bool {
    matches!(role, Role::TournamentManager | Role::CompetitionDirector)
}

/// Of acts that no role is named for, a patron at the table has those that are a patron's by their nature.
fn own_act(ctx: &Ctx<'_>, open: &Open, own: PersonId, command: &Command) -> Result<(), Refused> {
    let rule = match command {
        Command::Act { rule, .. } => *rule,
        Command::ActAbout { rule, .. } => rule.rule(),
        _ => return Ok(()),
    };
    let Some(procedure) = ctx.book.procedure.get(rule).filter(|procedure| procedure.roles.is_empty()) else {
        return Ok(());
    };
    let theirs = [Rule::PatronChecks, Rule::PreshuffledLook, Rule::PreshuffledRefused, Rule::RulesAtTable];
    if !theirs.contains(&rule) {
        return ctx.refuse(&procedure.by, Reason::WrongRole { actor: ctx.by, needed: [Role::Dealer].into() });
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
        | C::PassCut { patron, .. } => Business::Place(*patron),
        // Who offers a hand hears it refused.
        C::DeclineHand { patron, .. }
        | C::CashOut { patron, .. }
        | C::ColourChange { patron, .. }
        | C::Tip { patron, .. }
        | C::Bet { patron, .. }
        | C::Tokens { patron, .. }
        | C::Alter { patron, .. }
        | C::Lift { patron, .. }
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
        C::Seal { patron, .. } | C::Reveal { patron, .. } => Business::Secret(*patron),
        // Money is counted by the house before it is anybody's credit, unless a terminal of the patron's own takes it.
        C::BuyIn { patron, with: With::Cash, .. } if terminals => Business::Own(*patron),
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
        | C::EndShoe => Business::Table,
        C::Report { .. } => Business::Mishap,
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
        | C::ActAbout { .. }
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
        | C::Count { .. }
        | C::Exclude { .. }
        | C::MoveOn { .. }
        | C::Decide { .. }
        | C::Review { .. }
        | C::ApproveBoth { .. }
        | C::RefuseWager { .. }
        | C::VoidWagers { .. }
        | C::Relax { .. }
        | C::LetPatronsCut
        | C::Nominate { .. }
        | C::Forfeit { .. }
        | C::FreeCoup
        | C::Spoiled { .. }
        | C::Order { .. }
        | C::ForfeitWagers { .. }
        | C::Tick { .. } => Business::Clauses,
    }
}
