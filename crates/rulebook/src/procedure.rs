//! The procedure around a coup: opening, shoe, hands passed to patrons, signs, conduct.
//!
//! What is done is Rust, in `punto-table`; which document asks for it, of whom, with which notice and by which
//! clause is data. A rule that a document does not have is simply not there, and nothing is asked for.

use punto_vocab::{Citation, Money, Role};

use crate::reader::{Field, Section};

punto_vocab::words! {
    /// A rule of procedure that a document may have.
    pub enum Rule: "a rule of procedure" {
        // Opening and equipment.
        /// A holder for discards is at the table.
        DiscardHolder = "discard-holder",
        /// A float tray is at the table.
        FloatTray = "float-tray",
        /// A drop box is at the table.
        DropBox = "drop-box",
        /// A drop box is at a table that takes cash.
        DropBoxForCash = "drop-box-for-cash",
        /// Pucks for the designated patrons are at a table where hands are passed.
        Pucks = "pucks",
        /// A second cutting card may be used, at the very back.
        SecondCuttingCard = "second-cutting-card",
        /// A sign shows the variant's payouts.
        VariantSign = "variant-sign",
        /// Somebody answers for the settings of the house, and changes them on a gaming day.
        HouseSettings = "house-settings",
        /// Only the licensee has a share in the bank.
        HouseBank = "house-bank",
        /// An officer is present while the game is in progress.
        OfficerPresent = "officer-present",
        /// Standing patrons may wager; `number` is how many beside a seated one.
        Standing = "standing",
        /// A numbered area is for one seated patron.
        OnePatronPerBox = "one-patron-per-box",
        /// Low-limit cards come from a shuffling device.
        LowLimitDevice = "low-limit-device",
        /// No tournament on a low-limit table.
        LowLimitTournament = "low-limit-tournament",
        /// The table of play lies at the table, the rules are there on request.
        RulesAtTable = "rules-at-table",

        // Cards before the shoe.
        /// Cards are checked before play; `value` is optional, required, or twice.
        CheckCards = "check-cards",
        /// Cards are shown face up to the first patrons.
        ShowCards = "show-cards",
        /// A patron checks the cards.
        PatronChecks = "patron-checks",
        /// Cards checked beforehand need no patron's check.
        PreChecked = "pre-checked",
        /// Cards are washed.
        Wash = "wash",
        /// Cards are stacked.
        Stack = "stack",
        /// Cards are riffled.
        Riffle = "riffle",
        /// Cards are shuffled before play.
        Shuffle = "shuffle",
        /// Cards are shuffled again after a shoe.
        ShuffleAgain = "shuffle-again",
        /// A machine may shuffle.
        MachineShuffle = "machine-shuffle",
        /// Pre-shuffled cards may come in if they were kept secure.
        Preshuffled = "preshuffled",
        /// They may be riffled at a patron's request.
        RiffleOnRequest = "riffle-on-request",
        /// The maker's own may be riffled only right before the cut.
        RiffleMakers = "riffle-makers",
        /// A patron may look at pre-shuffled decks.
        PreshuffledLook = "preshuffled-look",
        /// A patron may insist on the full process instead.
        PreshuffledRefused = "preshuffled-refused",
        /// A face was shown while the pack was gathered.
        FaceShownInGathering = "face-shown-in-gathering",
        /// A shuffle may be ordered when the mix is in doubt.
        OrderShuffle = "order-shuffle",
        /// A card check may be ordered.
        OrderCardCheck = "order-card-check",
        /// Unfit cards are replaced between coups.
        UnfitCards = "unfit-cards",
        /// Cards may be replaced; those of another back unless a rule says otherwise.
        ReplaceCards = "replace-cards",
        /// With a scanning shoe the new cards may have the same back.
        SameBack = "same-back",
        /// Cards that patrons handled, or of a shoe that was squeezed, are replaced.
        HandledCards = "handled-cards",
        /// Such cards leave the table in a container.
        HandledCardsLeave = "handled-cards-leave",
        /// Cards of a shuffling device are not cut.
        DeviceNotCut = "device-not-cut",
        /// Pre-shuffled cards may be hand shuffled before they go in the device.
        DeviceHandShuffle = "device-hand-shuffle",
        /// Dropped cards are reported and counted.
        DroppedCards = "dropped-cards",
        /// Nobody touches the cards unless a rule allows it.
        Interference = "interference",
        /// The first card is burned, unseen.
        BurnOne = "burn-one",
        /// It is burned, and shown to patrons who ask.
        BurnShown = "burn-shown",
        /// It is turned up, and says how many more are burned with it.
        BurnCounted = "burn-counted",
        /// All cards are checked after play.
        EndCheck = "end-check",

        // The cut.
        /// The supervisor cuts, or lets the patrons.
        CutBySupervisor = "cut-by-supervisor",
        /// Who is offered the first cut; `value` is first-arrival, first-seated or lowest-seat.
        CutFirst = "cut-first",
        /// Who is offered a later cut; `value` is dealers-left, left-of-last or lowest-seat.
        CutLater = "cut-later",
        /// In which direction the offer goes on; `value` is clockwise or anticlockwise.
        CutOrder = "cut-order",
        /// Who cuts when no patron will.
        CutFallback = "cut-fallback",
        /// Only a seated patron cuts.
        CutterSeated = "cutter-seated",
        /// Who is to cut may name another.
        CutNominee = "cut-nominee",
        /// The stack is offered with its backs away from the dealer.
        CutBacks = "cut-backs",

        // Wagers.
        /// A spoken wager counts with chips and in time.
        OralWager = "oral-wager",
        /// A patron answers for what the dealer places on instruction.
        InstructedWager = "instructed-wager",
        /// Wagers may not be touched until their area is dealt with.
        LockedUntilPaid = "locked-until-paid",
        /// Somebody who answers for the game finds what truly lay on the layout.
        FoundStake = "found-stake",
        /// Somebody who answers for the game puts the record right: a card keyed wrong, a payment that was wrong.
        Correction = "correction",
        /// A wager on this side bet may lie on any of its areas.
        AnyArea = "any-area",
        /// Losing wagers may not be touched.
        LosingWagers = "losing-wagers",
        /// After a tie, wagers on the hands may be altered.
        AfterTie = "after-tie",
        /// A wager may be refused on reasonable grounds.
        RefuseWager = "refuse-wager",
        /// The lock on wagers may be relaxed where it would be unfair.
        RelaxLock = "relax-lock",
        /// A patron who does not wager may lose the seat; `number` is after how many coups.
        IdleSeat = "idle-seat",
        /// Tie and the side bets need no wager on a hand.
        NoMainNeeded = "no-main-needed",
        /// Everybody gets a chance to make the side bet.
        SideBetChance = "side-bet-chance",
        /// Side bets are settled after the coup, losers first.
        SideBetsAfterCoup = "side-bets-after-coup",
        /// Losing side bets are taken.
        SideBetsCollected = "side-bets-collected",
        /// Winning side bets are paid.
        SideBetsPaid = "side-bets-paid",
        /// Patrons may not join to get past the maximum.
        Partnership = "partnership",

        // Limits and signs.
        /// A sign at the table shows the limits; `value` says whether one of its figures is enough.
        LimitsNotice = "limits-notice",
        /// A higher minimum needs a sign, `minutes` ahead.
        RaiseMinimum = "raise-minimum",
        /// Any change of minimum or maximum needs the officer and one of two gates.
        ChangeLimits = "change-limits",
        /// All patrons agree to the change.
        ChangeByConsent = "change-by-consent",
        /// A notice was up, `minutes` ahead.
        ChangeByNotice = "change-by-notice",
        /// The minimum rises at once, with the old one kept for those who are there.
        RaiseAtOnce = "raise-at-once",
        /// A marker shows the right to the old minimum.
        OldMinimumMarker = "old-minimum-marker",
        /// The marker goes when the patron leaves.
        OldMinimumLeaves = "old-minimum-leaves",
        /// With several boxes the marker is where the patron sits.
        OldMinimumHome = "old-minimum-home",
        /// The old minimum ends after a sign, `minutes` ahead.
        EndOldMinimum = "end-old-minimum",
        /// Both limits are on the sign.
        TwoMinimums = "two-minimums",
        /// Newcomers play at the new minimum.
        NewcomersMinimum = "newcomers-minimum",
        /// A patron is given limits of their own.
        PersonalLimits = "personal-limits",
        /// Somebody sets the table differential.
        TableDifferential = "table-differential",
        /// The most on a hand by all together is posted.
        CollectiveLiability = "collective-liability",
        /// The variant changes after a sign, `minutes` ahead, or by consent.
        ChangeVariant = "change-variant",
        /// The table closes after a sign, `minutes` ahead.
        CloseNotice = "close-notice",

        // The coup.
        /// Wagers open when the display says so, not before.
        PlaceBets = "place-bets",
        /// Bets may be called for and closed by voice.
        Calls = "calls",
        /// No more bets must be called before the first card.
        MustCall = "must-call",
        /// No-bet coups may be dealt to an empty table.
        FreeCoupsEmpty = "free-coups-empty",
        /// No-bet coups may be dealt if all patrons agree.
        FreeCoupsAgreed = "free-coups-agreed",
        /// No-bet coups may be dealt on request; `number` is how many in all.
        FreeCoups = "free-coups",
        /// Somebody chooses the dealing method.
        ChangeMethod = "change-method",
        /// A shoe keeps its dealing method.
        MethodFixed = "method-fixed",
        /// Patrons ask for the squeeze, and officers are told of it.
        SqueezeInformed = "squeeze-informed",
        /// Points are called before third cards, Player's first.
        CallPoints = "call-points",
        /// The result is called.
        CallResult = "call-result",
        /// A tie is called as one.
        CallTie = "call-tie",
        /// A coup without wagers that an irregularity brings on is called before it begins.
        CallNoBets = "call-no-bets",
        /// The last coup is called.
        CallLastCoup = "call-last-coup",

        // Hands passed to patrons.
        /// A card holder is seated.
        HolderSeated = "holder-seated",
        /// Cards stay in view.
        CardsInView = "cards-in-view",
        /// Cards stay on the table.
        CardsOnTable = "cards-on-table",
        /// Control of the cards may be taken back.
        Forfeit = "forfeit",
        /// A holder may name another, with approval.
        Nominee = "nominee",
        /// Two nominees turn one card at a time.
        NomineesInTurn = "nominees-in-turn",
        /// A marker or puck shows who holds.
        HolderMarker = "holder-marker",
        /// A holder only shows the hand's total, as told.
        HolderDuties = "holder-duties",

        // Conduct.
        /// No device may record or project outcomes near the table, save on duty.
        ProhibitedDevices = "prohibited-devices",
        /// Staff and inspectors on duty may use such devices.
        StaffDevices = "staff-devices",
        /// A person may be barred from the game.
        Exclude = "exclude",
        /// A person may be excluded from the casino.
        ExcludeFromCasino = "exclude-from-casino",
        /// A person may be kept until the officer comes.
        Detain = "detain",
        /// Staff give no advice.
        NoAdvice = "no-advice",
        /// Others do not influence a patron.
        NoInfluence = "no-influence",
        /// Patrons do not wager with each other.
        NoPrivateBets = "no-private-bets",
        /// Disputes go to one officer, then to another.
        Dispute = "dispute",
        /// The operator's word is final, and the way to complain is told.
        FinalWord = "final-word",
        /// After a face-up card in a device, the rest may be taken out and checked.
        CheckDevice = "check-device",
        /// After a missing or foreign card, all decks are checked at the table.
        VerifyDecks = "verify-decks",
        /// Officers are told of a missing or foreign card.
        CardFault = "card-fault",
        /// The officer is told of a shoe that was declared void.
        VoidShoe = "void-shoe",
        /// A device that failed is replaced before another coup.
        ReplaceDevice = "replace-device",
        /// Cards that a device damaged leave play and are replaced before the others move to another device.
        SpoiledCards = "spoiled-cards",
        /// Cards that it damaged are replaced before the coup is finished from a shoe.
        SpoiledBeforeShoe = "spoiled-before-shoe",
        /// Cards of a failed device are shuffled and cut before the coup goes on.
        ShuffleFailedDevice = "shuffle-failed-device",
        /// They are cut by whoever cuts a shoe.
        CutFailedDevice = "cut-failed-device",
        /// A coup that a failed device interrupted is finished from a shoe.
        FinishFromShoe = "finish-from-shoe",
    }
}

punto_vocab::words! {
    /// A way in which a rule may be followed.
    pub enum Way: "a way to follow a rule" {
        /// Nobody has to do it.
        Optional = "optional",
        /// Before the first shoe.
        Opening = "opening",
        /// By two people, with new cards.
        Twice = "twice",
        /// With new cards.
        NewCards = "new-cards",
        /// Whoever came first.
        FirstArrival = "first-arrival",
        /// Whoever sat down first.
        FirstSeated = "first-seated",
        /// Whoever has the lowest seat.
        LowestSeat = "lowest-seat",
        /// Whoever sits first at the dealer's left.
        DealersLeft = "dealers-left",
        /// Whoever sits at the left of the last who cut.
        LeftOfLast = "left-of-last",
        /// Clockwise round the table.
        Clockwise = "clockwise",
        /// Anticlockwise round the table.
        Anticlockwise = "anticlockwise",
        /// With a riffle at the table.
        Riffle = "riffle",
        /// Kept under security until then.
        Secured = "secured",
        /// By a machine that was approved.
        Approved = "approved",
        /// After the last coup of a shoe only.
        AfterLastCoup = "after-last-coup",
        /// Where the dealing method lets patrons handle them.
        ByMethod = "by-method",
        /// When a patron asks.
        OnRequest = "on-request",
        /// Before the hand has gone out.
        BeforeItIsOut = "before-it-is-out",
        /// With the settlement.
        WithSettlement = "with-settlement",
        /// By agreement with the patron.
        Agreed = "agreed",
        /// Only so as to allow more.
        More = "more",
        /// With one figure of several.
        AnyFigure = "any-figure",
        /// By the clock or by shoes alone.
        TimeOrShoes = "time-or-shoes",
        /// As the officer directs.
        AsDirected = "as-directed",
        /// In each coup by itself.
        EachCoup = "each-coup",
        /// Who does not is disqualified.
        Disqualified = "disqualified",
        /// The coup waits.
        Waits = "waits",
        /// In whole minimums.
        Minimum = "minimum",
        /// In the units on the sign.
        Posted = "posted",
        /// Void where it cannot be done.
        VoidIfUnable = "void-if-unable",
        /// At the point that was announced.
        AsAnnounced = "as-announced",
        /// After the coup in which the indicator card came out.
        AfterIndicator = "after-indicator",
        /// From box to box by their numbers.
        BoxByBox = "box-by-box",
        /// It is taken back.
        TakenBack = "taken-back",
        /// It stands.
        Stands = "stands",
        /// The amount is written in figures and in words.
        FiguresAndWords = "figures-and-words",
        /// Before the first card.
        BeforeCards = "before-cards",
        /// Once the cards are out.
        AfterCards = "after-cards",
        /// Coup by coup until it is decided.
        UntilDecided = "until-decided",
        /// All fees without exception.
        EveryFee = "every-fee",
        /// For a number of coups that a card gives.
        DrawnCoups = "drawn-coups",
        /// By what is left, then by the wager, then by whose chips went first.
        ByResidual = "by-residual",
        /// They share.
        Shared = "shared",
        /// Not in place of dollars to play with.
        NotForDollars = "not-for-dollars",
    }
}

impl Rule {
    /// The ways a rule may be followed, where it has several.
    pub const fn ways(self) -> &'static [Way] {
        match self {
            Rule::CheckCards => &[Way::Optional, Way::Opening, Way::Twice, Way::NewCards],
            Rule::ShowCards | Rule::Wash | Rule::Stack | Rule::Riffle => &[Way::Opening, Way::NewCards],
            Rule::CutFirst => &[Way::FirstArrival, Way::FirstSeated, Way::LowestSeat],
            Rule::CutLater => &[Way::DealersLeft, Way::LeftOfLast, Way::LowestSeat],
            Rule::CutOrder => &[Way::Clockwise, Way::Anticlockwise],
            Rule::Preshuffled => &[Way::Riffle, Way::Secured],
            Rule::MachineShuffle => &[Way::Approved],
            Rule::ReplaceCards => &[Way::AfterLastCoup],
            Rule::HandledCards => &[Way::ByMethod],
            Rule::FreeCoups => &[Way::OnRequest],
            Rule::Forfeit => &[Way::BeforeItIsOut],
            Rule::CallResult => &[Way::WithSettlement],
            Rule::PersonalLimits => &[Way::Agreed, Way::More],
            Rule::LimitsNotice => &[Way::AnyFigure],
            _ => &[],
        }
    }

    /// Whether what is done under it is said with a command of its own, so that nobody records it as a mere act.
    pub const fn has_own_command(self) -> bool {
        use Rule as R;
        matches!(
            self,
            R::Shuffle
                | R::ShuffleAgain
                | R::CutBySupervisor
                | R::CutFirst
                | R::CutLater
                | R::CutOrder
                | R::CutFallback
                | R::CutNominee
                | R::ReplaceCards
                | R::FoundStake
                | R::Correction
                | R::RefuseWager
                | R::RelaxLock
                | R::IdleSeat
                | R::SideBetChance
                | R::RaiseMinimum
                | R::ChangeLimits
                | R::ChangeByConsent
                | R::ChangeByNotice
                | R::RaiseAtOnce
                | R::EndOldMinimum
                | R::PersonalLimits
                | R::TableDifferential
                | R::CollectiveLiability
                | R::ChangeVariant
                | R::CloseNotice
                | R::PlaceBets
                | R::Calls
                | R::MustCall
                | R::FreeCoupsAgreed
                | R::FreeCoups
                | R::ChangeMethod
                | R::CallPoints
                | R::CallResult
                | R::CallTie
                | R::CallNoBets
                | R::CallLastCoup
                | R::Forfeit
                | R::Dispute
        )
    }

    /// Whether an act under it is about persons, who are named first.
    pub const fn about_persons(self) -> bool {
        use Rule as R;
        matches!(
            self,
            R::ProhibitedDevices
                | R::Exclude
                | R::ExcludeFromCasino
                | R::Detain
                | R::Partnership
                | R::Nominee
                | R::PatronChecks
                | R::RiffleOnRequest
                | R::RiffleMakers
                | R::CutFailedDevice
        )
    }
}

/// One rule of procedure as a document has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// The clauses.
    pub by: Citation,
    /// Who may do it, or must.
    pub roles: Vec<Role>,
    /// Who must be told first.
    pub told: Vec<Role>,
    /// How long a sign must have been up.
    pub minutes: Option<u32>,
    /// How many, where the rule counts something.
    pub number: Option<u32>,
    /// How much money, where the rule speaks of an amount.
    pub amount: Option<Money>,
    /// Which way, where the rule has ways.
    pub value: Option<Way>,
}

/// All rules of procedure that a document has, each at the place of its rule: a decision asks for many of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Procedures(Vec<Option<Procedure>>);

impl Procedures {
    /// A rule, if the document has it.
    pub fn get(&self, rule: Rule) -> Option<&Procedure> {
        self.0.get(rule as usize)?.as_ref()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (Rule, &Procedure)> {
        let places = Rule::ALL.iter().zip(&self.0);
        places.filter_map(|(rule, procedure)| Some((*rule, procedure.as_ref()?)))
    }

    pub(crate) fn read(section: Section<'_, '_>, known: &[Role]) -> Procedures {
        let read = |rule: &Rule| {
            section
                .optional(rule.word())
                .and_then(|field| read_procedure(rule.word(), rule.ways(), field, known))
        };
        let rules = Rule::ALL.iter().map(read).collect();
        section.close();
        Procedures(rules)
    }
}

/// Reads one rule: its clause, its roles, whom it tells, its numbers, and in which of these ways it is followed.
pub(crate) fn read_procedure(
    rule: &str,
    ways: &[Way],
    field: Field<'_, '_>,
    known: &[Role],
) -> Option<Procedure> {
    let section = field.section()?;
    let by = section.citation();
    let roles = |key| -> Vec<Role> {
        let list = section.optional(key).map(|f: Field<'_, '_>| f.list()).unwrap_or_default();
        let role = |f: &Field<'_, '_>| {
            let role: Role = f.word()?;
            if !known.contains(&role) {
                f.report(format!("`{role}` is not a role of this document; `[roles]` lists them"));
            }
            Some(role)
        };
        list.iter().filter_map(role).collect()
    };
    let procedure = Procedure {
        roles: roles("roles"),
        told: roles("told"),
        minutes: section.optional("minutes").and_then(|f| f.number(0..=1440)),
        number: section.optional("number").and_then(|f| f.number(0..=1000)),
        amount: section.optional("amount").and_then(|f| f.parsed()),
        value: section.optional("value").and_then(|f| {
            let value = f.text()?;
            let way = ways.iter().copied().find(|way| way.word() == value);
            if way.is_none() {
                let ways = match ways {
                    [] => "no value at all".to_owned(),
                    ways => ways.iter().map(|way| way.word()).collect::<Vec<_>>().join(", "),
                };
                f.report(format!("`{value}` is not a way of `{rule}`; expected {ways}"));
            }
            way
        }),
        by: by?,
    };
    section.close();
    Some(procedure)
}
