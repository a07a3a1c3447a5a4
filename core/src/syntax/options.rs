//! The options of one parse: strict or lenient, by RFC 1738 or by current documents. They are chosen per call.

/// Whether common deviations from the documents are accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Mode {
    /// Accepts what the grammar derives and the prose does not forbid.
    #[default]
    Strict,
    /// Also accepts deviations that real-world URLs need, each with a warning (`docs/conformance.md`, table B).
    Lenient,
}

/// Which version of a scheme is used if several are registered under one name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Profile {
    /// The schemes of RFC 1738 as that document defines them; every other name at its highest version.
    #[default]
    Rfc1738,
    /// Every name at its highest version; a fragment may follow any URL.
    Current,
}

/// Mode and profile of one call.
///
/// ```
/// use anyurl_core::{Mode, Options, Profile};
///
/// let options = Options::new().lenient();
/// assert_eq!((options.mode, options.profile), (Mode::Lenient, Profile::Rfc1738));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// [`Mode::Strict`] by default.
    pub mode: Mode,
    /// [`Profile::Rfc1738`] by default.
    pub profile: Profile,
}

impl Options {
    /// Strict, by RFC 1738.
    pub const fn new() -> Self {
        Self { mode: Mode::Strict, profile: Profile::Rfc1738 }
    }

    /// Sets [`Mode::Lenient`].
    #[must_use]
    pub const fn lenient(mut self) -> Self {
        self.mode = Mode::Lenient;
        self
    }

    /// Sets [`Profile::Current`].
    #[must_use]
    pub const fn current(mut self) -> Self {
        self.profile = Profile::Current;
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
