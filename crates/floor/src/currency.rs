//! Currencies: a table and the accounts of a house have one each, for ever and with its own smallest amount.

use punto_journal::{Fault, Journal};
use punto_rulebook::{Draft, Limits, Opening, Rulebook};
use punto_table::Command;
use punto_vocab::{Chips, Money, smallest};

use crate::plan::TablePlan;
use crate::refusal::FloorReason;

/// The currency of accounts, on the shelf of settings.
const OF_ACCOUNTS: &str = "account-currency";

/// Binds accounts to a currency, once; the one that they are bound to, where it is another.
pub(crate) fn bind(journal: &dyn Journal, currency: Option<&str>) -> Result<Option<String>, Fault> {
    let Some(currency) = currency else { return Ok(None) };
    match journal.get("setting", OF_ACCOUNTS)? {
        Some(kept) => Ok(Some(String::from_utf8_lossy(&kept).into_owned()).filter(|kept| kept != currency)),
        None => journal.put("setting", OF_ACCOUNTS, currency.as_bytes()).map(|()| None),
    }
}

/// A plan whose table pays in amounts that its currency has, or why none can.
pub(crate) fn planned(plan: TablePlan, book: &Rulebook) -> Result<TablePlan, FloorReason> {
    let mut plan = plan;
    let smallest = smallest_of(&plan.currency)?;
    if plan.opening.parts.chips.is_none() && plan.opening.draft(book).chips.step() < smallest {
        plan.opening.parts.chips = Chips::new([smallest]).ok();
    }
    opened(&plan.currency, &plan.opening, book)?;
    Ok(plan)
}

/// Refuses an opening with chips or limits that the currency of its table has no coins for.
pub(crate) fn opened(currency: &str, opening: &Opening, book: &Rulebook) -> Result<(), FloorReason> {
    let Draft { chips, limits, .. } = opening.draft(book);
    let Limits { wager, of_bet, unit, differential, area_maximum, area_of, liability } = limits;
    let spans = of_bet.into_values().chain([wager]).flat_map(|span| [span.min, span.max]);
    let others = [unit, differential, area_maximum, liability, opening.parts.float].into_iter().flatten();
    whole(currency, chips.denominations().chain(spans).chain(others).chain(area_of.into_values()))
}

/// Refuses a command with an amount that the currency of its table has no coins for.
pub(crate) fn said(currency: &str, command: &Command) -> Result<(), FloorReason> {
    match smallest(currency) {
        // Nearly every currency has hundredths, which money is counted in.
        Some(smallest) if smallest.minor() == 1 => Ok(()),
        _ => whole(currency, command.args().iter().flat_map(|(_, value)| value.amounts())),
    }
}

fn whole(currency: &str, amounts: impl IntoIterator<Item = Money>) -> Result<(), FloorReason> {
    let smallest = smallest_of(currency)?;
    let odd = amounts.into_iter().find(|amount| amount.minor() % smallest.minor() != 0);
    odd.map_or(Ok(()), |amount| {
        Err(FloorReason::NotInCurrency { amount, currency: currency.to_owned(), smallest })
    })
}

fn smallest_of(currency: &str) -> Result<Money, FloorReason> {
    smallest(currency).ok_or_else(|| FloorReason::CountedFiner { currency: currency.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(currency: &str, opening: &str) -> TablePlan {
        TablePlan {
            name: "tokyo".parse().unwrap(),
            title: "Tokyo".into(),
            rulebook: "rws-2016".into(),
            opening: opening.parse().unwrap(),
            dealer: crate::plan::Dealer::Automatic,
            currency: currency.into(),
            bet_seconds: None,
        }
    }

    #[test]
    fn a_table_pays_in_amounts_that_its_currency_has() {
        let book = Rulebook::embedded("rws-2016").unwrap();
        let told = |currency: &str, opening: &str| planned(plan(currency, opening), &book);
        let yen = told("JPY", "usual, limits 500..50000").unwrap();
        assert_eq!(yen.opening.parts.chips.unwrap().to_string(), "1");
        assert_eq!(told("AUD", "usual, limits 5..5000").unwrap().opening.parts.chips, None);
        for (currency, opening, code) in [
            ("JPY", "usual, limits 0.50..5000", "table-not-in-currency"),
            ("JPY", "usual, limits 5..5000, chips 0.50 1", "table-not-in-currency"),
            ("JPY", "usual, limits 5..5000, liability 100.50", "table-not-in-currency"),
            ("KWD", "usual, limits 5..5000", "counted-finer"),
        ] {
            assert_eq!(told(currency, opening).unwrap_err().code(), code, "{currency}: {opening}");
        }
    }

    #[test]
    fn a_command_speaks_of_amounts_that_the_currency_has() {
        for (line, may) in [
            ("bet ada@1 player 100", true),
            ("bet ada@1 player 33.50", false),
            ("change limits 5..100.50", false),
            ("buy-in ada 0.01 balance", false),
            ("card Ks", true),
        ] {
            let command: Command = line.parse().unwrap();
            assert_eq!(said("JPY", &command).is_ok(), may, "{line}");
            assert!(said("AUD", &command).is_ok(), "{line}");
        }
    }
}
