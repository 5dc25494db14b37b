//! Everything that can be said to a table, one line each.

use punto_rulebook::{Breach, Burn, Cure, Mishap, Rule};
use punto_vocab::line::{Field, Words};
use punto_vocab::{BetId, Card, Cards, Money, PersonId, Role, ScriptTime, Time, Value, Valued};

use serde::{Deserialize, Serialize};

use punto_rulebook::{Opening, Range};

punto_vocab::words! {
    /// A hand, as scripts spell it.
    pub enum HandName: "a hand" {
        /// Player's.
        Player = "player",
        /// Banker's.
        Banker = "banker",
    }
}

punto_vocab::words! {
    /// What the dealer calls.
    pub enum Call: "a call" {
        /// Wagers are open.
        PlaceYourBets = "place-your-bets",
        /// Wagers are closed.
        NoMoreBets = "no-more-bets",
        /// Player's point, before Banker's hand goes out.
        PlayerPoint = "player-point",
        /// Player's point, then Banker's.
        Points = "points",
        /// The result.
        Result = "result",
        /// The next coup is the last of the shoe.
        LastCoup = "last-coup",
        /// The side bet is open to everybody.
        SideBets = "side-bets",
        /// The next coup takes no wagers.
        NoBets = "no-bets-this-hand",
    }
}

punto_vocab::words! {
    /// What patrons are asked to agree to.
    pub enum Matter: "a matter" {
        /// A change of limits.
        Limits = "limits",
        /// A change of variant.
        Variant = "variant",
        /// No-bet coups.
        NoBetCoups = "no-bet-coups",
        /// The end of the shoe after a void coup.
        EndShoe = "end-shoe",
        /// Pre-shuffled cards.
        Preshuffled = "preshuffled",
        /// Cards turned by patrons.
        Squeeze = "squeeze",
        /// Limits of the patron's own.
        PersonalLimits = "personal-limits",
    }
}

/// What an agreement is to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// These limits.
    Limits(Range),
    /// These limits of one bet.
    Stakes(BetId, Range),
    /// This form of the game.
    Variant(Words),
}

punto_vocab::stored! {
    enum Proposal: "a proposal" {
        Limits(limits) = "limits",
        Stakes(bet, limits) = "stakes",
        Variant(variant) = "variant",
    }
}

impl Field for Proposal {
    const REST: bool = true;
    const EXPECTED: &'static str =
        "limits like 25..1000, those of a bet like tie 5..100, or a form of the game";

    fn write(&self) -> String {
        match self {
            Proposal::Limits(limits) => limits.write(),
            Proposal::Stakes(bet, limits) => format!("{bet} {}", limits.write()),
            Proposal::Variant(variant) => variant.write(),
        }
    }

    fn read(text: &str) -> Result<Proposal, String> {
        let of_bet = |(bet, limits): (&str, &str)| {
            Some(Proposal::Stakes(BetId::read(bet).ok()?, Range::read(limits.trim()).ok()?))
        };
        let limits = Range::read(text).ok().map(Proposal::Limits);
        let limits = limits.or_else(|| text.split_once(char::is_whitespace).and_then(of_bet));
        limits.map_or_else(|| Words::read(text).map(Proposal::Variant), Ok)
    }
}

impl Valued for Proposal {
    fn value(&self) -> Value {
        match self {
            Proposal::Limits(limits) => limits.value(),
            Proposal::Stakes(..) => Value::Text(self.write()),
            Proposal::Variant(variant) => variant.value(),
        }
    }
}

/// A sign at the table, by what it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SignName {
    /// New limits.
    Limits(Range),
    /// New limits of one bet.
    Stakes(BetId, Range),
    /// Another form of the game.
    Variant(Words),
    /// The table will close.
    Closure,
    /// The old minimum will end.
    OldMinimumEnds,
    /// A side bet is confined to those with a main wager.
    Restriction(BetId),
    /// A patron's own limits.
    Personal(PersonId),
}

punto_vocab::stored! {
    enum SignName: "a sign" {
        Limits(limits) = "limits",
        Stakes(bet, limits) = "stakes",
        Variant(variant) = "variant",
        Closure = "closure",
        OldMinimumEnds = "old-minimum-ends",
        Restriction(bet) = "restriction",
        Personal(patron) = "personal",
    }
}

impl Field for SignName {
    const REST: bool = true;
    const EXPECTED: &'static str = "limits 25..1000, stakes tie 5..100, variant even-money, closure, old-minimum-ends, restriction tiger or personal ada";

    fn write(&self) -> String {
        match self {
            SignName::Limits(limits) => format!("limits {}", limits.write()),
            SignName::Stakes(bet, limits) => format!("stakes {bet} {}", limits.write()),
            SignName::Variant(variant) => format!("variant {variant}"),
            SignName::Closure => "closure".into(),
            SignName::OldMinimumEnds => "old-minimum-ends".into(),
            SignName::Restriction(bet) => format!("restriction {bet}"),
            SignName::Personal(patron) => format!("personal {patron}"),
        }
    }

    fn read(text: &str) -> Result<SignName, String> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["limits", limits] => Range::read(limits).map(SignName::Limits),
            ["stakes", bet, limits] => Ok(SignName::Stakes(BetId::read(bet)?, Range::read(limits)?)),
            ["variant", variant] => Words::read(variant).map(SignName::Variant),
            ["closure"] => Ok(SignName::Closure),
            ["old-minimum-ends"] => Ok(SignName::OldMinimumEnds),
            ["restriction", bet] => BetId::read(bet).map(SignName::Restriction),
            ["personal", patron] => PersonId::read(patron).map(SignName::Personal),
            _ => Err(format!("`{text}` is not a sign; expected {}", SignName::EXPECTED)),
        }
    }
}

impl Valued for SignName {
    fn value(&self) -> Value {
        Value::Text(self.write())
    }
}

punto_vocab::words! {
    /// What chips are bought with.
    pub enum With: "a way to pay" {
        /// Cash, into the drop box.
        Cash = "cash",
        /// A voucher, for promotional tokens.
        Voucher = "voucher",
        /// A balance, for credits.
        Balance = "balance",
    }
}

punto_vocab::words! {
    /// How cards are mixed.
    pub enum ShuffleBy: "a way to shuffle" {
        /// By the dealer.
        Hand = "hand",
        /// By a machine.
        Machine = "machine",
        /// They came pre-shuffled by the casino.
        CasinoPreshuffled = "casino-preshuffled",
        /// They came pre-shuffled by their maker.
        MakerPreshuffled = "maker-preshuffled",
    }
}

punto_vocab::words! {
    /// What is wrong with a wager on the layout.
    pub enum Fault: "a fault" {
        /// Outside its area, not flat, or on another.
        BadlyPlaced = "badly-placed",
        /// Put down too late.
        Late = "late",
    }
}

punto_vocab::words! {
    /// A fact that decides an irregularity.
    pub enum Fact: "a fact" {
        /// Nothing more to say.
        Plain = "plain",
        /// The cards can be put right.
        Reconstructable = "reconstructable",
        /// They cannot.
        BeyondRepair = "beyond-repair",
        /// The supervisor established the true outcome.
        Confirmed = "confirmed",
        /// The supervisor could not.
        NotConfirmed = "not-confirmed",
        /// Somebody is harmed by the failure.
        Harm = "harm",
        /// Nobody is; the cards can move undamaged.
        Sound = "sound",
        /// Nobody is; the cards can move, some are damaged.
        Damaged = "damaged",
        /// Nobody is; the cards cannot move.
        NotTransferable = "not-transferable",
        /// It happened in a coup before the one in progress.
        EarlierCoup = "earlier-coup",
    }
}

/// How a card is laid, where it is not laid as it is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laying {
    /// With this hand.
    To(HandName),
    /// With this hand, and its face was seen.
    ToSeen(HandName),
    /// With neither hand.
    Nowhere,
    /// With neither hand, and its face was seen.
    NowhereSeen,
    /// It came out face up.
    FaceUp,
    /// It is still in the shoe, and its face was seen there.
    InShoe,
    /// With its face down.
    FaceDown,
}

punto_vocab::stored! {
    enum Laying: "a way to lay a card" {
        To(hand) = "to",
        ToSeen(hand) = "to-seen",
        Nowhere = "nowhere",
        NowhereSeen = "nowhere-seen",
        FaceUp = "face-up",
        InShoe = "in-shoe",
        FaceDown = "face-down",
    }
}

impl Field for Laying {
    const REST: bool = true;
    const EXPECTED: &'static str =
        "to player, to banker or to nobody, each perhaps with `seen`, face-up, face-down or seen-in-shoe";

    fn write(&self) -> String {
        match self {
            Laying::To(hand) => format!("to {hand}"),
            Laying::ToSeen(hand) => format!("to {hand} seen"),
            Laying::Nowhere => "to nobody".into(),
            Laying::NowhereSeen => "to nobody seen".into(),
            Laying::FaceUp => "face-up".into(),
            Laying::InShoe => "seen-in-shoe".into(),
            Laying::FaceDown => "face-down".into(),
        }
    }

    fn read(text: &str) -> Result<Laying, String> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["to", "nobody"] => Ok(Laying::Nowhere),
            ["to", "nobody", "seen"] => Ok(Laying::NowhereSeen),
            ["to", hand] => HandName::read(hand).map(Laying::To),
            ["to", hand, "seen"] => HandName::read(hand).map(Laying::ToSeen),
            ["face-up"] => Ok(Laying::FaceUp),
            ["seen-in-shoe"] => Ok(Laying::InShoe),
            ["face-down"] => Ok(Laying::FaceDown),
            _ => Err(format!("`{text}` is not {}", Laying::EXPECTED)),
        }
    }
}

impl Valued for Laying {
    fn value(&self) -> Value {
        Value::Text(self.write())
    }
}

impl Command {
    /// Cards are got ready as usual.
    pub const PREPARE: Command = Command::Prepare { cut: None, by: None, burn: None };

    /// The next card, laid as it is due.
    pub const fn card(card: Card) -> Command {
        Command::Card { card, lies: None }
    }

    /// The next card, laid in this way.
    pub const fn laid(card: Card, lies: Laying) -> Command {
        Command::Card { card, lies: Some(lies) }
    }
}

punto_vocab::records! {
    /// What is said to a table.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Command {
        // The table.
        Open { opening: Opening } = "open {opening}",
        Close = "close",
        SignOn = "sign-on",
        SignOff = "sign-off",
        Act { rule: Rule, note: Option<Words> } = "act {rule} [{note}]",
        Tell { role: Role, rule: Rule } = "tell {role} of {rule}",
        TellBet { role: Role, bet: BetId } = "tell {role} restriction {bet}",
        Consent { patron: PersonId, matter: Matter, to: Option<Proposal> } = "consent {patron} {matter} [{to}]",

        // Signs and what they announce.
        PostLimits { limits: Range, from: Option<Time> } = "post limits {limits} [from {from}]",
        PostStakes { bet: BetId, limits: Range, from: Option<Time> } = "post stakes {bet} {limits} [from {from}]",
        PostVariant { variant: Words, from: Option<Time> } = "post variant {variant} [from {from}]",
        PostClosure { from: Option<Time> } = "post closure [from {from}]",
        PostOldMinimumEnds { from: Option<Time> } = "post old-minimum-ends [from {from}]",
        PostRestriction { bet: BetId } = "post restriction {bet}",
        TakeDown { sign: SignName } = "take-down {sign}",
        ChangeLimits { limits: Range } = "change limits {limits}",
        ChangeDifferential { amount: Money } = "change differential {amount}",
        ChangeArea { amount: Money, bet: Option<BetId> } = "change area {amount} [on {bet}]",
        ChangeStakes { bet: BetId, limits: Range } = "change stakes {bet} {limits}",
        RaiseAtOnce { limits: Range } = "raise-at-once {limits}",
        EndOldMinimum = "end-old-minimum",
        ChangeVariant { variant: Words } = "change variant {variant}",
        ChangeMethod { method: Words } = "change method {method}",
        Personal { patron: PersonId, limits: Range } = "personal {patron} {limits}",
        Liability { amount: Money } = "liability {amount}",
        Restrict { bet: BetId } = "restrict {bet}",
        Unrestrict { bet: BetId } = "unrestrict {bet}",

        // Patrons and their money.
        Sit { patron: PersonId, at: u8 } = "sit {patron}@{at}",
        Stand { patron: PersonId, at: u8 } = "stand {patron}@{at}",
        TakeBox { patron: PersonId, at: u8 } = "take {patron}@{at}",
        Leave { patron: PersonId } = "leave {patron}",
        BuyIn { patron: PersonId, amount: Money, with: With } = "buy-in {patron} {amount} {with}",
        CashOut { patron: PersonId, amount: Money } = "cash-out {patron} {amount}",
        ColourChange { patron: PersonId, amount: Money } = "colour-change {patron} {amount}",
        Fill { amount: Money } = "fill {amount}",
        Credit { amount: Money } = "credit {amount}",
        Exclude { patron: PersonId, why: Words } = "exclude {patron} {why}",
        MoveOn { patron: PersonId } = "move-on {patron}",
        Dispute { patron: PersonId, what: Words } = "dispute {patron} {what}",
        Decide { number: Option<u32>, what: Words } = "decide [dispute {number}] {what}",
        Review { number: Option<u32>, what: Words } = "review [dispute {number}] {what}",

        // Wagers.
        Bet { patron: PersonId, at: u8, bet: BetId, stake: Money } = "bet {patron}@{at} {bet} {stake}",
        Spoken { patron: PersonId, at: u8, bet: BetId, stake: Money, chips: Option<Money> } = "spoken {patron}@{at} {bet} {stake} [with {chips}]",
        Tokens { patron: PersonId, at: u8, bet: BetId, stake: Money } = "tokens {patron}@{at} {bet} {stake}",
        Alter { patron: PersonId, at: u8, bet: BetId, stake: Money } = "alter {patron}@{at} {bet} {stake}",
        Lift { patron: PersonId, at: u8, bet: BetId } = "lift {patron}@{at} {bet}",
        ApproveBoth { patron: PersonId } = "approve-both {patron}",
        RefuseWager { patron: PersonId, at: u8, bet: BetId, why: Words } = "refuse-wager {patron}@{at} {bet} {why}",
        Mark { patron: PersonId, at: u8, bet: BetId, fault: Fault } = "mark {patron}@{at} {bet} {fault}",
        Found { patron: PersonId, at: u8, bet: BetId, stake: Money } = "found {patron}@{at} {bet} {stake}",
        VoidWagers { patron: PersonId } = "void-wagers {patron}",
        Reduce = "reduce",
        Relax { patron: PersonId, at: u8, bet: BetId, stake: Money } = "relax {patron}@{at} {bet} {stake}",

        // The shoe.
        Prepare { cut: Option<u32>, by: Option<PersonId>, burn: Option<Card> } = "prepare [cut {cut} [by {by}]] [burn {burn}]",
        Shuffle { by: ShuffleBy } = "shuffle {by}",
        LetPatronsCut = "let-patrons-cut",
        OfferCut { patron: PersonId } = "offer-cut {patron}",
        DeclineCut { patron: PersonId } = "decline-cut {patron}",
        PassCut { patron: PersonId, to: PersonId } = "pass-cut {patron} to {to}",
        Cut { depth: u32, by: Option<PersonId> } = "cut {depth} [by {by}]",
        PlaceMarker { behind: u32 } = "place-marker {behind}",
        Burn { form: Burn, card: Option<Card> } = "burn {form} [{card}]",
        NewCards { colour: Words } = "new-cards {colour}",
        Marker = "marker",
        MarkerSeen = "marker-seen",

        // The coup.
        Call { call: Call } = "call {call}",
        Card { card: Card, lies: Option<Laying> } = "card {card} [{lies}]",
        Turn { hand: HandName } = "turn {hand}",
        OfferHand { hand: HandName, patron: PersonId } = "offer {hand} to {patron}",
        DeclineHand { patron: PersonId, hand: HandName } = "decline {patron} {hand}",
        Pass { hand: HandName, patron: PersonId } = "pass {hand} to {patron}",
        PassOn { hand: HandName, patron: PersonId } = "nominate {hand} to {patron}",
        Return { hand: HandName } = "return {hand}",
        ReturnUnseen { hand: HandName } = "return {hand} unseen",
        Forfeit { hand: HandName } = "forfeit {hand}",
        GiveUpRole = "give-up-role",
        FreeCoup = "free-coup",
        Settle = "settle",
        EndShoe = "end-shoe",

        // What was believed, and what is known now.
        Rekey { was: Card, card: Card, place: Option<u32>, back: Option<u32> } = "rekey {was} as {card} [drawn {place}] [back {back}]",
        Mispaid { patron: PersonId, at: u8, bet: BetId, paid: Money, said: Option<Money> } = "mispaid {patron}@{at} {bet} {paid} [instead-of {said}]",

        // When something went wrong.
        Report { mishap: Mishap, fact: Fact } = "report {mishap} {fact}",
        Order { cure: Option<Cure> } = "order [{cure}]",
        Spoiled { cards: Cards } = "spoiled {cards}",
        Withdraw { patron: PersonId, at: u8, bet: BetId } = "withdraw {patron}@{at} {bet}",
        Resume = "resume",
        Invalidate { patron: PersonId } = "forfeit-wagers {patron}",

        // What a tournament adds.
        LimitOff { breach: Breach } = "limit-off {breach}",
        WagerOrder { names: Words } = "wager-order {names}",
        Seal { patron: PersonId, at: u8, bet: BetId, stake: Money } = "seal {patron}@{at} {bet} {stake}",
        Reveal { patron: PersonId, at: u8, bet: BetId } = "reveal {patron}@{at} {bet}",

        // The clock.
        Tick { until: ScriptTime } = "tick {until}",
    }
}
