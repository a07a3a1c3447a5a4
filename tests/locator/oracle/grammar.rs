//! Reads the notation in which RFC 1738 writes its grammar: that of RFC 822, with bars and brackets.

use std::collections::BTreeMap;
use std::iter::{Copied, Peekable};
use std::slice::Iter;

/// The rules of a grammar text, by name.
pub(crate) struct Grammar {
    rules: BTreeMap<String, Element>,
}

/// What a definition is made of.
pub(crate) enum Element {
    /// The characters themselves. They are case-sensitive, unlike RFC 822's: `ftptype` and `hex`
    /// list both cases of each letter, which they would not if case were ignored.
    Literal(String),
    /// Whatever the rule of this name defines.
    Rule(String),
    /// All of these, in order.
    Sequence(Vec<Element>),
    /// Any one of these.
    Choice(Vec<Element>),
    /// This, or nothing.
    Optional(Box<Element>),
    /// This, the given number of times or more.
    Repeated(usize, Box<Element>),
}

impl Grammar {
    /// Reads a grammar text; panics where the text does not follow the notation.
    pub(crate) fn read(bnf: &str) -> Grammar {
        let mut rules = BTreeMap::new();
        for tokens in logical_lines(bnf) {
            let (name, definition) = rule(&tokens);
            let earlier = rules.insert(name.to_owned(), definition);
            assert!(earlier.is_none(), "rule `{name}` is defined twice");
        }
        Grammar { rules }
    }

    /// The names of all rules, used by others or not: RFC 1738 uses `national` and `punctuation`
    /// nowhere, and means by them what a URL has to escape.
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
    /// `*` or `n*`: the element that follows is repeated, `n` times at least.
    Repeat(usize),
    Equals,
    Bar,
    Open,
    Close,
}

/// The tokens which are always spelt the same.
const SYMBOLS: [(&str, Token<'_>); 6] = [
    ("=", Token::Equals),
    ("|", Token::Bar),
    ("[", Token::Open),
    ("]", Token::Close),
    // A quote cannot be quoted by itself, so the text sets it between angle brackets.
    ("<\">", Token::Literal("\"")),
    // In `gopherurl` the slash lost its quotes (erratum 5118); no operator is written so.
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

/// The tokens of one line, up to its comment: a `;` that no literal has swallowed begins one.
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

/// The first token of the text, and what follows it.
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

/// A rule's name; `gopher+_string` shows that more than letters and hyphens belong to one.
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
        other => panic!("{other:?} stands where an element should"),
    }
}

/// What stands after a `*`. "Brackets are used around optional or repeated elements", so there they
/// only group: `1*[ a | b ]` wants one `a` or `b` at least, and may not be empty.
fn repeated(tokens: &mut Tokens<'_, '_>) -> Element {
    match tokens.next_if_eq(&Token::Open) {
        Some(_) => bracketed(tokens),
        None => element(tokens),
    }
}

/// The inside of a bracket already opened, up to and with its end.
fn bracketed(tokens: &mut Tokens<'_, '_>) -> Element {
    let inside = choice(tokens);
    assert!(tokens.next() == Some(Token::Close), "a bracket is not closed");
    inside
}

/// The only part by itself, or the whole which several parts make.
fn only_or(mut parts: Vec<Element>, whole: fn(Vec<Element>) -> Element) -> Element {
    if parts.len() == 1 { parts.remove(0) } else { whole(parts) }
}
