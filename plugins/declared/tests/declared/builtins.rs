//! The ten schemes of RFC 1738 as declared grammars, compared with the built-in schemes: verdicts, components and error
//! positions are the same, except where the prose of the RFC forbids what its grammar allows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::walk::{start, walk};
use anyurl::authors::Origin;
use anyurl::{AnyUrl, Error, Implementation, Layer, Registry};
use anyurl_abnf::{CompiledGrammar, Dialect, GrammarSource, Start};
use anyurl_declared::Declared;
use anyurl_declared::format::RegistryFile;
use anyurl_testkit::{Rng, mutate};

/// The rules of Section 5 as printed.
const PRINTED: &str = include_str!("../../../../testdata/rfc1738.bnf");

/// The ten schemes, declared by those rules.
const TEN: &str = include_str!("../data/ten.toml");

/// The printed rule of each scheme.
const RULES: [(&str, &str); 10] = [
    ("file", "fileurl"),
    ("ftp", "ftpurl"),
    ("gopher", "gopherurl"),
    ("http", "httpurl"),
    ("mailto", "mailtourl"),
    ("news", "newsurl"),
    ("nntp", "nntpurl"),
    ("prospero", "prosperourl"),
    ("telnet", "telneturl"),
    ("wais", "waisurl"),
];

/// Requirements of the prose that the rules do not express, so that declared schemes do not check them.
///
/// * the rule of a selector is `*xchar`; §3.4.5 forbids 0A and 0D in it.
/// * no rule limits the length of a label; the core does so for hosts, but the host of a message-id is not a component.
/// * the rule of an address is `1*xchar`, "further defined in RFC 822".
const PROSE: [&str; 3] = ["A-12", "A-25", "A-37"];

/// Requirements whose errors have another position in built-in schemes.
///
/// * no rule has `<` or `>`, so the grammar reports the first invalid character. The built-in scheme checks for both
///   around a message-id (§3.6) before it parses the text between them.
const ELSEWHERE: [&str; 1] = ["A-34"];

struct Ten {
    builtins: &'static Registry,
    declared: Registry,
    /// The declared schemes by name, whose grammars generate texts.
    schemes: BTreeMap<&'static str, Arc<Declared>>,
    /// The rules as printed, with the entry points after `name:`.
    printed: BTreeMap<&'static str, (CompiledGrammar, Start)>,
}

impl Ten {
    fn new() -> Self {
        let layer = RegistryFile::from_text("ten.toml", TEN).unwrap().load().unwrap();
        let mut builder = Registry::builder();
        let mut schemes = BTreeMap::new();
        for (entry, (name, _)) in layer.schemes().zip(RULES) {
            let scheme = Arc::new(Declared::new(entry, &[]).unwrap());
            schemes.insert(name, Arc::clone(&scheme));
            let origin = Origin::from_crate("com.example.ten", "1.0.0", "ten.toml", 0);
            let added = builder.add_from(scheme, Layer::Organization, Implementation::Declared, origin);
            builder = added.unwrap();
        }
        let printed = RULES.map(|(name, rule)| {
            let source = GrammarSource::new(PRINTED);
            let source = source.dialect(Dialect::Rfc1738Bnf).start(rule);
            let grammar = CompiledGrammar::compile(&source).unwrap();
            let start = start(&grammar, name);
            (name, (grammar, start))
        });
        Self {
            builtins: anyurl::rfc1738(),
            declared: builder.options(anyurl::Options::new().rfc1738()).build(),
            schemes,
            printed: BTreeMap::from(printed),
        }
    }
}

/// The components of a URL.
fn components<'t>(url: &AnyUrl<'t>) -> Vec<(String, &'t str)> {
    let parts = url.components();
    let mut parts: Vec<_> =
        parts.filter_map(|part| Some((part.name().to_owned(), part.span()?.of(url.as_str())))).collect();
    parts.sort();
    parts
}

/// The verdicts on which all three parsers agree; otherwise the verdict is the id of the requirement that differs.
const URL: &str = "a URL";
const NONE: &str = "no URL";

/// Compares built-in scheme, declared scheme and printed rules.
fn compare(ten: &Ten, text: &str) -> Result<String, String> {
    let declared = ten.declared.parse(text);
    let builtin = ten.builtins.parse(text);
    let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let printed = scheme.and_then(|scheme| ten.printed.get(&*scheme));
    let is_printed = printed.is_none_or(|(grammar, start)| {
        let begin = text.find(':').unwrap() + 1;
        let rest = &text.as_bytes()[begin..];
        grammar.dfa().scan(start, rest, begin, &mut []).is_ok()
    });
    match (declared, builtin) {
        (Ok(_), Ok(_)) if !is_printed => Err(format!("{text:?} is not as printed")),
        (Ok(declared), Ok(builtin)) if components(&declared) == components(&builtin) => Ok(URL.to_owned()),
        (Ok(declared), Ok(builtin)) => {
            let (declared, builtin) = (components(&declared), components(&builtin));
            Err(format!("{text:?}: {declared:?} and {builtin:?}"))
        }
        (Err(error), Ok(_)) => Err(format!("{text:?} is accepted, and not derived: {error:?}")),
        (Ok(_), Err(error)) => match listed(&PROSE, &error) {
            Some(id) => Ok(format!("{id}, derived")),
            None => Err(format!("{text:?} is derived, and refused: {error:?}")),
        },
        (Err(declared), Err(builtin)) if declared.span().start() == builtin.span().start() => Ok(NONE.to_owned()),
        (Err(declared), Err(builtin)) => match listed(&ELSEWHERE, &builtin) {
            Some(id) => Ok(format!("{id}, elsewhere")),
            None => Err(format!("{text:?}: {declared:?} and {builtin:?}")),
        },
    }
}

fn listed(ids: &[&'static str], error: &Error) -> Option<&'static str> {
    ids.iter().copied().find(|id| *id == error.requirement().id())
}

/// The examples and rejects of the built-in schemes.
fn rows() -> Vec<String> {
    let builtins = anyurl::rfc1738().entries().map(anyurl::Entry::registration);
    let urls = builtins.flat_map(|builtin| {
        let examples = builtin.examples.iter().map(|example| &example.url);
        examples.chain(builtin.rejects.iter().map(|reject| &reject.url))
    });
    urls.map(ToString::to_string).collect()
}

#[test]
fn declared_schemes_parse_like_built_in_schemes() {
    let ten = Ten::new();
    let mut rng = Rng::new(1738);
    let mut texts = BTreeSet::new();
    for row in rows() {
        texts.extend((0..500).map(|_| mutate(&row, &mut rng)));
        texts.insert(row);
    }
    for (name, scheme) in &ten.schemes {
        let grammar = scheme.grammar().unwrap();
        for _ in 0..3_500 {
            let text = walk(grammar, name, &mut rng);
            texts.insert(mutate(&text, &mut rng));
            texts.insert(text);
        }
    }
    assert!(texts.len() >= 100_000, "{}", texts.len());
    let mut agreed: BTreeMap<String, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    for text in &texts {
        match compare(&ten, text) {
            Ok(verdict) => *agreed.entry(verdict).or_default() += 1,
            Err(failure) => failures.push(failure),
        }
    }
    println!("{} texts: {agreed:?}", texts.len());
    let count = failures.len();
    failures.truncate(40);
    assert!(failures.is_empty(), "{count}:\n{}", failures.join("\n"));
    assert!(agreed[URL] > 10_000 && agreed[NONE] > 10_000, "{agreed:?}");
    let derived = PROSE.map(|id| format!("{id}, derived"));
    let elsewhere = ELSEWHERE.map(|id| format!("{id}, elsewhere"));
    for verdict in derived.iter().chain(&elsewhere) {
        assert!(agreed.contains_key(verdict), "{verdict}: never");
    }
}
