//! The former name of this project, `locator`: what is still set under it is named, since it has no effect.

use std::env;

use crate::error::report;

/// Warns of environment variables under the former name.
pub(crate) fn warn() {
    for (name, _) in env::vars_os() {
        if let Some(rest) = name.to_str().and_then(|name| name.strip_prefix("LOCATOR_")) {
            report(format_args!("warning: `LOCATOR_{rest}` is not read: the variables are named `ANYURL_…` now"));
        }
    }
}
