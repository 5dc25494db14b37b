//! Folds events into the table. Decides nothing.

use punto_coup::{BoxId, Coup, DealtCard, Fate, Next, Place, ShoeFate, Stake, Wager, WagerFate};
use punto_rulebook::{Outcome, Rule};
use punto_vocab::{BetId, Money, PatronId, Seat, Side};

use crate::actor::{Actor, Time};
use crate::command::{Call, With};
use crate::event::{Event, Happening, Lies};
use crate::ledger::{Account, Coin, Movement};
use crate::opening::Part;
use crate::state::{
    Betting, Dealing, DisputeCase, Finished, LastCoup, MarkerState, Open, Patrons, Phase, Placed, RoleState,
    Shoe, Sign, Stage, Table, Topic, Trouble,
};

/// Folds one event into the table.
pub fn apply(table: &mut Table, at: Time, by: Actor, event: &Event) {
    table.now = table.now.max(at);
    match &event.what {
        Happening::Opened { terms, opening } => open(table, terms, opening),
        Happening::Closed => table.open = None,
        Happening::SignedOn { who } => {
            if let Actor::Staff(role, name) = who {
                table.on_duty.insert((*role, *name));
            }
        }
        Happening::SignedOff { who } => {
            if let Actor::Staff(role, name) = who {
                table.on_duty.remove(&(*role, *name));
            }
        }
        Happening::Excluded { patron, .. } => {
            table.excluded.insert(*patron);
        }
        Happening::Disputed { patron, .. } => {
            table.disputes.push(DisputeCase { patron: *patron, decided_by: None, reviewed_by: None });
        }
        Happening::Decided { who, .. } => {
            if let Some(case) = table.disputes.iter_mut().find(|case| case.decided_by.is_none()) {
                case.decided_by = Some(*who);
            }
        }
        Happening::Reviewed { who, .. } => {
            if let Some(case) = table.disputes.iter_mut().rev().find(|case| case.reviewed_by.is_none()) {
                case.reviewed_by = Some(*who);
            }
        }
        what => {
            let made = movements(table, what);
            for movement in &made {
                table.ledger.make(*movement);
            }
            if let Some(open) = table.open.as_mut() {
                if settles(what) {
                    open.movements.extend(made);
                }
                at_open_table(open, at, by, event);
            }
            coup_ends(table, event);
        }
    }
}

fn open(table: &mut Table, terms: &crate::state::SharedTerms, opening: &crate::opening::Opening) {
    table.open = Some(Open {
        terms: terms.clone(),
        method: opening.part(Part::Method).unwrap_or_default().to_owned(),
        opening: opening.clone(),
        patrons: Patrons::default(),
        signs: Default::default(),
        told: Default::default(),
        consents: Default::default(),
        acts: Vec::new(),
        restricted: Default::default(),
        free_coups: 0,
        role: RoleState::default(),
        hooks: Default::default(),
        staying: Vec::new(),
        movements: Vec::new(),
        shoe: Shoe::default(),
        trouble: None,
        phase: Phase::Preparing,
    });
    let float = opening.part(Part::Float).and_then(|text| text.parse().ok()).unwrap_or(Money::ZERO);
    table.ledger.make(Movement { coin: Coin::Chips, from: Account::Cage, to: Account::Float, amount: float });
}

/// The coin of a wager at this table.
fn coin(table: &Table) -> Coin {
    match table.open.as_ref().is_some_and(|open| open.terms.credits) {
        true => Coin::Credits,
        false => Coin::Chips,
    }
}

fn purse(table: &Table, patron: PatronId) -> Account {
    match coin(table) {
        Coin::Credits => Account::Balance(patron),
        Coin::Chips | Coin::Tokens | Coin::Cash => Account::Pocket,
    }
}

/// Every movement of money that an event means.
fn movements(table: &Table, what: &Happening) -> Vec<Movement> {
    use Account::{Cage, DropBox, Float, Layout, Pocket};
    let chips = coin(table);
    let one = |coin, from, to, amount| vec![Movement { coin, from, to, amount }];
    let both = |from, to, tokens_to, stake: Stake| {
        vec![
            Movement { coin: chips, from, to, amount: stake.chips },
            Movement { coin: Coin::Tokens, from, to: tokens_to, amount: stake.tokens },
        ]
    };
    match what {
        Happening::Wagered { patron, stake, .. } | Happening::Relaxed { patron, stake, .. } => {
            one(chips, purse(table, *patron), Layout, *stake)
        }
        Happening::WageredTokens { stake, .. } => one(Coin::Tokens, Pocket, Layout, *stake),
        Happening::Altered { patron, at, bet, stake } => {
            let old = stake_of(table, *patron, *at, *bet).chips;
            one(chips, purse(table, *patron), Layout, *stake - old)
        }
        Happening::Found { patron, at, bet, stake } => {
            let old = stake_of(table, *patron, *at, *bet).total();
            one(chips, purse(table, *patron), Layout, *stake - old)
        }
        Happening::Lifted { patron, at, bet, .. }
        | Happening::WagerRefused { patron, at, bet, .. }
        | Happening::WagerVoid { patron, at, bet, .. }
        | Happening::Withdrawn { patron, at, bet, .. } => {
            both(Layout, purse(table, *patron), Pocket, stake_of(table, *patron, *at, *bet))
        }
        Happening::Reduced { patron, at, bet, to } => {
            let off = cut_off(stake_of(table, *patron, *at, *bet), *to);
            both(Layout, purse(table, *patron), Pocket, off)
        }
        Happening::Collected { patron, at, bet, amount } => {
            let tokens = stake_of(table, *patron, *at, *bet).tokens.min(*amount);
            both(Layout, Float, Float, Stake { chips: *amount - tokens, tokens, ..Stake::default() })
        }
        Happening::Paid { patron, amount, .. } => one(chips, Float, purse(table, *patron), *amount),
        Happening::StoodOff { patron, amount, .. } | Happening::StakeBack { patron, amount, .. } => {
            one(chips, Layout, purse(table, *patron), *amount)
        }
        Happening::TokensBack { amount, .. } => one(Coin::Tokens, Layout, Pocket, *amount),
        Happening::Bought { patron, amount, with: With::Cash } => {
            let mut list = one(Coin::Cash, Pocket, DropBox, *amount);
            list.extend(one(chips, Float, purse(table, *patron), *amount));
            list
        }
        Happening::Bought { amount, with: With::Voucher, .. } => one(Coin::Tokens, Cage, Pocket, *amount),
        Happening::Bought { patron, amount, with: With::Balance } => {
            one(Coin::Credits, Cage, Account::Balance(*patron), *amount)
        }
        Happening::CashedOut { patron, amount } => {
            one(Coin::Credits, Account::Balance(*patron), Cage, *amount)
        }
        Happening::Filled { amount } => one(Coin::Chips, Cage, Float, *amount),
        Happening::Credited { amount } => one(Coin::Chips, Float, Cage, *amount),
        Happening::Reversed => reversal(table),
        Happening::WagersForfeited { patron } => {
            let wagers = table.open.iter().flat_map(|open| open.wagers());
            let theirs = wagers.filter(|placed| placed.wager.patron == *patron);
            theirs.flat_map(|placed| both(Layout, Float, Float, placed.wager.stake)).collect()
        }
        _ => Vec::new(),
    }
}

/// What comes off a stake that is cut to a smaller total: chips before tokens.
fn cut_off(stake: Stake, to: Money) -> Stake {
    let off = stake.total() - to;
    let chips = off.min(stake.chips);
    Stake { chips, tokens: off - chips, ..stake }
}

/// The last coup's settlement is undone: wagers already down for the next go back, what was paid comes back, what
/// was collected lies again.
fn reversal(table: &Table) -> Vec<Movement> {
    let Some(Phase::Betting(betting)) = table.open.as_ref().map(|open| &open.phase) else {
        return Vec::new();
    };
    let lifted = betting.wagers.iter().flat_map(|placed| {
        let (wager, from) = (placed.wager, Account::Layout);
        [
            Movement { coin: coin(table), from, to: purse(table, wager.patron), amount: wager.stake.chips },
            Movement { coin: Coin::Tokens, from, to: Account::Pocket, amount: wager.stake.tokens },
        ]
    });
    let undone = betting.last.iter().flat_map(|last| &last.paid);
    lifted.chain(undone.map(|made| Movement { from: made.to, to: made.from, ..*made })).collect()
}

/// Whether an event is part of a settlement, and so can be undone with it.
fn settles(what: &Happening) -> bool {
    matches!(
        what,
        Happening::Collected { .. }
            | Happening::Paid { .. }
            | Happening::StoodOff { .. }
            | Happening::StakeBack { .. }
            | Happening::TokensBack { .. }
    )
}

fn stake_of(table: &Table, patron: PatronId, at: u8, bet: BetId) -> Stake {
    let wagers = table.open.iter().flat_map(|open| open.wagers());
    wagers.into_iter().find(|p| is(p, patron, at, bet)).map(|p| p.wager.stake).unwrap_or_default()
}

fn is(placed: &Placed, patron: PatronId, at: u8, bet: BetId) -> bool {
    placed.wager.patron == patron && placed.wager.at == BoxId(at) && placed.wager.bet == bet
}

fn wagers(open: &mut Open) -> Option<&mut Vec<Placed>> {
    match &mut open.phase {
        Phase::Preparing => None,
        Phase::Betting(betting) => Some(&mut betting.wagers),
        Phase::Dealing(dealing) => Some(&mut dealing.wagers),
    }
}

fn at_open_table(open: &mut Open, at: Time, by: Actor, event: &Event) {
    match &event.what {
        Happening::Recorded { rule } | Happening::RecordedNote { rule, .. } => {
            open.acts.push((*rule, by));
            if *rule == Rule::DroppedCards {
                open.told.retain(|(_, topic)| *topic != Topic::Rule(*rule));
            }
            // Cards whose faces were shown are shuffled again.
            if *rule == Rule::FaceShownInGathering && matches!(open.phase, Phase::Preparing) {
                open.shoe.stage = Stage::Gathered;
            }
            // A patron who insists on the full process sends pre-shuffled cards back to its beginning.
            if *rule == Rule::PreshuffledRefused && matches!(open.phase, Phase::Preparing) {
                open.acts.retain(|(act, _)| !matches!(act, Rule::Preshuffled | Rule::Riffle));
                open.shoe.stage = Stage::Gathered;
                open.shoe.cut = Default::default();
            }
        }
        Happening::Told { role, rule } => {
            open.told.insert((*role, Topic::Rule(*rule)));
        }
        Happening::ToldBet { role, bet } => {
            open.told.insert((*role, Topic::Restriction(*bet)));
        }
        Happening::Consented { patron, matter } => {
            // Every request for coups without wagers is counted by itself.
            if *matter == crate::command::Matter::NoBetCoups {
                open.free_coups = 0;
            }
            open.consents.entry(*matter).or_default().insert(*patron);
        }
        Happening::PostedLimits { limits } => sign(open, Sign::Limits(limits.0.min, limits.0.max), at),
        Happening::PostedVariant { variant } => sign(open, Sign::Variant(variant.as_str().to_owned()), at),
        Happening::PostedClosure => sign(open, Sign::Closure, at),
        Happening::PostedOldMinimumEnds => sign(open, Sign::OldMinimumEnds, at),
        Happening::PostedRestriction { bet } => sign(open, Sign::Restriction(*bet), at),
        Happening::LimitsChanged { limits } => {
            open.terms = open.terms.with_limits(limits.0);
            open.consents.remove(&crate::command::Matter::Limits);
        }
        Happening::OldMinimumKept { patron, minimum, .. } => {
            open.patrons.old_minimum.insert(*patron, *minimum);
        }
        Happening::OldMinimumOver { patron } => {
            open.patrons.old_minimum.remove(patron);
        }
        Happening::VariantChanged { terms, .. } => open.terms = terms.clone(),
        Happening::MethodChanged { method } => {
            open.method = method.as_str().to_owned();
            open.role = RoleState::default();
        }
        Happening::PersonalLimits { patron, limits } => {
            open.patrons.personal.insert(*patron, limits.0);
        }
        Happening::LiabilityPosted { amount } => open.terms = open.terms.with_liability(*amount),
        Happening::LimitOff { breach } => {
            open.hooks.off.insert(*breach);
        }
        Happening::WagerOrder { names } => {
            open.hooks.order =
                names.as_str().split_whitespace().filter_map(|name| name.parse().ok()).collect();
        }
        Happening::Restricted { bet } => {
            open.restricted.insert(*bet);
        }
        Happening::Unrestricted { bet } => {
            open.restricted.remove(bet);
        }
        Happening::Sat { patron, at } => {
            if let Some(seat) = Seat::new(*at) {
                open.patrons.seated.insert(seat, *patron);
            }
            open.patrons.arrived.push(*patron);
        }
        Happening::Stood { patron, at } => {
            open.patrons.standing.push((*at, *patron));
            open.patrons.arrived.push(*patron);
        }
        Happening::TookBox { patron, at } => {
            open.patrons.boxes.insert(*at, *patron);
        }
        Happening::Left { patron } => leave(&mut open.patrons, *patron),
        Happening::BothApproved { patron } => {
            open.patrons.both_approved.insert(*patron);
        }
        Happening::Warned { patron } => {
            open.patrons.warned.insert(*patron);
        }
        Happening::Shuffled { .. }
        | Happening::PatronsMayCut
        | Happening::CutOffered { .. }
        | Happening::CutDeclined { .. }
        | Happening::CutPassed { .. }
        | Happening::WasCut { .. }
        | Happening::MarkerPlaced { .. }
        | Happening::Burned { .. }
        | Happening::BurnShown { .. }
        | Happening::ShoeReady
        | Happening::CardsReplaced { .. }
        | Happening::MarkerSeen
        | Happening::MarkerOut
        | Happening::LastCoupSet
        | Happening::ShoeEnded => shoe(open, &event.what),
        Happening::Called { call: Call::PlaceYourBets } => {
            if let Phase::Betting(betting) = &mut open.phase {
                betting.opened = Some(at);
            }
        }
        what => {
            on_layout(open, what);
            in_coup(open, event);
        }
    }
}

fn sign(open: &mut Open, sign: Sign, at: Time) {
    open.signs.insert(sign, at);
}

fn leave(patrons: &mut Patrons, patron: PatronId) {
    patrons.seated.retain(|_, own| *own != patron);
    patrons.standing.retain(|(_, own)| *own != patron);
    patrons.boxes.retain(|_, own| *own != patron);
    patrons.arrived.retain(|own| *own != patron);
    patrons.old_minimum.remove(&patron);
    patrons.personal.remove(&patron);
    patrons.both_approved.remove(&patron);
    patrons.idle.remove(&patron);
}

fn shoe(open: &mut Open, what: &Happening) {
    match what {
        Happening::Shuffled { .. } => {
            open.shoe.stage = Stage::Shuffled;
            open.shoe.must_check = false;
        }
        Happening::PatronsMayCut => open.shoe.cut.patrons = true,
        Happening::CutOffered { patron } => open.shoe.cut.offered = Some(*patron),
        Happening::CutPassed { to, .. } => open.shoe.cut.offered = Some(*to),
        Happening::CutDeclined { patron } => {
            open.shoe.cut.offered = None;
            open.shoe.cut.declined.push(*patron);
        }
        Happening::WasCut { who, .. } => {
            open.shoe.stage = Stage::Cut;
            open.shoe.last_cut = match who {
                Actor::Patron(patron) => open.patrons.seat_of(*patron),
                Actor::Staff(..) | Actor::System => None,
            };
        }
        Happening::MarkerPlaced { .. } => open.shoe.stage = Stage::Marked,
        Happening::Burned { cards, .. } => open.shoe.drawn += cards,
        Happening::BurnShown { card } => *open.shoe.seen.entry(*card).or_default() += 1,
        Happening::ShoeReady => {
            open.shoe.stage = Stage::Ready;
            open.role = RoleState::default();
            open.phase = Phase::Betting(Betting::default());
        }
        Happening::CardsReplaced { colour } => {
            let (number, last_cut) = (open.shoe.number, open.shoe.last_cut);
            let colour = Some(colour.as_str().to_owned());
            open.shoe = Shoe { number, colour, last_cut, fresh: true, ..Shoe::default() };
            open.acts.clear();
            open.phase = Phase::Preparing;
        }
        Happening::MarkerSeen => open.shoe.marker = MarkerState::Seen,
        Happening::MarkerOut => {
            open.shoe.marker = MarkerState::Out { more: 1 };
            open.shoe.marker_first = false;
        }
        Happening::LastCoupSet => {
            open.shoe.marker = MarkerState::Out { more: 0 };
            open.shoe.marker_first = !open.in_coup();
        }
        Happening::ShoeEnded => end_shoe(open),
        _ => {}
    }
}

fn end_shoe(open: &mut Open) {
    let number = open.shoe.number + 1;
    let unfit = open.acts.iter().any(|(act, _)| *act == punto_rulebook::Rule::UnfitCards);
    let (must_replace, must_check) = (open.shoe.handled || unfit, open.shoe.must_check);
    let (colour, last_cut) = (open.shoe.colour.clone(), open.shoe.last_cut);
    let played_as = Some(open.method.clone());
    open.shoe =
        Shoe { number, must_replace, unfit, must_check, colour, last_cut, played_as, ..Shoe::default() };
    open.acts.clear();
    open.role = RoleState::default();
    if !open.in_coup() {
        open.phase = Phase::Preparing;
    }
}

fn on_layout(open: &mut Open, what: &Happening) {
    let Some(list) = wagers(open) else { return };
    let place = |patron: PatronId, at: u8, bet: BetId, stake: Stake| Placed {
        wager: Wager { patron, at: BoxId(at), bet, stake },
        fault: None,
        reduced: false,
        sealed: false,
    };
    match what {
        Happening::Wagered { patron, at, bet, stake } | Happening::Relaxed { patron, at, bet, stake } => {
            list.push(place(*patron, *at, *bet, Stake::chips(*stake)));
        }
        Happening::WageredTokens { patron, at, bet, stake } => {
            list.push(place(*patron, *at, *bet, Stake { tokens: *stake, ..Stake::default() }));
        }
        Happening::Altered { patron, at, bet, stake } => {
            for placed in list.iter_mut().filter(|p| is(p, *patron, *at, *bet)) {
                placed.wager.stake.chips = *stake;
            }
        }
        Happening::Found { patron, at, bet, stake } => {
            match list.iter_mut().find(|p| is(p, *patron, *at, *bet)) {
                Some(placed) => placed.wager.stake.chips = *stake - placed.wager.stake.tokens,
                None => list.push(place(*patron, *at, *bet, Stake::chips(*stake))),
            }
        }
        Happening::Reduced { patron, at, bet, to } => {
            for placed in list.iter_mut().filter(|p| is(p, *patron, *at, *bet)) {
                let off = cut_off(placed.wager.stake, *to);
                placed.wager.stake.chips -= off.chips;
                placed.wager.stake.tokens -= off.tokens;
                placed.reduced = true;
            }
            list.retain(|p| p.wager.stake.total().is_positive());
        }
        Happening::Sealed { patron, at, bet } | Happening::Revealed { patron, at, bet } => {
            let sealed = matches!(what, Happening::Sealed { .. });
            for placed in list.iter_mut().filter(|p| is(p, *patron, *at, *bet)) {
                placed.sealed = sealed;
            }
        }
        Happening::Marked { patron, at, bet, fault } => {
            for placed in list.iter_mut().filter(|p| is(p, *patron, *at, *bet)) {
                placed.fault = Some(*fault);
            }
        }
        Happening::Lifted { patron, at, bet, .. }
        | Happening::WagerRefused { patron, at, bet, .. }
        | Happening::WagerVoid { patron, at, bet, .. }
        | Happening::Withdrawn { patron, at, bet, .. } => list.retain(|p| !is(p, *patron, *at, *bet)),
        Happening::WagersForfeited { patron } => list.retain(|p| p.wager.patron != *patron),
        _ => {}
    }
}

fn in_coup(open: &mut Open, event: &Event) {
    match &event.what {
        Happening::WagersClosed => {
            if let Phase::Betting(betting) = &mut open.phase {
                betting.closed = true;
            }
        }
        Happening::Called { call: Call::Result } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.result_called = true;
            }
        }
        Happening::Points { .. } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.points_called = true;
            }
        }
        Happening::Dealt { card, to, lies } => dealt(open, *card, to.0, *lies == Lies::Up),
        Happening::Turned { hand } | Happening::Returned { hand } => {
            let returned = matches!(event.what, Happening::Returned { .. });
            if let Phase::Dealing(dealing) = &mut open.phase {
                // Of two who turn a card each, one has just turned the first that was hidden.
                let in_turn = returned && dealing.holders[hand.side()].nominees.len() > 1;
                let hidden = dealing
                    .dealt
                    .iter_mut()
                    .filter(|card| card.to == Place::Hand(hand.side()) && !card.exposed);
                for card in hidden.take(if in_turn { 1 } else { usize::MAX }) {
                    card.exposed = true;
                }
                if returned {
                    dealing.holders[hand.side()].out = false;
                    dealing.holders[hand.side()].back = true;
                }
            }
        }
        Happening::ReturnedUnseen { hand } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.holders[hand.side()].out = false;
                dealing.holders[hand.side()].back = true;
            }
        }
        Happening::HandDeclined { hand, patron } => match &mut open.phase {
            Phase::Dealing(dealing) => dealing.holders[hand.side()].declined.push(*patron),
            Phase::Preparing | Phase::Betting(_) => open.role.declined.push(*patron),
        },
        Happening::Designated { hand, patron } => match &mut open.phase {
            Phase::Dealing(dealing) => dealing.holders[hand.side()].designated = Some(*patron),
            Phase::Preparing | Phase::Betting(_) => {
                open.role = RoleState { holder: Some(*patron), ..RoleState::default() };
            }
        },
        Happening::DealerHolds { hand } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.holders[hand.side()].dealer = true;
            }
        }
        Happening::Nominated { hand, patron } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.holders[hand.side()].nominees.push(*patron);
            }
        }
        Happening::Passed { hand, patron } => {
            open.shoe.handled = true;
            if let Phase::Dealing(dealing) = &mut open.phase {
                let holding = &mut dealing.holders[hand.side()];
                holding.out = true;
                holding.nominee = holding.nominees.contains(patron).then_some(*patron);
            }
        }
        Happening::Forfeited { hand } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.holders[hand.side()].out = false;
                dealing.holders[hand.side()].back = true;
                dealing.holders[hand.side()].dealer = true;
            }
        }
        Happening::RoleGivenUp { patron } | Happening::RoleMoved { patron } => {
            open.role = RoleState { last: open.patrons.seat_of(*patron), ..RoleState::default() };
        }
        Happening::NoBetCoup => match &mut open.phase {
            Phase::Betting(betting) => {
                betting.no_bet = Some(event.by.clone());
                // One that an irregularity brings on is not one that was asked for.
                open.free_coups += u32::from(betting.carried.is_none());
            }
            Phase::Dealing(dealing) => match &mut dealing.carries {
                Some((_, no_bet)) => *no_bet = Some(event.by.clone()),
                None => dealing.no_bet = Some(event.by.clone()),
            },
            Phase::Preparing => {}
        },
        Happening::Ruled { ruling } => {
            let trouble = Some(Trouble { ruling: ruling.0.clone(), ordered: false });
            match &mut open.phase {
                Phase::Dealing(dealing) => dealing.trouble = trouble,
                Phase::Preparing | Phase::Betting(_) => open.trouble = trouble,
            }
        }
        Happening::Ordered { ruling } => ordered(open, &ruling.0),
        Happening::CardCarried { card } | Happening::CardAtMouth { card } => {
            let dealing = dealing_or_new(open);
            // The order itself may have said that the coup it opens takes no wagers.
            let no_bet = dealing.carries.take().and_then(|(_, no_bet)| no_bet);
            dealing.carries = Some((*card, no_bet));
            dealing.carries_by = Some(event.by.clone());
        }
        Happening::Stays { patron, at, bet, amount } => {
            let wager = Wager { patron: *patron, at: BoxId(*at), bet: *bet, stake: Stake::chips(*amount) };
            open.staying.push(Placed { wager, fault: None, reduced: false, sealed: false });
        }
        Happening::Resumed => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.may_withdraw = false;
            }
        }
        Happening::Reversed => {
            if let Phase::Betting(betting) = &mut open.phase
                && let Some(last) = betting.last.take()
            {
                open.phase = Phase::Dealing(last.dealing);
            }
        }
        _ => {}
    }
}

/// The coup in progress; a ruling before the first card starts one.
fn dealing_or_new(open: &mut Open) -> &mut Dealing {
    if let Phase::Betting(betting) = &mut open.phase {
        let betting = std::mem::take(betting);
        open.phase =
            Phase::Dealing(Dealing { wagers: betting.wagers, no_bet: betting.no_bet, ..Dealing::default() });
    }
    if matches!(open.phase, Phase::Preparing) {
        open.phase = Phase::Dealing(Dealing::default());
    }
    match &mut open.phase {
        Phase::Dealing(dealing) => dealing,
        Phase::Preparing | Phase::Betting(_) => unreachable!("the phase was just set"),
    }
}

fn dealt(open: &mut Open, card: punto_vocab::Card, to: Place, exposed: bool) {
    let carried = match &open.phase {
        Phase::Betting(betting) => betting.carried == Some(card),
        Phase::Preparing | Phase::Dealing(_) => false,
    };
    if !carried {
        open.shoe.drawn += 1;
        *open.shoe.seen.entry(card).or_default() += 1;
    }
    let dealing = dealing_or_new(open);
    dealing.dealt.push(DealtCard { card, to, exposed });
    dealing.given.push(DealtCard { card, to, exposed });
    if let Place::Hand(side) = to {
        // A card that joins a hand goes out to its holder like those before it.
        dealing.holders[side].back = false;
        // Cards in their lawful places; a stray one waits for its ruling.
        let due_here = dealing.dealt.len() <= 6 && lawful_side(dealing) == Some(side);
        if due_here {
            dealing.coup.place(side, card);
        }
    }
}

/// The side the opening four alternate to, then whichever hand still has two cards.
fn lawful_side(dealing: &Dealing) -> Option<Side> {
    let hands = dealing.coup.hands();
    match (hands.player.len(), hands.banker.len()) {
        (player, banker) if player < 2 || banker < 2 => {
            Some(if player <= banker { Side::Player } else { Side::Banker })
        }
        (2, 2) => match dealing.dealt.last().map(|card| card.to) {
            Some(Place::Hand(side)) => Some(side),
            _ => None,
        },
        (3, 2) => Some(Side::Banker),
        _ => None,
    }
}

fn ordered(open: &mut Open, ruling: &std::sync::Arc<punto_coup::Ruling>) {
    open.trouble = None;
    if matches!(ruling.shoe, ShoeFate::DecksAreChecked) {
        open.shoe.must_check = true;
        open.told.retain(|(_, topic)| *topic != Topic::Rule(punto_rulebook::Rule::CardFault));
    }
    // Between coups only a ruling that returns wagers makes a coup, to void it.
    let voids = matches!(ruling.wagers, WagerFate::AllReturned | WagerFate::RefundOrForfeit { .. });
    if !open.in_coup() && (!voids || matches!(open.phase, Phase::Preparing)) {
        return;
    }
    open.acts.retain(|(act, _)| *act != punto_rulebook::Rule::ShuffleFailedDevice);
    let dealing = dealing_or_new(open);
    dealing.trouble = None;
    if let Some(hands) = &ruling.hands {
        dealing.coup = Coup::lying(hands.clone());
        let kept = dealing.dealt.clone();
        // A card that joins hands that lie open is turned with them.
        let open_hands = kept.iter().take(4).all(|own| own.exposed);
        let exposed =
            |card| open_hands || kept.iter().find(|own| own.card == card).is_none_or(|own| own.exposed);
        dealing.dealt = (0..3)
            .flat_map(|nth| Side::ALL.map(|side| (side, nth)))
            .filter_map(|(side, nth)| {
                let card = *hands[side].cards().get(nth)?;
                Some(DealtCard { card, to: Place::Hand(side), exposed: exposed(card) })
            })
            .collect();
        dealing.points_called = dealing.points_called && dealing.dealt.len() >= 4;
    }
    for fate in &ruling.cards {
        if matches!(fate.fate, Fate::OpensNextCoup | Fate::AtMouthOfShoe) {
            dealing.carries = Some((fate.card, None));
        }
    }
    if let Next::NoBet { by, .. } = &ruling.next
        && let Some((_, no_bet)) = &mut dealing.carries
    {
        *no_bet = Some(by.clone());
    }
    dealing.may_withdraw = matches!(ruling.wagers, WagerFate::MayBeWithdrawn { .. });
    dealing.withdrawal = dealing.may_withdraw.then(|| ruling.clone());
    dealing.ends_shoe |= matches!(ruling.shoe, ShoeFate::EndsAfterCoup | ShoeFate::CheckedAfterCoup);
    dealing.may_end_shoe = matches!(ruling.shoe, ShoeFate::MayEndIfAllAgree { .. });
}

/// The end of a coup: settled, or void. What waits opens the next one.
fn coup_ends(table: &mut Table, event: &Event) {
    let void = match event.what {
        Happening::Concluded => false,
        Happening::CoupVoid { .. } => true,
        _ => return,
    };
    let Some(open) = table.open.as_mut() else { return };
    let Phase::Dealing(dealing) = &mut open.phase else { return };
    let dealing = std::mem::take(dealing);
    let winner = if void { None } else { Outcome::of(dealing.coup.hands()).map(|outcome| outcome.winner) };
    let no_bet = dealing.no_bet.is_some();
    table.coups.push(Finished { dealt: dealing.dealt.clone(), winner, no_bet });
    count_idle(open, &dealing);
    let over = match &mut open.shoe.marker {
        MarkerState::In | MarkerState::Seen => false,
        MarkerState::Out { more: 0 } => true,
        MarkerState::Out { more } => {
            *more -= 1;
            false
        }
    };
    let (carried, no_bet) = match &dealing.carries {
        Some((card, no_bet)) => (Some(*card), no_bet.clone()),
        None => (None, None),
    };
    let ends = (over && no_bet.is_none()) || dealing.ends_shoe;
    let carried_by = dealing.carries_by.clone();
    let staying = std::mem::take(&mut open.staying);
    open.patrons.both_approved.clear();
    let after_tie = !staying.is_empty();
    let paid = std::mem::take(&mut open.movements);
    open.phase = Phase::Betting(Betting {
        wagers: staying,
        opened: None,
        closed: false,
        no_bet,
        carried,
        carried_by,
        last: Some(Box::new(LastCoup { dealing, paid })),
        after_tie,
    });
    if ends {
        let marker_first = open.shoe.marker_first;
        end_shoe(open);
        open.shoe.after_marker = over;
        open.shoe.marker_first = marker_first;
    }
}

fn count_idle(open: &mut Open, dealing: &Dealing) {
    if dealing.no_bet.is_some()
        && open.terms.setting("idle-count-on-no-bet-coups").is_none_or(|choice| choice == "skip")
    {
        return;
    }
    for patron in open.patrons.arrived.clone() {
        let played = dealing.wagers.iter().any(|placed| placed.wager.patron == patron);
        let count = open.patrons.idle.entry(patron).or_default();
        *count = if played { 0 } else { *count + 1 };
    }
}
