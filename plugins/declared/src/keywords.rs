//! The enumerated values of the format, each an enum that knows its spelling.

use anyurl_core::Severity;
use anyurl_core::authors::Status;

/// A word, and what it means in a sentence.
pub type Word = (&'static str, &'static str);

/// A value that is one of a fixed set of words.
pub trait Keyword: Copy + 'static {
    /// All values, in the order of the format.
    const ALL: &'static [Self];

    /// The word of each value, in the same order.
    const WORDS: &'static [Word];

    /// The spelling in a file.
    fn as_str(self) -> &'static str;

    /// Parses a word; returns `None` for any other.
    fn parse(word: &str) -> Option<Self> {
        place(Self::WORDS, word).map(|n| Self::ALL[n])
    }
}

/// The place of a word among others.
pub(crate) fn place(words: &[Word], word: &str) -> Option<usize> {
    words.iter().position(|(one, _)| *one == word)
}

/// A sentence for people, without the space at the start of a doc comment. Programs that only read files do not have it.
pub(crate) const fn sentence(doc: &'static str) -> &'static str {
    match doc.as_bytes() {
        _ if !cfg!(feature = "formatter") => "",
        [b' ', rest @ ..] => match std::str::from_utf8(rest) {
            Ok(rest) => rest,
            Err(_) => doc,
        },
        _ => doc,
    }
}

impl Keyword for Status {
    const ALL: &'static [Self] =
        &[Self::Permanent, Self::Provisional, Self::Historical, Self::Reserved, Self::Experimental, Self::Private];

    const WORDS: &'static [Word] = &[
        ("permanent", "Reviewed, stable and registered for everyone."),
        ("provisional", "Registered, but not reviewed."),
        ("historical", "No longer in use."),
        ("reserved", "The name is reserved, and has no definition."),
        ("experimental", "An experiment, whose name begins with `x-`."),
        ("private", "For one organization."),
    ];

    fn as_str(self) -> &'static str {
        Self::as_str(self)
    }
}

impl Keyword for Severity {
    const ALL: &'static [Self] = &[Self::Note, Self::Caution, Self::Danger];

    const WORDS: &'static [Word] = &[
        ("note", "Informational: a policy allows access."),
        ("caution", "Access needs caution: a policy asks."),
        ("danger", "A known attack has this form: a policy denies access."),
    ];

    fn as_str(self) -> &'static str {
        Self::as_str(self)
    }
}

/// Defines enums and the spelling of each variant.
macro_rules! keywords {
    ($($(#[$about:meta])* $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $word:literal,)+ })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Keyword for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            const WORDS: &'static [Word] = &[$(($word, sentence(concat!($($doc),+)))),+];

            fn as_str(self) -> &'static str {
                Self::WORDS[self as usize].0
            }
        }
    )+};
}

keywords! {
    /// The kind of a layer, which decides the order of layers.
    LayerKind {
        /// The public registry.
        Public = "public",
        /// A layer of an organization.
        Organization = "organization",
        /// A layer of a team in an organization.
        Team = "team",
        /// A layer of one user.
        User = "user",
    }

    /// The role of a name in RFC 1738.
    Rfc1738 {
        /// One of the ten schemes that it defines.
        Defined = "defined",
        /// One of the seven names that it reserves (Section 4).
        Reserved = "reserved",
    }

    /// The generic grammar that bounds a syntax.
    Generic {
        /// `*xchar`
        Rfc1738 = "rfc1738",
        /// `hier-part [ "?" query ]`
        Rfc3986 = "rfc3986",
        /// No grammar: any text.
        Opaque = "opaque",
    }

    /// The notation of a grammar.
    Dialect {
        /// ABNF.
        Rfc5234 = "rfc5234",
        /// The BNF of RFC 1738 Section 5.
        Rfc1738Bnf = "rfc1738-bnf",
    }

    /// The type of a component.
    ComponentType {
        /// Any text.
        String = "string",
        /// A number up to 65535.
        U16 = "u16",
        /// A number up to 4294967295.
        U32 = "u32",
        /// A number up to 18446744073709551615.
        U64 = "u64",
        /// Segments separated by slashes.
        Path = "path",
        /// A domain name or an address.
        Host = "host",
        /// Texts between separators, or before terminators.
        List = "list",
        /// A word whose case does not count.
        Keyword = "keyword",
        /// A component without a value.
        Flag = "flag",
        /// Names with values.
        Fields = "fields",
        /// A whole number, whose leading zeros do not count.
        Integer = "integer",
        /// A decimal number, whose leading and trailing zeros do not count.
        Decimal = "decimal",
        /// Hexadecimal digits, whose case does not count.
        Hex = "hex",
        /// A URL of another scheme.
        Url = "url",
    }

    /// What the host of a URL is.
    HostKind {
        /// A domain name or an IPv4 address, by RFC 1738 §3.1.
        Rfc1738 = "rfc1738",
        /// A registered name or an IP literal, by RFC 3986 §3.2.2.
        Rfc3986 = "rfc3986",
        /// A domain name.
        Dns = "dns",
        /// A name that is no host of the Internet; its case counts.
        Opaque = "opaque",
        /// A bucket of a store of objects: a name without empty labels, and no IPv4 address; its case counts.
        Bucket = "bucket",
        /// A host with its port.
        Authority = "authority",
        /// Several hosts with their ports, separated by commas.
        List = "list",
    }

    /// What a `#` is in the URLs of a scheme.
    Fragment {
        /// It begins a fragment.
        Separate = "separate",
        /// It is an error.
        None = "none",
        /// It is data.
        Data = "data",
    }

    /// What of a field does not depend on its case.
    FieldCase {
        /// Nothing.
        Preserve = "preserve",
        /// Its name.
        Names = "names",
        /// Its name and its value.
        All = "all",
    }

    /// Whether writing the default of a component makes another URL.
    ExplicitDefault {
        /// It is the same URL, and the canonical form omits it.
        Same = "same",
        /// It is another URL.
        Other = "other",
    }

    /// What a reference to another URL of the scheme may omit.
    RelativeTo {
        /// Nothing.
        Nothing = "nothing",
        /// The part of the path that both share.
        Path = "path",
        /// The scheme.
        Name = "name",
    }

    /// What the components are in the text that a step sends.
    LineKind {
        /// Arguments of a command, without spaces.
        Arguments = "arguments",
        /// The last one extends to the end of its line.
        RestOfLine = "rest-of-line",
        /// Fields separated by TAB.
        TabSeparated = "tab-separated",
        /// A message-id between angle brackets.
        MessageId = "message-id",
        /// Parts of a request line, sent as written.
        Request = "request",
    }

    /// What the user is asked for.
    PromptFor {
        /// A password.
        Password = "password",
        /// The answers to a form.
        AskForm = "ask-form",
    }

    /// How a protocol delimits the arguments of a call.
    Framing {
        /// By their length: every byte is data.
        Length = "length",
        /// As lines of text.
        Lines = "lines",
    }

    /// Whether the default port is part of the canonical form.
    DefaultPort {
        /// It is removed.
        Drop = "drop",
        /// It means something else than no port.
        Keep = "keep",
    }

    /// What the canonical form does with escapes.
    Escapes {
        /// Decodes those of unreserved characters.
        Decode = "decode",
        /// Writes their digits in upper case.
        Case = "case",
        /// Nothing.
        Keep = "keep",
    }

    /// What the canonical form does with dot segments.
    DotSegments {
        /// Keeps them.
        Keep = "keep",
        /// Removes them from an absolute path.
        Remove = "remove",
    }

    /// The case of a component in the canonical form.
    Case {
        /// Unchanged.
        Preserve = "preserve",
        /// Lower case.
        Lower = "lower",
        /// Upper case.
        Upper = "upper",
    }

    /// What carries the protocol of a scheme.
    PortTransport {
        /// TCP.
        Tcp = "tcp",
        /// TLS over TCP, from the first byte.
        Tls = "tls",
        /// UDP.
        Udp = "udp",
        /// SCTP, by which steps cannot connect.
        Sctp = "sctp",
    }

    /// How a URL is accessed.
    AccessKind {
        /// By the built-in scheme.
        Builtin = "builtin",
        /// By the steps in the entry.
        Steps = "steps",
        /// Through a gateway.
        Gateway = "gateway",
        /// By a shared library.
        Dylib = "dylib",
        /// By the steps in the facts of a module of WebAssembly.
        Wasm = "wasm",
        /// By a program registered with the system.
        Handler = "handler",
        /// Not at all: the URL only names a resource.
        None = "none",
    }

    /// The kind of file that has the code of a scheme.
    PluginKind {
        /// A shared library.
        Dylib = "dylib",
        /// A module of WebAssembly.
        Wasm = "wasm",
    }

    /// What a URL locates.
    Locates {
        /// A retrievable object.
        DataObject = "data-object",
        /// An interactive service.
        Service = "service",
        /// A name: it identifies a resource without a way to access it.
        Name = "name",
    }

    /// The end of a reply.
    Until {
        /// The connection closes.
        Close = "until-close",
        /// A line with a single dot.
        DotLine = "until-dot-line",
        /// A line ends.
        Line = "line",
        /// A reply code with its lines ends.
        Reply = "reply",
        /// As many bytes come as a number of two bytes says, which comes first, most significant byte first.
        LengthU16 = "length-u16",
        /// As many bytes come as a number of four bytes says, which comes first, most significant byte first.
        LengthU32 = "length-u32",
        /// As many bytes come as the decimal number says with which the first line ends.
        LengthLine = "length-line",
    }

    /// The variables of a gateway's template.
    GatewayMode {
        /// The whole URL: `{url}`.
        Url = "url",
        /// The components by name.
        Parts = "parts",
    }

    /// When a gateway is used.
    Prefer {
        /// Always, in place of direct access.
        Only = "only",
        /// For schemes without an access of their own: in code, or by steps, a library or a module.
        Fallback = "fallback",
        /// Not at all. A gateway of a lower layer that has the same id is not used either.
        Never = "never",
    }

    /// A part of a scheme's definition that an override replaces as a whole.
    Facet {
        /// The permission to use a reserved name.
        Name = "name",
        /// The grammar and its components.
        Syntax = "syntax",
        /// The access algorithm and the library.
        Access = "access",
        /// The default port.
        Port = "port",
        /// Description, contacts, references and similar data.
        Metadata = "metadata",
    }

    /// The decision of a policy.
    Decision {
        /// Allow access.
        Always = "always",
        /// Allow access if the user typed or clicked the URL.
        User = "user",
        /// Refuse access.
        Never = "never",
    }

    /// The strictness of lint.
    Profile {
        /// Rows imported from IANA: missing metadata is only a note.
        PublicImport = "public-import",
        /// A submission to the public layer.
        PublicSubmission = "public-submission",
        /// A private layer.
        Organization = "organization",
    }

    /// The level of a lint rule in one layer.
    Setting {
        /// An error.
        Deny = "deny",
        /// A warning.
        Warn = "warn",
        /// A note.
        Note = "note",
        /// Not reported.
        Allow = "allow",
    }
}

impl ComponentType {
    /// Whether the value is a number.
    pub(crate) const fn is_number(self) -> bool {
        matches!(self, Self::U16 | Self::U32 | Self::U64 | Self::Integer | Self::Decimal)
    }
}
