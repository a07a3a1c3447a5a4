//! Policies of a client about access: allow, ask or deny, by scheme, and by the [warnings](crate::Url::access_warnings)
//! about a URL (RFC 1738 §6).

use core::fmt;

use crate::diagnostics::warning::{Severity, Warning};
use crate::registry::Registry;
use crate::scheme_map::{SchemeMap, SchemeMapError, Unused};
use crate::text::prelude::*;
use crate::url::{AsUrl, Url};

crate::names! {
    /// The action for a warning or a URL.
    #[derive(PartialOrd, Ord)]
    #[expect(clippy::exhaustive_enums, reason = "a program that asks handles each answer")]
    pub enum Verdict, "a verdict" {
        /// Access the resource.
        Allow = "allow",
        /// Ask the user.
        Ask = "ask",
        /// Do not access the resource.
        Deny = "deny",
    }
}

/// Decides on the access to URLs, by their schemes and by the warnings about them. The verdict about a URL is the
/// strictest of both.
///
/// Schemes: [`Policy::scheme`] sets the verdict for one scheme, and [`Policy::other_schemes`] for all others, which are
/// allowed by default.
///
/// Warnings: by default, [`Severity::Note`] is allowed, [`Severity::Caution`] asks and [`Severity::Danger`] is denied. A
/// setting for an id overrides the default, one for the warnings of a scheme overrides those for ids, and one for both
/// overrides all others.
///
/// Of two settings of the same method with the same key the later one wins.
///
/// ```
/// use anyurl_core::Policy;
/// use anyurl_core::Verdict;
/// use anyurl_core::Registry;
///
/// let policy = Policy::new().scheme("x-old", Verdict::Deny)?.warning("password-in-url", Verdict::Deny);
///
/// let registry = Registry::builder().build();
/// let judge = |text| policy.judge(&registry.parse(text).unwrap());
/// assert_eq!(judge("x-foo:a").verdict(), Verdict::Allow);
/// assert_eq!(judge("x-old:a").to_string(), "deny: the policy denies the scheme `x-old`");
/// assert!(judge("x-foo://joe:secret@host.dom/").to_string().starts_with("deny: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Policy {
    schemes: SchemeMap<Verdict>,
    warnings: Vec<Setting>,
}

/// The verdict for the warnings with an id, of a scheme, or both.
#[derive(Clone, Debug)]
struct Setting {
    scheme: Option<Box<str>>,
    id: Option<String>,
    verdict: Verdict,
}

impl Policy {
    /// Creates a policy that allows all schemes and judges warnings by severity.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the verdict for a scheme (ASCII case-insensitive), in all its versions, registered or not. A URL of a denied
    /// scheme is denied, with or without warnings; the warnings about a URL of an allowed scheme are judged as well.
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_core::Policy;
    /// use anyurl_core::Verdict;
    ///
    /// let registry = Registry::builder().build();
    /// let policy = Policy::new().scheme("X-Old", Verdict::Deny)?;
    /// assert_eq!(policy.judge(&registry.parse("x-old:a")?).verdict(), Verdict::Deny);
    /// assert!(Policy::new().scheme("telnet:", Verdict::Deny).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SchemeMapError::Name`] if no scheme can have the name, so that a typo such as `telnet:` does not allow what it
    /// should deny.
    pub fn scheme(mut self, name: &str, verdict: Verdict) -> Result<Self, SchemeMapError> {
        self.schemes.insert(name, semver::VersionReq::STAR, verdict)?;
        Ok(self)
    }

    /// Sets the verdict for the schemes that [`Policy::scheme`] does not name.
    #[must_use]
    pub fn other_schemes(mut self, verdict: Verdict) -> Self {
        self.schemes.set_default(verdict);
        self
    }

    /// Sets the verdict for warnings with this id, such as `reserved-port` or `A-09`, in every scheme.
    #[must_use]
    pub fn warning(self, id: impl Into<String>, verdict: Verdict) -> Self {
        self.set(None, Some(id.into()), verdict)
    }

    /// Sets the verdict for all warnings about URLs of a scheme (ASCII case-insensitive). URLs without warnings are not
    /// affected.
    ///
    /// # Errors
    /// As [`Policy::scheme`].
    pub fn warnings_of(self, scheme: &str, verdict: Verdict) -> Result<Self, SchemeMapError> {
        let scheme = crate::scheme_map::key(scheme)?;
        Ok(self.set(Some(scheme), None, verdict))
    }

    /// Sets the verdict for the warnings with this id about URLs of a scheme.
    ///
    /// # Errors
    /// As [`Policy::scheme`].
    pub fn warning_of(self, scheme: &str, id: impl Into<String>, verdict: Verdict) -> Result<Self, SchemeMapError> {
        let scheme = crate::scheme_map::key(scheme)?;
        Ok(self.set(Some(scheme), Some(id.into()), verdict))
    }

    /// Returns the settings that have no effect with a registry: a misspelt name or id does not deny what it should.
    pub fn unused(&self, registry: &Registry) -> Vec<Unused> {
        let mut unused = self.schemes.unused(registry);
        for Setting { scheme, id, .. } in &self.warnings {
            unused.extend(scheme.as_deref().and_then(|name| Unused::scheme(name, registry)));
            unused.extend(id.as_deref().and_then(Unused::warning));
        }
        unused
    }

    fn set(mut self, scheme: Option<Box<str>>, id: Option<String>, verdict: Verdict) -> Self {
        self.warnings.push(Setting { scheme, id, verdict });
        self
    }

    /// The verdicts by scheme. [Bound](SchemeMap::bind) to a registry, they judge the scheme of a URL in a few
    /// nanoseconds, without its warnings; a scheme without a verdict is allowed.
    ///
    /// ```
    /// use anyurl_core::Policy;
    /// use anyurl_core::Verdict;
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let schemes = Policy::new().other_schemes(Verdict::Ask).scheme("x-foo", Verdict::Allow)?.schemes().bind(&registry);
    /// assert_eq!(schemes.get(&registry.parse("x-foo:a")?), Some(&Verdict::Allow));
    /// assert_eq!(schemes.get(&registry.parse("x-bar:a")?), Some(&Verdict::Ask));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn schemes(&self) -> &SchemeMap<Verdict> {
        &self.schemes
    }

    /// Returns the judgement of a URL: its verdict is the strictest of those about its scheme and its warnings.
    pub fn judge(&self, url: &impl AsUrl) -> Judgement {
        self.judge_any(&url.as_any())
    }

    fn judge_any(&self, url: &Url<'_>) -> Judgement {
        let scheme = url.scheme();
        let verdict = |warning: Warning| (self.verdict(&scheme, &warning), warning);
        Judgement {
            scheme: self.schemes.find_for(url).copied().unwrap_or(Verdict::Allow),
            reasons: url.access_warnings().into_iter().map(verdict).collect(),
            name: scheme.into_owned(),
        }
    }

    /// Returns the verdict for one warning about a URL of this scheme, without regard to the verdict about the scheme.
    pub fn verdict(&self, scheme: &str, warning: &Warning) -> Verdict {
        let matching = self.warnings.iter().filter(|setting| setting.matches(scheme, warning));
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

/// A verdict about a URL, and its reasons. `Display` lists those that are not allowed, with milder verdicts named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    name: String,
    scheme: Verdict,
    reasons: Vec<(Verdict, Warning)>,
}

impl Judgement {
    /// The strictest verdict.
    pub fn verdict(&self) -> Verdict {
        let verdicts = self.reasons.iter().map(|(verdict, _)| *verdict);
        verdicts.fold(self.scheme, Verdict::max)
    }

    /// The verdict about the scheme.
    pub const fn scheme(&self) -> Verdict {
        self.scheme
    }

    /// Every warning, with its verdict.
    pub fn reasons(&self) -> &[(Verdict, Warning)] {
        &self.reasons
    }

    /// The reasons against access, in words.
    fn shown(&self) -> impl Iterator<Item = String> {
        let scheme = match self.scheme {
            Verdict::Allow => None,
            Verdict::Ask => Some(format!("the policy asks about the scheme `{}`", self.name)),
            Verdict::Deny => Some(format!("the policy denies the scheme `{}`", self.name)),
        };
        let all = self.verdict();
        let warnings = self.reasons.iter().filter(|(verdict, _)| *verdict > Verdict::Allow);
        let warnings = warnings.map(move |(verdict, warning)| match verdict {
            _ if *verdict == all => warning.to_string(),
            _ => format!("{}: {warning}", verdict.as_str()),
        });
        scheme.into_iter().chain(warnings)
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict().as_str())?;
        for (n, reason) in self.shown().enumerate() {
            write!(f, "{}{reason}", if n == 0 { ": " } else { "; " })?;
        }
        Ok(())
    }
}
