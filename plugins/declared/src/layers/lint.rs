//! What lint finds in a layer that stands over others: what loading would refuse, and where.

use std::collections::BTreeSet;
use std::sync::Arc;

use locator_core::Registry;

use super::{Placed, Stack};
use crate::format::{
    self, CHECKS, Finding, Findings, LayerKind, Level, LintContext, LintOptions, ParsedFile, RegistryFile,
};
use crate::lint;

impl Stack {
    /// Everything that is found in a layer: by itself, and laid over these at the place of its kind. One of the same id
    /// stands aside for it, and so does the public layer for another public layer.
    ///
    /// What layering merely remarks takes the level that the layer's own `[lint]` gives it; what would be refused on
    /// loading stays an error.
    ///
    /// ```
    /// use locator_core::Registry;
    /// use locator_declared::format::{RegistryFile, LintOptions};
    /// use locator_declared::layers::Stack;
    ///
    /// let text = r#"schema = 1
    /// [registry]
    /// id = "com.example"
    /// kind = "organization"
    /// title = "Example"
    /// version = "1.0.0"
    /// serial = 1
    /// contact = ["urls@example.com"]
    /// change_controller = "Example"
    /// claims = ["com.example.*"]
    /// [[tombstone]]
    /// name = "about"
    /// removed = 2026-01-01
    /// [[override]]
    /// name = "about"
    /// of = "public"
    /// facet = "port"
    /// reason = "why not"
    /// port = { default = 7 }
    /// "#;
    /// let reading = RegistryFile::from_text("org.toml", text)?;
    /// let base = Registry::builder().build();
    /// let findings = Stack::new().lint(&reading, LintOptions::default(), &base, None);
    /// assert_eq!(findings.iter().map(|one| one.id()).collect::<Vec<_>>(), ["SR608"]);
    /// # Ok::<(), locator_declared::format::RegistryFileError>(())
    /// ```
    pub fn lint(
        &self,
        reading: &ParsedFile,
        options: LintOptions,
        base: &Registry,
        environment: Option<&str>,
    ) -> Findings {
        let mut findings = reading.lint_with(options, &[CHECKS, lint::CHECKS].concat());
        if reading.findings().is_fatal() {
            return findings;
        }
        let context = LintContext { layer: reading.layer(), lint: options };
        let mut remarks = Findings::new();
        for finding in self.laying(reading.layer(), base, environment) {
            if is_known(&findings, &finding) {
                continue;
            }
            match finding.level() {
                Level::Error => findings.add(finding),
                Level::Warning | Level::Note => remarks.add(finding),
            }
        }
        context.settle(&mut remarks);
        findings.append(remarks);
        context.sort(&mut findings);
        findings
    }

    /// What is found with the layer laid over these, and not without it.
    fn laying(&self, layer: &RegistryFile, base: &Registry, environment: Option<&str>) -> Vec<Finding> {
        let others = self.without(layer);
        let with = others.clone().push(layer.clone());
        let found = with.findings(base, environment);
        let is_own = |finding: &Finding| {
            let mut files = layer.files.iter();
            files.any(|file| Arc::ptr_eq(&file.document, finding.document()))
        };
        if found.iter().all(is_own) {
            return found.into_iter().collect();
        }
        let before = others.findings(base, environment);
        let before: BTreeSet<_> = before.iter().map(Finding::to_string).collect();
        let is_new = |finding: &Finding| is_own(finding) || !before.contains(&finding.to_string());
        found.into_iter().filter(is_new).collect()
    }

    /// These, save the one that the layer is another copy of.
    fn without(&self, layer: &RegistryFile) -> Self {
        let is_public = *layer.header.kind == LayerKind::Public;
        let is_same = |placed: &Arc<Placed>| placed.id() == layer.header.id.as_str() || is_public && placed.is_public();
        let mut others = self.clone();
        others.layers.retain(|placed| !is_same(placed));
        others
    }

    fn findings(&self, base: &Registry, environment: Option<&str>) -> Findings {
        match self.resolve(base, environment) {
            Ok(resolved) => resolved.findings().clone(),
            Err(error) => error.findings().clone(),
        }
    }
}

/// Whether the same is found of the same scheme by looking at the layer alone, which knows the better place.
fn is_known(findings: &format::Findings, new: &Finding) -> bool {
    let name = |finding: &Finding| finding.scheme().map(str::to_ascii_lowercase);
    let is_same = |old: &Finding| old.id() == new.id() && name(old) == name(new) && old.level() >= new.level();
    findings.iter().any(is_same)
}
