//! Places the elements of a rule: loops, bypasses, and rows where a sequence is too wide.

use std::collections::HashMap;

use anyurl_abnf::Element;
use railroad::{
    Choice, Comment, Empty, Link, MultiChoice, Node, NonTerminal, Optional, Repeat, Sequence, Stack, Terminal,
};

use super::labels::{self, Label};
use crate::text::visible;

pub(super) type Drawn = Box<dyn Node>;

/// The width that a sequence, a loop, a bypass and a stack add to their elements.
const GAP: i64 = 10;
const LOOP: i64 = 34;
const BYPASS: i64 = 48;
const STACK: i64 = 60;

/// No element is made narrower than this: a column of single boxes is no easier to read than a wide row.
const LEAST_ROOM: i64 = 240;

/// The number of alternatives from which short ones are drawn in columns.
const MANY: usize = 7;

/// The greatest number of alternatives in a column.
const COLUMN: usize = 6;

/// The ids of the rules of a grammar, by [`key`].
pub(super) struct Layout {
    ids: HashMap<String, String>,
}

impl Layout {
    /// `rules` are names with their ids.
    pub(super) fn new<'r>(rules: impl Iterator<Item = (&'r str, String)>) -> Self {
        Self { ids: rules.map(|(name, id)| (key(name), id)).collect() }
    }

    /// Draws an element at most `room` wide, if its boxes allow that.
    pub(super) fn element(&self, element: &Element, room: i64) -> Drawn {
        match element {
            Element::Choice(alternatives) => self.choice(&flat(alternatives), room),
            Element::Sequence(elements) => self.sequence(elements, room),
            Element::Repeat { min, max, element } => self.repeat(*min, *max, element, room),
            Element::Rule(name) => self.rule(name),
            Element::Literal { bytes, .. } => literal(bytes),
            Element::Range(first, last) if first == last => literal(&[*first]),
            Element::Range(first, last) => boxed(labels::of_range(*first, *last), Some("range")),
            // RFC 1738 also writes the name of a rule in angle brackets.
            Element::Prose(text) if self.ids.contains_key(&key(text)) => self.rule(text),
            Element::Prose(text) => Box::new(Comment::new(visible(text).into_owned())),
        }
    }

    fn rule(&self, name: &str) -> Drawn {
        let mut drawn = NonTerminal::new(visible(name).into_owned());
        if let Some(id) = self.ids.get(&key(name)) {
            return Box::new(Link::new(drawn, format!("#{id}")));
        }
        drawn.attr("data-kind".to_owned()).or_insert_with(|| "elsewhere".to_owned());
        Box::new(drawn)
    }

    fn choice(&self, alternatives: &[&Element], room: i64) -> Drawn {
        let drawn = alternatives.iter().map(|one| self.element(one, less(room, BYPASS))).collect::<Vec<_>>();
        if drawn.len() < MANY || !alternatives.iter().all(|one| is_single_box(one)) {
            return Box::new(Choice::new(drawn));
        }
        in_columns(drawn, room)
    }

    fn repeat(&self, min: u32, max: Option<u32>, element: &Element, room: i64) -> Drawn {
        // A loop over an option is an option that is a loop.
        if let (0 | 1, None, Some(inner)) = (min, max, inside_option(element)) {
            return self.repeat(0, None, inner, room);
        }
        match (min, max) {
            (_, Some(0)) => Box::new(Empty),
            (1, Some(1)) => self.element(element, room),
            (0, Some(1)) => Box::new(Optional::new(self.element(element, less(room, BYPASS)))),
            (0, _) => Box::new(Optional::new(self.in_loop(min, max, element, less(room, BYPASS)))),
            _ => self.in_loop(min, max, element, room),
        }
    }

    fn in_loop(&self, min: u32, max: Option<u32>, element: &Element, room: i64) -> Drawn {
        let back: Drawn = match labels::of_count(min, max) {
            Some(label) => Box::new(Comment::new(label)),
            None => Box::new(Empty),
        };
        Box::new(Repeat::new(self.element(element, less(room, LOOP)), back))
    }

    fn sequence(&self, elements: &[Element], room: i64) -> Drawn {
        let row = Sequence::new(self.items(elements, i64::MAX));
        if width(&row) <= room {
            return Box::new(row);
        }
        let room = less(room, STACK);
        let rows = rows(self.items(elements, room), room);
        let rows = rows.into_iter().map(Sequence::new).collect();
        Box::new(Stack::new(rows))
    }

    /// The elements of a sequence; `x *( "," x )` is one loop with a comma on the way back.
    fn items(&self, elements: &[Element], room: i64) -> Vec<Drawn> {
        let mut items: Vec<Drawn> = Vec::new();
        let mut rest = elements;
        while let Some((first, after)) = rest.split_first() {
            let separator = after.first().and_then(|next| separator(first, next));
            if let Some(separator) = separator {
                let inside = self.element(first, less(room, LOOP));
                items.push(Box::new(Repeat::new(inside, self.element(separator, room))));
                rest = &after[1..];
            } else {
                items.push(self.element(first, room));
                rest = after;
            }
        }
        items
    }
}

/// The key of a rule name, which is case-insensitive.
fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// What is left of `room` inside an element that is `taken` wider than its content.
fn less(room: i64, taken: i64) -> i64 {
    room.saturating_sub(taken).max(LEAST_ROOM)
}

/// Unlike `Node::width`, this visits each element once.
fn width(node: &impl Node) -> i64 {
    node.compute_geometry().width
}

/// Boxes of the printable and the other bytes.
fn literal(bytes: &[u8]) -> Drawn {
    let mut boxes = labels::of_literal(bytes).into_iter().map(|label| match label {
        Label::Text(text) => boxed(text, None),
        Label::Numbers(text) => boxed(text, Some("bytes")),
    });
    match (boxes.next(), boxes.next()) {
        (None, _) => Box::new(Empty),
        (Some(only), None) => only,
        (Some(first), Some(second)) => Box::new([first, second].into_iter().chain(boxes).collect::<Sequence<_>>()),
    }
}

/// A box for literal text; `kind` says that its label is not the text itself.
fn boxed(label: String, kind: Option<&str>) -> Drawn {
    let mut drawn = Terminal::new(label);
    if let Some(kind) = kind {
        drawn.attr("data-kind".to_owned()).or_insert_with(|| kind.to_owned());
    }
    Box::new(drawn)
}

/// Alternatives with those of nested choices.
fn flat(alternatives: &[Element]) -> Vec<&Element> {
    let mut all = Vec::new();
    for one in alternatives {
        match one {
            Element::Choice(inner) => all.extend(flat(inner)),
            _ => all.push(one),
        }
    }
    all
}

fn is_single_box(element: &Element) -> bool {
    match element {
        Element::Rule(_) | Element::Range(..) => true,
        Element::Literal { bytes, .. } => labels::of_literal(bytes).len() == 1,
        Element::Choice(_) | Element::Sequence(_) | Element::Repeat { .. } | Element::Prose(_) => false,
    }
}

/// Alternatives in columns of about the same length.
fn in_columns(alternatives: Vec<Drawn>, room: i64) -> Drawn {
    let widest = alternatives.iter().map(width).max().unwrap_or_default();
    let fit = usize::try_from(room / (widest + BYPASS)).unwrap_or(1).max(1);
    let columns = alternatives.len().div_ceil(COLUMN).min(fit);
    let length = alternatives.len().div_ceil(columns);
    let mut rest = alternatives.into_iter();
    let columns = (0..columns).map(|_| rest.by_ref().take(length).collect());
    Box::new(MultiChoice::new(columns.collect()))
}

/// The `x` of `[ x ]`.
fn inside_option(element: &Element) -> Option<&Element> {
    match element {
        Element::Repeat { min: 0, max: Some(1), element } => Some(element),
        _ => None,
    }
}

/// The `s` of `x *( s x )`. It is a single box, because the way back is drawn from right to left.
fn separator<'e>(first: &Element, next: &'e Element) -> Option<&'e Element> {
    let Element::Repeat { min: 0, max: None, element } = next else { return None };
    match &**element {
        Element::Sequence(inside) => match inside.as_slice() {
            [separator, again] if again == first && is_single_box(separator) => Some(separator),
            _ => None,
        },
        _ => None,
    }
}

/// Fills rows up to a width.
fn rows(items: Vec<Drawn>, room: i64) -> Vec<Vec<Drawn>> {
    let mut rows: Vec<Vec<Drawn>> = Vec::new();
    let mut used = 0;
    for item in items {
        let needed = width(&item) + GAP;
        match rows.last_mut() {
            Some(row) if used + needed <= room => {
                used += needed;
                row.push(item);
            }
            _ => {
                used = needed;
                rows.push(vec![item]);
            }
        }
    }
    rows
}
