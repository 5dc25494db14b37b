//! Who a person is at the table; what each may do is the rulebook's to say.

use std::fmt;
use std::ops::Deref;

use arrayvec::ArrayVec;

use crate::{Value, Valued};

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

/// Roles any one of which will do, each once and in the order of their clause.
///
/// They are held in place: whoever asks what may be done now is refused hundreds of times over.
///
/// ```
/// use punto_vocab::{Role, Roles};
/// let needed = Roles::from_iter([Role::CasinoSupervisor, Role::GamingManager, Role::CasinoSupervisor]);
/// assert_eq!(needed.to_string(), "casino-supervisor or gaming-manager");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles(ArrayVec<Role, { Role::ALL.len() }>);

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Roles {
        let mut list = Roles::default();
        for role in roles {
            if !list.contains(&role) {
                list.0.push(role);
            }
        }
        list
    }
}

impl From<&[Role]> for Roles {
    fn from(roles: &[Role]) -> Roles {
        roles.iter().copied().collect()
    }
}

impl<const N: usize> From<[Role; N]> for Roles {
    fn from(roles: [Role; N]) -> Roles {
        roles.into_iter().collect()
    }
}

impl Deref for Roles {
    type Target = [Role];

    fn deref(&self) -> &[Role] {
        &self.0
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, role) in self.iter().enumerate() {
            write!(f, "{}{role}", if i == 0 { "" } else { " or " })?;
        }
        Ok(())
    }
}

impl Valued for Roles {
    fn value(&self) -> Value {
        Value::List(self.iter().map(Valued::value).collect())
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
