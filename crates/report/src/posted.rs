//! What a table's events come to, posted line by line as a bookkeeper would: coups with their wagers, chips and cash that
//! move beside them, who came and went, and what was owed. What is undone is posted once more with the other sign, so that
//! what was posted until a moment never changes.

#![deny(clippy::wildcard_enum_match_arm)] // an event that moves money must not pass unposted

use std::collections::BTreeMap;

use punto_coup::Stake;
use punto_rulebook::known::VoidShoeFinishedCoups;
use punto_rulebook::{Opening, Winner};
use punto_table::{Actor, Event, Happening, Open, Owed, Phase, SharedTerms, Table, With};
use punto_vocab::ledger::Coin;
use punto_vocab::{BetId, Money, PersonId, Role, Tray};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::events::table::*;
use crate::meters::{BetMeters, coin, credits, stake};

/// Something to post.
#[derive(Clone, Debug, PartialEq)]
pub enum Posting {
    /// The terms from here on, under a key of their own.
    Terms(TermsKey, SharedTerms),
    /// A coup ended.
    Ended(PostedCoup),
    /// A coup that had ended is undone: all that was posted of it is taken off again.
    Undone(PostedCoup),
    /// Money for wagers outside a coup, with whether it is credits: a payment put right, wagers that were forfeited.
    Beside(bool, PersonId, BetId, BetMeters),
    /// Chips, cash, credits or tokens that moved beside wagers.
    Moved(PostedMove),
    /// A patron came to the table.
    Came(PersonId),
    /// A patron left it, or it closed.
    Went(PersonId),
    /// A duty was discharged, and when it had arisen.
    Discharged(Owed, i64),
}

/// Names terms: the beginning of the SHA-256 of all that they say.
pub type TermsKey = String;

/// A coup, as it is posted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PostedCoup {
    /// From its first card to its end, in microseconds of UTC.
    pub at: (i64, i64),
    /// When the coup before it had ended, if there was one.
    pub before: Option<i64>,
    /// Who dealt it; nobody if Punto did.
    pub dealer: Option<PersonId>,
    /// The terms it was dealt under.
    pub terms: Option<TermsKey>,
    /// Whether it was played for credits rather than chips.
    pub credits: bool,
    /// Who won; nobody if it was void.
    pub winner: Option<Winner>,
    /// Whether it was dealt without wagers.
    pub no_bet: bool,
    /// What each patron's wagers on each bet came to.
    #[serde(with = "punto_vocab::pairs")]
    pub wagers: BTreeMap<(PersonId, BetId), BetMeters>,
    /// What lay on each bet, wager by wager.
    pub laid: Vec<(BetId, Stake)>,
}

punto_vocab::words! {
    /// What moves beside wagers.
    pub enum MovedAs: "a movement" {
        /// Chips that the table was opened with.
        Float = "float",
        /// Chips brought from the cage.
        Fill = "fill",
        /// Chips taken back to the cage.
        Credit = "credit",
        /// Cash into the drop box, for which the float gave as much.
        Drop = "drop",
        /// Tokens given for promotional vouchers.
        Voucher = "voucher",
        /// Credits from a patron's account.
        FromAccount = "from-account",
        /// Credits back to a patron's account.
        ToAccount = "to-account",
        /// What a patron gave those who deal.
        Tip = "tip",
        /// What a count found more than the ledger had, or less if below nought.
        Over = "over",
    }
}

/// Money that moved beside wagers.
#[derive(Clone, Debug, PartialEq)]
pub struct PostedMove {
    /// What it was.
    pub what: MovedAs,
    /// What the float gave or got, or the coin itself.
    pub coin: Coin,
    /// Whose it was.
    pub patron: Option<PersonId>,
    /// How much.
    pub amount: Money,
    /// The chips, where they were counted.
    pub tray: Option<Tray>,
}

/// A table on its way through its events.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Postings {
    now: Now,
    /// The coup that ended last, as long as it can be undone.
    last: Option<PostedCoup>,
    /// The coups of the shoe, the last one last, where they can be undone together.
    shoe: Vec<PostedCoup>,
    /// The coup that is called off leaves the one before the last.
    stays: bool,
    terms: Option<TermsKey>,
    /// Who is signed on as dealer, the last one last.
    on_duty: Vec<PersonId>,
    ended: Option<i64>,
    /// Duties that wait, and since when.
    owed: Vec<(Owed, i64)>,
}

/// The coup in progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Now {
    coup: PostedCoup,
    began: Option<i64>,
}

impl Postings {
    /// Folds one event, and says what is to be posted. `table` is as it was before the event.
    pub fn note(&mut self, table: &Table, at: i64, by: Actor, event: &Event) -> Vec<Posting> {
        let wins = |amount| BetMeters { paid: amount, ..BetMeters::default() };
        let own = coin(credits(table));
        match &event.what {
            Happening::Opened { terms, opening } => self.opened(terms, opening),
            Happening::VariantChanged { terms, .. } => self.under(terms),
            Happening::ShoeReady => {
                self.shoe.clear();
                Vec::new()
            }
            Happening::SignedOn { who: Actor::Staff(Role::Dealer, name) } => {
                self.on_duty.push(*name);
                Vec::new()
            }
            Happening::SignedOff { who: Actor::Staff(Role::Dealer, name) } => {
                self.on_duty.retain(|dealer| dealer != name);
                Vec::new()
            }
            Happening::Dealt { .. } => {
                self.begun(at, by);
                Vec::new()
            }
            Happening::Outcome { winner, .. } => {
                self.begun(at, by).winner = Some(*winner);
                Vec::new()
            }
            what @ of_settlement!() => {
                self.settled(table, what);
                Vec::new()
            }
            Happening::Concluded => self.concluded(table, at, by),
            Happening::CoupVoid { .. } => {
                self.begun(at, by);
                let coup = std::mem::take(&mut self.now).coup;
                self.ended(table, at, PostedCoup { winner: None, ..coup })
            }
            Happening::StaysOpen => {
                self.stays = true;
                Vec::new()
            }
            Happening::ShoeEnded => {
                self.stays = false;
                Vec::new()
            }
            Happening::Reversed => self.reversed(),
            Happening::ReversedCoups { coups } => self.undone_with_shoe(*coups as usize),
            Happening::Mispaid { patron, bet, said, paid, .. } => {
                vec![Posting::Beside(credits(table), *patron, *bet, wins(*paid - *said))]
            }
            Happening::PaidAfter { patron, bet, amount, .. } => {
                vec![Posting::Beside(credits(table), *patron, *bet, wins(*amount))]
            }
            Happening::TakenBack { patron, bet, amount, .. } => {
                vec![Posting::Beside(credits(table), *patron, *bet, wins(-*amount))]
            }
            Happening::WagersForfeited { patron } => forfeited(table, *patron),
            Happening::Bought { patron, amount, with, .. } => bought(own, *patron, *amount, *with),
            Happening::CashedOut { patron, amount } => {
                moved(MovedAs::ToAccount, Coin::Credits, Some(*patron), *amount)
            }
            Happening::Filled { amount } => moved(MovedAs::Fill, Coin::Chips, None, *amount),
            Happening::Credited { amount } => moved(MovedAs::Credit, Coin::Chips, None, *amount),
            Happening::Tipped { patron, amount } => moved(MovedAs::Tip, own, Some(*patron), *amount),
            Happening::Counted { tray, ledger } => {
                let (what, coin, tray, amount) =
                    (MovedAs::Over, Coin::Chips, Some(tray.clone()), tray.total() - *ledger);
                vec![Posting::Moved(PostedMove { what, coin, patron: None, amount, tray })]
            }
            Happening::Sat { patron, .. } | Happening::Stood { patron, .. } => came(table, *patron),
            Happening::TookBox { patron, .. } => came(table, *patron),
            Happening::Left { patron } => vec![Posting::Went(*patron)],
            Happening::Closed => {
                let here = table.open.iter().flat_map(|open| open.patrons.arrived.iter().copied());
                here.map(Posting::Went).collect()
            }
            Happening::Owed { what } => {
                self.owed.push((*what, at));
                Vec::new()
            }
            Happening::Discharged { what } => self.discharged(*what),
            of_stakes!() | of_wagers!() | of_session!() | of_duty!() | of_disputes!() | of_terms!() => {
                Vec::new()
            }
            of_patrons!() | of_shoe!() | of_coup!() | of_hands!() | of_findings!() | of_trouble!() => {
                Vec::new()
            }
        }
    }

    fn opened(&mut self, terms: &SharedTerms, opening: &Opening) -> Vec<Posting> {
        (self.now, self.shoe) = Default::default();
        let mut posted = self.under(terms);
        if let Some(amount) = opening.parts.float {
            posted.extend(moved(MovedAs::Float, Coin::Chips, None, amount));
        }
        posted
    }

    fn under(&mut self, terms: &SharedTerms) -> Vec<Posting> {
        let key = key_of(terms);
        self.terms = Some(key.clone());
        vec![Posting::Terms(key, terms.clone())]
    }

    /// The coup in progress, begun if it is not.
    fn begun(&mut self, at: i64, by: Actor) -> &mut PostedCoup {
        if self.now.began.is_none() {
            self.now.began = Some(at);
            let coup = &mut self.now.coup;
            (coup.at.0, coup.before, coup.terms) = (at, self.ended, self.terms.clone());
            coup.dealer = match by {
                Actor::Staff(Role::Dealer, name) => Some(name),
                // A scanning shoe, or somebody who helps out, speaks for whoever is signed on.
                Actor::Staff(..) | Actor::Patron(_) | Actor::System => {
                    self.on_duty.last().copied().or(if by.is_patron() { None } else { by.name() })
                }
            };
        }
        &mut self.now.coup
    }

    fn of(&mut self, patron: PersonId, bet: BetId) -> &mut BetMeters {
        self.now.coup.wagers.entry((patron, bet)).or_default()
    }

    fn settled(&mut self, table: &Table, what: &Happening) {
        match what {
            Happening::Collected { patron, at, bet, amount } => {
                let tokens = stake(table, (*patron, *at, *bet)).tokens.min(*amount);
                let own = self.of(*patron, *bet);
                own.collected += *amount;
                own.tokens += tokens;
            }
            Happening::Paid { patron, bet, amount, .. } => self.of(*patron, *bet).paid += *amount,
            Happening::Commission { patron, bet, amount, .. } => {
                self.of(*patron, *bet).commission += *amount;
            }
            Happening::StoodOff { patron, bet, amount, .. }
            | Happening::Stays { patron, bet, amount, .. } => {
                self.of(*patron, *bet).stood_off += *amount;
            }
            // What goes back was not won.
            Happening::StakeReturned { .. } | Happening::TokensReturned { .. } => {}
            Happening::Opened { .. } | Happening::ShoeReady => {}
            of_stakes!() | of_corrections!() | of_ends!() | of_money!() | of_wagers!() => {}
            of_session!() | of_duty!() | of_disputes!() | of_terms!() | of_patrons!() => {}
            of_shoe!() | of_coup!() | of_hands!() | of_findings!() | of_trouble!() => {}
        }
    }

    fn concluded(&mut self, table: &Table, at: i64, by: Actor) -> Vec<Posting> {
        let Some(Phase::Dealing(dealing)) = table.open.as_ref().map(|open| &open.phase) else {
            return Vec::new();
        };
        for placed in &dealing.wagers {
            let own = self.of(placed.wager.patron, placed.wager.bet);
            own.wagers += 1;
            own.stakes += placed.wager.stake.total();
            // What is expected is expected of patrons.
            if !placed.wager.patron.is_house_player() {
                self.now.coup.laid.push((placed.wager.bet, placed.wager.stake));
            }
        }
        self.begun(at, by);
        let coup = std::mem::take(&mut self.now).coup;
        self.ended(table, at, PostedCoup { no_bet: dealing.no_bet.is_some(), ..coup })
    }

    fn ended(&mut self, table: &Table, at: i64, coup: PostedCoup) -> Vec<Posting> {
        let coup = PostedCoup { at: (coup.at.0, at), credits: credits(table), ..coup };
        self.ended = Some(at);
        if !std::mem::take(&mut self.stays) {
            let choice = table.open.as_ref().and_then(|open| open.terms.choice());
            if choice == Some(VoidShoeFinishedCoups::Return) {
                self.shoe.push(coup.clone());
            }
            self.last = Some(coup.clone());
        }
        vec![Posting::Ended(coup)]
    }

    fn reversed(&mut self) -> Vec<Posting> {
        self.shoe.pop();
        let last = self.last.take();
        // It goes on where it was: the same cards, the same dealer.
        self.now = Now::default();
        if let Some(coup) = &last {
            let PostedCoup { at, before, dealer, terms, winner, .. } = coup.clone();
            self.now.began = Some(at.0);
            self.now.coup = PostedCoup { at, before, dealer, terms, winner, ..PostedCoup::default() };
        }
        last.map(Posting::Undone).into_iter().collect()
    }

    /// A void shoe takes its finished coups with it: those that came to a result have none any more.
    fn undone_with_shoe(&mut self, coups: usize) -> Vec<Posting> {
        let from = self.shoe.len().saturating_sub(coups);
        self.last = None;
        let undone = self.shoe.split_off(from).into_iter().filter(|coup| coup.winner.is_some());
        undone
            .flat_map(|coup| {
                let PostedCoup { at, before, dealer, terms, .. } = coup.clone();
                let void = PostedCoup { at, before, dealer, terms, ..PostedCoup::default() };
                [Posting::Undone(coup), Posting::Ended(void)]
            })
            .collect()
    }

    fn discharged(&mut self, what: Owed) -> Vec<Posting> {
        let place = self.owed.iter().position(|(own, _)| *own == what);
        place.map(|place| Posting::Discharged(what, self.owed.remove(place).1)).into_iter().collect()
    }
}

/// What terms are called: limits and seats are no part of it, as they change nothing of what a wager comes to.
fn key_of(terms: &SharedTerms) -> TermsKey {
    let said = (&terms.digest, terms.decks, &terms.variant, terms.credits, &terms.offers, &terms.chips);
    let mut digest = Sha256::new();
    digest.update(
        serde_json::to_vec(&(said, &terms.rounding, &terms.void_part, &terms.house)).unwrap_or_default(),
    );
    let bytes: [u8; 32] = digest.finalize().into();
    bytes[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn came(table: &Table, patron: PersonId) -> Vec<Posting> {
    let here = table.open.as_ref().is_some_and(|open: &Open| open.patrons.has(patron));
    if here { Vec::new() } else { vec![Posting::Came(patron)] }
}

/// A patron's wagers are the house's.
fn forfeited(table: &Table, patron: PersonId) -> Vec<Posting> {
    let lie = table.open.iter().flat_map(|open| open.wagers());
    let theirs = lie.map(|placed| placed.wager).filter(|wager| wager.patron == patron);
    let post = theirs.map(|wager| {
        let (stakes, tokens) = (wager.stake.total(), wager.stake.tokens);
        let own = BetMeters { wagers: 1, stakes, collected: stakes, tokens, ..BetMeters::default() };
        Posting::Beside(credits(table), patron, wager.bet, own)
    });
    post.collect()
}

/// Money that moves beside wagers, of the table's own coin.
fn moved(what: MovedAs, coin: Coin, patron: Option<PersonId>, amount: Money) -> Vec<Posting> {
    vec![Posting::Moved(PostedMove { what, coin, patron, amount, tray: None })]
}

fn bought(own: Coin, patron: PersonId, amount: Money, with: With) -> Vec<Posting> {
    let (what, coin) = match with {
        With::Cash => (MovedAs::Drop, own),
        With::Voucher => (MovedAs::Voucher, Coin::Tokens),
        With::Balance => (MovedAs::FromAccount, Coin::Credits),
    };
    moved(what, coin, Some(patron), amount)
}
