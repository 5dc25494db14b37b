//! How a shoe ends: dealt until its marker, or given up before, and then opened with the reason.

punto_vocab::words! {
    /// Why a promised shoe was given up: before its cut, or with cards left before its marker. Its opening is published all
    /// the same.
    pub enum Discard: "why a shoe was given up" {
        /// The table was closed.
        TableClosed = "table-closed",
        /// The table was opened again with another number of decks.
        OtherDecks = "other-decks",
        /// A terminal pledged a share and did not reveal it in time.
        ShareWithheld = "share-withheld",
        /// The generator failed before the order was made.
        GeneratorFault = "generator-fault",
        /// A ruling or an officer ended it before its marker came out.
        EndedEarly = "ended-early",
    }
}
