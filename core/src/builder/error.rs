//! Errors of builders and setters.

use core::fmt;

use crate::diagnostics::error::Error;
use crate::diagnostics::requirement::Fix;
use crate::diagnostics::secrets::Secrets;
use crate::text::did_you_mean;
use crate::text::prelude::*;

/// The reason why a URL cannot be built.
///
/// `Display` writes one line: the component, the problem, and how to fix it. It contains no byte of a password.
///
/// ```
/// use anyurl_core::{BuildError, Registry};
///
/// let registry = Registry::builder().build();
/// let error = registry.build("x-foo")?.set("qeury", "a").build().unwrap_err();
/// assert!(matches!(&error, BuildError::Unknown { component, .. } if component == "qeury"));
/// assert!(error.to_string().contains("did you mean `query`?"));
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The name is not a valid scheme name, or the entry does not belong to this registry.
    #[error("`{0}` is not a scheme name: use letters, digits, `+`, `-` and `.` (RFC 1738 §2.1)")]
    Scheme(String),
    /// The registration of the scheme has no template.
    #[error("`{0}` URLs cannot be built: the registration has no template")]
    NoTemplate(String),
    /// The scheme has no component with this name.
    #[error("`{scheme}` URLs have no component `{component}`: {help}")]
    Unknown {
        /// The name.
        component: String,
        /// The scheme.
        scheme: String,
        /// Similar names, and the components of the scheme.
        help: String,
    },
    /// Only lenient mode accepts this component.
    #[error("the `{component}` cannot be set: only lenient mode accepts one in this scheme; omit the component")]
    Lenient {
        /// The name.
        component: String,
    },
    /// The scheme and the options allow no fragment.
    #[error(
        "the `fragment` cannot be set: URLs of some schemes, and those of RFC 1738, have none; omit the fragment, or choose the profile `current`"
    )]
    NoFragment,
    /// A path cannot have the segment `.` or `..`, escaped or not: RFC 3986 §5.2.4 removes it.
    #[error("the `path` cannot have the segment `.` or `..`: resolve it first (RFC 3986 §5.2.4)")]
    DotSegment,
    /// The path does not begin with a slash, so that nothing divides it.
    #[error("the `path` has no segments, because it does not begin with `/`: set the whole path")]
    NoSegments,
    /// URLs of the scheme have no query.
    #[error("`{0}` URLs have no query: `?` is data, or is not allowed; set another component")]
    NoQuery(String),
    /// The component is composed of others (R-2.2-12).
    #[error("the `{component}` consists of {}: set these components instead", did_you_mean::and_list(parts))]
    Composite {
        /// The name.
        component: String,
        /// The components to set instead.
        parts: Vec<String>,
    },
    /// A component that every URL of the scheme has was never set.
    #[error("missing {component}: set it, because every URL of the scheme has one")]
    Missing {
        /// The name.
        component: String,
        /// The error of the scheme without it.
        error: Error,
    },
    /// The method does not match the role of the component.
    #[error("the `{component}` cannot be set this way: {help}")]
    Role {
        /// The name.
        component: String,
        /// The method to use instead.
        help: &'static str,
    },
    /// Two components cannot be used together.
    #[error("`{first}` and `{second}` cannot be used together: omit one of them")]
    Exclusive {
        /// One component.
        first: String,
        /// The other component.
        second: String,
    },
    /// The scheme rejects the text.
    #[error("{}", Rejected { component, offset: *offset, error })]
    Rejected {
        /// The component to fix.
        component: String,
        /// The offset of the rejected byte in the input, if it is a single byte.
        offset: Option<usize>,
        /// The error of the scheme. Its span refers to the built text, which the caller does not have.
        error: Error,
    },
    /// The host would be looked up, and cannot be.
    #[error("{}", NoHost { component, offset: *offset, why })]
    NoHost {
        /// The component.
        component: String,
        /// The offset of the first character that no host has, if it is a single one.
        offset: Option<usize>,
        /// The reason, as a sentence about the host.
        why: &'static str,
    },
    /// A client could not send the value: a byte of it would act as protocol (RFC 1738 §6).
    #[error("{}", Unsafe { component, offset: *offset, byte: *byte, step })]
    Unsafe {
        /// The component.
        component: String,
        /// The offset of the byte in the input, if it is a single text.
        offset: Option<usize>,
        /// The byte; `None` in a secret.
        byte: Option<u8>,
        /// The kind of step of the [plan](crate::Url::plan) that rejects it.
        step: &'static str,
    },
    /// The text would be parsed as a URL with other components.
    #[error("{}", Differs { component, offset: *offset })]
    Differs {
        /// The component that would differ.
        component: String,
        /// The offset of the first different byte in the input, if it is a single byte.
        offset: Option<usize>,
    },
}

impl BuildError {
    /// The error for a name of a scheme, which may be a whole URL by mistake, with a password in it.
    pub(super) fn scheme(name: &str) -> Self {
        Self::Scheme(Secrets::new().mask_name(name).into_owned())
    }

    pub(super) fn unknown(name: &str, scheme: &str, known: &[&str], other_scheme: Option<String>) -> Self {
        let question = match did_you_mean::similar_names(name, known.iter().copied()).as_slice() {
            [] => String::new(),
            near => format!("did you mean {}? ", did_you_mean::or_list(near)),
        };
        let scheme_question =
            other_scheme.map_or_else(String::new, |question| format!("; `{scheme}` is not registered: {question}"));
        let known = did_you_mean::and_list(known);
        let help = format!("{question}the components are {known}{scheme_question}");
        Self::Unknown {
            // A caller may pass a whole URL by mistake, with a password in it.
            component: Secrets::new().mask_name(name).into_owned(),
            scheme: scheme.to_owned(),
            help,
        }
    }

    /// The name of the component in error; `scheme` if the error is about the scheme.
    pub fn component(&self) -> &str {
        match self {
            Self::Scheme(_) | Self::NoTemplate(_) => "scheme",
            Self::NoFragment => "fragment",
            Self::DotSegment | Self::NoSegments => "path",
            Self::NoQuery(_) => "query",
            Self::Unknown { component, .. }
            | Self::Lenient { component }
            | Self::Composite { component, .. }
            | Self::Missing { component, .. }
            | Self::Role { component, .. }
            | Self::Rejected { component, .. }
            | Self::NoHost { component, .. }
            | Self::Unsafe { component, .. }
            | Self::Differs { component, .. } => component,
            Self::Exclusive { second, .. } => second,
        }
    }

    /// The offset of the byte to fix in the input, if it is a single byte.
    pub fn offset(&self) -> Option<usize> {
        match self {
            Self::Rejected { offset, .. }
            | Self::NoHost { offset, .. }
            | Self::Unsafe { offset, .. }
            | Self::Differs { offset, .. } => *offset,
            _ => None,
        }
    }

    /// The error about an input that was written after `len` bytes that the caller did not give.
    pub(super) fn earlier(mut self, len: usize) -> Self {
        if let Self::Unsafe { offset: Some(offset), .. } = &mut self {
            *offset = offset.saturating_sub(len);
        }
        self
    }

    /// The error about an input of several texts, in which an offset means nothing.
    pub(super) fn without_offset(mut self) -> Self {
        if let Self::Unsafe { offset, .. } = &mut self {
            *offset = None;
        }
        self
    }

    /// The error of the scheme, if it rejected the text.
    pub fn error(&self) -> Option<&Error> {
        match self {
            Self::Rejected { error, .. } | Self::Missing { error, .. } => Some(error),
            _ => None,
        }
    }
}

struct Rejected<'e> {
    component: &'e str,
    offset: Option<usize>,
    error: &'e Error,
}

impl fmt::Display for Rejected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_location(f, self.component, self.offset)?;
        write!(f, ": {}", self.error)?;
        // The builder has already encoded everything that can be.
        match self.error.requirement().fix() {
            Fix::Encode => Ok(()),
            _ => write!(f, "; {}", self.error.requirement().help()),
        }
    }
}

struct NoHost<'e> {
    component: &'e str,
    offset: Option<usize>,
    why: &'e str,
}

impl fmt::Display for NoHost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_location(f, self.component, self.offset)?;
        write!(f, ": {}; name a host that can be looked up", self.why)
    }
}

struct Unsafe<'e> {
    component: &'e str,
    offset: Option<usize>,
    byte: Option<u8>,
    step: &'e str,
}

impl fmt::Display for Unsafe<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_location(f, self.component, self.offset)?;
        match self.byte {
            Some(byte) => write!(f, ": the byte {byte:02X}")?,
            None => f.write_str(": a byte")?,
        }
        write!(f, " is not allowed in {}, even if it is encoded (RFC 1738 §6); remove it", self.step)
    }
}

struct Differs<'e> {
    component: &'e str,
    offset: Option<usize>,
}

impl fmt::Display for Differs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_location(f, self.component, self.offset)?;
        f.write_str(": the URL would be parsed into other components; ")?;
        f.write_str(if self.component == "path" {
            "begin it with `/`, or change the value"
        } else {
            "change the value"
        })
    }
}

fn write_location(f: &mut fmt::Formatter<'_>, component: &str, offset: Option<usize>) -> fmt::Result {
    write!(f, "invalid value for the `{component}`")?;
    offset.map_or(Ok(()), |offset| write!(f, " (offset {offset})"))
}
