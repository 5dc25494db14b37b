//! The grammar of scripts as text, made from the patterns that print and read them.

use std::fmt::Write;

use punto_promotion::{Channel, Means};
use punto_rulebook::{Breach, Burn, Content, Cure, Item, Mishap, PrizeItem, PrizeKind, PromotionItem, Rule};
use punto_table::{Call, Command, Fact, Fault, HandName, Happening, Laying, Matter, Part, ShuffleBy, With};
use punto_vocab::line::Field;
use punto_vocab::{Role, Word};

/// Every command, event and closed list of words, in Markdown.
///
/// ```
/// assert!(punto_script::grammar().contains("`sit {patron}@{at}`"));
/// ```
pub fn grammar() -> String {
    let mut text = String::from("What stands between brackets may be absent.\n\n### Commands\n\n");
    patterns(&mut text, Command::PATTERNS);
    text.push_str("\n### Events\n\n");
    patterns(&mut text, Happening::PATTERNS);
    text.push_str("\n### Commands of a tournament\n\n");
    patterns(&mut text, punto_tournament::Command::PATTERNS);
    text.push_str("\n### Events of a tournament\n\n");
    patterns(&mut text, punto_tournament::Happening::PATTERNS);
    text.push_str("\n### Commands of a promotion\n\n");
    patterns(&mut text, punto_promotion::Command::PATTERNS);
    text.push_str("\n### Events of a promotion\n\n");
    patterns(&mut text, punto_promotion::Happening::PATTERNS);
    text.push_str("\n### Words\n\n");
    words::<HandName>(&mut text, "{hand}");
    let _ = writeln!(text, "- `{{lies}} of a card`: {}", Laying::EXPECTED);
    words::<Call>(&mut text, "{call}");
    words::<Matter>(&mut text, "{matter}");
    words::<With>(&mut text, "{with}");
    words::<ShuffleBy>(&mut text, "{by} of a shuffle");
    words::<Burn>(&mut text, "{form} of a burn");
    words::<Fault>(&mut text, "{fault}");
    words::<Breach>(&mut text, "{breach}");
    words::<Mishap>(&mut text, "{mishap}");
    words::<Fact>(&mut text, "{fact}");
    words::<Cure>(&mut text, "{cure}");
    words::<Role>(&mut text, "{role}");
    words::<Part>(&mut text, "a part of {opening}");
    words::<Rule>(&mut text, "{rule}");
    words::<Item>(&mut text, "an item of {conditions}");
    words::<punto_tournament::Ground>(&mut text, "{ground}");
    words::<PromotionItem>(&mut text, "an item of {conditions} of a promotion");
    words::<PrizeItem>(&mut text, "an item of {details}");
    words::<PrizeKind>(&mut text, "a kind of prize");
    words::<Content>(&mut text, "what is no prize");
    words::<Channel>(&mut text, "{channel}");
    words::<Means>(&mut text, "a way to pay in {payment}");
    text
}

fn patterns(text: &mut String, list: &[&str]) {
    for pattern in list {
        let _ = writeln!(text, "- `{pattern}`");
    }
}

fn words<T: Word>(text: &mut String, name: &str) {
    let list: Vec<&str> = T::ALL.iter().map(|value| value.word()).collect();
    let _ = writeln!(text, "- `{name}`: {}", list.join(", "));
}
