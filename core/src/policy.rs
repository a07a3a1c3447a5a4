//! What a client does about [warnings](crate::Url::access_warnings) before it accesses a resource: allow, ask or deny, by id and
//! scheme (RFC 1738 §6).

use std::fmt;

use crate::diagnostics::warning::{Severity, Warning};
use crate::url::Url;

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Go on.
    Allow,
    /// Ask the person.
    Ask,
    /// Do not access.
    Deny,
}

impl Verdict {
    /// In lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// What a client does about warnings.
///
/// Without rules, notes are allowed, cautions ask, and dangers are denied. A rule for an id stands above that, one for a
/// scheme above those for ids, and one for both above all; of two rules for the same the later counts.
///
/// ```
/// use locator_core::policy::{WarningPolicy, Verdict};
/// use locator_core::Registry;
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://joe:secret@host.dom/")?;
/// let policy = WarningPolicy::new();
/// assert_eq!(policy.judge(&url).verdict(), Verdict::Ask);
///
/// let policy = policy.id("password-in-url", Verdict::Deny).scheme("x-bar", Verdict::Allow);
/// let judgement = policy.judge(&url);
/// assert_eq!(judgement.verdict(), Verdict::Deny);
/// assert!(judgement.to_string().contains("password"));
/// # Ok::<(), locator_core::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WarningPolicy {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    scheme: Option<String>,
    id: Option<String>,
    verdict: Verdict,
}

impl WarningPolicy {
    /// By severity.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a rule for warnings of this id, such as `reserved-port` or `A-09`, of every scheme.
    #[must_use]
    pub fn id(self, id: impl Into<String>, verdict: Verdict) -> Self {
        self.rule(None, Some(id.into()), verdict)
    }

    /// Adds a rule for all warnings about URLs of this scheme, in any case.
    #[must_use]
    pub fn scheme(self, scheme: impl Into<String>, verdict: Verdict) -> Self {
        self.rule(Some(scheme.into()), None, verdict)
    }

    /// Adds a rule for warnings of this id about URLs of this scheme.
    #[must_use]
    pub fn scheme_and_id(self, scheme: impl Into<String>, id: impl Into<String>, verdict: Verdict) -> Self {
        self.rule(Some(scheme.into()), Some(id.into()), verdict)
    }

    fn rule(mut self, scheme: Option<String>, id: Option<String>, verdict: Verdict) -> Self {
        self.rules.push(Rule { scheme, id, verdict });
        self
    }

    /// What is to be done about a URL: the sternest of what is done about its warnings; without any, allow.
    pub fn judge(&self, url: &Url<'_>) -> Judgement {
        let scheme = url.scheme();
        let verdict = |warning: Warning| (self.verdict(&scheme, &warning), warning);
        Judgement { grounds: url.access_warnings().into_iter().map(verdict).collect() }
    }

    /// What is done about one warning on a URL of this scheme.
    pub fn verdict(&self, scheme: &str, warning: &Warning) -> Verdict {
        let applying = self.rules.iter().filter(|rule| rule.applies(scheme, warning));
        // `max_by_key` gives the last of equals.
        let rule = applying.max_by_key(|rule| (rule.scheme.is_some(), rule.id.is_some()));
        rule.map_or_else(|| by_severity(warning.severity()), |rule| rule.verdict)
    }
}

impl Rule {
    fn applies(&self, scheme: &str, warning: &Warning) -> bool {
        let of_scheme = |name: &String| name.eq_ignore_ascii_case(scheme);
        self.scheme.as_ref().is_none_or(of_scheme) && self.id.as_ref().is_none_or(|id| *id == warning.id())
    }
}

const fn by_severity(severity: Severity) -> Verdict {
    match severity {
        Severity::Note => Verdict::Allow,
        Severity::Caution => Verdict::Ask,
        Severity::Danger => Verdict::Deny,
    }
}

/// What is to be done about a URL, and why. `Display` names every warning that is not simply allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    grounds: Vec<(Verdict, Warning)>,
}

impl Judgement {
    /// The sternest verdict.
    pub fn verdict(&self) -> Verdict {
        let verdicts = self.grounds.iter().map(|(verdict, _)| *verdict);
        verdicts.max().unwrap_or(Verdict::Allow)
    }

    /// Every warning, and what is done about it.
    pub fn grounds(&self) -> &[(Verdict, Warning)] {
        &self.grounds
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict().as_str())?;
        let grounds = self.grounds.iter();
        for (n, (verdict, warning)) in grounds.filter(|(verdict, _)| *verdict > Verdict::Allow).enumerate() {
            let separator = if n == 0 { ": " } else { "; " };
            write!(f, "{separator}{}: {warning}", verdict.as_str())?;
        }
        Ok(())
    }
}
