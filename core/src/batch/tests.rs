//! Any number of threads, block size and read size yield the same lines, in the same order, as a naive implementation.

use std::io::{self, Read};
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::{Batch, Content, MAX_LINE_LEN};
use crate::text::prelude::*;

/// A line for comparison: number from 1, offset in the source, kind, bytes.
type Seen = (u64, u64, &'static str, Vec<u8>);

/// A naive implementation.
fn naive(source: &[u8], max_line_len: usize) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut offset = 0;
    for line in source.split_inclusive(|byte| *byte == b'\n') {
        let whole = match line.strip_suffix(b"\n") {
            Some(ended) => ended.strip_suffix(b"\r").unwrap_or(ended),
            None => line,
        };
        let (kind, bytes) = if whole.len() > max_line_len {
            ("too long", &whole[..max_line_len.min(64)])
        } else if std::str::from_utf8(whole).is_ok() {
            ("text", whole)
        } else {
            ("bytes", whole)
        };
        seen.push((seen.len() as u64 + 1, offset, kind, bytes.to_vec()));
        offset += line.len() as u64;
    }
    seen
}

fn seen(number: u64, offset: u64, content: Content<'_>) -> Seen {
    let (kind, bytes) = match content {
        Content::Text(text) => ("text", text.as_bytes()),
        Content::Bytes(bytes, at) => {
            let valid = std::str::from_utf8(bytes).map_err(|error| error.valid_up_to());
            assert_eq!(valid, Err(at));
            ("bytes", bytes)
        }
        Content::TooLong(head) => ("too long", head),
    };
    (number, offset, kind, bytes.to_vec())
}

/// All lines, on several threads; the content of each is read twice.
fn on_threads(batch: Batch<impl Read + Send>) -> io::Result<Vec<Seen>> {
    let mut all = Vec::new();
    let mut end = 0;
    let done = batch.fold(
        |lines: &mut Vec<(u64, usize, Seen)>, line| {
            let one = seen(line.number, 0, line.content);
            lines.push((line.number, line.start, one));
        },
        |done| {
            assert_eq!(done.block.offset(), end, "blocks follow each other");
            end = done.block.end();
            for (number, start, first) in done.value {
                let again = seen(number, 0, done.block.content(start));
                assert_eq!(first, again);
                let offset = done.block.offset() + start as u64;
                all.push((done.first_line + number, offset, first.2, first.3));
            }
            ControlFlow::<()>::Continue(())
        },
    )?;
    assert!(done.is_continue());
    Ok(all)
}

/// All lines, on one thread.
fn in_a_loop(batch: Batch<impl Read>) -> Vec<Seen> {
    let mut blocks = batch.blocks();
    let mut all = Vec::new();
    while let Some(block) = blocks.next().expect("a slice can be read") {
        for line in block.lines() {
            let offset = block.offset() + line.start as u64;
            all.push(seen(all.len() as u64 + 1, offset, line.content));
        }
    }
    all
}

/// Returns a few bytes at a time, with interruptions in between.
struct Slow<'a> {
    source: &'a [u8],
    step: usize,
    is_interrupted: bool,
}

impl Read for Slow<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = to.len().min(self.step);
        self.source.read(&mut to[..len])
    }
}

fn compare(source: &[u8], block: usize, max_line_len: usize, jobs: usize, step: usize) {
    let expect = naive(source, max_line_len);
    let batch = || Batch::new(source).block_size(block).max_line_len(max_line_len).jobs(jobs);
    assert_eq!(in_a_loop(batch()), expect);
    assert_eq!(on_threads(batch()).expect("a slice"), expect);
    let slow = Slow { source, step, is_interrupted: false };
    let slow = Batch::new(slow).block_size(block).max_line_len(max_line_len).jobs(jobs);
    assert_eq!(on_threads(slow).expect("a slice"), expect, "slowly");
}

#[test]
fn line_ends() {
    for source in
        ["", "\n", "a", "a\n", "a\r\nb\n\nc\r", "\r\n", "\r", "\n\n\n", "abcdefgh\nij", "aaaaaaaaaaaaaaaa\r\nb"]
    {
        for block in [1, 2, 3, 7, 64] {
            for max_line_len in [1, 5, 1000] {
                compare(source.as_bytes(), block, max_line_len, 2, 3);
            }
        }
    }
}

#[test]
fn long_lines_are_skipped_and_no_others() {
    for (len, end, kind) in [
        (MAX_LINE_LEN, "", "text"),
        (MAX_LINE_LEN, "\r\n", "text"),
        (MAX_LINE_LEN + 1, "", "too long"),
        (MAX_LINE_LEN + 1, "\r\n", "too long"),
        (2 * MAX_LINE_LEN, "\n", "too long"),
    ] {
        let source = format!("a\n{}{end}", "x".repeat(len)) + if end.is_empty() { "" } else { "b" };
        let mut kinds = Vec::new();
        let mut blocks = Batch::new(source.as_bytes()).blocks();
        while let Some(block) = blocks.next().expect("a slice") {
            kinds.extend(block.lines().map(|line| seen(0, 0, line.content).2));
        }
        let expect = ["text", kind, "text"];
        assert_eq!(kinds, expect[..kinds.len()], "{len} {end:?}");
        assert_eq!(kinds.len(), if end.is_empty() { 2 } else { 3 });
    }
}

/// Memory depends neither on the length of the source nor on that of its lines.
#[test]
fn memory_is_bounded() {
    use std::sync::atomic::{AtomicUsize, Ordering};

    struct Watched<'a, R>(R, &'a AtomicUsize);
    impl<R: Read> Read for Watched<'_, R> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let len = self.0.read(to)?;
            self.1.fetch_add(len, Ordering::Relaxed);
            Ok(len)
        }
    }
    let (block, max_line_len) = (1000, 10_000);
    let source = format!("{}\n", "x".repeat(9_999)).repeat(500);
    let read = AtomicUsize::new(0);
    let batch = Batch::new(Watched(source.as_bytes(), &read)).block_size(block).max_line_len(max_line_len).jobs(4);
    let mut delivered = 0;
    let end = batch.fold(
        |lines: &mut usize, _| *lines += 1,
        |done| {
            // Reading waits for slow delivery.
            std::thread::yield_now();
            let held = read.load(Ordering::Relaxed) - delivered;
            assert!(held <= max_line_len + max_line_len + 1 + 2 * block, "{held}");
            delivered = usize::try_from(done.block.end()).unwrap_or_default();
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(end.is_ok());
    assert_eq!(delivered, source.len());

    let endless = Batch::new(io::repeat(b'x').take(5 * MAX_LINE_LEN as u64));
    let mut blocks = endless.blocks();
    let first = blocks.next().expect("it can be read").expect("a line");
    assert!(first.bytes.capacity() <= MAX_LINE_LEN + 2 * super::BLOCK_SIZE);
}

#[test]
fn an_error_follows_all_complete_lines() {
    struct Broken<'a>(&'a [u8]);
    impl Read for Broken<'_> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            match self.0.read(to)? {
                0 => Err(io::Error::other("broken")),
                len => Ok(len),
            }
        }
    }
    let source = "a\n".repeat(100) + "b";
    for jobs in [1, 3] {
        let mut lines = 0;
        let end = Batch::new(Broken(source.as_bytes())).block_size(8).jobs(jobs).fold(
            |lines: &mut u64, _| *lines += 1,
            |done| {
                lines += done.value;
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!(end.expect_err("broken").to_string(), "broken");
        assert_eq!(lines, 100);
    }
}

#[test]
fn no_block_is_delivered_after_a_break() {
    let source = "a\n".repeat(10_000);
    for jobs in [1, 2, 5] {
        let mut times = 0;
        let end = Batch::new(source.as_bytes()).block_size(16).jobs(jobs).fold(
            |(): &mut (), _| (),
            |done| {
                times += 1;
                if done.first_line > 100 {
                    return ControlFlow::Break(done.first_line);
                }
                ControlFlow::Continue(())
            },
        );
        assert_eq!(end.expect("a slice"), ControlFlow::Break(105));
        assert_eq!(times, 14);
    }
}

#[test]
fn a_panic_on_any_thread_ends_the_batch() {
    let source = "a\n".repeat(10_000);
    for jobs in [1, 2, 5] {
        let panics = std::panic::catch_unwind(|| {
            Batch::new(source.as_bytes()).block_size(16).jobs(jobs).fold(
                |(): &mut (), line| assert!(line.start < 2 || jobs == 0, "on purpose"),
                |_| ControlFlow::<()>::Continue(()),
            )
        });
        assert!(panics.is_err());
        let panics = std::panic::catch_unwind(|| {
            Batch::new(source.as_bytes()).block_size(16).jobs(jobs).fold(
                |(): &mut (), _| (),
                |done| {
                    assert!(done.first_line < 1000, "on purpose");
                    ControlFlow::<()>::Continue(())
                },
            )
        });
        assert!(panics.is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn all_configurations_yield_the_same_lines(
        lines in prop::collection::vec(
            (
                prop_oneof![
                    prop::collection::vec(prop::sample::select(b"ab:/\r\xC3\xA9\xFF".to_vec()), 0..40),
                    "[a-z]{1,5}:[a-z/.]{0,300}".prop_map(String::into_bytes),
                ],
                prop::sample::select(vec!["\n", "\r\n", "\n\n"]),
            ),
            0..60,
        ),
        has_end in any::<bool>(),
        block in 1..500_usize,
        max_line_len in prop_oneof![Just(MAX_LINE_LEN), 1..400_usize],
        jobs in 1..5_usize,
        step in 1..600_usize,
    ) {
        let mut source: Vec<u8> = lines.into_iter().flat_map(|(line, end)| [line, end.into()].concat()).collect();
        if !has_end && source.last() == Some(&b'\n') {
            source.pop();
        }
        compare(&source, block, max_line_len, jobs, step);
    }
}
