//! What Section 4 of RFC 1738 asks of a scheme, as constants: they are laid out as the ABI has them, so that nothing is
//! copied or made when the library is loaded.

use crate::abi::{self, Str};
use crate::error::ErrorKind;
use crate::span::Slot;

/// Everything that is said about one version of one scheme.
///
/// What is not written is that of [`Definition::BLANK`]; what must not be missing is asked for when the plugin is
/// compiled.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name, in lower case: `x-finger`, `com.example.finger`.
    pub name: &'static str,
    /// Which version of the scheme's definition this is: `1.0.0`.
    pub version: &'static str,
    /// How far the scheme has come.
    pub status: Status,
    /// The generic grammar that its syntax stays inside.
    pub grammar: Grammar,
    /// What a URL of it locates, in a few words.
    pub description: &'static str,
    /// The port when none is given.
    pub default_port: Option<u16>,
    /// The components, in the order in which they are printed; own slots are numbered without gaps.
    pub components: &'static [Component],
    /// What its errors cite.
    pub requirements: &'static [Requirement],
    /// How components are put together: `//{host}[:{port}][/{user}]`. Empty: no URL can be built.
    pub template: &'static str,
    /// Which of `;/?:@=&` it reserves.
    pub reserved: &'static str,
    /// The syntax, as grammar (Section 4: "the syntax").
    pub syntax: &'static str,
    /// The algorithm of access in words, a line for each step (Section 4: "an algorithm for accessing of resources").
    pub access: &'static str,
    /// The same as an array of steps, as in a registry file. Empty where the scheme implements [`Plan`](crate::Plan).
    pub steps: &'static str,
    /// Whether `/` separates the levels of a hierarchy.
    pub hierarchical: bool,
    /// Whether it designates an object that can be retrieved.
    pub data_object: bool,
    /// What its names mean, where they locate no data object.
    pub name_properties: &'static str,
    /// What shows its use and operability: a client, a server, a gateway.
    pub demonstration: &'static str,
    /// The documents, the defining one first.
    pub references: &'static [Text],
    /// URLs and their components.
    pub examples: &'static [Example],
    /// Texts that are refused, and where.
    pub rejects: &'static [Reject],
}

impl Definition {
    /// Nothing is said: of an experiment, inside the grammar of RFC 1738, that designates objects.
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
        name_properties: "",
        demonstration: "",
        references: &[],
        examples: &[],
        rejects: &[],
    };
}

/// How far a scheme has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// Reviewed, and registered for good.
    Permanent = abi::STATUS_PERMANENT,
    /// Registered on request.
    Provisional = abi::STATUS_PROVISIONAL,
    /// No longer in use.
    Historical = abi::STATUS_HISTORICAL,
    /// An experiment: the name begins with `x-`.
    Experimental = abi::STATUS_EXPERIMENTAL,
    /// Kept free for a definition to come.
    Reserved = abi::STATUS_RESERVED,
    /// For the use of one organization.
    Private = abi::STATUS_PRIVATE,
}

/// The generic grammar that a scheme's syntax stays inside.
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
pub struct Text(Str);

impl Text {
    /// The text.
    pub const fn new(text: &'static str) -> Self {
        Self(Str::new(text))
    }
}

/// One component of a scheme: its name, its place and what it is.
///
/// ```
/// use locator_plugin::{Component, Slot};
///
/// const USER: Slot = Slot::own(0);
/// const COMPONENTS: &[Component] = &[Component::HOST, Component::PORT, Component::text("user", USER).plain("+/")];
/// # assert_eq!(COMPONENTS.len(), 3);
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Component(pub(crate) abi::Component);

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
        Self(abi::Component {
            kind: slot.kind(),
            role,
            delimiter: 0,
            flags: 0,
            name: Str::new(name),
            fallback: Str::NONE,
            plain: Str::EMPTY,
        })
    }

    /// Text.
    pub const fn text(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_TEXT)
    }

    /// Text that other components divide.
    pub const fn whole(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_WHOLE)
    }

    /// Text without regard to case: a typecode.
    pub const fn keyword(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_KEYWORD)
    }

    /// Its presence is all it says.
    pub const fn flag(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_FLAG)
    }

    /// Texts with a byte of US-ASCII between them: `a/b`.
    pub const fn list_between(name: &'static str, slot: Slot, delimiter: u8) -> Self {
        Self::new(name, slot, abi::R_LIST_BETWEEN).delimited(delimiter)
    }

    /// Texts with a byte of US-ASCII behind each: `a/b/`.
    pub const fn list_after(name: &'static str, slot: Slot, delimiter: u8) -> Self {
        Self::new(name, slot, abi::R_LIST_AFTER).delimited(delimiter)
    }

    /// `;name=value`, any number of times.
    pub const fn fields(name: &'static str, slot: Slot) -> Self {
        Self::new(name, slot, abi::R_FIELDS)
    }

    const fn delimited(mut self, delimiter: u8) -> Self {
        self.0.delimiter = delimiter as u32;
        self
    }

    /// The same, with what it is taken to be when it is absent, which may be the empty text. Without one, a step that would send
    /// it is omitted where it is absent.
    #[must_use]
    pub const fn fallback(mut self, fallback: &'static str) -> Self {
        self.0.fallback = Str::new(fallback);
        self
    }

    /// The same, with the bytes that stand for themselves, beside letters and digits, when a URL is built.
    #[must_use]
    pub const fn plain(mut self, plain: &'static str) -> Self {
        self.0.plain = Str::new(plain);
        self
    }

    /// The same, of a rule that has no escapes: the builder writes what it is given.
    #[must_use]
    pub const fn unescaped(mut self) -> Self {
        self.0.flags |= abi::COMPONENT_UNESCAPED;
        self
    }

    /// The same, in lenient mode only.
    #[must_use]
    pub const fn lenient(mut self) -> Self {
        self.0.flags |= abi::COMPONENT_LENIENT;
        self
    }
}

/// One rule of the scheme's documents, in plain words: what an error cites.
///
/// ```
/// use locator_plugin::{Requirement, Fix};
///
/// const NUMBER: Requirement = Requirement::new("x-shelf-number", "our handbook, page 3", "number")
///     .says("a place on a shelf is a number")
///     .help("write digits alone")
///     .fix(Fix::Remove);
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Requirement(abi::Requirement);

impl Requirement {
    /// A requirement by its id, where it is written, and the rule of the grammar.
    pub const fn new(id: &'static str, section: &'static str, rule: &'static str) -> Self {
        Self(abi::Requirement {
            id: Str::new(id),
            section: Str::new(section),
            rule: Str::new(rule),
            says: Str::EMPTY,
            help: Str::EMPTY,
            replacement: Str::EMPTY,
            fix: abi::FIX_UNKNOWN,
            reserved: 0,
        })
    }

    /// The same, with what it says: the second half of a sentence, in lower case, without a full stop.
    #[must_use]
    pub const fn says(mut self, says: &'static str) -> Self {
        self.0.says = Str::new(says);
        self
    }

    /// The same, with what the writer of the URL can do, as a short command.
    #[must_use]
    pub const fn help(mut self, help: &'static str) -> Self {
        self.0.help = Str::new(help);
        self
    }

    /// The same, with the way a machine can fix the text.
    #[must_use]
    pub const fn fix(mut self, fix: Fix) -> Self {
        self.0.fix = match fix {
            Fix::Encode => abi::FIX_ENCODE,
            Fix::Decode => abi::FIX_DECODE,
            Fix::Remove => abi::FIX_REMOVE,
            Fix::Replace(text) => {
                self.0.replacement = Str::new(text);
                abi::FIX_REPLACE
            }
        };
        self
    }

    /// Its place among the requirements of a definition: the one of the same id and the same rule.
    pub(crate) fn number(&self, requirements: &[Self]) -> Option<u32> {
        let number = requirements.iter().position(|other| other == self)?;
        u32::try_from(number).ok()
    }

    fn bytes(&self) -> [&'static [u8]; 2] {
        // SAFETY: a requirement is made of texts of the plugin's own only.
        unsafe { [self.0.id.bytes(), self.0.rule.bytes()] }
    }

    /// What it says.
    pub(crate) fn words(&self) -> &'static [u8] {
        // SAFETY: as above.
        unsafe { self.0.says.bytes() }
    }
}

impl PartialEq for Requirement {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

/// How the text under an error is repaired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fix {
    /// Write the bytes of the span as escapes.
    Encode,
    /// Write the escapes of the span as the characters they stand for.
    Decode,
    /// Take the span away.
    Remove,
    /// Put this text in the place of the span.
    Replace(&'static str),
}

/// A URL that is accepted, with its components: `Example::new("x-finger://h/joe", "host=h user=joe")`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Example(abi::Example);

impl Example {
    /// The URL, and `name=text` of each component it has, separated by spaces.
    pub const fn new(url: &'static str, components: &'static str) -> Self {
        Self(abi::Example { url: Str::new(url), components: Str::new(components) })
    }
}

/// A text that strict mode refuses, and where: `Reject::new("x-finger:", ErrorKind::Missing, "ip-schemepart", (9, 9))`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Reject(abi::Reject);

impl Reject {
    /// The text, the kind of fault, the rule that cannot go on, and the bytes it is about.
    pub const fn new(url: &'static str, kind: ErrorKind, rule: &'static str, (start, end): (u32, u32)) -> Self {
        Self(abi::Reject {
            url: Str::new(url),
            rule: Str::new(rule),
            kind: kind.status().cast_unsigned(),
            start,
            end,
            reserved: 0,
        })
    }
}
