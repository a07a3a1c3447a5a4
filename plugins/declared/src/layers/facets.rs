//! The facets of a built-in scheme in the form of a layer, whose hashes `expect` is compared with.

use anyurl_core::authors::{Grammar, Registration, Text};

use crate::format::{CanonicalValue, Facet, Hash, behaviour};

/// The facets with a value.
pub(super) const ALL: [Facet; 4] = [Facet::Syntax, Facet::Access, Facet::Port, Facet::Metadata];

/// Returns the facets of a registration with their hashes.
pub(super) fn from_registration(registration: &Registration) -> impl Iterator<Item = (Facet, Hash)> {
    let hash = |facet| match value(registration, facet)? {
        CanonicalValue::Table(table) => Some((facet, Hash::new(behaviour(facet, &table)))),
        other => Some((facet, Hash::new(other.to_string()))),
    };
    ALL.into_iter().filter_map(hash)
}

/// Returns the value of a facet, such as `{ default = 21 }` for the port.
fn value(registration: &Registration, facet: Facet) -> Option<CanonicalValue> {
    let grammar = match registration.grammar {
        Grammar::Rfc1738 => "rfc1738",
        Grammar::Rfc3986 => "rfc3986",
    };
    match facet {
        Facet::Name => None,
        Facet::Syntax if registration.syntax.is_empty() => None,
        Facet::Syntax => {
            Some(CanonicalValue::table([("abnf", (&*registration.syntax).into()), ("grammar", grammar.into())]))
        }
        Facet::Access if registration.access.is_empty() => None,
        Facet::Access => Some(CanonicalValue::table([
            ("kind", "builtin".into()),
            // The steps are in code, which has a version.
            ("version", registration.version.to_string().as_str().into()),
        ])),
        Facet::Port => {
            let port = registration.default_port?;
            Some(CanonicalValue::table([("default", i64::from(port).into())]))
        }
        Facet::Metadata => Some(CanonicalValue::table([
            ("description", (&*registration.description).into()),
            ("reference", texts(&registration.references).into()),
            ("status", registration.status.as_str().into()),
        ])),
    }
}

fn texts(list: &[Text]) -> Vec<&str> {
    list.iter().map(|text| &**text).collect()
}
