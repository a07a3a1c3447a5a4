//! What is given of a component, how it is written, and whether it is what was read.

use crate::components::value;
use crate::registration::{Component, Delimiter, Role};
use crate::syntax::class::EVERYWHERE;
use crate::syntax::escape::{self, Escaping};

/// What is given of one component. It has no `Debug`, which would show a password.
#[derive(Clone)]
pub(super) enum ComponentInput {
    Text(InputText),
    List(Vec<InputText>),
    Fields(Vec<(InputText, InputText)>),
    Flag,
}

/// One text of a component.
#[derive(Clone)]
pub(super) enum InputText {
    /// Decoded.
    Decoded(Vec<u8>),
    /// Decoded, and written with every byte as an escape that may mean something.
    FullyEncoded(Vec<u8>),
    /// As it was written in a URL, whose spelling is kept.
    Verbatim(String),
}

impl InputText {
    fn write(&self, escaping: Escaping, to: &mut String) {
        match self {
            Self::Decoded(bytes) => escaping.write(bytes, to),
            Self::FullyEncoded(bytes) => escape::encode(bytes, &EVERYWHERE, to),
            Self::Verbatim(text) => to.push_str(text),
        }
    }

    fn is(&self, text: &str) -> bool {
        match self {
            Self::Decoded(bytes) | Self::FullyEncoded(bytes) => escape::decode(text) == bytes.as_slice(),
            Self::Verbatim(written) => written == text,
        }
    }
}

/// Whether a host is an address in brackets (RFC 3986 §3.2.2).
fn is_bracketed(bytes: &[u8]) -> bool {
    bytes.first() == Some(&b'[') && bytes.last() == Some(&b']')
}

impl ComponentInput {
    /// A component as a URL has written it.
    pub(super) fn from_written(component: &Component, text: &str) -> Self {
        let piece = |text: &str| InputText::Verbatim(text.to_owned());
        match component.role {
            Role::List(delimiter) => Self::List(value::list(text, delimiter).map(piece).collect()),
            Role::Fields => {
                let fields = value::fields(text);
                Self::Fields(fields.map(|(name, value)| (piece(name), piece(value))).collect())
            }
            Role::Flag => Self::Flag,
            _ => Self::Text(piece(text)),
        }
    }

    /// The same bytes, encoded wherever they may mean something; none where they are already, or the component takes
    /// no escapes. A host is a name, in which no byte is data.
    pub(super) fn encoded(&self, component: &Component) -> Option<Self> {
        let takes_escapes = component.escaping != Escaping::NONE && component.role != Role::Host;
        match self {
            Self::Text(InputText::Decoded(bytes)) if takes_escapes => {
                Some(Self::Text(InputText::FullyEncoded(bytes.clone())))
            }
            _ => None,
        }
    }

    /// Writes it as the component is written.
    pub(super) fn write(&self, component: &Component, to: &mut String) {
        let escaping = self.escaping(component);
        match self {
            Self::Text(piece) => piece.write(escaping, to),
            Self::List(elements) => {
                let (byte, after) = match component.role {
                    Role::List(Delimiter::After(byte)) => (byte, true),
                    Role::List(Delimiter::Between(byte)) => (byte, false),
                    _ => (b'/', false),
                };
                for (n, element) in elements.iter().enumerate() {
                    if n > 0 && !after {
                        to.push(char::from(byte));
                    }
                    element.write(escaping, to);
                    if after {
                        to.push(char::from(byte));
                    }
                }
            }
            Self::Fields(fields) => {
                for (name, value) in fields {
                    to.push(';');
                    name.write(escaping, to);
                    to.push('=');
                    value.write(escaping, to);
                }
            }
            Self::Flag => {}
        }
    }

    /// What of it is escaped: what the class leaves out, and the delimiters of a list, whatever the class says.
    fn escaping(&self, component: &Component) -> Escaping {
        let escaping = component.escaping;
        match (component.role, self) {
            // It is no name, and has no escapes.
            (Role::Host, Self::Text(InputText::Decoded(bytes))) if is_bracketed(bytes) => Escaping::NONE,
            (Role::List(Delimiter::Between(byte) | Delimiter::After(byte)), _) => escaping.and(byte),
            (Role::Fields, _) => escaping.and(b';').and(b'='),
            _ => escaping,
        }
    }

    /// Whether `text`, which was read as the component, holds what was given.
    pub(super) fn is(&self, component: &Component, text: &str) -> bool {
        match (self, component.role) {
            (Self::Text(piece), _) => piece.is(text),
            (Self::List(elements), Role::List(delimiter)) => {
                let read = value::list(text, delimiter);
                elements.is_empty() && text.is_empty()
                    || read.clone().count() == elements.len() && read.zip(elements).all(|(text, piece)| piece.is(text))
            }
            (Self::Fields(fields), _) => {
                let read = value::fields(text);
                read.clone().count() == fields.len()
                    && read.zip(fields).all(|((name, value), given)| given.0.is(name) && given.1.is(value))
            }
            (Self::Flag, _) => true,
            (Self::List(_), _) => false,
        }
    }

    /// Which of the given bytes stands at `offset` of the text, where one was given alone.
    pub(super) fn byte_at(&self, component: &Component, offset: usize) -> Option<usize> {
        match self {
            Self::Text(InputText::Decoded(bytes)) => {
                let at = self.escaping(component).byte_at(bytes, offset);
                (at < bytes.len()).then_some(at)
            }
            _ => None,
        }
    }

    /// The first of the given bytes that is one of `delimiters` and is written as it is. In brackets, an address may
    /// hold them.
    pub(super) fn plain_byte(&self, component: &Component, delimiters: &[u8]) -> Option<usize> {
        let Self::Text(InputText::Decoded(bytes)) = self else {
            return None;
        };
        if is_bracketed(bytes) {
            return None;
        }
        let escaping = self.escaping(component);
        let divides = |byte: &u8| delimiters.contains(byte) && escaping.leaves(*byte);
        bytes.iter().position(divides)
    }

    /// Whether nothing of it would be seen.
    pub(super) fn is_flag(&self) -> bool {
        matches!(self, Self::Flag)
    }
}
