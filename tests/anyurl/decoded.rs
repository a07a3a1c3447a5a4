//! Decoding never joins what was separate (R-2.2-12): different URLs have different decoded components.

use std::collections::BTreeMap;

use crate::Url;
use anyurl::authors::{Role, escape};
use anyurl::{Options, Registry};
use proptest::prelude::*;
use proptest::sample::Index;

fn current() -> Registry {
    anyurl::registry().with_options(Options::new())
}

/// The components as `anyurl parse --json` prints them under `decoded`: texts and the elements of lists are decoded,
/// except those that must be split first.
fn decoded(url: &Url<'_>) -> BTreeMap<String, Vec<Vec<u8>>> {
    let one = |text: &str| vec![escape::decode(text).into_owned()];
    let parts = url.components().filter(|part| part.role() != Role::Whole);
    let values = parts.map(|part| {
        let value = match part.role() {
            Role::List(delimiter) => {
                let list = anyurl::components::value::list(part.text(), delimiter);
                list.map(|text| escape::decode(text).into_owned()).collect()
            }
            _ if url.decodes_as_whole(&part) => one(part.text()),
            _ => vec![b"escaped".to_vec(), part.text().as_bytes().to_vec()],
        };
        (part.name().to_owned(), value)
    });
    values.collect()
}

/// A delimiter or `%`, and its escape.
type Token = (&'static str, &'static str);

const PATH: &[Token] = &[("a", "%61"), ("/", "%2F"), ("%25", "%25"), ("2F", "2F")];
const QUERY: &[Token] = &[("a", "%61"), ("&", "%26"), ("=", "%3D"), ("%25", "%25"), ("26", "26")];

/// A text of tokens, and the same text with some of the tokens escaped.
fn spellings(tokens: &'static [Token]) -> impl Strategy<Value = (String, String)> {
    let token = (any::<Index>(), any::<bool>(), any::<bool>());
    proptest::collection::vec(token, 0..6).prop_map(|choices| {
        let pick = |index: Index, is_escaped| {
            let (plain, escaped) = index.get(tokens);
            if is_escaped { *escaped } else { *plain }
        };
        let one = choices.iter().map(|(index, is_escaped, _)| pick(*index, *is_escaped)).collect();
        let other = choices.iter().map(|(index, _, is_escaped)| pick(*index, *is_escaped)).collect();
        (one, other)
    })
}

proptest! {
    #![proptest_config(crate::property(2212))]
    #[test]
    fn different_urls_are_different_when_they_are_decoded(
        scheme in proptest::sample::select(&["http", "https", "ws", "wss", "x-foo"][..]),
        (path, other_path) in spellings(PATH),
        (query, other_query) in spellings(QUERY),
    ) {
        let current = current();
        let texts = [(path, query), (other_path, other_query)];
        let texts = texts.map(|(path, query)| format!("{scheme}://h/{path}?{query}"));
        let [one, other] = texts.each_ref().map(|text| current.parse(text).unwrap());
        prop_assert!(decoded(&one) != decoded(&other) || one.is_equivalent(&other), "{:?}", texts);
    }
}

/// What a scheme divides by other characters, or not at all, is decoded.
#[test]
fn other_escapes_are_decoded() {
    let current = current();
    for (text, name, is_whole) in [
        ("https://h/a%2Fb", "path", false),
        ("https://h/a%2fb", "path", false),
        ("https://h/a%252Fb", "path", true),
        ("https://h/a%3Fb%26", "path", true),
        ("https://h/?u=http%3A%2F%2Fg%2F", "query", true),
        ("https://h/?a%26b", "query", false),
        ("x-foo://h/a?a%3Db", "query", false),
        ("x-foo://u%2F@h/a", "user", true),
        ("x-foo://h/a#%2F", "fragment", true),
        ("mailto:a%2Fb@h?subject=a%26b", "addr_spec", true),
        ("mailto:a%2Fb@h?subject=a%26b", "headers", false),
        ("ftp://h/a%2Fb", "name", true),
    ] {
        let url = current.parse(text).unwrap();
        assert_eq!(url.decodes_as_whole(&url.component(name).unwrap()), is_whole, "{name} of {text}");
    }
}
