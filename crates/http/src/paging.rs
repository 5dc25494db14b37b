//! One way of paging: `after` says where the page before ended, `limit` how much to give.

use std::fmt::Display;
use std::str::FromStr;

use punto_wire::Page;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::problem::ApiError;

/// Which part of a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The `next` of the page before; the first page if left out.
    pub after: Option<String>,
    /// How many at most; 100 if left out, 1000 at most.
    #[param(minimum = 1, maximum = 1000)]
    pub limit: Option<usize>,
}

/// How many items a page has if nothing is said.
pub const USUAL: usize = 100;
/// The most items on a page.
pub const MOST: usize = 1_000;

/// How many items to give.
pub fn limit(asked: Option<usize>) -> Result<usize, ApiError> {
    let limit = asked.unwrap_or(USUAL);
    let fits = (1..=MOST).contains(&limit);
    fits.then_some(limit).ok_or_else(|| ApiError::bad_request(format!("a page has 1 to {MOST} items")))
}

/// Where the page before ended, if this is not the first one.
pub fn after<Place: FromStr>(asked: Option<&str>) -> Result<Option<Place>, ApiError> {
    let read = |text: &str| text.parse().map_err(|_| unfit());
    asked.map(read).transpose()
}

/// `after` is not what a page of this list ended with.
pub fn unfit() -> ApiError {
    ApiError::bad_request("`after` is the `next` of the page before")
}

/// The first of these, and where the next page begins if there are more.
pub fn page<T, Place: Display>(
    items: impl IntoIterator<Item = T>,
    limit: usize,
    place: impl Fn(&T) -> Place,
) -> Page<T> {
    let mut rest = items.into_iter();
    let items: Vec<T> = rest.by_ref().take(limit).collect();
    let next = rest.next().and_then(|_| items.last()).map(|last| place(last).to_string());
    Page { items, next }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_every_item_once_and_the_last_says_so() {
        let of = |after: u32| page((1..=5).filter(|item| *item > after), 2, |item| *item);
        assert_eq!(of(0), Page { items: vec![1, 2], next: Some("2".into()) });
        assert_eq!(of(2), Page { items: vec![3, 4], next: Some("4".into()) });
        assert_eq!(of(4), Page { items: vec![5], next: None });
        assert_eq!(page(1..=2, 2, |item: &u32| *item).next, None, "a full page may be the last");
    }

    #[test]
    fn a_page_has_at_least_one_item_and_at_most_a_thousand() {
        assert_eq!(limit(None).ok(), Some(100));
        for (asked, fits) in [(0, false), (1, true), (1_000, true), (1_001, false)] {
            assert_eq!(limit(Some(asked)).is_ok(), fits, "{asked}");
        }
        assert!(after::<u64>(Some("x")).is_err() && after::<u64>(Some("7")).is_ok());
    }
}
