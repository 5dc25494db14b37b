//! Decides what a command causes. Reads no clock, no file and no generator.
//!
//! Refusals are checked in the order of a table's: time, whether the document has such a rule, who speaks, how far the
//! tournament has come, who it is about, then the particulars.

mod coups;
mod entry;
mod gains;
mod hidden;
mod people;
mod pool;
mod sessions;
mod undone;
mod wagers;
mod winners;

use punto_rulebook::{Item, Procedure, Rulebook, TournamentRule, Way};
use punto_vocab::{Actor, Authority, Citation, PersonId, Role, Setting, Stamped, Time};

pub use hidden::{both_hands, given_back};

use crate::apply::apply;
use crate::command::Command;
use crate::conditions::Plan;
use crate::event::{Event, Happening};
use crate::reason::{Reason, Refused};
use crate::state::{Entrant, Phase, Place, Stage, Standing, Tournament, Venue};

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
    if let Actor::Staff(_, who) = ctx.by
        && ctx.takes_part(who)
    {
        return ctx.refuse(&ctx.order(), Reason::EntrantActs { who });
    }
    decided(&ctx, &command.command)
}

fn decided(ctx: &Ctx<'_>, said: &Command) -> Decision {
    use Command as C;
    match said {
        C::Conditions { conditions } => pool::draft(ctx, conditions),
        C::Publish { draw } => pool::publish(ctx, *draw),
        C::AddValue { amount, what } => pool::add_value(ctx, *amount, what),
        C::AddGoods { place, amount, what } => pool::add_goods(ctx, *place, *amount, what),
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
        C::Designate { table } => sessions::designate(ctx, *table),
        C::Release { table } => sessions::release(ctx, *table),
        C::Draw { seed } => sessions::draw(ctx, *seed),
        C::Allot { entrant, table, seat } => sessions::allot(ctx, *entrant, *table, *seat),
        C::Attend => sessions::attend(ctx, true),
        C::Depart => sessions::attend(ctx, false),
        C::Reschedule { at } => sessions::reschedule(ctx, *at),
        C::TakeSeat { entrant } => sessions::take_seat(ctx, *entrant),
        C::LeaveSeat { entrant } => sessions::leave_seat(ctx, *entrant),
        C::BuyIn { entrant, amount } => sessions::buy_in(ctx, *entrant, *amount),
        C::Begin => sessions::begin(ctx),
        C::TimeUp { table } => sessions::time_up(ctx, *table),
        C::ShoeEnded { table } => sessions::shoe_ended(ctx, *table),
        C::EndEarly { table } => sessions::end_early(ctx, *table),
        C::Agree { entrant } => sessions::agree(ctx, *entrant),
        C::NextRound => sessions::next_round(ctx),
        C::SecondChance { names } => sessions::second_chance(ctx, names),
        C::BuyBack { entrant } => sessions::buy_back(ctx, *entrant),
        C::ForgoBuyBack { entrant } => sessions::forgo_buy_back(ctx, *entrant),
        C::Wager { entrant, seat, bet, stake } => wagers::wager(ctx, *entrant, *seat, *bet, *stake),
        C::Alter { entrant, bet, stake } => wagers::alter(ctx, *entrant, *bet, *stake),
        C::Pass { entrant } => wagers::pass(ctx, *entrant),
        C::Found { entrant, bet, stake, unable } => wagers::found(ctx, *entrant, *bet, *stake, *unable),
        C::LimitTime { seconds } => wagers::limit_time(ctx, *seconds),
        C::Restrict { entrant } => wagers::restrict(ctx, *entrant),
        C::InsertIndicator { table, behind } => wagers::insert_indicator(ctx, *table, *behind),
        C::Indicator { table } => wagers::indicator(ctx, *table),
        C::RaiseLimits { table } => wagers::raise_limits(ctx, *table),
        C::Seal { entrant, form } => hidden::seal(ctx, *entrant, *form),
        C::Examine { entrant } => hidden::examine(ctx, *entrant),
        C::ReturnForm { entrant, fault, why } => hidden::return_form(ctx, *entrant, *fault, why),
        C::Announce { entrant, form } => hidden::announce(ctx, *entrant, form),
        C::FormFound { entrant, form } => hidden::form_found(ctx, *entrant, form),
        C::ShowForm { entrant, to } => hidden::show_form(ctx, *entrant, *to),
        C::Close { table } => coups::close(ctx, *table),
        C::Deal { table } => coups::deal(ctx, *table),
        C::Opened { table, opening } => coups::opened(ctx, *table, opening),
        C::Outcome { table } => coups::outcome(ctx, *table),
        C::Result { table, cards, taken } => coups::result(ctx, *table, cards, taken.as_ref()),
        C::LastCoup { table } => coups::last_coup(ctx, *table),
        C::WrongHolder { table } => coups::wrong_holder(ctx, *table),
        C::VoidCoup { table } => coups::void(ctx, *table),
        C::Unsettle { table } => undone::unsettle(ctx, *table),
        C::WagerOff { entrant, bet } => undone::wager_off(ctx, *entrant, *bet),
        C::Forfeit { entrant } => undone::forfeit(ctx, *entrant),
        C::Deduct { entrant } => people::deduct(ctx, *entrant),
        C::CancelPlace { entrant, refund } => people::cancel_place(ctx, *entrant, *refund),
        C::Substitute { entrant, other } => people::substitute(ctx, *entrant, *other),
        C::ApproveSubstitute { entrant } => people::approve_substitute(ctx, *entrant),
        C::Report { entrant, offence } => people::report(ctx, *entrant, *offence),
        C::Dismiss { entrant } => people::dismiss(ctx, *entrant),
        C::Disqualify { entrant, offence } => people::disqualify(ctx, *entrant, *offence),
        C::Dispute { entrant, what } => people::dispute(ctx, *entrant, what),
        C::Rule { entrant, what } => people::rule_on(ctx, *entrant, what),
        C::CountAll { table } => winners::count_all(ctx, *table),
        C::Count { entrant, amount } => winners::count(ctx, *entrant, *amount),
        C::ReturnChips { table, missing } => winners::return_chips(ctx, *table, *missing),
        C::PlayOff { table, chips, card } => winners::play_off(ctx, *table, *chips, *card),
        C::Declare { table } => winners::declare(ctx, *table),
        C::Undeclare { table } => winners::undeclare(ctx, *table),
        C::Award => winners::award(ctx),
        C::HandOver { entrant, what } => winners::hand_over(ctx, *entrant, what),
        C::PayPrize { entrant, how } => winners::pay_prize(ctx, *entrant, *how),
    }
}

/// Who says this until somebody is named: applicants and entrants speak for themselves, the house for what is its own, and
/// for the rest the officer who answers for the tournament.
pub fn says_itself(book: &Rulebook, command: &Command) -> Actor {
    use Command as C;
    let staff = |rule: TournamentRule| {
        let role = book.tournament.get(rule).and_then(|own| own.roles.first()).copied();
        role.map_or_else(|| officer(book), somebody)
    };
    match command {
        C::Conditions { .. }
        | C::Publish { .. }
        | C::AddValue { .. }
        | C::AddGoods { .. }
        | C::Retain { .. }
        | C::Cancel { .. } => Actor::System,
        C::Apply { entrant }
        | C::Endorse { entrant }
        | C::Withdraw { entrant }
        | C::PayFee { entrant, .. } => Actor::Patron(*entrant),
        C::TakeSeat { entrant } | C::LeaveSeat { entrant } | C::BuyIn { entrant, .. } => {
            Actor::Patron(*entrant)
        }
        C::Agree { entrant } | C::BuyBack { entrant } | C::ForgoBuyBack { entrant } | C::Pass { entrant } => {
            Actor::Patron(*entrant)
        }
        C::Wager { entrant, .. } | C::Alter { entrant, .. } | C::Seal { entrant, .. } => {
            Actor::Patron(*entrant)
        }
        C::Substitute { entrant, .. } | C::Dispute { entrant, .. } => Actor::Patron(*entrant),
        C::ShowForm { to, .. } => Actor::Patron(*to),
        C::TimeUp { .. } | C::ShoeEnded { .. } | C::Indicator { .. } | C::Close { .. } => Actor::System,
        C::Opened { .. } | C::Deal { .. } | C::Outcome { .. } | C::Result { .. } => Actor::System,
        C::LastCoup { .. } => Actor::System,
        C::VoidCoup { .. } | C::WrongHolder { .. } | C::Unsettle { .. } => Actor::System,
        C::WagerOff { .. } | C::Forfeit { .. } => Actor::System,
        C::Inform { .. } | C::Accept { .. } | C::RefuseEntry { .. } | C::Start => officer(book),
        C::Designate { .. } | C::Release { .. } | C::Attend | C::Depart | C::Reschedule { .. } => {
            officer(book)
        }
        C::Begin | C::EndEarly { .. } | C::NextRound | C::SecondChance { .. } => officer(book),
        C::LimitTime { .. } | C::Restrict { .. } | C::CancelPlace { .. } | C::Rule { .. } => officer(book),
        C::Deduct { .. } | C::ApproveSubstitute { .. } | C::Report { .. } | C::CountAll { .. } => {
            officer(book)
        }
        C::PlayOff { .. } | C::Declare { .. } | C::Undeclare { .. } => officer(book),
        C::Found { .. } | C::RaiseLimits { .. } => officer(book),
        C::Draw { .. } | C::Allot { .. } => staff(TournamentRule::Allocate),
        C::Disqualify { .. } => staff(TournamentRule::Disqualify),
        C::Dismiss { .. } => staff(TournamentRule::HidingChips),
        C::InsertIndicator { .. } => staff(TournamentRule::Indicator),
        C::Examine { .. } | C::ReturnForm { .. } => staff(TournamentRule::Examine),
        C::Announce { .. } => staff(TournamentRule::Announce),
        C::FormFound { .. } => staff(TournamentRule::Faulty),
        C::Count { .. } => staff(TournamentRule::Count),
        C::ReturnChips { .. } => staff(TournamentRule::ReturnChips),
        C::Award | C::PayPrize { .. } | C::HandOver { .. } => staff(TournamentRule::Prizes),
    }
}

fn officer(book: &Rulebook) -> Actor {
    book.tournament.officer().map_or(Actor::System, somebody)
}

/// Somebody in a role, under a name that stands for whoever it is.
fn somebody(role: Role) -> Actor {
    "max".parse().map_or(Actor::System, |name| Actor::Staff(role, name))
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

    /// What wagers and their settlement rest on: chips of the tournament, or where they are money such chips.
    fn by_chips(&self) -> Citation {
        let live = self.own.plan.as_ref().is_some_and(|plan| plan.live);
        self.by_rule(if live { TournamentRule::LiveChips } else { TournamentRule::Chips })
    }

    /// What it rests on that somebody is away: where chips are money the document has a rule of its own for it.
    fn by_absence(&self) -> Citation {
        let live = self.own.plan.as_ref().is_some_and(|plan| plan.live);
        let own = self.book.tournament.get(TournamentRule::AbsentLive).filter(|_| live);
        own.map_or_else(|| self.by_rule(TournamentRule::Absent), |rule| rule.by.clone())
    }

    /// What an item of the conditions rests on.
    fn by_item(&self, item: Item) -> Citation {
        self.book.tournament.item(item).map_or_else(|| self.order(), |own| own.by.clone())
    }

    /// Whether somebody has entered or asked to, and not gone again before anything was played; or sits for somebody who has.
    fn takes_part(&self, who: PersonId) -> bool {
        let entered = self.own.entrants.get(&who).is_some_and(|own| match own.standing {
            Standing::Applicant | Standing::In | Standing::Out | Standing::Disqualified => true,
            Standing::Refused | Standing::Withdrawn => false,
        });
        let sits = |own: &Entrant| own.place.as_ref().is_some_and(|place| place.substitute == Some(who));
        entered || self.own.entrants.values().any(sits)
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
            false => self.refuse(by, Reason::WrongRole { actor: self.by, needed: needed.into() }),
        }
    }

    fn counts_as(&self, own: Role, needed: Role) -> bool {
        let here = |rule: &punto_rulebook::RoleRule| rule.role == own && rule.counts_as.contains(&needed);
        self.book.counts_as(own, needed) || self.book.tournament.roles.iter().any(here)
    }

    /// Refuses a patron who speaks for somebody else. A substitute speaks for the entrant, and what an entrant says may be
    /// recorded by the dealer and by those who run the tournament.
    fn own_word(&self, entrant: PersonId, by: &Citation) -> Result<(), Refused> {
        let sits_for = self.own.place(entrant).and_then(|place| place.substitute);
        let records = |role| {
            let runs = self.book.tournament.roles.iter().any(|rule| rule.role == role);
            runs || self.book.counts_as(role, Role::Dealer)
        };
        match self.by {
            Actor::Patron(own) if sits_for == Some(own) => Ok(()),
            Actor::Patron(own) if own != entrant || sits_for.is_some() => {
                self.refuse(by, Reason::SpeaksForAnother { own, entrant })
            }
            Actor::Staff(role, _) if !records(role) => {
                self.refuse(by, Reason::WrongRole { actor: self.by, needed: [Role::Dealer].into() })
            }
            Actor::Patron(_) | Actor::Staff(..) | Actor::System => Ok(()),
        }
    }

    /// The same for what binds an entrant: to enter, to agree, to withdraw. The officer or the house records what was signed,
    /// and nobody else speaks for them.
    fn own_consent(&self, entrant: PersonId, by: &Citation) -> Result<(), Refused> {
        match self.by {
            Actor::Staff(..) => {
                let officer = self.book.tournament.officer().into_iter();
                self.one_of(&officer.chain([Role::CasinoOperator]).collect::<Vec<_>>(), by)
            }
            Actor::Patron(_) | Actor::System => self.own_word(entrant, by),
        }
    }

    /// The plan of a tournament that takes entries, by what wants it published.
    fn entering(&self) -> Result<&Plan, Refused> {
        self.entering_by(&self.order())
    }

    /// The same for what a clause lets somebody do only as long as entries are taken.
    fn entering_by(&self, entry: &Citation) -> Result<&Plan, Refused> {
        let by = self.by_rule(TournamentRule::Publish);
        match (self.own.stage, &self.own.plan) {
            (Stage::Entering, Some(plan)) => Ok(plan),
            (Stage::Drafting, _) | (_, None) => self.refuse(&by, Reason::NotPublished),
            (Stage::Running | Stage::Over, _) => {
                self.refuse(&entry.and(&self.order()), Reason::StartedAlready)
            }
            (Stage::Cancelled, _) => self.refuse(&self.order(), Reason::Cancelled),
        }
    }

    /// Refuses what may be found and ruled on as long as the tournament is played and no prize of it is awarded.
    fn unawarded(&self) -> Result<(), Refused> {
        match self.own.stage {
            Stage::Over if self.own.is_awarded() => {
                self.refuse(&self.by_rule(TournamentRule::Prizes), Reason::AwardedAlready)
            }
            Stage::Over => Ok(()),
            Stage::Drafting | Stage::Entering | Stage::Running | Stage::Cancelled => {
                self.running().map(|_| ())
            }
        }
    }

    /// Refuses while somebody must be disqualified.
    fn nobody_must_go(&self, of: impl Fn(PersonId) -> bool) -> Result<(), Refused> {
        let reported = self.own.must_go.iter().find(|(name, _)| of(**name));
        match reported.and_then(|(entrant, all)| Some((entrant, all.first()?))) {
            Some((entrant, offence)) => {
                self.refuse(&self.by_rule(people::rule_of(*offence)), Reason::MustGo { entrant: *entrant })
            }
            None => Ok(()),
        }
    }

    /// The plan of a tournament that is played.
    fn running(&self) -> Result<&Plan, Refused> {
        match (self.own.stage, &self.own.plan) {
            (Stage::Running, Some(plan)) => Ok(plan),
            (Stage::Cancelled, _) => self.refuse(&self.order(), Reason::Cancelled),
            (Stage::Over, _) => self.refuse(&self.order(), Reason::Over),
            (Stage::Drafting, _) => self.refuse(&self.by_rule(TournamentRule::Publish), Reason::NotPublished),
            (Stage::Entering | Stage::Running, _) => {
                self.refuse(&self.by_rule(TournamentRule::Advance), Reason::NotStarted)
            }
        }
    }

    /// Refuses play while the officer is not there whom the document wants there.
    fn attended(&self) -> Result<(), Refused> {
        match self.book.tournament.get(TournamentRule::Present).filter(|_| self.own.attending.is_empty()) {
            Some(rule) => self.refuse(&rule.by, Reason::NobodyAttends),
            None => Ok(()),
        }
    }

    /// The rule, if this is the word of a table: its own, or its dealer's.
    fn told_by_table(&self, rule: TournamentRule) -> Result<&Procedure, Refused> {
        let own = self.rule(rule)?;
        let deals = matches!(self.by, Actor::Staff(role, _) if self.book.counts_as(role, Role::Dealer));
        match deals || self.by == Actor::System {
            true => self.running().map(|_| own),
            false => {
                self.refuse(&own.by, Reason::WrongRole { actor: self.by, needed: [Role::Dealer].into() })
            }
        }
    }

    /// The rule, if this is the word of a table itself: what its cards were, and what its own officers have ruled there, is
    /// not to be had from anybody else.
    fn the_tables_own(&self, rule: TournamentRule, table: u8) -> Result<&Procedure, Refused> {
        let own = self.rule(rule)?;
        match self.by {
            Actor::System => self.running().map(|_| own),
            Actor::Staff(..) | Actor::Patron(_) => self.refuse(&own.by, Reason::TableTells { table }),
        }
    }

    /// What a rule rests on, if somebody of staff speaks.
    fn staff_only(&self, rule: TournamentRule) -> Result<Citation, Refused> {
        let by = self.by_rule(rule);
        match self.by {
            Actor::Staff(..) | Actor::System => Ok(by),
            Actor::Patron(_) => {
                self.refuse(&by, Reason::WrongRole { actor: self.by, needed: [Role::Dealer].into() })
            }
        }
    }

    fn venue(&self, table: u8) -> Result<&Venue, Refused> {
        let venue = self.own.venues.get(&table);
        venue.ok_or_else(|| {
            self.refusal(&self.by_rule(TournamentRule::Designate), Reason::NoSuchTable { table })
        })
    }

    /// A table in session, between two coups.
    fn between_coups(&self, table: u8) -> Result<&Venue, Refused> {
        let venue = self.venue(table)?;
        match venue.phase {
            Phase::Betting => Ok(venue),
            Phase::Closed | Phase::Dealing => self.refuse(
                &self.by_rule(TournamentRule::Session),
                Reason::WrongPhase { phase: "a coup is played" },
            ),
            Phase::Idle | Phase::Over | Phase::Declared => {
                self.refuse(&self.by_rule(TournamentRule::Session), Reason::NotInSession { table })
            }
        }
    }

    /// A table at which nothing stops play: no dispute, nobody who must go, no count, and the officer there.
    fn undisturbed(&self, table: u8) -> Result<&Venue, Refused> {
        let venue = self.venue(table)?;
        self.attended()?;
        if let Some(entrant) = venue.disputes.first() {
            let by = self.by_rule(TournamentRule::Dispute);
            return self.refuse(&by, Reason::InDispute { entrant: *entrant });
        }
        let here = self.own.at(table);
        self.nobody_must_go(|entrant| here.iter().any(|(name, _)| *name == entrant))?;
        let uncounted = here.iter().find(|(_, place)| venue.count_ordered && !place.counted);
        match uncounted {
            Some((entrant, _)) => {
                let by = self.by_rule(TournamentRule::CountAll);
                self.refuse(&by, Reason::NotCounted { entrant: *entrant })
            }
            None => Ok(venue),
        }
    }

    /// The order of wagering, where there is one: always, or as the conditions say.
    fn wagering_order(&self) -> Option<&Procedure> {
        let chosen = self.own.plan.as_ref().is_some_and(|plan| plan.order);
        self.book
            .tournament
            .get(TournamentRule::Order)
            .filter(|rule| rule.value != Some(Way::Optional) || chosen)
    }

    /// Somebody who is in.
    fn entrant(&self, entrant: PersonId) -> Result<&Entrant, Refused> {
        let own = self.applicant(entrant)?;
        match own.standing {
            Standing::In => Ok(own),
            _ => self.refuse(&self.by_rule(TournamentRule::Entrant), Reason::NotAnEntrant { entrant }),
        }
    }

    /// Where somebody who is in sits.
    fn seat(&self, entrant: PersonId) -> Result<&Place, Refused> {
        let place = self.entrant(entrant)?.place.as_ref();
        place.ok_or_else(|| self.refusal(&self.by_rule(TournamentRule::Allocate), Reason::NoSeat { entrant }))
    }

    /// The tournament as it will be after these events.
    fn after(&self, events: &[Event]) -> Tournament {
        let mut after = self.own.clone();
        events.iter().for_each(|event| apply(&mut after, self.at, self.by, event));
        after
    }

    /// The same question asked of another state.
    fn with<'b>(&'b self, own: &'b Tournament) -> Ctx<'b> {
        Ctx { book: self.book, own, at: self.at, by: self.by }
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
