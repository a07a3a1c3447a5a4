//! SR308, SR310, SR311 and SR324: the examples of a scheme and its rows of equal URLs, run.

use std::sync::Arc;

use anyurl_core::authors::Origin;
use anyurl_core::{Implementation, Layer, Options, Parser, Profile, RegisterError, Registry, Span, Url};

use crate::Declared;
use crate::declare::{rule_of, wider};
use crate::format::{ExampleTable, Finding, Findings, SchemeEntry};

pub(super) fn run(entry: &SchemeEntry, scheme: Declared, to: &mut Findings) {
    let origin = Origin::from_crate("lint", "", "", 0);
    // The public layer has the fewest restrictions, so that only the entry itself is checked.
    let builder = Registry::builder().add_from(Arc::new(scheme), Layer::Public, Implementation::Declared, origin);
    let registry = match builder {
        Ok(builder) => builder.build(),
        Err(error) => return rejected(entry, &error, to),
    };
    let Some(own) = registry.versions(&entry.name).next() else { return };
    let parser = registry.parser().profile(Profile::Current).entry(own);
    comparisons(&parser, entry, to);
    for example in &entry.examples {
        let text = &*example.url.value;
        let name = text.split(':').next().unwrap_or_default();
        if !name.eq_ignore_ascii_case(&entry.scheme_name()) && registry.versions(name).next().is_none() {
            let message = format!("`{text}` is a URL of another scheme");
            to.add(entry.finding("SR311", example.url.span, message));
            continue;
        }
        for (id, span, message) in problems(&parser, example) {
            let finding = entry.finding(id, span, message);
            to.add(match wider_form(entry, &parser, example) {
                Some(help) => finding.fix(help),
                None => finding,
            });
        }
    }
}

/// SR324: the rows of `same` and `different`.
fn comparisons(parser: &Parser<'_>, entry: &SchemeEntry, to: &mut Findings) {
    for (rows, are_same) in [(&entry.metadata.same, true), (&entry.metadata.different, false)] {
        for row in rows {
            if let Some(message) = unlike(parser, row, are_same) {
                let help = "correct the row, or the keys of the syntax that say what does not count";
                to.add(entry.finding("SR324", row.span, message).fix(help));
            }
        }
    }
}

/// Why a row does not hold: a text that is no URL, or the first two URLs that are not (or are) the same.
fn unlike(parser: &Parser<'_>, row: &[String], are_same: bool) -> Option<String> {
    if row.len() < 2 {
        return Some("a row needs two URLs or more".to_owned());
    }
    let mut urls = Vec::new();
    for text in row {
        match parser.parse(text) {
            Ok(url) => urls.push(url),
            Err(error) => return Some(format!("`{text}` is rejected: {error}")),
        }
    }
    let mut pairs = urls.iter().enumerate().flat_map(|(n, one)| urls[n + 1..].iter().map(move |other| (one, other)));
    let (one, other) = pairs.find(|(one, other)| one.is_equivalent(other) != are_same)?;
    let is = if are_same { "is not" } else { "is" };
    Some(format!(
        "`{one}` {is} the same as `{other}`: their canonical forms are `{}` and `{}`",
        one.to_canonical(),
        other.to_canonical()
    ))
}

/// Reports a registration error, unless another rule has reported it already.
fn rejected(entry: &SchemeEntry, error: &RegisterError, to: &mut Findings) {
    let id = rule_of(error);
    let key = entry.key();
    let is_known = |finding: &Finding| {
        let scheme = finding.scheme();
        finding.id() == id && scheme.is_some_and(|name| name.eq_ignore_ascii_case(&key))
    };
    if !to.iter().any(is_known) {
        let port = entry.port.as_ref().filter(|_| id == "SR402");
        let span = port.map_or(entry.span, |port| port.span);
        to.add(entry.finding(id, span, error.to_string()));
    }
}

/// How to write the form, if an example is rejected because the form allows fewer characters than it needs.
fn wider_form(entry: &SchemeEntry, parser: &Parser<'_>, example: &ExampleTable) -> Option<String> {
    let syntax = entry.syntax.as_ref().filter(|syntax| syntax.abnf.is_none() && *example.accept)?;
    let error = parser.parse(&example.url).err()?;
    let forms: Vec<_> = syntax.form.iter().map(|form| form.as_str()).collect();
    let lacks = example.url.get(error.span().start()..)?.chars().next()?;
    wider(&forms, *syntax.grammar, error.component(), lacks)
}

/// A rule, a place and a message.
type Problem = (&'static str, Span, String);

/// Runs an example.
fn problems(parser: &Parser<'_>, example: &ExampleTable) -> Vec<Problem> {
    let text = &*example.url.value;
    match parser.parse(text) {
        Ok(url) if *example.accept => differences(&url, example),
        Ok(_) => vec![("SR310", example.accept.span, format!("`{text}` is accepted"))],
        Err(error) if *example.accept => {
            let explanation = parser.registry().explain(text, Options::new(), &error);
            let expected = explanation.expected.map_or_else(String::new, |words| format!("; expected {words}"));
            let at = error.span().start();
            vec![("SR310", example.url.span, format!("`{text}` is rejected at byte {at}: {error}{expected}"))]
        }
        Err(_) => Vec::new(),
    }
}

/// SR308: what an example says of its URL that is not so.
fn differences(url: &Url<'_>, example: &ExampleTable) -> Vec<Problem> {
    let text = &*example.url.value;
    // If a syntax has no components, those of its examples are only for documentation.
    let components = example.components.iter().filter(|_| !url.registration().components.is_empty());
    let components = components.filter_map(|(name, value)| {
        let actual = url.component(name).map(|part| part.text());
        let is = actual.map_or_else(|| "absent".to_owned(), |actual| format!("`{actual}`"));
        let message = format!("the {} of `{text}` is {is}, not `{}`", **name, **value);
        (actual != Some(value.as_str())).then_some(("SR308", value.span, message))
    });
    let actual = url.to_canonical();
    let canonical = example.canonical.as_ref().filter(|canonical| canonical.value != actual);
    let canonical = canonical.map(|canonical| {
        let message = format!("the canonical form of `{text}` is `{actual}`, not `{}`", **canonical);
        ("SR308", canonical.span, message)
    });
    components.chain(canonical).collect()
}
