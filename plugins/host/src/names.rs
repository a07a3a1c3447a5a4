//! [`NameRules`]: the scheme names that a plugin may provide.

use std::collections::BTreeSet;

/// Which scheme names a plugin may provide: experiments and reversed domain names, and those that an application adds.
#[derive(Clone, Default, Debug)]
pub(crate) struct NameRules {
    names: BTreeSet<String>,
    /// `None` allows any.
    only: Option<BTreeSet<String>>,
}

impl NameRules {
    /// Allows a name that begins with neither `x-` nor a reversed domain name.
    pub(crate) fn add(&mut self, name: &str) {
        self.names.insert(name.to_ascii_lowercase());
    }

    /// Restricts the allowed names to those in `names`.
    pub(crate) fn restrict<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        let names: BTreeSet<_> = names.into_iter().map(str::to_ascii_lowercase).collect();
        self.only = Some(match self.only.take() {
            Some(before) => before.intersection(&names).cloned().collect(),
            None => names,
        });
    }

    /// Returns whether a plugin may provide a scheme of this name.
    pub(crate) fn allow(&self, name: &str) -> bool {
        let is_listed = self.only.as_ref().is_none_or(|only| only.contains(name));
        let is_free = name.len() > 2 && name.starts_with("x-") || is_reversed_domain(name);
        is_listed && (is_free || self.names.contains(name))
    }
}

/// Returns whether a name is a reversed domain such as `com.example.shelf`.
fn is_reversed_domain(name: &str) -> bool {
    let top = name.split('.').next().unwrap_or_default();
    name.contains('.')
        && name.split('.').all(|label| !label.is_empty())
        && top.len() > 1
        && top.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_names_are_experimental_or_domains() {
        for (name, is_allowed) in [
            ("x-shelf", true),
            ("com.example.shelf", true),
            ("x-", false),
            ("shelf", false),
            ("z39.50", false),
            (".com.example", false),
            ("com..example", false),
            ("com.", false),
            ("c.example", false),
        ] {
            assert_eq!(NameRules::default().allow(name), is_allowed, "{name}");
        }
    }

    #[test]
    fn a_list_only_restricts() {
        let mut names = NameRules::default();
        names.restrict(["x-a", "ftp"]);
        names.restrict(["x-a", "x-b"]);
        assert!(names.allow("x-a"));
        assert!(!names.allow("x-b") && !names.allow("ftp"));
    }
}
