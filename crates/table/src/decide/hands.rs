//! Hands that go out to patrons: who is offered which, in which order, and how they come back.

use std::borrow::Cow;

use punto_coup::counts;
use punto_lines::{Call, Event, HandName, Happening, Hindrance, NotDue, Reason, Refused};
use punto_rulebook::known::{DesignatedPatronAmount, MethodCAfterNoBetCoup, MethodCOfferAgain};
use punto_rulebook::{BetKind, Holders, Method, Outcome, Rule, Rulebook, Step, Way, Winner};
use punto_vocab::{Actor, Citation, Direction, Money, PersonId, Seat, Side};

use super::coup::found_of;
use super::methods::may_squeeze;
use super::role::{next_for_role, offer_role, role_is_free, rotating, takers};
use super::{Ctx, Decision, event};
use punto_state::{Betting, Dealing, Open, Phase};

pub(super) fn method<'c>(ctx: &'c Ctx<'_>, open: &Open) -> Option<&'c Method> {
    ctx.book.method(&open.method)
}

/// The method a coup is dealt by: the dealer's own where the coup takes no wagers or nobody will hold the role.
pub(super) fn in_force<'c>(ctx: &'c Ctx<'_>, open: &Open, no_bet: bool) -> Option<&'c Method> {
    let own = method(ctx, open)?;
    let nobody = own.holders == Holders::RotatingBanker && open.role.holder.is_none();
    // A shoe that keeps its method keeps it through these, too; the dealer turns what nobody has wagered on.
    let kept = ctx.book.procedure.get(Rule::MethodFixed).is_some();
    if own.holders == Holders::Dealer || kept || !(no_bet || nobody) {
        return Some(own);
    }
    ctx.book.methods.iter().find(|method| method.holders == Holders::Dealer).or(Some(own))
}

/// The method of the coup in progress.
fn of_coup<'c>(ctx: &'c Ctx<'_>, open: &Open, dealing: &Dealing) -> Option<&'c Method> {
    in_force(ctx, open, dealing.no_bet.is_some())
}

/// What the calling of points rests on: the document's own rule, and that of the method.
pub(super) fn points_by(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Option<Citation> {
    let rule = ctx.book.procedure.get(Rule::CallPoints)?;
    let method = of_coup(ctx, open, dealing).filter(|method| method.has(Step::Announce));
    Some(method.map_or_else(|| rule.by.clone(), |method| method.by(Step::Announce).and(&rule.by)))
}

/// The clauses by which Player's count is called now, before Banker's hand or third card goes out to a patron.
pub(crate) fn player_point_due(book: &Rulebook, open: &Open, dealing: &Dealing) -> Option<Citation> {
    let method = book.method(&open.method).filter(|method| method.has(Step::PlayerCalled))?;
    let player = dealing.coup.hands().player.len();
    let ready = player >= 2 && !dealing.holders[Side::Player].out && !dealing.face_down(Side::Player);
    let waits = dealing.face_down(Side::Banker) && !dealing.holders[Side::Banker].out;
    // That of a third card comes before Banker's is dealt.
    let waits = waits || player > 2 && dealing.coup.due(book).side() == Some(Side::Banker);
    let due = ready && waits && dealing.no_bet.is_none() && dealing.player_called != Some(player);
    due.then(|| {
        let third = (player > 2 || dealing.points_called).then(|| method.by(Step::Third));
        third
            .map_or_else(|| method.by(Step::PlayerCalled).clone(), |by| method.by(Step::PlayerCalled).and(by))
    })
}

/// Refuses a third card for a patron who holds Banker's hand before the count of Player's is called.
pub(super) fn player_called(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Result<(), Refused> {
    let goes_out = || next_for(ctx, open, dealing, Side::Banker).is_ok();
    match player_point_due(ctx.book, open, dealing).filter(|_| goes_out()) {
        Some(by) => ctx.refuse(&by, Reason::MustCall(Call::PlayerPoint)),
        None => Ok(()),
    }
}

/// Player's count is called by itself, where a document has it called before Banker's hand goes out.
pub(super) fn player_point(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Decision {
    let own = of_coup(ctx, open, dealing).filter(|method| method.has(Step::PlayerCalled));
    let Some(method) = own else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::PointsTogether));
    };
    match player_point_due(ctx.book, open, dealing) {
        Some(by) => {
            let player = dealing.coup.hands().player.point();
            Ok(vec![event(Happening::PlayerPoint { player }, &by.and(&ctx.book.card_values))])
        }
        None if dealing.face_down(Side::Player) || dealing.holders[Side::Player].out => {
            ctx.refuse(method.by(Step::PlayerCalled), Reason::NotTurned(HandName::Player))
        }
        None => ctx.refuse(method.by(Step::PlayerCalled), Reason::NotNow(Hindrance::PointsTogether)),
    }
}

/// What a seated patron has on a hand, over all boxes. A stake that is late, or void, is no wager on it; what limits on totals may
/// still cut off all in proportion leaves equals equal.
fn amounts(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, side: Side) -> Vec<(PersonId, Money)> {
    let kind = match side {
        Side::Player => BetKind::Player,
        Side::Banker => BetKind::Banker,
    };
    let largest = open.terms.choice() == Some(DesignatedPatronAmount::LargestBox);
    let mut list: Vec<(PersonId, Money)> = Vec::new();
    for placed in &dealing.wagers {
        let (wager, good) =
            (placed.wager, counts(ctx.book, &open.terms, &placed.wager, found_of(ctx, placed)));
        let on_hand = ctx.book.bet(wager.bet).is_some_and(|bet| bet.kind == kind);
        let takes_part =
            open.patrons.seat_of(wager.patron).is_some() && !ctx.table.excluded.contains(&wager.patron);
        if !on_hand || !takes_part || good.is_zero() {
            continue;
        }
        match list.iter_mut().find(|(patron, _)| *patron == wager.patron) {
            Some((_, amount)) if largest => *amount = (*amount).max(good),
            Some((_, amount)) => *amount += good,
            None => list.push((wager.patron, good)),
        }
    }
    list
}

/// Everybody entitled to a hand, first to last: by amount, then in a tournament in the order of wagering, elsewhere by seat.
fn entitled(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, side: Side) -> Vec<(PersonId, Money)> {
    let mut list = amounts(ctx, open, dealing, side);
    let own = method(ctx, open).filter(|method| method.tournament).map(|_| &open.hooks.order);
    let all = list.clone();
    let place = |(patron, amount): (PersonId, Money)| {
        if let Some(turn) = own.and_then(|order| order.iter().position(|name| *name == patron)) {
            return turn;
        }
        let equals = all.iter().filter(|(_, own)| *own == amount);
        let lowest = equals.filter_map(|(own, _)| open.patrons.seat_of(*own)).min();
        let seat = open.patrons.seat_of(patron);
        by_seat(ctx, open, lowest).iter().position(|own| Some(*own) == seat).unwrap_or(usize::MAX)
    };
    list.sort_by_key(|own| (std::cmp::Reverse(own.1), place(*own)));
    list
}

/// The seats in the order in which equals are asked, whose lowest seat is given: from the lowest number up or round the table, where
/// the document says so; else from the dealer's right.
fn by_seat(ctx: &Ctx<'_>, open: &Open, lowest: Option<Seat>) -> Vec<Seat> {
    let (Some(ring), own) = (open.ring(), method(ctx, open)) else { return Vec::new() };
    match lowest.filter(|_| own.is_some_and(|own| own.has(Step::LowestSeat))) {
        Some(first) if own.is_some_and(|own| own.has(Step::Anticlockwise)) => {
            [first].into_iter().chain(ring.after(first, Direction::Anticlockwise)).collect()
        }
        Some(_) => (1..=ring.len()).filter_map(Seat::new).collect(),
        None => ring.anticlockwise_from_dealers_right().collect(),
    }
}

/// Who is to be offered a hand now, and by which clause.
fn next_for(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    side: Side,
) -> Result<(PersonId, Citation), Refused> {
    let (Some(own), Some(method)) = (method(ctx, open), of_coup(ctx, open, dealing)) else {
        return ctx.refuse(&ctx.order(), Reason::DealerKeeps);
    };
    if dealing.holders[side].taken
        && let Some(rule) = ctx.book.procedure.get(Rule::Forfeit)
    {
        return ctx.refuse(&rule.by, Reason::DealerKeeps);
    }
    if method.holders == Holders::Dealer {
        let by = method.by(Step::DealerKeeps).clone();
        let by = dealing.no_bet.as_ref().map_or(by.clone(), |no_bet| by.and(no_bet));
        let fell_back = own.holders == Holders::RotatingBanker && dealing.no_bet.is_none();
        let taken = ctx.book.procedure.get(Rule::Forfeit).filter(|_| dealing.holders[Side::Banker].taken);
        let why = taken.map_or(own.by(Step::Fallback), |rule| &rule.by);
        return ctx.refuse(&if fell_back { why.and(&by) } else { by }, Reason::DealerKeeps);
    }
    if method.holders == Holders::RotatingBanker {
        return match (side, open.role.holder) {
            (Side::Player, _) => ctx.refuse(method.by(Step::KeepPlayer), Reason::DealerKeeps),
            (Side::Banker, Some(holder)) => {
                ctx.not_excluded(holder).map(|()| (holder, method.by(Step::Pass).clone()))
            }
            (Side::Banker, None) => ctx.refuse(method.by(Step::Fallback), Reason::DealerKeeps),
        };
    }
    let list = entitled(ctx, open, dealing, side);
    let declined = &dealing.holders[side].declined;
    if list.is_empty() {
        return ctx.refuse(method.by(Step::NoBettor), Reason::DealerKeeps);
    }
    let Some(place) = list.iter().position(|(patron, _)| !declined.contains(patron)) else {
        return ctx.refuse(method.by(Step::AllDecline), Reason::DealerKeeps);
    };
    let (patron, amount) = list[place];
    let equals = list.iter().filter(|(_, own)| *own == amount).count() > 1;
    let earlier_equal = list[..place].iter().any(|(_, own)| *own == amount);
    let step = match (place, equals, earlier_equal) {
        (_, _, true) => Step::EqualNext,
        (0, true, _) => Step::Equal,
        (0, false, _) => Step::Pick,
        (_, _, false) => Step::Next,
    };
    Ok((patron, method.by(step).clone()))
}

fn dealing<'o>(ctx: &Ctx<'_>, open: &'o Open) -> Result<&'o Dealing, Refused> {
    match &open.phase {
        Phase::Dealing(dealing) => Ok(dealing),
        Phase::Preparing | Phase::Betting(_) => ctx.refuse(&ctx.book.drawing.opening, Reason::NoCoup),
    }
}

/// The hands of the coup that is on; or those of the coup to come, once its wagers are closed and it is settled who
/// is to have them.
fn hands_of<'o>(ctx: &Ctx<'_>, open: &'o Open) -> Result<Cow<'o, Dealing>, Refused> {
    match &open.phase {
        Phase::Betting(betting) if betting.closed && super::coup::call_closes(ctx, open) => {
            let Betting { wagers, no_bet, holders, .. } = betting.clone();
            Ok(Cow::Owned(Dealing { wagers, no_bet, holders, ..Dealing::default() }))
        }
        Phase::Preparing | Phase::Betting(_) | Phase::Dealing(_) => dealing(ctx, open).map(Cow::Borrowed),
    }
}

pub(super) fn offer(ctx: &Ctx<'_>, open: &Open, hand: HandName, patron: PersonId) -> Decision {
    if let Some(method) = rotating(ctx, open).filter(|_| hand == HandName::Banker) {
        return offer_role(ctx, open, method, patron);
    }
    let dealing = &hands_of(ctx, open)?;
    let (next, by) = next_for(ctx, open, dealing, hand.side())?;
    if next != patron {
        return ctx.refuse(&seated_by(ctx, open, patron, &by), seated_reason(open, patron, next));
    }
    Ok(vec![event(Happening::HandOffered { hand, patron }, &by)])
}

/// A standing patron is refused by the clause that wants holders seated.
fn seated_by(ctx: &Ctx<'_>, open: &Open, patron: PersonId, by: &Citation) -> Citation {
    let standing = open.patrons.has(patron) && open.patrons.seat_of(patron).is_none();
    match ctx.book.procedure.get(Rule::HolderSeated) {
        Some(rule) if standing => rule.by.clone(),
        _ => by.clone(),
    }
}

fn seated_reason(open: &Open, patron: PersonId, next: PersonId) -> Reason {
    if open.patrons.has(patron) && open.patrons.seat_of(patron).is_none() {
        Reason::HolderNotSeated(patron)
    } else {
        Reason::NotNext(patron, next)
    }
}

pub(super) fn decline(ctx: &Ctx<'_>, open: &Open, hand: HandName, patron: PersonId) -> Decision {
    if let Some(method) = rotating(ctx, open).filter(|_| hand == HandName::Banker) {
        role_is_free(ctx, open, method, patron)?;
        let (next, _) = next_for_role(ctx, open, method, false)
            .ok_or_else(|| ctx.refusal(method.by(Step::Fallback), Reason::NobodyLeft))?;
        if next != patron {
            return ctx.refuse(method.by(Step::Declined), Reason::NotNext(patron, next));
        }
        let mut events = vec![event(Happening::HandDeclined { hand, patron }, method.by(Step::Declined))];
        let undecided = |own: &PersonId| *own != patron && !open.role.declined.contains(own);
        let all = !takers(ctx, open).any(|own| undecided(&own));
        if all {
            events.push(event(Happening::DealerHolds { hand }, method.by(Step::Fallback)));
        }
        return Ok(events);
    }
    let dealing = &hands_of(ctx, open)?;
    let (next, by) = next_for(ctx, open, dealing, hand.side())?;
    if next != patron {
        return ctx.refuse(&by, Reason::NotNext(patron, next));
    }
    // Who has the cards has accepted them.
    if dealing.holders[hand.side()].out {
        return ctx.refuse(&by, Reason::TooLate(Hindrance::CardsOutAlready));
    }
    // A role that passes round is given up between coups, and never in one.
    if let Some(own) = method(ctx, open).filter(|method| method.holders == Holders::RotatingBanker) {
        return ctx.refuse(own.by(Step::GiveUp), Reason::InCoup);
    }
    let Some(method) = method(ctx, open) else { return ctx.refuse(&by, Reason::DealerKeeps) };
    if dealing.holders[hand.side()].offered != Some(patron) {
        return ctx.refuse(method.by(Step::Next), Reason::NotNow(Hindrance::HandNotOffered));
    }
    // Some who declined may have taken their wagers back since.
    let declined = &dealing.holders[hand.side()].declined;
    let all = entitled(ctx, open, dealing, hand.side());
    let amount = all.iter().find(|(own, _)| *own == patron).map(|(_, amount)| *amount);
    let left = all.iter().filter(|(own, _)| *own != patron && !declined.contains(own));
    let after = left.map(|(_, amount)| *amount).next();
    let step = if after.is_some() && after == amount { Step::EqualNext } else { Step::Next };
    let mut events = vec![event(Happening::HandDeclined { hand, patron }, method.by(step))];
    if after.is_none() {
        events.push(event(Happening::DealerHolds { hand }, method.by(Step::AllDecline)));
    }
    Ok(events)
}

/// The hand goes out to its holder; accepting the rotating role is the same word between coups.
pub(super) fn pass(ctx: &Ctx<'_>, open: &Open, hand: HandName, patron: PersonId) -> Decision {
    if let Some(method) = rotating(ctx, open).filter(|_| hand == HandName::Banker) {
        role_is_free(ctx, open, method, patron)?;
        let (next, by) =
            next_for_role(ctx, open, method, open.terms.choice() == Some(MethodCOfferAgain::OnRequest))
                .ok_or_else(|| ctx.refusal(method.by(Step::Fallback), Reason::NobodyLeft))?;
        if next != patron {
            return ctx.refuse(&by, Reason::NotNext(patron, next));
        }
        return Ok(vec![event(Happening::Designated { hand, patron }, &by)]);
    }
    let dealing = dealing(ctx, open)?;
    let side = hand.side();
    let (next, by) = next_for(ctx, open, dealing, side)?;
    let holding = &dealing.holders[side];
    let nominated = holding.nominees.contains(&patron);
    if next != patron && !(nominated && open.patrons.seat_of(patron).is_some()) {
        return ctx.refuse(&seated_by(ctx, open, patron, &by), seated_reason(open, patron, next));
    }
    let Some(method) = of_coup(ctx, open, dealing) else { return ctx.refuse(&by, Reason::DealerKeeps) };
    let other = &dealing.holders[side.other()];
    let each = method.has(Step::OneEach);
    if other.out && (!each || other.designated == Some(patron)) {
        let step = if each { Step::OneEach } else { Step::OneOut };
        return ctx.refuse(method.by(step), Reason::OtherHandOut);
    }
    let rules = &ctx.book.procedure;
    let in_turn = rules.get(Rule::NomineesInTurn).filter(|_| nominated && holding.nominees.len() > 1);
    if holding.out {
        let by = in_turn.map_or(method.by(Step::Pass), |rule| &rule.by);
        return ctx.refuse(by, Reason::NotNow(Hindrance::HandOutAlready));
    }
    if Side::ALL.iter().any(|side| dealing.coup.hands()[*side].len() < 2) {
        return ctx.refuse(method.by(Step::Pass), NotDue::OpeningFour.into());
    }
    let waits = method.has(Step::PlayerFirst) && side == Side::Banker && dealing.face_down(Side::Player);
    if waits {
        return ctx.refuse(method.by(Step::PlayerFirst), Reason::NotTurned(HandName::Player));
    }
    if !dealing.face_down(side) {
        return ctx.refuse(method.by(Step::Pass), Reason::NotNow(Hindrance::NothingFaceDown));
    }
    if let Some(by) = player_point_due(ctx.book, open, dealing).filter(|_| side == Side::Banker) {
        return ctx.refuse(&by, Reason::MustCall(Call::PlayerPoint));
    }
    let mut events = Vec::new();
    if holding.designated != Some(next) {
        events.push(event(Happening::Designated { hand, patron: next }, &by));
        // Where the document has the marker placed, it goes with the cards; where it may be, somebody says so.
        if let Some(marker) = rules.get(Rule::HolderMarker).filter(|marker| marker.roles.is_empty()) {
            events.push(event(Happening::Recorded { rule: Rule::HolderMarker, note: None }, &marker.by));
        }
    }
    let third = dealing.coup.hands()[side].len() > 2 && method.has(Step::Third);
    let mut by = method.by(Step::Pass).clone();
    let more = [
        third.then(|| method.by(Step::Third)),
        rules.get(Rule::Nominee).filter(|_| nominated).map(|rule| &rule.by),
        in_turn.map(|rule| &rule.by),
    ];
    for clause in more.into_iter().flatten() {
        by = by.and(clause);
    }
    events.push(event(Happening::Passed { hand, patron }, &by));
    Ok(events)
}

pub(super) fn nominate(ctx: &Ctx<'_>, open: &Open, hand: HandName, patron: PersonId) -> Decision {
    // The officer says so, or the holder whom the officer has allowed it before.
    let allowed = |own: &PersonId| open.patrons.may_nominate.contains(own);
    let holder = match ctx.by {
        Actor::Patron(own) => Some(own).filter(allowed),
        Actor::Staff(..) | Actor::System => None,
    };
    let rule = if holder.is_some() { ctx.rule(Rule::Nominee)? } else { ctx.entitled(Rule::Nominee)? };
    let dealing = dealing(ctx, open)?;
    if open.patrons.seat_of(patron).is_none() {
        return ctx.refuse(&rule.by, Reason::HolderNotSeated(patron));
    }
    ctx.not_excluded(patron)?;
    let holding = &dealing.holders[hand.side()];
    let (next, _) = next_for(ctx, open, dealing, hand.side())?;
    if let Some(own) = holder.filter(|own| *own != next) {
        return ctx.refuse(&rule.by, Reason::NotNext(own, next));
    }
    // Cards that are out are handed on by who has them.
    if holding.out && (holder.is_none() || holding.nominee.is_some()) {
        return ctx.refuse(&rule.by, Reason::TooLate(Hindrance::CardsOutAlready));
    }
    if next == patron {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::HolderNeedsNoApproval));
    }
    if let Some(in_turn) = ctx.book.procedure.get(Rule::NomineesInTurn)
        && (holding.nominees.contains(&patron) || holding.nominees.len() >= 2)
    {
        return ctx.refuse(&in_turn.by, Reason::NotNow(Hindrance::TwoNominees));
    }
    Ok(vec![event(Happening::Nominated { hand, patron }, &rule.by)])
}

/// The hand comes back, turned by its holder or not.
pub(super) fn give_back(ctx: &Ctx<'_>, open: &Open, hand: HandName, unseen: bool) -> Decision {
    let dealing = dealing(ctx, open)?;
    let by =
        of_coup(ctx, open, dealing).map_or_else(|| ctx.order(), |method| method.by(Step::Collect).clone());
    if !ctx.by.is_patron() {
        ctx.only_the_dealer()?;
    }
    if !dealing.holders[hand.side()].out {
        return ctx.refuse(&by, Reason::HandNotOut(hand));
    }
    let holding = &dealing.holders[hand.side()];
    if let (Actor::Patron(own), Some(holder)) = (ctx.by, holding.nominee.or(holding.designated))
        && own != holder
    {
        return ctx.refuse(&by, Reason::SpeaksForAnother { own, patron: holder });
    }
    if unseen {
        return Ok(vec![event(Happening::HandBackUnseen { hand }, &by)]);
    }
    let one = holding.nominees.len() > 1;
    let mut events = vec![event(Happening::HandBack { hand }, &by)];
    events.extend(super::deal::judged_when_turned(ctx, open, dealing, (hand.side(), one))?);
    Ok(events)
}

/// The dealer turns cards that are still hidden, or that nobody else is to turn.
pub(super) fn turn(ctx: &Ctx<'_>, open: &Open, hand: HandName) -> Decision {
    let dealing = dealing(ctx, open)?;
    let side = hand.side();
    let Some(method) = of_coup(ctx, open, dealing) else {
        // Where cards lie face up, one that went astray face down is turned when it has been put right.
        return match dealing.face_down(side) {
            true => turned(ctx, open, dealing, hand, &ctx.book.drawing.opening),
            false => ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::DealtFaceUp)),
        };
    };
    if !dealing.face_down(side) {
        return ctx.refuse(method.by(Step::Turn), Reason::NotNow(Hindrance::NothingFaceDown));
    }
    if dealing.holders[side].out {
        return ctx.refuse(method.by(Step::Collect), Reason::NotNow(Hindrance::HandIsOut));
    }
    if method.has(Step::PlayerFirst) && side == Side::Banker && dealing.face_down(Side::Player) {
        return ctx.refuse(method.by(Step::PlayerFirst), Reason::NotTurned(HandName::Player));
    }
    let by = match next_for(ctx, open, dealing, side) {
        // A holder has it coming, unless it has been out and come back with cards still hidden.
        Ok((next, by)) if !dealing.holders[side].back => {
            return ctx.refuse(&by, Reason::NotNext(ctx.by.name().unwrap_or(next), next));
        }
        Ok(_) => method.by(Step::Turn).clone(),
        Err(refused) if method.has(Step::Turn) => method.by(Step::Turn).and(&refused.by),
        Err(refused) => refused.by,
    };
    turned(ctx, open, dealing, hand, &by)
}

fn turned(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, hand: HandName, by: &Citation) -> Decision {
    let mut events = vec![event(Happening::Turned { hand }, by)];
    events.extend(super::deal::judged_when_turned(ctx, open, dealing, (hand.side(), false))?);
    Ok(events)
}

pub(super) fn forfeit(ctx: &Ctx<'_>, open: &Open, hand: HandName) -> Decision {
    let rule = ctx.entitled(Rule::Forfeit)?;
    // Control of a role that passes round may be taken away between coups, too.
    if let (Some(method), Some(holder)) = (rotating(ctx, open), open.role.holder)
        && hand == HandName::Banker
    {
        return Ok(vec![
            event(Happening::Forfeited { hand }, &rule.by),
            event(Happening::RoleMoved { patron: holder }, method.by(Step::Ends)),
        ]);
    }
    let dealing = &hands_of(ctx, open)?;
    let holding = &dealing.holders[hand.side()];
    let passed = method(ctx, open).is_some_and(|method| method.holders != Holders::Dealer);
    // Whoever is to have the cards may be told before they are passed; some documents let the officer keep any hand.
    let role = open.role.holder.is_some() && hand == HandName::Banker
        || next_for(ctx, open, dealing, hand.side()).is_ok()
        || passed && rule.value == Some(Way::BeforeItIsOut);
    if holding.dealer || (holding.designated.is_none() && !role) {
        return ctx.refuse(&rule.by, Reason::DealerKeeps);
    }
    let mut events = vec![event(Happening::Forfeited { hand }, &rule.by)];
    if let (Some(holder), Some(method)) =
        (open.role.holder.filter(|_| hand == HandName::Banker), method(ctx, open))
        && method.holders == Holders::RotatingBanker
    {
        events.push(event(Happening::RoleMoved { patron: holder }, method.by(Step::Ends)));
    }
    Ok(events)
}

/// Refuses a coup whose rotating Banker has no wager on Banker, or has not been found, or whose cards may not go out.
pub(super) fn ready_for_coup(ctx: &Ctx<'_>, open: &Open, betting: &Betting) -> Result<(), Refused> {
    if let Some(method) = method(ctx, open).filter(|_| betting.no_bet.is_none()) {
        may_squeeze(ctx, open, method)?;
    }
    let Some(method) = method(ctx, open).filter(|method| method.holders == Holders::RotatingBanker) else {
        return Ok(());
    };
    if betting.no_bet.is_some() {
        return Ok(());
    }
    match open.role.holder {
        Some(holder) => {
            let dealing = Dealing { wagers: betting.wagers.clone(), ..Dealing::default() };
            let wagers = amounts(ctx, open, &dealing, Side::Banker);
            if wagers.iter().any(|(patron, _)| *patron == holder) {
                return Ok(());
            }
            ctx.refuse(method.by(Step::MustWager), Reason::NotNow(Hindrance::HolderMustWager))
        }
        None => match next_for_role(ctx, open, method, false) {
            Some((next, by)) => ctx.refuse(&by, Reason::NotNext(ctx.by.name().unwrap_or(next), next)),
            None => Ok(()),
        },
    }
}

/// Refuses while cards of a hand are face down.
pub(super) fn all_turned(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing) -> Result<(), Refused> {
    let by = of_coup(ctx, open, dealing).map_or_else(|| ctx.order(), |method| method.by(Step::Turn).clone());
    for side in Side::ALL {
        if dealing.holders[side].out {
            return ctx.refuse(&by, Reason::NotTurned(HandName::of(side)));
        }
        if dealing.face_down(side) {
            return ctx.refuse(&by, Reason::NotTurned(HandName::of(side)));
        }
    }
    Ok(())
}

/// A rotating role moves on when Banker has lost.
pub(super) fn after_coup(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, outcome: &Outcome) -> Vec<Event> {
    let Some(method) = method(ctx, open).filter(|method| method.holders == Holders::RotatingBanker) else {
        return Vec::new();
    };
    let moves = match outcome.winner {
        Winner::Player => {
            dealing.no_bet.is_none() || open.terms.choice() == Some(MethodCAfterNoBetCoup::Move)
        }
        Winner::Banker | Winner::Tie => false,
    };
    let holder = open.role.holder.filter(|own| moves || ctx.table.excluded.contains(own));
    holder.map(|patron| event(Happening::RoleMoved { patron }, method.by(Step::Ends))).into_iter().collect()
}
