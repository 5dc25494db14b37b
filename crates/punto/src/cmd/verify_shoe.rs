//! `punto verify-shoe`: a shoe that has ended, made again from its opening and compared card by card.

use std::fmt::Write;
use std::path::PathBuf;

use punto_shoe::{Commitment, Disagreement, ShoeRecord};

use super::game::read_text;
use crate::failure::{Answer, Failure};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto verify-shoe shoe-7.txt
  punto verify-shoe shoe-7.txt --commitment aa724985aa43f1ba489e33f63a53de4af434fe1b575e1fd60ba8a3454081737f

FILE is the record of a shoe that has ended, as the house offers it: the opening, the commitment, the cut and every \
card. docs/shoe.md says how it is written and how to check it without Punto. The commitment in it is the house's word; \
give the one that was shown before the cut, and it is compared, too. Exit code 1 names the first thing that does not \
agree.")]
pub(crate) struct Args {
    /// The record of the shoe.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The commitment as it was shown before the cut.
    #[arg(long, value_name = "HEX")]
    commitment: Option<String>,
    /// After how many cards the patron cut, as seen at the table.
    #[arg(long, value_name = "N")]
    cut: Option<u16>,
}

pub(crate) fn run(args: &Args) -> Answer {
    let text = read_text(&args.file, "the record of a shoe")?;
    let record: ShoeRecord =
        text.parse().map_err(|error| Failure::Message(format!("{}: {error}", args.file.display())))?;
    let shown: Option<Commitment> =
        args.commitment.as_deref().map(str::parse).transpose().map_err(Failure::of)?;
    Report { record: &record, shown, cut: args.cut }.answer()
}

/// What agrees and what does not, one a line.
struct Report<'a> {
    record: &'a ShoeRecord,
    /// What the person who asks wrote down.
    shown: Option<Commitment>,
    cut: Option<u16>,
}

impl Report<'_> {
    fn answer(&self) -> Answer {
        let (record, opening) = (self.record, self.record.opening());
        let mut found: Vec<String> = Vec::new();
        if let Some(shown) = self.shown.filter(|shown| *shown != record.commitment()) {
            found.push(format!(
                "the commitment shown was {shown}, and the record has {}",
                record.commitment()
            ));
        }
        if let Some(cut) = self.cut.filter(|cut| *cut != record.cut()) {
            found.push(format!("the cut seen was after {cut} cards, and the record has {}", record.cut()));
        }
        let disagreements = record.verify().err().map(|all| all.list().to_vec()).unwrap_or_default();
        found.extend(disagreements.iter().map(ToString::to_string));

        let mut text = format!(
            "shoe {} of table {} at {}, {} decks, made by {}\n",
            opening.id().shoe(),
            opening.id().table(),
            opening.id().site(),
            opening.decks(),
            opening.id().node()
        );
        for (name, value, agrees) in self.lines(&disagreements) {
            let verdict = if agrees { "agrees" } else { "DOES NOT AGREE" };
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{name:<11} {value}: {verdict}");
        }
        match found.split_first() {
            None => {
                let _ = writeln!(text, "everything agrees");
                Ok(text)
            }
            Some((first, more)) => {
                let _ = writeln!(text, "first disagreement: {first}");
                if !more.is_empty() {
                    let _ = writeln!(text, "and {} more", more.len());
                }
                Err(Failure::Disagreement(text))
            }
        }
    }

    fn lines(&self, found: &[Disagreement]) -> [(&'static str, String, bool); 3] {
        let record = self.record;
        let commitment = self.shown.is_none_or(|shown| shown == record.commitment())
            && !found.iter().any(|one| matches!(one, Disagreement::Commitment { .. }));
        let cut = self.cut.is_none_or(|cut| cut == record.cut())
            && !found
                .iter()
                .any(|one| matches!(one, Disagreement::Cut { .. } | Disagreement::OtherCut { .. }));
        let cards = !found.iter().any(|one| !matches!(one, Disagreement::Commitment { .. }));
        let burned = match record.burned() {
            0 => String::new(),
            1 => ", the first of them burned".to_owned(),
            more => format!(", the first {more} of them burned"),
        };
        let dealt = record.dealt().len();
        let all = record.opening().decks().cards();
        [
            ("commitment", record.commitment().to_string(), commitment),
            ("cut", format!("after {} cards", record.cut()), cut),
            ("cards", format!("{dealt} of {all} left the shoe{burned}"), cards),
        ]
    }
}
