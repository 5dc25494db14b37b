//! By which method the cards are dealt: who changes it, and when patrons may turn them.

use punto_lines::{Happening, Hindrance, Matter, Reason, Refused};
use punto_rulebook::known::{Choice, DealingMethodChange, SqueezeOnShufflingDevice};
use punto_rulebook::{Device, Holders, Method, Procedure, Rule, Step, Terms};
use punto_vocab::Role;
use punto_vocab::line::Words;

use super::hands::method;
use super::{Ctx, Decision, event};
use punto_state::{Open, Phase, Topic};

pub(super) fn change_method(ctx: &Ctx<'_>, open: &Open, id: &Words) -> Decision {
    let Some(method) = ctx.book.method(id.as_str()) else {
        let by = ctx.book.methods.first().map_or_else(|| ctx.order(), |method| method.by.clone());
        return ctx.refuse(&by, Reason::NotNow(Hindrance::NoSuchMethod));
    };
    if let Some(rule) =
        ctx.book.procedure.get(Rule::MethodFixed).filter(|_| !matches!(open.phase, Phase::Preparing))
    {
        return ctx.refuse(&rule.by, Reason::MethodFixed);
    }
    if let Some(rule) = ctx.book.procedure.get(Rule::ChangeMethod) {
        ctx.one_of(&rule.roles, &rule.by)?;
    }
    if open.in_coup() {
        return ctx.refuse(&method.by, Reason::InCoup);
    }
    // Where nobody is left who asked to turn the cards, the dealer does, also for wagers that lie.
    let lapsed = method.holders == Holders::Dealer && nobody_asks(ctx, open);
    if !open.wagers().is_empty() && !lapsed {
        return ctx.refuse(&method.by, Reason::NotNow(Hindrance::WagersLie));
    }
    if open.terms.choice() == Some(DealingMethodChange::NewShoe) && !matches!(open.phase, Phase::Preparing) {
        return ctx.refuse(&DealingMethodChange::SETTING.citation(), Reason::MethodFixed);
    }
    // A role that passes round is first offered at the start of a shoe.
    let begun = !matches!(open.phase, Phase::Preparing) && ctx.table.coups.in_shoe() > 0;
    if method.holders == Holders::RotatingBanker && begun {
        return ctx.refuse(method.by(Step::Pick), Reason::MethodFixed);
    }
    fits_device(ctx, &open.terms, method)?;
    super::hooks::fits_tournament(ctx, &open.opening, method)?;
    may_squeeze(ctx, open, method)?;
    Ok(vec![event(Happening::MethodChanged { method: id.clone() }, &method.by)])
}

/// A shuffling device has no shoe to replace once patrons have handled its cards.
pub(super) fn fits_device(ctx: &Ctx<'_>, terms: &Terms, method: &Method) -> Result<(), Refused> {
    let squeezed = method.holders != Holders::Dealer && terms.device.value == Device::ShufflingDevice;
    match terms.choice() {
        Some(SqueezeOnShufflingDevice::Refuse) if squeezed => {
            let by = SqueezeOnShufflingDevice::SETTING.citation();
            ctx.refuse(&by, Reason::NotNow(Hindrance::DeviceNotPassed))
        }
        Some(SqueezeOnShufflingDevice::Refuse | SqueezeOnShufflingDevice::Allow) | None => Ok(()),
    }
}

/// The rule by which a method is used only if patrons ask for it, where the document has one.
fn on_request<'c>(ctx: &'c Ctx<'_>, method: &Method) -> Option<&'c Procedure> {
    let asked = method.holders != Holders::Dealer && !method.tournament;
    ctx.book.procedure.get(Rule::SqueezeInformed).filter(|_| asked)
}

/// Whether the cards would go out to patrons by a method that nobody at the table asks for any more.
fn nobody_asks(ctx: &Ctx<'_>, open: &Open) -> bool {
    method(ctx, open).is_some_and(|own| on_request(ctx, own).is_some())
        && open.agreed(Matter::Squeeze, None, (ctx.at, ctx.by)).next().is_none()
}

/// Cards go out to patrons once somebody has asked for it and those who must be told have been, where a document
/// wants that.
pub(super) fn may_squeeze(ctx: &Ctx<'_>, open: &Open, method: &Method) -> Result<(), Refused> {
    let Some(rule) = on_request(ctx, method) else { return Ok(()) };
    if open.agreed(Matter::Squeeze, None, (ctx.at, ctx.by)).next().is_none() {
        return ctx.refuse(&method.by, Reason::NotNow(Hindrance::SqueezeNotAskedFor));
    }
    let untold = |role: &&Role| !open.told.contains(&(**role, Topic::Rule(Rule::SqueezeInformed)));
    match rule.told.iter().find(untold) {
        Some(role) => ctx.refuse(&rule.by, Reason::NotTold(*role)),
        None => Ok(()),
    }
}
