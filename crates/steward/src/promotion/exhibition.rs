//! The promotion of a demonstration: the house writes it, draws it and decides claims by the ordinary path, until every prize
//! is awarded or nobody has claimed it; then the next begins. Anybody may enter while entries are taken.

use punto_contest::{Campaign, PromotionPlan, seed_of_nothing};
use punto_floor::Floor;
use punto_promotion::{Channel, Command, Owed, Stage, decide, duties};
use punto_vocab::{Actor, Stamped, Time};

use super::handle::{PromotionHandle, PromotionOutcome, PromotionSaying};
use crate::hall::Hall;

/// What its conditions say, besides its times.
const CONDITIONS: &str = "manner draw, awarded at the desk when it is claimed, eligible everybody who is signed in, entries 5, \
    wager none, nature three prizes for show, place the lobby, claim on this page, presence no, \
    notified on this page, results on this page, marketing the lobby names the conditions, available on this page";

/// Its prizes.
const PRIZES: [&str; 3] = [
    "kind cash, what 500 play credits, value 500, terms none, contains nothing",
    "kind goods, what a deck of cards, value 20, terms none, contains nothing, cash-alternative 15",
    "kind goods, what a coffee, value 5, terms within the week, contains nothing",
];

/// House players, so that there is always something to draw.
const PLAYERS: [&str; 3] = ["house-ada", "house-ben", "house-cyd"];

/// How long entries are taken, how long prizes can be claimed, and how long the results stay up afterwards.
const ENTRY_SECONDS: i64 = 15 * 60;
const CLAIM_SECONDS: i64 = 5 * 60;
const RESULT_SECONDS: i64 = 2 * 60;

/// Runs one promotion after another for as long as the floor does. Only a demonstration has it.
pub async fn exhibit_promotion(hall: Hall, floor: Floor) {
    loop {
        match running(&hall, floor.clock().now()).or(put_up(&hall).await) {
            Some(one) => accompany(&floor, &one).await,
            None => floor.clock().sleep_until(floor.clock().now().plus_seconds(60)).await,
        }
    }
}

/// The one that an earlier start left unfinished.
fn running(hall: &Hall, now: Time) -> Option<PromotionHandle> {
    let own = |one: &PromotionHandle| one.plan().name.as_str().starts_with("house-draw-");
    hall.promotions().into_iter().find(|one| own(one) && !is_done(&one.now().campaign, now))
}

fn is_done(campaign: &Campaign, now: Time) -> bool {
    let own = &campaign.own;
    let claimed_by = own.plan.as_ref().and_then(|plan| plan.claim_by);
    let claims_over = claimed_by.is_some_and(|until| now > until) && duties(&campaign.book, own).is_empty();
    own.stage == Stage::Cancelled || own.is_over() || own.seed.is_some() && claims_over
}

async fn put_up(hall: &Hall) -> Option<PromotionHandle> {
    let number = 1 + hall.promotions().iter().filter(|one| one.plan().demonstration).count();
    let plan = PromotionPlan {
        name: format!("house-draw-{number}").parse().ok()?,
        title: format!("House Draw {number}"),
        rulebook: "nsw-2021".into(),
        digest: String::new(),
        currency: "play credits".into(),
        demonstration: true,
    };
    match hall.add_promotion(plan).await {
        Ok(one) => Some(one),
        Err(error) => {
            tracing::error!(%error, "the promotion of the demonstration could not be put up");
            None
        }
    }
}

/// Says what is due, one thing after another, until it is done and its results have been up for a while.
async fn accompany(floor: &Floor, one: &PromotionHandle) {
    let mut moments = one.watch();
    loop {
        let campaign = moments.borrow_and_update().campaign.clone();
        let now = floor.clock().now().max(campaign.own.now);
        if is_done(&campaign, now) {
            floor.clock().sleep_until(now.plus_seconds(RESULT_SECONDS)).await;
            return;
        }
        let lets = |(by, command): &(Actor, Command)| {
            let stamped = Stamped { at: now, by: *by, command: command.clone() };
            let tried = matches!(command, Command::Publish { .. } | Command::Draw { .. });
            tried && campaign.refuses(*by, now, command).is_none()
                || !tried && decide(&campaign.book, &campaign.own, &stamped).is_ok()
        };
        let due = due(&campaign, now).into_iter().find(lets);
        let said = match due {
            Some((by, what)) => say(one, &campaign, by, what).await,
            None => false,
        };
        if !said {
            let wake = floor.clock().sleep_until(now.plus_seconds(1));
            tokio::select! {
                changed = moments.changed() => if changed.is_err() { return },
                () = wake => {}
            }
        }
    }
}

async fn say(one: &PromotionHandle, campaign: &Campaign, by: Actor, what: Command) -> bool {
    let Ok(key) = format!("house/{}/{}", campaign.seq, what.stored_name()).parse() else { return false };
    let said = one.say(PromotionSaying { key, by, what }).await;
    matches!(said, Ok(PromotionOutcome::Done(_)))
}

/// What is due in the order in which it is said.
fn due(campaign: &Campaign, now: Time) -> Vec<(Actor, Command)> {
    let own = &campaign.own;
    let mut list = Vec::new();
    if own.stage == Stage::Drafting {
        let closes = now.plus_seconds(ENTRY_SECONDS);
        let (held, until) = (closes, closes.plus_seconds(CLAIM_SECONDS));
        let written = format!("{CONDITIONS}, closes {closes}, held {held}, claim-by {until}").parse();
        // Written anew where they were left lying for too long.
        let stale = own.plan.as_ref().is_none_or(|plan| plan.closes <= now);
        if let (Ok(conditions), true) = (written, stale) {
            list.push((Actor::System, Command::Conditions { conditions }));
        }
        let prizes = (1..).zip(PRIZES).filter(|(prize, _)| !own.prizes.contains_key(prize));
        let prizes =
            prizes.filter_map(|(prize, text)| Some(Command::Prize { prize, details: text.parse().ok()? }));
        list.extend(prizes.map(|command| (Actor::System, command)));
        list.push((Actor::System, Command::Publish { draw: None, second: None }));
        return list;
    }
    let players = || PLAYERS.iter().filter_map(|name| name.parse().ok());
    for entrant in players().filter(|name| own.entries_of(*name) == 0) {
        list.push((Actor::Patron(entrant), Command::Enter { entrant, wager: None, proof: None }));
    }
    list.extend(seed_of_nothing().map(|seed| (Actor::System, Command::Draw { seed })));
    for duty in duties(&campaign.book, own) {
        let command = match duty.what {
            Owed::PublishResults => Command::PublishResults,
            Owed::Notify(prize, _) => Command::Notify { prize, channel: Channel::InPerson },
            Owed::DecideClaim(prize, claimant) => Command::AcceptClaim { prize, claimant },
            Owed::Award(prize, _) => Command::Award { prize, payment: paid(campaign, prize) },
            Owed::Decide(person) => match punto_vocab::line::Words::new("as it is on record") {
                Ok(what) => Command::Rule { person, upheld: None, what },
                Err(_) => continue,
            },
            Owed::Advise(person) => Command::Advise { person },
            Owed::TellReasons(prize, claimant) => Command::TellReasons { prize, claimant },
            Owed::TellInspectorate => Command::TellInspectorate {
                whom: punto_vocab::line::Words::new("the inspector of the demonstration").ok(),
            },
        };
        list.push((Actor::System, command));
    }
    // House players take what they have won.
    for (prize, own) in own.prizes.iter().filter(|(_, own)| own.awarded.is_none()) {
        if let Some(winner) = own.winner().filter(|winner| players().any(|own| own == *winner)) {
            list.push((Actor::Patron(winner), Command::Claim { prize: *prize, claimant: winner }));
        }
    }
    list
}

fn paid(campaign: &Campaign, prize: u8) -> Option<punto_promotion::PrizePayment> {
    let due = campaign.own.prizes.get(&prize)?.money_due()?;
    format!("cash {due}").parse().ok()
}
