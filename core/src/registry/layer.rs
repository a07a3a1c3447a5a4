//! [`Layer`]: where a registered scheme comes from, and what takes precedence.

/// The source of a registered scheme; later variants take precedence over earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Layer {
    /// A scheme that is compiled into anyurl.
    Builtin,
    /// The registry file that anyurl ships.
    Public,
    /// The registry of an organization.
    Organization,
    /// The registry of a team.
    Team,
    /// The registry of a user.
    User,
    /// A registry given on the command line.
    CommandLine,
    /// Added by a crate or an application.
    Application,
}

crate::names! { Layer, "a layer":
    Builtin = "builtin",
    Public = "public",
    Organization = "organization",
    Team = "team",
    User = "user",
    CommandLine = "command-line",
    Application = "application",
}
