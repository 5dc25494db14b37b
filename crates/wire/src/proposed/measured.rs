//! A proposal as the body of a request, as the site keeps it.

use punto_site::{GrantSet, Measure};
use punto_tournament::Refund;
use punto_vocab::line::Field;
use punto_vocab::{Names, Time, TokenVoucher};

use super::Proposed;
use crate::written::{named, nought_or_more, optional, positive, words};

impl Proposed {
    /// What the site keeps of it, if every name and amount can be.
    pub fn measure(&self) -> Result<Measure, String> {
        Ok(match self {
            Proposed::Adjust { patron, by, why } => {
                let (patron, why) = (named("patron", patron)?, words("why", why)?);
                let amount = positive(by.checked_abs().unwrap_or_default())?;
                match by.is_positive() {
                    true => Measure::AdjustUp { patron, amount, why },
                    false => Measure::AdjustDown { patron, amount, why },
                }
            }
            Proposed::Erase { patron, why } => {
                Measure::Erase { patron: named("patron", patron)?, why: optional(why)? }
            }
            Proposed::IssueTokenVoucher { voucher, amount, patron } => Measure::IssueTokenVoucher {
                voucher: TokenVoucher::read(voucher).map_err(|error| format!("voucher: {error}"))?,
                amount: positive(*amount)?,
                patron: patron.as_deref().map(|patron| named("patron", patron)).transpose()?,
            },
            Proposed::WithdrawTokenVoucher { number, why } => {
                Measure::WithdrawTokenVoucher { number: named("number", number)?, why: words("why", why)? }
            }
            Proposed::Set { setting, value, why } => {
                let value = setting.0.checked(*value)?;
                let value = u32::try_from(value).map_err(|error| error.to_string())?;
                Measure::Set { setting: setting.0, value, why: optional(why)? }
            }
            Proposed::OpenTable { table, rulebook, dealer, currency, opening } => Measure::OpenTable {
                table: named("table", table)?,
                rulebook: named("rulebook", rulebook)?,
                dealer: dealer.0,
                currency: named("currency", currency)?,
                opening: named("opening", opening)?,
            },
            Proposed::CloseTable { table } => Measure::CloseTable { table: named("table", table)? },
            Proposed::Order { table, cure } => {
                Measure::Order { table: named("table", table)?, cure: cure.map(|cure| cure.0) }
            }
            Proposed::Fill { table, amount } => {
                Measure::Fill { table: named("table", table)?, amount: positive(*amount)? }
            }
            Proposed::Credit { table, amount } => {
                Measure::Credit { table: named("table", table)?, amount: positive(*amount)? }
            }
            Proposed::Count { table, tray } => {
                Measure::Count { table: named("table", table)?, tray: named("tray", tray)? }
            }
            Proposed::Publish { tournament, conditions } => Measure::Publish {
                tournament: named("tournament", tournament)?,
                conditions: named("conditions", conditions)?,
            },
            Proposed::AddValue { tournament, amount, text } => Measure::AddValue {
                tournament: named("tournament", tournament)?,
                amount: positive(*amount)?,
                what: words("text", text)?,
            },
            // The house may keep nothing of the fees.
            Proposed::Retain { tournament, amount } => Measure::Retain {
                tournament: named("tournament", tournament)?,
                amount: nought_or_more(*amount)?,
            },
            Proposed::CallOff { tournament, why } => {
                Measure::CallOff { tournament: named("tournament", tournament)?, why: words("why", why)? }
            }
            Proposed::PayPrize { tournament, entrant, amount, how } => Measure::PayPrize {
                tournament: named("tournament", tournament)?,
                entrant: named("entrant", entrant)?,
                amount: positive(*amount)?,
                how: how.0,
            },
            Proposed::AddGoods { tournament, place, amount, text } => Measure::AddGoods {
                tournament: named("tournament", tournament)?,
                place: *place,
                amount: nought_or_more(*amount)?,
                what: words("text", text)?,
            },
            Proposed::HandOver { tournament, entrant, text } => Measure::HandOver {
                tournament: named("tournament", tournament)?,
                entrant: named("entrant", entrant)?,
                what: words("text", text)?,
            },
            Proposed::Disqualify { tournament, entrant, offence } => Measure::Disqualify {
                tournament: named("tournament", tournament)?,
                entrant: named("entrant", entrant)?,
                offence: offence.0,
            },
            Proposed::CancelPlace { tournament, entrant, refund } => Measure::CancelPlace {
                tournament: named("tournament", tournament)?,
                entrant: named("entrant", entrant)?,
                refund: refund.then_some(Refund::Refund),
            },
            Proposed::CountShort { tournament, entrant, amount } => Measure::CountShort {
                tournament: named("tournament", tournament)?,
                entrant: named("entrant", entrant)?,
                amount: nought_or_more(*amount)?,
            },
            Proposed::CloseOver { tournament, table, coup, entrants } => Measure::CloseOver {
                tournament: named("tournament", tournament)?,
                table: *table,
                coup: *coup,
                names: Names::read(&entrants.join(" ")).map_err(|error| format!("entrants: {error}"))?,
            },
            Proposed::PublishPromotion { promotion, offer } => Measure::PublishPromotion {
                promotion: named("promotion", promotion)?,
                offer: named("offer", offer)?,
            },
            Proposed::DrawWinners { promotion, entries } => {
                Measure::DrawWinners { promotion: named("promotion", promotion)?, entries: *entries }
            }
            Proposed::DeclareWinner { promotion, prize, winner } => Measure::DeclareWinner {
                promotion: named("promotion", promotion)?,
                prize: *prize,
                winner: named("winner", winner)?,
            },
            Proposed::PassOver { promotion, prize, winner, ground } => Measure::PassOver {
                promotion: named("promotion", promotion)?,
                prize: *prize,
                winner: named("winner", winner)?,
                ground: named("ground", ground)?,
            },
            Proposed::BarEntrants { promotion, ground, entrants } => Measure::BarEntrants {
                promotion: named("promotion", promotion)?,
                ground: named("ground", ground)?,
                names: Names::read(&entrants.join(" ")).map_err(|error| format!("entrants: {error}"))?,
            },
            Proposed::RefuseClaim { promotion, prize, claimant, address, ground, why } => {
                Measure::RefuseClaim {
                    promotion: named("promotion", promotion)?,
                    prize: *prize,
                    claimant: named("claimant", claimant)?,
                    address: address.as_deref().map(|file| named("address", file)).transpose()?,
                    ground: ground.as_deref().map(|item| named("ground", item)).transpose()?,
                    why: words("why", why)?,
                }
            }
            Proposed::DecideDispute { promotion, person, upheld, what } => Measure::DecideDispute {
                promotion: named("promotion", promotion)?,
                person: named("person", person)?,
                upheld: *upheld,
                what: words("what", what)?,
            },
            Proposed::ResumePromotion { promotion, why } => Measure::ResumePromotion {
                promotion: named("promotion", promotion)?,
                why: words("why", why)?,
            },
            Proposed::AwardPrize { promotion, prize, winner, payment } => Measure::AwardPrize {
                promotion: named("promotion", promotion)?,
                prize: *prize,
                winner: named("winner", winner)?,
                payment: payment.as_deref().map(|payment| named("payment", payment)).transpose()?,
            },
            Proposed::CancelPromotion { promotion, why } => Measure::CancelPromotion {
                promotion: named("promotion", promotion)?,
                why: words("why", why)?,
            },
            Proposed::Accept { digest, why } => {
                Measure::AcceptSoftware { manifest: named("digest", digest)?, why: optional(why)? }
            }
            Proposed::Reject { digest, why } => {
                Measure::WithdrawSoftware { manifest: named("digest", digest)?, why: optional(why)? }
            }
            // The site's own matters are said as commands; the site refuses them as proposals.
            Proposed::Hire { name, grants } => {
                let grants = GrantSet::of(grants.iter().map(|grant| grant.0));
                Measure::Hire { name: named("name", name)?, grants }
            }
            Proposed::Grant { name, grant } => Measure::Grant { name: named("name", name)?, grant: grant.0 },
            Proposed::Withdraw { name, grant } => {
                Measure::Withdraw { name: named("name", name)?, grant: grant.0 }
            }
            Proposed::Disable { name, why } => {
                Measure::Disable { name: named("name", name)?, why: words("why", why)? }
            }
            Proposed::Enable { name } => Measure::Enable { name: named("name", name)? },
            Proposed::Leave { name } => Measure::Leave { name: named("name", name)? },
            Proposed::ResetPassword { name } => Measure::ResetPassword { name: named("name", name)? },
            Proposed::MakeProgram { name, grant, until } => {
                let until = until.map(Time);
                Measure::MakeProgram { name: named("name", name)?, grant: grant.0, until }
            }
            Proposed::Clear { number, note } => {
                Measure::Clear { number: *number, note: words("note", note)? }
            }
            Proposed::Unread { matter, text } => {
                Measure::Unread { matter: matter.0, text: words("text", text)? }
            }
        })
    }
}
