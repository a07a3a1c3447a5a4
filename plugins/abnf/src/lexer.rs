//! From the text of a grammar to its tokens.

use locator_core::Span;

use super::Dialect;
use super::ast::Case;
use super::error::{AbnfErrorKind, GrammarError, RuleOrigin, RulePlace};
use super::limits::{Budget, Cap, Over};

/// One token, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub sort: Sort,
    pub span: Span,
    /// How far it is from the margin, if it is the first on its line.
    pub margin: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Name(String),
    /// `=`
    Equals,
    /// `=/`
    Extends,
    /// `/`, or `|` in the dialect of RFC 1738
    Or,
    Open,
    Close,
    OpenOption,
    CloseOption,
    /// `n*m`; without an end where `m` is missing
    Repeat(u32, Option<u32>),
    Literal(Vec<u8>, Case),
    Range(u8, u8),
    Prose(String),
    End,
}

/// A text with a place in it.
pub(super) struct Lexer<'t> {
    text: &'t str,
    origin: RuleOrigin,
    dialect: Dialect,
    at: usize,
    line: usize,
    fresh: bool,
}

/// The tokens of a text, the last of which is [`Sort::End`].
pub(super) fn tokens(
    text: &str,
    origin: RuleOrigin,
    dialect: Dialect,
    budget: &mut Budget,
) -> Result<Vec<Token>, GrammarError> {
    let mut lexer = Lexer { text, origin, dialect, at: 0, line: 0, fresh: true };
    let mut tokens = Vec::new();
    loop {
        budget.steps(1)?;
        lexer.blank();
        let start = lexer.at;
        let margin = lexer.fresh.then_some(start - lexer.line);
        lexer.fresh = false;
        let sort = lexer.token(budget)?;
        let is_end = sort == Sort::End;
        let span = Span::new(start, lexer.at);
        tokens.push(Token { sort, span, margin });
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
        let comes = self.rest().starts_with(literal);
        if comes {
            self.at += literal.len();
        }
        comes
    }

    /// As many bytes as fit.
    fn run(&mut self, fits: impl Fn(u8) -> bool) -> &str {
        let start = self.at;
        while self.peek().is_some_and(&fits) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Spaces, line ends and comments. The first text of a file may begin with a byte order mark, which nobody sees.
    fn blank(&mut self) {
        if self.at == 0 && self.take("\u{FEFF}") {
            self.line = self.at;
        }
        loop {
            match self.peek() {
                Some(b'\n' | b'\r') => {
                    self.at += 1;
                    self.line = self.at;
                    self.fresh = true;
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

    fn token(&mut self, budget: &Budget) -> Result<Sort, GrammarError> {
        let Some(byte) = self.peek() else {
            return Ok(Sort::End);
        };
        let is_bnf = self.dialect == Dialect::Rfc1738Bnf;
        if is_bnf && self.take("<\">") {
            return Ok(Sort::Literal(vec![b'"'], Case::Sensitive));
        }
        let sort = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => return self.name(),
            b'0'..=b'9' | b'*' => return self.repeat(budget),
            b'"' => return self.literal(self.case()),
            b'%' if !is_bnf => return self.percent(),
            b'<' => return self.prose(),
            b'=' if !is_bnf && self.take("=/") => return Ok(Sort::Extends),
            b'=' => Sort::Equals,
            b'|' if is_bnf => Sort::Or,
            b'/' if !is_bnf => Sort::Or,
            // In `gopherurl` the slash lost its quotes (erratum 5118); the dialect has no other use for it.
            b'/' => Sort::Literal(vec![b'/'], Case::Sensitive),
            b'(' => Sort::Open,
            b')' => Sort::Close,
            b'[' => Sort::OpenOption,
            b']' => Sort::CloseOption,
            _ => return Err(self.foreign()),
        };
        self.at += 1;
        Ok(sort)
    }

    /// How a literal without `%s` or `%i` is meant.
    fn case(&self) -> Case {
        match self.dialect {
            Dialect::Rfc5234 => Case::Unsaid,
            Dialect::Rfc1738Bnf => Case::Sensitive,
        }
    }

    /// `rulename = ALPHA *( ALPHA / DIGIT / "-" )`; the one of RFC 1738 has `gopher+_string`.
    fn name(&mut self) -> Result<Sort, GrammarError> {
        let is_bnf = self.dialect == Dialect::Rfc1738Bnf;
        let name =
            self.run(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || is_bnf && b"+_".contains(&byte)).to_owned();
        if self.peek() == Some(b'_') {
            let hint = "names of rules have letters, digits and hyphens";
            return Err(self.here("the end of the name", hint));
        }
        Ok(Sort::Name(name))
    }

    /// `repeat = 1*DIGIT / ( *DIGIT "*" *DIGIT )`
    fn repeat(&mut self, budget: &Budget) -> Result<Sort, GrammarError> {
        let start = self.at;
        let low = self.count(budget)?;
        if low == Some(0) && self.rest().starts_with(['x', 'X']) {
            // Read as it stands, `0x41` is no occurrence of a rule `x41`.
            let hint = "numbers are written `%x41`";
            return Err(self.here("a repetition or a number", hint));
        }
        if !self.take("*") {
            let count = low.unwrap_or_default();
            return Ok(Sort::Repeat(count, Some(count)));
        }
        let (min, max) = (low.unwrap_or_default(), self.count(budget)?);
        if max.is_some_and(|max| max < min) {
            self.at = start;
            return Err(self.here("a repetition from less to more", None));
        }
        Ok(Sort::Repeat(min, max))
    }

    /// `*DIGIT`, at most as many times as the cap says.
    fn count(&mut self, budget: &Budget) -> Result<Option<u32>, GrammarError> {
        let start = self.at;
        let digits = self.run(|byte| byte.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let count = digits.parse().unwrap_or(u32::MAX);
        let over = budget.check(Cap::Repeat, u64::from(count));
        over.map_err(|over| self.over(over, start))?;
        Ok(Some(count))
    }

    /// `"…"`: graphic characters and spaces, without any escapes.
    fn literal(&mut self, case: Case) -> Result<Sort, GrammarError> {
        let start = self.at;
        self.at += 1;
        let inside = self.run(|byte| matches!(byte, 0x20..=0x7E) && byte != b'"');
        let bytes = inside.as_bytes().to_vec();
        if self.take("\"") {
            return Ok(Sort::Literal(bytes, case));
        }
        let hint = match self.peek() {
            None | Some(b'\r' | b'\n') => {
                self.at = start;
                return Err(self.fault("a string that ends on its line", "one that does not", None));
            }
            Some(_) => "strings hold US-ASCII; write other bytes as `%xC3.A9`",
        };
        Err(self.here("a graphic character of US-ASCII", hint))
    }

    /// `"%" ( bin-val / dec-val / hex-val )`, `"%s"` and `"%i"`, which ignore case themselves.
    fn percent(&mut self) -> Result<Sort, GrammarError> {
        self.at += 1;
        let letter = self.peek().unwrap_or_default().to_ascii_lowercase();
        let base = match letter {
            b'x' => 16,
            b'd' => 10,
            b'b' => 2,
            b's' | b'i' => {
                self.at += 1;
                if self.peek() != Some(b'"') {
                    return Err(self.here("a string in quotes", None));
                }
                return self.literal(if letter == b's' { Case::Sensitive } else { Case::Insensitive });
            }
            _ => return Err(self.here("`x`, `d`, `b`, `s` or `i` behind `%`", None)),
        };
        self.at += 1;
        self.value(base)
    }

    /// One byte, a range of bytes, or bytes one behind the other.
    fn value(&mut self, base: u32) -> Result<Sort, GrammarError> {
        let first = self.byte(base)?;
        if self.take("-") {
            let start = self.at;
            let last = self.byte(base)?;
            if last < first {
                self.at = start;
                return Err(self.here("a range from low to high", None));
            }
            return Ok(Sort::Range(first, last));
        }
        let mut bytes = vec![first];
        while self.take(".") {
            bytes.push(self.byte(base)?);
        }
        Ok(Sort::Literal(bytes, Case::Sensitive))
    }

    fn byte(&mut self, base: u32) -> Result<u8, GrammarError> {
        let start = self.at;
        let digits = self.run(|byte| char::from(byte).is_digit(base));
        let value = u32::from_str_radix(digits, base);
        let is_empty = digits.is_empty();
        let found = digits.to_owned();
        match value.map(u8::try_from) {
            Ok(Ok(byte)) => Ok(byte),
            _ if is_empty => Err(self.here("the digits of a number", None)),
            _ => {
                self.at = start;
                let hint = "URLs are bytes: write the UTF-8 of a character, as in `%xC3.A9`";
                Err(self.fault("a byte, at most %xFF", &format!("`{found}`"), hint))
            }
        }
    }

    /// `prose-val`, or a name in angle brackets.
    fn prose(&mut self) -> Result<Sort, GrammarError> {
        let start = self.at;
        self.at += 1;
        let inside = self.run(|byte| !matches!(byte, b'>' | b'\r' | b'\n'));
        let prose = inside.to_owned();
        if self.take(">") {
            return Ok(Sort::Prose(prose));
        }
        self.at = start;
        Err(self.fault("`<…>` that ends on its line", "one that does not", None))
    }

    /// A character that has no meaning in the notation, and what its writer may have meant.
    fn foreign(&self) -> GrammarError {
        let hint = match self.rest().chars().next().unwrap_or_default() {
            '|' => "alternatives are separated by `/`; the dialect `rfc1738-bnf` has `|`",
            ':' => "a rule is written `name = elements`",
            '\'' | '\u{2018}' | '\u{2019}' | '\u{201C}' | '\u{201D}' => "strings stand in straight double quotes",
            '{' | '}' => "a repetition is written `n*m` before what is repeated",
            '+' | '?' => "a repetition stands before what is repeated: `1*x` is one or more, `[ x ]` one or none",
            '#' => "lists are written out, as in `x *( \",\" x )`",
            '%' => "RFC 1738 has no numbers; the dialect `rfc5234` has",
            '_' => "names of rules have letters, digits and hyphens",
            '\\' => "strings have no escapes; a backslash is `\"\\\"`, a quote `DQUOTE`",
            _ => return self.here("a rule or an element", None),
        };
        self.here("a rule or an element", hint)
    }

    /// What stands here is wrong.
    fn here<'h>(&self, expected: &'static str, hint: impl Into<Option<&'h str>>) -> GrammarError {
        let found = match self.rest().chars().next() {
            None => "the end".to_owned(),
            Some('\n' | '\r') => "the end of the line".to_owned(),
            Some(found) if found.is_control() => format!("`{}`", found.escape_default()),
            Some(found) => format!("`{found}`"),
        };
        self.fault(expected, &found, hint)
    }

    fn fault<'h>(&self, expected: &'static str, found: &str, hint: impl Into<Option<&'h str>>) -> GrammarError {
        let len = self.rest().chars().next().map_or(0, char::len_utf8);
        let span = Span::new(self.at, self.at + len);
        let place = RulePlace::of(self.text, self.origin, span);
        let found = found.to_owned();
        GrammarError::new(AbnfErrorKind::Syntax { expected, found }, Some(place)).hint(hint.into().map(str::to_owned))
    }

    fn over(&self, over: Over, start: usize) -> GrammarError {
        let place = RulePlace::of(self.text, self.origin, Span::new(start, self.at));
        GrammarError::new(AbnfErrorKind::Over(over), Some(place))
    }
}
