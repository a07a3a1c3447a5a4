//! Where a text went wrong. The automaton stops where no text can go on; what is wrong with this one began where the
//! piece begins that cannot be finished.

use std::cell::Cell;

use super::Grammar;
use super::matcher::{Failure, Start, State};
use super::nfa::Label;

/// Finding out is worth so many looks at what could have come. A grammar may have thousands of things that can come, and a
/// text millions of bytes: beyond this a text is wrong where its scan stopped.
const WORTH: usize = 4_000_000;

/// Counts looks.
struct Looks(Cell<usize>);

impl Looks {
    fn new() -> Self {
        Self(Cell::new(WORTH))
    }

    /// Counts a look; whether it was worth it.
    fn one(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }

    fn is_over(&self) -> bool {
        self.0.get() == 0
    }
}

/// Where a text went wrong, as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErrorLocation {
    /// The offset of the first byte that is wrong, or of the end: at most that of the failure.
    pub at: usize,
    /// What could have come where the text failed, or left the last way that was open.
    pub state: State,
    /// Where the `host` of RFC 1738 begins that the text fails in: what is wrong with one, the core knows better.
    pub host: Option<usize>,
}

impl Grammar {
    /// Where a text went wrong that was read from the byte at `begin` on, and failed.
    ///
    /// * An alternative of all that follows the scheme's name is not what was meant, if it needs a mark that the text does
    ///   not have, or is too short for it.
    /// * An escape or a literal that is not there as a whole is wrong from its beginning on.
    ///
    /// ```
    /// use locator_abnf::{Grammar, Source};
    ///
    /// let text = "t = \"x:\" ( name / mail )\nname = 1*ALPHA [ \";as=\" ALPHA ]\n\
    ///             mail = 1*( ALPHA / \".\" / \";\" / \"=\" / \"%\" 2HEXDIG ) \"@\" 1*ALPHA";
    /// let grammar = Grammar::compile(&Source::new(text)).unwrap();
    /// let start = grammar.start_after(b"x:").unwrap();
    /// let blamed = |text: &[u8]| {
    ///     let failure = grammar.scan(&start, &text[2..], 2, &mut []).unwrap_err();
    ///     (failure.at, grammar.blame(&start, text, 2, failure).at)
    /// };
    /// assert_eq!(blamed(b"x:a.b"), (5, 3)); // no name; and no mail, without `@`
    /// assert_eq!(blamed(b"x:a.b@"), (6, 6));
    /// assert_eq!(blamed(b"x:a%4_@b"), (5, 3));
    /// assert_eq!(blamed(b"x:a;at=b"), (8, 3));
    /// ```
    ///
    /// # Panics
    /// If `begin` or the place of the failure lie beyond the end of the text.
    #[cold]
    pub fn blame(&self, start: &Start, text: &[u8], begin: usize, failure: Failure) -> ErrorLocation {
        let open = self.open(start, text, begin);
        let place = self.on_open_way(start, text, begin, failure, open);
        let Failure { at, state } = place;
        let is_host = self.on_way(state, open).any(|label| label.is_host);
        let host = is_host.then(|| self.host_before(start, text, begin, at));
        let literal = self.in_literal(state, open).unwrap_or(0);
        // The literal that begins with the scheme's name is no piece of what follows.
        let at = at.checked_sub(literal).filter(|at| *at >= begin).unwrap_or(at);
        let at = before_escape(&text[begin..at]) + begin;
        ErrorLocation { at, state, host: host.flatten() }
    }

    /// The alternatives that the text can be, as bits.
    fn open(&self, start: &Start, text: &[u8], begin: usize) -> u64 {
        let open = self.nfa.fork.as_ref().and_then(|fork| {
            let from = (begin + fork.skipped).checked_sub(start.len())?;
            Some(fork.open(text.get(from..)?))
        });
        open.unwrap_or(!0)
    }

    /// What may come in a state, in the alternatives that are open.
    fn on_way(&self, state: State, open: u64) -> impl Iterator<Item = &Label> {
        let is_open = move |label: &&Label| is_open(label, open);
        self.expected(state).labels().filter(is_open)
    }

    /// Where the text leaves the last way that is open.
    fn on_open_way(&self, start: &Start, text: &[u8], begin: usize, failure: Failure, open: u64) -> Failure {
        if open == !0 {
            return failure;
        }
        let mut scan = self.begin(start, begin);
        let looks = Looks::new();
        for (at, byte) in (begin..failure.at).zip(&text[begin..]) {
            let state = scan.state();
            let expected = self.expected(state);
            let mut labels = expected.labels().take_while(|_| looks.one());
            let goes_on = labels.any(|label| is_open(label, open) && label.set.has(*byte));
            if looks.is_over() {
                return failure;
            }
            if !scan.step(*byte, at) {
                // It was forgiven on the way to the failure.
                return failure;
            }
            if !goes_on {
                return Failure { at, state };
            }
        }
        failure
    }

    /// Where the host begins that goes on at an offset.
    fn host_before(&self, start: &Start, text: &[u8], begin: usize, end: usize) -> Option<usize> {
        let mut scan = self.begin(start, begin);
        let mut host = None;
        let looks = Looks::new();
        for (at, byte) in (begin..end).zip(&text[begin..]) {
            let expected = self.expected(scan.state());
            let mut labels = expected.labels().take_while(|_| looks.one());
            let is_host = labels.any(|label| label.is_host);
            if looks.is_over() {
                return None;
            }
            host = is_host.then(|| host.unwrap_or(at));
            scan.step(*byte, at).then_some(())?;
        }
        host.or(Some(end))
    }

    /// How many bytes of a literal have been read, where nothing else can come.
    fn in_literal(&self, state: State, open: u64) -> Option<usize> {
        if self.expected(state).ends() {
            return None;
        }
        let literals = self.on_way(state, open).map(|label| label.literal);
        let read = literals.map(|literal| literal.map_or(0, |(_, read)| read as usize));
        read.min()
    }
}

/// Whether a label belongs to an alternative that is open.
fn is_open(label: &Label, open: u64) -> bool {
    label.alternative.is_none_or(|n| open >> n & 1 == 1)
}

/// The offset of the escape that is cut off at the end of a text, or of the end.
fn before_escape(text: &[u8]) -> usize {
    match text {
        [before @ .., b'%'] | [before @ .., b'%', _] => before.len(),
        _ => text.len(),
    }
}
