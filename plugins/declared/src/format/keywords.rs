//! Words that a key can have: each an enum whose variants know how they are written.

use locator_core::registration::Status;

/// A value that is one of a few words.
pub trait Keyword: Copy + 'static {
    /// All, in the order of the format.
    const ALL: &'static [Self];

    /// As it is written.
    fn as_str(self) -> &'static str;

    /// The one that is written so.
    fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.as_str() == word)
    }
}

impl Keyword for Status {
    const ALL: &'static [Self] =
        &[Self::Permanent, Self::Provisional, Self::Historical, Self::Reserved, Self::Experimental, Self::Private];

    fn as_str(self) -> &'static str {
        Self::as_str(self)
    }
}

/// Writes an enum and how each variant is written.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $($(#[$doc])* $variant,)+
        }

        impl Keyword for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    )+};
}

words! {
    /// Whose layer it is: by it the layers stand above each other.
    LayerKind {
        /// The registry that everybody has.
        Public = "public",
        /// One of an organization.
        Organization = "organization",
        /// One of a team in it.
        Team = "team",
        /// One of a person.
        User = "user",
    }

    /// What RFC 1738 says of a name.
    Rfc1738 {
        /// One of the ten that it defines.
        Defined = "defined",
        /// One of the seven that it keeps free (Section 4).
        Reserved = "reserved",
    }

    /// The generic grammar that a syntax stays inside.
    Generic {
        /// `*xchar`
        Rfc1738 = "rfc1738",
        /// `hier-part [ "?" query ]`
        Rfc3986 = "rfc3986",
        /// None: any text.
        Opaque = "opaque",
    }

    /// In what a grammar is written.
    Dialect {
        /// ABNF.
        Rfc5234 = "rfc5234",
        /// The BNF of RFC 1738 Section 5.
        Rfc1738Bnf = "rfc1738-bnf",
    }

    /// What a component holds.
    ComponentType {
        /// Any text.
        String = "string",
        /// A number up to 65535.
        U16 = "u16",
        /// A number up to 4294967295.
        U32 = "u32",
        /// A number up to 18446744073709551615.
        U64 = "u64",
        /// Texts between slashes.
        Path = "path",
        /// A domain name or an address.
        Host = "host",
    }

    /// The case of a component in the canonical form.
    Case {
        /// As it was written.
        Preserve = "preserve",
        /// Lower.
        Lower = "lower",
        /// Upper.
        Upper = "upper",
    }

    /// Who does the access.
    AccessKind {
        /// A scheme.
        Builtin = "builtin",
        /// The steps that are written here.
        Steps = "steps",
        /// A gateway.
        Gateway = "gateway",
        /// A shared library.
        Dylib = "dylib",
        /// A program of this system.
        Handler = "handler",
        /// Nobody: the URL only names.
        None = "none",
    }

    /// What a URL locates.
    Locates {
        /// An object that can be retrieved.
        DataObject = "data-object",
        /// A service to interact with.
        Service = "service",
        /// A name: it says what a thing is, not how to have it.
        Name = "name",
    }

    /// Up to where is received.
    Until {
        /// The end of the connection.
        Close = "until-close",
        /// A line with a dot alone.
        DotLine = "until-dot-line",
        /// The end of a line.
        Line = "line",
        /// A reply code and its lines.
        Reply = "reply",
    }

    /// What the variables of a gateway's template are.
    GatewayMode {
        /// The whole URL: `{url}`.
        Url = "url",
        /// Components by name.
        Parts = "parts",
    }

    /// When a gateway is taken.
    Prefer {
        /// Always, and nothing else is.
        Only = "only",
        /// Where direct access fails.
        Fallback = "fallback",
        /// Only when asked for.
        Never = "never",
    }

    /// A piece of a scheme's definition, replaced as a whole or not at all.
    Facet {
        /// That the reserved name may be used here.
        Name = "name",
        /// The grammar and its components.
        Syntax = "syntax",
        /// The algorithm of access, and the library.
        Access = "access",
        /// The default port.
        Port = "port",
        /// What the scheme tells of itself.
        Metadata = "metadata",
    }

    /// What a policy decides.
    Decision {
        /// Access it.
        Always = "always",
        /// Only when a person typed or clicked it.
        User = "user",
        /// Refuse.
        Never = "never",
    }

    /// How stern lint is.
    Profile {
        /// Rows taken from IANA: what they do not tell is only noted.
        PublicImport = "public-import",
        /// What somebody hands in to the public layer.
        PublicSubmission = "public-submission",
        /// A layer of one's own.
        Organization = "organization",
    }

    /// What a rule does in one layer.
    Setting {
        /// An error.
        Deny = "deny",
        /// A warning.
        Warn = "warn",
        /// A note.
        Note = "note",
        /// Nothing.
        Allow = "allow",
    }
}
