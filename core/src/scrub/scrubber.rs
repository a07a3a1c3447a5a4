//! [`Scrubber`]: masks a stream that is fed in chunks.

use core::fmt;

use super::candidates::Candidates;
use super::long_word::{LongWord, Searched};
use super::separator::{is_separator, separator_after};
use super::value::{self, Decision, Value};
use super::word;
use super::{MAX_WORD_LEN, Piece};
use crate::diagnostics::redact::quoted;
use crate::diagnostics::secrets::{Search, Secrets};
use crate::text::prelude::*;
use crate::text::span::Span;

/// The length of a value from which it is decided: that of the longest one, with its marks and a byte after them.
const LONGEST_VALUE: usize = quoted::MAX_LEN + 64;

/// What takes the pieces of a scrubbed stream.
type Sink<'s> = &'s mut dyn FnMut(Piece<'_>);

/// Masks the secrets of URLs in a stream that is fed in chunks of any size.
///
/// The pieces, in order, are the stream: text as it is, and places of secrets. For a stream that implements
/// [`Write`](std::io::Write), see [`ScrubWriter`](super::ScrubWriter).
///
/// ```
/// use anyurl_core::Secrets;
/// use anyurl_core::scrub::{Piece, Scrubber};
///
/// let mut scrubber = Scrubber::new(Secrets::new());
/// let (mut shown, mut places) = (Vec::new(), Vec::new());
/// let mut take = |piece: Piece<'_>| {
///     shown.extend_from_slice(piece.bytes());
///     if let Piece::Secret(place) = piece {
///         places.push(place);
///     }
/// };
/// for chunk in ["GET https://joe:pa", "ss@h/?to", "ken=s3cret ", "200"] {
///     scrubber.feed(chunk.as_bytes(), &mut take);
/// }
/// scrubber.finish(&mut take);
/// assert_eq!(shown, b"GET https://joe:***@h/?token=*** 200");
/// assert_eq!(places, [16..20, 30..36]);
/// ```
pub struct Scrubber {
    secrets: Secrets,
    /// The offset of the first byte that was not passed on.
    settled: u64,
    /// The beginning of a word, or the next part of a long one.
    pending: Vec<u8>,
    state: State,
    /// The byte before what was not passed on; none after a secret.
    before: Option<u8>,
    /// The secrets of the current word. Kept for its memory.
    found: Vec<Span>,
}

/// Where in a word the stream is.
#[derive(Default)]
enum State {
    /// In a word of which nothing was passed on, or before one.
    #[default]
    Start,
    /// In the value of a secret field that begins with a quotation mark.
    Value(Value),
    /// After the first part of a long word.
    Inside(LongWord),
    /// In a secret that lasts until the end of a long word; so far to this offset.
    Hidden { end: u64 },
}

impl Scrubber {
    /// Creates a scrubber for a stream.
    pub const fn new(secrets: Secrets) -> Self {
        Self { secrets, settled: 0, pending: Vec::new(), state: State::Start, before: None, found: Vec::new() }
    }

    /// The offset in the stream up to which its pieces were passed on. The rest is not yet decided: at most
    /// [`MAX_WORD_LEN`] bytes and the secret at the end of a longer word.
    ///
    /// ```
    /// use anyurl_core::Secrets;
    /// use anyurl_core::scrub::Scrubber;
    ///
    /// let mut scrubber = Scrubber::new(Secrets::new());
    /// scrubber.feed(b"see https://h/?tok", &mut |_| {});
    /// assert_eq!(scrubber.settled(), 4); // the word may go on
    /// ```
    pub const fn settled(&self) -> u64 {
        self.settled
    }

    /// Reads the next bytes of the stream, and passes on the pieces that are decided.
    pub fn feed(&mut self, chunk: &[u8], sink: Sink<'_>) {
        let mut rest = chunk;
        while !rest.is_empty() {
            let is_in_word = !self.pending.is_empty() || !matches!(self.state, State::Start);
            let used = match self.state {
                State::Value(value) => self.continue_value(value, rest, sink),
                _ if is_in_word => self.continue_word(rest, sink),
                _ => self.read_words(rest, sink),
            };
            rest = &rest[used..];
        }
    }

    /// Ends the stream, and passes on the rest.
    pub fn finish(mut self, sink: Sink<'_>) {
        loop {
            match self.state {
                State::Value(value) => self.end_value(value, true, sink),
                _ => self.end_word(true, sink),
            }
            if self.pending.is_empty() && matches!(self.state, State::Start) {
                break;
            }
        }
    }

    /// Reads all complete words of a chunk, and keeps the incomplete one at its end; returns the number of bytes.
    fn read_words(&mut self, chunk: &[u8], sink: Sink<'_>) -> usize {
        let separator = chunk.iter().rposition(|byte| is_separator(*byte));
        let mut end = separator.map_or(0, |separator| separator + 1);
        while let Some(start) = value::unfinished(&chunk[..end], self.secrets.rules()) {
            end = start;
        }
        let (words, rest) = chunk.split_at(end);
        self.mask_words(words, false, sink);
        if matches!(self.state, State::Value(_)) {
            return words.len();
        }
        let kept = &rest[..rest.len().min(MAX_WORD_LEN)];
        self.pending.extend_from_slice(kept);
        words.len() + kept.len()
    }

    /// Reads up to the end of the current word, or of a part of it; returns the number of bytes.
    fn continue_word(&mut self, chunk: &[u8], sink: Sink<'_>) -> usize {
        let is_full = self.pending.len() == MAX_WORD_LEN;
        let end = match &mut self.state {
            State::Hidden { end } => {
                let len = separator_after(chunk, 0);
                *end += len as u64;
                len
            }
            _ if is_full && !is_separator(chunk[0]) => {
                self.search_part(sink);
                return 0;
            }
            _ => {
                let room = MAX_WORD_LEN - self.pending.len();
                let window = &chunk[..chunk.len().min(room)];
                let len = separator_after(window, 0);
                self.pending.extend_from_slice(&window[..len]);
                len
            }
        };
        match chunk.get(end).filter(|next| is_separator(**next)) {
            // A value in quotation marks may follow.
            Some(separator) if matches!(self.state, State::Start) => {
                self.pending.push(*separator);
                self.end_word(false, sink);
                end + 1
            }
            Some(_) => {
                self.end_word(false, sink);
                end
            }
            None => end,
        }
    }

    /// Reads more of a value in quotation marks; returns the number of bytes.
    fn continue_value(&mut self, value: Value, chunk: &[u8], sink: Sink<'_>) -> usize {
        let room = LONGEST_VALUE.saturating_sub(self.pending.len()).max(1);
        let window = &chunk[..chunk.len().min(room)];
        let decides = window.iter().any(|byte| !byte.is_ascii_alphanumeric()) || window.len() == room;
        self.pending.extend_from_slice(window);
        if decides {
            self.end_value(value, false, sink);
        }
        window.len()
    }

    /// Passes on a value in quotation marks if it is decided where it ends, and reads what follows.
    fn end_value(&mut self, value: Value, is_whole: bool, sink: Sink<'_>) {
        let text = core::mem::take(&mut self.pending);
        let len = match value.decide(&text, None, is_whole) {
            Decision::Undecided => {
                self.pending = text;
                return;
            }
            Decision::Secret(len) => {
                self.pass_secret(self.settled + len as u64, sink);
                len
            }
            Decision::Text(len) => {
                self.pass(&text[..len], &[], sink);
                len
            }
        };
        self.state = State::Start;
        self.feed(&text[len..], sink);
    }

    /// Passes on the beginning of a long word.
    fn search_part(&mut self, sink: Sink<'_>) {
        let mut part = core::mem::take(&mut self.pending);
        let mut long = match core::mem::take(&mut self.state) {
            State::Inside(long) => long,
            _ => LongWord::default(),
        };
        let Searched { len, secrets, hides_rest } = long.search(&part, false, self.secrets.search(None));
        self.pass(&part[..len], &secrets, sink);
        if hides_rest {
            self.state = State::Hidden { end: self.settled + (part.len() - len) as u64 };
            part.clear();
        } else {
            self.state = State::Inside(long);
            part.drain(..len);
        }
        self.pending = part;
    }

    /// Passes on the rest of a word, which ends here.
    fn end_word(&mut self, is_whole: bool, sink: Sink<'_>) {
        let mut word = core::mem::take(&mut self.pending);
        match core::mem::take(&mut self.state) {
            State::Start
                if !is_whole
                    && word.len() < MAX_WORD_LEN
                    && value::unfinished(&word, self.secrets.rules()).is_some() =>
            {
                self.pending = word;
                return;
            }
            State::Start => {
                self.mask_words(&word, is_whole, sink);
                if matches!(self.state, State::Value(_)) {
                    return;
                }
            }
            State::Value(_) => unreachable!("a value is ended by its own function"),
            State::Inside(mut long) => {
                let searched = long.search(&word, true, self.secrets.search(None));
                self.pass(&word, &searched.secrets, sink);
            }
            State::Hidden { end } => self.pass_secret(end, sink),
        }
        word.clear();
        self.pending = word;
    }

    /// Passes on complete words. If they end within a value in quotation marks, keeps it.
    fn mask_words(&mut self, words: &[u8], is_whole: bool, sink: Sink<'_>) {
        let secrets = core::mem::take(&mut self.secrets);
        let mut found = core::mem::take(&mut self.found);
        let search = secrets.search(None);
        let mut candidates = Candidates::new(words, search);
        let before = self.before;
        let mut at = 0;
        // The end of the last word that was searched, of which nothing needed a mask.
        let mut searched = 0;
        while let Some((start, end)) = candidates.next_word(searched) {
            if end - start > MAX_WORD_LEN {
                self.pass(&words[at..start], &[], sink);
                self.mask_long_word(&words[start..end], search, sink);
                (at, searched) = (end, end);
                continue;
            }
            // The mark that the word is in. One that closes the secret or the value before the word is not around it.
            let outer = match start {
                _ if words[start] == b';' => None,
                0 => before,
                _ if start == at => None,
                _ => Some(words[start - 1]),
            };
            let value = value::first(words, (start, end), search.rules);
            let end = value.map_or(end, |value| value.start);
            let word = &words[start..end];
            word::secrets(word, true, search, &mut found);
            if !found.is_empty() {
                self.pass(&words[at..start], &[], sink);
                self.pass(word, &found, sink);
                at = end;
            }
            searched = end;
            let Some(value) = value else { continue };
            match value.decide(&words[end..], outer, is_whole) {
                Decision::Text(len) => searched = end + len,
                Decision::Secret(len) => {
                    self.pass(&words[at..end], &[], sink);
                    self.pass_secret(self.settled + len as u64, sink);
                    (at, searched) = (end + len, end + len);
                }
                Decision::Undecided => {
                    self.pass(&words[at..end], &[], sink);
                    self.state = State::Value(value);
                    self.pending = words[end..].to_vec();
                    at = words.len();
                    break;
                }
            }
        }
        self.pass(&words[at..], &[], sink);
        (self.secrets, self.found) = (secrets, found);
    }

    fn mask_long_word(&mut self, word: &[u8], search: Search<'_>, sink: Sink<'_>) {
        let mut long = LongWord::default();
        let mut rest = word;
        while !rest.is_empty() {
            let (part, is_last) = (&rest[..rest.len().min(MAX_WORD_LEN)], rest.len() <= MAX_WORD_LEN);
            let searched = long.search(part, is_last, search);
            self.pass(&part[..searched.len], &searched.secrets, sink);
            rest = &rest[searched.len..];
            if searched.hides_rest {
                return self.pass_secret(self.settled + rest.len() as u64, sink);
            }
        }
    }

    /// Passes on text with secrets.
    fn pass(&mut self, text: &[u8], secrets: &[Span], sink: Sink<'_>) {
        let start = self.settled;
        let mut at = 0;
        for secret in secrets {
            if at < secret.start() {
                sink(Piece::Text(&text[at..secret.start()]));
            }
            sink(Piece::Secret(start + secret.start() as u64..start + secret.end() as u64));
            at = secret.end();
        }
        if at < text.len() {
            sink(Piece::Text(&text[at..]));
        }
        if !text.is_empty() {
            self.before = text[at..].last().copied();
        }
        self.settled = start + text.len() as u64;
    }

    fn pass_secret(&mut self, end: u64, sink: Sink<'_>) {
        sink(Piece::Secret(self.settled..end));
        self.settled = end;
        self.before = None;
    }
}

impl fmt::Debug for Scrubber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The buffer may hold secrets.
        f.debug_struct("Scrubber")
            .field("secrets", &self.secrets)
            .field("settled", &self.settled)
            .finish_non_exhaustive()
    }
}
