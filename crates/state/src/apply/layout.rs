//! The wagers on the layout.

use std::sync::Arc;

use punto_coup::{AfterWin, BoxId, Stake, Wager};
use punto_lines::{Fault, Happening};
use punto_rulebook::Span;
use punto_vocab::{BetId, Money, PersonId, Time};

use super::groups::{
    of_corrections, of_coup, of_hands, of_patrons, of_settlement, of_shoe, of_table, of_terms, of_trouble,
};
use super::money::cut_off;
use crate::state::{Dealing, Hooks, Open, Phase, Placed, Shared};

fn wagers(phase: &mut Phase) -> Option<&mut Shared<Vec<Placed>>> {
    match phase {
        Phase::Preparing => None,
        Phase::Betting(betting) => Some(&mut betting.wagers),
        Phase::Dealing(dealing) => Some(&mut dealing.wagers),
    }
}

impl Open {
    /// What becomes of the tokens in a wager that lies if it wins.
    pub(super) fn token_terms(&mut self, spot: (PersonId, u8, BetId), after_win: AfterWin) {
        let lies = wagers(&mut self.phase).into_iter().flat_map(|list| list.iter_mut());
        for placed in lies.filter(|placed| placed.spot() == spot) {
            placed.wager.stake.after_win = after_win;
        }
    }
}

pub(super) fn on_layout(open: &mut Open, now: Time, what: &Happening) {
    // With a wager on it, a coup that needed none is like any other.
    if let (Happening::Wagered { .. }, Phase::Betting(betting)) = (what, &mut open.phase)
        && betting.no_bet.take().is_some()
    {
        open.free_coups = open.free_coups.saturating_sub(1);
    }
    disclosure(&mut open.hooks, what);
    if let Phase::Dealing(dealing) = &mut open.phase {
        taken_off(dealing, what);
    }
    let limits = accepted_under(open, what);
    let Open { hooks, phase, .. } = open;
    let (Some(list), sealed) = (wagers(phase), &hooks.sealed) else { return };
    let place = |patron: PersonId, at: u8, bet: BetId, stake: Stake| Placed {
        wager: Wager { patron, at: BoxId(at), bet, stake },
        limits,
        fault: None,
        reduced: false,
        sealed: sealed.contains(&(patron, at, bet)),
        since: now,
        added: Vec::new(),
        late_part: None,
        recorded: None,
    };
    match what {
        // Chips and tokens in one area are one wager.
        Happening::Wagered { patron, at, bet, stake }
        | Happening::WageredTokens { patron, at, bet, stake } => {
            let tokens = matches!(what, Happening::WageredTokens { .. });
            let more =
                if tokens { Stake { tokens: *stake, ..Stake::default() } } else { Stake::chips(*stake) };
            match list.iter().position(|p| p.spot() == (*patron, *at, *bet)) {
                Some(place) => {
                    let placed = &mut list[place];
                    placed.wager.stake.chips += more.chips;
                    placed.wager.stake.tokens += more.tokens;
                    placed.limits = limits;
                    placed.added.push((now, *stake));
                }
                None => list.push(place(*patron, *at, *bet, more)),
            }
        }
        // A wager that lies is altered or lifted, so this is one that did not.
        Happening::Relaxed { patron, at, bet, stake } => {
            list.push(place(*patron, *at, *bet, Stake::chips(*stake)));
        }
        Happening::Altered { patron, at, bet, stake } => {
            for placed in list.iter_mut().filter(|p| p.spot() == (*patron, *at, *bet)) {
                let more = *stake - placed.wager.stake.total();
                placed.wager.stake.chips += more;
                placed.limits = limits;
                // What lay there before keeps its time.
                match more.is_positive() {
                    true => placed.added.push((now, more)),
                    false => placed.take_off(-more),
                }
                // How it lies has been looked at anew.
                (placed.fault, placed.recorded) = (None, None);
            }
        }
        Happening::Found { patron, at, bet, stake } => {
            match list.iter().position(|p| p.spot() == (*patron, *at, *bet)) {
                Some(place) => list[place].counted(*stake),
                None => {
                    let found = place(*patron, *at, *bet, Stake::chips(*stake));
                    list.push(Placed { recorded: Some(Money::ZERO), ..found });
                }
            }
            list.retain(|p| p.wager.stake.total().is_positive());
        }
        Happening::Reduced { patron, at, bet, to } => {
            for placed in list.iter_mut().filter(|p| p.spot() == (*patron, *at, *bet)) {
                let off = cut_off(placed.wager.stake, *to);
                placed.take_off(off.total());
                placed.wager.stake.chips -= off.chips;
                placed.wager.stake.tokens -= off.tokens;
                placed.reduced = true;
            }
            list.retain(|p| p.wager.stake.total().is_positive());
        }
        Happening::Sealed { patron, at, bet } | Happening::Revealed { patron, at, bet } => {
            let sealed = matches!(what, Happening::Sealed { .. });
            for placed in list.iter_mut().filter(|p| p.spot() == (*patron, *at, *bet)) {
                placed.sealed = sealed;
            }
        }
        Happening::Marked { patron, at, bet, fault, part } => {
            for placed in list.iter_mut().filter(|p| p.spot() == (*patron, *at, *bet)) {
                let found = Some(*fault).filter(|fault| *fault != Fault::Right);
                (placed.fault, placed.late_part) = (found, *part);
            }
        }
        Happening::Lifted { patron, at, bet, .. }
        | Happening::WagerRefused { patron, at, bet, .. }
        | Happening::WagerVoid { patron, at, bet, .. }
        | Happening::Withdrawn { patron, at, bet, .. } => {
            list.retain(|p| p.spot() != (*patron, *at, *bet));
        }
        Happening::WagersForfeited { patron } => {
            list.retain(|p| p.wager.patron != *patron);
            fraud_found(open);
        }
        // It lies as it lay; what becomes of it is settled with the coup.
        Happening::FoundLate { .. } => {}
        of_table!()
        | of_terms!()
        | of_patrons!()
        | of_shoe!()
        | of_coup!()
        | of_hands!()
        | of_settlement!()
        | of_corrections!()
        | of_trouble!() => {}
    }
}

/// Wagers that leave the layout in a coup, by whoever's leave.
fn taken_off(dealing: &mut Dealing, what: &Happening) {
    match what {
        Happening::Lifted { patron, at, bet, .. }
        | Happening::WagerVoid { patron, at, bet, .. }
        | Happening::Withdrawn { patron, at, bet, .. } => {
            dealing.taken_off.insert((*patron, *at, *bet));
        }
        Happening::WagersForfeited { patron } => {
            let theirs = dealing.wagers.iter().map(Placed::spot).filter(|(own, ..)| own == patron);
            dealing.taken_off.extend(theirs);
        }
        // These put one down, change it or speak of it; and none is refused once a card is out.
        Happening::Wagered { .. }
        | Happening::WageredTokens { .. }
        | Happening::Altered { .. }
        | Happening::WagerRefused { .. }
        | Happening::Marked { .. }
        | Happening::Reduced { .. }
        | Happening::Found { .. }
        | Happening::FoundLate { .. }
        | Happening::Relaxed { .. }
        | Happening::Sealed { .. }
        | Happening::Revealed { .. } => {}
        of_table!()
        | of_terms!()
        | of_patrons!()
        | of_shoe!()
        | of_coup!()
        | of_hands!()
        | of_settlement!()
        | of_corrections!()
        | of_trouble!() => {}
    }
}

/// Who forfeits a wager has found the fraud: the outcome cannot be left to stand any more.
fn fraud_found(open: &mut Open) {
    let trouble = match &mut open.phase {
        Phase::Dealing(dealing) => dealing.trouble.as_mut(),
        Phase::Preparing | Phase::Betting(_) => open.trouble.as_mut(),
    };
    if let Some(trouble) = trouble {
        Arc::make_mut(&mut trouble.ruling).may = false;
    }
}

/// The limits that a wager which is put down or changed is held to from then on.
fn accepted_under(open: &Open, what: &Happening) -> Span {
    if let Happening::Wagered { patron, at, bet, .. }
    | Happening::WageredTokens { patron, at, bet, .. }
    | Happening::Relaxed { patron, at, bet, .. }
    | Happening::Altered { patron, at, bet, .. }
    | Happening::Found { patron, at, bet, .. } = what
    {
        return open.limits_of((*patron, *at, *bet));
    }
    open.terms.limits.wager
}

/// Which stakes only their patrons may know; one that is taken back before it was disclosed stays unknown.
fn disclosure(hooks: &mut Hooks, what: &Happening) {
    match what {
        Happening::Sealed { patron, at, bet } => {
            hooks.sealed.insert((*patron, *at, *bet));
        }
        Happening::Revealed { patron, at, bet } => {
            hooks.sealed.remove(&(*patron, *at, *bet));
        }
        Happening::Lifted { patron, at, bet, .. }
        | Happening::WagerRefused { patron, at, bet, .. }
        | Happening::WagerVoid { patron, at, bet, .. }
        | Happening::Withdrawn { patron, at, bet, .. } => {
            hooks.withheld.extend(hooks.sealed.take(&(*patron, *at, *bet)));
        }
        Happening::WagersForfeited { patron } => {
            let theirs = hooks.sealed.extract_if(.., |(own, ..)| own == patron);
            hooks.withheld.extend(theirs);
        }
        Happening::Wagered { .. }
        | Happening::WageredTokens { .. }
        | Happening::Altered { .. }
        | Happening::Marked { .. }
        | Happening::Reduced { .. }
        | Happening::Found { .. }
        | Happening::FoundLate { .. }
        | Happening::Relaxed { .. } => {}
        of_table!()
        | of_terms!()
        | of_patrons!()
        | of_shoe!()
        | of_coup!()
        | of_hands!()
        | of_settlement!()
        | of_corrections!()
        | of_trouble!() => {}
    }
}
