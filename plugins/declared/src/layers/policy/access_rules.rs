//! [`AccessRules`]: the rules of an access policy, written in Rust.

use std::panic::Location;
use std::sync::Arc;

use anyurl_core::{Registry, Span, Unused};

use super::author::Author;
use super::{AccessPolicy, Table, lists, name_of};
use crate::format::{Decision, Located, PolicyRules, Selector};
use crate::layers::Layer;
use crate::layers::placed::Provenance;

/// The rules of an access policy, written in Rust in place of the `[policy]` of a registry file.
///
/// A selector is a name, a glob (`com.example.*`), or `status:`, `kind:` or `layer:` with a value, as in
/// `docs/registry-format.md`. A rule for a name takes precedence over rules with other selectors, of which the strictest
/// applies; these take precedence over [`AccessRules::otherwise`].
///
/// ```
/// use anyurl_core::{Registry, Unused};
/// use anyurl_declared::format::Decision;
/// use anyurl_declared::layers::{AccessPolicy, AccessRules};
///
/// let rules = AccessRules::new().never("x-old")?.user("x-*")?.otherwise(Decision::Always);
///
/// let registry = Registry::builder().build();
/// let policy = AccessPolicy::from(rules).bind(&registry);
/// let url = registry.parse("x-old:a").unwrap();
/// assert_eq!(policy.decision(&url), Decision::Never);
/// // The reason is the line of this program.
/// assert!(policy.decide(&url).to_string().starts_with("never by application ("));
/// # Ok::<(), anyurl_declared::layers::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AccessRules {
    rules: PolicyRules,
    /// The calls that made the rules.
    calls: Vec<Provenance>,
}

/// A text is not a selector of schemes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{selector}` selects no scheme: {why}")]
pub struct SelectorError {
    selector: String,
    why: String,
}

impl AccessRules {
    /// Creates rules that allow everything.
    #[must_use]
    pub fn new() -> Self {
        let rules = PolicyRules {
            default: None,
            always: Vec::new(),
            user: Vec::new(),
            never: Vec::new(),
            relaxable: Vec::new(),
            allow_dylib: Vec::new(),
            allow_wasm: Vec::new(),
            max_redirects: None,
            span: Span::at(0),
        };
        Self { rules, calls: Vec::new() }
    }

    /// Allows the access to the selected schemes.
    ///
    /// # Errors
    /// [`SelectorError`] if no scheme can have the name, or the value is unknown.
    #[track_caller]
    pub fn always(mut self, selector: &str) -> Result<Self, SelectorError> {
        let selector = self.located(parse(selector)?);
        self.rules.always.push(selector);
        Ok(self)
    }

    /// Allows the access to the selected schemes at the request of a person.
    ///
    /// # Errors
    /// As [`AccessRules::always`].
    #[track_caller]
    pub fn user(mut self, selector: &str) -> Result<Self, SelectorError> {
        let selector = self.located(parse(selector)?);
        self.rules.user.push(selector);
        Ok(self)
    }

    /// Refuses the access to the selected schemes.
    ///
    /// # Errors
    /// As [`AccessRules::always`].
    #[track_caller]
    pub fn never(mut self, selector: &str) -> Result<Self, SelectorError> {
        let selector = self.located(parse(selector)?);
        self.rules.never.push(selector);
        Ok(self)
    }

    /// Sets the decision on schemes that no selector selects, which are allowed by default. The later call wins.
    #[must_use]
    #[track_caller]
    pub fn otherwise(mut self, decision: Decision) -> Self {
        self.rules.default = Some(self.located(decision));
        self
    }

    /// Sets the limit on redirects; none by default. The later call wins.
    #[must_use]
    #[track_caller]
    pub fn max_redirects(mut self, limit: u32) -> Self {
        self.rules.max_redirects = Some(self.located(limit));
        self
    }

    /// Returns the names in the rules that a registry does not have: a misspelt name does not forbid what it should. In
    /// a registry file, this is the error SR614.
    ///
    /// ```
    /// use anyurl_core::{Registry, Unused};
    /// use anyurl_declared::layers::AccessRules;
    ///
    /// let rules = AccessRules::new().never("tlenet")?.never("x-*")?;
    /// assert_eq!(rules.unused(&Registry::builder().build())[0].to_string(), "the scheme `tlenet` is not registered");
    /// # Ok::<(), anyurl_declared::layers::SelectorError>(())
    /// ```
    pub fn unused(&self, registry: &Registry) -> Vec<Unused> {
        let selectors = lists(&self.rules).flat_map(|(_, list)| list);
        let names = selectors.filter_map(|selector| name_of(selector));
        names.filter_map(|name| Unused::scheme(name, registry)).collect()
    }

    /// Adds the calling line to a value.
    #[track_caller]
    fn located<T>(&mut self, value: T) -> Located<T> {
        let call = Location::caller();
        self.calls.push(Provenance {
            layer: Layer::Application.as_str().to_owned(),
            rank: Layer::Application,
            file: call.file().to_owned(),
            line: call.line() as usize,
        });
        Located::new(value, Span::at(self.calls.len() - 1))
    }
}

impl Default for AccessRules {
    fn default() -> Self {
        Self::new()
    }
}

/// A selector, with its name in lower case.
fn parse(selector: &str) -> Result<Selector, SelectorError> {
    let error = |why: String| SelectorError { selector: selector.to_owned(), why };
    let parsed = selector.to_ascii_lowercase().parse().map_err(error)?;
    let is_part = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.*?".contains(&byte));
    let is_name = |name: &str| name.splitn(2, ':').all(is_part);
    match &parsed {
        Selector::Name(name) if !is_name(name) => {
            Err(error("use letters, digits, `+`, `-` and `.`, and `*` and `?` in a glob".to_owned()))
        }
        _ => Ok(parsed),
    }
}

impl From<AccessRules> for AccessPolicy {
    fn from(rules: AccessRules) -> Self {
        Self::default().with_rules(rules)
    }
}

impl AccessPolicy {
    /// Adds the rules of the application above those of all layers. Like those of every upper layer, they can tighten
    /// the policy, and allow only what no layer forbids.
    ///
    /// ```
    /// use anyurl_core::{Registry, Unused};
    /// use anyurl_declared::format::Decision;
    /// use anyurl_declared::layers::{AccessPolicy, AccessRules};
    ///
    /// let registry = Registry::builder().build();
    /// let policy = AccessPolicy::from(AccessRules::new().never("x-foo")?);
    /// let policy = policy.with_rules(AccessRules::new().always("x-foo")?.never("x-bar")?).bind(&registry);
    /// let decide = |text| policy.decision(&registry.parse(text).unwrap());
    /// assert_eq!([decide("x-foo:a"), decide("x-bar:a")], [Decision::Never, Decision::Never]);
    /// # Ok::<(), anyurl_declared::layers::SelectorError>(())
    /// ```
    #[must_use]
    pub fn with_rules(mut self, rules: AccessRules) -> Self {
        let AccessRules { rules, calls } = rules;
        self.tables.push(Table {
            by: Author::Code(Arc::from(calls)),
            everywhere: rules,
            here: None,
            elsewhere: Vec::new(),
        });
        self
    }
}
