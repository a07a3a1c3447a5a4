//! The definition of a scheme: what RFC 1738 Section 4 requires of a submission.
//!
//! Everything is a constant with the layout of the ABI, so that loading a library copies and allocates nothing.

use crate::abi::{self, LocStr};
use crate::span::Slot;

/// The definition of one version of one scheme.
///
/// Omitted fields come from [`Definition::BLANK`]. [`export_plugin!`](crate::export_plugin) checks at compile time that the
/// required ones are set.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name, in lower case: `x-finger`, `com.example.finger`.
    pub name: &'static str,
    /// The version of this definition: `1.0.0`.
    pub version: &'static str,
    /// The registration status.
    pub status: Status,
    /// The generic grammar that the syntax is a subset of.
    pub grammar: Grammar,
    /// What a URL of this scheme locates, in a few words.
    pub description: &'static str,
    /// The default port.
    pub default_port: Option<u16>,
    /// The components, in display order; the scheme's own slots are numbered without gaps.
    pub components: &'static [Component],
    /// The requirements that errors cite.
    pub requirements: &'static [Requirement],
    /// The template of a URL: `//{host}[:{port}][/{user}]`. Empty: URLs cannot be built.
    pub template: &'static str,
    /// The subset of `;/?:@=&` that the scheme reserves.
    pub reserved: &'static str,
    /// The syntax, as a grammar (Section 4: "the syntax").
    pub syntax: &'static str,
    /// The access algorithm in words, one line per step (Section 4: "an algorithm for accessing of resources").
    pub access: &'static str,
    /// The access algorithm as an array of steps, as in a registry file. Empty if the scheme implements
    /// [`Plan`](crate::Plan).
    pub steps: &'static str,
    /// Whether `/` separates the levels of a hierarchy.
    pub hierarchical: bool,
    /// Whether a URL designates an object that can be retrieved.
    pub data_object: bool,
    /// The URLs that the host may read itself, without calling [`Scheme::parse`](crate::Scheme::parse).
    pub shape: Option<Shape>,
    /// What the names mean, if they do not locate data objects.
    pub name_properties: &'static str,
    /// Evidence of use and operability: a client, a server, a gateway.
    pub demonstration: &'static str,
    /// The documents, the defining one first.
    pub references: &'static [Text],
    /// Valid URLs and their components.
    pub examples: &'static [Example],
    /// Texts that strict mode rejects, and the expected errors.
    pub rejects: &'static [Reject],
}

impl Definition {
    /// Returns the lowest minor version of the ABI whose hosts know all roles of the components.
    pub(crate) const fn minor_needed(&self) -> u16 {
        let mut i = 0;
        while i < self.components.len() {
            if self.components[i].0.role == abi::R_NUMBER {
                return 1;
            }
            i += 1;
        }
        0
    }

    /// Returns whether an example states a canonical form or the bytes of a plan.
    pub(crate) const fn has_outcomes(&self) -> bool {
        let mut i = 0;
        while i < self.examples.len() {
            if self.examples[i].has_outcome() {
                return true;
            }
            i += 1;
        }
        false
    }

    /// An empty definition: experimental, with the grammar of RFC 1738, designating data objects.
    pub const BLANK: Self = Self {
        name: "",
        version: "",
        status: Status::Experimental,
        grammar: Grammar::Rfc1738,
        description: "",
        default_port: None,
        components: &[],
        requirements: &[],
        template: "",
        reserved: "",
        syntax: "",
        access: "",
        steps: "",
        hierarchical: false,
        data_object: true,
        shape: None,
        name_properties: "",
        demonstration: "",
        references: &[],
        examples: &[],
        rejects: &[],
    };
}

/// URLs that are all valid, and that nearly all URLs of a scheme are like: the host reads them faster than a library can.
///
/// A `path` and a `query` have letters, digits and some punctuation, of any length, but no escapes. The path is the component
/// of [`Slot::own(0)`](Slot::own), with its slash if the grammar is [`Grammar::Rfc3986`]; the query is that of `Slot::own(1)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Shape {
    /// `"//" hostname "/" path`
    Path = abi::SCHEME_SHAPE,
    /// `"//" hostname "/" path [ "?" query ]`
    PathAndQuery = abi::SCHEME_SHAPE | abi::SCHEME_SHAPE_QUERY,
}

/// The registration status of a scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// Permanent registration, after review.
    Permanent = abi::STATUS_PERMANENT,
    /// Provisional registration.
    Provisional = abi::STATUS_PROVISIONAL,
    /// No longer in use.
    Historical = abi::STATUS_HISTORICAL,
    /// Experimental: the name begins with `x-`.
    Experimental = abi::STATUS_EXPERIMENTAL,
    /// Reserved for a future definition.
    Reserved = abi::STATUS_RESERVED,
    /// Private to one organization.
    Private = abi::STATUS_PRIVATE,
}

/// The generic grammar that a scheme's syntax is a subset of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Grammar {
    /// `*xchar` of RFC 1738.
    Rfc1738 = abi::GRAMMAR_RFC1738,
    /// RFC 3986.
    Rfc3986 = abi::GRAMMAR_RFC3986,
}

/// A text in a list: `Text::new("RFC 1288")`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Text(pub(crate) LocStr);

impl Text {
    /// Creates a text.
    pub const fn new(text: &'static str) -> Self {
        Self(LocStr::new(text))
    }
}

/// A component of a scheme: its name, its slot and its role.
///
/// ```
/// use anyurl_plugin::{Component, Slot};
///
/// const USER: Slot = Slot::own(0);
/// const COMPONENTS: &[Component] = &[Component::HOST, Component::PORT, Component::text("user", USER).plain("+/")];
/// # assert_eq!(COMPONENTS.len(), 3);
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Component(pub(crate) abi::LocComponent);

impl Component {
    /// `user`
    pub const USER: Self = Self::new("user", Slot::USER, abi::R_COMMON);
    /// `password`
    pub const PASSWORD: Self = Self::new("password", Slot::PASSWORD, abi::R_COMMON);
    /// `host`
    pub const HOST: Self = Self::new("host", Slot::HOST, abi::R_COMMON);
    /// `port`
    pub const PORT: Self = Self::new("port", Slot::PORT, abi::R_COMMON);

    const fn new(name: &'static str, slot: Slot, role: u32) -> Self {
        Self(abi::LocComponent {
            kind: slot.kind(),
            role,
            delimiter: 0,
            flags: 0,
            name: LocStr::new(name),
            fallback: LocStr::NONE,
            plain: LocStr::EMPTY,
        })
    }

    /// Text.
    pub const fn text(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_TEXT)
    }

    /// Text that other components subdivide.
    pub const fn whole(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_WHOLE)
    }

    /// Case-insensitive text, such as a typecode.
    pub const fn keyword(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_KEYWORD)
    }

    /// A decimal number, whose leading zeros do not count: [`Canonicalize`](crate::Canonicalize) may drop them.
    pub const fn number(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_NUMBER)
    }

    /// A component that carries no text: it is present or absent.
    pub const fn flag(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_FLAG)
    }

    /// A list with a US-ASCII delimiter between its elements: `a/b`.
    pub const fn list_between(name: &'static str, slot: Slot, delimiter: u8) -> Self {
        Self::new(name, slot, abi::R_LIST_BETWEEN).with_delimiter(delimiter)
    }

    /// A list with a US-ASCII delimiter after each element: `a/b/`.
    pub const fn list_after(name: &'static str, slot: Slot, delimiter: u8) -> Self {
        Self::new(name, slot, abi::R_LIST_AFTER).with_delimiter(delimiter)
    }

    /// Any number of `;name=value` fields.
    pub const fn fields(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_FIELDS)
    }

    const fn with_delimiter(mut self, delimiter: u8) -> Self {
        self.0.delimiter = delimiter as u32;
        self
    }

    /// Sets the default value when the component is absent, which may be the empty text. Without a default, a step that
    /// sends an absent component is skipped.
    #[must_use]
    pub const fn fallback(mut self, fallback: &'static str) -> Self {
        self.0.fallback = LocStr::new(fallback);
        self
    }

    /// Sets the bytes, besides letters and digits, that need no escape when a URL is built.
    #[must_use]
    pub const fn plain(mut self, plain: &'static str) -> Self {
        self.0.plain = LocStr::new(plain);
        self
    }

    /// Marks a component whose rule allows no escapes: the URL builder writes its text unchanged.
    #[must_use]
    pub const fn unescaped(mut self) -> Self {
        self.0.flags |= abi::COMPONENT_UNESCAPED;
        self
    }

    /// Marks a component that exists in lenient mode only.
    #[must_use]
    pub const fn lenient(mut self) -> Self {
        self.0.flags |= abi::COMPONENT_LENIENT;
        self
    }
}

/// A requirement of the scheme's specification, cited by errors.
///
/// ```
/// use anyurl_plugin::{Requirement, Fix};
///
/// const NUMBER: Requirement = Requirement::new("x-shelf-number", "our handbook, page 3", "number")
///     .text("a place on a shelf is a number")
///     .help("write digits alone")
///     .fix(Fix::Remove);
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Requirement(pub(crate) abi::LocRequirement);

impl Requirement {
    /// Creates a requirement from its id, the document and section, and the grammar rule.
    pub const fn new(id: &'static str, section: &'static str, rule: &'static str) -> Self {
        Self(abi::LocRequirement {
            id: LocStr::new(id),
            section: LocStr::new(section),
            rule: LocStr::new(rule),
            text: LocStr::EMPTY,
            help: LocStr::EMPTY,
            replacement: LocStr::EMPTY,
            fix: abi::FIX_UNKNOWN,
            reserved: 0,
        })
    }

    /// Sets the text: the second half of a sentence, in lower case, without a full stop.
    #[must_use]
    pub const fn text(mut self, text: &'static str) -> Self {
        self.0.text = LocStr::new(text);
        self
    }

    /// Sets the advice on how to correct the URL, in the imperative.
    #[must_use]
    pub const fn help(mut self, help: &'static str) -> Self {
        self.0.help = LocStr::new(help);
        self
    }

    /// Sets the automatic fix.
    #[must_use]
    pub const fn fix(mut self, fix: Fix) -> Self {
        self.0.fix = match fix {
            Fix::Encode => abi::FIX_ENCODE,
            Fix::Decode => abi::FIX_DECODE,
            Fix::Remove => abi::FIX_REMOVE,
            Fix::Replace(text) => {
                self.0.replacement = LocStr::new(text);
                abi::FIX_REPLACE
            }
        };
        self
    }

    /// Returns the index of the requirement with the same id and rule.
    pub(crate) fn index_in(&self, requirements: &[Self]) -> Option<u32> {
        let index = requirements.iter().position(|other| other == self)?;
        u32::try_from(index).ok()
    }

    /// The id and the rule, which identify a requirement.
    fn key(&self) -> [&'static [u8]; 2] {
        // SAFETY: all texts of a requirement are `'static`.
        unsafe { [self.0.id.bytes(), self.0.rule.bytes()] }
    }

    pub(crate) fn id_bytes(&self) -> &'static [u8] {
        self.key()[0]
    }
}

impl PartialEq for Requirement {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

/// How to fix the text of an error's span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fix {
    /// Percent-encode the span.
    Encode,
    /// Decode the escapes of the span.
    Decode,
    /// Remove the span.
    Remove,
    /// Replace the span by this text.
    Replace(&'static str),
}

/// A valid URL with its components, and optionally with what the host makes of it.
///
/// ```
/// use anyurl_plugin::Example;
///
/// const EXAMPLES: &[Example] = &[
///     Example::new("x-finger://h/joe", "host=h user=joe"),
///     Example::new("x-finger://H/joe", "host=H user=joe").canonical("x-finger://h/joe").wire(b"joe\r\n"),
/// ];
/// # assert_eq!(EXAMPLES.len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Example {
    pub(crate) text: abi::LocExample,
    pub(crate) outcome: abi::LocOutcome,
}

impl Example {
    /// Creates an example from a URL and `name=text` for each component, separated by spaces.
    pub const fn new(url: &'static str, components: &'static str) -> Self {
        Self {
            text: abi::LocExample { url: LocStr::new(url), components: LocStr::new(components) },
            outcome: abi::LocOutcome { canonical: LocStr::NONE, wire: LocStr::NONE },
        }
    }

    /// States the canonical form, which the conformance kit compares.
    #[must_use]
    pub const fn canonical(mut self, canonical: &'static str) -> Self {
        self.outcome.canonical = LocStr::new(canonical);
        self
    }

    /// States all bytes that the plan sends, in their order, which the conformance kit compares.
    #[must_use]
    pub const fn wire(mut self, wire: &'static [u8]) -> Self {
        self.outcome.wire = LocStr { ptr: wire.as_ptr(), len: wire.len() };
        self
    }

    /// Returns whether the canonical form or the bytes of the plan are stated.
    pub(crate) const fn has_outcome(&self) -> bool {
        !self.outcome.canonical.ptr.is_null() || !self.outcome.wire.ptr.is_null()
    }
}

/// The kind of an [`Error`](crate::Error).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Text that the grammar does not allow at this position.
    Unexpected,
    /// A required part is missing.
    Missing,
    /// A number or a length is out of range.
    OutOfRange,
    /// A `%` without two hexadecimal digits.
    BadEscape,
    /// Allowed by the grammar, but forbidden by the prose of the specification.
    Forbidden,
}

impl ErrorKind {
    pub(crate) const fn status(self) -> abi::LocStatus {
        match self {
            Self::Unexpected => abi::E_UNEXPECTED,
            Self::Missing => abi::E_MISSING,
            Self::OutOfRange => abi::E_RANGE,
            Self::BadEscape => abi::E_ESCAPE,
            Self::Forbidden => abi::E_FORBIDDEN,
        }
    }
}

/// A text that strict mode rejects: `Reject::new("x-finger:", ErrorKind::Missing, "ip-schemepart", (9, 9))`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Reject(pub(crate) abi::LocReject);

impl Reject {
    /// Creates a reject from a text and the kind, grammar rule and span of the expected error.
    pub const fn new(url: &'static str, kind: ErrorKind, rule: &'static str, (start, end): (u32, u32)) -> Self {
        Self(abi::LocReject {
            url: LocStr::new(url),
            rule: LocStr::new(rule),
            kind: u32::from_ne_bytes(kind.status().to_ne_bytes()),
            start,
            end,
            reserved: 0,
        })
    }
}
