//! A URL that one grammar accepts and another refuses: found by the automata, tried by the schemes.

use std::fmt;
use std::sync::Arc;

use locator_core::registration::Status;
use locator_core::registry::{Implementation, Layer, Origin};
use locator_core::report::visible;
use locator_core::{Error, Options, Registry, Scheme as _};
use serde_json::{Value, json};

use crate::format::{RegistryFile, SchemeEntry};
use crate::scheme::Declared;
use locator_abnf::{Budget, Limits, difference};

/// What another grammar does to the URLs of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GrammarChange {
    /// The grammar is written in other words, and derives the same texts; no example shows a difference either.
    Same,
    /// Some URLs are refused, or accepted, that were not.
    Other {
        /// One that was accepted, and is refused.
        refused: Option<Witness>,
        /// One that was refused, and is accepted.
        accepted: Option<Witness>,
        /// Texts of which the grammars think differently and the schemes alike: rules beyond the grammar, such as
        /// those of hosts, have the same word before and after.
        alike: Vec<String>,
    },
    /// It cannot be said, and this is why.
    Unknown(String),
}

/// A URL that shows a difference: both schemes were asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The URL.
    pub url: String,
    /// What the scheme that refuses it says.
    pub error: String,
}

/// A scheme as it is in one layer, to be asked.
struct Judge {
    scheme: Arc<Declared>,
    registry: Registry,
}

impl GrammarChange {
    /// None where one of them has no syntax.
    pub(super) fn of(old: (&RegistryFile, &SchemeEntry), new: (&RegistryFile, &SchemeEntry)) -> Option<Self> {
        if old.1.syntax.is_none() || new.1.syntax.is_none() {
            return None;
        }
        let examples = old.1.examples.iter().chain(&new.1.examples);
        let examples: Vec<_> = examples.map(|example| example.url.as_str()).collect();
        let compared = Judge::of(old)
            .and_then(|old| Ok((old, Judge::of(new)?)))
            .and_then(|(old, new)| Self::between(&old, &new, &examples));
        Some(compared.unwrap_or_else(Self::Unknown))
    }

    fn between(old: &Judge, new: &Judge, examples: &[&str]) -> Result<Self, String> {
        let mut alike = Vec::new();
        let refused = witness(old, new, examples, &mut alike)?;
        let accepted = witness(new, old, examples, &mut alike)?;
        if refused.is_none() && accepted.is_none() && alike.is_empty() {
            return Ok(Self::Same);
        }
        Ok(Self::Other { refused, accepted, alike })
    }

    /// A URL that was accepted, and is refused.
    pub fn refused(&self) -> Option<&Witness> {
        match self {
            Self::Other { refused, .. } => refused.as_ref(),
            _ => None,
        }
    }

    /// A URL that was refused, and is accepted.
    pub fn accepted(&self) -> Option<&Witness> {
        match self {
            Self::Other { accepted, .. } => accepted.as_ref(),
            _ => None,
        }
    }

    pub(super) fn to_json(&self) -> Value {
        let of = |witness: &Option<Witness>| {
            let member = |one: &Witness| json!({ "url": one.url, "error": one.error });
            witness.as_ref().map(member)
        };
        match self {
            Self::Same => json!({ "verdict": "same" }),
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

impl fmt::Display for GrammarChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (refused, accepted, alike) = match self {
            Self::Same => {
                return writeln!(f, "      the grammar derives the same texts, written in other words");
            }
            Self::Unknown(why) => return writeln!(f, "      not compared: {why}"),
            Self::Other { refused, accepted, alike } => (refused, accepted, alike),
        };
        if let Some(Witness { url, error }) = refused {
            writeln!(f, "      no longer accepted: {url}\n        {error}")?;
        }
        if let Some(Witness { url, .. }) = accepted {
            writeln!(f, "      accepted now: {url}")?;
        }
        for text in alike {
            writeln!(f, "      of {text} only the grammar thinks differently")?;
        }
        Ok(())
    }
}

/// A text that the first accepts and the second refuses: a shortest one, or else an example.
fn witness(one: &Judge, other: &Judge, examples: &[&str], alike: &mut Vec<String>) -> Result<Option<Witness>, String> {
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
    if let Some(witness) = candidates.find_map(|url| tried(one, other, url)) {
        return Ok(Some(witness));
    }
    // Too much to compare, and no example shows anything.
    found.map_err(|over| over.to_string())?;
    alike.extend(text.map(|text| visible(&text).into_owned()));
    Ok(None)
}

fn tried(one: &Judge, other: &Judge, url: &str) -> Option<Witness> {
    one.verdict(url).ok()?;
    let error = other.verdict(url).err()?.to_string();
    let url = url.to_owned();
    Some(Witness { url, error })
}

impl Judge {
    fn of((layer, entry): (&RegistryFile, &SchemeEntry)) -> Result<Self, String> {
        // What the status asks for is no matter of syntax: an experiment may have any name.
        let mut entry = entry.clone();
        entry.status.value = Status::Experimental;
        let scheme = Declared::new(&entry, layer.gateways()).map_err(|error| error.to_string())?;
        let scheme = Arc::new(scheme);
        let origin = Origin::from_crate("locator-declared", "", file!(), 0);
        let registry = Registry::builder()
            .allow_reserved(&scheme.registration().name)
            .add_from(Arc::clone(&scheme), Layer::Public, Implementation::Declared, origin)
            .map_err(|error| error.to_string())?
            .build();
        Ok(Self { scheme, registry })
    }

    /// What the scheme says of a text, strictly.
    fn verdict(&self, text: &str) -> Result<(), Error> {
        let Some(entry) = self.registry.entries().next() else {
            return Ok(());
        };
        let read = self.registry.parse_as(text, entry, Options::new());
        read.map(|_| ())
    }
}
