//! Parses the grammar notation of RFC 1738: that of RFC 822, with bars and brackets.

use std::collections::BTreeMap;
use std::iter::{Copied, Peekable};
use std::slice::Iter;

/// The rules of a grammar text, by name.
pub(crate) struct Grammar {
    rules: BTreeMap<String, Element>,
}

/// An element of a definition.
pub(crate) enum Element {
    /// A literal. It is case-sensitive, unlike in RFC 822: `ftptype` and `hex` list both cases of each letter.
    Literal(String),
    /// The rule of this name.
    Rule(String),
    /// A sequence.
    Sequence(Vec<Element>),
    /// Alternatives.
    Choice(Vec<Element>),
    /// An optional element.
    Optional(Box<Element>),
    /// An element repeated at least this many times.
    Repeated(usize, Box<Element>),
}

impl Grammar {
    /// Parses a grammar; panics if it does not follow the notation.
    pub(crate) fn read(bnf: &str) -> Grammar {
        let mut rules = BTreeMap::new();
        for tokens in logical_lines(bnf) {
            let (name, definition) = rule(&tokens);
            let earlier = rules.insert(name.to_owned(), definition);
            assert!(earlier.is_none(), "rule `{name}` is defined twice");
        }
        Grammar { rules }
    }

    /// The names of all rules, including `national` and `punctuation`, which RFC 1738 does not use in other rules.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.keys().map(String::as_str)
    }

    /// The definition of a rule; panics if there is none.
    pub(super) fn definition(&self, rule: &str) -> &Element {
        let definition = self.rules.get(rule);
        definition.unwrap_or_else(|| panic!("rule `{rule}` is not defined"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    Name(&'a str),
    Literal(&'a str),
    /// `*` or `n*`: repeats the next element, at least `n` times.
    Repeat(usize),
    Equals,
    Bar,
    Open,
    Close,
}

/// The tokens with a fixed spelling.
const SYMBOLS: [(&str, Token<'_>); 6] = [
    ("=", Token::Equals),
    ("|", Token::Bar),
    ("[", Token::Open),
    ("]", Token::Close),
    // A quote cannot be quoted, so the text puts it between angle brackets.
    ("<\">", Token::Literal("\"")),
    // In `gopherurl` the slash lacks its quotes (erratum 5118); it is not an operator.
    ("/", Token::Literal("/")),
];

/// The tokens of each rule: an indented line continues the one before.
fn logical_lines(bnf: &str) -> Vec<Vec<Token<'_>>> {
    let mut rules: Vec<Vec<Token<'_>>> = Vec::new();
    for line in bnf.lines() {
        let tokens = tokens(line);
        match rules.last_mut() {
            Some(rule) if line.starts_with([' ', '\t']) => rule.extend(tokens),
            _ if tokens.is_empty() => {}
            _ => rules.push(tokens),
        }
    }
    rules
}

/// The tokens of one line up to its comment, which begins with a `;` outside of literals.
fn tokens(line: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with(';') {
        let (token, after) = token(rest);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

/// The first token of the text, and the rest.
fn token(text: &str) -> (Token<'_>, &str) {
    symbol(text)
        .or_else(|| literal(text))
        .or_else(|| repeat(text))
        .or_else(|| name(text))
        .unwrap_or_else(|| panic!("the notation has no token for `{text}`"))
}

fn symbol(text: &str) -> Option<(Token<'_>, &str)> {
    let read = |&(symbol, token)| Some((token, text.strip_prefix(symbol)?));
    SYMBOLS.iter().find_map(read)
}

/// `"literal"`, in which nothing is escaped: `"\"` is a backslash.
fn literal(text: &str) -> Option<(Token<'_>, &str)> {
    let (literal, after) = text.strip_prefix('"')?.split_once('"')?;
    Some((Token::Literal(literal), after))
}

fn repeat(text: &str) -> Option<(Token<'_>, &str)> {
    let (least, after) = text.split_once('*')?;
    let least = if least.is_empty() { 0 } else { least.parse().ok()? };
    Some((Token::Repeat(least), after))
}

/// The name of a rule; `gopher+_string` has more than letters and hyphens.
fn name(text: &str) -> Option<(Token<'_>, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-+_".contains(c);
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    (end > 0).then(|| (Token::Name(&text[..end]), &text[end..]))
}

/// `name = definition`
fn rule<'a>(tokens: &[Token<'a>]) -> (&'a str, Element) {
    let [Token::Name(name), Token::Equals, definition @ ..] = tokens else {
        panic!("a rule is written `name = definition`");
    };
    let mut tokens = definition.iter().copied().peekable();
    let definition = choice(&mut tokens);
    assert!(tokens.next().is_none(), "rule `{name}` closes a bracket it did not open");
    (name, definition)
}

type Tokens<'t, 'a> = Peekable<Copied<Iter<'t, Token<'a>>>>;

/// `a | b`, which binds more loosely than `a b`.
fn choice(tokens: &mut Tokens<'_, '_>) -> Element {
    let mut alternatives = vec![sequence(tokens)];
    while tokens.next_if_eq(&Token::Bar).is_some() {
        alternatives.push(sequence(tokens));
    }
    only_or(alternatives, Element::Choice)
}

/// `a b`
fn sequence(tokens: &mut Tokens<'_, '_>) -> Element {
    let mut elements = vec![element(tokens)];
    while !matches!(tokens.peek(), None | Some(Token::Bar | Token::Close)) {
        elements.push(element(tokens));
    }
    only_or(elements, Element::Sequence)
}

fn element(tokens: &mut Tokens<'_, '_>) -> Element {
    match tokens.next() {
        Some(Token::Name(name)) => Element::Rule(name.to_owned()),
        Some(Token::Literal(literal)) => Element::Literal(literal.to_owned()),
        Some(Token::Repeat(least)) => Element::Repeated(least, Box::new(repeated(tokens))),
        Some(Token::Open) => Element::Optional(Box::new(bracketed(tokens))),
        other => panic!("unexpected {other:?}, expected an element"),
    }
}

/// The element after a `*`. "Brackets are used around optional or repeated elements", so there they
/// only group: `1*[ a | b ]` needs at least one `a` or `b`.
fn repeated(tokens: &mut Tokens<'_, '_>) -> Element {
    match tokens.next_if_eq(&Token::Open) {
        Some(_) => bracketed(tokens),
        None => element(tokens),
    }
}

/// The content of an open bracket, including the closing one.
fn bracketed(tokens: &mut Tokens<'_, '_>) -> Element {
    let inside = choice(tokens);
    assert!(tokens.next() == Some(Token::Close), "a bracket is not closed");
    inside
}

/// A single part, or an element of several parts.
fn only_or(mut parts: Vec<Element>, whole: fn(Vec<Element>) -> Element) -> Element {
    if parts.len() == 1 { parts.remove(0) } else { whole(parts) }
}
