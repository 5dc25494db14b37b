//! Hidden wagers: handed in sealed, examined, read out when the document says so, and mended when they are faulty.

use punto_rulebook::{BetKind, Rulebook, Span, TournamentRule as R, Way};
use punto_vocab::line::Words;
use punto_vocab::{Actor, BetId, Citation, Money, PersonId};

use super::{Ctx, Decision, coups, event, gains, wagers};
use crate::cards::CoupCards;
use crate::command::FormFault;
use crate::event::{Event, Happening};
use crate::form::{Form, Seal};
use crate::reason::{Reason, Refused};
use crate::state::{Handed, Phase, Place, Standing, Tournament, Venue, Wager};

pub(super) fn seal(ctx: &Ctx<'_>, entrant: PersonId, form: Option<Seal>) -> Decision {
    let hidden = ctx.rule(R::Hidden)?;
    let (place, venue, _) = wagers::may_wager(ctx, entrant)?;
    if venue.passed.contains(&entrant) || venue.forms.contains_key(&entrant) {
        return ctx.refuse(&hidden.by, Reason::ActedAlready { entrant });
    }
    // Nobody knows yet what is written, so that it could not be held to the minimum.
    if place.restricted {
        let minimum = wagers::limits(ctx, venue).min;
        return ctx.refuse(&ctx.by_rule(R::Overrun), Reason::HeldToMinimum { minimum });
    }
    let early = wagers::turn(ctx, entrant, place, venue)?;
    if place.hidden == 0 {
        return ctx.refuse(&hidden.by, Reason::NoHidden { entrant });
    }
    // What is read out after the cards is on record before them: nobody could choose then what a form says.
    let record = ctx.book.tournament.get(R::HiddenRecord).filter(|_| form.is_none());
    if let Some(rule) = record {
        return ctx.refuse(&rule.by, Reason::NotRecorded { entrant });
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

/// A form that is not in order is given back while wagers are open, to be filled in properly. Who answers for their form has
/// no second turn by a faulty one: once somebody later has wagered, what is laid in its place is held to the minimum. That takes
/// a fault on record, and not the examiner's word that something is wrong.
pub(super) fn return_form(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    fault: Option<FormFault>,
    why: &Words,
) -> Decision {
    let examine = ctx.entitled(R::Examine)?;
    let (_, place, venue) = handed(ctx, entrant)?;
    if venue.phase != Phase::Betting {
        return ctx.refuse(&examine.by, Reason::WrongPhase { phase: "wagers are closed" });
    }
    let returned = event(Happening::FormReturned { entrant, why: Some(why.clone()) }, &examine.by);
    let late = wagers::turn_passed(ctx, entrant, place, venue).is_some();
    let held = ctx.book.tournament.get(R::Overrun).zip(fault.filter(|_| late));
    let held = held.map(|(rule, fault)| {
        let by = examine.by.and(&ctx.by_rule(rule_of(fault))).and(&rule.by);
        event(Happening::Restricted { entrant }, &by)
    });
    Ok([returned].into_iter().chain(held).collect())
}

/// The rule that says what a form with this fault counts for.
fn rule_of(fault: FormFault) -> R {
    match fault {
        FormFault::Unclear => R::FaultyUnclear,
        FormFault::Under => R::FaultyUnder,
        FormFault::Over => R::FaultyOver,
        FormFault::Chips => R::FaultyChips,
        FormFault::Units => R::Units,
    }
}

/// The fault with which a form goes back that the house can read, or why it does not: without one it stands once somebody later
/// has wagered. Before that its entrant has the turn in any case.
pub fn given_back(
    book: &Rulebook,
    own: &Tournament,
    entrant: PersonId,
    form: &Form,
) -> Result<Option<FormFault>, Refused> {
    let ctx = Ctx { book, own, at: own.now, by: Actor::System };
    let (handed, place, venue) = handed(&ctx, entrant)?;
    let held = handed.held.min(place.stack);
    let fault = match weighed(&ctx, form, &Situation { held, entrant, venue, lie: &venue.wagers }) {
        Weighed::Right(..) => None,
        Weighed::Unclear => Some(FormFault::Unclear),
        Weighed::Faulty(_, _, rule, _) => {
            FormFault::ALL.iter().copied().find(|fault| rule_of(*fault) == rule)
        }
    };
    match fault.is_none() && wagers::turn_passed(&ctx, entrant, place, venue).is_some() {
        true => ctx.refuse(&ctx.by_rule(R::Examine), Reason::InOrder { entrant }),
        false => Ok(fault),
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

/// A form is read out, and counts. One that is faulty counts as the document has it, also before the first card: the time to
/// give it back has passed with the call, and nobody wagers anew once others are closed.
pub(super) fn announce(ctx: &Ctx<'_>, entrant: PersonId, form: &Form) -> Decision {
    let announce = ctx.entitled(R::Announce)?;
    let (own, place, venue) = handed(ctx, entrant)?;
    if own.announced {
        return ctx.refuse(&announce.by, Reason::AnnouncedAlready { entrant });
    }
    if !own.examined {
        return ctx.refuse(&ctx.by_rule(R::Examine), Reason::NotExamined { entrant });
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
    if !early && !venue.outcome {
        return ctx.refuse(&by, Reason::WrongPhase { phase: "the outcome of the coup is not called" });
    }
    // Chips that have gone since the form was handed in are not there any more.
    let held = own.held.min(place.stack);
    let what = weighed(ctx, form, &Situation { held, entrant, venue, lie: &venue.wagers });
    let read = event(Happening::Announced { entrant, bet: form.bet, stake: form.stake }, &by);
    Ok(vec![read, taken_for(ctx, entrant, place, venue, &what, &by)])
}

/// A form on paper is found, after its coup, not to be as it must: it counts as the document says, and chips move by the
/// difference. What was read out is what was laid, so that only a fault is found, and never another bet.
pub(super) fn form_found(ctx: &Ctx<'_>, entrant: PersonId, form: &Form) -> Decision {
    let faulty = ctx.entitled(R::Faulty)?;
    ctx.running()?;
    let place = ctx.seat(entrant)?;
    let venue = ctx.venue(place.table)?;
    // What a form counts for that was faulty when it was read out was known before the cards.
    if venue.shown.get(&entrant).is_some_and(|own| own.announced && own.faulty) {
        return ctx.refuse(&faulty.by, Reason::FaultKnown { entrant });
    }
    let on_paper = |own: &&Handed| own.seal.is_none() && own.announced;
    let own = venue.shown.get(&entrant).filter(on_paper).filter(|_| venue.phase == Phase::Betting);
    let (Some(own), Some(cards)) = (own, &venue.last) else {
        return ctx.refuse(&faulty.by, Reason::NoForm { entrant });
    };
    let laid = venue.before.iter().find(|wager| wager.entrant == entrant && wager.hidden);
    if laid.is_some_and(|laid| form.bet.is_some_and(|bet| bet != laid.bet)) {
        return ctx.refuse(&faulty.by, Reason::OtherForm { entrant });
    }
    let what = weighed(ctx, form, &Situation { held: own.held, entrant, venue, lie: &venue.before });
    if matches!(what, Weighed::Right(..)) {
        return ctx.refuse(&faulty.by, Reason::InOrder { entrant });
    }
    let gain = otherwise(ctx, (place.table, venue), entrant, cards, &what)?;
    let mut events = vec![event(Happening::FaultFound { entrant }, &faulty.by)];
    // What is wagered already for the next coup with chips that are not there is made anew.
    if -gain > place.stack - venue.staked(entrant) {
        let lie = venue.wagers.iter().filter(|own| own.entrant == entrant);
        events.extend(lie.map(|own| event(Happening::WagerVoid { entrant, bet: own.bet }, &faulty.by)));
    }
    events.extend(gains::moved(entrant, gain.max(-place.stack), &faulty.by));
    let after = ctx.after(&events);
    let then = ctx.with(&after);
    let counts = taken_for(&then, entrant, then.seat(entrant)?, then.venue(place.table)?, &what, &faulty.by);
    events.push(counts);
    Ok(coups::and_who_is_short(ctx, place.table, events, &ctx.by_rule(R::Eliminated)))
}

/// By how much what somebody gained in the coup before differs, if their form counts for this.
fn otherwise(
    ctx: &Ctx<'_>,
    venue: (u8, &Venue),
    entrant: PersonId,
    cards: &CoupCards,
    what: &Weighed,
) -> Result<Money, Refused> {
    let was: Vec<Wager> = venue.1.before.iter().filter(|own| own.entrant == entrant).cloned().collect();
    let mut is: Vec<Wager> = was.iter().filter(|own| !own.hidden).cloned().collect();
    if let Weighed::Right(bet, stake) | Weighed::Faulty(bet, stake, ..) = *what {
        is.push(Wager { entrant, bet, stake, hidden: true, stays: false });
    }
    gains::difference(ctx, venue, cards, &was, &is)
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
    /// This one, since the form is faulty in this way, and whether it is cut to whole steps besides.
    Faulty(BetId, Money, R, bool),
    /// None that can be told.
    Unclear,
}

fn weighed(ctx: &Ctx<'_>, form: &Form, at: &Situation<'_>) -> Weighed {
    let in_words =
        ctx.book.tournament.get(R::HiddenForm).is_some_and(|rule| rule.value == Some(Way::FiguresAndWords));
    let (Some(bet), Some(stake)) = (form.bet, form.stake) else { return Weighed::Unclear };
    let kind = ctx.book.bet(bet).map(|own| own.kind);
    let bets = ctx.book.tournament.get(R::Bets);
    let made = kind.is_some_and(|kind| kind != BetKind::Side || bets.is_none());
    let lies = || at.lie.iter().filter(|own| own.entrant == at.entrant && !own.hidden);
    let hand = wagers::is_hand(ctx, bet);
    let other_hand = hand && lies().any(|own| own.bet != bet && wagers::is_hand(ctx, own.bet));
    // Where every wager has a hand in it, the tie is none by itself.
    let no_hand = bets.is_some() && !hand && !lies().any(|own| wagers::is_hand(ctx, own.bet));
    if !made || in_words && form.words != Some(stake) || other_hand || no_hand {
        return Weighed::Unclear;
    }
    let Span { min, max } = wagers::limits(ctx, at.venue);
    let laid: Money = lies().map(|own| own.stake).sum();
    let chips = (at.held - laid).max(Money::ZERO);
    // Both together stay within the maximum.
    let most = (max - laid).max(Money::ZERO);
    // Whatever it counts for is whole steps.
    let counts = |amount: Money, fault: R| {
        let whole = wagers::whole(ctx, min, amount);
        Weighed::Faulty(bet, whole, fault, whole < amount)
    };
    match () {
        () if stake < min => counts(min.min(chips).min(most), R::FaultyUnder),
        () if stake > chips && chips <= most => counts(chips, R::FaultyChips),
        () if stake > most => counts(most, R::FaultyOver),
        () if wagers::whole(ctx, min, stake) < stake => counts(stake, R::Units),
        () => Weighed::Right(bet, stake),
    }
}

/// What a faulty form does not keep to.
fn not_kept(ctx: &Ctx<'_>, entrant: PersonId, venue: &Venue, fault: R) -> Citation {
    let in_chips = venue.wagers.iter().any(|own| own.entrant == entrant && !own.hidden);
    ctx.by_rule(match fault {
        R::FaultyUnclear => R::HiddenForm,
        _ if in_chips => R::HiddenWithChips,
        R::FaultyChips => R::HiddenChips,
        _ => R::HiddenLimits,
    })
}

/// What a form is taken for.
fn taken_for(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    place: &Place,
    venue: &Venue,
    what: &Weighed,
    by: &Citation,
) -> Event {
    let by_fault = |rule| {
        let broken = not_kept(ctx, entrant, venue, rule);
        by.and(&broken).and(&ctx.by_rule(R::Faulty)).and(&ctx.by_rule(rule))
    };
    match *what {
        Weighed::Right(bet, stake) => event(Happening::Laid { entrant, bet, stake }, by),
        Weighed::Faulty(bet, stake, R::Units, _) => {
            event(Happening::Deemed { entrant, bet, stake }, &by.and(&ctx.by_rule(R::Units)))
        }
        Weighed::Faulty(bet, stake, rule, cut) => {
            let units = cut.then(|| ctx.by_rule(R::Units));
            event(Happening::Deemed { entrant, bet, stake }, &by_fault(rule).and_all(&units))
        }
        // What it costs is taken once the coup is settled: a void coup takes nothing.
        Weighed::Unclear if venue.phase != Phase::Betting => {
            event(Happening::Unclear { entrant }, &by_fault(R::FaultyUnclear))
        }
        Weighed::Unclear => {
            let amount = wagers::limits(ctx, venue).min.min(place.stack - venue.staked(entrant));
            event(Happening::Deducted { entrant, amount }, &by_fault(R::FaultyUnclear))
        }
    }
}

/// What forms cost that were no wager, once their coup is settled: the minimum, or all that is left.
pub(super) fn costs(ctx: &Ctx<'_>, venue: &Venue) -> Vec<Event> {
    let minimum = wagers::limits(ctx, venue).min;
    let by = ctx.by_rule(R::HiddenForm).and(&ctx.by_rule(R::Faulty)).and(&ctx.by_rule(R::FaultyUnclear));
    let costs = venue.forms.iter().filter(|(_, form)| form.costs);
    let costs = costs.filter_map(|(entrant, _)| {
        let place = ctx.own.entrants.get(entrant)?.place.as_ref()?;
        let amount = minimum.min(place.stack);
        amount.is_positive().then(|| event(Happening::Deducted { entrant: *entrant, amount }, &by))
    });
    costs.collect()
}

/// Why an entrant's chips and form may not lie together, where they are on both hands. The tournament does not know what a sealed
/// form says: this is for the screen at which the entrant writes it or lays chips beside it.
pub fn both_hands(
    book: &Rulebook,
    own: &Tournament,
    entrant: PersonId,
    bets: [Option<BetId>; 2],
) -> Option<Refused> {
    let ctx = Ctx { book, own, at: own.now, by: Actor::Patron(entrant) };
    let venue = own.venues.get(&own.place(entrant)?.table)?;
    let laid = venue.wagers.iter().filter(|wager| wager.entrant == entrant).map(|wager| wager.bet);
    let mut hands = laid.chain(bets.into_iter().flatten()).filter(|bet| wagers::is_hand(&ctx, *bet));
    let first = hands.next()?;
    let other = hands.any(|bet| bet != first);
    other.then(|| ctx.refusal(&wagers::one_hand(&ctx), Reason::BothHands))
}

/// Whether this is the last coup of the final and everybody has a hidden wager, and by which clause all are read out first.
/// A play-off is a session of its own.
pub(super) fn last_coup(ctx: &Ctx<'_>, table: u8) -> Option<Citation> {
    let rule = ctx.book.tournament.get(R::LastCoup)?;
    let plan = ctx.own.plan.as_ref().filter(|_| ctx.own.is_final())?;
    let venue = ctx.own.venues.get(&table).filter(|venue| venue.play_off.is_none())?;
    let last = venue.is_last(plan.session, ctx.at);
    let here = ctx.own.at(table);
    let all = here.iter().filter(|(_, place)| place.present).all(|(name, _)| venue.forms.contains_key(name));
    (last && all).then(|| rule.by.clone())
}

/// Somebody asks to see another's form, between the end of its coup and the next first card.
pub(super) fn show_form(ctx: &Ctx<'_>, entrant: PersonId, to: PersonId) -> Decision {
    let show = ctx.rule(R::ShowForm)?;
    ctx.own_word(to, &show.by)?;
    ctx.running()?;
    // Who went out with the coup has played in it: their form is seen, and they see others'.
    let sat = |name| {
        let own = ctx.applicant(name)?;
        let place = own.place.as_ref().filter(|_| own.standing == Standing::Out);
        place.map_or_else(|| ctx.seat(name), Ok)
    };
    let (place, other) = (sat(entrant)?, sat(to)?);
    let venue = ctx.venue(place.table)?;
    // A form that was never read out stays hidden.
    let read = venue.shown.get(&entrant).is_some_and(|form| form.announced);
    match read && other.table == place.table {
        true => Ok(vec![event(Happening::FormShown { entrant, to }, &show.by)]),
        false => ctx.refuse(&show.by, Reason::NoForm { entrant }),
    }
}
