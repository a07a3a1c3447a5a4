//! A text, read by every rulebook.

use std::fmt;

use anyurl_core::internal::sort_by;
use anyurl_core::{Options, Profile, Registry};

use crate::base::Base;
use crate::normal;
use crate::parts::Parts;
use crate::plain;
use crate::reading::Reading;
use crate::rfc;
use crate::rulebook::{Part, Rulebook};
use crate::rules::{self, Rule};
use crate::special::{self, SPECIAL};
use crate::split;
use crate::standard::UrlStandard;
use crate::verdict::ComparisonVerdict;
#[cfg(feature = "url")]
use crate::whatwg;

/// Compares the readings of a text.
///
/// ```
/// use anyurl_compare::{Comparer, Part, Rulebook, ComparisonVerdict};
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().build();
/// let comparison = Comparer::new(&registry).compare("https://example.com\\@evil.com/");
/// assert_eq!(comparison.verdict(), ComparisonVerdict::HostDiffers);
/// let host = |rulebook| comparison.reading(rulebook).parts().and_then(|parts| parts.get(Part::Host));
/// assert_eq!((host(Rulebook::Whatwg), host(Rulebook::Split)), (Some("example.com"), Some("evil.com")));
/// ```
#[derive(Clone, Debug)]
pub struct Comparer<'r> {
    registry: &'r Registry,
    standard: &'r dyn UrlStandard,
    base: Option<Base>,
    /// Whether the registry has the documents' rules for http and https, so that most texts need not be compared.
    has_web: bool,
}

impl<'r> Comparer<'r> {
    /// Compares with the schemes of a registry.
    #[cfg(feature = "url")]
    pub fn new(registry: &'r Registry) -> Self {
        Self::with_standard(registry, &whatwg::WhatwgStandard)
    }

    /// The registry.
    pub(crate) fn registry(&self) -> &'r Registry {
        self.registry
    }

    /// Compares with the schemes of a registry, and with another parser for the URL Standard.
    pub fn with_standard(registry: &'r Registry, standard: &'r dyn UrlStandard) -> Self {
        Self { registry, standard, base: None, has_web: plain::has_web(registry) }
    }

    /// Reads texts as references that occur in the object of this URL.
    ///
    /// ```
    /// use anyurl_compare::{Comparer, Part, Rulebook};
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let comparison = Comparer::new(&registry).base("https://example.com/").compare("\t//evil.com");
    /// let host = |rulebook| comparison.reading(rulebook).parts().and_then(|parts| parts.get(Part::Host));
    /// assert_eq!((host(Rulebook::Whatwg), host(Rulebook::Split)), (Some("evil.com"), Some("example.com")));
    /// ```
    #[must_use]
    pub fn base(mut self, base: &str) -> Self {
        self.base = Some(Base { text: base.to_owned(), resolve: rfc::resolve, resolve_split: split::resolve });
        self
    }

    /// Reads a text by every rulebook.
    pub fn compare(&self, text: &str) -> Comparison {
        Comparison::new(text, Rulebook::ALL.map(|rulebook| self.read(rulebook, text)), self.as_special(text))
    }

    /// Returns the verdict about a text, without its reasons: much faster for ordinary links.
    ///
    /// ```
    /// use anyurl_compare::{Comparer, ComparisonVerdict};
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(Comparer::new(&registry).verdict("https://example.com/a"), ComparisonVerdict::Same);
    /// ```
    pub fn verdict(&self, text: &str) -> ComparisonVerdict {
        let parser = self.registry.parser().options(Options::new().rfc1738());
        if parser.check(text).is_ok() {
            return if self.agrees_if_valid(text) { ComparisonVerdict::Same } else { self.compare(text).verdict() };
        }
        if self.agrees_if_valid(text) && parser.profile(Profile::Current).check(text).is_ok() {
            // RFC 1738 has no fragment and no `~`, and no rules for https.
            return if text.starts_with("https:") {
                ComparisonVerdict::Same
            } else {
                ComparisonVerdict::ValidityDiffers
            };
        }
        self.compare(text).verdict()
    }

    /// Whether all rulebooks that accept a text read it alike, if a registry accepts it strictly.
    fn agrees_if_valid(&self, text: &str) -> bool {
        self.has_web && self.base.is_none() && plain::is_plain(text)
    }

    /// Reads a text by one rulebook.
    pub fn read(&self, rulebook: Rulebook, text: &str) -> Reading {
        let base = self.base.as_ref();
        let reading = match rulebook {
            Rulebook::Rfc1738 | Rulebook::Rfc1738Lenient | Rulebook::Rfc3986 => {
                rfc::read(self.registry, rulebook, base, text)
            }
            Rulebook::Whatwg => self.read_standard(text),
            Rulebook::Split => Reading::Accepted(self.split(text)),
        };
        self.with_ascii_host(reading)
    }

    fn read_standard(&self, text: &str) -> Reading {
        let mut reading = self.standard.read(self.base.as_ref().map(|base| base.text.as_str()), text);
        if let Some(parts) = reading.parts_mut() {
            self.add_default_port(parts);
        }
        reading
    }

    /// The URL Standard's reading of a text whose scheme is not special, if it were: a `\` in the authority is then a
    /// delimiter. Programs differ in the schemes that they take for special ones.
    fn as_special(&self, text: &str) -> Option<Parts> {
        let (scheme, rest) = text.split_once(':')?;
        let authority = rest.strip_prefix("//")?.split(['/', '?', '#']).next()?;
        if SPECIAL.contains(&scheme.to_ascii_lowercase().as_str()) || !authority.contains('\\') {
            return None;
        }
        self.standard.read(None, &format!("https:{rest}")).parts().cloned()
    }

    /// Notes the ASCII form of a host, by which hosts are compared.
    fn with_ascii_host(&self, mut reading: Reading) -> Reading {
        if let Reading::Accepted(parts) = &mut reading {
            let name = parts.host.as_deref().and_then(normal::wide_name);
            parts.ascii_host = name.and_then(|name| self.standard.to_ascii(&name));
        }
        reading
    }

    fn split(&self, text: &str) -> Parts {
        let parts = split::split(text);
        let mut parts = match &self.base {
            Some(base) => (base.resolve_split)(&split::split(&base.text), parts),
            None => parts,
        };
        self.add_default_port(&mut parts);
        parts
    }

    fn add_default_port(&self, parts: &mut Parts) {
        if parts.port.is_none() && parts.host.as_ref().is_some_and(|host| !host.is_empty()) {
            parts.port = parts.scheme.as_deref().and_then(|scheme| self.default_port(scheme));
        }
    }

    /// The port of a scheme, which programs know that ask for none.
    fn default_port(&self, scheme: &str) -> Option<String> {
        let registered = || self.registry.get(scheme, Profile::Current)?.registration().default_port;
        special::default_port(scheme).map(str::to_owned).or_else(|| registered().map(|port| port.to_string()))
    }
}

/// The readings of a text, and where they differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    readings: [Reading; 5],
    differences: Vec<Difference>,
    verdict: ComparisonVerdict,
}

/// A component that the rulebooks do not all read alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    part: Part,
    readings: Vec<PartReading>,
}

/// What a rulebook reads as a component, and its rule.
#[derive(Clone, PartialEq, Eq)]
pub struct PartReading {
    rulebook: Rulebook,
    value: Option<String>,
    rule: &'static Rule,
}

impl Comparison {
    fn new(text: &str, readings: [Reading; 5], as_special: Option<Parts>) -> Self {
        let mut comparison = Self { readings, differences: Vec::new(), verdict: ComparisonVerdict::Same };
        comparison.compare_own_authority();
        let (accepts, rejects) = comparison.validity();
        // The split accepts everything: alone it says nothing.
        if accepts {
            let differences = Part::ALL.into_iter().filter(|part| comparison.differs(*part));
            comparison.differences = differences.map(|part| comparison.difference(text, part)).collect();
            if let Some(parts) = as_special {
                comparison.add_as_special(text, &parts);
            }
            let worst = comparison.differences.iter().map(|one| ComparisonVerdict::of(one.part)).max();
            let validity = if rejects { ComparisonVerdict::ValidityDiffers } else { ComparisonVerdict::Same };
            comparison.verdict = worst.unwrap_or(validity);
        }
        comparison
    }

    /// A scheme that divides its authority itself has no host to compare, but the text of its authority, if the rulebooks
    /// agree on the login before it.
    fn compare_own_authority(&mut self) {
        let accepted = || self.readings.iter().filter_map(Reading::parts);
        if accepted().any(|parts| parts.has_own_authority) && !self.differs(Part::Userinfo) {
            self.readings.iter_mut().filter_map(Reading::parts_mut).for_each(Parts::by_authority);
        }
    }

    /// Adds the host that the URL Standard reads if the scheme is special.
    fn add_as_special(&mut self, text: &str, parts: &Parts) {
        let host = |parts: &Parts| parts.normalized(Part::Host);
        let is_other = self.reading(Rulebook::Whatwg).parts().is_some_and(|read| host(read) != host(parts));
        if !is_other {
            return;
        }
        let mut difference = self.difference(text, Part::Host);
        difference.readings.push(PartReading {
            rulebook: Rulebook::Whatwg,
            value: parts.host.clone(),
            rule: &rules::AS_SPECIAL,
        });
        self.differences.retain(|difference| difference.part != Part::Host);
        self.differences.push(difference);
        sort_by(&mut self.differences, |one, other| one.part.cmp(&other.part));
    }

    /// Whether a rulebook with rules accepts the text, and whether one rejects it.
    fn validity(&self) -> (bool, bool) {
        let with_rules = || self.readings().filter(|(rulebook, _)| *rulebook != Rulebook::Split);
        let accepts = with_rules().any(|(_, reading)| reading.parts().is_some());
        (accepts, with_rules().any(|(_, reading)| reading.rejection().is_some()))
    }

    /// Whether two rulebooks that accept the text read a component differently; ports count only for the same scheme.
    pub fn differs(&self, part: Part) -> bool {
        let scheme = self.readings.iter().find_map(Reading::parts).and_then(|parts| parts.normalized(Part::Scheme));
        let accepted = self.readings.iter().filter_map(Reading::parts);
        let compared = accepted.filter(|parts| part != Part::Port || parts.normalized(Part::Scheme) == scheme);
        let mut values = compared.map(|parts| parts.normalized(part));
        let first = values.next();
        values.any(|value| Some(value) != first)
    }

    fn difference(&self, text: &str, part: Part) -> Difference {
        let readings = self.readings().filter_map(|(rulebook, reading)| {
            let parts = reading.parts()?;
            let rule = rules::find(rulebook, part, text, parts);
            Some(PartReading { rulebook, value: parts.get(part).map(str::to_owned), rule })
        });
        Difference { part, readings: readings.collect() }
    }

    /// The reading of a rulebook.
    pub fn reading(&self, rulebook: Rulebook) -> &Reading {
        &self.readings[rulebook as usize]
    }

    /// The readings, in the order of [`Rulebook::ALL`].
    pub fn readings(&self) -> impl Iterator<Item = (Rulebook, &Reading)> {
        Rulebook::ALL.into_iter().zip(&self.readings)
    }

    /// The components that differ, in the order of a URL.
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// The most serious difference.
    pub const fn verdict(&self) -> ComparisonVerdict {
        self.verdict
    }
}

impl Difference {
    /// The component.
    pub const fn part(&self) -> Part {
        self.part
    }

    /// What each rulebook that accepts the text reads, in the order of [`Rulebook::ALL`].
    pub fn readings(&self) -> &[PartReading] {
        &self.readings
    }
}

impl PartReading {
    /// The rulebook.
    pub const fn rulebook(&self) -> Rulebook {
        self.rulebook
    }

    /// The component, if the rulebook finds one.
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }

    /// The rule that leads to it: a clause, lower case, no full stop.
    pub const fn rule(&self) -> &'static str {
        self.rule.text
    }

    /// Where the rule is written: `URL Standard, authority state`.
    pub const fn section(&self) -> &'static str {
        self.rule.section
    }
}

/// Shows no value, which can be a password.
impl fmt::Debug for PartReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartReading").field("rulebook", &self.rulebook).field("rule", self.rule).finish_non_exhaustive()
    }
}

/// ``the host is `example.com` to WHATWG: a `\` counts as `/` …; and `evil.com` to Appendix B: …``
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, reading) in self.readings.iter().enumerate() {
            let before = if n == 0 { format!("the {} is ", self.part) } else { "; ".to_owned() };
            let value = reading.value().map_or_else(|| "absent".to_owned(), |value| format!("`{value}`"));
            write!(f, "{before}{value} to {}: {} ({})", reading.rulebook, reading.rule.text, reading.rule.section)?;
        }
        Ok(())
    }
}
