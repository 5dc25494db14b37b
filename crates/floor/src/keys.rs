//! Recent idempotency keys: a repeated command is answered as it was the first time.

use std::collections::{HashMap, VecDeque};

use punto_table::{Actor, Refused};

use crate::refusal::FloorReason;
use crate::said::{Answer, CommandKey, Outcome};

/// How many commands that were done are kept in mind, and how many that were refused. Older ones that were done are
/// found in the journal; of one that was refused nothing happened, and saying it again does no harm.
const KEPT: usize = 1_024;

/// The commands of one table that were given lately.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    done: Kept<Answer>,
    refused: Kept<Refused>,
}

#[derive(Debug)]
struct Kept<T> {
    by_key: HashMap<CommandKey, (Actor, String, T)>,
    order: VecDeque<CommandKey>,
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept { by_key: HashMap::new(), order: VecDeque::new() }
    }
}

impl<T> Kept<T> {
    fn put(&mut self, key: CommandKey, by: Actor, line: String, what: T) {
        if self.by_key.insert(key.clone(), (by, line, what)).is_none() {
            self.order.push_back(key);
        }
        if self.order.len() > KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.by_key.remove(&oldest);
        }
    }
}

impl Keys {
    pub(crate) fn done(&mut self, key: CommandKey, by: Actor, line: String, answer: Answer) {
        self.done.put(key, by, line, answer);
    }

    pub(crate) fn refused(&mut self, key: CommandKey, by: Actor, line: String, refused: Refused) {
        self.refused.put(key, by, line, refused);
    }

    /// What the first command with this key was answered, if it is still in mind.
    pub(crate) fn first(&self, key: &CommandKey, by: Actor, line: &str) -> Option<Outcome> {
        if let Some((first, said, answer)) = self.done.by_key.get(key) {
            return Some(match somebody_elses(*first, by, said, line) {
                Some(refused) => Outcome::Refused(refused),
                None => Outcome::Done(Answer { repeated: true, ..answer.clone() }),
            });
        }
        let (first, said, refused) = self.refused.by_key.get(key)?;
        let other = somebody_elses(*first, by, said, line);
        Some(Outcome::Refused(other.unwrap_or_else(|| refused.clone())))
    }
}

/// The refusal of a key that names another command already.
pub(crate) fn somebody_elses(first: Actor, by: Actor, said: &str, line: &str) -> Option<Refused> {
    if first != by {
        return Some(FloorReason::KeyOfAnotherPerson.refused());
    }
    (said != line).then(|| FloorReason::KeyOfAnotherCommand.refused())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::Arc;

    use punto_vocab::Time;

    use super::*;

    #[test]
    fn a_key_is_scoped_to_actor_and_command() {
        let mut keys = Keys::default();
        let (ada, ben) = (Actor::Patron("ada".parse().unwrap()), Actor::Patron("ben".parse().unwrap()));
        let key = |n: usize| format!("k{n}").parse::<CommandKey>().unwrap();
        let answer = Answer { seq: 7, at: Time(0), happened: Arc::new([]), repeated: false };
        keys.done(key(0), ada, "leave ada".into(), answer);
        assert!(keys.first(&key(0), ada, "leave ada").unwrap().done().unwrap().repeated);
        for (by, line) in [(ben, "leave ada"), (ada, "leave ben")] {
            let outcome = keys.first(&key(0), by, line).unwrap();
            assert!(outcome.refused().unwrap().to_string().contains("this key belongs to"), "{line}");
        }
        let no = || FloorReason::NoShoeToCut.refused();
        keys.refused(key(1), ada, "x".into(), no());
        assert_eq!(keys.first(&key(1), ada, "x").unwrap().refused(), Some(&no()));
        for n in 2..2 + KEPT {
            keys.refused(key(n), ada, "x".into(), no());
        }
        assert!(keys.first(&key(1), ada, "x").is_none(), "the oldest refusal is forgotten");
        assert!(keys.first(&key(0), ada, "leave ada").is_some(), "what was done is kept for itself");
    }
}
