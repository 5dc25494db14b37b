//! What a second person is asked to approve at somebody's screen, as a value.

use punto_vocab::line::{Field, LineError, Words};
use punto_vocab::{Laying, Money, PersonId, Value, Valued};

/// What is said to a table.
pub type TableCommand = Box<punto_lines::Command>;

punto_vocab::records! {
    /// What a second person is asked to approve at the screen of somebody who is signed in there.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Seconded {
        // At a table.
        Say { command: TableCommand } = "{command}",
        Deal { lies: Option<Laying> } = "deal [{lies}]",

        // At the cage.
        Deposit { amount: Money, patron: PersonId } = "deposit {amount} into {patron}",
        PayOut { amount: Money, patron: PersonId } = "pay {amount} out of {patron}",
        GivePin { patron: PersonId } = "give-pin {patron}",
        SetLimit { patron: PersonId, limit: Words } = "set-limit {patron} {limit}",
        LetBack { patron: PersonId } = "let-back {patron}",
        RedeemVoucher { voucher: Words, from: PersonId, into: PersonId } = "redeem-voucher {voucher} from {from} into {into}",

        // What an older engine kept in words that are none of these. Nobody asks for it any more.
        Unread { text: Words } = "unread {text}",
    }
}

impl Seconded {
    /// What an older engine kept in words.
    pub fn of_words(text: Words) -> Seconded {
        match Seconded::read(text.as_str()) {
            Ok(Seconded::Unread { .. }) | Err(_) => Seconded::Unread { text },
            Ok(read) => read,
        }
    }
}

/// What is none of the others is said to a table.
impl Field for Seconded {
    const REST: bool = true;
    const EXPECTED: &'static str = "what is to be approved";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Seconded, String> {
        text.parse().or_else(|_: LineError| TableCommand::read(text).map(|command| Seconded::Say { command }))
    }
}

impl Valued for Seconded {
    fn value(&self) -> Value {
        Value::List(self.args().into_iter().map(|(_, value)| value).collect())
    }
}

#[cfg(test)]
mod tests {
    use punto_vocab::stored::Stored;

    use super::*;

    #[test]
    fn what_is_approved_comes_back_from_its_line_and_from_its_record() {
        let mut variants = std::collections::BTreeSet::new();
        for line in [
            "order void-coup",
            "open usual, limits 25..5000",
            "deal",
            "deal to player",
            "deposit 25 into ada",
            "pay 25 out of ada",
            "give-pin ada",
            "let-back ada",
            "set-limit ada deposit day none",
            "redeem-voucher 123412341234 from ada into ben",
            "unread what nobody says",
        ] {
            let asked = Seconded::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(asked.to_string(), line);
            assert_eq!(Seconded::restore_value(&asked.store()), Ok(asked.clone()));
            variants.insert(asked.stored_name());
        }
        assert_eq!(variants.len(), Seconded::PATTERNS.len(), "something has no line here");
        let order = Seconded::read("order void-coup").unwrap();
        assert_eq!(order.store().to_string(), r#"{"say":{"command":{"order":{"cure":"void-coup"}}}}"#);
    }

    #[test]
    fn older_words_are_what_they_stand_for_or_stay_words() {
        let of = |text: &str| Seconded::of_words(Words::new(text).unwrap()).to_string();
        assert_eq!(of("order"), "order");
        assert_eq!(of("pay 12.50 out of ada"), "pay 12.50 out of ada");
        assert_eq!(of("deposit 5 into Ada Lovelace"), "unread deposit 5 into Ada Lovelace");
        assert_eq!(of("unread x"), "unread unread x");
    }
}
