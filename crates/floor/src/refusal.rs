//! Why the floor itself refuses something, whatever the document of a table allows.

use std::collections::BTreeMap;

use punto_scanner::ShoeReason;
use punto_site::Grants;
use punto_table::{HouseReason, Reason, Refused};
use punto_vocab::{Authority, Citation, Money, PersonId, Setting};

use crate::plan::TableName;

punto_vocab::reasons! {
    /// Why the floor itself refuses something: what was asked, and what would be right.
    pub enum FloorReason {
        Held = "table-held": "a fault must be cleared first; no play and no money until then",
        StillWrong { wrong: String } = "still-wrong": "the check was made again, and this is still wrong: {wrong}",
        AnotherDeals { who: PersonId } = "another-deals": "{who} deals here; a table has one dealer, and {who} signs off first",
        DealsElsewhere { who: PersonId, table: TableName } = "deals-elsewhere": "{who} deals at {table}; a dealer is at one table, and signs off there first",
        NotOnHere { who: PersonId, table: TableName } = "not-on-here": "{who} is not on at {table}; this is asked for by whoever is on there, so sign on first",
        NoOfficerHere = "no-officer-here": "the software deals here; a person takes the dealing over when an officer is on at this table",
        CardsUnseen = "cards-unseen": "nobody tells cards alone where accounts are paid; somebody else of staff signs on at this table first",
        TakesTwo { needed: Grants } = "takes-two": "nobody says this alone, as it changes what wagers are paid; somebody else says it at this screen as {needed}",
        CardsFromOwnShoe = "cards-from-own-shoe": "cards come from the house's own shoe here; ask for one to be dealt",
        OwnShoeInOne = "own-shoe-in-one": "Punto makes the house's own shoe ready by itself; a patron may choose the cut while it waits",
        NoOwnShoe = "no-own-shoe": "no shoe of the house's own is in play here",
        NoShoeToCut = "no-shoe-to-cut": "no shoe waits for its cut",
        NoSharesNow = "no-shares-now": "no shoe takes or awaits this share now",
        ShareOfAnotherShoe = "share-of-another-shoe": "this share is of another shoe than the one that is promised",
        PledgedOtherwise = "pledged-otherwise": "another share was pledged for this shoe already",
        PledgeOfAnother = "pledge-of-another": "somebody else has pledged the same; make another share",
        SitsOutShares = "sits-out-shares": "a share was not revealed in time for the shoe before, so this terminal gives none for this one",
        EnoughShares = "enough-shares": "this shoe takes no further shares",
        NotThePledgedShare = "not-the-pledged-share": "this is not the share that was pledged",
        KeyOfAnotherPerson = "key-of-another-person": "this key belongs to somebody else's command; make another",
        KeyOfAnotherCommand = "key-of-another-command": "this key belongs to another command; make a new key for a new command",
        OfAnotherCoup { coup: u32, shoe: u32, now: u32, now_shoe: u32 } = "of-another-coup": "this was said of coup {coup}, shoe {shoe}; the table is at coup {now}, shoe {now_shoe}",
        NotSoFar { seen: u64, seq: u64 } = "not-so-far": "this was said after record {seen}, and the table's last is {seq}",
        PrepareIsForScripts = "prepare-is-for-scripts": "cards are made ready step by step by those who do it: checked, shuffled, cut, marked and burned",
        NothingForATable = "nothing-for-a-table": "this is nothing that is said to a table",
        OtherKindOfMoney = "other-kind-of-money": "money of another kind than this table's is in the account",
        OtherCurrency { currency: String, own: String } = "other-currency": "this table is in {currency}, and accounts are in {own}; money is exchanged at the cage",
        NotInCurrency { amount: Money, currency: String, smallest: Money } = "table-not-in-currency": "{amount} is not an amount of {currency}; its smallest is {smallest}",
        CountedFiner { currency: String } = "counted-finer": "{currency} is counted finer than in hundredths, which money is counted in here",
        CreditsJustCame = "credits-just-came": "somebody's credits have just come to the table; say it again",
        BothSidesAtOnce = "both-sides-at-once": "money moves to and from tables with both sides at once",
        NoAccountsHere { table: TableName } = "no-accounts-here": "no account brings money to {table}",
        NoAccountOfThatName { patron: PersonId } = "no-account-of-that-name": "{patron} cannot have an account; its name would take lower-case letters, figures and - only",
        TableExists { table: TableName } = "table-exists": "there is a table {table} already",
        NoSuchDocument { document: String } = "no-such-document": "there is no document {document}",
        OnlyInDemonstrations = "only-in-demonstrations": "a table that plays for nothing belongs into a demonstration; this house plays for money",
        DemonstrationOnly = "demonstration-only": "guests play with play money of their own here: choose `demonstration yes`, or leave it out",
        OfTournament = "of-tournament": "this table plays for its tournament alone; seats, wagers and limits are said to the tournament",
        TournamentWaits = "tournament-waits": "the tournament has not let the cards of this coup out yet",
        TableNotOpen = "tournament-table-not-open": "the table of the tournament is not open yet: whoever must be there signs on first",
        FormsUnread = "forms-unread": "the tournament has hidden wagers of this coup that are not read out yet",
        TablesOfTournaments = "tables-of-tournaments": "a table of a tournament is put up by its tournament alone, and an ordinary one by nobody else",
        NameOfTournament { table: TableName } = "name-of-tournament": "{table} is a name of a tournament or of its tables; choose another",
        NameOfPromotion { table: TableName } = "name-of-promotion": "{table} is a name of a promotion; choose another",
        OfTables = "of-tables": "what happens at a table is read from its record, and what the clock says is the house's; nobody tells it",
        OfEntrant { entrant: PersonId } = "of-entrant": "{entrant} says this in person; nobody speaks for an entrant",
        OfAnotherCurrency { currency: String, own: String } = "of-another-currency": "fees and prizes are money of accounts, which are in {own}, not in {currency}",
        EntriesUnbounded = "entries-unbounded": "the conditions say how many entries each may have, or that coups are entries",
        PoolTakesTwo = "pool-takes-two": "nobody does this alone, as it moves what is played for; it is proposed, and somebody who answers for the house approves it",
        FilledInByHouse = "filled-in-by-house": "the house fills in seeds, promises and seals by itself",
        NotAsProposed = "not-as-proposed": "this is not what was proposed and approved",
        NoPatronHere { who: PersonId } = "no-patron-here": "{who} has no account in this house",
        NameOfStaff { who: PersonId } = "name-of-staff": "{who} is somebody of staff, who does not play here under that name",
        DealtByPeople { document: String } = "dealt-by-people": "under {document} people deal; the automatic dealer deals its game in a demonstration only",
        OwnShoeNeedsAShoe = "own-shoe-needs-a-shoe": "the automatic dealer deals from a shoe, not from a shuffling device",
    }
}

impl FloorReason {
    /// What it rests on where no document has a say.
    pub fn by() -> Citation {
        Authority::House(Setting::new("table-order")).into()
    }

    /// What an amount that a currency does not have is refused by.
    pub(crate) fn by_currency() -> Citation {
        Authority::House(Setting::new("account-currency")).into()
    }

    /// The refusal on that ground, as a table would give it.
    pub fn refused(self) -> Refused {
        self.refused_by(&FloorReason::by())
    }

    /// The refusal on another ground.
    pub(crate) fn refused_by(self, by: &Citation) -> Refused {
        let reason = HouseReason { code: self.code(), args: self.args(), sentence: self.to_string() };
        Refused::new(by, Reason::House(Box::new(reason)))
    }
}

/// What the site refuses that a table was asked for, as the table gives it.
pub(crate) fn of_site(refused: punto_site::Refused) -> Refused {
    let punto_site::Refused { by, reason } = refused;
    let reason = HouseReason { code: reason.code(), args: reason.args(), sentence: reason.to_string() };
    Refused::new(&by, Reason::House(Box::new(reason)))
}

/// Every code of a refusal, in order and once, with the names of what fills its sentence.
pub fn refusal_codes() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let lists = [
        (punto_site::Reason::CODES, punto_site::Reason::ARGS),
        (punto_accounts::Reason::CODES, punto_accounts::Reason::ARGS),
        (FloorReason::CODES, FloorReason::ARGS),
        (ShoeReason::CODES, ShoeReason::ARGS),
        (punto_tournament::Reason::CODES, punto_tournament::Reason::ARGS),
        (punto_promotion::Reason::CODES, punto_promotion::Reason::ARGS),
    ];
    let others = lists.into_iter().flat_map(|(codes, args)| codes.iter().copied().zip(args.iter().copied()));
    let mut all = BTreeMap::new();
    for (code, args) in punto_table::Reason::sentences().chain(others) {
        let known = all.insert(code, args);
        // A sentence is found by its code alone, so one code has one filling.
        assert!(known.is_none_or(|known| known == args), "`{code}` is filled in two ways");
    }
    all.into_iter()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use punto_vocab::Value;

    use super::*;

    #[test]
    fn no_code_of_the_floor_is_one_of_a_table_or_of_another() {
        let others = Reason::codes().chain(punto_site::Reason::CODES.iter().copied());
        let others: BTreeSet<&str> = others.chain(punto_accounts::Reason::CODES.iter().copied()).collect();
        let own: BTreeSet<&str> = FloorReason::CODES.iter().copied().collect();
        assert_eq!(own.len(), FloorReason::CODES.len());
        assert_eq!(own.intersection(&others).count(), 0);
    }

    #[test]
    fn a_refusal_of_the_floor_reads_like_one_of_a_table() {
        let refused = FloorReason::NotSoFar { seen: 9, seq: 8 }.refused();
        assert_eq!(refused.reason.code(), "not-so-far");
        assert_eq!(refused.reason.args(), [("seen", Value::Count(9)), ("seq", Value::Count(8))]);
        assert_eq!(
            refused.to_string(),
            "this was said after record 9, and the table's last is 8 (house:table-order)"
        );
    }
}
