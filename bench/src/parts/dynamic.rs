//! P6: schemes from shared libraries against the same code linked statically.

use crate::parts::Outcome;
use crate::report::Report;
use crate::setting::Setting;

pub(super) fn run(_: &Setting, to: &mut Report) -> Outcome {
    to.say("Not in this build: Locator loads no shared libraries yet.");
    Ok(())
}
