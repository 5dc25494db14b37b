//! What can be judged only once the whole rulebook is read: whether its parts agree.

use punto_vocab::{Authority, Word};

use crate::known::Known;
use crate::reader::{Reader, Section};
use crate::{Answer, Behind, Breach, Burn, Choices, Clauses, Cure, Remedy, Rulebook, Standing};

/// Every setting named somewhere is listed, and no clause that decides something is `planned` or `outside`.
pub(crate) fn citations(reader: &Reader<'_>, settings: &[&str], clauses: &Clauses) {
    reader.check_uses(|authority, place| match authority {
        Authority::House(setting) if settings.contains(&setting.name()) => None,
        Authority::House(setting) => {
            Some(format!("`{}` rests on `{setting}`, which is not listed under `[house]`", place.path))
        }
        Authority::Clause(id) => {
            let standing = clauses.get(id.clause())?.standing;
            let idle = matches!(standing, Standing::Planned | Standing::Outside);
            idle.then(|| format!("`{}` rests on clause {id}, whose standing is {standing}", place.path))
        }
    });
}

/// Every setting that answers a question offers words the question understands.
pub(crate) fn settings(book: &Rulebook, root: &Section<'_, '_>) {
    let (shoe, mishaps) = (&book.shoe, &book.irregularities);
    speaks(book, root, &book.rounding);
    speaks(book, root, &shoe.marker_in_coup);
    speaks(book, root, &shoe.marker_first);
    speaks(book, root, &mishaps.window);
    speaks(book, root, &mishaps.after_void);
    if let Some((_, when)) = &mishaps.withdrawal {
        speaks(book, root, when);
    }
    if let Some(reduction) = &book.limits.reduction {
        speaks(book, root, &reduction.remainder);
    }
    for breach in Breach::ALL {
        let limits = &book.limits;
        for cure in [limits.found_late(*breach), limits.found_late_in_tournament(*breach)].iter().flatten() {
            speaks(book, root, cure);
        }
    }
    for (_, _, remedy) in mishaps.remedies() {
        speaks(book, root, &remedy.cure);
    }
    if let Answer::House(setting) = &shoe.burn {
        speaks::<Burn>(book, root, &Answer::House(setting.clone()));
    }
    counts_cards(book, root, &shoe.behind_marker);
    Known::ALL.iter().for_each(|known| asked_for(book, root, *known));
    if mishaps.no_bet_coup.is_none()
        && mishaps.remedies().any(|(_, _, remedy)| opens_no_bet_coup(book, remedy))
    {
        let message = "a cure opens a no-bet coup; expected `no_bet_coup` to cite how one is dealt";
        root.report_at(&["irregularities"], message);
    }
}

/// Reports a setting whose choices are not words of the question it answers.
fn speaks<T: Word>(book: &Rulebook, root: &Section<'_, '_>, answer: &Answer<T>) {
    let Answer::House(setting) = answer else { return };
    if book.setting(setting.name()).is_some_and(|known| !known.speaks::<T>()) {
        let expected: Vec<&str> = T::ALL.iter().map(|value| value.word()).collect();
        let message = format!(
            "`{setting}` has choices that are not {}; expected some of {}",
            T::WHAT,
            expected.join(", ")
        );
        root.report_at(&["house", setting.name()], message);
    }
}

/// Reports a setting that code asks for and that offers what the code does not know.
fn asked_for(book: &Rulebook, root: &Section<'_, '_>, known: Known) {
    let Some(setting) = book.setting(known.word()) else { return };
    let expected = known.words();
    let strange: Vec<String> = match &setting.choices {
        Choices::Words(words) => {
            let strange = words.iter().filter(|word| !expected.contains(&word.as_str()));
            strange.map(|word| format!("`{word}`")).collect()
        }
        Choices::Number(..) => vec!["a number".into()],
        Choices::InTerms => vec!["`in_terms`".into()],
    };
    if !strange.is_empty() {
        let (strange, expected) = (strange.join(", "), expected.join(", "));
        let message = format!("`house:{known}` cannot be {strange}; expected `choices` out of {expected}");
        root.report_at(&["house", known.word(), "choices"], message);
    }
}

/// Reports a setting that should be a number of cards and is something else.
fn counts_cards(book: &Rulebook, root: &Section<'_, '_>, answer: &Answer<Behind>) {
    let Answer::House(setting) = answer else { return };
    let known = book.setting(setting.name());
    if known.is_some_and(|known| !matches!(known.choices, Choices::Number(..))) {
        let message = format!("`{setting}` is a number of cards; expected `number = [least, most]`");
        root.report_at(&["house", setting.name()], message);
    }
}

/// Whether a remedy orders a no-bet coup, or lets the house choose one.
fn opens_no_bet_coup(book: &Rulebook, remedy: &Remedy) -> bool {
    let opens = |cure| matches!(cure, Cure::OpensNoBetCoup | Cure::MouthThenNoBetCoup);
    match &remedy.cure {
        Answer::Fixed(ruled) => opens(ruled.value),
        Answer::House(setting) => match book.setting(setting.name()).map(|known| &known.choices) {
            Some(Choices::Words(words)) => words.iter().any(|word| Cure::from_word(word).is_ok_and(opens)),
            _ => false,
        },
    }
}

/// Somebody can approve what needs approval.
pub(crate) fn approval(book: &Rulebook, root: &Section<'_, '_>) {
    if book.combinations.any_needs_approval() != book.combination_approval.is_some() {
        let message = "`combination_approval` names who approves a combination; expected it where one needs \
                       approval, and only there";
        root.report_at(&["combination_approval"], message);
    }
}

/// Layouts and bets name each other, and a table can be seated on every layout.
pub(crate) fn layouts(book: &Rulebook, root: &Section<'_, '_>) {
    for layout in &book.layouts {
        let id = layout.id.as_str();
        for bet in layout.bets.iter().filter(|bet| book.bet(**bet).is_none()) {
            let message = format!("the layout {id} has an area for `{bet}`, which is not a bet of this book");
            root.report_at(&["layouts", id, "bets"], message);
        }
        for bet in &book.bets {
            let Some(layouts) = &bet.layouts else { continue };
            let (area, named) = (layout.bets.contains(&bet.id), layouts.value.contains(&layout.id));
            if area != named {
                let (yes, no) = if area { ("its layout", "its bet") } else { ("its bet", "its layout") };
                let message = format!(
                    "two values for one question: `{}` on the layout {id}: yes by {yes}, no by {no}",
                    bet.id
                );
                root.report_at(&["bets", bet.id.as_str(), "layouts"], message);
            }
        }
        let seats = book.seats.as_ref().map(|seats| &seats.value);
        if seats.is_some_and(|seats| !layout.seats.iter().any(|number| seats.contains(number))) {
            let message = format!("the layout {id} has none of the numbers of seats in `seats`");
            root.report_at(&["layouts", id, "seats"], message);
        }
    }
}
