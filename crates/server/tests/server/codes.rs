//! What the page must have words for in every language: the codes of refusals, and words of closed lists.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};
use std::path::Path;

use punto_coup::Why;
use punto_roads::GoodRoads;
use punto_rulebook::{
    Breach, Burn, Cure, Device, Grade, Medium, Mishap, Pairs, Rule, Rulebook, Standing, Winner,
};
use punto_site::{DeviceKind, Kind, Office, ProposalMatter, Right};
use punto_table::{Call, Command, DutyKind, Fact, Fault, HandName, Happening, SettledAs, ShuffleBy, With};
use punto_vocab::stored::name_of;
use punto_vocab::{Role, Word};

/// Codes with the names of what may fill their sentences.
type Sentences = BTreeMap<&'static str, &'static [&'static str]>;

/// Words by the beginning of their keys in the catalogues.
type Words = BTreeMap<&'static str, BTreeSet<String>>;

#[test]
fn the_page_knows_every_code_and_word() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/codes.ts");
    let text = codes();
    if std::env::var_os("PUNTO_WRITE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "web/src/lib/codes.ts is not what the server says; write it with PUNTO_WRITE=1 cargo test -p punto-server --test server codes"
    );
}

/// The text of `web/src/lib/codes.ts`.
fn codes() -> String {
    let mut text = String::from(
        "// Generated from the reasons and words of the crates by `cargo test -p punto-server`. Do not edit.\n",
    );
    let due: Sentences = Why::CODES.iter().copied().zip(Why::ARGS.iter().copied()).collect();
    declare(&mut text, "REFUSALS", "Every code of a refusal, with what may fill it.", refusals());
    text.push_str(
        "\n/** The name of a refusal's sentence. */\nexport type RefusalCode = keyof typeof REFUSALS\n",
    );
    declare(&mut text, "DUE", "Every reason why a card is due, or none, likewise.", due);
    declare(
        &mut text,
        "CAUSES",
        "Everything that a significant event tells, likewise.",
        punto_site::Cause::codes(),
    );
    let (said, happens) = (fields(Command::STORED), fields(Happening::STORED));
    declare(&mut text, "COMMANDS", "Every command that a table knows, with its fields.", said);
    declare(&mut text, "HAPPENED", "Everything that happens at a table, with its fields.", happens);
    let tournament = fields(punto_tournament::Command::STORED);
    declare(&mut text, "TOURNAMENT_COMMANDS", "Every command that a tournament knows, likewise.", tournament);
    let tournament = fields(punto_tournament::Happening::STORED);
    declare(
        &mut text,
        "TOURNAMENT_HAPPENED",
        "Everything that happens in a tournament, likewise.",
        tournament,
    );
    let promotion = fields(punto_promotion::Command::STORED);
    declare(&mut text, "PROMOTION_COMMANDS", "Every command that a promotion knows, likewise.", promotion);
    let promotion = fields(punto_promotion::Happening::STORED);
    declare(&mut text, "PROMOTION_HAPPENED", "Everything that happens in a promotion, likewise.", promotion);
    text.push_str("\n/** Words that the server names, by the beginning of their keys. */\n");
    text.push_str("export const WORDS: Readonly<Record<string, readonly string[]>> = {\n");
    for (area, list) in words() {
        let list: Vec<String> = list.iter().map(|word| format!("'{word}'")).collect();
        let _ = writeln!(text, "  '{area}': [{}],", list.join(", "));
    }
    text.push_str("}\n");
    text
}

fn declare<Name: Display, Args: AsRef<[&'static str]>>(
    text: &mut String,
    name: &str,
    about: &str,
    list: impl IntoIterator<Item = (Name, Args)>,
) {
    let _ = writeln!(text, "\n/** {about} */");
    let _ = writeln!(text, "export const {name} = {{");
    for (code, args) in list {
        let args: Vec<String> = args.as_ref().iter().map(|arg| format!("'{arg}'")).collect();
        let _ = writeln!(text, "  '{code}': [{}],", args.join(", "));
    }
    text.push_str("} as const satisfies Readonly<Record<string, readonly string[]>>\n");
}

/// Names as they cross the wire, each with the names of its fields.
fn fields(
    stored: &'static [(&'static str, &'static [(&'static str, &'static str)])],
) -> impl Iterator<Item = (String, Vec<&'static str>)> {
    stored
        .iter()
        .map(|(variant, fields)| (name_of(variant), fields.iter().map(|(field, _)| *field).collect()))
}

pub(super) fn refusals() -> Sentences {
    punto_floor::refusal_codes().collect()
}

fn words() -> Words {
    let mut all = Words::new();
    let mut put = |area, list: Vec<String>| all.entry(area).or_default().extend(list);
    put("role.", list::<Role>());
    put("office.", list::<Office>());
    put("rule.", list::<Rule>());
    put("mishap.", list::<Mishap>());
    put("cure.", list::<Cure>());
    put("fact.", list::<Fact>());
    put("matter.", list::<punto_table::Matter>());
    put("call.", list::<Call>());
    put("spoken.", list::<Call>());
    put("shuffle.", list::<ShuffleBy>());
    put("device.", list::<Device>());
    put("medium.", list::<Medium>());
    put("standing.", list::<Standing>());
    put("settlement.", list::<SettledAs>());
    put("settlement.word-", list::<SettledAs>());
    put("event.", list::<Kind>());
    put("proposal.", list::<ProposalMatter>());
    put("right.", list::<Right>());
    put("limit.", list::<punto_accounts::LimitKind>());
    put("span.", list::<punto_accounts::Span>());
    put("whose.", list::<punto_accounts::Whose>());
    put("order.", list::<punto_accounts::SpendOrder>());
    put("worth.", list::<punto_accounts::AccountKind>());
    put("purse.", list::<punto_accounts::Purse>());
    put("session-end.", list::<punto_accounts::SessionEnd>());
    put("house-setting.", list::<punto_site::RunningSetting>());
    put("setting.", list::<punto_site::Ground>());
    put("setting.", list::<punto_accounts::AccountRule>());
    put("pit.kind-", list::<DeviceKind>());
    put("dealer.burn-", list::<Burn>());
    put("dealer.fault-", list::<Fault>());
    put("dealer.call-", list::<Call>());
    put("duty.", list::<DutyKind>());
    put("tournament-item.", list::<punto_rulebook::Item>());
    put("tournament-rule.", list::<punto_rulebook::TournamentRule>());
    put("offence.", list::<punto_tournament::Offence>());
    put("refusal-ground.", list::<punto_tournament::Ground>());
    put("payment.", list::<punto_tournament::Payment>());
    put("tournament-stage.", list::<punto_wire::TournamentStage>());
    put("tournament-phase.", list::<punto_wire::TournamentPhase>());
    put("entrant.", list::<punto_wire::EntrantStanding>());
    put("tournament-duty.", list::<punto_wire::TournamentDutyKind>());
    put("promotion-item.", list::<punto_rulebook::PromotionItem>());
    put("promotion-rule.", list::<punto_rulebook::PromotionRule>());
    put("prize-item.", list::<punto_rulebook::PrizeItem>());
    put("prize-kind.", list::<punto_rulebook::PrizeKind>());
    put("prize-manner.", list::<punto_promotion::Manner>());
    put("notice-channel.", list::<punto_promotion::Channel>());
    put("promotion-stage.", list::<punto_wire::PromotionStage>());
    put("promotion-duty.", list::<punto_wire::PromotionDutyKind>());
    put("claim-status.", list::<punto_wire::ClaimStatus>());
    put("breach.", list::<Breach>());
    put("way.", list::<With>());
    put("pay.on-winner-", list::<Winner>());
    put("pay.on-pair-", list::<HandName>());
    put("pay.on-grade-", list::<Grade>());
    put("pay.on-pairs-", list::<Pairs>());
    put("road.", GoodRoads::default().rows.into_iter().map(|road| road.id).collect());
    for id in Rulebook::embedded_ids() {
        let Some(book) = Rulebook::embedded(id) else { continue };
        put("rulebook.", vec![id.to_owned()]);
        put("variant.", book.variants.iter().map(|variant| variant.id.to_string()).collect());
        put("bet.", book.bets.iter().map(|bet| bet.id.to_string()).collect());
        let cards = book.bets.iter().flat_map(|bet| &bet.rows).filter_map(|row| row.on.cards);
        put("pay.on-cards-", cards.map(|cards| cards.to_string()).collect());
        put("setting.", book.house.iter().map(|house| house.setting.name().to_owned()).collect());
        put("topic.", book.clauses.iter().map(|clause| clause.topic.clone()).collect());
    }
    all
}

fn list<T: Word>() -> Vec<String> {
    T::ALL.iter().map(|value| value.word().to_owned()).collect()
}
