//! Everything that can be said to a table, one line each.

use punto_rulebook::{Breach, Burn, Cure, Mishap, Owed, Rule};
use punto_vocab::line::Words;
use punto_vocab::{BetId, Card, Cards, Money, PersonId, Role, ScriptTime, Time, TokenVoucher, Tray};

use crate::about::{About, PatronOrder, PersonsRule};
use punto_rulebook::{Opening, Range};
pub use punto_rulebook::{Proposal, SignName};
pub use punto_vocab::{Call, Fact, Fault, HandName, Laying, Matter, ShuffleBy, With};

impl Command {
    /// Prepares the cards as usual.
    pub const PREPARE: Command = Command::Prepare { cut: None, by: None, burn: None };

    /// The next card, laid as it is due.
    pub const fn card(card: Card) -> Command {
        Command::Card { card, lies: None }
    }

    /// The next card, laid in this way.
    pub const fn laid(card: Card, lies: Laying) -> Command {
        Command::Card { card, lies: Some(lies) }
    }

    /// The command that discharges a duty; none where its particulars are not known yet: which cards, or what is decided.
    pub const fn discharging(owed: Owed) -> Option<Command> {
        match owed {
            // Which cards they are is known to whoever looks at them.
            Owed::Act(Rule::SpoiledCards) => None,
            Owed::Act(rule) => Some(Command::Act { rule, note: None }),
            Owed::Tell(role, rule) => Some(Command::Tell { role, rule }),
            Owed::Call(call) => Some(Command::Call { call }),
            Owed::Order(_) => Some(Command::Order { cure: None }),
            Owed::Shuffle | Owed::NewCards(_) | Owed::NoBetCoup | Owed::Decide(_) => None,
        }
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
        ActAbout { rule: PersonsRule, about: About } = "act {rule} {about}",
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
        BuyIn { patron: PersonId, amount: Money, with: With, voucher: Option<TokenVoucher> } = "buy-in {patron} {amount} {with} [{voucher}]",
        CashOut { patron: PersonId, amount: Money } = "cash-out {patron} {amount}",
        ColourChange { patron: PersonId, amount: Money } = "colour-change {patron} {amount}",
        Fill { amount: Money } = "fill {amount}",
        Credit { amount: Money } = "credit {amount}",
        Count { tray: Tray } = "count {tray}",
        Tip { patron: PersonId, amount: Money } = "tip {patron} {amount}",
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
        Nominate { hand: HandName, patron: PersonId } = "nominate {hand} to {patron}",
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
        ForfeitWagers { patron: PersonId } = "forfeit-wagers {patron}",

        // What a tournament adds.
        LimitOff { breach: Breach } = "limit-off {breach}",
        WagerOrder { names: PatronOrder } = "wager-order {names}",
        Seal { patron: PersonId, at: u8, bet: BetId, stake: Money } = "seal {patron}@{at} {bet} {stake}",
        Reveal { patron: PersonId, at: u8, bet: BetId, stake: Option<Money> } = "reveal {patron}@{at} {bet} [{stake}]",

        // The clock.
        Tick { until: ScriptTime } = "tick {until}",
    }
}
