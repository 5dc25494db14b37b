//! A card leaves the shoe: where it is due, where it went, and what follows.

use punto_coup::{
    DealtCard, Due, Irregularity, Marker, Next, Noticed, Place, Ruling, ShoeFate, Situation, WagerFate,
    classify,
};
use punto_lines::{
    Blocked, Call, Event, Happening, Hindrance, InTrouble, Laying, Lies, NotDue, Reason, Refused, To,
};
use punto_rulebook::{Case, Closing, Cure, Facing, Mishap, Rule, Step};
use punto_vocab::{Card, Citation, Side};

use super::{Ctx, Decision, event, hands, session, shoe, trouble};
use punto_state::{Betting, Dealing, MarkerState, Open, Phase};

/// A card as it was told.
#[derive(Clone, Copy)]
struct Told {
    card: Card,
    /// Where it went, if somebody said so.
    to: Option<Place>,
    seen: bool,
    face_up: bool,
    face_down: bool,
}

pub(super) fn card(ctx: &Ctx<'_>, open: &Open, card: Card, lies: Option<Laying>) -> Decision {
    let told = |to: Option<Place>, seen: bool| Told { card, to, seen, face_up: false, face_down: false };
    let told = match lies {
        None => told(None, false),
        Some(Laying::To(hand)) => told(Some(Place::Hand(hand.side())), false),
        Some(Laying::ToSeen(hand)) => told(Some(Place::Hand(hand.side())), true),
        Some(Laying::Nowhere) => told(Some(Place::Nowhere), false),
        Some(Laying::NowhereSeen) => told(Some(Place::Nowhere), true),
        Some(Laying::FaceUp) => Told { face_up: true, ..told(None, true) },
        Some(Laying::FaceDown) => Told { face_down: true, ..told(None, false) },
        Some(Laying::InShoe) => return seen_in_shoe(ctx, open, card),
    };
    ctx.not_a_patron()?;
    match &open.phase {
        Phase::Preparing if open.shoe.after_marker => {
            let terms = &open.terms;
            let marker = if open.shoe.marker_first { &terms.marker_first } else { &terms.marker_in_coup };
            let again = shoe::shuffle_rule(ctx, open);
            let by = again.map_or_else(|| marker.by.clone(), |rule| marker.by.and(&rule.by));
            ctx.refuse(&by, Reason::ShoeEnded)
        }
        Phase::Preparing => {
            let by = shoe::not_ready_by(ctx, open);
            ctx.refuse(&by, Reason::CardsNotReady(Hindrance::ShoeInPreparation))
        }
        Phase::Betting(betting) => first_card(ctx, open, betting, told),
        Phase::Dealing(dealing) if dealing.cards_gone => {
            ctx.refuse(&open.terms.window.by, Reason::CardsNotReady(Hindrance::ShoeEmpty))
        }
        Phase::Dealing(dealing) => next_card(ctx, open, dealing, told),
    }
}

fn first_card(ctx: &Ctx<'_>, open: &Open, betting: &Betting, told: Told) -> Decision {
    let book = ctx.book;
    session::officer(ctx, open.terms.demonstration)?;
    ctx.no_trouble(open.trouble.as_ref())?;
    shoe::may_begin_coup(ctx, open)?;
    if let Some(rule) =
        book.procedure.get(Rule::MustCall).filter(|_| !betting.closed && betting.no_bet.is_none())
    {
        return ctx.refuse(&rule.by, Reason::MustCall(Call::NoMoreBets));
    }
    if book.closing.value == Closing::Display && !betting.closed {
        return ctx.refuse(&book.closing.by, Reason::WagersOpen);
    }
    if betting.wagers.is_empty() && betting.no_bet.is_none() && !super::hooks::may_hide(ctx, open) {
        let empty = open.patrons.arrived.is_empty();
        let own = if empty { Rule::FreeCoupsEmpty } else { Rule::FreeCoupsAgreed };
        let rules = [Rule::FreeCoups, own];
        if let Some(rule) = rules.into_iter().find_map(|rule| book.procedure.get(rule)) {
            return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NobodyWagered));
        }
    }
    super::wagers::none_alone(ctx, open, &betting.wagers)?;
    hands::ready_for_coup(ctx, open, betting)?;
    in_its_turn(ctx, open, told.card, betting.waiting_by.as_ref())?;
    let mut events = Vec::new();
    // What the clock of a demonstration has closed is closed already.
    let closed = betting.closed && super::coup::demonstration_clock(open);
    if book.closing.value == Closing::FirstCard && !closed {
        events.push(event(Happening::WagersClosed, &book.closing.by));
    }
    let dealing = Dealing { no_bet: betting.no_bet.clone(), ..Dealing::default() };
    if told.face_up && betting.waiting.is_empty() {
        let dealing = Dealing { wagers: betting.wagers.clone(), ..dealing };
        return face_up(ctx, open, &dealing, told.card, events);
    }
    let mut laid = laid(ctx, open, &dealing, told)?;
    if let (Some(by), Some(first)) = (&betting.waiting_by, laid.first_mut()) {
        first.by = first.by.and(by);
    }
    events.extend(laid);
    Ok(events)
}

/// Between coups, the next card of the shoe is seen to lie face up before anybody draws it.
pub(super) fn seen_in_shoe(ctx: &Ctx<'_>, open: &Open, card: Card) -> Decision {
    ctx.not_a_patron()?;
    let Phase::Betting(betting) = &open.phase else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::DrawnFaceUp));
    };
    ctx.no_trouble(open.trouble.as_ref())?;
    if let Some(events) = disclosed(ctx, open, betting, card) {
        return Ok(events);
    }
    if open.waiting_card().is_some() {
        let by = betting.waiting_by.as_ref().unwrap_or(&ctx.book.drawing.opening);
        return ctx.refuse(by, NotDue::CardWaits.into());
    }
    shoe::accounts_for(ctx, open, card)?;
    let wagers = betting.wagers.clone();
    let dealing = Dealing { wagers, no_bet: betting.no_bet.clone(), ..Dealing::default() };
    noticed(ctx, open, &dealing, &[], Irregularity::FaceUpCard { card }, Noticed::AfterCoup)
}

/// A card that waits to open a coup is found to have been seen: what the document has for one that was follows, and wagers come
/// off.
fn disclosed(ctx: &Ctx<'_>, open: &Open, betting: &Betting, card: Card) -> Option<Vec<Event>> {
    let waits = betting.waiting.first() == Some(&card) && betting.no_bet.is_none();
    let remedy = ctx.book.irregularities.remedy(Mishap::SurplusCard, Case::Seen).filter(|_| waits)?;
    let cure = open.terms.cure(remedy);
    if !matches!(cure.value, Cure::OpensNoBetCoup | Cure::MouthThenNoBetCoup) {
        return None;
    }
    let clear = ctx.book.irregularities.no_bet_coup.clone().unwrap_or_else(|| cure.by.clone());
    let ruling = Ruling {
        mishap: Mishap::SurplusCard,
        case: Case::Seen,
        cure: cure.value,
        by: cure.by,
        cards: Vec::new(),
        hands: None,
        wagers: WagerFate::AllReturned,
        next: Next::NoBet { opens_with: card, by: clear },
        shoe: ShoeFate::GoesOn,
        ordered_by: None,
        may: false,
        told: remedy.told.clone(),
        found_up: None,
    };
    Some(trouble::ruled(open, &Dealing { wagers: betting.wagers.clone(), ..Dealing::default() }, ruling))
}

fn next_card(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, told: Told) -> Decision {
    session::officer(ctx, open.terms.demonstration)?;
    ctx.no_trouble(dealing.trouble.as_ref())?;
    if dealing.may_withdraw {
        return ctx.refuse(
            dealing.withdrawal.as_ref().map_or(&ctx.book.drawing.opening, |ruling| &ruling.by),
            Reason::InTrouble(InTrouble::MayWithdraw),
        );
    }
    super::duties::nothing_owed(ctx, Blocked::Card)?;
    if let Some(to) = told.to.filter(|_| cards_hidden(dealing)) {
        in_its_turn(ctx, open, told.card, None)?;
        return Ok(too_soon(ctx, open, dealing, (told, to)));
    }
    let due = dealing.coup.due(ctx.book);
    match due {
        Due::Card { nth: 3, .. } => before_third(ctx, open, dealing)?,
        Due::Card { .. } => {}
        // Before the cards are turned nobody is told that none is due: that would tell what they are.
        Due::Nothing { .. } => hands::all_turned(ctx, open, dealing)?,
    }
    if let (Due::Nothing { by, why }, None) = (&due, told.to)
        && !told.face_up
    {
        let by = and_player_stood(ctx, dealing, by);
        return ctx.refuse(&by, NotDue::Nothing(*why).into());
    }
    in_its_turn(ctx, open, told.card, None)?;
    if told.face_up && open.waiting_card().is_none() {
        return face_up(ctx, open, dealing, told.card, Vec::new());
    }
    laid(ctx, open, dealing, told)
}

/// Whether the first four are out and not all that lies with a hand has been turned.
fn cards_hidden(dealing: &Dealing) -> bool {
    dealing.dealt.len() >= 4 && Side::ALL.into_iter().any(|side| dealing.face_down(side))
}

/// A card slipped out of the shoe while others lie face down. It is on record where it went; what becomes of it is found when
/// they are turned, since that would tell now what they are.
fn too_soon(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, (told, to): (Told, Place)) -> Vec<Event> {
    let method = hands::in_force(ctx, open, dealing.no_bet.is_some());
    let up = method.is_none_or(|method| method.third == Facing::Up) && to != Place::Nowhere;
    let lies = if told.seen || up { Lies::Up } else { Lies::Down };
    let by = method.map_or(&ctx.book.drawing.opening, |method| method.by(Step::Turn));
    let dealt = event(Happening::Dealt { card: told.card, to: To(to), lies }, by);
    [dealt].into_iter().chain(last_after_all(open)).collect()
}

/// What is wrong with the cards as they lie, once all that came before the last of them have been turned.
pub(super) fn wrong(ctx: &Ctx<'_>, dealing: &Dealing) -> Option<Irregularity> {
    classify(ctx.book, &dealing.dealt).filter(|_| dealing.too_soon == 0)
}

/// What the document orders for cards that came too soon, if the last that hid what was due is turned now.
pub(super) fn judged_when_turned(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    (side, one): (Side, bool),
) -> Decision {
    if dealing.too_soon == 0 {
        return Ok(Vec::new());
    }
    let mut now = dealing.clone();
    now.turn(side, one);
    match wrong(ctx, &now) {
        Some(what) => irregular(ctx, open, &now, &now.dealt, what),
        None => Ok(Vec::new()),
    }
}

/// A card that was drawn before comes before any other; the rest come from the shoe and must be in it.
fn in_its_turn(ctx: &Ctx<'_>, open: &Open, card: Card, by: Option<&Citation>) -> Result<(), Refused> {
    match open.waiting_card() {
        Some(first) if first == card => Ok(()),
        Some(_) => ctx.refuse(by.unwrap_or(&ctx.book.drawing.opening), NotDue::CardWaits.into()),
        None => shoe::accounts_for(ctx, open, card),
    }
}

/// Where Player stood, what Banker does rests on Player's own row, too.
fn and_player_stood(ctx: &Ctx<'_>, dealing: &Dealing, by: &Citation) -> Citation {
    let (hands, drawing) = (dealing.coup.hands(), &ctx.book.drawing);
    match (hands.player.opening_point(), hands.banker.opening_point()) {
        (Some(player), Some(banker))
            if hands.player.len() == 2
                && !player.is_natural()
                && !banker.is_natural()
                && !drawing.player_draws(player) =>
        {
            by.and(drawing.player_by(player))
        }
        _ => by.clone(),
    }
}

/// Points are called and hidden cards turned before any third card.
fn before_third(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Result<(), Refused> {
    hands::all_turned(ctx, open, dealing)?;
    match hands::points_by(ctx, open, dealing) {
        Some(by) if !dealing.points_called => ctx.refuse(&by, Reason::MustCall(Call::Points)),
        _ => hands::player_called(ctx, open, dealing),
    }
}

/// The card lies where it was given; if that was wrong, the document's ruling follows at once.
fn laid(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, told: Told) -> Decision {
    let book = ctx.book;
    let due = dealing.coup.due(book);
    let (due_side, by) = match &due {
        Due::Card { to, by, .. } => (Some(*to), and_player_stood(ctx, dealing, by)),
        Due::Nothing { by, .. } => (None, and_player_stood(ctx, dealing, by)),
    };
    let to = told.to.or(due_side.map(Place::Hand)).unwrap_or(Place::Nowhere);
    let third = dealing.dealt.len() >= 4;
    let method = hands::in_force(ctx, open, dealing.no_bet.is_some());
    let facing = method.map_or(Facing::Up, |m| if third { m.third } else { m.opening });
    let step = if third { Step::Third } else { Step::Deal };
    let lawful = due_side.map(Place::Hand) == Some(to);
    let by = match method.filter(|method| lawful && method.has(step)) {
        Some(method) => by.and(method.by(step)),
        None => by,
    };
    if told.face_down && facing == Facing::Up {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::DealtFaceUp));
    }
    let up = facing == Facing::Up || (facing == Facing::Either && lawful && !told.face_down);
    // A card that goes to neither hand stays face down unless somebody saw it.
    let exposed = told.seen || (up && to != Place::Nowhere);
    let lies = if exposed { Lies::Up } else { Lies::Down };
    let mut events = vec![event(Happening::Dealt { card: told.card, to: To(to), lies }, &by)];
    events.extend(last_after_all(open));
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
    let played =
        ruled.iter().any(|e| matches!(&e.what, Happening::Ruled { ruling } if ruling.0.cure == Cure::Played));
    if played {
        let to = match dealing.coup.due(ctx.book) {
            Due::Card { to, .. } => to,
            Due::Nothing { .. } => Side::Player,
        };
        let by = ruled.first().map_or_else(|| ctx.order(), |e| e.by.clone());
        events.extend(ruled.into_iter().filter(|e| matches!(e.what, Happening::Irregular { .. })));
        let to = To(Place::Hand(to));
        events.push(event(Happening::Dealt { card, to, lies: Lies::Up }, &by));
        events.extend(last_after_all(open));
        return Ok(events);
    }
    events.extend(last_after_all(open));
    events.extend(ruled);
    Ok(events)
}

/// That the coup is the last, where the marker was out behind its last card and another card follows it out of the shoe.
fn last_after_all(open: &Open) -> Option<Event> {
    let by = &open.terms.marker_in_coup.by;
    shoe::follows_marker(open).then(|| event(Happening::LastCoupSet, by))
}

/// What the document orders for something wrong in the coup in progress.
pub(super) fn irregular(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    dealt: &[DealtCard],
    what: Irregularity,
) -> Decision {
    noticed(ctx, open, dealing, dealt, what, Noticed::DuringCoup)
}

fn noticed(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    dealt: &[DealtCard],
    what: Irregularity,
    noticed: Noticed,
) -> Decision {
    let situation = Situation {
        dealt,
        what,
        noticed,
        last_coup: shoe::ends_with_coup(open) || shoe::follows_marker(open),
        marker: if open.shoe.marker == MarkerState::In { Marker::InShoe } else { Marker::Out },
    };
    let ruling = trouble::ruling(ctx, open, &situation)?;
    Ok(trouble::ruled(open, dealing, ruling))
}
