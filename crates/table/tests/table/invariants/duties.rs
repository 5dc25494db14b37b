//! A duty once owed is owed until it is discharged, through new cards, closing and opening, and what waits for it waits.

use punto_coup::ShoeFate;
use punto_rulebook::{Mishap, Rule, Window};
use punto_table::{Call, Duty, HandName, Happening, MarkerState, Open, Owed, Phase, owed};
use punto_vocab::Role;

use super::Step;

pub(super) fn check(step: &Step<'_>) -> Result<(), String> {
    let after: Vec<Owed> = owed(step.book, step.after).into_iter().map(|duty| duty.what).collect();
    for duty in owed(step.book, step.before) {
        let done = step.has(|what| discharged(what, duty.what)) || fulfilled(step, &duty);
        if !done && !after.contains(&duty.what) {
            return step.wrong(format!("`{}` was owed and is not any more", duty.what));
        }
        if !done && let Some(early) = step.events.iter().find(|event| waits(step, &event.what, duty.what)) {
            return step.wrong(format!("`{}` came before `{}` was done", early.what, duty.what));
        }
    }
    arisen(step, &after)
}

/// Whether what happened is what was owed.
fn discharged(what: &Happening, owed: Owed) -> bool {
    match (what, owed) {
        (Happening::Spoiled { .. }, Owed::Act(Rule::SpoiledCards)) => true,
        (Happening::PlayerPoint { .. }, Owed::Call(Call::PlayerPoint)) => true,
        (Happening::Recorded { rule, .. }, Owed::Act(own)) => *rule == own,
        (Happening::RecordedAbout { rule, .. }, Owed::Act(own)) => rule.rule() == own,
        (Happening::Told { role, rule }, Owed::Tell(to, own)) => (*role, *rule) == (to, own),
        (Happening::Shuffled { .. }, Owed::Shuffle) => true,
        (Happening::CardsReplaced { .. }, Owed::NewCards(_)) => true,
        (Happening::Called { call }, Owed::Call(own)) => *call == own,
        (Happening::Ordered { .. }, Owed::Order(_)) => true,
        (Happening::Decided { .. }, Owed::Decide(_)) => true,
        _ => false,
    }
}

/// Whether a duty that follows from how the coup and the shoe stand has been met, or has lost what it was about.
fn fulfilled(step: &Step<'_>, duty: &Duty) -> bool {
    let undone = step.has(|what| matches!(what, Happening::Reversed | Happening::ReversedCoups { .. }));
    let no_bet_coup = || undone || cards_gone(step) || step.begins_coup() && step.after_takes_no_wagers();
    match duty.what {
        Owed::NoBetCoup => no_bet_coup(),
        // The word is for the coup that waits; dealt without it, that coup is not undone.
        Owed::Call(Call::NoBets) => step.begins_coup() || no_bet_coup(),
        // It is for the hand that goes out; one that the dealer turns, or that is taken away, needs no such word.
        Owed::Call(Call::PlayerPoint) => {
            !step.has(|what| matches!(what, Happening::Passed { hand: HandName::Banker, .. }))
        }
        // The shoe whose last coup it was is gone, or that coup is not the next any more.
        Owed::Call(Call::LastCoup) => match &step.after.open {
            Some(open) => {
                let out = open.shoe.marker != MarkerState::In;
                undone && out || matches!(open.phase, Phase::Preparing)
            }
            None => true,
        },
        // What a patron required was of the cards that have gone; what an officer has ordered was of any.
        Owed::Shuffle => {
            let required = step.book.procedure.get(Rule::PreshuffledRefused);
            let brought = |open: &Open| open.shoe.fresh && open.shoe.drawn == 0 && open.acts.is_empty();
            required.is_some_and(|required| required.by == duty.by)
                && step.has(|what| matches!(what, Happening::CardsReplaced { .. }))
                && step.after.open.as_ref().is_some_and(brought)
        }
        _ => false,
    }
}

/// Whether the cards themselves were given up: by an officer's order, or because they were found not to be all there.
fn cards_gone(step: &Step<'_>) -> bool {
    let ordered = |owed| matches!(owed, Owed::Shuffle | Owed::NewCards(Rule::UnfitCards));
    let sent_away = step.before.duties.iter().any(|duty| ordered(duty.what))
        && step.has(|what| matches!(what, Happening::ShoeEnded | Happening::CardsReplaced { .. }));
    if sent_away {
        return true;
    }
    let told = |mishap| matches!(mishap, Mishap::ForeignCard | Mishap::MissingCard | Mishap::TooFewCards);
    step.has(|what| match what {
        Happening::Ordered { ruling } => {
            let gone = matches!(ruling.0.shoe, ShoeFate::Ends | ShoeFate::Void | ShoeFate::DecksAreChecked);
            gone && (ruling.0.ordered_by.is_some() || told(ruling.0.mishap))
        }
        _ => false,
    })
}

/// Whether an event is one that waits for a duty.
fn waits(step: &Step<'_>, what: &Happening, owed: Owed) -> bool {
    let first_card = matches!(what, Happening::Dealt { .. }) && step.begins_coup();
    let shuffle = matches!(what, Happening::Shuffled { .. });
    let close = matches!(what, Happening::Closed);
    match owed {
        Owed::Act(Rule::EndCheck) => close,
        Owed::Act(Rule::ShuffleFailedDevice | Rule::CutFailedDevice) => {
            let wagers = step.dealing_after().is_some_and(|dealing| !dealing.wagers.is_empty());
            matches!(what, Happening::Resumed) && wagers
        }
        Owed::Act(Rule::SpoiledCards) => close || matches!(what, Happening::Dealt { .. }),
        Owed::Call(Call::PlayerPoint) => matches!(what, Happening::Passed { hand: HandName::Banker, .. }),
        Owed::Act(Rule::ReplaceDevice) | Owed::Shuffle | Owed::Call(_) => first_card,
        Owed::Act(_) | Owed::Tell(..) => first_card || shuffle || close,
        Owed::NewCards(Rule::UnfitCards) => first_card || shuffle,
        Owed::NewCards(_) => shuffle,
        Owed::NoBetCoup => {
            let gone = matches!(what, Happening::CardsReplaced { .. } | Happening::ShoeEnded);
            gone || close || matches!(what, Happening::Wagered { .. } | Happening::WageredTokens { .. })
        }
        // What is void or forfeited is as final as a settlement.
        Owed::Decide(_) if taken_away(step, what) => true,
        Owed::Decide(_) => match step.window() {
            Window::CoupEnd => matches!(what, Happening::Concluded),
            Window::NextBetting => {
                first_card
                    || shuffle
                    || close
                    || matches!(what, Happening::Called { call: Call::PlaceYourBets })
            }
            Window::NextFirstCard => first_card || shuffle || close,
        },
        Owed::Order(_) => {
            first_card || close || matches!(what, Happening::CardsReplaced { .. } | Happening::Concluded)
        }
    }
}

/// Whether the coup that is on, or the one before, is void by this, or somebody's wager in it is gone.
fn taken_away(step: &Step<'_>, what: &Happening) -> bool {
    let settled = step.has(|what| matches!(what, Happening::Reversed));
    let void = matches!(what, Happening::CoupVoid { .. } | Happening::WagerVoid { .. });
    let forfeited = matches!(what, Happening::WagersForfeited { .. });
    (void || forfeited) && (step.dealing().is_some() || settled)
}

/// A card that is foreign or missing brings its duties with it, and so does a supervisor's order.
fn arisen(step: &Step<'_>, after: &[Owed]) -> Result<(), String> {
    let rules = &step.book.procedure;
    for event in step.events {
        let due = match &event.what {
            Happening::Ordered { ruling }
                if matches!(ruling.0.mishap, Mishap::ForeignCard | Mishap::MissingCard)
                    // An officer who lets the coup stand has found that none is.
                    && ruling.0.shoe == ShoeFate::DecksAreChecked
                    && rules.get(Rule::CardFault).is_some() =>
            {
                let told = [Role::Surveillance, Role::RegulatorInspector];
                let told = told.map(|role| Owed::Tell(role, Rule::CardFault));
                told.into_iter().chain([Owed::Act(Rule::VerifyDecks)]).collect()
            }
            Happening::Recorded { rule: Rule::OrderShuffle, .. } => vec![Owed::Shuffle],
            Happening::Recorded { rule: Rule::UnfitCards, .. } => vec![Owed::NewCards(Rule::UnfitCards)],
            Happening::Recorded { rule: Rule::OrderCardCheck, .. } => vec![Owed::Act(Rule::VerifyDecks)],
            _ => continue,
        };
        if let Some(missing) = due.iter().find(|duty| !after.contains(duty)) {
            return step.wrong(format!("`{missing}` should be owed now"));
        }
    }
    Ok(())
}

impl Step<'_> {
    /// Until when the coup before, or the one that is on, can be put right.
    fn window(&self) -> Window {
        let open = self.before.open.as_ref().expect("a table on which something is dealt");
        open.last_coup().map_or(&open.terms, |last| &last.before.basis.terms).window.value
    }

    fn after_takes_no_wagers(&self) -> bool {
        self.dealing_after().is_some_and(|dealing| dealing.no_bet.is_some() && dealing.wagers.is_empty())
    }
}
