//! What waits for somebody: rulings, disputes, approvals, signs that have been up long enough.

use punto_rulebook::{Cure, Mishap, Rule};
use punto_vocab::{Citation, PersonId, Role};
use serde::Serialize;

use super::{Eye, View, Viewer, stored};
use crate::actor::Actor;
use crate::command::{Command, Matter};
use crate::decide::officers_choices;
use crate::state::{DisputeCase, Open, Phase, SignKind, Trouble};

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
        /// Decks that must be checked.
        CheckDecks = "check-decks",
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

/// Something that waits for somebody of staff.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Waiting {
    /// What.
    pub what: WaitingKind,
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
        let trouble = match &open.phase {
            Phase::Dealing(dealing) => dealing.trouble.as_ref(),
            Phase::Preparing | Phase::Betting(_) => open.trouble.as_ref(),
        };
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
            patron: case.patron,
            what: case.what.to_string(),
            decided_by: case.decided_by,
        };
        self.table.disputes.iter().filter(concerns).map(dispute).collect()
    }

    fn approvals(&self, open: &Open, trouble: Option<&Trouble>, seen: &View) -> Vec<Waiting> {
        let rules = &self.book.procedure;
        let mut list = Vec::new();
        let mut wait = |what, patron, command, roles: Vec<Role>, by: Option<&Citation>| {
            list.push(Waiting { what, patron, command, roles, by: by.cloned() });
        };
        if let Some(trouble) = trouble.filter(|trouble| !trouble.ordered) {
            let roles = trouble.ruling.ordered_by.map(|role| self.with_deputies(role)).unwrap_or_default();
            wait(
                WaitingKind::Order,
                None,
                Some(Command::Order { cure: None }),
                roles,
                Some(&trouble.ruling.by),
            );
        }
        if let Phase::Dealing(dealing) = &open.phase
            && dealing.may_withdraw
        {
            let by = dealing.withdrawal.as_ref().map(|ruling| &ruling.by);
            wait(WaitingKind::Resume, None, Some(Command::Resume), Vec::new(), by);
        }
        for case in &self.table.disputes {
            let rule = rules.get(Rule::Dispute);
            let (by, roles) = (rule.map(|rule| &rule.by), rule.map(|rule| rule.roles.clone()));
            if case.awaits_review() {
                let roles = self.with_deputies(Role::CasinoSupervisor);
                wait(WaitingKind::Review, Some(case.patron), None, roles, by);
            } else {
                wait(WaitingKind::Decide, Some(case.patron), None, roles.unwrap_or_default(), by);
            }
        }
        let asked = open.consents.get(&Matter::NoBetCoups).and_then(|patrons| patrons.first());
        let between = matches!(&open.phase, Phase::Betting(betting) if betting.no_bet.is_none());
        if let Some(patron) = asked.filter(|_| between && open.wagers().is_empty()) {
            let own = [Rule::FreeCoups, Rule::FreeCoupsAgreed];
            let rule = own.into_iter().find_map(|rule| rules.get(rule));
            let roles = rule.map(|rule| rule.roles.clone()).unwrap_or_default();
            wait(
                WaitingKind::FreeCoup,
                Some(*patron),
                Some(Command::FreeCoup),
                roles,
                rule.map(|rule| &rule.by),
            );
        }
        if let Some(rule) = rules.get(Rule::VerifyDecks).filter(|_| open.shoe.must_check) {
            let check = Command::Act { rule: Rule::VerifyDecks, note: None };
            wait(WaitingKind::CheckDecks, None, Some(check), rule.roles.clone(), Some(&rule.by));
        }
        for sign in seen.signs.iter().filter(|sign| sign.due.is_some_and(|due| due <= self.table.now)) {
            let (what, own): (WaitingKind, &[Rule]) = match sign.sign.kind() {
                SignKind::Limits => (WaitingKind::Limits, &[Rule::ChangeLimits, Rule::RaiseMinimum]),
                SignKind::Variant => (WaitingKind::Variant, &[Rule::ChangeVariant]),
                SignKind::Closure => (WaitingKind::Closure, &[Rule::CloseNotice]),
                SignKind::OldMinimumEnds => (WaitingKind::OldMinimumEnds, &[Rule::EndOldMinimum]),
                // It announces nothing that is still to be done.
                SignKind::Restriction => continue,
            };
            let rule = own.iter().find_map(|rule| rules.get(*rule));
            let roles = rule.map(|rule| rule.roles.clone()).unwrap_or_default();
            wait(what, None, sign.does.clone(), roles, sign.by.as_ref());
        }
        list
    }
}
