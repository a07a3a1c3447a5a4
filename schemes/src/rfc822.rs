//! The syntax of an address: `addr-spec` of RFC 822 §6.1, without comments or whitespace.
//!
//! ```text
//! addr-spec      = local-part "@" domain
//! local-part     = word *("." word)
//! domain         = sub-domain *("." sub-domain)
//! sub-domain     = domain-ref / domain-literal
//! domain-ref     = atom
//! word           = atom / quoted-string
//! atom           = 1*<any CHAR except specials, SPACE and CTLs>
//! quoted-string  = <"> *(qtext/quoted-pair) <">
//! domain-literal = "[" *(dtext / quoted-pair) "]"
//! quoted-pair    = "\" CHAR
//! specials       = "(" / ")" / "<" / ">" / "@" / "," / ";" / ":" / "\" / <"> / "." / "[" / "]"
//! ```
//!
//! CR and LF are rejected everywhere: in a mail they would begin another header (R-6-2).

use anyurl_core::authors::Class;

/// `<any CHAR except specials, SPACE and CTLs>`, the characters of an atom
pub(crate) static ATOM: Class = Class::alphadigit("atom").and(b"!#$%&'*+-/=?^_`{|}~");

/// An error in an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AddrSpecError {
    /// The offset of the unexpected byte; `None` at the end of the address.
    pub at: Option<usize>,
    /// The rule that does not match.
    pub rule: &'static str,
}

/// The bytes of an address with their offsets, and one byte of lookahead.
struct Bytes<I: Iterator<Item = (usize, u8)>> {
    rest: I,
    next: Option<(usize, u8)>,
}

/// Checks that the bytes, each with its offset, are exactly one `addr-spec`.
///
/// # Errors
/// The first unexpected byte.
pub(crate) fn addr_spec(bytes: impl Iterator<Item = (usize, u8)>) -> Result<(), AddrSpecError> {
    let mut at = Bytes::new(bytes);
    at.dotted(word)?;
    at.expect(b'@', "addr-spec")?;
    at.dotted(sub_domain)?;
    match at.next {
        None => Ok(()),
        Some(_) => Err(at.error("domain")),
    }
}

/// `word = atom / quoted-string`
fn word<I: Iterator<Item = (usize, u8)>>(at: &mut Bytes<I>) -> Result<(), AddrSpecError> {
    if at.take(b'"') { at.quoted("quoted-string", b'"', |byte| byte != b'"') } else { at.atom() }
}

/// `sub-domain = domain-ref / domain-literal`
fn sub_domain<I: Iterator<Item = (usize, u8)>>(at: &mut Bytes<I>) -> Result<(), AddrSpecError> {
    if at.take(b'[') { at.quoted("domain-literal", b']', |byte| byte != b'[' && byte != b']') } else { at.atom() }
}

impl<I: Iterator<Item = (usize, u8)>> Bytes<I> {
    fn new(mut rest: I) -> Self {
        let next = rest.next();
        Self { rest, next }
    }

    fn error(&self, rule: &'static str) -> AddrSpecError {
        AddrSpecError { at: self.next.map(|(offset, _)| offset), rule }
    }

    fn take_if(&mut self, is: impl Fn(u8) -> bool) -> bool {
        let matches = self.next.is_some_and(|(_, byte)| is(byte));
        if matches {
            self.next = self.rest.next();
        }
        matches
    }

    fn take(&mut self, byte: u8) -> bool {
        self.take_if(|next| next == byte)
    }

    fn expect(&mut self, byte: u8, rule: &'static str) -> Result<(), AddrSpecError> {
        if self.take(byte) { Ok(()) } else { Err(self.error(rule)) }
    }

    /// `item *("." item)`
    fn dotted(&mut self, item: fn(&mut Self) -> Result<(), AddrSpecError>) -> Result<(), AddrSpecError> {
        item(self)?;
        while self.take(b'.') {
            item(self)?;
        }
        Ok(())
    }

    /// `atom = 1*<any CHAR except specials, SPACE and CTLs>`
    fn atom(&mut self) -> Result<(), AddrSpecError> {
        let is_atom = |byte: u8| ATOM.has(byte);
        if !self.take_if(is_atom) {
            return Err(self.error("atom"));
        }
        while self.take_if(is_atom) {}
        Ok(())
    }

    /// `*(text/quoted-pair)` and the closing byte
    fn quoted(&mut self, rule: &'static str, close: u8, is_text: fn(u8) -> bool) -> Result<(), AddrSpecError> {
        let is_char = |byte: u8| byte.is_ascii() && !matches!(byte, b'\r' | b'\n');
        while !self.take(close) {
            let is_valid = if self.take(b'\\') {
                self.take_if(is_char)
            } else {
                self.take_if(|byte| is_char(byte) && is_text(byte))
            };
            if !is_valid {
                return Err(self.error(rule));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for text in [
            "a@b",
            "a.b@c.d",
            "\"\"@h",
            "\"a@b\".c@h",
            "\"\\\"\"@h",
            "a@[1.2.3.4]",
            "a@b.[c].d",
            "o'brien@h",
            "a?b=c@h",
        ] {
            assert_eq!(addr_spec(text.bytes().enumerate()), Ok(()), "{text}");
        }
        for (text, at, rule) in [
            ("", None, "atom"),
            ("a", None, "addr-spec"),
            ("@h", Some(0), "atom"),
            ("a@", None, "atom"),
            ("a..b@h", Some(2), "atom"),
            ("a.@h", Some(2), "atom"),
            ("a@h.", None, "atom"),
            ("a@h,b@h", Some(3), "domain"),
            ("a b@h", Some(1), "addr-spec"),
            ("\"a@h", None, "quoted-string"),
            ("\"a\n\"@h", Some(2), "quoted-string"),
            ("a@[b", None, "domain-literal"),
            ("a@[[]", Some(3), "domain-literal"),
            ("\u{e9}@h", Some(0), "atom"),
        ] {
            assert_eq!(addr_spec(text.bytes().enumerate()), Err(AddrSpecError { at, rule }), "{text:?}");
        }
    }
}
