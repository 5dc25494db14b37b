//! The tournament of a demonstration: house players and officers who say what people would, by the ordinary path, until it
//! has ended; then the next begins. Anybody may join it while it takes entries.

use std::time::Duration;

use punto_contest::{Contest, TournamentPlan};
use punto_floor::Floor;
use punto_rulebook::TournamentRule;
use punto_tournament::{Command, Owed, Phase, Place, Stage, Standing, decide, duties, says_itself};
use punto_vocab::{Actor, BetId, Dealer, Money, Names, PersonId, Stamped, Time};

use crate::clock::next;
use crate::hall::Hall;
use crate::handle::{TournamentHandle, TournamentOutcome, TournamentSaying, What};

/// What its conditions say, besides when it begins.
const CONDITIONS: &str = "fee 100, form on-screen, entrants 2..12, chips 1000, compulsory yes, limits 10..500, method A, \
    rounds 2, session coups 6, tables 2, advance 2, second-chance no, seating draw, order yes, pass-cards 1, hidden 1, \
    hidden-after-tie used, buy-backs 0, entitled-only yes, withdraw-days 0, prizes 60 40, paid cheque, rules-prevail yes";

/// The players of the house.
const PLAYERS: [&str; 6] = ["house-ada", "house-ben", "house-cyd", "house-dee", "house-eve", "house-fay"];

/// For how long anybody may join.
const ENTRY_SECONDS: i64 = 90;

/// After how long somebody who does not wager counts as gone.
const PATIENCE_SECONDS: i64 = 40;

/// How long the result stays up before the next begins.
const RESULT_SECONDS: i64 = 120;

/// Runs one tournament after another for as long as the floor does. Only a demonstration has it.
pub async fn exhibit(hall: Hall, floor: Floor) {
    // Whoever has just come in sees it begin.
    pause(&floor, 5).await;
    loop {
        match running(&hall).or(put_up(&hall).await) {
            Some(one) => accompany(&floor, &one).await,
            None => floor.clock().sleep_until(floor.clock().now().plus_seconds(60)).await,
        }
    }
}

/// The one that an earlier start left unfinished.
fn running(hall: &Hall) -> Option<TournamentHandle> {
    let own = |one: &TournamentHandle| one.plan().name.as_str().starts_with("house-cup-");
    let open = |one: &TournamentHandle| {
        !matches!(one.now().contest.own.stage, Stage::Cancelled) && !settled(&one.now().contest)
    };
    hall.tournaments().into_iter().find(|one| own(one) && open(one))
}

fn settled(contest: &Contest) -> bool {
    let unpaid = contest.own.entrants.values().any(|one| one.prize.is_some() && !one.paid);
    let awarded = contest.own.entrants.values().any(|one| one.prize.is_some());
    contest.own.stage == Stage::Over && awarded && !unpaid
}

async fn put_up(hall: &Hall) -> Option<TournamentHandle> {
    let number = 1 + hall.tournaments().iter().filter(|one| one.plan().tables == "house-cup").count();
    let plan = TournamentPlan {
        name: format!("house-cup-{number}").parse().ok()?,
        title: format!("House Cup {number}"),
        rulebook: "nsw-2021".into(),
        digest: String::new(),
        currency: "AUD".into(),
        dealer: Dealer::Automatic,
        opening: "usual, demonstration yes".parse().ok()?,
        tables: "house-cup".into(),
    };
    match hall.add(plan).await {
        Ok(one) => Some(one),
        Err(error) => {
            tracing::error!(%error, "the tournament of the demonstration could not be put up");
            None
        }
    }
}

/// Says what is due, one thing after another, until it is over and its result has been up for a while.
async fn accompany(floor: &Floor, one: &TournamentHandle) {
    let mut moments = one.watch();
    let mut said: u64 = 0;
    loop {
        let moment = moments.borrow_and_update().clone();
        let now = floor.clock().now().max(moment.contest.own.now);
        if settled(&moment.contest) {
            floor.clock().sleep_until(moment.contest.at.plus_seconds(RESULT_SECONDS)).await;
            return;
        }
        let due = due(&moment.contest, now);
        match due.into_iter().find(|due| due.at <= now && lets(&moment.contest, now, due)) {
            Some(due) => {
                said += 1;
                let id = format!("house/{}/{said}", moment.contest.seq);
                let Ok(key) = id.parse() else { return };
                match one.say(TournamentSaying { key, by: due.by, what: due.what.clone() }).await {
                    Ok(TournamentOutcome::Done(_)) => {}
                    Ok(TournamentOutcome::Refused(refused)) => {
                        tracing::warn!(tournament = %one.plan().name, what = ?due.what, %refused, "refused");
                        pause(floor, 2).await;
                    }
                    Ok(TournamentOutcome::Account(_)) | Err(_) => pause(floor, 2).await,
                }
            }
            None => {
                let wake = floor.clock().sleep_until(now.plus_seconds(1));
                tokio::select! {
                    changed = moments.changed() => if changed.is_err() { return },
                    () = wake => {}
                }
            }
        }
        // Other tasks of a single thread go on, too.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Whether the tournament would do it; what the house completes is tried.
fn lets(contest: &Contest, at: Time, due: &Due) -> bool {
    let What::Command(command) = &due.what else { return true };
    let stamped = Stamped { at, by: due.by, command: (**command).clone() };
    decide(&contest.book, &contest.own, &stamped).is_ok()
}

async fn pause(floor: &Floor, seconds: i64) {
    floor.clock().sleep_until(floor.clock().now().plus_seconds(seconds)).await;
}

/// Something to be said, by whom and when.
struct Due {
    at: Time,
    by: Actor,
    what: What,
}

/// What is due in the order in which it is said.
fn due(contest: &Contest, now: Time) -> Vec<Due> {
    let own = &contest.own;
    let mut list = Vec::new();
    let officer = |command: Command, at: Time| {
        let by = match says_itself(&contest.book, &command) {
            Actor::Staff(role, _) => staff(role),
            Actor::Patron(name) => Actor::Patron(name),
            Actor::System => Actor::System,
        };
        Due { at, by, what: command.into() }
    };
    match own.stage {
        Stage::Drafting if own.plan.is_none() => {
            let start = now.plus_seconds(ENTRY_SECONDS);
            if let Ok(conditions) = format!("{CONDITIONS}, start {start}").parse() {
                list.push(officer(Command::Conditions { conditions }, now));
            }
        }
        Stage::Drafting => list.push(Due { at: now, by: Actor::System, what: What::Publish }),
        Stage::Entering => entering(contest, now, &mut list, &officer),
        Stage::Running => running_stage(contest, now, &mut list, &officer),
        Stage::Over => {
            if own.entrants.values().all(|one| one.prize.is_none()) {
                list.push(officer(Command::Award, now));
            }
            for (entrant, _) in own.entrants.iter().filter(|(_, one)| one.prize.is_some() && !one.paid) {
                let how = punto_tournament::Payment::Cheque;
                list.push(officer(Command::PayPrize { entrant: *entrant, how }, now));
            }
        }
        Stage::Cancelled => {}
    }
    list
}

fn staff(role: punto_vocab::Role) -> Actor {
    "house-officer".parse().map_or(Actor::System, |name| Actor::Staff(role, name))
}

type Officer<'a> = &'a dyn Fn(Command, Time) -> Due;

fn entering(contest: &Contest, now: Time, list: &mut Vec<Due>, officer: Officer<'_>) {
    let own = &contest.own;
    let fee = own.plan.as_ref().map_or(Money::ZERO, |plan| plan.fee);
    let players = PLAYERS.iter().filter_map(|name| name.parse::<PersonId>().ok());
    for entrant in players {
        match own.entrants.get(&entrant) {
            None => list.push(officer(Command::Apply { entrant }, now)),
            Some(one) if one.informed && !one.endorsed => {
                list.push(officer(Command::Endorse { entrant }, now));
            }
            Some(one) if one.fee.is_none() => {
                list.push(officer(Command::PayFee { entrant, amount: fee }, now));
            }
            Some(_) => {}
        }
    }
    for (name, one) in own.entrants.iter().filter(|(_, one)| one.standing == Standing::Applicant) {
        if !one.informed {
            list.push(officer(Command::Inform { names: Names(vec![*name]) }, now));
        } else if one.endorsed && one.fee.is_some() {
            list.push(officer(Command::Accept { names: Names(vec![*name]) }, now));
        }
    }
    let start = own.plan.as_ref().map_or(now, |plan| plan.start);
    list.push(officer(Command::Start, start));
}

fn running_stage(contest: &Contest, now: Time, list: &mut Vec<Due>, officer: Officer<'_>) {
    let own = &contest.own;
    let present = contest.book.tournament.get(TournamentRule::Present).is_some();
    if present && own.attending.is_empty() {
        list.push(officer(Command::Attend, now));
    }
    for duty in duties(&contest.book, own) {
        match duty.what {
            Owed::Examine(entrant) => list.push(officer(Command::Examine { entrant }, now)),
            Owed::Announce(entrant) => {
                let by = says_announce(contest);
                list.push(Due { at: now, by, what: What::Announce { entrant } });
            }
            Owed::Decide(entrant) => {
                if let Ok(what) = punto_vocab::line::Words::new("as it is on record") {
                    list.push(officer(Command::Rule { entrant, what }, now));
                }
            }
            Owed::Count(entrant) => {
                let amount = own.place(entrant).map_or(Money::ZERO, |place| place.stack);
                list.push(officer(Command::Count { entrant, amount }, now));
            }
            Owed::Disqualify(entrant, offence) => {
                list.push(officer(Command::Disqualify { entrant, offence }, now));
            }
            Owed::ReturnChips => {
                let back = duty.table.map(|table| Command::ReturnChips { table, missing: None });
                list.extend(back.map(|command| officer(command, now)));
            }
            Owed::Declare | Owed::Attend | Owed::Award | Owed::PayPrize(_) | Owed::HandOver(_) => {}
        }
    }
    between_sessions(contest, now, list, officer);
    for (table, venue) in &own.venues {
        match venue.phase {
            Phase::Over => {
                list.push(officer(Command::Declare { table: *table }, now));
                list.push(officer(Command::PlayOff { table: *table, chips: None, card: None }, now));
            }
            Phase::Betting => wagers(contest, *table, list, officer),
            Phase::Idle | Phase::Closed | Phase::Dealing | Phase::Declared => {}
        }
    }
}

fn says_announce(contest: &Contest) -> Actor {
    let role = contest.book.tournament.get(TournamentRule::Announce);
    let role = role.and_then(|rule| rule.roles.first().copied()).or(contest.book.tournament.officer());
    role.map_or(Actor::System, staff)
}

/// Tables, the draw, seats and the beginning; and the next round once all winners are declared.
fn between_sessions(contest: &Contest, now: Time, list: &mut Vec<Due>, officer: Officer<'_>) {
    let own = &contest.own;
    let phases = || own.venues.values().map(|venue| venue.phase);
    if phases().any(|phase| !matches!(phase, Phase::Idle | Phase::Declared)) {
        return;
    }
    if phases().any(|phase| phase == Phase::Declared) && !own.is_final() {
        list.push(officer(Command::NextRound, now));
        return;
    }
    let most = own.plan.as_ref().map_or(1, |plan| plan.tables);
    let wanted = if own.is_final() { 1 } else { u8::try_from(most).unwrap_or(1) };
    if let Some(extra) = own.venues.keys().find(|table| **table > wanted) {
        list.push(officer(Command::Release { table: *extra }, now));
        return;
    }
    if let Some(table) = (1..=wanted).find(|table| !own.venues.contains_key(table)) {
        list.push(officer(Command::Designate { table }, now));
        return;
    }
    if !own.drawn {
        let by = match says_itself(&contest.book, &Command::Begin) {
            Actor::Staff(..) => says_draw(contest),
            other => other,
        };
        list.push(Due { at: now, by, what: What::Draw });
        return;
    }
    let absent = own.playing().filter(|(_, one)| one.place.as_ref().is_some_and(|place| !place.present));
    for (entrant, _) in absent.filter(|(name, _)| is_house(*name)) {
        list.push(officer(Command::TakeSeat { entrant }, now));
    }
    // A guest has a moment to sit down.
    list.push(officer(Command::Begin, own.scheduled.max(contest.at).plus_seconds(15)));
}

fn says_draw(contest: &Contest) -> Actor {
    let role = contest.book.tournament.get(TournamentRule::Allocate);
    let role = role.and_then(|rule| rule.roles.first().copied()).or(contest.book.tournament.officer());
    role.map_or(Actor::System, staff)
}

fn is_house(name: PersonId) -> bool {
    PLAYERS.contains(&name.as_str())
}

/// House players wager when it is their turn, a little later each; who lets the others wait for too long has left.
fn wagers(contest: &Contest, table: u8, list: &mut Vec<Due>, officer: Officer<'_>) {
    let own = &contest.own;
    let Some(venue) = own.venues.get(&table) else { return };
    let here = own.at(table);
    let waits = next(&contest.book, own, table);
    let waits = waits.or_else(|| {
        here.iter().find(|(name, place)| place.present && !venue.has_acted(*name)).map(|(name, _)| *name)
    });
    let Some(entrant) = waits else { return };
    let Some((_, place)) = here.iter().find(|(name, _)| *name == entrant) else { return };
    let since = venue.waits_since.max(venue.since);
    if !is_house(entrant) {
        let gone = since.plus_seconds(PATIENCE_SECONDS);
        list.push(officer(Command::LeaveSeat { entrant }, gone));
        return;
    }
    list.push(Due {
        at: since.plus_seconds(2),
        by: Actor::Patron(entrant),
        what: chosen(contest, entrant, place, venue.coups),
    });
}

/// What a house player does: mostly chips on a hand, now and then a pass or a hidden wager.
fn chosen(contest: &Contest, entrant: PersonId, place: &Place, coup: u32) -> What {
    let own = &contest.own;
    let limits = own.plan.as_ref().map(|plan| plan.limits);
    let (least, most) = limits.map_or((1_000, 1_000), |limits| (limits.min.minor(), limits.max.minor()));
    // The same each time for the same person and coup, and different for others.
    let mixed = entrant.as_str().bytes().fold(u64::from(coup) * 31 + contest.seq, |sum, byte| {
        sum.wrapping_mul(131).wrapping_add(u64::from(byte))
    });
    let units = (place.stack.minor().min(most) / least.max(1)).max(1);
    let stake = Money::from_minor((1 + (mixed / 7) as i64 % units.min(12)) * least).min(place.stack);
    let bet: Option<BetId> = if mixed % 2 == 0 { "player" } else { "banker" }.parse().ok();
    let Some(bet) = bet else { return Command::Pass { entrant }.into() };
    match mixed % 9 {
        0 if place.pass_cards > 0 => Command::Pass { entrant }.into(),
        1 if place.hidden > 0 => {
            What::Seal { entrant, bet: Some(bet), stake: Some(stake), words: Some(stake) }
        }
        _ => Command::Wager { entrant, seat: place.seat, bet, stake }.into(),
    }
}
