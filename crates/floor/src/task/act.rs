//! What the automatic dealer does when its time has come, and what a person does with the house's own shoe.

use punto_host::locked;
use punto_records::{Asked, ShoeStep};
use punto_rulebook::{Burn, Mishap};
use punto_scanner::Request;
use punto_site::{Cause, Kind, plain};
use punto_table::{Actor, Command, Fact, Laying, MarkerState, Phase, Reason, Refused, ScriptTime};
use punto_vocab::{Card, PersonId, Role};

use super::{Task, answer};
use crate::dealer::{self, Act, Due, Next, ShoeStage, Sight};
use crate::plan::Dealer;
use crate::refusal::FloorReason;
use crate::table::{Job, Laid, What};

impl Task {
    /// What the clock does next at this table, and when.
    pub(super) fn next(&mut self) -> Option<Due> {
        if self.stuck.is_some() {
            return None;
        }
        let due = match self.shared.plan.dealer {
            Dealer::Person => self.end_of_betting(),
            Dealer::Automatic => self.dealers_next(),
        }?;
        let at = self.retry.map_or(due.at, |retry| due.at.max(retry));
        Some(Due { at, ..due })
    }

    fn dealers_next(&mut self) -> Option<Due> {
        let (next, held) = {
            let standing = locked(&self.shared.standing);
            let table = &standing.table;
            let in_coup = table.open.as_ref().is_some_and(|open| open.in_coup());
            let held = !self.hold().lets_dealer(in_coup);
            let (book, shoe) = (self.book(), self.stage(&standing));
            let leave = self.leave.borrow().at(table);
            let sight =
                Sight { book: &book, table, memory: &standing.memory, shoe, pace: self.pace(), leave };
            (dealer::next(&sight), held)
        };
        match next {
            Next::Idle => None,
            Next::Due(due) => Some(due).filter(|_| !held),
            Next::Stuck(what) => {
                self.get_stuck(Kind::TableFault, what);
                None
            }
        }
    }

    /// Where a person deals, the clock does one thing: it closes wagers whose time is up. It never moves a card.
    fn end_of_betting(&self) -> Option<Due> {
        let table = locked(&self.shared.standing).table.clone();
        let open = table.open.as_ref()?;
        let Phase::Betting(betting) = &open.phase else { return None };
        let seconds = open.opening.parts.bet_seconds?;
        let until = betting.opened.filter(|_| !betting.closed)?.plus_seconds(i64::from(seconds));
        Some(Due { at: until, act: Act::Say(Command::Tick { until: ScriptTime(until) }) })
    }

    pub(super) async fn act(&mut self, act: Act) {
        // What was planned may have been done already, if the journal made an append and could not say so.
        match self.changed_by_doubt().await {
            Ok(false) => {}
            Ok(true) => return,
            Err(_) => return self.try_later(),
        }
        match act {
            Act::Promise => self.promise().await,
            Act::ClosePledges => {
                self.shared.terminals.missed(&locked(&self.shared.standing).shoe);
                self.write_step(ShoeStep::PledgesClosed).await;
            }
            Act::OpenShoe => match self.own.end() {
                Some(step) => self.write_step(step).await,
                None => {
                    self.get_stuck(Kind::TableFault, Cause::NoShoeToOpen);
                }
            },
            Act::Discard(why) => match self.own.discard(why) {
                Some(step) => self.write_step(step).await,
                None => {
                    self.get_stuck(Kind::TableFault, Cause::NoShoeToGiveUp);
                }
            },
            Act::Cut => match self.own.own_cut() {
                Some(cut) => {
                    let command = self.with_burn(u32::from(cut), None);
                    self.say(command).await;
                }
                None => self.get_stuck(Kind::TableFault, Cause::NoShoeToCut),
            },
            Act::Draw { carried } => match self.drawn(carried) {
                Some(card) => self.say(Command::card(card)).await,
                None => {
                    let (mishap, fact) = (Mishap::TooFewCards, Fact::Plain);
                    self.say(Command::Report { mishap, fact }).await;
                }
            },
            Act::Say(command) => self.say(command).await,
        }
    }

    /// The dealer says something.
    async fn say(&mut self, command: Command) {
        self.batch(vec![Job::new(None, Actor::System, What::Say(command))]).await;
    }

    /// What somebody asked for becomes a command, with the same key.
    async fn batch_as(&mut self, job: Job, command: Command) {
        self.batch(vec![Job { what: What::Say(command), ..job }]).await;
    }

    async fn promise(&mut self) {
        let (decks, record, shares) = {
            let standing = locked(&self.shared.standing);
            let shares = match self.pace().share_window {
                0 => Asked::Off,
                _ if self.shared.terminals.any(&standing) => Asked::Yes,
                _ => Asked::NoTerminal,
            };
            (standing.table.open.as_ref().map(|open| open.terms.decks), standing.seq + 1, shares)
        };
        let Some(decks) = decks else { return };
        let name = self.shared.name.to_string();
        match self.own.promise(&self.core.house, &name, record, decks, shares) {
            Ok(step) => self.write_step(step).await,
            Err(why) => self.get_stuck(Kind::GeneratorFault, Cause::NoShoeMade { why: plain(&why) }),
        }
    }

    /// The card that waits to open this coup, or the next of the shoe.
    fn drawn(&mut self, carried: Option<Card>) -> Option<Card> {
        carried.or_else(|| self.own.card())
    }

    /// A person who deals takes a card out of the house's own shoe.
    pub(super) async fn deal(&mut self, job: Job, laid: Laid) {
        if let Err(error) = self.changed_by_doubt().await {
            return answer(job, Err(error));
        }
        let Some(job) = self.not_a_repeat(job, &mut [], &mut Vec::new()) else { return };
        match self.dealt_by_hand(&job, laid) {
            Ok(command) => self.batch_as(job, command).await,
            Err(refused) => self.refuse(job, refused).await,
        }
    }

    /// A scanning shoe tells what left it: decided here, so that nothing comes between its two ways to say it.
    pub(super) async fn scan(&mut self, job: Job, request: Request) {
        if let Err(error) = self.changed_by_doubt().await {
            return answer(job, Err(error));
        }
        let Some(job) = self.not_a_repeat(job, &mut [], &mut Vec::new()) else { return };
        let (table, book) = (locked(&self.shared.standing).table.clone(), self.book());
        let at = self.core.clock.now().max(table.now);
        match request.decide(&book, &table, at, job.by) {
            Some(Ok((command, _))) => self.batch_as(job, command).await,
            Some(Err(refused)) => self.refuse(job, refused).await,
            None => self.refuse(job, FloorReason::NothingForATable.refused()).await,
        }
    }

    fn dealt_by_hand(&mut self, job: &Job, laid: Laid) -> Result<Command, Refused> {
        let (table, stage) = {
            let standing = locked(&self.shared.standing);
            (standing.table.clone(), self.stage(&standing))
        };
        if stage != ShoeStage::Cut {
            return Err(FloorReason::NoOwnShoe.refused());
        }
        if !table.has_on_duty(Role::Dealer) {
            return Err(Refused::new(&FloorReason::by(), Reason::NotOnDuty(Role::Dealer)));
        }
        if !matches!(job.by, Actor::Staff(..)) {
            let needed = [Role::Dealer].into();
            return Err(Refused::new(&FloorReason::by(), Reason::WrongRole { actor: job.by, needed }));
        }
        let Some(open) = &table.open else { return Err(Refused::new(&FloorReason::by(), Reason::Closed)) };
        let carried = open.waiting_card();
        let left = open.terms.cards().saturating_sub(open.shoe.drawn);
        let marker_in = !matches!(open.shoe.marker, MarkerState::Out { .. });
        if carried.is_none() && marker_in && left <= open.terms.behind_marker.value {
            return Ok(Command::Marker);
        }
        let Some(card) = self.drawn(carried) else {
            return Ok(Command::Report { mishap: Mishap::TooFewCards, fact: Fact::Plain });
        };
        Ok(match laid {
            Laid::AsDue => Command::card(card),
            Laid::FaceDown => Command::laid(card, Laying::FaceDown),
        })
    }

    /// A patron chooses where the shoe is cut.
    pub(super) async fn cut(&mut self, job: Job, patron: PersonId, depth: u32) {
        let (stage, here) = {
            let standing = locked(&self.shared.standing);
            let here = standing.table.open.as_ref().is_some_and(|open| open.patrons.has(patron));
            (self.stage(&standing), here)
        };
        let refused = match stage {
            ShoeStage::Uncut { .. } if here => {
                let command = self.with_burn(depth, Some(patron));
                return self.batch_as(job, command).await;
            }
            ShoeStage::Uncut { .. } => Refused::new(&FloorReason::by(), Reason::NotHere(patron)),
            ShoeStage::None
            | ShoeStage::Pledging { .. }
            | ShoeStage::Revealing { .. }
            | ShoeStage::Unfit { .. }
            | ShoeStage::Cut
            | ShoeStage::Lost => FloorReason::NoShoeToCut.refused(),
        };
        self.refuse(job, refused).await;
    }

    /// What gets the house's own shoe ready names its first card, where that is burned for all to see.
    fn with_burn(&self, cut: u32, by: Option<PersonId>) -> Command {
        let (table, track) = {
            let standing = locked(&self.shared.standing);
            (standing.table.clone(), standing.shoe.clone())
        };
        let burn = table.open.as_ref().map(|open| open.terms.burn.value);
        let named = burn.is_some_and(|burn| matches!(burn, Burn::Counted | Burn::OneShown));
        let burn = named.then(|| self.own.first_after(&self.core.house, &track, cut)).flatten();
        Command::Prepare { cut: Some(cut), by, burn }
    }
}
