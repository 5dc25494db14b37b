//! Several cards in one line, such as `Kd 4c 4c`.

use serde::{Deserialize, Serialize};

use crate::line::Field;
use crate::{Card, Value, Valued};

/// One card or more, in the order in which they were named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cards(pub Vec<Card>);

crate::stored! {
    newtype Cards;
}

impl Field for Cards {
    const REST: bool = true;
    const EXPECTED: &'static str = "cards like Kd 4c";

    fn write(&self) -> String {
        self.0.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
    }

    fn read(text: &str) -> Result<Cards, String> {
        let cards: Vec<Card> = text.split_whitespace().map(Card::read).collect::<Result<_, _>>()?;
        match cards.is_empty() {
            true => Err(format!("no card is named; expected {}", Cards::EXPECTED)),
            false => Ok(Cards(cards)),
        }
    }
}

impl Valued for Cards {
    fn value(&self) -> Value {
        self.0.value()
    }
}
