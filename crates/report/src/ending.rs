//! How a shoe in play comes to its end, as the events of its table tell it: dealt until its marker, or given up before.

use punto_shoe::Discard;
use punto_table::Happening;
use serde::{Deserialize, Serialize};

use crate::events::table::*;

/// The end of a shoe in play, as far as it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShoeEnding {
    cut: bool,
    marker_out: bool,
    /// It is over, and this is why it was given up; nothing if it was dealt until its marker.
    over: Option<Option<Discard>>,
}

impl ShoeEnding {
    /// Stored names of the events that it rests on.
    pub const NAMES: &[&str] = &["was-cut", "marker-out", "shoe-ended", "closed"];

    /// Folds an event of the table.
    pub fn note(&mut self, what: &Happening) {
        match what {
            Happening::WasCut { .. } => *self = ShoeEnding { cut: true, ..ShoeEnding::default() },
            Happening::MarkerOut => self.marker_out = true,
            Happening::ShoeEnded => self.end((!self.marker_out).then_some(Discard::EndedEarly)),
            Happening::Closed => self.end(Some(Discard::TableClosed)),
            Happening::ShoeReady | Happening::Opened { .. } => {}
            of_session!() | of_duty!() | of_disputes!() | of_terms!() | of_patrons!() | of_money!() => {}
            of_stakes!() | of_wagers!() | of_settlement!() | of_ends!() | of_corrections!() => {}
            of_shoe!() | of_coup!() | of_hands!() | of_findings!() | of_trouble!() => {}
        }
    }

    fn end(&mut self, why: Option<Discard>) {
        if self.cut && self.over.is_none() {
            self.over = Some(why);
        }
    }

    /// Why the shoe was given up after its cut; nothing if it was dealt until its marker.
    pub fn given_up(&self) -> Option<Discard> {
        self.over.flatten()
    }
}

#[cfg(test)]
mod tests {
    use punto_table::{Actor, Happening as H};

    use super::*;

    fn given_up(events: &[H]) -> Option<Discard> {
        let mut ending = ShoeEnding::default();
        events.iter().for_each(|event| ending.note(event));
        ending.given_up()
    }

    #[test]
    fn a_shoe_is_played_until_its_marker_or_given_up() {
        let cut = || H::WasCut { depth: 60, who: Actor::System };
        assert_eq!(given_up(&[cut(), H::MarkerOut, H::ShoeEnded]), None);
        assert_eq!(given_up(&[cut(), H::MarkerOut, H::ShoeEnded, H::Closed]), None, "it had ended before");
        assert_eq!(given_up(&[cut(), H::ShoeEnded, H::Closed]), Some(Discard::EndedEarly));
        assert_eq!(given_up(&[cut(), H::Closed]), Some(Discard::TableClosed));
        assert_eq!(
            given_up(&[cut(), H::MarkerOut, H::Closed]),
            Some(Discard::TableClosed),
            "coups were left"
        );
        assert_eq!(given_up(&[cut(), H::Closed, cut(), H::MarkerOut, H::ShoeEnded]), None, "another shoe");
        assert_eq!(given_up(&[H::Closed]), None, "before the cut the step of the shoe says why");
    }
}
