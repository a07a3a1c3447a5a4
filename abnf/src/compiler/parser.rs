//! Parses tokens to rules: RFC 5234 with RFC 7405, and the notation of RFC 1738 §5.
//!
//! ```text
//! rule          = rulename ( "=" / "=/" ) alternation
//! alternation   = concatenation *( "/" concatenation )
//! concatenation = 1*repetition
//! repetition    = [ repeat ] element
//! element       = rulename / "(" alternation ")" / "[" alternation "]" / char-val / num-val / prose-val
//! ```
//!
//! A rule begins with a name and `=` at the start of a line, at any indentation, since texts are pasted from documents.
//! Its continuation lines are indented further.

use anyurl_core::Span;
use anyurl_core::internal::NameMap;

use super::Dialect;
use super::ast::{Node, NodeKind, Rule, key};
use super::error::{AbnfErrorKind, GrammarError};
use super::lexer::{self, Token, TokenKind};
use super::limits::{Budget, Limit};
use super::origin::{RuleOrigin, RulePlace};

/// Parses all rules of a text.
pub(super) fn parse(
    text: &str,
    origin: RuleOrigin,
    dialect: Dialect,
    budget: &mut Budget,
) -> Result<Vec<Rule>, GrammarError> {
    budget.check(Limit::Text, text.len() as u64)?;
    let tokens = lexer::tokens(text, origin, dialect, budget)?;
    Parser { text, origin, dialect, tokens, at: 0, indent: 0, open: Vec::new(), budget }.rules()
}

struct Parser<'t, 'b> {
    text: &'t str,
    origin: RuleOrigin,
    dialect: Dialect,
    tokens: Vec<Token>,
    at: usize,
    /// The indentation of the current rule.
    indent: usize,
    /// The open brackets.
    open: Vec<Span>,
    budget: &'b mut Budget,
}

/// The operator of a definition.
#[derive(PartialEq, Eq)]
enum Definition {
    /// `=`
    New,
    /// `=/`, which adds alternatives.
    Extends,
}

impl Parser<'_, '_> {
    fn rules(&mut self) -> Result<Vec<Rule>, GrammarError> {
        let mut rules: Vec<Rule> = Vec::new();
        let mut known: NameMap<usize> = NameMap::new();
        while self.tokens[self.at].kind != TokenKind::End {
            let (rule, definition) = self.rule()?;
            match (known.get(&key(&rule.name)), definition) {
                (None, Definition::New) => {
                    known.insert(key(&rule.name).into(), rules.len());
                    rules.push(rule);
                    let count = self.budget.check(Limit::Rules, rules.len() as u64);
                    count.map_err(|exceeded| self.error(exceeded.into(), rules.last()))?;
                }
                (Some(&earlier), Definition::Extends) => extend(&mut rules[earlier], rule),
                (Some(&earlier), Definition::New) => {
                    let first = RulePlace::new(self.text, self.origin, rules[earlier].span);
                    let name = rule.name.clone();
                    return Err(self.error(AbnfErrorKind::Redefined { name, first }, Some(&rule)));
                }
                (None, Definition::Extends) => {
                    return Err(self.error(AbnfErrorKind::ExtendsNothing(rule.name.clone()), Some(&rule)));
                }
            }
        }
        Ok(rules)
    }

    fn error(&self, kind: AbnfErrorKind, rule: Option<&Rule>) -> GrammarError {
        let place = rule.map(|rule| RulePlace::new(self.text, self.origin, rule.span));
        GrammarError::new(kind, place)
    }

    fn rule(&mut self) -> Result<(Rule, Definition), GrammarError> {
        let token = self.tokens[self.at].clone();
        let (TokenKind::Name(name) | TokenKind::Prose(name)) = token.kind else {
            return Err(self.no_rule());
        };
        if !self.begins_rule() {
            return Err(self.no_rule());
        }
        let definition = match self.tokens[self.at + 1].kind {
            TokenKind::Extends => Definition::Extends,
            _ => Definition::New,
        };
        self.indent = token.indent.unwrap_or_default();
        self.at += 2;
        let node = self.alternation()?;
        if !self.is_over() {
            return Err(self.trailing());
        }
        let rule = Rule { name, origin: self.origin, span: token.span, node };
        Ok((rule, definition))
    }

    /// Whether a name and `=` follow, at the start of a line.
    fn begins_rule(&self) -> bool {
        let token = &self.tokens[self.at];
        let next = self.tokens.get(self.at + 1).map(|token| &token.kind);
        token.indent.is_some()
            && matches!(token.kind, TokenKind::Name(_) | TokenKind::Prose(_))
            && matches!(next, Some(TokenKind::Equals | TokenKind::Extends))
    }

    /// Whether the current rule ends here.
    fn is_over(&self) -> bool {
        let token = &self.tokens[self.at];
        token.kind == TokenKind::End || token.indent.is_some_and(|indent| indent <= self.indent) || self.begins_rule()
    }

    fn alternation(&mut self) -> Result<Node, GrammarError> {
        let start = self.tokens[self.at].span;
        let mut nodes = vec![self.concatenation()?];
        while !self.is_over() && self.tokens[self.at].kind == TokenKind::Or {
            self.at += 1;
            nodes.push(self.concatenation()?);
        }
        Ok(self.single_or(nodes, start, NodeKind::Choice))
    }

    fn concatenation(&mut self) -> Result<Node, GrammarError> {
        let start = self.tokens[self.at].span;
        let mut nodes = vec![self.repetition()?];
        while !self.is_over() && begins_element(&self.tokens[self.at].kind) {
            nodes.push(self.repetition()?);
        }
        Ok(self.single_or(nodes, start, NodeKind::Sequence))
    }

    /// A single node as it is, several combined.
    fn single_or(&self, mut nodes: Vec<Node>, start: Span, combine: fn(Vec<Node>) -> NodeKind) -> Node {
        if nodes.len() == 1 {
            return nodes.remove(0);
        }
        let end = self.tokens[self.at - 1].span.end();
        Node { kind: combine(nodes), span: Span::new(start.start(), end) }
    }

    fn repetition(&mut self) -> Result<Node, GrammarError> {
        self.budget.steps(1)?;
        let token = self.tokens[self.at].clone();
        let TokenKind::Repeat(min, max) = token.kind else {
            return self.element(false);
        };
        if self.is_over() {
            return Err(self.no_element());
        }
        self.at += 1;
        if self.is_over() || self.tokens[self.at].span.start() != token.span.end() {
            let help = "a repetition is written directly before its element, without a space";
            return Err(self.no_element().with_help(help));
        }
        let node = Box::new(self.element(self.dialect == Dialect::Rfc1738Bnf)?);
        let span = Span::new(token.span.start(), node.span.end());
        let kind = NodeKind::Repeat { min, max, node };
        Ok(Node { kind, span })
    }

    /// An element. In RFC 1738 a repeated `[ x ]` is a group: "optional or repeated elements".
    fn element(&mut self, brackets_group: bool) -> Result<Node, GrammarError> {
        if self.is_over() {
            return Err(self.no_element());
        }
        let Token { kind, span, .. } = self.tokens[self.at].clone();
        let kind = match kind {
            TokenKind::Name(name) => NodeKind::Rule(name, usize::MAX),
            TokenKind::Literal(bytes, case) => NodeKind::Literal(bytes, case),
            TokenKind::Range(low, high) => NodeKind::Range(low, high),
            TokenKind::Prose(prose) => NodeKind::Prose(prose),
            TokenKind::Open => return self.group(&TokenKind::Close),
            TokenKind::OpenOption => {
                let inside = self.group(&TokenKind::CloseOption)?;
                if brackets_group {
                    return Ok(inside);
                }
                let span = inside.span;
                let kind = NodeKind::Repeat { min: 0, max: Some(1), node: Box::new(inside) };
                return Ok(Node { kind, span });
            }
            _ => return Err(self.no_element()),
        };
        self.at += 1;
        Ok(Node { kind, span })
    }

    /// A bracketed alternation; its span includes the brackets.
    fn group(&mut self, close: &TokenKind) -> Result<Node, GrammarError> {
        let start = self.tokens[self.at].span;
        self.open.push(start);
        self.budget.check(Limit::Nesting, self.open.len() as u64).map_err(|exceeded| {
            GrammarError::new(exceeded.into(), Some(RulePlace::new(self.text, self.origin, start)))
        })?;
        self.at += 1;
        let mut node = self.alternation()?;
        if self.is_over() || self.tokens[self.at].kind != *close {
            return Err(self.unclosed(close));
        }
        node.span = Span::new(start.start(), self.tokens[self.at].span.end());
        self.open.pop();
        self.at += 1;
        Ok(node)
    }
}

fn begins_element(kind: &TokenKind) -> bool {
    match kind {
        TokenKind::Name(_)
        | TokenKind::Literal(..)
        | TokenKind::Range(..)
        | TokenKind::Prose(_)
        | TokenKind::Open
        | TokenKind::OpenOption
        | TokenKind::Repeat(..) => true,
        TokenKind::Equals
        | TokenKind::Extends
        | TokenKind::Or
        | TokenKind::Close
        | TokenKind::CloseOption
        | TokenKind::End => false,
    }
}

/// Adds the alternatives of `name =/ elements` to a rule. They join a flat list instead of nested choices: a rule may
/// be extended thousands of times, and only groups count towards the nesting limit.
fn extend(rule: &mut Rule, more: Rule) {
    debug_assert!(more.node.span.start() >= rule.span.start(), "a text is parsed forward");
    // Other rules may lie between the two definitions, so the span of the first represents the whole.
    let span = rule.node.span;
    if !matches!(rule.node.kind, NodeKind::Choice(_)) {
        let kind = std::mem::replace(&mut rule.node.kind, NodeKind::Choice(Vec::new()));
        rule.node.kind = NodeKind::Choice(vec![Node { kind, span }]);
    }
    if let NodeKind::Choice(alternatives) = &mut rule.node.kind {
        alternatives.push(more.node);
    }
}

/// Errors.
impl Parser<'_, '_> {
    fn unexpected(&self, expected: &'static str) -> GrammarError {
        let token = &self.tokens[self.at];
        let found = match token.kind {
            TokenKind::End => "the end".to_owned(),
            _ if self.begins_rule() => format!("a new rule, `{}`", token.span.of(self.text)),
            _ => format!("`{}`", shorten(token.span.of(self.text))),
        };
        let place = RulePlace::new(self.text, self.origin, token.span);
        GrammarError::new(AbnfErrorKind::Syntax { expected, found }, Some(place))
    }

    /// The error for a token that does not begin a rule.
    fn no_rule(&self) -> GrammarError {
        let error = self.unexpected("the name of a rule and `=`");
        match self.tokens[self.at].kind {
            TokenKind::Equals | TokenKind::Extends => error.with_help("the name of the rule is missing"),
            _ if self.at == 0 => error,
            _ => error.with_help("continuation lines of a rule are indented further than its name"),
        }
    }

    /// The error for a token that cannot continue a complete rule.
    fn trailing(&self) -> GrammarError {
        let error = self.unexpected("`/`, an element or a new rule");
        match self.tokens[self.at].kind {
            TokenKind::Equals | TokenKind::Extends => error.with_help("each rule begins on a line of its own"),
            TokenKind::Close | TokenKind::CloseOption => error.with_help("no bracket is open"),
            _ => error,
        }
    }

    fn no_element(&self) -> GrammarError {
        let error = self.unexpected("an element: the name of a rule, a string, a number or a group");
        match self.tokens[self.at].kind {
            TokenKind::Or if self.dialect == Dialect::Rfc5234 => {
                error.with_help("`/` separates alternatives; the character is written `\"/\"`")
            }
            _ => error,
        }
    }

    fn unclosed(&self, close: &TokenKind) -> GrammarError {
        let (expected, bracket) = match close {
            TokenKind::Close => ("`/`, an element or `)`", "("),
            _ => ("`/`, an element or `]`", "["),
        };
        let opened = self.open.last().map(|span| {
            let place = RulePlace::new(self.text, self.origin, *span);
            format!("the `{bracket}` of {place} is not closed")
        });
        self.unexpected(expected).with_help(opened.as_deref())
    }
}

/// Truncates a long text.
fn shorten(text: &str) -> String {
    const MAX_CHARS: usize = 24;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
