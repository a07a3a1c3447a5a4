//! The components of a URL as they may be shown: the password masked, wherever it appears.

use std::borrow::Cow;

use locator::components::value::{self, ComponentValue};
use locator::registration::{Delimiter, Role};
use locator::{Redaction, Span, Url, syntax::escape};

use crate::session::Reader;

/// A URL whose password, unless asked for, is not shown.
#[derive(Clone, Copy)]
pub(crate) struct Masked<'a> {
    pub(crate) url: Url<'a>,
    redaction: Redaction,
    shows_password: bool,
}

/// One component of it.
pub(crate) struct Shown<'a> {
    pub(crate) name: &'a str,
    pub(crate) span: Option<Span>,
    pub(crate) value: Value<'a>,
}

/// What a component holds, as written.
pub(crate) enum Value<'a> {
    /// Text, which may be decoded.
    Text(Cow<'a, str>),
    /// Text that is not decoded: a keyword, or a whole that other components divide.
    Verbatim(Cow<'a, str>),
    Number(u16),
    True,
    List(List<'a>),
    Fields(Fields<'a>),
}

/// A list as written. Its elements are found again whenever they are shown: there may be millions, of a byte each.
#[derive(Clone)]
pub(crate) struct List<'a> {
    text: Cow<'a, str>,
    delimiter: Delimiter,
}

impl List<'_> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        value::list(&self.text, self.delimiter)
    }
}

/// Names and values as written, found again like those of a [`List`].
#[derive(Clone)]
pub(crate) struct Fields<'a> {
    text: Cow<'a, str>,
}

impl Fields<'_> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        value::fields(&self.text)
    }
}

impl<'a> Masked<'a> {
    pub(crate) fn new(url: Url<'a>, reader: &Reader) -> Self {
        let redaction = if reader.show_password { Redaction::NONE } else { url.redaction() };
        Self { url, redaction, shows_password: reader.show_password }
    }

    /// Whether anything is masked.
    pub(crate) fn is_redacted(&self) -> bool {
        !self.redaction.is_none()
    }

    /// The text that was given.
    pub(crate) fn text(&self) -> Cow<'a, str> {
        self.redaction.apply(self.url.text())
    }

    /// The canonical form.
    pub(crate) fn canonical(&self) -> String {
        let canonical = self.url.to_canonical();
        if self.shows_password {
            return canonical;
        }
        // It is a URL again, and reading it tells where its password has moved to.
        let registry = self.url.registry();
        let again = registry
            .parse_with(&canonical, self.url.options())
            .map_or_else(|_| registry.guess_secrets(&canonical), |url| url.redaction());
        again.apply(&canonical).into_owned()
    }

    /// Every component.
    pub(crate) fn components(&self) -> impl Iterator<Item = Shown<'a>> {
        let masked = *self;
        self.url.components().map(move |part| masked.component(part))
    }

    fn component(&self, part: ComponentValue<'a>) -> Shown<'a> {
        let text = match part.span() {
            Some(span) => self.redaction.slice(self.url.text(), span),
            None => part.text().into(),
        };
        Shown { name: part.name(), span: part.span(), value: value(part, text) }
    }
}

/// What `text` holds: that of a component, masked.
fn value<'a>(of: ComponentValue<'a>, text: Cow<'a, str>) -> Value<'a> {
    match of.role() {
        Role::List(delimiter) => Value::List(List { text, delimiter }),
        Role::Fields => Value::Fields(Fields { text }),
        Role::Flag => Value::True,
        Role::User | Role::Password | Role::Host | Role::Text => Value::Text(text),
        Role::Keyword | Role::Port => match of.value() {
            value::Value::Number(port) => Value::Number(port),
            value::Value::Text(word) if of.role() == Role::Keyword => Value::Verbatim(word),
            _ => Value::Verbatim(text),
        },
        Role::Whole => Value::Verbatim(text),
    }
}

/// The bytes that a text stands for.
pub(crate) fn decoded(text: &str) -> Cow<'_, [u8]> {
    escape::decode(text)
}
