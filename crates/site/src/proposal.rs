//! What takes two persons, and who the second may be.

use crate::right::Right;

punto_vocab::words! {
    /// What is proposed to a second person.
    pub enum ProposalMatter: "a matter for two persons" {
        /// A command to the site itself, such as a grant of power.
        Site = "site",
        /// A setting.
        Setting = "setting",
        /// A table that is added, changed or taken away.
        Table = "table",
        /// A settled coup that is voided.
        Void = "void",
        /// A patron's balance that is put right.
        Adjustment = "adjustment",
        /// Personal data that is erased.
        Erasure = "erasure",
        /// A promotional voucher that tables exchange for tokens.
        Voucher = "voucher",
        /// Software that is installed.
        Software = "software",
        /// A fault of the data, the software or the generator that is cleared.
        Fault = "fault",
        /// Chips from the cage to a table's float, or back.
        Float = "float",
        /// What a tournament is played for and who plays on for it: its conditions, what is added to or kept of the pool, prizes,
        /// and who is sent away or counted short.
        Tournament = "tournament",
        /// What a promotion gives away: its conditions and prizes, the draw, who wins and is awarded what, calling it off.
        Promotion = "promotion",
    }
}

impl ProposalMatter {
    /// What the first person needs.
    pub const fn proposed_by(self) -> Right {
        match self {
            ProposalMatter::Site => Right::ManageStaff,
            ProposalMatter::Setting => Right::ChangeSettings,
            ProposalMatter::Table => Right::ManageTables,
            ProposalMatter::Void => Right::VoidCoup,
            ProposalMatter::Adjustment => Right::AdjustMoney,
            ProposalMatter::Erasure => Right::ErasePerson,
            ProposalMatter::Voucher => Right::MoveMoney,
            ProposalMatter::Software => Right::InstallSoftware,
            ProposalMatter::Fault => Right::ClearIntegrityFault,
            ProposalMatter::Float => Right::AskFloat,
            ProposalMatter::Tournament => Right::RunTournament,
            ProposalMatter::Promotion => Right::RunPromotion,
        }
    }

    /// What the second person needs.
    pub const fn approved_by(self) -> Right {
        match self {
            ProposalMatter::Site => Right::ApproveStaff,
            ProposalMatter::Setting | ProposalMatter::Table | ProposalMatter::Software => {
                Right::ApproveSettings
            }
            ProposalMatter::Void => Right::ApproveVoid,
            ProposalMatter::Adjustment
            | ProposalMatter::Erasure
            | ProposalMatter::Voucher
            | ProposalMatter::Tournament
            | ProposalMatter::Promotion => Right::ApproveAdjustment,
            ProposalMatter::Fault => Right::ClearIntegrityFault,
            ProposalMatter::Float => Right::ApproveFloat,
        }
    }

    /// Whether an administrator proposes it, so that the second person must be of another kind: two administrators are
    /// of one.
    pub const fn is_of_administrators(self) -> bool {
        matches!(
            self,
            ProposalMatter::Site | ProposalMatter::Setting | ProposalMatter::Table | ProposalMatter::Software
        )
    }

    /// Whether the site itself keeps what is done, so that it is done when it is approved, by the same decision.
    pub const fn is_done_at_once(self) -> bool {
        self.is_of_the_site() || matches!(self, ProposalMatter::Voucher)
    }

    /// Whether it is a command to the site itself, which is said, and done when it is approved.
    pub const fn is_of_the_site(self) -> bool {
        matches!(self, ProposalMatter::Site | ProposalMatter::Fault)
    }
}
