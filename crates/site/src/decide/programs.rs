//! Programs: made as people are, with a token in place of a password and one role.

use punto_vocab::{PersonId, Time};

use super::proposals::by_two;
use super::staff::new_name;
use super::{Ctx, Decision, event};
use crate::event::Happening;
use crate::grant::Grant;
use crate::ground::Ground;
use crate::measure::Measure;
use crate::reason::Reason;
use crate::right::Right;

/// Makes a program with one role. It takes two where giving the role to a person would, and then each has half of its token.
pub(super) fn make(ctx: &Ctx<'_>, name: PersonId, grant: Grant, until: Option<Time>) -> Decision {
    ctx.may(Right::ManageStaff)?;
    new_name(ctx, name)?;
    if grant == Grant::ADMIN {
        return Ground::Programs.refuse(Reason::NoProgramAs { grant });
    }
    if let Some(until) = until.filter(|until| *until <= ctx.at) {
        return Ground::Programs.refuse(Reason::ProgramEndsPast { until });
    }
    let made = vec![event(Happening::ProgramMade { name, grant, until }, Ground::Programs)];
    if grant.takes_two() { by_two(ctx, Measure::MakeProgram { name, grant, until }, made) } else { Ok(made) }
}
