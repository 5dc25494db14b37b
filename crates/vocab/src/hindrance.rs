//! What stands in the way of a command now.

macro_rules! hindrances {
    ($($name:ident = $code:literal: $sentence:literal,)*) => {
        /// What stands in the way of a command now.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Hindrance {
            $(#[doc = $sentence] $name,)*
        }

        impl Hindrance {
            /// Every hindrance, in the order of the declaration.
            pub const ALL: &'static [Hindrance] = &[$(Hindrance::$name),*];

            /// The name of the sentence, for catalogues in several languages; it does not change.
            pub fn code(self) -> &'static str {
                match self {
                    $(Hindrance::$name => $code,)*
                }
            }
        }

        impl std::fmt::Display for Hindrance {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $(Hindrance::$name => $sentence,)*
                })
            }
        }
    };
}

hindrances! {
    BurnNamesCard = "burn-names-card": "a burn that is shown or counted names its card, the others none",
    DrawnFaceUp = "drawn-face-up": "a card that is drawn is told as `card … face-up`",
    CountedInPlay = "counted-in-play": "the float tray is counted when no wager lies and no coup is on",
    NoFloatTray = "no-float-tray": "where credits are played for there is no float tray to count",
    BadTip = "bad-tip": "a tip is an amount that the table's chips make",
    BadFill = "bad-fill": "a fill brings chips, and no more than can be counted",
    TwoNominees = "two-nominees": "a hand has two cards for two to turn",
    PatronChecksCards = "patron-checks-cards": "a patron at the table checks the cards",
    FullProcess = "full-process": "a patron insists on the full process",
    RiffleBeforeCut = "riffle-before-cut": "a riffle comes right before the cut",
    DeviceHasNoMarker = "device-has-no-marker": "a shuffling device has no marker",
    DeviceShuffles = "device-shuffles": "a shuffling device shuffles its cards itself",
    CutGoesRound = "cut-goes-round": "after a refusal the cut only goes round",
    EarlierCoup = "earlier-coup": "an earlier coup cannot void the one in progress; report what touches this one without the fact",
    FoundInThisCoup = "found-in-this-coup": "it is found in the coup that is on, whichever coup it came from",
    DealtFaceUp = "dealt-face-up": "cards are dealt face up here",
    NoDevice = "no-device": "cards are not dealt from a shuffling device here",
    DeviceNotCut = "device-not-cut": "cards of a shuffling device are not cut",
    DeviceNotPassed = "device-not-passed": "cards of a shuffling device do not go out to patrons",
    HandOutAlready = "hand-out-already": "cards of that hand are out already",
    CashedAtCage = "cashed-at-cage": "chips are cashed at the cage, not at the table",
    NothingFaceDown = "nothing-face-down": "no card of that hand is face down",
    NoApprovalNeeded = "no-approval-needed": "no combination needs approval here",
    NoReasonToEnd = "no-reason-to-end": "no coup has just been void, and nobody has ordered a shuffle",
    NoDecision = "no-decision": "no decision waits for a review",
    NoDispute = "no-dispute": "no dispute waits for a decision",
    NoPartnership = "no-partnership": "no partnership has been found",
    NamesNobody = "names-nobody": "nobody is named; whom it is about comes first",
    NotAskedFor = "not-asked-for": "no patron has asked for it",
    SqueezeNotAskedFor = "squeeze-not-asked-for": "no patron has asked to turn the cards",
    NoHolder = "no-holder": "no patron holds a hand",
    NoPreshuffledCards = "no-preshuffled-cards": "no pre-shuffled cards wait for their first coup",
    NoRole = "no-role": "no role passes round here",
    NoSuchSign = "no-such-sign": "no such sign",
    NoTournament = "no-tournament": "no tournament is played at a low-limit table",
    NoWagerInCoup = "no-wager-in-coup": "no wager of a coup in progress can be meant",
    BadBuyIn = "bad-buy-in": "nobody buys nothing, or more than can be counted",
    NobodyWagered = "nobody-wagered": "nobody has wagered; a no-bet coup must be allowed first",
    RoleFree = "role-free": "nobody holds the role",
    NoOldMinimum = "no-old-minimum": "nobody keeps an old minimum",
    NobodySitsThere = "nobody-sits-there": "nobody sits at that box to wager with",
    NoFraud = "no-fraud": "only a fraud lets wagers be forfeited",
    ShoeOnly = "shoe-only": "only a shoe allows it",
    StaffSignsOff = "staff-signs-off": "only staff sign off",
    StaffSignsOn = "staff-signs-on": "only staff sign on",
    OtherBurn = "other-burn": "that burn is not this document's",
    NoHigherMinimum = "no-higher-minimum": "that is not a higher minimum",
    MomentToCome = "moment-to-come": "that moment has not come",
    PersonHasNoWager = "person-has-no-wager": "that person has no wager on the layout",
    BreaksNoLimit = "breaks-no-limit": "that stake breaks no limit, and wagers are closed",
    CardShowsIt = "card-shows-it": "the card itself shows it: say where it went",
    TablesOwnClock = "tables-own-clock": "the clock is the table's own",
    CutNotOffered = "cut-not-offered": "the cut was not offered to this patron",
    OneHandSealed = "one-hand-sealed": "a secret wager is on one hand only, and this patron has the other",
    HandNotOffered = "hand-not-offered": "the cards were not offered to this patron",
    CutAwaitsAnswer = "cut-awaits-answer": "the cut has been offered, and who was asked has not answered",
    HolderMustWager = "holder-must-wager": "the designated patron has no wager on Banker",
    CutterSaysSo = "cutter-says-so": "who cuts says so: the cut is offered, and then made",
    TournamentOnly = "tournament-only": "that belongs to a tournament, and this table is not one's",
    CutOnRecord = "cut-on-record": "the record says that these cards were cut",
    NoCardDue = "no-card-missing": "no card is due, so that none is missing",
    InTime = "in-time": "that wager is on record from before wagers closed",
    LiesAsRecorded = "lies-as-recorded": "that wager lies as it is on record: nothing was found, who has won is known, or a terminal laid it",
    OtherMatter = "other-matter": "that is not what is agreed to in this matter",
    NoHigherMaximum = "no-higher-maximum": "a patron's own limits here allow more than the posted ones, never less",
    NoBreach = "no-breach": "nothing of that kind has been found against this person",
    DocumentDecides = "document-decides": "the document says what is to be done; `order` orders it",
    CardsNotKeyed = "cards-not-keyed": "cards come from the house's own shoe here, and nobody keys them",
    CardOnRecord = "card-on-record": "that card is on record as it is",
    CardNotOnRecord = "card-not-on-record": "no such card is on record in that coup",
    PaidAsSaid = "paid-as-said": "that is what the settlement said, or no amount that could have been paid",
    OtherSettlement = "other-settlement": "the settlement on record said another amount",
    CreditsPayThemselves = "credits-pay-themselves": "credits are paid by the table itself, as it says",
    RestrictionHolds = "restriction-holds": "the sign stays up as long as the restriction holds",
    LimitNotHere = "limit-not-here": "this table has no such limit, or it cannot be that amount",
    PointsTogether = "points-together": "Player's point is not to be called by itself now; `call points` calls both",
    NoChipsWithIt = "no-chips-with-it": "what was spoken came without the chips for it",
    NoSpoiledCards = "no-spoiled-cards": "no device has failed in this coup whose damaged cards are still to be named",
    NameSpoiledCards = "name-spoiled-cards": "damaged cards are named one by one, with `spoiled`",
    NotSoManyInDevice = "not-so-many-in-device": "the device cannot hold so many of that card",
    NoVoidHand = "no-void-hand": "no coup without wagers waits to be dealt",
    FloatTooSmall = "float-too-small": "the float tray does not hold that much",
    HandIsOut = "hand-is-out": "the hand is out with its holder",
    HolderNeedsNoApproval = "holder-needs-no-approval": "the holder needs no approval to turn the cards",
    LastCoupToCome = "last-coup-to-come": "the last coup of the shoe has not been dealt",
    TooFewDecks = "too-few-decks": "the machine does not take so few decks",
    MachineNotApproved = "machine-not-approved": "the machine's approval is not recorded",
    MachineApprovalUnnamed = "machine-approval-unnamed": "the machine's approval must be named",
    MarkerNotHidden = "marker-not-hidden": "the marker is not out of sight in the shoe",
    MarkerNotOut = "marker-not-out": "the marker is not out, or its coup is not over",
    MarkerOutAlready = "marker-out-already": "the marker is out already",
    OfficersChoice = "officers-choice": "the officer may void the coup, let it stand, or place the card",
    OpeningFourToCome = "opening-four-to-come": "the opening four are not all dealt",
    PatronHasWager = "patron-has-wager": "the patron has a wager on the layout",
    ShoeInPlay = "shoe-in-play": "the shoe is in play",
    ShoeNotBetweenCoups = "shoe-not-between-coups": "the shoe is not between coups",
    SupervisorCuts = "supervisor-cuts": "the supervisor cuts, or lets the patrons cut first",
    ChipsCannotMake = "chips-cannot-make": "the table's chips cannot make that amount",
    TwoCuttingCards = "two-cutting-cards": "there are two cutting cards at most",
    CannotBeRestricted = "cannot-be-restricted": "this bet cannot be restricted here",
    OtherPost = "other-post": "who deals or wagers at a table is not its officer, nor the other way about",
    NotRestricted = "not-restricted": "this bet is not restricted",
    UnknownMedium = "unknown-medium": "this document does not know that medium",
    NoSuchMethod = "no-such-method": "this document has no such dealing method",
    NoSuchPower = "no-such-power": "this document has no such power",
    NoSuchRole = "no-such-role": "this document has no such role",
    NoSuchTest = "no-such-test": "this document has no such test of a wager",
    NoVoucher = "no-voucher": "tokens go out for a numbered promotional voucher alone, and no more of them lie here than went out",
    NotAVoucher = "not-a-voucher": "chips and credits are not bought with a promotional voucher",
    VoucherTaken = "voucher-taken": "this promotional voucher was exchanged before",
    VoucherTooLate = "voucher-too-late": "the day until which this promotional voucher is good is over",
    VoucherNotOnBet = "voucher-not-on-bet": "the promotional voucher does not let its tokens lie on this bet",
    VouchersDiffer = "vouchers-differ": "the patron has tokens of a voucher with other conditions; those are played first",
    TokensNotCut = "tokens-not-cut": "tokens are not cut; lift the wager instead",
    WagersNotLocked = "wagers-not-locked": "wagers are not locked",
    WagersNotOpen = "wagers-not-open": "wagers are not open",
    WagersNotOpenYet = "wagers-not-open-yet": "wagers are not open yet",
    WagersOpenAlready = "wagers-open-already": "wagers are open already",
    WagersLie = "wagers-lie": "wagers lie on the layout",
    CoupIsOver = "coup-is-over": "that coup is over, and what was done in it stands",
    CardsOutAlready = "cards-out-already": "the cards are out already",
    CardsHeldOrSeen = "cards-held-or-seen": "the dealer holds the cards, or one has been seen",
    FirstCardIsOut = "first-card-is-out": "the first card has left the shoe",
    DecksUnchecked = "decks-unchecked": "the decks must be checked",
    ShoeInPreparation = "shoe-in-preparation": "the shoe is being prepared",
    ShoeEmpty = "shoe-empty": "the shoe is empty",
    ShoeNotReady = "shoe-not-ready": "the shoe is not ready",
    NotShuffled = "not-shuffled": "they are not shuffled",
    NotCut = "not-cut": "they are not cut",
    MarkerNotIn = "marker-not-in": "the marker is not in",
    NotBurned = "not-burned": "they are not burned",
    ReadyAlready = "ready-already": "they are ready already",
    CardsPlayed = "cards-played": "these cards have been played at the table, and have not come so from elsewhere",
    OpeningCountsCalled = "opening-counts-called": "a third card is out, and the opening counts were called before it",
    OwnWord = "own-word": "that has a word of its own, which says it with all its conditions",
    RoleHeld = "role-held": "this patron holds the role already",
    PatronStands = "patron-stands": "this patron stands; boxes besides a seat are held by who sits",
    OtherFact = "other-fact": "that fact is not one of this mishap",
    BalanceByHouse = "balance-by-house": "credits of an account are brought by the house itself",
}
