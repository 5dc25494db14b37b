//! Several words of a closed list, as a sentence names them.

use std::fmt;

use crate::{Value, Valued, Word};

/// Several words of a list.
///
/// ```
/// use punto_vocab::{List, Role};
/// assert_eq!(List(vec![Role::Dealer, Role::Scrutineer]).to_string(), "dealer, scrutineer");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

impl<T: Word> fmt::Display for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(|word| word.word()).collect::<Vec<_>>().join(", "))
    }
}

impl<T: Valued> Valued for List<T> {
    fn value(&self) -> Value {
        self.0.value()
    }
}
