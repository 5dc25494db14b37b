//! Significant events: what a person of the house must learn of, and what stays locked until one has cleared it.

use punto_vocab::{Money, PersonId};
use serde::{Deserialize, Serialize};

use crate::right::Right;

punto_vocab::words! {
    /// How much a significant event matters.
    pub enum Severity: "a severity" {
        /// For the record; no answer is needed.
        Info = "info",
        /// A person acknowledges it.
        Warning = "warning",
        /// A person acknowledges it, and no play goes on where it is until one who may has cleared it.
        Fault = "fault",
    }
}

punto_vocab::words! {
    /// What a significant event is of.
    pub enum Kind: "a significant event" {
        /// The server came back after it had stopped without being told to.
        PowerLoss = "power-loss",
        /// The server was started.
        Restart = "restart",
        /// A coup was voided.
        Void = "void",
        /// A settlement was put right.
        Correction = "correction",
        /// A wager or a total above its limit was found.
        OverLimit = "over-limit",
        /// The clock moved by more than it should.
        ClockStep = "clock-step",
        /// The machine's clock does not follow any other.
        ClockNotSynchronised = "clock-not-synchronised",
        /// Somebody failed to sign in until they were locked out.
        FailedSignIns = "failed-sign-ins",
        /// The software is what was approved.
        SoftwareCheckPassed = "software-check-passed",
        /// The software is not what was approved.
        SoftwareCheckFailed = "software-check-failed",
        /// There was no manifest to compare the software with.
        SoftwareNotCompared = "software-not-compared",
        /// A check that had failed already was made again and failed again.
        CheckFailedAgain = "check-failed-again",
        /// Software was installed or removed.
        SoftwareInstalled = "software-installed",
        /// The disk is getting full.
        DiskLow = "disk-low",
        /// Nothing more can be recorded.
        DiskFull = "disk-full",
        /// The generator failed its own tests.
        GeneratorFault = "generator-fault",
        /// More promised shoes were given up before a coup than anything explains.
        ShoesDiscarded = "shoes-discarded",
        /// A scanning shoe reported what cannot be.
        ShoeInputFault = "shoe-input-fault",
        /// A table stopped by itself.
        TableFault = "table-fault",
        /// Recorded data is not as it was written.
        IntegrityFault = "integrity-fault",
        /// A setting was changed.
        ConfigChange = "config-change",
        /// A win above what is paid without an attendant.
        LargeWin = "large-win",
        /// What somebody dealt came out in a way that chance hardly explains.
        UnlikelyOutcomes = "unlikely-outcomes",
        /// Numbers were tried again and again that no voucher has.
        VoucherTries = "voucher-tries",
        /// A voucher was redeemed at the cage into another account than it came from.
        VoucherMoved = "voucher-moved",
        /// A patron was given another card or PIN, or a locked PIN was unlocked.
        PinReset = "pin-reset",
        /// Money outside play was moved by people: put right, released, given, filled, credited, or over the counter by two.
        MoneyMoved = "money-moved",
        /// A count of a float tray is not what the ledger has.
        CountDiffers = "count-differs",
        /// As much cash as the house reports came to a table or out of the cage at once, or into the cage within a day.
        LargeCash = "large-cash",
        /// A cashier's count at the end of a shift is not what the records say.
        DrawerDiffers = "drawer-differs",
        /// Personal data was erased.
        PersonErased = "person-erased",
        /// A patron disputes.
        Dispute = "dispute",
        /// An officer decided who plays, goes on or is out in a tournament, or published what it is played for.
        TournamentAct = "tournament-act",
        /// An officer published a promotion, had its winners drawn, decided a claim or a dispute, put it off or called it off.
        PromotionAct = "promotion-act",
        /// A backup was made.
        BackupMade = "backup-made",
        /// A backup could not be made.
        BackupFailed = "backup-failed",
        /// The second copy of the checkpoints could not be written.
        CopyFailed = "copy-failed",
        /// A machine cannot be reached.
        ContactLost = "contact-lost",
        /// One person did alone what is meant for two.
        SoleControl = "sole-control",
        /// An account of staff was made or taken away, or what one may do or is opened with was changed; or somebody who
        /// watches was signed out by another, a machine is to tell the cards of a table, or the house excluded a patron or
        /// let one back.
        AccessChange = "access-change",
        /// An account of staff has not been used for long.
        DormantAccount = "dormant-account",
    }
}

impl Kind {
    /// How much it matters.
    pub const fn severity(self) -> Severity {
        match self {
            Kind::Restart
            | Kind::SoftwareCheckPassed
            | Kind::SoftwareNotCompared
            | Kind::CheckFailedAgain
            | Kind::SoftwareInstalled
            | Kind::ConfigChange
            | Kind::BackupMade => Severity::Info,
            Kind::PowerLoss
            | Kind::Void
            | Kind::Correction
            | Kind::OverLimit
            | Kind::ClockStep
            | Kind::ClockNotSynchronised
            | Kind::FailedSignIns
            | Kind::DiskLow
            | Kind::LargeWin
            | Kind::ShoesDiscarded
            | Kind::UnlikelyOutcomes
            | Kind::VoucherTries
            | Kind::VoucherMoved
            | Kind::PinReset
            | Kind::MoneyMoved
            | Kind::CountDiffers
            | Kind::LargeCash
            | Kind::DrawerDiffers
            | Kind::PersonErased
            | Kind::Dispute
            | Kind::TournamentAct
            | Kind::PromotionAct
            | Kind::BackupFailed
            | Kind::CopyFailed
            | Kind::ContactLost
            | Kind::SoleControl
            | Kind::AccessChange
            | Kind::DormantAccount => Severity::Warning,
            Kind::SoftwareCheckFailed
            | Kind::DiskFull
            | Kind::GeneratorFault
            | Kind::ShoeInputFault
            | Kind::TableFault
            | Kind::IntegrityFault => Severity::Fault,
        }
    }

    /// What it takes to acknowledge it. A large win is held until somebody does.
    pub const fn acknowledged_by(self) -> Right {
        match self {
            Kind::LargeWin => Right::ReleaseHold,
            _ => Right::AcknowledgeEvent,
        }
    }

    /// Whether it happens at a moment and is over, so that another one is another event. What goes on until it is seen to is
    /// told once.
    pub const fn is_of_a_moment(self) -> bool {
        matches!(self, Kind::PowerLoss | Kind::Restart | Kind::ClockStep)
    }

    /// Whether the play and the money of the whole house rest on it, so that it takes two persons to clear.
    pub const fn is_of_integrity(self) -> bool {
        matches!(self, Kind::SoftwareCheckFailed | Kind::GeneratorFault | Kind::IntegrityFault)
    }

    /// What it takes to clear such a fault.
    pub const fn cleared_by(self) -> Right {
        if self.is_of_integrity() { Right::ClearIntegrityFault } else { Right::ClearFault }
    }
}

/// A large win: whose it is, and how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LargeWin {
    /// Who won.
    pub patron: PersonId,
    /// What the coup paid them.
    pub amount: Money,
}

/// A mix of outcomes that chance hardly brings: whose, and what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnlikelyOutcomes {
    /// Who dealt; nobody if Punto did.
    pub dealer: Option<PersonId>,
    /// Coups with a result.
    pub coups: u32,
    /// Coups that Player won.
    pub player: u32,
    /// Coups that Banker won.
    pub banker: u32,
    /// Ties.
    pub tie: u32,
    /// By chance it is so far off once in so many times.
    pub once_in: u32,
}
