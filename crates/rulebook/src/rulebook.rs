//! The typed rulebook, and its lowering from `rulebook.toml`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use punto_vocab::{Authority, BetId, Citation, Role, Rounding, Word, hex};
use sha2::{Digest, Sha256};

use crate::combination::Combinations;
use crate::problem::{Problems, Source};
use crate::reader::{Field, Parsed, Reader, Section, Use};
use crate::schema::Schema;
use crate::{
    Answer, Bet, BetKind, Clauses, Drawing, HouseSetting, Irregularities, LimitRules, Method, Procedures,
    PromotionRules, Question, Ruled, Scenario, ShoeRules, TournamentRules,
};
use crate::{check, listing};

punto_vocab::words! {
    /// What kind of table the document is for.
    pub enum Nature: "a nature" {
        /// A dealer deals cards.
        Live = "live",
        /// Terminals around a shoe.
        Electronic = "electronic",
    }
}

punto_vocab::words! {
    /// What a stake may be made of.
    pub enum Medium: "a medium" {
        /// Chips of the table.
        Chips = "chips",
        /// Promotional tokens.
        Tokens = "tokens",
        /// Credits at a terminal.
        Credits = "credits",
    }
}

punto_vocab::words! {
    /// What closes wagers.
    pub enum Closing: "a closing of wagers" {
        /// The coup's first card leaves the shoe.
        FirstCard = "first-card",
        /// The dealer calls no more bets.
        Call = "call",
        /// The terminal shows no more bets.
        Display = "display",
    }
}

/// A form of the game that the document allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name in programs.
    pub id: Arc<str>,
    /// Its name on the sign.
    pub title: String,
    /// The clauses that allow it.
    pub by: Citation,
}

/// A cloth that the document pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Its name.
    pub id: String,
    /// How many places it may have.
    pub seats: Vec<u32>,
    /// The side bets it has areas for.
    pub bets: Vec<BetId>,
    /// The clause that pictures it.
    pub by: Citation,
}

/// A role the document knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleRule {
    /// The role.
    pub role: Role,
    /// What the document calls it.
    pub title: String,
    /// The roles whose acts it may also do.
    pub counts_as: Vec<Role>,
    /// Whether only somebody who is signed on acts in it.
    pub on_duty: bool,
    /// The clause that names it.
    pub by: Citation,
}

/// One document: every value and choice that concerns a coup, each with its clause.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// Its id, such as `nsw-2021`.
    pub id: Arc<str>,
    /// Its title.
    pub title: String,
    /// Who issued it.
    pub issuer: String,
    /// What kind of table it is for.
    pub nature: Ruled<Nature>,
    /// From when it is in force, as written; `None` where the document does not say.
    pub in_force: Option<Ruled<String>>,
    /// SHA-256 of its two files, in hexadecimal: which text governed a coup.
    pub digest: String,
    /// Every clause of the document.
    pub clauses: Clauses,
    /// The roles it knows.
    pub roles: Vec<RoleRule>,
    /// How many seats a table may have; `None` where there are terminals.
    pub seats: Option<Ruled<Vec<u32>>>,
    /// The cloths it pictures.
    pub layouts: Vec<Layout>,
    /// The clauses for the values of cards and the point of a hand.
    pub card_values: Citation,
    /// Decks, cut, marker, burn and end.
    pub shoe: ShoeRules,
    /// The table of play.
    pub drawing: Drawing,
    /// The forms of the game, the usual one first.
    pub variants: Vec<Variant>,
    /// The bets, in the order of the document.
    pub bets: Vec<Bet>,
    /// What one patron may hold.
    pub combinations: Combinations,
    /// Who approves a combination that needs approval.
    pub combination_approval: Option<Role>,
    /// What stakes are made of.
    pub stakes: Ruled<Vec<Medium>>,
    /// What closes wagers.
    pub closing: Ruled<Closing>,
    /// Minimum, maximum and totals.
    pub limits: LimitRules,
    /// What becomes of a payout that chips cannot make.
    pub rounding: Answer<Rounding>,
    /// The clause by which the part of a wager that could not be paid is void, where such wagers are refused.
    pub void_part: Option<Citation>,
    /// The clause by which losing wagers are taken.
    pub collect: Citation,
    /// The clause by which winnings on promotional tokens are paid in chips.
    pub token_winnings: Option<Citation>,
    /// What is done when something goes wrong.
    pub irregularities: Irregularities,
    /// The dealing methods, the usual one first.
    pub methods: Vec<Method>,
    /// The rules of procedure around a coup.
    pub procedure: Procedures,
    /// The rules of tournaments.
    pub tournament: TournamentRules,
    /// The rules of promotions.
    pub promotion: PromotionRules,
    /// The points it leaves open.
    pub house: Vec<HouseSetting>,
    /// Every question and answer as text.
    pub questions: Vec<Question>,
    /// The scripts that show what its clauses do; none where only the two files were read.
    pub scenarios: Vec<Scenario>,
    uses: BTreeMap<Authority, Vec<Use>>,
}

impl Rulebook {
    /// The bet of this name.
    pub fn bet(&self, id: BetId) -> Option<&Bet> {
        self.bets.iter().find(|bet| bet.id == id)
    }

    /// The bet that plays this part.
    pub fn bet_of_kind(&self, kind: BetKind) -> Option<&Bet> {
        self.bets.iter().find(|bet| bet.kind == kind)
    }

    /// The variant of this name.
    pub fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| *variant.id == *id)
    }

    /// The method that a table is dealt by unless another is asked for: a tournament's own, where the document has one.
    pub fn usual_method(&self, tournament: bool) -> Option<&Method> {
        self.methods.iter().find(|method| method.tournament == tournament).or(self.methods.first())
    }

    /// The dealing method of this name.
    pub fn method(&self, id: &str) -> Option<&Method> {
        self.methods.iter().find(|method| method.id == id)
    }

    /// Whether a person in one role may do what the document gives to another.
    pub fn counts_as(&self, own: Role, needed: Role) -> bool {
        own == needed || self.roles.iter().any(|rule| rule.role == own && rule.counts_as.contains(&needed))
    }

    /// The setting of this name.
    pub fn setting(&self, name: &str) -> Option<&HouseSetting> {
        self.house.iter().find(|setting| setting.setting.name() == name)
    }

    /// Where `rulebook.toml` rests on this clause: the places that decide by it.
    pub fn uses_of(&self, clause: &str) -> &[Use] {
        let named =
            |authority: &&Authority| matches!(authority, Authority::Clause(id) if id.clause() == clause);
        self.uses.keys().find(named).map_or(&[], |authority| &self.uses[authority])
    }

    /// The digest of the texts of the two files, which names them for ever.
    pub fn digest_of(book: &str, clauses: &str) -> String {
        let digest = Sha256::new().chain_update(book).chain_update([0]).chain_update(clauses).finalize();
        hex::encode(&digest)
    }

    /// Checks and lowers the texts of the two files.
    pub fn read(book: (&Path, &str), clauses: (&Path, &str)) -> Result<Rulebook, Problems> {
        Rulebook::read_by(Schema::NEWEST, book, clauses)
    }

    /// The same, by a program that knows schemas up to this one.
    pub(crate) fn read_by(
        newest: Schema,
        book: (&Path, &str),
        clauses: (&Path, &str),
    ) -> Result<Rulebook, Problems> {
        let digest = Rulebook::digest_of(book.1, clauses.1);
        let parsed = Parsed::new(book.1);
        let table = parsed.table.get_ref();
        // The id, before anything can be named; a missing one is reported below.
        let id = table.get("id").and_then(|id| id.get_ref().as_str()).unwrap_or_default();
        let id: Arc<str> = id.into();
        let listed = Clauses::read(Source::new(clauses), &id, newest);
        let known = |number: &str| listed.named(number, &id);
        let schema = newest.of(parsed.schema());
        let reader = Reader::new(Source::new(book), id.clone(), schema, &known);
        reader.report_syntax(&parsed);
        if !parsed.is_whole() {
            return Err(Problems(reader.finish().0.into_iter().chain(listed.problems).collect()));
        }
        let root = reader.root(&parsed.table);
        schema.check(&root);
        let lowered = lower(&root, id.clone(), digest);
        if let Some(lowered) = &lowered {
            check::settings(lowered, &root);
            check::approval(lowered, &root);
            check::layouts(lowered, &root);
        }
        check::citations(&reader, &root.keys("house"), &listed.clauses);
        root.close();
        let questions = listing::questions(table);
        let (mut problems, uses) = reader.finish();
        problems.extend(listed.problems);
        match lowered {
            Some(lowered) if problems.is_empty() => {
                Ok(Rulebook { clauses: listed.clauses, questions, uses, ..lowered })
            }
            _ => Err(Problems(problems)),
        }
    }
}

fn lower(root: &Section<'_, '_>, id: Arc<str>, digest: String) -> Option<Rulebook> {
    if let Some(id) = root.field("id")
        && id
            .text()
            .is_some_and(|id| id.is_empty() || !id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
    {
        id.report("`id` is a name in letters, figures and -, like nsw-2021");
    }
    let (title, issuer) = (root.value("title", |f| f.text()), root.value("issuer", |f| f.text()));
    let nature = root.ruled("nature", |f| f.word());
    let in_force = root.optional_ruled("in_force", |f| f.moment());
    let known_roles: Vec<Role> =
        root.keys("roles").iter().filter_map(|name| Role::from_word(name).ok()).collect();
    let roles = root.section("roles").map(|section| read_roles(section, &known_roles));
    let seats = root.optional_ruled("seats", |f| f.some(|f| f.number(1..=14)));
    let layouts = root.optional_section("layouts").map(read_layouts).unwrap_or_default();
    let card_values = root.section("cards").and_then(read_card_values);
    let shoe = root.field("shoe").and_then(ShoeRules::read);
    let drawing = root.field("drawing").and_then(Drawing::read);
    let variants = root.section("variants").map(read_variants).unwrap_or_default();
    let bets =
        root.section("bets").map(|bets| read_bets(bets, &root.keys("variants"), &root.keys("layouts")));
    let combinations = root.field("combinations").and_then(Combinations::read);
    let combination_approval =
        root.optional("combination_approval").and_then(|f| known_role(&f, &known_roles));
    let wagers = root.section("wagers").and_then(read_wagers);
    let limits = root.field("limits").and_then(LimitRules::read);
    let settlement = root.section("settlement").and_then(read_settlement);
    let irregularities = root.field("irregularities").and_then(|f| Irregularities::read(f, &known_roles));
    let house = root.optional_section("house").map(read_house).unwrap_or_default();
    let methods = root.optional_section("methods").map(Method::read_all).unwrap_or_default();
    let procedure = root.optional_section("procedure").map(|section| Procedures::read(section, &known_roles));
    let tournament =
        root.optional_section("tournament").map(|section| TournamentRules::read(section, &known_roles));
    let promotion =
        root.optional_section("promotion").map(|section| PromotionRules::read(section, &known_roles));
    let (stakes, closing) = wagers?;
    let Settlement { rounding, void_part, collect, token_winnings } = settlement?;
    Some(Rulebook {
        id,
        title: title?.into(),
        issuer: issuer?.into(),
        nature: nature?,
        in_force,
        digest,
        clauses: Clauses::default(),
        roles: roles?,
        seats,
        layouts,
        card_values: card_values?,
        shoe: shoe?,
        drawing: drawing?,
        variants,
        bets: bets?,
        combinations: combinations?,
        combination_approval,
        stakes,
        closing,
        limits: limits?,
        rounding,
        void_part,
        collect,
        token_winnings,
        irregularities: irregularities?,
        methods,
        procedure: procedure.unwrap_or_default(),
        tournament: tournament.unwrap_or_default(),
        promotion: promotion.unwrap_or_default(),
        house,
        questions: Vec::new(),
        scenarios: Vec::new(),
        uses: BTreeMap::new(),
    })
}

/// A role that must act, which `[roles]` has to have.
pub(crate) fn known_role(field: &Field<'_, '_>, known: &[Role]) -> Option<Role> {
    let role = field.word()?;
    // Without any role at all, the missing section is the mistake.
    if !known.is_empty() && !known.contains(&role) {
        field.report(format!("`{}` needs the role {role}, which `[roles]` does not have", field.path()));
    }
    Some(role)
}

pub(crate) fn read_roles(section: Section<'_, '_>, known: &[Role]) -> Vec<RoleRule> {
    let read = |(name, field): (&str, Field<'_, '_>)| {
        let role = Role::from_word(name).map_err(|error| field.report(error.to_string())).ok();
        let rule = field.section()?;
        let (title, by) = (rule.value("title", |f| f.text()), rule.citation());
        let counts_as = rule
            .optional("counts_as")
            .map(|f| f.list().iter().filter_map(|f| known_role(f, known)).collect());
        let on_duty = rule.optional("on_duty").and_then(|f| f.flag());
        rule.close();
        Some(RoleRule {
            on_duty: on_duty.unwrap_or(false),
            role: role?,
            title: title?.into(),
            counts_as: counts_as.unwrap_or_default(),
            by: by?,
        })
    };
    section.entries().into_iter().filter_map(read).collect()
}

fn read_layouts(section: Section<'_, '_>) -> Vec<Layout> {
    let read = |(name, field): (&str, Field<'_, '_>)| {
        let layout = field.section()?;
        let seats = layout.field("seats").and_then(|f| f.some(|f| f.number(1..=14)));
        let bets = layout.field("bets").map(|f| f.list().iter().filter_map(|f| f.parsed()).collect());
        let by = layout.citation();
        layout.close();
        Some(Layout { id: name.into(), seats: seats?, bets: bets?, by: by? })
    };
    section.entries().into_iter().filter_map(read).collect()
}

/// The values of cards are the same in every document once tens are dropped; a book that says otherwise is not
/// baccarat, and this engine could not play it.
fn read_card_values(section: Section<'_, '_>) -> Option<Citation> {
    let ace = section.ruled("ace", |f| f.number(1..=1));
    let pips = section.ruled("pips", |f| {
        let text = f.text()?;
        if text != "face" {
            f.report(format!("`{}` is `{text}`; expected `face`, each card by its own number", f.path()));
        }
        Some(text)
    });
    let tens = ["ten", "pictures"].map(|key| {
        section.ruled(key, |f| {
            f.number(0..=10).filter(|value| {
                let fits = value % 10 == 0;
                if !fits {
                    f.report(format!("`{}` is {value}; expected 0, or 10 before tens are dropped", f.path()));
                }
                fits
            })
        })
    });
    let point = section.cited("point");
    section.close();
    let [ten, pictures] = tens;
    Some(ace?.by.and(&pips?.by).and(&ten?.by).and(&pictures?.by).and(&point?))
}

fn read_variants(section: Section<'_, '_>) -> Vec<Variant> {
    let read = |(name, field): (&str, Field<'_, '_>)| {
        let variant = field.section()?;
        let (title, by) = (variant.value("title", |f| f.text()), variant.citation());
        variant.close();
        Some(Variant { id: name.into(), title: title?.into(), by: by? })
    };
    let variants: Vec<Variant> = section.entries().into_iter().filter_map(read).collect();
    if variants.is_empty() {
        section.report("a document has at least one form of the game; expected `variants.<name>`");
    }
    variants
}

fn read_bets(section: Section<'_, '_>, variants: &[&str], layouts: &[&str]) -> Vec<Bet> {
    let variants: Vec<Arc<str>> = variants.iter().map(|name| Arc::from(*name)).collect();
    let entries = section.entries();
    let count = entries.len();
    let read = |(id, field): (&str, Field<'_, '_>)| Bet::read(id, field, &variants, layouts);
    let bets: Vec<Bet> = entries.into_iter().filter_map(read).collect();
    if bets.len() < count {
        return bets; // Which kind the unreadable one is of nobody knows.
    }
    for kind in [BetKind::Player, BetKind::Banker, BetKind::Tie] {
        let count = bets.iter().filter(|bet| bet.kind == kind).count();
        if count != 1 {
            section.report(format!("{count} bets are of the kind {kind}; expected one"));
        }
    }
    bets
}

fn read_wagers(section: Section<'_, '_>) -> Option<(Ruled<Vec<Medium>>, Ruled<Closing>)> {
    let stakes = section.ruled("stakes", |f| f.some(|f| f.word()));
    let closing = section.ruled("closing", |f| f.word());
    section.close();
    stakes.zip(closing)
}

struct Settlement {
    rounding: Answer<Rounding>,
    void_part: Option<Citation>,
    collect: Citation,
    token_winnings: Option<Citation>,
}

fn read_settlement(section: Section<'_, '_>) -> Option<Settlement> {
    let rounding = section.answer("rounding", |f| f.word());
    let void_part = section.optional("void_part").map(|f| f.cited());
    let collect = section.cited("collect");
    let token_winnings = section.optional("token_winnings").and_then(|f| f.cited());
    let refuses =
        |rounding: &Answer<Rounding>| rounding.fixed().is_some_and(|r| r.value == Rounding::Refused);
    if rounding.as_ref().is_some_and(|rounding| refuses(rounding) != void_part.is_some()) {
        section.report("`settlement.void_part` goes with `rounding` refused, and only with it");
    }
    section.close();
    Some(Settlement {
        rounding: rounding?,
        void_part: void_part.flatten(),
        collect: collect?,
        token_winnings,
    })
}

fn read_house(section: Section<'_, '_>) -> Vec<HouseSetting> {
    section.entries().into_iter().filter_map(|(name, field)| HouseSetting::read(name, field)).collect()
}
