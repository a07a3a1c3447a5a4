//! The access policy: whether a URL is accessed, and the line that decided. What a lower layer forbids, no upper one allows.

use std::fmt;
use std::sync::Arc;

use locator_core::Span;
use locator_core::registration::Status;

use super::Layer;
use super::placed::{Placed, Provenance};
use crate::format::{AccessKind, Decision, Keyword, Located, PolicyRules, Selector, glob};

mod check;
mod lines;

/// The policies of all layers, for one environment.
///
/// Of one layer, a line that names the scheme stands above patterns and selectors, of which the sternest counts, and those
/// above the default. Between layers, whatever a lower one lists, and its default where that is `never`, can only be
/// tightened; other defaults give way to what an upper layer lists. `relaxable` lets an upper layer loosen a line for the
/// schemes it names one by one. The command line loosens nothing else.
#[derive(Clone, Debug, Default)]
pub struct AccessPolicy {
    tables: Vec<Table>,
}

/// That of one layer.
#[derive(Clone, Debug)]
struct Table {
    by: Arc<Placed>,
    everywhere: PolicyRules,
    here: Option<PolicyRules>,
}

/// What is asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'s> {
    pub(super) name: &'s str,
    pub(super) status: Option<Status>,
    pub(super) kind: Option<AccessKind>,
    pub(super) layer: &'s str,
}

/// How closely a line speaks of a scheme.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Weight {
    Default,
    Pattern,
    Name,
}

/// What one layer says.
#[derive(Clone, Copy, Debug)]
struct Said<'p> {
    table: &'p Table,
    decision: Decision,
    weight: Weight,
    span: Span,
}

/// Whether a URL is accessed, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// `always`, `user` (when a person asks for it) or `never`.
    pub decision: Decision,
    /// The line that decided; none where no layer says anything.
    pub because: Option<Reason>,
    /// What other layers say, rising: what was tightened, given up, or not allowed to loosen.
    pub besides: Vec<Reason>,
}

/// A line of a policy. `Display` is ``never by com.example (org.toml:90)``.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What it says.
    pub decision: Decision,
    /// Where it stands.
    pub by: Provenance,
    /// Whether it is the default, which lists nothing.
    pub is_default: bool,
}

impl AccessPolicy {
    pub(super) fn of(layers: &[Arc<Placed>], environment: Option<&str>) -> Self {
        let table = |placed: &Arc<Placed>| {
            let policy = placed.layer().policy()?;
            let mut environments = policy.environments.iter();
            let here = environments.find(|(name, _)| Some(name.as_str()) == environment);
            Some(Table {
                by: Arc::clone(placed),
                everywhere: policy.everywhere.clone(),
                here: here.map(|(_, rules)| rules.clone()),
            })
        };
        Self { tables: layers.iter().filter_map(table).collect() }
    }

    /// Whether what is asked about is accessed.
    pub(super) fn decide(&self, subject: Subject<'_>) -> Verdict {
        let all = self.said(subject);
        let holds = |n: &usize| !all[n + 1..].iter().any(|later| all[*n].gives_way_to(later, subject));
        // Of equals the lowest: the first that said so.
        let binding = (0..all.len()).rev().filter(holds).max_by_key(|n| all[*n].decision);
        let reasons = || all.iter().map(Said::reason);
        Verdict {
            decision: binding.map_or(Decision::Always, |n| all[n].decision),
            because: binding.map(|n| all[n].reason()),
            besides: reasons().enumerate().filter(|(n, _)| Some(*n) != binding).map(|(_, one)| one).collect(),
        }
    }

    /// What each layer says of it, rising.
    fn said(&self, subject: Subject<'_>) -> Vec<Said<'_>> {
        self.tables.iter().filter_map(|table| table.said(subject)).collect()
    }

    /// Whether the library of a scheme may be loaded: some layer lists it, and none forbids its access.
    pub(super) fn allows_library(&self, subject: Subject<'_>) -> bool {
        let mut lists = self.rules().flat_map(|(_, rules)| &rules.allow_dylib);
        lists.any(|name| name.eq_ignore_ascii_case(subject.name)) && self.decide(subject).decision != Decision::Never
    }

    /// How many redirects are followed: the fewest that a layer says.
    pub fn max_redirects(&self) -> Option<u32> {
        let said = self.rules().filter_map(|(_, rules)| rules.max_redirects.as_ref());
        said.map(|most| most.value).min()
    }

    fn rules(&self) -> impl Iterator<Item = (&Placed, &PolicyRules)> {
        self.tables.iter().flat_map(|table| {
            let both = std::iter::once(&table.everywhere).chain(&table.here);
            both.map(|rules| (table.by.as_ref(), rules))
        })
    }
}

impl Table {
    /// What it says of a scheme. The environment is read first: what it names stands, and where its default is `never`,
    /// only what it lists itself is accessed.
    fn said(&self, subject: Subject<'_>) -> Option<Said<'_>> {
        let said = |weight| move |(decision, span)| Said { table: self, decision, weight, span };
        let named = |rules: &PolicyRules| listed(rules, subject, true).map(said(Weight::Name));
        let matched = |rules: &PolicyRules| listed(rules, subject, false).map(said(Weight::Pattern));
        let default = |rules: &PolicyRules| {
            let default = rules.default.as_ref()?;
            Some(said(Weight::Default)((default.value, default.span)))
        };
        let here = self.here.as_ref();
        if let Some(said) = here.and_then(named) {
            return Some(said);
        }
        let pattern = here.and_then(matched);
        let is_closed = |said: &Said<'_>| said.decision == Decision::Never;
        if let (None, Some(closed)) = (&pattern, here.and_then(default).filter(is_closed)) {
            return Some(closed);
        }
        let everywhere = named(&self.everywhere).or_else(|| matched(&self.everywhere));
        let listed = [pattern, everywhere].into_iter().flatten();
        listed.max_by_key(|said| said.decision).or_else(|| here.and_then(default)).or_else(|| default(&self.everywhere))
    }

    /// Whether upper layers may loosen what it says of a scheme.
    fn relaxes(&self, subject: Subject<'_>) -> bool {
        let both = std::iter::once(&self.everywhere).chain(&self.here);
        let mut selectors = both.flat_map(|rules| &rules.relaxable);
        selectors.any(|selector| matches(selector, subject))
    }
}

impl Said<'_> {
    /// Whether it stands back behind what an upper layer says.
    fn gives_way_to(&self, later: &Said<'_>, subject: Subject<'_>) -> bool {
        let is_open = self.weight == Weight::Default && self.decision != Decision::Never;
        let is_named = later.weight == Weight::Name;
        let may = is_open && later.weight > Weight::Default && later.table.by.rank() != Layer::CommandLine;
        later.decision < self.decision && (may || is_named && self.table.relaxes(subject))
    }

    fn reason(&self) -> Reason {
        Reason {
            decision: self.decision,
            by: self.table.by.place(self.span),
            is_default: self.weight == Weight::Default,
        }
    }
}

/// The sternest of what rules list of a scheme: by its name, or otherwise.
fn listed(rules: &PolicyRules, subject: Subject<'_>, by_name: bool) -> Option<(Decision, Span)> {
    lists(rules).find_map(|(decision, list)| {
        let mut fitting =
            list.iter().filter(|selector| name_of(selector).is_some() == by_name && matches(selector, subject));
        fitting.next().map(|selector| (decision, selector.span))
    })
}

/// The lists, the sternest first.
fn lists(rules: &PolicyRules) -> impl Iterator<Item = (Decision, &Vec<Located<Selector>>)> {
    [(Decision::Never, &rules.never), (Decision::User, &rules.user), (Decision::Always, &rules.always)].into_iter()
}

/// The name, where a selector names one scheme.
fn name_of(selector: &Selector) -> Option<&str> {
    match selector {
        Selector::Name(name) if !name.contains(['*', '?']) => Some(name),
        _ => None,
    }
}

fn matches(selector: &Selector, subject: Subject<'_>) -> bool {
    match selector {
        Selector::Name(pattern) => glob(pattern, subject.name),
        Selector::Status(status) => subject.status == Some(*status),
        Selector::Kind(kind) => subject.kind == Some(*kind),
        Selector::Layer(layer) => layer == subject.layer,
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = if self.is_default { " as the default" } else { "" };
        write!(f, "{}{default} by {}", self.decision.as_str(), self.by)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.because {
            Some(reason) => reason.fmt(f),
            None => write!(f, "{}: no layer says anything", self.decision.as_str()),
        }
    }
}
