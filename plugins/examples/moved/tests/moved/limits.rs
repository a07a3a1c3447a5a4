//! What the ABI does not pass, or passes in other words. `docs/plugin-in-rust.md` has the same list.

use std::collections::BTreeSet;

/// The rule of an error at a character outside US-ASCII, which a plugin sees as DEL or as escapes.
pub(crate) const RULE: &str = "the rule of an error";
/// The requirement of an error at a character that the host has escaped, if strict mode has an error before it.
pub(crate) const ESCAPED: &str = "the requirement about an escaped character";
/// The character in the message of an error whose author leaves it out.
pub(crate) const CHARACTER: &str = "the character in a message";
/// Which bytes of a line are from the URL, if they are not one argument of a command.
pub(crate) const COPIED: &str = "the spans of copied bytes";
/// Where a warning about adjacent characters is divided, if they belong to two components.
pub(crate) const MERGED: &str = "the division of warnings";
/// The kind of line, in the error about a byte that would act as protocol.
pub(crate) const LINE: &str = "the kind of line";
/// Bytes that no text with components in braces contains.
pub(crate) const TEXT: &str = "text with braces, and bytes that are not UTF-8";
/// The span of the error about a host that cannot be looked up.
pub(crate) const HOST: &str = "the error about a host";

/// Returns the limit that explains the difference between two descriptions.
pub(crate) fn find(own: &str, moved: &str) -> Option<&'static str> {
    let own = &own.replace("a line of fields separated by TAB", "an argument of a command line");
    let refused = |reason: &str| {
        moved.contains(&format!("the plugin refuses this URL: {reason}")) && without_plan(own) == without_plan(moved)
    };
    if let (Some(own), Some(moved)) = (Described::new(own), Described::new(moved)) {
        return own.limit(&moved);
    }
    let limits = [
        (LINE, own == moved),
        (COPIED, without_sent_spans(own) == without_sent_spans(moved)),
        (MERGED, with_warnings_merged(own) == with_warnings_merged(moved)),
        (LINE, refused("the byte")),
        (TEXT, refused("the ABI cannot send")),
        (HOST, refused("cannot connect to the host")),
    ];
    limits.into_iter().find(|(_, holds)| *holds).map(|(limit, _)| limit)
}

/// The parts of a described error.
struct Described<'d> {
    place: [&'d str; 3],
    rule: &'d str,
    id: &'d str,
    message: &'d str,
    help: &'d str,
}

impl<'d> Described<'d> {
    fn new(text: &'d str) -> Option<Self> {
        let (head, rest) = text.split_once(" | ").filter(|_| text.starts_with(|c: char| c.is_ascii_digit()))?;
        let (message, help) = rest.rsplit_once(" | ")?;
        let [span, kind, rule, component, id] = head.split(' ').collect::<Vec<_>>().try_into().ok()?;
        Some(Self { place: [span, kind, component], rule, id, message, help })
    }

    fn limit(&self, moved: &Self) -> Option<&'static str> {
        let is_same_requirement = (self.id, self.help) == (moved.id, moved.help);
        if self.place != moved.place {
            None
        } else if is_same_requirement && self.message == moved.message {
            Some(RULE)
        } else if is_same_requirement && self.rule == moved.rule {
            Some(CHARACTER)
        } else {
            matches!(moved.id, "A-32" | "A-44").then_some(ESCAPED)
        }
    }
}

/// The components, the plan, and the warnings with the canonical form.
fn parts(text: &str) -> Option<[&str; 3]> {
    let (components, rest) = text.split_once('|')?;
    let (plan, warnings) = rest.split_at(rest.rfind("| [")?);
    Some([components, plan, warnings])
}

/// A description without its plan.
fn without_plan(text: &str) -> Option<[&str; 2]> {
    parts(text).map(|[components, _, warnings]| [components, warnings])
}

/// A description without the spans after a sent line.
fn without_sent_spans(text: &str) -> String {
    let lines = text.split("\\r\\n [").enumerate();
    lines.map(|(n, part)| if n == 0 { part } else { part.split_once(']').map_or(part, |(_, rest)| rest) }).collect()
}

/// A description without the spans of sent lines, and with each warning once, without its span.
fn with_warnings_merged(text: &str) -> Option<(String, BTreeSet<&str>, &str)> {
    let [components, plan, warnings] = parts(text)?;
    let (list, canonical) = warnings.rsplit_once(" | ")?;
    let messages = list.split('"').skip(1).step_by(2).filter_map(|warning| warning.split_once(' '));
    let before = without_sent_spans(&format!("{components}{plan}"));
    Some((before, messages.map(|(_, message)| message).collect(), canonical))
}
