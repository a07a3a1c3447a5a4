//! What a plugin can answer that it may not: each refuses the URL, under a requirement that says so.

use locator_core::{Fix, Requirement};

/// A requirement about plugins.
macro_rules! requirements {
    ($($(#[$doc:meta])* $variant:ident = $says:literal,)+) => {
        /// How a plugin has broken its contract, or failed.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Violation {
            $($(#[$doc])* $variant,)+
        }

        impl Violation {
            /// All.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// What the error of a URL cites.
            pub fn requirement(self) -> &'static Requirement {
                match self {
                    $(Self::$variant => {
                        static REQUIREMENT: Requirement = requirement($says);
                        &REQUIREMENT
                    })+
                }
            }
        }
    };
}

requirements! {
    /// It has caught a panic of its own.
    Panic = "the plugin of this scheme has panicked",
    /// It says that it cannot.
    Failed = "the plugin of this scheme has failed: it answers that the call could not be done",
    /// A status that there is not.
    Status = "the plugin of this scheme broke its contract: it gave a status that there is not",
    /// More spans than there is scheme for, or no number of them.
    Count = "the plugin of this scheme broke its contract: it gave a number of components that there cannot be",
    /// A span outside of the URL, or one that runs back.
    Span = "the plugin of this scheme broke its contract: it gave a component that lies outside of the URL",
    /// A component that its scheme does not have.
    Kind = "the plugin of this scheme broke its contract: it gave a component that the scheme does not have",
    /// A component that stands twice.
    Twice = "the plugin of this scheme broke its contract: it gave a component twice",
    /// User, password, host and port in another order, or with something else between them.
    Order = "the plugin of this scheme broke its contract: user, password, host and port do not follow each other",
    /// What only lenient mode knows, in strict mode.
    Lenient = "the plugin of this scheme broke its contract: it forgave something in strict mode",
    /// A deviation from a requirement that there is not.
    Deviation = "the plugin of this scheme broke its contract: it forgave what no requirement of it says",
    /// Edits outside of the schemepart or within host and port, that overlap, or are too many or too long.
    Edit = "the plugin of this scheme broke its contract: it gave edits that cannot be made",
    /// Edits that make another URL, or none, or one that they would make yet another of.
    Canonical = "the plugin of this scheme broke its contract: its edits give no equivalent URL, or one that they change again",
    /// An error outside of the URL, or in a component or against a requirement that there is not.
    Error = "the plugin of this scheme broke its contract: it gave an error that leads nowhere",
}

const fn requirement(text: &'static str) -> Requirement {
    Requirement::new(
        "plugin",
        "plugin ABI 1.0",
        text,
        "tell the author of the plugin, or load another version of it",
        Fix::Unknown,
    )
}
