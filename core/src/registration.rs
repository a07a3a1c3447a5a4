//! Registrations: the data that RFC 1738 Section 4 requires of a scheme, including its syntax **and** access algorithm.

pub(crate) mod build_table;
mod builder;
mod deprecation;
mod example;
pub(crate) mod flat_template;
pub(crate) mod layout;
mod lazy_list;
mod rows;
pub mod template;

use alloc::borrow::Cow;

use semver::Version;

use crate::syntax::class::{self, Class};
use crate::syntax::escape::Escaping;
pub use crate::syntax::grammar::Grammar;
use crate::syntax::split;
use crate::text::span::Slot;
pub use builder::RegistrationBuilder;
pub use deprecation::Deprecation;
pub use example::{Example, Reject, example, reject};
pub use lazy_list::LazyList;
pub use rows::Rows;

/// A text in a registration: borrowed in a `static`, owned if it comes from a file or library.
pub type Text = Cow<'static, str>;

/// A list in a registration: borrowed in a `static`, owned if it comes from a file or library.
pub type List<T> = Cow<'static, [T]>;

/// The registration of one version of a scheme.
///
/// The registration of a scheme in Rust is a `static`, which the const [`RegistrationBuilder`] makes. One that is made
/// at run time begins with [`Registration::new`], and sets the fields that it needs.
///
/// ```
/// use anyurl_core::authors::{Component, Registration, RegistrationBuilder, Status};
///
/// const COMPONENTS: &[Component] = &[Component::HOST, Component::PORT];
/// static ECHO: Registration = RegistrationBuilder::new("x-echo", [1, 0, 0], Status::Experimental)
///     .components(COMPONENTS, "//{host}[:{port}]")
///     .port(7)
///     .build();
/// assert_eq!((&*ECHO.name, ECHO.default_port, ECHO.has_host()), ("x-echo", Some(7), true));
/// ```
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a scheme, not states")]
#[non_exhaustive]
pub struct Registration {
    /// The name, in lower case: `a-z 0-9 + . -`; that of a subscheme has a colon: `urn:isbn`.
    pub name: Text,
    /// The version of the scheme's definition. A grammar that rejects previously valid URLs needs a new major version.
    pub version: Version,
    /// The status of the scheme.
    pub status: Status,
    /// The notice that the scheme is to be used no more, if it is deprecated.
    pub deprecated: Option<Deprecation>,
    /// The generic grammar that includes the syntax.
    pub grammar: Grammar,
    /// Whether RFC 1738 itself defines this version: [`Profile::Rfc1738`](crate::Profile) selects it.
    pub rfc1738: bool,
    /// What a URL locates, in a few words.
    pub description: Text,
    /// The default port.
    pub default_port: Option<u16>,
    /// What a `#` is.
    pub fragment: FragmentUse,
    /// Whether clients look up the host, although the scheme has no default port.
    pub connects: bool,
    /// Whether a URL without a host is about this computer, as a file URL is (RFC 8089 §2).
    pub local_host: bool,
    /// Whether clients pass user, host and path to a command as arguments, in which a leading `-` makes an option.
    pub command_line: bool,
    /// The components, in output order.
    pub components: List<Component>,
    /// The [`template`] that builds a URL from its components; if empty, URLs cannot be built.
    pub template: Text,
    /// The ones of `;/?:@=&` that the scheme reserves (R-2.2-8). Empty for schemes with another generic grammar.
    pub reserved: Text,
    /// The syntax, as a grammar (Section 4: "the syntax").
    pub syntax: Text,
    /// The access algorithm, step by step in prose (Section 4: "an algorithm for accessing of resources").
    pub access: List<Text>,
    /// Whether `/` separates the levels of a hierarchy, so that relative references are possible (RFC 1738 §2.3).
    pub hierarchical: bool,
    /// Whether the scheme has the origin of RFC 6454 §4, its scheme, host and port: [`Url::origin`](crate::Url::origin).
    pub has_origin: bool,
    /// Whether the query is that of an HTML form, in which `+` is a space (`application/x-www-form-urlencoded`).
    pub form_query: bool,
    /// Whether the scheme itself warns about URLs that are valid and unwise.
    pub advises: bool,
    /// The component whose value selects a subscheme: an entry `urn:isbn`, by whose grammar URLs are read that begin with
    /// `urn:isbn:`. URLs whose value selects none are read by this entry.
    pub subschemes: Option<Slot>,
    /// Whether a URL designates an object that can be retrieved, unlike a mailbox or a terminal session.
    pub data_object: bool,
    /// The meaning of the names if they locate no data object (R-4-5); otherwise empty.
    pub name_properties: Text,
    /// What demonstrates use and operability (R-4-4): a client, a server, a gateway. Empty if nothing does yet.
    pub demonstration: Text,
    /// The documents, the defining one first, each with its section: `RFC 1738 §3.4`.
    pub references: List<Text>,
    /// URLs and their components, used as tests, documentation and fuzzing seeds.
    pub examples: LazyList<Example>,
    /// Invalid texts with their errors.
    pub rejects: LazyList<Reject>,
}

impl Registration {
    /// A registration of this name, version and status; every other field has the default of [`RegistrationBuilder`].
    ///
    /// ```
    /// use anyurl_core::authors::{Registration, Status};
    /// use anyurl_core::semver::Version;
    ///
    /// let mut registration = Registration::new("x-echo", Version::new(1, 0, 0), Status::Experimental);
    /// registration.default_port = Some(7);
    /// assert!(registration.data_object && registration.components.is_empty());
    /// ```
    pub fn new(name: impl Into<Text>, version: Version, status: Status) -> Self {
        let blank = RegistrationBuilder::new("", [0, 0, 0], status).build();
        Self { name: name.into(), version, ..blank }
    }

    /// The name that its URLs begin with: `urn` for the subscheme `urn:isbn`.
    pub fn scheme_name(&self) -> &str {
        split::scheme_of(&self.name)
    }

    /// Returns the component of this name.
    pub fn component(&self, name: &str) -> Option<&Component> {
        self.components.iter().find(|component| component.name == name)
    }

    /// Whether URLs of this scheme have a host.
    pub fn has_host(&self) -> bool {
        self.components.iter().any(|component| component.slot == Slot::HOST && !component.lenient)
    }

    /// Whether a name in place of the host is looked up. That of other schemes may be a bucket or the path of a socket.
    pub(crate) fn looks_up_host(&self) -> bool {
        self.default_port.is_some() || self.connects
    }

    /// Whether a `?` begins a query, as the template shows. In some schemes of RFC 3986, such as gopher, it is data.
    pub(crate) fn has_query(&self) -> bool {
        memchr::memchr(b'?', self.template.as_bytes()).is_some()
            || self.template.is_empty() && self.grammar == Grammar::Rfc3986
    }
}

/// What a `#` is in the URLs of a scheme.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum FragmentUse {
    /// It begins a fragment (RFC 3986 §3.5).
    #[default]
    Separate,
    /// It is an error: URLs of the scheme have no fragment.
    Forbidden,
    /// It is data, like a letter.
    Data,
}

crate::names! {
    /// The status of a scheme, in the terms of IANA and RFC 1738 Section 4.
    #[non_exhaustive]
    pub enum Status, "a status" {
        /// Reviewed, and registered for good.
        Permanent = "permanent",
        /// Registered on request.
        Provisional = "provisional",
        /// Registered, but no longer in use.
        Historical = "historical",
        /// An experiment by mutual agreement: the name begins with `x-` (R-4-2).
        Experimental = "experimental",
        /// Reserved for a future definition (R-4-8).
        Reserved = "reserved",
        /// Used within one organization.
        Private = "private",
    }
}

/// What a reference to a URL of the same scheme may omit (R-P-8, R-P-9); see
/// [`Scheme::relative`](crate::authors::Scheme::relative).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Relative {
    /// Nothing.
    No,
    /// The part of the path that is shared with the base, up to a slash.
    Path,
    /// The scheme: a bare name belongs to the same scheme.
    Name,
}

/// A component of a scheme: its name, slot and role.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Component {
    /// The name, as in the document.
    pub name: Text,
    /// The slot for its span.
    pub slot: Slot,
    /// The role, which determines output, masking and the canonical form.
    pub role: Role,
    /// The default value if it is absent, such as the gophertype `1`.
    pub default: Option<Text>,
    /// Whether it exists in lenient mode only.
    pub lenient: bool,
    /// The bytes that the builder escapes (R-2.2-7).
    pub escaping: Escaping,
    /// Whether it is a secret, masked in output as a password is.
    pub sensitive: bool,
    /// The characters that do not count, such as the separators of a telephone number. The canonical form lacks them.
    pub insignificant: Text,
    /// Whether rules of the scheme write it differently in the canonical form, besides case and what does not count: a
    /// longitude at a pole is written `0`.
    pub rewritten: bool,
    /// The names of the [fields](Role::Fields) whose values are secrets; their case does not matter.
    pub secret_fields: List<Text>,
    /// The hosts that it contains, if it is not the component `host` itself.
    pub hosts: Option<InnerHosts>,
}

/// The hosts in a component, which [`Url::hosts`](crate::Url::hosts) finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum InnerHosts {
    /// One or more of `host [ ":" port ]`, with commas between them.
    List,
    /// The hosts of the URL of another scheme that the component is.
    OfUrl,
}

/// The characters that every rule with escapes allows: the safe default for components without a class.
static UCHAR: Class = Class::uchar("uchar");

impl Component {
    // RFC 1738 allows a `?` in a login. The builder escapes it, since browsers end the host there (`host-differs`).
    /// `user`
    pub const USER: Self = Self::new("user", Slot::USER, Role::User).escaped(Escaping::outside(&class::USER).and(b'?'));
    /// `password`
    pub const PASSWORD: Self =
        Self::new("password", Slot::PASSWORD, Role::Password).escaped(Escaping::outside(&class::PASSWORD).and(b'?'));
    /// `host`
    pub const HOST: Self = Self::new("host", Slot::HOST, Role::Host);
    /// `port`
    pub const PORT: Self = Self::new("port", Slot::PORT, Role::Port);
    /// `fragment`. Schemes do not list it, because it is not part of the URL.
    pub const FRAGMENT: Self = Self::text("fragment", Slot::FRAGMENT).with_class(&class::FRAGMENT);

    /// A user name where none is allowed, which lenient mode stores (A-09).
    pub const UNWANTED_USER: Self = Self::lenient("user", Slot::USER, Role::User);
    /// A password where none is allowed, which lenient mode stores (A-09).
    pub const UNWANTED_PASSWORD: Self = Self::lenient("password", Slot::PASSWORD, Role::Password);

    /// A component with this name, slot and role.
    pub const fn new(name: &'static str, slot: Slot, role: Role) -> Self {
        Self {
            name: Text::Borrowed(name),
            slot,
            role,
            default: None,
            lenient: false,
            escaping: match role {
                Role::Host | Role::Port | Role::Keyword | Role::Number | Role::Flag => Escaping::NONE,
                Role::User | Role::Password | Role::Text | Role::Whole | Role::List(_) | Role::Fields(_) => {
                    Escaping::outside(&UCHAR)
                }
            },
            sensitive: false,
            insignificant: Text::Borrowed(""),
            rewritten: false,
            secret_fields: List::Borrowed(&[]),
            hosts: None,
        }
    }

    /// Sets the class of characters that need no escape (R-2.2-7).
    ///
    /// The class of a list is that of its elements. Without a class every reserved character is escaped, which is
    /// correct for all rules with escapes (R-2.2-11).
    ///
    /// ```
    /// use anyurl_core::authors::Component;
    /// use anyurl_core::Slot;
    /// use anyurl_core::authors::Class;
    ///
    /// static PATH: Class = Class::uchar("path").and(b"/");
    /// let path = Component::text("path", Slot::own(0)).with_class(&PATH);
    /// assert!(path.escaping.leaves(b'/') && !path.escaping.leaves(b'?'));
    /// ```
    #[must_use]
    pub const fn with_class(self, class: &Class) -> Self {
        self.escaped(Escaping::outside(class))
    }

    /// Marks a component that is a secret, such as an access key in a path.
    #[must_use]
    pub const fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// Whether the component is a secret: a password, or marked as [sensitive](Component::sensitive).
    pub const fn is_secret(&self) -> bool {
        self.sensitive || matches!(self.role, Role::Password)
    }

    /// Marks a component whose rule has no escapes, such as `group`.
    #[must_use]
    pub const fn unescaped(self) -> Self {
        self.escaped(Escaping::NONE)
    }

    /// Sets the escaping.
    #[must_use]
    pub const fn escaped(mut self, escaping: Escaping) -> Self {
        self.escaping = escaping;
        self
    }

    /// The escaping of its text, or of one element of a list or fields, with the delimiters that it must escape.
    pub fn element_escaping(&self) -> Escaping {
        match self.role {
            Role::List(delimiter) => self.escaping.and(delimiter.byte()),
            Role::Fields(syntax) => {
                let escaping = self.escaping.and(syntax.delimiter().byte()).and(syntax.equals());
                syntax.lead().map_or(escaping, |lead| escaping.and(lead))
            }
            _ => self.escaping,
        }
    }

    /// A text component.
    pub const fn text(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, Role::Text)
    }

    /// A text component that other components divide.
    pub const fn whole(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, Role::Whole)
    }

    /// A text component with a default value.
    pub const fn defaulting(name: &'static str, slot: Slot, default: &'static str) -> Self {
        let default = Some(Text::Borrowed(default));
        Self {
            name: Text::Borrowed(name),
            slot,
            role: Role::Text,
            default,
            lenient: false,
            escaping: Escaping::outside(&UCHAR),
            sensitive: false,
            insignificant: Text::Borrowed(""),
            rewritten: false,
            secret_fields: List::Borrowed(&[]),
            hosts: None,
        }
    }

    /// A component that exists in lenient mode only.
    pub const fn lenient(name: &'static str, slot: Slot, role: Role) -> Self {
        Self {
            name: Text::Borrowed(name),
            slot,
            role,
            default: None,
            lenient: true,
            escaping: Escaping::outside(&UCHAR),
            sensitive: false,
            insignificant: Text::Borrowed(""),
            rewritten: false,
            secret_fields: List::Borrowed(&[]),
            hosts: None,
        }
    }
}

/// The role of a component.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Role {
    /// The user name.
    User,
    /// The password: masked in output by default.
    Password,
    /// The host: case-insensitive.
    Host,
    /// The port: a number.
    Port,
    /// Text.
    Text,
    /// Text that other components divide, and that is decoded only by component (R-2.2-12).
    Whole,
    /// Case-insensitive text, printed in lower case, such as a typecode.
    Keyword,
    /// A decimal number. A scheme may drop the zeros that do not count from its canonical form.
    Number,
    /// A component without a value, such as a wildcard.
    Flag,
    /// A list of texts, split on request.
    List(Delimiter),
    /// A list of names with values, split on request.
    Fields(FieldSyntax),
}

impl Role {
    /// One role of each kind, for tests that must know of each, such as that of the plugin ABI.
    pub const ALL: [Self; 13] = [
        Self::User,
        Self::Password,
        Self::Host,
        Self::Port,
        Self::Text,
        Self::Whole,
        Self::Keyword,
        Self::Number,
        Self::Flag,
        Self::List(Delimiter::Before(b'/')),
        Self::List(Delimiter::Between(b'/')),
        Self::List(Delimiter::After(b'/')),
        Self::Fields(FieldSyntax::SEMICOLON),
    ];

    /// The role in a word, as in the output of `anyurl schemes`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Password => "password",
            Self::Host => "host",
            Self::Port => "port",
            Self::Text | Self::Whole => "text",
            Self::Keyword => "keyword",
            Self::Number => "number",
            Self::Flag => "flag",
            Self::List(_) => "list",
            Self::Fields(_) => "fields",
        }
    }
}

/// The position of a list's delimiter, which decides whether the empty text is an empty list or one empty element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::exhaustive_enums, reason = "a delimiter is before, between or after elements")]
pub enum Delimiter {
    /// Before each element: `;a;b`; the empty text is no element.
    Before(u8),
    /// Between elements: `a/b`; the empty text is one empty element.
    Between(u8),
    /// After each element: `a/b/`; the empty text is no element.
    After(u8),
}

impl Delimiter {
    /// The delimiting byte.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Before(byte) | Self::Between(byte) | Self::After(byte) => byte,
        }
    }
}

/// How a text is divided into fields, and a field into name and value.
///
/// ```
/// use anyurl_core::authors::{Delimiter, FieldSyntax};
///
/// let query = FieldSyntax::new(Delimiter::Between(b'&'), b'=');
/// assert_eq!((query.delimiter().byte(), query.equals()), (b'&', b'='));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FieldSyntax {
    delimiter: Delimiter,
    lead: Option<u8>,
    equals: u8,
}

impl FieldSyntax {
    /// `;name=value;name=value`, as in prospero (RFC 1738 §3.11).
    pub const SEMICOLON: Self = Self::new(Delimiter::Before(b';'), b'=');

    /// Fields divided by `delimiter`, whose names end at the first `equals`.
    pub const fn new(delimiter: Delimiter, equals: u8) -> Self {
        Self { delimiter, lead: None, equals }
    }

    /// Sets a byte with which each field begins: the `;` of `/;UID=1/;SECTION=2` (RFC 5092 §11).
    #[must_use]
    pub const fn with_lead(self, lead: u8) -> Self {
        Self { lead: Some(lead), ..self }
    }

    /// The byte with which each field begins, if there is one.
    pub const fn lead(self) -> Option<u8> {
        self.lead
    }

    /// The delimiter of the fields.
    pub const fn delimiter(self) -> Delimiter {
        self.delimiter
    }

    /// The byte between a name and its value.
    pub const fn equals(self) -> u8 {
        self.equals
    }
}

/// Creates a borrowed text, for lists.
pub const fn text(text: &'static str) -> Text {
    Text::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::prelude::*;

    /// A new role does not compile here until it has a place in [`Role::ALL`].
    fn place(role: Role) -> usize {
        match role {
            Role::User => 0,
            Role::Password => 1,
            Role::Host => 2,
            Role::Port => 3,
            Role::Text => 4,
            Role::Whole => 5,
            Role::Keyword => 6,
            Role::Number => 7,
            Role::Flag => 8,
            Role::List(Delimiter::Before(_)) => 9,
            Role::List(Delimiter::Between(_)) => 10,
            Role::List(Delimiter::After(_)) => 11,
            Role::Fields(_) => 12,
        }
    }

    #[test]
    fn all_roles_are_listed() {
        assert_eq!(Role::ALL.map(place).to_vec(), (0..Role::ALL.len()).collect::<Vec<_>>());
    }
}
