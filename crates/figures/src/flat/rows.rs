//! The rows of every flat table, field by field: their documentation is made from here.

use punto_vocab::{Money, Time};

use super::schema::{FlatColumn, FlatRow, FlatTable, InCell, flat};

flat! {
    /// One row for each coup that ended, with a result or without one, as it stands after all corrections.
    struct FlatCoup of Coups {
        /// The table.
        table_name: String,
        /// Which coup of the table since its first record, from 1; with `table_name` it names the coup everywhere.
        number: i64,
        /// Which shoe of the table, from 1.
        shoe: i64,
        /// Which coup of the shoe, from 1.
        coup: i64,
        /// The document it was dealt under.
        rulebook: String,
        /// The form of the game.
        variant: String,
        /// What was staked: `chips`, `credits`, or `tournament` for chips that are no money.
        medium: String,
        /// When its first card came.
        began: Time,
        /// When it was settled or became void.
        ended: Time,
        /// The record of its first card.
        first_record: i64,
        /// The record of its end.
        last_record: i64,
        /// Who dealt it; absent where Punto did.
        dealer: Option<String>,
        /// Whether it was void.
        void: bool,
        /// Whether it was dealt without wagers.
        no_bet: bool,
        /// `player`, `banker` or `tie`; absent without a result.
        winner: Option<String>,
        /// Player's point; absent without a result.
        player_point: Option<i64>,
        /// Banker's point; absent without a result.
        banker_point: Option<i64>,
        /// Player's cards as they were given, with blanks between: `4s Kh 2d`.
        player_cards: String,
        /// Banker's cards as they were given.
        banker_cards: String,
        /// How many cards left the shoe for it.
        cards: i64,
        /// How many wagers lay when its first card came.
        wagers: i64,
        /// The sum of their stakes, tokens among them.
        stakes: Money,
        /// Stakes that the house took, tokens among them.
        collected: Money,
        /// Promotional tokens among the stakes that were taken.
        tokens: Money,
        /// What was paid on top of stakes, with what was put right afterwards.
        paid: Money,
        /// Commission kept of what was won; it is already off what was paid.
        commission: Money,
        /// What the house won, below nought where it lost: `collected - paid`.
        win: Money,
        /// How many rows it has in `rulings`.
        rulings: i64,
        /// Whether a settlement of it was undone.
        corrected: bool,
        /// Whether it was undone with its shoe after it had a result.
        undone: bool,
    }

    /// One row for each wager that lay when the first card of a coup came or was found since, with what it came to.
    struct FlatWager of Wagers {
        /// The table.
        table_name: String,
        /// The coup's number at the table, as in `coups`.
        number: i64,
        /// Which shoe of the table.
        shoe: i64,
        /// Which coup of the shoe.
        coup: i64,
        /// When the coup ended.
        ended: Time,
        /// `chips`, `credits` or `tournament`.
        medium: String,
        /// Whose wager it is.
        patron: String,
        /// Whether that is a house player of a demonstration, whom reports leave out.
        house_player: bool,
        /// The box it lay in.
        box_number: i64,
        /// The bet, by the name that the rulebook gives it.
        bet: String,
        /// The whole stake; absent where it was sealed and never read out, or found afterwards.
        stake: Option<Money>,
        /// Promotional tokens among the stake; absent where the stake is.
        tokens_staked: Option<Money>,
        /// What the house took of the stake because the wager lost or was forfeited.
        collected: Money,
        /// Tokens among that.
        tokens: Money,
        /// What was paid on top of the stake, with what was put right afterwards.
        paid: Money,
        /// Commission kept of what was won; it is already off what was paid.
        commission: Money,
        /// What stood off, and went back or lies on.
        stood_off: Money,
        /// What went back for another reason: a void coup, a limit, a withdrawal after a ruling.
        returned: Money,
        /// What the house won on it: `collected - paid`.
        win: Money,
        /// The clauses and settings that what became of it rests on, with `, ` between.
        clauses: String,
    }

    /// One row for each card that left the shoe for a coup that ended, in the order in which they did.
    struct FlatCard of Cards {
        /// The table.
        table_name: String,
        /// The coup's number at the table, as in `coups`.
        number: i64,
        /// Which shoe of the table.
        shoe: i64,
        /// Which coup of the shoe.
        coup: i64,
        /// Which card of the coup, from 1.
        place: i64,
        /// When it came.
        time: Time,
        /// The card, such as `Td` or `As`.
        card: String,
        /// Its rank: `A`, `2` to `9`, `T`, `J`, `Q`, `K`.
        rank: String,
        /// Its suit: `c`, `d`, `h` or `s`.
        suit: String,
        /// What it counts, from 0 to 9.
        point: i64,
        /// The hand it was given to, `player` or `banker`; absent where it was neither.
        hand: Option<String>,
        /// Whether everybody saw its face in the course of the coup.
        seen: bool,
    }

    /// One row for each movement of money in the books of a table or of a patron's account.
    /// Every stream keeps books of its own: what goes to a table leaves an account in one of them and comes out of the `cage` in the
    /// other. A payment that is undone is a movement the other way.
    struct FlatMovement of Movements {
        /// The stream whose books it is in: `table/…` or `patron/…`.
        stream: String,
        /// The record that moved it.
        record: i64,
        /// When.
        time: Time,
        /// Who spoke, with the role: `dealer dan`, `patron ada`, `system`.
        actor: String,
        /// The coup in progress, by its number at the table; absent between coups, which is when stakes are laid.
        number: Option<i64>,
        /// What happened: the event's name, as in the page of stored records.
        event: String,
        /// `chips`, `tokens`, `credits` or `cash` at a table; `account` in an account.
        coin: String,
        /// Where it came from. At a table `float`, `layout`, `pocket`, `balance`, `owed`, `drop-box`, `cage`, `tips` or `miscount`; in an account `cage`, `balance`, `held`, `promotional`, `paper`, `table` or `house`.
        from_account: String,
        /// Where it went, by the same names.
        to_account: String,
        /// Whose, where it is one patron's.
        patron: Option<String>,
        /// How much, above nought.
        amount: Money,
        /// The clauses and settings it rests on, with `, ` between.
        clauses: String,
    }

    /// One row for each irregularity, each ruling and its order, and each finding and dispute.
    struct FlatRuling of Rulings {
        /// The table.
        table_name: String,
        /// The coup in progress, by its number at the table; absent between coups.
        number: Option<i64>,
        /// The record.
        record: i64,
        /// When.
        time: Time,
        /// Who spoke, with the role.
        actor: String,
        /// What happened: the event's name, such as `irregular`, `ruled`, `ordered`, `coup-void`, `mispaid` or `disputed`.
        event: String,
        /// What went wrong, where the event says so: `stray-player-card`.
        mishap: Option<String>,
        /// Which of the document's cases it is.
        mishap_case: Option<String>,
        /// What is done about it.
        cure: Option<String>,
        /// The role whose order it takes; absent where it takes none.
        ordered_by: Option<String>,
        /// The event as a line of a script.
        line: String,
        /// The clauses and settings it rests on, with `, ` between.
        clauses: String,
    }

    /// One row for each duty of a table, from when it arose until it was discharged.
    struct FlatDuty of Duties {
        /// The table.
        table_name: String,
        /// What is owed, as a line of a script: `tell surveillance card-fault`.
        duty: String,
        /// What kind of duty: `act`, `tell`, `shuffle`, `new-cards`, `call`, `no-bet-coup`, `order` or `decide`.
        kind: String,
        /// The record in which it arose.
        owed_record: i64,
        /// When it arose.
        owed: Time,
        /// The clauses and settings it rests on, with `, ` between.
        clauses: String,
        /// The record that discharged it; absent while it waits.
        discharged_record: Option<i64>,
        /// When it was discharged.
        discharged: Option<Time>,
        /// Who spoke when it was discharged, with the role.
        discharged_by: Option<String>,
        /// How long it waited, in whole milliseconds.
        waited_ms: Option<i64>,
    }
}
