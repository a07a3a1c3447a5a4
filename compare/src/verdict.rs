//! The verdict of a comparison: the most serious difference.

use crate::rulebook::Part;

anyurl_core::names! {
    /// What differs most seriously between the rulebooks that accept a text. Ordered: the last is the most serious.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum ComparisonVerdict, "a verdict" {
        /// Nothing: all read the same, or all reject.
        Same = "same",
        /// Some accept the text and some reject it; those that accept it agree.
        ValidityDiffers = "validity-differs",
        /// The path, the query or the fragment.
        PathDiffers = "path-differs",
        /// User and password.
        UserinfoDiffers = "userinfo-differs",
        /// The scheme.
        SchemeDiffers = "scheme-differs",
        /// The port.
        PortDiffers = "port-differs",
        /// The host.
        HostDiffers = "host-differs",
    }
}

impl ComparisonVerdict {
    /// What it says: lower case, no full stop.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Same => "every rulebook with rules for the text reads it alike, or every one rejects it",
            Self::ValidityDiffers => "some rulebooks reject the text, and those that accept it read it alike",
            Self::PathDiffers => "rulebooks that accept the text read another path, query or fragment",
            Self::UserinfoDiffers => "rulebooks that accept the text read another user or password",
            Self::SchemeDiffers => "rulebooks that accept the text read another scheme",
            Self::PortDiffers => "rulebooks that accept the text read another port",
            Self::HostDiffers => {
                "rulebooks that accept the text read another host: a filter that uses one is passed by with another"
            }
        }
    }

    /// How serious it is.
    pub const fn severity(self) -> VerdictSeverity {
        match self {
            Self::Same => VerdictSeverity::None,
            Self::ValidityDiffers => VerdictSeverity::Low,
            Self::PathDiffers | Self::UserinfoDiffers => VerdictSeverity::Medium,
            Self::SchemeDiffers | Self::PortDiffers => VerdictSeverity::High,
            Self::HostDiffers => VerdictSeverity::Critical,
        }
    }

    /// The verdict if a component differs.
    pub(crate) const fn of(component: Part) -> Self {
        match component {
            Part::Scheme => Self::SchemeDiffers,
            Part::Userinfo => Self::UserinfoDiffers,
            Part::Host => Self::HostDiffers,
            Part::Port => Self::PortDiffers,
            Part::Path | Part::Query | Part::Fragment => Self::PathDiffers,
        }
    }
}

anyurl_core::names! {
    /// How serious a verdict is for a program that checks a URL before another program uses it.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum VerdictSeverity, "a severity" {
        /// Nothing differs.
        None = "none",
        /// One program may refuse what another accepts.
        Low = "low",
        /// Another resource of the same server.
        Medium = "medium",
        /// Another service of the same host.
        High = "high",
        /// Another host: a filter is passed by.
        Critical = "critical",
    }
}
