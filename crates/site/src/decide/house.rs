//! What the house is, once and for ever, and who has read what.

use punto_vocab::PersonId;

use super::{Ctx, Decision, event};
use crate::event::Happening;
use crate::ground::Ground;
use crate::house::{Mode, Reading};
use crate::reason::Reason;

/// Binds the house to what it is, at its first start.
pub(super) fn bind(ctx: &Ctx<'_>, mode: Mode) -> Decision {
    ctx.only_system()?;
    if let Some(bound) = ctx.site.mode {
        return Ground::Mode.refuse(Reason::Bound { mode: bound });
    }
    Ok(vec![event(Happening::Bound { mode }, Ground::Mode)])
}

pub(super) fn log_read(ctx: &Ctx<'_>, who: PersonId, what: Reading, of: Option<PersonId>) -> Decision {
    ctx.only_system()?;
    Ok(vec![event(Happening::ReadLogged { who, what, of }, Ground::ReadsRecorded)])
}
