//! Templates of RFC 6570, level 1: `URI-UriTemplate = *( literals / expression )`, `expression = "{" varname "}"`.

use std::borrow::Cow;

use anyurl_core::Span;
use anyurl_core::authors::{Class, escape};

/// The characters not encoded in a value: `unreserved` of RFC 3986 §2.3 without `~`, which RFC 1738 calls unsafe.
static UNRESERVED: Class = Class::alphadigit("unreserved").and(b"-._");

/// The characters that RFC 6570 §2.1 excludes from `literals`, apart from controls, `%` and braces.
const NON_LITERALS: &str = " \"<>\\^`|";

/// `operator` (RFC 6570 §2.2), including the reserved ones.
const OPERATORS: &str = "+#./;?&=,!@|";

/// A parsed template.
#[derive(Clone)]
pub(super) struct UriTemplate(Vec<Segment>);

#[derive(Clone)]
enum Segment {
    /// Literal text, percent-encoded as needed.
    Literal(String),
    Variable(Variable),
}

/// One `{name}`.
#[derive(Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    /// The position in the template, including the braces.
    pub(super) span: Span,
}

/// A syntax error of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TemplateError {
    pub(super) span: Span,
    /// In lower case without a full stop; includes a suggested fix.
    pub(super) message: &'static str,
}

impl UriTemplate {
    pub(super) fn parse(text: &str) -> Result<Self, TemplateError> {
        if text.len() > Span::LONGEST {
            let span = Span::at(Span::LONGEST);
            let message = "the template is longer than any URL: shorten it";
            return Err(TemplateError { span, message });
        }
        let mut segments = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let segment = if text[at..].starts_with('{') {
                let variable = variable(text, at)?;
                at = variable.span.end();
                Segment::Variable(variable)
            } else {
                let end = text[at..].find('{').map_or(text.len(), |end| at + end);
                let literal = literal(text, Span::new(at, end))?;
                at = end;
                Segment::Literal(literal)
            };
            segments.push(segment);
        }
        Ok(Self(segments))
    }

    /// Returns the variables in order.
    pub(super) fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.0.iter().filter_map(|segment| match segment {
            Segment::Variable(variable) => Some(variable),
            Segment::Literal(_) => None,
        })
    }

    /// Returns the literal text before the first variable.
    pub(super) fn prefix(&self) -> &str {
        match self.0.first() {
            Some(Segment::Literal(text)) => text,
            _ => "",
        }
    }

    /// Replaces every variable by percent-encoded bytes (RFC 6570 §3.2.2).
    pub(super) fn expand<'v>(&self, value: impl Fn(&str) -> Cow<'v, [u8]>) -> String {
        let mut text = String::new();
        for segment in &self.0 {
            match segment {
                Segment::Literal(literal) => text.push_str(literal),
                Segment::Variable(variable) => {
                    escape::encode(&value(&variable.name), &UNRESERVED, &mut text);
                }
            }
        }
        text
    }
}

/// Parses `literals`: encodes non-ASCII characters and `~`, and rejects other characters that a URL cannot contain.
fn literal(text: &str, span: Span) -> Result<String, TemplateError> {
    let mut literal = String::with_capacity(span.len());
    for (at, found) in span.of(text).char_indices() {
        let at = span.start() + at;
        let error = |message| {
            let span = Span::new(at, at + found.len_utf8());
            Err(TemplateError { span, message })
        };
        match found {
            '}' => return error("unmatched `}`: write `%7D` for a literal brace"),
            '%' if escape::byte(&text.as_bytes()[at..]).is_none() => {
                return error("`%` needs two hexadecimal digits: write `%25` for a literal percent sign");
            }
            _ if found.is_control() || NON_LITERALS.contains(found) => {
                return error("a URL cannot contain this character: percent-encode it");
            }
            '~' => escape::push_escape(b'~', &mut literal),
            _ if found.is_ascii() => literal.push(found),
            _ => found.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| escape::push_escape(byte, &mut literal)),
        }
    }
    Ok(literal)
}

/// Parses `expression = "{" varname "}"` at `start`.
fn variable(text: &str, start: usize) -> Result<Variable, TemplateError> {
    let rest = &text[start + 1..];
    let Some(end) = rest.find('}') else {
        let span = Span::new(start, start + 1);
        let message = "unmatched `{`: write `%7B` for a literal brace";
        return Err(TemplateError { span, message });
    };
    let span = Span::new(start, start + 1 + end + 1);
    match name_error(&rest[..end]) {
        Some(message) => Err(TemplateError { span, message }),
        None => Ok(Variable { name: rest[..end].to_owned(), span }),
    }
}

/// Returns the problem with a name: `varname = varchar *( ["."] varchar )`, `varchar = ALPHA / DIGIT / "_"`.
fn name_error(name: &str) -> Option<&'static str> {
    let is_varchar = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = name.chars().next();
    if name.split('.').all(|part| !part.is_empty() && part.chars().all(is_varchar)) {
        return None;
    }
    Some(match first {
        None => "empty variable name: write a name between the braces",
        Some(first) if OPERATORS.contains(first) => "operators belong to higher levels (RFC 6570 §1.2): write `{name}`",
        _ if name.contains([':', '*']) => "modifiers belong to level 4 (RFC 6570 §1.2): write `{name}`",
        _ if name.contains(',') => {
            "lists of variables belong to level 3 (RFC 6570 §1.2): write each variable in its own braces"
        }
        _ if name.contains('-') => "a variable name cannot contain `-` (RFC 6570 §2.3): write `_` instead",
        _ => "a variable name consists of letters, digits, `_` and single dots (RFC 6570 §2.3)",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(template: &str, value: &str) -> Result<String, (usize, usize)> {
        let span = |error: TemplateError| (error.span.start(), error.span.end());
        let template = UriTemplate::parse(template).map_err(span)?;
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

    /// Every byte except the unreserved characters is encoded, including `~`.
    #[test]
    fn values_are_encoded() {
        let all: Vec<u8> = (0..=255).collect();
        let text =
            UriTemplate::parse("{v}").unwrap_or_else(|error| panic!("{error:?}")).expand(|_| all.as_slice().into());
        let unescaped: String = text.split('%').map(|segment| segment.get(2..).unwrap_or("")).collect();
        assert_eq!(unescaped, "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
        assert_eq!(escape::decode(&text).as_ref(), all);
    }

    #[test]
    fn unsupported_and_malformed_templates_are_rejected() {
        for (template, span) in [
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
            assert_eq!(expanded(template, "a"), Err(span), "{template}");
        }
    }
}
