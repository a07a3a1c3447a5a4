//! Lint of a layer together with lower layers: reports what loading would refuse.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyurl_core::Registry;

use super::{PlacedLayer, Stack};
use crate::format::{CHECKS, Finding, Findings, LayerKind, Level, LintContext, LintOptions, ParsedFile, RegistryFile};
use crate::scheme_lint;

impl Stack {
    /// Returns the findings in a layer, by itself and on top of this stack.
    ///
    /// The layer replaces a layer of the same id, and a public layer replaces the public layer. The layer's `[lint]`
    /// table can change the level of warnings of the resolution; errors, which prevent loading, stay errors.
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_declared::format::{RegistryFile, LintOptions};
    /// use anyurl_declared::layers::Stack;
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
    /// reason = "a test"
    /// port = { default = 7 }
    /// "#;
    /// let reading = RegistryFile::from_text("org.toml", text)?;
    /// let base = Registry::builder().build();
    /// let findings = Stack::new().lint(&reading, LintOptions::default(), &base, None);
    /// assert_eq!(findings.iter().map(|one| one.id()).collect::<Vec<_>>(), ["SR608"]);
    /// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
    /// ```
    pub fn lint(
        &self,
        reading: &ParsedFile,
        options: LintOptions,
        base: &Registry,
        environment: Option<&str>,
    ) -> Findings {
        let mut findings = reading.lint_with(options, &[CHECKS, scheme_lint::CHECKS].concat());
        if reading.findings().is_fatal() {
            return findings;
        }
        let context = LintContext { layer: reading.layer(), lint: options };
        let (mut errors, mut warnings) = (Findings::new(), Findings::new());
        let resolution = self.findings_with(reading.layer(), base, environment);
        findings.mark_lint_only(|error| {
            STOPS_LATER.contains(&error.id()) || resolution.iter().any(|one| is_same(error, one))
        });
        for finding in resolution {
            if is_known(&findings, &finding) {
                continue;
            }
            match finding.level() {
                Level::Error => errors.add(finding),
                Level::Warning | Level::Note => warnings.add(finding),
            }
        }
        context.settle(&mut warnings);
        findings.append(errors);
        findings.append(warnings);
        context.sort(&mut findings);
        findings
    }

    /// Returns the findings of the resolution that only occur with the layer.
    fn findings_with(&self, layer: &RegistryFile, base: &Registry, environment: Option<&str>) -> Vec<Finding> {
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

    /// Returns the stack without the layer that `layer` is another version of.
    fn without(&self, layer: &RegistryFile) -> Self {
        let is_public = *layer.header.kind == LayerKind::Public;
        let is_same =
            |placed: &Arc<PlacedLayer>| placed.id() == layer.header.id.as_str() || is_public && placed.is_public();
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

/// Rules about grammars that are compiled for the first URL of a scheme: the file loads, and each URL is refused.
const STOPS_LATER: [&str; 2] = ["SR301", "SR305"];

/// Returns whether lint of the layer alone has the same finding, with a more precise position.
fn is_known(findings: &Findings, new: &Finding) -> bool {
    findings.iter().any(|old| is_same(old, new) && old.level() >= new.level())
}

/// Returns whether two findings are of one rule about one scheme.
fn is_same(one: &Finding, other: &Finding) -> bool {
    let name = |finding: &Finding| finding.scheme().map(str::to_ascii_lowercase);
    one.id() == other.id() && name(one) == name(other)
}
