//! The requirements that are the same for all declared schemes. Those of the generic syntax are the core's.

use anyurl_core::authors::{Fix, Requirement};

/// A requirement of declared schemes. In its texts, `{scheme}` is the name of the scheme; in the message, `{}` is a rule of
/// the grammar, or the limit that the component has.
pub(in crate::scheme) struct SchemeError {
    pub(in crate::scheme) id: &'static str,
    message: &'static str,
    help: &'static str,
    /// What to write in place of what breaks it, if that is certain.
    fix: Option<&'static str>,
}

impl SchemeError {
    pub(super) const fn new(id: &'static str, message: &'static str, help: &'static str) -> Self {
        Self { id, message, help, fix: None }
    }

    const fn fixed_by(mut self, text: &'static str) -> Self {
        self.fix = Some(text);
        self
    }

    /// The requirement of a section.
    pub(in crate::scheme) fn requirement(&self, section: &str, scheme: &str, about: &str) -> Requirement {
        let message = self.message.replace("{scheme}", scheme).replace("{}", about);
        let help = self.help.replace("{scheme}", scheme);
        Requirement::owned(self.id, section.to_owned(), message, help, self.fix())
    }

    /// How a URL is corrected that breaks it.
    pub(in crate::scheme) fn fix(&self) -> Fix {
        match self.fix {
            None => Fix::Unknown,
            Some("") => Fix::Remove,
            Some(text) => Fix::replace(text),
        }
    }
}

/// The requirements that errors of declared schemes cite, in general words; their sections are those of the schemes.
///
/// ```
/// let all = anyurl_declared::requirements();
/// let no_port = all.into_iter().find(|one| one.id() == "no-port").unwrap();
/// assert_eq!(no_port.text(), "URLs of the scheme have no port");
/// ```
pub fn requirements() -> Vec<Requirement> {
    ALL.iter().map(|error| error.requirement("the document of the scheme", "the scheme", "…")).collect()
}

/// Declares requirements, and `ALL` of them.
macro_rules! scheme_errors {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $message:literal, $help:literal $(, $fix:literal)?;)*) => {
        $($(#[$doc])* pub(in crate::scheme) static $name: SchemeError =
            SchemeError::new($id, $message, $help)$(.fixed_by($fix))?;)*

        static ALL: &[&SchemeError] = &[$(&$name),*];
    };
}

scheme_errors! {
    /// The grammar does not derive the text.
    GRAMMAR = "grammar", "the rule `{}` of {scheme} does not match", "compare the URL with the examples of {scheme}";
    /// The form does not derive the text.
    FORM = "grammar", "the form `{}` does not match", "compare the URL with the examples of {scheme}";
    /// No slash follows the colon.
    SLASHES = "R-3.1-1", "`//` must follow the colon in this scheme", "write `//` after the colon", "//";
    /// One slash follows the colon, and what follows it can be a host or the like.
    SECOND_SLASH = "R-3.1-1", "two slashes must follow the colon in this scheme", "write a second slash", "/";
    /// One slash follows the colon, and may begin a path.
    HOST_OR_PATH = "R-3.1-1", "`//` must follow the colon in this scheme",
        "write `//` before a host, or before the slash of a path";
    /// A host is required.
    NO_HOST = "A-29", "the host may not be empty", "name the host after `//`";
    /// The scheme has no user names.
    NO_LOGIN = "no-login", "URLs of {scheme} have no user name and no password",
        "omit everything up to and including the `@`", "";
    /// The scheme has no passwords, or has them elsewhere.
    NO_PASSWORD = "no-password", "URLs of {scheme} have no password before the host", "omit the `:` and the password", "";
    /// The scheme has no ports.
    NO_PORT = "no-port", "URLs of {scheme} have no port", "omit the `:` and what follows it in the authority", "";
    /// The port is no number.
    PORT = "R-3.1-10", "a port is a decimal number without a sign", "write the port in digits";
    /// The port is no number, or the colon belongs to a login.
    PORT_OR_LOGIN = "R-3.1-10", "a port is a decimal number without a sign",
        "write the port in digits, or encode a `:` that belongs to a user name or password";
    /// The grammar allows other characters than digits, but the component is a number.
    NOT_A_NUMBER = "no-number", "the component is a number, so only digits are allowed", "write digits";
    /// The grammar allows other texts than decimal numbers, but the component is one.
    NOT_A_DECIMAL = "no-number", "the component is a decimal number, such as `-1.5`",
        "write digits, and a dot between them if there is a fraction";
    /// The grammar allows other texts than hexadecimal digits, but the component consists of them.
    NOT_HEX = "no-number", "the component consists of hexadecimal digits",
        "write digits and the letters `a` to `f`";
    /// The scheme allows each name once.
    REPEATED_FIELD = "repeated-field", "each name may stand once", "keep one of the two";
    /// The scheme does not define the field.
    UNKNOWN_FIELD = "unknown-field", "{scheme} defines no other names than {}",
        "write one of these names, or remove the field";
    /// The scheme requires a field.
    MISSING_FIELD = "missing-field", "`{}` is required", "add it, as the examples of {scheme} have it";
    /// The grammar allows addresses, but the host is a domain name.
    NOT_A_NAME = "no-name", "the host is a domain name, not an address", "write the name of the host";
    /// The grammar allows any text in brackets.
    NOT_AN_ADDRESS = "no-address", "only an IPv6 address is allowed in brackets",
        "write an address such as `[2001:db8::1]`";
    /// The grammar allows addresses and dots in a row, but the component is the name of a bucket.
    NOT_A_BUCKET = "no-bucket", "a bucket is neither an IPv4 address nor a name with two dots in a row",
        "write the name of the bucket";
    /// The component is a URL of the scheme itself.
    SAME_SCHEME = "same-scheme", "a {scheme} URL contains a URL of another scheme, not one of its own",
        "write the name of the scheme once";
    /// The number is outside the range of its component.
    OUT_OF_RANGE = "number", "the number must be {}", "write a number in this range";
    /// The grammar has no limit of the length, but the component has.
    TOO_LONG = "too-long", "the component has at most {} characters", "write a shorter text";
}
