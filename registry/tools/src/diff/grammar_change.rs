//! Finds a URL that one grammar accepts and another rejects: the automata propose it, the schemes confirm it.

use std::sync::Arc;

use anyurl_core::authors::{Origin, Scheme as _, Status};
use anyurl_core::{Error, Implementation, Layer, Registry, visible};
use serde_json::{Value, json};

use anyurl_abnf::{Budget, Limits, difference};
use anyurl_declared::Declared;
use anyurl_declared::format::{ChangeSeverity, RegistryFile, SchemeEntry};

/// The effect of a grammar change on the URLs of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GrammarChange {
    /// The grammars derive the same texts, and no example shows a difference.
    Same,
    /// The sets of accepted URLs differ.
    Other {
        /// A URL that was accepted and is now rejected.
        refused: Option<WitnessUrl>,
        /// A URL that was rejected and is now accepted.
        accepted: Option<WitnessUrl>,
        /// Texts on which the grammars differ but the schemes agree, because of rules beyond the grammar, such as those
        /// of hosts.
        alike: Vec<String>,
    },
    /// The grammars derive the same texts, but these URLs are read otherwise: their components, canonical forms or plans.
    Reads(Vec<String>),
    /// The grammars cannot be compared, for this reason.
    Unknown(String),
}

/// A URL that only one of two versions of a scheme accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WitnessUrl {
    /// The URL.
    pub url: String,
    /// The error of the version that rejects it.
    pub error: String,
}

/// One version of a scheme with a registry to parse URLs by it.
struct Candidate {
    scheme: Arc<Declared>,
    registry: Registry,
}

impl GrammarChange {
    /// Compares two versions of a scheme; returns `None` if one of them has no syntax.
    pub(super) fn compare(old: (&RegistryFile, &SchemeEntry), new: (&RegistryFile, &SchemeEntry)) -> Option<Self> {
        if old.1.syntax.is_none() || new.1.syntax.is_none() {
            return None;
        }
        let examples = old.1.examples.iter().chain(&new.1.examples);
        let examples: Vec<_> = examples.map(|example| example.url.as_str()).collect();
        let compared = Candidate::new(old)
            .and_then(|old| Ok((old, Candidate::new(new)?)))
            .and_then(|(old, new)| Self::between(&old, &new, &examples));
        Some(compared.unwrap_or_else(Self::Unknown))
    }

    fn between(old: &Candidate, new: &Candidate, examples: &[&str]) -> Result<Self, String> {
        let mut alike = Vec::new();
        let refused = witness(old, new, examples, &mut alike)?;
        let accepted = witness(new, old, examples, &mut alike)?;
        if refused.is_none() && accepted.is_none() {
            let reads = examples.iter().filter(|url| old.reading(url) != new.reading(url));
            let reads: Vec<_> = reads.map(|url| visible(url).into_owned()).collect();
            match (reads.is_empty(), alike.is_empty()) {
                (false, _) => return Ok(Self::Reads(reads)),
                (true, true) => return Ok(Self::Same),
                (true, false) => {}
            }
        }
        Ok(Self::Other { refused, accepted, alike })
    }

    /// Returns a URL that was accepted and is now rejected.
    pub fn refused(&self) -> Option<&WitnessUrl> {
        match self {
            Self::Other { refused, .. } => refused.as_ref(),
            _ => None,
        }
    }

    /// Returns a URL that was rejected and is now accepted.
    pub fn accepted(&self) -> Option<&WitnessUrl> {
        match self {
            Self::Other { accepted, .. } => accepted.as_ref(),
            _ => None,
        }
    }

    /// Returns how much it matters. A change that cannot be compared is taken for a breaking one.
    pub fn severity(&self) -> ChangeSeverity {
        match self {
            // An override of the syntax above is stale.
            Self::Same | Self::Other { refused: None, accepted: None, .. } => ChangeSeverity::Tightening,
            Self::Other { refused: None, .. } => ChangeSeverity::Loosening,
            Self::Other { .. } | Self::Reads(_) | Self::Unknown(_) => ChangeSeverity::Breaking,
        }
    }

    pub(super) fn to_json(&self) -> Value {
        let of = |witness: &Option<WitnessUrl>| {
            let member = |one: &WitnessUrl| json!({ "url": one.url, "error": one.error });
            witness.as_ref().map(member)
        };
        match self {
            Self::Same => json!({ "verdict": "same" }),
            Self::Reads(urls) => json!({ "verdict": "reads", "urls": urls }),
            Self::Unknown(why) => json!({ "verdict": "unknown", "why": why }),
            Self::Other { refused, accepted, alike } => json!({
                "verdict": "other",
                "refused": of(refused),
                "accepted": of(accepted),
                "alike": alike,
            }),
        }
    }
}

/// Returns a text that the first accepts and the second rejects: a shortest one, or else an example.
fn witness(
    one: &Candidate,
    other: &Candidate,
    examples: &[&str],
    alike: &mut Vec<String>,
) -> Result<Option<WitnessUrl>, String> {
    let mut budget = Budget::new(Limits::STANDARD);
    let grammars = (one.scheme.grammar(), other.scheme.grammar());
    let (Ok(first), Ok(second)) = grammars else {
        let errors = [grammars.0.err(), grammars.1.err()].into_iter().flatten();
        return Err(errors.map(ToString::to_string).collect());
    };
    let found = difference(first, second, &mut budget);
    let shortest = found.as_ref().ok().cloned().flatten();
    let text = shortest.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let mut candidates = text.as_deref().into_iter().chain(examples.iter().copied());
    if let Some(witness) = candidates.find_map(|url| confirm(one, other, url)) {
        return Ok(Some(witness));
    }
    // The grammars exceed the limits, and no example shows a difference.
    found.map_err(|over| over.to_string())?;
    alike.extend(text.map(|text| visible(&text).into_owned()));
    Ok(None)
}

fn confirm(one: &Candidate, other: &Candidate, url: &str) -> Option<WitnessUrl> {
    one.verdict(url).ok()?;
    let error = other.verdict(url).err()?.to_string();
    let url = url.to_owned();
    Some(WitnessUrl { url, error })
}

impl Candidate {
    fn new((layer, entry): (&RegistryFile, &SchemeEntry)) -> Result<Self, String> {
        // Naming rules depend on the status and do not matter here: an experimental scheme may have any name.
        let mut entry = entry.clone();
        entry.status.value = Status::Experimental;
        let scheme = Declared::new(&entry, layer.gateways()).map_err(|error| error.to_string())?;
        let scheme = Arc::new(scheme);
        let origin = Origin::from_crate("anyurl-declared", "", file!(), 0);
        let registry = Registry::builder()
            .allow_reserved(&scheme.registration().name)
            .add_from(Arc::clone(&scheme), Layer::Public, Implementation::Declared, origin)
            .map_err(|error| error.to_string())?
            .build();
        Ok(Self { scheme, registry })
    }

    /// What a URL is read as: its components and its canonical form.
    fn reading(&self, text: &str) -> Option<(Vec<(String, String)>, String)> {
        let entry = self.registry.entries().next()?;
        let url = self.registry.parser().entry(entry).parse(text).ok()?;
        let parts = url.components().map(|part| (part.name().to_owned(), part.text().to_owned())).collect();
        Some((parts, url.to_canonical()))
    }

    /// Parses a text in strict mode.
    fn verdict(&self, text: &str) -> Result<(), Error> {
        let Some(entry) = self.registry.entries().next() else {
            return Ok(());
        };
        let read = self.registry.parser().entry(entry).parse(text);
        read.map(|_| ())
    }
}
