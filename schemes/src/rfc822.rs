//! The syntax of an address: `addr-spec` of RFC 822 §6.1, without comments and white space.
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
//! CR and LF are refused everywhere: in a mail they would begin another header (R-6-2).

use locator_core::Class;

/// `<any CHAR except specials, SPACE and CTLs>`, of which an atom is made
pub(crate) static ATOM: Class = Class::alphadigit("atom").and(b"!#$%&'*+-/=?^_`{|}~");

/// Where an address goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The offset of the byte that does not fit; `None` at the end.
    pub at: Option<usize>,
    /// The rule that could not go on.
    pub rule: &'static str,
}

/// The bytes of an address with their offsets, and the next one in sight.
struct Bytes<I: Iterator<Item = (usize, u8)>> {
    rest: I,
    next: Option<(usize, u8)>,
}

/// Whether the bytes, each with its offset, are exactly one `addr-spec`.
///
/// ```
/// use locator_schemes::rfc822::addr_spec;
///
/// let check = |text: &str| addr_spec(text.bytes().enumerate()).is_ok();
/// assert!(check("a.b@h") && check("\"a b\"@[127.0.0.1]"));
/// assert!(!check(".a@h") && !check("a,b@h") && !check("a@h "));
/// ```
///
/// # Errors
/// The first byte that does not fit.
pub fn addr_spec(bytes: impl Iterator<Item = (usize, u8)>) -> Result<(), Fault> {
    let mut at = Bytes::new(bytes);
    at.dotted(word)?;
    at.expect(b'@', "addr-spec")?;
    at.dotted(sub_domain)?;
    match at.next {
        None => Ok(()),
        Some(_) => Err(at.fault("domain")),
    }
}

/// `word = atom / quoted-string`
fn word<I: Iterator<Item = (usize, u8)>>(at: &mut Bytes<I>) -> Result<(), Fault> {
    if at.take(b'"') { at.quoted("quoted-string", b'"', |byte| byte != b'"') } else { at.atom() }
}

/// `sub-domain = domain-ref / domain-literal`
fn sub_domain<I: Iterator<Item = (usize, u8)>>(at: &mut Bytes<I>) -> Result<(), Fault> {
    if at.take(b'[') { at.quoted("domain-literal", b']', |byte| byte != b'[' && byte != b']') } else { at.atom() }
}

impl<I: Iterator<Item = (usize, u8)>> Bytes<I> {
    fn new(mut rest: I) -> Self {
        let next = rest.next();
        Self { rest, next }
    }

    fn fault(&self, rule: &'static str) -> Fault {
        Fault { at: self.next.map(|(offset, _)| offset), rule }
    }

    fn advance(&mut self) {
        self.next = self.rest.next();
    }

    fn take_if(&mut self, is: impl Fn(u8) -> bool) -> bool {
        let comes = self.next.is_some_and(|(_, byte)| is(byte));
        if comes {
            self.advance();
        }
        comes
    }

    fn take(&mut self, byte: u8) -> bool {
        self.take_if(|next| next == byte)
    }

    fn expect(&mut self, byte: u8, rule: &'static str) -> Result<(), Fault> {
        if self.take(byte) { Ok(()) } else { Err(self.fault(rule)) }
    }

    /// `item *("." item)`
    fn dotted(&mut self, item: fn(&mut Self) -> Result<(), Fault>) -> Result<(), Fault> {
        item(self)?;
        while self.take(b'.') {
            item(self)?;
        }
        Ok(())
    }

    /// `atom = 1*<any CHAR except specials, SPACE and CTLs>`
    fn atom(&mut self) -> Result<(), Fault> {
        let is_atom = |byte: u8| ATOM.has(byte);
        if !self.take_if(is_atom) {
            return Err(self.fault("atom"));
        }
        while self.take_if(is_atom) {}
        Ok(())
    }

    /// `*(text/quoted-pair)` and the byte that closes it
    fn quoted(&mut self, rule: &'static str, close: u8, is_text: fn(u8) -> bool) -> Result<(), Fault> {
        let is_char = |byte: u8| byte.is_ascii() && !matches!(byte, b'\r' | b'\n');
        while !self.take(close) {
            let fits = if self.take(b'\\') {
                self.take_if(is_char)
            } else {
                self.take_if(|byte| is_char(byte) && is_text(byte))
            };
            if !fits {
                return Err(self.fault(rule));
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
            assert_eq!(addr_spec(text.bytes().enumerate()), Err(Fault { at, rule }), "{text:?}");
        }
    }
}
