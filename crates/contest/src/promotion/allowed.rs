//! What somebody could sensibly say to a promotion now, each with why not: answered by `decide`, so that there is no second
//! set of rules.

use std::sync::Arc;

use punto_promotion::{
    Channel, Command, Details, Means, Outcome, Owed, Prize, PrizePayment, Refused, Stage, decide, duties,
};
use punto_rulebook::PromotionItem;
use punto_vocab::line::Words;
use punto_vocab::{Actor, Names, PersonId, Stamped, Time};

use crate::promotion::campaign::Campaign;
use crate::promotion::measure::seed_of_nothing;
use crate::whose::WhoseWord;

/// Something that could be said to a promotion.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionSayable {
    /// What.
    pub what: Command,
    /// The fields whose values a person gives; those in the command are only examples.
    pub asks: &'static [&'static str],
    /// Why not.
    pub refused: Option<Refused>,
}

/// What an actor could say to a promotion now.
pub fn allowed_in_promotion(campaign: &Campaign, by: Actor, at: Time) -> Vec<PromotionSayable> {
    let mut list = Vec::new();
    match by {
        Actor::Patron(own) => patron(campaign, own, &mut list),
        Actor::Staff(..) | Actor::System => staff(campaign, &mut list),
    }
    let answered = |(what, asks): (Command, &'static [&'static str])| {
        let refused = campaign.refuses(by, at, &what);
        PromotionSayable { what, asks, refused }
    };
    let said = list.into_iter().filter(|(what, _)| WhoseWord::of_promotion(what).is_said_by(by));
    said.map(answered).collect()
}

impl Campaign {
    /// Why something would be refused, were it said now with what the house fills in.
    pub fn refuses(&self, by: Actor, at: Time, what: &Command) -> Option<Refused> {
        // What the house fills in is there, so that nothing that would be refused after it stays unseen.
        let (mut own, mut command) = (self.own.clone(), what.clone());
        if let Command::Publish { draw, .. } = &mut command {
            *draw = draw.or_else(|| seed_of_nothing().map(|seed| seed.promise()));
        }
        if let (Command::Draw { seed }, Some(_)) = (&command, self.own.promise) {
            Arc::make_mut(&mut own).promise = Some(seed.promise());
        }
        let stamped = Stamped { at: at.max(self.own.now), by, command };
        decide(&self.book, &own, &stamped).err()
    }
}

type List = Vec<(Command, &'static [&'static str])>;

fn patron(campaign: &Campaign, person: PersonId, list: &mut List) {
    let own = &campaign.own;
    if own.stage == Stage::Drafting {
        return;
    }
    let by_desk = own.plan.as_ref().is_some_and(|plan| !plan.play && plan.wager.is_zero());
    if by_desk && own.seed.is_none() {
        list.push((Command::Enter { entrant: person, wager: None, proof: None }, &[]));
    }
    let by_presence = own.plan.as_ref().is_some_and(|plan| plan.presence);
    if by_presence && own.entries_of(person) > 0 && !own.present.contains(&person) && !own.is_over() {
        list.push((Command::Present { entrant: person, proof: None }, &[]));
    }
    for (prize, own) in own.prizes.iter().filter(|(_, own)| own.win.is_some() && own.awarded.is_none()) {
        let prize = *prize;
        // Whoever has not won is not asked to claim, and may do so by word.
        if own.winner() == Some(person) {
            list.push((Command::Claim { prize, claimant: person }, &[]));
            list.push((Command::TakeCash { prize, winner: person }, &[]));
            list.extend(
                paying(own)
                    .map(|payment| (Command::Choose { prize, winner: person, payment }, &["payment"][..])),
            );
        }
    }
    if let Ok(what) = Words::new("what it is about") {
        list.push((Command::Dispute { person, what }, &["what"]));
    }
    if own.disputes.iter().any(|own| own.person == person && own.ruling.is_some()) {
        list.push((Command::Object { person }, &[]));
    }
}

/// How a prize in money could be paid, as an example.
fn paying(prize: &Prize) -> Option<PrizePayment> {
    format!("{} {}", Means::Transfer, prize.money_due()?).parse().ok()
}

fn staff(campaign: &Campaign, list: &mut List) {
    match campaign.own.stage {
        Stage::Drafting => drafting(campaign, list),
        Stage::Published => {
            open(campaign, list);
            drawing(campaign, list);
        }
        Stage::Postponed | Stage::Cancelled => {}
    }
    if campaign.own.stage != Stage::Drafting {
        claims(campaign, list);
        trouble(campaign, list);
    }
}

fn drafting(campaign: &Campaign, list: &mut List) {
    let own = &campaign.own;
    list.push((Command::Conditions { conditions: own.form.clone() }, &["conditions"]));
    let next = (1..=u8::MAX).find(|prize| !own.prizes.contains_key(prize));
    let example: Option<Details> =
        "kind cash, what cash, value 500, terms none, contains nothing".parse().ok();
    if let (Some(prize), Some(details)) = (next, example) {
        list.push((Command::Prize { prize, details }, &["prize", "details"]));
    }
    for (prize, own) in &own.prizes {
        list.push((Command::Prize { prize: *prize, details: own.details.clone() }, &["details"]));
        list.push((Command::DropPrize { prize: *prize }, &[]));
    }
    if let Ok(thing) = "e-cigarette".parse() {
        list.push((Command::Prescribe { thing }, &["thing"]));
    }
    list.push((Command::Publish { draw: None, second: None }, &[]));
}

fn open(campaign: &Campaign, list: &mut List) {
    let own = &campaign.own;
    if own.seed.is_none()
        && let Ok(entrant) = "patron".parse::<PersonId>()
    {
        // Entries of others are taken with their card, which is scanned and not typed.
        let ground = Some(PromotionItem::Eligible);
        list.push((Command::Bar { ground, names: Names(vec![entrant]) }, &["ground", "names"]));
        list.push((Command::Nominate { scrutineer: entrant }, &["scrutineer"]));
    }
    if let Ok(what) = Words::new("what was advertised, and where") {
        list.push((Command::Advertise { what }, &["what"]));
    }
}

fn drawing(campaign: &Campaign, list: &mut List) {
    let own = &campaign.own;
    let Some(plan) = &own.plan else { return };
    if own.scrutineer.is_some() {
        list.push((Command::Oversee, &[]));
    }
    match plan.manner {
        punto_promotion::Manner::Draw => {
            list.extend(seed_of_nothing().map(|seed| (Command::Draw { seed }, &[][..])));
        }
        punto_promotion::Manner::Declare => {
            let winner = own.entrants.keys().next().copied();
            for prize in own.prizes.iter().filter(|(_, own)| own.win.is_none()).map(|(prize, _)| *prize) {
                list.extend(winner.map(|winner| (Command::Declare { prize, winner }, &["winner"][..])));
            }
        }
    }
    list.push((Command::PublishResults, &[]));
    for (prize, _) in own.prizes.iter().filter(|(_, own)| own.win.is_some() && own.awarded.is_none()) {
        list.push((Command::PassOver { prize: *prize }, &[]));
    }
}

fn claims(campaign: &Campaign, list: &mut List) {
    let stage = campaign.own.stage;
    for (prize, own) in campaign.own.prizes.iter().map(|(prize, own)| (*prize, own)) {
        let Some(winner) = own.winner() else { continue };
        if own.win.as_ref().is_some_and(|win| win.notified.is_none()) {
            for channel in Channel::ALL.iter().copied() {
                list.push((Command::Notify { prize, channel }, &[]));
            }
            if let Ok(why) = Words::new("nobody answered") {
                list.push((
                    Command::Attempt { prize, channel: Channel::Telephone, why },
                    &["channel", "why"],
                ));
            }
        }
        if own.claim(winner).is_none() {
            list.push((Command::Claim { prize, claimant: winner }, &["claimant"]));
        }
        for claim in own.claims.iter().filter(|claim| own.is_unanswered(claim, stage)) {
            let claimant = claim.claimant;
            list.push((Command::AcceptClaim { prize, claimant }, &[]));
            let (address, why) = (format!("file-{claimant}").parse().ok(), Words::new("why"));
            if let Ok(why) = why {
                let ground =
                    (claimant == winner && stage != Stage::Cancelled).then_some(PromotionItem::Eligible);
                let asks: &[_] =
                    if ground.is_some() { &["address", "ground", "why"] } else { &["address", "why"] };
                list.push((Command::RefuseClaim { prize, claimant, address, ground, why }, asks));
            }
        }
        if own.awarded.is_none() && own.claim(winner).is_some_and(|own| own.outcome == Outcome::Accepted) {
            let payment = own.choice.clone().or_else(|| paying(own));
            let asks: &[_] = if payment.is_some() && own.choice.is_none() { &["payment"] } else { &[] };
            list.push((Command::Award { prize, payment }, asks));
        }
    }
}

fn trouble(campaign: &Campaign, list: &mut List) {
    for duty in duties(&campaign.book, &campaign.own) {
        match duty.what {
            Owed::TellInspectorate => {
                let whom = Words::new("who was told, and how").ok();
                list.push((Command::TellInspectorate { whom }, &["whom"]));
            }
            Owed::TellReasons(prize, claimant) => list.push((Command::TellReasons { prize, claimant }, &[])),
            Owed::Decide(person) => {
                if let Ok(what) = Words::new("what is decided") {
                    let lost = |own: &(&u8, &Prize)| {
                        let refused = |claim: &punto_promotion::Claim| {
                            claim.claimant == person && matches!(claim.outcome, Outcome::Refused { .. })
                        };
                        own.1.awarded.is_none() && own.1.claims.iter().any(refused)
                    };
                    list.push((Command::Rule { person, upheld: None, what: what.clone() }, &["what"]));
                    for (prize, _) in campaign.own.prizes.iter().filter(lost) {
                        let upheld = Some(*prize);
                        list.push((Command::Rule { person, upheld, what: what.clone() }, &["what"]));
                    }
                }
            }
            Owed::Advise(person) => list.push((Command::Advise { person }, &[])),
            Owed::PublishResults | Owed::Notify(..) | Owed::DecideClaim(..) | Owed::Award(..) => {}
        }
    }
    if let (Ok(person), Ok(what)) = ("patron".parse(), Words::new("what it is about")) {
        list.push((Command::Dispute { person, what }, &["person", "what"]));
    }
    if let Ok(why) = Words::new("why") {
        match campaign.own.stage {
            Stage::Published => list.push((Command::Postpone { why: why.clone() }, &["why"])),
            Stage::Postponed => list.push((Command::Resume { why: why.clone() }, &["why"])),
            Stage::Drafting | Stage::Cancelled => {}
        }
        if campaign.own.stage != Stage::Cancelled {
            list.push((Command::Cancel { why }, &["why"]));
        }
    }
}
