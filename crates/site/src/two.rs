//! The two persons of something that takes two.

use punto_vocab::{Actor, PersonId, Role};

use crate::several::Concerned;
use crate::state::{Proposal, Site};

/// Who proposed something and who approved it, and the roles that each works in at tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Two([(PersonId, Vec<Role>); 2]);

impl Two {
    /// Those of a proposal.
    pub fn of(site: &Site, proposal: &Proposal) -> Two {
        let roles = |name: PersonId| {
            let person = site.people.get(&name);
            let mut roles: Vec<Role> = person.map(|person| person.roles().collect()).unwrap_or_default();
            // Whoever is an officer as well speaks as one.
            roles.sort_by_key(|role| *role == Role::Dealer);
            (name, roles)
        };
        Two([roles(proposal.by), roles(proposal.approved.unwrap_or(proposal.by))])
    }

    /// Each of them, the first first.
    pub fn each(&self) -> impl DoubleEndedIterator<Item = (PersonId, &[Role])> {
        self.0.iter().map(|(name, roles)| (*name, roles.as_slice()))
    }

    /// Both of them, neither of whom sees to what they did.
    pub fn people(&self) -> Option<Concerned> {
        Concerned::of(self.each().map(|(name, _)| name))
    }

    /// The other one of the two.
    pub fn other(&self, than: Actor) -> Option<PersonId> {
        self.each().map(|(name, _)| name).find(|name| than.name() != Some(*name))
    }

    /// In whose name something can be said at a table: the first person in each of their roles, then the second.
    pub fn speakers(&self) -> Vec<Actor> {
        let each = |(name, roles): (PersonId, &[Role])| {
            roles.iter().map(|role| Actor::Staff(*role, name)).collect::<Vec<_>>()
        };
        self.each().flat_map(each).collect()
    }
}
