//! Promotions: what a document asks for when the house gives prizes away.
//!
//! As with tournaments, what is done is Rust, in `punto-promotion`; which document asks for it, of whom and by which clause
//! is data. A document without a `[promotion]` has no promotions.

use punto_vocab::Role;

use crate::Way;
use crate::items::{ItemRule, read_items, read_rules, roles_of};
use crate::procedure::Procedure;
use crate::reader::Section;
use crate::rulebook::{RoleRule, read_roles};

punto_vocab::words! {
    /// A rule of promotions that a document may have.
    pub enum PromotionRule: "a rule of promotions" {
        /// The house may give prizes away.
        Offer = "offer",
        /// Somebody watches a draw; `amount` is what a single prize must be worth more than.
        Scrutineer = "scrutineer",
        /// The winner may have cash in place of another prize.
        CashAlternative = "cash-alternative",
        /// The winner of a cash prize of more than `amount` says how it is paid.
        PaymentChoice = "payment-choice",
        /// Some things are never prizes.
        Prohibited = "prohibited",
        /// The conditions are written, named wherever the promotion is advertised, and easy to get.
        Terms = "terms",
        /// What the conditions must have.
        Conditions = "conditions",
        /// Winners who need not be there are told; `number` is how many days there are for it.
        Notify = "notify",
        /// Face to face.
        NotifyInPerson = "notify-in-person",
        /// By mail.
        NotifyByMail = "notify-by-mail",
        /// By telephone.
        NotifyByTelephone = "notify-by-telephone",
        /// By e-mail.
        NotifyByEmail = "notify-by-e-mail",
        /// Whose claim is refused is told why.
        RefuseClaim = "refuse-claim",
        /// Refused claims for a prize of more than `amount` are kept, with the claimant's name and address and the reasons.
        KeepRefused = "keep-refused",
        /// The house decides disputes, and says where one may complain of it.
        Dispute = "dispute",
        /// A promotion that is not beyond doubt is put off or cancelled, and those in `told` are told at once.
        Integrity = "integrity",
    }
}

impl PromotionRule {
    /// The ways in which a document may have it followed.
    pub const fn ways(self) -> &'static [Way] {
        match self {
            PromotionRule::CashAlternative => &[Way::NotForDollars],
            PromotionRule::Offer
            | PromotionRule::Scrutineer
            | PromotionRule::PaymentChoice
            | PromotionRule::Prohibited
            | PromotionRule::Terms
            | PromotionRule::Conditions
            | PromotionRule::Notify
            | PromotionRule::NotifyInPerson
            | PromotionRule::NotifyByMail
            | PromotionRule::NotifyByTelephone
            | PromotionRule::NotifyByEmail
            | PromotionRule::RefuseClaim
            | PromotionRule::KeepRefused
            | PromotionRule::Dispute
            | PromotionRule::Integrity => &[],
        }
    }
}

punto_vocab::words! {
    /// An item of the conditions of a promotion.
    pub enum PromotionItem: "an item of the conditions of a promotion" {
        /// How prizes are awarded: `draw` from the entries, or `declare` to whoever fulfils the conditions.
        Manner = "manner",
        /// `yes` where a prize that its winner does not get goes to the next entry in the order of the draw.
        Reserve = "reserve",
        /// When and where prizes may be awarded.
        Awarded = "awarded",
        /// Who may enter.
        Eligible = "eligible",
        /// `no` where nobody of staff may enter.
        Staff = "staff",
        /// How many entries each may have.
        Entries = "entries",
        /// The least or compulsory wager, or `none`.
        Wager = "wager",
        /// `yes` where each coup in which somebody lays that wager is an entry of theirs, and nothing else is.
        Play = "play",
        /// What is offered, with what is reserved or guaranteed.
        Nature = "nature",
        /// When entries close.
        Closes = "closes",
        /// Where it is held.
        Place = "place",
        /// When it is held, not before.
        Held = "held",
        /// How a prize is claimed.
        Claim = "claim",
        /// `yes` where an entrant must be there to win.
        Presence = "presence",
        /// Until when a prize is claimed.
        ClaimBy = "claim-by",
        /// How winners are told.
        Notified = "notified",
        /// How results are published.
        Results = "results",
        /// How advertising names the conditions.
        Marketing = "marketing",
        /// Where the conditions can be had.
        Available = "available",
    }
}

punto_vocab::words! {
    /// A kind of prize.
    pub enum PrizeKind: "a kind of prize" {
        /// Money.
        Cash = "cash",
        /// Goods or services without particulars of their own.
        Goods = "goods",
        /// A machine or an electric appliance.
        Appliance = "appliance",
        /// A motor vehicle.
        Vehicle = "vehicle",
        /// Travel.
        Travel = "travel",
        /// Real estate.
        RealEstate = "real-estate",
        /// Dollars to play with at tables.
        CasinoDollars = "casino-dollars",
        /// Dollars to play with at machines.
        SlotsDollars = "slots-dollars",
    }
}

punto_vocab::words! {
    /// An item of the details of a prize.
    pub enum PrizeItem: "a detail of a prize" {
        /// Its kinds: one, or several for a prize of several parts.
        Kind = "kind",
        /// What it is.
        What = "what",
        /// What it is worth.
        Value = "value",
        /// The conditions of receiving, using or accepting it.
        Terms = "terms",
        /// What it has in it that may not be given away, such as `tobacco`, or `liquor:12` litres, or `nothing`.
        Contains = "contains",
        /// The amount that the winner may have in its place.
        CashAlternative = "cash-alternative",
        /// The make.
        Make = "make",
        /// The model.
        Model = "model",
        /// Accessories.
        Accessories = "accessories",
        /// Whether registration and the costs of the road are included.
        OnRoad = "on-road",
        /// How many may travel.
        Travellers = "travellers",
        /// What is included.
        Included = "included",
        /// When the journey must be made.
        Dates = "dates",
        /// Whether there is money to spend.
        SpendingMoney = "spending-money",
        /// The type of dwelling.
        Dwelling = "dwelling",
        /// The plans.
        Plans = "plans",
        /// The contract.
        Contract = "contract",
        /// The easements.
        Easements = "easements",
        /// The address or other location.
        Address = "address",
    }
}

punto_vocab::words! {
    /// Something that a document may not let a prize have in it.
    pub enum Content: "something that is no prize" {
        /// Tobacco in any form.
        Tobacco = "tobacco",
        /// A firearm.
        Firearm = "firearm",
        /// Ammunition.
        Ammunition = "ammunition",
        /// An imitation of a firearm.
        ImitationFirearm = "imitation-firearm",
        /// A prohibited weapon.
        ProhibitedWeapon = "prohibited-weapon",
        /// Liquor; `number` is how many litres are let pass.
        Liquor = "liquor",
        /// What else regulations name.
        Prescribed = "prescribed",
    }
}

/// The rules of promotions of a document; none where it has no promotions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromotionRules {
    /// Who has a part in promotions besides those of ordinary tables; the first answers for them.
    pub roles: Vec<RoleRule>,
    rules: Vec<Option<Procedure>>,
    items: Vec<Option<ItemRule>>,
    every: Vec<Option<ItemRule>>,
    details: Vec<Vec<Option<ItemRule>>>,
    prohibited: Vec<Option<Procedure>>,
}

impl PromotionRules {
    /// A rule, if the document has it.
    pub fn get(&self, rule: PromotionRule) -> Option<&Procedure> {
        self.rules.get(rule as usize)?.as_ref()
    }

    /// What the document says of an item of the conditions.
    pub fn item(&self, item: PromotionItem) -> Option<&ItemRule> {
        self.items.get(item as usize)?.as_ref()
    }

    /// What the document says of a detail of every prize.
    pub fn detail(&self, item: PrizeItem) -> Option<&ItemRule> {
        self.every.get(item as usize)?.as_ref()
    }

    /// What the document says of a detail of prizes of one kind.
    pub fn detail_of(&self, kind: PrizeKind, item: PrizeItem) -> Option<&ItemRule> {
        self.details.get(kind as usize)?.get(item as usize)?.as_ref()
    }

    /// What the document says of something that a prize has in it.
    pub fn prohibited(&self, content: Content) -> Option<&Procedure> {
        self.prohibited.get(content as usize)?.as_ref()
    }

    /// Who answers for promotions, if the document has any.
    pub fn officer(&self) -> Option<Role> {
        self.roles.first().map(|rule| rule.role)
    }

    pub(crate) fn read(section: Section<'_, '_>, known: &[Role]) -> PromotionRules {
        let known = roles_of(&section, known);
        let roles = section.section("roles").map(|roles| read_roles(roles, &known)).unwrap_or_default();
        let items = section.section("conditions").map(read_items::<PromotionItem>).unwrap_or_default();
        let (every, details) = section.section("prizes").map(read_prizes).unwrap_or_default();
        let prohibited = section.section("prohibited");
        let prohibited =
            prohibited.map(|own| read_rules::<Content>(own, &known, |_| &[])).unwrap_or_default();
        let rules = section.section("rules");
        let rules = rules.map(|own| read_rules(own, &known, PromotionRule::ways)).unwrap_or_default();
        section.close();
        PromotionRules { roles, rules, items, every, details, prohibited }
    }
}

type Details = Vec<Option<ItemRule>>;

/// The details of every prize, and those of each kind.
fn read_prizes(section: Section<'_, '_>) -> (Details, Vec<Details>) {
    let every = section.section("every").map(read_items::<PrizeItem>).unwrap_or_default();
    let of = |kind: &PrizeKind| {
        section.optional_section(kind.word()).map(read_items::<PrizeItem>).unwrap_or_default()
    };
    let details = PrizeKind::ALL.iter().map(of).collect();
    section.close();
    (every, details)
}
