//! Lines that are read together, grouped by scheme, give what each gives by itself.

mod alike;

use std::ops::ControlFlow;

use locator::batch::{Batch, PlainLine, Tallied};
use locator::{Options, Registry};
use locator_testkit::{Rng, mutate};
use proptest::prelude::*;
use proptest::test_runner::Config;

use alike::assert_alike;

/// Lines of many kinds: examples, also changed, empty, longer than a pass, not UTF-8.
fn source(rng: &mut Rng, seeds: &[String], count: usize) -> Vec<u8> {
    let mut source = Vec::new();
    for _ in 0..count {
        let seed = &seeds[rng.below(seeds.len())];
        match rng.below(40) {
            0 => {}
            1 => source.extend_from_slice(format!("https://h/{}", "a".repeat(rng.below(20_000))).as_bytes()),
            2 => source.extend_from_slice(b"http://h/\xFF"),
            3 => source.extend_from_slice("news:\u{E9}".as_bytes()),
            4 => source.resize(source.len() + rng.below(2_000), b'\n'),
            5..9 => source.extend_from_slice(link(rng).as_bytes()),
            9..20 => source.extend_from_slice(mutate(seed, rng).as_bytes()),
            _ => source.extend_from_slice(seed.as_bytes()),
        }
        source.extend_from_slice(if rng.one_in(10) { b"\r\n" } else { b"\n" });
    }
    // Now and then the last line has no end.
    source.truncate(source.len() - rng.below(3).min(source.len()));
    source
}

/// A link, or nearly one: parts of any length around those that the masks of a line have bits for.
fn link(rng: &mut Rng) -> String {
    const HOST: &[u8] = b"abcxyz09AZ.-.-a";
    const PATH: &[u8] = b"abcxyz09/&=+:@_.-,?~%#'";
    let mut run = |bytes: &[u8], odd: bool| -> String {
        let len = [0, 1, rng.below(12), rng.below(12), 40 + rng.below(30), 100 + rng.below(40)][rng.below(6)];
        let mut byte = || {
            let choice = if odd && rng.one_in(20) { bytes.len() } else { bytes.len().min(17) };
            char::from(bytes[rng.below(choice)])
        };
        (0..len).map(|_| byte()).collect()
    };
    let (host, path, query) = (run(HOST, false), run(PATH, true), run(PATH, true));
    let pick = |rng: &mut Rng, of: &[&'static str]| of[rng.below(of.len())];
    let scheme = pick(rng, &["https", "http", "HTTPS", "ws", "gopher", "ftp", "httpx"]);
    let slashes = pick(rng, &["://", "://", "://", "://", ":/", "://user@", "://user:password@"]);
    let label = pick(rng, &[".com", ".org", ".1", ".0x7f", ".", "-", ".a-", ".2e", ""]);
    let end = pick(rng, &["/", "/", "/", "", ":80/", ":8080/", "?"]);
    let mark = pick(rng, &["", "", "?", "?", "??", "#"]);
    format!("{scheme}{slashes}{host}{label}{end}{path}{mark}{query}")
}

fn seeds(registry: &Registry) -> Vec<String> {
    let registrations = registry.entries().map(locator::Entry::registration);
    let texts = registrations.flat_map(|registration| {
        let examples = registration.examples.iter().map(|example| example.url.to_string());
        examples.chain(registration.rejects.iter().map(|reject| reject.url.to_string()))
    });
    texts.collect()
}

/// Each case is a file of up to 300 lines.
fn files() -> Config {
    Config { cases: if crate::is_thorough() { 400 } else { 100 }, ..crate::property(1738) }
}

proptest! {
    #![proptest_config(files())]

    #[test]
    fn lines_together_are_like_lines_alone(seed in any::<u64>(), count in 0..300_usize, block in 1..70_000_usize) {
        let registry = locator::registry();
        let mut rng = Rng::new(seed);
        let source = source(&mut rng, &seeds(registry), count);
        let options = Options::new();
        let options = [options, options, options.lenient(), options.current()][rng.below(4)];
        assert_alike(registry, &source, block, options);
    }
}

/// More lines than a pass finds, and lines that end where a pass does.
#[test]
fn short_lines_and_lines_at_the_end_of_a_pass() {
    let registry = locator::registry();
    assert_alike(registry, &b"\n".repeat(5_000), 1 << 18, Options::new());
    assert_alike(registry, &b"a:b\n".repeat(5_000), 1 << 18, Options::new());
    for len in (16_200..16_400).chain([32_767, 32_768, 32_769]) {
        let line = format!("https://h/{}\n", "a".repeat(len - 11));
        assert_alike(registry, format!("{line}{line}ftp://h/\n").as_bytes(), 1 << 18, Options::new());
        let short = format!("https://host.dom/{}\n", "a".repeat(20));
        let lines = short.repeat(len / short.len());
        assert_alike(
            registry,
            format!("{lines}{}\n{line}", "b".repeat(len % short.len())).as_bytes(),
            1 << 18,
            Options::new(),
        );
    }
}

/// Plain links are asked about with their host and path, and counted together if the answer is yes; all others come alone.
#[test]
fn plain_links_are_selected() {
    let kinds =
        ["http://a.dom/x/y", "http://b.dom/?q", "https://a.dom/", "http://a.dom:80/", "http://127.0.0.1/", "no URL"];
    let text: String = kinds.iter().cycle().take(6_000).flat_map(|kind| [*kind, "\n"]).collect();
    let parser = locator::registry().parser();
    let is_a = |line: PlainLine<'_>| {
        let url = parser.parse(line.text()).expect("a URL");
        assert_eq!(url.host(), Some(line.host()));
        assert!(line.text().ends_with(line.path_and_query()) && line.path_and_query().starts_with('/'));
        line.host() == "a.dom"
    };
    let (mut alike, mut single) = (0, [0; 6]);
    let end = Batch::new(text.as_bytes()).jobs(1).tally_where(
        parser,
        is_a,
        |(alike, single): &mut (u64, [u64; 6]), tallied| match tallied {
            Tallied::Alike { count, first, .. } => {
                assert!(first.text().is_some_and(|text| text.contains("//a.dom/")));
                *alike += count;
            }
            Tallied::Line(line, _) => {
                let kind = kinds.iter().position(|kind| Some(*kind) == line.text()).expect("a known line");
                single[kind] += 1;
            }
        },
        |block| {
            alike += block.value.0;
            for (all, found) in single.iter_mut().zip(block.value.1) {
                *all += found;
            }
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(end.expect("a slice can be read").is_continue());
    assert_eq!((single[1], single[3], single[4], single[5]), (1_000, 1_000, 1_000, 1_000));
    assert_eq!(alike + single[0] + single[2], 2_000);
    assert!(alike > 1_500, "{alike}");
}
