//! One name for one thing: a command or an event is called in the code, and so in records, as its line calls it.

use punto_vocab::stored;

type Declared = &'static [(&'static str, &'static [(&'static str, &'static str)])];
type Lines = &'static [&'static str];

/// The words of a line that are no fields: those before the first field, and all.
fn literal(pattern: &str) -> (Vec<String>, Vec<String>) {
    let words = |text: &str| {
        let words = text.split(|letter: char| !letter.is_ascii_alphabetic());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let parts = pattern.split('{').enumerate().map(|(n, part)| match n {
        0 => part,
        _ => part.split_once('}').map_or("", |(_, behind)| behind),
    });
    let head = pattern.split(['{', '[']).next().unwrap_or_default();
    (words(head), words(&parts.collect::<String>()))
}

/// Whether two words are one, perhaps in another form: `ruled` and `ruling`.
fn same(one: &str, other: &str) -> bool {
    let stem = |word: &str| word.chars().take(3).collect::<String>();
    stem(one) == stem(other)
}

/// Whether every word of one list is in the other.
fn within(list: &[String], other: &[String]) -> bool {
    list.iter().all(|word| other.iter().any(|one| same(word, one)))
}

fn check(declared: Declared, lines: Lines) {
    assert_eq!(declared.len(), lines.len());
    for ((variant, _), line) in declared.iter().zip(lines) {
        let name: Vec<String> = stored::name_of(variant).split('-').map(str::to_owned).collect();
        let (head, all) = literal(line);
        assert!(
            within(&head, &name) || within(&name, &all),
            "`{variant}` and its line `{line}` are two names for one thing: rename one, and \
             have records/src/upcast.rs read what was stored"
        );
    }
}

/// The causes of significant events are not among them: their lines are sentences. Nor are the lines of a scanning
/// shoe: they are its maker's.
#[test]
fn a_variant_has_the_name_of_its_line() {
    check(punto_table::Command::STORED, punto_table::Command::PATTERNS);
    check(punto_table::Happening::STORED, punto_table::Happening::PATTERNS);
    check(punto_accounts::Command::STORED, punto_accounts::Command::PATTERNS);
    check(punto_accounts::Happening::STORED, punto_accounts::Happening::PATTERNS);
    check(punto_site::Command::STORED, punto_site::Command::PATTERNS);
    check(punto_site::Happening::STORED, punto_site::Happening::PATTERNS);
    check(punto_site::Measure::STORED, punto_site::Measure::PATTERNS);
    check(punto_site::Seconded::STORED, punto_site::Seconded::PATTERNS);
    check(punto_tournament::Command::STORED, punto_tournament::Command::PATTERNS);
    check(punto_tournament::Happening::STORED, punto_tournament::Happening::PATTERNS);
    check(punto_promotion::Command::STORED, punto_promotion::Command::PATTERNS);
    check(punto_promotion::Happening::STORED, punto_promotion::Happening::PATTERNS);
}

#[test]
#[should_panic(expected = "two names for one thing")]
fn another_name_than_that_of_the_line_is_found() {
    check(&[("Invalidate", &[])], &["forfeit-wagers {patron}"]);
}
