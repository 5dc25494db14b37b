//! What a document lets whoever opens a table choose, and what an opening comes to.

use punto_rulebook::{
    Answer, Behind, Bet, BetKind, Choices, HouseSetting, Opening, Part, Range, Rulebook, Term, Terms,
    TermsReason,
};
use punto_table::Reason;
use punto_vocab::{Chips, Citation, Money};
use punto_wire::{
    OpeningChoice, OpeningChoiceKind, OpeningOption, OpeningPreview, OpeningTerm, Refusal, RefusalCode, args,
};

use crate::cited;

/// Everything that an opening under a document may choose, in the order in which it is asked.
pub fn opening_choices(book: &Rulebook) -> Vec<OpeningChoice> {
    let usual = usual(book);
    let holds = |part: Option<Part>, setting: Option<&str>| -> Vec<String> {
        let of = |term: &&OpeningTerm| {
            term.part.as_deref() == part.map(Part::word) && term.setting.as_deref() == setting
        };
        usual.iter().find(of).map(|term| term.chosen.clone()).unwrap_or_default()
    };
    let parts = parts(book).into_iter().map(|asked| OpeningChoice {
        usual: holds(Some(asked.part), None),
        part: Some(asked.part.word().to_owned()),
        setting: None,
        kind: asked.kind,
        options: asked.options,
        least: asked.least,
        most: None,
        by: asked.by,
    });
    let settings = book.house.iter().filter_map(|setting| {
        let usual = holds(None, Some(setting.setting.name()));
        house_choice(setting, usual)
    });
    parts.chain(settings).collect()
}

/// What an opening comes to under a document; `takes_two` is why one person may not open it alone.
pub fn opening_preview(book: &Rulebook, opening: &Opening, takes_two: Option<String>) -> OpeningPreview {
    let mut refusals = Vec::new();
    if let Some(asked) = opening.method().filter(|asked| book.method(asked).is_none()) {
        let known = book.methods.iter().map(|method| method.id.clone()).collect();
        let reason = TermsReason::Unknown { what: Term::Method, asked: asked.to_owned(), known };
        refusals.push(refusal(&reason, &book.nature.by));
    }
    match Terms::under(book, opening.draft(book)) {
        Ok(terms) if refusals.is_empty() => {
            OpeningPreview { terms: terms_of(book, opening, &terms), refusals, takes_two }
        }
        Ok(_) => OpeningPreview { terms: Vec::new(), refusals, takes_two },
        Err(refused) => {
            refusals.extend(refused.0.iter().map(|one| refusal(&one.reason, &one.by)));
            OpeningPreview { terms: Vec::new(), refusals, takes_two }
        }
    }
}

fn refusal(reason: &TermsReason, by: &Citation) -> Refusal {
    let reason = Reason::Terms(reason.clone());
    Refusal {
        code: RefusalCode(reason.code().to_owned()),
        args: args(&reason.args()),
        sentence: reason.to_string(),
        by: cited(by),
    }
}

/// What a table anybody could open to try the document comes to.
fn usual(book: &Rulebook) -> Vec<OpeningTerm> {
    let opening = Opening::usual();
    let mut draft = opening.draft(book);
    // The sign says what the usual limits are; nobody has to be told that they are missing.
    draft.posted = true;
    Terms::under(book, draft).map(|terms| terms_of(book, &opening, &terms)).unwrap_or_default()
}

/// A part of an opening as it is asked for.
struct Asked {
    part: Part,
    kind: OpeningChoiceKind,
    options: Vec<OpeningOption>,
    least: Option<u32>,
    by: Vec<String>,
}

fn parts(book: &Rulebook) -> Vec<Asked> {
    use OpeningChoiceKind::{Amount, Chips, Number, OneOf, Range, SomeOf};
    let plain = |word: String| OpeningOption { word, by: Vec::new() };
    let typed =
        |part, kind, by: &Citation| Asked { part, kind, options: Vec::new(), least: None, by: cited(by) };
    let of = |part, kind, options: Vec<OpeningOption>, by: Vec<String>| Asked {
        part,
        kind,
        options,
        least: None,
        by,
    };
    let own = |word: &str, by: &Citation| OpeningOption { word: word.to_owned(), by: cited(by) };
    let mut all = vec![
        of(Part::Variant, OneOf, book.variants.iter().map(|one| own(&one.id, &one.by)).collect(), Vec::new()),
        of(
            Part::Decks,
            OneOf,
            book.shoe.decks.value.iter().map(|decks| plain(decks.to_string())).collect(),
            cited(&book.shoe.decks.by),
        ),
        of(Part::Layout, OneOf, book.layouts.iter().map(|one| own(&one.id, &one.by)).collect(), Vec::new()),
    ];
    if let Some(seats) = &book.seats {
        // A number of seats that no cloth has places for cannot be chosen.
        let fits = |seats: &&u32| {
            book.layouts.is_empty() || book.layouts.iter().any(|layout| layout.seats.contains(seats))
        };
        let options = seats.value.iter().filter(fits).map(|seats| plain(seats.to_string())).collect();
        all.push(of(Part::Seats, OneOf, options, cited(&seats.by)));
    }
    let side = book.bets.iter().filter(|bet| bet.kind == BetKind::Side);
    all.push(of(Part::Bets, SomeOf, side.map(|bet| own(&bet.id.to_string(), &bet.by)).collect(), Vec::new()));
    all.push(typed(Part::Limits, Range, &book.limits.posted));
    let limits = &book.limits;
    for (part, by) in [
        (Part::Unit, &limits.unit),
        (Part::Differential, &limits.differential),
        (Part::Area, &limits.area_maximum),
        (Part::Liability, &limits.liability),
    ] {
        all.extend(by.as_ref().map(|by| typed(part, Amount, by)));
    }
    all.push(of(Part::Chips, Chips, Vec::new(), Vec::new()));
    let methods = book.methods.iter().filter(|method| !method.tournament);
    all.push(of(Part::Method, OneOf, methods.map(|one| own(&one.id, &one.by)).collect(), Vec::new()));
    let devices = book.shoe.devices.value.iter().map(|device| plain(device.word().to_owned())).collect();
    all.push(of(Part::Device, OneOf, devices, cited(&book.shoe.devices.by)));
    // Where the house answers, its setting is asked for.
    if let Answer::Fixed(behind) = &book.shoe.behind_marker
        && let Behind::AtLeast(least) = behind.value
    {
        let by = cited(&behind.by);
        all.push(Asked { part: Part::Marker, kind: Number, options: Vec::new(), least: Some(least), by });
    }
    if let Answer::Fixed(burn) = &book.shoe.burn {
        let options = burn.value.iter().map(|burn| plain(burn.word().to_owned())).collect();
        all.push(of(Part::Burn, OneOf, options, cited(&burn.by)));
    }
    // What leaves nothing to choose is not asked.
    all.retain(|asked| match asked.kind {
        OneOf => asked.options.len() > 1,
        SomeOf => !asked.options.is_empty(),
        Number | Amount | Range | Chips => true,
    });
    all
}

/// A setting of the house that an opening may choose; none where the terms carry its value.
fn house_choice(setting: &HouseSetting, usual: Vec<String>) -> Option<OpeningChoice> {
    let plain = |word: &String| OpeningOption { word: word.clone(), by: Vec::new() };
    let (kind, options, least, most) = match &setting.choices {
        Choices::Words(words) => {
            (OpeningChoiceKind::OneOf, words.iter().map(plain).collect::<Vec<_>>(), None, None)
        }
        Choices::Number(least, most) => (OpeningChoiceKind::Number, Vec::new(), Some(*least), Some(*most)),
        Choices::InTerms => return None,
    };
    if kind == OpeningChoiceKind::OneOf && options.len() < 2 {
        return None;
    }
    let by = house_by(setting);
    let setting = Some(setting.setting.name().to_owned());
    Some(OpeningChoice { part: None, setting, kind, options, least, most, usual, by })
}

/// The clauses that raise a setting's question, and the setting.
fn house_by(setting: &HouseSetting) -> Vec<String> {
    let own = format!("house:{}", setting.setting.name());
    setting.near.iter().flat_map(cited).chain([own]).collect()
}

fn terms_of(book: &Rulebook, opening: &Opening, terms: &Terms) -> Vec<OpeningTerm> {
    let part = |part: Part, chosen: Vec<String>, by: Vec<String>| OpeningTerm {
        part: Some(part.word().to_owned()),
        setting: None,
        chosen,
        by,
    };
    let one = |name: Part, chosen: String, by: &Citation| part(name, vec![chosen], cited(by));
    let mut all = Vec::new();
    all.extend(book.variant(&terms.variant).map(|own| one(Part::Variant, own.id.to_string(), &own.by)));
    all.push(one(Part::Decks, terms.decks.to_string(), &book.shoe.decks.by));
    let layout = terms.layout.as_ref().and_then(|id| book.layouts.iter().find(|own| own.id == *id));
    all.extend(layout.map(|own| one(Part::Layout, own.id.clone(), &own.by)));
    all.extend(terms.seats.zip(book.seats.as_ref()).map(|(seats, own)| {
        one(Part::Seats, seats.to_string(), layout.map_or(&own.by, |layout| &layout.by))
    }));
    let side: Vec<&Bet> = terms.offers.iter().filter_map(|offer| book.bet(offer.bet)).collect();
    let side: Vec<&&Bet> = side.iter().filter(|bet| bet.kind == BetKind::Side).collect();
    let mut by: Vec<String> = Vec::new();
    for clause in side.iter().flat_map(|bet| cited(&bet.by)) {
        if !by.contains(&clause) {
            by.push(clause);
        }
    }
    all.push(part(Part::Bets, side.iter().map(|bet| bet.id.to_string()).collect(), by));
    all.push(one(Part::Limits, Range(terms.limits.wager).to_string(), &book.limits.posted));
    let amounts: [(Part, Option<Money>, &Option<Citation>); 4] = [
        (Part::Unit, terms.limits.unit, &book.limits.unit),
        (Part::Differential, terms.limits.differential, &book.limits.differential),
        (Part::Area, terms.limits.area_maximum, &book.limits.area_maximum),
        (Part::Liability, terms.limits.liability, &book.limits.liability),
    ];
    for (name, amount, by) in amounts {
        all.extend(amount.zip(by.as_ref()).map(|(amount, by)| one(name, amount.to_string(), by)));
    }
    all.push(part(Part::Chips, denominations(&terms.chips), Vec::new()));
    let method = match opening.method() {
        Some(asked) => book.method(asked),
        None => book.usual_method(false),
    };
    all.extend(method.map(|own| one(Part::Method, own.id.clone(), &own.by)));
    all.push(one(Part::Device, terms.device.value.word().to_owned(), &terms.device.by));
    all.push(one(Part::Marker, terms.behind_marker.value.to_string(), &terms.behind_marker.by));
    all.push(one(Part::Burn, terms.burn.value.word().to_owned(), &terms.burn.by));
    all.extend(terms.house.iter().map(|(setting, chosen)| OpeningTerm {
        part: None,
        setting: Some(setting.name().to_owned()),
        chosen: vec![chosen.clone()],
        by: book.setting(setting.name()).map(house_by).unwrap_or_default(),
    }));
    all
}

fn denominations(chips: &Chips) -> Vec<String> {
    use punto_vocab::line::Field;
    chips.write().split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(id: &str) -> Rulebook {
        Rulebook::embedded(id).unwrap()
    }

    #[test]
    fn every_choice_of_every_document_can_be_made_by_itself() {
        for id in ["nsw-2021", "tas-2013", "tas-2018", "nz-1998", "rws-2016"] {
            let book = book(id);
            for choice in opening_choices(&book) {
                let name = match (&choice.part, &choice.setting) {
                    (Some(part), None) => part.clone(),
                    (None, Some(setting)) => format!("house {setting}"),
                    both => panic!("{id}: {both:?}"),
                };
                // What is usual goes in its own place; bets and cloths go together, so those are left out here.
                let one_by_one =
                    choice.kind == OpeningChoiceKind::OneOf && choice.part.as_deref() != Some("layout");
                for option in choice.options.iter().filter(|_| one_by_one) {
                    let line = format!("usual, limits 25..5000, {name} {}", option.word);
                    let preview = opening_preview(&book, &line.parse().unwrap(), None);
                    // Bets that a number of decks or a variant bars are refused by their clause, and by nothing else.
                    let codes: Vec<_> =
                        preview.refusals.iter().map(|refusal| refusal.code.0.as_str()).collect();
                    let known = ["decks-for-bet", "not-in-variant", "unknown"];
                    assert!(codes.iter().all(|code| known.contains(code)), "{id} {line}: {codes:?}");
                }
                assert!(
                    !choice.usual.is_empty()
                        || matches!(choice.kind, OpeningChoiceKind::Amount | OpeningChoiceKind::SomeOf),
                    "{id} {name} has no usual choice"
                );
            }
        }
    }

    #[test]
    fn a_preview_says_what_it_comes_to_or_everything_that_is_against_it() {
        let book = book("nsw-2021");
        let preview = opening_preview(&book, &"usual, decks 6, limits 25..5000".parse().unwrap(), None);
        assert_eq!(preview.refusals, []);
        let term = |name: &str| preview.terms.iter().find(|term| term.part.as_deref() == Some(name)).unwrap();
        assert_eq!(
            (term("decks").chosen.clone(), term("decks").by.clone()),
            (vec!["6".to_owned()], vec!["3.1".to_owned()])
        );
        assert_eq!(term("limits").chosen, ["25..5000"]);
        assert_eq!(term("bets").chosen, ["player_pair", "banker_pair"]);
        let refused =
            opening_preview(&book, &"usual, decks 5, method Z, limits 25..10".parse().unwrap(), None);
        assert_eq!(refused.terms, []);
        let by: Vec<_> = refused.refusals.iter().filter_map(|refusal| refusal.by.first()).collect();
        assert_eq!(refused.refusals.len(), 3, "{:?}", refused.refusals);
        assert!(by.contains(&&"3.1".to_owned()), "{by:?}");
    }
}
