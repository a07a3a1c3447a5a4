//! What the crate `url` sees while it parses, under the names of the standard.

use anyurl_core::Span;
use url::SyntaxViolation;

use super::authority::Authority;
use super::violation::{ViolationName, WhatwgViolation};
use super::{host, ipv4};

/// What the parser saw, each name once, and what it does not see in a host.
pub(super) fn violations(seen: &[SyntaxViolation], text: &str, authority: Option<&Authority>) -> Vec<WhatwgViolation> {
    let mut all: Vec<WhatwgViolation> = Vec::new();
    // Before an empty host it counts the slashes of other schemes, too.
    let is_other = authority.is_some_and(|authority| !authority.is_special);
    let is_here = |name: &ViolationName| !(is_other && *name == ViolationName::SpecialSchemeMissingFollowingSolidus);
    for name in seen.iter().filter_map(|seen| name(*seen)).filter(is_here) {
        if all.iter().all(|known| known.name() != name) {
            all.push(WhatwgViolation::new(name, place(name, text, authority)));
        }
    }
    let has_drive = |authority: &&Authority| matches!(authority.host.of(text).as_bytes(), [_, b':' | b'|']);
    if let Some(Authority { host, .. }) = authority.filter(has_drive) {
        all.push(WhatwgViolation::new(ViolationName::FileInvalidWindowsDriveLetterHost, Some(*host)));
    }
    if let Some(authority) =
        authority.filter(|authority| authority.is_special && host::ends_in_number(text, authority.host))
    {
        all.extend(ipv4::violations(text, authority.host));
    }
    all
}

fn name(seen: SyntaxViolation) -> Option<ViolationName> {
    Some(match seen {
        SyntaxViolation::Backslash => ViolationName::InvalidReverseSolidus,
        SyntaxViolation::C0SpaceIgnored
        | SyntaxViolation::NonUrlCodePoint
        | SyntaxViolation::NullInFragment
        | SyntaxViolation::PercentDecode
        | SyntaxViolation::TabOrNewlineIgnored => ViolationName::InvalidUrlUnit,
        SyntaxViolation::EmbeddedCredentials | SyntaxViolation::UnencodedAtSign => ViolationName::InvalidCredentials,
        SyntaxViolation::ExpectedDoubleSlash | SyntaxViolation::ExpectedFileDoubleSlash => {
            ViolationName::SpecialSchemeMissingFollowingSolidus
        }
        // `FileWithHostAndWindowsDrive` is an error of an older edition.
        _ => return None,
    })
}

/// The parser has no places; some are obvious.
fn place(name: ViolationName, text: &str, authority: Option<&Authority>) -> Option<Span> {
    match name {
        ViolationName::InvalidReverseSolidus => {
            // Before the host, they are not this error.
            let start = authority.map_or(0, |authority| authority.userinfo.unwrap_or(authority.host).start());
            let found = text[start..].find('\\').map(|at| start + at);
            found.or_else(|| text.find('\\')).map(|at| Span::new(at, at + 1))
        }
        ViolationName::InvalidCredentials => authority.and_then(|authority| authority.userinfo),
        ViolationName::SpecialSchemeMissingFollowingSolidus => text.find(':').map(|at| Span::at(at + 1)),
        _ => None,
    }
}
