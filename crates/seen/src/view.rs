//! What each person may see of a table. A view is built from what its viewer may know, and never holds the rest.

mod hands;
mod layout;
mod matters;
mod money;
mod shoe;
mod waiting;

use punto_rulebook::{Limits, Medium, Rule, Rulebook, Winner};
use punto_vocab::stored::Stored;
use punto_vocab::{BySide, Card, Citation, Money, PersonId, Point, Role, Side, Time};
use serde::{Serialize, Serializer};

use punto_table::Range;
use punto_table::deadline;
use punto_table::{Call, Command};
use punto_table::{Open, Phase, Table};

pub(crate) use hands::watches;
pub use hands::{Carried, SeenDue, SeenHolding, SeenOutcome};
pub use layout::{SeenOffer, SeenRow, SeenSettlement, SeenSign, SeenWager};
pub use matters::SeenMatter;
pub use money::Till;
pub use shoe::{MarkerPlace, SeenCheck, SeenShoe};
pub(crate) use waiting::may_know_of;
pub use waiting::{SeenDispute, SeenDuty, SeenTrouble, Waiting, WaitingKind};

punto_vocab::words! {
    /// What goes on at a table.
    pub enum SeenPhase: "a phase" {
        /// Not open.
        Closed = "closed",
        /// Cards are being prepared.
        Preparing = "preparing",
        /// Between two coups, where wagers are taken only once they are called for, and they are not yet.
        BetweenCoups = "between-coups",
        /// Wagers are open.
        Betting = "betting",
        /// Wagers are closed, no card is out.
        NoMoreBets = "no-more-bets",
        /// A coup is being dealt or settled.
        Dealing = "dealing",
    }
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A patron at the table.
    Patron(PersonId),
    /// The overhead sign and everybody who walks by.
    Public,
    /// Somebody on duty.
    Staff(Role),
}

impl Viewer {
    /// Whether somebody of staff or of the regulator looks.
    pub fn is_staff(self) -> bool {
        matches!(self, Viewer::Staff(_))
    }

    /// Whether this patron looks.
    pub fn is(self, patron: PersonId) -> bool {
        self == Viewer::Patron(patron)
    }
}

/// A table as somebody sees it: everything a screen shows that knows no rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// Whether it is open.
    pub open: bool,
    /// The time of the last command.
    pub now: Time,
    /// The document it runs under.
    pub rulebook: String,
    /// The form of the game.
    pub variant: String,
    /// The dealing method.
    pub method: String,
    /// Whether it only shows the game, with play credits.
    pub demonstration: bool,
    /// What stakes are made of: chips or credits.
    pub medium: Option<Medium>,
    /// All posted limits.
    pub limits: Option<Limits>,
    /// The limits that hold for the viewer instead of the posted ones, where some were agreed.
    pub own_limits: Option<Range>,
    /// The old minimum, where the viewer keeps it.
    pub old_minimum: Option<Money>,
    /// The bets on offer.
    pub offers: Vec<SeenOffer>,
    /// The denominations of chips, least first.
    pub chips: Vec<Money>,
    /// How many seats there are, where the document knows any.
    pub places: Option<u32>,
    /// Which cloth, where the document pictures any.
    pub layout: Option<String>,
    /// What goes on.
    pub phase: SeenPhase,
    /// When place your bets was called or shown for the coup to come.
    pub opened: Option<Time>,
    /// When the clock closes wagers.
    pub closes: Option<Time>,
    /// The coup in progress, or the one to come, takes no wagers, by these clauses.
    pub no_bet: Option<Citation>,
    /// What was called last.
    pub last_call: Option<(Call, Time)>,
    /// The hands; a card that lies face down for the viewer is `None`.
    pub hands: BySide<Vec<Option<Card>>>,
    /// The points of hands that the viewer sees whole.
    pub points: BySide<Option<Point>>,
    /// Who holds the hands, and what the viewer may do with them.
    pub holders: BySide<SeenHolding>,
    /// Who holds the role that passes round, where the method has one.
    pub role: Option<PersonId>,
    /// Cards that lie with neither hand.
    pub aside: Vec<Option<Card>>,
    /// A card that waits to open the coup to come.
    pub carried: Option<Carried>,
    /// What is due and why, where the viewer may know it.
    pub due: Option<SeenDue>,
    /// What the coup that lies came to, once all its cards are turned and none is due.
    pub outcome: Option<SeenOutcome>,
    /// Whether the coup that lies is void.
    pub void: bool,
    /// Who sits where.
    pub seats: Vec<(u8, PersonId)>,
    /// Who stands at which box.
    pub standing: Vec<(u8, PersonId)>,
    /// Boxes that seated patrons play besides their own.
    pub boxes: Vec<(u8, PersonId)>,
    /// The wagers on the layout; an undisclosed stake is `None` to all but its patron.
    pub wagers: Vec<SeenWager>,
    /// Whether wagers may be taken back before play resumes.
    pub may_withdraw: bool,
    /// What the wagers of the coup before came to, until the next one's first card.
    pub settled: Vec<SeenSettlement>,
    /// The signs that are up, with their clocks.
    pub signs: Vec<SeenSign>,
    /// The shoe.
    pub shoe: Option<SeenShoe>,
    /// Results of the present shoe, oldest first; a void coup has none.
    pub results: Vec<Option<Winner>>,
    /// What goes on the roads: the coups of the present shoe that count there, oldest first.
    pub entries: Vec<SeenOutcome>,
    /// The viewer's own balance, at a table with credits.
    pub balance: Option<Money>,
    /// What the viewer owes after a settlement was undone.
    pub owed: Option<Money>,
    /// The table's money, for staff.
    pub till: Option<Till>,
    /// What went wrong and waits to be ordered.
    pub trouble: Option<SeenTrouble>,
    /// Disputes that are not closed: all for staff, their own for patrons.
    pub disputes: Vec<SeenDispute>,
    /// What those at the table are asked to agree to, or may ask for; nothing for the public.
    pub matters: Vec<SeenMatter>,
    /// What waits for somebody to approve or to do it, for staff.
    pub waiting: Vec<Waiting>,
    /// How the document has cards checked before they are shuffled, for staff.
    pub checks: Vec<SeenCheck>,
    /// What is owed, for staff; also at a closed table.
    pub duties: Vec<SeenDuty>,
    /// Who is on duty, for staff.
    pub on_duty: Vec<(Role, PersonId)>,
}

/// Writes a command as records keep it.
fn stored<S: Serializer>(command: &Option<Command>, to: S) -> Result<S::Ok, S::Error> {
    command.keep(to)
}

/// What a part of the view is made from.
pub(crate) struct Eye<'a> {
    book: &'a Rulebook,
    table: &'a Table,
    viewer: Viewer,
}

/// The table as a viewer may see it.
pub fn view(book: &Rulebook, table: &Table, viewer: Viewer) -> View {
    let eye = Eye { book, table, viewer };
    let mut seen = eye.nothing();
    if let Some(open) = &table.open {
        eye.terms(open, &mut seen);
        eye.clock(open, &mut seen);
        eye.hands(open, &mut seen);
        eye.layout(open, &mut seen);
        eye.shoe(open, &mut seen);
        eye.money(open, &mut seen);
        eye.waiting(open, &mut seen);
        seen.matters = eye.matters(open, &seen);
    }
    if viewer == Viewer::Public {
        seen.without_names();
    }
    seen
}

impl View {
    /// What somebody sees who may be anybody: which places are taken, and nothing of who is there, what they wager and
    /// what they win. House players are nobody whose business that would be.
    fn without_names(&mut self) {
        let places = self.seats.iter_mut().chain(&mut self.standing).chain(&mut self.boxes);
        for (at, patron) in places.filter(|(_, patron)| !patron.is_house_player()) {
            *patron = nameless(*at);
        }
        self.wagers.retain(|wager| wager.patron.is_house_player());
        self.settled.retain(|settled| settled.patron.is_house_player());
        self.role = None;
        for side in Side::ALL {
            let holding = &mut self.holders[side];
            (holding.designated, holding.holder, holding.nominees) = (None, None, Vec::new());
        }
    }
}

/// What stands for whoever is at a place: `seat-3`.
fn nameless(at: u8) -> PersonId {
    let name = format!("seat-{at}").parse();
    name.unwrap_or_else(|_| unreachable!("the number of a place makes a name"))
}

impl Eye<'_> {
    /// The view of a closed table.
    fn nothing(&self) -> View {
        let staff = self.viewer.is_staff();
        View {
            open: self.table.open.is_some(),
            now: self.table.now,
            rulebook: self.book.id.to_string(),
            variant: String::new(),
            method: String::new(),
            demonstration: false,
            medium: None,
            limits: None,
            own_limits: None,
            old_minimum: None,
            offers: Vec::new(),
            chips: Vec::new(),
            places: None,
            layout: None,
            phase: phase(self.book, self.table.open.as_ref()),
            opened: None,
            closes: None,
            no_bet: None,
            last_call: None,
            hands: BySide::default(),
            points: BySide::default(),
            holders: BySide::default(),
            role: None,
            aside: Vec::new(),
            carried: None,
            due: None,
            outcome: None,
            void: false,
            seats: Vec::new(),
            standing: Vec::new(),
            boxes: Vec::new(),
            wagers: Vec::new(),
            may_withdraw: false,
            settled: Vec::new(),
            signs: Vec::new(),
            shoe: None,
            results: Vec::new(),
            entries: Vec::new(),
            balance: None,
            owed: None,
            till: None,
            trouble: None,
            disputes: self.disputes(),
            matters: Vec::new(),
            waiting: Vec::new(),
            checks: Vec::new(),
            duties: if staff { self.duties() } else { Vec::new() },
            on_duty: self.table.on_duty.iter().copied().filter(|_| staff).collect(),
        }
    }

    /// What the table was opened with.
    fn terms(&self, open: &Open, seen: &mut View) {
        let terms = &open.terms;
        seen.variant = terms.variant.to_string();
        seen.method = open.method.to_string();
        seen.demonstration = terms.demonstration;
        seen.medium = Some(terms.medium(self.book));
        seen.limits = Some(terms.limits.clone());
        seen.chips = terms.chips.denominations().collect();
        seen.places = terms.seats;
        seen.layout = terms.layout.clone();
        if let Viewer::Patron(own) = self.viewer {
            seen.own_limits = open.patrons.personal.get(&own).copied().map(Range);
            seen.old_minimum = open.patrons.old_minimum.get(&own).map(|(minimum, _)| *minimum);
        }
    }

    fn clock(&self, open: &Open, seen: &mut View) {
        seen.last_call = open.last_call;
        match &open.phase {
            Phase::Preparing => {}
            Phase::Betting(betting) => {
                seen.opened = betting.opened;
                seen.closes = deadline(open, betting).filter(|_| !betting.closed);
                seen.no_bet = betting.no_bet.clone();
            }
            Phase::Dealing(dealing) => {
                seen.no_bet = dealing.no_bet.clone();
                seen.may_withdraw = dealing.may_withdraw;
            }
        }
    }
}

fn phase(book: &Rulebook, open: Option<&Open>) -> SeenPhase {
    let called_for = book.procedure.get(Rule::PlaceBets).is_some();
    match open.map(|open| &open.phase) {
        None => SeenPhase::Closed,
        Some(Phase::Preparing) => SeenPhase::Preparing,
        Some(Phase::Betting(betting)) if betting.closed => SeenPhase::NoMoreBets,
        Some(Phase::Betting(betting))
            if called_for && betting.opened.is_none() && betting.no_bet.is_none() =>
        {
            SeenPhase::BetweenCoups
        }
        Some(Phase::Betting(_)) => SeenPhase::Betting,
        Some(Phase::Dealing(_)) => SeenPhase::Dealing,
    }
}
