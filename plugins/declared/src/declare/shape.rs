//! The [`Shape`] of a declared scheme: derived from its automaton and from what is checked after it.

use anyurl_core::Slot;
use anyurl_core::authors::{Scheme as _, Shape};

use crate::keywords::ComponentType;
use crate::scheme::Declared;
use crate::scheme::automaton::{Compiled, Hidden, Target};
use crate::scheme::component::Component;
use anyurl_abnf::{ShapePart, ShapeRest};

/// The shape of a scheme, if there is one, by its grammar of strict mode.
pub(super) fn shape(scheme: &Declared, compiled: &Compiled) -> Option<Shape> {
    // A shape is read without a look at what a path begins with.
    if scheme.registration().command_line {
        return None;
    }
    // The core parses the host before the automaton: a host name is always one.
    let (start, rest) = match &compiled.head {
        Some((_, start)) => (start, ShapeRest::Path),
        None => (compiled.start.as_ref()?, ShapeRest::Schemepart),
    };
    let shape = |has_query| {
        let parts = compiled.dfa.shape_parts(start, rest, has_query)?;
        let mut found = Parts { has_host: compiled.head.is_some(), path: None, has_query: false };
        for (part, target) in parts.into_iter().zip(&compiled.targets) {
            found.add(part, target, &scheme.syntax.components)?;
        }
        found.shape().filter(|_| found.has_query == has_query)
    };
    shape(true).or_else(|| shape(false))
}

/// The components that every URL of the shape has.
struct Parts {
    has_host: bool,
    /// The shape with this path, without a query.
    path: Option<Shape>,
    has_query: bool,
}

impl Parts {
    /// Adds a part; `None` if it is not where a shape has it, or if a check could reject it.
    fn add(&mut self, part: ShapePart, target: &Target, components: &[Component]) -> Option<()> {
        const PATH: Slot = Slot::own(0);
        const QUERY: Slot = Slot::own(1);
        match (part, target) {
            (ShapePart::Absent, _) | (ShapePart::Host, Target::Hidden(Hidden::Host)) => {}
            (ShapePart::Host, Target::Host(Slot::HOST)) => self.has_host = true,
            (ShapePart::Host, Target::Checked(n)) if accepts_host_names(&components[*n]) => self.has_host = true,
            (ShapePart::PathAfterSlash, Target::Slot(PATH)) => self.path = Some(Shape::RFC1738),
            (ShapePart::PathWithSlash, Target::Slot(PATH)) => self.path = Some(Shape::RFC3986.with_host_name()),
            (ShapePart::Query, Target::Slot(QUERY)) => self.has_query = true,
            _ => return None,
        }
        Some(())
    }

    fn shape(&self) -> Option<Shape> {
        let path = self.path.filter(|_| self.has_host)?;
        Some(if self.has_query { path.with_query() } else { path })
    }
}

/// Whether the checks of a component accept every host name: all kinds of hosts do, other types and rules may not.
fn accepts_host_names(component: &Component) -> bool {
    let has_rule = component.decoded.strict.is_some() || component.decoded.lenient.is_some();
    component.slot == Slot::HOST && !has_rule && matches!(component.kind, ComponentType::Host | ComponentType::String)
}
