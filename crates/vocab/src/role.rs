//! Who a person is at the table; what each may do is the rulebook's to say.

crate::words! {
    /// A role of staff or of the regulator.
    ///
    /// Documents share titles with different meanings, so titles are kept apart here: Tasmania's
    /// [`Role::GameInspector`] is the officer who runs the game, the New South Wales
    /// [`Role::RegulatorInspector`] belongs to the regulator.
    ///
    /// ```
    /// use punto_vocab::Role;
    /// assert_eq!("casino-supervisor".parse::<Role>(), Ok(Role::CasinoSupervisor));
    /// assert_ne!(Role::GameInspector, Role::RegulatorInspector);
    /// ```
    pub enum Role: "a role" {
        /// Deals, calls and settles.
        Dealer = "dealer",
        /// Immediate supervisor of a game.
        GameSupervisor = "game-supervisor",
        /// Approves and rules at the table (New South Wales, New Zealand).
        CasinoSupervisor = "casino-supervisor",
        /// Answers for a pit.
        AssistantGamingManager = "assistant-gaming-manager",
        /// Supervises the whole floor.
        GamingManager = "gaming-manager",
        /// Watches, and is told.
        Surveillance = "surveillance",
        /// The regulator's officer (New South Wales).
        RegulatorInspector = "regulator-inspector",
        /// The officer who runs the game and answers for it (Tasmania).
        GameInspector = "game-inspector",
        /// Keeps the forms of a competition (Tasmania).
        TableInspector = "table-inspector",
        /// Approves for the house (Tasmania).
        ManagementRepresentative = "management-representative",
        /// Runs a competition (Tasmania).
        CompetitionDirector = "competition-director",
        /// Runs a tournament (New South Wales).
        TournamentManager = "tournament-manager",
        /// Any employee of the casino.
        CasinoEmployee = "casino-employee",
        /// The licensee; the House of an electronic table.
        CasinoOperator = "casino-operator",
        /// Watches a prize draw.
        Scrutineer = "scrutineer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip_and_are_the_stored_form() {
        for role in Role::ALL {
            assert_eq!(role.word().parse(), Ok(*role));
            assert_eq!(serde_json::to_string(role).unwrap(), format!("\"{role}\""));
        }
        assert!("inspector".parse::<Role>().is_err());
    }
}

crate::words! {
    /// Who deals at a table.
    pub enum Dealer: "a dealer" {
        /// Punto, from its own shoe, as long as no person has signed on as dealer.
        Automatic = "automatic",
        /// A person tells every card, and the clock moves nothing.
        Person = "person",
    }
}
