//! A marker in every secret of every scheme appears only where the table of `docs/cli.md` allows it. Which secrets there
//! are, the registry says.

use std::collections::BTreeSet;

use anyurl::authors::{Component, Registration, Role};
use anyurl::{AnyUrl, Options, PairList, Registry};
use anyurl_declared::format::{ParsedFile, RegistryFile};
use anyurl_declared::layers::Stack;
use serde_json::json;

use super::common::{run, utf8};

/// A scheme of an organization with a secret component and a secret field.
const OURS: &str = "tests/data/secret.toml";

/// Texts that stand for secrets: one that most components can have, and those of components with few characters.
const MARKERS: [&str; 3] = ["S3cr3tM4rk3r", "5ec2e75ec2e75ec2e75ec2e75ec2e75e", "86753098675309"];

/// Secrets that have a marker as their last part: of imap (RFC 4467 §3), and of lightning (LUD-01).
const TOKENS: [&str; 2] =
    [";urlauth=anonymous:internal:5ec2e75ec2e75ec2e75ec2e75ec2e75e", "lnurl15ec2e75ec2e75ec2e75ec2e75ec2e75e"];

/// A well-known name of a secret, for schemes that declare none in their query.
const WELL_KNOWN: &str = "access_token";

/// Where the secret is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Component(String),
    /// A component with fields, and the name of one.
    Field(String, String),
    /// A field in the query with a well-known name.
    Query,
}

/// The places of the secrets that a scheme declares.
fn declared(registration: &Registration) -> Vec<Place> {
    let places = |component: &Component| {
        let is_secret = component.role == Role::Password || component.sensitive;
        let whole = (is_secret && !component.lenient).then(|| Place::Component(component.name.to_string()));
        let fields = component.secret_fields.iter();
        let fields = fields.map(|field| Place::Field(component.name.to_string(), field.to_string()));
        whole.into_iter().chain(fields).collect::<Vec<_>>()
    };
    registration.components.iter().flat_map(places).collect()
}

/// The shipped schemes, and ours.
fn registry() -> Registry {
    let text = std::fs::read(OURS).expect("the file");
    let file = RegistryFile::from_text(OURS, text).and_then(ParsedFile::load).expect("a registry file");
    let resolved = Stack::new().push(file).resolve(anyurl::registry(), None).expect("a registry");
    resolved.registry().clone()
}

/// A URL with a marker in this place, made from an example of its scheme.
fn marked(url: &AnyUrl<'_>, place: &Place, marker: &str) -> Option<String> {
    let text = match place {
        Place::Component(name) => match url.component(name).and_then(|component| component.span()) {
            Some(span) => format!("{}{marker}{}", &url.text()[..span.start()], &url.text()[span.end()..]),
            None => url.to_builder().set(name, marker).build().ok()?.to_string(),
        },
        Place::Field(name, field) => {
            url.to_builder().push_field(name, field.as_bytes(), Some(marker.as_bytes())).build().ok()?.to_string()
        }
        Place::Query => {
            let mut pairs = PairList::separated_by('&', url.query().unwrap_or_default());
            pairs.push(WELL_KNOWN.as_bytes(), Some(marker.as_bytes()));
            url.with_pairs(&pairs).ok()?.to_string()
        }
    };
    let parsed = url.registry().parser().options(url.options()).parse(&text).ok()?;
    let is_there = match place {
        Place::Component(name) | Place::Field(name, _) => parsed.component(name)?.text().contains(marker),
        Place::Query => true,
    };
    is_there.then_some(text)
}

/// A URL with a marker in one place.
struct Marked {
    scheme: String,
    place: Place,
    url: String,
}

/// URLs with a marker in every place, as far as they are valid with these options.
fn all_marked(registry: &Registry, options: Options) -> Vec<Marked> {
    let mut urls = Vec::new();
    for entry in registry.entries() {
        let registration = entry.registration();
        let examples = registration.examples.iter();
        let examples = examples.filter_map(|one| registry.parser().options(options).parse(&one.url).ok());
        let examples: Vec<_> = examples.filter(|url| std::ptr::eq(url.entry(), entry)).collect();
        for place in declared(registration).into_iter().chain([Place::Query]) {
            let with = |marker| examples.iter().find_map(|url| marked(url, &place, marker));
            let url = MARKERS.into_iter().chain(TOKENS).find_map(with);
            urls.extend(url.map(|url| Marked { scheme: entry.name().to_owned(), place, url }));
        }
    }
    urls
}

/// Their texts, and the declared places that are covered.
fn marked_urls(registry: &Registry, options: Options) -> (Vec<String>, BTreeSet<(String, Place)>) {
    all_marked(registry, options).into_iter().map(|one| (one.url, (one.scheme, one.place))).unzip()
}

const PROFILES: [&str; 2] = ["rfc1738", "current"];

fn options(profile: &str) -> Options {
    if profile == "current" { Options::new() } else { Options::new().rfc1738() }
}

/// The option for the registry of a URL: that of an organization takes thirty times as long to load as the shipped one.
fn registry_of(url: &str) -> &'static [&'static str] {
    if url.starts_with("x-me-doc:") { &["--registry", OURS] } else { &[] }
}

/// Runs a command about all URLs at once.
fn printed(profile: &str, args: &[&str], texts: &[String]) -> (String, String) {
    let base = ["--registry", OURS];
    let reads_text = ["extract", "scrub", "check"].iter().any(|name| args.contains(name));
    let profile = if args.contains(&"scrub") || args.contains(&"compare") { &[][..] } else { &["--profile", profile] };
    let wrap = |text: &String| if args.contains(&"extract") { format!("<URL:{text}>\n") } else { format!("{text}\n") };
    let stdin: String = if reads_text { texts.iter().map(wrap).collect() } else { String::new() };
    let urls: Vec<_> = if reads_text { Vec::new() } else { texts.iter().map(String::as_str).collect() };
    let output = run([&base[..], profile, args, &urls].concat(), stdin.as_bytes());
    (utf8(&output.stdout).to_owned(), utf8(&output.stderr).to_owned())
}

/// The lines with a marker, in any case of letters.
fn with_marker(text: &str) -> Vec<&str> {
    let has = |line: &&str| {
        let line = line.to_ascii_lowercase();
        MARKERS.iter().any(|marker| line.contains(&marker.to_ascii_lowercase()))
    };
    text.lines().filter(has).collect()
}

const ALL_PARTS: &str = "{url} {:url} {input} {canonical} {password} {path} {query} {query:access_token} {fragment} \
                         {schemepart} {idn:url}";

#[test]
fn every_declared_secret_has_a_url() {
    let registry = registry();
    let covered: BTreeSet<_> =
        PROFILES.into_iter().flat_map(|profile| marked_urls(&registry, options(profile)).1).collect();
    let all = registry.entries().filter(|entry| !entry.registration().examples.is_empty());
    let all =
        all.flat_map(|entry| declared(entry.registration()).into_iter().map(|place| (entry.name().to_owned(), place)));
    let missing: Vec<_> = all.filter(|one| !covered.contains(one)).collect();
    assert!(missing.is_empty(), "no URL has a marker there: {missing:#?}");
    assert!(covered.len() > 50, "{}", covered.len());
}

/// The bindings have tests with the same URLs, in the profile `current`: one for each declared secret, and one with a
/// well-known name.
#[test]
fn the_list_for_bindings() {
    const FILE: &str = "../testdata/marked_urls.jsonl";
    let registry = registry();
    let rows = all_marked(&registry, options("current")).into_iter();
    let rows = rows.filter(|one| one.place != Place::Query || one.scheme == "https").map(|one| {
        let marker = MARKERS.into_iter().find(|marker| one.url.contains(marker));
        format!("{}\n", json!({ "scheme": one.scheme, "marker": marker, "url": one.url }))
    });
    let lines: String = rows.collect();
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        std::fs::write(FILE, &lines).expect("the file");
    }
    let listed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        listed == lines,
        "{FILE} is not up to date: SNAPSHOTS=overwrite cargo test -p anyurl-cli --test cli marker"
    );
}

#[test]
fn people_see_no_marker() {
    let registry = registry();
    for profile in PROFILES {
        let (texts, _) = marked_urls(&registry, options(profile));
        for args in [
            &["parse"][..],
            &["parse", "--verbose"],
            &["parse", "--json", "--params"],
            &["parse", "--json", "--set", "host=i.example"],
            &["--deny", "password-in-url", "parse"],
            &["check", "--verbose", "--compare"],
            &["check", "--json", "--compare"],
            &["check", "--deny", "unregistered-scheme", "--deny", "password-in-url", "--failures", "-"],
            &["compare"],
            &["compare", "--json"],
            &["plan"],
            &["plan", "--json"],
            &["plan", "--as", "curl", "--json"],
            &["canonical", "--json"],
            &["extract"],
            &["extract", "--suspects", "--verbose"],
            &["extract", "--json"],
            &["resolve", "--json", "https://h.example/"],
            &["gateway", "--json"],
            &["scrub"],
            &["--mask", "canonical"],
            &["--mask", "parse", "--get", ALL_PARTS],
            &["--mask", "parse", "--sort-query"],
            &["--mask", "parse", "--iterate", "port=1 2"],
            &["--mask", "parse", "--set", "scheme=https"],
            &["--mask", "parse", "--set", "scheme=x-foo", "--as-idn"],
            &["--mask", "parse", "--set", "scheme=x-foo", "--set", "host=i.example", "--get", ALL_PARTS],
            &["--mask", "parse", "--set", "scheme=x-foo", "--canonical"],
            &["parse", "--json", "--params", "--set", "scheme=x-foo", "--default-port"],
            &["--deny", "unregistered-scheme", "parse", "--set", "scheme=x-foo"],
            &["--deny", "unregistered-scheme", "parse", "--json", "--set", "scheme=x-foo"],
            &["--mask", "plan", "--wire"],
            &["--mask", "plan", "--as", "curl"],
            &["--mask", "resolve", "https://h.example/"],
            &["--mask", "extract", "--exact"],
        ] {
            let (out, err) = printed(profile, args, &texts);
            let shown = [with_marker(&out), with_marker(&err)].concat();
            assert!(shown.is_empty(), "{profile} {args:?}: {shown:#?}");
            // The command has read the URLs.
            assert!(out.contains("***") || err.contains("***") || args.contains(&"gateway"), "{args:?}: {out}{err}");
        }
    }
}

/// What is no URL is shown in errors, which guess what is a secret.
#[test]
fn errors_show_no_marker() {
    let registry = registry();
    for profile in PROFILES {
        let (texts, _) = marked_urls(&registry, options(profile));
        let texts = texts.iter().flat_map(|text| [format!("{text}%"), format!("{text} ")]);
        let is_url = |text: &String| registry.parser().options(options(profile)).parse(text).is_ok();
        let texts: Vec<_> = texts.filter(|text| !is_url(text)).collect();
        for args in [
            &["parse"][..],
            &["parse", "--json"],
            &["parse", "--set", "host=i.example"],
            &["check", "--verbose"],
            &["check", "--json"],
            &["check", "--failures", "-"],
            &["canonical"],
            &["plan"],
            &["--mask", "resolve", "https://h.example/"],
            &["extract", "--suspects", "--verbose"],
        ] {
            let (out, err) = printed(profile, args, &texts);
            let shown = [with_marker(&out), with_marker(&err)].concat();
            assert!(shown.is_empty(), "{profile} {args:?}: {shown:#?}");
            let is_count = args == ["check", "--json"];
            assert!(out.contains("***") || err.contains("***") || is_count, "{args:?}: {out}{err}");
        }
    }
}

#[test]
fn data_has_every_marker() {
    let registry = registry();
    for profile in PROFILES {
        let (texts, _) = marked_urls(&registry, options(profile));
        for args in [
            &["canonical"][..],
            &["parse", "--get", "{url}"],
            &["parse", "--sort-query"],
            &["resolve", "--rules", "rfc3986", "https://h.example/"],
            &["extract", "--exact"],
        ] {
            let (out, err) = printed(profile, args, &texts);
            let shown = with_marker(&err);
            assert!(shown.is_empty(), "{profile} {args:?}: {shown:#?}");
            let marked = with_marker(&out).len();
            assert!(marked == texts.len(), "{profile} {args:?}: {marked} of {}: {out}{err}", texts.len());
        }
        let (out, err) = printed(profile, &["plan", "--wire"], &texts);
        assert!(!with_marker(&out).is_empty() && with_marker(&err).is_empty(), "{err}");
    }
}

#[test]
fn two_urls_are_compared_without_a_marker() {
    let registry = registry();
    let (texts, _) = marked_urls(&registry, options("current"));
    for text in texts.iter().step_by(5) {
        for json in [&[][..], &["--json"]] {
            // Each marker has one of these digits.
            let changed = |marker: &str| marker.replace('3', "4").replace('7', "6");
            let other = MARKERS.iter().fold(text.clone(), |text, marker| text.replace(marker, &changed(marker)));
            let output = run([registry_of(text), &["--profile", "current", "same", text, &other], json].concat(), b"");
            let shown = [output.stdout, output.stderr].concat();
            let shown = utf8(&shown);
            assert!(!shown.contains("ecr") || with_marker(shown).is_empty(), "{text}: {shown}");
            // What does not count, such as the q-component of a URN, makes no difference.
            assert!(shown.contains("differ") || shown.contains("equivalent"), "{text}: {shown}");
        }
    }
}

/// Of two URLs, the base says what is secret in a reference, and in what a reference leaves of it.
#[test]
fn a_base_and_a_reference_show_no_marker() {
    let registry = registry();
    let (texts, _) = marked_urls(&registry, options("current"));
    for (n, text) in texts.iter().enumerate() {
        // The same URL with another secret.
        let base = MARKERS.iter().fold(text.clone(), |text, marker| text.replace(&marker[5..], "9a8b7c"));
        let mut forms = [
            &["compare", "--base", text, "", "?x", "#x", "y"][..],
            &["compare", "--json", "--base", text, "", "?x", "#x", "y"],
            &["--mask", "relativize", &base, text],
            &["relativize", "--json", &base, text],
            &["--mask", "relativize", text, text],
        ];
        // All of a few, and one of each.
        forms.rotate_left(n % 5);
        for args in &forms[..if n % 16 == 0 { 5 } else { 1 }] {
            let output = run([registry_of(text), args].concat(), b"");
            let shown = [output.stdout, output.stderr].concat();
            assert!(with_marker(utf8(&shown)).is_empty(), "{args:?}: {}", utf8(&shown));
        }
    }
}

/// Browsers remove blanks and TABs, so the secrets of what they read need not be in the text.
#[test]
fn browsers_show_no_marker() {
    let (texts, _) = marked_urls(&registry(), options("current"));
    let rewritten = |text: &String| {
        let tab = |text: String, marker: &&str| text.replace(marker, &format!("{}\t{}", &marker[..3], &marker[3..]));
        [format!("{text} "), MARKERS.iter().fold(text.clone(), tab)]
    };
    let texts: Vec<_> = texts.iter().flat_map(rewritten).collect();
    for args in [
        &["parse"][..],
        &["parse", "--json"],
        &["--mask", "canonical"],
        &["canonical", "--json"],
        &["--mask", "resolve", "https://h.example/"],
        &["resolve", "--json", "https://h.example/"],
        &["compare"],
        &["compare", "--json"],
    ] {
        let (out, err) = printed("whatwg", args, &texts);
        let shown = [with_marker(&out), with_marker(&err)].concat();
        assert!(shown.is_empty(), "{args:?}: {} {shown:#?}", shown.len());
        assert!(out.contains("***"), "{args:?}: {out}{err}");
    }
}

#[test]
fn debug_shows_no_marker() {
    let registry = registry();
    for profile in PROFILES {
        let (texts, _) = marked_urls(&registry, options(profile));
        for text in &texts {
            let url = registry.parser().options(options(profile)).parse(text).expect("it was checked");
            let shown = format!("{url:?} {:?} {:?} {}", url.into_owned(), url.canonical_key(), url.masked());
            assert!(with_marker(&shown).is_empty(), "{shown}");
            assert_eq!(url.to_string(), *text);
        }
    }
}

/// The examples of a registry file may have secrets that look real.
#[test]
fn examples_are_masked() {
    for args in [&["schemes", "x-me-doc"][..], &["schemes", "x-me-doc", "--json"]] {
        let output = run([&["--registry", OURS], args].concat(), b"");
        let shown = utf8(&output.stdout);
        assert!(shown.contains("x-me-doc:12-***") && !shown.contains("S3cr3t"), "{shown}");
    }
}

/// Logs, prose and code without a secret pass unchanged.
#[test]
fn ordinary_lines_do_not_change() {
    let lines = include_bytes!("../../../testdata/ordinary_lines.txt");
    let output = run(["--registry", OURS, "scrub"], lines);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", utf8(&output.stderr));
    let changed = lines.split(|byte| *byte == b'\n').zip(output.stdout.split(|byte| *byte == b'\n'));
    let changed: Vec<_> = changed.filter(|(line, shown)| line != shown).map(|(line, _)| utf8(line)).collect();
    assert!(changed.is_empty() && output.stdout == lines, "{changed:#?}");
}
