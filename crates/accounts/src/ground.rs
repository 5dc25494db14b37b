//! What an account's answers rest on: rules of the house, which no document of the game has a say in.

punto_vocab::house_rules! {
    /// A rule of the house for its patrons' accounts; cited as `house:<word>`.
    pub enum AccountRule: "a rule of the house" {
        /// The order of things: time runs forward, an account exists before it is used.
        Order = "account-order",
        /// Each says what is theirs to say: the cage counts, a table sends back, a patron limits their own play.
        Voices = "account-voices",
        /// Money comes in and goes out over the counter.
        Cage = "cage",
        /// A payout that the patron has ordered goes out for its amount, once, to whoever has its code.
        PayoutOrders = "payout-orders",
        /// Accounts have one currency, with its own smallest amount; money of another is exchanged at a rate that is on record.
        Currency = "account-currency",
        /// No more goes out than there is.
        Balance = "balance",
        /// Promotional money is not cash, and is spent in a stated order.
        Promotions = "promotional-money",
        /// Money that has no value in cash is kept apart from money that has.
        PlayMoney = "play-money",
        /// Money on paper is redeemed once, in full, by its bearer.
        Vouchers = "vouchers",
        /// A large win waits for an attendant.
        Holds = "large-win-hold",
        /// A balance is put right by two persons.
        Adjustments = "adjustments",
        /// Limits of play: tighter at once, looser after a day, the lowest wins.
        Limits = "limits-of-play",
        /// What the law of the place asks for, as the profile that the operator chose has it.
        PlayProfile = "play-profile",
        /// Whoever is excluded does not play; nobody shortens what a patron chose.
        Exclusion = "exclusion",
        /// What has to be kept is kept for its time.
        Retention = "retention",
        /// Now and then a patron is shown how long and how well they have played.
        RealityCheck = "reality-check",
        /// One session a patron, at one terminal.
        Sessions = "patron-sessions",
        /// Three wrong PINs lock, for longer each time.
        PinLock = "pin-lock",
        /// A PIN is the patron's own choice; one that was given is good once, for a day, and opens nothing else.
        OwnPin = "own-pin",
        /// What one of staff could do to a patron who knows nothing of it takes two of them.
        TwoPersons = "two-persons",
    }
}
