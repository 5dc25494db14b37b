//! The five documents as they come with the software.

use std::collections::BTreeSet;
use std::path::Path;

use punto_rulebook::known::Known;
use punto_rulebook::{Choices, Draft, Rulebook, Standing, Terms};

fn folder(id: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks").join(id)
}

fn books() -> Vec<Rulebook> {
    Rulebook::embedded_ids()
        .map(|id| match Rulebook::load(&folder(id)) {
            Ok(book) => book,
            Err(problems) => panic!("{problems}"),
        })
        .collect()
}

#[test]
fn every_book_loads_from_its_folder_and_from_the_binary_alike() {
    for book in books() {
        let embedded = Rulebook::embedded(&book.id).expect("an embedded book loads");
        assert_eq!(book.digest, embedded.digest);
    }
}

#[test]
fn every_clause_of_every_document_is_listed() {
    let counts: Vec<(String, usize)> = books().iter().map(|b| (b.id.to_string(), b.clauses.len())).collect();
    let expected =
        [("nsw-2021", 494), ("tas-2013", 215), ("tas-2018", 239), ("nz-1998", 178), ("rws-2016", 52)];
    assert_eq!(counts, expected.map(|(id, n)| (id.to_owned(), n)));
}

#[test]
fn a_clause_is_encoded_just_when_the_rulebook_rests_on_it() {
    for book in books() {
        for clause in &book.clauses {
            let used = !book.uses_of(clause.id.clause()).is_empty();
            match clause.standing {
                Standing::Encoded | Standing::Recorded => {
                    assert!(used, "{:#} is {} but nothing rests on it", clause.id, clause.standing);
                }
                Standing::Defined | Standing::Shown => {}
                Standing::Planned | Standing::Outside => {
                    assert!(!used, "{:#} is {} but the rulebook rests on it", clause.id, clause.standing);
                }
            }
        }
    }
}

/// A setting that neither is asked for nor answers a question would be chosen for nothing; there is none today.
#[test]
fn every_setting_is_asked_for_by_code_or_answers_a_question() {
    const DOCUMENTARY: [&str; 0] = [];
    for book in books() {
        let text = std::fs::read_to_string(folder(&book.id).join("rulebook.toml")).unwrap();
        for setting in &book.house {
            let name = setting.setting.name();
            let asked = name.parse::<Known>().is_ok();
            let answers = text.contains(&format!("house = \"{name}\""));
            assert!(asked || answers || DOCUMENTARY.contains(&name), "{}: {}", book.id, setting.setting);
        }
    }
}

#[test]
fn the_usual_table_of_every_book_can_be_opened() {
    for book in books() {
        let terms = Terms::under(&book, Draft::usual(&book));
        assert!(terms.is_ok(), "{}: {}", book.id, terms.unwrap_err());
    }
}

#[test]
fn every_setting_of_the_house_is_explained() {
    let text = include_str!("../../../../docs/interpretations.md");
    let explained: BTreeSet<&str> = text.lines().filter_map(|line| line.strip_prefix("### house:")).collect();
    for book in books() {
        for setting in &book.house {
            let name = setting.setting.name();
            assert!(explained.contains(name), "{}: docs/interpretations.md has no ### house:{name}", book.id);
            let section =
                text.split("### house:").find(|part| part.lines().next() == Some(name)).unwrap_or_default();
            let facts = section.lines().find(|line| line.starts_with("Documents:")).unwrap_or_default();
            assert!(facts.contains(&*book.id), "house:{name} does not name {}", book.id);
            if let Choices::Words(words) = &setting.choices {
                for word in words {
                    assert!(facts.contains(word.as_str()), "house:{name} does not list the choice {word}");
                }
            }
        }
    }
}
