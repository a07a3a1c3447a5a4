//! The components of a URL as they may be shown: the password masked, wherever it appears.

use std::borrow::Cow;

use locator::registration::Role;
use locator::value::{self, Part};
use locator::{Redaction, Span, Url, escape};

use crate::session::Reader;

/// A URL whose password, unless asked for, is not shown.
#[derive(Clone, Copy)]
pub(crate) struct Masked<'a> {
    pub(crate) url: Url<'a>,
    redaction: Redaction,
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
    List(Vec<String>),
    Fields(Vec<(String, String)>),
}

impl<'a> Masked<'a> {
    pub(crate) fn new(url: Url<'a>, reader: &Reader) -> Self {
        let redaction = if reader.show_password {
            Redaction::NONE
        } else {
            url.redaction()
        };
        Self { url, redaction }
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
        if !self.is_redacted() {
            return canonical;
        }
        // It is a URL again, and reading it tells where its password has moved to.
        let again = self
            .url
            .registry()
            .parse_with(&canonical, self.url.options())
            .map_or_else(|_| Redaction::guess(&canonical), |url| url.redaction());
        again.apply(&canonical).into_owned()
    }

    /// Every component.
    pub(crate) fn components(&self) -> impl Iterator<Item = Shown<'a>> {
        let masked = *self;
        self.url
            .components()
            .map(move |part| masked.component(part))
    }

    fn component(&self, part: Part<'a>) -> Shown<'a> {
        let text = match part.span() {
            Some(span) => self.redaction.slice(self.url.text(), span),
            None => part.text().into(),
        };
        Shown {
            name: part.name(),
            span: part.span(),
            value: value(part, text),
        }
    }
}

/// What `text` holds: that of a component, masked.
fn value<'a>(of: Part<'a>, text: Cow<'a, str>) -> Value<'a> {
    match (of.role(), of.value()) {
        (_, value::Value::Number(port)) => Value::Number(port),
        (Role::Keyword, value::Value::Text(word)) => Value::Verbatim(word),
        (Role::Flag, _) => Value::True,
        (Role::List(delimiter), _) => {
            Value::List(value::list(&text, delimiter).map(str::to_owned).collect())
        }
        (Role::Fields, _) => Value::Fields(
            value::fields(&text)
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
        ),
        (Role::User | Role::Password | Role::Host | Role::Text, _) => Value::Text(text),
        (Role::Whole | Role::Keyword | Role::Port, _) => Value::Verbatim(text),
    }
}

/// The octets that a text stands for.
pub(crate) fn decoded(text: &str) -> Cow<'_, [u8]> {
    escape::decode(text)
}
