//! Hidden wagers: handed in sealed, examined, read out when the document says so, and mended when they are faulty.

use punto_rulebook::{BetKind, Span, TournamentRule as R, Way};
use punto_vocab::line::Words;
use punto_vocab::{BetId, Citation, Money, PersonId};

use super::{Ctx, Decision, coups, event, wagers};
use crate::event::Happening;
use crate::form::{Form, Seal};
use crate::reason::{Reason, Refused};
use crate::state::{Handed, Phase, Place, Venue, Wager};

pub(super) fn seal(ctx: &Ctx<'_>, entrant: PersonId, form: Option<Seal>) -> Decision {
    let hidden = ctx.rule(R::Hidden)?;
    let (place, venue, _) = wagers::may_wager(ctx, entrant)?;
    if venue.passed.contains(&entrant) || venue.forms.contains_key(&entrant) {
        return ctx.refuse(&hidden.by, Reason::ActedAlready { entrant });
    }
    let early = wagers::turn(ctx, entrant, place, venue)?;
    if place.hidden == 0 {
        return ctx.refuse(&hidden.by, Reason::NoHidden { entrant });
    }
    let rules = [R::HiddenForm, R::HiddenRecord].into_iter().filter_map(|rule| ctx.book.tournament.get(rule));
    let sealed = event(Happening::Sealed { entrant, form }, &hidden.by.and_all(rules.map(|rule| &rule.by)));
    let early = early.map(|by| event(Happening::OutOfTurn { entrant }, &by));
    Ok(early.into_iter().chain([sealed]).collect())
}

/// The officer has looked at a form and finds it in order.
pub(super) fn examine(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let examine = ctx.entitled(R::Examine)?;
    handed(ctx, entrant)?;
    let by = examine.by.and_all(ctx.book.tournament.get(R::HiddenRecord).map(|rule| &rule.by));
    Ok(vec![event(Happening::Examined { entrant }, &by)])
}

/// A form that is not in order is given back before the coup, to be filled in properly.
pub(super) fn return_form(ctx: &Ctx<'_>, entrant: PersonId, why: &Words) -> Decision {
    let examine = ctx.entitled(R::Examine)?;
    let (form, _, venue) = handed(ctx, entrant)?;
    match venue.phase {
        Phase::Betting | Phase::Closed if !form.announced => {
            Ok(vec![event(Happening::FormReturned { entrant, why: why.clone() }, &examine.by)])
        }
        _ => ctx.refuse(&examine.by, Reason::WrongPhase { phase: "the coup has begun" }),
    }
}

fn handed<'a>(ctx: &'a Ctx<'_>, entrant: PersonId) -> Result<(&'a Handed, &'a Place, &'a Venue), Refused> {
    ctx.running()?;
    let place = ctx.seat(entrant)?;
    let venue = ctx.venue(place.table)?;
    match venue.forms.get(&entrant) {
        Some(form) => Ok((form, place, venue)),
        None => ctx.refuse(&ctx.by_rule(R::Hidden), Reason::NoForm { entrant }),
    }
}

/// A form is read out. Before the first card a fault sends it back; once the cards are out it counts as the document says.
pub(super) fn announce(ctx: &Ctx<'_>, entrant: PersonId, form: &Form) -> Decision {
    let announce = ctx.entitled(R::Announce)?;
    let (own, place, venue) = handed(ctx, entrant)?;
    if own.announced {
        return ctx.refuse(&announce.by, Reason::AnnouncedAlready { entrant });
    }
    if own.seal.is_some_and(|seal| !seal.is_of(form)) {
        return ctx.refuse(&ctx.by_rule(R::HiddenForm), Reason::OtherForm { entrant });
    }
    let last = last_coup(ctx, place.table);
    let by = last.clone().unwrap_or_else(|| announce.by.clone());
    let early = last.is_some() || announce.value == Some(Way::BeforeCards);
    if venue.phase != (if early { Phase::Closed } else { Phase::Dealing }) {
        return ctx.refuse(&by, Reason::WrongPhase { phase: "forms are read out at another time" });
    }
    let read = event(Happening::Announced { entrant, bet: form.bet, stake: form.stake }, &by);
    // Chips that have gone since the form was handed in are not there any more.
    let held = own.held.min(place.stack);
    let what = weighed(ctx, form, &Situation { held, entrant, venue, lie: &venue.wagers });
    if early {
        let (bet, stake) = in_order(ctx, entrant, form, what)?;
        return Ok(vec![read, event(Happening::Laid { entrant, bet, stake }, &by)]);
    }
    Ok(vec![read, taken_for(ctx, entrant, place, venue, what, &by)])
}

/// A form is found, after its coup, to show something else than what was read out.
pub(super) fn form_found(ctx: &Ctx<'_>, entrant: PersonId, form: &Form) -> Decision {
    let faulty = ctx.entitled(R::Faulty)?;
    ctx.running()?;
    let place = ctx.seat(entrant)?;
    let venue = ctx.venue(place.table)?;
    let own = venue.shown.get(&entrant).filter(|own| venue.phase == Phase::Betting && own.seal.is_none());
    let Some(own) = own else { return ctx.refuse(&faulty.by, Reason::NoForm { entrant }) };
    let what = weighed(ctx, form, &Situation { held: own.held, entrant, venue, lie: &venue.before });
    let table = place.table;
    Ok(coups::and_who_is_short(ctx, table, vec![taken_for(ctx, entrant, place, venue, what, &faulty.by)]))
}

/// What a form is weighed against.
struct Situation<'a> {
    /// The chips that its entrant had.
    held: Money,
    entrant: PersonId,
    venue: &'a Venue,
    /// The wagers of its coup.
    lie: &'a [Wager],
}

/// What a form comes to.
enum Weighed {
    /// This wager.
    Right(BetId, Money),
    /// This one, since the form is faulty in this way.
    Faulty(BetId, Money, R),
    /// None that can be told.
    Unclear,
}

fn weighed(ctx: &Ctx<'_>, form: &Form, at: &Situation<'_>) -> Weighed {
    let in_words =
        ctx.book.tournament.get(R::HiddenForm).is_some_and(|rule| rule.value == Some(Way::FiguresAndWords));
    let (Some(bet), Some(stake)) = (form.bet, form.stake) else { return Weighed::Unclear };
    let kind = ctx.book.bet(bet).map(|own| own.kind);
    let made = kind.is_some_and(|kind| kind != BetKind::Side || ctx.book.tournament.get(R::Bets).is_none());
    let lies = || at.lie.iter().filter(|own| own.entrant == at.entrant && !own.hidden);
    let hand = wagers::is_hand(ctx, bet);
    let other_hand = hand && lies().any(|own| own.bet != bet && wagers::is_hand(ctx, own.bet));
    if !made || in_words && form.words != Some(stake) || other_hand {
        return Weighed::Unclear;
    }
    let Span { min, max } = wagers::limits(ctx, at.venue);
    let chips = at.held - lies().map(|own| own.stake).sum();
    let most = max - lies().filter(|own| own.bet == bet).map(|own| own.stake).sum();
    match () {
        () if stake < min => Weighed::Faulty(bet, min.min(chips).min(most), R::FaultyUnder),
        () if stake > chips && chips <= most => Weighed::Faulty(bet, chips, R::FaultyChips),
        () if stake > most => Weighed::Faulty(bet, most, R::FaultyOver),
        () => Weighed::Right(bet, stake),
    }
}

/// The wager of a form that is in order; a fault that is found before the first card is not mended but sent back.
fn in_order(ctx: &Ctx<'_>, entrant: PersonId, form: &Form, what: Weighed) -> Result<(BetId, Money), Refused> {
    let place = ctx.seat(entrant)?;
    let venue = ctx.venue(place.table)?;
    let stake = form.stake.unwrap_or_default();
    let Span { min, max } = wagers::limits(ctx, venue);
    let open = venue.staked(entrant);
    match what {
        Weighed::Right(bet, stake) => Ok((bet, stake)),
        Weighed::Unclear => ctx.refuse(&ctx.by_rule(R::HiddenForm), Reason::Unclear { entrant }),
        Weighed::Faulty(_, _, R::FaultyUnder) => {
            ctx.refuse(&ctx.by_rule(R::HiddenLimits), Reason::BelowMinimum { stake, minimum: min })
        }
        Weighed::Faulty(_, chips, R::FaultyChips) if open.is_zero() => {
            ctx.refuse(&ctx.by_rule(R::HiddenChips), Reason::NotEnough { stake, chips })
        }
        Weighed::Faulty(_, chips, R::FaultyChips) => {
            ctx.refuse(&ctx.by_rule(R::HiddenWithChips), Reason::NotEnough { stake, chips })
        }
        Weighed::Faulty(_, _, _) if stake > max => {
            ctx.refuse(&ctx.by_rule(R::HiddenLimits), Reason::AboveMaximum { stake, maximum: max })
        }
        Weighed::Faulty(_, maximum, _) => {
            ctx.refuse(&ctx.by_rule(R::HiddenWithChips), Reason::AboveMaximum { stake, maximum })
        }
    }
}

/// What a form is taken for once its coup is dealt.
fn taken_for(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    place: &Place,
    venue: &Venue,
    what: Weighed,
    by: &Citation,
) -> crate::Event {
    let by_fault = |rule| by.and(&ctx.by_rule(R::Faulty)).and(&ctx.by_rule(rule));
    match what {
        Weighed::Right(bet, stake) => event(Happening::Laid { entrant, bet, stake }, by),
        Weighed::Faulty(bet, stake, rule) => {
            event(Happening::Deemed { entrant, bet, stake }, &by_fault(rule))
        }
        Weighed::Unclear => {
            let amount = wagers::limits(ctx, venue).min.min(place.stack - venue.staked(entrant));
            event(Happening::Deducted { entrant, amount }, &by_fault(R::FaultyUnclear))
        }
    }
}

/// Whether this is the last coup of the final and everybody has a hidden wager, and by which clause all are read out first.
pub(super) fn last_coup(ctx: &Ctx<'_>, table: u8) -> Option<Citation> {
    let rule = ctx.book.tournament.get(R::LastCoup)?;
    let plan = ctx.own.plan.as_ref().filter(|_| ctx.own.is_final())?;
    let venue = ctx.own.venues.get(&table).filter(|venue| venue.is_last(plan.session))?;
    let here = ctx.own.at(table);
    let all = here.iter().filter(|(_, place)| place.present).all(|(name, _)| venue.forms.contains_key(name));
    all.then(|| rule.by.clone())
}

/// Somebody asks to see another's form, between the end of its coup and the next first card.
pub(super) fn show_form(ctx: &Ctx<'_>, entrant: PersonId, to: PersonId) -> Decision {
    let show = ctx.rule(R::ShowForm)?;
    ctx.own_word(to, &show.by)?;
    ctx.running()?;
    let (place, other) = (ctx.seat(entrant)?, ctx.seat(to)?);
    let venue = ctx.venue(place.table)?;
    // A form that was never read out stays hidden.
    let read = venue.shown.get(&entrant).is_some_and(|form| form.announced);
    match read && other.table == place.table {
        true => Ok(vec![event(Happening::FormShown { entrant, to }, &show.by)]),
        false => ctx.refuse(&show.by, Reason::NoForm { entrant }),
    }
}
