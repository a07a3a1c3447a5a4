//! Reversed domains: the registrable part of a name such as `com.example.lake` (SR104).
//!
//! The feature `psl` uses the Public Suffix List of the crate `psl`, which takes most of a megabyte. Without that
//! feature the module knows a few top-level and second-level domains, and every country.

use super::known_names;

/// Returns the number of labels of the public suffix of a reversed domain: 1 for `com.example`, 2 for `uk.co.example`.
/// Returns `None` if the first label is not a top-level domain.
pub(super) fn suffix(labels: &[&str]) -> Option<usize> {
    let first = labels.first()?;
    if known_names::SPECIAL_USE.contains(first) {
        return Some(1);
    }
    listed(labels)
}

/// Returns the registrable part of a reversed domain: `com.example` for `com.example.lake.x`.
pub(super) fn registrable(name: &str) -> Option<String> {
    let labels: Vec<_> = name.split('.').collect();
    let length = suffix(&labels)? + 1;
    labels.get(..length).map(|labels| labels.join("."))
}

#[cfg(feature = "psl")]
fn listed(labels: &[&str]) -> Option<usize> {
    use psl::{Psl, Type};

    let count = |domain: &[u8]| domain.split(|byte| *byte == b'.').count();
    let labels: Vec<_> = labels.iter().rev().copied().collect();
    let written = labels.join(".");
    let mut domain = written.as_bytes();
    loop {
        let suffix = psl::List.suffix(domain).filter(psl::Suffix::is_known)?;
        if suffix.typ() == Some(Type::Icann) {
            return Some(count(suffix.as_bytes()));
        }
        // A private suffix such as `github.io` is itself a registered domain, below `io`.
        let dot = suffix.as_bytes().iter().position(|byte| *byte == b'.')?;
        let end = domain.len() - suffix.as_bytes().len();
        domain = &domain[end + dot + 1..];
    }
}

#[cfg(not(feature = "psl"))]
fn listed(labels: &[&str]) -> Option<usize> {
    let is_letters = |label: &str| label.bytes().all(|byte| byte.is_ascii_lowercase());
    let first = labels.first()?;
    let is_country = first.len() == 2 && is_letters(first);
    let is_top = is_country || known_names::TOP_LEVELS.contains(first);
    let second = labels.get(1);
    let is_second = is_country && second.is_some_and(|label| known_names::SECOND_LEVELS.contains(label));
    is_top.then_some(1 + usize::from(is_second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes() {
        for (name, expect) in [
            ("com.example", Some(1)),
            ("com.example.lake", Some(1)),
            ("uk.co.example", Some(2)),
            ("uk.co", Some(2)),
            ("de.example", Some(1)),
            ("example.lake", Some(1)),
            ("no-top-level.lake", None),
            ("lake1.com", None),
        ] {
            let labels: Vec<_> = name.split('.').collect();
            assert_eq!(suffix(&labels), expect, "{name}");
        }
        assert_eq!(registrable("uk.co.example.lake.x").as_deref(), Some("uk.co.example"));
        assert_eq!(registrable("uk.co"), None);
    }

    #[cfg(feature = "psl")]
    #[test]
    fn the_list_is_asked() {
        for (name, expect) in [
            ("io.github.me", Some(1)),
            ("microsoft.windows.camera", Some(1)),
            ("jp.kyoto.example", Some(2)),
            ("jp.kawasaki.x.example", Some(3)),
            ("queue.example", None),
        ] {
            let labels: Vec<_> = name.split('.').collect();
            assert_eq!(suffix(&labels), expect, "{name}");
        }
    }
}
