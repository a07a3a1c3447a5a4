//! How much a change of a registry file matters: the severities, and what is known of the changes of a key.

use ChangeSeverity::{Breaking, Harmless, Loosening, Tightening};

anyurl_core::names! {
    /// How a change of a registry matters to the people and programs that use it.
    ///
    /// ```
    /// use anyurl_declared::format::ChangeSeverity;
    ///
    /// assert!(ChangeSeverity::Breaking > ChangeSeverity::Loosening && ChangeSeverity::Tightening > ChangeSeverity::Harmless);
    /// assert_eq!("loosening".parse(), Ok(ChangeSeverity::Loosening));
    /// ```
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum ChangeSeverity, "a severity" {
        /// Documentation, or another scheme: the hashes of all facets, and what all URLs mean, stay as they are.
        Harmless = "harmless",
        /// Something that was allowed may be refused now: by a policy, or because an override above is stale.
        Tightening = "tightening",
        /// Something that was refused is now allowed, or goes elsewhere: a policy, a gateway, a claim, a library.
        Loosening = "loosening",
        /// URLs are rejected, mean something else, or are accessed in another way.
        Breaking = "breaking",
    }
}

/// What a change of a key is, and how much it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KeyChange {
    /// The rule that reports it: `SR725`.
    pub rule: &'static str,
    /// How two values are compared.
    pub compared: Compared,
    /// The severity if the key is added.
    pub added: ChangeSeverity,
    /// The severity if it is removed.
    pub removed: ChangeSeverity,
    /// The severity if its value changes.
    pub changed: ChangeSeverity,
}

/// How two values of a key are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Compared {
    /// As a whole.
    Value,
    /// As lists whose order does not matter, element by element.
    Set,
    /// As arrays of tables, which these keys identify.
    Tables(&'static [&'static str]),
    /// As steps, line by line.
    Steps,
    /// By other code, because keys depend on each other.
    Elsewhere,
}

impl KeyChange {
    pub(super) const fn new(rule: &'static str, compared: Compared, severities: [ChangeSeverity; 3]) -> Self {
        let [added, removed, changed] = severities;
        Self { rule, compared, added, removed, changed }
    }

    /// A change inside a table is a change of the table.
    pub(super) const fn inherited(self) -> Self {
        Self::new(self.rule, Compared::Value, [self.changed; 3])
    }
}

/// Documentation.
pub(super) const DOCUMENTATION: [ChangeSeverity; 3] = [Harmless; 3];
/// A text that a scheme cannot be without: without it, its URLs are refused.
pub(super) const NEEDED_TEXT: [ChangeSeverity; 3] = [Harmless, Breaking, Harmless];
/// What a client relies on. What is new is possible now.
pub(super) const CONTRACT: [ChangeSeverity; 3] = [Loosening, Breaking, Breaking];
/// What URLs mean, with and without the key.
pub(super) const MEANING: [ChangeSeverity; 3] = [Breaking; 3];
/// What permits more, or leads elsewhere.
pub(super) const PERMISSION: [ChangeSeverity; 3] = [Loosening, Tightening, Loosening];
/// What protects.
pub(super) const PROTECTION: [ChangeSeverity; 3] = [Tightening, Loosening, Loosening];
/// What decides where a URL or a secret goes.
pub(super) const DESTINATION: [ChangeSeverity; 3] = [Loosening; 3];
/// What makes a URL accessible, which its users rely on.
pub(super) const SERVICE: [ChangeSeverity; 3] = [Loosening, Breaking, Loosening];
/// What takes a name from its users.
pub(super) const REFUSAL: [ChangeSeverity; 3] = [Breaking, Loosening, Harmless];
/// What policies and the overrides of upper layers go by.
pub(super) const STANDING: [ChangeSeverity; 3] = [Tightening; 3];
/// What keeps a name from being used.
pub(super) const RESERVATION: [ChangeSeverity; 3] = [Tightening, Loosening, Harmless];
