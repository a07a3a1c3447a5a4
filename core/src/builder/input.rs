//! [`Inputs`]: what the components of a URL are set to.

use super::BuildError;
use super::edit::Edit;
use crate::components::value;
use crate::registration::layout::ComponentSet;
use crate::registration::{Delimiter, Grammar, Role};
use crate::registry::{EntryIndex, Registry};
use crate::syntax::options::Options;
use crate::text::span::{Slot, Span};

/// The inputs of a builder. Components are numbered as in the registration; the fragment follows them. It has no `Debug`,
/// which would show passwords.
#[derive(Clone)]
pub(super) struct Inputs {
    pub(super) registry: Registry,
    pub(super) entry: EntryIndex,
    pub(super) options: Options,
    /// The component after the one that was set last: where the next one is looked for first.
    pub(super) next: usize,
    texts: Texts,
    given: ComponentSet,
    /// Those of them whose texts, if they have one, are written as they are.
    verbatim: ComponentSet,
    /// The inputs of the given components. Each component of a registration has a slot of its own.
    all: [ComponentInput; Slot::COUNT + 1],
    /// The name of the scheme in lower case, if it is not that of the entry.
    other_scheme: Option<Box<str>>,
    rare: Option<Box<Rare>>,
}

/// What few builders have.
#[derive(Clone, Default)]
pub(super) struct Rare {
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
    Flag,
}

/// A text of an input, in [`Texts`].
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
    pub(super) fn new(registry: &Registry, entry: EntryIndex, options: Options, scheme: &str) -> Box<Self> {
        Box::new(Self {
            registry: registry.clone(),
            entry,
            options,
            next: 0,
            texts: Texts::new(),
            given: ComponentSet::default(),
            verbatim: ComponentSet::default(),
            all: [ComponentInput::Flag; Slot::COUNT + 1],
            other_scheme: (registry.entry(entry).name() != scheme).then(|| scheme.to_ascii_lowercase().into()),
            rare: None,
        })
    }

    /// What few builders have, if this one has it.
    #[inline]
    pub(super) fn rare(&self) -> Option<&Rare> {
        self.rare.as_deref()
    }

    /// What few builders have.
    pub(super) fn rare_mut(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// The grammar of the scheme.
    pub(super) fn grammar(&self) -> Grammar {
        self.registry.entry(self.entry).grammar()
    }

    /// The name of the scheme, in lower case.
    pub(super) fn scheme(&self) -> &str {
        self.other_scheme().unwrap_or_else(|| self.registry.entry(self.entry).name())
    }

    /// The name of the scheme in lower case, if it is an alias, or not registered.
    #[inline]
    pub(super) fn other_scheme(&self) -> Option<&str> {
        self.other_scheme.as_deref()
    }

    pub(super) fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The indices of the components that are given.
    pub(super) fn given(&self) -> ComponentSet {
        self.given
    }

    /// The indices of the components with texts that are not written as they are.
    pub(super) fn not_verbatim(&self) -> ComponentSet {
        self.given.without(self.verbatim)
    }

    /// The input of a component, if it is given.
    pub(super) fn get(&self, index: usize) -> Option<ComponentInput> {
        self.given.contains(index).then(|| self.all[index])
    }

    /// The elements of a list or of fields.
    pub(super) fn elements(&self, index: usize) -> impl Iterator<Item = &Element> + Clone {
        let elements = self.rare().map_or(&[][..], |rare| &rare.elements);
        elements.iter().filter(move |element| element.component == index)
    }

    /// Sets a component.
    pub(super) fn set(&mut self, index: usize, input: ComponentInput) {
        self.remove(index);
        self.given.insert(index);
        self.all[index] = input;
    }

    /// Sets a component to a text, or a flag, that is written as it is.
    #[inline]
    fn set_verbatim(&mut self, index: usize, input: ComponentInput) {
        if self.rare.is_some() {
            self.remove(index);
        }
        self.given.insert(index);
        self.verbatim.insert(index);
        self.all[index] = input;
    }

    /// Sets a component to decoded bytes.
    pub(super) fn set_decoded(&mut self, index: usize, bytes: &[u8]) {
        let text = self.texts.decoded(bytes);
        self.set(index, ComponentInput::Text(text));
    }

    /// Sets a component to the text that it has in a URL.
    pub(super) fn set_written(&mut self, index: usize, role: Role, text: &str) {
        match role {
            Role::Flag => self.set_verbatim(index, ComponentInput::Flag),
            role if !is_divided_exactly(text, role) => self.set_elements(index, role, text),
            _ => {
                let text = self.texts.verbatim(text);
                self.set_verbatim(index, ComponentInput::Text(text));
            }
        }
    }

    /// Sets a list or fields to the elements in a text.
    fn set_elements(&mut self, index: usize, role: Role, text: &str) {
        self.set(index, ComponentInput::Elements);
        match role {
            Role::List(delimiter) => {
                for element in value::list(text, delimiter) {
                    let name = self.texts.verbatim(element);
                    self.rare_mut().elements.push(Element { component: index, name, value: None });
                }
            }
            Role::Fields(syntax) => {
                for (name, value) in value::fields(text, syntax) {
                    let name = self.texts.verbatim(name);
                    let value = value.map(|value| self.texts.verbatim(value));
                    self.rare_mut().elements.push(Element { component: index, name, value });
                }
            }
            _ => {}
        }
    }

    /// Adds an element, or the name and value of a field, in decoded bytes.
    pub(super) fn push(&mut self, index: usize, role: Role, name: &[u8], value: Option<&[u8]>) {
        match self.get(index) {
            Some(ComponentInput::Elements) => {}
            Some(ComponentInput::Text(text)) => {
                let text = self.texts.verbatim[text.place.range()].to_owned();
                self.set_elements(index, role, &text);
            }
            _ => self.set(index, ComponentInput::Elements),
        }
        let name = self.texts.decoded(name);
        let value = value.map(|value| self.texts.decoded(value));
        self.rare_mut().elements.push(Element { component: index, name, value });
    }

    /// Removes the input of a component.
    pub(super) fn remove(&mut self, index: usize) {
        self.given.remove(index);
        self.verbatim.remove(index);
        if let Some(rare) = &mut self.rare {
            rare.elements.retain(|element| element.component != index);
        }
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

/// The texts of a builder, one after the other.
#[derive(Clone)]
pub(super) struct Texts {
    /// Those that are written as they are.
    verbatim: String,
    decoded: Vec<u8>,
    /// Whether a text was omitted because no span can express where it is.
    is_too_long: bool,
}

impl Texts {
    fn new() -> Self {
        // Nearly all URLs fit.
        Self { verbatim: String::with_capacity(120), decoded: Vec::new(), is_too_long: false }
    }

    /// The length of all texts.
    pub(super) fn len(&self) -> usize {
        self.decoded.len() + self.verbatim.len()
    }

    /// Whether the texts are longer than a URL can be.
    pub(super) fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    /// Adds decoded bytes.
    fn decoded(&mut self, bytes: &[u8]) -> InputText {
        let place = self.place(self.decoded.len(), bytes.len());
        self.decoded.extend_from_slice(&bytes[..place.len()]);
        InputText { form: Form::Decoded, place }
    }

    /// Adds a text that is written as it is.
    fn verbatim(&mut self, text: &str) -> InputText {
        let place = self.place(self.verbatim.len(), text.len());
        self.verbatim.push_str(&text[..place.len()]);
        InputText { form: Form::Verbatim, place }
    }

    /// The place of a text that begins at `start`; an empty one if it is too long.
    fn place(&mut self, start: usize, len: usize) -> Span {
        let end = start.checked_add(len).filter(|end| *end <= Span::LONGEST);
        self.is_too_long |= end.is_none();
        Span::known(start, end.unwrap_or(start))
    }

    /// The text that is written as it is.
    pub(super) fn as_written(&self, text: InputText) -> &str {
        text.place.of(&self.verbatim)
    }

    /// The decoded bytes of a text.
    pub(super) fn bytes(&self, text: InputText) -> &[u8] {
        &self.decoded[text.place.range()]
    }
}
