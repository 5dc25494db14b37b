//! Which questions a rulebook's text answers: the number of its schema, and the questions that came after the first.
//!
//! A journal keeps the text of the rulebook that governed its tables, and that text must load for ever. So a question
//! that is added later raises [`Schema::NEWEST`] and stands in [`LATER`] with that number. A text that says so or more
//! must answer it. An older text does not know the question, and what is unknown refuses nothing: it is lowered as an
//! optional question that the document leaves out, and a mishap that is unknown as one that the document does not
//! cover.

use crate::reader::Section;

/// Every question that is younger than schema 1, by its path in `rulebook.toml`, with the schema that first asked it.
/// A `*` stands for any one name: `bets.*.tie`.
const LATER: &[(&str, u32)] = &[];

/// The schema of one text, and what the program that reads it knows of schemas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schema {
    number: u32,
    newest: u32,
    later: &'static [(&'static str, u32)],
}

impl Schema {
    /// The newest that this program reads, and that a new text says.
    pub(crate) const NEWEST: Schema = Schema { number: 1, newest: 1, later: LATER };

    /// The schema that a text says it has; a text that says none is read by the newest, and told so.
    pub(crate) fn of(self, said: Option<u32>) -> Schema {
        Schema { number: said.unwrap_or(self.newest), ..self }
    }

    /// The number that the text says.
    pub(crate) fn number(self) -> u32 {
        self.number
    }

    /// Since which schema the question with this path is asked.
    pub(crate) fn since(self, path: &str) -> u32 {
        self.later.iter().find(|(pattern, _)| matches(pattern, path)).map_or(1, |(_, since)| *since)
    }

    /// Whether a text of this schema is asked the question. A text of the newest is asked all of them, whatever their paths.
    pub(crate) fn asks(self, path: impl Fn() -> String) -> bool {
        let mut unknown = self.later.iter().filter(|(_, since)| *since > self.number);
        !unknown.any(|(pattern, _)| matches(pattern, &path()))
    }

    /// Checks the number that a file says.
    pub(crate) fn check(self, root: &Section<'_, '_>) {
        let Some(field) = root.field("schema") else { return };
        if let Some(number) = field.number(1..=u32::MAX)
            && number > self.newest
        {
            field.report(format!(
                "this text is of schema {number}, and this program reads schemas up to {}; a newer program reads it",
                self.newest
            ));
        }
    }
}

fn matches(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut names) = (pattern.split('.'), path.split('.'));
    loop {
        match (wanted.next(), names.next()) {
            (None, None) => return true,
            (Some(one), Some(name)) if one == "*" || one == name => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Case, Cure, Mishap, Remedy, Rulebook};

    /// A program that knows schema 2, which is the first to ask what follows a disruption.
    const NEXT: Schema = Schema { number: 2, newest: 2, later: &[("irregularities.disruption", 2)] };

    const CASE: &str = "disruption = { found = { cure = \"void-coup\", clause = \"5.1\" } }\n";

    /// A document whose text says this number, and answers the question or does not.
    fn load(number: u32, answered: bool) -> Result<Rulebook, String> {
        let (book, clauses) = (
            include_str!(concat!(env!("PUNTO_RULEBOOKS"), "/rws-2016/rulebook.toml")),
            include_str!(concat!(env!("PUNTO_RULEBOOKS"), "/rws-2016/clauses.toml")),
        );
        let book = book.replace("schema = 1", &format!("schema = {number}")).replace(" \"disruption\",", "");
        let answer = if answered { CASE } else { "" };
        let book = book.replace("[irregularities]\n", &format!("[irregularities]\n{answer}"));
        Rulebook::read_by(NEXT, (Path::new("rulebook.toml"), &book), (Path::new("clauses.toml"), clauses))
            .map_err(|problems| problems.to_string())
    }

    fn remedy(book: &Rulebook) -> &Remedy {
        book.irregularities.remedy(Mishap::Disruption, Case::Found).expect("it has a remedy")
    }

    #[test]
    fn a_text_answers_every_question_of_its_schema() {
        let book = load(2, true).unwrap();
        assert_eq!(remedy(&book).cure.fixed().map(|ruled| ruled.value), Some(Cure::VoidCoup));
        let missing = load(2, false).unwrap_err();
        assert!(missing.contains("`irregularities` does not answer `disruption`"), "{missing}");
    }

    #[test]
    fn a_question_that_an_older_text_does_not_know_refuses_nothing() {
        let book = load(1, false).unwrap();
        assert_eq!(remedy(&book).by.to_string(), "house:uncovered-irregularity");
        let early = load(1, true).unwrap_err();
        assert!(
            early.contains("`irregularities.disruption` is asked since schema 2; this text is of schema 1"),
            "{early}"
        );
    }

    #[test]
    fn a_newer_text_is_refused_in_one_sentence() {
        let newer = load(3, true).unwrap_err();
        assert!(
            newer.contains("this text is of schema 3, and this program reads schemas up to 2"),
            "{newer}"
        );
    }

    #[test]
    fn a_star_in_a_path_is_any_one_name() {
        assert!(matches("bets.*.tie", "bets.super_six.tie") && matches("shoe.burn", "shoe.burn"));
        assert!(!matches("bets.*.tie", "bets.tie") && !matches("bets.*", "bets.super_six.tie"));
    }
}
