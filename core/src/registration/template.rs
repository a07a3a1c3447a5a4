//! How the components of a URL are put together, as data: the template of a registration.
//!
//! ```text
//! template    = alternative *( "|" alternative )
//! alternative = *( literal | "{" name "}" | "[" template "]" )
//! literal     = 1*<any character except "{", "}", "[", "]", "|">
//! ```
//!
//! `{name}` is the component of that name, and what stands in brackets is written if a component within is given. Of
//! alternatives the one is written that has every component that is given, and of several such the one that is short of
//! the fewest others; where none is given, the first, or in brackets nothing. A component that is absent, in a place that is written, is written as its default, or
//! else as the empty text. A flag is written as nothing: what marks it stands beside it.
//!
//! ```text
//! //{host}[:{port}]/{group}[/{article_number}]
//! {group}|{message_id}|*{wildcard}
//! ```
//!
//! None of `{}[]|` can stand in a URL unencoded, so that a template needs no way to write them.

use crate::registration::{Component, Registration, Role};
use crate::text::prelude::*;

/// Brackets nest at most this deep: a template may come from a file of someone else's.
const DEEPEST: usize = 16;

/// Alternatives, of which one is written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Template<'t> {
    /// At least one.
    pub alternatives: Vec<Vec<Node<'t>>>,
}

/// A piece of an alternative.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Node<'t> {
    /// Text that is written as it stands.
    Literal(&'t str),
    /// The component of this name.
    Component(&'t str),
    /// What is written if a component within is given.
    Optional(Template<'t>),
}

/// What is wrong with a template.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// A bracket or brace at this byte has no partner, or stands where none can.
    #[error("unbalanced bracket at byte {0} of the template")]
    Unpaired(usize),
    /// Brackets nest too deep.
    #[error("the brackets nest more than {DEEPEST} deep")]
    Deep,
    /// A name that no component has.
    #[error("the template names `{0}`, which is not a component: add it to `components`, or correct the name")]
    Unknown(String),
    /// A component that strict mode cannot read.
    #[error("the template names `{0}`, which only lenient mode accepts: remove it")]
    Lenient(String),
    /// A component that stands twice.
    #[error("the template names `{0}` twice: remove one of them")]
    Twice(String),
    /// A component that stands nowhere.
    #[error("the template does not name `{0}`: add it")]
    Absent(String),
}

impl<'t> Template<'t> {
    /// Reads a template.
    ///
    /// ```
    /// use anyurl_core::internal::template::Template;
    ///
    /// let template = Template::parse("//{host}[:{port}]")?;
    /// assert_eq!(template.names(), ["host", "port"]);
    /// assert!(Template::parse("[:{port}").is_err());
    /// # Ok::<(), anyurl_core::internal::template::TemplateError>(())
    /// ```
    ///
    /// # Errors
    /// [`TemplateError::Unpaired`] and [`TemplateError::Deep`].
    pub fn parse(text: &'t str) -> Result<Self, TemplateError> {
        let mut at = Reader { text, at: 0 };
        let template = at.template(0)?;
        match at.rest() {
            "" => Ok(template),
            _ => Err(TemplateError::Unpaired(at.at)),
        }
    }

    /// The names of the components, each once, in the order in which they stand.
    pub fn names(&self) -> Vec<&'t str> {
        let mut names = Vec::new();
        self.add_names(&mut names);
        names
    }

    fn add_names(&self, names: &mut Vec<&'t str>) {
        for node in self.alternatives.iter().flatten() {
            node.add_names(names);
        }
    }

    /// A name that would be written twice at once.
    fn twice(&self) -> Option<&'t str> {
        self.alternatives.iter().find_map(|nodes| {
            let mut seen: Vec<&str> = Vec::new();
            nodes.iter().find_map(|node| {
                let mut names = Vec::new();
                node.add_names(&mut names);
                let again = names.iter().find(|name| seen.contains(name)).copied();
                seen.extend(names);
                again.or_else(|| match node {
                    Node::Optional(inner) => inner.twice(),
                    Node::Literal(_) | Node::Component(_) => None,
                })
            })
        })
    }
}

impl<'t> Node<'t> {
    /// Adds the names of the components within.
    fn add_names(&self, names: &mut Vec<&'t str>) {
        match self {
            Self::Literal(_) => {}
            Self::Component(name) if names.contains(name) => {}
            Self::Component(name) => names.push(name),
            Self::Optional(template) => template.add_names(names),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn take(&mut self, mark: char) -> bool {
        let comes = self.rest().starts_with(mark);
        self.at += usize::from(comes);
        comes
    }

    /// Everything before the next of the marks.
    fn until(&mut self, marks: &[char]) -> &'t str {
        let rest = self.rest();
        let text = &rest[..rest.find(marks).unwrap_or(rest.len())];
        self.at += text.len();
        text
    }

    /// `alternative *( "|" alternative )`
    fn template(&mut self, depth: usize) -> Result<Template<'t>, TemplateError> {
        if depth > DEEPEST {
            return Err(TemplateError::Deep);
        }
        let mut alternatives = vec![self.alternative(depth)?];
        while self.take('|') {
            alternatives.push(self.alternative(depth)?);
        }
        Ok(Template { alternatives })
    }

    /// `*( literal | "{" name "}" | "[" template "]" )`
    fn alternative(&mut self, depth: usize) -> Result<Vec<Node<'t>>, TemplateError> {
        let mut nodes = Vec::new();
        loop {
            let start = self.at;
            let node = if self.take('{') {
                Node::Component(self.until(&['{', '}', '[', ']', '|']))
            } else if self.take('[') {
                Node::Optional(self.template(depth + 1)?)
            } else {
                match self.until(&['{', '}', '[', ']', '|']) {
                    "" => return Ok(nodes),
                    literal => Node::Literal(literal),
                }
            };
            let closed = match node {
                Node::Literal(_) => true,
                Node::Component(_) => self.take('}'),
                Node::Optional(_) => self.take(']'),
            };
            if !closed {
                return Err(TemplateError::Unpaired(start));
            }
            nodes.push(node);
        }
    }
}

/// Checks that the template of a registration names each component that can be built, once in every alternative.
///
/// A component that others divide ([`Role::Whole`]) may be absent, and one of lenient mode must be. An empty template
/// is valid: URLs of the scheme cannot be built.
///
/// ```
/// use anyurl_core::Slot;
/// use anyurl_core::internal::template::{check, TemplateError};
/// use anyurl_core::authors::{Component, Registration, Status};
/// use anyurl_core::semver::Version;
///
/// let mut registration = Registration::new("x-echo", Version::new(1, 0, 0), Status::Experimental);
/// registration.components = vec![Component::text("text", Slot::own(0))].into();
/// registration.template = "{text}".into();
/// assert_eq!(check(&registration), Ok(()));
/// registration.template = "{txet}".into();
/// assert_eq!(check(&registration), Err(TemplateError::Unknown("txet".to_owned())));
/// ```
///
/// # Errors
/// The first fault.
pub fn check(registration: &Registration) -> Result<(), TemplateError> {
    let template = &registration.template;
    if template.is_empty() {
        return Ok(());
    }
    let template = Template::parse(template)?;
    let names = template.names();
    for name in &names {
        match registration.component(name) {
            None => return Err(TemplateError::Unknown((*name).to_owned())),
            Some(one) if one.lenient => return Err(TemplateError::Lenient((*name).to_owned())),
            Some(_) => {}
        }
    }
    if let Some(name) = template.twice() {
        return Err(TemplateError::Twice(name.to_owned()));
    }
    let must_stand = |one: &&Component| !one.lenient && one.role != Role::Whole;
    let mut all = registration.components.iter().filter(must_stand);
    match all.find(|one| !names.contains(&&*one.name)) {
        Some(one) => Err(TemplateError::Absent(one.name.clone().into_owned())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_and_options() {
        let template = Template::parse("/{a}[?{b}|/{c}%09{d}]").unwrap();
        let [outer] = template.alternatives.as_slice() else {
            panic!("{template:?}");
        };
        let [Node::Literal("/"), Node::Component("a"), Node::Optional(inner)] = outer.as_slice() else {
            panic!("{outer:?}");
        };
        assert_eq!(inner.alternatives.len(), 2);
        assert_eq!(template.names(), ["a", "b", "c", "d"]);
    }

    #[test]
    fn once_in_every_alternative() {
        for (text, twice) in [
            ("{a}{b}", None),
            ("{a}{a}", Some("a")),
            ("{a}[/{a}]", Some("a")),
            ("{a}/{b}|{a}", None),
            ("[{a}|{b}]{a}", Some("a")),
            ("{c}[{a}/{b}|{b}[{b}]]", Some("b")),
        ] {
            assert_eq!(Template::parse(text).unwrap().twice(), twice, "{text}");
        }
        let names = Template::parse("{a}/{b}|{a}").unwrap().names();
        assert_eq!(names, ["a", "b"]);
    }

    #[test]
    fn brackets_come_in_pairs() {
        for (text, at) in [("a]", 1), ("a[b", 1), ("{a", 0), ("a}", 1), ("{a[b]}", 0), ("[{a]", 1)] {
            assert_eq!(Template::parse(text), Err(TemplateError::Unpaired(at)), "{text}");
        }
        let deep = |n: usize| "[".repeat(n) + &"]".repeat(n);
        assert!(Template::parse(&deep(DEEPEST)).is_ok());
        assert_eq!(Template::parse(&deep(100_000)), Err(TemplateError::Deep));
    }
}
