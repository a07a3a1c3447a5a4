//! The access policy: decisions on URLs, with the deciding line. An upper layer cannot allow what a lower one forbids.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use anyurl_core::authors::Status;
use anyurl_core::internal::{scheme_of, subscheme};
use anyurl_core::{Span, Url};

use super::Layer;
use super::placed::{PlacedLayer, Provenance};
use crate::format::{AccessKind, Decision, Keyword, Located, PolicyRules, Selector, glob};

mod access_rules;
mod author;
mod bound;
mod check;
mod lines;

pub(super) use lines::severity as line_severity;

pub use access_rules::{AccessRules, SelectorError};
use author::Author;
pub use bound::BoundAccess;
pub(super) use bound::access_kind;

/// The policies of all layers, for one environment, or the [`AccessRules`] of an application.
///
/// Within a layer, a line that names the scheme takes precedence over patterns and other selectors, of which the
/// strictest applies; these take precedence over the default. Between layers, upper layers can only tighten the lists
/// of lower layers and a default of `never`; other defaults yield to the lists of upper layers. `relaxable` allows
/// upper layers to loosen the policy for schemes that they name individually. The command line cannot loosen anything
/// else.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::format::Decision;
/// use anyurl_declared::layers::{AccessPolicy, AccessRules};
///
/// let registry = Registry::builder().build();
/// let policy = AccessPolicy::from(AccessRules::new().always("x-foo")?.never("x-*")?).bind(&registry);
/// let decide = |text| policy.decision(&registry.parse(text).unwrap());
/// assert_eq!([decide("x-foo:a"), decide("x-bar:a")], [Decision::Always, Decision::Never]);
/// # Ok::<(), anyurl_declared::layers::SelectorError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AccessPolicy {
    tables: Vec<Table>,
}

/// The policy of one layer, or of the application.
#[derive(Clone, Debug)]
struct Table {
    by: Author,
    everywhere: PolicyRules,
    here: Option<PolicyRules>,
    /// The rules for other environments, by name, which only [`lines`] reports.
    elsewhere: Vec<(String, PolicyRules)>,
}

/// The scheme to decide on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'s> {
    pub(super) name: &'s str,
    pub(super) aliases: &'s [Box<str>],
    pub(super) status: Option<Status>,
    pub(super) kind: Option<AccessKind>,
    pub(super) layer: &'s str,
}

impl<'s> Subject<'s> {
    /// The name of the scheme, whose rules are also those of its subschemes: `urn` for `urn:isbn`.
    fn scheme_name(self) -> &'s str {
        scheme_of(self.name)
    }

    /// The name by which rules select the scheme of a URL: the one of a family is as the URL has it.
    pub(super) fn name_of(url: &Url<'s>) -> Cow<'s, str> {
        let name = url.entry().name();
        if subscheme(name).is_some() { Cow::Borrowed(name) } else { url.scheme() }
    }
}

/// The specificity of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Weight {
    Default,
    Pattern,
    Name,
}

/// The rule of one layer for a scheme.
#[derive(Clone, Copy, Debug)]
struct LayerRule<'p> {
    table: &'p Table,
    decision: Decision,
    weight: Weight,
    span: Span,
}

/// The decision on the access to a URL, with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AccessVerdict {
    /// `always`, `user` (only at the request of a person) or `never`.
    pub decision: Decision,
    /// The deciding line; `None` if no layer has a rule.
    pub reason: Option<PolicyReason>,
    /// The rules of the other layers, in ascending order.
    pub others: Vec<PolicyReason>,
}

/// A line of a policy. `Display` writes ``never by com.example (org.toml:90)``.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PolicyReason {
    /// The decision.
    pub decision: Decision,
    /// The position of the line.
    pub by: Provenance,
    /// Whether the line is the default.
    pub is_default: bool,
}

impl AccessPolicy {
    pub(super) fn new(layers: &[Arc<PlacedLayer>], environment: Option<&str>) -> Self {
        let table = |placed: &Arc<PlacedLayer>| {
            let policy = placed.layer().policy()?;
            let environments = policy.environments.iter().map(|(name, rules)| (name.value.clone(), rules.clone()));
            let (here, elsewhere): (Vec<_>, Vec<_>) =
                environments.partition(|(name, _)| Some(name.as_str()) == environment);
            Some(Table {
                by: Author::Layer(Arc::clone(placed)),
                everywhere: policy.everywhere.clone(),
                here: here.into_iter().next().map(|(_, rules)| rules),
                elsewhere,
            })
        };
        Self { tables: layers.iter().filter_map(table).collect() }
    }

    /// Returns the decision on a scheme.
    pub(super) fn decide(&self, subject: Subject<'_>) -> AccessVerdict {
        let all = self.layer_rules(subject);
        let binding = binding(&all, subject);
        let reasons = || all.iter().map(LayerRule::reason);
        AccessVerdict {
            decision: binding.map_or(Decision::Always, |n| all[n].decision),
            reason: binding.map(|n| all[n].reason()),
            others: reasons().enumerate().filter(|(n, _)| Some(*n) != binding).map(|(_, one)| one).collect(),
        }
    }

    /// Returns the decision on a scheme, without its reason.
    pub(super) fn decision(&self, subject: Subject<'_>) -> Decision {
        let all = self.layer_rules(subject);
        binding(&all, subject).map_or(Decision::Always, |n| all[n].decision)
    }

    /// Returns the rule of each layer, in ascending order.
    fn layer_rules(&self, subject: Subject<'_>) -> Vec<LayerRule<'_>> {
        self.tables.iter().filter_map(|table| table.rule(subject)).collect()
    }

    /// Returns whether the library of a scheme may be loaded: a layer lists it, and none forbids its access.
    pub(super) fn allows_library(&self, subject: Subject<'_>) -> bool {
        self.lists(|rules| &rules.allow_dylib, subject) && self.decide(subject).decision != Decision::Never
    }

    /// Returns whether the module of a scheme may be loaded: a layer lists it, and none forbids its access.
    pub(super) fn allows_module(&self, subject: Subject<'_>) -> bool {
        self.lists(|rules| &rules.allow_wasm, subject) && self.decide(subject).decision != Decision::Never
    }

    /// Returns whether a list of names of any layer has the scheme.
    fn lists(&self, list: impl Fn(&PolicyRules) -> &Vec<Located<String>>, subject: Subject<'_>) -> bool {
        let mut names = self.rules().flat_map(|(_, rules)| list(rules));
        names.any(|name| [subject.name, subject.scheme_name()].iter().any(|own| name.eq_ignore_ascii_case(own)))
    }

    /// Returns the limit on redirects: the smallest of all layers.
    pub fn max_redirects(&self) -> Option<u32> {
        self.rules().filter_map(|(_, rules)| rules.max_redirects.as_ref()).map(|limit| limit.value).min()
    }

    fn rules(&self) -> impl Iterator<Item = (&Author, &PolicyRules)> {
        self.tables.iter().flat_map(|table| {
            let both = std::iter::once(&table.everywhere).chain(&table.here);
            both.map(|rules| (&table.by, rules))
        })
    }
}

/// Returns the index of the deciding rule: of those that do not yield to an upper layer, the strictest.
fn binding(all: &[LayerRule<'_>], subject: Subject<'_>) -> Option<usize> {
    let holds = |n: &usize| !all[n + 1..].iter().any(|later| all[*n].yields_to(later, subject));
    // `max_by_key` returns the last of equals: in reverse order, the lowest layer.
    (0..all.len()).rev().filter(holds).max_by_key(|n| all[*n].decision)
}

impl Table {
    /// Returns the rule for a scheme.
    ///
    /// The rules of the environment come first: its names take precedence, and with a default of `never` it allows only
    /// what it lists itself.
    fn rule(&self, subject: Subject<'_>) -> Option<LayerRule<'_>> {
        let with = |weight| move |(decision, span)| LayerRule { table: self, decision, weight, span };
        let named = |rules: &PolicyRules| listed(rules, subject, true).map(with(Weight::Name));
        let matched = |rules: &PolicyRules| listed(rules, subject, false).map(with(Weight::Pattern));
        let default = |rules: &PolicyRules| {
            let default = rules.default.as_ref()?;
            Some(with(Weight::Default)((default.value, default.span)))
        };
        let here = self.here.as_ref();
        if let Some(rule) = here.and_then(named) {
            return Some(rule);
        }
        let pattern = here.and_then(matched);
        let is_closed = |rule: &LayerRule<'_>| rule.decision == Decision::Never;
        if let (None, Some(closed)) = (&pattern, here.and_then(default).filter(is_closed)) {
            return Some(closed);
        }
        let everywhere = named(&self.everywhere).or_else(|| matched(&self.everywhere));
        let listed = [pattern, everywhere].into_iter().flatten();
        listed.max_by_key(|rule| rule.decision).or_else(|| here.and_then(default)).or_else(|| default(&self.everywhere))
    }

    /// Returns whether upper layers may loosen the policy for a scheme.
    fn relaxes(&self, subject: Subject<'_>) -> bool {
        let both = std::iter::once(&self.everywhere).chain(&self.here);
        let mut selectors = both.flat_map(|rules| &rules.relaxable);
        selectors.any(|selector| matches(selector, subject))
    }
}

impl LayerRule<'_> {
    /// Returns whether the rule yields to that of an upper layer.
    fn yields_to(&self, later: &LayerRule<'_>, subject: Subject<'_>) -> bool {
        let is_open = self.weight == Weight::Default && self.decision != Decision::Never;
        let is_named = later.weight == Weight::Name;
        let is_overridable = is_open && later.weight > Weight::Default && later.table.by.rank() != Layer::CommandLine;
        later.decision < self.decision && (is_overridable || is_named && self.table.relaxes(subject))
    }

    fn reason(&self) -> PolicyReason {
        PolicyReason {
            decision: self.decision,
            by: self.table.by.place(self.span),
            is_default: self.weight == Weight::Default,
        }
    }
}

/// Returns the strictest list entry for a scheme, either by name or by other selectors.
fn listed(rules: &PolicyRules, subject: Subject<'_>, by_name: bool) -> Option<(Decision, Span)> {
    lists(rules).find_map(|(decision, list)| {
        let mut fitting =
            list.iter().filter(|selector| names(selector, subject) == by_name && matches(selector, subject));
        fitting.next().map(|selector| (decision, selector.span))
    })
}

/// Returns the lists, the strictest first.
fn lists(rules: &PolicyRules) -> impl Iterator<Item = (Decision, &Vec<Located<Selector>>)> {
    [(Decision::Never, &rules.never), (Decision::User, &rules.user), (Decision::Always, &rules.always)].into_iter()
}

/// Returns the name if a selector names one scheme.
fn name_of(selector: &Selector) -> Option<&str> {
    match selector {
        Selector::Name(name) if !name.contains(['*', '?']) => Some(name),
        _ => None,
    }
}

/// Whether a selector names the scheme itself. The name of a scheme is a pattern for its subschemes.
fn names(selector: &Selector, subject: Subject<'_>) -> bool {
    let is_of_scheme = |name: &str| name.eq_ignore_ascii_case(subject.scheme_name());
    name_of(selector).is_some_and(|name| subject.name == subject.scheme_name() || !is_of_scheme(name))
}

fn matches(selector: &Selector, subject: Subject<'_>) -> bool {
    match selector {
        Selector::Name(pattern) => {
            glob(pattern, subject.name) || glob(pattern, subject.scheme_name()) || is_alias(pattern, subject)
        }
        Selector::Status(status) => subject.status == Some(*status),
        Selector::Kind(kind) => subject.kind == Some(*kind),
        Selector::Layer(layer) => layer == subject.layer,
    }
}

/// Returns whether a name is an alias of the scheme. Globs select names only.
fn is_alias(name: &str, subject: Subject<'_>) -> bool {
    subject.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
}

impl fmt::Display for PolicyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = if self.is_default { " as the default" } else { "" };
        write!(f, "{}{default} by {}", self.decision.as_str(), self.by)
    }
}

impl fmt::Display for AccessVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => reason.fmt(f),
            None => f.write_str("access is allowed: no policy applies"),
        }
    }
}
