//! Opening, closing, who is on duty, acts that are recorded, notices and consents.

use std::sync::Arc;

use punto_lines::{
    About, Blocked, Happening, Hindrance, Matter, Owed, PersonsRule, Proposal, Reason, Refused, SharedTerms,
};
use punto_rulebook::known::{Choice, LimitChangeNotice};
use punto_rulebook::{Closing, Device, Holders, Range, Rule, Span, Term, Terms, TermsReason, Way};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Citation, PersonId, Role};

use super::opening::{by_the_officer, gaming_day, may_open};
use super::{Ctx, Decision, event};
use punto_rulebook::Opening;
use punto_state::{Open, Sign};

pub(super) fn open(ctx: &Ctx<'_>, opening: &Opening) -> Decision {
    let book = ctx.book;
    if ctx.table.open.is_some() {
        return ctx.refuse(&ctx.order(), Reason::AlreadyOpen);
    }
    may_open(ctx, opening)?;
    let terms = Terms::under(book, opening.draft(book)).map_err(|mut refused| {
        let first = refused.0.remove(0);
        ctx.refusal(&first.by, Reason::Terms(first.reason))
    })?;
    if let Some(date) = opening.parts.date {
        gaming_day(ctx, date)?;
    }
    by_the_officer(ctx, opening, &terms)?;
    if let Some(bank) =
        opening.parts.bank.as_ref().filter(|bank| !["licensee", "agent"].contains(&bank.as_str()))
        && let Some(rule) = book.procedure.get(Rule::HouseBank)
    {
        return ctx.refuse(&rule.by, Reason::BankShare { bank: bank.clone() });
    }
    equipped(ctx, opening, &terms)?;
    if let Some(method) = &opening.parts.method
        && book.method(method.as_str()).is_none()
    {
        let known = book.methods.iter().map(|method| method.id.clone()).collect();
        let reason = TermsReason::Unknown { what: Term::Method, asked: method.to_string(), known };
        let by = book.methods.first().map_or_else(|| book.nature.by.clone(), |method| method.by.clone());
        return ctx.refuse(&by, Reason::Terms(reason));
    }
    if let Some(method) = opening.method().and_then(|id| book.method(id)) {
        super::methods::fits_device(ctx, &terms, method)?;
        super::hooks::fits_tournament(ctx, opening, method)?;
    }
    if let Some(seconds) = opening.parts.bet_seconds {
        let has_clock = book.closing.value == Closing::Display || terms.demonstration;
        match seconds {
            _ if !has_clock => return ctx.refuse(&book.closing.by, Reason::NoBetClock { seconds }),
            0 => return ctx.refuse(&book.closing.by, Reason::NoBetTime),
            _ => {}
        }
    }
    // Who was at the table yesterday signs on anew.
    let gone: Vec<(Role, PersonId)> = ctx.table.gone_by(opening.parts.date, ctx.at).collect();
    let here = |role| ctx.table.on_duty.iter().any(|post| post.0 == role && !gone.contains(post));
    officer_among(ctx, terms.demonstration, here)?;
    let gone = gone.iter().map(|(role, name)| {
        let who = Actor::Staff(*role, *name);
        event(Happening::SignedOff { who }, &present_by(ctx, *role).cloned().unwrap_or_else(|| ctx.order()))
    });
    let mut opening = opening.clone();
    if let (None, Some(usual)) = (&opening.parts.method, book.usual_method(opening.is_tournament())) {
        opening.parts.method = Words::new(&usual.id).ok();
    }
    let by = terms.rest_on(book, &opening, !deals_itself(ctx, terms.demonstration));
    let terms = SharedTerms(Arc::new(terms));
    Ok(gone.chain([event(Happening::Opened { terms, opening }, &by)]).collect())
}

/// The clause that wants somebody of this role at the table.
fn present_by<'c>(ctx: &'c Ctx<'_>, role: Role) -> Option<&'c Citation> {
    let rule = ctx.book.procedure.get(Rule::OfficerPresent).filter(|present| present.roles.contains(&role));
    rule.map(|rule| &rule.by)
}

/// Refuses a table without the equipment and signs that the document wants at it.
fn equipped(ctx: &Ctx<'_>, opening: &Opening, terms: &Terms) -> Result<(), Refused> {
    let book = ctx.book;
    for equipment in [Rule::DiscardHolder, Rule::FloatTray, Rule::DropBox, Rule::Pucks, Rule::RulesAtTable] {
        let method = opening.method().and_then(|id| book.method(id));
        let passed = method.is_some_and(|method| method.holders != Holders::Dealer);
        let asked = equipment != Rule::Pucks || passed;
        if let Some(rule) = book.procedure.get(equipment).filter(|_| asked && opening.lacks(equipment)) {
            return ctx.refuse(&rule.by, Reason::Missing { rule: equipment });
        }
    }
    if let Some(rule) = book.procedure.get(Rule::DropBoxForCash)
        && opening.takes_cash()
        && opening.lacks(Rule::DropBox)
    {
        return ctx.refuse(&rule.by, Reason::Missing { rule: Rule::DropBox });
    }
    if let Some(rule) = book.procedure.get(Rule::LowLimitDevice)
        && opening.is_low_limit()
        && terms.device.value != Device::ShufflingDevice
    {
        return ctx.refuse(&rule.by, Reason::Missing { rule: Rule::LowLimitDevice });
    }
    if let Some(rule) = book.procedure.get(Rule::LowLimitTournament)
        && opening.is_low_limit()
        && opening.is_tournament()
    {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NoTournament));
    }
    let usual = book.variants.first().is_some_and(|first| first.id == terms.variant);
    if let Some(rule) =
        book.procedure.get(Rule::VariantSign).filter(|_| !usual && opening.lacks(Rule::VariantSign))
    {
        return ctx.refuse(&rule.by, Reason::Missing { rule: Rule::VariantSign });
    }
    Ok(())
}

/// Whether the software deals a demonstration by itself, with nobody there to be watched.
fn deals_itself(ctx: &Ctx<'_>, demonstration: bool) -> bool {
    demonstration && ctx.by == Actor::System
}

/// Refuses when the officer who must be present is not signed on.
pub(super) fn officer(ctx: &Ctx<'_>, demonstration: bool) -> Result<(), Refused> {
    officer_among(ctx, demonstration, |role| ctx.table.has_on_duty(role))
}

fn officer_among(ctx: &Ctx<'_>, demonstration: bool, here: impl Fn(Role) -> bool) -> Result<(), Refused> {
    let rule = ctx.book.procedure.get(Rule::OfficerPresent);
    let Some(rule) = rule.filter(|_| !deals_itself(ctx, demonstration)) else { return Ok(()) };
    match rule.roles.iter().find(|role| !here(**role)) {
        Some(role) => ctx.refuse(&rule.by, Reason::NotOnDuty(*role)),
        None => Ok(()),
    }
}

pub(super) fn close(ctx: &Ctx<'_>, open: &Open) -> Decision {
    if open.in_coup() {
        return ctx.refuse(&ctx.order(), Reason::InCoup);
    }
    if !open.wagers().is_empty() {
        return ctx.refuse(&ctx.book.closing.by, Reason::NotNow(Hindrance::WagersLie));
    }
    let mut by = ctx.order();
    if let Some(rule) = ctx.book.procedure.get(Rule::CloseNotice).filter(|_| !open.patrons.arrived.is_empty())
    {
        ctx.one_of(&rule.roles, &rule.by)?;
        super::signs::been_up(ctx, open, &Sign::Closure, rule)?;
        by = rule.by.clone();
    }
    // Closing ends the time for errors of the last coup, too: that is not the dealer's to do alone.
    let rules = &ctx.book.procedure;
    let officer = rules.get(Rule::CloseNotice).or(rules.get(Rule::Correction));
    let officer = officer.filter(|_| ctx.by != Actor::System && super::pending::may_be_put_right(open));
    if let Some(rule) = officer {
        ctx.one_of(&rule.roles, &rule.by)?;
    }
    super::acts::no_coup_waits(ctx, open)?;
    super::duties::nothing_owed(ctx, Blocked::Close)?;
    if let Some(rule) = ctx.book.procedure.get(Rule::EndCheck).filter(|_| ctx.table.coups.ended() > 0) {
        by = rule.by.clone();
    }
    // What waits for a coup goes with the cards, on record.
    let lapses = ctx.book.irregularities.waiting_lapses.as_ref().unwrap_or(&by);
    Ok(super::shoe::waiting_aside(open, lapses).into_iter().chain([event(Happening::Closed, &by)]).collect())
}

pub(super) fn sign_on(ctx: &Ctx<'_>) -> Decision {
    let Actor::Staff(role, _) = ctx.by else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::StaffSignsOn));
    };
    let Some(rule) = ctx.book.roles.iter().find(|rule| rule.role == role) else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::NoSuchRole));
    };
    let by = present_by(ctx, role).unwrap_or(&rule.by);
    Ok(vec![event(Happening::SignedOn { who: ctx.by }, by)])
}

pub(super) fn sign_off(ctx: &Ctx<'_>) -> Decision {
    let Actor::Staff(role, name) = ctx.by else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::StaffSignsOff));
    };
    if !ctx.table.on_duty.contains(&(role, name)) {
        return ctx.refuse(&ctx.order(), Reason::NotOnDuty(role));
    }
    Ok(vec![event(Happening::SignedOff { who: ctx.by }, &ctx.order())])
}

/// An act of staff, or of a patron where the rule names no role, that is recorded with its clause.
pub(super) fn act(
    ctx: &Ctx<'_>,
    open: &Open,
    rule: Rule,
    persons: &[PersonId],
    note: Option<&Words>,
) -> Decision {
    // Somebody who is not on duty breaks the rule that the exemption is from.
    let exempt = ctx.book.procedure.get(Rule::StaffDevices).filter(|_| rule == Rule::StaffDevices);
    if let (Some(exempt), Some(broken)) = (exempt, ctx.book.procedure.get(Rule::ProhibitedDevices)) {
        ctx.one_of(&exempt.roles, &broken.by)?;
    }
    let procedure = ctx.rule(rule)?;
    // Which acts without a role are a patron's is settled before this.
    if !procedure.roles.is_empty() {
        // What an officer has ordered is done by those who work at the table.
        let ordered = ctx.table.duties.iter().any(|duty| duty.what == Owed::Act(rule));
        match ordered {
            true => ctx.one_of(&Owed::Act(rule).roles(ctx.book), &procedure.by)?,
            false => ctx.one_of(&procedure.roles, &procedure.by)?,
        }
    }
    super::acts::act_in_order(ctx, open, rule, procedure)?;
    super::acts::names_whom(ctx, open, (rule, &procedure.by), (persons, note))?;
    let approval = rule == Rule::MachineShuffle && procedure.value == Some(Way::Approved);
    if approval && note.is_none() {
        return ctx.refuse(&procedure.by, Reason::NotNow(Hindrance::MachineApprovalUnnamed));
    }
    let mut sent = measure(ctx, open, rule, (persons, note), &procedure.by)?;
    // What lies for a coup that these cards will not see as they are goes back.
    let refused = rule == Rule::PreshuffledRefused;
    let mut events = if refused { super::shoe::clears_layout(open, &procedure.by) } else { Vec::new() };
    if rule == Rule::EndCheck {
        let out = super::acts::taken_out(ctx, open, &procedure.by)?;
        if !out.is_empty() {
            super::pending::not_the_dealers(ctx, open, &procedure.roles, &procedure.by)?;
        }
        sent.extend(out);
    }
    let note = note.cloned();
    let what = match PersonsRule::new(rule).filter(|_| !persons.is_empty()) {
        Some(rule) => Happening::RecordedAbout { rule, about: About { persons: persons.to_vec(), note } },
        None => Happening::Recorded { rule, note },
    };
    // What is owed is done by what asks for it.
    let owed = ctx.table.duties.iter().find(|duty| duty.what == Owed::Act(rule));
    let by = owed.map_or(&procedure.by, |duty| &duty.by);
    let told = procedure.told.iter().map(|role| event(Happening::MustBeTold { role: *role }, &procedure.by));
    events.push(event(what, by));
    events.extend(told.chain(sent));
    Ok(events)
}

/// What follows from an act that is taken against persons: it names those who were found out, and who is sent out of the
/// casino plays no further here.
fn measure(
    ctx: &Ctx<'_>,
    open: &Open,
    rule: Rule,
    (persons, note): (&[PersonId], Option<&Words>),
    by: &Citation,
) -> Decision {
    if !matches!(rule, Rule::Exclude | Rule::ExcludeFromCasino | Rule::Detain) {
        return Ok(Vec::new());
    }
    if persons.is_empty() {
        return ctx.refuse(by, Reason::NotNow(Hindrance::NoBreach));
    }
    persons.iter().try_for_each(|patron| super::patrons::found_out(ctx, *patron, by))?;
    let why = note.cloned().map_or_else(|| Words::new(rule.word()), Ok);
    match why.ok().filter(|_| rule != Rule::Detain) {
        Some(why) => {
            let excluded = |patron: &PersonId| super::patrons::excluded(ctx, open, *patron, &why, by);
            Ok(persons.iter().flat_map(excluded).collect())
        }
        None => Ok(Vec::new()),
    }
}

pub(super) fn tell(ctx: &Ctx<'_>, role: Role, rule: Rule) -> Decision {
    let procedure = ctx.rule(rule)?;
    ctx.one_of(&[], &procedure.by)?;
    Ok(vec![event(Happening::Told { role, rule }, &procedure.by)])
}

pub(super) fn consent(
    ctx: &Ctx<'_>,
    open: &Open,
    patron: PersonId,
    matter: Matter,
    to: Option<&Proposal>,
) -> Decision {
    if !open.patrons.has(patron) {
        return ctx.refuse(&ctx.order(), Reason::NotHere(patron));
    }
    ctx.not_excluded(patron)?;
    let by = matter_by(ctx, open, matter)?;
    not_for_oneself(ctx, patron, matter, &by)?;
    let fits = matches!(
        (matter, to),
        (_, None)
            | (Matter::Limits | Matter::PersonalLimits, Some(Proposal::Limits(_)))
            | (Matter::Limits, Some(Proposal::Stakes(..)))
            | (Matter::Variant, Some(Proposal::Variant(_)))
    );
    if !fits {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::OtherMatter));
    }
    let to = to.cloned().or_else(|| announced(ctx, open, matter));
    Ok(vec![event(Happening::Consented { patron, matter, to }, &by)])
}

/// What somebody agrees to who names nothing: what a sign announces in the matter, if it is one thing; or the only other form
/// that the game has.
fn announced(ctx: &Ctx<'_>, open: &Open, matter: Matter) -> Option<Proposal> {
    let mut signs = open.signs.keys().filter_map(|sign| match (matter, sign) {
        (Matter::Limits, Sign::Limits(min, max)) => {
            Some(Proposal::Limits(Range(Span { min: *min, max: *max })))
        }
        (Matter::Limits, Sign::Stakes(bet, min, max)) => {
            Some(Proposal::Stakes(*bet, Range(Span { min: *min, max: *max })))
        }
        (Matter::Variant, Sign::Variant(variant)) => Some(Proposal::Variant(Words::new(variant).ok()?)),
        _ => None,
    });
    if let (Some(one), None) = (signs.next(), signs.next()) {
        return Some(one);
    }
    let others = ctx.book.variants.iter().filter(|own| own.id != open.terms.variant);
    match (matter, others.collect::<Vec<_>>().as_slice()) {
        (Matter::Variant, [other]) => Some(Proposal::Variant(Words::new(&other.id).ok()?)),
        _ => None,
    }
}

/// Staff may enter a patron's consent, unless they are the one who uses it.
fn not_for_oneself(ctx: &Ctx<'_>, patron: PersonId, matter: Matter, by: &Citation) -> Result<(), Refused> {
    let Actor::Staff(role, own) = ctx.by else { return Ok(()) };
    let users = |rule| ctx.book.procedure.get(rule).map(|rule| rule.roles.clone()).unwrap_or_default();
    let users = match matter {
        Matter::Limits => users(Rule::ChangeLimits),
        Matter::PersonalLimits => users(Rule::PersonalLimits),
        Matter::Variant => users(Rule::ChangeVariant),
        Matter::NoBetCoups => users(Rule::FreeCoupsAgreed),
        Matter::EndShoe => users(Rule::Correction),
        Matter::Preshuffled | Matter::Squeeze => Vec::new(),
    };
    match users.iter().any(|user| ctx.book.counts_as(role, *user)) {
        true => ctx.refuse(by, Reason::SpeaksForAnother { own, patron }),
        false => Ok(()),
    }
}

/// The clause that asks for consent in a matter, or a refusal where the document asks for none.
fn matter_by(ctx: &Ctx<'_>, open: &Open, matter: Matter) -> Result<Citation, Refused> {
    let has = |rule| ctx.book.procedure.get(rule).is_some();
    let rule = match matter {
        Matter::Limits if has(Rule::ChangeByConsent) => Rule::ChangeByConsent,
        Matter::Limits if open.terms.choice::<LimitChangeNotice>().is_some() => {
            return Ok(LimitChangeNotice::SETTING.citation());
        }
        Matter::Limits | Matter::PersonalLimits => Rule::PersonalLimits,
        Matter::Variant => Rule::ChangeVariant,
        Matter::NoBetCoups if has(Rule::FreeCoups) => Rule::FreeCoups,
        Matter::NoBetCoups => Rule::FreeCoupsAgreed,
        Matter::Preshuffled => Rule::Preshuffled,
        Matter::Squeeze => {
            let method = ctx.book.methods.iter().find(|method| method.holders != Holders::Dealer);
            let none = || ctx.refusal(&ctx.order(), Reason::NotNow(Hindrance::NoSuchMethod));
            return method.map(|method| method.by.clone()).ok_or_else(none);
        }
        Matter::EndShoe => return Ok(open.terms.after_void.by.clone()),
    };
    ctx.rule(rule).map(|rule| rule.by.clone())
}

/// Refuses unless every patron at the table has agreed.
pub(super) fn all_agree(
    ctx: &Ctx<'_>,
    open: &Open,
    matter: Matter,
    to: Option<&Proposal>,
    by: &Citation,
) -> Result<(), Refused> {
    let agreed: Vec<PersonId> = open.agreed(matter, to, (ctx.at, ctx.by)).collect();
    // Who is excluded from further play has no say in it.
    let plays = |patron: &&PersonId| !ctx.table.excluded.contains(patron);
    let missing = open.patrons.arrived.iter().filter(plays).find(|patron| !agreed.contains(patron));
    match missing {
        Some(patron) => ctx.refuse(by, Reason::NotAgreed { patron: *patron, matter }),
        None => Ok(()),
    }
}
