//! What a document orders when something went wrong: for each irregularity and case, the cure.

use punto_vocab::{Authority, Citation, Role, Setting};

use crate::Answer;
use crate::reader::{Field, Section};
use crate::rulebook::known_role;

punto_vocab::words! {
    /// What went wrong.
    pub enum Mishap: "an irregularity" {
        /// A third card was dealt to Player that no rule gives it.
        StrayPlayerCard = "stray-player-card",
        /// A third card was dealt to Banker that no rule gives it.
        StrayBankerCard = "stray-banker-card",
        /// Player's third card was dealt to Banker.
        PlayersCardToBanker = "players-card-to-banker",
        /// A card was drawn that belongs to neither hand.
        SurplusCard = "surplus-card",
        /// A card was found face up in the shoe.
        FaceUpCard = "face-up-card",
        /// A card was face up, and others still to come may be.
        MoreFaceUpCards = "more-face-up-cards",
        /// The shoe ran out in mid-coup.
        TooFewCards = "too-few-cards",
        /// The order of the cards is in doubt, or cards were wrongly dealt.
        Misdeal = "misdeal",
        /// A card that belongs to no deck of the shoe turned up.
        ForeignCard = "foreign-card",
        /// A card is missing from the decks.
        MissingCard = "missing-card",
        /// The shoe was not cut as it should have been.
        NotCut = "not-cut",
        /// No cards were burned.
        BurnForgotten = "burn-forgotten",
        /// Coups went on past the end of the shoe.
        ShuffleMissed = "shuffle-missed",
        /// Wagers were settled by the other variant's paytable.
        WrongPaytable = "wrong-paytable",
        /// The scanning shoe and the cards disagree.
        ScannerDisagrees = "scanner-disagrees",
        /// The result display shows something else.
        WrongDisplay = "wrong-display",
        /// Cards were passed to a patron not designated to receive them.
        WrongHolder = "wrong-holder",
        /// A burned card is wanted back.
        BurnedCard = "burned-card",
        /// The shuffling device failed in mid-coup.
        DeviceFails = "device-fails",
        /// Patrons saw the order of the cards in the shuffle or cut.
        SequenceRevealed = "sequence-revealed",
        /// Riot, fire, robbery and the like.
        Disruption = "disruption",
        /// A fraud that touched the outcome.
        Fraud = "fraud",
        /// A patron used a device to record or project outcomes.
        ProhibitedDevice = "prohibited-device",
    }
}

punto_vocab::words! {
    /// What decides between the cures of one irregularity.
    pub enum Case: "a case" {
        /// There is only one.
        Found = "found",
        /// Banker has to draw, with the stray card left out of account.
        BankerMustDraw = "banker-must-draw",
        /// Nobody has seen the card's face.
        Unseen = "unseen",
        /// Somebody has seen it.
        Seen = "seen",
        /// Nobody has, and the marker is exposed or out.
        MarkerOut = "marker-out",
        /// No coup may follow from this shoe.
        LastCoup = "last-coup",
        /// The card would be a coup's first.
        FirstOfCoup = "first-of-coup",
        /// The coup in progress has a use for the card.
        Needed = "needed",
        /// It has none.
        NotNeeded = "not-needed",
        /// The cards can be put right.
        Reconstructable = "reconstructable",
        /// The opening four cannot.
        BeyondRepairOpening = "beyond-repair-opening",
        /// The third cards cannot.
        BeyondRepairThird = "beyond-repair-third",
        /// They cannot, but each hand has as many cards as it should: only some documents ask.
        RightNumber = "right-number",
        /// Cards are dealt from a shoe.
        FromShoe = "from-shoe",
        /// Cards are dealt from a shuffling device.
        FromDevice = "from-device",
        /// A coup is in progress.
        DuringCoup = "during-coup",
        /// None is.
        BetweenCoups = "between-coups",
        /// The coup whose settlement is not concluded.
        OpenCoup = "open-coup",
        /// Coups before it.
        EarlierCoups = "earlier-coups",
        /// The supervisor could establish the true outcome.
        Confirmed = "confirmed",
        /// The supervisor could not.
        NotConfirmed = "not-confirmed",
        /// The house or a patron is harmed.
        Harm = "harm",
        /// Nobody is, and the cards can move to another device undamaged.
        SoundCards = "sound-cards",
        /// Nobody is, and the cards can move, but some are damaged.
        DamagedCards = "damaged-cards",
        /// Nobody is, but there is no other device or no way to move the cards.
        NotTransferable = "not-transferable",
    }
}

impl Mishap {
    /// The cases a document must tell apart.
    pub const fn cases(self) -> &'static [Case] {
        use Case::*;
        match self {
            Mishap::StrayPlayerCard => &[BankerMustDraw, Unseen, Seen, MarkerOut, LastCoup],
            Mishap::StrayBankerCard | Mishap::SurplusCard => &[Unseen, Seen, MarkerOut, LastCoup],
            Mishap::FaceUpCard => &[FirstOfCoup, BetweenCoups, Needed, NotNeeded, LastCoup],
            Mishap::MoreFaceUpCards => &[FromShoe, FromDevice],
            Mishap::Misdeal => &[Reconstructable, BeyondRepairOpening, BeyondRepairThird],
            Mishap::ForeignCard | Mishap::MissingCard => &[DuringCoup, BetweenCoups],
            Mishap::WrongPaytable => &[OpenCoup, EarlierCoups],
            Mishap::ScannerDisagrees => &[Confirmed, NotConfirmed],
            Mishap::DeviceFails => &[Harm, SoundCards, DamagedCards, NotTransferable, BetweenCoups],
            Mishap::PlayersCardToBanker
            | Mishap::TooFewCards
            | Mishap::NotCut
            | Mishap::BurnForgotten
            | Mishap::ShuffleMissed
            | Mishap::WrongDisplay
            | Mishap::WrongHolder
            | Mishap::BurnedCard
            | Mishap::SequenceRevealed
            | Mishap::Disruption
            | Mishap::Fraud
            | Mishap::ProhibitedDevice => &[Found],
        }
    }

    /// The cases a document may tell apart from those of [`Mishap::cases`].
    pub const fn finer_cases(self) -> &'static [Case] {
        match self {
            Mishap::Misdeal => &[Case::RightNumber],
            _ => &[],
        }
    }
}

punto_vocab::words! {
    /// What is done about it.
    pub enum Cure: "a cure" {
        /// The card becomes Banker's third.
        BecomesBankersThird = "becomes-bankers-third",
        /// The card becomes Player's third, and Banker draws if the table of play says so.
        BecomesPlayersThird = "becomes-players-third",
        /// The card opens the next coup, which is played with wagers.
        OpensNextCoup = "opens-next-coup",
        /// The card opens a no-bet coup.
        OpensNoBetCoup = "opens-no-bet-coup",
        /// The card waits face up at the mouth of the shoe, the coup is settled, and it opens a no-bet coup.
        MouthThenNoBetCoup = "mouth-then-no-bet-coup",
        /// The card is put aside unused.
        SetAside = "set-aside",
        /// The card goes with the rest of the shoe, which ends.
        Lapses = "lapses",
        /// The card is played as if nothing were amiss.
        Played = "played",
        /// The cards are put in their lawful places and the coup resumes.
        Reconstruct = "reconstruct",
        /// The coup has no result and every stake goes back.
        VoidCoup = "void-coup",
        /// The result stands.
        Stands = "stands",
        /// Play goes on as if nothing were amiss.
        GoOn = "go-on",
        /// The coup is finished, then the cards are shuffled and cut.
        FinishThenShuffle = "finish-then-shuffle",
        /// The cards come out and all decks are checked; finished coups stand.
        CheckDecks = "check-decks",
        /// The coup is finished, then the cards that are left come out and are checked.
        FinishThenCheck = "finish-then-check",
        /// The coup is settled again by the right paytable.
        SettleAgain = "settle-again",
        /// A burned card stays burned.
        StaysBurned = "stays-burned",
        /// The cards move to another device and play goes on.
        MoveCards = "move-cards",
        /// Damaged cards are replaced, all move to another device, and play goes on.
        ReplaceAndMoveCards = "replace-and-move-cards",
        /// Each wager may be taken back; the rest finish the coup from a shoe after a shuffle and cut.
        FinishFromShoe = "finish-from-shoe",
        /// The shoe is void; the coup in progress has no result.
        VoidShoe = "void-shoe",
        /// The outcome is cancelled; each patron's stake goes back or, for fraud, may be forfeited.
        Invalidate = "invalidate",
        /// The person's wagers are void.
        VoidPersonsWagers = "void-persons-wagers",
        /// The document is silent: the officer rules.
        Officer = "officer",
    }
}

punto_vocab::words! {
    /// Until when an error in the deal may be put right.
    pub enum Window: "a correction window" {
        /// Until the coup has ended.
        CoupEnd = "coup-end",
        /// Until the next coup's first card, the emptying of the shoe or the closing of the table.
        NextFirstCard = "next-first-card",
        /// Until betting opens for the next coup.
        NextBetting = "next-betting",
    }
}

punto_vocab::words! {
    /// When wagers may be taken back after the cards were put right.
    pub enum Withdrawal: "a time to withdraw wagers" {
        /// Only while a card is still due.
        WhileCardDue = "while-card-due",
        /// Until settlement, even with the result known.
        AnyTime = "any-time",
    }
}

punto_vocab::words! {
    /// What becomes of the shoe after a void coup.
    pub enum AfterVoid: "an end of a void coup" {
        /// Play goes on with the cards that are left.
        GoOn = "go-on",
        /// Play goes on, unless every patron agrees that the cards be shuffled or replaced.
        EndIfAllAgree = "end-if-all-agree",
        /// The cards are shuffled or replaced.
        EndShoe = "end-shoe",
    }
}

/// The cure for one case, and the people it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// What is done; a setting of the house decides where the document does not.
    pub cure: Answer<Cure>,
    /// All it rests on.
    pub by: Citation,
    /// Who must order it.
    pub ordered_by: Option<Role>,
    /// Whether that person may also let play stand, or rule otherwise.
    pub may: bool,
    /// Whether it is that person's finding alone which is doubtful: once they have made it, the document decides.
    pub finding: bool,
    /// Who must be told.
    pub told: Vec<Role>,
    /// Whether all cards come out and every deck is checked before play goes on.
    pub check_decks: bool,
    /// Until when this may be done, where the clause itself says so; later, what happened stands.
    pub until: Option<Window>,
}

impl Remedy {
    /// The answer for a mishap newer than the text's schema, where the text has no `uncovered`.
    fn unknown() -> Remedy {
        let by = Citation::from(Authority::House(Setting::new("table-order")));
        let cure = Answer::Fixed(crate::Ruled { value: Cure::Officer, by: by.clone() });
        let (ordered_by, may, finding) = (None, false, false);
        Remedy { cure, by, ordered_by, may, finding, told: Vec::new(), check_decks: false, until: None }
    }
}

/// What a document orders for every irregularity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irregularities {
    /// Until when an error in the deal may be put right.
    pub window: Answer<Window>,
    /// The clause by which wagers may be taken back after a reconstruction, and when.
    pub withdrawal: Option<(Citation, Answer<Withdrawal>)>,
    /// What becomes of the shoe after a void coup.
    pub after_void: Answer<AfterVoid>,
    /// Which rule a stray card falls under when it is Player's fourth: the clauses speak of a third card.
    pub fourth_player_card: Mishap,
    /// The same for Banker's fourth.
    pub fourth_banker_card: Mishap,
    /// The clauses for dealing a no-bet coup that an irregularity brings on; none where there is no such thing.
    pub no_bet_coup: Option<Citation>,
    /// The clauses by which a card that waits for the next coup lapses when other cards are brought, if it does.
    pub waiting_lapses: Option<Citation>,
    remedies: Vec<(Mishap, Case, Remedy)>,
    impossible: Vec<Mishap>,
}

impl Irregularities {
    /// The remedy for a case; `None` where the document has no such thing at all.
    pub fn remedy(&self, mishap: Mishap, case: Case) -> Option<&Remedy> {
        self.remedies.iter().find(|(m, c, _)| (*m, *c) == (mishap, case)).map(|(_, _, remedy)| remedy)
    }

    /// All remedies, in the order of [`Mishap::ALL`].
    pub fn remedies(&self) -> impl Iterator<Item = (Mishap, Case, &Remedy)> {
        self.remedies.iter().map(|(mishap, case, remedy)| (*mishap, *case, remedy))
    }

    pub(crate) fn read(field: Field<'_, '_>, roles: &[Role]) -> Option<Irregularities> {
        let section = field.section()?;
        let window = section.answer("window", |f| f.word());
        let withdrawal = section.optional_section("withdrawal").and_then(|s| {
            let by = s.citation();
            let when = s.answer("when", |f| f.word());
            s.close();
            by.zip(when)
        });
        let after_void = section.answer("after_void", |f| f.word());
        let fourth_player_card = section.ruled("fourth_player_card", |f| f.word()).map(|ruled| ruled.value);
        let fourth_banker_card = section.ruled("fourth_banker_card", |f| f.word()).map(|ruled| ruled.value);
        let no_bet_coup = section.optional("no_bet_coup").and_then(|f| f.cited());
        let waiting_lapses = section.optional("waiting_lapses").and_then(|f| f.cited());
        let words = |f: Field<'_, '_>| f.list().iter().filter_map(|f| f.word()).collect::<Vec<Mishap>>();
        let impossible = section.optional("impossible").map(words).unwrap_or_default();
        let uncovered = section.optional_section("uncovered");
        let (uncovered_kinds, uncovered_remedy) = match uncovered {
            None => (Vec::new(), None),
            Some(uncovered) => {
                let kinds = uncovered.field("mishaps").map(words).unwrap_or_default();
                let remedy = read_remedy(&uncovered, roles);
                uncovered.close();
                (kinds, remedy)
            }
        };
        let mut remedies = Vec::new();
        for mishap in Mishap::ALL {
            let own = section.optional_section(mishap.word());
            let unknown = !section.asks(mishap.word());
            let answers = [own.is_some(), impossible.contains(mishap), uncovered_kinds.contains(mishap)];
            match answers.iter().filter(|a| **a).count() {
                0 if unknown => {}
                0 => section.report(format!(
                    "`irregularities` does not answer `{mishap}`; expected its cases, or its name in `uncovered` or `impossible`"
                )),
                1 => {}
                _ => {
                    let message = format!("two values for one question: `{mishap}` is answered more than once");
                    own.as_ref().unwrap_or(&section).report(message);
                }
            }
            if let Some(own) = own {
                let needed = mishap.cases().iter().map(|case| (case, own.field(case.word())));
                let finer = mishap.finer_cases().iter().map(|case| (case, own.optional(case.word())));
                for (case, field) in needed.chain(finer) {
                    let remedy = field.and_then(|f| f.section()).and_then(|section| {
                        let remedy = read_remedy(&section, roles);
                        section.close();
                        remedy
                    });
                    remedies.extend(remedy.map(|remedy| (*mishap, *case, remedy)));
                }
                own.close();
            } else if unknown || uncovered_kinds.contains(mishap) {
                let remedy = uncovered_remedy.clone().or_else(|| unknown.then(Remedy::unknown));
                remedies.extend(remedy.into_iter().flat_map(|remedy| {
                    mishap.cases().iter().map(move |case| (*mishap, *case, remedy.clone()))
                }));
            }
        }
        section.close();
        Some(Irregularities {
            window: window?,
            withdrawal,
            after_void: after_void?,
            fourth_player_card: fourth_player_card?,
            fourth_banker_card: fourth_banker_card?,
            no_bet_coup,
            waiting_lapses,
            remedies,
            impossible,
        })
    }

    /// The irregularities that cannot arise under this document.
    pub fn impossible(&self) -> &[Mishap] {
        &self.impossible
    }
}

/// `{ cure = …, clause = … }`; without `cure` the setting named by `house` decides.
fn read_remedy(case: &Section<'_, '_>, roles: &[Role]) -> Option<Remedy> {
    let by = case.citation();
    let cure = case.optional("cure");
    let setting = by.as_ref().and_then(|by| {
        by.authorities().iter().find_map(|authority| match authority {
            Authority::House(setting) => Some(setting.clone()),
            Authority::Clause(_) => None,
        })
    });
    let cure = match (cure, setting) {
        (Some(cure), _) => {
            cure.word().zip(by.clone()).map(|(value, by)| Answer::Fixed(crate::Ruled { value, by }))
        }
        (None, Some(setting)) => Some(Answer::House(setting)),
        (None, None) => {
            case.report(format!("`{}` has no `cure`", case.path()));
            None
        }
    };
    let officer = case.optional("ordered_by");
    let ordered_by = officer.as_ref().and_then(|f| known_role(f, roles));
    let told = case.optional("told").map(|f| f.list().iter().filter_map(|f| known_role(f, roles)).collect());
    let check_decks = case.optional("check_decks").and_then(|f| f.flag()).unwrap_or(false);
    let until = case.optional("until").and_then(|f| f.word());
    let may = case.optional("may").and_then(|f| f.flag()).unwrap_or(false);
    // One that is named and is no role has been reported already.
    if may && officer.is_none() {
        case.report("`may` leaves the cure to somebody's opinion; `ordered_by` must say whose");
    }
    let finding = case.optional("finding").and_then(|f| f.flag()).unwrap_or(false);
    if finding && !may {
        case.report("`finding` says that `may` ends with the officer's own report; without `may` there is nothing to end");
    }
    let told = told.unwrap_or_default();
    Some(Remedy { cure: cure?, by: by?, ordered_by, may, finding, told, check_decks, until })
}
