//! Where secrets are printed: `--mask`, `--show-password`, and the configuration.

use crate::args::Global;
use crate::error::CliError;
use crate::load::config::{Config, Required};

/// Where secrets are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Disclosure {
    /// Nowhere: `--mask`, or `mask` of the configuration.
    Nowhere {
        /// Whether the user of this run has not chosen it, and so must hear of it.
        is_configured: bool,
    },
    /// In data, which a program reads: a canonical form, a changed URL, a component.
    InData,
    /// Everywhere: `--show-password`.
    Everywhere,
}

impl Disclosure {
    /// That of the options, or else of the configuration.
    ///
    /// # Errors
    /// Secrets are to be shown, but the configuration of the machine requires masks.
    pub(crate) fn choose(global: &Global, config: &Config) -> Result<Self, CliError> {
        let is_required = config.mask.as_ref().is_some_and(|mask| mask.is_required);
        match &config.mask {
            _ if global.show_password && is_required => Err(CliError::Usage(
                "the configuration of this machine requires masked secrets: remove --show-password".to_owned(),
            )),
            _ if global.show_password => Ok(Self::Everywhere),
            _ if global.mask => Ok(Self::Nowhere { is_configured: false }),
            Some(Required { value: true, .. }) => Ok(Self::Nowhere { is_configured: true }),
            _ => Ok(Self::InData),
        }
    }

    /// Whether they are in tables, messages and JSON.
    pub(crate) fn is_for_people(self) -> bool {
        self == Self::Everywhere
    }

    /// Whether they are in data.
    pub(crate) fn is_in_data(self) -> bool {
        !matches!(self, Self::Nowhere { .. })
    }
}
