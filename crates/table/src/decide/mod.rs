//! Decides what a command causes. Reads no clock, no file and no generator.
//!
//! Refusals are checked in this order: time, open or closed, the person's role, the phase, then the particulars
//! of the command. docs/script.md says the same to those who write scripts.

mod acts;
mod corrections;
mod coup;
mod cut;
mod deal;
mod disputes;
mod duties;
mod float;
mod found;
mod hands;
mod hooks;
mod limits;
mod methods;
mod opening;
mod patrons;
mod pending;
mod record;
mod role;
mod session;
mod shoe;
mod signs;
mod spoken;
mod tokens;
mod trouble;
mod voice;
mod wagers;
mod withdrawal;

use std::cell::OnceCell;

pub use self::coup::deadline;
pub use self::disputes::rule as dispute_rule;
pub(crate) use self::hands::player_point_due;
pub use self::pending::held;
pub(crate) use self::shoe::is_last_coup;
pub use self::voice::says_itself;
use punto_lines::{Command, Event, Happening, InTrouble, Reason, Refused};
use punto_rulebook::known::RulingOfficer;
use punto_rulebook::{Procedure, Rule, Rulebook, Terms};
use punto_vocab::{Actor, Authority, Citation, Role, Setting, Stamped, Time};

use punto_state::apply;
use punto_state::{Open, Phase, Table, Trouble};
use punto_vocab::ledger::{Account, Coin};

/// What a command causes, or why it is refused.
pub(crate) type Decision = Result<Vec<Event>, Refused>;

/// Decides what a command causes at a table.
pub fn decide(
    book: &Rulebook,
    table: &Table,
    command: &Stamped<Actor, Command>,
) -> Result<Vec<Event>, Refused> {
    deciding(book, table, (command.at, command.by))(&command.command)
}

/// Decides on whatever one person says at one time; what does not depend on the words is found out once.
pub fn deciding<'a>(
    book: &'a Rulebook,
    table: &'a Table,
    (at, by): (Time, Actor),
) -> impl Fn(&Command) -> Result<Vec<Event>, Refused> + 'a {
    let second_post = voice::second_post(table, by);
    let ctx = Ctx { book, table, at, by, second_post, order: OnceCell::new() };
    move |said| decided(&ctx, said)
}

fn decided(ctx: &Ctx<'_>, said: &Command) -> Decision {
    if ctx.at < ctx.table.now {
        return ctx.refuse(&ctx.order(), Reason::TimeRunsBack { asked: ctx.at, now: ctx.table.now });
    }
    voice::one_post(ctx, said)?;
    use Command as C;
    let events = match said {
        C::Open { opening } => session::open(ctx, opening),
        C::SignOn => session::sign_on(ctx),
        C::SignOff => session::sign_off(ctx),
        C::Tick { until } => coup::tick(ctx, until.0),
        said => match &ctx.table.open {
            Some(open) => at_open_table(ctx, open, said),
            None => disputes::at_closed_table(ctx, said)
                .unwrap_or_else(|| ctx.refuse(&closed_by(ctx, said), Reason::Closed)),
        },
    }?;
    disputes::heard_first(ctx, &events)?;
    let events = patrons::seats_given_up(ctx, afterwards(ctx, events));
    Ok(duties::follow(ctx, owing(ctx, events)))
}

/// What happened, and what goes without saying then: cards that wait for a coup go with their shoe, on record, and who was
/// excluded leaves once nothing of theirs lies.
fn afterwards(ctx: &Ctx<'_>, mut events: Vec<Event>) -> Vec<Event> {
    let Some(open) = &ctx.table.open else { return events };
    let mut waiting = open.all_waiting();
    let excluded = open.patrons.arrived.iter().any(|own| ctx.table.excluded.contains(own));
    if waiting.is_empty() && !excluded || events.is_empty() {
        return events;
    }
    let mut after = ctx.table.clone();
    events.iter().for_each(|own| apply(&mut after, ctx.at, ctx.by, own));
    let Some(now) = &after.open else { return events };
    for own in &events {
        if let Happening::CardSetAside { card } = own.what
            && let Some(place) = waiting.iter().position(|waits| *waits == card)
        {
            waiting.remove(place);
        }
    }
    let ended = |own: &&Event| {
        matches!(own.what, Happening::Concluded | Happening::CoupVoid { .. } | Happening::ShoeEnded)
    };
    let by = events.iter().rev().find(ended).map(|own| own.by.clone());
    if let (Some(by), Phase::Preparing) = (by, &now.phase) {
        events.extend(waiting.into_iter().map(|card| event(Happening::CardSetAside { card }, &by)));
    }
    if excluded {
        events.extend(patrons::excluded_leave(ctx, now));
    }
    events
}

/// What happened, and after it what a patron owes where that is another amount now: credits that were gone when a settlement
/// was undone, until the coup pays them once more.
fn owing(ctx: &Ctx<'_>, mut events: Vec<Event>) -> Vec<Event> {
    let Some(open) = ctx.table.open.as_ref().filter(|open| open.terms.credits) else { return events };
    let undone = |own: &&Event| matches!(own.what, Happening::Reversed | Happening::ReversedCoups { .. });
    let undone = events.iter().find(undone).map(|own| own.by.clone());
    if undone.is_none() && !matches!(&open.phase, Phase::Dealing(dealing) if dealing.reopened) {
        return events;
    }
    let by = undone.map_or_else(|| open.terms.stakes.by.clone(), |by| by.and(&open.terms.stakes.by));
    let mut after = ctx.table.clone();
    events.iter().for_each(|own| apply(&mut after, ctx.at, ctx.by, own));
    let owed = |table: &Table, patron| -table.ledger.on(Coin::Credits, Account::Owed(patron));
    let told = ctx.table.known.iter().filter(|own| owed(&after, **own) != owed(ctx.table, **own));
    events.extend(told.map(|own| event(Happening::Owes { patron: *own, amount: owed(&after, *own) }, &by)));
    events
}

/// What a closed table refuses by: errors of its coups can be put right until it closes, where the document says so.
fn closed_by(ctx: &Ctx<'_>, said: &Command) -> Citation {
    let of_coups = matches!(said, Command::Report { .. } | Command::Rekey { .. } | Command::Mispaid { .. });
    match ctx.book.irregularities.window.fixed().filter(|_| of_coups) {
        Some(window) => window.by.clone(),
        None => ctx.order(),
    }
}

fn at_open_table(ctx: &Ctx<'_>, open: &Open, command: &Command) -> Decision {
    use Command as C;
    voice::may_say(ctx, open, command)?;
    hooks::limits_stay(ctx, open, command)?;
    match command {
        C::Open { .. } | C::SignOn | C::SignOff | C::Tick { .. } => Ok(Vec::new()),
        C::Close => session::close(ctx, open),
        C::Act { rule, note } => session::act(ctx, open, *rule, &[], note.as_ref()),
        C::ActAbout { rule, about } => {
            session::act(ctx, open, rule.rule(), &about.persons, about.note.as_ref())
        }
        C::Tell { role, rule } => session::tell(ctx, *role, *rule),
        C::TellBet { role, bet } => signs::tell_bet(ctx, *role, *bet),
        C::Consent { patron, matter, to } => session::consent(ctx, open, *patron, *matter, to.as_ref()),
        C::PostLimits { .. }
        | C::PostStakes { .. }
        | C::PostVariant { .. }
        | C::PostClosure { .. }
        | C::PostOldMinimumEnds { .. }
        | C::PostRestriction { .. } => signs::post(ctx, open, command),
        C::TakeDown { sign } => signs::take_down(ctx, open, sign),
        C::ChangeLimits { limits } => limits::change_limits(ctx, open, *limits),
        C::ChangeDifferential { amount } => limits::change_differential(ctx, open, *amount),
        C::ChangeArea { amount, bet } => limits::change_area(ctx, open, *bet, *amount),
        C::ChangeStakes { bet, limits } => limits::change_stakes(ctx, open, *bet, *limits),
        C::RaiseAtOnce { limits } => signs::raise_at_once(ctx, open, *limits),
        C::EndOldMinimum => signs::end_old_minimum(ctx, open),
        C::ChangeVariant { variant } => signs::change_variant(ctx, open, variant),
        C::ChangeMethod { method } => methods::change_method(ctx, open, method),
        C::Personal { patron, limits } => signs::personal(ctx, open, *patron, *limits),
        C::Liability { amount } => signs::liability(ctx, *amount),
        C::Restrict { bet } => signs::restrict(ctx, open, *bet),
        C::Unrestrict { bet } => signs::unrestrict(ctx, open, *bet),
        C::Sit { patron, at } => patrons::sit(ctx, open, *patron, *at),
        C::Stand { patron, at } => patrons::stand(ctx, open, *patron, *at),
        C::TakeBox { patron, at } => patrons::take_box(ctx, open, *patron, *at),
        C::Leave { patron } => patrons::leave(ctx, open, *patron),
        C::BuyIn { patron, amount, with, voucher } => {
            patrons::buy_in(ctx, open, *patron, *amount, (*with, voucher.as_ref()))
        }
        C::CashOut { patron, amount } => patrons::cash_out(ctx, open, *patron, *amount),
        C::ColourChange { patron, amount } => patrons::colour_change(ctx, open, *patron, *amount),
        C::Fill { amount } => float::fill(ctx, open, *amount),
        C::Credit { amount } => float::credit(ctx, *amount),
        C::Count { tray } => float::count(ctx, open, tray),
        C::Tip { patron, amount } => float::tip(ctx, open, *patron, *amount),
        C::Exclude { patron, why } => patrons::exclude(ctx, open, *patron, why),
        C::MoveOn { patron } => patrons::move_on(ctx, open, *patron),
        C::Dispute { patron, what } => disputes::dispute(ctx, *patron, what),
        C::Decide { number, what } => disputes::decide(ctx, *number, what),
        C::Review { number, what } => disputes::review(ctx, *number, what),
        C::Bet { patron, at, bet, stake } => wagers::bet(ctx, open, (*patron, *at, *bet), *stake, false),
        C::Spoken { patron, at, bet, stake, chips } => {
            wagers::spoken(ctx, open, (*patron, *at, *bet), *stake, *chips)
        }
        C::Tokens { patron, at, bet, stake } => wagers::bet(ctx, open, (*patron, *at, *bet), *stake, true),
        C::Alter { patron, at, bet, stake } => wagers::alter(ctx, open, (*patron, *at, *bet), *stake),
        C::Lift { patron, at, bet } => wagers::lift(ctx, open, (*patron, *at, *bet)),
        C::ApproveBoth { patron } => wagers::approve_both(ctx, open, *patron),
        C::RefuseWager { patron, at, bet, .. } => wagers::refuse(ctx, open, (*patron, *at, *bet)),
        C::Mark { patron, at, bet, fault } => found::mark(ctx, open, (*patron, *at, *bet), *fault),
        C::Found { patron, at, bet, stake } => found::found(ctx, open, (*patron, *at, *bet), *stake),
        C::VoidWagers { patron } => wagers::void_persons(ctx, open, *patron),
        C::Reduce => wagers::reduce_all(ctx, open),
        C::Relax { patron, at, bet, stake } => wagers::relax(ctx, open, (*patron, *at, *bet), *stake),
        C::Prepare { cut, by, burn } => shoe::prepare(ctx, open, cut.map(|depth| (depth, *by)), *burn),
        C::Shuffle { by } => shoe::shuffle(ctx, open, *by),
        C::LetPatronsCut => cut::let_patrons_cut(ctx, open),
        C::OfferCut { patron } => cut::offer_cut(ctx, open, *patron),
        C::DeclineCut { patron } => cut::decline_cut(ctx, open, *patron),
        C::PassCut { patron, to } => cut::pass_cut(ctx, open, *patron, *to),
        C::Cut { depth, by } => cut::cut(ctx, open, *depth, *by),
        C::PlaceMarker { behind } => shoe::place_marker(ctx, open, *behind),
        C::Burn { form, card } => shoe::burn(ctx, open, *form, *card),
        C::NewCards { colour } => shoe::new_cards(ctx, open, colour),
        C::Marker => shoe::marker(ctx, open),
        C::MarkerSeen => shoe::marker_seen(ctx, open),
        C::EndShoe => shoe::end_shoe(ctx, open),
        C::Call { call } => coup::call(ctx, open, *call),
        C::Card { card, lies } => deal::card(ctx, open, *card, *lies),
        C::Turn { hand } => hands::turn(ctx, open, *hand),
        C::OfferHand { hand, patron } => hands::offer(ctx, open, *hand, *patron),
        C::DeclineHand { patron, hand } => hands::decline(ctx, open, *hand, *patron),
        C::Pass { hand, patron } => hands::pass(ctx, open, *hand, *patron),
        C::Nominate { hand, patron } => hands::nominate(ctx, open, *hand, *patron),
        C::Return { hand } => hands::give_back(ctx, open, *hand, false),
        C::ReturnUnseen { hand } => hands::give_back(ctx, open, *hand, true),
        C::Forfeit { hand } => hands::forfeit(ctx, open, *hand),
        C::GiveUpRole => role::give_up_role(ctx, open),
        C::FreeCoup => coup::free_coup(ctx, open),
        C::Settle => coup::settle(ctx, open),
        C::LimitOff { breach } => hooks::switch_off(ctx, open, *breach),
        C::WagerOrder { names } => hooks::set_order(ctx, open, names),
        C::Seal { patron, at, bet, stake } => hooks::seal(ctx, open, (*patron, *at, *bet), *stake),
        C::Reveal { patron, at, bet, stake: None } => hooks::reveal(ctx, open, (*patron, *at, *bet)),
        C::Reveal { patron, at, bet, stake: Some(stake) } => {
            hooks::lay(ctx, open, (*patron, *at, *bet), *stake)
        }
        C::Rekey { was, card, place, back } => corrections::rekey(ctx, open, (*was, *card), *place, *back),
        C::Mispaid { patron, at, bet, paid, said } => {
            corrections::mispaid(ctx, open, (*patron, *at, *bet), *paid, *said)
        }
        C::Report { mishap, fact } => trouble::report(ctx, open, *mishap, *fact),
        C::Order { cure: None } => trouble::order(ctx, open),
        C::Order { cure: Some(cure) } => trouble::order_as(ctx, open, *cure),
        C::Spoiled { cards } => trouble::spoiled(ctx, open, cards),
        C::Withdraw { patron, at, bet } => withdrawal::withdraw(ctx, open, (*patron, *at, *bet)),
        C::Resume => withdrawal::resume(ctx, open),
        C::ForfeitWagers { patron } => trouble::forfeit_wagers(ctx, open, *patron),
    }
}

/// What every decision needs.
pub(crate) struct Ctx<'a> {
    pub(crate) book: &'a Rulebook,
    pub(crate) table: &'a Table,
    pub(crate) at: Time,
    pub(crate) by: Actor,
    /// The actor's part in the game, where the actor has another one already.
    second_post: Option<Role>,
    /// The authority of the software's own order, once somebody has asked for it.
    order: OnceCell<Citation>,
}

impl Ctx<'_> {
    /// The authority of the software's own order, where no document has a say.
    pub(crate) fn order(&self) -> Citation {
        self.order.get_or_init(|| Authority::House(Setting::new("table-order")).into()).clone()
    }

    pub(crate) fn refusal(&self, by: &Citation, reason: Reason) -> Refused {
        Refused::new(by, reason)
    }

    pub(crate) fn refuse<T>(&self, by: &Citation, reason: Reason) -> Result<T, Refused> {
        Err(self.refusal(by, reason))
    }

    /// A rule of procedure, or a refusal where the document does not have it.
    pub(crate) fn rule(&self, rule: Rule) -> Result<&Procedure, Refused> {
        self.book.procedure.get(rule).ok_or_else(|| self.refusal(&self.order(), Reason::NoSuchRule { rule }))
    }

    /// Refuses while something that went wrong waits to be ordered.
    pub(crate) fn no_trouble(&self, trouble: Option<&Trouble>) -> Result<(), Refused> {
        let Some(Trouble { ruling, .. }) = trouble else { return Ok(()) };
        self.refuse(&ruling.by, Reason::InTrouble(InTrouble::CureWaits(ruling.cure)))
    }

    /// Refuses a patron what the dealer does, by the clause that has the dealer do it.
    pub(crate) fn not_a_patron(&self) -> Result<(), Refused> {
        if self.by.is_patron() { self.work_of_the_dealer() } else { Ok(()) }
    }

    /// Refuses everybody but the dealer, and the software that deals by itself.
    pub(crate) fn only_the_dealer(&self) -> Result<(), Refused> {
        match self.by {
            Actor::System => Ok(()),
            Actor::Staff(role, _) if self.book.counts_as(role, Role::Dealer) => Ok(()),
            Actor::Staff(..) | Actor::Patron(_) => self.work_of_the_dealer(),
        }
    }

    /// The refusal of work that is the dealer's, by the clause that gives it to the dealer.
    pub(crate) fn work_of_the_dealer(&self) -> Result<(), Refused> {
        let dealer = self.book.roles.iter().find(|rule| rule.role == Role::Dealer);
        let by = dealer.map_or_else(|| self.order(), |rule| rule.by.clone());
        self.refuse(&by, Reason::WrongRole { actor: self.by, needed: [Role::Dealer].into() })
    }

    /// The rule, if the actor is one of those it names.
    pub(crate) fn entitled(&self, rule: Rule) -> Result<&Procedure, Refused> {
        let procedure = self.rule(rule)?;
        self.one_of(&procedure.roles, &procedure.by)?;
        Ok(procedure)
    }

    /// Refuses an actor who has none of these roles; no roles means anybody on staff.
    pub(crate) fn one_of(&self, roles: &[Role], by: &Citation) -> Result<(), Refused> {
        let own = self.by.role();
        let counts = |needed: &Role| own.is_some_and(|own| self.counts_as(own, *needed));
        if roles.iter().any(counts) || roles.is_empty() && !self.by.is_patron() || self.software_holds(roles)
        {
            return self.on_duty();
        }
        let needed = if roles.is_empty() { [Role::Dealer].into() } else { roles.into() };
        self.refuse(by, Reason::WrongRole { actor: self.by, needed })
    }

    /// The terms of the table, or those that it was closed with.
    pub(crate) fn terms(&self) -> Option<&Terms> {
        let Table { open, closed_with, .. } = self.table;
        let open = open.as_ref().map(|open| &open.terms);
        open.or(closed_with.as_ref().map(|closed| &closed.terms)).map(|terms| &**terms)
    }

    /// Whether a role may do what is asked of another: by the document, or as the grade that the house lets rule for it.
    fn counts_as(&self, own: Role, needed: Role) -> bool {
        self.book.counts_as(own, needed) || needed == Role::CasinoOperator && self.rules_for_the_house(own)
    }

    fn rules_for_the_house(&self, own: Role) -> bool {
        // A coup that can still be put right is ruled on as it was to be when it was played.
        let last = self.table.open.as_ref().and_then(Open::last_coup).map(|last| &*last.before.basis.terms);
        match last.or(self.terms()).and_then(|terms| terms.choice()) {
            None => false,
            Some(RulingOfficer::Dealer) => {
                matches!(own, Role::Dealer | Role::GameSupervisor | Role::GamingManager)
            }
            Some(RulingOfficer::Supervisor) => matches!(own, Role::GameSupervisor | Role::GamingManager),
            Some(RulingOfficer::Manager) => own == Role::GamingManager,
        }
    }

    /// Whether the software, which runs a demonstration by itself, holds one of these offices: nobody has signed on in it.
    fn software_holds(&self, roles: &[Role]) -> bool {
        let demonstration = || self.table.open.as_ref().is_some_and(|open| open.terms.demonstration);
        let free = |needed: &Role| !self.table.on_duty.iter().any(|(own, _)| self.counts_as(*own, *needed));
        self.by == Actor::System && demonstration() && roles.iter().any(free)
    }

    /// Refuses an officer who acts without being there, where the document wants the officer present.
    fn on_duty(&self) -> Result<(), Refused> {
        let Actor::Staff(role, name) = self.by else { return Ok(()) };
        match self.book.roles.iter().find(|rule| rule.role == role && rule.on_duty) {
            Some(rule) if !self.table.on_duty.contains(&(role, name)) => {
                self.refuse(&rule.by, Reason::NotOnDuty(role))
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// An event on this authority.
pub(crate) fn event(what: Happening, by: &Citation) -> Event {
    Event { what, by: by.clone() }
}
