//! A grammar as text in which the names of rules are links to their definitions.

use std::collections::BTreeSet;

use serde::Serialize;

/// A part of a grammar.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Segment<'g> {
    /// What it is.
    pub(crate) kind: Kind,
    /// The text.
    pub(crate) text: &'g str,
    /// The rule in lower case, of a name that the grammar defines.
    pub(crate) rule: String,
}

/// What a part of a grammar is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// The name of the rule that a line defines first.
    Definition,
    /// The name of a rule that the grammar defines.
    Reference,
    /// Text in quotation marks or angle brackets.
    Literal,
    Comment,
    /// Operators, space, and names that the grammar does not define.
    Plain,
}

/// Divides a grammar in the notation of RFC 5234, or of RFC 1738 §5, into parts.
pub(crate) fn segments(grammar: &str) -> Vec<Segment<'_>> {
    let tokens = tokens(grammar);
    let is_defined = |at: usize| is_definition(&tokens, at);
    let names = tokens.iter().enumerate().filter(|(at, _)| is_defined(*at));
    let defined: BTreeSet<String> = names.map(|(_, (_, text))| text.to_ascii_lowercase()).collect();
    let mut seen = BTreeSet::new();
    let mut segments: Vec<Segment<'_>> = Vec::new();
    for (at, (kind, text)) in tokens.iter().enumerate() {
        let rule = text.to_ascii_lowercase();
        let kind = match kind {
            Token::Literal => Kind::Literal,
            Token::Comment => Kind::Comment,
            // A rule is defined once, and extended by `=/`.
            Token::Name if is_defined(at) && seen.insert(rule.clone()) => Kind::Definition,
            Token::Name if defined.contains(&rule) => Kind::Reference,
            Token::Name | Token::Other => Kind::Plain,
        };
        let is_rule = matches!(kind, Kind::Definition | Kind::Reference);
        segments.push(Segment { kind, text, rule: if is_rule { rule } else { String::new() } });
    }
    segments
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Name,
    Literal,
    Comment,
    Other,
}

fn tokens(grammar: &str) -> Vec<(Token, &str)> {
    let mut tokens = Vec::new();
    let mut rest = grammar;
    while let Some(first) = rest.chars().next() {
        let line = rest.find('\n').unwrap_or(rest.len());
        let closed = |sign| rest[1..line].find(sign).map_or(line, |at| at + 2);
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let (token, end) = match first {
            '"' => (Token::Literal, closed('"')),
            '<' => (Token::Literal, closed('>')),
            ';' => (Token::Comment, line),
            // `%x41-5A`, `%i"a"`
            '%' => (Token::Other, 1 + rest[1..].find(|c: char| !is_name(c) && c != '.').unwrap_or(rest.len() - 1)),
            c if c.is_ascii_alphabetic() => (Token::Name, rest.find(|c| !is_name(c)).unwrap_or(rest.len())),
            _ => {
                let is_end = |c: char| c.is_ascii_alphabetic() || "\"<;%".contains(c);
                (Token::Other, rest.find(is_end).unwrap_or(rest.len()))
            }
        };
        tokens.push((token, &rest[..end]));
        rest = &rest[end..];
    }
    tokens
}

/// Whether a token is a name at the start of a line with `=` after it.
fn is_definition(tokens: &[(Token, &str)], at: usize) -> bool {
    let (token, _) = tokens[at];
    let begins_line = match at.checked_sub(1).map(|before| tokens[before].1) {
        None => true,
        Some(before) => before.trim_end_matches([' ', '\t']).ends_with('\n') || (at == 1 && before.trim().is_empty()),
    };
    let has_equals = tokens.get(at + 1).is_some_and(|(_, after)| after.trim_start().starts_with('='));
    token == Token::Name && begins_line && has_equals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rules_are_found() {
        let grammar =
            "a-uri = \"a:\" B *( c / DIGIT ) ; b = c\nb = %i\"x\" / <a-uri>\n    / A-URI\nc = %x41-5A\nc =/ %d13.10";
        let found: Vec<_> = segments(grammar)
            .into_iter()
            .filter(|one| one.kind != Kind::Plain)
            .map(|one| (one.kind, one.text, one.rule))
            .collect();
        let expected = [
            (Kind::Definition, "a-uri", "a-uri"),
            (Kind::Literal, "\"a:\"", ""),
            (Kind::Reference, "B", "b"),
            (Kind::Reference, "c", "c"),
            (Kind::Comment, "; b = c", ""),
            (Kind::Definition, "b", "b"),
            (Kind::Literal, "\"x\"", ""),
            (Kind::Literal, "<a-uri>", ""),
            (Kind::Reference, "A-URI", "a-uri"),
            (Kind::Definition, "c", "c"),
            (Kind::Reference, "c", "c"),
        ];
        let expected: Vec<_> = expected.into_iter().map(|(kind, text, rule)| (kind, text, rule.to_owned())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn no_text_is_lost() {
        for grammar in ["", "a", "\"", "<", "%", "a = \"ü\" ü\n", " a = \"x\n; ü", "x://<host>[:<port>]/<a...>"] {
            let joined: String = segments(grammar).into_iter().map(|one| one.text).collect();
            assert_eq!(joined, grammar);
        }
    }
}
