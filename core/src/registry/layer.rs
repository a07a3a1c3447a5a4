//! [`Layer`]: where a registered scheme comes from, and what takes precedence.

crate::names! {
    /// The source of a registered scheme; later variants take precedence over earlier ones.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Layer, "a layer" {
        /// A scheme that is compiled into anyurl.
        Builtin = "builtin",
        /// The registry file that anyurl ships.
        Public = "public",
        /// The registry of an organization.
        Organization = "organization",
        /// The registry of a team.
        Team = "team",
        /// The registry of a user.
        User = "user",
        /// A registry given on the command line.
        CommandLine = "command-line",
        /// Added by a crate or an application.
        Application = "application",
    }
}
