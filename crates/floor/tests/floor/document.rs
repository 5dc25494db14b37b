//! `docs/records.md` names every stored command and event with its fields: what is stored changes only where it does.

use std::collections::BTreeSet;
use std::fmt::Write;

use punto_records::{ENGINE, SCHEMA};
use punto_vocab::{Word, stored};

type Declared = &'static [(&'static str, &'static [(&'static str, &'static str)])];

/// How values of each type are stored.
fn kinds() -> Vec<(&'static str, String)> {
    fn words<T: Word>() -> String {
        let words: Vec<String> = T::ALL.iter().map(|word| format!("`{}`", word.word())).collect();
        format!("{}: {}", T::WHAT, words.join(", "))
    }
    let told = |text: &str| text.to_owned();
    vec![
        ("u8", told("a whole number")),
        ("u32", told("a whole number")),
        ("Money", told("an amount in minor units, a whole number")),
        ("Time", told("microseconds of UTC, a whole number")),
        ("ScriptTime", told("microseconds of UTC, a whole number")),
        ("Point", told("a point from 0 to 9")),
        ("Card", told("a card: rank and suit, such as `Ks` or `Td`")),
        ("Cards", told("a list of cards")),
        ("Tray", told("chips as they were counted, such as `4x25+20x100`; `empty` where there was none")),
        (
            "TokenVoucher",
            told(
                "a promotional voucher and its conditions, such as `P-4711:until-2024-05-01:on-player:collected`",
            ),
        ),
        ("TokenVoucherId", told("the number of a promotional voucher, such as `P-4711`")),
        ("Day", told("a date such as `2021-07-08`")),
        ("BetId", told("the id of a bet in the rulebook")),
        ("PersonId", told("the name of a person")),
        ("TableId", told("the name of a table")),
        ("TournamentId", told("the name of a tournament")),
        ("PromotionId", told("the name of a promotion")),
        ("DeviceId", told("the name of a machine")),
        ("ActName", told("the name of what somebody tried to do")),
        ("VoucherId", told("the twelve figures of a voucher")),
        ("Words", told("words that somebody wrote")),
        ("Given", told("what was typed where a name belongs, made harmless")),
        ("On", told("the name of the machine; absent if it is not enrolled")),
        (
            "Actor",
            told("`{role, name}`: the role of a person, `patron` or `system`, and the name if there is one"),
        ),
        ("Place", told("`site`, `{table: {table}}` or `{seat: {table, seat}}`")),
        ("Range", told("`{min, max}`, both amounts")),
        (
            "Laying",
            told(
                "`{to: {hand}}`, `{to-seen: {hand}}`, `nowhere`, `nowhere-seen`, `face-up`, `in-shoe` or `face-down`",
            ),
        ),
        ("Most", told("`{money: {amount}}`, `{minutes: {minutes}}` or `unlimited`")),
        ("To", told("`player`, `banker` or `nobody`")),
        ("Grant", told("a role or an office")),
        ("GrantSet", told("a list of grants, each once")),
        ("Concerned", told("a list of names of staff, each once")),
        ("Measure", told("what takes two persons, as listed above")),
        ("Cause", told("what a significant event tells, as listed above")),
        ("Seconded", told("what is approved at a screen, as listed above")),
        ("TableCommand", told("a command of a table, as listed above")),
        ("TableHappening", told("an event of a table, as listed above")),
        ("TournamentHappening", told("an event of a tournament, as listed above")),
        ("PromotionHappening", told("an event of a promotion, as listed above")),
        ("ManifestDigest", told("the SHA-256 of a manifest, in 64 hexadecimal digits")),
        ("RulebookId", told("the id of a rulebook")),
        ("Currency", told("a currency in one word")),
        ("Exchange", told("what was brought of another currency, and the rate: `JPY:10000@0.0102`")),
        (
            "Opening",
            format!(
                "`{{usual, parts, limits_of, area_of, house, without}}`: what the operator asked for; of parts those that are there: {} (Chips a list of amounts, Bets of ids, Day a date such as `2021-07-08`, CardsFrom `told` or `dealt`)",
                punto_rulebook::Parts::DECLARED
                    .iter()
                    .map(|declared| format!("{} {}", declared.part, declared.of))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        ),
        (
            "SharedTerms",
            told(
                "the terms in full: rulebook and digest, decks, variant, bets with paytables, limits, settings",
            ),
        ),
        (
            "SharedRuling",
            told(
                "the ruling in full: mishap, case, cure, clauses, cards, hands, wagers, next coup, shoe, officers",
            ),
        ),
        (
            "Owed",
            told(
                "`{act: {rule}}`, `{tell: {role, rule}}`, `shuffle`, `{new-cards: {rule}}`, `{call: {call}}`, `no-bet-coup`, `{order: {cure}}` or `{decide: {number}}`",
            ),
        ),
        ("PersonsRule", told("a Rule whose acts are about persons")),
        ("About", told("`{persons, note}`: the persons that an act is about, and perhaps some words")),
        ("PatronOrder", told("names of patrons in their order, with blanks between them")),
        ("Names", told("a list of names of persons, in their order")),
        (
            "Conditions",
            told("the conditions of a tournament or a promotion: the text of each item under its name"),
        ),
        ("Details", told("the details of a prize: the text of each item under its name")),
        (
            "PrizeOffer",
            told("`{conditions, prizes}`: what a promotion publishes, each prize as `{prize, details}`"),
        ),
        (
            "PrizePayment",
            told("how a prize in money is paid: ways and amounts, such as `cash 5000 cheque 7000`"),
        ),
        ("ThingId", told("something that a prize may have in it, by its name")),
        ("FileId", told("where the address of a claimant is kept")),
        ("Channel", words::<punto_promotion::Channel>()),
        ("PromotionItem", words::<punto_rulebook::PromotionItem>()),
        ("EntryProof", words::<punto_promotion::EntryProof>()),
        ("Promise", told("what is published of a seed, in 64 hexadecimal digits")),
        ("Seed", told("the seed of a draw, in 64 hexadecimal digits")),
        ("Seal", told("the digest of the form of a hidden wager, in 64 hexadecimal digits")),
        ("Form", told("the form of a hidden wager as it was read out: bet, figures, words, nonce")),
        (
            "CoupCards",
            told("both hands of a coup as they lay in the end, Player's first, such as `9hKs-2d3c5d`"),
        ),
        ("Ranking", told("who stands where, best first, those level together")),
        ("Ground", words::<punto_tournament::Ground>()),
        ("Offence", words::<punto_tournament::Offence>()),
        ("Payment", words::<punto_tournament::Payment>()),
        ("Refund", words::<punto_tournament::Refund>()),
        ("Unable", words::<punto_tournament::Unable>()),
        ("FormFault", words::<punto_tournament::FormFault>()),
        ("Proposal", told("`{limits: {limits}}`, `{stakes: {bet, limits}}` or `{variant: {variant}}`")),
        (
            "SignName",
            told(
                "`{limits: {limits}}`, `{stakes: {bet, limits}}`, `{variant: {variant}}`, `closure`, `old-minimum-ends`, `{restriction: {bet}}` or `{personal: {patron}}`",
            ),
        ),
        ("AccountKind", words::<punto_accounts::AccountKind>()),
        ("Bar", words::<punto_site::Bar>()),
        ("Breach", words::<punto_rulebook::Breach>()),
        ("Burn", words::<punto_rulebook::Burn>()),
        ("Call", words::<punto_table::Call>()),
        ("Cure", words::<punto_rulebook::Cure>()),
        ("Dealer", words::<punto_vocab::Dealer>()),
        ("DeviceKind", words::<punto_site::DeviceKind>()),
        ("Ending", words::<punto_site::Ending>()),
        ("Fact", words::<punto_table::Fact>()),
        ("Fault", words::<punto_table::Fault>()),
        ("HandName", words::<punto_table::HandName>()),
        ("Kind", words::<punto_site::Kind>()),
        ("LateCure", words::<punto_rulebook::LateCure>()),
        ("Lies", words::<punto_table::Lies>()),
        ("LimitKind", words::<punto_accounts::LimitKind>()),
        ("Matter", words::<punto_table::Matter>()),
        ("ProposalMatter", words::<punto_site::ProposalMatter>()),
        ("Mishap", words::<punto_rulebook::Mishap>()),
        ("Mode", words::<punto_site::Mode>()),
        ("Purse", words::<punto_accounts::Purse>()),
        ("Reading", words::<punto_site::Reading>()),
        ("Role", words::<punto_vocab::Role>()),
        ("Rule", words::<punto_rulebook::Rule>()),
        ("RunningSetting", words::<punto_site::RunningSetting>()),
        ("SessionEnd", words::<punto_accounts::SessionEnd>()),
        ("Severity", words::<punto_site::Severity>()),
        ("ShuffleBy", words::<punto_table::ShuffleBy>()),
        ("Span", words::<punto_accounts::Span>()),
        ("SpendOrder", words::<punto_accounts::SpendOrder>()),
        ("Whose", words::<punto_accounts::Whose>()),
        ("Winner", words::<punto_rulebook::Winner>()),
        ("With", words::<punto_table::With>()),
    ]
}

const HEAD: &str = "\
# What a record holds

Every record of the journal has a number, a time, who spoke, the number of its form (`schema`), the number of the engine that
decided it, the name its giver made for the command (`key`), and a body. The body is JSON with one spelling: keys in the order
below, no spaces, what is absent left out.

```text
{\"said\":{\"bet\":{\"patron\":\"ada\",\"at\":1,\"bet\":\"player\",\"stake\":10000}},
 \"events\":[{\"what\":{\"wagered\":{\"patron\":\"ada\",\"at\":1,\"bet\":\"player\",\"stake\":10000}},\"by\":[\"nsw-2021/5.1\"]}]}
{\"shoe\":{\"prepared\":{\"id\":{…},\"decks\":8,\"algorithm\":\"…\",\"commitment\":\"…\",\"sealed\":\"…\",\"shares\":\"yes\"}}}
{\"shoe\":{\"pledged\":{\"patron\":\"ada\",\"pledge\":\"…\"}}}
{\"shoe\":\"pledges-closed\"}
{\"shoe\":{\"revealed\":{\"patron\":\"ada\",\"share\":\"…\",\"salt\":\"…\"}}}
{\"shoe\":{\"opened\":{\"opening\":\"…\",\"cut\":123}}}
{\"shoe\":{\"discarded\":{\"opening\":\"…\",\"why\":\"table-closed\"}}}
{\"shoe\":{\"void\":{\"why\":\"…\"}}}
```

`shares` of a promised shoe is absent in older records; otherwise `yes`, `no-terminal` or `off`. Why a shoe was given up is
`table-closed`, `other-decks`, `share-withheld` or `generator-fault`.

A command or an event is its name, with its fields if it has any. `by` names what an event rests on: a clause as
`rulebook/clause`, or a setting as `house:name`. What people read is projected from these values and stored nowhere.

Engines 3 and 4 stored a proposal as `matter` and `text`, what a significant event tells as `text`, and a list as one text with
`+` between its members. Up to engine 5 each part of an opening was a text, what is approved at a screen a line, and so was
what a significant event tells of a table. In engine 6 and before, `nominate` was called `pass-on`, `forfeit-wagers` `invalidate`,
`hand-back` `returned`, `hand-back-unseen` `returned-unseen`, `stake-returned` `stake-back`, `tokens-returned` `tokens-back`,
`card-opens-next-coup` `card-carried` and `reversed-coups` `reversed-all`. All are read as the values that they stand for
(`crates/records/src/upcast.rs`).

A record of another engine is folded from its values and not decided again. A name or a field that stands here never changes
its meaning; a new form gets a new `schema`. This file is written by a test (`PUNTO_WRITE=1`) from the declarations in
`crates/lines/src/event.rs` and its neighbours.
";

fn document() -> String {
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "\nThis program writes schema {SCHEMA} and has the engine {ENGINE}.");
    let mut used = BTreeSet::new();
    let mut list = |title: &str, declared: Declared| {
        let _ = writeln!(text, "\n## {title}\n");
        for (variant, fields) in declared {
            let bare = |kind: &'static str| kind.trim_start_matches("Option<").trim_end_matches('>');
            used.extend(fields.iter().map(|(_, kind)| bare(kind)));
            let told = |(name, kind): &(&str, &'static str)| match bare(kind) == *kind {
                true => format!("{name} {kind}"),
                false => format!("{name} {}, or absent", bare(kind)),
            };
            let fields: Vec<String> = fields.iter().map(told).collect();
            let name = stored::name_of(variant);
            let _ = match fields.is_empty() {
                true => writeln!(text, "- `{name}`"),
                false => writeln!(text, "- `{name}`: {}", fields.join("; ")),
            };
        }
    };
    list("Events of a table (`table/…`)", punto_table::Happening::STORED);
    list("Commands of a table", punto_table::Command::STORED);
    list("Events of a tournament (`tournament/…`)", punto_tournament::Happening::STORED);
    list("Commands of a tournament", punto_tournament::Command::STORED);
    list("Events of a promotion (`promotion/…`)", punto_promotion::Happening::STORED);
    list("Commands of a promotion", punto_promotion::Command::STORED);
    list("Events of an account (`patron/…`)", punto_accounts::Happening::STORED);
    list("Commands of an account", punto_accounts::Command::STORED);
    list("Events of the site (`site`)", punto_site::Happening::STORED);
    list("Commands of the site", punto_site::Command::STORED);
    list("What takes two persons", punto_site::Measure::STORED);
    list("What significant events tell", punto_site::Cause::STORED);
    list("What is approved at somebody's screen", punto_site::Seconded::STORED);
    text.push_str("\n## Values\n\n");
    for (kind, told) in kinds() {
        assert!(used.remove(kind), "no record has a {kind}");
        let _ = writeln!(text, "- {kind}: {told}");
    }
    assert!(used.is_empty(), "these types have no line in docs/records.md: {used:?}");
    text
}

#[test]
fn the_document_of_records_has_every_stored_name_and_field() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/records.md");
    let made = document();
    if std::env::var_os("PUNTO_WRITE").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == made, "docs/records.md is not what is stored; `PUNTO_WRITE=1` writes it anew");
}

#[test]
fn no_two_variants_share_a_stored_name() {
    for declared in [
        punto_table::Happening::STORED,
        punto_table::Command::STORED,
        punto_accounts::Happening::STORED,
        punto_accounts::Command::STORED,
        punto_tournament::Happening::STORED,
        punto_tournament::Command::STORED,
        punto_promotion::Happening::STORED,
        punto_promotion::Command::STORED,
        punto_site::Happening::STORED,
        punto_site::Command::STORED,
        punto_site::Measure::STORED,
        punto_site::Cause::STORED,
        punto_site::Seconded::STORED,
    ] {
        let names: BTreeSet<String> = declared.iter().map(|(variant, _)| stored::name_of(variant)).collect();
        assert_eq!(names.len(), declared.len());
    }
}
