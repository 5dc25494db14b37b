//! What patrons are asked to agree to, and what they may ask for.

use punto_rulebook::{Holders, Rule, Way};
use punto_vocab::Citation;
use serde::Serialize;

use super::{Eye, View, Viewer};
use punto_table::Matter;
use punto_table::{Agreement, Open, Phase, SignKind};

/// A matter that patrons decide together, or one of them asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenMatter {
    /// What it is about.
    pub matter: Matter,
    /// Whether it waits for patrons: the house has announced it, or one of them has asked.
    pub asked: bool,
    /// How many have agreed.
    pub agreed: u32,
    /// How many must: everybody at the table, or one who asks.
    pub needed: u32,
    /// Whether the viewer has.
    pub mine: bool,
    /// By which clauses.
    pub by: Citation,
}

/// Where a matter stands before anybody has agreed.
struct Ground {
    by: Citation,
    announced: bool,
    /// Whether all must agree, or one who asks is enough.
    all: bool,
}

impl Eye<'_> {
    /// The matters of this moment, for those at the table and for staff.
    pub(super) fn matters(&self, open: &Open, seen: &View) -> Vec<SeenMatter> {
        let concerned = match self.viewer {
            Viewer::Patron(own) => open.patrons.has(own),
            Viewer::Staff(_) => true,
            Viewer::Public => false,
        };
        if !concerned || open.patrons.arrived.is_empty() {
            return Vec::new();
        }
        let of = |matter: &Matter| {
            let Ground { by, announced, all } = self.ground(open, seen, *matter)?;
            let holds = |own: &&Agreement| own.holds(*matter, own.to.as_ref(), self.table.now);
            let patrons = || open.consents.iter().filter(holds).map(|own| own.patron);
            let agreed = patrons().count() as u32;
            let mine = patrons().any(|own| self.viewer.is(own));
            let needed = if all { open.patrons.arrived.len() as u32 } else { 1 };
            Some(SeenMatter { matter: *matter, asked: announced || agreed > 0, agreed, needed, mine, by })
        };
        Matter::ALL.iter().filter_map(of).collect()
    }

    /// On what a matter rests, where it can come up now.
    fn ground(&self, open: &Open, seen: &View, matter: Matter) -> Option<Ground> {
        let rules = &self.book.procedure;
        let waits = |kind: SignKind| {
            let signs = seen.signs.iter().filter(|sign| sign.sign.kind() == kind);
            signs.filter_map(|sign| sign.due).any(|due| due > self.table.now)
        };
        let betting = match &open.phase {
            Phase::Betting(betting) => Some(betting),
            Phase::Preparing | Phase::Dealing(_) => None,
        };
        match matter {
            // Between one patron and the officer; the table is not asked.
            Matter::PersonalLimits => None,
            Matter::Limits => {
                let by = rules.get(Rule::ChangeByConsent)?.by.clone();
                waits(SignKind::Limits).then_some(Ground { by, announced: true, all: true })
            }
            Matter::Variant => {
                let rule = rules.get(Rule::ChangeVariant).filter(|rule| rule.minutes != Some(0))?;
                waits(SignKind::Variant).then(|| Ground { by: rule.by.clone(), announced: true, all: true })
            }
            Matter::NoBetCoups => {
                betting.filter(|betting| betting.no_bet.is_none() && betting.wagers.is_empty())?;
                match rules.get(Rule::FreeCoups) {
                    Some(rule) if rule.value == Some(Way::OnRequest) => {
                        Some(Ground { by: rule.by.clone(), announced: false, all: false })
                    }
                    Some(_) => None,
                    None => {
                        let by = rules.get(Rule::FreeCoupsAgreed)?.by.clone();
                        Some(Ground { by, announced: false, all: true })
                    }
                }
            }
            Matter::EndShoe => {
                let last = betting.filter(|betting| betting.wagers.is_empty())?.last.as_ref()?;
                let by = open.terms.after_void.by.clone();
                last.dealing.may_end_shoe.then_some(Ground { by, announced: true, all: true })
            }
            Matter::Squeeze => {
                rules.get(Rule::SqueezeInformed)?;
                let method = self.book.method(&open.method)?;
                let by = method.by.clone();
                (method.holders != Holders::Dealer).then_some(Ground { by, announced: false, all: false })
            }
            // Cards that were shuffled before are looked at or refused; nobody is asked to agree.
            Matter::Preshuffled => None,
        }
    }
}
