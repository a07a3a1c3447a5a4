//! Filling the template, and comparing the parsed URL with the input.

use super::{BuildError, ComponentInput, UrlBuilder};
use crate::diagnostics::error::Error;
use crate::registration::template::{Node, Template};
use crate::registration::{Component, Role};
use crate::text::span::Span;
use crate::url::Url;

/// The alternative with all given components, and the fewest others.
fn best_alternative<'t, 'n>(template: &'n Template<'t>, given: &[&str]) -> Option<&'n Vec<Node<'t>>> {
    let has_all = |alternative: &&Vec<Node<'t>>| {
        let names = names_in(alternative);
        given.iter().all(|name| names.contains(name))
    };
    let missing = |alternative: &&Vec<Node<'t>>| {
        let components = alternative.iter().filter_map(Node::name);
        components.filter(|name| !given.contains(name)).count()
    };
    template.alternatives.iter().filter(has_all).min_by_key(missing)
}

/// The error about two components that no alternative has both.
fn exclusive_error(template: &Template<'_>, given: &[&str]) -> BuildError {
    let mut alternatives = template.alternatives.iter().map(|alternative| names_in(alternative));
    let names = alternatives.find(|names| given.iter().any(|name| names.contains(name)));
    let names = names.unwrap_or_default();
    let (first, second): (Vec<&str>, _) = given.iter().partition(|name| names.contains(*name));
    let first_of = |names: Vec<&str>| names.first().copied().unwrap_or_default().to_owned();
    BuildError::Exclusive { first: first_of(first), second: first_of(second) }
}

/// The components of an alternative, at any depth.
fn names_in<'t>(alternative: &[Node<'t>]) -> Vec<&'t str> {
    let mut names = Vec::new();
    for node in alternative {
        node.add_names(&mut names);
    }
    names
}

/// The text of a URL, and the spans at which components were written.
pub(super) struct Assembled {
    pub(super) text: String,
    /// The indices and spans of the written components, in the order of the text.
    written: Vec<(usize, Span)>,
}

impl UrlBuilder {
    /// Fills the template.
    pub(super) fn assemble(&self) -> Result<Assembled, BuildError> {
        let template = self.template()?;
        let names = template.names();
        for (index, _) in self.all_given() {
            let component = self.component(index);
            if component.lenient && !names.contains(&&*component.name) {
                return Err(BuildError::Lenient { component: component.name.to_string() });
            }
        }
        let mut assembled = Assembled { text: format!("{}:", self.scheme), written: Vec::new() };
        self.fill(&template, false, &mut assembled)?;
        let fragment = self.inputs.len() - 1;
        if self.inputs[fragment].is_some() {
            assembled.text.push('#');
            self.push_component(fragment, &mut assembled);
        }
        Ok(assembled)
    }

    fn all_given(&self) -> impl Iterator<Item = (usize, &ComponentInput)> {
        let given = self.inputs.iter().enumerate();
        given.filter_map(|(index, given)| Some((index, given.as_ref()?)))
    }

    /// Writes the alternative that has all given components; without any, the first one unless the part is optional.
    fn fill(&self, template: &Template<'_>, optional: bool, assembled: &mut Assembled) -> Result<(), BuildError> {
        let given = self.given_in(template);
        let chosen = match best_alternative(template, &given) {
            _ if given.is_empty() && optional => return Ok(()),
            _ if given.is_empty() => &template.alternatives[0],
            Some(alternative) => alternative,
            None => return Err(exclusive_error(template, &given)),
        };
        for node in chosen {
            match node {
                Node::Literal(text) => assembled.text.push_str(text),
                Node::Component(name) => self.push_component(self.component_index(name)?, assembled),
                Node::Optional(template) => self.fill(template, true, assembled)?,
            }
        }
        Ok(())
    }

    /// The given components of a template, at any depth.
    fn given_in<'t>(&self, template: &Template<'t>) -> Vec<&'t str> {
        let mut names = template.names();
        names.retain(|name| self.component_index(name).is_ok_and(|index| self.inputs[index].is_some()));
        names
    }

    /// Keeps the last, most detailed, of several alternatives that apply to one URL, as in the generic syntax.
    pub(super) fn keep_one_alternative(&mut self) {
        let registry = self.registry.clone();
        let registration = registry.entry(self.entry).registration();
        if let Ok(template) = Template::parse(&registration.template) {
            self.keep_one_alternative_of(&template);
        }
    }

    fn keep_one_alternative_of(&mut self, template: &Template<'_>) {
        let given = self.given_in(template);
        let is_given = |alternative: &&Vec<Node<'_>>| names_in(alternative).iter().any(|name| given.contains(name));
        let last = || template.alternatives.iter().rfind(is_given);
        let Some(kept) = best_alternative(template, &given).or_else(last) else {
            return;
        };
        let names = names_in(kept);
        for name in given.iter().filter(|name| !names.contains(name)) {
            if let Ok(index) = self.component_index(name) {
                self.inputs[index] = None;
            }
        }
        for node in kept {
            if let Node::Optional(inner) = node {
                self.keep_one_alternative_of(inner);
            }
        }
    }

    /// Writes a component, or its default.
    fn push_component(&self, index: usize, assembled: &mut Assembled) {
        let component = self.component(index);
        let start = assembled.text.len();
        match &self.inputs[index] {
            Some(given) => given.write(component, &mut assembled.text),
            None => assembled.text.push_str(component.default.as_deref().unwrap_or_default()),
        }
        let end = assembled.text.len();
        // Parsing rejects longer texts, so their spans are not needed.
        if end <= Span::LONGEST {
            assembled.written.push((index, Span::new(start, end)));
        }
    }

    /// The error for a text that the scheme rejects, with the component and byte it is about.
    pub(super) fn rejected(&self, assembled: &Assembled, error: Error) -> BuildError {
        let about = error.span();
        let touches = |span: Span| span.start() <= about.end() && about.start() <= span.end();
        let named = assembled
            .written
            .iter()
            .find(|(index, span)| self.component(*index).name == error.component() && touches(*span));
        let Some((index, span)) = named.or_else(|| assembled.written_at(about.start())) else {
            return BuildError::Rejected { component: error.component().to_owned(), offset: None, error };
        };
        if let Some(error) = self.misplaced_delimiter(*index) {
            return error;
        }
        let component = self.component(*index);
        let given = self.inputs[*index].as_ref();
        let at = about.start().saturating_sub(span.start());
        let offset = given.and_then(|given| given.byte_at(component, at));
        let error = match component.role {
            Role::Password => error.found(None),
            _ => error,
        };
        BuildError::Rejected { component: component.name.to_string(), offset, error }
    }

    /// The error about an unescaped delimiter in a host or port that caused the error in the component at `index`: the
    /// port `1@2`, for example, turns the host into a user name.
    fn misplaced_delimiter(&self, index: usize) -> Option<BuildError> {
        let delimiter = |component: &Component, given: &ComponentInput| match component.role {
            Role::Host | Role::Port => given.unescaped_delimiter(component, b":/?@"),
            _ => None,
        };
        self.all_given().find_map(|(other, given)| {
            let component = self.component(other);
            let offset = delimiter(component, given).filter(|_| other != index);
            offset.map(|offset| BuildError::Differs { component: component.name.to_string(), offset: Some(offset) })
        })
    }

    /// Checks that each component is parsed where it was written, with the given value, and that there are no others.
    pub(super) fn compare(&self, assembled: &Assembled, url: &Url<'_>) -> Result<(), BuildError> {
        for (index, span) in &assembled.written {
            if let Some(given) = &self.inputs[*index] {
                self.compare_one(assembled, (*index, *span), given, url)?;
            }
        }
        let is_unexpected = |index: &usize| {
            let component = self.component(*index);
            let read = url.span(component.slot);
            self.inputs[*index].is_none()
                && component.role != Role::Whole
                && read.is_some_and(|read| !self.accounts_for(assembled, *index, read))
        };
        match (0..self.inputs.len()).find(is_unexpected) {
            None => Ok(()),
            Some(index) => Err(BuildError::Differs { component: self.component(index).name.to_string(), offset: None }),
        }
    }

    /// Whether the parsed span of a component that was not given is expected: its default was written there, or it is
    /// another view of a given component, such as the schemepart of the generic syntax.
    fn accounts_for(&self, assembled: &Assembled, index: usize, read: Span) -> bool {
        let contains = |outer: Span, inner: Span| outer.start() <= inner.start() && inner.end() <= outer.end();
        assembled.written.iter().any(|(other, span)| {
            let is_view = self.inputs[*other].is_some() && (contains(*span, read) || contains(read, *span));
            (*other == index && *span == read) || (*other != index && is_view)
        })
    }

    fn compare_one(
        &self,
        assembled: &Assembled,
        (index, written): (usize, Span),
        given: &ComponentInput,
        url: &Url<'_>,
    ) -> Result<(), BuildError> {
        let component = self.component(index);
        let read = url.span(component.slot);
        let same = match read {
            Some(_) if given.is_flag() => true,
            Some(read) => read == written && given.matches(component, read.of(url.text())),
            None => false,
        };
        if same {
            return Ok(());
        }
        let at = first_difference(written, read);
        // If a non-empty component is parsed beyond its end, the error is in the component after it.
        let cause = assembled.written_at(at).filter(|_| !written.is_empty());
        let (index, span) = *cause.unwrap_or(&(index, written));
        if let Some(error) = self.misplaced_delimiter(index) {
            return Err(error);
        }
        let component = self.component(index);
        let offset = self.inputs[index]
            .as_ref()
            .filter(|_| read.is_some() && at >= span.start())
            .and_then(|given| given.byte_at(component, at - span.start()));
        Err(BuildError::Differs { component: component.name.to_string(), offset })
    }
}

impl Assembled {
    /// The component that was written at an offset; an empty one only if no other contains the offset.
    fn written_at(&self, at: usize) -> Option<&(usize, Span)> {
        let holds = |span: Span| span.start() <= at && at < span.end();
        let is_here = |span: Span| span == Span::at(at);
        let holding = self.written.iter().find(|(_, span)| holds(*span));
        holding.or_else(|| self.written.iter().find(|(_, span)| is_here(*span)))
    }
}

/// The first offset at which the parsed span differs from the written one.
fn first_difference(written: Span, read: Option<Span>) -> usize {
    match read {
        Some(read) if read.start() == written.start() => read.end().min(written.end()),
        Some(read) => read.start().min(written.start()),
        None => written.start(),
    }
}
