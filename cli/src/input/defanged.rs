//! Defanged text: reports about attacks write URLs so that no program follows them, as `hxxps://h[.]example`.
//!
//! The text is read on request only, never where URLs are compared: a program that restores what others leave alone reads
//! another URL than they do.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::mem;

/// The number of bytes that are looked at together.
const LONGEST: usize = 8;

/// What is written in brackets, in lower case, and what it stands for.
const IN_BRACKETS: [(&[u8], &[u8]); 8] = [
    (b".", b"."),
    (b"dot", b"."),
    (b":", b":"),
    (b"://", b"://"),
    (b"//", b"//"),
    (b"/", b"/"),
    (b"@", b"@"),
    (b"at", b"@"),
];

/// Names of schemes, in lower case, before an `s` and a colon.
const SCHEMES: [(&[u8], &[u8]); 4] = [(b"hxxp", b"http"), (b"h**p", b"http"), (b"htxp", b"http"), (b"fxp", b"ftp")];

/// The length of the defanged form that a text begins with, and what it stands for.
fn restored(text: &[u8], is_in_word: bool) -> Option<(usize, &'static [u8])> {
    let begins = |text: &[u8], with: &[u8]| text.get(..with.len()).is_some_and(|text| text.eq_ignore_ascii_case(with));
    let close = match text.first()? {
        b'[' => b']',
        b'(' => b')',
        b'{' => b'}',
        _ if is_in_word => return None,
        _ => {
            let &(name, meant) = SCHEMES.iter().find(|(name, _)| begins(text, name))?;
            let after = &text[name.len()..];
            let after = if begins(after, b"s") { &after[1..] } else { after };
            let has_colon = [&b":"[..], b"[:", b"(:", b"{:"].iter().any(|colon| after.starts_with(colon));
            return has_colon.then_some((name.len(), meant));
        }
    };
    let is_inside = |inside: &[u8]| begins(&text[1..], inside) && text.get(1 + inside.len()) == Some(&close);
    IN_BRACKETS.iter().find(|(inside, _)| is_inside(inside)).map(|&(inside, meant)| (inside.len() + 2, meant))
}

/// Restores a stream of defanged text that is fed in chunks, and knows where each byte of the result was.
#[derive(Debug)]
pub(crate) struct Restorer {
    /// Whether anything is restored.
    is_on: bool,
    /// The beginning of what may be a longer form.
    pending: Vec<u8>,
    is_in_word: bool,
    /// The numbers of bytes that were read.
    position: Place,
    /// The forms that were restored, each by its beginning and end.
    forms: VecDeque<(Place, Place)>,
}

/// An offset in the restored stream, and the same place in the stream as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Place {
    restored: u64,
    written: u64,
}

impl Restorer {
    /// Without `is_on`, the stream stays as it is.
    pub(crate) fn new(is_on: bool) -> Self {
        let (pending, forms) = Default::default();
        Self { is_on, pending, is_in_word: false, position: Place::default(), forms }
    }

    pub(crate) const fn is_on(&self) -> bool {
        self.is_on
    }

    /// Reads the next bytes of the stream; returns the next ones of the result.
    pub(crate) fn feed<'c>(&mut self, chunk: &'c [u8]) -> Cow<'c, [u8]> {
        if !self.is_on {
            return Cow::Borrowed(chunk);
        }
        self.pending.extend_from_slice(chunk);
        Cow::Owned(self.read(LONGEST))
    }

    /// Ends the stream; returns the rest of the result.
    pub(crate) fn finish(&mut self) -> Vec<u8> {
        self.read(1)
    }

    /// Reads as long as `least` bytes are left.
    fn read(&mut self, least: usize) -> Vec<u8> {
        let text = mem::take(&mut self.pending);
        let (mut rest, mut result) = (&text[..], Vec::with_capacity(text.len()));
        while rest.len() >= least {
            let form = restored(rest, self.is_in_word);
            let (len, meant) = form.unwrap_or((1, &rest[..1]));
            let begin = self.position;
            self.position.restored += meant.len() as u64;
            self.position.written += len as u64;
            self.forms.extend(form.map(|_| (begin, self.position)));
            self.is_in_word = meant.last().is_some_and(u8::is_ascii_alphanumeric);
            result.extend_from_slice(meant);
            rest = &rest[len..];
        }
        self.pending = rest.to_vec();
        result
    }

    /// Where the byte at an offset of the result was: within a form, at the beginning of that.
    pub(crate) fn start(&self, offset: u64) -> u64 {
        match self.last_form(|begin| begin <= offset) {
            Some((begin, end)) if offset < end.restored => begin.written,
            Some((_, end)) => end.written + (offset - end.restored),
            None => offset,
        }
    }

    /// Where the bytes before an offset of the result ended: within a form, at the end of that.
    pub(crate) fn end(&self, offset: u64) -> u64 {
        match self.last_form(|begin| begin < offset) {
            Some((_, end)) => end.written + offset.saturating_sub(end.restored),
            None => offset,
        }
    }

    /// The last form that begins before an offset.
    fn last_form(&self, is_before: impl Fn(u64) -> bool) -> Option<(Place, Place)> {
        let count = self.forms.partition_point(|(begin, _)| is_before(begin.restored));
        Some(self.forms[count.checked_sub(1)?])
    }

    /// Forgets what is only needed for places before an offset of the result.
    pub(crate) fn forget_before(&mut self, offset: u64) {
        // The last form before it says where the bytes after it are.
        while self.forms.get(1).is_some_and(|(_, end)| end.restored <= offset) {
            self.forms.pop_front();
        }
    }
}

/// Whether a text has anything to restore.
pub(crate) fn is_defanged(text: &str) -> bool {
    let mut restorer = Restorer::new(true);
    [&restorer.feed(text.as_bytes()), &*restorer.finish()].concat() != text.as_bytes()
}

/// A URL that no program follows, such as `hxxps://h[.]example`. A [`Restorer`] leads back.
pub(crate) fn defang(url: &str) -> String {
    let mut parts = url.split("://");
    let mut defanged = parts.next().unwrap_or_default().replace('.', "[.]").replace('@', "[@]");
    for part in parts {
        let scheme = defanged.rfind(|char: char| !char.is_ascii_alphanumeric()).map_or(0, |before| before + 1);
        let is_web = ["http", "https"].iter().any(|name| defanged[scheme..].eq_ignore_ascii_case(name));
        if is_web {
            defanged.replace_range(scheme + 1..scheme + 3, "xx");
        }
        defanged.push_str(if is_web { "://" } else { "[://]" });
        defanged.push_str(&part.replace('.', "[.]").replace('@', "[@]"));
    }
    defanged
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The restored text, fed in chunks of this length, and for each byte where it was.
    fn read(text: &[u8], len: usize) -> (Vec<u8>, Vec<(u64, u64)>) {
        let mut restorer = Restorer::new(true);
        let mut result: Vec<u8> = text.chunks(len).flat_map(|chunk| restorer.feed(chunk).into_owned()).collect();
        result.extend(restorer.finish());
        let places = (0..result.len() as u64).map(|at| (restorer.start(at), restorer.end(at + 1))).collect();
        (result, places)
    }

    #[test]
    fn forms_are_restored() {
        for (text, expect) in [
            ("hxxp://h[.]example/a", "http://h.example/a"),
            ("hXXps[:]//h(.)example{dot}x [DOT]", "https://h.example.x ."),
            ("hxxps[://]joe[@]h[dot]example", "https://joe@h.example"),
            ("h**p:[//]h", "http://h"),
            ("fxps://a(at)b, fxp[:][/][/]h", "ftps://a@b, ftp://h"),
            ("mailto:joe[at]h[.]example", "mailto:joe@h.example"),
            ("http://[::1]:80/a[0] (dots) [.", "http://[::1]:80/a[0] (dots) [."),
            ("xhxxp://h hxxp hxxpx: hxxp", "xhxxp://h hxxp hxxpx: hxxp"),
        ] {
            for len in 1..=text.len() {
                assert_eq!(String::from_utf8(read(text.as_bytes(), len).0).as_deref(), Ok(expect), "{text} by {len}");
            }
        }
    }

    #[test]
    fn places_are_those_of_the_text() {
        let (result, places) = read(b"a[.]b hxxp[://]c", 3);
        assert_eq!(result, b"a.b http://c");
        let expect = [
            (0, 1),
            (1, 4),
            (4, 5),
            (5, 6),
            (6, 10),
            (6, 10),
            (6, 10),
            (6, 10),
            (10, 15),
            (10, 15),
            (10, 15),
            (15, 16),
        ];
        assert_eq!(places, expect);
    }

    #[test]
    fn what_is_defanged_is_restored() {
        for (url, expect) in [
            ("https://joe@h.example/a.b?u=http://i.example", "hxxps://joe[@]h[.]example/a[.]b?u=hxxp://i[.]example"),
            ("ftp://h.example/", "ftp[://]h[.]example/"),
            ("mailto:joe@h.example", "mailto:joe[@]h[.]example"),
            ("http://[::1]/", "hxxp://[::1]/"),
        ] {
            assert_eq!(defang(url), expect);
            assert_eq!(read(expect.as_bytes(), 5).0, url.as_bytes());
        }
    }
}
