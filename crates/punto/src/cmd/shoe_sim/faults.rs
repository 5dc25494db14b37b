//! What can go wrong with a shoe, and how often.

use std::str::FromStr;

use super::cards::Noise;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Unreadable,
    Reversed,
    OverDrawn,
    Lost,
    Repeat,
}

impl Kind {
    const ALL: [(Kind, &str); 5] = [
        (Kind::Unreadable, "unreadable"),
        (Kind::Reversed, "reversed"),
        (Kind::OverDrawn, "over-drawn"),
        (Kind::Lost, "lost"),
        (Kind::Repeat, "repeat"),
    ];
}

/// A kind with its chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fault {
    kind: Kind,
    chance: f64,
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Fault, String> {
        let names = || Kind::ALL.map(|(_, name)| name).join(", ");
        let shown: String = text.chars().take(40).collect();
        let (name, chance) = text
            .split_once('=')
            .ok_or_else(|| format!("`{shown}` is not a fault; write it like unreadable=0.01"))?;
        let (kind, _) = Kind::ALL.into_iter().find(|(_, word)| *word == name).ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            format!("`{name}` is not a fault; expected {}", names())
        })?;
        let chance = chance.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
        let chance =
            chance.ok_or_else(|| format!("`{shown}` has no chance from 0 to 1, like unreadable=0.01"))?;
        Ok(Fault { kind, chance })
    }
}

/// All faults, by lot.
pub(super) struct Faults {
    faults: Vec<Fault>,
    noise: Noise,
}

impl Faults {
    pub(super) fn new(faults: Vec<Fault>, seed: u64) -> Faults {
        // Not the numbers that the cards are shuffled with.
        Faults { faults, noise: Noise::new(!seed) }
    }

    /// Whether a fault of this kind happens now.
    pub(super) fn strike(&mut self, kind: Kind) -> bool {
        let chance: f64 =
            self.faults.iter().filter(|fault| fault.kind == kind).map(|fault| fault.chance).sum();
        chance > 0.0 && self.noise.share() < chance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read_with_their_chances() {
        assert_eq!("lost=0.25".parse(), Ok(Fault { kind: Kind::Lost, chance: 0.25 }));
        for wrong in ["", "lost", "lost=", "lost=2", "lost=-1", "lost=NaN", "jam=0.1", "=0.1"] {
            assert!(wrong.parse::<Fault>().is_err(), "{wrong}");
        }
        let said = "jam=0.1".parse::<Fault>().unwrap_err();
        assert_eq!(said, "`jam` is not a fault; expected unreadable, reversed, over-drawn, lost, repeat");
    }

    #[test]
    fn faults_strike_as_often_as_they_should() {
        let mut faults = Faults::new(vec!["lost=0.25".parse().unwrap()], 1);
        let struck = (0..10_000).filter(|_| faults.strike(Kind::Lost)).count();
        assert!((2_300..2_700).contains(&struck), "{struck}");
        assert!(!(0..100).any(|_| faults.strike(Kind::Repeat)));
    }
}
