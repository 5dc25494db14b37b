//! The game that odds and simulations are asked for: document, form, decks, shoe and the house's settings.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use punto_odds::{Analysis, Paytable};
use punto_rulebook::known::{Choice, EvenMoneyOptionalBets, TwinPairByRank};
use punto_rulebook::{Answer as Ruling, Bet, BetKind, Burn, Device, Draft, Rulebook, Terms, TermsReason};
use punto_vocab::{BetId, Citation, Rounding};
use serde_json::{Value, json};

use super::deal::{read_decks, short};
use crate::failure::Failure;
use crate::library::LibraryArgs;
use crate::print::citation;

/// Which game.
#[derive(clap::Args)]
pub(crate) struct GameArgs {
    /// The document: its id, or a folder.
    #[arg(long, value_name = "ID", default_value = "nsw-2021")]
    pub(crate) rulebook: String,
    #[command(flatten)]
    library: LibraryArgs,
    /// The form of the game; if not given, the document's usual one.
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// How many decks; if not given, the most the document allows.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    decks: Option<String>,
    /// Only this bet; as often as you like.
    #[arg(long = "bet", value_name = "BET")]
    bets: Vec<String>,
    /// A setting of the house, such as twin-pair-by-rank=value.
    #[arg(long, value_name = "SETTING=CHOICE")]
    house: Vec<String>,
}

/// How its shoes are run; what is not given is the document's usual way.
#[derive(clap::Args)]
pub(crate) struct ShoeArgs {
    /// How many cards lie behind the cut card.
    #[arg(long, value_name = "CARDS")]
    behind: Option<u32>,
    /// How cards are burned: none, one, one-shown or counted.
    #[arg(long)]
    burn: Option<String>,
    /// What cards are dealt from: shoe, scanning-shoe or shuffling-device.
    #[arg(long)]
    device: Option<String>,
}

impl ShoeArgs {
    /// Whether anything was asked for.
    pub(crate) fn given(&self) -> bool {
        self.behind.is_some() || self.burn.is_some() || self.device.is_some()
    }
}

/// A game that its document allows.
pub(crate) struct Game {
    pub(crate) book: Arc<Rulebook>,
    /// The terms of a table with the three main bets: decks, variant, shoe and settings.
    pub(crate) terms: Terms,
    /// The bets that were asked for, as the odds see them.
    pub(crate) bets: Vec<Paytable>,
}

impl GameArgs {
    /// The game, if the document allows it.
    pub(crate) fn game(&self, shoe: Option<&ShoeArgs>, rounding: Option<Rounding>) -> Result<Game, Failure> {
        self.game_with(shoe, rounding, |_| ())
    }

    /// The same with further wishes for the table.
    pub(crate) fn game_with(
        &self,
        shoe: Option<&ShoeArgs>,
        rounding: Option<Rounding>,
        wish: impl FnOnce(&mut Draft),
    ) -> Result<Game, Failure> {
        let book = self.library.rulebook(&self.rulebook)?;
        let mut draft = Draft::usual(&book);
        draft.offered.clear();
        draft.variant.clone_from(&self.variant);
        draft.decks = self.decks.as_deref().map(|text| read_decks(&book, text)).transpose()?;
        if let Some(shoe) = shoe {
            draft.behind_marker = shoe.behind;
            draft.burn = shoe.burn.as_deref().map(str::parse::<Burn>).transpose().map_err(Failure::of)?;
            draft.device.clone_from(&shoe.device);
        }
        for setting in &self.house {
            let (name, choice) = setting.split_once('=').ok_or_else(|| {
                let shown = short(setting);
                Failure::of(format!("`{shown}` is not a setting; write it like twin-pair-by-rank=value"))
            })?;
            draft.house.insert(name.trim_start_matches("house:").to_owned(), choice.to_owned());
        }
        if let (Some(rounding), Ruling::House(setting)) = (rounding, &book.rounding) {
            draft.house.insert(setting.name().to_owned(), rounding.word().to_owned());
        }
        wish(&mut draft);
        let terms = Terms::under(&book, draft).map_err(Failure::of)?;
        let bets = self.paytables(&book, &terms)?;
        Ok(Game { book, terms, bets })
    }

    /// Whether the operator's own choice of this setting was given.
    pub(crate) fn sets(&self, setting: &str) -> bool {
        let name =
            |text: &String| text.split('=').next().map(|name| name.trim_start_matches("house:").to_owned());
        self.house.iter().any(|text| name(text).as_deref() == Some(setting))
    }

    /// All bets of the document, or those that were named, with what the house's settings make of them.
    fn paytables(&self, book: &Rulebook, terms: &Terms) -> Result<Vec<Paytable>, Failure> {
        let mut wanted: Vec<BetId> = Vec::new();
        for name in &self.bets {
            let bet: BetId = name.parse().map_err(Failure::of)?;
            if book.bet(bet).is_none() {
                let known = book.bets.iter().map(|bet| bet.id).collect();
                return Err(Failure::of(TermsReason::UnknownBet { bet, known }));
            }
            wanted.push(bet);
        }
        let by_pips = terms.choice() == Some(TwinPairByRank::Value);
        let asked = |bet: &&Bet| wanted.is_empty() || wanted.contains(&bet.id);
        let paytable = |bet: &Bet| {
            let mut paytable = Paytable::of_bet(bet, &terms.variant);
            for row in &mut paytable.rows {
                row.on.alike_by_pips = by_pips;
            }
            paytable
        };
        Ok(book.bets.iter().filter(asked).map(paytable).collect())
    }
}

impl Game {
    /// The exact analysis of its bets.
    pub(crate) fn analysis(&self) -> Result<Analysis, Failure> {
        Analysis::new(&self.book.drawing, self.bets.iter().cloned()).map_err(Failure::of)
    }

    /// What its document says against offering a bet at this table, if anything.
    pub(crate) fn not_offered(&self, bet: BetId) -> Option<(String, Citation)> {
        let bet = self.book.bet(bet)?;
        if let Some(allowed) = &bet.decks
            && !allowed.value.contains(&self.terms.decks)
        {
            let decks = self.terms.decks;
            let reason = TermsReason::DecksForBet { bet: bet.id, decks, allowed: allowed.value.clone() };
            return Some((reason.to_string(), allowed.by.clone()));
        }
        let usual = self.book.variants.first().is_some_and(|first| first.id == self.terms.variant);
        let withheld = self.terms.choice() == Some(EvenMoneyOptionalBets::NotOffered);
        if bet.kind == BetKind::Side && !usual && withheld {
            let by = EvenMoneyOptionalBets::SETTING.citation();
            return Some((TermsReason::NotInVariant { bet: bet.id }.to_string(), by));
        }
        None
    }

    /// The shoe in a line: decks, burn, cut card, end, each with its clause.
    pub(crate) fn shoe_line(&self) -> String {
        let terms = &self.terms;
        if terms.device.value == Device::ShufflingDevice {
            return format!("{} decks from a shuffling device ({})", terms.decks, terms.device.by);
        }
        let (burn, behind) = (&terms.burn, &terms.behind_marker);
        format!(
            "{} decks; burn {} ({}); {} cards behind the cut card ({}); {} ({})",
            terms.decks,
            burn.value,
            burn.by,
            behind.value,
            behind.by,
            terms.marker_in_coup.value,
            terms.marker_in_coup.by,
        )
    }
}

impl Game {
    /// The shoe for programs.
    pub(crate) fn shoe_json(&self) -> Value {
        let terms = &self.terms;
        let (burn, behind, end) = (&terms.burn, &terms.behind_marker, &terms.marker_in_coup);
        json!({
            "decks": terms.decks,
            "device": { "value": terms.device.value.word(), "by": citation(&terms.device.by) },
            "burn": { "value": burn.value.word(), "by": citation(&burn.by) },
            "behind_cut_card": { "value": behind.value, "by": citation(&behind.by) },
            "cut_card_in_coup": { "value": end.value.word(), "by": citation(&end.by) },
        })
    }
}

/// The text of a small file.
pub(crate) fn read_text(path: &Path, what: &str) -> Result<String, Failure> {
    const LONGEST: u64 = 64 * 1024;
    let wrong = |message: String| Failure::Message(format!("{}: {message}", path.display()));
    let size = fs::metadata(path).map_err(|error| wrong(format!("cannot be read: {error}")))?.len();
    if size > LONGEST {
        return Err(wrong(format!("is {size} bytes long; {what} has at most {LONGEST}")));
    }
    fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))
}

/// A number of things, at least one: `1000000`, `1_000_000` or `1e6`.
pub(crate) fn read_count(text: &str, what: &str) -> Result<u64, Failure> {
    let figures = |part: &str| -> Option<u64> {
        let digits: String = part.chars().filter(|c| *c != '_').collect();
        digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let count = match text.split_once(['e', 'E']) {
        None => figures(text),
        Some((front, power)) => {
            let power = figures(power).and_then(|power| 10u64.checked_pow(power.try_into().ok()?));
            figures(front).zip(power).and_then(|(front, power)| front.checked_mul(power))
        }
    };
    count.filter(|count| *count > 0).ok_or_else(|| {
        let shown = short(text);
        Failure::of(format!("`{shown}` is not a number of {what}; write it in figures, like 1000000 or 1e6"))
    })
}

/// The seed that was given, or 1.
pub(crate) fn seed_or_one(text: Option<&str>) -> Result<u64, Failure> {
    let Some(text) = text else { return Ok(1) };
    let figures = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| figures).ok_or_else(|| {
        Failure::of(format!("`{}` is not a seed; it is a whole number from 0 to {}", short(text), u64::MAX))
    })
}

/// How many threads, nought for all there are.
pub(crate) fn threads(asked: Option<usize>) -> Result<usize, Failure> {
    const MOST: usize = 512;
    match asked {
        Some(many) if many > MOST => Err(Failure::of(format!("{many} threads are too many; at most {MOST}"))),
        asked => Ok(asked.unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        for (text, count) in [
            ("1", 1),
            ("1000000", 1_000_000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("25E8", 2_500_000_000),
        ] {
            assert_eq!(read_count(text, "coups").ok(), Some(count), "{text}");
        }
        for text in ["", "0", "-1", "+1", "1.5", "e6", "1e", "1e99", "99999999999999999999", "one", "１"] {
            assert!(read_count(text, "coups").is_err(), "{text}");
        }
        assert!(seed_or_one(Some("+1")).is_err() && seed_or_one(Some("")).is_err());
        assert_eq!(seed_or_one(Some("18446744073709551615")).ok(), Some(u64::MAX));
    }
}
