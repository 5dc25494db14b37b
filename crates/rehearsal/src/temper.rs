//! How different people play for chips that are no money: what each does when the turn comes.

use punto_rulebook::{Span, Winner};
use punto_vocab::{BetId, Money};

use crate::chance::Chance;

punto_vocab::words! {
    /// A way to play.
    pub enum Temper: "a temper" {
        /// Wagers little and waits for others to go out.
        Careful = "careful",
        /// Wagers a tenth of the chips.
        Steady = "steady",
        /// Wagers much from the start.
        Bold = "bold",
        /// Wagers on whichever hand won last.
        Follower = "follower",
        /// Wagers on whichever hand lost last, and hides wagers when behind.
        Contrary = "contrary",
        /// Wagers little until the end is near and then all that it takes.
        Late = "late",
    }
}

/// What a player sees when the turn comes: nothing that is hidden from the table.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The player's chips.
    pub chips: Money,
    /// The most chips of anybody at the table.
    pub best: Money,
    /// The limits.
    pub limits: Span,
    /// Coups of the session that are left, this one among them, as far as anybody knows.
    pub left: u32,
    /// Pass cards.
    pub pass_cards: u32,
    /// Hidden wagers.
    pub hidden: u32,
    /// Which hand won the coup before.
    pub last: Option<Winner>,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Puts chips on a hand, and some on the tie as well.
    Chips {
        /// The hand.
        hand: BetId,
        /// How much.
        stake: Money,
        /// On the tie.
        tie: Option<Money>,
    },
    /// Hands in a form for a hidden wager.
    Hidden {
        /// The hand.
        hand: BetId,
        /// How much.
        stake: Money,
    },
    /// Plays a pass card.
    Pass,
}

/// The two hands.
#[derive(Clone, Copy, Debug)]
pub struct Hands {
    /// The bet on Player.
    pub player: BetId,
    /// The bet on Banker.
    pub banker: BetId,
}

impl Temper {
    /// What somebody of this temper does.
    pub fn plays(self, sight: &Sight, hands: Hands, chance: &mut Chance) -> Move {
        let behind = sight.best > sight.chips;
        let end = sight.left <= 3;
        let hand = self.hand(sight, hands, chance);
        if sight.pass_cards > 0 && !behind && matches!(self, Temper::Careful | Temper::Late) && end {
            return Move::Pass;
        }
        let stake = self.stake(sight, chance);
        let hides = match self {
            Temper::Contrary => behind && chance.once_in(3),
            Temper::Late | Temper::Bold => end,
            Temper::Careful | Temper::Steady | Temper::Follower => end && chance.once_in(2),
        };
        if sight.hidden > 0 && hides {
            return Move::Hidden { hand, stake };
        }
        let room = sight.chips - stake;
        let tie = (room >= sight.limits.min && chance.once_in(12)).then_some(sight.limits.min);
        Move::Chips { hand, stake, tie }
    }

    fn hand(self, sight: &Sight, hands: Hands, chance: &mut Chance) -> BetId {
        let any = if chance.once_in(2) { hands.player } else { hands.banker };
        match (self, sight.last) {
            (Temper::Follower, Some(Winner::Player)) | (Temper::Contrary, Some(Winner::Banker)) => {
                hands.player
            }
            (Temper::Follower, Some(Winner::Banker)) | (Temper::Contrary, Some(Winner::Player)) => {
                hands.banker
            }
            (Temper::Follower | Temper::Contrary, Some(Winner::Tie) | None) => any,
            (Temper::Careful | Temper::Steady | Temper::Bold | Temper::Late, _) => any,
        }
    }

    /// A stake in steps of the minimum, within the limits and the chips.
    fn stake(self, sight: &Sight, chance: &mut Chance) -> Money {
        let Span { min, max } = sight.limits;
        let short = (sight.best - sight.chips).minor();
        let part = |parts: i64| sight.chips.minor() / parts;
        let wanted = match self {
            Temper::Careful if sight.left <= 1 && short > 0 => short + min.minor(),
            Temper::Careful => min.minor(),
            Temper::Steady => part(10),
            Temper::Bold => part(2 + chance.below(3) as i64),
            Temper::Follower => part(5),
            Temper::Contrary => part(8).max(short / 2),
            Temper::Late if sight.left <= 5 => (short + min.minor()).max(part(3)),
            Temper::Late => min.minor(),
        };
        let most = max.min(sight.chips).minor();
        let step = min.minor().max(1);
        let whole = wanted.clamp(step, most.max(step)) / step * step;
        Money::from_minor(whole)
    }
}
