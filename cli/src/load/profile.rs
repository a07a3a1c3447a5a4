//! The profile of a run: that of the option, or else of the variable, or else of the configuration.

use std::env;

use clap::ValueEnum;

use crate::args::Profile;
use crate::error::CliError;

const VARIABLE: &str = "ANYURL_PROFILE";

/// Chooses the profile. A variable that is empty counts as absent.
pub(crate) fn choose(option: Option<Profile>, configured: Option<Profile>) -> Result<Profile, CliError> {
    let chosen = option.map_or_else(from_variable, |profile| Ok(Some(profile)))?;
    Ok(chosen.or(configured).unwrap_or_default())
}

fn from_variable() -> Result<Option<Profile>, CliError> {
    let Some(value) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let value = value.to_string_lossy();
    let ignore_case = false;
    Profile::from_str(&value, ignore_case).map(Some).map_err(|_| {
        let names: Vec<_> = Profile::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect();
        let names: Vec<_> = names.iter().map(|name| format!("`{}`", name.get_name())).collect();
        let value = anyurl::visible(&value);
        CliError::Usage(format!(
            "the variable `{VARIABLE}` is `{value}`, which is no profile: write {}",
            names.join(" or ")
        ))
    })
}
