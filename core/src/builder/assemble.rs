//! Filling the template, and comparing what is read with what was given.

use super::{BuildError, ComponentInput, UrlBuilder};
use crate::diagnostics::error::Error;
use crate::registration::template::{Node, Template};
use crate::registration::{Component, Role};
use crate::text::span::Span;
use crate::url::Url;

/// The alternative that has all that is given: of several the one that is short of the fewest others.
fn fitting<'t, 'n>(template: &'n Template<'t>, given: &[&str]) -> Option<&'n Vec<Node<'t>>> {
    let has_all = |one: &&Vec<Node<'t>>| {
        let names = names_in(one);
        given.iter().all(|name| names.contains(name))
    };
    let missing = |one: &&Vec<Node<'t>>| {
        let components = one.iter().filter_map(Node::name);
        components.filter(|name| !given.contains(name)).count()
    };
    let fitting = template.alternatives.iter().filter(has_all);
    fitting.min_by_key(missing)
}

/// Two components that no alternative has both.
fn together(template: &Template<'_>, given: &[&str]) -> BuildError {
    let mut alternatives = template.alternatives.iter().map(|one| names_in(one));
    let names = alternatives.find(|names| given.iter().any(|name| names.contains(name)));
    let names = names.unwrap_or_default();
    let (first, second): (Vec<&str>, _) = given.iter().partition(|name| names.contains(*name));
    let name = |of: Vec<&str>| of.first().copied().unwrap_or_default().to_owned();
    BuildError::Together { first: name(first), second: name(second) }
}

/// The components of an alternative, at any depth.
fn names_in<'t>(alternative: &[Node<'t>]) -> Vec<&'t str> {
    let mut names = Vec::new();
    for node in alternative {
        node.add_names(&mut names);
    }
    names
}

/// A text, and which component was written where.
pub(super) struct Assembled {
    pub(super) text: String,
    /// Places of components with what was written of them, in the order of the text.
    written: Vec<(usize, Span)>,
}

impl UrlBuilder {
    /// Fills the template.
    pub(super) fn write(&self) -> Result<Assembled, BuildError> {
        let template = self.template()?;
        let names = template.names();
        for (place, _) in self.all_given() {
            let one = self.component(place);
            if one.lenient && !names.contains(&&*one.name) {
                let component = one.name.to_string();
                return Err(BuildError::Lenient { component });
            }
        }
        let mut assembled = Assembled { text: format!("{}:", self.scheme), written: Vec::new() };
        self.fill(&template, false, &mut assembled)?;
        let fragment = self.given.len() - 1;
        if self.given[fragment].is_some() {
            assembled.text.push('#');
            self.put(fragment, &mut assembled);
        }
        Ok(assembled)
    }

    fn all_given(&self) -> impl Iterator<Item = (usize, &ComponentInput)> {
        let given = self.given.iter().enumerate();
        given.filter_map(|(place, given)| Some((place, given.as_ref()?)))
    }

    /// Writes the alternative that fits what is given; else, if it must be, the first.
    fn fill(&self, template: &Template<'_>, optional: bool, assembled: &mut Assembled) -> Result<(), BuildError> {
        let given = self.given_in(template);
        let chosen = match fitting(template, &given) {
            _ if given.is_empty() && optional => return Ok(()),
            _ if given.is_empty() => &template.alternatives[0],
            Some(fitting) => fitting,
            None => return Err(together(template, &given)),
        };
        for node in chosen {
            match node {
                Node::Literal(text) => assembled.text.push_str(text),
                Node::Component(name) => self.put(self.place(name)?, assembled),
                Node::Optional(template) => self.fill(template, true, assembled)?,
            }
        }
        Ok(())
    }

    /// The components of a template, at any depth, that are given.
    fn given_in<'t>(&self, template: &Template<'t>) -> Vec<&'t str> {
        let mut names = template.names();
        names.retain(|name| self.is_given(name));
        names
    }

    fn is_given(&self, name: &str) -> bool {
        self.place(name).is_ok_and(|place| self.given[place].is_some())
    }

    /// Of alternatives that a URL shows at once, as the generic syntax does, keeps the last: it is the finest.
    pub(super) fn keep_one_alternative(&mut self) {
        let home = self.home.clone();
        let registration = home.entry(self.entry).registration();
        if let Ok(template) = Template::parse(&registration.template) {
            self.keep_one_alternative_of(&template);
        }
    }

    fn keep_one_alternative_of(&mut self, template: &Template<'_>) {
        let given = self.given_in(template);
        let is_given = |one: &&Vec<Node<'_>>| names_in(one).iter().any(|name| given.contains(name));
        let last = || template.alternatives.iter().rfind(is_given);
        let Some(kept) = fitting(template, &given).or_else(last) else {
            return;
        };
        let names = names_in(kept);
        for name in given.iter().filter(|name| !names.contains(name)) {
            if let Ok(place) = self.place(name) {
                self.given[place] = None;
            }
        }
        for node in kept {
            if let Node::Optional(inner) = node {
                self.keep_one_alternative_of(inner);
            }
        }
    }

    /// Writes a component, or what it is taken to be.
    fn put(&self, place: usize, assembled: &mut Assembled) {
        let component = self.component(place);
        let start = assembled.text.len();
        match &self.given[place] {
            Some(given) => given.write(component, &mut assembled.text),
            None => assembled.text.push_str(component.default.as_deref().unwrap_or_default()),
        }
        let end = assembled.text.len();
        // Longer texts are refused before anybody asks for a place in them.
        if end <= Span::LONGEST {
            assembled.written.push((place, Span::new(start, end)));
        }
    }

    /// What the scheme refuses, by the component and the byte that it is about.
    pub(super) fn refused(&self, assembled: &Assembled, error: Error) -> BuildError {
        let about = error.span();
        let touches = |span: Span| span.start() <= about.end() && about.start() <= span.end();
        let named = assembled
            .written
            .iter()
            .find(|(place, span)| self.component(*place).name == error.component() && touches(*span));
        let Some((place, span)) = named.or_else(|| assembled.written_at(about.start())) else {
            return BuildError::Refused { component: error.component().to_owned(), offset: None, error };
        };
        if let Some(error) = self.divided(*place) {
            return error;
        }
        let component = self.component(*place);
        let given = self.given[*place].as_ref();
        let at = about.start().saturating_sub(span.start());
        let offset = given.and_then(|given| given.byte_at(component, at));
        let error = match component.role {
            Role::Password => error.found(None),
            _ => error,
        };
        BuildError::Refused { component: component.name.to_string(), offset, error }
    }

    /// What is wrong with a host or port that holds a delimiter: it moves the fault to another component, the one at
    /// `place`, as the port `1@2` does, which makes the host a user name.
    fn divided(&self, place: usize) -> Option<BuildError> {
        let divides = |component: &Component, given: &ComponentInput| match component.role {
            Role::Host | Role::Port => given.plain_byte(component, b":/?@"),
            _ => None,
        };
        self.all_given().find_map(|(other, given)| {
            let component = self.component(other);
            let offset = divides(component, given).filter(|_| other != place);
            offset.map(|offset| BuildError::Differs { component: component.name.to_string(), offset: Some(offset) })
        })
    }

    /// Whether each component was read where it was written, as what was given, and nothing beside them.
    pub(super) fn compare(&self, assembled: &Assembled, url: &Url<'_>) -> Result<(), BuildError> {
        for (place, span) in &assembled.written {
            if let Some(given) = &self.given[*place] {
                self.compare_one(assembled, (*place, *span), given, url)?;
            }
        }
        let is_unasked = |place: &usize| {
            let component = self.component(*place);
            let read = url.span(component.slot);
            self.given[*place].is_none()
                && component.role != Role::Whole
                && read.is_some_and(|read| !self.accounts_for(assembled, *place, read))
        };
        match (0..self.given.len()).find(is_unasked) {
            None => Ok(()),
            Some(place) => Err(BuildError::Differs { component: self.component(place).name.to_string(), offset: None }),
        }
    }

    /// Whether a component that was not given may be read at a span: where its default was written, or where it is
    /// another view of what was given, such as the schemepart of the generic syntax.
    fn accounts_for(&self, assembled: &Assembled, place: usize, read: Span) -> bool {
        let holds = |one: Span, other: Span| one.start() <= other.start() && other.end() <= one.end();
        assembled.written.iter().any(|(other, span)| {
            let is_view = self.given[*other].is_some() && (holds(*span, read) || holds(read, *span));
            (*other == place && *span == read) || (*other != place && is_view)
        })
    }

    fn compare_one(
        &self,
        assembled: &Assembled,
        (place, written): (usize, Span),
        given: &ComponentInput,
        url: &Url<'_>,
    ) -> Result<(), BuildError> {
        let component = self.component(place);
        let read = url.span(component.slot);
        let same = match read {
            Some(_) if given.is_flag() => true,
            Some(read) => read == written && given.is(component, read.of(url.text())),
            None => false,
        };
        if same {
            return Ok(());
        }
        let at = deviation(written, read);
        // What runs on into a neighbour is the neighbour's fault, unless it is nothing itself.
        let blamed = assembled.written_at(at).filter(|_| !written.is_empty());
        let (place, span) = *blamed.unwrap_or(&(place, written));
        if let Some(error) = self.divided(place) {
            return Err(error);
        }
        let component = self.component(place);
        let offset = self.given[place]
            .as_ref()
            .filter(|_| read.is_some() && at >= span.start())
            .and_then(|given| given.byte_at(component, at - span.start()));
        Err(BuildError::Differs { component: component.name.to_string(), offset })
    }
}

impl Assembled {
    /// The component that was written at an offset.
    fn written_at(&self, at: usize) -> Option<&(usize, Span)> {
        let holds = |span: Span| span.start() <= at && at < span.end();
        let is_here = |span: Span| span == Span::at(at);
        let holding = self.written.iter().find(|(_, span)| holds(*span));
        holding.or_else(|| self.written.iter().find(|(_, span)| is_here(*span)))
    }
}

/// The first offset at which a component is read otherwise than it was written.
fn deviation(written: Span, read: Option<Span>) -> usize {
    match read {
        Some(read) if read.start() == written.start() => read.end().min(written.end()),
        Some(read) => read.start().min(written.start()),
        None => written.start(),
    }
}
