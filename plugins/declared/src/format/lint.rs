//! The lint rules that need a single registry file, as a table of functions. Other modules add the rules that compile
//! grammars or compare layers.

use std::sync::Arc;

use super::document::Document;
use super::finding::{Finding, Findings};
use super::keywords::{LayerKind, Profile, Setting};
use super::lint_rules::Level;
use super::located::Date;
use super::registry_file::{ParsedFile, RegistryFile};
use super::tables::SchemeEntry;
use anyurl_core::Span;

mod access;
mod components;
mod examples;
mod gateways;
mod lenient;
mod lifecycle;
mod metadata;
mod names;
mod order;
mod plugin;
mod reference;
mod steps;
#[cfg(test)]
mod tests;
pub(crate) use names::ALLOW_RESERVED;
#[cfg(test)]
pub(crate) use tests::fired;

/// The options of a lint run. Lint never reads the clock: without `today`, nothing is expired.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct LintOptions {
    /// The current date.
    pub today: Option<Date>,
    /// Whether an experiment must begin with `x-`.
    pub strict: bool,
}

/// The input of a lint rule.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LintContext<'l> {
    /// The layer.
    pub layer: &'l RegistryFile,
    /// The options.
    pub lint: LintOptions,
}

impl<'l> LintContext<'l> {
    /// A layer, and options.
    pub const fn new(layer: &'l RegistryFile, lint: LintOptions) -> Self {
        Self { layer, lint }
    }
}

/// A function for one rule, or a few related ones.
pub(crate) type LintCheck = fn(&LintContext<'_>, &mut Findings);

/// The rules that need a single registry file.
pub const CHECKS: &[LintCheck] = &[
    order::unsorted,
    order::file_names,
    names::characters,
    names::upper_case,
    names::experiments,
    names::domains,
    names::general,
    names::near_permanent,
    names::drives,
    names::devices,
    names::reserved,
    names::services,
    names::separators,
    names::aliases,
    names::private,
    metadata::description,
    metadata::people,
    metadata::placeholders,
    metadata::reasons,
    metadata::mailboxes,
    metadata::security,
    metadata::encoding,
    metadata::unlisted,
    metadata::third_party,
    reference::permanent,
    reference::historical,
    reference::obsoleted,
    reference::errata,
    reference::without_tls,
    reference::comparison,
    reference::review,
    access::syntax,
    components::keys,
    components::secrets,
    lenient::without_effect,
    steps::without_effect,
    access::algorithm,
    access::name_properties,
    access::default_operation,
    access::gateway,
    examples::both_verdicts,
    examples::ports,
    plugin::table,
    plugin::versions,
    plugin::generation,
    plugin::library,
    plugin::hashes,
    plugin::inline,
    plugin::signature,
    gateways::secrets,
    gateways::without_tls,
    gateways::in_public,
    lifecycle::masks,
    lifecycle::deprecated,
    lifecycle::removal,
    lifecycle::expired,
];

impl ParsedFile {
    /// Returns the findings of reading and of [`CHECKS`], sorted by position, with the levels of the profile and `[lint]`.
    ///
    /// ```
    /// use anyurl_declared::format::{RegistryFile, LintOptions};
    ///
    /// let text = "schema = 1\n[[mask]]\nname = \"hxxp\"\n[lint]\nSR606 = \"deny\"\n";
    /// let findings = RegistryFile::from_text("x.toml", text)?.lint(LintOptions::default());
    /// let last = findings.iter().last().unwrap();
    /// assert_eq!(last.to_string(), "x.toml:2:1: error[SR606]: `hxxp` is masked without a reason");
    /// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
    /// ```
    pub fn lint(&self, lint: LintOptions) -> Findings {
        self.lint_with(lint, CHECKS)
    }

    /// [`ParsedFile::lint`], with other rules.
    pub fn lint_with(&self, lint: LintOptions, checks: &[LintCheck]) -> Findings {
        let layer = self.layer();
        let context = LintContext { layer, lint };
        let mut findings = self.findings().clone();
        for check in checks {
            check(&context, &mut findings);
        }
        context.settle(&mut findings);
        findings
    }
}

impl<'l> LintContext<'l> {
    /// Sets the levels of the profile and `[lint]`, and sorts the findings.
    pub(crate) fn settle(&self, findings: &mut Findings) {
        findings.settle(|finding| self.level(finding));
        self.sort(findings);
    }

    /// Sorts findings by file and position; those in other layers come last.
    pub fn sort(&self, findings: &mut Findings) {
        let documents = self.layer.files.iter().map(|file| Arc::clone(&file.document));
        findings.sort(&documents.collect::<Vec<_>>());
    }

    /// The level of a finding; `None` if its rule is disabled.
    fn level(&self, finding: &Finding) -> Option<Level> {
        let table = self.layer.lint_table();
        let setting = table.and_then(|table| table.setting(finding.id()));
        match setting {
            Some(Setting::Deny) => Some(Level::Error),
            Some(Setting::Warn) => Some(Level::Warning),
            Some(Setting::Note) => Some(Level::Note),
            Some(Setting::Allow) => None,
            None if self.is_import() && finding.rule().is_metadata() => Some(Level::Note),
            None => Some(finding.level()),
        }
    }

    /// Returns the profile of `[lint]`, or the default for the kind of layer.
    pub fn profile(&self) -> Profile {
        let named = self.layer.lint_table().and_then(|table| table.profile);
        match (named, self.is_public()) {
            (Some(profile), _) => *profile,
            (None, true) => Profile::PublicSubmission,
            (None, false) => Profile::Organization,
        }
    }

    fn is_import(&self) -> bool {
        self.profile() == Profile::PublicImport
    }

    fn is_public(&self) -> bool {
        *self.layer.header.kind == LayerKind::Public
    }

    /// Returns whether an entry is a fact: an imported row of the public layer without syntax and access.
    pub fn is_fact(&self, entry: &SchemeEntry) -> bool {
        self.is_public() && self.is_import() && entry.is_bare()
    }

    /// Iterates over the entries without reading errors.
    pub fn schemes(&self) -> impl Iterator<Item = &'l SchemeEntry> {
        self.layer.schemes().filter(|entry| entry.sound)
    }

    /// Iterates over the entries that are not facts.
    pub fn registrations(&self) -> impl Iterator<Item = &'l SchemeEntry> {
        self.schemes().filter(|entry| !self.is_fact(entry))
    }

    /// Iterates over the registrations that need syntax and access.
    fn defined(&self) -> impl Iterator<Item = &'l SchemeEntry> {
        self.registrations().filter(|entry| entry.is_defined())
    }

    /// Creates a finding in the main file.
    fn main(&self, id: &'static str, span: Span, message: impl Into<String>) -> Finding {
        let document: &Arc<Document> = &self.layer.main().document;
        Finding::new(id, document, span, message)
    }
}

impl SchemeEntry {
    /// Creates a finding about the entry.
    pub fn finding(&self, id: &'static str, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(id, &self.document, span, message).about(&self.name)
    }
}
