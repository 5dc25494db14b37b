//! What is told as a significant event of each thing that happens in a promotion.

#![deny(clippy::wildcard_enum_match_arm)] // an event must not compile before somebody has decided whether it is told

use punto_promotion::{Event, Happening};
use punto_site::{Cause, Concerned, Kind, Place, PromotionId, Told};
use punto_vocab::{Actor, PersonId};

punto_vocab::groups! {
    Happening:
    /// What an officer publishes, decides or calls off, and who wins.
    of_officers: Published Barred Drawn Won NotWon PassedOver ClaimAccepted ClaimRefused Ruled Reinstated
        ClaimReopened InspectorateTold Postponed Resumed Cancelled;
    /// What is written down, follows from those, or people say for themselves.
    that_follow: Drafted Prescribed PrizeSet PrizeDropped Offered Advertised Entered Nominated Overseeing Present Overseen
        ResultsPublished Notified Attempted Claimed ReasonsTold CashTaken PaymentChosen Objected Advised;
}

/// What is told of the events of one command to a promotion, by whom and with whom.
pub fn told_of_promotion(
    promotion: PromotionId,
    by: Actor,
    second: Option<PersonId>,
    events: &[Event],
) -> Vec<Told> {
    let officer = by.name().filter(|_| !by.is_patron());
    let tell = |(kind, event): (Kind, &Event)| {
        let what = Cause::InPromotion { promotion, what: Box::new(event.what.clone()), by, second };
        Told { kind, place: Place::Site, about: Concerned::of(officer.into_iter().chain(second)), what }
    };
    events.iter().filter_map(|event| Some((kind(by, &event.what)?, event))).map(tell).collect()
}

fn kind(by: Actor, what: &Happening) -> Option<Kind> {
    let staff = matches!(by, Actor::Staff(..));
    match what {
        Happening::Awarded { .. } => staff.then_some(Kind::MoneyMoved),
        of_officers!() => staff.then_some(Kind::PromotionAct),
        // Nobody has to say that a winner was not told in time: the house's clock does.
        Happening::NotifiedLate { .. } => Some(Kind::PromotionAct),
        Happening::Disputed { .. } => Some(Kind::Dispute),
        that_follow!() => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use punto_vocab::{Authority, Setting};

    use super::*;

    fn of(by: &str, line: &str) -> Option<String> {
        let house = Authority::House(Setting::new("promotion-order")).into();
        let event = Event { what: line.parse().unwrap(), by: house };
        let told = told_of_promotion("spring".parse().unwrap(), by.parse().unwrap(), None, &[event]);
        let told = told.into_iter().next()?;
        let about = told.about.map_or_else(|| "nobody".to_owned(), |own| own.to_string());
        Some(format!("{}: {} about {about}", told.kind, told.what))
    }

    #[test]
    fn what_an_officer_decides_is_told_about_them_and_an_entry_is_not() {
        let max = "casino-operator max";
        assert_eq!(
            of(max, "awarded 1 ada transfer 500").unwrap(),
            "money-moved: in spring: awarded 1 ada transfer 500, said by casino-operator max about max"
        );
        assert!(of(max, "cancelled in doubt").unwrap().starts_with("promotion-act: in spring: cancelled"));
        assert_eq!(of("patron ada", "entered 1 ada"), None);
        assert_eq!(of(max, "notified 1 ada mail"), None);
        let late = of("system", "notified-late 1").unwrap();
        assert!(late.starts_with("promotion-act: ") && late.ends_with("about nobody"), "{late}");
        assert!(of(max, "inspectorate-told the duty inspector by telephone").is_some());
    }
}
