//! Folds events into the table. Decides nothing.

#![deny(clippy::wildcard_enum_match_arm)] // an event that nobody folds must not compile

mod coup;
mod groups;
mod hands;
mod layout;
mod money;
mod shoe;

use std::sync::Arc;

use punto_lines::{Call, Duty, Event, Happening, Matter};
use punto_rulebook::Rule;
use punto_vocab::{Actor, Money, PersonId, Role, Seat, Time};

use self::coup::{coup_ends, in_coup};
use self::groups::{
    of_corrections, of_coup, of_hands, of_patrons, of_settlement, of_shoe, of_terms, of_trouble, of_wagers,
};
use self::layout::on_layout;
use self::money::{movements, settles};
use crate::shown;
use crate::state::{
    Agreement, ClosedWith, DisputeCase, Open, Patrons, Phase, Posted, RoleState, Shoe, Sign, Stage, Table,
    Topic, takes_cards_out,
};
use punto_vocab::ledger::{Account, Coin, Ledger, Movement};

/// Folds one event into the table.
pub fn apply(table: &mut Table, at: Time, by: Actor, event: &Event) {
    table.now = table.now.max(at);
    match &event.what {
        Happening::Opened { terms, opening } => open(table, at, terms, opening),
        Happening::Closed => {
            let posts = table.on_duty.clone();
            table.closed_with = table.open.take().map(|open| Box::new(ClosedWith::of(open, posts)));
        }
        Happening::SignedOn { who } => {
            if let Actor::Staff(role, name) = who {
                table.on_duty.insert((*role, *name));
                if let Some(closed) = &mut table.closed_with {
                    closed.posts.remove(&(*role, *name));
                }
            }
        }
        Happening::SignedOff { who } => {
            if let Actor::Staff(role, name) = who {
                table.on_duty.remove(&(*role, *name));
                // Who deals no more may have another post once nothing that they dealt can be put right, and so may
                // who answers for it no more.
                let done = |open: &&mut Open| !open.in_coup() && open.last_coup().is_none();
                if let Some(open) = table.open.as_mut().filter(done) {
                    if *role == Role::Dealer {
                        open.dealers.take(name);
                    }
                    open.officers.take(&(*role, *name));
                }
            }
        }
        Happening::Owed { what } => table.duties.push(Duty { what: *what, by: event.by.clone() }),
        Happening::Discharged { what } => table.duties.retain(|duty| duty.what != *what),
        Happening::Excluded { patron, .. } => {
            table.excluded.insert(*patron);
        }
        Happening::Disputed { patron, what } => {
            let (patron, what) = (*patron, what.clone());
            table.disputed += 1;
            let (number, parties) = (table.disputed, table.parties());
            table.disputes.push(DisputeCase { number, patron, what, decided_by: None, parties });
        }
        Happening::Decided { number, who, .. } => {
            let meant = table.dispute(*number, |case| case.decided_by.is_none()).map(|case| case.number);
            for case in table.disputes.iter_mut().filter(|case| Some(case.number) == meant) {
                case.decided_by = Some(*who);
            }
        }
        Happening::Reviewed { number, .. } => {
            let meant = table.dispute(*number, DisputeCase::awaits_review).map(|case| case.number);
            table.disputes.retain(|case| Some(case.number) != meant);
        }
        what @ (Happening::Recorded { .. }
        | Happening::RecordedAbout { .. }
        | Happening::Told { .. }
        | Happening::ToldBet { .. }
        | Happening::Consented { .. }
        | of_terms!()
        | of_patrons!()
        | of_wagers!()
        | of_shoe!()
        | of_coup!()
        | of_hands!()
        | of_settlement!()
        | of_corrections!()
        | of_trouble!()) => {
            let moved = move_money(table, what);
            // A coup whose settlement is undone is dealt again, or void: it is not a result any more.
            let undone = matches!(what, Happening::Reversed).then(|| table.coups.take_back()).flatten();
            if let Happening::ReversedCoups { coups } = what {
                (0..*coups).for_each(|_| drop(table.coups.take_back()));
            }
            if let Happening::Mispaid { patron, at, bet, said, .. } = *what {
                table.coups.mispaid((patron, at, bet), said);
            }
            if matches!(what, Happening::ShoeReady) {
                table.coups.new_shoe();
            }
            note_persons(table, what);
            if let Some(open) = table.open.as_mut() {
                // Only what a coup's own settlement moves can be undone with it.
                if settles(what) && open.in_coup() {
                    open.movements.extend(moved);
                }
                if let Actor::Staff(Role::Dealer, name) = by {
                    open.dealers.put(name);
                } else if let Actor::Staff(role, name) = by {
                    open.officers.put((role, name));
                }
                if open.in_coup() {
                    shown::note(open, event);
                }
                at_open_table(open, at, by, event);
                // Tokens lie under the conditions of their voucher.
                if let Happening::WageredTokens { patron, at, bet, .. } = what {
                    let under = table.tokens.under.get(patron).map(|voucher| voucher.after_win);
                    open.token_terms((*patron, *at, *bet), under.unwrap_or_default());
                }
                if let (Some(undone), Phase::Dealing(dealing)) = (undone, &mut open.phase) {
                    dealing.mispaid = undone.mispaid.clone();
                }
            }
            coup_ends(table, event);
        }
    }
}

/// Who has been at the table, and who was found to have broken a rule of conduct: that outlasts leaving and closing.
fn note_persons(table: &mut Table, what: &Happening) {
    if let Happening::Sat { patron, .. } | Happening::Stood { patron, .. } = what
        && !table.known.contains(patron)
    {
        Arc::make_mut(&mut table.known).insert(*patron);
    }
    if let Happening::Bought { patron, voucher: Some(voucher), .. } = what {
        let tokens = Arc::make_mut(&mut table.tokens);
        tokens.taken.insert(voucher.number);
        tokens.under.insert(*patron, voucher.clone());
    }
    if let Happening::Warned { patron } = what
        && table.warned.insert(*patron)
        && let Some(Phase::Dealing(dealing)) = table.open.as_mut().map(|open| &mut open.phase)
    {
        dealing.warned.insert(*patron);
    }
    if let (Happening::Reversed, Some(before)) = (what, table.open.as_ref().and_then(Open::before_last)) {
        table.warned = before.warned.clone();
    }
    if let Happening::RecordedAbout { rule, about } = what
        && rule.rule() == Rule::ExcludeFromCasino
    {
        table.sent_out.extend(&about.persons);
    }
    if let Happening::RecordedAbout { rule, about } = what
        && matches!(rule.rule(), Rule::ProhibitedDevices | Rule::Partnership)
    {
        table.found_out.extend(about.persons.iter().map(|name| (rule.rule(), *name)));
    }
    if let Happening::Recorded {
        rule: rule @ (Rule::ProhibitedDevices | Rule::Partnership),
        note: Some(note),
    } = what
    {
        // Records of engine 4 and before have the persons in the note: whoever is named first, seated or not, and everybody else in the note who has been here.
        let named = note.as_str().split_whitespace().map(str::parse).enumerate();
        let meant = |(place, name): (usize, Result<PersonId, _>)| {
            name.ok().filter(|name| place == 0 || table.known.contains(name))
        };
        let meant: Vec<PersonId> = named.filter_map(meant).collect();
        table.found_out.extend(meant.into_iter().map(|name| (*rule, name)));
    }
}

/// Makes every movement that an event means; what was moved.
fn move_money(table: &mut Table, what: &Happening) -> Vec<Movement> {
    let (means, once_more) = (movements(table, what), pays_once_more(table, what));
    let mut moved = made(&mut table.ledger, means, once_more);
    for tokens in moved.iter().filter(|movement| movement.coin == Coin::Tokens) {
        Arc::make_mut(&mut table.tokens).moved(tokens);
    }
    // A stake that lies on moves nowhere, but an undone settlement finds it as if it had gone back.
    if let Happening::Stays { patron, amount, .. } = what {
        let (coin, from, to) = (money::coin(table), Account::Layout, money::purse(table, *patron));
        moved.push(Movement { coin, from, to, amount: *amount });
    }
    moved
}

/// Every movement that an event makes at a table, as the ledger will have it, but for tokens: the ledger keeps those of all patrons
/// together, and here each is its patron's. Nothing is moved.
pub fn moved(table: &Table, what: &Happening) -> Vec<Movement> {
    if let Happening::Opened { opening, .. } = what {
        return Vec::from_iter(Some(brought(opening)).filter(|movement| !movement.amount.is_zero()));
    }
    let means = movements(table, what);
    if means.is_empty() {
        return means;
    }
    made(&mut table.ledger.clone(), means, pays_once_more(table, what))
}

/// A coup that is put right pays again what it had paid; what somebody buys or wins since is no part of that.
fn pays_once_more(table: &Table, what: &Happening) -> bool {
    let phase = table.open.as_ref().map(|open| &open.phase);
    matches!(phase, Some(Phase::Dealing(own)) if own.reopened) && !matches!(what, Happening::Bought { .. })
}

fn made(ledger: &mut Ledger, movements: Vec<Movement>, once_more: bool) -> Vec<Movement> {
    let mut made = Vec::new();
    for movement in movements {
        if movement.coin == Coin::Tokens {
            if !movement.amount.is_zero() {
                ledger.make(money::pooled(movement));
                made.push(movement);
            }
            continue;
        }
        for part in ledger.parts(movement, once_more).into_iter().filter(|part| !part.amount.is_zero()) {
            ledger.make(part);
            made.push(part);
        }
    }
    made
}

/// The chips that a table is opened with.
fn brought(opening: &punto_rulebook::Opening) -> Movement {
    let amount = opening.parts.float.unwrap_or(Money::ZERO);
    Movement { coin: Coin::Chips, from: Account::Cage, to: Account::Float, amount }
}

fn open(table: &mut Table, at: Time, terms: &punto_lines::SharedTerms, opening: &punto_rulebook::Opening) {
    table.coups.new_shoe();
    // A warning is for the gaming day.
    let day = opening.parts.date;
    let same_day = table.day_since.is_some() && table.same_day(day, at);
    if !same_day {
        table.warned.clear();
        // From the game somebody is excluded for the day, which naming another in the evening does not end; from the casino
        // for longer.
        if table.day_since.is_some_and(|since| at >= since.plus_minutes(24 * 60)) {
            table.excluded = table.excluded.intersection(&table.sent_out).copied().collect();
        }
        table.day_since = Some(at);
    }
    let kept = same_day && table.closed_with.as_ref().is_some_and(|closed| closed.played);
    table.day = day.or(table.day.take());
    let last = table.closed_with.as_mut().and_then(|closed| closed.last.take());
    let (last, before) = last.unzip();
    let gone = last.is_some();
    // Whoever dealt a coup that can still be put right has dealt it, whatever has closed since.
    let dealt_before = table.closed_with.as_ref().filter(|_| gone).map(|closed| closed.dealers.clone());
    let restricted = table.closed_with.as_ref().map(|closed| closed.restricted.clone()).unwrap_or_default();
    // The sign of a restriction is up as long as that holds, and who was told of it has been.
    let posted = Posted { since: at, from: None, minimum: None };
    let signs = restricted.iter().map(|bet| (Sign::Restriction(*bet), posted)).collect();
    let told = restricted.iter().map(|bet| (Role::Surveillance, Topic::Restriction(*bet))).collect();
    table.open = Some(Open {
        terms: terms.clone(),
        method: opening.method().unwrap_or_default().into(),
        opening: Arc::new(opening.clone()),
        patrons: Default::default(),
        signs,
        dealers: Default::default(),
        dealt_before: dealt_before.unwrap_or_default(),
        officers: Default::default(),
        told,
        consents: Default::default(),
        acts: Vec::new(),
        restricted,
        free_coups: 0,
        role: RoleState::default(),
        hooks: Default::default(),
        staying: Vec::new(),
        movements: Vec::new(),
        moved_in_shoe: Vec::new(),
        staked_in_shoe: Vec::new(),
        settling: Vec::new(),
        shown: None,
        stays: None,
        last_call: None,
        shoe: Shoe { kept, last, before, gone, ..Shoe::default() },
        trouble: None,
        coming: None,
        phase: Phase::Preparing,
    });
    table.ledger.make(brought(opening));
}

fn at_open_table(open: &mut Open, at: Time, by: Actor, event: &Event) {
    if let Happening::Sat { patron, at } | Happening::Stood { patron, at } | Happening::TookBox { patron, at } =
        event.what
        && (open.in_coup() || matches!(&open.phase, Phase::Betting(own) if own.closed_at.is_some()))
    {
        open.patrons.too_late.insert((at, patron));
    }
    match &event.what {
        Happening::RecordedAbout { rule, about } => {
            recorded(open, rule.rule(), by);
            // The officer has named who may have others turn the cards.
            if rule.rule() == Rule::Nominee {
                open.patrons.may_nominate.extend(&about.persons);
            }
        }
        Happening::Recorded { rule, note } => {
            recorded(open, *rule, by);
            // Records of engine 4 and before have the person in the note.
            if let (Rule::Nominee, Some(Ok(patron))) = (rule, note.as_ref().map(|who| who.as_str().parse())) {
                open.patrons.may_nominate.insert(patron);
            }
        }
        Happening::Told { role, rule } => {
            open.told.insert((*role, Topic::Rule(*rule)));
        }
        Happening::ToldBet { role, bet } => {
            open.told.insert((*role, Topic::Restriction(*bet)));
        }
        Happening::Consented { patron, matter, to } => {
            // Every request for coups without wagers is counted by itself.
            if *matter == Matter::NoBetCoups {
                open.free_coups = 0;
            }
            open.consents.retain(|own| (own.patron, own.matter) != (*patron, *matter));
            let (patron, matter, noted) = (*patron, *matter, Some(by));
            open.consents.push(Agreement { patron, matter, to: to.clone(), since: at, noted, used: false });
        }
        Happening::PostedLimits { limits, from } => {
            sign(open, Sign::Limits(limits.0.min, limits.0.max), at, *from);
        }
        Happening::PostedStakes { bet, limits, from } => {
            sign(open, Sign::Stakes(*bet, limits.0.min, limits.0.max), at, *from);
        }
        Happening::PostedVariant { variant, from } => {
            sign(open, Sign::Variant(variant.as_str().to_owned()), at, *from);
        }
        Happening::PostedClosure { from } => sign(open, Sign::Closure, at, *from),
        Happening::PostedOldMinimumEnds { from } => {
            let minimum = Some(open.terms.limits.wager.min);
            open.signs.insert(Sign::OldMinimumEnds, Posted { since: at, from: *from, minimum });
        }
        Happening::PostedRestriction { bet } => sign(open, Sign::Restriction(*bet), at, None),
        // It is up with the limits that it shows.
        Happening::PostedPersonal { .. } => {}
        Happening::TakenDown { sign } => match sign.posted() {
            Ok(sign) => {
                open.signs.remove(&sign);
            }
            Err(patron) => {
                open.patrons.personal.remove(&patron);
            }
        },
        Happening::LimitsChanged { limits } => {
            open.change_terms(|terms| terms.set_limits(limits.0));
            open.consents.retain(|own| own.matter != Matter::Limits);
            used_up(open, &Sign::Limits(limits.0.min, limits.0.max));
        }
        Happening::DifferentialChanged { amount } => {
            open.change_totals(|terms| terms.limits.differential = Some(*amount));
        }
        Happening::AreaChanged { amount, bet } => open.change_totals(|terms| terms.set_area(*bet, *amount)),
        Happening::StakesChanged { bet, limits } => {
            open.change_terms(|terms| terms.set_stakes(*bet, limits.0));
            open.consents.retain(|own| own.matter != Matter::Limits);
            used_up(open, &Sign::Stakes(*bet, limits.0.min, limits.0.max));
        }
        Happening::OldMinimumKept { patron, minimum, .. } => {
            // A minimum that takes the place of an older one is the one that the sign spoke of.
            if open.patrons.old_minimum.insert(*patron, (*minimum, at)).is_some() {
                open.signs.remove(&Sign::OldMinimumEnds);
            }
        }
        Happening::BoxMinimumKept { at: own, minimum, .. } => {
            open.patrons.taken_since.insert(*own, Some((*minimum, at)));
        }
        Happening::OldMinimumOver { patron } => {
            old_minimum_over(&mut open.patrons, *patron);
            if open.patrons.old_minimum.is_empty() {
                open.signs.remove(&Sign::OldMinimumEnds);
            }
        }
        Happening::VariantChanged { terms, .. } => {
            open.terms = terms.clone();
            open.consents.retain(|own| own.matter != Matter::Variant);
            open.signs.retain(|sign, _| !matches!(sign, Sign::Variant(_)));
        }
        Happening::MethodChanged { method } => {
            open.method = method.as_str().into();
            open.role = RoleState::default();
        }
        Happening::PersonalLimits { patron, limits } => {
            open.patrons.personal.insert(*patron, limits.0);
            let theirs = |own: &Agreement| {
                own.patron == *patron && matches!(own.matter, Matter::Limits | Matter::PersonalLimits)
            };
            open.consents.retain(|own| !theirs(own));
        }
        Happening::LiabilityPosted { amount } => {
            open.change_totals(|terms| terms.limits.liability = Some(*amount));
        }
        Happening::LimitOff { breach } => {
            open.hooks.off.insert(*breach);
        }
        Happening::WagerOrder { names } => open.hooks.order.clone_from(&names.0),
        Happening::Restricted { bet } => {
            open.restricted.insert(*bet);
        }
        Happening::Unrestricted { bet } => {
            open.restricted.remove(bet);
            open.signs.remove(&Sign::Restriction(*bet));
            open.told.retain(|(_, topic)| *topic != Topic::Restriction(*bet));
        }
        Happening::Sat { patron, at } => {
            // Somebody is there now who has not agreed to a coup without wagers.
            if let Phase::Betting(betting) = &mut open.phase
                && betting.waiting.is_empty()
            {
                betting.no_bet = None;
            }
            come_to(&mut open.patrons, *patron, *at);
            if let Some(seat) = Seat::new(*at) {
                open.patrons.seated.insert(seat, *patron);
            }
        }
        Happening::Stood { patron, at } => {
            come_to(&mut open.patrons, *patron, *at);
            open.patrons.standing.push((*at, *patron));
        }
        Happening::TookBox { patron, at } => {
            open.patrons.boxes.insert(*at, *patron);
            if open.patrons.old_minimum.contains_key(patron) {
                open.patrons.taken_since.insert(*at, None);
            }
        }
        Happening::Left { patron } => {
            leave(&mut open.patrons, *patron);
            open.shoe.cut.offered.take_if(|offered| offered == patron);
            // What somebody asked for or agreed to was as one of those who play here.
            open.consents.retain(|own| own.patron != *patron);
        }
        Happening::BothApproved { patron } => {
            open.patrons.both_approved.insert(*patron);
        }
        // These move money or tell of it, and nothing else.
        Happening::Bought { .. }
        | Happening::CashedOut { .. }
        | Happening::Owes { .. }
        | Happening::ColourChanged { .. }
        | Happening::Filled { .. }
        | Happening::Credited { .. }
        | Happening::Counted { .. }
        | Happening::Tipped { .. }
        | Happening::Warned { .. }
        | Happening::MovedOn { .. } => {}
        of_shoe!() => shoe::shoe(open, event),
        Happening::Called { call: Call::PlaceYourBets } => {
            open.last_call = Some((Call::PlaceYourBets, at));
            if let Phase::Betting(betting) = &mut open.phase {
                betting.opened = Some(at);
                (betting.closed, betting.closed_at) = (false, None);
                betting.holders = Default::default();
            }
        }
        Happening::Called { call } => {
            open.shoe.last_called |= *call == Call::LastCoup;
            open.last_call = Some((*call, at));
            in_coup(open, event);
        }
        Happening::PlayerPoint { .. } => {
            open.last_call = Some((Call::PlayerPoint, at));
            in_coup(open, event);
        }
        Happening::Points { .. } => {
            open.last_call = Some((Call::Points, at));
            in_coup(open, event);
        }
        what @ of_wagers!() => on_layout(open, at, what),
        Happening::WagersClosed => {
            if let Phase::Betting(betting) = &mut open.phase {
                (betting.closed, betting.closed_at) = (true, Some(at));
            }
        }
        Happening::Dealt { .. }
        | Happening::NoBetCoup
        | Happening::Outcome { .. }
        | Happening::RoleGivenUp { .. }
        | Happening::RoleMoved { .. }
        | Happening::Concluded
        | Happening::Reversed
        | Happening::ReversedCoups { .. }
        | of_hands!()
        | of_settlement!()
        | of_corrections!()
        | of_trouble!() => in_coup(open, event),
        // Folded above, into the table itself.
        Happening::Opened { .. }
        | Happening::Closed
        | Happening::SignedOn { .. }
        | Happening::SignedOff { .. }
        | Happening::Owed { .. }
        | Happening::Discharged { .. }
        | Happening::Excluded { .. }
        | Happening::Disputed { .. }
        | Happening::Decided { .. }
        | Happening::Reviewed { .. } => {}
    }
}

/// An act is done: what that makes of the table, whoever it is about.
fn recorded(open: &mut Open, rule: Rule, by: Actor) {
    open.acts.push((rule, by));
    if open.opening.lacks(rule) {
        Arc::make_mut(&mut open.opening).has_now(rule);
    }
    // Cards that are checked or mixed are out of the shoe.
    if matches!(open.phase, Phase::Preparing) && takes_cards_out(rule) {
        shoe::cards_out(&mut open.shoe);
    }
    // Cards whose faces were shown are shuffled again.
    if rule == Rule::FaceShownInGathering && matches!(open.phase, Phase::Preparing) {
        open.shoe.stage = Stage::Gathered;
    }
    // A patron who insists on the full process sends pre-shuffled cards back to its beginning.
    if rule == Rule::PreshuffledRefused {
        open.acts.retain(|(act, _)| !matches!(act, Rule::Preshuffled | Rule::Riffle));
        let Shoe { number, last_cut, fresh, .. } = open.shoe;
        let colour = open.shoe.colour.take();
        open.shoe = Shoe { number, last_cut, fresh, colour, ..Shoe::default() };
        open.phase = Phase::Preparing;
    }
}

fn sign(open: &mut Open, sign: Sign, since: Time, from: Option<Time>) {
    open.signs.insert(sign, Posted { since, from, minimum: None });
}

/// A sign has done its work, and the next change needs one of its own: the sign of these limits, or of this minimum.
fn used_up(open: &mut Open, sign: &Sign) {
    if open.signs.remove(sign).is_none() {
        open.signs.retain(|own, _| !own.same_minimum(sign));
    }
}

/// Somebody comes to a place: to the table, or from another place at it, which is free then. Who moves has not left.
fn come_to(patrons: &mut Patrons, patron: PersonId, at: u8) {
    patrons.seated.retain(|_, own| *own != patron);
    patrons.standing.retain(|(_, own)| *own != patron);
    // One of their boxes is where they are now, and like the place they had.
    if patrons.boxes.remove(&at).is_some() {
        patrons.taken_since.remove(&at);
    }
    if !patrons.has(patron) {
        patrons.arrived.push(patron);
    }
}

fn leave(patrons: &mut Patrons, patron: PersonId) {
    old_minimum_over(patrons, patron);
    patrons.seated.retain(|_, own| *own != patron);
    patrons.standing.retain(|(_, own)| *own != patron);
    patrons.boxes.retain(|_, own| *own != patron);
    patrons.arrived.retain(|own| *own != patron);
    patrons.personal.remove(&patron);
    patrons.both_approved.remove(&patron);
    patrons.may_nominate.remove(&patron);
    patrons.idle.remove(&patron);
}

/// A patron keeps no old minimum any more, and the boxes are like any other.
fn old_minimum_over(patrons: &mut Patrons, patron: PersonId) {
    patrons.old_minimum.remove(&patron);
    let boxes = &patrons.boxes;
    patrons.taken_since.retain(|at, _| boxes.get(at) != Some(&patron));
}
