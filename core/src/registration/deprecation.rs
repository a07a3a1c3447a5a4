//! The notice that a scheme is to be used no more.

use core::fmt;

use super::Text;

/// The notice that a scheme is deprecated: each of its URLs has the warning `deprecated-scheme`. `Display` writes it in
/// one sentence.
///
/// ```
/// use anyurl_core::authors::Deprecation;
///
/// let mut notice = Deprecation::new();
/// notice.reason = Some("the robots were replaced".into());
/// notice.replacement = Some("com.example.arm".into());
/// notice.remove_after = Some("2027-06-30".into());
/// assert_eq!(
///     notice.to_string(),
///     "deprecated: the robots were replaced; use `com.example.arm`; to be removed after 2027-06-30"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Deprecation {
    /// The version of the registry that deprecated the scheme.
    pub since: Option<Text>,
    /// Why.
    pub reason: Option<Text>,
    /// The scheme to use instead.
    pub replacement: Option<Text>,
    /// The last day of the scheme, as `2027-06-30`.
    pub remove_after: Option<Text>,
}

impl Deprecation {
    /// A notice without a reason.
    pub const fn new() -> Self {
        Self { since: None, reason: None, replacement: None, remove_after: None }
    }
}

impl fmt::Display for Deprecation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("deprecated")?;
        if let Some(since) = &self.since {
            write!(f, " since {since}")?;
        }
        if let Some(reason) = &self.reason {
            write!(f, ": {reason}")?;
        }
        if let Some(replacement) = &self.replacement {
            write!(f, "; use `{replacement}`")?;
        }
        match &self.remove_after {
            Some(day) => write!(f, "; to be removed after {day}"),
            None => Ok(()),
        }
    }
}
