//! From tokens to rules: RFC 5234 with RFC 7405, and the notation of RFC 1738 Section 5.
//!
//! ```text
//! rule          = rulename ( "=" / "=/" ) alternation
//! alternation   = concatenation *( "/" concatenation )
//! concatenation = 1*repetition
//! repetition    = [ repeat ] element
//! element       = rulename / "(" alternation ")" / "[" alternation "]" / char-val / num-val / prose-val
//! ```
//!
//! A rule begins where a line begins with a name and `=`, however far from the margin: texts are pasted from documents.
//! The lines that continue it stand further in.

use std::collections::HashMap;

use locator_core::Span;

use super::Dialect;
use super::ast::{Node, NodeKind, Rule, key};
use super::error::{AbnfErrorKind, GrammarError, RuleOrigin, RulePlace};
use super::lexer::{self, Sort, Token};
use super::limits::{Budget, Cap};

/// Reads all rules of a text.
pub(super) fn read(
    text: &str,
    origin: RuleOrigin,
    dialect: Dialect,
    budget: &mut Budget,
) -> Result<Vec<Rule>, GrammarError> {
    budget.check(Cap::Text, text.len() as u64)?;
    let tokens = lexer::tokens(text, origin, dialect, budget)?;
    let mut reader = Reader { text, origin, dialect, tokens, at: 0, margin: 0, open: Vec::new(), budget };
    reader.rules()
}

struct Reader<'t, 'b> {
    text: &'t str,
    origin: RuleOrigin,
    dialect: Dialect,
    tokens: Vec<Token>,
    at: usize,
    /// Where the rule being read begins on its line.
    margin: usize,
    /// The brackets that are open.
    open: Vec<Span>,
    budget: &'b mut Budget,
}

/// How the rule being read is defined: anew, or with further alternatives.
#[derive(PartialEq, Eq)]
enum Definition {
    New,
    More,
}

impl Reader<'_, '_> {
    fn rules(&mut self) -> Result<Vec<Rule>, GrammarError> {
        let mut rules: Vec<Rule> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        while self.tokens[self.at].sort != Sort::End {
            let (rule, definition) = self.rule()?;
            match (known.get(&key(&rule.name)), definition) {
                (None, Definition::New) => {
                    known.insert(key(&rule.name), rules.len());
                    rules.push(rule);
                    let count = self.budget.check(Cap::Rules, rules.len() as u64);
                    count.map_err(|over| self.error(AbnfErrorKind::Over(over), rules.last()))?;
                }
                (Some(&earlier), Definition::More) => extend(&mut rules[earlier], rule),
                (Some(&earlier), Definition::New) => {
                    let first = RulePlace::of(self.text, self.origin, rules[earlier].span);
                    let name = rule.name.clone();
                    return Err(self.error(AbnfErrorKind::Redefined { name, first }, Some(&rule)));
                }
                (None, Definition::More) => {
                    let name = rule.name.clone();
                    return Err(self.error(AbnfErrorKind::ExtendsNothing { name }, Some(&rule)));
                }
            }
        }
        Ok(rules)
    }

    fn error(&self, fault: AbnfErrorKind, rule: Option<&Rule>) -> GrammarError {
        let place = rule.map(|rule| RulePlace::of(self.text, self.origin, rule.span));
        GrammarError::new(fault, place)
    }

    fn rule(&mut self) -> Result<(Rule, Definition), GrammarError> {
        let token = self.tokens[self.at].clone();
        if !self.begins_rule() {
            return Err(self.no_rule(&token));
        }
        let (Sort::Name(name) | Sort::Prose(name)) = token.sort else {
            return Err(self.no_rule(&token));
        };
        let definition = match self.tokens[self.at + 1].sort {
            Sort::Extends => Definition::More,
            _ => Definition::New,
        };
        self.margin = token.margin.unwrap_or_default();
        self.at += 2;
        let node = self.alternation()?;
        if !self.is_over() {
            return Err(self.trailing());
        }
        let rule = Rule { name, origin: self.origin, span: token.span, node };
        Ok((rule, definition))
    }

    /// Whether a name and `=` come next, at the beginning of a line.
    fn begins_rule(&self) -> bool {
        let token = &self.tokens[self.at];
        let next = self.tokens.get(self.at + 1).map(|token| &token.sort);
        token.margin.is_some()
            && matches!(token.sort, Sort::Name(_) | Sort::Prose(_))
            && matches!(next, Some(Sort::Equals | Sort::Extends))
    }

    /// Whether the rule being read ends here.
    fn is_over(&self) -> bool {
        let token = &self.tokens[self.at];
        token.sort == Sort::End || token.margin.is_some_and(|margin| margin <= self.margin) || self.begins_rule()
    }

    fn alternation(&mut self) -> Result<Node, GrammarError> {
        let start = self.tokens[self.at].span;
        let mut nodes = vec![self.concatenation()?];
        while !self.is_over() && self.tokens[self.at].sort == Sort::Or {
            self.at += 1;
            nodes.push(self.concatenation()?);
        }
        Ok(self.only_or(nodes, start, NodeKind::Choice))
    }

    fn concatenation(&mut self) -> Result<Node, GrammarError> {
        let start = self.tokens[self.at].span;
        let mut nodes = vec![self.repetition()?];
        while !self.is_over() && begins_element(&self.tokens[self.at].sort) {
            nodes.push(self.repetition()?);
        }
        Ok(self.only_or(nodes, start, NodeKind::Sequence))
    }

    /// The only node by itself, or the whole that several make.
    fn only_or(&self, mut nodes: Vec<Node>, start: Span, whole: fn(Vec<Node>) -> NodeKind) -> Node {
        match nodes.pop() {
            Some(only) if nodes.is_empty() => only,
            last => {
                nodes.extend(last);
                let end = self.tokens[self.at - 1].span.end();
                Node { kind: whole(nodes), span: Span::new(start.start(), end) }
            }
        }
    }

    fn repetition(&mut self) -> Result<Node, GrammarError> {
        self.budget.steps(1)?;
        let token = self.tokens[self.at].clone();
        let Sort::Repeat(min, max) = token.sort else {
            return self.element(false);
        };
        if self.is_over() {
            return Err(self.no_element());
        }
        self.at += 1;
        if self.is_over() || self.tokens[self.at].span.start() != token.span.end() {
            let hint = "a repetition stands directly before what is repeated, without a space";
            return Err(self.no_element().hint(hint.to_owned()));
        }
        let node = Box::new(self.element(self.dialect == Dialect::Rfc1738Bnf)?);
        let span = Span::new(token.span.start(), node.span.end());
        let kind = NodeKind::Repeat { min, max, node };
        Ok(Node { kind, span })
    }

    /// One element. In RFC 1738 a repeated `[ x ]` is a group: "optional or repeated elements".
    fn element(&mut self, brackets_group: bool) -> Result<Node, GrammarError> {
        if self.is_over() {
            return Err(self.no_element());
        }
        let Token { sort, span, .. } = self.tokens[self.at].clone();
        let kind = match sort {
            Sort::Name(name) => NodeKind::Rule(name, usize::MAX),
            Sort::Literal(bytes, case) => NodeKind::Literal(bytes, case),
            Sort::Range(low, high) => NodeKind::Range(low, high),
            Sort::Prose(prose) => NodeKind::Prose(prose),
            Sort::Open => return self.group(&Sort::Close),
            Sort::OpenOption => {
                let inside = self.group(&Sort::CloseOption)?;
                if brackets_group {
                    return Ok(inside);
                }
                let span = inside.span;
                let node = Box::new(inside);
                let (min, max) = (0, Some(1));
                let kind = NodeKind::Repeat { min, max, node };
                return Ok(Node { kind, span });
            }
            _ => return Err(self.no_element()),
        };
        self.at += 1;
        Ok(Node { kind, span })
    }

    /// What stands between brackets, with the brackets.
    fn group(&mut self, close: &Sort) -> Result<Node, GrammarError> {
        let start = self.tokens[self.at].span;
        self.open.push(start);
        let nesting = self.budget.check(Cap::Nesting, self.open.len() as u64);
        nesting.map_err(|over| {
            GrammarError::new(AbnfErrorKind::Over(over), Some(RulePlace::of(self.text, self.origin, start)))
        })?;
        self.at += 1;
        let mut node = self.alternation()?;
        if self.is_over() || self.tokens[self.at].sort != *close {
            return Err(self.unclosed(close));
        }
        node.span = Span::new(start.start(), self.tokens[self.at].span.end());
        self.open.pop();
        self.at += 1;
        Ok(node)
    }
}

fn begins_element(sort: &Sort) -> bool {
    match sort {
        Sort::Name(_)
        | Sort::Literal(..)
        | Sort::Range(..)
        | Sort::Prose(_)
        | Sort::Open
        | Sort::OpenOption
        | Sort::Repeat(..) => true,
        Sort::Equals | Sort::Extends | Sort::Or | Sort::Close | Sort::CloseOption | Sort::End => false,
    }
}

/// Further alternatives of a rule: `name =/ elements`. They stand beside those that it has, and not around them: a rule may
/// be extended thousands of times, and groups within groups are counted where they are written.
fn extend(rule: &mut Rule, more: Rule) {
    debug_assert!(more.node.span.start() >= rule.span.start(), "a text is read forward");
    // Spans of other rules may stand between the two, so the first one stands for the whole.
    let span = rule.node.span;
    if !matches!(rule.node.kind, NodeKind::Choice(_)) {
        let kind = std::mem::replace(&mut rule.node.kind, NodeKind::Choice(Vec::new()));
        rule.node.kind = NodeKind::Choice(vec![Node { kind, span }]);
    }
    if let NodeKind::Choice(alternatives) = &mut rule.node.kind {
        alternatives.push(more.node);
    }
}

/// What is wrong where.
impl Reader<'_, '_> {
    fn fault(&self, expected: &'static str) -> GrammarError {
        let token = &self.tokens[self.at];
        let found = match token.sort {
            Sort::End => "the end".to_owned(),
            _ if self.begins_rule() => format!("a new rule, `{}`", token.span.of(self.text)),
            _ => format!("`{}`", shorten(token.span.of(self.text))),
        };
        let place = RulePlace::of(self.text, self.origin, token.span);
        GrammarError::new(AbnfErrorKind::Syntax { expected, found }, Some(place))
    }

    /// The text does not go on with a rule.
    fn no_rule(&self, token: &Token) -> GrammarError {
        let is_first = self.at == 0;
        let error = self.fault("the name of a rule and `=`");
        match token.sort {
            Sort::Equals | Sort::Extends => error.hint("the name of the rule is missing".to_owned()),
            _ if is_first => error,
            _ => error.hint("the lines that continue a rule stand further in than its name".to_owned()),
        }
    }

    /// Something stands behind a rule that cannot continue it.
    fn trailing(&self) -> GrammarError {
        let error = self.fault("`/`, an element or a new rule");
        match self.tokens[self.at].sort {
            Sort::Equals | Sort::Extends => error.hint("each rule begins on a line of its own".to_owned()),
            Sort::Close | Sort::CloseOption => error.hint("no bracket is open".to_owned()),
            _ => error,
        }
    }

    fn no_element(&self) -> GrammarError {
        let error = self.fault("an element: the name of a rule, a string, a number or a group");
        match self.tokens[self.at].sort {
            Sort::Or if self.dialect == Dialect::Rfc5234 => {
                error.hint("`/` separates alternatives; the character is written `\"/\"`".to_owned())
            }
            _ => error,
        }
    }

    fn unclosed(&self, close: &Sort) -> GrammarError {
        let (expected, bracket) = match close {
            Sort::Close => ("`/`, an element or `)`", "("),
            _ => ("`/`, an element or `]`", "["),
        };
        let opened = self.open.last().map(|span| {
            let place = RulePlace::of(self.text, self.origin, *span);
            format!("the `{bracket}` of {place} is open")
        });
        self.fault(expected).hint(opened)
    }
}

/// The beginning of a text that is long.
fn shorten(text: &str) -> String {
    const LONG: usize = 24;
    match text.char_indices().nth(LONG) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
