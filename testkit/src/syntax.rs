//! Compares a scheme with the grammar in its registration: which texts are URLs, and where their components are.
//!
//! A grammar cannot say everything. Host and port are parsed by the core, by rules of its own. A text of the grammar may
//! be refused as out of range or as forbidden by the prose of the specification, if a reject of the registration shows that.

use anyurl_abnf::{
    AbnfErrorKind, Budget, Capture, CompiledGrammar, Dialect, GrammarError, GrammarSource, Limits, RuleSet, rules,
};
use anyurl_core::authors::{Registration, Reject};
use anyurl_core::{Error, ErrorKind, Registry, Slot, Span, Url};

use crate::generate::{self, Generator};
use crate::mutation::mutate;

/// The number of texts that are generated; five times as many if `ANYURL_THOROUGH=1` is set.
const GENERATED: usize = 150;

/// How often each of them gets an ending after one of its words.
const ENDINGS: usize = 4;

/// The largest number of captures of a grammar.
const MAX_CAPTURES: usize = 16;

/// Texts for a comparison, the same on every run.
#[derive(Default)]
pub(crate) struct Texts {
    /// Texts that the grammar derives.
    pub(crate) derived: Vec<String>,
    /// Small changes of them.
    pub(crate) changed: Vec<String>,
}

/// The grammar of a scheme.
pub(crate) struct Syntax<'r> {
    registration: &'r Registration,
    /// The text as it can be meant: in RFC 5234, with and without the case of its strings, or in the notation of RFC 1738.
    /// What they differ in is not compared.
    readings: Vec<CompiledGrammar>,
    dialect: Dialect,
    /// A text whose components can be read in two ways, so that no spans are compared.
    pub(crate) ambiguous: Option<String>,
}

impl<'r> Syntax<'r> {
    /// Compiles the syntax of a registration.
    ///
    /// # Errors
    /// It is no grammar.
    pub(crate) fn compile(registration: &'r Registration) -> Result<Self, GrammarError> {
        let text = &*registration.syntax;
        let compile = |text: &str, dialect| compiled(registration, text, dialect);
        let (readings, dialect) = match compile(text, Dialect::Rfc5234) {
            Ok(one) => (vec![one, compile(&case_sensitive(text), Dialect::Rfc5234)?], Dialect::Rfc5234),
            // Only the notation of RFC 1738 has this sign.
            Err(_) if text.contains('|') => (vec![compile(text, Dialect::Rfc1738Bnf)?], Dialect::Rfc1738Bnf),
            Err(error) => (vec![compile(text, Dialect::Rfc1738Bnf).map_err(|_| error)?], Dialect::Rfc1738Bnf),
        };
        let ambiguity = readings.first().and_then(|one| one.ambiguity(&mut Budget::new(Limits::STANDARD)).ok()?);
        let ambiguous = ambiguity.map(|found| found.text.escape_ascii().to_string());
        Ok(Self { registration, readings, dialect, ambiguous })
    }

    /// Returns texts that the grammar derives, and changes of them.
    pub(crate) fn texts(&self) -> Texts {
        let mut texts = Texts::default();
        let imports = generate::imports(self.registration.grammar);
        let Ok(mut generator) = Generator::new(&self.registration.syntax, self.dialect, imports) else {
            return texts;
        };
        let count = if crate::is_thorough() { 5 * GENERATED } else { GENERATED };
        for _ in 0..count {
            let Some(text) = generator.text() else { continue };
            texts.changed.push(mutate(&text, generator.rng()));
            texts.changed.extend((0..ENDINGS).map(|_| generator.with_ending(&text)));
            texts.derived.push(text);
        }
        texts
    }

    /// Checks that a scheme accepts a text if the grammar derives it, with the components that the grammar names.
    ///
    /// # Errors
    /// How they differ.
    pub(crate) fn check(&self, registry: &Registry, text: &str) -> Result<(), String> {
        let name_len = self.registration.name.len();
        let is_of_scheme = text.get(..name_len).is_some_and(|name| name.eq_ignore_ascii_case(&self.registration.name));
        if !is_of_scheme || !text[name_len..].starts_with(':') {
            return Ok(());
        }
        // The names of schemes ignore case, the strings of a grammar may not.
        let lower = format!("{}{}", self.registration.name, &text[name_len..]);
        let outcome = match registry.parse(text) {
            Ok(url) => self.check_accepted(&url, &lower),
            Err(error) if self.derives(&lower) => self.check_rejected(&error, text),
            Err(_) => Ok(()),
        };
        outcome.map_err(|failure| format!("{text:?}: {failure}"))
    }

    /// Returns whether all readings of the grammar derive a text.
    fn derives(&self, text: &str) -> bool {
        self.readings.iter().all(|one| one.dfa().derives(text.as_bytes()))
    }

    /// Checks a text that the scheme accepts. `lower` is the same text, with the name of the scheme in lower case.
    fn check_accepted(&self, url: &Url<'_>, lower: &str) -> Result<(), String> {
        self.check_limits(url)?;
        let end = url.span(Slot::FRAGMENT).map_or(lower.len(), |fragment| fragment.start() - 1);
        let text = &lower[..end];
        if self.derives(text) {
            return self.check_spans(url, text);
        }
        let text = with_plain_host(url, text);
        if self.readings.iter().any(|one| one.dfa().derives(text.as_bytes())) {
            return Ok(());
        }
        Err("the scheme accepts it, and its `syntax` does not".to_owned())
    }

    /// Checks that components are where the rules of their names are.
    fn check_spans(&self, url: &Url<'_>, text: &str) -> Result<(), String> {
        let Some(grammar) = self.readings.first().filter(|_| self.ambiguous.is_none()) else { return Ok(()) };
        let (mut spans, dfa) = ([None; MAX_CAPTURES], grammar.dfa());
        if dfa.scan(&dfa.start(), text.as_bytes(), 0, &mut spans).is_err() {
            return Ok(());
        }
        // A component may have the name of an imported rule that the grammar does not use.
        let captures = grammar.captures().zip(spans).enumerate().filter(|(n, _)| grammar.reaches(*n));
        for (_, (name, expected)) in captures {
            let found = url.component(name).and_then(|part| part.span());
            let is_absent_port = name == "port" && found.is_none() && expected.is_some_and(Span::is_empty);
            if found != expected && !is_absent_port {
                let shown =
                    |span: Option<Span>| span.map_or("absent".to_owned(), |span| format!("{:?}", span.of(text)));
                let (found, expected) = (shown(found), shown(expected));
                return Err(format!("the component `{name}` is {found}, and by the `syntax` {expected}"));
            }
        }
        Ok(())
    }

    /// Checks that no number is beyond the limit that a reject states.
    fn check_limits(&self, url: &Url<'_>) -> Result<(), String> {
        for reject in self.rejects(ErrorKind::OutOfRange) {
            let part = url.component(&reject.rule);
            let (Some(limit), Some(found)) =
                (stated_number(reject), part.as_ref().and_then(|part| number(part.text())))
            else {
                continue;
            };
            if limit != "0" && is_at_least(found, limit) {
                return Err(format!(
                    "`{}` is {found}, and the reject {} says that {limit} is out of range",
                    reject.rule, reject.url
                ));
            }
        }
        Ok(())
    }

    /// Checks that a text of the grammar is rejected for a reason that a grammar cannot express, and that a reject shows.
    fn check_rejected(&self, error: &Error, text: &str) -> Result<(), String> {
        if matches!(error.component(), "host" | "port") {
            return Ok(());
        }
        if !matches!(error.kind(), ErrorKind::OutOfRange | ErrorKind::Forbidden) {
            return Err(format!("its `syntax` allows it, and the scheme does not: {error}"));
        }
        let stated: Vec<&Reject> = self.rejects(error.kind()).filter(|reject| reject.rule == error.rule()).collect();
        if stated.is_empty() {
            let rule = error.rule();
            return Err(format!("its `syntax` allows it: add a reject that shows this limit of `{rule}`: {error}"));
        }
        let limits: Vec<&str> = stated.into_iter().filter_map(stated_number).collect();
        match number(error.span().of(text)) {
            Some(found) if !limits.is_empty() && !limits.iter().any(|limit| is_at_least(found, limit)) => Err(format!(
                "{found} is refused, and the rejects say that {} is the first number out of range",
                limits[0]
            )),
            _ => Ok(()),
        }
    }

    /// Returns the rejects of a kind.
    fn rejects(&self, kind: ErrorKind) -> impl Iterator<Item = &'r Reject> {
        self.registration.rejects.iter().filter(move |reject| reject.kind == Some(kind))
    }
}

/// Returns the text with a host and a port that every grammar derives.
fn with_plain_host(url: &Url<'_>, text: &str) -> String {
    let mut text = text.to_owned();
    for (slot, plain) in [(Slot::PORT, "1"), (Slot::HOST, "h")] {
        if let Some(span) = url.span(slot) {
            text.replace_range(span.range(), plain);
        }
    }
    text
}

/// Compiles a text, with a capture for each component that has the name of a rule.
fn compiled(registration: &Registration, text: &str, dialect: Dialect) -> Result<CompiledGrammar, GrammarError> {
    let imports: [RuleSet; 1] = [generate::imports(registration.grammar)];
    let own = rules(text, dialect)?.into_iter().map(|rule| rule.name);
    let names: Vec<String> = own.chain(imports[0].rules().map(str::to_owned)).collect();
    let mut captures: Vec<Capture<'_>> = Vec::new();
    for component in registration.components.iter().filter(|component| !component.lenient) {
        let rule = names.iter().find(|rule| is_same_name(rule, &component.name));
        captures.extend(rule.map(|rule| Capture { optional: true, ..Capture::new(&component.name, rule) }));
    }
    captures.truncate(MAX_CAPTURES);
    loop {
        let source = GrammarSource::new(text).dialect(dialect).imports(&imports).captures(&captures);
        match CompiledGrammar::compile(&source) {
            Err(error) => match error.kind() {
                // A component that a rule of its name does not determine is not compared.
                AbnfErrorKind::Repeats { component, .. } => captures.retain(|capture| capture.name != component),
                _ => return Err(error),
            },
            compiled => return compiled,
        }
    }
}

/// Whether a rule has the name of a component: `article_number` is `article-number`, as rules have no underscores.
fn is_same_name(rule: &str, component: &str) -> bool {
    rule.replace('_', "-").eq_ignore_ascii_case(&component.replace('_', "-"))
}

/// Returns a grammar of RFC 5234 whose strings are case-sensitive (RFC 7405).
fn case_sensitive(text: &str) -> String {
    let mut sensitive = String::with_capacity(text.len());
    let (mut is_quoted, mut is_comment) = (false, false);
    for found in text.chars() {
        is_comment = (is_comment || found == ';' && !is_quoted) && found != '\n';
        if found == '"' && !is_comment {
            is_quoted = !is_quoted;
            let is_marked = sensitive.ends_with("%s") || sensitive.ends_with("%i");
            if is_quoted && !is_marked {
                sensitive.push_str("%s");
            }
        }
        sensitive.push(found);
    }
    sensitive
}

/// Returns the number that a reject has at the span of its error.
fn stated_number(reject: &Reject) -> Option<&str> {
    number(reject.url.get(reject.span.0..reject.span.1)?)
}

/// Returns a decimal number without leading zeros.
fn number(text: &str) -> Option<&str> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let digits = text.trim_start_matches('0');
    is_number.then_some(if digits.is_empty() { "0" } else { digits })
}

/// Compares two results of [`number`], of any length.
fn is_at_least(one: &str, other: &str) -> bool {
    (one.len(), one) >= (other.len(), other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_become_case_sensitive() {
        let text = "a = \"b\" %i\"c\" ; \"d\n%s\"e\"";
        assert_eq!(case_sensitive(text), "a = %s\"b\" %i\"c\" ; \"d\n%s\"e\"");
    }

    #[test]
    fn numbers_are_compared_at_any_length() {
        for (one, other, is) in [("256", "256", true), ("0255", "256", false), ("1000", "256", true), ("0", "1", false)]
        {
            assert_eq!(is_at_least(number(one).unwrap(), number(other).unwrap()), is, "{one} {other}");
        }
        assert_eq!((number("000"), number(""), number("1a")), (Some("0"), None, None));
    }
}
