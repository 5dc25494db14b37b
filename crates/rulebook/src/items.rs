//! What tournaments and promotions share: rules by name, and the items that published conditions must have.

use punto_vocab::{Citation, Role, Word};

use crate::Way;
use crate::procedure::{Procedure, read_procedure};
use crate::reader::{Field, Section};

/// What a document says of an item of the conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRule {
    /// What it rests on.
    pub by: Citation,
    /// Whether it may be absent.
    pub optional: bool,
}

/// The roles that `[roles]` of the document and of this section name.
pub(crate) fn roles_of(section: &Section<'_, '_>, known: &[Role]) -> Vec<Role> {
    let own = section.keys("roles").into_iter().filter_map(|name| name.parse().ok());
    known.iter().copied().chain(own).collect()
}

/// Rules by name, each at the place of its word.
pub(crate) fn read_rules<T: Word>(
    section: Section<'_, '_>,
    known: &[Role],
    ways: impl Fn(T) -> &'static [Way],
) -> Vec<Option<Procedure>> {
    let read = |rule: &T| {
        let field = section.optional(rule.word());
        field.and_then(|field| read_procedure(rule.word(), ways(*rule), field, known))
    };
    let rules = T::ALL.iter().map(read).collect();
    section.close();
    rules
}

/// Items by name, each at the place of its word.
pub(crate) fn read_items<T: Word>(section: Section<'_, '_>) -> Vec<Option<ItemRule>> {
    let read = |field: Field<'_, '_>| {
        let item = field.section()?;
        let by = item.citation();
        let optional = item.optional("optional").and_then(|f| f.flag()).unwrap_or(false);
        item.close();
        Some(ItemRule { by: by?, optional })
    };
    let items = T::ALL.iter().map(|item| section.optional(item.word()).and_then(read)).collect();
    section.close();
    items
}
