//! Decides what a command causes. Reads no clock, no file and no generator.
//!
//! Refusals are checked in the order of a table's: time, whether the document has such a rule, who speaks, how far the
//! promotion has come, who it is about, then the particulars.

mod claims;
mod draw;
mod entry;
mod terms;
mod trouble;

pub(crate) use claims::told_until;
use punto_rulebook::{PrizeItem, Procedure, PromotionItem, PromotionRule, Rulebook};
use punto_vocab::{Actor, Authority, Citation, List, PersonId, Role, Roles, Setting, Stamped, Time};

use crate::command::{Command, EntryProof};
use crate::conditions::Plan;
use crate::event::{Event, Happening};
use crate::reason::{Reason, Refused};
use crate::state::{Prize, Promotion, Stage, Win};

/// What a command causes, or why it is refused.
type Decision = Result<Vec<Event>, Refused>;

/// Decides what a command causes in a promotion.
pub fn decide(
    book: &Rulebook,
    promotion: &Promotion,
    command: &Stamped<Actor, Command>,
) -> Result<Vec<Event>, Refused> {
    let ctx = Ctx { book, own: promotion, at: command.at, by: command.by };
    if ctx.at < promotion.now {
        return ctx.refuse(&ctx.order(), Reason::TimeRunsBack { asked: ctx.at, now: promotion.now });
    }
    if book.promotion.officer().is_none() {
        return ctx.refuse(&ctx.order(), Reason::NoPromotions);
    }
    if let Actor::Staff(_, who) = ctx.by
        && promotion.entries_of(who) > 0
    {
        return ctx.refuse(&ctx.order(), Reason::EntrantActs { who });
    }
    decided(&ctx, &command.command)
}

fn decided(ctx: &Ctx<'_>, said: &Command) -> Decision {
    use Command as C;
    match said {
        C::Conditions { conditions } => terms::draft(ctx, conditions),
        C::Prescribe { thing } => terms::prescribe(ctx, *thing),
        C::Prize { prize, details } => terms::prize(ctx, *prize, details),
        C::DropPrize { prize } => terms::drop_prize(ctx, *prize),
        C::Publish { draw, second } => terms::publish(ctx, *draw, *second),
        C::Advertise { what } => terms::advertise(ctx, what),
        C::Bar { ground, names } => entry::bar(ctx, *ground, names),
        C::Enter { entrant, wager, proof } => entry::enter(ctx, *entrant, *wager, *proof),
        C::Nominate { scrutineer } => draw::nominate(ctx, *scrutineer),
        C::Oversee => draw::oversee(ctx),
        C::Present { entrant, proof } => draw::present(ctx, *entrant, *proof),
        C::Draw { seed } => draw::draw(ctx, *seed),
        C::Declare { prize, winner } => draw::declare(ctx, *prize, *winner),
        C::PassOver { prize } => draw::pass_over(ctx, *prize),
        C::PublishResults => draw::publish_results(ctx),
        C::Notify { prize, channel } => claims::notify(ctx, *prize, *channel),
        C::Attempt { prize, channel, why } => claims::attempt(ctx, *prize, *channel, why),
        C::NoteLate { prize } => claims::note_late(ctx, *prize),
        C::Claim { prize, claimant } => claims::claim(ctx, *prize, *claimant),
        C::AcceptClaim { prize, claimant } => claims::accept(ctx, *prize, *claimant),
        C::RefuseClaim { prize, claimant, address, ground, why } => {
            claims::refuse(ctx, (*prize, *claimant), *address, *ground, why)
        }
        C::TellReasons { prize, claimant } => claims::tell_reasons(ctx, *prize, *claimant),
        C::TakeCash { prize, winner } => claims::take_cash(ctx, *prize, *winner),
        C::Choose { prize, winner, payment } => claims::choose(ctx, *prize, *winner, payment),
        C::Award { prize, payment } => claims::award(ctx, *prize, payment.as_ref()),
        C::Dispute { person, what } => trouble::dispute(ctx, *person, what),
        C::Rule { person, upheld, what } => trouble::rule(ctx, *person, *upheld, what),
        C::Object { person } => trouble::object(ctx, *person),
        C::Advise { person } => trouble::advise(ctx, *person),
        C::Postpone { why } => trouble::postpone(ctx, why),
        C::Resume { why } => trouble::resume(ctx, why),
        C::Cancel { why } => trouble::cancel(ctx, why),
        C::TellInspectorate { whom } => trouble::tell_inspectorate(ctx, whom.as_ref()),
    }
}

/// Who says this until somebody is named: patrons speak for themselves, the scrutineer watches, and the rest is the house's.
pub fn says_itself(book: &Rulebook, command: &Command) -> Actor {
    use Command as C;
    match command {
        C::Enter { entrant, wager: None, .. } | C::Present { entrant, .. } => Actor::Patron(*entrant),
        C::Claim { claimant, .. } => Actor::Patron(*claimant),
        C::TakeCash { winner, .. } | C::Choose { winner, .. } => Actor::Patron(*winner),
        C::Dispute { person, .. } | C::Object { person } => Actor::Patron(*person),
        C::Oversee => scrutineer(book),
        C::Conditions { .. } | C::Prescribe { .. } | C::Prize { .. } | C::DropPrize { .. } => Actor::System,
        C::Publish { .. } | C::Advertise { .. } | C::Bar { .. } | C::Enter { .. } => Actor::System,
        C::Nominate { .. } | C::Draw { .. } | C::Declare { .. } => Actor::System,
        C::PassOver { .. }
        | C::PublishResults
        | C::Notify { .. }
        | C::Attempt { .. }
        | C::NoteLate { .. } => Actor::System,
        C::AcceptClaim { .. } | C::RefuseClaim { .. } | C::TellReasons { .. } => Actor::System,
        C::Award { .. } | C::Rule { .. } | C::Advise { .. } => Actor::System,
        C::Postpone { .. } | C::Resume { .. } | C::Cancel { .. } | C::TellInspectorate { .. } => {
            Actor::System
        }
    }
}

/// The scrutineer, under a name that stands for whoever it is.
fn scrutineer(book: &Rulebook) -> Actor {
    let known = book.promotion.roles.iter().any(|rule| rule.role == Role::Scrutineer);
    let name = "max".parse().ok().filter(|_| known);
    name.map_or(Actor::System, |name| Actor::Staff(Role::Scrutineer, name))
}

/// What every decision needs.
struct Ctx<'a> {
    book: &'a Rulebook,
    own: &'a Promotion,
    at: Time,
    by: Actor,
}

impl Ctx<'_> {
    /// The authority of the software's own order, where no document has a say.
    fn order(&self) -> Citation {
        Authority::House(Setting::new("promotion-order")).into()
    }

    fn refuse<T>(&self, by: &Citation, reason: Reason) -> Result<T, Refused> {
        Err(Refused::new(by, reason))
    }

    /// A rule, or a refusal where the document does not have it.
    fn rule(&self, rule: PromotionRule) -> Result<&Procedure, Refused> {
        let own = self.book.promotion.get(rule);
        own.ok_or_else(|| Refused::new(&self.order(), Reason::NoSuchRule { rule }))
    }

    /// What a rule rests on, or the software's own order where the document does not have it.
    fn by_rule(&self, rule: PromotionRule) -> Citation {
        self.book.promotion.get(rule).map_or_else(|| self.order(), |own| own.by.clone())
    }

    /// What an item of the conditions rests on.
    fn by_item(&self, item: PromotionItem) -> Citation {
        self.book.promotion.item(item).map_or_else(|| self.order(), |own| own.by.clone())
    }

    /// What a detail of every prize rests on.
    fn by_detail(&self, item: PrizeItem) -> Citation {
        self.book.promotion.detail(item).map_or_else(|| self.order(), |own| own.by.clone())
    }

    /// The rule, if the actor is one of those it names; one that names nobody is for whoever answers for promotions.
    fn entitled(&self, rule: PromotionRule) -> Result<&Procedure, Refused> {
        let own = self.rule(rule)?;
        self.one_of(&own.roles, &own.by)?;
        Ok(own)
    }

    /// Refuses an actor who has none of these roles, or is not whoever answers for promotions where there are none. What is
    /// the operator's, the house itself may do.
    fn one_of(&self, needed: &[Role], by: &Citation) -> Result<(), Refused> {
        let officer: Vec<Role> = self.book.promotion.officer().into_iter().collect();
        let needed = if needed.is_empty() { &officer[..] } else { needed };
        let has = match self.by {
            Actor::Staff(role, _) => needed.iter().any(|own| self.book.counts_as(role, *own)),
            Actor::System => needed.contains(&Role::CasinoOperator),
            Actor::Patron(_) => false,
        };
        match has {
            true => Ok(()),
            false => self.refuse(by, Reason::WrongRole { actor: self.by, needed: needed.into() }),
        }
    }

    /// Refuses everybody but the house, those who answer for promotions, and those who deal or supervise.
    fn staff_word(&self, by: &Citation) -> Result<(), Refused> {
        let needed: Roles = self.book.promotion.officer().into_iter().chain([Role::Dealer]).collect();
        let records = |role| {
            needed.contains(&role) || self.book.roles.iter().any(|rule| rule.role == role && !watches(role))
        };
        match self.by {
            Actor::System => Ok(()),
            Actor::Staff(role, _) if records(role) => Ok(()),
            Actor::Staff(..) | Actor::Patron(_) => {
                self.refuse(by, Reason::WrongRole { actor: self.by, needed })
            }
        }
    }

    /// Refuses a patron who speaks for somebody else; what somebody says may be recorded by staff.
    fn own_word(&self, person: PersonId, by: &Citation) -> Result<(), Refused> {
        match self.by {
            Actor::Patron(own) if own == person => Ok(()),
            Actor::Patron(own) => self.refuse(by, Reason::SpeaksForAnother { own, person }),
            Actor::Staff(..) | Actor::System => self.staff_word(by),
        }
    }

    /// The same, but staff must have the person's card before them: a name alone says that nobody is there.
    fn at_desk(&self, person: PersonId, proof: Option<EntryProof>, by: &Citation) -> Result<(), Refused> {
        self.own_word(person, by)?;
        match (self.by, proof) {
            (Actor::Staff(..), None) => self.refuse(by, Reason::NoCard { person }),
            (Actor::Patron(_), Some(_)) => self.refuse(&self.order(), Reason::CardOfOwn { person }),
            (Actor::Staff(..), Some(EntryProof::Card)) | (Actor::Patron(_), None) | (Actor::System, _) => {
                Ok(())
            }
        }
    }

    /// Refuses everybody but the person: what somebody chooses is not chosen for them.
    fn own_choice(&self, person: PersonId, by: &Citation) -> Result<(), Refused> {
        match self.by == Actor::Patron(person) {
            true => Ok(()),
            false => self.refuse(by, Reason::OwnWordOnly { person }),
        }
    }

    /// The plan of a promotion whose conditions are published, whatever became of it since.
    fn published(&self) -> Result<&Plan, Refused> {
        match (self.own.stage, &self.own.plan) {
            (Stage::Published | Stage::Postponed | Stage::Cancelled, Some(plan)) => Ok(plan),
            (Stage::Drafting, _) | (_, None) => {
                self.refuse(&self.by_rule(PromotionRule::Terms), Reason::NotPublished)
            }
        }
    }

    /// The plan of a promotion that goes on: published, neither postponed nor cancelled.
    fn running(&self) -> Result<&Plan, Refused> {
        let plan = self.published()?;
        let by = self.by_rule(PromotionRule::Integrity);
        match self.own.stage {
            Stage::Published => Ok(plan),
            Stage::Postponed => self.refuse(&by, Reason::Postponed),
            Stage::Cancelled | Stage::Drafting => self.refuse(&by, Reason::Cancelled),
        }
    }

    /// The plan of a promotion that was published and not cancelled: what is put off is the draw, and entries close when the
    /// conditions say.
    fn not_cancelled(&self) -> Result<&Plan, Refused> {
        match self.own.stage {
            Stage::Postponed => self.published(),
            Stage::Published | Stage::Cancelled | Stage::Drafting => self.running(),
        }
    }

    /// What an item rests on that is written in the conditions and is one of those that may keep somebody out.
    fn ground(
        &self,
        ground: Option<PromotionItem>,
        of: &[PromotionItem],
        by: &Citation,
    ) -> Result<Citation, Refused> {
        match ground {
            Some(item) if of.contains(&item) && self.asks(item) => Ok(by.and(&self.by_item(item))),
            Some(item) => self.refuse(by, Reason::NoGroundThere { item }),
            None => self.refuse(by, Reason::NoGround { items: List(of.to_vec()) }),
        }
    }

    /// Whether an item is written in the conditions and asks something of somebody: a condition of no wager, or one that lets
    /// staff in, keeps nobody from anything.
    fn asks(&self, item: PromotionItem) -> bool {
        let written = self.own.form.item(item).is_some();
        let asks = self.own.plan.as_ref().is_none_or(|plan| match item {
            PromotionItem::Wager => plan.wager.is_positive(),
            PromotionItem::Staff => !plan.staff,
            PromotionItem::Presence => plan.presence,
            _ => true,
        });
        written && asks
    }

    fn prize(&self, prize: u8) -> Result<&Prize, Refused> {
        let own = self.own.prizes.get(&prize);
        own.ok_or_else(|| Refused::new(&self.by_detail(PrizeItem::What), Reason::NoSuchPrize { prize }))
    }

    /// A prize that somebody has won.
    fn won(&self, prize: u8) -> Result<(&Prize, &Win), Refused> {
        let own = self.prize(prize)?;
        match &own.win {
            Some(win) => Ok((own, win)),
            None => self.refuse(&self.by_item(PromotionItem::Manner), Reason::NotWon { prize }),
        }
    }
}

/// Whether a role watches the house and does none of its work.
fn watches(role: Role) -> bool {
    matches!(role, Role::RegulatorInspector | Role::Surveillance | Role::Scrutineer)
}

/// An event by this authority.
fn event(what: Happening, by: &Citation) -> Event {
    Event { what, by: by.clone() }
}
