//! [`Unused`]: settings that have no effect with a registry.

use core::fmt;

use semver::{Version, VersionReq};

use crate::diagnostics::warning_id;
use crate::registry::Registry;
use crate::text::did_you_mean;
use crate::text::prelude::*;

/// A setting that has no effect with a registry, probably because of a typing error: what it should deny is allowed.
///
/// ```
/// use anyurl_core::Policy;
/// use anyurl_core::Verdict;
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().add(anyurl_schemes::telnet::TELNET)?.build();
/// let policy = Policy::new().scheme("telent", Verdict::Deny)?.warning("resevred-port", Verdict::Deny);
/// let unused: Vec<_> = policy.unused(&registry).iter().map(ToString::to_string).collect();
/// assert_eq!(unused, [
///     "the scheme `telent` is not registered: did you mean `telnet`?",
///     "no warning has the id `resevred-port`: did you mean `reserved-port`?",
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unused {
    /// The registry has no scheme of this name.
    Scheme {
        /// The name.
        name: String,
        /// A registered name that is similar.
        similar: Option<String>,
    },
    /// No registered version of the scheme meets the requirement.
    Versions {
        /// The name.
        name: String,
        /// The requirement.
        versions: VersionReq,
        /// The versions that are registered.
        registered: Vec<Version>,
    },
    /// No warning has this id.
    Warning {
        /// The id.
        id: String,
        /// A similar id.
        similar: Option<String>,
    },
}

impl Unused {
    /// A name that a registry does not have.
    pub fn scheme(name: &str, registry: &Registry) -> Option<Self> {
        if registry.versions(name).next().is_some() {
            return None;
        }
        let similar = registry.similar_names(name).first().map(|similar| (*similar).to_owned());
        Some(Self::Scheme { name: name.to_owned(), similar })
    }

    /// An id that no warning has. Those of requirements, such as `A-43`, are not checked: a plugin may have its own.
    pub(crate) fn warning(id: &str) -> Option<Self> {
        if warning_id::ALL.contains(&id) || id.starts_with(|first: char| first.is_ascii_uppercase()) {
            return None;
        }
        let similar = did_you_mean::similar_names(id, warning_id::ALL).first().map(|similar| (*similar).to_owned());
        Some(Self::Warning { id: id.to_owned(), similar })
    }
}

impl fmt::Display for Unused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let similar = match self {
            Self::Scheme { name, similar } => {
                write!(f, "the scheme `{name}` is not registered")?;
                similar
            }
            Self::Versions { name, versions, registered } => {
                let registered: Vec<_> = registered.iter().map(ToString::to_string).collect();
                return write!(f, "no version of `{name}` meets `{versions}`: it has {}", registered.join(", "));
            }
            Self::Warning { id, similar } => {
                write!(f, "no warning has the id `{id}`")?;
                similar
            }
        };
        match similar {
            Some(similar) => write!(f, ": did you mean `{similar}`?"),
            None => Ok(()),
        }
    }
}
