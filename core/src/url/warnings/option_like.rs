//! `option-like`: a program that passes a part of the URL to a command would pass an option (CVE-2017-1000117).

use crate::registration::{Component, Role};
use crate::syntax::escape;
use crate::text::span::{Slot, Span};
use crate::url::Parsed;

pub(super) const MESSAGE: &str =
    "a command takes what begins with `-` for an option: programs that pass it on as an argument run something else";

/// The first part that begins with a `-`, escaped or not: user, host, or path after its slashes.
pub(super) fn part(parsed: &Parsed<'_, '_>) -> Option<Span> {
    let entry = parsed.registry.entry_at(parsed.entry);
    let is_argument = |one: &&Component| {
        matches!(one.role, Role::User | Role::Host)
            || matches!(&*one.name, "path" | "url-path")
            || one.slot == Slot::HOST
    };
    let spans = entry.registration().components.iter().filter(is_argument).filter_map(|one| parsed.spans.get(one.slot));
    let mut spans = spans.filter(|span| begins_with_hyphen(span.of(parsed.text)));
    entry.is_command_line().then(|| spans.next()).flatten()
}

fn begins_with_hyphen(text: &str) -> bool {
    let mut bytes = escape::bytes(text).map(|(_, byte)| byte).skip_while(|byte| *byte == b'/');
    bytes.next() == Some(b'-')
}
