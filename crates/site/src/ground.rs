//! What the site's answers rest on: rules of the house, which no document of the game has a say in.

punto_vocab::house_rules! {
    /// A rule of the house for its own staff and machines; cited as `house:<word>`.
    pub enum Ground: "a rule of the house" {
        /// The order of things: time runs forward, numbers name something, the server reports facts.
        Order = "site-order",
        /// A house is real or a demonstration, for ever.
        Mode = "mode",
        /// The gaming day ends when the operator closes it.
        GamingDay = "gaming-day",
        /// Who reads personal data or the journal is recorded.
        ReadsRecorded = "reads-recorded",
        /// A right takes a grant that allows it; what nobody granted is denied.
        Grants = "grants",
        /// Some grants are not for one person together.
        DutiesApart = "duties-apart",
        /// Power, settings and corrections take two persons.
        TwoPersons = "two-persons",
        /// Who works here: one account a person, never used again, an administrator always.
        Staff = "staff",
        /// A first password is for one sign-in.
        Password = "password",
        /// A program has a token in place of a password, one role, and no word where a person must answer.
        Programs = "programs",
        /// Roles that the house names prove themselves with a second factor besides the password.
        SecondFactor = "second-factor",
        /// Three failures lock, for longer each time.
        SignInLock = "sign-in-lock",
        /// Who is signed in where; one terminal a session, one person a terminal.
        Sessions = "sessions",
        /// Machines are enrolled by a supervisor with a code for one use.
        Devices = "devices",
        /// Significant events are acknowledged by a person, and faults cleared by one who may.
        SignificantEvents = "significant-events",
        /// A cashier's drawer is counted when a shift ends, and what differs from the records is told.
        CashierShifts = "cashier-shifts",
        /// A promotional voucher is issued by two persons, and exchanged once in the whole house.
        PromotionalVouchers = "promotional-vouchers",
        /// A denial rests on whatever denied it, and is recorded by this rule.
        DenialsRecorded = "denials-recorded",
    }
}
