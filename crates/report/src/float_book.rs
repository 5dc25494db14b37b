//! The float of a table between two moments: what it began with, what came and went, what it has, and what the house won.

use std::ops::AddAssign;

use punto_vocab::Money;
use punto_vocab::ledger::Coin;

use crate::meters::BetMeters;
use crate::posted::{MovedAs, PostedMove, Posting};

/// One medium of a table, or of tables of one currency together.
///
/// ```
/// use punto_report::FloatBook;
/// use punto_vocab::Money;
/// let money = |text: &str| text.parse::<Money>().unwrap();
/// // 10 000 in the tray, a fill of 2 000; 500 of chips sold for cash; stakes of 900 taken and 400 paid.
/// let mut book = FloatBook { opening: money("10000"), ..FloatBook::default() };
/// (book.fills, book.drop) = (money("2000"), money("500"));
/// (book.collected, book.paid) = (money("900"), money("400"));
/// assert_eq!((book.win(), book.closing()), (money("500"), money("12000")));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatBook {
    /// What the float had at the beginning.
    pub opening: Money,
    /// What came from the cage: with an opening of the table, or as a fill.
    pub fills: Money,
    /// What went back to the cage.
    pub credits: Money,
    /// Cash in the drop box, for which the float gave as much.
    pub drop: Money,
    /// Stakes taken.
    pub collected: Money,
    /// Paid on top of stakes.
    pub paid: Money,
    /// What counts found more than the ledger had, or less if below nought.
    pub over: Money,
}

impl FloatBook {
    /// What the house won: whatever was counted, it is what wagers came to.
    pub fn win(&self) -> Money {
        self.collected - self.paid
    }

    /// What the float has at the end.
    pub fn closing(&self) -> Money {
        self.opening + self.fills - self.credits - self.drop + self.win() + self.over
    }

    /// The same book some time later, to go on with.
    pub fn carried_on(&self) -> FloatBook {
        FloatBook { opening: self.closing(), ..FloatBook::default() }
    }

    /// Puts down what was posted, as far as it is of this medium.
    pub fn post(&mut self, coin: Coin, posted: &Posting) {
        match posted {
            Posting::Ended(coup) => {
                coup.wagers.values().for_each(|own| self.wager(coin, coup.credits, own, 1));
            }
            Posting::Undone(coup) => {
                coup.wagers.values().for_each(|own| self.wager(coin, coup.credits, own, -1));
            }
            Posting::Beside(credits, _, _, own) => self.wager(coin, *credits, own, 1),
            Posting::Moved(moved) if moved.coin == coin => self.moved(moved),
            Posting::Moved(_) | Posting::Terms(..) | Posting::Discharged(..) => {}
            Posting::Came(_) | Posting::Went(_) => {}
        }
    }

    fn wager(&mut self, coin: Coin, credits: bool, own: &BetMeters, sign: i64) {
        let times = |money: Money| Money::from_minor(money.minor() * sign);
        match (coin, credits) {
            (Coin::Tokens, _) => self.collected += times(own.tokens),
            (Coin::Chips, false) | (Coin::Credits, true) => {
                self.collected += times(own.collected - own.tokens);
                self.paid += times(own.paid);
            }
            (Coin::Chips, true) | (Coin::Credits, false) | (Coin::Cash, _) => {}
        }
    }

    fn moved(&mut self, moved: &PostedMove) {
        match moved.what {
            MovedAs::Float | MovedAs::Fill => self.fills += moved.amount,
            MovedAs::Credit => self.credits += moved.amount,
            MovedAs::Drop => self.drop += moved.amount,
            MovedAs::Over => self.over += moved.amount,
            // These pass the float by.
            MovedAs::Voucher | MovedAs::FromAccount | MovedAs::ToAccount | MovedAs::Tip => {}
        }
    }
}

impl AddAssign for FloatBook {
    /// Two tables of one currency together.
    fn add_assign(&mut self, other: FloatBook) {
        self.opening += other.opening;
        self.fills += other.fills;
        self.credits += other.credits;
        self.drop += other.drop;
        self.collected += other.collected;
        self.paid += other.paid;
        self.over += other.over;
    }
}
