//! What lint finds: [`Finding`], and many of them: [`Findings`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use locator_core::Span;
use locator_core::report::visible;

use super::document::{Document, Place};
use super::rules::{Level, LintRule, lint_rule};

/// At most this many findings of one rule are kept; the others are counted.
pub const MAX_PER_RULE: usize = 1_000;

/// A text of a file is quoted up to this many characters.
const MOST_QUOTED: usize = 60;

/// One thing that lint has found: which rule, how much it matters, what, where, and how to fix it.
///
/// `Display` is one line; [`Finding::drawn`] draws carets under the place.
///
/// ```
/// use locator_core::Span;
/// use locator_declared::format::{Document, Finding, Level};
///
/// let document = Document::new("org.toml", "[[scheme]]\nname = \"q\"\n");
/// let finding = Finding::new("SR107", &document, Span::new(18, 21), "`q` is a drive").of("q");
/// assert_eq!(finding.id(), "SR107");
/// assert_eq!(finding.level(), Level::Error);
/// assert_eq!((finding.line(), finding.column()), (2, 8));
/// assert_eq!(finding.scheme(), Some("q"));
/// assert_eq!(finding.to_string(), "org.toml:2:8: error[SR107]: `q` is a drive");
/// ```
#[derive(Clone, Debug)]
pub struct Finding {
    rule: &'static LintRule,
    level: Level,
    message: String,
    help: Cow<'static, str>,
    document: Arc<Document>,
    span: Span,
    scheme: Option<String>,
    fatal: bool,
}

impl Finding {
    /// A finding of a rule, at its usual level.
    ///
    /// # Panics
    /// Where no rule has this id: rules are a table, and their tests run each.
    pub fn new(id: &'static str, document: &Arc<Document>, span: Span, message: impl Into<String>) -> Self {
        let Some(rule) = lint_rule(id) else { unreachable!("`{id}` stands in no row of the rules") };
        Self {
            rule,
            level: rule.level,
            message: message.into(),
            help: Cow::Borrowed(""),
            document: Arc::clone(document),
            span,
            scheme: None,
            fatal: false,
        }
    }

    /// The same, about a scheme.
    #[must_use]
    pub fn of(mut self, scheme: &str) -> Self {
        self.scheme = Some(shortened(scheme));
        self
    }

    /// The same, at another level.
    #[must_use]
    pub fn at_level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// The same, with the way to fix it.
    #[must_use]
    pub fn fix(mut self, help: impl Into<Cow<'static, str>>) -> Self {
        self.help = help.into();
        self
    }

    /// The same, where the file cannot be used: no `[lint]` makes less of it.
    #[must_use]
    pub(super) fn fatal(mut self) -> Self {
        self.fatal = true;
        self.level = Level::Error;
        self
    }

    /// The rule.
    pub fn rule(&self) -> &'static LintRule {
        self.rule
    }

    /// `SR209`
    pub fn id(&self) -> &'static str {
        self.rule.id
    }

    /// How much it matters, here.
    pub fn level(&self) -> Level {
        self.level
    }

    /// What was found: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// How to fix it, where that can be said.
    pub fn help(&self) -> Option<&str> {
        Some(&*self.help).filter(|help| !help.is_empty())
    }

    /// The file, under the name it was given by.
    pub fn file(&self) -> &str {
        self.document.name()
    }

    /// The file with its text.
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// Where: bytes of the file.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.place().line
    }

    /// The character in the line, from 1.
    pub fn column(&self) -> usize {
        self.place().column
    }

    /// File, line and column at once.
    pub fn place(&self) -> Place<'_> {
        self.document.place(self.span)
    }

    /// The scheme it is about, where it is about one.
    pub fn scheme(&self) -> Option<&str> {
        self.scheme.as_deref()
    }

    /// Whether the file cannot be used as it stands.
    pub fn is_fatal(&self) -> bool {
        self.fatal
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, message, .. } = self;
        write!(f, "{}: {level}[{}]: {message}", self.place(), self.id())
    }
}

/// Findings, in the order in which they were made; of one rule no more than [`MAX_PER_RULE`].
///
/// ```
/// use locator_core::Span;
/// use locator_declared::format::{Document, Finding, Findings, MAX_PER_RULE};
///
/// let document = Document::new("x", "");
/// let mut findings = Findings::new();
/// for _ in 0..MAX_PER_RULE + 2 {
///     findings.add(Finding::new("SR001", &document, Span::at(0), "again"));
/// }
/// assert_eq!(findings.iter().count(), MAX_PER_RULE);
/// assert_eq!(findings.omitted().collect::<Vec<_>>(), [("SR001", 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Findings {
    all: Vec<Finding>,
    counts: BTreeMap<&'static str, usize>,
    fatal: bool,
}

impl Findings {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// One more.
    pub fn add(&mut self, finding: Finding) {
        self.fatal |= finding.fatal;
        let count = self.counts.entry(finding.id()).or_default();
        *count += 1;
        if *count <= MAX_PER_RULE {
            self.all.push(finding);
        }
    }

    /// All of others.
    pub fn append(&mut self, others: Self) {
        for (id, omitted) in others.omitted() {
            *self.counts.entry(id).or_default() += omitted;
        }
        self.fatal |= others.fatal;
        for finding in others.all {
            self.add(finding);
        }
    }

    /// Each.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.all.iter()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether something must be fixed.
    pub fn has_errors(&self) -> bool {
        self.iter().any(|finding| finding.level == Level::Error)
    }

    /// Whether the file cannot be used as it stands: what was read of it is for lint alone.
    pub fn is_fatal(&self) -> bool {
        self.fatal
    }

    /// The rules of which more was found than was kept, and how many more.
    pub fn omitted(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let more = |(id, count): (&&'static str, &usize)| (*id, count.saturating_sub(MAX_PER_RULE));
        self.counts.iter().map(more).filter(|(_, more)| *more > 0)
    }

    /// Gives each its level; those without one are taken away. What is fatal stays.
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

    /// Sorts by file, as the files were read, and by place.
    pub(super) fn sort(&mut self, files: &[Arc<Document>]) {
        let number = |finding: &Finding| {
            let is = |file: &Arc<Document>| Arc::ptr_eq(file, &finding.document);
            files.iter().position(is).unwrap_or(files.len())
        };
        self.all.sort_by_cached_key(|finding| (number(finding), finding.span.start(), finding.id()));
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

/// A text of the file in backquotes: its beginning, where it is long.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", visible(&text[..end])),
        None => visible(text).into_owned(),
    }
}
