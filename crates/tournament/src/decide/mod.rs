//! Decides what a command causes. Reads no clock, no file and no generator.
//!
//! Refusals are checked in the order of a table's: time, whether the document has such a rule, who speaks, how far the
//! tournament has come, who it is about, then the particulars.

mod entry;
mod pool;

use punto_rulebook::{Item, Procedure, Rulebook, TournamentRule};
use punto_vocab::{Actor, Authority, Citation, PersonId, Role, Setting, Stamped, Time};

use crate::command::Command;
use crate::conditions::Plan;
use crate::event::{Event, Happening};
use crate::reason::{List, Reason, Refused};
use crate::state::{Entrant, Stage, Tournament};

/// What a command causes, or why it is refused.
type Decision = Result<Vec<Event>, Refused>;

/// Decides what a command causes in a tournament.
pub fn decide(
    book: &Rulebook,
    tournament: &Tournament,
    command: &Stamped<Actor, Command>,
) -> Result<Vec<Event>, Refused> {
    let ctx = Ctx { book, own: tournament, at: command.at, by: command.by };
    if ctx.at < tournament.now {
        return ctx.refuse(&ctx.order(), Reason::TimeRunsBack { asked: ctx.at, now: tournament.now });
    }
    if book.tournament.officer().is_none() {
        return ctx.refuse(&ctx.order(), Reason::NoTournaments);
    }
    decided(&ctx, &command.command)
}

fn decided(ctx: &Ctx<'_>, said: &Command) -> Decision {
    use Command as C;
    match said {
        C::Draft { conditions } => pool::draft(ctx, conditions),
        C::Publish => pool::publish(ctx),
        C::AddValue { amount, what } => pool::add_value(ctx, *amount, what),
        C::Retain { amount } => pool::retain(ctx, *amount),
        C::Cancel { why } => pool::cancel(ctx, why),
        C::Apply { entrant } => entry::apply_for(ctx, *entrant),
        C::Inform { names } => entry::inform(ctx, names),
        C::Endorse { entrant } => entry::endorse(ctx, *entrant),
        C::PayFee { entrant, amount } => entry::pay_fee(ctx, *entrant, *amount),
        C::Accept { names } => entry::accept(ctx, names),
        C::RefuseEntry { entrant, ground } => entry::refuse_entry(ctx, *entrant, *ground),
        C::Withdraw { entrant } => entry::withdraw(ctx, *entrant),
        C::Start => entry::start(ctx),
    }
}

/// Who says this until somebody is named: applicants and entrants speak for themselves, the house for what is its own, and
/// for the rest the officer who answers for the tournament.
pub fn says_itself(book: &Rulebook, command: &Command) -> Actor {
    use Command as C;
    match command {
        C::Draft { .. } | C::Publish | C::AddValue { .. } | C::Retain { .. } | C::Cancel { .. } => {
            Actor::System
        }
        C::Apply { entrant }
        | C::Endorse { entrant }
        | C::Withdraw { entrant }
        | C::PayFee { entrant, .. } => Actor::Patron(*entrant),
        C::Inform { .. } | C::Accept { .. } | C::RefuseEntry { .. } | C::Start => officer(book),
    }
}

/// The officer who answers for tournaments, under a name that stands for whoever it is.
fn officer(book: &Rulebook) -> Actor {
    match (book.tournament.officer(), "max".parse()) {
        (Some(role), Ok(name)) => Actor::Staff(role, name),
        _ => Actor::System,
    }
}

/// What every decision needs.
struct Ctx<'a> {
    book: &'a Rulebook,
    own: &'a Tournament,
    at: Time,
    by: Actor,
}

impl Ctx<'_> {
    /// The authority of the software's own order, where no document has a say.
    fn order(&self) -> Citation {
        Authority::House(Setting::new("tournament-order")).into()
    }

    fn refusal(&self, by: &Citation, reason: Reason) -> Refused {
        Refused::new(by, reason)
    }

    fn refuse<T>(&self, by: &Citation, reason: Reason) -> Result<T, Refused> {
        Err(self.refusal(by, reason))
    }

    /// A rule, or a refusal where the document does not have it.
    fn rule(&self, rule: TournamentRule) -> Result<&Procedure, Refused> {
        self.book.tournament.get(rule).ok_or_else(|| self.refusal(&self.order(), Reason::NoSuchRule { rule }))
    }

    /// What a rule rests on, or the software's own order where the document does not have it.
    fn by_rule(&self, rule: TournamentRule) -> Citation {
        self.book.tournament.get(rule).map_or_else(|| self.order(), |own| own.by.clone())
    }

    /// What an item of the conditions rests on.
    fn by_item(&self, item: Item) -> Citation {
        self.book.tournament.item(item).map_or_else(|| self.order(), |own| own.by.clone())
    }

    /// The rule, if the actor is one of those it names; a rule that names nobody is for the officer who answers for
    /// tournaments. The house itself may do what is the house's.
    fn entitled(&self, rule: TournamentRule) -> Result<&Procedure, Refused> {
        let own = self.rule(rule)?;
        let officer: Vec<Role> = self.book.tournament.officer().into_iter().collect();
        self.one_of(if own.roles.is_empty() { &officer } else { &own.roles }, &own.by)?;
        Ok(own)
    }

    /// Refuses an actor who has none of these roles.
    fn one_of(&self, needed: &[Role], by: &Citation) -> Result<(), Refused> {
        let has = match self.by {
            Actor::Staff(role, _) => needed.iter().any(|own| self.counts_as(role, *own)),
            Actor::System => needed.contains(&Role::CasinoOperator),
            Actor::Patron(_) => false,
        };
        match has {
            true => Ok(()),
            false => self.refuse(by, Reason::WrongRole { actor: self.by, needed: List(needed.to_vec()) }),
        }
    }

    fn counts_as(&self, own: Role, needed: Role) -> bool {
        let here = |rule: &punto_rulebook::RoleRule| rule.role == own && rule.counts_as.contains(&needed);
        self.book.counts_as(own, needed) || self.book.tournament.roles.iter().any(here)
    }

    /// Refuses a patron who speaks for somebody else; staff record what an entrant says.
    fn own_word(&self, entrant: PersonId, by: &Citation) -> Result<(), Refused> {
        match self.by {
            Actor::Patron(own) if own != entrant => {
                self.refuse(by, Reason::SpeaksForAnother { own, entrant })
            }
            Actor::Patron(_) | Actor::Staff(..) | Actor::System => Ok(()),
        }
    }

    /// The plan of a tournament that takes entries, by what wants it published.
    fn entering(&self) -> Result<&Plan, Refused> {
        let by = self.by_rule(TournamentRule::Publish);
        match (self.own.stage, &self.own.plan) {
            (Stage::Entering, Some(plan)) => Ok(plan),
            (Stage::Drafting, _) | (_, None) => self.refuse(&by, Reason::NotPublished),
            (Stage::Running, _) => self.refuse(&self.order(), Reason::StartedAlready),
            (Stage::Cancelled, _) => self.refuse(&self.order(), Reason::Cancelled),
        }
    }

    /// Somebody who has applied, whatever became of it.
    fn applicant(&self, entrant: PersonId) -> Result<&Entrant, Refused> {
        let own = self.own.entrants.get(&entrant);
        own.ok_or_else(|| {
            self.refusal(&self.by_rule(TournamentRule::Applicant), Reason::NoApplicant { entrant })
        })
    }
}

/// An event by this authority.
fn event(what: Happening, by: &Citation) -> Event {
    Event { what, by: by.clone() }
}
