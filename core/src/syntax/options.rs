//! The options of one parse: strict or lenient, by RFC 1738 or by current documents. They are chosen per call.

crate::names! {
    /// Whether common deviations from the documents are accepted.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Mode, "a mode" {
        /// Accepts what the grammar derives and the prose does not forbid.
        #[default]
        Strict = "strict",
        /// Also accepts deviations that real-world URLs need, each with a warning (`docs/conformance.md`, table B).
        Lenient = "lenient",
    }
}

crate::names! {
    /// Which version of a scheme is used if several are registered under one name.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Profile, "a profile" {
        /// Every name at its highest version, and names without a version by RFC 3986; a fragment may follow any URL.
        #[default]
        Current = "current",
        /// The schemes of RFC 1738 as that document defines them; every other name at its highest version.
        Rfc1738 = "rfc1738",
    }
}

impl Profile {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Current => Self::Rfc1738,
            Self::Rfc1738 => Self::Current,
        }
    }
}

/// Mode and profile of one call.
///
/// ```
/// use anyurl_core::{Mode, Options, Profile};
///
/// let options = Options::new().lenient();
/// assert_eq!((options.mode, options.profile), (Mode::Lenient, Profile::Current));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// [`Mode::Strict`] by default.
    pub mode: Mode,
    /// [`Profile::Current`] by default.
    pub profile: Profile,
}

impl Options {
    /// Strict, by the current documents.
    pub const fn new() -> Self {
        Self { mode: Mode::Strict, profile: Profile::Current }
    }

    /// Sets [`Mode::Lenient`].
    #[must_use]
    pub const fn lenient(mut self) -> Self {
        self.mode = Mode::Lenient;
        self
    }

    /// Sets [`Profile::Rfc1738`].
    #[must_use]
    pub const fn rfc1738(self) -> Self {
        self.profile(Profile::Rfc1738)
    }

    /// Sets the profile.
    #[must_use]
    pub const fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// [`Mode::Strict`] in a profile.
    #[inline]
    pub(crate) const fn strict(profile: Profile) -> Self {
        Self { mode: Mode::Strict, profile }
    }

    /// Whether the mode is [`Mode::Lenient`].
    #[inline]
    pub const fn is_lenient(self) -> bool {
        matches!(self.mode, Mode::Lenient)
    }
}
