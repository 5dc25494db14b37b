//! Who gives a stream away, and who takes one, so that every process has as many as the others.

use punto_journal::StreamName;

use super::{Node, Tenancy};

/// What one process does about its streams now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Streams that nobody has and that it may take, at most so many as it should have more.
    pub take: Vec<StreamName>,
    /// Streams that it gives up as soon as they are between two coups.
    pub give: Vec<StreamName>,
}

/// What a process does, by who there is and who has what.
///
/// Every process comes to its own part alone. They need not see the same: a stream is given up by its owner only, and of
/// several that would take one the database lets one.
pub fn balance(node: &str, members: &[Node], tenancies: &[Tenancy]) -> Moves {
    let owned = |name: &str| tenancies.iter().filter(|own| own.owner.as_deref() == Some(name)).count();
    let takes = |member: &&Node| member.alive && !member.draining;
    let mut able: Vec<(usize, &str)> =
        members.iter().filter(takes).map(|member| (owned(&member.name), member.name.as_str())).collect();
    // Who has most keeps one more where it does not come out even, so that none moves for nothing.
    able.sort_by_key(|(count, name)| (std::cmp::Reverse(*count), *name));
    let share = able.iter().position(|(_, name)| *name == node).map(|place| {
        let (each, more) = (tenancies.len() / able.len(), tenancies.len() % able.len());
        each + usize::from(place < more)
    });
    let own = owned(node);
    // A process that drains has no share, and keeps its streams where there is nobody else.
    let share = share.unwrap_or(if able.is_empty() { own } else { 0 });
    let stream = |tenancy: &Tenancy| tenancy.stream.clone();
    let free = tenancies.iter().filter(|tenancy| tenancy.owner.is_none());
    let ours = tenancies.iter().filter(|tenancy| tenancy.owner.as_deref() == Some(node));
    Moves {
        take: free.take(share.saturating_sub(own)).map(stream).collect(),
        give: ours.skip(share).map(stream).collect(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn member(name: &str, alive: bool, draining: bool) -> Node {
        Node { name: name.into(), alive, draining, engine: 1 }
    }

    fn tenancies(owners: &[&str]) -> Vec<Tenancy> {
        let tenancy = |(n, owner): (usize, &&str)| Tenancy {
            stream: format!("table/t-{n:03}").parse().unwrap(),
            owner: (!owner.is_empty()).then(|| (*owner).to_owned()),
            epoch: 1,
            seq: 1,
        };
        owners.iter().enumerate().map(tenancy).collect()
    }

    /// Lets all processes act in turns until nothing moves; how many each has then.
    fn settled(members: &[Node], mut tenancies: Vec<Tenancy>) -> Vec<usize> {
        for _ in 0..20 {
            for member in members.iter().filter(|member| member.alive) {
                let moves = balance(&member.name, members, &tenancies);
                for tenancy in &mut tenancies {
                    if moves.give.contains(&tenancy.stream) {
                        tenancy.owner = None;
                    }
                    if moves.take.contains(&tenancy.stream) {
                        assert_eq!(tenancy.owner, None);
                        tenancy.owner = Some(member.name.clone());
                    }
                }
            }
        }
        let moves = members.iter().map(|member| balance(&member.name, members, &tenancies));
        assert!(members.iter().zip(moves).all(|(member, moves)| !member.alive || moves == Moves::default()));
        let count =
            |member: &Node| tenancies.iter().filter(|own| own.owner.as_deref() == Some(&member.name)).count();
        members.iter().map(count).collect()
    }

    #[test]
    fn streams_spread_evenly_whoever_joins_leaves_or_drains() {
        let three = [member("a", true, false), member("b", true, false), member("c", true, false)];
        assert_eq!(settled(&three, tenancies(&[""; 10])), [4, 3, 3]);
        assert_eq!(settled(&three, tenancies(&["a"; 10])), [4, 3, 3], "two join");
        assert_eq!(settled(&three[..2], tenancies(&["a"; 7])), [4, 3]);
        assert_eq!(settled(&three[..1], tenancies(&[""; 5])), [5], "one alone has all");
        let gone = [member("a", false, false), member("b", true, false), member("c", true, false)];
        assert_eq!(settled(&gone, tenancies(&["", "", "b", "c", "", ""])), [0, 3, 3], "one is gone");
        let drains = [member("a", true, true), member("b", true, false), member("c", true, false)];
        assert_eq!(settled(&drains, tenancies(&["a", "a", "a", "b", "c"])), [0, 3, 2]);
        let last = [member("a", true, true), member("b", false, false)];
        assert_eq!(settled(&last, tenancies(&["a"; 3])), [3, 0], "nobody is there to take them");
    }

    #[test]
    fn nothing_moves_for_nothing() {
        let members = [member("a", true, false), member("b", true, false)];
        for owners in [&["a", "b", "a", "b", "b"][..], &["a", "a", "b"], &["b"], &[]] {
            for node in ["a", "b"] {
                assert_eq!(balance(node, &members, &tenancies(owners)), Moves::default(), "{owners:?}");
            }
        }
    }
}
