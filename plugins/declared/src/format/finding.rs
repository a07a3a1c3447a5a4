//! [`Finding`], a problem found by reading or lint, and the collection [`Findings`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use anyurl_core::{Span, visible};

use super::document::{Document, Place};
use super::lint_rules::{Level, LintRule, lint_rule};

/// The maximum number of findings kept for one rule; further ones are only counted.
pub(crate) const MAX_PER_RULE: usize = 1_000;

/// The maximum number of characters quoted from a file.
const MAX_QUOTED: usize = 60;

/// A problem in a registry file: the rule, its level, a message, the location, and how to fix the problem.
///
/// `Display` writes one line; [`Finding::drawn`] shows the source line with carets.
///
/// ```
/// use anyurl_core::Span;
/// use anyurl_declared::format::{Document, Finding, Level};
///
/// let document = Document::new("org.toml", "[[scheme]]\nname = \"q\"\n");
/// let finding = Finding::new("SR107", &document, Span::new(18, 21), "`q` is a drive").about("q");
/// assert_eq!(finding.id(), "SR107");
/// assert_eq!(finding.level(), Level::Error);
/// assert_eq!((finding.line(), finding.column()), (2, 8));
/// assert_eq!(finding.scheme(), Some("q"));
/// assert_eq!(finding.to_string(), "org.toml:2:8: error[SR107]: `q` is a drive");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    rule: &'static LintRule,
    level: Level,
    message: String,
    help: Cow<'static, str>,
    document: Arc<Document>,
    span: Span,
    scheme: Option<String>,
    fatal: bool,
    lint_only: bool,
}

impl Finding {
    /// Creates a finding at the default level of its rule.
    ///
    /// # Panics
    /// Panics if there is no rule with this id.
    pub fn new(id: &'static str, document: &Arc<Document>, span: Span, message: impl Into<String>) -> Self {
        let Some(rule) = lint_rule(id) else { unreachable!("`{id}` is not in the table of rules") };
        let (document, span) = document.part(span).unwrap_or((document, span));
        Self {
            rule,
            level: rule.level,
            message: message.into(),
            help: Cow::Borrowed(""),
            document: Arc::clone(document),
            span,
            scheme: None,
            fatal: false,
            lint_only: false,
        }
    }

    /// Sets the scheme.
    #[must_use]
    pub fn about(mut self, scheme: &str) -> Self {
        self.scheme = Some(shortened(scheme));
        self
    }

    /// Sets the level.
    #[must_use]
    pub(crate) fn at_level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Sets the help text.
    #[must_use]
    pub fn fix(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.help = help.into();
        self
    }

    /// Whether another finding has the same rule, place and message.
    fn says_the_same(&self, other: &Self) -> bool {
        let what = |one: &Self| (one.id(), Arc::as_ptr(&one.document), one.span);
        what(self) == what(other) && self.message == other.message
    }

    /// Marks the file as unusable. `[lint]` cannot change the level of a fatal finding.
    #[must_use]
    pub(super) fn fatal(mut self) -> Self {
        self.fatal = true;
        self.level = Level::Error;
        self
    }

    /// Returns the rule.
    pub fn rule(&self) -> &'static LintRule {
        self.rule
    }

    /// Returns the id of the rule, such as `SR209`.
    pub fn id(&self) -> &'static str {
        self.rule.id
    }

    /// Returns the level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Returns the message, without a full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns how to fix the problem, if known.
    pub fn help(&self) -> Option<&str> {
        Some(&*self.help).filter(|help| !help.is_empty())
    }

    /// Returns the name of the file as the user gave it.
    pub fn file(&self) -> &str {
        self.document.name()
    }

    /// Returns the file with its text.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// Returns the span in the file.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Returns the line, from 1.
    pub fn line(&self) -> usize {
        self.place().line
    }

    /// Returns the column in characters, from 1.
    pub fn column(&self) -> usize {
        self.place().column
    }

    /// Returns file, line and column.
    pub fn place(&self) -> Place<'_> {
        self.document.place(self.span)
    }

    /// Returns the scheme, if the finding is about one.
    pub fn scheme(&self) -> Option<&str> {
        self.scheme.as_deref()
    }

    /// Returns whether the finding makes the file unusable.
    pub fn is_fatal(&self) -> bool {
        self.fatal
    }

    /// Returns whether the finding is an error of lint that stops nothing: the file loads, and no URL is refused for it.
    pub fn is_lint_only(&self) -> bool {
        self.lint_only
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (level, message) = (self.level, visible(&self.message));
        write!(f, "{}: {level}[{}]: {message}", self.place(), self.id())
    }
}

/// Findings in the order of their creation, at most 1,000 for each rule.
///
/// ```
/// use anyurl_core::Span;
/// use anyurl_declared::format::{Document, Finding, Findings};
///
/// let document = Document::new("x", "");
/// let mut findings = Findings::new();
/// for _ in 0..1_002 {
///     findings.add(Finding::new("SR001", &document, Span::at(0), "again"));
/// }
/// assert_eq!(findings.iter().count(), 1_000);
/// assert_eq!(findings.omitted().collect::<Vec<_>>(), [("SR001", 2)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    all: Vec<Finding>,
    counts: BTreeMap<&'static str, usize>,
    fatal: bool,
}

impl Findings {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding.
    pub fn add(&mut self, finding: Finding) {
        self.fatal |= finding.fatal;
        let count = self.counts.entry(finding.id()).or_default();
        *count += 1;
        if *count <= MAX_PER_RULE {
            self.all.push(finding);
        }
    }

    /// Adds all findings of another collection.
    pub fn append(&mut self, others: Self) {
        for (id, omitted) in others.omitted() {
            *self.counts.entry(id).or_default() += omitted;
        }
        self.fatal |= others.fatal;
        for finding in others.all {
            self.add(finding);
        }
    }

    /// Iterates over the findings.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.all.iter()
    }

    /// Returns whether there are no findings.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.iter().any(|finding| finding.level == Level::Error)
    }

    /// Returns whether any finding makes the file unusable.
    pub fn is_fatal(&self) -> bool {
        self.fatal
    }

    /// Iterates over the rules with more than 1,000 findings, with the number of omitted ones.
    pub fn omitted(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let more = |(id, count): (&&'static str, &usize)| (*id, count.saturating_sub(MAX_PER_RULE));
        self.counts.iter().map(more).filter(|(_, more)| *more > 0)
    }

    /// Sets the level of each finding and removes those without one. Fatal findings do not change.
    pub(super) fn settle(&mut self, level: impl Fn(&Finding) -> Option<Level>) {
        self.all.retain_mut(|finding| {
            if finding.fatal {
                return true;
            }
            let settled = level(finding);
            finding.level = settled.unwrap_or(finding.level);
            settled.is_some()
        });
        let all = &self.all;
        self.counts.retain(|id, _| all.iter().any(|finding| finding.id() == *id));
    }

    /// Marks the errors for which nothing stops.
    pub(crate) fn mark_lint_only(&mut self, stops: impl Fn(&Finding) -> bool) {
        for finding in &mut self.all {
            finding.lint_only = finding.level == Level::Error && !finding.fatal && !stops(finding);
        }
    }

    /// Sorts by file, in the given order, and by position. What is wrong in an entry, and so in those that are like it, stays
    /// once.
    pub(super) fn sort(&mut self, files: &[Arc<Document>]) {
        let number = |finding: &Finding| {
            let is_same = |file: &Arc<Document>| Arc::ptr_eq(file, &finding.document);
            files.iter().position(is_same).unwrap_or(files.len())
        };
        self.all.sort_by_cached_key(|finding| (number(finding), finding.span.start(), finding.id()));
        self.all.dedup_by(|one, other| one.says_the_same(other));
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in self.iter() {
            writeln!(f, "{finding}")?;
        }
        for (id, more) in self.omitted() {
            writeln!(f, "{more} more of {id}")?;
        }
        Ok(())
    }
}

/// Quotes a text of a file in backquotes, shortened if it is long.
pub fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", visible(&text[..end])),
        None => visible(text).into_owned(),
    }
}
