//! Splits the text of a grammar into tokens.

use anyurl_core::Span;

use super::Dialect;
use super::ast::Case;
use super::error::{AbnfErrorKind, GrammarError};
use super::limits::{Budget, Limit};
use super::origin::{RuleOrigin, RulePlace};

/// A token with its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// The indentation of a token that is the first on its line.
    pub indent: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Name(String),
    /// `=`
    Equals,
    /// `=/`
    Extends,
    /// `/`, or `|` in [`Dialect::Rfc1738Bnf`]
    Or,
    Open,
    Close,
    OpenOption,
    CloseOption,
    /// `n*m`; unbounded without `m`
    Repeat(u32, Option<u32>),
    Literal(Vec<u8>, Case),
    Range(u8, u8),
    Prose(String),
    End,
}

pub(super) struct Lexer<'t> {
    text: &'t str,
    origin: RuleOrigin,
    dialect: Dialect,
    at: usize,
    /// The offset of the current line.
    line: usize,
    /// Whether the line has no token yet.
    at_line_start: bool,
}

/// Returns the tokens of a text, the last of which is [`TokenKind::End`].
pub(super) fn tokens(
    text: &str,
    origin: RuleOrigin,
    dialect: Dialect,
    budget: &mut Budget,
) -> Result<Vec<Token>, GrammarError> {
    let mut lexer = Lexer { text, origin, dialect, at: 0, line: 0, at_line_start: true };
    let mut tokens = Vec::new();
    loop {
        budget.steps(1)?;
        lexer.skip_blanks();
        let start = lexer.at;
        let indent = lexer.at_line_start.then_some(start - lexer.line);
        lexer.at_line_start = false;
        let kind = lexer.token(budget)?;
        let is_end = kind == TokenKind::End;
        tokens.push(Token { kind, span: Span::new(start, lexer.at), indent });
        if is_end {
            return Ok(tokens);
        }
    }
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, literal: &str) -> bool {
        let found = self.rest().starts_with(literal);
        if found {
            self.at += literal.len();
        }
        found
    }

    /// Takes the longest run of matching bytes.
    fn take_while(&mut self, matches: impl Fn(u8) -> bool) -> &str {
        let start = self.at;
        while self.peek().is_some_and(&matches) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Skips spaces, line ends and comments, and a byte order mark at the start of the text.
    fn skip_blanks(&mut self) {
        if self.at == 0 && self.take("\u{FEFF}") {
            self.line = self.at;
        }
        loop {
            match self.peek() {
                Some(b'\n' | b'\r') => {
                    self.at += 1;
                    self.line = self.at;
                    self.at_line_start = true;
                }
                Some(b' ' | b'\t') => self.at += 1,
                Some(b';') => {
                    let end = self.rest().find(['\n', '\r']);
                    self.at += end.unwrap_or(self.rest().len());
                }
                _ => return,
            }
        }
    }

    fn token(&mut self, budget: &Budget) -> Result<TokenKind, GrammarError> {
        let Some(byte) = self.peek() else {
            return Ok(TokenKind::End);
        };
        let is_bnf = self.dialect == Dialect::Rfc1738Bnf;
        if is_bnf && self.take("<\">") {
            return Ok(TokenKind::Literal(vec![b'"'], Case::Sensitive));
        }
        let kind = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => return self.name(),
            b'0'..=b'9' | b'*' => return self.repeat(budget),
            b'"' => return self.literal(self.case()),
            b'%' if !is_bnf => return self.percent(),
            b'<' => return self.prose(),
            b'=' if !is_bnf && self.take("=/") => return Ok(TokenKind::Extends),
            b'=' => TokenKind::Equals,
            b'|' if is_bnf => TokenKind::Or,
            b'/' if !is_bnf => TokenKind::Or,
            // In `gopherurl` the slash is printed without quotes (erratum 5118); it has no other use in this dialect.
            b'/' => TokenKind::Literal(vec![b'/'], Case::Sensitive),
            b'(' => TokenKind::Open,
            b')' => TokenKind::Close,
            b'[' => TokenKind::OpenOption,
            b']' => TokenKind::CloseOption,
            _ => return Err(self.unexpected_char()),
        };
        self.at += 1;
        Ok(kind)
    }

    /// The case sensitivity of a literal without `%s` or `%i`.
    fn case(&self) -> Case {
        match self.dialect {
            Dialect::Rfc5234 => Case::Unspecified,
            Dialect::Rfc1738Bnf => Case::Sensitive,
        }
    }

    /// `rulename = ALPHA *( ALPHA / DIGIT / "-" )`; RFC 1738 has a rule `gopher+_string`.
    fn name(&mut self) -> Result<TokenKind, GrammarError> {
        let is_bnf = self.dialect == Dialect::Rfc1738Bnf;
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || is_bnf && b"+_".contains(&byte);
        let name = self.take_while(is_name).to_owned();
        if self.peek() == Some(b'_') {
            return Err(self.error_here("the end of the name", NAME_HELP));
        }
        Ok(TokenKind::Name(name))
    }

    /// `repeat = 1*DIGIT / ( *DIGIT "*" *DIGIT )`
    fn repeat(&mut self, budget: &Budget) -> Result<TokenKind, GrammarError> {
        let start = self.at;
        let low = self.count(budget)?;
        if low == Some(0) && self.rest().starts_with(['x', 'X']) {
            // By the grammar of ABNF, `0x41` is zero times the rule `x41`.
            return Err(self.error_here("a repetition or a number", "numbers are written `%x41`"));
        }
        if !self.take("*") {
            let count = low.unwrap_or_default();
            return Ok(TokenKind::Repeat(count, Some(count)));
        }
        let (min, max) = (low.unwrap_or_default(), self.count(budget)?);
        if max.is_some_and(|max| max < min) {
            self.at = start;
            return Err(self.error_here("a repetition whose minimum is at most its maximum", None));
        }
        Ok(TokenKind::Repeat(min, max))
    }

    /// `*DIGIT`, at most [`Limit::Repeat`].
    fn count(&mut self, budget: &Budget) -> Result<Option<u32>, GrammarError> {
        let start = self.at;
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let count = digits.parse().unwrap_or(u32::MAX);
        match budget.check(Limit::Repeat, u64::from(count)) {
            Ok(()) => Ok(Some(count)),
            Err(exceeded) => {
                let place = RulePlace::new(self.text, self.origin, Span::new(start, self.at));
                Err(GrammarError::new(exceeded.into(), Some(place)))
            }
        }
    }

    /// `"…"`: graphic characters and spaces, without escapes.
    fn literal(&mut self, case: Case) -> Result<TokenKind, GrammarError> {
        let start = self.at;
        self.at += 1;
        let is_quoted = |byte| matches!(byte, 0x20..=0x7E) && byte != b'"';
        let bytes = self.take_while(is_quoted).as_bytes().to_vec();
        if self.take("\"") {
            return Ok(TokenKind::Literal(bytes, case));
        }
        if matches!(self.peek(), None | Some(b'\r' | b'\n')) {
            self.at = start;
            return Err(self.error("a string that ends on its line", "an unterminated one", None));
        }
        let help = "strings contain US-ASCII only; write other bytes as `%xC3.A9`";
        Err(self.error_here("a graphic character of US-ASCII", help))
    }

    /// `"%" ( bin-val / dec-val / hex-val )`, `%s"…"` and `%i"…"`; the letter after `%` is case-insensitive.
    fn percent(&mut self) -> Result<TokenKind, GrammarError> {
        self.at += 1;
        let letter = self.peek().unwrap_or_default().to_ascii_lowercase();
        let base = match letter {
            b'x' => 16,
            b'd' => 10,
            b'b' => 2,
            b's' | b'i' => {
                self.at += 1;
                if self.peek() != Some(b'"') {
                    return Err(self.error_here("a string in quotes", None));
                }
                return self.literal(if letter == b's' { Case::Sensitive } else { Case::Insensitive });
            }
            _ => return Err(self.error_here("`x`, `d`, `b`, `s` or `i` after `%`", None)),
        };
        self.at += 1;
        self.value(base)
    }

    /// A byte, a range of bytes, or a sequence of bytes.
    fn value(&mut self, base: u32) -> Result<TokenKind, GrammarError> {
        let first = self.byte(base)?;
        if self.take("-") {
            let start = self.at;
            let last = self.byte(base)?;
            if last < first {
                self.at = start;
                return Err(self.error_here("a range from low to high", None));
            }
            return Ok(TokenKind::Range(first, last));
        }
        let mut bytes = vec![first];
        while self.take(".") {
            bytes.push(self.byte(base)?);
        }
        Ok(TokenKind::Literal(bytes, Case::Sensitive))
    }

    fn byte(&mut self, base: u32) -> Result<u8, GrammarError> {
        let start = self.at;
        let digits = self.take_while(|byte| char::from(byte).is_digit(base)).to_owned();
        match u8::from_str_radix(&digits, base) {
            Ok(byte) => Ok(byte),
            Err(_) if digits.is_empty() => Err(self.error_here("the digits of a number", None)),
            Err(_) => {
                self.at = start;
                let help = "URLs are bytes: write the UTF-8 of a character, as in `%xC3.A9`";
                Err(self.error("a byte, at most %xFF", &format!("`{digits}`"), help))
            }
        }
    }

    /// `prose-val`, or a name in angle brackets.
    fn prose(&mut self) -> Result<TokenKind, GrammarError> {
        let start = self.at;
        self.at += 1;
        let prose = self.take_while(|byte| !matches!(byte, b'>' | b'\r' | b'\n')).to_owned();
        if self.take(">") {
            return Ok(TokenKind::Prose(prose));
        }
        self.at = start;
        Err(self.error("`<…>` that ends on its line", "an unterminated one", None))
    }

    /// The error for a character that has no meaning in the notation, with the likely intention.
    fn unexpected_char(&self) -> GrammarError {
        let help = match self.rest().chars().next().unwrap_or_default() {
            '|' => "alternatives are separated by `/`; the dialect `rfc1738-bnf` has `|`",
            ':' => "a rule is written `name = elements`",
            '\'' | '\u{2018}' | '\u{2019}' | '\u{201C}' | '\u{201D}' => "strings are written in straight double quotes",
            '{' | '}' => "a repetition is written `n*m` before its element",
            '+' | '?' => "a repetition is written before its element: `1*x` is one or more, `[ x ]` zero or one",
            '#' => "lists are written out, as in `x *( \",\" x )`",
            '%' => "RFC 1738 has no numeric values; the dialect `rfc5234` does",
            '_' => NAME_HELP,
            '\\' => "strings have no escapes; a backslash is `\"\\\"`, a quote `DQUOTE`",
            _ => return self.error_here("a rule or an element", None),
        };
        self.error_here("a rule or an element", help)
    }

    /// The error for the next character.
    fn error_here<'h>(&self, expected: &'static str, help: impl Into<Option<&'h str>>) -> GrammarError {
        let found = match self.rest().chars().next() {
            None => "the end".to_owned(),
            Some('\n' | '\r') => "the end of the line".to_owned(),
            Some(found) if found.is_control() => format!("`{}`", found.escape_default()),
            Some(found) => format!("`{found}`"),
        };
        self.error(expected, &found, help)
    }

    fn error<'h>(&self, expected: &'static str, found: &str, help: impl Into<Option<&'h str>>) -> GrammarError {
        let len = self.rest().chars().next().map_or(0, char::len_utf8);
        let place = RulePlace::new(self.text, self.origin, Span::new(self.at, self.at + len));
        let found = found.to_owned();
        GrammarError::new(AbnfErrorKind::Syntax { expected, found }, Some(place)).with_help(help)
    }
}

const NAME_HELP: &str = "rule names consist of letters, digits and hyphens";
