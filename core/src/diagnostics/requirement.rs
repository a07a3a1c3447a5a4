//! The requirements of the documents that a text can break, each with its id, section and fix.
//!
//! A [`Requirement`] is cited by the [`Error`](crate::Error) that rejects a text in strict mode, and by the
//! [`Warning`](crate::Warning) where lenient mode tolerates the same text.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

/// A requirement of the documents that define a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    id: Cow<'static, str>,
    section: Cow<'static, str>,
    text: Cow<'static, str>,
    help: Cow<'static, str>,
    fix: Fix,
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
        let [id, section, text, help] =
            [Cow::Borrowed(id), Cow::Borrowed(section), Cow::Borrowed(text), Cow::Borrowed(help)];
        Self { id, section, text, help, fix }
    }

    /// Creates a requirement that may own its texts.
    pub fn owned(
        id: impl Into<Cow<'static, str>>,
        section: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
        help: impl Into<Cow<'static, str>>,
        fix: Fix,
    ) -> Self {
        Self { id: id.into(), section: section.into(), text: text.into(), help: help.into(), fix }
    }

    /// The id: that of a requirement (`R-3.1-9`), of an ambiguity (`A-24`), or a name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The section that states it: `RFC 1738 §3.1`.
    pub fn section(&self) -> &str {
        &self.section
    }

    /// The requirement in words, as the second half of a sentence: lower case, no full stop.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How to correct the URL, as a short command.
    pub fn help(&self) -> &str {
        &self.help
    }

    /// How a program can repair the text at the span of the error.
    pub const fn fix(&self) -> &Fix {
        &self.fix
    }
}

/// How a program can repair the text at the span of an error.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// A requirement in an error or warning: borrowed from a `static` of a scheme in code, or shared with a scheme from a file.
#[derive(Clone, Debug)]
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

/// The requirements of the generic and the common Internet syntax. Those of a single scheme are in its module.
pub mod common {
    use super::{Fix, Requirement};

    const S2_1: &str = "RFC 1738 §2.1";
    const S2_2: &str = "RFC 1738 §2.2";
    const S3_1: &str = "RFC 1738 §3.1";

    /// `<scheme>:<scheme-specific-part>`.
    pub static NO_SCHEME: Requirement = Requirement::new(
        "R-2.1-1",
        S2_1,
        "a URL begins with a scheme and a colon",
        "write the scheme in front, as in `http://` or `mailto:`; relative links need their base first",
        Fix::Unknown,
    );
    /// `https//host`.
    pub static NO_COLON: Requirement =
        Requirement::new("R-2.1-1", S2_1, "a colon must follow the scheme", "write the colon", Fix::replace(":"));
    /// U+FEFF, which some editors write.
    pub static BYTE_ORDER_MARK: Requirement = Requirement::new(
        "R-2.1-3",
        S2_1,
        "an invisible byte order mark precedes the URL",
        "remove the byte order mark",
        Fix::Remove,
    );
    /// At least one character of scheme.
    pub static SCHEME_EMPTY: Requirement = Requirement::new(
        "R-2.1-5",
        S2_1,
        "a scheme has at least one character",
        "write the scheme, such as `http`, before the colon",
        Fix::Unknown,
    );
    /// Scheme characters.
    pub static SCHEME_CHAR: Requirement = Requirement::new(
        "R-2.1-3",
        S2_1,
        "a scheme holds letters, digits, `+`, `-` and `.` only, and no escapes",
        "write a scheme of these characters before the colon",
        Fix::Unknown,
    );
    /// Longer than [`Span::LONGEST`](crate::Span::LONGEST).
    pub static TOO_LONG: Requirement =
        Requirement::new("too-long", "Locator", "a URL must be shorter than 4 GiB", "shorten the text", Fix::Unknown);
    /// Control characters are never graphic.
    pub static CONTROL: Requirement =
        Requirement::new("R-2.2-4", S2_2, "a control character must be encoded", "encode it", Fix::Encode);
    /// Unsafe characters.
    pub static UNSAFE: Requirement =
        Requirement::new("A-42", S2_2, "an unsafe character must always be encoded", "encode it", Fix::Encode);
    /// A raw space.
    pub static SPACE: Requirement =
        Requirement::new("A-43", S2_2, "a space must always be encoded", "encode it", Fix::Encode);
    /// A raw character outside US-ASCII.
    pub static NON_ASCII: Requirement = Requirement::new(
        "A-43",
        S2_2,
        "a character outside US-ASCII must be encoded, byte by byte",
        "encode its UTF-8 bytes",
        Fix::Encode,
    );
    /// Whitespace before or after the URL.
    pub static AROUND: Requirement = Requirement::new(
        "A-44",
        "RFC 1738 Appendix",
        "whitespace around a URL is not part of it",
        "trim the text",
        Fix::Remove,
    );
    /// `#`, which begins a fragment.
    pub static FRAGMENT: Requirement = Requirement::new(
        "A-40",
        S2_2,
        "`#` begins a fragment, which is not part of a URL",
        "omit the fragment, or write `%23` where the `#` is meant as data",
        Fix::Remove,
    );
    /// A reserved character outside its reserved role.
    pub static RESERVED: Requirement = Requirement::new(
        "R-2.2-7",
        S2_2,
        "this character is reserved, and here it has no reserved purpose",
        "encode it",
        Fix::Encode,
    );
    /// `%` without two hexadecimal digits.
    pub static BAD_ESCAPE: Requirement = Requirement::new(
        "A-31",
        S2_2,
        "`%` begins an escape, so two hexadecimal digits must follow",
        "write `%25` for the percent sign itself",
        Fix::Encode,
    );
    /// An escape where the grammar has none.
    pub static NO_ESCAPES: Requirement = Requirement::new(
        "A-32",
        "RFC 1738 §5",
        "no escapes are allowed here",
        "write the character itself",
        Fix::Decode,
    );
    /// `//`, which marks the common Internet syntax.
    pub static SLASHES: Requirement = slashes(S3_1);
    /// Only one of the two slashes is present.
    pub static SECOND_SLASH: Requirement = second_slash(S3_1);

    /// [`SLASHES`], as another document requires them.
    pub const fn slashes(section: &'static str) -> Requirement {
        let help = "write `//` between the colon and the host";
        Requirement::new("R-3.1-1", section, "`//` must follow the colon in this scheme", help, Fix::replace("//"))
    }

    /// [`SECOND_SLASH`], as another document requires it.
    pub const fn second_slash(section: &'static str) -> Requirement {
        let text = "two slashes must follow the colon in this scheme";
        Requirement::new("R-3.1-1", section, text, "write a second slash", Fix::replace("/"))
    }

    /// Only `file` allows an empty host.
    pub static HOST_MISSING: Requirement = Requirement::new(
        "A-29",
        S3_1,
        "the host may not be empty in this scheme",
        "name the host after `//`",
        Fix::Unknown,
    );
    /// Host characters.
    pub static HOST_CHAR: Requirement = Requirement::new(
        "R-3.1-5",
        S3_1,
        "a host is a domain name of letters, digits, `-` and `.`, or four decimal groups",
        "correct the host",
        Fix::Unknown,
    );
    /// A character outside US-ASCII in a host name.
    pub static HOST_NON_ASCII: Requirement = Requirement::new(
        "R-3.1-5",
        S3_1,
        "a host name is written in letters, digits, `-` and `.` of US-ASCII",
        "write the name in its ASCII form, `xn--…`",
        Fix::Unknown,
    );
    /// `_` in a host name.
    pub static UNDERSCORE: Requirement = Requirement::new(
        "A-27",
        S3_1,
        "a host name has letters, digits and `-` between its dots, and no `_`",
        "use the name that the host is registered under",
        Fix::Unknown,
    );
    /// A backslash in a login or host: lenient mode rejects it too.
    pub static BACKSLASH: Requirement = Requirement::new(
        "A-42",
        "URL Standard, authority state",
        "a backslash in the login or host is a slash to browsers, which find another host",
        "write `/` where a slash is meant, or `%5C` in a user name or password",
        Fix::Unknown,
    );
    /// Any other unsafe character in a host: lenient mode rejects it too.
    pub static HOST_UNSAFE: Requirement = Requirement::new(
        "A-42",
        "RFC 3986 §3.2.2",
        "a host holds no unsafe character",
        "correct the host",
        Fix::Unknown,
    );
    /// An escape in a host name.
    pub static HOST_ESCAPE: Requirement = Requirement::new(
        "A-28",
        "RFC 1738 §5",
        "a host name has no escapes",
        "write the character that the escape stands for",
        Fix::Decode,
    );
    /// The root dot.
    pub static TRAILING_DOT: Requirement = Requirement::new(
        "A-26",
        "RFC 1738 §5",
        "a host name ends with a label, not with a dot",
        "omit the dot",
        Fix::Remove,
    );
    /// `a..b`.
    pub static LABEL_EMPTY: Requirement = Requirement::new(
        "R-3.1-5",
        S3_1,
        "the labels of a host name are separated by single dots",
        "omit one dot",
        Fix::Remove,
    );
    /// `-a`, `a-`.
    pub static LABEL_HYPHEN: Requirement = Requirement::new(
        "R-3.1-5",
        S3_1,
        "a label of a host name begins and ends with a letter or digit",
        "omit the hyphen",
        Fix::Unknown,
    );
    /// `a.1`, `1.2.3`.
    pub static TOPLABEL: Requirement = Requirement::new(
        "R-3.1-6",
        S3_1,
        "a host whose last label begins with a digit must be an address of four decimal groups",
        "write four groups of 0 to 255, or a name whose last label begins with a letter",
        Fix::Unknown,
    );
    /// A group above 255.
    pub static GROUP_RANGE: Requirement = Requirement::new(
        "A-25",
        S3_1,
        "each of the four groups of an address stands for one byte, 0 to 255",
        "correct the group",
        Fix::Unknown,
    );
    /// At most 63 bytes a label.
    pub static LABEL_LONG: Requirement = Requirement::new(
        "A-25",
        "RFC 1034 §3.1",
        "a label of a host name has at most 63 characters",
        "shorten the label",
        Fix::Unknown,
    );
    /// At most 255 bytes a name.
    pub static NAME_LONG: Requirement = Requirement::new(
        "A-25",
        "RFC 1034 §3.1",
        "a host name has at most 255 characters",
        "shorten the name",
        Fix::Unknown,
    );
    /// A colon without a port.
    pub static PORT_EMPTY: Requirement = Requirement::new(
        "A-24",
        S3_1,
        "if the port is omitted, the colon is as well",
        "omit the colon, or write the port",
        Fix::Remove,
    );
    /// Port characters.
    pub static PORT_DIGITS: Requirement = Requirement::new(
        "R-3.1-10",
        S3_1,
        "a port is a decimal number without sign",
        "write the port in digits, or encode a `:` that belongs to a user name or password",
        Fix::Unknown,
    );
    /// A port above 65535.
    pub static PORT_RANGE: Requirement =
        Requirement::new("A-24", S3_1, "a port is at most 65535", "correct the port", Fix::Unknown);
    /// A login in a scheme without one.
    pub static NO_LOGIN: Requirement = Requirement::new(
        "A-09",
        "RFC 1738 §5",
        "no user name or password is allowed in this scheme",
        "omit everything up to the `@`",
        Fix::Remove,
    );
    /// `@` within user name or password.
    pub static LOGIN_AT: Requirement = Requirement::new(
        "A-30",
        S3_1,
        "an `@` within a user name or password must be encoded",
        "write it as `%40`",
        Fix::Encode,
    );
    /// `:` within a password.
    pub static LOGIN_COLON: Requirement = Requirement::new(
        "A-30",
        S3_1,
        "a `:` within a user name or password must be encoded",
        "write it as `%3A`",
        Fix::Encode,
    );
    /// Text after the end of the grammar.
    pub static END: Requirement =
        Requirement::new("R-2.1-2", S2_1, "the URL should end here", "omit what follows", Fix::Unknown);
    /// The URL has another scheme than the entry with which it is parsed.
    pub static OTHER_SCHEME: Requirement = Requirement::new(
        "R-2.1-2",
        S2_1,
        "the interpretation of a URL depends on its own scheme",
        "parse it with the scheme it names",
        Fix::Unknown,
    );

    /// All requirements of this module.
    #[rustfmt::skip]
    pub static ALL: [&Requirement; 39] = [
        &NO_SCHEME, &NO_COLON, &BYTE_ORDER_MARK, &SCHEME_EMPTY, &SCHEME_CHAR, &TOO_LONG, &CONTROL, &UNSAFE, &SPACE,
        &NON_ASCII, &AROUND, &FRAGMENT, &RESERVED, &BAD_ESCAPE, &NO_ESCAPES, &SLASHES, &SECOND_SLASH, &HOST_MISSING,
        &HOST_CHAR, &HOST_NON_ASCII, &BACKSLASH, &HOST_UNSAFE, &UNDERSCORE, &HOST_ESCAPE, &TRAILING_DOT, &LABEL_EMPTY, &LABEL_HYPHEN, &TOPLABEL,
        &GROUP_RANGE, &LABEL_LONG, &NAME_LONG, &PORT_EMPTY, &PORT_DIGITS, &PORT_RANGE, &NO_LOGIN, &LOGIN_AT,
        &LOGIN_COLON, &END, &OTHER_SCHEME,
    ];
}

/// The requirements of RFC 3986, for schemes with its grammar.
pub mod modern {
    use super::{Fix, Requirement};

    const S2: &str = "RFC 3986 §2";

    /// Characters that RFC 3986 does not allow.
    pub static UNSAFE: Requirement = Requirement::new(
        "A-42",
        S2,
        "this character is not allowed in a URI and must be encoded",
        "encode it",
        Fix::Encode,
    );
    /// A raw space.
    pub static SPACE: Requirement = Requirement::new("A-43", S2, "a space must be encoded", "encode it", Fix::Encode);
    /// A raw character outside US-ASCII.
    pub static NON_ASCII: Requirement = Requirement::new(
        "A-43",
        S2,
        "a character outside US-ASCII must be encoded, byte by byte",
        "encode its UTF-8 bytes",
        Fix::Encode,
    );
    /// Control characters.
    pub static CONTROL: Requirement =
        Requirement::new("R-2.2-4", S2, "a control character must be encoded", "encode it", Fix::Encode);
    /// A reserved character outside its role.
    pub static RESERVED: Requirement = Requirement::new(
        "R-2.2-7",
        "RFC 3986 §2.2",
        "this character is a delimiter, and here it delimits nothing",
        "encode it",
        Fix::Encode,
    );
    /// `%` without two hexadecimal digits.
    pub static BAD_ESCAPE: Requirement = Requirement::new(
        "A-31",
        "RFC 3986 §2.1",
        "`%` begins an escape, so two hexadecimal digits must follow",
        "write `%25` for the percent sign itself",
        Fix::Encode,
    );
    /// A second `#`.
    pub static FRAGMENT: Requirement = Requirement::new(
        "A-40",
        "RFC 3986 §3.5",
        "a URI has one fragment, and no `#` inside it",
        "write `%23`",
        Fix::Encode,
    );

    /// All requirements of this module.
    #[rustfmt::skip]
    pub static ALL: [&Requirement; 7] = [
        &UNSAFE, &SPACE, &NON_ASCII, &CONTROL, &RESERVED, &BAD_ESCAPE, &FRAGMENT,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A requirement that is not listed cannot be explained by its id.
    #[test]
    fn all_are_listed() {
        let statics = include_str!("requirement.rs").matches(": Requirement =");
        // This test contains the text once more.
        let count = statics.count() - 1;
        assert_eq!(common::ALL.len() + modern::ALL.len(), count);
    }
}
