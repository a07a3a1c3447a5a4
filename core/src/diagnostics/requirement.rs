//! The requirements of the documents that a text can break, each with its id, section and fix.
//!
//! A [`Requirement`] is cited by the [`Error`](crate::Error) that rejects a text in strict mode, and by the
//! [`Warning`](crate::Warning) where lenient mode tolerates the same text.

use crate::text::prelude::*;
use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::ops::Deref;

/// A requirement of the documents that define a scheme.
#[derive(Clone, Debug)]
pub struct Requirement {
    texts: Texts,
    fix: Fix,
}

/// Id, section, text and help. There are many constants, so that a constant has only references.
#[derive(Clone, Debug)]
enum Texts {
    Static([&'static str; 4]),
    Owned(Box<[Cow<'static, str>; 4]>),
}

impl Requirement {
    /// Creates a requirement from texts known at compile time. The methods of the same names describe the parameters.
    pub const fn new(
        id: &'static str,
        section: &'static str,
        text: &'static str,
        help: &'static str,
        fix: Fix,
    ) -> Self {
        Self { texts: Texts::Static([id, section, text, help]), fix }
    }

    /// Creates a requirement that may own its texts.
    pub fn owned(
        id: impl Into<Cow<'static, str>>,
        section: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
        fix: Fix,
    ) -> Self {
        Self { texts: Texts::Owned(Box::new([id.into(), section.into(), text.into(), help.into()])), fix }
    }

    /// The requirement that an escape breaks where this one allows none, from the same document.
    pub(crate) fn of_no_escapes(&self) -> &'static Self {
        if self.section().starts_with("RFC 3986") { &modern::NO_ESCAPES } else { &common::NO_ESCAPES }
    }

    /// The id: that of a requirement (`R-3.1-9`), of an ambiguity (`A-24`), or a name.
    pub fn id(&self) -> &str {
        self.nth(0)
    }

    /// The section that states it: `RFC 1738 §3.1`.
    pub fn section(&self) -> &str {
        self.nth(1)
    }

    /// The requirement in words, as the second half of a sentence: lower case, no full stop.
    pub fn text(&self) -> &str {
        self.nth(2)
    }

    /// How to correct the URL, as a short command.
    pub fn help(&self) -> &str {
        self.nth(3)
    }

    fn nth(&self, n: usize) -> &str {
        match &self.texts {
            Texts::Static(texts) => texts[n],
            Texts::Owned(texts) => &texts[n],
        }
    }

    /// How a program can repair the text at the span of the error.
    pub const fn fix(&self) -> &Fix {
        &self.fix
    }
}

impl PartialEq for Requirement {
    fn eq(&self, other: &Self) -> bool {
        (0..4).all(|n| self.nth(n) == other.nth(n)) && self.fix == other.fix
    }
}

impl Eq for Requirement {}

/// How a program can repair the text at the span of an error.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fix {
    /// No repair is known that keeps the meaning.
    Unknown,
    /// Write the bytes of the span as escapes.
    Encode,
    /// Write the escapes of the span as the characters they stand for.
    Decode,
    /// Remove the span.
    Remove,
    /// Replace the span by this text; an empty span inserts it.
    Replace(Cow<'static, str>),
}

impl Fix {
    /// A [`Fix::Replace`] with a text known at compile time.
    pub const fn replace(text: &'static str) -> Self {
        Self::Replace(Cow::Borrowed(text))
    }
}

/// A requirement in an error or warning: borrowed from a scheme in code, or shared with a scheme from a file.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_enums, reason = "a requirement is a constant or it is not")]
pub enum RequirementRef {
    /// A requirement known at compile time.
    Static(&'static Requirement),
    /// A requirement made at run time.
    Shared(Arc<Requirement>),
}

impl Deref for RequirementRef {
    type Target = Requirement;

    fn deref(&self) -> &Requirement {
        match self {
            Self::Static(requirement) => requirement,
            Self::Shared(requirement) => requirement,
        }
    }
}

impl PartialEq for RequirementRef {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for RequirementRef {}

impl From<&'static Requirement> for RequirementRef {
    fn from(requirement: &'static Requirement) -> Self {
        Self::Static(requirement)
    }
}

impl From<Arc<Requirement>> for RequirementRef {
    fn from(requirement: Arc<Requirement>) -> Self {
        Self::Shared(requirement)
    }
}

impl From<Requirement> for RequirementRef {
    fn from(requirement: Requirement) -> Self {
        Self::Shared(Arc::new(requirement))
    }
}

/// [`Requirement::new`], with the short values first.
const fn row(id: &'static str, section: &'static str, fix: Fix, text: &'static str, help: &'static str) -> Requirement {
    Requirement::new(id, section, text, help, fix)
}

/// Declares requirements, and `ALL` of them.
macro_rules! requirements {
    ($($(#[$doc:meta])* $name:ident = $requirement:expr;)*) => {
        $($(#[$doc])* #[allow(unreachable_pub, reason = "other crates need some of them")] pub static $name: Requirement = $requirement;)*

        /// All requirements of this module.
        pub static ALL: &[&Requirement] = &[$(&$name),*];
    };
}

/// The requirements of the generic and the common Internet syntax. Those of a single scheme are in its module.
pub(crate) mod common {
    use super::{Fix, Requirement, row};

    const S2_1: &str = "RFC 1738 §2.1";
    const S2_2: &str = "RFC 1738 §2.2";
    const S3_1: &str = "RFC 1738 §3.1";

    requirements! {
        /// `<scheme>:<scheme-specific-part>`.
        NO_SCHEME = row("R-2.1-1", S2_1, Fix::Unknown,
            "a URL begins with a scheme and a colon",
            "begin with the scheme, as in `http://` or `mailto:`; a relative reference must first be resolved against its base");
        /// `https//host`.
        NO_COLON = row("R-2.1-1", S2_1, Fix::replace(":"), "a colon must follow the scheme", "write the colon");
        /// U+FEFF, which some editors write.
        BYTE_ORDER_MARK = row("R-2.1-3", S2_1, Fix::Remove,
            "an invisible byte order mark precedes the URL", "remove the byte order mark");
        /// At least one character of scheme.
        SCHEME_EMPTY = row("R-2.1-5", S2_1, Fix::Unknown,
            "a scheme has at least one character", "write the scheme, such as `http`, before the colon");
        /// Scheme characters.
        SCHEME_CHAR = row("R-2.1-3", S2_1, Fix::Unknown,
            "a scheme contains only letters, digits, `+`, `-` and `.`, and no escapes",
            "use only these characters before the colon");
        /// Longer than [`Span::LONGEST`](crate::Span::LONGEST).
        TOO_LONG = row("too-long", "anyurl", Fix::Unknown, "a URL must be shorter than 4 GiB", "shorten the text");
        /// A byte that is not part of a character.
        NOT_UTF8 = row("R-2.2-4", S2_2, Fix::Unknown,
            "a URL is written in US-ASCII characters; any other byte must be encoded",
            "write the byte as `%` and two hexadecimal digits");
        /// Control characters are never graphic.
        CONTROL = row("R-2.2-4", S2_2, Fix::Encode, "a control character must be encoded", "encode it");
        /// Unsafe characters.
        UNSAFE = row("A-42", S2_2, Fix::Encode, "an unsafe character must always be encoded", "encode it");
        /// A raw space.
        SPACE = row("A-43", S2_2, Fix::Encode, "a space must always be encoded", "encode it");
        /// A raw character outside US-ASCII.
        NON_ASCII = row("A-43", S2_2, Fix::Encode,
            "a character outside US-ASCII must be encoded, byte by byte", "encode its UTF-8 bytes");
        /// Whitespace before or after the URL.
        AROUND = row("A-44", "RFC 1738 Appendix", Fix::Remove,
            "whitespace around a URL is not part of it", "trim the text");
        /// `#`, which begins a fragment.
        FRAGMENT = row("A-40", S2_2, Fix::Remove,
            "`#` begins a fragment, which is not part of a URL",
            "omit the fragment, or write `%23` where the `#` is meant as data");
        /// `#` in a scheme without fragments.
        NO_FRAGMENT = row("A-40", "RFC 3986 §3.5", Fix::Unknown,
            "URLs of the scheme have no fragment",
            "write `%23` where the `#` is meant as data, or omit it with what follows");
        /// `#` before the `@` of a login.
        HASH_IN_LOGIN = row("A-40", "RFC 3986 §3.5", Fix::Unknown,
            "a `#` in the password would end the URL before its host",
            "write `%23` for the `#` in the password");
        /// A reserved character outside its reserved role.
        RESERVED = row("R-2.2-7", S2_2, Fix::Encode,
            "this character is reserved, but has no reserved purpose here", "encode it");
        /// `%` without two hexadecimal digits.
        BAD_ESCAPE = row("A-31", S2_2, Fix::Encode,
            "`%` begins an escape, so two hexadecimal digits must follow", "write `%25` for the percent sign itself");
        /// An escape where the grammar has none.
        NO_ESCAPES = row("A-32", "RFC 1738 §5", Fix::Decode, "no escapes are allowed here", "write the character itself");
        /// `//`, which marks the common Internet syntax.
        SLASHES = slashes(S3_1);
        /// Only one of the two slashes is present.
        SECOND_SLASH = second_slash(S3_1);
        /// Only `file` allows an empty host.
        HOST_MISSING = row("A-29", S3_1, Fix::Unknown,
            "the host must not be empty in this scheme", "name the host after `//`");
        /// Host characters.
        HOST_CHAR = row("R-3.1-5", S3_1, Fix::Unknown,
            "a host is a domain name of letters, digits, `-` and `.`, or an IPv4 address",
            "write a domain name or an IPv4 address");
        /// A character outside US-ASCII in a host name.
        HOST_NON_ASCII = row("R-3.1-5", S3_1, Fix::Unknown,
            "a host name is written in letters, digits, `-` and `.` of US-ASCII",
            "write the name in its ASCII form, `xn--…`");
        /// `_` in a host name.
        UNDERSCORE = row("A-27", S3_1, Fix::Unknown,
            "a host name consists of letters, digits, `-` and dots; `_` is not allowed",
            "use the registered name of the host");
        /// A backslash in a login or host: lenient mode rejects it too.
        BACKSLASH = row("A-42", "URL Standard, authority state", Fix::Unknown,
            "browsers read a backslash in the login or host as a slash, and find another host",
            "write `/` where a slash is meant, or `%5C` in a user name or password");
        /// Any other unsafe character in a host: lenient mode rejects it too.
        HOST_UNSAFE = row("A-42", "RFC 3986 §3.2.2", Fix::Unknown,
            "a host must not contain unsafe characters", "write a host without this character");
        /// An escape in a host name.
        HOST_ESCAPE = row("A-28", "RFC 1738 §5", Fix::Decode,
            "a host name has no escapes", "write the character that the escape stands for");
        /// The root dot.
        TRAILING_DOT = row("A-26", "RFC 1738 §5", Fix::Remove,
            "a host name ends with a label, not with a dot", "omit the dot");
        /// `a..b`.
        LABEL_EMPTY = row("R-3.1-5", S3_1, Fix::Remove,
            "the labels of a host name are separated by single dots", "omit one dot");
        /// `-a`, `a-`.
        LABEL_HYPHEN = row("R-3.1-5", S3_1, Fix::Unknown,
            "a label of a host name begins and ends with a letter or digit", "omit the hyphen");
        /// `a.1`, `1.2.3`.
        TOPLABEL = row("R-3.1-6", S3_1, Fix::Unknown,
            "a host whose last label begins with a digit must be an IPv4 address of four decimal numbers",
            "write four numbers from 0 to 255, or a name whose last label begins with a letter");
        /// A group above 255.
        GROUP_RANGE = row("A-25", S3_1, Fix::Unknown,
            "each of the four numbers of an IPv4 address is from 0 to 255", "write a number from 0 to 255");
        /// At most 63 bytes a label.
        LABEL_LONG = row("A-25", "RFC 1034 §3.1", Fix::Unknown,
            "a label of a host name has at most 63 characters", "shorten the label");
        /// At most 255 bytes a name.
        NAME_LONG = row("A-25", "RFC 1034 §3.1", Fix::Unknown,
            "a host name has at most 255 characters", "shorten the name");
        /// A colon without a port.
        PORT_EMPTY = row("A-24", S3_1, Fix::Remove,
            "a colon after the host must be followed by a port", "omit the colon, or write the port");
        /// Port characters.
        PORT_DIGITS = row("R-3.1-10", S3_1, Fix::Unknown,
            "a port is a decimal number without a sign",
            "write the port in digits, or encode a `:` that belongs to a user name or password");
        /// A port above 65535.
        PORT_RANGE = row("A-24", S3_1, Fix::Unknown, "a port is at most 65535", "write a port from 0 to 65535");
        /// A login in a scheme without one.
        NO_LOGIN = row("A-09", "RFC 1738 §5", Fix::Remove,
            "no user name or password is allowed in this scheme", "omit everything up to and including the `@`");
        /// `@` within user name or password.
        LOGIN_AT = row("A-30", S3_1, Fix::Encode,
            "an `@` within a user name or password must be encoded", "write it as `%40`");
        /// `:` within a password.
        LOGIN_COLON = row("A-30", S3_1, Fix::Encode,
            "a `:` within a user name or password must be encoded", "write it as `%3A`");
        /// Text after the end of the grammar.
        END = row("R-2.1-2", S2_1, Fix::Unknown, "the URL should end here", "omit what follows");
        /// The entry with which a text is parsed belongs to another registry.
        OTHER_REGISTRY = row("R-2.1-2", S2_1, Fix::Unknown,
            "the program parses with an entry of another registry", "look up the entry in the registry that parses");
    }

    /// [`SLASHES`] as required by another document.
    pub const fn slashes(section: &'static str) -> Requirement {
        let help = "write `//` between the colon and the host";
        Requirement::new("R-3.1-1", section, "`//` must follow the colon in this scheme", help, Fix::replace("//"))
    }

    /// [`SECOND_SLASH`] as required by another document.
    pub const fn second_slash(section: &'static str) -> Requirement {
        let text = "two slashes must follow the colon in this scheme";
        Requirement::new("R-3.1-1", section, text, "write a second slash", Fix::replace("/"))
    }
}

/// The requirements of RFC 3986, for schemes with its grammar.
pub(crate) mod modern {
    use super::{Fix, Requirement, row};

    const S2: &str = "RFC 3986 §2";
    const S3_2_2: &str = "RFC 3986 §3.2.2";

    requirements! {
        /// Characters that RFC 3986 does not allow.
        UNSAFE = row("A-42", S2, Fix::Encode, "this character is not allowed in a URI and must be encoded", "encode it");
        /// A raw space.
        SPACE = row("A-43", S2, Fix::Encode, "a space must be encoded", "encode it");
        /// A raw character outside US-ASCII.
        NON_ASCII = row("A-43", S2, Fix::Encode,
            "a character outside US-ASCII must be encoded, byte by byte", "encode its UTF-8 bytes");
        /// Control characters.
        CONTROL = row("R-2.2-4", S2, Fix::Encode, "a control character must be encoded", "encode it");
        /// A reserved character outside its role.
        RESERVED = row("R-2.2-7", "RFC 3986 §2.2", Fix::Encode,
            "this character is a delimiter but delimits nothing here", "encode it");
        /// `%` without two hexadecimal digits.
        BAD_ESCAPE = row("A-31", "RFC 3986 §2.1", Fix::Encode,
            "`%` begins an escape, so two hexadecimal digits must follow", "write `%25` for the percent sign itself");
        /// A scheme that begins with another character than a letter.
        SCHEME_LETTER = row("A-04", "RFC 3986 §3.1", Fix::Unknown,
            "a scheme begins with a letter", "begin with the scheme, as in `https://`");
        /// `@` within a user name or password.
        LOGIN_AT = row("A-30", "RFC 3986 §3.2.1", Fix::Encode,
            "an `@` within a user name or password must be encoded", "write it as `%40`");
        /// An escape in a rule without escapes.
        NO_ESCAPES = row("A-32", S2, Fix::Decode, "no escapes are allowed here", "write the character itself");
        /// A malformed host.
        HOST = row("R-3.1-5", S3_2_2, Fix::Unknown,
            "a host is a name, an IPv4 address, or an IPv6 address in brackets, optionally followed by `:` and a port",
            "write a name, or an address");
        /// `[` without `]`.
        BRACKET = row("R-3.1-5", S3_2_2, Fix::Unknown,
            "the `[` before an address needs a closing `]`", "write the `]` after the address");
        /// `[x]`.
        IP_LITERAL = row("R-3.1-5", S3_2_2, Fix::Unknown,
            "brackets must contain an IPv6 address", "write an IPv6 address, such as `[2001:db8::1]`");
        /// `[fe80::1%25eth0]`
        ZONE = row("R-3.1-5", "RFC 9844", Fix::Unknown,
            "an IPv6 address in a URL has no zone identifier", "omit the zone, from the `%` on");
        /// A port with other characters than digits.
        PORT = row("R-3.1-10", "RFC 3986 §3.2.3", Fix::Unknown,
            "a port is a decimal number without a sign",
            "write the port in digits, or encode a `:` that belongs to a user name");
        /// A port above 65535.
        PORT_RANGE = row("A-24", "RFC 9293 §3.1", Fix::Unknown, "a port is at most 65535", "write a port from 0 to 65535");
        /// A second `#`.
        FRAGMENT = row("A-40", "RFC 3986 §3.5", Fix::Encode,
            "a URI has at most one fragment, which cannot contain `#`", "write `%23`");
    }
}
