//! How an order is made: generator, draw, shuffle and commitment together. Another way gets another name.

punto_vocab::words! {
    /// The steps that make an order of cards, as line 2 of an opening names them.
    pub enum Algorithm: "a way to make an order" {
        /// The house's seed alone.
        One = "punto-shoe/1",
        /// The house's seed and the shares of patrons; the shoe also says where it is cut if nobody cuts it.
        Two = "punto-shoe/2",
    }
}

impl Algorithm {
    /// The one that new shoes are made with; the others are for shoes that older software has made.
    pub const NEWEST: Algorithm = Algorithm::Two;
}
