//! What a page shows of other rulebooks: how they read a text, and where they differ.
//!
//! The browser of the page reads by the URL Standard itself. The module asks it, one text at a time: [`Rulebooks::compare`]
//! returns [`Answer::Ask`] with a text, the page passes what `new URL(text).href` gives to [`Rulebooks::tell`], and calls
//! again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use anyurl_compare::{
    Comparer, Comparison, Difference, MaskedValues, Part, PartReading, Reading, Rulebook, UrlStandard,
};
use anyurl_core::Registry;
use serde::Serialize;

/// What is said about a text.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// What does the browser read in this text? It has its secrets.
    Ask(String),
    /// The comparison.
    Compared(Compared),
}

/// The host that all rulebooks read in a text.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreed {
    /// What does the browser read in this text? It has its secrets.
    Ask(String),
    /// They read this one.
    Host {
        /// The host.
        host: String,
        /// The port, or that of the scheme.
        port: Option<u16>,
        /// The name of the scheme.
        scheme: String,
    },
    /// They do not agree: the kind, and the reason.
    Refused(&'static str, String),
}

/// The readings of a text, and where they differ, with `***` in place of secrets.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Compared {
    verdict: &'static str,
    severity: &'static str,
    /// The names of all components, in the order of `parts`.
    components: Vec<&'static str>,
    rulebooks: Vec<Column>,
    differences: Vec<Differing>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Column {
    id: &'static str,
    name: &'static str,
    status: &'static str,
    parts: Option<Vec<Option<String>>>,
    message: Option<String>,
    section: Option<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Differing {
    component: &'static str,
    readings: Vec<Read>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Read {
    name: &'static str,
    value: Option<String>,
    rule: &'static str,
    section: &'static str,
}

/// Compares, and keeps what the browser said until a comparison is complete.
#[derive(Debug, Default)]
pub struct Rulebooks {
    browser: Browser,
}

impl Rulebooks {
    /// The comparison of a text, or what the browser must be asked before.
    pub fn compare(&self, registry: &Registry, text: &str) -> Answer {
        let comparison = Comparer::with_standard(registry, &self.browser).compare(text);
        let mut said = self.browser.said();
        if let Some(asked) = &said.asked {
            return Answer::Ask(asked.clone());
        }
        said.hrefs.clear();
        Answer::Compared(Compared::new(registry, text, &comparison))
    }

    /// The host that all rulebooks read in a text, or what the browser must be asked before.
    pub fn consensus_host(&self, registry: &Registry, text: &str) -> Agreed {
        let found = Comparer::with_standard(registry, &self.browser).consensus_host(text);
        let mut said = self.browser.said();
        if let Some(asked) = &said.asked {
            return Agreed::Ask(asked.clone());
        }
        said.hrefs.clear();
        match found {
            Ok(found) => {
                Agreed::Host { host: found.host().to_owned(), port: found.port(), scheme: found.scheme().to_owned() }
            }
            Err(error) => Agreed::Refused(error.kind().as_str(), error.to_string()),
        }
    }

    /// What the browser reads in the text that it was asked about; empty if it rejects it.
    pub fn tell(&self, href: String) {
        let mut said = self.browser.said();
        if let Some(asked) = said.asked.take() {
            said.hrefs.push((asked, Some(href).filter(|href| !href.is_empty())));
        }
    }
}

/// The browser of the page.
#[derive(Debug, Default)]
struct Browser {
    said: Mutex<Said>,
}

/// What the browser reads in each text, and the first one that it has not been asked about.
#[derive(Debug, Default)]
struct Said {
    hrefs: Vec<(String, Option<String>)>,
    asked: Option<String>,
}

impl Browser {
    fn said(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn href(&self, text: &str) -> Option<String> {
        let mut said = self.said();
        if let Some(href) = said.hrefs.iter().find_map(|(known, href)| (known == text).then_some(href)) {
            return href.clone();
        }
        said.asked.get_or_insert_with(|| text.to_owned());
        None
    }
}

impl UrlStandard for Browser {
    fn read(&self, _base: Option<&str>, text: &str) -> Reading {
        match self.href(text) {
            Some(href) => Reading::of_href(&href),
            None => Reading::rejected("URL Standard", "`new URL` throws an error"),
        }
    }

    fn to_ascii(&self, name: &str) -> Option<String> {
        // Those of a host or a name (URL Standard, forbidden domain code point) would end it, or be removed.
        let is_forbidden = |c: char| c <= ' ' || "\x7F#/:<>?@[\\]^`{|}%".contains(c);
        if name.contains(is_forbidden) {
            return None;
        }
        // Below another label, no number is an address.
        let href = self.href(&format!("https://{name}.a/"))?;
        let ascii = href.strip_prefix("https://")?.strip_suffix(".a/")?;
        (!ascii.is_empty()).then(|| ascii.to_owned())
    }
}

impl Compared {
    /// What a page shows of the comparison of a text.
    pub fn new(registry: &Registry, text: &str, comparison: &Comparison) -> Self {
        let (verdict, masked) = (comparison.verdict(), MaskedValues::new(registry, text, comparison));
        let column = |(rulebook, reading)| Column::new(rulebook, reading, &masked);
        Self {
            verdict: verdict.as_str(),
            severity: verdict.severity().as_str(),
            components: Part::ALL.map(Part::id).to_vec(),
            rulebooks: comparison.readings().map(column).collect(),
            differences: comparison.differences().iter().map(|one| Differing::new(one, &masked)).collect(),
        }
    }
}

impl Column {
    fn new(rulebook: Rulebook, reading: &Reading, masked: &MaskedValues<'_>) -> Self {
        let own = |text: &str| text.to_owned();
        let value = |part: Part, value: Option<&str>| value.map(|value| masked.value(part, value));
        let rejection = reading.rejection();
        Self {
            id: rulebook.id(),
            name: rulebook.name(),
            status: match reading {
                Reading::Accepted(_) => "accepted",
                Reading::Rejected(_) => "rejected",
                _ => "not-covered",
            },
            parts: reading.parts().map(|parts| Part::ALL.map(|part| value(part, parts.get(part))).to_vec()),
            message: rejection.map(|rejection| own(rejection.message())),
            section: rejection.map(|rejection| own(rejection.section())),
        }
    }
}

impl Differing {
    fn new(difference: &Difference, masked: &MaskedValues<'_>) -> Self {
        let part = difference.part();
        let read = |one: &PartReading| Read {
            name: one.rulebook().name(),
            value: one.value().map(|value| masked.value(part, value)),
            rule: one.rule(),
            section: one.section(),
        };
        Self { component: part.id(), readings: difference.readings().iter().map(read).collect() }
    }
}
