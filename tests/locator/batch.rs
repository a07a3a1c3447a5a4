//! Lines that are read together, grouped by scheme, give what each gives by itself.

use std::ops::ControlFlow;

use locator::batch::{Batch, Columns, Content, PlainLine, Tallied};
use locator::{Checked, Error, Options, Registry, Slot, Url};
use locator_testkit::{Rng, mutate};
use proptest::prelude::*;
use proptest::test_runner::Config;

/// A line: its number, where it begins, its content, and whether it is a URL.
type Line = (u64, usize, Vec<u8>, Option<Result<Checked, Error>>);

fn bytes(content: Content<'_>) -> Vec<u8> {
    match content {
        Content::Text(text) => text.into(),
        Content::Bytes(bytes, _) | Content::TooLong(bytes) => bytes.into(),
    }
}

/// The lines of a source by `collect`, which calls its argument for each line of a block.
fn lines(source: &[u8], block: usize, fold: impl Fn(Batch<&[u8]>, &mut Vec<Line>)) -> Vec<Line> {
    let mut all = Vec::new();
    fold(Batch::new(source).block_size(block).jobs(1), &mut all);
    all
}

fn assert_alike(registry: &Registry, source: &[u8], block: usize, options: Options) {
    let parser = registry.parser().options(options);
    let alone = lines(source, block, |batch, all| {
        let end = batch.fold(
            |lines: &mut Vec<Line>, line| {
                let checked = line.text().map(|text| parser.check(text));
                lines.push((line.number, line.start, bytes(line.content), checked));
            },
            |block| {
                all.extend(block.value);
                ControlFlow::<()>::Continue(())
            },
        );
        assert!(end.unwrap().is_continue());
    });
    let together = lines(source, block, |batch, all| {
        let end = batch.check(
            parser,
            |lines: &mut Vec<Line>, line, checked| {
                let checked = checked.map(|checked| checked.map_err(Error::clone));
                lines.push((line.number, line.start, bytes(line.content), checked));
            },
            |block| {
                all.extend(block.value);
                ControlFlow::<()>::Continue(())
            },
        );
        assert!(end.unwrap().is_continue());
    });
    assert_eq!(together.len(), alone.len());
    for (one, other) in together.iter().zip(&alone) {
        assert_eq!(one, other);
    }
    assert_tally(&together, registry, source, block, options);
    assert_columns(registry, source, block, options);
}

/// Counted lines: their result, their number, and the first of them: where it begins, and its content.
type Count = (Checked, u64, (usize, Vec<u8>));

fn count(counts: &mut Vec<Count>, checked: Checked, count: u64, first: (usize, Vec<u8>)) {
    match counts.iter_mut().find(|(own, ..)| *own == checked) {
        Some((_, sum, earliest)) => {
            *sum += count;
            *earliest = first.min(std::mem::take(earliest));
        }
        None => counts.push((checked, count, first)),
    }
}

/// Lines that are counted together are those that are checked one by one, in the order of their blocks.
fn assert_tally(lines: &[Line], registry: &Registry, source: &[u8], block: usize, options: Options) {
    let mut rest = lines;
    let end = Batch::new(source).block_size(block).jobs(1).tally(
        registry.parser().options(options),
        |(counts, others): &mut (Vec<Count>, Vec<Line>), tallied| match tallied {
            Tallied::Alike { checked, count: number, first } => {
                assert!(!checked.is_unregistered() && first.text().is_some());
                count(counts, checked, number, (first.start, bytes(first.content)));
            }
            Tallied::Line(line, Some(Ok(checked))) => count(counts, checked, 1, (line.start, bytes(line.content))),
            Tallied::Line(line, checked) => {
                others.push((line.number, line.start, bytes(line.content), checked.map(|it| it.map_err(Error::clone))));
            }
        },
        |done| {
            let (found, others) = done.value;
            let (of_block, after) = rest.split_at(done.block.lines().count());
            let mut expect = Vec::new();
            for (_, start, content, checked) in of_block {
                if let Some(Ok(checked)) = checked {
                    count(&mut expect, *checked, 1, (*start, content.clone()));
                }
            }
            assert_eq!(sorted(found), sorted(expect));
            let failed = of_block.iter().filter(|(.., checked)| !matches!(checked, Some(Ok(_))));
            assert!(others.iter().eq(failed));
            rest = after;
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(end.unwrap().is_continue() && rest.is_empty());
}

/// In the order of their first lines.
fn sorted(mut counts: Vec<Count>) -> Vec<Count> {
    counts.sort_by_key(|(.., (start, _))| *start);
    counts
}

const SLOTS: [Slot; 5] = [Slot::USER, Slot::PASSWORD, Slot::HOST, Slot::PORT, Slot::FRAGMENT];

fn assert_columns(registry: &Registry, source: &[u8], block: usize, options: Options) {
    let parser = registry.parser().options(options);
    let mut columns = SLOTS.into_iter().fold(Columns::new(), Columns::slot).component("path").component("selector");
    let mut blocks = Batch::new(source).block_size(block).blocks();
    while let Some(block) = blocks.next().unwrap() {
        columns.read(block, parser);
        assert_eq!(columns.len(), block.lines().count());
        for (n, line) in block.lines().enumerate() {
            assert_eq!(columns.line_starts()[n], line.start);
            assert_eq!(columns.line_ends()[n], line.start + bytes(line.content).len());
            let parsed = line.text().map(|text| parser.parse(text));
            let url = parsed.as_ref().and_then(|parsed| parsed.as_ref().ok());
            assert_eq!(columns.entry(n), url.map(Url::entry_id), "{line:?}");
            let error = parsed.as_ref().and_then(|parsed| parsed.as_ref().err());
            assert_eq!(columns.error(n), error, "{line:?}");
            let slots = SLOTS.map(|slot| url.and_then(|url| url.span(slot)));
            let named = ["path", "selector"].map(|name| url.and_then(|url| url.component(name)?.span()));
            for (column, span) in slots.into_iter().chain(named).enumerate() {
                let column = columns.column(column);
                let found = (column.starts()[n] as usize, column.ends()[n] as usize);
                let absent = u32::MAX as usize;
                assert_eq!(found, span.map_or((absent, absent), |span| (span.start(), span.end())), "{line:?}");
            }
        }
    }
}

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
