//! The terms of a table, shared.

use std::sync::Arc;

use punto_rulebook::Terms;
use serde::{Deserialize, Serialize};

/// Terms compared by the rulebook they rest on and what they say.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedTerms(pub Arc<Terms>);

impl std::fmt::Debug for SharedTerms {
    /// What can change while a table is open; the rest is in the opening.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Terms { rulebook, variant, limits, .. } = &*self.0;
        f.debug_tuple("SharedTerms").field(rulebook).field(variant).field(limits).finish()
    }
}

impl PartialEq for SharedTerms {
    fn eq(&self, other: &SharedTerms) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl SharedTerms {
    /// The same terms, but for a change.
    pub fn changed(&self, change: impl FnOnce(&mut Terms)) -> SharedTerms {
        let mut terms = (*self.0).clone();
        change(&mut terms);
        SharedTerms(Arc::new(terms))
    }
}

impl std::fmt::Display for SharedTerms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.rulebook)
    }
}

impl std::ops::Deref for SharedTerms {
    type Target = Terms;

    fn deref(&self) -> &Terms {
        &self.0
    }
}
