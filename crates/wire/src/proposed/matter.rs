//! What a proposal is about.

use punto_site::ProposalMatter as Matter;

use super::Proposed;

impl Proposed {
    /// What it is about.
    pub fn matter(&self) -> Matter {
        match self {
            Proposed::Adjust { .. } => Matter::Adjustment,
            Proposed::Erase { .. } => Matter::Erasure,
            Proposed::IssueTokenVoucher { .. } | Proposed::WithdrawTokenVoucher { .. } => Matter::Voucher,
            Proposed::Set { .. } => Matter::Setting,
            Proposed::OpenTable { .. } | Proposed::CloseTable { .. } => Matter::Table,
            Proposed::Order { .. } => Matter::Void,
            Proposed::Fill { .. } | Proposed::Credit { .. } | Proposed::Count { .. } => Matter::Float,
            Proposed::Publish { .. }
            | Proposed::AddValue { .. }
            | Proposed::Retain { .. }
            | Proposed::CallOff { .. }
            | Proposed::PayPrize { .. }
            | Proposed::AddGoods { .. }
            | Proposed::HandOver { .. }
            | Proposed::Disqualify { .. }
            | Proposed::CancelPlace { .. }
            | Proposed::CountShort { .. }
            | Proposed::CloseOver { .. } => Matter::Tournament,
            Proposed::PublishPromotion { .. }
            | Proposed::DrawWinners { .. }
            | Proposed::DeclareWinner { .. }
            | Proposed::PassOver { .. }
            | Proposed::BarEntrants { .. }
            | Proposed::RefuseClaim { .. }
            | Proposed::DecideDispute { .. }
            | Proposed::ResumePromotion { .. }
            | Proposed::AwardPrize { .. }
            | Proposed::CancelPromotion { .. } => Matter::Promotion,
            Proposed::Accept { .. } | Proposed::Reject { .. } => Matter::Software,
            Proposed::Hire { .. }
            | Proposed::Grant { .. }
            | Proposed::Withdraw { .. }
            | Proposed::Enable { .. }
            | Proposed::Disable { .. }
            | Proposed::Leave { .. }
            | Proposed::ResetPassword { .. } => Matter::Site,
            Proposed::Clear { .. } => Matter::Fault,
            Proposed::Unread { matter, .. } => matter.0,
        }
    }
}
