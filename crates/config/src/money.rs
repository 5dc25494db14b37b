//! The money of a house: its currency, what others are worth in it, and the amounts that take somebody else.

use std::collections::BTreeMap;

use punto_vocab::line::Field;
use punto_vocab::{Currency, ExchangeRate, Money, smallest};
use serde::Deserialize;
use toml::Spanned;

use crate::Attended;
use crate::file::{Check, short};

/// The win from which on a patron of a demonstration waits for an attendant: 50,000 credits.
const DEMONSTRATED_WIN: Money = Money::from_minor(5_000_000);
/// The cash that is reported where the configuration says nothing: 10,000.
const LARGE_CASH: Money = Money::from_minor(1_000_000);

/// The most cash that one person takes in alone where the configuration says nothing: 10,000.
const CASH_ALONE: Money = Money::from_minor(1_000_000);

/// The most cash that one cashier takes in alone in a day, for all patrons together.
const CASHIER_ALONE: Money = Money::from_minor(10_000_000);

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct MoneySection {
    pub(crate) currency: Option<Spanned<String>>,
    large_win: Option<Spanned<String>>,
    large_cash: Option<Spanned<String>>,
    rates: BTreeMap<Spanned<String>, Spanned<String>>,
    no_tips: bool,
    account_most: Option<Spanned<String>>,
    cash_alone: Option<Spanned<String>>,
    cashier_alone: Option<Spanned<String>>,
}

impl Check<'_> {
    /// Amounts from which on money waits for an attendant. A demonstration shows what that is like.
    pub(crate) fn money(&mut self, section: &MoneySection, demo: bool) -> Attended {
        let mut amount = |found: Option<&Spanned<String>>| -> Option<Money> {
            let amount = self.parsed::<Money>(found, "an amount like \"50000\" or \"0.50\"")?;
            if !amount.is_positive()
                && let Some(at) = found
            {
                self.wrong(at.span(), "0 is not an amount; leave the key out if nothing is to wait");
            }
            Some(amount)
        };
        let (large_win, account_most) =
            (amount(section.large_win.as_ref()), amount(section.account_most.as_ref()));
        let cash_alone = amount(section.cash_alone.as_ref()).or((!demo).then_some(CASH_ALONE));
        let cashier_alone = amount(section.cashier_alone.as_ref()).or((!demo).then_some(CASHIER_ALONE));
        let large_win = large_win.or(demo.then_some(DEMONSTRATED_WIN));
        let large_cash = amount(section.large_cash.as_ref()).or(Some(LARGE_CASH));
        let (rates, no_tips) = (self.rates(section), section.no_tips);
        Attended { large_win, account_most, cash_alone, cashier_alone, large_cash, rates, no_tips }
    }

    /// What the cage takes of other currencies.
    fn rates(&mut self, section: &MoneySection) -> BTreeMap<String, ExchangeRate> {
        let mut rates = BTreeMap::new();
        for (currency, rate) in &section.rates {
            let name = currency.get_ref();
            if name.parse::<Currency>().is_err() || smallest(name).is_none() {
                let message =
                    format!("{} is no currency that is counted here; expected one like JPY", short(name));
                self.wrong(currency.span(), message);
            }
            match ExchangeRate::read(rate.get_ref()) {
                Ok(read) => drop(rates.insert(name.clone(), read)),
                Err(why) => self.wrong(rate.span(), why),
            }
        }
        rates
    }
}
