//! The rules for one name, in order of precedence.

use alloc::sync::Arc;

use semver::{Comparator, Op, Version, VersionReq};

use crate::text::prelude::*;

/// Version requirements with their values, the one that takes precedence first.
pub(super) struct Rules<T>(Vec<Rule<T>>);

struct Rule<T> {
    versions: VersionReq,
    value: Arc<T>,
}

/// How many versions a requirement matches, in classes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Breadth {
    /// `=1.2.3`
    Exact,
    Range,
    /// `*`
    Any,
}

impl<T> Rules<T> {
    /// Adds a rule before those of its breadth, and removes the one with an equal requirement.
    pub(super) fn insert(&mut self, versions: VersionReq, value: Arc<T>) {
        self.0.retain(|rule| rule.versions != versions);
        let breadth = breadth(&versions);
        let at = self.0.partition_point(|rule| self::breadth(&rule.versions) < breadth);
        self.0.insert(at, Rule { versions, value });
    }

    /// The requirements, the one that takes precedence first.
    pub(super) fn requirements(&self) -> impl Iterator<Item = &VersionReq> {
        self.0.iter().map(|rule| &rule.versions)
    }

    /// The value for a version; `None` is the version of a scheme without one.
    pub(super) fn find(&self, version: Option<&Version>) -> Option<&Arc<T>> {
        self.0.iter().find(|rule| rule.matches(version)).map(|rule| &rule.value)
    }
}

impl<T> Rule<T> {
    fn matches(&self, version: Option<&Version>) -> bool {
        // `VersionReq::STAR` itself does not match pre-releases.
        breadth(&self.versions) == Breadth::Any || version.is_some_and(|version| self.versions.matches(version))
    }
}

fn breadth(versions: &VersionReq) -> Breadth {
    match versions.comparators.as_slice() {
        [] => Breadth::Any,
        [Comparator { op: Op::Exact, patch: Some(_), .. }] => Breadth::Exact,
        _ => Breadth::Range,
    }
}

impl<T> Default for Rules<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Clone for Rules<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Clone for Rule<T> {
    fn clone(&self) -> Self {
        Self { versions: self.versions.clone(), value: Arc::clone(&self.value) }
    }
}
