//! Other words for what a document may not let a prize have in it, so that the ban does not rest on one spelling.

use punto_rulebook::{Content, PrizeItem as Item};

use crate::prize::{Details, ThingId};

/// Words that name such a thing wherever they stand, in the singular.
const NAMES: [(Content, &[&str]); 5] = [
    (
        Content::Tobacco,
        &[
            "tobacco",
            "cigarette",
            "cigar",
            "cigarillo",
            "snuff",
            "shisha",
            "bidi",
            "hookah-tobacco",
            "kretek",
        ],
    ),
    (
        Content::Firearm,
        &[
            "firearm",
            "gun",
            "rifle",
            "pistol",
            "revolver",
            "shotgun",
            "handgun",
            "carbine",
            "musket",
            "airgun",
            "air-rifle",
            "air-pistol",
        ],
    ),
    (Content::Ammunition, &["ammunition", "ammo", "gunpowder", "gelignite"]),
    (
        Content::ProhibitedWeapon,
        &[
            "weapon",
            "dagger",
            "flick-knife",
            "switchblade",
            "nunchaku",
            "crossbow",
            "taser",
            "knuckleduster",
            "sword-stick",
            "slingshot",
            "capsicum-spray",
            "pepper-spray",
            "machete",
            "katana",
            "samurai-sword",
        ],
    ),
    (
        Content::Liquor,
        &[
            "liquor",
            "alcohol",
            "beer",
            "wine",
            "champagne",
            "prosecco",
            "cider",
            "spirits",
            "whisky",
            "whiskey",
            "vodka",
            "gin",
            "rum",
            "brandy",
            "cognac",
            "tequila",
            "bourbon",
            "liqueur",
            "sherry",
            "sake",
            "shiraz",
            "chardonnay",
            "merlot",
            "riesling",
            "sauvignon",
            "cabernet",
            "pinot",
            "port-wine",
            "ale",
            "stout",
            "lager",
        ],
    ),
];

/// Words that only say so of what a prize contains: a knife is not prohibited because somebody wins a set for the kitchen.
const DECLARED: [(Content, &[&str]); 3] = [
    (Content::ImitationFirearm, &["toy-gun", "replica-gun", "imitation-gun", "toy-pistol"]),
    (Content::Ammunition, &["cartridge", "bullet"]),
    (Content::ProhibitedWeapon, &["knife", "sword", "baton"]),
];

/// What a word of `contains` is another word for: `cigarettes` is tobacco.
///
/// It is asked about a single word, whole, in any case, in the singular or the plural.
pub(crate) fn known_as(word: &str) -> Option<Content> {
    let lists = || NAMES.iter().chain(&DECLARED);
    lists().find(|(_, names)| names.iter().any(|name| is(word, name))).map(|(content, _)| *content)
}

/// What the texts of a prize speak of that could be no prize.
pub(crate) fn spoken_of(details: &Details) -> Vec<Content> {
    let words = words_of(details);
    let named = |names: &[&str]| words.iter().any(|word| names.iter().any(|name| is(word, name)));
    NAMES.iter().filter(|(_, names)| named(names)).map(|(content, _)| *content).collect()
}

/// Whether the texts of a prize speak of something by this name, in one word or in several.
pub(crate) fn speaks_of(details: &Details, name: ThingId) -> bool {
    words_of(details).iter().any(|word| is(word, name.as_str()))
}

/// Whether two names are of one thing: in the singular or the plural, with a hyphen or without.
pub(crate) fn is_same(one: ThingId, other: ThingId) -> bool {
    is(one.as_str(), other.as_str()) || is(other.as_str(), one.as_str())
}

/// The words of the texts of a prize, and each two and three of them that follow one another as a name has them, with a
/// hyphen between.
fn words_of(details: &Details) -> Vec<String> {
    let texts = [Item::What, Item::Included, Item::Accessories, Item::Terms].into_iter();
    let text: Vec<&str> = texts.filter_map(|item| details.item(item)).collect();
    let text = text.join(" ");
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty()).collect();
    (1..=3).flat_map(|count| words.windows(count).map(|some| some.join("-")).collect::<Vec<_>>()).collect()
}

fn is(word: &str, name: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let one =
        |name: &str| [Some(&*word), word.strip_suffix('s'), word.strip_suffix("es")].contains(&Some(name));
    one(name) || one(&name.replace('-', ""))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn of(text: &str) -> Vec<Content> {
        spoken_of(&format!("kind goods, what {text}").parse().unwrap())
    }

    #[test]
    fn other_words_are_the_same_things() {
        assert_eq!(known_as("Cigarettes"), Some(Content::Tobacco));
        assert_eq!(known_as("air-rifles"), Some(Content::Firearm));
        assert_eq!(known_as("beers"), Some(Content::Liquor));
        assert_eq!(known_as("flickknife"), Some(Content::ProhibitedWeapon));
        assert_eq!((known_as("glasses"), known_as("ginger")), (None, None));
    }

    #[test]
    fn a_text_is_read_word_by_word() {
        assert_eq!(of("Carton of Marlboro cigarettes and a rifle"), [Content::Tobacco, Content::Firearm]);
        assert_eq!(of("a set of kitchen knives and a ginger cake"), []);
        assert_eq!(of("dinner with wine"), [Content::Liquor]);
        assert_eq!(
            of("a samurai sword and 24 bottles of Shiraz"),
            [Content::ProhibitedWeapon, Content::Liquor]
        );
        assert_eq!(of("an air rifle"), [Content::Firearm]);
    }
}
