//! Templates of RFC 6570, level 1: `URI-UriTemplate = *( literals / expression )`, `expression = "{" varname "}"`.

use std::borrow::Cow;

use crate::syntax::class::Class;
use crate::syntax::escape;
use crate::text::span::Span;

/// What stands unencoded in a value: `unreserved` of RFC 3986 §2.3 without the `~`, which RFC 1738 calls unsafe.
static UNRESERVED: Class = Class::alphadigit("unreserved").and(b"-._");

/// What RFC 6570 §2.1 leaves out of `literals`, apart from controls, `%` and braces.
const NO_LITERALS: &str = " \"<>\\^`|";

/// `operator` (RFC 6570 §2.2), those that are kept for later included.
const OPERATORS: &str = "+#./;?&=,!@|";

/// A template that was read.
#[derive(Clone)]
pub(super) struct UriTemplate(Vec<Piece>);

#[derive(Clone)]
enum Piece {
    /// Text of the URL, encoded where it must be.
    Literal(String),
    Variable(Variable),
}

/// One `{name}`.
#[derive(Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    /// Where it stands in the template, with its braces.
    pub(super) span: Span,
}

/// What is wrong with a template, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ParseError {
    pub(super) span: Span,
    /// Lower case, no full stop, with the way to fix it.
    pub(super) says: &'static str,
}

impl UriTemplate {
    pub(super) fn parse(text: &str) -> Result<Self, ParseError> {
        if text.len() > Span::LONGEST {
            let span = Span::at(Span::LONGEST);
            let says = "it is longer than any URL: shorten it";
            return Err(ParseError { span, says });
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let piece = if text[at..].starts_with('{') {
                let variable = variable(text, at)?;
                at = variable.span.end();
                Piece::Variable(variable)
            } else {
                let end = text[at..].find('{').map_or(text.len(), |end| at + end);
                let literal = literal(text, Span::new(at, end))?;
                at = end;
                Piece::Literal(literal)
            };
            pieces.push(piece);
        }
        Ok(Self(pieces))
    }

    /// Its variables, in order.
    pub(super) fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Variable(variable) => Some(variable),
            Piece::Literal(_) => None,
        })
    }

    /// What it begins with, up to the first variable.
    pub(super) fn begin(&self) -> &str {
        match self.0.first() {
            Some(Piece::Literal(text)) => text,
            _ => "",
        }
    }

    /// The template with every variable replaced by bytes, encoded (RFC 6570 §3.2.2).
    pub(super) fn expand<'v>(&self, value: impl Fn(&str) -> Cow<'v, [u8]>) -> String {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Literal(literal) => text.push_str(literal),
                Piece::Variable(variable) => {
                    escape::encode(&value(&variable.name), &UNRESERVED, &mut text);
                }
            }
        }
        text
    }
}

/// `literals`: what no URL holds is encoded where the RFC says so, and otherwise refused.
fn literal(text: &str, span: Span) -> Result<String, ParseError> {
    let mut literal = String::with_capacity(span.len());
    for (at, found) in span.of(text).char_indices() {
        let at = span.start() + at;
        let fault = |says| {
            let span = Span::new(at, at + found.len_utf8());
            Err(ParseError { span, says })
        };
        match found {
            '}' => return fault("a `}` stands without its `{`: write `%7D` where it is text"),
            '%' if escape::byte(&text.as_bytes()[at..]).is_none() => {
                return fault("a `%` needs two hexadecimal digits: write `%25` where it is text");
            }
            _ if found.is_control() || NO_LITERALS.contains(found) => {
                return fault("this character cannot stand in a URL: encode it");
            }
            '~' => escape::push_escape(b'~', &mut literal),
            _ if found.is_ascii() => literal.push(found),
            _ => found.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| escape::push_escape(byte, &mut literal)),
        }
    }
    Ok(literal)
}

/// `expression = "{" varname "}"`, which begins at `start`.
fn variable(text: &str, start: usize) -> Result<Variable, ParseError> {
    let rest = &text[start + 1..];
    let Some(end) = rest.find('}') else {
        let span = Span::new(start, start + 1);
        let says = "a `{` stands without its `}`: write `%7B` where it is text";
        return Err(ParseError { span, says });
    };
    let span = Span::new(start, start + 1 + end + 1);
    match misnamed(&rest[..end]) {
        Some(says) => Err(ParseError { span, says }),
        None => Ok(Variable { name: rest[..end].to_owned(), span }),
    }
}

/// What is wrong with a name: `varname = varchar *( ["."] varchar )`, `varchar = ALPHA / DIGIT / "_"`.
fn misnamed(name: &str) -> Option<&'static str> {
    let is_varchar = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = name.chars().next();
    if name.split('.').all(|part| !part.is_empty() && part.chars().all(is_varchar)) {
        return None;
    }
    Some(match first {
        None => "a variable has a name: write it between the braces",
        Some(first) if OPERATORS.contains(first) => "operators are of higher levels (RFC 6570 §1.2): write `{name}`",
        _ if name.contains([':', '*']) => "modifiers are of level 4 (RFC 6570 §1.2): write `{name}`",
        _ if name.contains(',') => "lists of variables are of level 3 (RFC 6570 §1.2): write each in braces of its own",
        _ if name.contains('-') => "no variable has a `-` (RFC 6570 §2.3): write `_`, which stands for it",
        _ => "a variable is letters, digits, `_` and single dots (RFC 6570 §2.3)",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(template: &str, value: &str) -> Result<String, (usize, usize)> {
        let at = |fault: ParseError| (fault.span.start(), fault.span.end());
        let template = UriTemplate::parse(template).map_err(at)?;
        Ok(template.expand(|_| value.as_bytes().into()))
    }

    #[test]
    fn literals_and_variables() {
        for (template, expect) in [
            ("", ""),
            ("x:/a?b=%2f#c", "x:/a?b=%2f#c"),
            ("{v}", "a"),
            ("{v}{w_1.x}/{v}", "aa/a"),
            ("é~'", "%C3%A9%7E'"),
        ] {
            assert_eq!(expanded(template, "a").as_deref(), Ok(expect), "{template}");
        }
    }

    /// Everything but the unreserved characters is encoded, byte by byte, and `~` too.
    #[test]
    fn values_are_encoded() {
        let all: Vec<u8> = (0..=255).collect();
        let text =
            UriTemplate::parse("{v}").unwrap_or_else(|fault| panic!("{fault:?}")).expand(|_| all.as_slice().into());
        let plain: String = text.split('%').map(|piece| piece.get(2..).unwrap_or("")).collect();
        assert_eq!(plain, "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
        assert_eq!(escape::decode(&text).as_ref(), all);
    }

    #[test]
    fn other_levels_and_slips_are_refused_at_their_place() {
        for (template, place) in [
            ("x:{+v}", (2, 6)),
            ("x:{#v}", (2, 6)),
            ("x:{.v}", (2, 6)),
            ("x:{/v}", (2, 6)),
            ("x:{;v}", (2, 6)),
            ("x:{?v}", (2, 6)),
            ("x:{&v}", (2, 6)),
            ("x:{=v}", (2, 6)),
            ("x:{v,w}", (2, 7)),
            ("x:{v:3}", (2, 7)),
            ("x:{v*}", (2, 6)),
            ("x:{v-w}", (2, 7)),
            ("x:{v..w}", (2, 8)),
            ("x:{v w}", (2, 7)),
            ("x:{}", (2, 4)),
            ("x:{v", (2, 3)),
            ("x:{{v}}", (2, 6)),
            ("x:v}", (3, 4)),
            ("x:%4g", (2, 3)),
            ("x:a b", (3, 4)),
            ("x:{v}\u{7}", (5, 6)),
            ("x:<", (2, 3)),
        ] {
            assert_eq!(expanded(template, "a"), Err(place), "{template}");
        }
    }
}
