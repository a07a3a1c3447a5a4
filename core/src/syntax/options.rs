//! How one call reads: strictly or leniently, by the rules of 1994 or by the current ones. Chosen per call, never
//! globally.

/// Whether what the documents refuse and the world writes is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Derivable from the grammar, and not forbidden by the prose.
    #[default]
    Strict,
    /// What real-world URLs need, each deviation with a warning (`docs/conformance.md`, table B).
    Lenient,
}

/// Which version of a scheme is meant where several are registered under one name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
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
/// use locator_core::{Mode, Options, Profile};
///
/// let options = Options::new().lenient();
/// assert_eq!((options.mode, options.profile), (Mode::Lenient, Profile::Rfc1738));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options {
    /// Strict unless said otherwise.
    pub mode: Mode,
    /// RFC 1738 unless said otherwise.
    pub profile: Profile,
}

impl Options {
    /// Strict, by RFC 1738.
    pub const fn new() -> Self {
        Self { mode: Mode::Strict, profile: Profile::Rfc1738 }
    }

    /// The same, leniently.
    #[must_use]
    pub const fn lenient(mut self) -> Self {
        self.mode = Mode::Lenient;
        self
    }

    /// The same, by the current documents.
    #[must_use]
    pub const fn current(mut self) -> Self {
        self.profile = Profile::Current;
        self
    }

    /// Whether deviations pass.
    #[inline]
    pub const fn is_lenient(self) -> bool {
        matches!(self.mode, Mode::Lenient)
    }
}
