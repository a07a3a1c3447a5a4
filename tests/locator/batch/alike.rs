//! Compares lines that are read together with single lines; the fuzz target `batch` uses it as well.

use std::ops::ControlFlow;

use locator::batch::{Batch, Columns, Content, Tallied};
use locator::{Checked, Error, Options, Registry, Slot, Url};

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

/// What `check`, `tally` and `Columns` find in lines is what each line gives by itself.
pub(crate) fn assert_alike(registry: &Registry, source: &[u8], block: usize, options: Options) {
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
