//! Whether the machine's clock follows another one, as the kernel knows it from whatever program sets it.

/// Whether a clock follows another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// It does.
    Yes,
    /// It runs by itself.
    No,
    /// The operating system does not say.
    Unknown,
}

impl Followed {
    /// For people who look after the machine.
    pub const fn said(self) -> &'static str {
        match self {
            Followed::Yes => "synchronised",
            Followed::No => "not synchronised",
            Followed::Unknown => "not known to be synchronised",
        }
    }
}

/// Remembers whether it has been said that the clock follows no other.
#[derive(Debug, Default)]
pub struct ClockGuard {
    told: bool,
}

impl ClockGuard {
    /// Whether it is news that the clock follows no other: once until it does again.
    pub fn is_new(&mut self, followed: Followed) -> bool {
        let before = std::mem::replace(&mut self.told, followed == Followed::No);
        self.told && !before
    }
}

/// Whether the machine's clock follows another one now.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)] // one call of the kernel that no safe library has
pub fn clock_followed() -> Followed {
    // SAFETY: all fields of the structure are numbers, for which nought is a value.
    let mut facts: libc::timex = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is ours, lives until the call has returned, and its modes of nought ask and set nothing.
    let answer = unsafe { libc::adjtimex(&mut facts) };
    match (answer, facts.status & libc::STA_UNSYNC) {
        (..0, _) => Followed::Unknown,
        (_, 0) => Followed::Yes,
        (_, _) => Followed::No,
    }
}

/// Whether the machine's clock follows another one now.
#[cfg(not(target_os = "linux"))]
pub fn clock_followed() -> Followed {
    Followed::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_follows_no_other_is_told_of_once_until_it_does_again() {
        let mut guard = ClockGuard::default();
        use Followed::{No, Unknown, Yes};
        let told = [Yes, No, No, Yes, No, Unknown, No].map(|followed| guard.is_new(followed));
        assert_eq!(told, [false, true, false, false, true, false, true]);
    }

    #[test]
    fn the_question_changes_nothing_and_is_answered_alike() {
        assert_eq!(clock_followed(), clock_followed());
    }
}
