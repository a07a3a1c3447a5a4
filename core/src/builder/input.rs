//! The input of a component: how it is escaped and written, and how it compares with the parsed text.

use std::ops::Range;

use crate::components::value;
use crate::registration::{Component, Delimiter, Role};
use crate::syntax::class::UNRESERVED_EVERYWHERE;
use crate::syntax::escape::{self, Escaping};

/// The texts of a builder, one after the other. It has no `Debug`, which would show passwords.
#[derive(Clone)]
pub(super) struct Texts {
    decoded: Vec<u8>,
    /// The name of the scheme, then the inputs that are written as they are.
    verbatim: String,
    scheme_len: usize,
}

/// The input of one component.
#[derive(Clone)]
pub(super) enum ComponentInput {
    Text(InputText),
    List(Vec<InputText>),
    /// Names, and values if there are any.
    Fields(Vec<(InputText, Option<InputText>)>),
    Flag,
}

/// One text of an input, by its place in [`Texts`].
#[derive(Clone)]
pub(super) enum InputText {
    /// Decoded bytes, escaped by the rules of the component.
    Decoded(Range<usize>),
    /// Decoded bytes, with every byte escaped that can have a special meaning.
    FullyEncoded(Range<usize>),
    /// The text of a component in a URL, unchanged.
    Verbatim(Range<usize>),
}

impl Texts {
    /// Only the name of the scheme, which becomes lower case.
    pub(super) fn new(scheme: &str) -> Self {
        // Nearly all URLs fit.
        let mut verbatim = String::with_capacity(scheme.len() + 120);
        verbatim.push_str(scheme);
        verbatim.make_ascii_lowercase();
        Self { decoded: Vec::new(), verbatim, scheme_len: scheme.len() }
    }

    /// The name of the scheme, in lower case.
    pub(super) fn scheme(&self) -> &str {
        &self.verbatim[..self.scheme_len]
    }

    /// The length of all texts.
    pub(super) fn len(&self) -> usize {
        self.decoded.len() + self.verbatim.len()
    }

    /// Adds decoded bytes.
    pub(super) fn decoded(&mut self, bytes: &[u8]) -> InputText {
        let start = self.decoded.len();
        self.decoded.extend_from_slice(bytes);
        InputText::Decoded(start..self.decoded.len())
    }

    /// Adds a text that is written as it is.
    pub(super) fn verbatim(&mut self, text: &str) -> InputText {
        let start = self.verbatim.len();
        self.verbatim.push_str(text);
        InputText::Verbatim(start..self.verbatim.len())
    }

    /// The input that reproduces a component of a URL.
    pub(super) fn as_written(&mut self, component: &Component, text: &str) -> ComponentInput {
        match component.role {
            Role::List(delimiter) => {
                ComponentInput::List(value::list(text, delimiter).map(|element| self.verbatim(element)).collect())
            }
            Role::Fields(syntax) => {
                let fields = value::fields(text, syntax);
                let field = |(name, value): (&str, Option<&str>)| {
                    (self.verbatim(name), value.map(|value| self.verbatim(value)))
                };
                ComponentInput::Fields(fields.map(field).collect())
            }
            Role::Flag => ComponentInput::Flag,
            _ => ComponentInput::Text(self.verbatim(text)),
        }
    }

    fn matches(&self, text: &InputText, read: &str) -> bool {
        match text {
            InputText::Decoded(place) | InputText::FullyEncoded(place) => {
                *escape::decode(read) == self.decoded[place.clone()]
            }
            InputText::Verbatim(place) => self.verbatim[place.clone()] == *read,
        }
    }
}

/// Writes elements with their delimiters.
fn delimited<T>(delimiter: Delimiter, elements: &[T], to: &mut String, mut write: impl FnMut(&T, &mut String)) {
    let sign = char::from(delimiter.byte());
    for (n, element) in elements.iter().enumerate() {
        if matches!(delimiter, Delimiter::Before(_)) || n > 0 && matches!(delimiter, Delimiter::Between(_)) {
            to.push(sign);
        }
        write(element, to);
        if matches!(delimiter, Delimiter::After(_)) {
            to.push(sign);
        }
    }
}

/// Whether a host is an IP literal in brackets (RFC 3986 §3.2.2).
fn is_bracketed(bytes: &[u8]) -> bool {
    bytes.first() == Some(&b'[') && bytes.last() == Some(&b']')
}

/// A given component: its input, with the texts.
#[derive(Clone, Copy)]
pub(super) struct Given<'b> {
    pub(super) component: &'b Component,
    pub(super) input: &'b ComponentInput,
    pub(super) texts: &'b Texts,
}

impl<'b> Given<'b> {
    /// The decoded bytes that are escaped by the rules of the component, if the input is a single text.
    fn decoded(self) -> Option<&'b [u8]> {
        match self.input {
            ComponentInput::Text(InputText::Decoded(place)) => Some(&self.texts.decoded[place.clone()]),
            _ => None,
        }
    }

    /// The input with every special byte escaped; `None` if that is already so, or if the component has no escapes. A
    /// host is a name, in which no byte is data.
    pub(super) fn fully_encoded(self) -> Option<ComponentInput> {
        let takes_escapes = self.component.escaping != Escaping::NONE && self.component.role != Role::Host;
        match self.input {
            ComponentInput::Text(InputText::Decoded(place)) if takes_escapes => {
                Some(ComponentInput::Text(InputText::FullyEncoded(place.clone())))
            }
            _ => None,
        }
    }

    /// Appends the escaped text of the component.
    pub(super) fn write(self, to: &mut String) {
        let write = |text: &InputText, to: &mut String| match text {
            InputText::Decoded(place) => self.escaping().write(&self.texts.decoded[place.clone()], to),
            InputText::FullyEncoded(place) => {
                escape::encode(&self.texts.decoded[place.clone()], &UNRESERVED_EVERYWHERE, to);
            }
            InputText::Verbatim(place) => to.push_str(&self.texts.verbatim[place.clone()]),
        };
        match (self.input, self.component.role) {
            (ComponentInput::Text(text), _) => write(text, to),
            (ComponentInput::List(elements), Role::List(delimiter)) => delimited(delimiter, elements, to, write),
            (ComponentInput::Fields(fields), Role::Fields(syntax)) => {
                delimited(syntax.delimiter(), fields, to, |(name, value), to| {
                    to.extend(syntax.lead().map(char::from));
                    write(name, to);
                    if let Some(value) = value {
                        to.push(char::from(syntax.equals()));
                        write(value, to);
                    }
                });
            }
            (ComponentInput::List(_) | ComponentInput::Fields(_) | ComponentInput::Flag, _) => {}
        }
    }

    /// The escaping of the component, extended by the delimiters of lists and fields.
    fn escaping(self) -> Escaping {
        let escaping = self.component.escaping;
        match self.component.role {
            // An IP literal has no escapes.
            Role::Host if self.decoded().is_some_and(is_bracketed) => Escaping::NONE,
            Role::List(delimiter) => escaping.and(delimiter.byte()),
            Role::Fields(syntax) => {
                let escaping = escaping.and(syntax.delimiter().byte()).and(syntax.equals());
                syntax.lead().map_or(escaping, |lead| escaping.and(lead))
            }
            _ => escaping,
        }
    }

    /// Whether the parsed text of the component equals the input.
    pub(super) fn matches(self, read: &str) -> bool {
        let matches = |text: &InputText, read: &str| self.texts.matches(text, read);
        match (self.input, self.component.role) {
            (ComponentInput::Text(input), _) => matches(input, read),
            (ComponentInput::List(elements), Role::List(delimiter)) => {
                let list = value::list(read, delimiter);
                elements.is_empty() && read.is_empty()
                    || list.clone().count() == elements.len()
                        && list.zip(elements).all(|(text, element)| matches(element, text))
            }
            (ComponentInput::Fields(fields), Role::Fields(syntax)) => {
                let list = value::fields(read, syntax);
                let is_value = |input: &Option<InputText>, value: Option<&str>| match (input, value) {
                    (Some(input), Some(value)) => matches(input, value),
                    (input, value) => input.is_none() && value.is_none(),
                };
                fields.is_empty() && read.is_empty()
                    || list.clone().count() == fields.len()
                        && list
                            .zip(fields)
                            .all(|((name, value), input)| matches(&input.0, name) && is_value(&input.1, value))
            }
            (ComponentInput::Flag, _) => true,
            (ComponentInput::List(_) | ComponentInput::Fields(_), _) => false,
        }
    }

    /// The offset of the decoded byte that is at `offset` of the written text, for a single text.
    pub(super) fn byte_at(self, offset: usize) -> Option<usize> {
        let bytes = self.decoded()?;
        let at = self.escaping().byte_at(bytes, offset);
        (at < bytes.len()).then_some(at)
    }

    /// The offset of the first byte that is one of `delimiters` and is not escaped. An IP literal in brackets may
    /// contain them.
    pub(super) fn unescaped_delimiter(self, delimiters: &[u8]) -> Option<usize> {
        let bytes = self.decoded().filter(|bytes| !is_bracketed(bytes))?;
        let escaping = self.escaping();
        bytes.iter().position(|byte| delimiters.contains(byte) && escaping.leaves(*byte))
    }

    /// Whether the input is a single text that is written as it is.
    pub(super) fn is_verbatim(self) -> bool {
        matches!(self.input, ComponentInput::Text(InputText::Verbatim(_)))
    }

    /// Whether the input is a flag, which has no text.
    pub(super) fn is_flag(self) -> bool {
        matches!(self.input, ComponentInput::Flag)
    }
}
