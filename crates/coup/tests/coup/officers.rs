//! What an officer may choose under every document.

use punto_coup::{Next, Ruling, ShoeFate, WagerFate, officers_choices};
use punto_rulebook::{Case, Cure, Mishap, Remedy};

use crate::common::{BOOKS, book, table};

/// The ruling for a case, with no card in question.
fn ruling(id: &str, (mishap, case, remedy): (Mishap, Case, &Remedy)) -> Ruling {
    let cure = table(id, |_| {}).cure(remedy);
    Ruling {
        mishap,
        case,
        cure: cure.value,
        by: cure.by,
        cards: Vec::new(),
        hands: None,
        wagers: WagerFate::Stand,
        next: Next::Ordinary { opens_with: None },
        shoe: ShoeFate::GoesOn,
        ordered_by: remedy.ordered_by,
        may: remedy.may,
        told: Vec::new(),
        found_up: None,
    }
}

#[test]
fn of_the_documents_own_cure_the_officer_says_only_whether_it_was_so() {
    for id in BOOKS {
        for (mishap, case, remedy) in book(id).irregularities.remedies().filter(|(_, _, own)| own.may) {
            let ruling = ruling(id, (mishap, case, remedy));
            let choices = officers_choices(book(id), &ruling);
            assert!(
                choices.contains(&Cure::Stands) && choices.contains(&Cure::GoOn),
                "{id}: {mishap}, {case}"
            );
            // A scanner's reading is the one thing that the same officer finds confirmed or not.
            let voids = ruling.cure == Cure::VoidCoup || mishap == Mishap::ScannerDisagrees;
            let decides = remedy.cure.fixed().is_none();
            assert_eq!(choices.contains(&Cure::VoidCoup), voids || decides, "{id}: {mishap}, {case}");
        }
    }
}
