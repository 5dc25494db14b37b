//! Whoever decides who goes on in a tournament, or what is played for, has done something that others must learn of: what is
//! told as a significant event of each thing that happens in one.

#![deny(clippy::wildcard_enum_match_arm)] // an event must not compile before somebody has decided whether it is told

use punto_site::{Cause, Concerned, Kind, Place, Told, TournamentId};
use punto_tournament::{Event, Happening};
use punto_vocab::{Actor, PersonId};

punto_vocab::groups! {
    Happening:
    /// Money that is played for: promised, kept back, called off, won and handed over.
    of_the_pool: ValueAdded GoodsAdded Retained Cancelled Awarded PrizePaid HandedOver;
    /// What an officer rules on: who plays, goes on or is out, and what counts.
    of_rulings: Published PlaceLost Substituted Disqualified Ruled Short GivenSecondChance WagerVoid Corrected Deemed
        FaultFound Dismissed Reinstated Deducted WrongHolder PlayOffBegan Declared Undeclared FormReturned ChipsReturned Rescheduled Restricted LimitsRaised
        SeatLeft EntryRefused BuyBackForgone SessionOver;
    /// What follows from those, from the wagers and from the cards, and what people say for themselves.
    that_follow: Drafted ToppedUp Refunded FeeKept ChipsRefunded Applied Informed Endorsed FeePaid Accepted Withdrew Started
        Designated Released Drawn Allotted Attending Departed SeatTaken BoughtIn SessionBegan Issued
        PassCardsIssued MarkerAt ShoeOver Agreed RoundBegan BoughtBack Wagered OutOfTurn Altered Passed TakenOff
        TimeLimited IndicatorIn IndicatorOut Opened Sealed Examined Announced Laid FormShown HiddenUsed Dealt OutcomeTold CoupOver
        LastCoup CoupVoid Unsettled Won Lost Stays PassCollected AbsenceCounted Missed Eliminated AllOut SubstituteNamed
        Unclear Reported CountOrdered Counted ChipsIn ChipsKept PlayOffOver Advanced KnockedOut Placed GoodsAwarded;
}

/// What is told of the events of one command to a tournament, by whom and with whom. What the house or a table causes is
/// told by nobody: a table tells of its own corrections.
pub fn told(tournament: TournamentId, by: Actor, second: Option<PersonId>, events: &[Event]) -> Vec<Told> {
    let tell = |(kind, event): (Kind, &Event)| {
        let officer = by.name().filter(|_| !by.is_patron());
        let what = Cause::InTournament { tournament, what: Box::new(event.what.clone()), by, second };
        Told { kind, place: Place::Site, about: Concerned::of(officer.into_iter().chain(second)), what }
    };
    events.iter().filter_map(|event| Some((kind(by, second, &event.what)?, event))).map(tell).collect()
}

fn kind(by: Actor, second: Option<PersonId>, what: &Happening) -> Option<Kind> {
    let staff = matches!(by, Actor::Staff(..));
    match what {
        of_the_pool!() => staff.then_some(Kind::MoneyMoved),
        of_rulings!() => staff.then_some(Kind::TournamentAct),
        // Two close wagers over those who have not wagered, and send them away with it.
        Happening::BetsClosed { .. } => (staff && second.is_some()).then_some(Kind::TournamentAct),
        Happening::Disputed { .. } => Some(Kind::Dispute),
        that_follow!() => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use punto_vocab::{Authority, Setting};

    use super::*;

    fn of(by: &str, second: Option<&str>, line: &str) -> Option<String> {
        let house = Authority::House(Setting::new("tournament-order")).into();
        let event = Event { what: line.parse().unwrap(), by: house };
        let second = second.map(|name| name.parse().unwrap());
        let told = told("cup".parse().unwrap(), by.parse().unwrap(), second, &[event]).into_iter().next()?;
        let about = told.about.map(|about| format!(" about {about}")).unwrap_or_default();
        Some(format!("{}: {}{about}", told.kind, told.what))
    }

    #[test]
    fn what_an_officer_rules_and_who_moves_the_pool_are_told_about_them() {
        let max = "casino-operator max";
        assert_eq!(
            of(max, Some("ria"), "prize-paid ada 60 cash").unwrap(),
            "money-moved: in cup: prize-paid ada 60 cash, said by casino-operator max and approved by ria about max+ria"
        );
        assert_eq!(
            of(max, None, "disqualified ada breach").unwrap(),
            "tournament-act: in cup: disqualified ada breach, said by casino-operator max about max"
        );
        // Of somebody who sits there it costs a coup, and perhaps the place.
        assert_eq!(
            of("competition-director max", None, "seat-left ada").unwrap(),
            "tournament-act: in cup: seat-left ada, said by competition-director max about max"
        );
        assert_eq!(of("patron ada", None, "seat-left ada"), None);
        assert!(of("patron ada", None, "disputed ada the count").unwrap().starts_with("dispute: "));
    }

    #[test]
    fn what_follows_from_cards_and_what_people_do_themselves_is_not() {
        assert_eq!(of("system", None, "deducted ada 10"), None);
        assert_eq!(of("patron ada", None, "applied ada"), None);
        assert_eq!(of("competition-director max", None, "attending max"), None);
    }
}
