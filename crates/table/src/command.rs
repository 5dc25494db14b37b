//! Everything that can be said to a table, one line each.

use punto_rulebook::{Breach, Burn, Cure, Mishap, Rule};
use punto_vocab::line::Words;
use punto_vocab::{BetId, Card, Money, PatronId, Role};

use crate::actor::Time;
use crate::opening::{Opening, Range};

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
        /// Player's point, then Banker's.
        Points = "points",
        /// The result.
        Result = "result",
        /// The next coup is the last of the shoe.
        LastCoup = "last-coup",
        /// The side bet is open to everybody.
        SideBets = "side-bets",
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

punto_vocab::records! {
    /// What is said to a table.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Command {
        // The table.
        Open { opening: Opening } = "open {opening}",
        Close = "close",
        SignOn = "sign-on",
        SignOff = "sign-off",
        Act { rule: Rule } = "act {rule}",
        ActNoted { rule: Rule, note: Words } = "act {rule} {note}",
        Tell { role: Role, rule: Rule } = "tell {role} of {rule}",
        TellBet { role: Role, bet: BetId } = "tell {role} restriction {bet}",
        Consent { patron: PatronId, matter: Matter } = "consent {patron} {matter}",

        // Signs and what they announce.
        PostLimits { limits: Range } = "post limits {limits}",
        PostVariant { variant: Words } = "post variant {variant}",
        PostClosure = "post closure",
        PostOldMinimumEnds = "post old-minimum-ends",
        PostRestriction { bet: BetId } = "post restriction {bet}",
        ChangeLimits { limits: Range } = "change limits {limits}",
        RaiseAtOnce { limits: Range } = "raise-at-once {limits}",
        EndOldMinimum = "end-old-minimum",
        ChangeVariant { variant: Words } = "change variant {variant}",
        ChangeMethod { method: Words } = "change method {method}",
        Personal { patron: PatronId, limits: Range } = "personal {patron} {limits}",
        Liability { amount: Money } = "liability {amount}",
        Restrict { bet: BetId } = "restrict {bet}",
        Unrestrict { bet: BetId } = "unrestrict {bet}",

        // Patrons and their money.
        Sit { patron: PatronId, at: u8 } = "sit {patron}@{at}",
        Stand { patron: PatronId, at: u8 } = "stand {patron}@{at}",
        TakeBox { patron: PatronId, at: u8 } = "take {patron}@{at}",
        Leave { patron: PatronId } = "leave {patron}",
        BuyIn { patron: PatronId, amount: Money, with: With } = "buy-in {patron} {amount} {with}",
        CashOut { patron: PatronId, amount: Money } = "cash-out {patron} {amount}",
        ColourChange { patron: PatronId, amount: Money } = "colour-change {patron} {amount}",
        Fill { amount: Money } = "fill {amount}",
        Credit { amount: Money } = "credit {amount}",
        Exclude { patron: PatronId, why: Words } = "exclude {patron} {why}",
        MoveOn { patron: PatronId } = "move-on {patron}",
        Dispute { patron: PatronId, what: Words } = "dispute {patron} {what}",
        Decide { what: Words } = "decide {what}",
        Review { what: Words } = "review {what}",

        // Wagers.
        Bet { patron: PatronId, at: u8, bet: BetId, stake: Money } = "bet {patron}@{at} {bet} {stake}",
        Tokens { patron: PatronId, at: u8, bet: BetId, stake: Money } = "tokens {patron}@{at} {bet} {stake}",
        Alter { patron: PatronId, at: u8, bet: BetId, stake: Money } = "alter {patron}@{at} {bet} {stake}",
        Lift { patron: PatronId, at: u8, bet: BetId } = "lift {patron}@{at} {bet}",
        ApproveBoth { patron: PatronId } = "approve-both {patron}",
        RefuseWager { patron: PatronId, at: u8, bet: BetId, why: Words } = "refuse-wager {patron}@{at} {bet} {why}",
        Mark { patron: PatronId, at: u8, bet: BetId, fault: Fault } = "mark {patron}@{at} {bet} {fault}",
        Found { patron: PatronId, at: u8, bet: BetId, stake: Money } = "found {patron}@{at} {bet} {stake}",
        VoidWagers { patron: PatronId } = "void-wagers {patron}",
        Reduce = "reduce",
        Relax { patron: PatronId, at: u8, bet: BetId, stake: Money } = "relax {patron}@{at} {bet} {stake}",

        // The shoe.
        Prepare = "prepare",
        PrepareCut { depth: u32 } = "prepare cut {depth}",
        PrepareCutFor { depth: u32, patron: PatronId } = "prepare cut {depth} by {patron}",
        PrepareBurn { card: Card } = "prepare burn {card}",
        PrepareCutBurn { depth: u32, card: Card } = "prepare cut {depth} burn {card}",
        PrepareCutForBurn { depth: u32, patron: PatronId, card: Card } = "prepare cut {depth} by {patron} burn {card}",
        Shuffle { by: ShuffleBy } = "shuffle {by}",
        LetPatronsCut = "let-patrons-cut",
        OfferCut { patron: PatronId } = "offer-cut {patron}",
        DeclineCut { patron: PatronId } = "decline-cut {patron}",
        PassCut { patron: PatronId, to: PatronId } = "pass-cut {patron} to {to}",
        Cut { depth: u32 } = "cut {depth}",
        CutFor { depth: u32, patron: PatronId } = "cut {depth} by {patron}",
        PlaceMarker { behind: u32 } = "place-marker {behind}",
        BurnAs { form: Burn } = "burn {form}",
        BurnCard { form: Burn, card: Card } = "burn {form} {card}",
        NewCards { colour: Words } = "new-cards {colour}",
        Marker = "marker",
        MarkerSeen = "marker-seen",

        // The coup.
        Call { call: Call } = "call {call}",
        Card { card: Card } = "card {card}",
        CardTo { card: Card, to: HandName } = "card {card} to {to}",
        CardSeen { card: Card, to: HandName } = "card {card} to {to} seen",
        CardNowhere { card: Card } = "card {card} to nobody",
        CardNowhereSeen { card: Card } = "card {card} to nobody seen",
        CardFaceUp { card: Card } = "card {card} face-up",
        CardInShoe { card: Card } = "card {card} seen-in-shoe",
        CardFaceDown { card: Card } = "card {card} face-down",
        Turn { hand: HandName } = "turn {hand}",
        OfferHand { hand: HandName, patron: PatronId } = "offer {hand} to {patron}",
        DeclineHand { patron: PatronId, hand: HandName } = "decline {patron} {hand}",
        Pass { hand: HandName, patron: PatronId } = "pass {hand} to {patron}",
        PassOn { hand: HandName, patron: PatronId } = "nominate {hand} to {patron}",
        Return { hand: HandName } = "return {hand}",
        ReturnUnseen { hand: HandName } = "return {hand} unseen",
        Forfeit { hand: HandName } = "forfeit {hand}",
        GiveUpRole = "give-up-role",
        FreeCoup = "free-coup",
        Settle = "settle",
        EndShoe = "end-shoe",

        // When something went wrong.
        Report { mishap: Mishap, fact: Fact } = "report {mishap} {fact}",
        Order = "order",
        OrderAs { cure: Cure } = "order {cure}",
        Withdraw { patron: PatronId, at: u8, bet: BetId } = "withdraw {patron}@{at} {bet}",
        Resume = "resume",
        Invalidate { patron: PatronId } = "forfeit-wagers {patron}",

        // What a tournament adds.
        LimitOff { breach: Breach } = "limit-off {breach}",
        WagerOrder { names: Words } = "wager-order {names}",
        Seal { patron: PatronId, at: u8, bet: BetId, stake: Money } = "seal {patron}@{at} {bet} {stake}",
        Reveal { patron: PatronId, at: u8, bet: BetId } = "reveal {patron}@{at} {bet}",

        // The clock.
        Tick { until: Time } = "tick {until}",
    }
}
