//! What waits for somebody: rulings, disputes, approvals, signs that have been up long enough.

use std::collections::BTreeSet;

use punto_rulebook::{Cure, Mishap, Rule};
use punto_vocab::{Citation, PersonId, Role};
use serde::Serialize;

use super::{Eye, View, Viewer, stored};
use punto_table::Actor;
use punto_table::dispute_rule;
use punto_table::officers_choices;
use punto_table::{Blocked, Duty, Owed, owed};
use punto_table::{Command, Matter};
use punto_table::{DisputeCase, Open, Phase, SignKind, Trouble};

/// Something that went wrong, and what is done about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenTrouble {
    /// What happened.
    pub mishap: Mishap,
    /// The document's cure.
    pub cure: Cure,
    /// By which clauses.
    pub by: Citation,
    /// Who may order it; nobody where it needs no order.
    pub orders: Vec<Role>,
    /// Whether it has been ordered.
    pub ordered: bool,
    /// Cures among which the officer may choose, where the document leaves it to the officer.
    pub choices: Vec<Cure>,
}

/// A dispute that is not closed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenDispute {
    /// Its number at the table, from 1.
    pub number: u32,
    /// Whose.
    pub patron: PersonId,
    /// About what.
    pub what: String,
    /// Who decided it.
    pub decided_by: Option<Actor>,
}

punto_vocab::words! {
    /// What waits for somebody of staff.
    pub enum WaitingKind: "something that waits" {
        /// A cure, for its order.
        Order = "order",
        /// Play, for its resumption.
        Resume = "resume",
        /// A dispute, for its decision.
        Decide = "decide",
        /// A decision, for its review.
        Review = "review",
        /// A coup without wagers that somebody asked for.
        FreeCoup = "free-coup",
        /// Limits whose sign has been up long enough.
        Limits = "limits",
        /// A form of the game whose sign has.
        Variant = "variant",
        /// A closure whose sign has.
        Closure = "closure",
        /// The end of an old minimum whose sign has.
        OldMinimumEnds = "old-minimum-ends",
    }
}

/// A duty that lasts until it is discharged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenDuty {
    /// What is owed.
    pub what: Owed,
    /// Who owes it, with those who may act for them; anybody on staff where none is named.
    pub roles: Vec<Role>,
    /// By which clauses.
    pub by: Citation,
}

impl SeenDuty {
    /// Whether nothing waits for it but the closing of the table.
    pub fn only_before_closing(&self) -> bool {
        Blocked::only_closing_waits_for(self.what)
    }
}

/// Something that waits for somebody of staff.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Waiting {
    /// What.
    pub what: WaitingKind,
    /// Which dispute, where it is about one.
    pub dispute: Option<u32>,
    /// Whose matter it is.
    pub patron: Option<PersonId>,
    /// The command that would do it; none where somebody has to say more, as in a decision.
    #[serde(serialize_with = "stored")]
    pub command: Option<Command>,
    /// Who may do it; anybody on staff where none is named.
    pub roles: Vec<Role>,
    /// By which clauses.
    pub by: Option<Citation>,
}

/// What concerns no patron and no dispute.
const NOBODYS: (Option<PersonId>, Option<u32>) = (None, None);

/// Whether a viewer may know what went wrong: that a card was one too many tells what the others are, and a patron
/// who does not see those is not told. Staff must know what they are to put right.
pub(crate) fn may_know_of(open: &Open, mishap: Mishap, viewer: Viewer) -> bool {
    let tells = matches!(
        mishap,
        Mishap::StrayPlayerCard | Mishap::StrayBankerCard | Mishap::PlayersCardToBanker | Mishap::SurplusCard
    );
    let Phase::Dealing(dealing) = &open.phase else { return true };
    let others = dealing.dealt.split_last().map_or(&[][..], |(_, others)| others);
    viewer.is_staff() || !tells || others.iter().all(|card| card.exposed)
}

impl Eye<'_> {
    pub(super) fn waiting(&self, open: &Open, seen: &mut View) {
        let trouble = open.in_trouble();
        if let Some(trouble) = trouble.filter(|own| may_know_of(open, own.ruling.mishap, self.viewer)) {
            seen.trouble = Some(self.trouble(trouble));
        }
        if self.viewer.is_staff() {
            seen.waiting = self.approvals(open, trouble, seen);
        }
    }

    fn trouble(&self, trouble: &Trouble) -> SeenTrouble {
        let ruling = &trouble.ruling;
        SeenTrouble {
            mishap: ruling.mishap,
            cure: ruling.cure,
            by: ruling.by.clone(),
            orders: ruling.ordered_by.map(|role| self.with_deputies(role)).unwrap_or_default(),
            ordered: trouble.ordered,
            choices: officers_choices(self.book, ruling),
        }
    }

    /// A role, and those who may act for it by the document.
    fn with_deputies(&self, role: Role) -> Vec<Role> {
        let deputies = self.book.roles.iter().filter(|rule| rule.counts_as.contains(&role));
        [role].into_iter().chain(deputies.map(|rule| rule.role)).collect()
    }

    pub(super) fn disputes(&self) -> Vec<SeenDispute> {
        let concerns = |case: &&DisputeCase| match self.viewer {
            Viewer::Staff(_) => true,
            Viewer::Patron(own) => case.patron == own,
            Viewer::Public => false,
        };
        let dispute = |case: &DisputeCase| SeenDispute {
            number: case.number,
            patron: case.patron,
            what: case.what.to_string(),
            decided_by: case.decided_by,
        };
        self.table.disputes.iter().filter(concerns).map(dispute).collect()
    }

    /// What is owed; a ruling that waits for its order is told with what went wrong, and a decision with its dispute.
    pub(super) fn duties(&self) -> Vec<SeenDuty> {
        let owed = owed(self.book, self.table).into_iter();
        let told = owed.filter(|duty| !matches!(duty.what, Owed::Order(_) | Owed::Decide(_)));
        let seen = |duty: Duty| {
            let named = duty.what.roles(self.book);
            let mut roles = named.clone();
            roles.extend(named.into_iter().flat_map(|role| self.with_deputies(role)));
            let mut known = BTreeSet::new();
            roles.retain(|role| known.insert(*role));
            SeenDuty { what: duty.what, roles, by: duty.by }
        };
        told.map(seen).collect()
    }

    fn approvals(&self, open: &Open, trouble: Option<&Trouble>, seen: &View) -> Vec<Waiting> {
        let rules = &self.book.procedure;
        let mut list = Vec::new();
        let mut wait = |what, (patron, dispute), command, roles: Vec<Role>, by: Option<&Citation>| {
            list.push(Waiting { what, dispute, patron, command, roles, by: by.cloned() });
        };
        if let Some(trouble) = trouble.filter(|trouble| !trouble.ordered) {
            let roles = trouble.ruling.ordered_by.map(|role| self.with_deputies(role)).unwrap_or_default();
            wait(
                WaitingKind::Order,
                NOBODYS,
                Some(Command::Order { cure: None }),
                roles,
                Some(&trouble.ruling.by),
            );
        }
        if let Phase::Dealing(dealing) = &open.phase
            && dealing.may_withdraw
        {
            let by = dealing.withdrawal.as_ref().map(|ruling| &ruling.by);
            wait(WaitingKind::Resume, NOBODYS, Some(Command::Resume), Vec::new(), by);
        }
        for case in &self.table.disputes {
            let rule = dispute_rule(self.book, &open.terms);
            let (by, roles) =
                (rule.as_ref().map(|rule| &rule.by), rule.as_ref().map(|rule| rule.roles.clone()));
            let about = (Some(case.patron), Some(case.number));
            if case.awaits_review() {
                let roles = self.with_deputies(Role::CasinoSupervisor);
                wait(WaitingKind::Review, about, None, roles, by);
            } else {
                wait(WaitingKind::Decide, about, None, roles.unwrap_or_default(), by);
            }
        }
        let asked = open.agreed(Matter::NoBetCoups, None, (self.table.now, Actor::System)).next();
        let between = matches!(&open.phase, Phase::Betting(betting) if betting.no_bet.is_none());
        if let Some(patron) = asked.filter(|_| between && open.wagers().is_empty()) {
            let own = [Rule::FreeCoups, Rule::FreeCoupsAgreed];
            let rule = own.into_iter().find_map(|rule| rules.get(rule));
            let roles = rule.map(|rule| rule.roles.clone()).unwrap_or_default();
            let by = rule.map(|rule| &rule.by);
            wait(WaitingKind::FreeCoup, (Some(patron), None), Some(Command::FreeCoup), roles, by);
        }
        for sign in seen.signs.iter().filter(|sign| sign.due.is_some_and(|due| due <= self.table.now)) {
            let (what, own): (WaitingKind, &[Rule]) = match sign.sign.kind() {
                SignKind::Limits | SignKind::Stakes => {
                    (WaitingKind::Limits, &[Rule::ChangeLimits, Rule::RaiseMinimum])
                }
                SignKind::Variant => (WaitingKind::Variant, &[Rule::ChangeVariant]),
                SignKind::Closure => (WaitingKind::Closure, &[Rule::CloseNotice]),
                SignKind::OldMinimumEnds => (WaitingKind::OldMinimumEnds, &[Rule::EndOldMinimum]),
                // It announces nothing that is still to be done.
                SignKind::Restriction => continue,
            };
            let rule = own.iter().find_map(|rule| rules.get(*rule));
            let roles = rule.map(|rule| rule.roles.clone()).unwrap_or_default();
            wait(what, NOBODYS, sign.does.clone(), roles, sign.by.as_ref());
        }
        list
    }
}
