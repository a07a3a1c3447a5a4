//! Violations of the ABI contract by a plugin. Each rejects the URL, with a requirement that explains it.

use anyurl_core::authors::{Fix, Requirement};

/// Defines [`Violation`] with the text of each requirement.
macro_rules! violations {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)+) => {
        /// A violation of the ABI contract by a plugin, or its failure.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum Violation {
            $($(#[$doc])* $variant,)+
        }

        impl Violation {
            /// All violations.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the requirement that the error of a URL cites.
            pub fn requirement(self) -> &'static Requirement {
                match self {
                    $(Self::$variant => {
                        static REQUIREMENT: Requirement = requirement($text);
                        &REQUIREMENT
                    })+
                }
            }
        }
    };
}

violations! {
    /// The plugin caught a panic.
    Panic = "the plugin of this scheme panicked",
    /// The plugin reports that the call failed.
    Failed = "the plugin of this scheme failed: it could not complete the call",
    /// An undefined status.
    Status = "the plugin of this scheme violated its contract: it returned an undefined status",
    /// More spans than the buffer holds, or no count.
    Count = "the plugin of this scheme violated its contract: it returned an impossible number of components",
    /// A span outside the schemepart, or with an end before its start.
    Span = "the plugin of this scheme violated its contract: it returned a component outside the URL",
    /// A component that the scheme does not have.
    Kind = "the plugin of this scheme violated its contract: it returned a component that the scheme does not have",
    /// A component that occurs twice.
    Twice = "the plugin of this scheme violated its contract: it returned a component twice",
    /// User, password, host and port in the wrong order, or with other text between them.
    Order = "the plugin of this scheme violated its contract: user, password, host and port are out of order",
    /// Text before or after the host that no component contains: a host that is cut off, or a port that is left out.
    Authority = "the plugin of this scheme violated its contract: user, password, host and port are not the whole text between their delimiters",
    /// A deviation or a lenient component in strict mode.
    Lenient = "the plugin of this scheme violated its contract: it tolerated a deviation in strict mode",
    /// A deviation from an undefined requirement.
    Deviation = "the plugin of this scheme violated its contract: it tolerated a deviation from an undefined requirement",
    /// Edits that overlap, touch host or port, lie outside the schemepart, or exceed the limits.
    Edit = "the plugin of this scheme violated its contract: it returned invalid edits",
    /// Edits that result in a different URL, an invalid one, or one that is not its own canonical form.
    Canonical = "the plugin of this scheme violated its contract: its edits result in no equivalent, stable URL",
    /// A module used up the fuel for a call.
    Fuel = "the plugin of this scheme ran out of fuel",
    /// A module needed more memory than it may have.
    Memory = "the plugin of this scheme ran out of memory",
    /// A module executed an instruction that ends it: unreachable code, a division by zero, a stack overflow.
    Trap = "the plugin of this scheme trapped",
    /// A module named a buffer outside its memory.
    Buffer = "the plugin of this scheme violated its contract: its buffer is not in its memory",
    /// An error outside the URL, or with an undefined component or requirement.
    Error = "the plugin of this scheme violated its contract: it returned an invalid error",
}

const fn requirement(text: &'static str) -> Requirement {
    Requirement::new(
        "plugin",
        "plugin ABI 1.1",
        text,
        "report this to the author of the plugin, or load another version of it",
        Fix::Unknown,
    )
}
