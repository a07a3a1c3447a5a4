//! Policies of a client about [warnings](crate::Url::access_warnings) before access: allow, ask or deny, by id and
//! scheme (RFC 1738 §6).

use std::fmt;

use crate::diagnostics::warning::{Severity, Warning};
use crate::url::Url;

/// The action for a warning or a URL.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Access the resource.
    Allow,
    /// Ask the user.
    Ask,
    /// Do not access the resource.
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

/// Maps warnings to verdicts.
///
/// By default, [`Severity::Note`] is allowed, [`Severity::Caution`] asks and [`Severity::Danger`] is denied. A setting
/// for an id overrides the default, one for a scheme overrides those for ids, and one for both overrides all others; of
/// two settings for the same key the later one wins.
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
    settings: Vec<Setting>,
}

#[derive(Clone, Debug)]
struct Setting {
    scheme: Option<String>,
    id: Option<String>,
    verdict: Verdict,
}

impl WarningPolicy {
    /// Creates the default policy, by severity.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the verdict for warnings with this id, such as `reserved-port` or `A-09`, in every scheme.
    #[must_use]
    pub fn id(self, id: impl Into<String>, verdict: Verdict) -> Self {
        self.set(None, Some(id.into()), verdict)
    }

    /// Sets the verdict for all warnings about URLs of this scheme (ASCII case-insensitive).
    #[must_use]
    pub fn scheme(self, scheme: impl Into<String>, verdict: Verdict) -> Self {
        self.set(Some(scheme.into()), None, verdict)
    }

    /// Sets the verdict for warnings with this id about URLs of this scheme.
    #[must_use]
    pub fn scheme_and_id(self, scheme: impl Into<String>, id: impl Into<String>, verdict: Verdict) -> Self {
        self.set(Some(scheme.into()), Some(id.into()), verdict)
    }

    fn set(mut self, scheme: Option<String>, id: Option<String>, verdict: Verdict) -> Self {
        self.settings.push(Setting { scheme, id, verdict });
        self
    }

    /// Returns the judgement of a URL: its verdict is the strictest of its warnings' verdicts, or allow without any.
    pub fn judge(&self, url: &Url<'_>) -> Judgement {
        let scheme = url.scheme();
        let verdict = |warning: Warning| (self.verdict(&scheme, &warning), warning);
        Judgement { reasons: url.access_warnings().into_iter().map(verdict).collect() }
    }

    /// Returns the verdict for one warning about a URL of this scheme.
    pub fn verdict(&self, scheme: &str, warning: &Warning) -> Verdict {
        let matching = self.settings.iter().filter(|setting| setting.matches(scheme, warning));
        // `max_by_key` returns the last of several equal elements.
        let setting = matching.max_by_key(|setting| (setting.scheme.is_some(), setting.id.is_some()));
        setting.map_or_else(|| default_verdict(warning.severity()), |setting| setting.verdict)
    }
}

impl Setting {
    fn matches(&self, scheme: &str, warning: &Warning) -> bool {
        self.scheme.as_ref().is_none_or(|name| name.eq_ignore_ascii_case(scheme))
            && self.id.as_ref().is_none_or(|id| *id == warning.id())
    }
}

const fn default_verdict(severity: Severity) -> Verdict {
    match severity {
        Severity::Note => Verdict::Allow,
        Severity::Caution => Verdict::Ask,
        Severity::Danger => Verdict::Deny,
    }
}

/// A verdict about a URL, and its reasons. `Display` lists every warning whose verdict is not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    reasons: Vec<(Verdict, Warning)>,
}

impl Judgement {
    /// The strictest verdict.
    pub fn verdict(&self) -> Verdict {
        let verdicts = self.reasons.iter().map(|(verdict, _)| *verdict);
        verdicts.max().unwrap_or(Verdict::Allow)
    }

    /// Every warning, with its verdict.
    pub fn reasons(&self) -> &[(Verdict, Warning)] {
        &self.reasons
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict().as_str())?;
        let reasons = self.reasons.iter();
        for (n, (verdict, warning)) in reasons.filter(|(verdict, _)| *verdict > Verdict::Allow).enumerate() {
            let separator = if n == 0 { ": " } else { "; " };
            write!(f, "{separator}{}: {warning}", verdict.as_str())?;
        }
        Ok(())
    }
}
