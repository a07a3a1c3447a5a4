//! Sends a text with variables.

use std::borrow::Cow;

use anyurl_core::authors::{LineBuilder, PlanBuilder, UrlRef, escape};
use anyurl_core::plan::Transfer;
use anyurl_core::{PlanError, Slot};

use super::pieces::default;
use super::{Element, Piece};
use crate::keywords::LineKind;
use crate::scheme::text_rule::TextRule;

/// A step that sends a text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Send {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) line: LineKind,
    /// The piece that extends to the end of its line.
    pub(crate) last: Option<usize>,
    /// The component that may be a block of lines, and the rule of such a block.
    pub(crate) block: Option<(Slot, TextRule)>,
    /// The texts in place of a component's values.
    pub(crate) map: Vec<(Slot, Vec<(String, String)>)>,
    pub(crate) after_reply: Option<u16>,
    pub(crate) guess: Option<Guess>,
}

/// What of the text is a guess.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Guess {
    Whole,
    /// The variable `{guess}`.
    Type(GuessedType),
}

/// The type of the file with this name.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GuessedType {
    pub(crate) name: Slot,
    pub(crate) text: String,
    pub(crate) image: String,
}

impl Send {
    /// Whether it would send an absent component; if so, the plan gets a note.
    pub(super) fn is_skipped(&self, to: &mut PlanBuilder<'_>) -> bool {
        let absent = self.pieces.iter().find_map(|piece| match piece {
            Piece::Component(slot) if piece.is_absent(to) => Some(*slot),
            _ => None,
        });
        let Some(slot) = absent else { return false };
        let mut components = to.url().registration().components.iter();
        let name = components.find(|one| one.slot == slot);
        let name = name.map_or("component", |one| &*one.name);
        let message = format!("the step that sends `{{{name}}}` is skipped: the URL has no {name}");
        to.note("skipped", message);
        true
    }

    pub(super) fn plan(&self, element: Element, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        let guessed = self.guessed(to);
        let url = to.url();
        let mut line = self.begin(to);
        for (n, piece) in self.pieces.iter().enumerate() {
            if Some(n) == self.last {
                line = line.rest_of_line();
            }
            line = match piece {
                Piece::Text(text) => line.own_text(Cow::Owned(text.clone())),
                Piece::Component(slot) => self.component(*slot, (&url, element), line),
                Piece::Need(need) => line.placeholder(*need),
                Piece::Guess => line.own_text(Cow::Owned(guessed.clone())),
                Piece::Url => line,
            };
        }
        if let Some(code) = self.after_reply {
            line = line.after_reply(code);
        }
        if self.guess.is_some() {
            line = line.guessed();
        }
        line.send_unended()
    }

    fn begin<'b, 'p>(&self, to: &'b mut PlanBuilder<'p>) -> LineBuilder<'b, 'p> {
        match self.line {
            LineKind::Arguments | LineKind::RestOfLine => to.line(""),
            LineKind::TabSeparated => to.tab_separated(),
            LineKind::MessageId => to.message_id(""),
            LineKind::Request => to.request(""),
        }
    }

    /// Adds a component, its default, or the text for its value.
    fn component<'b, 'p>(
        &self,
        slot: Slot,
        (url, element): (&UrlRef<'_>, Element),
        line: LineBuilder<'b, 'p>,
    ) -> LineBuilder<'b, 'p> {
        let Some(written) = url.get(slot) else {
            let default = default(url.registration(), slot).unwrap_or_default();
            return line.own_text(Cow::Owned(default.to_owned()));
        };
        if let Some((_, texts)) = self.map.iter().find(|(mapped, _)| *mapped == slot) {
            let value = escape::decode(written).to_ascii_lowercase();
            if let Some((_, text)) = texts.iter().find(|(one, _)| one.as_bytes() == value) {
                return line.own_text(Cow::Owned(text.clone()));
            }
        }
        match (element, &self.block) {
            (Some((list, span)), _) if list == slot => line.span(span),
            (_, Some((block, rule))) if *block == slot => line.block(slot, |bytes| rule.derives(bytes)),
            _ => line.component(slot),
        }
    }

    /// The guessed type of the file.
    fn guessed(&self, to: &PlanBuilder<'_>) -> String {
        let Some(Guess::Type(GuessedType { name, text, image })) = &self.guess else { return String::new() };
        let name = to.url().get(*name).unwrap_or_default();
        match to.environment().transfer(&escape::decode(name)) {
            Transfer::Text => text.clone(),
            Transfer::Image => image.clone(),
        }
    }
}
