//! [`Inputs`]: what the components of a URL are set to.

use super::BuildError;
use super::edit::Edit;
use crate::components::value;
use crate::registration::component_name::is_same_name;
use crate::registration::layout::ComponentSet;
use crate::registration::sequence::Sequence;
use crate::registration::{Delimiter, Grammar, Role};
use crate::registry::{Entry, EntryIndex, Registry};
use crate::syntax::options::Options;
use crate::text::span::{Slot, Span, Spans};
use crate::url::{UrlData, UrlParts};

/// The inputs of a builder. Components are numbered as in the registration; the fragment follows them. It has no `Debug`,
/// which would show passwords.
#[derive(Clone)]
pub(super) struct Inputs {
    /// The URL: its entry, the texts that are written as they are, with what was written before them, and where the texts of
    /// components are. Each component of a registration has a slot of its own.
    pub(super) url: Box<UrlParts>,
    /// None while the URL is written as its components are set. So nothing changes but what is in the box, and a builder is
    /// moved in two registers.
    details: Option<Box<Details>>,
}

/// What a builder has whose URL is assembled.
#[derive(Clone, Default)]
pub(super) struct Details {
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

impl Inputs {
    /// No inputs yet, for URLs of an entry.
    #[inline]
    pub(super) fn new(registry: &Registry, entry: EntryIndex, options: Options, scheme: &str) -> Self {
        let is_other = !is_same_name(registry.entry(entry).name(), scheme);
        // First the memory, so that nothing is copied there.
        let url = Box::write(
            Box::new_uninit(),
            UrlParts::new(String::new(), registry.clone(), UrlData { spans: Spans::NONE, entry, options }),
        );
        Self { url, details: is_other.then(|| Details::of_other_scheme(scheme)) }
    }

    /// The details, if there are any.
    #[inline]
    pub(super) fn details(&self) -> Option<&Details> {
        self.details.as_deref()
    }

    /// The details. The URL is assembled from now on.
    #[inline]
    pub(super) fn details_mut(&mut self) -> &mut Details {
        if self.details.is_none() {
            self.details = Some(self.written_details());
        }
        self.details.get_or_insert_default()
    }

    /// The details of the components that were written.
    #[inline(never)]
    fn written_details(&self) -> Box<Details> {
        let written = self.sequence();
        Box::new(Details { given: written, verbatim: written, ..Details::default() })
    }

    /// The components that were written, if the URL is.
    fn sequence(&self) -> ComponentSet {
        let sequence = self.entry().build_tables().and_then(|tables| tables.sequences.get(self.url.sequence));
        sequence.map_or_else(ComponentSet::default, Sequence::components)
    }

    /// The entry by which the components become a URL.
    #[inline]
    pub(super) fn entry(&self) -> &Entry {
        let UrlParts { registry, data, .. } = &*self.url;
        registry.entry(data.entry)
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
        self.other_scheme().unwrap_or_else(|| self.entry().name())
    }

    /// The name of the scheme in lower case, if it is an alias, or not registered.
    #[inline]
    pub(super) fn other_scheme(&self) -> Option<&str> {
        self.details()?.other_scheme.as_deref()
    }

    /// The indices of the components that are given.
    pub(super) fn given(&self) -> ComponentSet {
        self.details().map_or_else(|| self.sequence(), |details| details.given)
    }

    /// The indices of the components with texts that are not written as they are.
    pub(super) fn not_verbatim(&self) -> ComponentSet {
        self.details().map_or_else(ComponentSet::default, |details| details.given.without(details.verbatim))
    }

    /// The input of the component with this index and slot, if it is given.
    pub(super) fn get(&self, index: usize, slot: Slot) -> Option<ComponentInput> {
        let form = match self.details() {
            Some(details) if details.divided.contains(index) => return Some(ComponentInput::Elements),
            Some(details) if details.fully_encoded.contains(index) => Form::FullyEncoded,
            Some(details) if !details.verbatim.contains(index) => Form::Decoded,
            _ => Form::Verbatim,
        };
        let place = self.url.data.spans.get(slot).filter(|_| self.given().contains(index))?;
        Some(ComponentInput::Text(InputText { form, place }))
    }

    /// The elements of a list or of fields.
    pub(super) fn elements(&self, index: usize) -> impl Iterator<Item = &Element> + Clone {
        let elements = self.details().map_or(&[][..], |details| &details.elements);
        elements.iter().filter(move |element| element.component == index)
    }

    /// Sets a component to a text.
    #[inline]
    fn set(&mut self, index: usize, slot: Slot, text: InputText) {
        self.remove(index);
        self.details_mut().given.insert(index);
        self.url.data.spans.set(slot, text.place);
        match text.form {
            Form::Decoded => {}
            Form::FullyEncoded => self.fully_encode(index),
            Form::Verbatim => self.details_mut().verbatim.insert(index),
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
        self.details_mut().fully_encoded.insert(index);
    }

    /// Sets a list or fields that have no elements yet.
    fn divide(&mut self, index: usize) {
        self.remove(index);
        let details = self.details_mut();
        details.given.insert(index);
        details.divided.insert(index);
    }

    /// Sets a list or fields to the elements in a text.
    fn set_elements(&mut self, index: usize, role: Role, text: &str) {
        self.divide(index);
        match role {
            Role::List(delimiter) => {
                for element in value::list(text, delimiter) {
                    let name = self.written(element);
                    self.details_mut().elements.push(Element { component: index, name, value: None });
                }
            }
            Role::Fields(syntax) => {
                for (name, value) in value::fields(text, syntax) {
                    let name = self.written(name);
                    let value = value.map(|value| self.written(value));
                    self.details_mut().elements.push(Element { component: index, name, value });
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
        self.details_mut().elements.push(Element { component: index, name, value });
    }

    /// Removes the input of a component.
    pub(super) fn remove(&mut self, index: usize) {
        let details = self.details_mut();
        for set in [&mut details.given, &mut details.verbatim, &mut details.fully_encoded, &mut details.divided] {
            set.remove(index);
        }
        details.elements.retain(|element| element.component != index);
    }

    /// The length of all texts.
    pub(super) fn texts_len(&self) -> usize {
        self.url.text.len() + self.details().map_or(0, |details| details.decoded.len())
    }

    /// Whether the texts are longer than a URL can be.
    pub(super) fn is_too_long(&self) -> bool {
        self.details().is_some_and(|details| details.is_too_long)
    }

    /// Adds decoded bytes.
    fn decoded(&mut self, bytes: &[u8]) -> InputText {
        let start = self.details_mut().decoded.len();
        let place = self.place(start, bytes.len());
        self.details_mut().decoded.extend_from_slice(&bytes[..place.len()]);
        InputText { form: Form::Decoded, place }
    }

    /// Adds a text that is written as it is.
    fn written(&mut self, text: &str) -> InputText {
        let place = self.place(self.url.text.len(), text.len());
        self.url.text.push_str(&text[..place.len()]);
        InputText { form: Form::Verbatim, place }
    }

    /// The place of a text that begins at `start`; an empty one if it is too long.
    fn place(&mut self, start: usize, len: usize) -> Span {
        let end = start.checked_add(len).filter(|end| *end <= Span::LONGEST);
        if end.is_none() {
            self.details_mut().is_too_long = true;
        }
        Span::known(start, end.unwrap_or(start))
    }

    /// The text that is written as it is.
    pub(super) fn as_written(&self, text: InputText) -> &str {
        text.place.of(&self.url.text)
    }

    /// The decoded bytes of a text.
    pub(super) fn bytes(&self, text: InputText) -> &[u8] {
        self.details().map_or(&[], |details| &details.decoded[text.place.range()])
    }
}

impl Details {
    /// Those of a builder with a name that is not that of the entry.
    #[cold]
    fn of_other_scheme(name: &str) -> Box<Self> {
        Box::new(Self { other_scheme: Some(name.to_ascii_lowercase().into()), ..Self::default() })
    }

    /// Whether the URL needs more than what is assembled from its components.
    pub(super) fn has_edits_or_error(&self) -> bool {
        self.error.is_some() || !self.edits.is_empty()
    }
}

/// Whether writing the elements of a text with their delimiters gives the text again; also if it has no elements.
pub(super) fn is_divided_exactly(text: &str, role: Role) -> bool {
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
