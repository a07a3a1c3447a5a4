//! Why no URL came of it: always with the name of the component, and never with a character of a password.

use std::fmt;

use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Redaction;
use crate::diagnostics::requirement::Fix;
use crate::text::did_you_mean;

/// Why a URL could not be built.
///
/// `Display` is one line: the component, what is wrong with it, and how to fix it. No byte of a password is in it.
///
/// ```
/// use locator_core::{BuildError, Registry};
///
/// let registry = Registry::builder().build();
/// let error = registry.build("x-foo")?.set("shemepart", "a").build().unwrap_err();
/// assert!(matches!(&error, BuildError::Unknown { component, .. } if component == "shemepart"));
/// assert!(error.to_string().contains("did you mean `schemepart`?"));
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// What was given as the name of a scheme is none, or is not of this registry.
    #[error("`{0}` names no scheme: use letters, digits, `+`, `-` and `.` (RFC 1738 §2.1)")]
    Scheme(String),
    /// The scheme does not say how its components are put together.
    #[error("`{0}` URLs cannot be built: the registration has no template")]
    NoTemplate(String),
    /// The scheme has no component of this name.
    #[error("`{component}` is no component of `{scheme}` URLs: {help}")]
    Unknown {
        /// The name.
        component: String,
        /// The scheme.
        scheme: String,
        /// What was perhaps meant, and what there is.
        help: String,
    },
    /// A component that only lenient mode reads.
    #[error("the `{component}` cannot be written: only lenient mode reads one here; omit it")]
    Lenient {
        /// The name.
        component: String,
    },
    /// A fragment where none may follow.
    #[error(
        "the `fragment` cannot be written: it is no part of a URL of RFC 1738; omit it, or choose the current profile"
    )]
    NoFragment,
    /// A text that other components divide (R-2.2-12).
    #[error("the `{component}` is made up of {}: give those", did_you_mean::and_list(parts))]
    Whole {
        /// The name.
        component: String,
        /// What to give instead.
        parts: Vec<String>,
    },
    /// A component was given in a way that its role does not have.
    #[error("the `{component}` cannot be given so: {help}")]
    Role {
        /// The name.
        component: String,
        /// The way it can be given.
        help: &'static str,
    },
    /// Two components that exclude each other.
    #[error("`{first}` and `{second}` cannot stand in one URL: omit one of them")]
    Together {
        /// The one.
        first: String,
        /// The other.
        second: String,
    },
    /// The scheme refuses what was given.
    #[error("{}", Refused { component, offset: *offset, error })]
    Refused {
        /// The component that has to be fixed.
        component: String,
        /// Which of its bytes is refused, from 0, where it is one.
        offset: Option<usize>,
        /// What the scheme says. Its span counts bytes of a text that the caller has not seen.
        error: Error,
    },
    /// The text would be read as another URL than the one that is meant.
    #[error("{}", Differs { component, offset: *offset })]
    Differs {
        /// The component that would be read otherwise.
        component: String,
        /// The byte of it where the reading deviates, from 0, where it is one.
        offset: Option<usize>,
    },
}

impl BuildError {
    pub(super) fn unknown(name: &str, scheme: &str, known: &[&str], other_scheme: Option<String>) -> Self {
        let question = match did_you_mean::similar_names(name, known.iter().copied()).as_slice() {
            [] => String::new(),
            near => format!("did you mean {}? ", did_you_mean::or_list(near)),
        };
        let scheme_question = other_scheme
            .map_or_else(String::new, |question| format!("; nothing is registered as `{scheme}`: {question}"));
        let known = did_you_mean::and_list(known);
        let help = format!("{question}it has {known}{scheme_question}");
        Self::Unknown {
            // Who hands over a whole URL by mistake may hand over a password.
            component: Redaction::guess_name(name).apply(name).into_owned(),
            scheme: scheme.to_owned(),
            help,
        }
    }

    /// The component that it is about; `scheme` where it is about none.
    pub fn component(&self) -> &str {
        match self {
            Self::Scheme(_) | Self::NoTemplate(_) => "scheme",
            Self::NoFragment => "fragment",
            Self::Unknown { component, .. }
            | Self::Lenient { component }
            | Self::Whole { component, .. }
            | Self::Role { component, .. }
            | Self::Refused { component, .. }
            | Self::Differs { component, .. } => component,
            Self::Together { second, .. } => second,
        }
    }

    /// Which of the given bytes is to be fixed, from 0, where it is one.
    pub fn offset(&self) -> Option<usize> {
        match self {
            Self::Refused { offset, .. } | Self::Differs { offset, .. } => *offset,
            _ => None,
        }
    }

    /// What the scheme says, where it refuses what was given.
    pub fn error(&self) -> Option<&Error> {
        match self {
            Self::Refused { error, .. } => Some(error),
            _ => None,
        }
    }
}

struct Refused<'e> {
    component: &'e str,
    offset: Option<usize>,
    error: &'e Error,
}

impl fmt::Display for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the `{}` cannot be written so", self.component)?;
        offset(f, self.offset)?;
        write!(f, ": {}", self.error)?;
        // Whatever can be encoded was.
        match self.error.requirement().fix() {
            Fix::Encode => Ok(()),
            _ => write!(f, "; {}", self.error.requirement().help()),
        }
    }
}

struct Differs<'e> {
    component: &'e str,
    offset: Option<usize>,
}

impl fmt::Display for Differs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the `{}` cannot be written so", self.component)?;
        offset(f, self.offset)?;
        f.write_str(": it would be read as something else; correct it")
    }
}

fn offset(f: &mut fmt::Formatter<'_>, offset: Option<usize>) -> fmt::Result {
    match offset {
        None => Ok(()),
        Some(offset) => write!(f, " (offset {offset})"),
    }
}
