//! Money: a patron's own, and the table's for staff.

use punto_rulebook::BetKind;
use punto_vocab::{Money, PersonId};
use serde::Serialize;

use super::{Eye, View, Viewer};
use punto_table::Open;
use punto_table::{Account, Coin};

/// The table's money, for staff. What would tell an undisclosed stake is `None`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Till {
    /// What wagers are made of.
    pub coin: Coin,
    /// What is in the float tray; below nought at a table with credits that has paid more than it took.
    pub float: Money,
    /// What lies on the layout.
    pub layout: Option<Money>,
    /// Cash in the drop box.
    pub drop: Money,
    /// Promotional tokens taken.
    pub tokens: Money,
    /// Staked on Player.
    pub on_player: Option<Money>,
    /// Staked on Banker.
    pub on_banker: Option<Money>,
    /// By how much those differ.
    pub differs: Option<Money>,
    /// The most by which they may, where that is posted.
    pub differential: Option<Money>,
}

impl Eye<'_> {
    pub(super) fn money(&self, open: &Open, seen: &mut View) {
        match self.viewer {
            Viewer::Public => {}
            Viewer::Patron(patron) => self.own(open, patron, seen),
            Viewer::Staff(_) => seen.till = Some(self.till(open)),
        }
    }

    fn own(&self, open: &Open, patron: PersonId, seen: &mut View) {
        if open.terms.credits {
            let on = |account| self.table.ledger.on(Coin::Credits, account);
            seen.balance = Some(on(Account::Balance(patron)));
            seen.owed = Some(-on(Account::Owed(patron))).filter(|owed| owed.is_positive());
        }
    }

    fn till(&self, open: &Open) -> Till {
        let coin = if open.terms.credits { Coin::Credits } else { Coin::Chips };
        let on = |coin, account| self.table.ledger.on(coin, account);
        let disclosed = |bet: Option<punto_vocab::BetId>| {
            let theirs = || open.wagers().iter().filter(|p| bet.is_none_or(|bet| p.wager.bet == bet));
            (!theirs().any(|placed| placed.sealed))
                .then(|| theirs().map(|placed| placed.wager.stake.total()).sum::<Money>())
        };
        let hand = |kind| {
            let offer = open.terms.offers.iter().find(|offer| offer.kind == kind);
            offer.and_then(|offer| disclosed(Some(offer.bet)))
        };
        let (on_player, on_banker) = (hand(BetKind::Player), hand(BetKind::Banker));
        let differs =
            on_player.zip(on_banker).map(|(player, banker)| player.max(banker) - player.min(banker));
        Till {
            coin,
            float: on(coin, Account::Float),
            layout: disclosed(None),
            drop: on(Coin::Cash, Account::DropBox),
            tokens: on(Coin::Tokens, Account::Float),
            on_player,
            on_banker,
            differs,
            differential: open.terms.limits.differential,
        }
    }
}
