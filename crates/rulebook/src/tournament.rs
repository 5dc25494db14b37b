//! Tournaments: what a document asks for when tables are played for prizes.
//!
//! As with the procedure around a coup, what is done is Rust, in `punto-tournament`; which document asks for it, of whom and
//! by which clause is data. A document without a `[tournament]` has no tournaments.

use punto_vocab::Role;

use crate::Way;
use crate::items::{ItemRule, read_items, read_rules, roles_of};
use crate::procedure::Procedure;
use crate::reader::Section;
use crate::rulebook::{RoleRule, read_roles};

punto_vocab::words! {
    /// A rule of tournaments that a document may have.
    pub enum TournamentRule: "a rule of tournaments" {
        // Entry, fees and the pool.
        /// The conditions are published.
        Publish = "publish",
        /// A fee may be charged, and value added to the pool.
        Fee = "fee",
        /// The fees are the pool; `number` is how many of a hundred the house may keep.
        Pool = "pool",
        /// The pool may be guaranteed.
        Guarantee = "guarantee",
        /// Who is an applicant.
        Applicant = "applicant",
        /// Who is an entrant.
        Entrant = "entrant",
        /// Everybody gets the conditions.
        Inform = "inform",
        /// An applicant agrees to them in writing.
        Endorse = "endorse",
        /// An application may be refused.
        RefuseEntry = "refuse-entry",
        /// An application that selection criteria exclude is refused.
        RefuseByCriteria = "refuse-by-criteria",
        /// Who may not enter or gamble is refused.
        RefuseNotEntitled = "refuse-not-entitled",
        /// How many may enter.
        Capacity = "capacity",
        /// Who withdraws in time gets the fee back; `number` is how many days before the start, where the document says so.
        Withdraw = "withdraw",
        /// Fees are kept otherwise.
        FeeKept = "fee-kept",
        /// The tournament may be cancelled, and fees go back.
        Cancel = "cancel",
        /// How many go on is fixed at the start.
        Advance = "advance",

        // Tables, seats and sessions.
        /// The officer is there while it is played.
        Present = "present",
        /// The officer says which tables are used.
        Designate = "designate",
        /// Such a table is for nothing else while a session is played.
        Exclusive = "exclusive",
        /// Who gives tables and seats.
        Allocate = "allocate",
        /// A start is moved on reasonable notice.
        Reschedule = "reschedule",
        /// What a session is.
        Session = "session",
        /// Everybody begins a session with the same chips.
        Allotment = "allotment",
        /// Chips are bought before a session.
        BuyIn = "buy-in",
        /// Who does not buy them is out.
        NoBuyIn = "no-buy-in",
        /// Who is out may buy back.
        BuyBack = "buy-back",
        /// A session ends early once those who go on are known.
        EndEarly = "end-early",
        /// And where chips become cash, if everybody at the table agrees.
        EndEarlyAgreed = "end-early-agreed",
        /// Those who are out play for a second chance.
        SecondChance = "second-chance",

        // Who is not there.
        /// Somebody is not seated in time: the minimum is deducted, for `number` coups at most.
        Late = "late",
        /// Then the place is lost.
        LateLost = "late-lost",
        /// With chips that are money it is lost at once.
        LateLive = "late-live",
        /// Who lost it so may play for a second chance.
        LateSecondChance = "late-second-chance",
        /// Somebody is absent in a session: the minimum is deducted, for `number` coups at most.
        Absent = "absent",
        /// With chips that are money a substitute is named, or the place is lost.
        AbsentLive = "absent-live",
        /// Who is late or absent may lose the place.
        CancelPlace = "cancel-place",
        /// Somebody else takes the seat.
        Substitute = "substitute",

        // Conduct.
        /// Who breaks a rule may be disqualified.
        Disqualify = "disqualify",
        /// Without a refund.
        NoRefund = "no-refund",
        /// Who hides chips is disqualified.
        HidingChips = "hiding-chips",
        /// Who adds to the chips otherwise than by winning is disqualified.
        AddingChips = "adding-chips",
        /// Chips stay on the table, in view.
        ChipsInView = "chips-in-view",
        /// Entrants do not exchange chips.
        NoSwaps = "no-swaps",
        /// Entrants neither give nor take advice.
        NoAdvice = "no-advice",
        /// A dispute stops play until the officer has decided it.
        Dispute = "dispute",
        /// Chips are counted at the end of a session.
        Count = "count",
        /// The officer may have them counted at any time.
        CountAll = "count-all",
        /// All chips go back to the inventory, and what is missing is recorded.
        ReturnChips = "return-chips",

        // Wagers.
        /// Wagers are made with the chips of the tournament.
        Chips = "chips",
        /// Where chips are money, with these.
        LiveChips = "live-chips",
        /// Whose the chips are at the end.
        ChipsAtEnd = "chips-at-end",
        /// Wagers are on one hand, perhaps with the tie.
        Bets = "bets",
        /// Never on both hands.
        OneHand = "one-hand",
        /// Only from one's own place.
        OwnPlace = "own-place",
        /// There is a wager in every coup.
        EveryCoup = "every-coup",
        /// Nothing below the minimum.
        Minimum = "minimum",
        /// Nothing above the maximum.
        Maximum = "maximum",
        /// In which steps wagers are made.
        Units = "units",
        /// A wager found below the minimum is made up to it.
        FoundUnder = "found-under",
        /// A wager found above the maximum counts up to it.
        FoundOver = "found-over",
        /// The officer may limit the time to wager.
        TimeLimit = "time-limit",
        /// Who overruns it may be held to the minimum.
        Overrun = "overrun",
        /// Who cannot make the minimum is out.
        Eliminated = "eliminated",
        /// What becomes of the chips that are left then.
        LeftOver = "left-over",
        /// The place is nobody's then.
        DeadPlace = "dead-place",
        /// Limits change as was announced.
        LimitsRise = "limits-rise",
        /// An indicator card is put into the shoe; `number` is how many cards lie behind it.
        Indicator = "indicator",
        /// It comes out, and the coup goes on.
        IndicatorOut = "indicator-out",
        /// A pass card may be played in place of a wager.
        PassCard = "pass-card",

        // The order of wagering.
        /// There is one.
        Order = "order",
        /// Who is first.
        Marker = "marker",
        /// Which way it goes on.
        Sequence = "sequence",
        /// A wager before its turn.
        OutOfTurn = "out-of-turn",
        /// A wager that is made stays.
        FinalWager = "final-wager",
        /// After a tie it may be altered.
        AfterTie = "after-tie",

        // Hidden wagers.
        /// They may be made, as often as the conditions say.
        Hidden = "hidden",
        /// What is written on the form, and who takes it.
        HiddenForm = "hidden-form",
        /// It is marked and recorded.
        HiddenRecord = "hidden-record",
        /// Within the limits.
        HiddenLimits = "hidden-limits",
        /// Within the chips.
        HiddenChips = "hidden-chips",
        /// Together with a wager in chips.
        HiddenWithChips = "hidden-with-chips",
        /// The form is examined before the coup.
        Examine = "examine",
        /// The form is read out.
        Announce = "announce",
        /// From then on no wager changes.
        AnnounceLocks = "announce-locks",
        /// In the last coup of the final, if everybody has a hidden wager, all are read out before the first card.
        LastCoup = "last-coup",
        /// A tie uses it up, too.
        HiddenTie = "hidden-tie",
        /// One that is faulty.
        Faulty = "faulty",
        /// Too small.
        FaultyUnder = "faulty-under",
        /// Too large.
        FaultyOver = "faulty-over",
        /// More than the chips.
        FaultyChips = "faulty-chips",
        /// No bet, or no amount.
        FaultyUnclear = "faulty-unclear",
        /// Other entrants may see the form.
        ShowForm = "show-form",

        /// Cards that the wrong entrant has turned are played on.
        WrongHolder = "wrong-holder",

        // Winners and prizes.
        /// Who wins a session.
        Winners = "winners",
        /// Those who are level play on.
        PlayOff = "play-off",
        /// How many coups a drawn card gives.
        PlayOffDraw = "play-off-draw",
        /// Those who are out in the same coup.
        SameCoup = "same-coup",
        /// Everybody is out in the same coup.
        AllOut = "all-out",
        /// The pool is paid out.
        Prizes = "prizes",
    }
}

punto_vocab::words! {
    /// An item of the conditions of a tournament.
    pub enum Item: "an item of the conditions" {
        /// The fee to enter.
        Fee = "fee",
        /// The form of application.
        Form = "form",
        /// The conditions of entry.
        Entry = "entry",
        /// The least and the most entrants.
        Entrants = "entrants",
        /// The chips each has at the beginning of a session.
        Chips = "chips",
        /// `yes` where they are bought.
        Bought = "bought",
        /// Whether a wager is compulsory in each coup.
        Compulsory = "compulsory",
        /// The least and the most of a wager.
        Limits = "limits",
        /// The step in which wagers rise.
        Unit = "unit",
        /// The limits later in a session.
        Rise = "rise",
        /// After how many coups they hold; with the indicator card where none is given.
        RiseAfter = "rise-after",
        /// The dealing method.
        Method = "method",
        /// How many rounds there are.
        Rounds = "rounds",
        /// How long a session is: `coups 20`, `minutes 60` or `shoes 1`.
        Session = "session",
        /// How many tables a round has.
        Tables = "tables",
        /// How many go on from each table.
        Advance = "advance",
        /// How those who are out may come back in a further session.
        SecondChance = "second-chance",
        /// How tables and seats are given: `draw` or `officer`.
        Seating = "seating",
        /// Which way seats are numbered: `anticlockwise-from-dealers-right` or `clockwise-from-dealers-left`.
        Numbering = "numbering",
        /// Whether there is an order of wagering.
        Order = "order",
        /// How many pass cards each has in a session.
        PassCards = "pass-cards",
        /// How many hidden wagers each has in a session.
        Hidden = "hidden",
        /// Whether a tie uses up a hidden wager: `used` or `given-back`.
        HiddenAfterTie = "hidden-after-tie",
        /// How often somebody who is out may buy back.
        BuyBacks = "buy-backs",
        /// `yes`: only who may enter the casino and gamble.
        EntitledOnly = "entitled-only",
        /// `yes` where any application may be refused.
        MayRefuse = "may-refuse",
        /// Criteria of selection.
        Criteria = "criteria",
        /// Until how many days before the start the fee comes back.
        WithdrawDays = "withdraw-days",
        /// The prizes, in hundredths of the pool, from the first place on.
        Prizes = "prizes",
        /// How prizes are paid.
        Paid = "paid",
        /// The least that the pool comes to.
        Guarantee = "guarantee",
        /// `yes`: the officer runs the tournament and the rules prevail.
        RulesPrevail = "rules-prevail",
        /// `yes` where applicants agree in writing.
        Written = "written",
        /// `yes` where chips are worth money.
        Live = "live",
        /// `yes` where chips are turned into cash at the end of a session.
        CashOut = "cash-out",
        /// How many minutes' notice is reasonable.
        Notice = "notice",
        /// When it begins.
        Start = "start",
    }
}

impl TournamentRule {
    /// The ways in which a document may have it followed.
    pub const fn ways(self) -> &'static [Way] {
        match self {
            TournamentRule::Endorse | TournamentRule::RefuseEntry => &[Way::Optional],
            TournamentRule::RefuseByCriteria | TournamentRule::Order => &[Way::Optional],
            TournamentRule::CancelPlace => &[Way::Optional],
            TournamentRule::Cancel => &[Way::EveryFee],
            TournamentRule::Session => &[Way::TimeOrShoes],
            TournamentRule::Late | TournamentRule::Absent => &[Way::AsDirected, Way::EachCoup],
            TournamentRule::EveryCoup => &[Way::Disqualified, Way::Waits],
            TournamentRule::Units => &[Way::Minimum, Way::Posted],
            TournamentRule::FoundUnder => &[Way::VoidIfUnable],
            TournamentRule::LimitsRise => &[Way::AsAnnounced, Way::AfterIndicator],
            TournamentRule::Marker => &[Way::BoxByBox],
            TournamentRule::Sequence => &[Way::Clockwise, Way::Anticlockwise],
            TournamentRule::OutOfTurn => &[Way::TakenBack, Way::Stands],
            TournamentRule::HiddenForm => &[Way::FiguresAndWords],
            TournamentRule::Announce => &[Way::BeforeCards, Way::AfterCards],
            TournamentRule::PlayOff => &[Way::UntilDecided, Way::DrawnCoups],
            TournamentRule::SameCoup => &[Way::ByResidual, Way::Shared],
            _ => &[],
        }
    }
}

/// The rules of tournaments of a document; none where it has no tournaments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentRules {
    /// Who has a part in tournaments besides those of ordinary tables; the first answers for them.
    pub roles: Vec<RoleRule>,
    rules: Vec<Option<Procedure>>,
    items: Vec<Option<ItemRule>>,
}

impl TournamentRules {
    /// A rule, if the document has it.
    pub fn get(&self, rule: TournamentRule) -> Option<&Procedure> {
        self.rules.get(rule as usize)?.as_ref()
    }

    /// What the document says of an item of the conditions.
    pub fn item(&self, item: Item) -> Option<&ItemRule> {
        self.items.get(item as usize)?.as_ref()
    }

    /// The officer who answers for tournaments, if the document has any.
    pub fn officer(&self) -> Option<Role> {
        self.roles.first().map(|rule| rule.role)
    }

    pub(crate) fn read(section: Section<'_, '_>, known: &[Role]) -> TournamentRules {
        let known = roles_of(&section, known);
        let roles = section.section("roles").map(|roles| read_roles(roles, &known)).unwrap_or_default();
        let items = section.section("conditions").map(read_items::<Item>).unwrap_or_default();
        let rules = section.section("rules");
        let rules = rules.map(|own| read_rules(own, &known, TournamentRule::ways)).unwrap_or_default();
        section.close();
        TournamentRules { roles, rules, items }
    }
}
