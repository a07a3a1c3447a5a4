//! The components of a URL with the password masked.

use std::borrow::Cow;

use crate::Url;
use anyurl::Span;
use anyurl::authors::{Delimiter, FieldSyntax, Role, escape};
use anyurl::components::value::{self, ComponentValue, Number};
use anyurl_core::internal::{Redaction, redaction_after};

use crate::input::reader::InputReader;

/// A URL whose password is masked unless `--show-password` is given.
#[derive(Clone)]
pub(crate) struct Masked<'a> {
    pub(crate) url: Url<'a>,
    /// The URL before it was changed, which still says what is secret.
    pub(crate) before: Url<'a>,
    redaction: Redaction,
    shows_password: bool,
}

/// One component of a [`Masked`] URL.
pub(crate) struct MaskedComponent<'a> {
    pub(crate) name: &'a str,
    pub(crate) span: Option<Span>,
    pub(crate) value: Value<'a>,
}

/// The value of a component, as written.
pub(crate) enum Value<'a> {
    /// Text that can be decoded.
    Text(Cow<'a, str>),
    /// Text in which an escape stands for a delimiter, so that it must be split before it is decoded (R-2.2-12).
    Unsplit(Cow<'a, str>),
    /// Text that is not decoded: a keyword, or text that other components divide.
    Verbatim(Cow<'a, str>),
    Number(Number<'a>),
    True,
    List(List<'a>),
    Fields(Fields<'a>),
}

/// A list as written. Its elements are not stored: there may be millions, of one byte each.
#[derive(Clone)]
pub(crate) struct List<'a> {
    text: Cow<'a, str>,
    delimiter: Delimiter,
}

impl List<'_> {
    /// The whole list, as written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The list with decoded elements; `None` if an element contains the delimiter.
    pub(crate) fn decoded(&self) -> Option<Cow<'_, [u8]>> {
        let delimiter = self.delimiter.byte();
        let is_data = escape::any(&self.text, |byte| byte == delimiter);
        (!is_data).then(|| decoded(&self.text))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        value::list(&self.text, self.delimiter)
    }
}

/// Names and values as written, not stored, like the elements of a [`List`].
#[derive(Clone)]
pub(crate) struct Fields<'a> {
    text: Cow<'a, str>,
    syntax: FieldSyntax,
}

impl Fields<'_> {
    /// All fields, as written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Option<&str>)> + Clone {
        value::fields(&self.text, self.syntax)
    }

    /// A field as written, without its delimiter.
    pub(crate) fn text_of(&self, (name, value): (&str, Option<&str>)) -> String {
        match value {
            Some(value) => format!("{name}{}{value}", char::from(self.syntax.equals())),
            None => name.to_owned(),
        }
    }
}

impl<'a> Masked<'a> {
    pub(crate) fn new(url: Url<'a>, reader: &InputReader) -> Self {
        Self::changed(url, url, reader)
    }

    /// A URL that a change has made from another.
    pub(crate) fn changed(url: Url<'a>, before: Url<'a>, reader: &InputReader) -> Self {
        let redaction = if reader.shows_secrets { Redaction::NONE } else { redaction_after(&url, &before) };
        Self { url, before, redaction, shows_password: reader.shows_secrets }
    }

    /// Whether anything is masked.
    pub(crate) fn is_redacted(&self) -> bool {
        !self.redaction.is_none()
    }

    /// The input.
    pub(crate) fn text(&self) -> Cow<'a, str> {
        self.redaction.apply(self.url.text())
    }

    /// A span of the text.
    pub(crate) fn slice(&self, span: Span) -> Cow<'a, str> {
        self.redaction.slice(self.url.text(), span)
    }

    /// Whether both URLs show the component alike, although it differs in what is masked.
    pub(crate) fn differs_in_secret(&self, other: &Self, name: &str) -> bool {
        let spans = [self, other].map(|masked| masked.url.component(name).and_then(|component| component.span()));
        let [Some(one), Some(two)] = spans else { return false };
        one.of(self.url.text()) != two.of(other.url.text()) && self.slice(one) == other.slice(two)
    }

    /// The component of this name.
    pub(crate) fn find(&self, name: &str) -> Option<MaskedComponent<'a>> {
        self.url.component(name).map(|component| self.component(component))
    }

    /// The canonical form.
    pub(crate) fn canonical(&self) -> String {
        let canonical = self.url.to_canonical();
        if self.shows_password {
            return canonical;
        }
        // Parsing the canonical form shows where its password is.
        let registry = self.url.registry();
        let redaction = registry
            .parser()
            .options(self.url.options())
            .parse(&canonical)
            .map_or_else(|_| registry.guess_secrets(&canonical), |url| redaction_after(&url, &self.before));
        redaction.apply(&canonical).into_owned()
    }

    /// All components.
    pub(crate) fn components(&self) -> impl Iterator<Item = MaskedComponent<'a>> {
        let masked = self.clone();
        self.url.components().map(move |component| masked.component(component))
    }

    fn component(&self, component: ComponentValue<'a>) -> MaskedComponent<'a> {
        let text = match component.span() {
            Some(span) => self.redaction.slice(self.url.text(), span),
            None => component.text().into(),
        };
        let value = match value(component, text) {
            Value::Text(text) if !self.url.decodes_as_whole(&component) => Value::Unsplit(text),
            value => value,
        };
        MaskedComponent { name: component.name(), span: component.span(), value }
    }
}

/// The value of a component whose masked text is `text`.
fn value<'a>(component: ComponentValue<'a>, text: Cow<'a, str>) -> Value<'a> {
    match component.role() {
        Role::List(delimiter) => Value::List(List { text, delimiter }),
        Role::Fields(syntax) => Value::Fields(Fields { text, syntax }),
        Role::Flag => Value::True,
        Role::Keyword | Role::Port | Role::Number if component.text() == text => match component.value() {
            value::Value::Number(number) => Value::Number(number),
            value::Value::Text(word) => Value::Verbatim(word),
            _ => Value::Verbatim(text),
        },
        // A masked one is a text.
        Role::Keyword | Role::Port | Role::Number | Role::Whole => Value::Verbatim(text),
        _ => Value::Text(text),
    }
}

/// The bytes of a text without its escapes.
pub(crate) fn decoded(text: &str) -> Cow<'_, [u8]> {
    escape::decode(text)
}
