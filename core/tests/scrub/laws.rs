//! Scrubs a stream in chunks; the fuzz target `scrub` uses it as well.

use std::ops::Range;

use anyurl_core::Secrets;
use anyurl_core::scrub::{Piece, Scrubber, scrub};

/// A scrubbed stream.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Shown {
    pub(crate) bytes: Vec<u8>,
    pub(crate) secrets: Vec<Range<u64>>,
}

/// Feeds a stream in chunks, and checks that the pieces are the stream.
pub(crate) fn fed<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> Shown {
    let mut shown = Shown::default();
    let (mut stream, mut at) = (Vec::new(), 0);
    let mut take = |piece: Piece<'_>, stream: &[u8]| {
        shown.bytes.extend_from_slice(piece.bytes());
        match piece {
            Piece::Text(text) => {
                assert!(!text.is_empty() && stream[at..].starts_with(text), "text is unchanged");
                at += text.len();
            }
            Piece::Secret(place) => {
                assert_eq!(place.start, at as u64, "the pieces are in order and without gaps");
                at = usize::try_from(place.end).unwrap();
                shown.secrets.push(place);
            }
            _ => unreachable!("there are two kinds of pieces"),
        }
    };
    let mut scrubber = Scrubber::new(Secrets::new());
    for chunk in chunks {
        stream.extend_from_slice(chunk);
        scrubber.feed(chunk, &mut |piece| take(piece, &stream));
    }
    scrubber.finish(&mut |piece| take(piece, &stream));
    assert_eq!(at, stream.len());
    shown
}

/// What is shown does not depend on the size of the chunks, and secrets end on character boundaries.
pub(crate) fn assert_laws(text: &[u8], size: usize) {
    let whole = fed([text]);
    assert_eq!(fed(text.chunks(size)), whole, "{:?}", text.escape_ascii());
    assert_eq!(*scrub(text, &Secrets::new()), *whole.bytes);
    let is_text = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok();
    assert!(!is_text(text) || is_text(&whole.bytes), "{:?}", text.escape_ascii());
}
