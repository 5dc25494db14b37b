//! What somebody could sensibly say to a tournament now, each with why not: answered by `decide`, so that there is no second
//! set of rules.

use punto_rulebook::{TournamentRule, Way};
use punto_tournament::{
    Command, Ground, Offence, Owed, Payment, Phase, Place, Reason, Refused, Stage, Standing, Tournament,
    Venue, decide, duties,
};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Money, Names, PersonId, Stamped, Time};

use crate::contest::Contest;
use crate::whose::WhoseWord;

/// Something that could be said.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentSayable {
    /// What.
    pub what: Command,
    /// The fields whose values a person gives; those in the command are only examples.
    pub asks: &'static [&'static str],
    /// Why not.
    pub refused: Option<Refused>,
}

/// What an actor could say now.
pub fn allowed(contest: &Contest, by: Actor, at: Time) -> Vec<TournamentSayable> {
    let mut list = Vec::new();
    match by {
        Actor::Patron(own) => patron(contest, own, &mut list),
        Actor::Staff(..) | Actor::System => staff(contest, &mut list),
    }
    let answered = |(what, asks): (Command, &'static [&'static str])| {
        let refused = contest.refuses(by, at, &what);
        TournamentSayable { what, asks, refused }
    };
    list.into_iter().filter(|(what, _)| WhoseWord::of(what).is_said_by(by)).map(answered).collect()
}

impl Contest {
    /// Why something would be refused, were it said now with what the house fills in.
    pub fn refuses(&self, by: Actor, at: Time, what: &Command) -> Option<Refused> {
        let stamped = Stamped { at: at.max(self.own.now), by, command: what.clone() };
        let refused = decide(&self.book, &self.own, &stamped).err();
        refused.filter(|refused| !for_the_house(what, &refused.reason))
    }
}

/// Whether only that is wrong which the house fills in when it is said: the promise, the seed, the form.
fn for_the_house(what: &Command, why: &Reason) -> bool {
    match what {
        Command::Publish { .. } => matches!(why, Reason::NoPromise),
        Command::Draw { .. } => matches!(why, Reason::OtherSeed),
        Command::Announce { .. } => matches!(why, Reason::OtherForm { .. }),
        Command::Seal { .. } => matches!(why, Reason::NotRecorded { .. }),
        _ => false,
    }
}

type List = Vec<(Command, &'static [&'static str])>;

fn words(text: &str) -> Option<Words> {
    Words::new(text).ok()
}

fn patron(contest: &Contest, entrant: PersonId, list: &mut List) {
    let own = &contest.own;
    let fee = own.plan.as_ref().map_or(Money::ZERO, |plan| plan.fee);
    // Who has won is disputed by whoever has played, with or without a seat, as long as no prize is awarded.
    let plays = own.entrants.get(&entrant).map(|one| one.standing);
    if matches!(plays, Some(Standing::In | Standing::Out))
        && (own.stage == Stage::Running || own.stage == Stage::Over && !own.is_awarded())
        && let Some(what) = words("what it is about")
    {
        list.push((Command::Dispute { entrant, what }, &["what"]));
    }
    if own.stage == Stage::Entering {
        list.push((Command::Apply { entrant }, &[]));
        list.push((Command::Endorse { entrant }, &[]));
        list.push((Command::PayFee { entrant, amount: fee }, &[]));
        list.push((Command::Withdraw { entrant }, &[]));
    }
    if own.stage != Stage::Running {
        return;
    }
    if !own.began {
        list.push((Command::Withdraw { entrant }, &[]));
    }
    list.push((Command::BuyBack { entrant }, &[]));
    let sat = own.entrants.get(&entrant).and_then(|one| one.place.as_ref());
    if let Some(place) = sat {
        let shown = own.venues.get(&place.table).into_iter().flat_map(|venue| venue.shown.keys().copied());
        let others = shown.filter(|other| *other != entrant);
        list.extend(others.map(|other| (Command::ShowForm { entrant: other, to: entrant }, &[][..])));
        if plays == Some(Standing::Out) {
            list.push((Command::ForgoBuyBack { entrant }, &[]));
        }
    }
    let Some(place) = own.place(entrant) else { return };
    seat(contest, entrant, place, list);
    list.push((Command::Agree { entrant }, &[]));
    if let Ok(other) = "substitute".parse() {
        list.push((Command::Substitute { entrant, other }, &["other"]));
    }
}

/// What is said of a seat: coming and going, wagers, a pass, a form.
fn seat(contest: &Contest, entrant: PersonId, place: &Place, list: &mut List) {
    let own = &contest.own;
    match place.present {
        true => list.push((Command::LeaveSeat { entrant }, &[])),
        false => list.push((Command::TakeSeat { entrant }, &[])),
    }
    let Some(plan) = &own.plan else { return };
    let Some(venue) = own.venues.get(&place.table) else { return };
    if plan.bought && !place.bought {
        list.push((Command::BuyIn { entrant, amount: plan.chips }, &[]));
    }
    if !matches!(venue.phase, Phase::Betting | Phase::Closed) {
        return;
    }
    let least = venue.limits.unwrap_or(plan.limits).min;
    for bet in &contest.book.bets {
        let stake = least.min(place.stack);
        list.push((Command::Wager { entrant, seat: place.seat, bet: bet.id, stake }, &["stake"]));
    }
    for wager in venue.wagers.iter().filter(|wager| wager.entrant == entrant) {
        list.push((Command::Alter { entrant, bet: wager.bet, stake: wager.stake }, &["bet", "stake"]));
    }
    if plan.pass_cards > 0 {
        list.push((Command::Pass { entrant }, &[]));
    }
    if plan.hidden > 0 {
        list.push((Command::Seal { entrant, form: None }, &["bet", "stake", "words"]));
    }
}

fn staff(contest: &Contest, list: &mut List) {
    match contest.own.stage {
        Stage::Drafting => {
            list.push((Command::Conditions { conditions: contest.own.form.clone() }, &["conditions"]));
            list.push((Command::Publish { draw: None }, &[]));
        }
        Stage::Entering => entering(contest, list),
        Stage::Running => running(contest, list),
        Stage::Over | Stage::Cancelled => {}
    }
    if contest.book.tournament.get(TournamentRule::ReturnChips).is_some() {
        let out = contest.own.chips_out.iter();
        list.extend(
            out.map(|table| (Command::ReturnChips { table: *table, missing: None }, &["missing"][..])),
        );
    }
    hand_over(contest, list);
    if matches!(contest.own.stage, Stage::Running | Stage::Over) {
        list.push((Command::Award, &[]));
        taken_back(contest, list);
        for (entrant, _) in contest.own.entrants.iter().filter(|(_, own)| own.prize.is_some() && !own.paid) {
            let said = contest.own.form.item(punto_rulebook::Item::Paid).unwrap_or_default();
            let ways = Payment::ALL.iter().filter(|way| said.split(' ').any(|word| word == way.word()));
            list.extend(ways.map(|how| (Command::PayPrize { entrant: *entrant, how: *how }, &[][..])));
        }
    }
}

/// Once the final is over: what may still be found, and who has won it taken back.
fn taken_back(contest: &Contest, list: &mut List) {
    let own = &contest.own;
    if own.stage != Stage::Over || own.is_awarded() {
        return;
    }
    let declared = own.venues.iter().filter(|(_, venue)| venue.phase == Phase::Declared);
    list.extend(declared.map(|(table, _)| (Command::Undeclare { table: *table }, &[][..])));
    for entrant in own.places.0.iter().flatten().copied() {
        let offence = Offence::HidingChips;
        list.push((Command::Report { entrant, offence }, &["offence"]));
    }
    for duty in duties(&contest.book, own) {
        owed(contest, &duty.what, list);
    }
}

/// Goods and services that wait to be handed over.
fn hand_over(contest: &Contest, list: &mut List) {
    for (entrant, own) in &contest.own.entrants {
        let waits = own.goods.iter().filter(|(_, handed)| !handed);
        list.extend(
            waits.map(|(what, _)| (Command::HandOver { entrant: *entrant, what: what.clone() }, &[][..])),
        );
    }
}

fn entering(contest: &Contest, list: &mut List) {
    let own = &contest.own;
    let applicants = || own.entrants.iter().filter(|(_, one)| one.standing == Standing::Applicant);
    for (entrant, one) in applicants() {
        let (entrant, names) = (*entrant, Names(vec![*entrant]));
        if !one.informed {
            list.push((Command::Inform { names: names.clone() }, &[]));
        }
        list.push((Command::Accept { names }, &[]));
        let grounds = Ground::ALL.iter();
        list.extend(grounds.map(|ground| (Command::RefuseEntry { entrant, ground: *ground }, &[][..])));
    }
    list.push((Command::Start, &[]));
    if let (Some(what), Some(why)) = (words("what is added"), words("why")) {
        let cash = Command::AddValue { amount: Money::from_minor(100), what: what.clone() };
        list.push((cash, &["amount", "what"]));
        let (place, amount) = (1, Money::from_minor(100));
        let goods = Command::AddGoods { place, amount, what };
        list.push((goods, &["place", "amount", "what"]));
        list.push((Command::Retain { amount: Money::ZERO }, &["amount"]));
        list.push((Command::Cancel { why }, &["why"]));
    }
}

fn running(contest: &Contest, list: &mut List) {
    let own = &contest.own;
    list.extend([(Command::Attend, &[][..]), (Command::Depart, &[][..])]);
    let free = (1..=u8::MAX).find(|table| !own.venues.contains_key(table));
    list.extend(free.map(|table| (Command::Designate { table }, &["table"][..])));
    list.extend(seeded(contest));
    for (entrant, one) in own.playing() {
        if one.place.is_none() && !one.through {
            let (table, seat) = free_seat(own);
            list.push((Command::Allot { entrant, table, seat }, &["table", "seat"]));
        }
    }
    list.push((Command::Begin, &[]));
    list.push((Command::NextRound, &[]));
    list.push((Command::Reschedule { at: own.now.plus_minutes(60) }, &["at"]));
    list.push((Command::LimitTime { seconds: 30 }, &["seconds"]));
    let again: Vec<PersonId> =
        own.entrants.iter().filter(|(_, one)| one.second_chance).map(|(name, _)| *name).collect();
    if !again.is_empty() {
        list.push((Command::SecondChance { names: Names(again) }, &["names"]));
    }
    if let Some(why) = words("why") {
        list.push((Command::Cancel { why }, &["why"]));
    }
    for duty in duties(&contest.book, own) {
        owed(contest, &duty.what, list);
    }
    for (table, venue) in &own.venues {
        venue_of(contest, *table, venue, list);
    }
}

/// The draw: its seed is the house's to say, and what it is does not matter for whether one may be made.
fn seeded(contest: &Contest) -> Option<(Command, &'static [&'static str])> {
    let drawn = contest.own.plan.as_ref()?.seating == punto_tournament::Seating::Draw;
    let seed = "0".repeat(64).parse().ok()?;
    drawn.then_some((Command::Draw { seed }, &[]))
}

/// The next seat that is nobody's, at the tables in their order.
fn free_seat(own: &Tournament) -> (u8, u8) {
    let table = own.venues.keys().min_by_key(|table| (own.at(**table).len(), **table)).copied().unwrap_or(1);
    let taken = |seat: &u8| own.at(table).iter().any(|(_, place)| place.seat == *seat);
    (table, (1..=u8::MAX).find(|seat| !taken(seat)).unwrap_or(1))
}

/// A play-off goes on with the chips that are there, or with fresh ones for as many coups as a drawn card gives.
fn play_off(contest: &Contest, table: u8) -> (Command, &'static [&'static str]) {
    let way = contest.book.tournament.get(TournamentRule::PlayOff).and_then(|rule| rule.value);
    match way {
        Some(Way::DrawnCoups) => {
            let chips = contest.own.plan.as_ref().map(|plan| plan.chips);
            (Command::PlayOff { table, chips, card: "5h".parse().ok() }, &["chips", "card"])
        }
        _ => (Command::PlayOff { table, chips: None, card: None }, &[]),
    }
}

fn owed(contest: &Contest, what: &Owed, list: &mut List) {
    match *what {
        Owed::Examine(entrant) => {
            list.push((Command::Examine { entrant }, &[]));
            let back = |why| (Command::ReturnForm { entrant, fault: None, why }, &["why"][..]);
            list.extend(words("why").map(back));
        }
        Owed::Announce(entrant) => {
            let form = "-:-:none".parse().ok();
            list.extend(form.map(|form| (Command::Announce { entrant, form }, &[][..])));
        }
        Owed::Disqualify(entrant, offence) => {
            list.push((Command::Disqualify { entrant, offence }, &[]));
            list.push((Command::Dismiss { entrant }, &[]));
        }
        Owed::Decide(entrant) => {
            list.extend(
                words("what is decided").map(|what| (Command::Rule { entrant, what }, &["what"][..])),
            );
        }
        Owed::Count(entrant) => {
            let amount = contest.own.place(entrant).map_or(Money::ZERO, |place| place.stack);
            list.push((Command::Count { entrant, amount }, &["amount"]));
        }
        Owed::Attend | Owed::Declare | Owed::ReturnChips => {}
        Owed::Award | Owed::PayPrize(_) | Owed::HandOver(_) => {}
    }
}

fn venue_of(contest: &Contest, table: u8, venue: &Venue, list: &mut List) {
    match venue.phase {
        Phase::Idle => {
            list.push((Command::Release { table }, &[]));
            list.push((Command::InsertIndicator { table, behind: 104 }, &["behind"]));
        }
        Phase::Declared => {
            list.push((Command::Release { table }, &[]));
            list.push((Command::Undeclare { table }, &[]));
        }
        Phase::Betting => {
            list.push((Command::Close { table }, &[]));
            list.push((Command::EndEarly { table }, &[]));
            list.push((Command::InsertIndicator { table, behind: 104 }, &["behind"]));
            list.push((Command::RaiseLimits { table }, &[]));
            list.push((Command::CountAll { table }, &[]));
            list.push((Command::LastCoup { table }, &[]));
            let out = contest.own.entrants.iter().filter(|(_, own)| own.standing == Standing::Out);
            let here = |own: &punto_tournament::Entrant| {
                own.place.as_ref().is_some_and(|place| place.table == table && !place.forgone)
            };
            let buys_back = contest.own.plan.as_ref().is_some_and(|plan| plan.buy_backs > 0);
            let gone = out.filter(|(_, own)| buys_back && here(own));
            list.extend(gone.map(|(name, _)| (Command::ForgoBuyBack { entrant: *name }, &[][..])));
        }
        Phase::Closed => list.push((Command::Deal { table }, &[])),
        Phase::Dealing => list.push((Command::WrongHolder { table }, &[])),
        Phase::Over => {
            list.push((Command::Declare { table }, &[]));
            list.push(play_off(contest, table));
        }
    }
    for (entrant, place) in contest.own.at(table) {
        if place.present {
            list.push((Command::LeaveSeat { entrant }, &[]));
        }
        list.push((Command::Restrict { entrant }, &[]));
        list.push((Command::Deduct { entrant }, &[]));
        list.push((Command::CancelPlace { entrant, refund: None }, &[]));
        list.push((Command::ApproveSubstitute { entrant }, &[]));
        list.push((Command::Report { entrant, offence: Offence::Breach }, &["offence"]));
        list.push((Command::Disqualify { entrant, offence: Offence::Breach }, &["offence"]));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::Arc;

    use punto_rulebook::Rulebook;
    use punto_tournament::{apply, says_itself};

    use super::*;

    /// A final of one coup that Ben has won, as these lines have left it.
    fn after(lines: &[&str]) -> Contest {
        let book = Arc::new(Rulebook::embedded("nsw-2021").unwrap());
        let mut contest = Contest::new(book.clone(), true);
        let form = "conditions fee 100, form f, entrants 2..8, chips 1000, compulsory yes, limits 10..200, method A, rounds 1, \
                    session coups 1, tables 1, advance 1, seating officer, order no, hidden 0, prizes 100, paid cheque, \
                    second-chance no, pass-cards 0, buy-backs 0, entitled-only yes, withdraw-days 7, rules-prevail yes, \
                    start 1970-01-01T00:00:00Z";
        let before = "publish;apply ada;apply ben;inform ada ben;pay-fee ada 100;pay-fee ben 100;accept ada ben;start;\
                      designate 1;allot ada 1@1;allot ben 1@2;take-seat ada;take-seat ben;begin;wager ada@1 player 100;\
                      wager ben@2 banker 100;close 1;deal 1;result 1 2d5c-9hKs";
        for line in [form].into_iter().chain(before.split(';')).chain(lines.iter().copied()) {
            let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            let by = says_itself(&book, &command);
            let own = Arc::make_mut(&mut contest.own);
            let events = decide(&book, own, &Stamped { at: Time(0), by, command });
            let events = events.unwrap_or_else(|refused| panic!("{line}: {refused}"));
            events.iter().for_each(|event| apply(own, Time(0), by, event));
        }
        contest
    }

    fn may_dispute(contest: &Contest, who: &str) -> bool {
        let list = allowed(contest, format!("patron {who}").parse().unwrap(), Time(0));
        list.iter().any(|one| matches!(one.what, Command::Dispute { .. }) && one.refused.is_none())
    }

    #[test]
    fn who_has_won_is_disputed_by_whoever_has_played_until_prizes_are_awarded() {
        let counted = ["count ada 900", "count ben 1095", "declare 1"];
        for (lines, may) in [(&counted[..0], true), (&counted[..], true)] {
            let contest = after(lines);
            assert_eq!(["ada", "ben"].map(|who| may_dispute(&contest, who)), [may, may], "{lines:?}");
            assert!(!may_dispute(&contest, "eve"), "who has not entered");
        }
        let awarded = after(&[&counted[..], &["award"]].concat());
        assert!(!may_dispute(&awarded, "ada"));
    }
}
