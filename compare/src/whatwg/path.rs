//! Paths (URL Standard, path state). The crate `url` keeps `^`, spaces at the end of opaque paths, and drive letters where
//! only those of files stay.

use std::borrow::Cow;

use anyurl_core::authors::escape;

use super::authority::Authority;
use crate::parts::Parts;
use crate::special::{SPECIAL, is_removed, scheme};

/// How the paths of a scheme are divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PathKind {
    /// With drive letters; a `\` counts as `/`.
    File,
    /// A `\` counts as `/`.
    Special,
    /// A `\` is data, and a path may be empty.
    Other,
}

impl PathKind {
    fn of(scheme: &str) -> Self {
        match scheme {
            "file" => Self::File,
            scheme if SPECIAL.contains(&scheme) => Self::Special,
            _ => Self::Other,
        }
    }

    fn is_slash(self, c: char) -> bool {
        c == '/' || c == '\\' && self != Self::Other
    }
}

/// The path of a text that may be relative to a base; `None` if it is opaque, so that it is not divided.
pub(super) fn of(base: Option<&Parts>, text: &str) -> Option<String> {
    let text = without_removed(text);
    let own = scheme(&text);
    let base_scheme = base.and_then(|base| base.scheme.as_deref());
    let kind = PathKind::of(own.as_deref().or(base_scheme)?);
    let authority = Authority::find(&text, base_scheme);
    let start = match (&authority, &own) {
        (Some(authority), _) => authority.end(),
        (None, Some(_)) => text.find(':')? + 1,
        (None, None) => 0,
    };
    let end = text[start..].find(['?', '#']).map_or(text.len(), |end| start + end);
    let path = &text[start..end];
    if authority.is_some() || path.starts_with(|c| kind.is_slash(c)) {
        return Some(parse(kind, path));
    }
    let base = base.filter(|base| !is_opaque(base) && (own.is_none() || kind != PathKind::Other))?;
    if path.is_empty() {
        return Some(base.path.clone());
    }
    let folder = &base.path[..base.path.rfind('/').map_or(0, |slash| slash + 1)];
    Some(parse(kind, &format!("{folder}{path}")))
}

fn is_opaque(base: &Parts) -> bool {
    base.host.is_none() && !base.path.starts_with('/')
}

/// A text without what the standard removes from it.
pub(super) fn without_removed(text: &str) -> String {
    text.trim_matches(|c: char| c <= ' ').chars().filter(|c| !is_removed(*c)).collect()
}

/// Divides a path, removes dot segments, and escapes what is not allowed.
pub(super) fn parse(kind: PathKind, text: &str) -> String {
    if text.is_empty() && kind == PathKind::Other {
        return String::new();
    }
    let is_slash = |c| kind.is_slash(c);
    let mut path: Vec<Cow<'_, str>> = Vec::new();
    let mut segments = text.strip_prefix(is_slash).unwrap_or(text).split(is_slash).peekable();
    while let Some(segment) = segments.next() {
        let is_dots = is_dots(segment);
        if is_dots == Some(Dots::Two) {
            shorten(&mut path, kind);
        }
        match is_dots {
            None if kind == PathKind::File && path.is_empty() && is_drive(segment) => {
                path.push(format!("{}:", &segment[..1]).into());
            }
            None => path.push(segment.into()),
            Some(_) if segments.peek().is_none() => path.push("".into()),
            Some(_) => {}
        }
    }
    path.iter().fold(String::with_capacity(text.len() + 1), |written, segment| written + "/" + &escaped(segment))
}

/// An opaque path: a space before the query or fragment is escaped (URL Standard, opaque path state).
pub(super) fn opaque(path: &str) -> String {
    path.strip_suffix(' ').map_or_else(|| path.to_owned(), |before| format!("{before}%20"))
}

/// Removes the last segment, but not the drive letter that is all of a path of a file (URL Standard, shorten).
fn shorten(path: &mut Vec<Cow<'_, str>>, kind: PathKind) {
    let is_root = path.len() == 1 && path[0].ends_with(':') && is_drive(&path[0]);
    if !(kind == PathKind::File && is_root) {
        path.pop();
    }
}

/// A segment of dots, perhaps escaped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Dots {
    One,
    Two,
}

fn is_dots(segment: &str) -> Option<Dots> {
    match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
        "." => Some(Dots::One),
        ".." => Some(Dots::Two),
        _ => None,
    }
}

/// Whether a text is a Windows drive letter.
pub(super) fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// A segment with escapes for the characters of the path percent-encode set.
fn escaped(segment: &str) -> String {
    let mut to = String::with_capacity(segment.len());
    for c in segment.chars() {
        if matches!(c, '!' | '$'..=';' | '=' | '@'..=']' | '_' | 'a'..='z' | '|' | '~') {
            to.push(c);
        } else {
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| escape::push_escape(byte, &mut to));
        }
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for (kind, text, expected) in [
            (PathKind::Special, "", "/"),
            (PathKind::Special, "/a^b\u{e9}|", "/a%5Eb%C3%A9|"),
            (PathKind::Special, "/c:/../x", "/x"),
            (PathKind::Special, "\\c|\\%2E.\\x", "/x"),
            (PathKind::Special, "/a/..", "/"),
            (PathKind::Special, "/../../a/.", "/a/"),
            (PathKind::File, "/a/c:/..", "/a/"),
            (PathKind::File, "/c|/a/../..", "/c:/"),
            (PathKind::File, "/x/../c|/..", "/c:/"),
            (PathKind::File, "/c:x/..", "/"),
            (PathKind::Other, "", ""),
            (PathKind::Other, "/\\a/../b\\", "/b\\"),
            (PathKind::Other, "/c:/..", "/"),
        ] {
            assert_eq!(parse(kind, text), expected, "{text}");
        }
    }
}
