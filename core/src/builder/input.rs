//! [`Inputs`]: what the components of a URL are set to.

use super::BuildError;
use super::edit::Edit;
use crate::components::value;
use crate::registration::layout::ComponentSet;
use crate::registration::{Delimiter, Grammar, Role};
use crate::registry::{Entry, EntryIndex, Registry};
use crate::syntax::options::Options;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span, Spans};
use crate::url::{UrlData, UrlParts};

/// The inputs of a builder. Components are numbered as in the registration; the fragment follows them. It has no `Debug`,
/// which would show passwords.
#[derive(Clone)]
pub(super) struct Inputs {
    /// The URL: its entry, the texts that are written as they are, and where the texts of components are. Each component of
    /// a registration has a slot of its own.
    pub(super) url: Box<UrlParts>,
    /// The component after the one that was set last: where the next one is looked for first.
    pub(super) next: usize,
    given: ComponentSet,
    /// Those of them whose texts are written as they are.
    verbatim: ComponentSet,
    /// Whether a text was omitted because no span can express where it is.
    is_too_long: bool,
    /// The decoded texts, one after the other.
    decoded: Vec<u8>,
    /// The components that are written with every special byte escaped.
    fully_encoded: ComponentSet,
    /// The components that are lists or fields, added one by one.
    divided: ComponentSet,
    /// The name of the scheme in lower case, if it is not that of the entry.
    other_scheme: Option<Box<str>>,
    /// The elements and fields that were added one by one, in order.
    elements: Vec<Element>,
    /// Changes of the path and the query, after the components.
    pub(super) edits: Vec<Edit>,
    /// The first error.
    pub(super) error: Option<BuildError>,
}

/// The input of one component.
#[derive(Clone, Copy)]
pub(super) enum ComponentInput {
    Text(InputText),
    /// A list or fields that were added one by one.
    Elements,
}

/// A text of an input.
#[derive(Clone, Copy)]
pub(super) struct InputText {
    pub(super) form: Form,
    pub(super) place: Span,
}

/// How a text is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Decoded bytes, escaped by the rules of the component.
    Decoded,
    /// Decoded bytes, with every byte escaped that can have a special meaning.
    FullyEncoded,
    /// The text of a component in a URL, unchanged.
    Verbatim,
}

/// An element of a list, or the name and value of a field.
#[derive(Clone, Copy)]
pub(super) struct Element {
    component: usize,
    pub(super) name: InputText,
    pub(super) value: Option<InputText>,
}

/// The bytes to which the texts of most URLs add up, so that they are not moved with each component.
const ROOM: usize = 64;

impl Inputs {
    /// Whether the path of the scheme does not include the slash before it, as in RFC 1738.
    pub(super) fn has_slash_before_path(&self) -> bool {
        self.entry().registration().template.contains("/{path}")
    }

    /// No inputs yet, for URLs of an entry.
    pub(super) fn new(registry: &Registry, entry: EntryIndex, options: Options, scheme: &str) -> Self {
        let is_other = !registry.entry_at(entry).name().eq_ignore_ascii_case(scheme);
        let data = UrlData { spans: Spans::NONE, entry, options };
        Self {
            url: Box::new(UrlParts { text: String::new(), registry: registry.clone(), data }),
            next: 0,
            given: ComponentSet::default(),
            verbatim: ComponentSet::default(),
            is_too_long: false,
            decoded: Vec::new(),
            fully_encoded: ComponentSet::default(),
            divided: ComponentSet::default(),
            other_scheme: is_other.then(|| scheme.to_ascii_lowercase().into()),
            elements: Vec::new(),
            edits: Vec::new(),
            error: None,
        }
    }

    /// The entry by which the components become a URL.
    #[inline]
    pub(super) fn entry(&self) -> &Entry {
        let UrlParts { registry, data, .. } = &*self.url;
        registry.entry_at(data.entry)
    }

    /// The options of the URL.
    #[inline]
    pub(super) fn options(&self) -> Options {
        self.url.data.options
    }

    /// The grammar of the scheme.
    pub(super) fn grammar(&self) -> Grammar {
        self.entry().grammar()
    }

    /// The name of the scheme, in lower case.
    pub(super) fn scheme(&self) -> &str {
        self.other_scheme().unwrap_or_else(|| self.entry().scheme_name())
    }

    /// The name of the scheme in lower case, if it is an alias, or not registered.
    #[inline]
    pub(super) fn other_scheme(&self) -> Option<&str> {
        self.other_scheme.as_deref()
    }

    /// The indices of the components that are given.
    pub(super) fn given(&self) -> ComponentSet {
        self.given
    }

    /// The indices of the components with texts that are not written as they are.
    pub(super) fn not_verbatim(&self) -> ComponentSet {
        self.given.without(self.verbatim)
    }

    /// The input of the component with this index and slot, if it is given.
    pub(super) fn get(&self, index: usize, slot: Slot) -> Option<ComponentInput> {
        let form = match index {
            _ if !self.given.contains(index) => return None,
            _ if self.verbatim.contains(index) => Form::Verbatim,
            _ if self.divided.contains(index) => return Some(ComponentInput::Elements),
            _ if self.fully_encoded.contains(index) => Form::FullyEncoded,
            _ => Form::Decoded,
        };
        let place = self.url.data.spans.get(slot)?;
        Some(ComponentInput::Text(InputText { form, place }))
    }

    /// The elements of a list or of fields.
    pub(super) fn elements(&self, index: usize) -> impl Iterator<Item = &Element> + Clone {
        self.elements.iter().filter(move |element| element.component == index)
    }

    /// Sets a component to a text.
    #[inline]
    fn set(&mut self, index: usize, slot: Slot, text: InputText) {
        self.remove(index);
        self.given.insert(index);
        self.url.data.spans.set(slot, text.place);
        match text.form {
            Form::Decoded => {}
            Form::FullyEncoded => self.fully_encode(index),
            Form::Verbatim => self.verbatim.insert(index),
        }
    }

    /// Sets a flag, which has no text.
    pub(super) fn set_flag(&mut self, index: usize, slot: Slot) {
        self.set(index, slot, InputText { form: Form::Verbatim, place: Span::at(0) });
    }

    /// Sets a component to decoded bytes.
    pub(super) fn set_decoded(&mut self, index: usize, slot: Slot, bytes: &[u8]) {
        let text = self.decoded(bytes);
        self.set(index, slot, text);
    }

    /// Sets a component to the text that it has in a URL.
    pub(super) fn set_written(&mut self, index: usize, slot: Slot, role: Role, text: &str) {
        match role {
            Role::Flag => self.set_flag(index, slot),
            role if !is_divided_exactly(text, role) => self.set_elements(index, role, text),
            _ => {
                let text = self.written(text);
                self.set(index, slot, text);
            }
        }
    }

    /// Escapes every special byte of a component that is given in decoded bytes.
    pub(super) fn fully_encode(&mut self, index: usize) {
        self.fully_encoded.insert(index);
    }

    /// Sets a list or fields that have no elements yet.
    fn divide(&mut self, index: usize) {
        self.remove(index);
        self.given.insert(index);
        self.divided.insert(index);
    }

    /// Sets a list or fields to the elements in a text.
    fn set_elements(&mut self, index: usize, role: Role, text: &str) {
        self.divide(index);
        match role {
            Role::List(delimiter) => {
                for element in value::list(text, delimiter) {
                    let name = self.written(element);
                    self.elements.push(Element { component: index, name, value: None });
                }
            }
            Role::Fields(syntax) => {
                for (name, value) in value::fields(text, syntax) {
                    let name = self.written(name);
                    let value = value.map(|value| self.written(value));
                    self.elements.push(Element { component: index, name, value });
                }
            }
            _ => {}
        }
    }

    /// Adds an element, or the name and value of a field, in decoded bytes.
    pub(super) fn push(&mut self, index: usize, slot: Slot, role: Role, name: &[u8], value: Option<&[u8]>) {
        match self.get(index, slot) {
            Some(ComponentInput::Elements) => {}
            Some(ComponentInput::Text(text)) => {
                let text = self.as_written(text).to_owned();
                self.set_elements(index, role, &text);
            }
            None => self.divide(index),
        }
        let name = self.decoded(name);
        let value = value.map(|value| self.decoded(value));
        self.elements.push(Element { component: index, name, value });
    }

    /// Removes the input of a component.
    pub(super) fn remove(&mut self, index: usize) {
        for set in [&mut self.given, &mut self.verbatim, &mut self.fully_encoded, &mut self.divided] {
            set.remove(index);
        }
        self.elements.retain(|element| element.component != index);
    }

    /// The length of all texts.
    pub(super) fn texts_len(&self) -> usize {
        self.url.text.len() + self.decoded.len()
    }

    /// Whether the texts are longer than a URL can be.
    pub(super) fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// Adds decoded bytes.
    fn decoded(&mut self, bytes: &[u8]) -> InputText {
        let start = self.decoded.len();
        let place = self.place(start, bytes.len());
        if start == 0 {
            self.decoded.reserve(ROOM);
        }
        self.decoded.extend_from_slice(&bytes[..place.len()]);
        InputText { form: Form::Decoded, place }
    }

    /// Adds a text that is written as it is.
    fn written(&mut self, text: &str) -> InputText {
        let start = self.url.text.len();
        let place = self.place(start, text.len());
        if start == 0 {
            self.url.text.reserve(ROOM);
        }
        self.url.text.push_str(&text[..place.len()]);
        InputText { form: Form::Verbatim, place }
    }

    /// The place of a text that begins at `start`; an empty one if it is too long.
    fn place(&mut self, start: usize, len: usize) -> Span {
        let end = start.checked_add(len).filter(|end| *end <= Span::LONGEST);
        if end.is_none() {
            self.is_too_long = true;
        }
        Span::known(start, end.unwrap_or(start))
    }

    /// The text that is written as it is.
    pub(super) fn as_written(&self, text: InputText) -> &str {
        text.place.of(&self.url.text)
    }

    /// The decoded bytes of a text.
    pub(super) fn bytes(&self, text: InputText) -> &[u8] {
        &self.decoded[text.place.range()]
    }
}

/// Whether writing the elements of a text with their delimiters gives the text again; also if it has no elements.
fn is_divided_exactly(text: &str, role: Role) -> bool {
    let (delimiter, lead) = match role {
        Role::List(delimiter) => (delimiter, None),
        Role::Fields(syntax) => (syntax.delimiter(), syntax.lead()),
        _ => return true,
    };
    let text = text.as_bytes();
    match (delimiter, lead) {
        (Delimiter::Between(_), None) => true,
        (Delimiter::Before(sign), None) => text.is_empty() || text.first() == Some(&sign),
        (Delimiter::After(sign), None) => text.is_empty() || text.last() == Some(&sign),
        (Delimiter::Before(sign), Some(lead)) => text.is_empty() || text.starts_with(&[sign, lead]),
        (Delimiter::Between(_) | Delimiter::After(_), Some(_)) => false,
    }
}
