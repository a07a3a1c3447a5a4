//! [`Given`]: how the input of a component is escaped and written, and how it compares with the parsed text.

use super::input::{ComponentInput, Element, Form, InputText, Inputs};
use super::lookup::is_bracketed;
use crate::components::value;
use crate::registration::{Component, Delimiter, Role};
use crate::syntax::class::UNRESERVED_EVERYWHERE;
use crate::syntax::escape::{self, Escaping};
use crate::text::prelude::*;

/// A given component, and its input.
#[derive(Clone, Copy)]
pub(super) struct Given<'b> {
    pub(super) component: &'b Component,
    pub(super) index: usize,
    pub(super) input: ComponentInput,
    pub(super) inputs: &'b Inputs,
}

impl<'b> Given<'b> {
    fn elements(self) -> impl Iterator<Item = &'b Element> + Clone {
        self.inputs.elements(self.index)
    }

    /// The decoded bytes that are escaped by the rules of the component, if the input is a single text.
    fn decoded(self) -> Option<&'b [u8]> {
        match self.input {
            ComponentInput::Text(text) if text.form == Form::Decoded => Some(self.inputs.bytes(text)),
            _ => None,
        }
    }

    /// Whether something is true of a text that is given in decoded bytes.
    pub(super) fn any_decoded(self, is: impl Fn(&[u8]) -> bool) -> bool {
        let is_one = |text: InputText| text.form != Form::Verbatim && is(self.inputs.bytes(text));
        match self.input {
            ComponentInput::Text(text) => is_one(text),
            ComponentInput::Elements => {
                self.elements().any(|element| is_one(element.name) || element.value.is_some_and(is_one))
            }
        }
    }

    /// Whether more bytes of the input can be escaped: not if that is already so, or if the component has no escapes. A
    /// host is a name, in which no byte is data.
    pub(super) fn takes_more_escapes(self) -> bool {
        let takes_escapes = self.component.escaping != Escaping::NONE && self.component.role != Role::Host;
        takes_escapes && matches!(self.input, ComponentInput::Text(InputText { form: Form::Decoded, .. }))
    }

    /// Appends the escaped text of the component.
    pub(super) fn write(self, to: &mut String) {
        match self.input {
            ComponentInput::Text(text) => self.write_text(text, to),
            ComponentInput::Elements => self.write_elements(to),
        }
    }

    fn write_text(self, text: InputText, to: &mut String) {
        match text.form {
            Form::Decoded => self.escaping().write(self.inputs.bytes(text), to),
            // Some rules do not have all that is unreserved elsewhere, such as `_`.
            Form::FullyEncoded => self.escaping().only(&UNRESERVED_EVERYWHERE).write(self.inputs.bytes(text), to),
            Form::Verbatim => to.push_str(self.inputs.as_written(text)),
        }
    }

    fn write_elements(self, to: &mut String) {
        match self.component.role {
            Role::List(delimiter) => {
                delimited(delimiter, self.elements(), to, |element, to| self.write_text(element.name, to));
            }
            Role::Fields(syntax) => {
                delimited(syntax.delimiter(), self.elements(), to, |field, to| {
                    to.extend(syntax.lead().map(char::from));
                    self.write_text(field.name, to);
                    if let Some(value) = field.value {
                        to.push(char::from(syntax.equals()));
                        self.write_text(value, to);
                    }
                });
            }
            _ => {}
        }
    }

    /// The escaping of the component. An IP literal has no escapes.
    fn escaping(self) -> Escaping {
        let is_literal = self.component.role == Role::Host && self.decoded().is_some_and(is_bracketed);
        if is_literal { Escaping::NONE } else { self.component.element_escaping() }
    }

    /// Whether the parsed text of the component, which is where it was written, equals the input.
    pub(super) fn matches(self, read: &str) -> bool {
        match self.input {
            ComponentInput::Text(text) => self.matches_text(text, read),
            ComponentInput::Elements => self.matches_elements(read),
        }
    }

    fn matches_text(self, text: InputText, read: &str) -> bool {
        match text.form {
            Form::Decoded | Form::FullyEncoded => *escape::decode(read) == *self.inputs.bytes(text),
            Form::Verbatim => self.inputs.as_written(text) == read,
        }
    }

    fn matches_elements(self, read: &str) -> bool {
        let mut elements = self.elements();
        if elements.clone().next().is_none() && read.is_empty() {
            return true;
        }
        let mut is_next = |name: &str, value: Option<&str>| {
            elements.next().is_some_and(|element| {
                let is_value = match (element.value, value) {
                    (Some(input), Some(value)) => self.matches_text(input, value),
                    (input, value) => input.is_none() && value.is_none(),
                };
                is_value && self.matches_text(element.name, name)
            })
        };
        let are_same = match self.component.role {
            Role::List(delimiter) => value::list(read, delimiter).all(|element| is_next(element, None)),
            Role::Fields(syntax) => value::fields(read, syntax).all(|(name, value)| is_next(name, value)),
            _ => false,
        };
        are_same && elements.next().is_none()
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
    #[inline]
    pub(super) fn is_verbatim(self) -> bool {
        matches!(self.input, ComponentInput::Text(InputText { form: Form::Verbatim, .. }))
    }

    /// Whether the input is a single text.
    pub(super) fn is_text(self) -> bool {
        matches!(self.input, ComponentInput::Text(_))
    }

    /// Whether the input is a flag, which has no text.
    #[inline]
    pub(super) fn is_flag(self) -> bool {
        self.component.role == Role::Flag
    }
}

/// Writes elements with their delimiters.
fn delimited<'b>(
    delimiter: Delimiter,
    elements: impl Iterator<Item = &'b Element>,
    to: &mut String,
    write: impl Fn(&Element, &mut String),
) {
    let sign = char::from(delimiter.byte());
    for (n, element) in elements.enumerate() {
        if matches!(delimiter, Delimiter::Before(_)) || n > 0 && matches!(delimiter, Delimiter::Between(_)) {
            to.push(sign);
        }
        write(element, to);
        if matches!(delimiter, Delimiter::After(_)) {
            to.push(sign);
        }
    }
}
