//! A card leaves the shoe: where it is due, where it went, and what follows.

use punto_coup::{DealtCard, Due, Irregularity, Marker, Noticed, Place, Situation, classify, rule};
use punto_rulebook::{Closing, Facing, Rule};
use punto_vocab::{Card, Side};

use super::{Ctx, Decision, event, hands, session, shoe, trouble};
use crate::command::{Call, Command};
use crate::event::{Event, Happening, Lies, To};
use crate::reason::{Reason, Refused};
use crate::state::{Betting, Dealing, MarkerState, Open, Phase};

/// A card as it was told.
#[derive(Clone, Copy)]
struct Told {
    card: Card,
    /// Where it went, if somebody said so.
    to: Option<Place>,
    seen: bool,
    face_up: bool,
}

pub(super) fn card(ctx: &Ctx<'_>, open: &Open, command: &Command) -> Decision {
    let told = |card: Card, to: Option<Place>, seen: bool| Told { card, to, seen, face_up: false };
    let told = match command {
        Command::Card { card } => told(*card, None, false),
        Command::CardTo { card, to } => told(*card, Some(Place::Hand(to.side())), false),
        Command::CardSeen { card, to } => told(*card, Some(Place::Hand(to.side())), true),
        Command::CardNowhere { card } => told(*card, Some(Place::Nowhere), false),
        Command::CardNowhereSeen { card } => told(*card, Some(Place::Nowhere), true),
        Command::CardFaceUp { card } => Told { face_up: true, ..told(*card, None, true) },
        _ => return ctx.refuse(&ctx.order(), Reason::NoCoup),
    };
    match &open.phase {
        Phase::Preparing => {
            ctx.refuse(&ctx.book.shoe.devices.by, Reason::CardsNotReady("the shoe is being prepared"))
        }
        Phase::Betting(betting) => first_card(ctx, open, betting, told),
        Phase::Dealing(dealing) => next_card(ctx, open, dealing, told),
    }
}

fn first_card(ctx: &Ctx<'_>, open: &Open, betting: &Betting, told: Told) -> Decision {
    let book = ctx.book;
    session::officer(ctx)?;
    shoe::may_begin_coup(ctx, open)?;
    if let Some(rule) =
        book.procedure.get(Rule::MustCall).filter(|_| !betting.closed && betting.no_bet.is_none())
    {
        return ctx.refuse(&rule.by, Reason::MustCall(Call::NoMoreBets));
    }
    if book.closing.value == Closing::Display && !betting.closed {
        return ctx.refuse(&book.closing.by, Reason::WagersOpen);
    }
    if betting.wagers.is_empty() && betting.no_bet.is_none() {
        let rules = [Rule::FreeCoups, Rule::FreeCoupsEmpty];
        if let Some(rule) = rules.into_iter().find_map(|rule| book.procedure.get(rule)) {
            return ctx
                .refuse(&rule.by, Reason::NotNow("nobody has wagered; a no-bet coup must be allowed first"));
        }
    }
    hands::ready_for_coup(ctx, open, betting)?;
    if let Some(carried) = betting.carried {
        if told.card != carried {
            let why = format!("{carried} waits to open this coup");
            return ctx.refuse(&book.drawing.opening, Reason::NotDue(why));
        }
    } else {
        shoe::accounts_for(ctx, open, told.card)?;
    }
    let mut events = Vec::new();
    if book.closing.value == Closing::FirstCard {
        events.push(event(Happening::WagersClosed, &book.closing.by));
    }
    let dealing = Dealing { no_bet: betting.no_bet.clone(), ..Dealing::default() };
    if told.face_up && betting.carried.is_none() {
        return face_up(ctx, open, &dealing, told.card, events);
    }
    events.extend(laid(ctx, open, &dealing, told)?);
    Ok(events)
}

fn next_card(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, told: Told) -> Decision {
    if let Some(trouble) = &dealing.trouble {
        let why = format!("{} waits to be ordered", trouble.ruling.cure);
        return ctx.refuse(&trouble.ruling.by, Reason::InTrouble(why));
    }
    if dealing.may_withdraw {
        return ctx.refuse(
            &ctx.book.drawing.opening,
            Reason::InTrouble("wagers may be taken back; resume first".into()),
        );
    }
    let due = dealing.coup.due(ctx.book);
    if let Due::Card { nth: 3, .. } = due {
        before_third(ctx, open, dealing)?;
    }
    if let (Due::Nothing { by, why }, None) = (&due, told.to)
        && !told.face_up
    {
        return ctx.refuse(by, Reason::NotDue(format!("no card is due: {why}")));
    }
    shoe::accounts_for(ctx, open, told.card)?;
    if told.face_up {
        return face_up(ctx, open, dealing, told.card, Vec::new());
    }
    laid(ctx, open, dealing, told)
}

/// Points are called and hidden cards turned before any third card.
fn before_third(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Result<(), Refused> {
    hands::all_turned(ctx, open, dealing)?;
    match ctx.book.procedure.get(Rule::CallPoints) {
        Some(rule) if !dealing.points_called => ctx.refuse(&rule.by, Reason::MustCall(Call::Points)),
        _ => Ok(()),
    }
}

/// The card lies where it was given; if that was wrong, the document's ruling follows at once.
fn laid(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, told: Told) -> Decision {
    let book = ctx.book;
    let due = dealing.coup.due(book);
    let (due_side, by) = match &due {
        Due::Card { to, by, .. } => (Some(*to), (*by).clone()),
        Due::Nothing { by, .. } => (None, (*by).clone()),
    };
    let to = told.to.or(due_side.map(Place::Hand)).unwrap_or(Place::Nowhere);
    let third = dealing.dealt.len() >= 4;
    let facing = book.method(&open.method).map_or(Facing::Up, |m| if third { m.third } else { m.opening });
    // A no-bet coup that an irregularity brings on is dealt by the dealer, face up.
    let facing = if dealing.no_bet.is_some() { Facing::Up } else { facing };
    let lawful = due_side.map(Place::Hand) == Some(to);
    let exposed = told.seen || facing == Facing::Up || (facing == Facing::Either && lawful);
    let lies = if exposed { Lies::Up } else { Lies::Down };
    let mut events = vec![event(Happening::Dealt { card: told.card, to: To(to), lies }, &by)];
    let mut dealt = dealing.dealt.clone();
    dealt.push(DealtCard { card: told.card, to, exposed });
    if let Some(what) = classify(book, &dealt) {
        events.extend(irregular(ctx, open, dealing, &dealt, what)?);
    }
    Ok(events)
}

/// A card found face up in the shoe.
fn face_up(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, card: Card, mut events: Vec<Event>) -> Decision {
    let what = Irregularity::FaceUpCard { card };
    let ruled = irregular(ctx, open, dealing, &dealing.dealt, what)?;
    // A card that is played is dealt like any other, after the ruling.
    let played = ruled.iter().any(
        |e| matches!(&e.what, Happening::Ruled { ruling } if ruling.0.cure == punto_rulebook::Cure::Played),
    );
    if played {
        let to = match dealing.coup.due(ctx.book) {
            Due::Card { to, .. } => to,
            Due::Nothing { .. } => Side::Player,
        };
        let by = ruled.first().map_or_else(|| ctx.order(), |e| e.by.clone());
        events.extend(ruled.into_iter().filter(|e| matches!(e.what, Happening::Irregular { .. })));
        let to = To(Place::Hand(to));
        events.push(event(Happening::Dealt { card, to, lies: Lies::Up }, &by));
        return Ok(events);
    }
    events.extend(ruled);
    Ok(events)
}

/// What the document orders for something wrong in the coup in progress.
pub(super) fn irregular(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    dealt: &[DealtCard],
    what: Irregularity,
) -> Decision {
    let situation = Situation {
        dealt,
        what,
        noticed: Noticed::DuringCoup,
        last_coup: shoe::is_last_coup(open),
        marker: if open.shoe.marker == MarkerState::In { Marker::InShoe } else { Marker::Out },
    };
    let ruling = rule(ctx.book, &open.terms, &situation)
        .map_err(|refusal| ctx.refusal(&refusal.by, Reason::NotDue(refusal.reason.to_string())))?;
    Ok(trouble::ruled(ctx, open, dealing, ruling))
}
