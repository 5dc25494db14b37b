//! Tournaments and promotions, tables, the accounts and the site, read against each other. Each stream may hold by itself and still
//! tell another story than its neighbour; here every told coup is at its place in the table's stream and every word of a
//! table was heard, every entry by play is of a coup of its table, every fee and prize is in the account's stream and in no
//! other way, and what takes two had two.

use std::collections::{BTreeMap, BTreeSet};

use punto_journal::Record;
use punto_records::{BadRecord, Body, ENGINE, PromotionBody, TournamentBody};
use punto_report::CoupRecall;
use punto_site::{Happening as OfSite, Measure, PromotionId, TableId, TournamentId};
use punto_table::{Event as AtTable, Table};
use punto_tournament::{Command, tells};
use punto_vocab::{Actor, Money, PersonId, Time};

use crate::again;
use crate::contest::{Contest, Moved};
use crate::heard::Heard;
use crate::plan::TournamentPlan;
use crate::promotion::{Campaign, PlayedCoup, PromotionPlan, stakes};
use crate::whose::{WhoseWord, proposal_of};

/// What streams say of each other, gathered while each is read.
#[derive(Debug, Default)]
pub struct Concord {
    /// The names by which accounts know the tournaments and promotions.
    purses: BTreeSet<TableId>,
    /// What tables told, by the place in their streams, and when.
    told: BTreeMap<TableId, ToldAt>,
    /// What tournaments have heard.
    heard: Vec<Claim>,
    /// Entries by play that no table was seen to bear out yet, with what was laid.
    played: BTreeMap<(TableId, u64, PersonId), (String, Money)>,
    /// What went from an account to a tournament or a promotion, below nought what came back: as these and as accounts have it.
    moved: BTreeMap<(PersonId, TableId), (Vec<Money>, Vec<Money>)>,
    /// What was proposed, by whom, and who approved it.
    proposed: BTreeMap<u32, (Measure, PersonId, Option<PersonId>)>,
    /// What tournaments and promotions did for a proposal.
    carried_out: Vec<CarriedOut>,
}

/// What a table told, by record and by which of its things, with the time of the record.
type ToldAt = BTreeMap<(u64, u32), (Time, Command)>;

/// Something of a table that a tournament has recorded.
#[derive(Debug)]
struct Claim {
    by: (TournamentId, u64),
    table: TableId,
    /// Where in the table's stream.
    heard: Heard,
    /// What of it was heard before.
    after: Option<Heard>,
    /// What the table told before this is of another session.
    since: Time,
    command: Command,
}

/// Something that a tournament or a promotion did since two persons agreed to it.
#[derive(Debug)]
struct CarriedOut {
    /// Which record of which stream.
    by: String,
    speaker: Actor,
    number: u32,
    what: Option<Measure>,
    /// Who of the two the record names besides the speaker, where it names both.
    other: Option<Option<PersonId>>,
}

impl Concord {
    /// Of the tournaments and promotions of a house.
    pub fn of(
        tournaments: impl IntoIterator<Item = TournamentId>,
        promotions: impl IntoIterator<Item = PromotionId>,
    ) -> Concord {
        let names = tournaments.into_iter().map(|name| name.to_string());
        let names = names.chain(promotions.into_iter().map(|name| name.to_string()));
        Concord { purses: names.filter_map(|name| name.parse().ok()).collect(), ..Concord::default() }
    }

    /// Whether accounts have fees and prizes under this name, and not money at a table.
    pub fn is_purse(&self, name: TableId) -> bool {
        self.purses.contains(&name)
    }

    /// What a record of a tournament's table has come to; the table is as its events have left it.
    pub fn table(&mut self, name: TableId, (seq, at): (u64, Time), here: &Table, events: &[AtTable]) {
        let number = name.as_str().rsplit_once('-').and_then(|(_, number)| number.parse().ok());
        let Some(number) = number else { return };
        let own = self.told.entry(name).or_default();
        let told = tells(number, here, events).into_iter().zip(0..);
        own.extend(told.map(|(command, nth)| ((seq, nth), (at, command))));
    }

    /// A coup that has ended at a table, in this record of it; promotions are read before tables.
    pub fn coup(&mut self, table: TableId, seq: u64, coup: &CoupRecall) {
        if coup.records.1 == seq && !self.played.is_empty() {
            for (entrant, laid) in stakes(coup) {
                let place = (table, seq, entrant);
                self.played.retain(|own, (_, wager)| *own != place || *wager != laid);
            }
        }
    }

    /// Money between an account and a tournament, as the account has it.
    pub fn account(&mut self, patron: PersonId, purse: TableId, amount: Money) {
        self.moved.entry((patron, purse)).or_default().1.push(amount);
    }

    /// Something that happened on the site.
    pub fn site(&mut self, what: &OfSite) {
        if let OfSite::Proposed { number, who, what, .. } = what {
            self.proposed.insert(*number, (what.clone(), *who, None));
        }
        if let OfSite::Approved { number, who } = what
            && let Some((_, _, second)) = self.proposed.get_mut(number)
        {
            *second = Some(*who);
        }
    }

    /// Takes the next record of a tournament, and notes what it says of others.
    pub fn tournament(
        &mut self,
        plan: &TournamentPlan,
        contest: &mut Contest,
        record: &Record,
    ) -> Result<(), BadRecord> {
        let entry = &record.entry;
        let heard = entry.key.as_deref().and_then(|key| key.parse::<Heard>().ok());
        let before = heard.map(|heard| {
            let venue = contest.own.venues.get(&heard.table);
            let since = venue.map_or(Time(i64::MAX), |venue| venue.since);
            (heard, contest.heard.get(&heard.table).copied(), since)
        });
        let events = contest.take(record)?;
        let by = (plan.name, entry.seq);
        let speaker: Actor = entry.actor.parse().map_err(|why| forged(record, why))?;
        self.moved(plan.purse(), contest.moved(entry.engine, speaker, &events));
        if entry.engine != ENGINE {
            return Ok(());
        }
        let said = TournamentBody::of(entry).ok().and_then(Body::said);
        let Some(command) = said.and_then(|said| said.command().ok().cloned()) else { return Ok(()) };
        if let Some((heard, after, since)) = before {
            let table = plan.table(heard.table).ok_or_else(|| forged(record, "no such table".into()))?;
            self.heard.push(Claim { by, table, heard, after, since, command });
        } else if let Some(number) = entry.key.as_deref().and_then(proposal_of)
            && WhoseWord::caused(&command, events.iter().map(|event| &event.what)) == WhoseWord::Two
        {
            let what = contest.measure(plan.name, &command);
            let by = format!("record {} of tournament/{}", entry.seq, plan.name);
            self.carried_out.push(CarriedOut { by, speaker, number, what, other: None });
        }
        Ok(())
    }

    /// Takes the next record of a promotion, and notes what it says of others.
    pub fn promotion(
        &mut self,
        plan: &PromotionPlan,
        campaign: &mut Campaign,
        record: &Record,
    ) -> Result<(), BadRecord> {
        let entry = &record.entry;
        let said = PromotionBody::of(entry).ok().and_then(Body::said);
        let command = said.and_then(|said| said.command().ok().cloned());
        // What two persons have agreed to is as the promotion stood then.
        let what = command.as_ref().and_then(|command| campaign.measure(plan.name, Time(entry.at), command));
        let moving = campaign.clone();
        let (speaker, events) = campaign.take(record)?;
        self.moved(plan.purse(), moving.moved(&events));
        let Some(command) = command.filter(|_| entry.engine == ENGINE) else { return Ok(()) };
        let (key, by) = (
            entry.key.as_deref().unwrap_or_default(),
            format!("record {} of promotion/{}", entry.seq, plan.name),
        );
        if let (Ok(PlayedCoup { table, seq, entrant }), punto_promotion::Command::Enter { wager, .. }) =
            (key.parse(), &command)
        {
            self.played.insert((table, seq, entrant), (by, wager.unwrap_or_default()));
        } else if let Some(number) = proposal_of(key)
            && WhoseWord::of_promotion(&command) == WhoseWord::Two
        {
            let other = match command {
                punto_promotion::Command::Publish { second, .. } => Some(second),
                _ => None,
            };
            self.carried_out.push(CarriedOut { by, speaker, number, what, other });
        }
        Ok(())
    }

    fn moved(&mut self, purse: Option<TableId>, moved: Vec<Moved>) {
        let Some(purse) = purse else { return };
        for moved in moved.into_iter().filter(|moved| !moved.amount.is_zero()) {
            self.moved.entry((moved.patron, purse)).or_default().0.push(moved.amount);
        }
    }

    /// The first thing in which streams do not agree, if all that there is of them was read to one moment.
    pub fn wrong(&self) -> Option<String> {
        let not_played = || {
            let ((table, seq, entrant), (by, wager)) = self.played.first_key_value()?;
            Some(format!(
                "{by} enters {entrant} for {wager}, and no coup of table/{table} ended so in its record {seq}"
            ))
        };
        self.told_otherwise().or_else(|| self.alone()).or_else(|| self.other_money()).or_else(not_played)
    }

    /// The first thing in which a tournament and its tables do not agree; for that only their own streams must be read.
    pub fn told_otherwise(&self) -> Option<String> {
        self.heard.iter().find_map(|claim| self.unheard(claim))
    }

    /// What is wrong with something that was heard: the table has not told it there, or told something before that was
    /// passed over.
    fn unheard(&self, claim: &Claim) -> Option<String> {
        let Claim { by: (name, seq), table, heard, after, since, command } = claim;
        let here = format!("record {seq} of tournament/{name}");
        let none = ToldAt::new();
        let told = self.told.get(table).unwrap_or(&none);
        match told.get(&(heard.seq, heard.nth)) {
            Some((_, own)) if own == command => {}
            Some((_, own)) => {
                return Some(format!(
                    "{here} says `{command}`, and record {} of table/{table} says `{own}`",
                    heard.seq
                ));
            }
            None => {
                return Some(format!(
                    "{here} says `{command}`, and record {} of table/{table} does not",
                    heard.seq
                ));
            }
        }
        let first = after.map_or((0, 0), |after| (after.seq, after.nth + 1));
        let last = (heard.seq, heard.nth);
        if first > last {
            return Some(format!("{here} says once more what it has heard of table/{table}"));
        }
        let missed = told.range(first..last).find(|(_, (at, _))| *at >= *since);
        missed.map(|((seq, _), (_, own))| {
            format!("record {seq} of table/{table} says `{own}`, and {here} passes over it")
        })
    }

    /// What was done for two persons who have not agreed to it.
    fn alone(&self) -> Option<String> {
        let wrong = |done: &&CarriedOut| {
            let agreed = self.proposed.get(&done.number);
            !agreed.is_some_and(|(what, first, second)| {
                let spoke = done.speaker.name();
                let two = second.is_some_and(|second| second != *first);
                let named = done.other.is_none_or(|other| {
                    other.is_some() && other != spoke && (other == Some(*first) || other == *second)
                });
                let by_two = named && (spoke == Some(*first) || spoke == *second);
                two && Some(what) == done.what.as_ref() && by_two
            })
        };
        self.carried_out
            .iter()
            .find(wrong)
            .map(|done| format!("{} rests on proposal {}, which is none of it", done.by, done.number))
    }

    /// Money that is in the stream of a tournament or a promotion and not in the account's, or the other way round.
    fn other_money(&self) -> Option<String> {
        let sum = |list: &[Money]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        self.moved.iter().find(|(_, (own, account))| own != account).map(
            |((patron, purse), (own, account))| {
                format!(
                    "{purse} has [{}] between it and {patron}, and the account has [{}]",
                    sum(own),
                    sum(account)
                )
            },
        )
    }
}

fn forged(record: &Record, found: String) -> BadRecord {
    again::forged(record, "a record that names its table and its speaker".to_owned(), found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn table(name: &str) -> TableId {
        name.parse().unwrap()
    }

    fn claim(heard: &str, after: Option<&str>, since: i64, line: &str) -> Claim {
        Claim {
            by: ("cup".parse().unwrap(), 9),
            table: table("cup-1"),
            heard: heard.parse().unwrap(),
            after: after.map(|after| after.parse().unwrap()),
            since: Time(since),
            command: line.parse().unwrap(),
        }
    }

    /// A table that told that a coup was void at 5, and that the shoe ended at 8.
    fn told() -> Concord {
        let mut all = Concord::of(["cup".parse().unwrap()], []);
        let own = all.told.entry(table("cup-1")).or_default();
        own.insert((5, 0), (Time(50), "void-coup 1".parse().unwrap()));
        own.insert((8, 0), (Time(80), "shoe-ended 1".parse().unwrap()));
        all
    }

    #[test]
    fn what_a_tournament_has_heard_is_what_its_table_told_there_and_nothing_is_passed_over() {
        let wrong = |claims: Vec<Claim>| Concord { heard: claims, ..told() }.wrong();
        let first = || claim("heard/1/5/0", None, 10, "void-coup 1");
        assert_eq!(wrong(vec![first()]), None);
        assert_eq!(wrong(vec![first(), claim("heard/1/8/0", Some("heard/1/5/0"), 10, "shoe-ended 1")]), None);
        for other in [
            claim("heard/1/5/0", None, 10, "unsettle 1"),
            claim("heard/1/6/0", None, 10, "void-coup 1"),
            claim("heard/1/8/0", None, 10, "shoe-ended 1"),
            claim("heard/1/5/0", Some("heard/1/8/0"), 10, "void-coup 1"),
        ] {
            assert!(wrong(vec![other]).is_some());
        }
        // What the table told before the session is none of it.
        assert_eq!(wrong(vec![claim("heard/1/8/0", None, 60, "shoe-ended 1")]), None);
    }

    #[test]
    fn each_fee_and_prize_is_on_both_sides() {
        let (ada, cup) = ("ada".parse().unwrap(), table("cup"));
        let mut all = told();
        let fee = Money::from_minor(100);
        all.moved.entry((ada, cup)).or_default().0.push(fee);
        assert!(all.wrong().unwrap().contains("between it and ada"));
        all.account(ada, cup, fee);
        assert_eq!(all.wrong(), None);
        // The same in the sum is not the same.
        all.account(ada, cup, fee);
        all.account(ada, cup, -fee);
        assert!(all.wrong().is_some());
    }

    #[test]
    fn what_rests_on_a_proposal_was_proposed_and_approved_by_two_to_the_word() {
        let what: Measure = "tournament retain cup 50".parse().unwrap();
        let done = |what: &str, speaker: &str| CarriedOut {
            by: "record 3 of tournament/cup".into(),
            speaker: speaker.parse().unwrap(),
            number: 7,
            what: Some(what.parse().unwrap()),
            other: None,
        };
        let with = |second: Option<&str>, done: CarriedOut| {
            let second = second.map(|name| name.parse().unwrap());
            let proposed = BTreeMap::from([(7, (what.clone(), "max".parse().unwrap(), second))]);
            Concord { proposed, carried_out: vec![done], ..told() }.wrong()
        };
        let max = "casino-operator max";
        assert_eq!(with(Some("ria"), done("tournament retain cup 50", max)), None);
        assert!(with(None, done("tournament retain cup 50", max)).is_some());
        assert!(with(Some("max"), done("tournament retain cup 50", max)).is_some());
        assert!(with(Some("ria"), done("tournament retain cup 60", max)).is_some());
        assert!(with(Some("ria"), done("tournament retain cup 50", "casino-operator eve")).is_some());
        assert!(
            Concord { carried_out: vec![done("tournament retain cup 50", max)], ..told() }.wrong().is_some()
        );
    }
}
