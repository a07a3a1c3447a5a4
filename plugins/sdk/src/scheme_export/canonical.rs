//! The canonical form: the difference between the general form, which the host writes, and that of the scheme.

use std::ops::Range;

use locator_core::{Slot, Url};

/// A part of the general form, and what replaces it.
pub(super) type Edit = (Range<usize>, String);

/// Returns the edits that make the scheme's canonical form of a URL: at most one before the host and one after the port,
/// which no edit may touch.
pub(super) fn edits(url: &Url<'_>, canonical: &Url<'_>) -> Vec<Edit> {
    let (old, new) = (url.as_str(), canonical.as_str());
    let (start, end) = (url.scheme().len(), [old.len(), new.len()]);
    let parts = match (host_and_port(url), host_and_port(canonical)) {
        (Some(old_host), Some(new_host)) if old[old_host.clone()] == new[new_host.clone()] => {
            vec![[start..old_host.start, start..new_host.start], [old_host.end..end[0], new_host.end..end[1]]]
        }
        _ => vec![[start..end[0], start..end[1]]],
    };
    parts.into_iter().filter_map(|[one, other]| difference(old, one, &new[other])).collect()
}

/// Returns the range from the start of the host to the end of the port.
fn host_and_port(url: &Url<'_>) -> Option<Range<usize>> {
    let host = url.span(Slot::HOST)?;
    let port = url.span(Slot::PORT).unwrap_or(host);
    Some(host.start()..port.end().max(host.end()))
}

/// Returns the smallest replacement within `old[part]` that makes `new` of it.
fn difference(old: &str, part: Range<usize>, new: &str) -> Option<Edit> {
    let text = &old[part.clone()];
    if text == new {
        return None;
    }
    let same = |(one, other): &(u8, u8)| one == other;
    let before = text.bytes().zip(new.bytes()).take_while(same).count();
    let after = text.bytes().rev().zip(new.bytes().rev()).take_while(same).count();
    let after = after.min(text.len().min(new.len()) - before);
    Some((part.start + before..part.end - after, new[before..new.len() - after].to_owned()))
}
