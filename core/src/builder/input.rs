//! The input of a component: how it is escaped and written, and how it compares with the parsed text.

use crate::components::value;
use crate::registration::{Component, Delimiter, Role};
use crate::syntax::class::UNRESERVED_EVERYWHERE;
use crate::syntax::escape::{self, Escaping};

/// The input of one component. It has no `Debug`, which would show passwords.
#[derive(Clone)]
pub(super) enum ComponentInput {
    Text(InputText),
    List(Vec<InputText>),
    /// Names, and values if there are any.
    Fields(Vec<(InputText, Option<InputText>)>),
    Flag,
}

/// One text of an input.
#[derive(Clone)]
pub(super) enum InputText {
    /// Decoded bytes, escaped by the rules of the component.
    Decoded(Vec<u8>),
    /// Decoded bytes, with every byte escaped that can have a special meaning.
    FullyEncoded(Vec<u8>),
    /// The text of a component in a URL, unchanged.
    Verbatim(String),
}

impl InputText {
    fn write(&self, escaping: Escaping, to: &mut String) {
        match self {
            Self::Decoded(bytes) => escaping.write(bytes, to),
            Self::FullyEncoded(bytes) => escape::encode(bytes, &UNRESERVED_EVERYWHERE, to),
            Self::Verbatim(text) => to.push_str(text),
        }
    }

    fn matches(&self, text: &str) -> bool {
        match self {
            Self::Decoded(bytes) | Self::FullyEncoded(bytes) => escape::decode(text) == bytes.as_slice(),
            Self::Verbatim(written) => written == text,
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

impl ComponentInput {
    /// The input that reproduces a component of a URL.
    pub(super) fn from_written(component: &Component, text: &str) -> Self {
        let verbatim = |text: &str| InputText::Verbatim(text.to_owned());
        match component.role {
            Role::List(delimiter) => Self::List(value::list(text, delimiter).map(verbatim).collect()),
            Role::Fields(syntax) => {
                let fields = value::fields(text, syntax);
                Self::Fields(fields.map(|(name, value)| (verbatim(name), value.map(verbatim))).collect())
            }
            Role::Flag => Self::Flag,
            _ => Self::Text(verbatim(text)),
        }
    }

    /// The input with every special byte escaped; `None` if that is already so, or if the component has no escapes. A
    /// host is a name, in which no byte is data.
    pub(super) fn fully_encoded(&self, component: &Component) -> Option<Self> {
        let takes_escapes = component.escaping != Escaping::NONE && component.role != Role::Host;
        match self {
            Self::Text(InputText::Decoded(bytes)) if takes_escapes => {
                Some(Self::Text(InputText::FullyEncoded(bytes.clone())))
            }
            _ => None,
        }
    }

    /// Appends the escaped text of the component.
    pub(super) fn write(&self, component: &Component, to: &mut String) {
        let escaping = self.escaping(component);
        match self {
            Self::Text(text) => text.write(escaping, to),
            Self::List(elements) => {
                let Role::List(delimiter) = component.role else { return };
                delimited(delimiter, elements, to, |element, to| element.write(escaping, to));
            }
            Self::Fields(fields) => {
                let Role::Fields(syntax) = component.role else { return };
                delimited(syntax.delimiter(), fields, to, |(name, value), to| {
                    to.extend(syntax.lead().map(char::from));
                    name.write(escaping, to);
                    if let Some(value) = value {
                        to.push(char::from(syntax.equals()));
                        value.write(escaping, to);
                    }
                });
            }
            Self::Flag => {}
        }
    }

    /// The escaping of the component, extended by the delimiters of lists and fields.
    fn escaping(&self, component: &Component) -> Escaping {
        let escaping = component.escaping;
        match (component.role, self) {
            // An IP literal has no escapes.
            (Role::Host, Self::Text(InputText::Decoded(bytes))) if is_bracketed(bytes) => Escaping::NONE,
            (Role::List(delimiter), _) => escaping.and(delimiter.byte()),
            (Role::Fields(syntax), _) => {
                let escaping = escaping.and(syntax.delimiter().byte()).and(syntax.equals());
                syntax.lead().map_or(escaping, |lead| escaping.and(lead))
            }
            _ => escaping,
        }
    }

    /// Whether the parsed text of the component equals the input.
    pub(super) fn matches(&self, component: &Component, text: &str) -> bool {
        match (self, component.role) {
            (Self::Text(input), _) => input.matches(text),
            (Self::List(elements), Role::List(delimiter)) => {
                let read = value::list(text, delimiter);
                elements.is_empty() && text.is_empty()
                    || read.clone().count() == elements.len()
                        && read.zip(elements).all(|(text, element)| element.matches(text))
            }
            (Self::Fields(fields), Role::Fields(syntax)) => {
                let read = value::fields(text, syntax);
                let is_value = |input: &Option<InputText>, value: Option<&str>| match (input, value) {
                    (Some(input), Some(value)) => input.matches(value),
                    (input, value) => input.is_none() && value.is_none(),
                };
                fields.is_empty() && text.is_empty()
                    || read.clone().count() == fields.len()
                        && read
                            .zip(fields)
                            .all(|((name, value), input)| input.0.matches(name) && is_value(&input.1, value))
            }
            (Self::Flag, _) => true,
            (Self::List(_) | Self::Fields(_), _) => false,
        }
    }

    /// The offset of the decoded byte that is at `offset` of the written text, for a single text.
    pub(super) fn byte_at(&self, component: &Component, offset: usize) -> Option<usize> {
        match self {
            Self::Text(InputText::Decoded(bytes)) => {
                let at = self.escaping(component).byte_at(bytes, offset);
                (at < bytes.len()).then_some(at)
            }
            _ => None,
        }
    }

    /// The offset of the first byte that is one of `delimiters` and is not escaped. An IP literal in brackets may
    /// contain them.
    pub(super) fn unescaped_delimiter(&self, component: &Component, delimiters: &[u8]) -> Option<usize> {
        let Self::Text(InputText::Decoded(bytes)) = self else {
            return None;
        };
        if is_bracketed(bytes) {
            return None;
        }
        let escaping = self.escaping(component);
        let is_delimiter = |byte: &u8| delimiters.contains(byte) && escaping.leaves(*byte);
        bytes.iter().position(is_delimiter)
    }

    /// Whether the input is a flag, which has no text.
    pub(super) fn is_flag(&self) -> bool {
        matches!(self, Self::Flag)
    }
}
