//! What each person may see of a table. A view never holds what its viewer may not know.

use punto_coup::{Due, Place};
use punto_rulebook::{Rulebook, Winner};
use punto_vocab::{BetId, BySide, Card, Money, PatronId, Point, Role, Side};

use crate::ledger::{Account, Coin};
use crate::opening::Range;
use crate::state::{Dealing, Open, Phase, Placed, Sign, Table};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A patron at the table.
    Patron(PatronId),
    /// The overhead sign and everybody who walks by.
    Public,
    /// Somebody on duty.
    Staff(Role),
}

/// A table as somebody sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Whether it is open.
    pub open: bool,
    /// The document it runs under.
    pub rulebook: String,
    /// The form of the game.
    pub variant: String,
    /// The posted limits.
    pub limits: Option<Range>,
    /// What goes on: `closed`, `preparing`, `betting`, `no-more-bets` or `dealing`.
    pub phase: &'static str,
    /// The hands; a card that lies face down for the viewer is `None`.
    pub hands: BySide<Vec<Option<Card>>>,
    /// The points of hands that the viewer sees whole.
    pub points: BySide<Option<Point>>,
    /// The hand a card is due for, where the viewer may know it.
    pub due: Option<Side>,
    /// Who sits where.
    pub seats: Vec<(u8, PatronId)>,
    /// The wagers on the layout; an undisclosed stake is `None` to all but its patron.
    pub wagers: Vec<SeenWager>,
    /// The signs that are up.
    pub signs: Vec<String>,
    /// Results so far, oldest first; a void coup has none.
    pub results: Vec<Option<Winner>>,
    /// The viewer's own balance, at a table with credits.
    pub balance: Option<Money>,
    /// What is in the float tray, for staff.
    pub float: Option<Money>,
    /// What went wrong and waits to be ordered.
    pub trouble: Option<String>,
}

/// A wager as somebody sees it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct SeenWager {
    pub patron: PatronId,
    pub at: u8,
    pub bet: BetId,
    pub stake: Option<Money>,
}

/// The table as a viewer may see it.
pub fn view(book: &Rulebook, table: &Table, viewer: Viewer) -> View {
    let open = table.open.as_ref();
    let dealing = open.and_then(shown_coup);
    let hands = BySide::new(|side| dealing.map(|dealing| hand(dealing, side, viewer)).unwrap_or_default());
    let whole = |side: Side| {
        let cards: Option<Vec<Card>> = hands[side].iter().copied().collect();
        cards
            .filter(|cards| cards.len() >= 2)
            .map(|cards| cards.iter().fold(Point::of_total(0), |sum, card| sum.plus(card.point())))
    };
    let points = BySide::new(whole);
    // What is due tells the points, so it is only for those who see them all.
    let sees_all = Side::ALL.iter().all(|side| hands[*side].iter().all(Option::is_some));
    let due =
        dealing.filter(|_| sees_all && open.is_some_and(Open::in_coup)).and_then(|dealing| {
            match dealing.coup.due(book) {
                Due::Card { to, .. } => Some(to),
                Due::Nothing { .. } => None,
            }
        });
    View {
        open: open.is_some(),
        rulebook: book.id.to_string(),
        variant: open.map(|open| open.terms.variant.to_string()).unwrap_or_default(),
        limits: open.map(|open| Range(open.terms.limits.wager)),
        phase: phase(open),
        hands,
        points,
        due,
        seats: open
            .iter()
            .flat_map(|open| &open.patrons.seated)
            .map(|(seat, p)| (seat.number(), *p))
            .collect(),
        wagers: open.iter().flat_map(|open| open.wagers()).map(|placed| wager(placed, viewer)).collect(),
        signs: open.iter().flat_map(|open| open.signs.keys()).map(sign).collect(),
        results: table.coups.iter().map(|coup| coup.winner).collect(),
        balance: match viewer {
            Viewer::Patron(patron) if open.is_some_and(|open| open.terms.credits) => {
                Some(table.ledger.on(Coin::Credits, Account::Balance(patron)))
            }
            _ => None,
        },
        float: match viewer {
            Viewer::Staff(_) => Some(table.ledger.on(Coin::Chips, Account::Float)),
            Viewer::Patron(_) | Viewer::Public => None,
        },
        trouble: open.and_then(trouble),
    }
}

/// The coup to show: the one in progress, or the last while its cards still lie.
fn shown_coup(open: &Open) -> Option<&Dealing> {
    match &open.phase {
        Phase::Dealing(dealing) => Some(dealing),
        Phase::Betting(betting) => betting.last.as_ref().map(|last| &last.dealing),
        Phase::Preparing => None,
    }
}

fn phase(open: Option<&Open>) -> &'static str {
    match open.map(|open| &open.phase) {
        None => "closed",
        Some(Phase::Preparing) => "preparing",
        Some(Phase::Betting(betting)) if betting.closed => "no-more-bets",
        Some(Phase::Betting(_)) => "betting",
        Some(Phase::Dealing(_)) => "dealing",
    }
}

/// A hand as the viewer sees it. A face-down card is known to whoever holds the hand, and to those who watch.
fn hand(dealing: &Dealing, side: Side, viewer: Viewer) -> Vec<Option<Card>> {
    let holding = &dealing.holders[side];
    let knows = match viewer {
        Viewer::Patron(patron) => holding.out && holding.nominee.or(holding.designated) == Some(patron),
        Viewer::Public => false,
        Viewer::Staff(role) => matches!(role, Role::Surveillance | Role::RegulatorInspector),
    };
    // Of two who turn a card each, one has only the first that is hidden.
    let in_turn = matches!(viewer, Viewer::Patron(_)) && holding.nominees.len() > 1;
    let mut hidden = 0;
    let cards = dealing.dealt.iter().filter(|card| card.to == Place::Hand(side));
    cards
        .map(|card| {
            hidden += usize::from(!card.exposed);
            (card.exposed || knows && !(in_turn && hidden > 1)).then_some(card.card)
        })
        .collect()
}

fn wager(placed: &Placed, viewer: Viewer) -> SeenWager {
    let own = viewer == Viewer::Patron(placed.wager.patron);
    let stake = (own || !placed.sealed).then(|| placed.wager.stake.total());
    SeenWager { patron: placed.wager.patron, at: placed.wager.at.0, bet: placed.wager.bet, stake }
}

fn sign(sign: &Sign) -> String {
    match sign {
        Sign::Limits(min, max) => format!("limits {min}..{max}"),
        Sign::Variant(variant) => format!("variant {variant}"),
        Sign::Closure => "closure".into(),
        Sign::OldMinimumEnds => "old minimum ends".into(),
        Sign::Restriction(bet) => format!("{bet} only with a main wager"),
    }
}

fn trouble(open: &Open) -> Option<String> {
    let trouble = match &open.phase {
        Phase::Dealing(dealing) => dealing.trouble.as_ref(),
        Phase::Preparing | Phase::Betting(_) => open.trouble.as_ref(),
    };
    trouble.map(|trouble| format!("{}: {}", trouble.ruling.mishap, trouble.ruling.cure))
}
