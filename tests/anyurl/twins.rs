//! Twins: the ten schemes of RFC 1738 declared in `testdata/twins.toml`, compared with the built-in ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyurl::plan::{EmptySearch, LinePart};
use anyurl::reference::ReferenceRules;
use anyurl::{Environment, Options, Plan, PlanError, Registry, Span, Step};
use anyurl_declared::format::RegistryFile;
use anyurl_declared::layers::Stack;
use anyurl_testkit::{Rng, mutate};

use crate::oracle::{Grammar, RFC1738, RULES};

const TWINS: &str = include_str!("../../testdata/twins.toml");

/// The length of `x-`, by which the spans of a twin differ.
const SHIFT: usize = 2;

pub(crate) fn registry() -> Registry {
    let layer = RegistryFile::from_text("twins.toml", TWINS.to_owned()).unwrap().load();
    let layer = layer.unwrap_or_else(|found| panic!("{found}"));
    let resolved = Stack::new().push(layer).resolve(anyurl::rfc1738(), None);
    resolved.unwrap_or_else(|found| panic!("{found}")).registry().clone()
}

/// What is said about a text: the verdict with the place of an error, or components, canonical form, warnings, plan,
/// the URL that its components build, and references resolved against it. Spans are those of the built-in scheme.
fn describe(registry: &Registry, text: &str, options: Options, shift: usize) -> String {
    let span = |span: Span| format!("{}..{}", span.start().wrapping_sub(shift), span.end().wrapping_sub(shift));
    let Ok(url) = registry.parser().options(options).parse(text) else { return "rejected".to_owned() };
    let mut all = String::new();
    for part in url.components() {
        let decoded = part.decoded().map(|bytes| bytes.escape_ascii().to_string());
        let place = part.span().map(span);
        writeln!(all, "{} = {:?} {decoded:?} {place:?}", part.name(), part.value()).unwrap();
    }
    writeln!(all, "port {:?}, origin {:?}", url.effective_port(), url.origin().is_some()).unwrap();
    writeln!(all, "canonical {}", own_name(&url.to_canonical(), shift)).unwrap();
    for warning in url.access_warnings().iter().filter(|warning| warning.id() != "unregistered-scheme") {
        let message = warning.message().replace("of x-", "of ");
        writeln!(all, "{} {message} {}", warning.id(), span(warning.span())).unwrap();
    }
    for environment in environments() {
        describe_plan(&url.plan(&environment), span, &mut all);
    }
    let built = url.to_builder().build().map(|url| own_name(url.as_str(), shift));
    writeln!(all, "built {}", built.unwrap_or_else(|error| error.to_string())).unwrap();
    for reference in ["g", "../g", "//i/g"] {
        let resolved = url.resolve(reference, ReferenceRules::Draft1993);
        let resolved = resolved.map(|found| own_name(found.url(), shift));
        writeln!(all, "resolved {}", resolved.unwrap_or_else(|_| "not".to_owned())).unwrap();
    }
    all
}

fn environments() -> [Environment; 2] {
    let full = Environment::new().email("me@h").password("secret").news_server("news.dom", 120);
    let full = full.answers(["a", "b"]).empty_search(EmptySearch::Omitted).map_host("vms.host.edu", ["mnt"]);
    [Environment::new(), full]
}

/// A URL with the name of the built-in scheme.
fn own_name(text: &str, shift: usize) -> String {
    text[shift..].to_owned()
}

fn describe_plan(plan: &Result<Plan, PlanError>, span: impl Fn(Span) -> String, to: &mut String) {
    let plan = match plan {
        Ok(plan) => plan,
        Err(error) => {
            writeln!(to, "refused {error} {}", span(error.span().unwrap_or(Span::at(SHIFT)))).unwrap();
            return;
        }
    };
    for step in plan.steps() {
        let places: Vec<_> = step.bytes().into_iter().map(|bytes| span(bytes.span())).collect();
        match step {
            Step::Send(line) => {
                let given = line.parts().iter().filter(|part| matches!(part, LinePart::Given(..))).count();
                let text = line.template().escape_ascii().to_string();
                write!(to, "send {text} {given} {:?} {}", line.after_reply(), line.is_guess()).unwrap();
            }
            // Without the spans of the bytes, which follow.
            other => {
                let shown = format!("{other:?}");
                let pieces =
                    shown.split('@').map(|piece| piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'));
                to.push_str(&pieces.collect::<Vec<_>>().join("@"));
            }
        }
        writeln!(to, " {places:?}").unwrap();
    }
    for note in plan.notes() {
        writeln!(to, "note {} {}", note.id, note.message).unwrap();
    }
}

/// The texts to compare: the cases of the specification, the examples and rejects of both twins, and texts that the
/// grammar of the RFC generates, each also mutated.
fn texts(name: &str, rule: &str, count: usize, rng: &mut Rng) -> Vec<String> {
    let prefix = format!("{name}:");
    let mut texts: Vec<String> = include_str!("../../testdata/spec_cases.jsonl")
        .lines()
        .filter_map(|line| Some(serde_json::from_str::<serde_json::Value>(line).unwrap()["input"].as_str()?.to_owned()))
        .filter(|text| text.starts_with(&prefix))
        .collect();
    let entry = anyurl::rfc1738().get(name, anyurl::Profile::Rfc1738).unwrap().registration();
    texts.extend(entry.examples.iter().map(|example| example.url.to_string()));
    texts.extend(entry.rejects.iter().map(|reject| reject.url.to_string()));
    // Valid texts are mutated further, so that many mutants are valid.
    let mut seeds = texts.clone();
    let grammar = Grammar::read(RFC1738);
    while texts.len() < count {
        let text = match rng.below(4) {
            0 => grammar.sample(rule, rng),
            1 => mutate(&grammar.sample(rule, rng), rng),
            _ => mutate(&seeds[rng.below(seeds.len())].clone(), rng),
        };
        if text.starts_with(&prefix) && text.len() < LONGEST {
            if anyurl::rfc1738().parse(&text).is_ok() {
                seeds.push(text.clone());
            }
            texts.push(text);
        }
    }
    texts
}

/// The longest text to compare.
const LONGEST: usize = 200;

/// The texts for which twins differ, each with its reason.
fn is_known(text: &str) -> bool {
    // addresses with a `?` before a later comma. The grammar of the twin takes the `?` as the beginning of the
    // header fields, and the rule of the decoded addresses then rejects what is before it.
    text.starts_with("mailto:") && text.split_once('?').is_some_and(|(_, rest)| rest.contains(','))
}

/// The lines of only one description.
fn difference(own: &str, twin: &str) -> String {
    let only = |sign: &'static str, one: &str, other: &str| -> String {
        let lines = one.lines().filter(|line| !other.lines().any(|known| known == *line));
        lines.flat_map(|line| [sign, " ", line, "\n"]).collect()
    };
    only("-", own, twin) + &only("+", twin, own)
}

#[test]
fn twins_say_the_same() {
    let registry = registry();
    let mut rng = Rng::new(0x7717);
    let count = crate::cases(1_000, 10_000);
    let mut differences: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, rule) in RULES {
        let mut valid = 0;
        for text in texts(name, rule, count, &mut rng) {
            for options in [Options::new(), Options::new().lenient()] {
                let own = describe(&registry, &text, options, 0);
                let twin = describe(&registry, &format!("x-{text}"), options, SHIFT);
                valid += usize::from(own != "rejected" && !options.is_lenient());
                if own != twin && !is_known(&text) {
                    let mode = if options.is_lenient() { "lenient" } else { "strict" };
                    differences
                        .entry(format!("{name} {mode}"))
                        .or_default()
                        .push(format!("{text:?}\n{}", difference(&own, &twin)));
                }
            }
        }
        assert!(valid >= count / 10, "only {valid} valid texts of {name}");
    }
    let counts: Vec<_> = differences.iter().map(|(what, texts)| format!("{what}: {}", texts.len())).collect();
    let shown: Vec<_> = differences.values().flat_map(|texts| texts.iter().take(SHOWN)).cloned().collect();
    assert!(differences.is_empty(), "{}\n\n{}", counts.join(", "), shown.join("\n\n"));
}

const SHOWN: usize = 3;
