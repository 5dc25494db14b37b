//! Dealing methods: who holds which hand, how cards lie, and the clause for each step.

use std::collections::BTreeMap;

use punto_vocab::Citation;

use crate::reader::{Field, Section};

punto_vocab::words! {
    /// Who holds the hands.
    pub enum Holders: "a way to hold hands" {
        /// The dealer keeps both.
        Dealer = "dealer",
        /// Each goes to the patron who wagered most on it.
        HighestBettors = "highest-bettors",
        /// Banker's goes to one patron until the role passes on.
        RotatingBanker = "rotating-banker",
    }
}

punto_vocab::words! {
    /// How cards are laid.
    pub enum Facing: "a facing" {
        /// Face up.
        Up = "up",
        /// Face down, then turned.
        Down = "down",
        /// As the dealer likes.
        Either = "either",
    }
}

punto_vocab::words! {
    /// A step of a dealing method that a clause governs.
    pub enum Step: "a step of a dealing method" {
        /// Who is offered a hand first.
        Pick = "pick",
        /// Who is next when that patron declines.
        Next = "next",
        /// Among equal wagers, who is first.
        Equal = "equal",
        /// And who of the equals is next.
        EqualNext = "equal-next",
        /// Of equals the lowest numbered seat is first, wherever it is.
        LowestSeat = "lowest-seat",
        /// And the offer goes on from it counter-clockwise, whichever way the numbers run.
        Anticlockwise = "anticlockwise",
        /// The hand is passed to its holder.
        Pass = "pass",
        /// One hand at a time is out.
        OneOut = "one-out",
        /// One patron has one hand at a time.
        OneEach = "one-each",
        /// Player's hand goes out, and comes back, before Banker's.
        PlayerFirst = "player-first",
        /// Player's count is called before Banker's hand goes out.
        PlayerCalled = "player-called",
        /// The dealer keeps a hand nobody wagered on.
        NoBettor = "no-bettor",
        /// The dealer keeps a hand nobody will take.
        AllDecline = "all-decline",
        /// Cards come back to their place.
        Collect = "collect",
        /// Hidden cards are turned before a third card.
        Turn = "turn",
        /// The first four are laid so.
        Deal = "deal",
        /// Points are called so.
        Announce = "announce",
        /// Third cards are handled so.
        Third = "third",
        /// The dealer keeps the cards.
        DealerKeeps = "dealer-keeps",
        /// The holder must wager on Banker.
        MustWager = "must-wager",
        /// The role passes on when it is declined.
        Declined = "declined",
        /// The role may be given up after a coup.
        GiveUp = "give-up",
        /// The role ends.
        Ends = "ends",
        /// All decline: the dealer holds.
        Fallback = "fallback",
        /// The dealer keeps Player's hand.
        KeepPlayer = "keep-player",
        /// Where the offer begins after a loss.
        AfterLoss = "after-loss",
    }
}

/// A dealing method of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its letter or name.
    pub id: String,
    /// Who holds the hands.
    pub holders: Holders,
    /// How the first four lie.
    pub opening: Facing,
    /// How third cards lie.
    pub third: Facing,
    /// Whether it is the method of tournaments, and of no other tables.
    pub tournament: bool,
    /// The clauses that allow it.
    pub by: Citation,
    steps: BTreeMap<Step, Citation>,
}

impl Method {
    /// The clause for a step; the method's own where the document has none for it.
    pub fn by(&self, step: Step) -> &Citation {
        self.steps.get(&step).unwrap_or(&self.by)
    }

    /// Whether the document has a clause for the step.
    pub fn has(&self, step: Step) -> bool {
        self.steps.contains_key(&step)
    }

    pub(crate) fn read_all(section: Section<'_, '_>) -> Vec<Method> {
        section.entries().into_iter().filter_map(|(id, field)| read(id, field)).collect()
    }
}

fn read(id: &str, field: Field<'_, '_>) -> Option<Method> {
    let section = field.section()?;
    let by = section.citation();
    let holders = section.value("holders", |f| f.word());
    let (opening, third) = (section.value("opening", |f| f.word()), section.value("third", |f| f.word()));
    let tournament = section.optional("tournament").and_then(|f| f.flag()).unwrap_or(false);
    let mut steps = BTreeMap::new();
    if let Some(own) = section.optional_section("steps") {
        for step in Step::ALL {
            let cited = own.optional(step.word()).and_then(|f| f.cited());
            steps.extend(cited.map(|by| (*step, by)));
        }
        own.close();
    }
    section.close();
    Some(Method {
        id: id.into(),
        holders: holders?,
        opening: opening?,
        third: third?,
        tournament,
        by: by?,
        steps,
    })
}
