//! Whether the machine's clock follows another one, as the kernel knows it from whatever program sets it.

/// Whether a clock follows another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhatFollowed {
    /// It does.
    Yes,
    /// It runs by itself.
    No,
    /// The operating system does not say.
    Unknown,
}

impl WhatFollowed {
    /// For people who look after the machine.
    pub const fn said(self) -> &'static str {
        match self {
            WhatFollowed::Yes => "synchronised",
            WhatFollowed::No => "not synchronised",
            WhatFollowed::Unknown => "not known to be synchronised",
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
    pub fn is_new(&mut self, followed: WhatFollowed) -> bool {
        let before = std::mem::replace(&mut self.told, followed == WhatFollowed::No);
        self.told && !before
    }
}

/// Whether the machine's clock follows another one now.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)] // one call of the kernel that no safe library has
pub fn clock_followed() -> WhatFollowed {
    // SAFETY: all fields of the structure are numbers, for which nought is a value.
    let mut facts: libc::timex = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is ours, lives until the call has returned, and its modes of nought ask and set nothing.
    let answer = unsafe { libc::adjtimex(&mut facts) };
    match (answer, facts.status & libc::STA_UNSYNC) {
        (..0, _) => WhatFollowed::Unknown,
        (_, 0) => WhatFollowed::Yes,
        (_, _) => WhatFollowed::No,
    }
}

/// Whether the machine's clock follows another one now.
#[cfg(not(target_os = "linux"))]
pub fn clock_followed() -> WhatFollowed {
    WhatFollowed::Unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_follows_no_other_is_told_of_once_until_it_does_again() {
        let mut guard = ClockGuard::default();
        use WhatFollowed::{No, Unknown, Yes};
        let told = [Yes, No, No, Yes, No, Unknown, No].map(|followed| guard.is_new(followed));
        assert_eq!(told, [false, true, false, false, true, false, true]);
    }

    #[test]
    fn the_question_changes_nothing_and_is_answered_alike() {
        assert_eq!(clock_followed(), clock_followed());
    }
}
