//! What must be done with the cards, and in which order, before they are shuffled.

use std::collections::BTreeSet;

use punto_lines::{Blocked, Happening, Hindrance, NotDue, Owed, Reason, Refused};
use punto_rulebook::{Device, Procedure, Rule, Way};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Citation, PersonId, Role};

use super::duties::{nothing_owed, owes};
use super::shoe::{none_waits, waiting_aside};
use super::{Ctx, Decision, event};
use punto_state::{Betting, Open, Phase, Stage, takes_cards_out};

/// Acts that must be done, in this order, before a shuffle by hand.
pub(super) const BEFORE_SHUFFLE: [Rule; 6] =
    [Rule::CheckCards, Rule::ShowCards, Rule::PatronChecks, Rule::Wash, Rule::Stack, Rule::Riffle];

pub(super) fn preparing(ctx: &Ctx<'_>, open: &Open, stage: Stage, by: &Citation) -> Result<(), Refused> {
    // Cards shown in the gathering wait for another shuffle by the clause that forbids it.
    let shown = open.acts.last().is_some_and(|(act, _)| *act == Rule::FaceShownInGathering);
    let gathering = ctx.book.procedure.get(Rule::FaceShownInGathering);
    let by = match gathering.filter(|_| shown && open.shoe.stage == Stage::Gathered) {
        Some(rule) => &rule.by,
        None => by,
    };
    match open.phase {
        Phase::Preparing if open.shoe.stage == stage => Ok(()),
        Phase::Preparing => {
            let why = match open.shoe.stage {
                Stage::Gathered => Hindrance::NotShuffled,
                Stage::Shuffled => Hindrance::NotCut,
                Stage::Cut => Hindrance::MarkerNotIn,
                Stage::Marked => Hindrance::NotBurned,
                Stage::Ready => Hindrance::ReadyAlready,
            };
            ctx.refuse(by, Reason::CardsNotReady(why))
        }
        Phase::Betting(_) | Phase::Dealing(_) => ctx.refuse(by, Reason::NotNow(Hindrance::ShoeInPlay)),
    }
}

/// How many people have done an act; somebody in two roles is one.
pub(super) fn done(open: &Open, rule: Rule) -> usize {
    let people = open.acts.iter().filter(|(act, _)| *act == rule).map(|(_, who)| who.name());
    people.collect::<BTreeSet<_>>().len()
}

/// How many different people must do an act before the shuffle; nought where it is nobody's duty.
pub(super) fn people_needed(ctx: &Ctx<'_>, open: &Open, rule: Rule) -> usize {
    // New cards go through everything that the first ones went through.
    let first = open.shoe.number == 0 || open.shoe.fresh;
    match ctx.book.procedure.get(rule) {
        None => 0,
        Some(procedure) => match procedure.value {
            Some(Way::Optional) => 0,
            Some(Way::Twice) if first => 2,
            Some(Way::Twice) => 0,
            Some(Way::Opening) if !first => 0,
            Some(Way::NewCards) if !first => 0,
            _ => 1,
        },
    }
}

/// Whether an act has been done by as many people as it takes; two checks are one by each of the roles it names.
pub(super) fn enough(ctx: &Ctx<'_>, open: &Open, rule: Rule) -> bool {
    let needed = people_needed(ctx, open, rule);
    let each = ctx.book.procedure.get(rule).filter(|_| needed > 1).map_or(&[][..], |rule| &rule.roles);
    let by_role = |role: &Role| {
        let own = |who: &Actor| who.role().is_some_and(|own| ctx.book.counts_as(own, *role));
        open.acts.iter().any(|(act, who)| *act == rule && own(who))
    };
    done(open, rule) >= needed && each.iter().all(by_role)
}

/// Whether cards that were shuffled beforehand have come, and nobody has insisted on the full process.
pub(super) fn preshuffled(open: &Open) -> bool {
    done(open, Rule::Preshuffled) > 0 && done(open, Rule::PreshuffledRefused) == 0
}

/// Whether a coup has been dealt from the shoe, or wagers lie for its first.
fn used(ctx: &Ctx<'_>, open: &Open) -> bool {
    begun(ctx, open) || !open.wagers().is_empty()
}

/// Whether a coup has been dealt from the shoe, or the wagers for its first are closed.
fn begun(ctx: &Ctx<'_>, open: &Open) -> bool {
    let dealt = ctx.table.coups.in_shoe() > 0;
    let closed = |own: &Betting| own.closed && !own.wagers.is_empty();
    open.in_coup() || matches!(&open.phase, Phase::Betting(own) if dealt || closed(own))
}

/// Refuses an act out of its time: what the clause speaks of must be going on.
pub(super) fn act_in_time(
    ctx: &Ctx<'_>,
    open: &Open,
    rule: Rule,
    procedure: &Procedure,
) -> Result<(), Refused> {
    let by = &procedure.by;
    let hand_out = |dealing: &punto_state::Dealing| {
        punto_vocab::Side::ALL.into_iter().any(|side| dealing.holders[side].designated.is_some())
    };
    let open_wagers = matches!(&open.phase, Phase::Betting(betting) if !betting.closed);
    // A burn that takes an officer's approval is approved by an act; any other is simply made.
    let burn = matches!(rule, Rule::BurnOne | Rule::BurnShown | Rule::BurnCounted);
    match rule {
        _ if rule.has_own_command() || burn && procedure.roles.is_empty() => {
            ctx.refuse(by, Reason::NotNow(Hindrance::OwnWord))
        }
        Rule::OralWager if !open_wagers => ctx.refuse(by, Reason::WagersClosed),
        // Which they are is said with the word for it.
        Rule::SpoiledCards | Rule::SpoiledBeforeShoe => {
            ctx.refuse(by, Reason::NotNow(Hindrance::NameSpoiledCards))
        }
        Rule::CutBacks => preparing(ctx, open, Stage::Shuffled, by),
        Rule::CutFailedDevice if owes(ctx, Owed::Act(Rule::ShuffleFailedDevice)) => {
            ctx.refuse(by, Reason::Missing { rule: Rule::ShuffleFailedDevice })
        }
        Rule::CutFailedDevice if !owes(ctx, Owed::Act(rule)) => {
            ctx.refuse(by, Reason::NotNow(Hindrance::DeviceNotCut))
        }
        // Of a device that failed: what its failure asks for, and nothing where none has.
        Rule::ShuffleFailedDevice | Rule::ReplaceDevice if !owes(ctx, Owed::Act(rule)) => {
            let why = Reason::NotNow(Hindrance::NoDevice);
            ctx.refuse(
                by,
                if open.terms.device.value == Device::ShufflingDevice { Reason::NoTrouble } else { why },
            )
        }
        // These are on record with what brings them: a ruling, the resumption of a coup, a review.
        Rule::VoidShoe | Rule::CardFault | Rule::FinishFromShoe => ctx.refuse(by, Reason::NoTrouble),
        Rule::FinalWord => ctx.refuse(by, Reason::NotNow(Hindrance::NoDecision)),
        Rule::SecondCuttingCard if done(open, rule) > 0 => {
            ctx.refuse(by, Reason::NotNow(Hindrance::TwoCuttingCards))
        }
        Rule::SecondCuttingCard => preparing(ctx, open, Stage::Marked, by),
        Rule::ShowCards if open.patrons.arrived.is_empty() => ctx.refuse(by, Reason::NobodyPresent),
        Rule::Preshuffled if !open.shoe.brought() => {
            ctx.refuse(by, Reason::NotNow(Hindrance::NoPreshuffledCards))
        }
        Rule::PreChecked if !open.shoe.brought() => ctx.refuse(by, Reason::NotNow(Hindrance::CardsPlayed)),
        // How cards come, and by what they are shuffled, is said before they are.
        Rule::Preshuffled | Rule::PreChecked | Rule::MachineShuffle => {
            preparing(ctx, open, Stage::Gathered, by)
        }
        // A burn is approved for the shoe that comes, and not when it is dealt from.
        Rule::BurnOne | Rule::BurnShown | Rule::BurnCounted if used(ctx, open) => {
            ctx.refuse(by, Reason::NotNow(Hindrance::ShoeInPlay))
        }
        // Until the first coup with them, also when they are cut and burned: its wagers keep nobody from it before they close.
        Rule::PreshuffledLook | Rule::PreshuffledRefused if begun(ctx, open) || !preshuffled(open) => {
            ctx.refuse(by, Reason::NotNow(Hindrance::NoPreshuffledCards))
        }
        Rule::HolderDuties | Rule::HolderMarker if !matches!(&open.phase, Phase::Dealing(dealing) if hand_out(dealing)) => {
            ctx.refuse(by, Reason::NotNow(Hindrance::NoHolder))
        }
        _ => Ok(()),
    }
}

/// Refuses an act that comes before the one it follows.
pub(super) fn act_in_order(
    ctx: &Ctx<'_>,
    open: &Open,
    rule: Rule,
    procedure: &Procedure,
) -> Result<(), Refused> {
    // Decks are not whole while some of their cards lie on the table.
    let between_coups = [Rule::UnfitCards, Rule::OrderShuffle, Rule::CheckDevice, Rule::VerifyDecks];
    if between_coups.contains(&rule) && open.in_coup() {
        return ctx.refuse(&procedure.by, Reason::InCoup);
    }
    if rule == Rule::CheckDevice && open.terms.device.value != Device::ShufflingDevice {
        return ctx.refuse(&procedure.by, Reason::NotNow(Hindrance::NoDevice));
    }
    if rule == Rule::EndCheck || matches!(open.phase, Phase::Preparing) && takes_cards_out(rule) {
        nothing_owed(ctx, Blocked::CardsOut)?;
    }
    if rule == Rule::FaceShownInGathering {
        preparing(ctx, open, Stage::Shuffled, &procedure.by)?;
    }
    mixed_in_time(ctx, open, rule, procedure)?;
    act_in_time(ctx, open, rule, procedure)?;
    let Some(place) = BEFORE_SHUFFLE.iter().position(|own| *own == rule) else { return Ok(()) };
    preparing(ctx, open, Stage::Gathered, &procedure.by)?;
    // Pre-shuffled cards are riffled without what leads up to it, and a patron may look at any time.
    if rule == Rule::PatronChecks || rule == Rule::Riffle && preshuffled(open) {
        return Ok(());
    }
    for before in &BEFORE_SHUFFLE[..place] {
        if !enough(ctx, open, *before) && !pre_checked(ctx, open, *before) {
            let by = ctx.book.procedure.get(*before).map_or(&procedure.by, |rule| &rule.by);
            return ctx.refuse(by, Reason::Missing { rule: *before });
        }
    }
    Ok(())
}

/// Refuses an act about persons that does not say whom, or that names somebody of whom its clause does not speak: who asks,
/// checks, cuts or turns cards is at the table, and partners have been. Devices are forbidden to everybody near it.
pub(super) fn names_whom(
    ctx: &Ctx<'_>,
    open: &Open,
    (rule, by): (Rule, &Citation),
    (persons, note): (&[PersonId], Option<&Words>),
) -> Result<(), Refused> {
    if !rule.about_persons() {
        return Ok(());
    }
    let speaks_of = |who: &PersonId| match rule {
        Rule::ProhibitedDevices | Rule::ExcludeFromCasino | Rule::Detain => true,
        Rule::Partnership => ctx.table.known.contains(who),
        _ => open.patrons.has(*who),
    };
    if let Some(stranger) = persons.iter().find(|who| !speaks_of(who)) {
        return ctx.refuse(by, Reason::NotHere(*stranger));
    }
    match (rule, ctx.by, persons) {
        (Rule::PatronChecks, Actor::Patron(own), [other, ..]) if own != *other => {
            ctx.refuse(by, Reason::SpeaksForAnother { own, patron: *other })
        }
        (_, _, [_, ..]) => Ok(()),
        (Rule::PatronChecks, Actor::Patron(_), []) if note.is_none() => Ok(()),
        (Rule::PatronChecks, ..) => ctx.refuse(by, Reason::NotNow(Hindrance::PatronChecksCards)),
        // Without a name it is the officer's own cut.
        (Rule::CutFailedDevice, ..) if note.is_none() => Ok(()),
        (Rule::RiffleOnRequest | Rule::RiffleMakers, ..) => {
            ctx.refuse(by, Reason::NotNow(Hindrance::NotAskedFor))
        }
        _ => ctx.refuse(by, Reason::NotNow(Hindrance::NamesNobody)),
    }
}

/// Refuses while one of these acts is still to be done.
pub(super) fn all_done(ctx: &Ctx<'_>, open: &Open, acts: &[Rule], by: &Citation) -> Result<(), Refused> {
    for act in acts {
        if !enough(ctx, open, *act) && !pre_checked(ctx, open, *act) {
            let by = ctx.book.procedure.get(*act).map_or(by, |rule| &rule.by);
            return ctx.refuse(by, Reason::Missing { rule: *act });
        }
    }
    Ok(())
}

/// Pre-shuffled cards are riffled before the cut if a patron at the table asks for it, the maker's own only once they
/// are ready for it; into a device they go mixed by hand if the supervisor so decides.
fn mixed_in_time(ctx: &Ctx<'_>, open: &Open, rule: Rule, procedure: &Procedure) -> Result<(), Refused> {
    let by = &procedure.by;
    let stages: &[Stage] = match rule {
        Rule::RiffleOnRequest => &[Stage::Gathered, Stage::Shuffled],
        Rule::RiffleMakers => &[Stage::Shuffled],
        Rule::DeviceHandShuffle => &[Stage::Gathered],
        _ => return Ok(()),
    };
    if !matches!(open.phase, Phase::Preparing) || !stages.contains(&open.shoe.stage) {
        return ctx.refuse(by, Reason::NotNow(Hindrance::RiffleBeforeCut));
    }
    if !preshuffled(open) {
        return ctx.refuse(by, Reason::NotNow(Hindrance::NoPreshuffledCards));
    }
    // Cards that their maker shuffled have a clause of their own, and the casino's are not of it.
    let makers = rule == Rule::RiffleMakers;
    if rule != Rule::DeviceHandShuffle && open.shoe.stage == Stage::Shuffled && open.shoe.makers != makers {
        return ctx.refuse(by, Reason::NotNow(Hindrance::NoPreshuffledCards));
    }
    if rule == Rule::DeviceHandShuffle {
        let device = open.terms.device.value == Device::ShufflingDevice;
        return if device { Ok(()) } else { ctx.refuse(by, Reason::NotNow(Hindrance::NoDevice)) };
    }
    Ok(())
}

/// Cards that were checked beforehand need no patron's check where the document says so.
pub(super) fn pre_checked(ctx: &Ctx<'_>, open: &Open, rule: Rule) -> bool {
    rule == Rule::PatronChecks
        && ctx.book.procedure.get(Rule::PreChecked).is_some()
        && open.acts.iter().any(|(act, _)| *act == Rule::PreChecked)
}

/// What a check of all cards that were played does to the shoe that they are in: it is over, and they are shuffled before the
/// next. Cards that others have replaced are checked away from the shoe.
pub(super) fn taken_out(ctx: &Ctx<'_>, open: &Open, by: &Citation) -> Decision {
    let played = open.shoe.drawn > 0 || !open.shoe.fresh && owes(ctx, Owed::Act(Rule::EndCheck));
    match &open.phase {
        _ if !played => return Ok(Vec::new()),
        Phase::Dealing(_) => return ctx.refuse(by, Reason::InCoup),
        Phase::Betting(betting) if !betting.wagers.is_empty() => {
            return ctx.refuse(by, Reason::NotNow(Hindrance::WagersLie));
        }
        Phase::Preparing if open.shoe.stage == Stage::Gathered => return Ok(Vec::new()),
        Phase::Preparing | Phase::Betting(_) => no_coup_waits(ctx, open)?,
    }
    let lapses = ctx.book.irregularities.waiting_lapses.as_ref().unwrap_or(by);
    Ok(waiting_aside(open, lapses).into_iter().chain([event(Happening::ShoeEnded, by)]).collect())
}

/// Refuses to end with these cards while one of them waits: a coup without wagers is dealt first, and another card opens the
/// next coup while there is somebody for whom it is dealt.
pub(super) fn no_coup_waits(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    if let Phase::Betting(Betting { waiting, no_bet: Some(by), .. }) = &open.phase
        && !waiting.is_empty()
    {
        return ctx.refuse(by, NotDue::CardWaits.into());
    }
    let lapses = ctx.book.irregularities.waiting_lapses.is_some() || open.patrons.arrived.is_empty();
    none_waits(ctx, open, lapses)
}
