//! An officer's act needs that officer, on duty where the document says so.

use punto_rulebook::known::RulingOfficer;
use punto_rulebook::{Case, Mishap, Rule};
use punto_table::{Actor, Command, Happening, Laying, Owed, Phase, Trouble};
use punto_vocab::Role;

use super::Step;

pub(super) fn check(step: &Step<'_>) -> Result<(), String> {
    if step.software_deals() || step.ruled_by_tournament() {
        return Ok(());
    }
    present(step)?;
    for event in step.events {
        if let Happening::Ordered { ruling } = &event.what
            && let Some(officer) = ruling.0.ordered_by
        {
            held(step, &[officer])?;
        }
    }
    match needed(step) {
        Some(roles) if !roles.is_empty() => held(step, &roles),
        Some(_) | None => Ok(()),
    }
}

/// Refuses an accepted command whose speaker has none of these roles, or is not there.
fn held(step: &Step<'_>, roles: &[Role]) -> Result<(), String> {
    let Actor::Staff(own, name) = step.said.by else {
        return step.wrong(format!("this takes one of {roles:?}"));
    };
    let counts = |role: &Role| step.book.counts_as(own, *role) || rules_for_house(step, own, *role);
    if !roles.iter().any(counts) {
        return step.wrong(format!("this takes one of {roles:?}"));
    }
    let rule = step.book.roles.iter().find(|rule| rule.role == own);
    if rule.is_some_and(|rule| rule.on_duty) && !step.before.on_duty.contains(&(own, name)) {
        return step.wrong(format!("{own} {name} is not on duty"));
    }
    Ok(())
}

/// Whether the house lets this grade rule where the document names the House and nobody in it.
fn rules_for_house(step: &Step<'_>, own: Role, needed: Role) -> bool {
    let lowest = step.open().filter(|_| needed == Role::CasinoOperator).and_then(|open| open.terms.choice());
    match own {
        Role::GamingManager => lowest.is_some(),
        Role::GameSupervisor => matches!(lowest, Some(RulingOfficer::Supervisor | RulingOfficer::Dealer)),
        Role::Dealer => lowest == Some(RulingOfficer::Dealer),
        _ => false,
    }
}

/// Where the document wants an officer at the table, nothing is dealt or paid without one.
fn present(step: &Step<'_>) -> Result<(), String> {
    let plays = step.has(|what| matches!(what, Happening::Dealt { .. } | Happening::Concluded));
    let Some(rule) = step.book.procedure.get(Rule::OfficerPresent).filter(|_| plays) else { return Ok(()) };
    match rule.roles.iter().find(|role| !step.before.has_on_duty(**role)) {
        Some(role) => step.wrong(format!("play went on without the {role}")),
        None => Ok(()),
    }
}

/// Whether the speaker is a patron who was allowed before to name somebody in their place.
fn nominates_by_leave(step: &Step<'_>) -> bool {
    let Actor::Patron(own) = step.said.by else { return false };
    step.open().is_some_and(|open| open.patrons.may_nominate.contains(&own))
}

/// Who alone may say this, as far as the document names anybody.
fn needed(step: &Step<'_>) -> Option<Vec<Role>> {
    use Command as C;
    let of = |rule: Rule| step.book.procedure.get(rule).map(|rule| rule.roles.clone());
    let trouble = || trouble(step).and_then(|trouble| trouble.ruling.ordered_by).map(|role| vec![role]);
    match &step.said.command {
        C::ChangeLimits { .. } => of(Rule::ChangeLimits).or_else(|| of(Rule::RaiseMinimum)),
        C::RaiseAtOnce { .. } => of(Rule::RaiseAtOnce),
        C::EndOldMinimum => of(Rule::EndOldMinimum),
        C::ChangeVariant { .. } => of(Rule::ChangeVariant),
        C::ChangeMethod { .. } => of(Rule::ChangeMethod),
        C::Personal { .. } => of(Rule::PersonalLimits),
        C::Liability { .. } => of(Rule::CollectiveLiability),
        C::Restrict { .. } | C::Unrestrict { .. } | C::Review { .. } => Some(vec![Role::CasinoSupervisor]),
        C::Exclude { .. } => of(Rule::Exclude),
        C::RefuseWager { .. } => of(Rule::RefuseWager).or_else(|| of(Rule::Partnership)),
        C::ApproveBoth { .. } => step.book.combination_approval.map(|role| vec![role]),
        C::VoidWagers { .. } => {
            let remedy = step.book.irregularities.remedy(Mishap::ProhibitedDevice, Case::Found);
            remedy.and_then(|remedy| remedy.ordered_by).map(|role| vec![role])
        }
        C::Order { .. } | C::ForfeitWagers { .. } => trouble(),
        C::Relax { .. } => of(Rule::RelaxLock),
        C::LetPatronsCut => of(Rule::CutBySupervisor),
        // A holder whom the officer has allowed it names somebody without being asked again.
        C::Nominate { .. } => of(Rule::Nominee).filter(|_| !nominates_by_leave(step)),
        C::Forfeit { .. } => of(Rule::Forfeit),
        C::Found { .. } => of(Rule::FoundStake),
        C::Mark { .. } if step.dealing().is_some_and(|dealing| dealing.given.len() > 1) => {
            of(Rule::FoundStake)
        }
        C::Rekey { .. } if !step.dealing().is_some_and(|dealing| dealing.keyed) => of(Rule::Correction),
        C::Mispaid { .. } => of(Rule::Correction),
        C::Decide { .. } => of(Rule::Dispute),
        C::FreeCoup => of(Rule::FreeCoups).or_else(|| {
            let empty = step.open().is_some_and(|open| open.patrons.arrived.is_empty());
            of(if empty { Rule::FreeCoupsEmpty } else { Rule::FreeCoupsAgreed })
        }),
        // What an officer has ordered is done by those who work at the table.
        C::Act { rule, .. } if step.before.duties.iter().any(|duty| duty.what == Owed::Act(*rule)) => {
            Some(Owed::Act(*rule).roles(step.book))
        }
        C::Act { rule, .. } => of(*rule),
        C::ActAbout { rule, .. } => of(rule.rule()),
        C::NewCards { .. } if !must_go(step) => of(Rule::ReplaceCards),
        // A tournament may be run by the software.
        C::LimitOff { .. } | C::WagerOrder { .. } if step.said.by != Actor::System => {
            Some(vec![Role::TournamentManager, Role::CompetitionDirector])
        }
        // That a card which waits was seen, the officer says against the dealer's word.
        C::Card { card, lies: Some(Laying::InShoe) }
            if step.said.by != Actor::System
                && step.open().is_some_and(|open| open.waiting_card() == Some(*card)) =>
        {
            of(Rule::Correction).map(|roles| [roles, vec![Role::Dealer]].concat())
        }
        C::Card { .. } | C::Settle | C::Shuffle { .. } | C::Call { .. } if step.said.by != Actor::System => {
            Some(vec![Role::Dealer])
        }
        _ => None,
    }
}

/// Cards that must go may be replaced by anybody on staff.
fn must_go(step: &Step<'_>) -> bool {
    step.before.duties.iter().any(|duty| matches!(duty.what, Owed::NewCards(_)))
}

/// What waited to be ordered.
pub(super) fn trouble<'a>(step: &Step<'a>) -> Option<&'a Trouble> {
    let open = step.open()?;
    match &open.phase {
        Phase::Dealing(dealing) => dealing.trouble.as_ref(),
        Phase::Preparing | Phase::Betting(_) => open.trouble.as_ref(),
    }
}
