//! What Section 4 of RFC 1738 asks of a new scheme: a [`Registration`] with its syntax **and** its algorithm of access.

pub mod template;

use std::borrow::Cow;

use semver::Version;

use crate::diagnostics::error::ErrorKind;
use crate::syntax::class::{self, Class};
use crate::syntax::escape::Escaping;
pub use crate::syntax::grammar::Grammar;
use crate::text::span::Slot;

/// Text of a registration: borrowed in a scheme's `static`, owned where it was read from somewhere.
pub type Text = Cow<'static, str>;

/// A list in a registration: borrowed in a scheme's `static`, owned where it was read from somewhere.
pub type List<T> = Cow<'static, [T]>;

/// Everything that is said about one version of one scheme.
///
/// All fields stand in every registration, so that a new one must be noticed. A scheme writes it as a `static`:
///
/// ```
/// use locator_core::registration::{Component, Grammar, List, Registration, Status, Text, text};
///
/// const COMPONENTS: &[Component] = &[Component::HOST, Component::PORT];
/// const ACCESS: &[Text] = &[text("connect to host:port by TCP"), text("send what is to be echoed")];
/// const REFERENCES: &[Text] = &[text("RFC 862")];
///
/// static REGISTRATION: Registration = Registration {
///     name: text("x-echo"),
///     version: semver::Version::new(1, 0, 0),
///     status: Status::Experimental,
///     grammar: Grammar::Rfc1738,
///     rfc1738: false,
///     description: text("what a host echoes"),
///     default_port: Some(7),
///     components: List::Borrowed(COMPONENTS),
///     template: text("//{host}[:{port}]"),
///     reserved: text("/:"),
///     syntax: text(r#"echourl = "x-echo://" hostport"#),
///     access: List::Borrowed(ACCESS),
///     hierarchical: false,
///     data_object: false,
///     name_properties: text("names a service, not an object"),
///     demonstration: text(""),
///     references: List::Borrowed(REFERENCES),
///     examples: List::Borrowed(&[]),
///     rejects: List::Borrowed(&[]),
/// };
/// assert_eq!(REGISTRATION.default_port, Some(7));
/// ```
#[derive(Clone, Debug)]
pub struct Registration {
    /// The name, in lower case: `a-z 0-9 + . -`.
    pub name: Text,
    /// Which version of the scheme's definition this is. A grammar that refuses what it accepted is a new major one.
    pub version: Version,
    /// How far the scheme has come.
    pub status: Status,
    /// The generic grammar that its syntax stays inside.
    pub grammar: Grammar,
    /// Whether RFC 1738 itself defines this version: [`Profile::Rfc1738`](crate::Profile) chooses it.
    pub rfc1738: bool,
    /// What a URL of it locates, in a few words.
    pub description: Text,
    /// The port when none is given.
    pub default_port: Option<u16>,
    /// The components, in the order in which they are printed.
    pub components: List<Component>,
    /// How the components are put together ([`template`](crate::registration::template)): what builds a URL from them. Empty where
    /// nobody has said; then none can be built.
    pub template: Text,
    /// Which of `;/?:@=&` the scheme reserves (R-2.2-8). Empty for schemes with another generic grammar.
    pub reserved: Text,
    /// The syntax, as grammar (Section 4: "the syntax").
    pub syntax: Text,
    /// The algorithm of access, step by step in words (Section 4: "an algorithm for accessing of resources").
    pub access: List<Text>,
    /// Whether `/` separates the levels of a hierarchy, so that relative use makes sense (RFC 1738 §2.3).
    pub hierarchical: bool,
    /// Whether it designates an object that can be retrieved; a mailbox or a terminal session cannot.
    pub data_object: bool,
    /// What its names mean, where they locate no data object (R-4-5); empty otherwise.
    pub name_properties: Text,
    /// What shows its use and operability (R-4-4): a client, a server, a gateway. Empty where nothing does yet.
    pub demonstration: Text,
    /// The documents, the defining one first, each with its section: `RFC 1738 §3.4`.
    pub references: List<Text>,
    /// URLs and their components: tests, documentation and seeds at once.
    pub examples: List<Example>,
    /// Texts that are refused, and where.
    pub rejects: List<Reject>,
}

impl Registration {
    /// The component of this name.
    pub fn component(&self, name: &str) -> Option<&Component> {
        self.components.iter().find(|component| component.name == name)
    }

    /// Whether its URLs have a host.
    pub fn has_host(&self) -> bool {
        self.components.iter().any(|component| component.slot == Slot::HOST && !component.lenient)
    }
}

/// How far a scheme has come: the words of IANA, and those of RFC 1738 Section 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Reviewed, and registered for good.
    Permanent,
    /// Registered on request.
    Provisional,
    /// Registered once, and no longer in use.
    Historical,
    /// An experiment by mutual agreement: the name begins with `x-` (R-4-2).
    Experimental,
    /// Kept free for a definition to come (R-4-8).
    Reserved,
    /// For the use of one organization.
    Private,
}

impl Status {
    /// In lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Provisional => "provisional",
            Self::Historical => "historical",
            Self::Experimental => "experimental",
            Self::Reserved => "reserved",
            Self::Private => "private",
        }
    }
}

/// What may be left out of a name within an object of the same scheme, by the draft of 1993 (R-P-8, R-P-9):
/// [`Scheme::relative`](crate::Scheme::relative) says it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relative {
    /// Nothing: names are written whole.
    No,
    /// Whatever the path shares with that of the base, up to a slash.
    Path,
    /// The scheme: a bare name is one of the same scheme.
    Name,
}

/// One component of a scheme: its name, its place and what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Component {
    /// The document's word for it.
    pub name: Text,
    /// Where its span stands.
    pub slot: Slot,
    /// What it is: drives printing, masking and the canonical form.
    pub role: Role,
    /// What it is taken to be when it is absent: the gophertype `1`.
    pub default: Option<Text>,
    /// Whether it exists in lenient mode only.
    pub lenient: bool,
    /// What of it is written as it is, and what as escapes (R-2.2-7).
    pub escaping: Escaping,
}

/// What every rule that has escapes can hold as it is: the safe choice where a component names no class of its own.
static UCHAR: Class = Class::uchar("uchar");

impl Component {
    /// `user`
    pub const USER: Self = Self::new("user", Slot::USER, Role::User).with_class(&class::USER);
    /// `password`
    pub const PASSWORD: Self = Self::new("password", Slot::PASSWORD, Role::Password).with_class(&class::PASSWORD);
    /// `host`
    pub const HOST: Self = Self::new("host", Slot::HOST, Role::Host);
    /// `port`
    pub const PORT: Self = Self::new("port", Slot::PORT, Role::Port);
    /// `fragment`: no scheme lists it, because it is not part of the URL.
    pub const FRAGMENT: Self = Self::text("fragment", Slot::FRAGMENT).with_class(&class::FRAGMENT);

    /// A user name where none is allowed: lenient mode keeps it (A-09).
    pub const UNWANTED_USER: Self = Self::lenient("user", Slot::USER, Role::User);
    /// A password where none is allowed: lenient mode keeps it (A-09).
    pub const UNWANTED_PASSWORD: Self = Self::lenient("password", Slot::PASSWORD, Role::Password);

    /// A component of the given name, place and role.
    pub const fn new(name: &'static str, slot: Slot, role: Role) -> Self {
        Self {
            name: Text::Borrowed(name),
            slot,
            role,
            default: None,
            lenient: false,
            escaping: match role {
                Role::Host | Role::Port | Role::Keyword | Role::Flag => Escaping::NONE,
                Role::User | Role::Password | Role::Text | Role::Whole | Role::List(_) | Role::Fields => {
                    Escaping::outside(&UCHAR)
                }
            },
        }
    }

    /// The same, of a class: the builder writes every other byte as an escape (R-2.2-7).
    ///
    /// The class of a list is that of its elements. Without a class every reserved character is escaped, which is
    /// right wherever there are escapes (R-2.2-11).
    #[must_use]
    pub const fn with_class(self, class: &Class) -> Self {
        self.escaped(Escaping::outside(class))
    }

    /// The same, of a rule that has no escapes, such as `group`: the builder writes what it is given.
    #[must_use]
    pub const fn unescaped(self) -> Self {
        self.escaped(Escaping::NONE)
    }

    /// The same, with its own way to be escaped.
    #[must_use]
    pub const fn escaped(mut self, escaping: Escaping) -> Self {
        self.escaping = escaping;
        self
    }

    /// A text of the scheme's own.
    pub const fn text(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, Role::Text)
    }

    /// A text of the scheme's own that other components divide.
    pub const fn whole(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, Role::Whole)
    }

    /// A text of the scheme's own, with what it is taken to be when it is absent.
    pub const fn defaulting(name: &'static str, slot: Slot, default: &'static str) -> Self {
        let default = Some(Text::Borrowed(default));
        Self {
            name: Text::Borrowed(name),
            slot,
            role: Role::Text,
            default,
            lenient: false,
            escaping: Escaping::outside(&UCHAR),
        }
    }

    /// A component that only lenient mode knows.
    pub const fn lenient(name: &'static str, slot: Slot, role: Role) -> Self {
        Self {
            name: Text::Borrowed(name),
            slot,
            role,
            default: None,
            lenient: true,
            escaping: Escaping::outside(&UCHAR),
        }
    }
}

/// What a component is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The user name.
    User,
    /// The password: shown only when asked for.
    Password,
    /// The host: compared without regard to case.
    Host,
    /// The port: a number.
    Port,
    /// Text.
    Text,
    /// Text that other components divide: it is decoded in its pieces only (R-2.2-12).
    Whole,
    /// Text without regard to case, printed in lower case: a typecode.
    Keyword,
    /// Its presence is all it says: a wildcard.
    Flag,
    /// A list of texts, split when it is asked for.
    List(Delimiter),
    /// A list of `name=value`, each after a semicolon.
    Fields,
}

/// Where the delimiter of a list stands. It decides whether the empty text is no element or one empty element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Delimiter {
    /// Between elements: `a/b`; the empty text is one empty element.
    Between(u8),
    /// After each element: `a/b/`; the empty text is no element.
    After(u8),
}

/// A URL with the components it has, each as written; what is not named is absent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The URL.
    pub url: Text,
    /// `name=text` of each component, separated by spaces, which no URL holds.
    pub components: Text,
}

impl Example {
    /// Names and texts of the components.
    ///
    /// ```
    /// use locator_core::registration::example;
    ///
    /// let example = example("http://h/?a=b", "host=h path= searchpart=a=b");
    /// assert!(example.components().eq([("host", "h"), ("path", ""), ("searchpart", "a=b")]));
    /// ```
    pub fn components(&self) -> impl Iterator<Item = (&str, &str)> {
        self.components.split(' ').filter_map(|part| part.split_once('='))
    }
}

/// A text that the scheme refuses in strict mode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reject {
    /// The text.
    pub url: Text,
    /// The kind of fault.
    pub kind: ErrorKind,
    /// The rule that cannot go on.
    pub rule: Text,
    /// Where: bytes `start..end` of the text.
    pub span: (usize, usize),
}

/// An example, for tables: `example("nntp://h/a/1", "host=h group=a article_number=1")`.
pub const fn example(url: &'static str, components: &'static str) -> Example {
    Example { url: Text::Borrowed(url), components: Text::Borrowed(components) }
}

/// A reject, for tables: `reject("nntp://h/", ErrorKind::Missing, "group", (9, 9))`.
pub const fn reject(url: &'static str, kind: ErrorKind, rule: &'static str, span: (usize, usize)) -> Reject {
    Reject { url: Text::Borrowed(url), kind, rule: Text::Borrowed(rule), span }
}

/// Texts, for the lists of a registration.
pub const fn text(text: &'static str) -> Text {
    Text::Borrowed(text)
}
