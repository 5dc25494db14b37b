// Generated from crates/wire by `cargo test -p punto-wire`. Do not edit.

import type { RefusalCode } from './codes.ts'

export type Problem = { 
/**
 * A URI reference that names the kind of problem and leads to its description: `/api/v1/problems/` and the code.
 */
type: string, 
/**
 * The kind of problem in English, the same for all of one code.
 */
title: string, 
/**
 * The HTTP status of the answer; in a frame, the one that an answer would have.
 */
status: number, 
/**
 * What was wrong this time, in one English sentence.
 */
detail: string, 
/**
 * The kind of problem, as a stable word.
 */
code: ProblemCode, 
/**
 * What a document refused, and by which clause; only where the code is `refused`.
 */
refusal: Refusal | null, 
/**
 * The request, for whoever reads the log.
 */
request: string, };

export type ProblemCode = "bad-request" | "too-large" | "not-signed-in" | "sign-in-refused" | "wrong-password" | "not-allowed" | "not-approved" | "forged" | "not-found" | "refused" | "too-many" | "busy" | "fault";

export type Page<T> = { 
/**
 * What is on it; it may be empty although more follows, where a search has not come to an end.
 */
items: Array<T>, 
/**
 * Where the next page begins, to be sent as `after`; none on the last page.
 */
next: string | null, };

export type Refusal = { 
/**
 * A stable word to find the sentence by in a catalogue.
 */
code: RefusalCode, 
/**
 * What goes into the sentence, by name.
 */
args: { [key in string]: Value }, 
/**
 * The sentence in English.
 */
sentence: string, 
/**
 * The clauses, or `house:` settings, most important first.
 */
by: Array<string>, };

export type Value = { "money": number } | { "count": number } | { "time": number } | { "minutes": number } | { "card": Card } | { "bet": string } | { "actor": { 
/**
 * As whom: in a role at tables, as a patron, as the system.
 */
role: ActorRole, 
/**
 * Their name, where they have one.
 */
name: string | null, } } | { "setting": string } | { "word": SaidWord } | { "name": string } | { "text": string } | { "range": { 
/**
 * The least, in minor units.
 */
min: number, 
/**
 * The most, in minor units.
 */
max: number, } } | { "bound": { 
/**
 * The number.
 */
count: number, 
/**
 * Whether more is allowed.
 */
or_more: boolean, } } | { "numbers": { 
/**
 * The least.
 */
least: number, 
/**
 * The most.
 */
most: number, } } | "in-terms" | { "list": Array<Value> } | "unlimited" | { "because": { 
/**
 * The name of its sentence.
 */
code: DueCode, } };

export type SaidWord =
  | { of: "AccountKind", is: AccountKind }
  | { of: "BetKind", is: BetKind }
  | { of: "Breach", is: Breach }
  | { of: "Burn", is: Burn }
  | { of: "Call", is: Call }
  | { of: "Channel", is: NoticeChannel }
  | { of: "Cure", is: Cure }
  | { of: "Device", is: Device }
  | { of: "DutyKind", is: DutyKind }
  | { of: "EntryProof", is: EntryProof }
  | { of: "Fact", is: Fact }
  | { of: "Fault", is: Fault }
  | { of: "FormFault", is: FormFault }
  | { of: "Ground", is: RefusalGround }
  | { of: "HandName", is: Side }
  | { of: "Item", is: TournamentItem }
  | { of: "LateCure", is: LateCure }
  | { of: "Lies", is: Lies }
  | { of: "LimitKind", is: LimitKind }
  | { of: "Matter", is: Matter }
  | { of: "Medium", is: Medium }
  | { of: "Mishap", is: Mishap }
  | { of: "Offence", is: Offence }
  | { of: "Office", is: Office }
  | { of: "Party", is: Party }
  | { of: "Payment", is: Payment }
  | { of: "PrizeItem", is: PrizeItem }
  | { of: "PromotionItem", is: PromotionItem }
  | { of: "PromotionRule", is: PromotionRule }
  | { of: "ProposalMatter", is: ProposalMatter }
  | { of: "Purse", is: Purse }
  | { of: "Right", is: Right }
  | { of: "Role", is: Role }
  | { of: "Rule", is: Rule }
  | { of: "RunningSetting", is: RunningSetting }
  | { of: "SessionEnd", is: SessionEnd }
  | { of: "ShuffleBy", is: ShuffleBy }
  | { of: "Span", is: LimitSpan }
  | { of: "SpendOrder", is: SpendOrder }
  | { of: "Refund", is: Refund }
  | { of: "Term", is: Term }
  | { of: "TournamentRule", is: TournamentRule }
  | { of: "Unable", is: Unable }
  | { of: "Whose", is: LimitOwner }
  | { of: "Winner", is: Winner }
  | { of: "With", is: With };

export type CitedLine = { 
/**
 * The record it belongs to.
 */
seq: number, 
/**
 * When, in microseconds of UTC.
 */
at: number, 
/**
 * Who caused it; nothing where that was not kept.
 */
actor: Speaker | null, 
/**
 * The line, as the viewer may read it.
 */
text: string, 
/**
 * The same as values, for staff and of past coups; nothing for others, who are shown what their view has.
 */
what: Happened | null, 
/**
 * What it rests on.
 */
by: Array<string>, };

export type Speaker = { 
/**
 * In which role, or as what.
 */
role: SpeakerRole, 
/**
 * Their name, for viewers who may know it.
 */
name: string | null, };

export type Happened = { 
/**
 * What: the name under which records keep it.
 */
name: HappenedName, 
/**
 * What belongs to it, by name; what the viewer may not know is left out.
 */
args: { [key in string]: Value }, };

export type TableSummary = { 
/**
 * Its name in addresses.
 */
table: string, 
/**
 * Its name on the sign.
 */
title: string, 
/**
 * The document's id.
 */
rulebook: string, 
/**
 * The document's title.
 */
document: string, 
/**
 * The form of the game.
 */
variant: string, 
/**
 * Whether it is played with play credits.
 */
demonstration: boolean, 
/**
 * Whether a tournament is played there: only its entrants sit down.
 */
tournament: boolean, 
/**
 * What goes on.
 */
phase: Phase, 
/**
 * Until when.
 */
timer: Timer | null, 
/**
 * The posted limits.
 */
limits: Span | null, 
/**
 * Seats, and how many are taken.
 */
seats: number, 
/**
 * How many are taken.
 */
taken: number, 
/**
 * Who deals.
 */
dealer: DealtBy, 
/**
 * The big road, small.
 */
roads: Roads, 
/**
 * Something waits for a person.
 */
trouble: boolean, 
/**
 * The table is out of service, and why.
 */
fault: string | null, 
/**
 * Coups an hour, by those of the last hour; nothing while they are too few to tell.
 */
pace: number | null, 
/**
 * How many patrons' terminals have fallen silent.
 */
silent: number, 
/**
 * The newest record.
 */
seq: number, 
/**
 * Whether the caller is at it as a patron.
 */
here: boolean, 
/**
 * What the caller has there in minor units, at a table with credits.
 */
balance: number | null, };

export type Timer = { 
/**
 * The moment, in microseconds of UTC.
 */
at: number, 
/**
 * When it was set, so that a ring can be drawn.
 */
since: number, 
/**
 * What happens.
 */
what: TimerKind, };

export type Span = { 
/**
 * The least, in minor units.
 */
min: number, 
/**
 * The most, in minor units.
 */
max: number, };

export type TableView = { 
/**
 * Its name in addresses.
 */
table: string, 
/**
 * Its name on the sign.
 */
title: string, 
/**
 * The newest record this view includes.
 */
seq: number, 
/**
 * When that was.
 */
at: number, 
/**
 * The document's id.
 */
rulebook: string, 
/**
 * The document's title.
 */
document: string, 
/**
 * The form of the game.
 */
variant: string, 
/**
 * The dealing method.
 */
method: string, 
/**
 * Play credits, no money.
 */
demonstration: boolean, 
/**
 * What stakes are made of.
 */
medium: Medium, 
/**
 * Whether somebody moves chips by hand when a coup is settled, if only in show; elsewhere the software moves credits.
 */
by_hand: boolean, 
/**
 * The currency's name on screens.
 */
currency: string, 
/**
 * Who deals.
 */
dealer: DealtBy, 
/**
 * What goes on.
 */
phase: Phase, 
/**
 * The coup in progress, or the one to come; what is said to the table names it.
 */
coup: CoupRef, 
/**
 * What happens by itself next.
 */
timer: Timer | null, 
/**
 * The posted limits.
 */
limits: Span | null, 
/**
 * The limits that hold for the viewer instead, where some were agreed.
 */
own_limits: Span | null, 
/**
 * The table differential in minor units, where one is posted.
 */
differential: number | null, 
/**
 * The bets on offer.
 */
offers: Array<Offer>, 
/**
 * Denominations in minor units, least first.
 */
chips: number[], 
/**
 * How many places are along the edge; where the document fixes no number, as many as are offered.
 */
seats: number, 
/**
 * Which cloth.
 */
layout: string | null, 
/**
 * Who is at the table.
 */
patrons: Array<AtTable>, 
/**
 * Player's hand.
 */
player: HandView, 
/**
 * Banker's hand.
 */
banker: HandView, 
/**
 * Cards that lie with neither hand; `null` lies face down for this viewer.
 */
aside: Array<Card | null>, 
/**
 * What is due, for those who may know.
 */
due: Due | null, 
/**
 * Whether the coup that lies is void.
 */
void: boolean, 
/**
 * Whether the coup in progress, or the one to come, takes no wagers.
 */
no_bet: boolean, 
/**
 * The result of the coup that lies.
 */
outcome: OutcomeView | null, 
/**
 * The wagers on the layout.
 */
wagers: Array<WagerView>, 
/**
 * What the last coup's wagers became.
 */
settled: Array<Settled>, 
/**
 * The record with which that coup began, nought before the first: what is ticked of `settled` is of this coup, and
 * outlasts its shoe.
 */
settled_of: number, 
/**
 * The last call.
 */
call: Call | null, 
/**
 * The signs that are up.
 */
signs: Array<SignView>, 
/**
 * What went wrong and waits.
 */
trouble: TroubleView | null, 
/**
 * Disputes that are not closed: all for staff, their own for patrons.
 */
disputes: Array<DisputeView>, 
/**
 * What those at the table are asked to agree to, or may ask for.
 */
matters: Array<MatterView>, 
/**
 * The shoe in play.
 */
shoe: ShoeView, 
/**
 * The scoreboards.
 */
roads: Roads, 
/**
 * What the viewer has in minor units, at a table with credits.
 */
balance: number | null, 
/**
 * What the viewer owes after an undone settlement, in minor units.
 */
owed: number | null, 
/**
 * What is owed and by whom, for staff; also at a closed table.
 */
duties: Array<DutyView>, 
/**
 * For staff only.
 */
staff: StaffView | null, 
/**
 * The newest lines, as the viewer may read them, oldest first.
 */
lines: Array<CitedLine>, 
/**
 * The table is out of service, and why.
 */
fault: string | null, };

export type Offer = { 
/**
 * Its id.
 */
bet: string, 
/**
 * Its name on the layout, in English.
 */
name: string, 
/**
 * Its name on the layout, in Chinese.
 */
name_zh: string, 
/**
 * The part it plays.
 */
kind: BetKind, 
/**
 * Beside which hand's area it lies, where it is on that hand's own cards.
 */
beside: Side | null, 
/**
 * What it pays, a line a case.
 */
pays: Array<PayLine>, 
/**
 * Its limits.
 */
limits: Span, 
/**
 * Open only to those with a main wager.
 */
restricted: boolean, };

export type PayLine = { 
/**
 * When it applies.
 */
on: PayOn, 
/**
 * What it makes of a stake.
 */
pays: Pays, 
/**
 * By which clauses.
 */
by: Array<string>, };

export type PayOn = { 
/**
 * This hand won, or the hands tied.
 */
winner: Winner | null, 
/**
 * The winning or tied point.
 */
point: number | null, 
/**
 * Any winning or tied point but this.
 */
point_not: number | null, 
/**
 * The winning hand has this many cards.
 */
cards: number | null, 
/**
 * This hand's first two cards are paired.
 */
pair: Side | null, 
/**
 * That pair is of this grade.
 */
grade: Grade | null, 
/**
 * So many hands are paired.
 */
pairs: Pairs | null, 
/**
 * The hands differ by one of these points.
 */
margin: Array<number> | null, 
/**
 * The points of both hands come to one of these.
 */
sum: Array<number> | null, 
/**
 * Both hands together have one of these numbers of cards.
 */
dealt: Array<number> | null, 
/**
 * The winning hand is a natural, or both hands that tied are; or no hand that won or tied is.
 */
natural: boolean | null, };

export type Pays = { "odds": { 
/**
 * At these odds.
 */
odds: PayOdds, 
/**
 * The share of the win that the house keeps back.
 */
commission: PayOdds | null, } } | "stand-off" | "loses";

export type PayOdds = { 
/**
 * What is paid.
 */
pays: number, 
/**
 * For each of these staked.
 */
stake: number, };

export type AtTable = { 
/**
 * Who.
 */
patron: string, 
/**
 * The boxes they play.
 */
boxes: Array<number>, 
/**
 * The chair, if they sit.
 */
seat: number | null, 
/**
 * Whether it is the viewer.
 */
mine: boolean, 
/**
 * Whether their terminal has fallen silent: nothing was heard of it for more than two seconds.
 */
silent: boolean, 
/**
 * Whether it is a player of the house, as demonstrations have them.
 */
house: boolean, };

export type HandView = { 
/**
 * The cards in order; `null` lies face down for this viewer.
 */
cards: Array<Card | null>, 
/**
 * The point, where the viewer sees all its cards.
 */
point: number | null, 
/**
 * With whom it is; nothing where nobody has been designated and the dealer has not kept it.
 */
held: Held | null, 
/**
 * Whether the viewer holds it and may turn it.
 */
mine: boolean, 
/**
 * Whether the viewer, of staff, may turn it for the table.
 */
may_turn: boolean, };

export type Due = { 
/**
 * The hand; none when the coup is complete.
 */
hand: Side | null, 
/**
 * Which card of the hand.
 */
nth: number | null, 
/**
 * Why, in English.
 */
why: string, 
/**
 * A stable word to find the sentence by in a catalogue.
 */
code: DueCode, 
/**
 * What goes into the sentence, by name.
 */
args: { [key in string]: Value }, 
/**
 * By which clauses.
 */
by: Array<string>, };

export type Held = "dealer" | { "for": string } | { "out": string } | "back";

export type OutcomeView = { 
/**
 * Who won.
 */
winner: Winner, 
/**
 * Player's point.
 */
player: number, 
/**
 * Banker's point.
 */
banker: number, 
/**
 * Whether a natural decided it.
 */
natural: boolean, 
/**
 * Whether Player's first two cards were a pair.
 */
player_pair: boolean, 
/**
 * Whether Banker's first two cards were a pair.
 */
banker_pair: boolean, };

export type WagerView = { 
/**
 * Whose.
 */
patron: string, 
/**
 * In which box.
 */
at: number, 
/**
 * On which bet.
 */
bet: string, 
/**
 * How much, in minor units; `null` while it is sealed to this viewer.
 */
stake: number | null, 
/**
 * Whether it is the viewer's.
 */
mine: boolean, 
/**
 * What the dealer found wrong with it.
 */
fault: Fault | null, 
/**
 * Whether its stake is known to its patron alone.
 */
sealed: boolean, };

export type Settled = { 
/**
 * Whose.
 */
patron: string, 
/**
 * In which box.
 */
at: number, 
/**
 * On which bet.
 */
bet: string, 
/**
 * The stake, in minor units.
 */
stake: number, 
/**
 * What it came to.
 */
result: SettledAs, 
/**
 * How much was paid, collected or given back, in minor units.
 */
amount: number, 
/**
 * How much of a win was kept back as commission, in minor units.
 */
commission: number, 
/**
 * By which clauses.
 */
by: Array<string>, 
/**
 * Whether it was the viewer's.
 */
mine: boolean, };

export type SignView = { 
/**
 * What it says.
 */
says: SignWords, 
/**
 * What does what it announces, where there is such a command.
 */
does: Command | null, 
/**
 * Since when it is up.
 */
since: number, 
/**
 * When what it announces may be done.
 */
due: number | null, };

export type SignWords = { "kind": "limits", 
/**
 * The least, in minor units.
 */
min: number, 
/**
 * The most, in minor units.
 */
max: number, } | { "kind": "stakes", 
/**
 * The bet.
 */
bet: string, 
/**
 * The least, in minor units.
 */
min: number, 
/**
 * The most, in minor units.
 */
max: number, } | { "kind": "variant", 
/**
 * Which.
 */
variant: string, } | { "kind": "closure" } | { "kind": "old-minimum-ends" } | { "kind": "restriction", 
/**
 * The bet.
 */
bet: string, };

export type TroubleView = { 
/**
 * What happened.
 */
mishap: Mishap, 
/**
 * The document's cure.
 */
cure: Cure, 
/**
 * By which clauses.
 */
by: Array<string>, 
/**
 * Who may order it.
 */
orders: Array<Role>, 
/**
 * Whether it has been ordered.
 */
ordered: boolean, 
/**
 * Cures among which the officer may choose, where the document leaves it to the officer.
 */
choices: Array<Cure>, 
/**
 * Whether it has been ordered, and wagers may still be taken back.
 */
may_withdraw: boolean, };

export type DisputeView = { 
/**
 * Its number at the table, from 1: `decide` and `review` name it.
 */
number: number, 
/**
 * Whose.
 */
patron: string, 
/**
 * About what, in the patron's words.
 */
what: string, 
/**
 * Whether an officer has decided it; then another person reviews it.
 */
decided: boolean, 
/**
 * Whether it is the viewer's.
 */
mine: boolean, };

export type MatterView = { 
/**
 * Which.
 */
matter: Matter, 
/**
 * Whether it waits for patrons: the house has announced it, or one of them has asked.
 */
asked: boolean, 
/**
 * How many have agreed.
 */
agreed: number, 
/**
 * How many must.
 */
needed: number, 
/**
 * Whether the viewer has.
 */
mine: boolean, 
/**
 * What staff say now that everybody has agreed, where it is always the same; told to staff alone.
 */
then: Command | null, 
/**
 * By which clauses.
 */
by: Array<string>, };

export type ShoeView = { 
/**
 * The shoe's number, from 1.
 */
number: number, 
/**
 * Coups played from it.
 */
coups: number, 
/**
 * Cards drawn, burned ones included.
 */
drawn: number, 
/**
 * Cards when it was full.
 */
cards: number, 
/**
 * Where the marker is; none where there is no shoe.
 */
marker: MarkerPlace | null, 
/**
 * Whether the coup in progress, or the next one, is the last.
 */
last_coup: boolean, 
/**
 * Whether Punto deals from a shoe of its own.
 */
own: boolean, 
/**
 * What was promised before any share and before the cut.
 */
commitment: string | null, 
/**
 * The record with that promise; once the shoe has ended it is its number at the table.
 */
promised_in: number | null, 
/**
 * What terminals put into the order of the promised shoe.
 */
shares: SharesView | null, 
/**
 * Until when a patron may choose the cut.
 */
cut_until: number | null, 
/**
 * The shoe that ended last and can be checked; `shoes` lists them all.
 */
ended: Array<EndedShoe>, };

export type EndedShoe = { 
/**
 * Its number at the table: that of the record with its promise. The shoe's record is at `shoes/{number}`.
 */
number: number, 
/**
 * What was promised.
 */
commitment: string, 
/**
 * How it ended; one that was not opened has no record.
 */
end: ShoeEnd, 
/**
 * How many shares of patrons were pledged for it; with none the house's entropy stands alone.
 */
shares: number, };

export type SharesView = { 
/**
 * How far they are.
 */
stage: SharesStage, 
/**
 * The pledges so far, sorted. Who reveals a share looks first whether its pledge is among them, and keeps them all.
 */
pledges: Array<string>, };

export type StaffView = { 
/**
 * The float tray, in minor units.
 */
float: number, 
/**
 * What lies on the layout, in minor units; `null` while a stake there is sealed.
 */
layout: number | null, 
/**
 * What went into the drop box, in minor units.
 */
drop: number, 
/**
 * Staked on Player, in minor units; `null` while a stake there is sealed.
 */
on_player: number | null, 
/**
 * Staked on Banker, in minor units; `null` while a stake there is sealed.
 */
on_banker: number | null, 
/**
 * Who is on duty.
 */
on_duty: Array<OnDuty>, 
/**
 * How far the cards are prepared; none while the table is closed.
 */
stage: Stage | null, 
/**
 * What waits for somebody of staff.
 */
waiting: Array<WaitingView>, 
/**
 * How the document has cards checked before they are shuffled.
 */
checks: Array<CardCheck>, };

export type OnDuty = { 
/**
 * In which role.
 */
role: Role, 
/**
 * Who.
 */
name: string, };

export type WaitingView = { 
/**
 * What.
 */
what: WaitingKind, 
/**
 * Which dispute, where it is about one.
 */
dispute: number | null, 
/**
 * Whose matter it is.
 */
patron: string | null, 
/**
 * The command that would do it; none where somebody has to say more, as in a decision.
 */
command: Command | null, 
/**
 * Who may do it; anybody on staff where none is named.
 */
roles: Array<Role>, 
/**
 * By which clauses.
 */
by: Array<string>, };

export type CardCheck = { 
/**
 * The rule.
 */
rule: Rule, 
/**
 * Who may do it; anybody at the table where none is named.
 */
roles: Array<Role>, };

export type DutyView = { 
/**
 * What kind of duty it is.
 */
what: DutyKind, 
/**
 * The command that discharges it; none where it takes cards.
 */
command: Command | null, 
/**
 * Who owes it; anybody on staff where none is named.
 */
roles: Array<Role>, 
/**
 * By which clauses.
 */
by: Array<string>, 
/**
 * Nothing waits for it but the closing of the table.
 */
at_close: boolean, };

export type Roads = { 
/**
 * Every coup of the shoe, oldest first.
 */
entries: Array<RoadEntry>, 
/**
 * The big road.
 */
big: Array<RoadCell>, 
/**
 * Big eye boy.
 */
eye: Array<MarkCell>, 
/**
 * Small road.
 */
small: Array<MarkCell>, 
/**
 * Cockroach pig.
 */
cockroach: Array<MarkCell>, 
/**
 * Ties before the first win.
 */
waiting_ties: number, 
/**
 * What the derived roads would get, where it may be shown.
 */
ask: AskView | null, 
/**
 * Good roads, where they may be shown.
 */
good: Array<string>, 
/**
 * Counts.
 */
counts: Counts, };

export type RoadEntry = { 
/**
 * Who won.
 */
winner: Winner, 
/**
 * The winning point.
 */
point: number | null, 
/**
 * Player's hand began with a pair.
 */
player_pair: boolean, 
/**
 * Banker's hand did.
 */
banker_pair: boolean, 
/**
 * A natural.
 */
natural: boolean, };

export type RoadCell = { 
/**
 * From nought.
 */
row: number, 
/**
 * From nought.
 */
column: number, 
/**
 * Which hand won.
 */
side: Side, 
/**
 * Ties on it.
 */
ties: number, 
/**
 * Player's pair.
 */
player_pair: boolean, 
/**
 * Banker's pair.
 */
banker_pair: boolean, };

export type MarkCell = { 
/**
 * From nought.
 */
row: number, 
/**
 * From nought.
 */
column: number, 
/**
 * Red is regular, blue irregular.
 */
red: boolean, };

export type AskView = { 
/**
 * If Player won.
 */
player: [boolean | null, boolean | null, boolean | null], 
/**
 * If Banker won.
 */
banker: [boolean | null, boolean | null, boolean | null], 
/**
 * Where the marks would lie, if Player won.
 */
player_cells: AskCells, 
/**
 * Where they would lie, if Banker won.
 */
banker_cells: AskCells, };

export type AskCells = { 
/**
 * On the big road.
 */
big: RoadCell | null, 
/**
 * On big eye boy.
 */
eye: MarkCell | null, 
/**
 * On the small road.
 */
small: MarkCell | null, 
/**
 * On cockroach pig.
 */
cockroach: MarkCell | null, };

export type Counts = { 
/**
 * Coups that are entries.
 */
coups: number, 
/**
 * Won by Player.
 */
player: number, 
/**
 * Won by Banker.
 */
banker: number, 
/**
 * Ties.
 */
tie: number, 
/**
 * With a pair in Player's hand.
 */
player_pair: number, 
/**
 * With a pair in Banker's hand.
 */
banker_pair: number, 
/**
 * Won by a natural.
 */
natural: number, };

export type Command =
  | { "open": { opening: Opening } }
  | "close"
  | "sign-on"
  | "sign-off"
  | { "act-about": { rule: Rule, about: { persons: PersonName[], note?: Words } } }
  | { "act": { rule: Rule, note?: Words } }
  | { "tell": { role: Role, rule: Rule } }
  | { "tell-bet": { role: Role, bet: BetName } }
  | { "consent": { patron: PersonName, matter: Matter, to?: Proposal } }
  | { "post-limits": { limits: Span, from?: number } }
  | { "post-stakes": { bet: BetName, limits: Span, from?: number } }
  | { "post-variant": { variant: Words, from?: number } }
  | "post-closure" | { "post-closure": { from?: number } }
  | "post-old-minimum-ends" | { "post-old-minimum-ends": { from?: number } }
  | { "post-restriction": { bet: BetName } }
  | { "take-down": { sign: SignName } }
  | { "change-limits": { limits: Span } }
  | { "change-differential": { amount: number } }
  | { "change-area": { amount: number, bet?: BetName } }
  | { "change-stakes": { bet: BetName, limits: Span } }
  | { "raise-at-once": { limits: Span } }
  | "end-old-minimum"
  | { "change-variant": { variant: Words } }
  | { "change-method": { method: Words } }
  | { "personal": { patron: PersonName, limits: Span } }
  | { "liability": { amount: number } }
  | { "restrict": { bet: BetName } }
  | { "unrestrict": { bet: BetName } }
  | { "sit": { patron: PersonName, at: number } }
  | { "stand": { patron: PersonName, at: number } }
  | { "take-box": { patron: PersonName, at: number } }
  | { "leave": { patron: PersonName } }
  | { "buy-in": { patron: PersonName, amount: number, with: With, voucher?: string } }
  | { "cash-out": { patron: PersonName, amount: number } }
  | { "colour-change": { patron: PersonName, amount: number } }
  | { "fill": { amount: number } }
  | { "credit": { amount: number } }
  | { "count": { tray: string } }
  | { "tip": { patron: PersonName, amount: number } }
  | { "exclude": { patron: PersonName, why: Words } }
  | { "move-on": { patron: PersonName } }
  | { "dispute": { patron: PersonName, what: Words } }
  | { "decide": { number?: number, what: Words } }
  | { "review": { number?: number, what: Words } }
  | { "bet": { patron: PersonName, at: number, bet: BetName, stake: number } }
  | { "spoken": { patron: PersonName, at: number, bet: BetName, stake: number, chips?: number } }
  | { "tokens": { patron: PersonName, at: number, bet: BetName, stake: number } }
  | { "alter": { patron: PersonName, at: number, bet: BetName, stake: number } }
  | { "lift": { patron: PersonName, at: number, bet: BetName } }
  | { "approve-both": { patron: PersonName } }
  | { "refuse-wager": { patron: PersonName, at: number, bet: BetName, why: Words } }
  | { "mark": { patron: PersonName, at: number, bet: BetName, fault: Fault } }
  | { "found": { patron: PersonName, at: number, bet: BetName, stake: number } }
  | { "void-wagers": { patron: PersonName } }
  | "reduce"
  | { "relax": { patron: PersonName, at: number, bet: BetName, stake: number } }
  | "prepare" | { "prepare": { cut?: number, by?: PersonName, burn?: Card } }
  | { "shuffle": { by: ShuffleBy } }
  | "let-patrons-cut"
  | { "offer-cut": { patron: PersonName } }
  | { "decline-cut": { patron: PersonName } }
  | { "pass-cut": { patron: PersonName, to: PersonName } }
  | { "cut": { depth: number, by?: PersonName } }
  | { "place-marker": { behind: number } }
  | { "burn": { form: Burn, card?: Card } }
  | { "new-cards": { colour: Words } }
  | "marker"
  | "marker-seen"
  | { "call": { call: Call } }
  | { "card": { card: Card, lies?: Laying } }
  | { "turn": { hand: Side } }
  | { "offer-hand": { hand: Side, patron: PersonName } }
  | { "decline-hand": { patron: PersonName, hand: Side } }
  | { "pass": { hand: Side, patron: PersonName } }
  | { "nominate": { hand: Side, patron: PersonName } }
  | { "return": { hand: Side } }
  | { "return-unseen": { hand: Side } }
  | { "forfeit": { hand: Side } }
  | "give-up-role"
  | "free-coup"
  | "settle"
  | "end-shoe"
  | { "rekey": { was: Card, card: Card, place?: number, back?: number } }
  | { "mispaid": { patron: PersonName, at: number, bet: BetName, paid: number, said?: number } }
  | { "report": { mishap: Mishap, fact: Fact } }
  | "order" | { "order": { cure?: Cure } }
  | { "spoiled": { cards: Card[] } }
  | { "withdraw": { patron: PersonName, at: number, bet: BetName } }
  | "resume"
  | { "forfeit-wagers": { patron: PersonName } }
  | { "limit-off": { breach: Breach } }
  | { "wager-order": { names: Words } }
  | { "seal": { patron: PersonName, at: number, bet: BetName, stake: number } }
  | { "reveal": { patron: PersonName, at: number, bet: BetName, stake?: number } }
  | { "tick": { until: number } }
  | "deal" | { "deal": { lies?: Laying } };

export type Laying = { "to": { hand: Side } } | { "to-seen": { hand: Side } } | "nowhere" | "nowhere-seen" | "face-up" | "in-shoe" | "face-down";

export type Proposal = { "limits": { limits: Span } } | { "stakes": { bet: BetName, limits: Span } } | { "variant": { variant: Words } };

export type SignName = { "limits": { limits: Span } } | { "stakes": { bet: BetName, limits: Span } } | { "variant": { variant: Words } } | "closure" | "old-minimum-ends" | { "restriction": { bet: BetName } } | { "personal": { patron: PersonName } };

export type PersonName = string;

export type BetName = string;

export type Words = string;

export type Opening = { usual: boolean, parts: { "decks"?: number, "variant"?: Words, "method"?: Words, "limits"?: Span, "unit"?: number, "differential"?: number, "area"?: number, "liability"?: number, "chips"?: number[], "layout"?: Words, "seats"?: number, "bets"?: BetName[], "device"?: Words, "marker"?: number, "burn"?: Burn, "float"?: number, "low-limit"?: boolean, "tournament"?: boolean, "cash"?: boolean, "bank"?: Words, "cards"?: "told" | "dealt", "bet-seconds"?: number, "date"?: string, "demonstration"?: boolean }, limits_of: { [bet: BetName]: Span }, area_of: { [bet: BetName]: number }, house: { [setting: string]: Words }, without: Rule[] };

export type Say = { 
/**
 * Idempotency key chosen by the client.
 */
id: string, 
/**
 * What is said, as a value.
 */
command?: Command, 
/**
 * The same as a person types it, in place of `command`: `bet ada@1 player 100`, with amounts in major units.
 * Besides what the text form has: `deal` and `deal face-down` have a person who deals take the card that is due
 * from the house's own shoe.
 */
line?: string, 
/**
 * In which role, for staff with several.
 */
role: Role | null, 
/**
 * The coup it is said of, as the table's view names it: then it is refused if the table is at another by now.
 */
of?: CoupRef, 
/**
 * Somebody else of staff who says the line at the caller's screen, in `role`; over HTTP only.
 */
approver?: Approver, };

export type CoupRef = { 
/**
 * The shoe's number at the table, from 1.
 */
shoe: number, 
/**
 * The number of the coup in progress, or of the one to come, from 1 since the table's first opening.
 */
coup: number, 
/**
 * The last record that was seen.
 */
seq: number, };

export type Approver = { 
/**
 * Name.
 */
name: string, 
/**
 * Password; it is kept nowhere.
 */
password: string, 
/**
 * The code of a second factor, if the house asks one of this person.
 */
code: string | null, };

export type Said = { 
/**
 * The client's id.
 */
id: string, 
/**
 * The record, if it was done.
 */
seq: number | null, 
/**
 * What happened, as the speaker may read it.
 */
lines: Array<CitedLine>, 
/**
 * Why not.
 */
refusal: Refusal | null, 
/**
 * The same id was answered before, and this is that answer.
 */
repeated: boolean, };

export type Allowed = { 
/**
 * What.
 */
command: Command, 
/**
 * The same in the text form, for people who type.
 */
line: string, 
/**
 * In which of their roles staff would say it: the first that may, else the first they have.
 */
role: Role | null, 
/**
 * Why not, if not.
 */
refusal: Refusal | null, };

export type Frame = { "frame": "hello", 
/**
 * The version of frames.
 */
version: number, 
/**
 * The server's clock.
 */
now: number, 
/**
 * Whether the frames missed since `from` follow, or a fresh view does.
 */
resumed: boolean, } | { "frame": "view", 
/**
 * The table.
 */
view: TableView, } | { "frame": "allowed", 
/**
 * Each command, and why not where it is refused.
 */
allowed: Array<Allowed>, } | { "frame": "answer", 
/**
 * The answer.
 */
answer: Said, } | { "frame": "problem", 
/**
 * The client's id, if it could be read.
 */
id: string | null, 
/**
 * What was wrong.
 */
problem: Problem, } | { "frame": "events", 
/**
 * All that wait, the newest first.
 */
events: Array<SignificantView>, } | { "frame": "beat", 
/**
 * The server's clock.
 */
now: number, } | { "frame": "bye", 
/**
 * Why.
 */
why: Farewell, };

export type NewTable = { 
/**
 * Its name in addresses: small letters, figures and `-`.
 */
table: string, 
/**
 * Its name on the sign.
 */
title: string, 
/**
 * The document's id.
 */
rulebook: string, 
/**
 * What it is opened with, as after `open` in the text form: `usual, limits 25..5000`.
 */
opening: string, 
/**
 * Who deals.
 */
dealer: DealtBy, 
/**
 * The currency's name on screens.
 */
currency: string, 
/**
 * How long wagers stay open; the usual time if left out.
 */
bet_seconds: number | null, };

export type OpeningAsked = { 
/**
 * As after `open` in the text form: `usual, limits 25..5000`.
 */
opening: string, 
/**
 * Who is to deal.
 */
dealer: DealtBy, };

export type OpeningChoice = { 
/**
 * The part of an opening; none where it is a setting of the house.
 */
part: keyof Opening["parts"] | null, 
/**
 * The setting of the house; none where it is a part of an opening.
 */
setting: string | null, 
/**
 * How it is chosen.
 */
kind: OpeningChoiceKind, 
/**
 * What may be chosen; none where it is typed.
 */
options: Array<OpeningOption>, 
/**
 * The least that may be typed.
 */
least: number | null, 
/**
 * The most that may be typed.
 */
most: number | null, 
/**
 * What holds if nothing is chosen, as an opening has it.
 */
usual: Array<string>, 
/**
 * The clauses and settings that raise the question.
 */
by: Array<string>, };

export type OpeningChoiceKind = "one-of" | "some-of" | "number" | "amount" | "range" | "chips";

export type OpeningOption = { 
/**
 * The option, as an opening has it.
 */
word: string, 
/**
 * The clauses that allow it, where it has some of its own.
 */
by: Array<string>, };

export type OpeningPreview = { 
/**
 * The terms; none if there is something against them.
 */
terms: Array<OpeningTerm>, 
/**
 * What the document has against it, each with its clauses.
 */
refusals: Array<Refusal>, 
/**
 * Why one person may not open it alone, in English; none if one may.
 */
takes_two: string | null, };

export type OpeningTerm = { 
/**
 * The part of an opening; none where it is a setting of the house.
 */
part: keyof Opening["parts"] | null, 
/**
 * The setting of the house; none where it is a part of an opening.
 */
setting: string | null, 
/**
 * What holds, as an opening has it.
 */
chosen: Array<string>, 
/**
 * What it rests on.
 */
by: Array<string>, };

export type CutChoice = { 
/**
 * Idempotency key chosen by the client.
 */
id: string, 
/**
 * How many cards from the top.
 */
depth: number, 
/**
 * The coup that the shoe is cut for, as the table's view names it.
 */
of?: CoupRef, };

export type ShareSaid = { 
/**
 * The commitment of the shoe.
 */
shoe: string, 
/**
 * The promise of a share, while pledges are taken: 64 hexadecimal digits, made as docs/shoe.md says.
 */
pledge?: string, 
/**
 * The share, once pledges are closed.
 */
reveal?: RevealedShare, };

export type RevealedShare = { 
/**
 * 64 hexadecimal digits.
 */
share: string, 
/**
 * 32 hexadecimal digits.
 */
salt: string, };

export type SignIn = { "as": "staff", 
/**
 * Name.
 */
name: string, 
/**
 * Password.
 */
password: string, 
/**
 * The code of a second factor, of whoever has set one up.
 */
code: string | null, } | { "as": "patron", 
/**
 * The card's number.
 */
card: string, 
/**
 * The PIN.
 */
pin: string, } | { "as": "guest", 
/**
 * What to be called; left out, a name is made.
 */
name: string | null, } | { "as": "device", 
/**
 * Its id.
 */
device: string, 
/**
 * Its secret.
 */
secret: string, };

export type Me = { 
/**
 * What kind of caller.
 */
kind: WhoKind, 
/**
 * The name in lines.
 */
name: string | null, 
/**
 * The name on screens.
 */
title: string | null, 
/**
 * Table roles and other grants.
 */
grants: Array<Grant>, 
/**
 * In which of them this person works at tables.
 */
roles: Array<Role>, 
/**
 * What this person may propose to a second one.
 */
proposes: Array<ProposalMatter>, 
/**
 * What kind of machine, where one is signed in.
 */
machine: DeviceKind | null, 
/**
 * What these grants allow, such as `approve-settings`.
 */
rights: Array<Right>, 
/**
 * To be sent as `x-punto-csrf` with everything but GET.
 */
csrf: string | null, 
/**
 * The last sign-in before this one.
 */
last_sign_in: number | null, 
/**
 * A one-time password must be changed first.
 */
must_change_password: boolean, 
/**
 * A second factor must be set up first.
 */
must_set_factor: boolean, 
/**
 * Whether the house asks a second factor of anybody, so that a sign-in of staff has room for its code.
 */
asks_factor: boolean, 
/**
 * Credits in the account in minor units, for patrons and guests.
 */
account: number | null, 
/**
 * Whether this is a demonstration with play money.
 */
demonstration: boolean, 
/**
 * Whether the house plays for money and has no manifest that its software was compared with.
 */
unapproved: boolean, 
/**
 * The server's clock.
 */
now: number, 
/**
 * The site's name.
 */
site: string, 
/**
 * The server's version.
 */
version: string, 
/**
 * Tables this person sits at, or where this machine stands.
 */
tables: Array<string>, 
/**
 * What a patron must answer before playing on.
 */
check: RealityCheck | null, 
/**
 * Since when a patron's session lasts.
 */
playing_since: number | null, 
/**
 * Whether a patron is still to be asked for limits of their own.
 */
ask_limits: boolean, };

export type NewPassword = { 
/**
 * The present one.
 */
present: string, 
/**
 * The new one: 12 characters or more.
 */
new: string, };

export type StaffMember = { 
/**
 * The name in lines.
 */
name: string, 
/**
 * Grants.
 */
grants: Array<Grant>, 
/**
 * Whether they may sign in.
 */
enabled: boolean, 
/**
 * When they last did.
 */
last_sign_in: number | null, 
/**
 * Until when they are locked out.
 */
locked_until: number | null, };

export type FactorOffer = { 
/**
 * The secret, for whoever types it.
 */
secret: string, 
/**
 * The same with its name, for whoever reads it off the screen as a QR code.
 */
uri: string, };

export type FactorCode = { 
/**
 * Six figures.
 */
code: string, };

export type ProgramView = { 
/**
 * Its name in lines.
 */
name: string, 
/**
 * In which role; nothing any more once it is revoked.
 */
grant: Grant | null, 
/**
 * Since when.
 */
since: number, 
/**
 * When its token ends; never by itself if nothing is said.
 */
until: number | null, 
/**
 * When it was last heard of.
 */
last_use: number | null, 
/**
 * Whether its token is good now.
 */
good: boolean, };

export type NewProgram = { 
/**
 * Its name, which nobody has or has had.
 */
name: string, 
/**
 * In which role.
 */
grant: Grant, 
/**
 * When its token is to end; never by itself if left out.
 */
until: number | null, };

export type StaffChange = { 
/**
 * The name.
 */
name: string, 
/**
 * All grants from now on.
 */
grants: Array<Grant>, 
/**
 * Whether they may sign in.
 */
enabled: boolean, };

export type OneTime = { 
/**
 * For whom.
 */
name: string, 
/**
 * The password or code.
 */
secret: string, };

export type DeviceView = { 
/**
 * Its id.
 */
device: string, 
/**
 * What kind.
 */
kind: DeviceKind, 
/**
 * Its table.
 */
table: string | null, 
/**
 * Its seat.
 */
seat: number | null, 
/**
 * Whether it may connect.
 */
enabled: boolean, 
/**
 * When it was last heard of.
 */
heard: number | null, };

export type Enrolment = { 
/**
 * What kind of device.
 */
kind: DeviceKind, 
/**
 * At which table.
 */
table: string | null, 
/**
 * At which seat.
 */
seat: number | null, };

export type Enrol = { 
/**
 * The one-time code.
 */
code: string, };

export type CashIn = { 
/**
 * Made by the client.
 */
id: string, 
/**
 * In minor units.
 */
amount: number, 
/**
 * In which currency, where it is not that of accounts; it is taken at the rate of the house, by two.
 */
currency: string | null, 
/**
 * Somebody who answers for the house, from the amount on that one person does not take alone.
 */
approver: Approver | null, };

export type FindPatron = { 
/**
 * The number of a card, or how the name of an account begins.
 */
text: string, };

export type CageMeters = { 
/**
 * From when; from the first record if none is given.
 */
from: number | null, 
/**
 * Until before when; until now if none is given.
 */
to: number | null, 
/**
 * Cash taken in, in the currency of accounts.
 */
deposits: Counted, 
/**
 * Cash of other currencies, each by itself.
 */
exchanged: Array<ExchangedSum>, 
/**
 * Cash paid out.
 */
payouts: Counted, 
/**
 * Vouchers made.
 */
vouchers_out: Counted, 
/**
 * Vouchers redeemed.
 */
vouchers_in: Counted, 
/**
 * Vouchers that lapsed: none does in this house.
 */
vouchers_expired: Counted, 
/**
 * Money that waited for an attendant and was released by one.
 */
attendant_paid: Counted, 
/**
 * Promotional money given.
 */
awarded: Counted, 
/**
 * Promotional money that lapsed.
 */
lapsed: Counted, 
/**
 * Put right upwards by two persons.
 */
adjusted_up: Counted, 
/**
 * Put right downwards by two persons.
 */
adjusted_down: Counted, 
/**
 * To tables and tournaments.
 */
to_tables: Counted, 
/**
 * From tables and tournaments.
 */
from_tables: Counted, 
/**
 * Prizes of promotions in money, those that are had in cash at the cage, too.
 */
prizes: Counted, };

export type CageBalance = { 
/**
 * The meters of the period that was asked for.
 */
meters: CageMeters, 
/**
 * In all accounts, in minor units; at the end of the period, or now.
 */
accounts: number, 
/**
 * What of it waits for an attendant now, in minor units; none in a report of a past moment.
 */
held: number | null, 
/**
 * On vouchers that are out, in minor units; at the end of the period, or now.
 */
on_paper: number, 
/**
 * At tables now, with what lies on layouts, in minor units; none in a report of a past moment.
 */
at_tables: number | null, 
/**
 * What of it belongs to patrons who are not signed in, in minor units; none in a report of a past moment.
 */
unclaimed: number | null, 
/**
 * What prizes of promotions are worth that are won and not handed over, in minor units; none in a report of a past
 * moment.
 */
prizes_due: number | null, 
/**
 * Each equation, over all time and of this moment; none in a report of a past moment.
 */
checks: Array<CageCheck>, };

export type CageRates = { 
/**
 * The currency of accounts; none where money is worth nothing.
 */
currency: string | null, 
/**
 * The others, with what one of each is worth.
 */
rates: Array<CurrencyRate>, };

export type CurrencyRate = { 
/**
 * Which.
 */
currency: string, 
/**
 * The rate as the operator wrote it, such as `0.0102`.
 */
rate: string, };

export type ExchangedSum = { 
/**
 * Which.
 */
currency: string, 
/**
 * How often.
 */
count: number, 
/**
 * How much of it was brought, in its own minor units.
 */
given: number, 
/**
 * What went into accounts for it, in minor units of theirs.
 */
sum: number, };

export type CageCheck = { 
/**
 * Which equation.
 */
what: CageEquation, 
/**
 * The table it is of.
 */
table: string | null, 
/**
 * What is there, in minor units.
 */
is: number, 
/**
 * What the records come to, in minor units.
 */
should: number, };

export type CageEquation = "accounts" | "vouchers" | "redeemed" | "table";

export type Unfinished = { 
/**
 * What.
 */
what: UnfinishedKind, 
/**
 * At which table, or of which promotion.
 */
table: string | null, 
/**
 * Whose.
 */
patron: string | null, 
/**
 * How much, in minor units.
 */
amount: number, 
/**
 * Since when, or when it was last heard of.
 */
at: number, };

export type UnfinishedKind = "open-wager" | "interrupted-coup" | "credits-left" | "held-money" | "ordered-payout" | "open-shift" | "cash-outside-shift" | "prize-due";

export type PatronData = { 
/**
 * When it was put together.
 */
at: number, 
/**
 * At which site.
 */
site: string, 
/**
 * Who the person is; none where nothing is kept, or it was erased.
 */
person: Person | null, 
/**
 * The account with its limits and exclusion.
 */
account: AccountView, 
/**
 * Everything that came in and went out, and what each coup came to.
 */
statement: StatementView, 
/**
 * The vouchers.
 */
vouchers: Array<VoucherView>, };

export type PlayRules = { 
/**
 * What the rules are of; none where the operator has chosen no profile.
 */
profile: string | null, 
/**
 * The least time of a game, in milliseconds.
 */
least_game_ms: LawAsks | null, 
/**
 * How long a looser limit waits, in hours.
 */
cooling_hours: LawAsks | null, 
/**
 * How often a reality check comes at least, in minutes.
 */
check_minutes: LawAsks | null, 
/**
 * The shortest exclusion of one's own, in hours.
 */
exclusion_hours: LawAsks | null, 
/**
 * How long records are kept, in years.
 */
retention_years: LawAsks | null, 
/**
 * What patrons are told with every reality check.
 */
message: PlayTexts, 
/**
 * Where patrons find help, in the operator's words.
 */
help: PlayTexts, };

export type LawAsks = { 
/**
 * How much.
 */
value: number, 
/**
 * Where it is said.
 */
law: string, };

export type PlayTexts = { 
/**
 * English.
 */
en: string, 
/**
 * Simplified Chinese.
 */
zh_hans: string, 
/**
 * Traditional Chinese.
 */
zh_hant: string, };

export type CheckEvery = { 
/**
 * In minutes.
 */
minutes: number, };

export type LetBack = { 
/**
 * Why, in plain words.
 */
why: string, 
/**
 * Somebody who answers for the house.
 */
approver?: Approver | null, };

export type Attend = { 
/**
 * Accounts with money that is held.
 */
held: Array<AccountView>, 
/**
 * Large wins that nobody has attended.
 */
wins: Array<SignificantView>, };

export type DrawerFloat = { 
/**
 * In minor units.
 */
float: number, };

export type DrawerCount = { 
/**
 * In minor units.
 */
counted: number, };

export type ShiftView = { 
/**
 * Whose.
 */
cashier: string, 
/**
 * When it began.
 */
since: number, 
/**
 * The cash in the drawer then, in minor units.
 */
float: number, 
/**
 * What it came to; none while it runs.
 */
end: ShiftEnd | null, };

export type ShiftEnd = { 
/**
 * When.
 */
at: number, 
/**
 * Cash taken in by the records, in minor units.
 */
took: number, 
/**
 * Cash paid out by the records, in minor units.
 */
paid: number, 
/**
 * What should be in the drawer, in minor units.
 */
expected: number, 
/**
 * What was counted, in minor units.
 */
counted: number, 
/**
 * What was counted less what should be there, in minor units.
 */
difference: number, };

export type LimitWaiting = { 
/**
 * The most.
 */
most: LimitMost, 
/**
 * From when.
 */
from: number, };

export type PayoutOrder = { 
/**
 * In minor units.
 */
amount: number, };

export type PayoutCode = { 
/**
 * What is entered at the counter; blanks, - and the case of letters do not matter.
 */
code: string, 
/**
 * What is paid for it, in minor units.
 */
amount: number, 
/**
 * Until when, in microseconds since 1970.
 */
until: number, };

export type CashOut = { 
/**
 * Made by the client.
 */
id: string, 
/**
 * In minor units.
 */
amount: number, 
/**
 * The code of the payout that the patron has ordered.
 */
code: string | null, 
/**
 * Somebody who answers for the house, where the patron has no code.
 */
approver: Approver | null, };

export type Transfer = { 
/**
 * Made by the client.
 */
id: string, 
/**
 * In minor units.
 */
amount: number, };

export type Release = { 
/**
 * Made by the client.
 */
id: string, 
/**
 * In minor units.
 */
amount: number, 
/**
 * What was seen to.
 */
why: string, };

export type Redeem = { 
/**
 * Made by the client.
 */
id: string, 
/**
 * Its number as it was read or typed; blanks and - do not matter.
 */
number: string, 
/**
 * Who approves it, where the cage puts it into another account than it came from.
 */
approver?: Approver | null, };

export type VoucherView = { 
/**
 * Its whole number of twenty figures, to be printed; told only to whoever has it made.
 */
number: string | null, 
/**
 * The first twelve figures, by which the journal knows it.
 */
voucher: string, 
/**
 * In minor units.
 */
amount: number, 
/**
 * Which voucher of the account, from 1.
 */
sequence: number, 
/**
 * When it was made.
 */
at: number, 
/**
 * On which machine.
 */
on: string | null, 
/**
 * By whom.
 */
by: string, 
/**
 * At which site.
 */
site: string, 
/**
 * When it was redeemed; none while it is out.
 */
redeemed: number | null, 
/**
 * Into whose account.
 */
into: string | null, };

export type AccountView = { 
/**
 * Whose.
 */
patron: string, 
/**
 * The currency of accounts; none where money is worth nothing.
 */
currency: string | null, 
/**
 * Credits, in minor units.
 */
balance: number, 
/**
 * What of it can be paid out, in minor units; nothing of play money.
 */
cashable: number, 
/**
 * What of it waits for an attendant, in minor units.
 */
held: number, 
/**
 * What of it can be wagered only, in minor units.
 */
promotional: number, 
/**
 * What lies at tables, in minor units; it is not in the balance.
 */
at_tables: number, 
/**
 * What is on vouchers that are out, in minor units; it is not in the balance.
 */
on_paper: number, 
/**
 * Whether it is of play money, which has no value in cash.
 */
play: boolean, 
/**
 * Whether it is closed.
 */
closed: boolean, 
/**
 * Excluded from play at this moment.
 */
excluded: boolean, 
/**
 * Until when, if that is fixed.
 */
excluded_until: number | null, 
/**
 * Who has excluded them.
 */
excluded_by: LimitOwner | null, 
/**
 * Until when the PIN is locked after wrong ones.
 */
pin_locked_until: number | null, 
/**
 * The payout that the patron has ordered and not fetched, in minor units.
 */
payout: number | null, 
/**
 * How often the patron is shown how long and how well they have played, in minutes.
 */
check_minutes: number, 
/**
 * Whether the patron has been asked about limits and answered.
 */
limits_answered: boolean, 
/**
 * Limits of play.
 */
limits: Array<LimitView>, };

export type StaffChanged = { 
/**
 * The person as they stand now; nobody yet who is to be hired.
 */
member: StaffMember | null, 
/**
 * What waits for a second person.
 */
proposals: Array<ProposalView>, 
/**
 * The first half of a password for one sign-in, shown this once; whoever approves it is shown the second.
 */
secret: string | null, };

export type ProgramMade = { 
/**
 * The program; not yet there if a second person must approve it.
 */
program: ProgramView | null, 
/**
 * What waits for a second person.
 */
proposals: Array<ProposalView>, 
/**
 * The token, shown this once, to be sent as `Authorization: Bearer`; where two persons make the program its first half, and
 * whoever approves it is shown the second.
 */
secret: string, };

export type Why = { 
/**
 * In plain words, 200 characters at most.
 */
why: string, };

export type ProposalView = { 
/**
 * Its number.
 */
number: number, 
/**
 * What it is about.
 */
matter: ProposalMatter, 
/**
 * What is done once it is approved.
 */
what: Proposed, 
/**
 * Who proposes it.
 */
by: string, 
/**
 * When it was proposed.
 */
at: number, 
/**
 * When it lapses.
 */
until: number, 
/**
 * Who approved it.
 */
approved: string | null, 
/**
 * Whether the caller may be the second person.
 */
mine_to_decide: boolean, };

export type Proposed = { "act": "adjust", 
/**
 * Whose.
 */
patron: string, 
/**
 * By how much, in minor units; less than nothing where it is taken away.
 */
by: number, 
/**
 * Why.
 */
why: string, } | { "act": "erase", 
/**
 * Whose.
 */
patron: string, 
/**
 * Why.
 */
why: string, } | { "act": "issue-token-voucher", 
/**
 * Its number, and behind colons its conditions: `P-4711:until-2024-05-01:on-player+banker:collected`.
 */
voucher: string, 
/**
 * What it is exchanged for, in minor units.
 */
amount: number, 
/**
 * Who alone exchanges it; whoever brings it where nobody is named.
 */
patron: string | null, } | { "act": "withdraw-token-voucher", 
/**
 * Its number.
 */
number: string, 
/**
 * Why.
 */
why: string, } | { "act": "set", 
/**
 * Which, as the configuration names it.
 */
setting: RunningSetting, 
/**
 * To what.
 */
value: number, 
/**
 * Why.
 */
why: string, } | { "act": "open-table", 
/**
 * Its name.
 */
table: string, 
/**
 * Under which document.
 */
rulebook: string, 
/**
 * Who deals.
 */
dealer: DealtBy, 
/**
 * In which currency.
 */
currency: string, 
/**
 * The terms as an operator writes them: `usual, limits 25..5000`.
 */
opening: string, } | { "act": "close-table", 
/**
 * Its name.
 */
table: string, } | { "act": "order", 
/**
 * The table.
 */
table: string, 
/**
 * The cure; the document's own where none is named.
 */
cure: Cure | null, } | { "act": "fill", 
/**
 * The table.
 */
table: string, 
/**
 * How much, in minor units.
 */
amount: number, } | { "act": "credit", 
/**
 * The table.
 */
table: string, 
/**
 * How much, in minor units.
 */
amount: number, } | { "act": "count", 
/**
 * The table.
 */
table: string, 
/**
 * How many chips of each denomination, like `4x25+20x100`; `empty` where there is none.
 */
tray: string, } | { "act": "publish", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * The conditions, as they are written.
 */
conditions: string, } | { "act": "add-value", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * How much, in minor units.
 */
amount: number, 
/**
 * What it is.
 */
text: string, } | { "act": "retain", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * How much, in minor units.
 */
amount: number, } | { "act": "call-off", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * Why.
 */
why: string, } | { "act": "pay-prize", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * Who won it.
 */
entrant: string, 
/**
 * How much, in minor units.
 */
amount: number, 
/**
 * In which way.
 */
how: Payment, } | { "act": "add-goods", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * For which place.
 */
place: number, 
/**
 * What it is worth, in minor units.
 */
amount: number, 
/**
 * What it is.
 */
text: string, } | { "act": "hand-over", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * Who won it.
 */
entrant: string, 
/**
 * What it is.
 */
text: string, } | { "act": "disqualify", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * Who.
 */
entrant: string, 
/**
 * For what.
 */
offence: Offence, } | { "act": "cancel-place", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * Who.
 */
entrant: string, 
/**
 * Whether the fee goes back.
 */
refund: boolean, } | { "act": "count-short", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * Whose.
 */
entrant: string, 
/**
 * How much was counted, in minor units.
 */
amount: number, } | { "act": "close-over", 
/**
 * The tournament.
 */
tournament: string, 
/**
 * At which of its tables.
 */
table: number, 
/**
 * In which coup of the session, from 1.
 */
coup: number, 
/**
 * Who has not wagered.
 */
entrants: Array<string>, } | { "act": "publish-promotion", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * The conditions and prizes, as they are written.
 */
offer: string, } | { "act": "draw-winners", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * From how many entries.
 */
entries: number, } | { "act": "declare-winner", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * The prize.
 */
prize: number, 
/**
 * Who has won it.
 */
winner: string, } | { "act": "pass-over", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * The prize.
 */
prize: number, 
/**
 * Who does not get it.
 */
winner: string, 
/**
 * The item of the conditions by which they do not.
 */
ground: string, } | { "act": "bar-entrants", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * The item of the conditions by which they may not.
 */
ground: string, 
/**
 * Who.
 */
entrants: Array<string>, } | { "act": "refuse-claim", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * The prize.
 */
prize: number, 
/**
 * Whose claim.
 */
claimant: string, 
/**
 * Where the claimant's address is kept.
 */
address: string | null, 
/**
 * The item of the conditions by which it is refused to whoever has won.
 */
ground: string | null, 
/**
 * Why.
 */
why: string, } | { "act": "decide-dispute", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * Whose dispute.
 */
person: string, 
/**
 * The prize whose claim waits again, where it is decided for them.
 */
upheld: number | null, 
/**
 * What is decided.
 */
what: string, } | { "act": "resume-promotion", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * Why.
 */
why: string, } | { "act": "award-prize", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * The prize.
 */
prize: number, 
/**
 * Who gets it.
 */
winner: string, 
/**
 * How it is paid, where it is money.
 */
payment: string | null, } | { "act": "cancel-promotion", 
/**
 * The promotion.
 */
promotion: string, 
/**
 * Why.
 */
why: string, } | { "act": "accept", 
/**
 * The SHA-256 of its manifest.
 */
digest: string, 
/**
 * Why.
 */
why: string, } | { "act": "reject", 
/**
 * The SHA-256 of its manifest.
 */
digest: string, 
/**
 * Why.
 */
why: string, } | { "act": "hire", 
/**
 * Who.
 */
name: string, 
/**
 * With what they are trusted.
 */
grants: Array<Grant>, } | { "act": "clear", 
/**
 * The number of its significant event.
 */
number: number, 
/**
 * What was found.
 */
note: string, } | { "act": "grant", 
/**
 * Who.
 */
name: string, 
/**
 * With what.
 */
grant: Grant, } | { "act": "withdraw", 
/**
 * Who.
 */
name: string, 
/**
 * What is taken away.
 */
grant: Grant, } | { "act": "enable", 
/**
 * Who.
 */
name: string, } | { "act": "disable", 
/**
 * Who.
 */
name: string, 
/**
 * Why.
 */
why: string, } | { "act": "leave", 
/**
 * Who.
 */
name: string, } | { "act": "reset-password", 
/**
 * Who.
 */
name: string, } | { "act": "make-program", 
/**
 * What it is called.
 */
name: string, 
/**
 * In which role.
 */
grant: Grant, 
/**
 * When its token ends, if ever.
 */
until: number | null, } | { "act": "unread", 
/**
 * What they are about.
 */
matter: ProposalMatter, 
/**
 * The words.
 */
text: string, };

export type Approved = { 
/**
 * What happened, a line each.
 */
lines: Array<string>, 
/**
 * The second half of a password for one sign-in, if that was approved; shown this once.
 */
secret: OneTime | null, };

export type Registration = { 
/**
 * The name in lines: lower-case letters, figures and -; no personal data.
 */
patron: string, 
/**
 * The card's number: 4 to 24 letters and figures.
 */
card: string, 
/**
 * A PIN for one sign-in, 4 to 12 figures; the patron chooses another then.
 */
pin: string, 
/**
 * Who the person is; kept apart, so that it can be erased.
 */
person: Person | null, };

export type Person = { 
/**
 * The name as it is written on papers.
 */
name: string, 
/**
 * The date of birth, like 1990-12-31.
 */
born: string | null, 
/**
 * How to reach the person.
 */
contact: string | null, };

export type NewCard = { 
/**
 * The card's number.
 */
card: string, 
/**
 * A PIN for one sign-in; the patron chooses another then.
 */
pin: string, 
/**
 * Who approves it: somebody who answers for the house.
 */
approver?: Approver | null, };

export type LimitChange = { 
/**
 * What it limits.
 */
kind: LimitKind, 
/**
 * Over which time.
 */
span: LimitSpan, 
/**
 * The most.
 */
most: LimitMost, 
/**
 * Somebody who answers for the house, where staff make a limit of the house looser.
 */
approver?: Approver | null, };

export type LimitMost = { "money": number } | { "minutes": number } | "unlimited";

export type LimitView = { 
/**
 * Who has set it.
 */
whose: LimitOwner, 
/**
 * What it limits.
 */
kind: LimitKind, 
/**
 * Over which time.
 */
span: LimitSpan, 
/**
 * The most.
 */
most: LimitMost, 
/**
 * What of it is used in the span that ends now.
 */
used: LimitMost, 
/**
 * What it will be when the wait is over.
 */
waiting: LimitWaiting | null, };

export type ExclusionChange = { 
/**
 * Until when; for good if left out.
 */
until: number | null, };

export type RealityCheck = { 
/**
 * Since when the patron plays, over sign-ins that follow each other.
 */
since: number, 
/**
 * What was wagered since on coups that ended, in minor units.
 */
out: number, 
/**
 * What came back of it, stakes and payouts, in minor units.
 */
back: number, };

export type SoftwareView = { 
/**
 * The version.
 */
version: string, 
/**
 * The engine's number, which every record carries.
 */
engine: number, 
/**
 * The last check.
 */
check: SoftwareCheck | null, };

export type WindClock = { 
/**
 * In milliseconds, forward: seven days at most.
 */
forward: number, };

export type WoundTo = { 
/**
 * The time now, in milliseconds of UTC.
 */
now: number, };

export type CoupView = { 
/**
 * The table.
 */
table: string, 
/**
 * Which shoe.
 */
shoe: number, 
/**
 * Which coup of the shoe.
 */
coup: number, 
/**
 * Its first and last record.
 */
records: [number, number], 
/**
 * When it began and ended.
 */
at: [number, number], 
/**
 * The document and its digest.
 */
rulebook: string, 
/**
 * The cards in the order drawn.
 */
cards: Array<CoupCard>, 
/**
 * Who won; none if void.
 */
winner: Winner | null, 
/**
 * Player's and Banker's point.
 */
points: [number, number] | null, 
/**
 * Whether it took no wagers.
 */
no_bet: boolean, 
/**
 * What its wagers became.
 */
settled: Array<Settled>, 
/**
 * Rulings and corrections.
 */
rulings: Array<CitedLine>, 
/**
 * The viewer's balance before and after in minor units, at a table with credits.
 */
balance: [number, number] | null, };

export type CoupCard = { 
/**
 * Which; `null` where nobody has seen it.
 */
card: Card | null, 
/**
 * Where it went.
 */
to: CardPlace, };

export type StoredRecord = { 
/**
 * The stream.
 */
stream: string, 
/**
 * Its number there.
 */
seq: number, 
/**
 * When.
 */
at: number, 
/**
 * Who.
 */
actor: string, 
/**
 * The schema's version.
 */
schema: number, 
/**
 * The engine's number.
 */
engine: number, 
/**
 * The client's id of the command.
 */
key: string | null, 
/**
 * The body, as stored: values, of which docs/records.md tells.
 */
body: string, 
/**
 * The predecessor's hash.
 */
prev: string, 
/**
 * Its own.
 */
hash: string, };

export type RecordView = { 
/**
 * The body in lines; nothing where this program cannot read it.
 */
told: ToldView | null, 
/**
 * The stream.
 */
stream: string, 
/**
 * Its number there.
 */
seq: number, 
/**
 * When.
 */
at: number, 
/**
 * Who.
 */
actor: string, 
/**
 * The schema's version.
 */
schema: number, 
/**
 * The engine's number.
 */
engine: number, 
/**
 * The client's id of the command.
 */
key: string | null, 
/**
 * The body, as stored: values, of which docs/records.md tells.
 */
body: string, 
/**
 * The predecessor's hash.
 */
prev: string, 
/**
 * Its own.
 */
hash: string, };

export type ToldView = { 
/**
 * What was said, as a line of a script, or what became of the house's own shoe.
 */
said: string, 
/**
 * What followed.
 */
events: Array<ToldEvent>, };

export type ToldEvent = { 
/**
 * What happened.
 */
what: string, 
/**
 * The clauses and settings of the house that it rests on.
 */
by: Array<string>, };

export type StreamView = { 
/**
 * Its name.
 */
stream: string, 
/**
 * Its newest record.
 */
seq: number, 
/**
 * That record's hash.
 */
hash: string, };

export type Meters = { 
/**
 * The table.
 */
table: string, 
/**
 * Those of all bets together, and of the table.
 */
meters: [MeterName, number][], 
/**
 * Those of each bet.
 */
bets: Array<BetMeters>, };

export type BetMeters = { 
/**
 * The bet.
 */
bet: string, 
/**
 * Name and value.
 */
meters: [MeterName, number][], };

export type Cleared = { 
/**
 * The proposal that waits for a second person; nothing where the fault is cleared.
 */
proposed: number | null, };

export type SignificantView = { 
/**
 * Its number.
 */
number: number, 
/**
 * When.
 */
at: number, 
/**
 * Which kind.
 */
kind: EventKind, 
/**
 * How grave it is.
 */
severity: Severity, 
/**
 * Where.
 */
table: string | null, 
/**
 * What, in English.
 */
text: string, 
/**
 * The name of its sentence.
 */
code: CauseCode, 
/**
 * What goes into the sentence, by name.
 */
args: { [key in string]: Value }, 
/**
 * What happened at a table, which the sentence speaks of.
 */
happened: Happened | null, 
/**
 * What two persons did, or the server's own machine alone, which the sentence speaks of.
 */
measure: Proposed | null, 
/**
 * Whose win it is and how much, where it is a large win.
 */
win: WinView | null, 
/**
 * By whom it was acknowledged.
 */
acknowledged: string | null, };

export type WinView = { 
/**
 * Who won.
 */
patron: string, 
/**
 * What the coup paid them, in minor units.
 */
amount: number, };

export type Acknowledge = { 
/**
 * What was done about it.
 */
note: string, };

export type CheckView = { 
/**
 * Whether all agrees.
 */
sound: boolean, 
/**
 * When it was made.
 */
at: number, 
/**
 * What was checked, a line each.
 */
lines: Array<string>, 
/**
 * What was wrong first.
 */
wrong: string | null, };

export type SoftwareCheck = { 
/**
 * Whether all is as approved; nothing where there was no manifest to compare it with.
 */
sound: boolean | null, 
/**
 * When it was made.
 */
at: number, 
/**
 * A line a part, with its digest.
 */
lines: Array<string>, 
/**
 * What was wrong first.
 */
wrong: string | null, };

export type CheckState = { 
/**
 * How far it has come, if it is under way.
 */
running: CheckProgress | null, 
/**
 * What the last one since the start came to.
 */
last: CheckView | null, };

export type CheckProgress = { 
/**
 * When it began.
 */
since: number, 
/**
 * Steps that are done; a record is one for its chain and one for its decision.
 */
done: number, 
/**
 * Steps that there are; 0 until they are counted.
 */
of: number, };

export type StepView = { 
/**
 * The record.
 */
record: RecordView, 
/**
 * The table after it.
 */
view: TableView, };

export type CheckpointView = { 
/**
 * Its number.
 */
number: number, 
/**
 * When it was signed.
 */
at: number, 
/**
 * How many streams there were.
 */
streams: number, 
/**
 * Who signed.
 */
key: string, 
/**
 * The whole line, as it is signed and kept elsewhere.
 */
line: string, };

export type ProjectionView = { 
/**
 * Its name: `search` is what searches look things up in.
 */
name: string, 
/**
 * Records that it has.
 */
done: number, 
/**
 * Records that the journal has.
 */
of: number, };

export type PeriodReport = { 
/**
 * `shift`, `table`, `patron`, `game` or `exceptions`.
 */
kind: string, 
/**
 * The table that was asked for.
 */
table: string | null, 
/**
 * The patron who was asked for.
 */
patron: string | null, 
/**
 * From when, in microseconds of UTC.
 */
from: number, 
/**
 * Until before when.
 */
to: number, 
/**
 * Figures, a list for each way to put them together.
 */
groups: Array<FigureGroup>, 
/**
 * The floats of tables, by medium.
 */
floats: Array<FloatRow>, 
/**
 * Counts of float trays.
 */
counts: Array<CountRow>, 
/**
 * Which bets were made.
 */
bets: Array<BetMix>, 
/**
 * Patrons' ratings.
 */
patrons: Array<PatronRating>, 
/**
 * What is worth a look.
 */
exceptions: Array<ExceptionRow>, 
/**
 * The gaming days that were closed in the period.
 */
days: Array<ClosedDay>, };

export type FigureGroup = { 
/**
 * `table`, `dealer`, `game` or `hour`.
 */
by: string, 
/**
 * A row each.
 */
rows: Array<FigureRow>, };

export type FigureRow = { 
/**
 * What the row is of: a table, a dealer, a game, or the beginning of an hour in microseconds of UTC; nothing where Punto
 * dealt, and in a sum.
 */
of: string | null, 
/**
 * Whether it is the sum of the rows of its currency.
 */
sum: boolean, 
/**
 * The currency.
 */
currency: string, 
/**
 * Coups that came to a result.
 */
coups: number, 
/**
 * Coups without a result.
 */
voids: number, 
/**
 * Settlements that were undone.
 */
corrections: number, 
/**
 * Coups an hour, from the end of one to the end of the next; nothing where nothing was dealt.
 */
per_hour: number | null, 
/**
 * Coups that Player won.
 */
player: number, 
/**
 * Coups that Banker won.
 */
banker: number, 
/**
 * Ties.
 */
tie: number, 
/**
 * Wagers settled.
 */
wagers: number, 
/**
 * Their stakes: the turnover.
 */
stakes: number, 
/**
 * Stakes taken.
 */
collected: number, 
/**
 * Paid on top of stakes.
 */
paid: number, 
/**
 * Promotional tokens among the stakes taken.
 */
tokens: number, 
/**
 * Commission kept, already in the win.
 */
commission: number, 
/**
 * Collected less paid.
 */
win: number, 
/**
 * Cash into the drop box.
 */
drop: number, 
/**
 * The win as a share of the stakes; nothing without stakes.
 */
hold: number | null, 
/**
 * The win as a share of the drop; nothing without a drop.
 */
hold_of_drop: number | null, 
/**
 * What chance lets expect of the very wagers; nothing where the odds of some are not known.
 */
expected: ExpectedHold | null, };

export type ExpectedHold = { 
/**
 * The expected win, in minor units.
 */
win: number, 
/**
 * The expected hold, as a share of the stakes.
 */
hold: number, 
/**
 * The lower end of the band, as a share of the stakes.
 */
low: number, 
/**
 * The upper end.
 */
high: number, 
/**
 * Whether the hold is outside the band.
 */
outside: boolean, };

export type FloatRow = { 
/**
 * The table; nothing in the sum of a currency.
 */
table: string | null, 
/**
 * The currency.
 */
currency: string, 
/**
 * `chips`, `credits` or `tokens`.
 */
medium: string, 
/**
 * What the float had at the beginning, in minor units.
 */
opening: number, 
/**
 * What came from the cage.
 */
fills: number, 
/**
 * What went back to the cage.
 */
credits: number, 
/**
 * Cash in the drop box.
 */
drop: number, 
/**
 * Stakes taken.
 */
collected: number, 
/**
 * Paid on top of stakes.
 */
paid: number, 
/**
 * What the house won.
 */
win: number, 
/**
 * What counts found more than the ledger had, or less if below nought.
 */
over: number, 
/**
 * What the float has at the end.
 */
closing: number, 
/**
 * What patrons gave those who deal.
 */
tips: number, 
/**
 * Tokens that were given for promotional vouchers.
 */
vouchers: number, };

export type CountRow = { 
/**
 * When, in microseconds of UTC.
 */
at: number, 
/**
 * The table.
 */
table: string, 
/**
 * The currency.
 */
currency: string, 
/**
 * How many chips of each denomination, like `4x25+20x100`.
 */
tray: string, 
/**
 * What they come to, in minor units.
 */
counted: number, 
/**
 * By how much that is more than the ledger had, or less if below nought.
 */
over: number, };

export type BetMix = { 
/**
 * The bet.
 */
bet: string, 
/**
 * The currency.
 */
currency: string, 
/**
 * Wagers settled.
 */
wagers: number, 
/**
 * Their stakes, in minor units.
 */
stakes: number, 
/**
 * What the house won on it.
 */
win: number, };

export type PatronRating = { 
/**
 * The patron.
 */
patron: string, 
/**
 * The currency.
 */
currency: string, 
/**
 * How long they were at tables, in seconds.
 */
seconds: number, 
/**
 * Wagers settled.
 */
wagers: number, 
/**
 * Their stakes: the turnover, in minor units.
 */
turnover: number, 
/**
 * The turnover for each wager.
 */
average: number, 
/**
 * What the house won of them, or lost if below nought.
 */
win: number, 
/**
 * Cash they changed at tables.
 */
cash: number, 
/**
 * Whether that is as much as the house reports.
 */
large_cash: boolean, 
/**
 * Tokens they were given for vouchers.
 */
vouchers: number, 
/**
 * What they gave those who deal.
 */
tips: number, };

export type ExceptionRow = { 
/**
 * When, in microseconds of UTC.
 */
at: number, 
/**
 * The stream and the number of its record.
 */
stream: string, 
/**
 * The record's number.
 */
record: number, 
/**
 * What it is: `void`, `correction`, `breach`, `approval`, `denied`, `late`, `count` or `cash`.
 */
kind: string, 
/**
 * Who did it, where somebody did.
 */
who: string | null, 
/**
 * What happened, as a line.
 */
line: string, };

export type ClosedDay = { 
/**
 * The day, like `2026-11-18`.
 */
day: string, 
/**
 * When it was closed, in microseconds of UTC.
 */
at: number, 
/**
 * When the day before it was closed; the first record where none was.
 */
from: number, 
/**
 * Who closed it.
 */
who: string, };

export type CloseDay = { 
/**
 * The day, like `2026-11-18`.
 */
day: string, };

export type WinReport = { 
/**
 * From when; from the first record if none is given.
 */
from: number | null, 
/**
 * Until before when; until now if none is given.
 */
to: number | null, 
/**
 * A row a table, and last one for all of them under the name `all`.
 */
rows: Array<WinRow>, };

export type WinRow = { 
/**
 * The table.
 */
table: string, 
/**
 * The currency's name on screens.
 */
currency: string, 
/**
 * Coups that came to a result.
 */
coups: number, 
/**
 * Stakes of settled wagers, in minor units.
 */
stakes: number, 
/**
 * Paid on top of stakes, in minor units.
 */
paid: number, 
/**
 * Stakes taken, in minor units.
 */
collected: number, 
/**
 * Promotional tokens among the stakes taken, in minor units.
 */
tokens: number, 
/**
 * Collected less paid, in minor units.
 */
win: number, 
/**
 * Commission kept, in minor units; already in the win.
 */
commission: number, 
/**
 * Cash into the drop box, in minor units.
 */
drop: number, 
/**
 * Fills less credits of the float tray, in minor units.
 */
fills: number, };

export type CashierReport = { 
/**
 * From when; from the first record if none is given.
 */
from: number | null, 
/**
 * Until before when; until now if none is given.
 */
to: number | null, 
/**
 * A row each cashier, and one for all of them together.
 */
rows: Array<CashierRow>, };

export type CashierRow = { 
/**
 * Who; none for all together.
 */
cashier: string | null, 
/**
 * Cash taken in.
 */
deposits: Counted, 
/**
 * Cash paid out.
 */
payouts: Counted, 
/**
 * Vouchers made for their owners.
 */
vouchers_made: Counted, 
/**
 * Vouchers put into accounts.
 */
vouchers_redeemed: Counted, 
/**
 * What the drawer has more than at the beginning of the period, in minor units: cash taken in less cash paid out.
 */
cash: number, };

export type Counted = { 
/**
 * How often.
 */
count: number, 
/**
 * How much.
 */
sum: number, };

export type DealerReport = { 
/**
 * From when; from the first coup if none is given.
 */
from: number | null, 
/**
 * Until before when; until now if none is given.
 */
to: number | null, 
/**
 * A row each dealer and table, or dealer, table and shoe.
 */
rows: Array<DealerRow>, };

export type DealerRow = { 
/**
 * Who dealt; none if Punto did.
 */
dealer: string | null, 
/**
 * Where; none for all tables together.
 */
table: string | null, 
/**
 * Which shoe since the table's first record, in a report by shoe.
 */
shoe: number | null, 
/**
 * When the first coup began.
 */
first: number, 
/**
 * When the last one ended.
 */
last: number, 
/**
 * Coups that came to a result.
 */
coups: number, 
/**
 * How long it took, without pauses of more than ten minutes.
 */
seconds: number, 
/**
 * Coups an hour, void ones too.
 */
per_hour: number | null, 
/**
 * Coups that Player won.
 */
player: number, 
/**
 * Coups that Banker won.
 */
banker: number, 
/**
 * Ties.
 */
tie: number, 
/**
 * Pairs of Player, in coups in which nothing went wrong.
 */
player_pairs: number, 
/**
 * Pairs of Banker, likewise.
 */
banker_pairs: number, 
/**
 * Coups without a result.
 */
voids: number, 
/**
 * What went wrong.
 */
irregularities: number, 
/**
 * Settlements that were undone.
 */
corrections: number, 
/**
 * How likely a mix of outcomes at least this far from the expected one is; none if there were too few coups.
 */
chance: number | null, 
/**
 * Whether the mix is so unlikely, over enough coups, that somebody should look.
 */
unlikely: boolean, };

export type StatementView = { 
/**
 * Whose.
 */
patron: string, 
/**
 * From when.
 */
from: number, 
/**
 * Until before when; earlier than asked for where there is a next page.
 */
to: number, 
/**
 * What there was before.
 */
opening: Worth, 
/**
 * Every movement, the oldest first.
 */
items: Array<StatementEntry>, 
/**
 * What there was afterwards.
 */
closing: Worth, 
/**
 * Where the next page begins, to be sent as `after`; none on the last page.
 */
next: string | null, };

export type Worth = { 
/**
 * In the account, in minor units.
 */
account: number, 
/**
 * At tables in minor units, with what lies on layouts.
 */
tables: number, };

export type AccountEvent = { 
/**
 * What: the name under which records keep it.
 */
name: AccountEventName, 
/**
 * What belongs to it, by name; what its patron may not know is left out.
 */
args: { [key in string]: Value }, };

export type StatementEntry = { 
/**
 * When.
 */
at: number, 
/**
 * What it is about.
 */
kind: EntryKind, 
/**
 * What happened to the account, where that moved it.
 */
what: AccountEvent | null, 
/**
 * The table of a coup.
 */
table: string | null, 
/**
 * The record of the table's stream that ended the coup.
 */
record: number | null, 
/**
 * What came into the account, in minor units.
 */
came_in: number, 
/**
 * What went out of it, in minor units.
 */
went_out: number, 
/**
 * What was staked on a coup, in minor units.
 */
stake: number, 
/**
 * What it paid on top of stakes, in minor units.
 */
paid: number, 
/**
 * What the house took of stakes, in minor units.
 */
taken: number, 
/**
 * What there was afterwards.
 */
worth: Worth, };

export type DisputeRecord = { 
/**
 * The table.
 */
table: string, 
/**
 * Which dispute of the table, from 1.
 */
number: number, 
/**
 * Whose.
 */
patron: string, 
/**
 * About what, in the patron's words.
 */
what: string, 
/**
 * The record it was raised with.
 */
record: number, 
/**
 * When.
 */
at: number, 
/**
 * What was decided, and by whom.
 */
decided: string | null, 
/**
 * What the review came to, and by whom.
 */
reviewed: string | null, };

export type DisputeBundle = { 
/**
 * The form of this bundle: 1.
 */
bundle: number, 
/**
 * The site.
 */
site: string, 
/**
 * The dispute.
 */
dispute: DisputeRecord, 
/**
 * When the bundle was made.
 */
made: number, 
/**
 * By whom.
 */
made_by: string, 
/**
 * The version of the software that made it.
 */
version: string, 
/**
 * The digests of that software, a line a part.
 */
software: Array<string>, 
/**
 * The table's opening, and everything from the last finished coup's wagers up to the dispute.
 */
records: Array<StoredRecord>, 
/**
 * What each saw at that moment.
 */
seen: Array<SeenBy>, 
/**
 * The last signed checkpoint, if there is one.
 */
checkpoint: string | null, };

export type SeenBy = { 
/**
 * `public`, `patron:ada` or `staff:dealer`.
 */
as: string, 
/**
 * What they saw.
 */
view: TableView, };

export type RulebookView = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * The digest of its files.
 */
digest: string, 
/**
 * In force from.
 */
in_force: string | null, 
/**
 * Its variants.
 */
variants: Array<string>, 
/**
 * The drawing table: for Player's point 0 to 7, whether Player draws.
 */
player_draws: Array<boolean>, 
/**
 * For Banker's point 0 to 7: whether Banker draws when Player stood, then by Player's third card 0 to 9.
 */
banker_draws: Array<Array<boolean>>, 
/**
 * The clauses of each row of Banker's table.
 */
banker_by: Array<Array<string>>, 
/**
 * Its bets with paytables, for each variant.
 */
bets: Array<VariantBets>, 
/**
 * How many clauses, by standing.
 */
standings: Array<[Standing, number]>, 
/**
 * Answers to the comparison's questions: topic, question, answer, clauses.
 */
answers: Array<AnswerView>, };

export type VariantBets = { 
/**
 * The variant.
 */
variant: string, 
/**
 * The bets.
 */
offers: Array<Offer>, };

export type AnswerView = { 
/**
 * The question.
 */
question: string, 
/**
 * The answer.
 */
answer: string, 
/**
 * By which clauses.
 */
by: Array<string>, };

export type ClauseView = { 
/**
 * Its number.
 */
clause: string, 
/**
 * Its topic.
 */
topic: string, 
/**
 * What it says, in our words.
 */
gist: string, 
/**
 * How it stands with the software.
 */
standing: Standing, 
/**
 * The scenarios that show it.
 */
scenarios: Array<string>, };

export type ScenarioView = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it shows.
 */
about: string, 
/**
 * Its lines with what followed each.
 */
steps: Array<ScenarioStep>, };

export type ScenarioStep = { 
/**
 * The line.
 */
line: string, 
/**
 * What followed.
 */
followed: Array<string>, 
/**
 * Player's cards after it.
 */
player: Array<Card>, 
/**
 * Banker's cards after it.
 */
banker: Array<Card>, };

export type OddsQuestion = { 
/**
 * The rulebook.
 */
rulebook: string, 
/**
 * The variant; the first if left out.
 */
variant: string | null, 
/**
 * Decks.
 */
decks: number, 
/**
 * Cards taken away, `Ks`, each as often as it is gone.
 */
removed: Array<Card>, };

export type OddsAnswer = { 
/**
 * Chances of Player, Banker, tie.
 */
winner: [number, number, number], 
/**
 * For each bet.
 */
bets: Array<BetOddsView>, 
/**
 * Cards left.
 */
cards: number, };

export type BetOddsView = { 
/**
 * The bet.
 */
bet: string, 
/**
 * The house's edge as a fraction of the stake.
 */
edge: number, 
/**
 * As an exact fraction.
 */
edge_exact: string, 
/**
 * What the patron gets back in the long run.
 */
back: number, 
/**
 * The standard deviation of one unit.
 */
deviation: number, 
/**
 * Each way to settle and its chance.
 */
ways: Array<WayView>, };

export type WayView = { 
/**
 * How.
 */
settled: WayKind, 
/**
 * At which odds, where it wins.
 */
pays: PayOdds | null, 
/**
 * How likely it is.
 */
chance: number, };

export type Comparison = { 
/**
 * One.
 */
left: string, 
/**
 * The other.
 */
right: string, 
/**
 * How many questions both answer alike.
 */
same: number, 
/**
 * Every question of either.
 */
rows: Array<ComparedAnswer>, };

export type ComparedAnswer = { 
/**
 * The question.
 */
question: string, 
/**
 * Whether both answer alike.
 */
same: boolean, 
/**
 * The one's answer; none where it says nothing.
 */
left: AnswerView | null, 
/**
 * The other's.
 */
right: AnswerView | null, };

export type ScenarioName = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it shows.
 */
about: string, };

export type TournamentSummary = { 
/**
 * Its name in addresses.
 */
name: string, 
/**
 * What the sign says.
 */
title: string, 
/**
 * The document it is played under.
 */
rulebook: string, 
/**
 * The currency of fees and prizes.
 */
currency: string, 
/**
 * Whether it is for show.
 */
demonstration: boolean, 
/**
 * How far it has come.
 */
stage: TournamentStage, 
/**
 * When it begins by its conditions, in microseconds of UTC; nothing before they are published.
 */
start: number | null, 
/**
 * The fee.
 */
fee: number, 
/**
 * What is played for.
 */
pool: number, 
/**
 * How many take part.
 */
entrants: number, 
/**
 * How many may.
 */
most: number, 
/**
 * The round, from 1 once it has begun.
 */
round: number, 
/**
 * How many rounds there are.
 */
rounds: number, 
/**
 * Whether the caller has an entry.
 */
joined: boolean, };

export type NewTournament = { 
/**
 * Its name in addresses: lower-case letters, figures and -.
 */
name: string, 
/**
 * What the sign says.
 */
title: string, 
/**
 * The document.
 */
rulebook: string, 
/**
 * The currency of fees and prizes.
 */
currency: string, 
/**
 * Who deals at its tables.
 */
dealer: DealtBy, 
/**
 * What its tables are opened with besides limits and method, such as `usual, decks 8`.
 */
opening: string, };

export type EntrantRef = { 
/**
 * The number of the entry, in the order in which people applied.
 */
number: number, 
/**
 * The name; nothing for viewers who are not signed in.
 */
name: string | null, };

export type TournamentView = { 
/**
 * Its name in addresses.
 */
name: string, 
/**
 * What the sign says.
 */
title: string, 
/**
 * The document.
 */
rulebook: string, 
/**
 * The currency of fees and prizes.
 */
currency: string, 
/**
 * Whether it is for show.
 */
demonstration: boolean, 
/**
 * Who deals at its tables.
 */
dealer: DealtBy, 
/**
 * The number of its last record.
 */
seq: number, 
/**
 * The house's time, in microseconds of UTC.
 */
now: number, 
/**
 * How far it has come.
 */
stage: TournamentStage, 
/**
 * The round, from 1 once it has begun.
 */
round: number, 
/**
 * How many rounds there are.
 */
rounds: number, 
/**
 * Whether it is the last.
 */
final: boolean, 
/**
 * The conditions, once they are published; before that for officials.
 */
conditions: Array<ConditionView> | null, 
/**
 * What was published of the seeds of its draws: the first seed agrees with it, each later one with the seed before it.
 */
promise: string | null, 
/**
 * The draws that were made, for everybody to check.
 */
drawn: Array<DrawView>, 
/**
 * What is played for, and how it came together.
 */
pool: PoolView, 
/**
 * When the next session begins, in microseconds of UTC.
 */
scheduled: number | null, 
/**
 * How long somebody may take to wager.
 */
time_limit: TimeLimitView | null, 
/**
 * How many applied and take part, and how many may.
 */
entries: EntryCounts, 
/**
 * The officers who are there; for officials.
 */
attending: Array<string>, 
/**
 * Its tables.
 */
tables: Array<TournamentTable>, 
/**
 * Every round with its tables, and who went on.
 */
bracket: Array<BracketRound>, 
/**
 * Those who take part, or have; for officials everybody who has applied.
 */
entrants: Array<TournamentEntrant>, 
/**
 * The places of the final, best first.
 */
places: Array<PlaceView>, 
/**
 * The viewer's own entry.
 */
own: OwnEntry | null, 
/**
 * What waits for somebody; for officials.
 */
duties: Array<TournamentDuty>, 
/**
 * Who must be disqualified; for officials.
 */
reported: Array<ReportedView>, 
/**
 * The clocks that run.
 */
waits: Array<WaitView>, 
/**
 * Why it does not go on by itself; for officials.
 */
fault: string | null, };

export type ConditionView = { 
/**
 * Which.
 */
item: string, 
/**
 * What it says.
 */
text: string, };

export type DrawView = { 
/**
 * The round.
 */
round: number, 
/**
 * The seed.
 */
seed: string, 
/**
 * Everybody in the order that follows from it.
 */
order: Array<EntrantRef>, };

export type BracketRound = { 
/**
 * The round, from 1.
 */
round: number, 
/**
 * Its tables.
 */
tables: Array<BracketTable>, };

export type BracketTable = { 
/**
 * Its number.
 */
table: number, 
/**
 * Those who sat there.
 */
entrants: Array<BracketEntrant>, };

export type BracketEntrant = { 
/**
 * Who.
 */
entrant: EntrantRef, 
/**
 * The chips, now or at the end of the session.
 */
chips: number | null, 
/**
 * Whether they went on, once that is known.
 */
through: boolean | null, };

export type PoolView = { 
/**
 * All fees.
 */
fees: number, 
/**
 * What the house keeps of them.
 */
retained: number, 
/**
 * What the house adds.
 */
added: number, 
/**
 * What is played for.
 */
pool: number, };

export type TimeLimitView = { 
/**
 * How long.
 */
seconds: number, 
/**
 * From when on, in microseconds of UTC.
 */
from: number, };

export type EntryCounts = { 
/**
 * Who applied.
 */
applied: number, 
/**
 * Who takes part.
 */
accepted: number, 
/**
 * How many it takes.
 */
least: number, 
/**
 * How many may.
 */
most: number, };

export type TournamentTable = { 
/**
 * Its number in the tournament.
 */
table: number, 
/**
 * Its name as a table.
 */
name: string, 
/**
 * Whether the table is there to be looked at.
 */
exists: boolean, 
/**
 * What goes on.
 */
phase: TournamentPhase, 
/**
 * The coups of the session.
 */
coups: number, 
/**
 * The shoes of the session.
 */
shoes: number, 
/**
 * The limits.
 */
limits: Span | null, 
/**
 * The seat that wagers first.
 */
marker: number, 
/**
 * Since when the session is played, in microseconds of UTC.
 */
since: number | null, 
/**
 * When a session by the clock ends.
 */
ends: number | null, 
/**
 * Whether this is the last coup.
 */
last_coup: boolean, 
/**
 * Whose turn it is.
 */
next: EntrantRef | null, 
/**
 * Since when the next wager is waited for.
 */
waits_since: number | null, 
/**
 * What the coup before came to.
 */
last: Winner | null, 
/**
 * The play-off that is played.
 */
play_off: PlayOffView | null, 
/**
 * Whose disputes wait.
 */
disputes: Array<EntrantRef>, 
/**
 * Who agrees to end the session.
 */
agreed: Array<EntrantRef>, 
/**
 * Whether an indicator card is in the shoe, or came out.
 */
indicator: boolean, 
/**
 * Those who play there.
 */
seats: Array<TournamentSeat>, 
/**
 * How those of the session stand once it is over, best first; who stand level are in one group.
 */
order: Array<Array<EntrantRef>>, 
/**
 * Who is out.
 */
exits: Array<ExitView>, };

export type PlayOffView = { 
/**
 * Between whom.
 */
entrants: Array<EntrantRef>, 
/**
 * How many coups are left of it, if their number is fixed.
 */
coups: number | null, };

export type ExitView = { 
/**
 * Who.
 */
entrant: EntrantRef, 
/**
 * In which coup of the session.
 */
coup: number, };

export type TournamentSeat = { 
/**
 * Its number.
 */
seat: number, 
/**
 * Whose it is.
 */
entrant: EntrantRef, 
/**
 * Whether somebody sits there.
 */
present: boolean, 
/**
 * Whether a substitute does.
 */
substitute: boolean, 
/**
 * The chips, with those on the layout.
 */
chips: number, 
/**
 * Whether they were counted.
 */
counted: boolean, 
/**
 * The wagers that lie or were read out.
 */
wagers: Array<TournamentWager>, 
/**
 * How far a form is that was handed in.
 */
form: FormState | null, 
/**
 * The number of that form: the first digits of its seal, which say nothing of what is written on it.
 */
form_number: string | null, 
/**
 * Whether a pass card was played.
 */
passed: boolean, 
/**
 * Whether this coup's wager is made.
 */
acted: boolean, 
/**
 * Whether it is held to the minimum.
 */
restricted: boolean, 
/**
 * Pass cards left.
 */
pass_cards: number, 
/**
 * Hidden wagers left.
 */
hidden: number, 
/**
 * Coups that were missed.
 */
missed: number, };

export type TournamentWager = { 
/**
 * The bet.
 */
bet: string, 
/**
 * The stake.
 */
stake: number, 
/**
 * Whether it was hidden.
 */
hidden: boolean, 
/**
 * Whether it lies from a coup that was tied.
 */
stays: boolean, };

export type TournamentEntrant = { 
/**
 * Who.
 */
entrant: EntrantRef, 
/**
 * How they stand.
 */
standing: EntrantStanding, 
/**
 * Whether they go on to the next round.
 */
through: boolean, 
/**
 * The chips, while they have a seat.
 */
chips: number | null, 
/**
 * The table.
 */
table: number | null, 
/**
 * The seat.
 */
seat: number | null, 
/**
 * The prize.
 */
prize: number | null, 
/**
 * Whether it is paid.
 */
paid: boolean, 
/**
 * Whether they have the conditions; for officials.
 */
informed: boolean | null, 
/**
 * Whether they have agreed to them; for officials.
 */
endorsed: boolean | null, 
/**
 * The fee that was paid; for officials.
 */
fee: number | null, 
/**
 * Whether they may play for a second chance; for officials.
 */
second_chance: boolean | null, 
/**
 * Who was named to sit for them and waits for approval; for officials.
 */
named: string | null, };

export type PlaceView = { 
/**
 * The place, from 1.
 */
place: number, 
/**
 * Who has it; several share it.
 */
entrants: Array<EntrantRef>, };

export type OwnEntry = { 
/**
 * The number of the entry.
 */
number: number, 
/**
 * How they stand.
 */
standing: EntrantStanding, 
/**
 * Whether they have been given the conditions.
 */
informed: boolean, 
/**
 * Whether they have agreed to them.
 */
endorsed: boolean, 
/**
 * The fee that was paid.
 */
fee: number | null, 
/**
 * Whether they go on.
 */
through: boolean, 
/**
 * The table.
 */
table: number | null, 
/**
 * The seat.
 */
seat: number | null, 
/**
 * Whether they sit there.
 */
present: boolean, 
/**
 * The chips, with those on the layout.
 */
chips: number, 
/**
 * Pass cards left.
 */
pass_cards: number, 
/**
 * Hidden wagers left.
 */
hidden: number, 
/**
 * Whether it is their turn.
 */
my_turn: boolean, 
/**
 * Whether this coup's wager is held to the minimum.
 */
restricted: boolean, 
/**
 * How often they have bought back.
 */
buy_backs: number, 
/**
 * The prize.
 */
prize: number | null, 
/**
 * Whether it is paid.
 */
paid: boolean, 
/**
 * Their own form, until it is read out.
 */
form: HiddenForm | null, };

export type HiddenForm = { 
/**
 * Whose.
 */
entrant: string, 
/**
 * The bet.
 */
bet: string | null, 
/**
 * The amount in figures.
 */
stake: number | null, 
/**
 * The amount in words.
 */
words: number | null, 
/**
 * The digest that is on record.
 */
seal: string, 
/**
 * Its first digits, to be written on a form on paper.
 */
number: string, 
/**
 * The text that the digest is of.
 */
text: string, };

export type TournamentDuty = { 
/**
 * The table, if it is one's.
 */
table: number | null, 
/**
 * What.
 */
what: TournamentDutyKind, 
/**
 * Whom it is about.
 */
entrant: EntrantRef | null, 
/**
 * For what somebody must go.
 */
offence: Offence | null, 
/**
 * What it rests on.
 */
by: Array<string>, };

export type ReportedView = { 
/**
 * Who.
 */
entrant: EntrantRef, 
/**
 * For what.
 */
offence: Offence, };

export type WaitView = { 
/**
 * The table, if it is one's.
 */
table: number | null, 
/**
 * What it runs for.
 */
what: TournamentClock, 
/**
 * When it is up, in microseconds of UTC.
 */
at: number, };

export type ConditionsForm = { 
/**
 * The document.
 */
rulebook: string, 
/**
 * Whether they are published and stay as they are.
 */
published: boolean, 
/**
 * The form as one text, as the command `draft` takes it.
 */
text: string, 
/**
 * Its items.
 */
items: Array<FormItem>, 
/**
 * Items that are asked for and missing.
 */
missing: Array<string>, };

export type FormItem = { 
/**
 * Which.
 */
item: string, 
/**
 * Whether it must be there before the conditions can be published.
 */
required: boolean, 
/**
 * The clauses that ask for it; nothing where the game does and no clause.
 */
by: Array<string>, 
/**
 * What is filled in.
 */
text: string | null, 
/**
 * How it is written.
 */
kind: FormKind, 
/**
 * What can be chosen, where it is a choice.
 */
choices: Array<string>, };

export type TournamentCommand =
  | { "conditions": { conditions: { [item in TournamentItem]?: Words } } }
  | { "add-value": { amount: number, what: Words } }
  | { "add-goods": { place: number, amount: number, what: Words } }
  | { "retain": { amount: number } }
  | { "cancel": { why: Words } }
  | { "apply": { entrant: PersonName } }
  | { "inform": { names: PersonName[] } }
  | { "endorse": { entrant: PersonName } }
  | { "pay-fee": { entrant: PersonName, amount: number } }
  | { "accept": { names: PersonName[] } }
  | { "refuse-entry": { entrant: PersonName, ground: RefusalGround } }
  | { "withdraw": { entrant: PersonName } }
  | "start"
  | { "designate": { table: number } }
  | { "release": { table: number } }
  | { "allot": { entrant: PersonName, table: number, seat: number } }
  | "attend"
  | "depart"
  | { "reschedule": { at: number } }
  | { "take-seat": { entrant: PersonName } }
  | { "leave-seat": { entrant: PersonName } }
  | { "buy-in": { entrant: PersonName, amount: number } }
  | "begin"
  | { "time-up": { table: number } }
  | { "shoe-ended": { table: number } }
  | { "end-early": { table: number } }
  | { "agree": { entrant: PersonName } }
  | "next-round"
  | { "second-chance": { names: PersonName[] } }
  | { "buy-back": { entrant: PersonName } }
  | { "forgo-buy-back": { entrant: PersonName } }
  | { "wager": { entrant: PersonName, seat: number, bet: BetName, stake: number } }
  | { "alter": { entrant: PersonName, bet: BetName, stake: number } }
  | { "pass": { entrant: PersonName } }
  | { "found": { entrant: PersonName, bet: BetName, stake: number, unable?: Unable } }
  | { "limit-time": { seconds: number } }
  | { "restrict": { entrant: PersonName } }
  | { "insert-indicator": { table: number, behind: number } }
  | { "indicator": { table: number } }
  | { "raise-limits": { table: number } }
  | { "examine": { entrant: PersonName } }
  | { "return-form": { entrant: PersonName, fault?: FormFault, why: Words } }
  | { "form-found": { entrant: PersonName, form: Words } }
  | { "show-form": { entrant: PersonName, to: PersonName } }
  | { "opened": { table: number, opening: Opening } }
  | { "close": { table: number } }
  | { "deal": { table: number } }
  | { "outcome": { table: number } }
  | { "result": { table: number, cards: Words, taken?: PersonName[] } }
  | { "last-coup": { table: number } }
  | { "wrong-holder": { table: number } }
  | { "void-coup": { table: number } }
  | { "unsettle": { table: number } }
  | { "wager-off": { entrant: PersonName, bet: BetName } }
  | { "forfeit": { entrant: PersonName } }
  | { "deduct": { entrant: PersonName } }
  | { "cancel-place": { entrant: PersonName, refund?: Refund } }
  | { "substitute": { entrant: PersonName, other: PersonName } }
  | { "approve-substitute": { entrant: PersonName } }
  | { "report": { entrant: PersonName, offence: Offence } }
  | { "dismiss": { entrant: PersonName } }
  | { "disqualify": { entrant: PersonName, offence: Offence } }
  | { "dispute": { entrant: PersonName, what: Words } }
  | { "rule": { entrant: PersonName, what: Words } }
  | { "count-all": { table: number } }
  | { "count": { entrant: PersonName, amount: number } }
  | { "return-chips": { table: number, missing?: number } }
  | { "play-off": { table: number, chips?: number, card?: Card } }
  | { "declare": { table: number } }
  | { "undeclare": { table: number } }
  | "award"
  | { "pay-prize": { entrant: PersonName, how: Payment } }
  | { "hand-over": { entrant: PersonName, what: Words } }
  | "publish"
  | "draw"
  | { "seal": { entrant: PersonName, bet?: BetName, stake?: number, words?: number } }
  | { "announce": { entrant: PersonName } };

export type TournamentSay = { 
/**
 * Idempotency key chosen by the client.
 */
id: string, 
/**
 * What is said, as a value.
 */
command?: TournamentCommand, 
/**
 * The same as a person types it, in place of `command`: `accept ada ben`, with amounts in major units. `publish`, `draw`
 * and `announce ada` have the house fill in what only it knows.
 */
line?: string, 
/**
 * In which role, for staff with several.
 */
role: Role | null, };

export type TournamentSaid = { 
/**
 * The key it was said under.
 */
id: string, 
/**
 * The record it has become.
 */
seq: number, 
/**
 * What happened, as the speaker may read it.
 */
lines: Array<CitedLine>, 
/**
 * Whether this is the answer to an earlier command with the same key.
 */
repeated: boolean, 
/**
 * The form that was handed in, for its entrant to check later.
 */
receipt: HiddenForm | null, 
/**
 * The proposal that waits for a second person, where nothing has happened yet.
 */
proposal: number | null, };

export type TournamentAllowed = { 
/**
 * What could be said; values that a person must still give are the smallest that make sense.
 */
command: TournamentCommand, 
/**
 * The same as a line.
 */
line: string, 
/**
 * The fields that a person gives.
 */
asks: Array<string>, 
/**
 * Why not.
 */
refusal: Refusal | null, };

export type PromotionSummary = { 
/**
 * Its name in addresses.
 */
name: string, 
/**
 * What the sign says.
 */
title: string, 
/**
 * The document it is offered under.
 */
rulebook: string, 
/**
 * The currency of wagers and prizes.
 */
currency: string, 
/**
 * Whether it is for show.
 */
demonstration: boolean, 
/**
 * How far it has come.
 */
stage: PromotionStage, 
/**
 * When entries close, in microseconds of UTC; nothing before the conditions are published.
 */
closes: number | null, 
/**
 * How many prizes there are.
 */
prizes: number, 
/**
 * What they are worth together.
 */
value: number, 
/**
 * How many entries there are.
 */
entries: number, 
/**
 * How many of them are the caller's.
 */
own: number, 
/**
 * Whether prizes are won.
 */
won: boolean, 
/**
 * Whether all of them are awarded.
 */
over: boolean, };

export type NewPromotion = { 
/**
 * Its name in addresses: lower-case letters, figures and -.
 */
name: string, 
/**
 * What the sign says.
 */
title: string, 
/**
 * The document.
 */
rulebook: string, 
/**
 * The currency of wagers and prizes.
 */
currency: string, 
/**
 * Whether it is for show, in a demonstration.
 */
demonstration: boolean, };

export type PromotionView = { 
/**
 * Its name in addresses.
 */
name: string, 
/**
 * What the sign says.
 */
title: string, 
/**
 * The document.
 */
rulebook: string, 
/**
 * The currency of wagers and prizes.
 */
currency: string, 
/**
 * Whether it is for show.
 */
demonstration: boolean, 
/**
 * The number of its last record.
 */
seq: number, 
/**
 * The house's time, in microseconds of UTC.
 */
now: number, 
/**
 * How far it has come.
 */
stage: PromotionStage, 
/**
 * The conditions, once they are published; before that for officials.
 */
conditions: Array<ConditionView> | null, 
/**
 * What they come to, once they can be read.
 */
plan: PromotionTerms | null, 
/**
 * The prizes.
 */
prizes: Array<PromotionPrize>, 
/**
 * How many entries there are.
 */
entries: number, 
/**
 * The numbers of the viewer's own entries.
 */
own: Array<number>, 
/**
 * What was published of the seed before anybody entered.
 */
promise: string | null, 
/**
 * The seed, once the draw is made.
 */
seed: string | null, 
/**
 * Who watches the draw; for officials.
 */
scrutineer: string | null, 
/**
 * Whether the scrutineer is there, or saw it.
 */
overseen: boolean, 
/**
 * Who has said that they are there; for officials everybody, for others themselves.
 */
present: Array<string>, 
/**
 * Who may not enter; for officials everybody, for others themselves.
 */
barred: Array<string>, 
/**
 * Whether the results are published.
 */
results_published: boolean, 
/**
 * The viewer's own disputes; for officials everybody's.
 */
disputes: Array<PromotionDispute>, 
/**
 * What waits; for officials.
 */
duties: Array<PromotionDuty>, };

export type PromotionTerms = { 
/**
 * How prizes are awarded.
 */
manner: PrizeManner, 
/**
 * The least wager that an entry takes.
 */
wager: number, 
/**
 * Whether each coup with that wager is an entry, and nothing else is.
 */
play: boolean, 
/**
 * How many entries each may have.
 */
each: number, 
/**
 * When entries close, in microseconds of UTC.
 */
closes: number, 
/**
 * From when on prizes are drawn or declared.
 */
held: number, 
/**
 * Whether an entrant must be there to win.
 */
presence: boolean, 
/**
 * Until when prizes are claimed.
 */
claim_by: number | null, };

export type PromotionPrize = { 
/**
 * Its number.
 */
prize: number, 
/**
 * Its details.
 */
details: Array<ConditionView>, 
/**
 * What it is worth.
 */
value: number, 
/**
 * What is due in money, if it is.
 */
money_due: number | null, 
/**
 * Who won it: for everybody once the results are published, for the winner and officials at once.
 */
winner: string | null, 
/**
 * The entry that won it, once it is drawn or declared.
 */
entry: number | null, 
/**
 * The entries that it was not awarded to after all.
 */
passed_over: Array<number>, 
/**
 * Whether it is the viewer's.
 */
own: boolean, 
/**
 * When it was won, in microseconds of UTC.
 */
won_at: number | null, 
/**
 * How the winner was told; for officials and the winner.
 */
notified: NoticeChannel | null, 
/**
 * How often somebody tried to tell the winner; for officials.
 */
attempts: number, 
/**
 * The viewer's own claims; for officials everybody's, with what was refused and why.
 */
claims: Array<PrizeClaim>, 
/**
 * Whether the winner takes cash in its place.
 */
cash_taken: boolean, 
/**
 * How the winner wants to be paid; for officials and the winner.
 */
choice: string | null, 
/**
 * Whether it is awarded.
 */
awarded: boolean, };

export type PrizeClaim = { 
/**
 * Who made it.
 */
claimant: string, 
/**
 * When, in microseconds of UTC.
 */
at: number, 
/**
 * What became of it.
 */
status: ClaimStatus, 
/**
 * By which item of the conditions it was refused to whoever had won.
 */
ground: string | null, 
/**
 * Why it was refused.
 */
why: string | null, 
/**
 * Where the claimant's address is kept; for officials.
 */
address: string | null, 
/**
 * Whether the claimant was told why.
 */
told: boolean, };

export type PromotionDispute = { 
/**
 * Whose it is.
 */
person: string, 
/**
 * What about.
 */
what: string, 
/**
 * What the house decided.
 */
ruling: string | null, 
/**
 * Whether the person is not satisfied with that.
 */
objected: boolean, 
/**
 * Whether the person was told where to complain.
 */
advised: boolean, };

export type PromotionDuty = { 
/**
 * What.
 */
what: PromotionDutyKind, 
/**
 * The prize, if it is about one.
 */
prize: number | null, 
/**
 * Whom it is about.
 */
person: string | null, 
/**
 * Until when, in microseconds of UTC, where the document gives a time.
 */
due: number | null, 
/**
 * Whether it should have been done by now.
 */
late: boolean, 
/**
 * What it rests on.
 */
by: Array<string>, };

export type PromotionDraw = { 
/**
 * What was published of the seed before anybody entered.
 */
promise: string, 
/**
 * The seed.
 */
seed: string, 
/**
 * Every entry with its entrant, such as `3:ada`.
 */
tickets: Array<string>, 
/**
 * What each prize went to, in the order of the prizes.
 */
prizes: Array<DrawnPrize>, };

export type DrawnPrize = { 
/**
 * The prize.
 */
prize: number, 
/**
 * The entry that has it now; nothing where there were too few.
 */
entry: number | null, 
/**
 * The entries that it was not awarded to after all.
 */
passed_over: Array<number>, };

export type PromotionForm = { 
/**
 * The conditions.
 */
conditions: ConditionsForm, 
/**
 * The prizes.
 */
prizes: Array<PrizeForm>, 
/**
 * The details that a prize of each kind has.
 */
kinds: Array<PrizeKindForm>, 
/**
 * What may not be in a prize.
 */
prohibited: Array<ProhibitedView>, };

export type PrizeForm = { 
/**
 * The prize.
 */
prize: number, 
/**
 * The details as one text.
 */
text: string, 
/**
 * Its items.
 */
items: Array<FormItem>, 
/**
 * Items that are asked for and missing.
 */
missing: Array<string>, };

export type PrizeKindForm = { 
/**
 * The kind.
 */
kind: PrizeKind, 
/**
 * Its items.
 */
items: Array<FormItem>, };

export type ProhibitedView = { 
/**
 * What.
 */
what: string, 
/**
 * How much of it may be, where some may.
 */
most: number | null, 
/**
 * The clauses.
 */
by: Array<string>, };

export type PromotionCommand =
  | { "conditions": { conditions: { [item in TournamentItem]?: Words } } }
  | { "prescribe": { thing: string } }
  | { "prize": { prize: number, details: { [item in PrizeItem]?: string } } }
  | { "drop-prize": { prize: number } }
  | { "advertise": { what: Words } }
  | { "bar": { ground?: PromotionItem, names: PersonName[] } }
  | { "enter": { entrant: PersonName, wager?: number, proof?: EntryProof } }
  | { "nominate": { scrutineer: PersonName } }
  | "oversee"
  | { "present": { entrant: PersonName, proof?: EntryProof } }
  | { "declare": { prize: number, winner: PersonName } }
  | { "pass-over": { prize: number } }
  | "publish-results"
  | { "notify": { prize: number, channel: NoticeChannel } }
  | { "attempt": { prize: number, channel: NoticeChannel, why: Words } }
  | { "note-late": { prize: number } }
  | { "claim": { prize: number, claimant: PersonName } }
  | { "accept-claim": { prize: number, claimant: PersonName } }
  | { "refuse-claim": { prize: number, claimant: PersonName, address?: string, ground?: PromotionItem, why: Words } }
  | { "tell-reasons": { prize: number, claimant: PersonName } }
  | { "take-cash": { prize: number, winner: PersonName } }
  | { "choose": { prize: number, winner: PersonName, payment: string } }
  | { "award": { prize: number, payment?: string } }
  | { "dispute": { person: PersonName, what: Words } }
  | { "rule": { person: PersonName, upheld?: number, what: Words } }
  | { "object": { person: PersonName } }
  | { "advise": { person: PersonName } }
  | { "postpone": { why: Words } }
  | { "resume": { why: Words } }
  | { "cancel": { why: Words } }
  | "tell-inspectorate" | { "tell-inspectorate": { whom?: Words } }
  | "publish"
  | "draw";

export type PromotionSay = { 
/**
 * Idempotency key chosen by the client.
 */
id: string, 
/**
 * What is said, as a value.
 */
command?: PromotionCommand, 
/**
 * The same as a person types it, in place of `command`: `enter ada`, with amounts in major units. `publish` and `draw`
 * have the house fill in what only it knows.
 */
line?: string, 
/**
 * In which role, for staff with several.
 */
role: Role | null, };

export type ScannedEntry = { 
/**
 * Idempotency key chosen by the client.
 */
id: string, 
/**
 * The number of the patron's card.
 */
card: string, 
/**
 * Whether it says that the patron is there, where an entrant must be to win, and is no entry.
 */
present: boolean, 
/**
 * What the patron has wagered, in minor units, where the conditions ask for a wager.
 */
wager: number | null, 
/**
 * In which role, for staff with several.
 */
role: Role | null, };

export type PromotionSaid = { 
/**
 * The key it was said under.
 */
id: string, 
/**
 * The record it has become.
 */
seq: number, 
/**
 * What happened, as the speaker may read it.
 */
lines: Array<CitedLine>, 
/**
 * Whether this is the answer to an earlier command with the same key.
 */
repeated: boolean, 
/**
 * The proposal that waits for a second person, where nothing has happened yet.
 */
proposal: number | null, };

export type PromotionAllowed = { 
/**
 * What could be said; values that a person must still give are only examples.
 */
command: PromotionCommand, 
/**
 * The same as a line.
 */
line: string, 
/**
 * The fields that a person gives.
 */
asks: Array<string>, 
/**
 * Why not.
 */
refusal: Refusal | null, };

export type PoolStatement = { 
/**
 * How it came together.
 */
pool: PoolView, 
/**
 * What the house guarantees.
 */
guarantee: number, 
/**
 * What is awarded.
 */
awarded: number, 
/**
 * What is paid.
 */
paid: number, 
/**
 * Every prize.
 */
prizes: Array<PrizeView>, 
/**
 * Goods and services, each a prize of its own.
 */
goods: Array<GoodsView>, };

export type PrizeView = { 
/**
 * The place.
 */
place: number | null, 
/**
 * Whose.
 */
entrant: EntrantRef, 
/**
 * How much.
 */
prize: number, 
/**
 * How it was paid, if it was.
 */
paid: Payment | null, };

export type GoodsView = { 
/**
 * The place that it is for.
 */
place: number, 
/**
 * What it is.
 */
what: string, 
/**
 * What it is worth.
 */
worth: number, 
/**
 * Who has won it, once prizes are awarded; those who share the place have it together.
 */
winners: Array<GoodsWinner>, };

export type GoodsWinner = { 
/**
 * Who.
 */
entrant: EntrantRef, 
/**
 * Whether it is handed over.
 */
handed: boolean, };

export type Phase = "closed" | "preparing" | "between-coups" | "betting" | "no-more-bets" | "dealing";

export type DealtBy = "automatic" | "person";

export type Role = "dealer" | "game-supervisor" | "casino-supervisor" | "assistant-gaming-manager" | "gaming-manager" | "surveillance" | "regulator-inspector" | "game-inspector" | "table-inspector" | "management-representative" | "competition-director" | "tournament-manager" | "casino-employee" | "casino-operator" | "scrutineer";

export type Right = "watch-table" | "open-table" | "run-tournament" | "run-promotion" | "manage-tables" | "read-records" | "read-journal" | "export-journal" | "verify-journal" | "read-reports" | "close-day" | "read-staff" | "manage-staff" | "approve-staff" | "end-sessions" | "read-devices" | "manage-devices" | "read-events" | "acknowledge-event" | "clear-fault" | "clear-integrity-fault" | "read-settings" | "change-settings" | "approve-settings" | "void-coup" | "approve-void" | "read-patrons" | "register-patron" | "ask-float" | "approve-float" | "move-money" | "adjust-money" | "approve-adjustment" | "release-hold" | "award-promotion" | "limit-patron" | "exclude-patron" | "erase-person" | "run-odds" | "test-generator" | "verify-software" | "install-software" | "make-backup" | "read-metrics";

export type Medium = "chips" | "tokens" | "credits";

export type Call = "place-your-bets" | "no-more-bets" | "player-point" | "points" | "result" | "last-coup" | "side-bets" | "no-bets-this-hand";

export type Side = "player" | "banker";

export type Winner = "player" | "banker" | "tie";

export type Grade = "mixed" | "coloured" | "perfect";

export type Pairs = "one" | "two-unlike" | "two-alike";

export type BetKind = "player" | "banker" | "tie" | "side";

export type Fault = "badly-placed" | "late" | "right";

export type SettledAs = "paid" | "collected" | "stood-off" | "stays" | "returned" | "forfeited";

export type Matter = "limits" | "variant" | "no-bet-coups" | "end-shoe" | "preshuffled" | "squeeze" | "personal-limits";

export type Mishap = "stray-player-card" | "stray-banker-card" | "players-card-to-banker" | "surplus-card" | "face-up-card" | "more-face-up-cards" | "too-few-cards" | "misdeal" | "foreign-card" | "missing-card" | "not-cut" | "burn-forgotten" | "shuffle-missed" | "wrong-paytable" | "scanner-disagrees" | "wrong-display" | "wrong-holder" | "burned-card" | "device-fails" | "sequence-revealed" | "disruption" | "fraud" | "prohibited-device";

export type Fact = "plain" | "reconstructable" | "beyond-repair" | "confirmed" | "not-confirmed" | "harm" | "sound" | "damaged" | "not-transferable" | "earlier-coup";

export type Cure = "becomes-bankers-third" | "becomes-players-third" | "opens-next-coup" | "opens-no-bet-coup" | "mouth-then-no-bet-coup" | "set-aside" | "lapses" | "played" | "reconstruct" | "void-coup" | "stands" | "go-on" | "finish-then-shuffle" | "check-decks" | "finish-then-check" | "settle-again" | "stays-burned" | "move-cards" | "replace-and-move-cards" | "finish-from-shoe" | "void-shoe" | "invalidate" | "void-persons-wagers" | "officer";

export type Rule = "discard-holder" | "float-tray" | "drop-box" | "drop-box-for-cash" | "pucks" | "second-cutting-card" | "variant-sign" | "house-settings" | "house-bank" | "officer-present" | "standing" | "one-patron-per-box" | "low-limit-device" | "low-limit-tournament" | "rules-at-table" | "check-cards" | "show-cards" | "patron-checks" | "pre-checked" | "wash" | "stack" | "riffle" | "shuffle" | "shuffle-again" | "machine-shuffle" | "preshuffled" | "riffle-on-request" | "riffle-makers" | "preshuffled-look" | "preshuffled-refused" | "face-shown-in-gathering" | "order-shuffle" | "order-card-check" | "unfit-cards" | "replace-cards" | "same-back" | "handled-cards" | "handled-cards-leave" | "device-not-cut" | "device-hand-shuffle" | "dropped-cards" | "interference" | "burn-one" | "burn-shown" | "burn-counted" | "end-check" | "cut-by-supervisor" | "cut-first" | "cut-later" | "cut-order" | "cut-fallback" | "cutter-seated" | "cut-nominee" | "cut-backs" | "oral-wager" | "instructed-wager" | "locked-until-paid" | "found-stake" | "correction" | "any-area" | "losing-wagers" | "after-tie" | "refuse-wager" | "relax-lock" | "idle-seat" | "no-main-needed" | "side-bet-chance" | "side-bets-after-coup" | "side-bets-collected" | "side-bets-paid" | "partnership" | "limits-notice" | "raise-minimum" | "change-limits" | "change-by-consent" | "change-by-notice" | "raise-at-once" | "old-minimum-marker" | "old-minimum-leaves" | "old-minimum-home" | "end-old-minimum" | "two-minimums" | "newcomers-minimum" | "personal-limits" | "table-differential" | "collective-liability" | "change-variant" | "close-notice" | "place-bets" | "calls" | "must-call" | "free-coups-empty" | "free-coups-agreed" | "free-coups" | "change-method" | "method-fixed" | "squeeze-informed" | "call-points" | "call-result" | "call-tie" | "call-no-bets" | "call-last-coup" | "holder-seated" | "cards-in-view" | "cards-on-table" | "forfeit" | "nominee" | "nominees-in-turn" | "holder-marker" | "holder-duties" | "prohibited-devices" | "staff-devices" | "exclude" | "exclude-from-casino" | "detain" | "no-advice" | "no-influence" | "no-private-bets" | "dispute" | "final-word" | "check-device" | "verify-decks" | "card-fault" | "void-shoe" | "replace-device" | "spoiled-cards" | "spoiled-before-shoe" | "shuffle-failed-device" | "cut-failed-device" | "finish-from-shoe";

export type ShuffleBy = "hand" | "machine" | "casino-preshuffled" | "maker-preshuffled";

export type Burn = "none" | "one" | "one-shown" | "counted";

export type With = "cash" | "voucher" | "balance";

export type Breach = "below_minimum" | "above_maximum" | "above_area_maximum" | "above_differential" | "above_liability" | "badly_placed" | "placed_late";

export type Stage = "gathered" | "shuffled" | "cut" | "marked" | "ready";

export type MarkerPlace = "in" | "seen" | "out";

export type WaitingKind = "order" | "resume" | "decide" | "review" | "free-coup" | "limits" | "variant" | "closure" | "old-minimum-ends";

export type DutyKind = "act" | "tell" | "shuffle" | "new-cards" | "call" | "no-bet-coup" | "order" | "decide";

export type Standing = "encoded" | "recorded" | "shown" | "defined" | "planned" | "outside";

export type DeviceKind = "terminal" | "console" | "display" | "scanning-shoe";

export type ProposalMatter = "site" | "setting" | "table" | "void" | "adjustment" | "erasure" | "voucher" | "software" | "fault" | "float" | "tournament" | "promotion";

export type EventKind = "power-loss" | "restart" | "void" | "correction" | "over-limit" | "clock-step" | "clock-not-synchronised" | "failed-sign-ins" | "software-check-passed" | "software-check-failed" | "software-not-compared" | "check-failed-again" | "software-installed" | "disk-low" | "disk-full" | "generator-fault" | "shoes-discarded" | "shoe-input-fault" | "table-fault" | "integrity-fault" | "config-change" | "large-win" | "unlikely-outcomes" | "voucher-tries" | "voucher-moved" | "pin-reset" | "money-moved" | "count-differs" | "large-cash" | "drawer-differs" | "person-erased" | "dispute" | "tournament-act" | "promotion-act" | "backup-made" | "backup-failed" | "copy-failed" | "contact-lost" | "sole-control" | "access-change" | "dormant-account";

export type LimitKind = "deposit" | "loss" | "time";

export type LimitSpan = "day" | "week" | "month";

export type LimitOwner = "own" | "house";

export type AccountKind = "real" | "play";

export type Purse = "cashable" | "promotional";

export type SessionEnd = "signed-out" | "idle" | "elsewhere" | "time-limit" | "excluded" | "staff";

export type SpendOrder = "promotional-first" | "cashable-first";

export type Party = "patron" | "person-of-staff" | "cage" | "table" | "server";

export type Office = "admin" | "auditor" | "cage" | "laboratory" | "service";

export type RunningSetting = "table-staff-minutes" | "office-staff-minutes" | "patron-minutes" | "guest-minutes" | "longest-hours" | "guests";

export type Device = "shoe" | "scanning-shoe" | "shuffling-device";

export type Term = "variant" | "dealing-method" | "layout" | "number-of-seats" | "burn" | "device" | "maximum" | "unit-above-the-minimum" | "table-differential" | "maximum-for-an-area" | "maximum-collective-liability";

export type LateCure = "stands" | "to-maximum" | "pro-rata" | "returned" | "not-accepted" | "warn-then-return" | "officer";

export type Lies = "up" | "down";

export type TournamentItem = "fee" | "form" | "entry" | "entrants" | "chips" | "bought" | "compulsory" | "limits" | "unit" | "rise" | "rise-after" | "method" | "rounds" | "session" | "tables" | "advance" | "second-chance" | "seating" | "numbering" | "order" | "pass-cards" | "hidden" | "hidden-after-tie" | "buy-backs" | "entitled-only" | "may-refuse" | "criteria" | "withdraw-days" | "prizes" | "paid" | "guarantee" | "rules-prevail" | "written" | "live" | "cash-out" | "notice" | "start";

export type TournamentRule = "publish" | "fee" | "pool" | "guarantee" | "applicant" | "entrant" | "inform" | "endorse" | "refuse-entry" | "refuse-by-criteria" | "refuse-not-entitled" | "capacity" | "withdraw" | "fee-kept" | "cancel" | "advance" | "present" | "designate" | "exclusive" | "allocate" | "reschedule" | "session" | "allotment" | "buy-in" | "no-buy-in" | "buy-back" | "end-early" | "end-early-agreed" | "second-chance" | "late" | "late-lost" | "late-live" | "late-second-chance" | "absent" | "absent-live" | "cancel-place" | "substitute" | "disqualify" | "no-refund" | "hiding-chips" | "adding-chips" | "chips-in-view" | "no-swaps" | "no-advice" | "dispute" | "count" | "count-all" | "return-chips" | "chips" | "live-chips" | "chips-at-end" | "bets" | "one-hand" | "own-place" | "every-coup" | "minimum" | "maximum" | "units" | "found-under" | "found-over" | "time-limit" | "overrun" | "eliminated" | "left-over" | "dead-place" | "limits-rise" | "indicator" | "indicator-out" | "pass-card" | "order" | "marker" | "sequence" | "out-of-turn" | "final-wager" | "after-tie" | "hidden" | "hidden-form" | "hidden-record" | "hidden-limits" | "hidden-chips" | "hidden-with-chips" | "examine" | "announce" | "announce-locks" | "last-coup" | "hidden-tie" | "faulty" | "faulty-under" | "faulty-over" | "faulty-chips" | "faulty-unclear" | "show-form" | "wrong-holder" | "winners" | "play-off" | "play-off-draw" | "same-coup" | "all-out" | "prizes";

export type RefusalGround = "general" | "criteria" | "not-entitled";

export type Offence = "breach" | "hiding-chips" | "adding-chips" | "chips-out-of-view" | "swap" | "advice" | "absence" | "no-wager";

export type Payment = "cheque" | "transfer" | "cash" | "goods";

export type Refund = "with-refund";

export type Unable = "unable";

export type FormFault = "unclear" | "under-minimum" | "over-maximum" | "over-chips" | "not-in-units";

export type PromotionItem = "manner" | "reserve" | "awarded" | "eligible" | "staff" | "entries" | "wager" | "play" | "nature" | "closes" | "place" | "held" | "claim" | "presence" | "claim-by" | "notified" | "results" | "marketing" | "available";

export type PromotionRule = "offer" | "scrutineer" | "cash-alternative" | "payment-choice" | "prohibited" | "terms" | "conditions" | "notify" | "notify-in-person" | "notify-by-mail" | "notify-by-telephone" | "notify-by-e-mail" | "refuse-claim" | "keep-refused" | "dispute" | "integrity";

export type PrizeItem = "kind" | "what" | "value" | "terms" | "contains" | "cash-alternative" | "make" | "model" | "accessories" | "on-road" | "travellers" | "included" | "dates" | "spending-money" | "dwelling" | "plans" | "contract" | "easements" | "address";

export type PrizeKind = "cash" | "goods" | "appliance" | "vehicle" | "travel" | "real-estate" | "casino-dollars" | "slots-dollars";

export type PrizeManner = "draw" | "declare";

export type NoticeChannel = "in-person" | "mail" | "telephone" | "e-mail";

export type EntryProof = "card";

export type TournamentStage = "drafting" | "entering" | "running" | "over" | "cancelled";

export type TournamentPhase = "idle" | "betting" | "closed" | "dealing" | "over" | "declared";

export type EntrantStanding = "applicant" | "refused" | "withdrawn" | "in" | "out" | "disqualified";

export type FormState = "handed-in" | "examined" | "announced";

export type FormKind = "amount" | "count" | "amount-range" | "count-range" | "words" | "yes-no" | "choice" | "choices" | "length" | "shares" | "time";

export type TournamentDutyKind = "attend" | "examine" | "announce" | "disqualify" | "decide" | "count" | "declare" | "return-chips" | "award" | "pay-prize" | "hand-over";

export type TournamentClock = "start" | "time-up" | "time-limit";

export type TimerKind = "wagers-close" | "next-card" | "next-coup" | "shares" | "cut-window";

export type SharesStage = "pledging" | "revealing" | "in";

export type ShoeEnd = "played" | "table-closed" | "other-decks" | "share-withheld" | "generator-fault" | "ended-early" | "not-opened";

export type Farewell = "session-ended" | "too-slow" | "shutting-down" | "version";

export type WhoKind = "nobody" | "guest" | "patron" | "staff" | "device";

export type CardPlace = "player" | "banker" | "nobody";

export type WayKind = "win" | "stand-off" | "lose";

export type MeterName = "coups" | "voids" | "no-bet-coups" | "corrections" | "wagers" | "stakes" | "paid" | "collected" | "tokens" | "stood-off" | "commission" | "win" | "drop" | "credits-in" | "credits-out" | "vouchers" | "fills" | "credits" | "rounding-parts" | "rounding-parts-of";

export type Severity = "notice" | "warning" | "alarm";

export type EntryKind = "account" | "bought" | "coup" | "correction";

export type PromotionStage = "drafting" | "published" | "postponed" | "cancelled";

export type ClaimStatus = "waits" | "accepted" | "refused";

export type PromotionDutyKind = "tell-inspectorate" | "publish-results" | "notify" | "decide-claim" | "tell-reasons" | "award" | "decide" | "advise";

export type Grant = "dealer" | "game-supervisor" | "casino-supervisor" | "assistant-gaming-manager" | "gaming-manager" | "surveillance" | "regulator-inspector" | "game-inspector" | "table-inspector" | "management-representative" | "competition-director" | "tournament-manager" | "casino-employee" | "casino-operator" | "scrutineer" | "admin" | "auditor" | "cage" | "laboratory" | "service";

export type CauseCode = "restarted" | "ended-unstopped" | "clock-put-on" | "clock-put-back" | "clock-alone" | "clock-wound" | "disk-low" | "disk-closed" | "disk-full" | "software-approved" | "software-not-compared" | "software-runs" | "sealing-key-changed" | "configured" | "config-changed" | "config-said" | "config-unsaid" | "software-differs" | "generator-failed" | "persons-lost" | "anchored" | "accepted" | "accepted-other" | "accepted-keys" | "snapshots-emptied" | "foreign-note" | "backup-made" | "backup-put-back" | "backup-made-keyless" | "backup-put-back-keyless" | "copy-failed" | "data-fault" | "not-written" | "no-checkpoint" | "table-unreadable" | "table-stopped" | "no-shoe-made" | "shoe-differs" | "foreign-shoe" | "shoe-lost" | "shoe-empty" | "ready-in-part" | "shoe-void" | "no-shoe-to-open" | "no-shoe-to-give-up" | "no-shoe-to-cut" | "dealer-refused" | "shoes-given-up" | "table-put-up-by" | "at-table" | "in-tournament" | "in-promotion" | "above-maximum" | "held" | "won" | "unlikely" | "locked" | "token-refused" | "signed-out-by" | "tells-cards" | "device-silent" | "card-unread" | "scanner-refused" | "scanner-denied" | "dormant" | "voucher-tries" | "voucher-moved" | "pin-locked" | "pin-unlocked" | "pin-given" | "pin-unlocked-by" | "pin-given-by" | "payout-missed" | "device-offered" | "device-enrolled" | "device-moved" | "device-revoked" | "acceptance-guessed" | "unlocked-by" | "approval-locked" | "cash-in" | "cash-out" | "cash-in-a-day" | "paid-by-giver" | "awarded" | "lapsed" | "released" | "drawer-short" | "drawer-over" | "drawer-begun" | "drawer-unopened" | "day-over-drawers" | "limit-set-by" | "excluded-by" | "let-back-by" | "by-two" | "refused-by-two" | "by-one" | "alone" | "founded-alone" | "setting-changed" | "table-put-up" | "table-closed" | "manifest-accepted" | "manifest-withdrawn" | "above-limit" | "scanner" | "found";

export type DueCode = "opening" | "natural" | "player" | "banker-after-stand" | "banker-after-third" | "has-third";

export type HappenedName = "opened" | "closed" | "signed-on" | "signed-off" | "recorded-about" | "recorded" | "told" | "told-bet" | "consented" | "owed" | "discharged" | "posted-limits" | "posted-stakes" | "posted-variant" | "posted-closure" | "posted-old-minimum-ends" | "posted-personal" | "taken-down" | "posted-restriction" | "limits-changed" | "differential-changed" | "area-changed" | "stakes-changed" | "old-minimum-kept" | "box-minimum-kept" | "old-minimum-over" | "variant-changed" | "method-changed" | "personal-limits" | "liability-posted" | "restricted" | "unrestricted" | "sat" | "stood" | "took-box" | "left" | "bought" | "owes" | "cashed-out" | "colour-changed" | "filled" | "credited" | "counted" | "tipped" | "excluded" | "moved-on" | "disputed" | "decided" | "reviewed" | "wagered" | "wagered-tokens" | "altered" | "lifted" | "both-approved" | "wager-refused" | "marked" | "reduced" | "found" | "found-late" | "wager-void" | "warned" | "relaxed" | "wagers-closed" | "shuffled" | "patrons-may-cut" | "cut-offered" | "cut-declined" | "cut-passed" | "was-cut" | "marker-placed" | "burned" | "burn-shown" | "shoe-ready" | "cards-replaced" | "marker-seen" | "marker-miscount" | "marker-out" | "last-coup-set" | "shoe-ended" | "called" | "dealt" | "turned" | "hand-offered" | "hand-declined" | "designated" | "dealer-holds" | "passed" | "nominated" | "hand-back" | "hand-back-unseen" | "forfeited" | "role-given-up" | "role-moved" | "no-bet-coup" | "player-point" | "points" | "outcome" | "collected" | "paid" | "commission" | "stood-off" | "stays" | "stake-returned" | "tokens-returned" | "concluded" | "reversed" | "reversed-coups" | "rekeyed" | "card-known" | "mispaid" | "paid-after" | "taken-back" | "found-after" | "shoe-goes-on" | "stays-open" | "limit-off" | "wager-order" | "sealed" | "revealed" | "irregular" | "ruled" | "ordered" | "spoiled" | "card-becomes" | "card-set-aside" | "card-opens-next-coup" | "card-at-mouth" | "card-waits" | "coup-void" | "may-withdraw" | "withdrawn" | "resumed" | "wagers-forfeited" | "must-be-told" | "drafted" | "published" | "value-added" | "goods-added" | "retained" | "topped-up" | "cancelled" | "refunded" | "fee-kept" | "chips-refunded" | "applied" | "informed" | "endorsed" | "fee-paid" | "accepted" | "entry-refused" | "withdrew" | "started" | "released" | "drawn" | "allotted" | "attending" | "departed" | "rescheduled" | "seat-taken" | "seat-left" | "bought-in" | "session-began" | "issued" | "pass-cards-issued" | "marker-at" | "shoe-over" | "agreed" | "session-over" | "round-began" | "given-second-chance" | "bought-back" | "buy-back-forgone" | "out-of-turn" | "corrected" | "taken-off" | "time-limited" | "indicator-in" | "indicator-out" | "limits-raised" | "examined" | "form-returned" | "announced" | "laid" | "deemed" | "unclear" | "fault-found" | "form-shown" | "hidden-used" | "bets-closed" | "outcome-told" | "coup-over" | "last-coup" | "wrong-holder" | "unsettled" | "won" | "lost" | "pass-collected" | "deducted" | "absence-counted" | "missed" | "eliminated" | "all-out" | "place-lost" | "substitute-named" | "substituted" | "reported" | "dismissed" | "disqualified" | "reinstated" | "count-ordered" | "short" | "chips-in" | "chips-kept" | "chips-returned" | "play-off-began" | "play-off-over" | "advanced" | "knocked-out" | "placed" | "declared" | "undeclared" | "awarded" | "goods-awarded" | "handed-over" | "prize-paid" | "prescribed" | "prize-set" | "prize-dropped" | "offered" | "advertised" | "barred" | "entered" | "overseeing" | "present" | "overseen" | "not-won" | "passed-over" | "results-published" | "notified" | "notified-late" | "attempted" | "claimed" | "claim-accepted" | "claim-refused" | "reasons-told" | "cash-taken" | "payment-chosen" | "claim-reopened" | "objected" | "advised" | "postponed" | "inspectorate-told";

export type AccountEventName = "registered" | "closed" | "pin-set" | "pin-given" | "pin-failed" | "pin-barred" | "pin-locked" | "pin-unlocked" | "deposited" | "payout-ordered" | "payout-missed" | "withdrawn" | "awarded" | "lapsed" | "held" | "released" | "adjusted-up" | "adjusted-down" | "voucher-issued" | "voucher-spent" | "voucher-redeemed" | "went-to-table" | "came-from-table" | "left-table" | "spends" | "limit-set" | "limit-waits" | "limits-declined" | "excluded" | "excluded-for-good" | "exclusion-lifted" | "session-started" | "session-ended" | "checks-every" | "reminded" | "continued";

export type SpeakerRole = "dealer" | "game-supervisor" | "casino-supervisor" | "assistant-gaming-manager" | "gaming-manager" | "surveillance" | "regulator-inspector" | "game-inspector" | "table-inspector" | "management-representative" | "competition-director" | "tournament-manager" | "casino-employee" | "casino-operator" | "scrutineer" | "patron" | "system";

export type ActorRole = "dealer" | "game-supervisor" | "casino-supervisor" | "assistant-gaming-manager" | "gaming-manager" | "surveillance" | "regulator-inspector" | "game-inspector" | "table-inspector" | "management-representative" | "competition-director" | "tournament-manager" | "casino-employee" | "casino-operator" | "scrutineer" | "patron" | "system" | "staff" | "device" | "table";

export type Card = "As" | "2s" | "3s" | "4s" | "5s" | "6s" | "7s" | "8s" | "9s" | "Ts" | "Js" | "Qs" | "Ks" | "Ah" | "2h" | "3h" | "4h" | "5h" | "6h" | "7h" | "8h" | "9h" | "Th" | "Jh" | "Qh" | "Kh" | "Ad" | "2d" | "3d" | "4d" | "5d" | "6d" | "7d" | "8d" | "9d" | "Td" | "Jd" | "Qd" | "Kd" | "Ac" | "2c" | "3c" | "4c" | "5c" | "6c" | "7c" | "8c" | "9c" | "Tc" | "Jc" | "Qc" | "Kc";
