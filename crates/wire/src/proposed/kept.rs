//! What the site keeps of a proposal, as the body of an answer.

use punto_site::Measure;
use punto_vocab::line::Words;

use super::Proposed;

impl From<&Measure> for Proposed {
    fn from(measure: &Measure) -> Proposed {
        let text = |why: &Option<Words>| why.as_ref().map(ToString::to_string).unwrap_or_default();
        match measure {
            Measure::AdjustUp { patron, amount, why } => {
                Proposed::Adjust { patron: patron.to_string(), by: amount.minor(), why: why.to_string() }
            }
            Measure::AdjustDown { patron, amount, why } => {
                Proposed::Adjust { patron: patron.to_string(), by: -amount.minor(), why: why.to_string() }
            }
            Measure::Erase { patron, why } => Proposed::Erase { patron: patron.to_string(), why: text(why) },
            Measure::IssueTokenVoucher { voucher, amount, patron } => Proposed::IssueTokenVoucher {
                voucher: voucher.to_string(),
                amount: amount.minor(),
                patron: patron.map(|patron| patron.to_string()),
            },
            Measure::WithdrawTokenVoucher { number, why } => {
                Proposed::WithdrawTokenVoucher { number: number.to_string(), why: why.to_string() }
            }
            Measure::Set { setting, value, why } => {
                Proposed::Set { setting: (*setting).into(), value: u64::from(*value), why: text(why) }
            }
            Measure::OpenTable { table, rulebook, dealer, currency, opening } => Proposed::OpenTable {
                table: table.to_string(),
                rulebook: rulebook.to_string(),
                dealer: (*dealer).into(),
                currency: currency.to_string(),
                opening: opening.to_string(),
            },
            Measure::CloseTable { table } => Proposed::CloseTable { table: table.to_string() },
            Measure::Order { table, cure } => {
                Proposed::Order { table: table.to_string(), cure: cure.map(Into::into) }
            }
            Measure::Fill { table, amount } => {
                Proposed::Fill { table: table.to_string(), amount: amount.minor() }
            }
            Measure::Credit { table, amount } => {
                Proposed::Credit { table: table.to_string(), amount: amount.minor() }
            }
            Measure::Count { table, tray } => {
                Proposed::Count { table: table.to_string(), tray: tray.to_string() }
            }
            Measure::Publish { tournament, conditions } => {
                Proposed::Publish { tournament: tournament.to_string(), conditions: conditions.to_string() }
            }
            Measure::AddValue { tournament, amount, what } => Proposed::AddValue {
                tournament: tournament.to_string(),
                amount: amount.minor(),
                text: what.to_string(),
            },
            Measure::Retain { tournament, amount } => {
                Proposed::Retain { tournament: tournament.to_string(), amount: amount.minor() }
            }
            Measure::CallOff { tournament, why } => {
                Proposed::CallOff { tournament: tournament.to_string(), why: why.to_string() }
            }
            Measure::PayPrize { tournament, entrant, amount, how } => Proposed::PayPrize {
                tournament: tournament.to_string(),
                entrant: entrant.to_string(),
                amount: amount.minor(),
                how: (*how).into(),
            },
            Measure::AddGoods { tournament, place, amount, what } => Proposed::AddGoods {
                tournament: tournament.to_string(),
                place: *place,
                amount: amount.minor(),
                text: what.to_string(),
            },
            Measure::HandOver { tournament, entrant, what } => Proposed::HandOver {
                tournament: tournament.to_string(),
                entrant: entrant.to_string(),
                text: what.to_string(),
            },
            Measure::Disqualify { tournament, entrant, offence } => Proposed::Disqualify {
                tournament: tournament.to_string(),
                entrant: entrant.to_string(),
                offence: (*offence).into(),
            },
            Measure::CancelPlace { tournament, entrant, refund } => Proposed::CancelPlace {
                tournament: tournament.to_string(),
                entrant: entrant.to_string(),
                refund: refund.is_some(),
            },
            Measure::CountShort { tournament, entrant, amount } => Proposed::CountShort {
                tournament: tournament.to_string(),
                entrant: entrant.to_string(),
                amount: amount.minor(),
            },
            Measure::CloseOver { tournament, table, coup, names } => Proposed::CloseOver {
                tournament: tournament.to_string(),
                table: *table,
                coup: *coup,
                entrants: names.0.iter().map(ToString::to_string).collect(),
            },
            Measure::PublishPromotion { promotion, offer } => {
                Proposed::PublishPromotion { promotion: promotion.to_string(), offer: offer.to_string() }
            }
            Measure::DrawWinners { promotion, entries } => {
                Proposed::DrawWinners { promotion: promotion.to_string(), entries: *entries }
            }
            Measure::DeclareWinner { promotion, prize, winner } => Proposed::DeclareWinner {
                promotion: promotion.to_string(),
                prize: *prize,
                winner: winner.to_string(),
            },
            Measure::PassOver { promotion, prize, winner, ground } => Proposed::PassOver {
                promotion: promotion.to_string(),
                prize: *prize,
                winner: winner.to_string(),
                ground: ground.to_string(),
            },
            Measure::BarEntrants { promotion, ground, names } => Proposed::BarEntrants {
                promotion: promotion.to_string(),
                ground: ground.to_string(),
                entrants: names.0.iter().map(ToString::to_string).collect(),
            },
            Measure::RefuseClaim { promotion, prize, claimant, address, ground, why } => {
                Proposed::RefuseClaim {
                    promotion: promotion.to_string(),
                    prize: *prize,
                    claimant: claimant.to_string(),
                    address: address.map(|file| file.to_string()),
                    ground: ground.map(|item| item.to_string()),
                    why: why.to_string(),
                }
            }
            Measure::DecideDispute { promotion, person, upheld, what } => Proposed::DecideDispute {
                promotion: promotion.to_string(),
                person: person.to_string(),
                upheld: *upheld,
                what: what.to_string(),
            },
            Measure::ResumePromotion { promotion, why } => {
                Proposed::ResumePromotion { promotion: promotion.to_string(), why: why.to_string() }
            }
            Measure::AwardPrize { promotion, prize, winner, payment } => Proposed::AwardPrize {
                promotion: promotion.to_string(),
                prize: *prize,
                winner: winner.to_string(),
                payment: payment.as_ref().map(ToString::to_string),
            },
            Measure::CancelPromotion { promotion, why } => {
                Proposed::CancelPromotion { promotion: promotion.to_string(), why: why.to_string() }
            }
            Measure::AcceptSoftware { manifest, why } => {
                Proposed::Accept { digest: manifest.to_string(), why: text(why) }
            }
            Measure::WithdrawSoftware { manifest, why } => {
                Proposed::Reject { digest: manifest.to_string(), why: text(why) }
            }
            Measure::Hire { name, grants } => {
                let grants = grants.iter().flat_map(|grants| grants.iter().map(Into::into)).collect();
                Proposed::Hire { name: name.to_string(), grants }
            }
            Measure::Grant { name, grant } => {
                Proposed::Grant { name: name.to_string(), grant: (*grant).into() }
            }
            Measure::Withdraw { name, grant } => {
                Proposed::Withdraw { name: name.to_string(), grant: (*grant).into() }
            }
            Measure::Disable { name, why } => {
                Proposed::Disable { name: name.to_string(), why: why.to_string() }
            }
            Measure::Enable { name } => Proposed::Enable { name: name.to_string() },
            Measure::Leave { name } => Proposed::Leave { name: name.to_string() },
            Measure::ResetPassword { name } => Proposed::ResetPassword { name: name.to_string() },
            Measure::MakeProgram { name, grant, until } => Proposed::MakeProgram {
                name: name.to_string(),
                grant: (*grant).into(),
                until: until.map(|until| until.0),
            },
            Measure::Clear { number, note } => Proposed::Clear { number: *number, note: note.to_string() },
            Measure::Unread { matter, text } => {
                Proposed::Unread { matter: (*matter).into(), text: text.to_string() }
            }
        }
    }
}
