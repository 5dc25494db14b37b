//! No sequence of wagers passes a limit of loss, whatever else happens between them.

use proptest::prelude::*;
use punto_accounts::{LimitKind, Most, Span, Whose, may_stake};
use punto_vocab::Money;

use crate::book::Book;

/// What may happen at a table with credits.
#[derive(Clone, Debug)]
enum Act {
    BuyIn(i64),
    Wager(i64),
    Lose,
    Win,
    CashOut(i64),
    Leave,
    Limit(i64),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        2 => (1i64..200).prop_map(Act::BuyIn),
        6 => (1i64..80).prop_map(Act::Wager),
        4 => Just(Act::Lose),
        2 => Just(Act::Win),
        1 => (1i64..200).prop_map(Act::CashOut),
        1 => Just(Act::Leave),
        2 => (0i64..150).prop_map(Act::Limit),
    ]
}

/// A patron at one table: what is in hand, and what lies.
struct AtTable {
    book: Book,
    hand: i64,
    lies: i64,
    /// What was lost in all, less what was won.
    lost: i64,
}

impl AtTable {
    fn limit(&self) -> Option<i64> {
        match self.book.account.limit(Whose::Own, LimitKind::Loss, Span::Day, self.book.now) {
            Most::Money(most) => Some(most.minor() / 100),
            _ => None,
        }
    }

    fn home(&mut self, amount: i64) {
        if amount > 0 {
            self.book.say(&format!("table rws-1: from-table rws-1 {amount}")).unwrap();
            self.hand -= amount;
        }
    }

    fn check(&mut self, act: &Act) {
        match *act {
            Act::BuyIn(amount) => {
                if self.book.say(&format!("patron ada: to-table rws-1 {amount}")).is_ok() {
                    self.hand += amount;
                }
            }
            Act::Wager(stake) if stake <= self.hand => {
                let hand = (Money::from_minor(self.hand * 100), Money::from_minor((self.hand - stake) * 100));
                let table = "rws-1".parse().unwrap();
                if may_stake(&self.book.account, self.book.now, table, hand).is_ok() {
                    (self.hand, self.lies) = (self.hand - stake, self.lies + stake);
                    let worst = self.lost + self.lies;
                    assert!(
                        self.limit().is_none_or(|limit| worst <= limit),
                        "{worst} may be lost: {:?}",
                        self.limit()
                    );
                }
            }
            Act::Wager(_) => {}
            Act::Lose => (self.lost, self.lies) = (self.lost + self.lies, 0),
            Act::Win => {
                (self.lost, self.hand, self.lies) = (self.lost - self.lies, self.hand + 2 * self.lies, 0);
            }
            Act::CashOut(amount) => self.home(amount.min(self.hand)),
            Act::Leave if self.lies == 0 => {
                self.home(self.hand);
                let _ = self.book.say("table rws-1: leave-table rws-1");
            }
            Act::Leave => {}
            Act::Limit(most) => {
                let _ = self.book.say(&format!("patron ada: limit loss day {most}"));
            }
        }
    }
}

proptest! {
    #[test]
    fn no_sequence_of_wagers_passes_a_limit_of_loss(acts in prop::collection::vec(act(), 1..60)) {
        let mut at = AtTable { book: Book::playing("5000"), hand: 0, lies: 0, lost: 0 };
        for act in &acts {
            at.check(act);
        }
    }
}
