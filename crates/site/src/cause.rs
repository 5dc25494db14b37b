//! What a significant event tells, as a value: sentences are made of it where people read them.

use punto_vocab::line::{Field, Words};
use punto_vocab::{Actor, BetId, Day, Money, PersonId, Time, TokenVoucherId, Value, Valued};

use crate::Concerned;
use crate::grant::Grant;
use crate::measure::{ManifestDigest, Measure};
use crate::name::{DeviceId, Place, PromotionId, TableId, TournamentId};
use crate::setting::RunningSetting;

punto_vocab::records! {
    /// What happened. Its line is its sentence in English.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Cause {
        // The house and its machine.
        Restarted = "the floor was stopped and is back",
        EndedUnstopped = "the floor ended without being stopped and is back",
        ClockPutOn { millis: u32 } = "the machine's clock was put on by {millis} ms",
        ClockPutBack { millis: u32 } = "the machine's clock was put back by {millis} ms",
        ClockAlone = "the machine's clock follows no other; records tell its own time until it is synchronised",
        ClockWound { who: PersonId, millis: u32 } = "{who} wound the clock of the demonstration forward by {millis} ms",
        DiskLow { mib: u32 } = "{mib} MiB are left for the journal",
        DiskClosed { mib: u32 } = "{mib} MiB are left for the journal; wagering is closed until there is more room",
        DiskFull = "the disk is full",
        SoftwareApproved { parts: u32, version: Words } = "all {parts} parts of punto {version} are as approved",
        SoftwareNotCompared = "no manifest was given: the software was compared with nothing",
        SoftwareRuns { version: Words, digest: Words } = "punto {version} with the digest {digest}",
        SealingKeyChanged = "the key that seals shoes is another than at the last start",
        Configured { keys: u32, digest: Option<Words> } = "the configuration begins with {keys} keys [in a file with the SHA-256 {digest}]",
        ConfigChanged { key: Words, is: Words, was: Words } = "configuration: {key} is {is}, was {was}",
        ConfigSaid { key: Words, is: Words } = "configuration: {key} is {is}, was not said",
        ConfigUnsaid { key: Words, was: Words } = "configuration: {key} is not said, was {was}",
        SoftwareDiffers { why: Words } = "the software is not what may run: {why}",
        GeneratorFailed { why: Words } = "the generator of shoes fails its tests: {why}",
        PersonsLost { persons: u32, key: Words } = "personal data of {persons} persons is lost: two have accepted the person key {key}",

        // The journal.
        Anchored { records: u32 } = "the journal was anchored: records behind the first {records} have codes from now on",
        Accepted { by: Words } = "the journal was accepted as it is: {by}",
        AcceptedOther { records: u32, by: Words } = "a journal of {records} records was accepted, and this one was put in its place: {by}",
        AcceptedKeys { keys: Words } = "it was accepted with the keys {keys}",
        SnapshotsEmptied { why: Words } = "all snapshots were thrown away and are made again: {why}",
        ForeignNote = "a note about a backup is not of this house's programs: it was thrown away",
        BackupMade { records: u32, place: Words } = "a backup of {records} records was made: {place}",
        BackupPutBack { records: u32, place: Words } = "a backup of {records} records was put back: {place}",
        BackupMadeKeyless = "a backup was made by somebody without the key of the chain",
        BackupPutBackKeyless = "a backup was put back by somebody without the key of the chain",
        CopyFailed { why: Words } = "a second copy of a checkpoint was not received: {why}",
        DataFault { why: Words } = "recorded data is not as it was written: {why}",
        NotWritten { why: Words } = "the journal takes nothing: {why}",
        NoCheckpoint { why: Words } = "no checkpoint was signed: {why}",

        // Tables.
        TableUnreadable { why: Words } = "the table cannot go on: {why}",
        TableStopped { why: Words } = "the table stopped by itself: {why}",
        NoShoeMade { why: Words } = "no shoe can be made: {why}",
        ShoeDiffers { why: Words } = "the shoe is not as the records have it: {why}",
        ForeignShoe = "the table has a shoe in play that is not the house's own",
        ShoeLost = "the shoe in play is lost: close the table and open it again",
        ShoeEmpty = "the shoe is empty",
        ReadyInPart = "the cards are ready in part only: close the table and open it again",
        ShoeVoid { why: Words } = "the shoe in play is void: {why}",
        NoShoeToOpen = "the shoe that ended is not here to be opened",
        NoShoeToGiveUp = "the shoe to be given up is not here",
        NoShoeToCut = "the shoe to be cut is not here",
        DealerRefused { why: Words } = "the automatic dealer is refused: {why}",
        TrayBelow { amount: Money } = "the float tray gave out {amount} more in chips than it had on record; a fill or the opening is missing",
        ShoesGivenUp { in_a_row: u32, on_day: u32, day: Words } = "{in_a_row} shoes in a row were given up before a coup, and {on_day} on the gaming day {day}; each is opened and in the list of shoes",
        TablePutUpBy { table: TableId, who: PersonId } = "the table {table} was put up by {who} alone",
        AtTable { what: TableHappening, by: Actor, asked_by: Option<PersonId> } = "{what}, said by {by} [asked for by {asked_by}]",
        InTournament { tournament: TournamentId, what: TournamentHappening, by: Actor, second: Option<PersonId> } = "in {tournament}: {what}, said by {by} [and approved by {second}]",
        InPromotion { promotion: PromotionId, what: PromotionHappening, by: Actor, second: Option<PersonId> } = "in {promotion}: {what}, said by {by} [and approved by {second}]",
        AboveMaximum { by: Actor, bet: BetId, stake: Money, maximum: Money } = "{by}: {stake} on {bet} is above the maximum of {maximum}",
        Held { amount: Money, patron: PersonId, why: Words } = "{amount} of {patron} waits for an attendant: {why}",
        Won { patron: PersonId, amount: Money } = "{patron} won {amount} in one coup",
        Unlikely { dealer: Option<PersonId>, coups: u32, player: u32, banker: u32, tie: u32, once_in: u32 } = "dealt [by {dealer}] in a week: {coups} coups, {player} for Player, {banker} for Banker, {tie} ties; by chance so far off once in {once_in} times",

        // People and machines.
        Locked { who: PersonId, until: Time, failures: u32 } = "locked: {who} until {until} after {failures} failures",
        TokenRefused { who: PersonId } = "the token of {who} was used, which is good no more",
        SignedOutBy { by: PersonId, who: PersonId } = "signed out everywhere by {by}: {who}",
        TellsCards { place: Place, device: DeviceId } = "cards of {place} are told by {device}",
        DeviceSilent { device: DeviceId, seconds: u32 } = "{device} has not been heard of for {seconds} s",
        CardUnread { device: DeviceId } = "{device}: a card could not be read; the dealer enters it by hand",
        ScannerRefused { device: DeviceId, said: Words, why: Words } = "{device}: the shoe said {said}, and the table refused it: {why}",
        ScannerDenied { device: DeviceId } = "{device}: a device failed to authenticate as this shoe",
        Dormant { who: PersonId, days: u32 } = "the account of {who} has not been used for {days} days",
        VoucherTries { who: PersonId } = "{who} tried numbers again and again that no voucher has",
        VoucherMoved { voucher: Words, from: PersonId, into: PersonId } = "redeem-voucher {voucher} from {from} into {into}",
        TokenVoucherRefused { by: Actor, number: TokenVoucherId } = "{by}: the promotional voucher {number} was refused",
        PinLocked { patron: PersonId, until: Time } = "the PIN of {patron} is locked until {until} after wrong ones",
        PinUnlocked { patron: PersonId } = "the locked PIN of {patron} was unlocked",
        PinGiven { patron: PersonId } = "{patron} was given a card and a PIN",
        PinUnlockedBy { patron: PersonId, who: PersonId } = "the locked PIN of {patron} was unlocked by {who}",
        PinGivenBy { patron: PersonId, first: PersonId, second: PersonId } = "{patron} was given a card and a PIN by {first} and {second}",
        PayoutMissed { who: PersonId, patron: PersonId } = "{who} entered a wrong code for a payout to {patron}, which is over",
        DeviceOffered { device: DeviceId, place: Place, who: PersonId } = "a code for {device} at {place} was given out by {who}",
        DeviceEnrolled { device: DeviceId, place: Place } = "{device} at {place} belongs to the house from now on",
        DeviceMoved { device: DeviceId, place: Place, who: PersonId } = "{device} was moved to {place} by {who}",
        DeviceRevoked { device: DeviceId, who: PersonId, why: Words } = "{device} was turned out by {who}: {why}",
        AcceptanceGuessed { tries: u32 } = "{tries} wrong passwords were entered at the machine for accepting the journal",
        UnlockedBy { by: PersonId, who: PersonId } = "unlocked by {by}: {who}",
        ApprovalLocked { who: PersonId, at: PersonId, until: Time, failures: u32 } = "approvals of {who} at the screen of {at}: locked until {until} after {failures} failures",

        // Accounts of patrons, outside play.
        CashIn { amount: Money, patron: PersonId, first: PersonId, second: PersonId } = "{amount} paid in for {patron}, by {first} and {second}",
        CashOut { amount: Money, patron: PersonId, first: PersonId, second: PersonId } = "{amount} paid out to {patron}, by {first} and {second}",
        CashInADay { amount: Money, patron: PersonId, who: PersonId } = "{amount} in cash within a day for {patron}, the last by {who}",
        PaidByGiver { amount: Money, patron: PersonId, who: PersonId } = "{amount} paid out to {patron} by {who}, who had given them their PIN",
        Awarded { amount: Money, patron: PersonId, who: PersonId, why: Words } = "{amount} given to {patron} by {who}: {why}",
        Lapsed { amount: Money, patron: PersonId, who: PersonId, why: Words } = "{amount} of {patron} let lapse by {who}: {why}",
        Released { amount: Money, patron: PersonId, who: PersonId, why: Words } = "{amount} of {patron} released by {who}: {why}",
        DrawerShort { who: PersonId, by: Money } = "the drawer of {who} is short by {by} at the end of the shift",
        DrawerOver { who: PersonId, by: Money } = "the drawer of {who} is over by {by} at the end of the shift",
        DrawerBegun { who: PersonId, float: Money, left: Money } = "the drawer of {who} begins a shift with {float}, and was left with {left}",
        DrawerUnopened { who: PersonId } = "{who} takes in cash and has begun no shift",
        DayOverDrawers { day: Day, drawers: Concerned } = "the gaming day {day} was closed while cash was not counted, of {drawers}",
        LimitSetBy { patron: PersonId, who: PersonId, limit: Words } = "a limit of the house for {patron} was set by {who}: {limit}",
        ExcludedBy { who: PersonId, patron: PersonId } = "excluded by {who}: {patron}",
        LetBackBy { patron: PersonId, who: PersonId, why: Words } = "{patron} let back by {who}: {why}",

        // What takes two persons.
        ByTwo { first: PersonId, second: PersonId, what: Measure } = "by {first} and {second}: {what}",
        RefusedByTwo { first: PersonId, second: PersonId, what: Measure } = "proposed by {first} and refused by {second}: {what}",
        ByOne { who: PersonId, what: Measure } = "by {who}: {what}",
        Alone { what: Measure } = "alone: {what}",
        FoundedAlone { name: PersonId, grant: Option<Grant> } = "founded alone: {name} [as {grant}]",
        SettingChanged { setting: RunningSetting, value: u32, was: u32, first: PersonId, second: PersonId } = "{setting} is {value} from now on, was {was}; proposed by {first}, approved by {second}",
        TablePutUp { table: TableId, first: PersonId, second: PersonId } = "the table {table} was put up; proposed by {first}, approved by {second}",
        TableClosed { table: TableId, first: PersonId, second: PersonId } = "the table {table} was closed; proposed by {first}, approved by {second}",
        ManifestAccepted { manifest: ManifestDigest, first: PersonId, second: PersonId } = "the manifest {manifest} may run; proposed by {first}, approved by {second}",
        ManifestWithdrawn { manifest: ManifestDigest, first: PersonId, second: PersonId } = "the manifest {manifest} may not run any more; proposed by {first}, approved by {second}",

        // What an older engine kept in words. Nothing is told so any more.
        AboveLimit { by: Actor, why: Words } = "{by}: {why}",
        Scanner { device: DeviceId, why: Words } = "{device}: {why}",
        Found { text: Words } = "{text}",
    }
}

/// What happened at a table.
pub type TableHappening = Box<punto_lines::Happening>;

/// What happened in a tournament.
pub type TournamentHappening = Box<punto_tournament::Happening>;

/// What happened in a promotion.
pub type PromotionHappening = Box<punto_promotion::Happening>;

impl Cause {
    /// The name of its sentence.
    pub const fn code(&self) -> &'static str {
        self.stored_name()
    }

    /// What one or two persons did, or the server's own machine alone.
    pub const fn measure(&self) -> Option<&Measure> {
        match self {
            Cause::ByTwo { what, .. }
            | Cause::RefusedByTwo { what, .. }
            | Cause::ByOne { what, .. }
            | Cause::Alone { what } => Some(what),
            _ => None,
        }
    }

    /// What happened at a table, if that is what it tells.
    pub const fn happened(&self) -> Option<&TableHappening> {
        match self {
            Cause::AtTable { what, .. } => Some(what),
            _ => None,
        }
    }

    /// What happened in a tournament, if that is what it tells.
    pub const fn happened_in_tournament(&self) -> Option<&TournamentHappening> {
        match self {
            Cause::InTournament { what, .. } => Some(what),
            _ => None,
        }
    }

    /// What happened in a promotion, if that is what it tells.
    pub const fn happened_in_promotion(&self) -> Option<&PromotionHappening> {
        match self {
            Cause::InPromotion { what, .. } => Some(what),
            _ => None,
        }
    }

    /// The names of all sentences, each with those of what fills it.
    pub fn codes() -> impl Iterator<Item = (String, Vec<&'static str>)> {
        let names = |fields: &[(&'static str, &str)]| fields.iter().map(|(name, _)| *name).collect();
        Cause::STORED.iter().map(move |(name, fields)| (punto_vocab::stored::name_of(name), names(fields)))
    }
}

/// Any text as it can stand in a record.
pub fn plain(text: &str) -> Words {
    let shown = |c: &char| !c.is_control() && !('\u{200b}'..='\u{200f}').contains(c) && *c != '#';
    let seen: String = text.chars().filter(shown).take(Words::LONGEST).collect();
    let seen = Words::new(&seen).or_else(|_| Words::new("a text that cannot be shown"));
    seen.unwrap_or_else(|why| unreachable!("{why}"))
}

/// A line that is no other sentence is what was found.
impl Field for Cause {
    const REST: bool = true;
    const EXPECTED: &'static str = "what happened";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Cause, String> {
        text.parse().or_else(|_| Words::new(text).map(|text| Cause::Found { text }))
    }
}

impl Valued for Cause {
    fn value(&self) -> Value {
        Value::List(self.args().into_iter().map(|(_, value)| value).collect())
    }
}

crate::measure::serde_as_stored!(Cause);

#[cfg(test)]
mod tests {
    use punto_vocab::stored::Stored;

    use super::*;

    #[test]
    fn a_cause_is_stored_as_values_and_told_in_words() {
        let closed = Cause::DiskClosed { mib: 9 };
        assert_eq!(closed.store().to_string(), r#"{"disk-closed":{"mib":9}}"#);
        assert_eq!(
            closed.to_string(),
            "9 MiB are left for the journal; wagering is closed until there is more room"
        );
        assert_eq!((closed.code(), closed.args()), ("disk-closed", vec![("mib", Value::Count(9))]));
        let what = "site grant bob cage".parse().unwrap();
        let (first, second) = ("root".parse().unwrap(), "mia".parse().unwrap());
        let two = Cause::ByTwo { first, second, what };
        assert_eq!(Cause::restore_value(&two.store()), Ok(two.clone()));
        assert_eq!(two.to_string(), "by root and mia: site grant bob cage");
        assert_eq!(Cause::read("the disk is full"), Ok(Cause::DiskFull));
        assert_eq!(Cause::read("nearly full"), Ok(Cause::Found { text: plain("nearly full") }));
    }

    #[test]
    fn any_text_can_stand_in_a_record() {
        let text = |text: &str| plain(text).to_string();
        assert_eq!(text("a\nb # c"), "ab c");
        assert_eq!(text(""), "a text that cannot be shown");
        assert_eq!(text("\u{200b}"), "a text that cannot be shown");
        assert_eq!(text(&"x y ".repeat(200)).len(), Words::LONGEST - 1);
    }
}
