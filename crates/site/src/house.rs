//! What a house is for ever, and what is read of people and of the record.

punto_vocab::words! {
    /// What a house is from its first start on, for ever.
    pub enum Mode: "a mode of a house" {
        /// It plays for money.
        Real = "real",
        /// It plays for nothing: guests, play credits, a clock that can be wound.
        Demonstration = "demonstration",
    }
}

impl Mode {
    /// The mode of a house that is a demonstration, or is none.
    pub const fn of(demonstration: bool) -> Mode {
        if demonstration { Mode::Demonstration } else { Mode::Real }
    }
}

punto_vocab::words! {
    /// What somebody of staff has read, for the record of such reads.
    pub enum Reading: "something that was read" {
        /// Who a patron is: name, birth, how to reach them.
        PersonalData = "personal-data",
        /// A patron's account: balance, limits, exclusion.
        Account = "account",
        /// What came in and went out of a patron's account.
        Statement = "statement",
        /// Past coups with patrons' wagers, and disputes.
        Records = "records",
        /// The journal itself.
        Journal = "journal",
        /// A copy of the journal that was taken away.
        Export = "journal-export",
    }
}
