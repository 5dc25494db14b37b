//! What nobody may know yet of a tournament: the seeds of the draws to come, and forms of hidden wagers until they are read out.

use punto_floor::Floor;
use punto_tournament::{Form, Seal, Tournament};
use punto_vocab::{BetId, Money, Promise, Seed};

use crate::shelf::{Shelf, fresh, fresh_seed};

/// How many draws a promise is good for.
const DRAWS: u32 = 64;

/// The secrets of one tournament.
#[derive(Debug)]
pub(crate) struct Secrets {
    shelf: Shelf,
}

impl Secrets {
    pub(crate) fn of(name: &str) -> Secrets {
        Secrets { shelf: Shelf::of(format!("tournament/{name}")) }
    }

    /// Makes the seeds of all draws and seals the last, from which the others follow; what is published is the promise of
    /// the first.
    pub(crate) fn promise(&self, floor: &Floor) -> Result<Promise, String> {
        let last = fresh_seed(floor)?;
        self.shelf.put(floor, "draw", last.to_string().as_bytes())?;
        Ok(nth(last, 1).promise())
    }

    /// The seed of the draw that comes next.
    pub(crate) fn seed(&self, floor: &Floor, own: &Tournament) -> Result<Seed, String> {
        let text = self.shelf.get(floor, "draw")?;
        let last: Seed = text.parse()?;
        match own.draws < DRAWS {
            true => Ok(nth(last, own.draws + 1)),
            false => Err("there is no seed for another draw".into()),
        }
    }

    /// Seals a form that somebody hands in, with a nonce that only the house knows until it is read out.
    pub(crate) fn hand_in(
        &self,
        floor: &Floor,
        bet: Option<BetId>,
        stake: Option<Money>,
        words: Option<Money>,
    ) -> Result<Form, String> {
        let nonce = fresh(floor)?;
        let written = |amount: Option<Money>| amount.map_or_else(|| "-".to_owned(), |own| own.to_string());
        let bet = bet.map_or_else(|| "-".to_owned(), |bet| bet.to_string());
        let form = format!("{bet}:{}/{}:{}", written(stake), written(words), &nonce[..32]);
        form.parse()
    }

    /// Keeps a form until it is read out.
    pub(crate) fn keep_form(&self, floor: &Floor, form: &Form) -> Result<(), String> {
        self.shelf.put(floor, &format!("form/{}", Seal::of(form)), form.to_string().as_bytes())
    }

    /// The form with a seal.
    pub(crate) fn form(&self, floor: &Floor, seal: Seal) -> Result<Form, String> {
        let form: Form = self.shelf.get(floor, &format!("form/{seal}"))?.parse()?;
        match seal.is_of(&form) {
            true => Ok(form),
            false => Err("another form lies there".into()),
        }
    }

    /// Deletes every form that nobody waits for any more.
    pub(crate) fn forget(&self, floor: &Floor, own: &Tournament) -> Result<(), String> {
        let waits = |seal: &str| {
            let mut forms = own.venues.values().flat_map(|venue| venue.forms.values());
            forms.any(|form| !form.announced && form.seal.is_some_and(|own| own.to_string() == seal))
        };
        self.shelf.keep_only(floor, "form/", waits)
    }
}

/// The seed of the nth draw, from the last of all.
fn nth(last: Seed, draw: u32) -> Seed {
    (draw..DRAWS).fold(last, |seed, _| seed.before())
}
