//! The facets of a scheme, as a layer would write them: what `expect` is compared with where a scheme is overridden.

use locator_core::registration::{Grammar, Registration, Text};

use crate::format::{CanonicalValue, Facet, Hash};

/// The facets that have a value.
pub(super) const ALL: [Facet; 4] = [Facet::Syntax, Facet::Access, Facet::Port, Facet::Metadata];

/// Those that a registration has, with the hashes of their canonical texts.
pub(super) fn of_registration(of: &Registration) -> impl Iterator<Item = (Facet, Hash)> {
    let hash = |facet| value(of, facet).map(|value| (facet, Hash::new(value.to_string())));
    ALL.into_iter().filter_map(hash)
}

/// A facet of a registration: `port = { default = 21 }`, and the like.
fn value(of: &Registration, facet: Facet) -> Option<CanonicalValue> {
    let grammar = match of.grammar {
        Grammar::Rfc1738 => "rfc1738",
        Grammar::Rfc3986 => "rfc3986",
    };
    match facet {
        Facet::Name => None,
        Facet::Syntax if of.syntax.is_empty() => None,
        Facet::Syntax => Some(CanonicalValue::table([("abnf", (&*of.syntax).into()), ("grammar", grammar.into())])),
        Facet::Access if of.access.is_empty() => None,
        Facet::Access => Some(CanonicalValue::table([
            ("algorithm", texts(&of.access).join("\n").as_str().into()),
            ("kind", "builtin".into()),
        ])),
        Facet::Port => {
            let port = of.default_port?;
            Some(CanonicalValue::table([("default", i64::from(port).into())]))
        }
        Facet::Metadata => Some(CanonicalValue::table([
            ("description", (&*of.description).into()),
            ("reference", texts(&of.references).into()),
            ("status", of.status.as_str().into()),
        ])),
    }
}

fn texts(list: &[Text]) -> Vec<&str> {
    list.iter().map(|text| &**text).collect()
}
