//! The lint rules that compile grammars and run examples. [`format`](crate::format) has those that need only the file.

use anyurl_core::authors::Origin;
use anyurl_core::{Layer, Registry};
use anyurl_gateway::{Expansion, Gateways};

use crate::format::{Finding, Findings, GatewayMode, Generic as Table, Level, LintContext, SchemeEntry};
use crate::layers::gateway_rule;
use crate::{Declared, declare};
use anyurl_abnf::{Budget, GrammarError, Limit, Limits};

mod characters;
mod component_names;
mod examples;
mod registered;
mod rule_names;
mod steps;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::fired;

pub use registered::registered;

/// The rules for grammars, examples and gateways, in addition to [`CHECKS`](crate::format::CHECKS).
///
/// ```
/// use anyurl_declared::format::{CHECKS, RegistryFile, LintOptions};
/// use anyurl_declared::scheme_lint;
///
/// let text = r#"
/// schema = 1
/// [[scheme]]
/// name = "x-me"
/// status = "experimental"
/// description = "A thing"
///   [scheme.syntax]
///   grammar = "rfc3986"
///   dialect = "rfc5234"
///   start = "me"
///   abnf = 'me = "x-me:" thng'
/// "#;
/// let checks = [CHECKS, scheme_lint::CHECKS].concat();
/// let findings = RegistryFile::from_text("me.toml", text)?.lint_with(LintOptions::default(), &checks);
/// assert!(findings.iter().any(|finding| finding.id() == "SR302" && finding.line() == 11));
/// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
/// ```
pub const CHECKS: &[crate::format::LintCheck] = &[schemes, gateways];

/// Checks the grammar and examples of every scheme with a syntax.
fn schemes(context: &LintContext<'_>, to: &mut Findings) {
    // The budget covers all grammars of a file: one can take a second, and a file can have 10,000.
    let mut budget = Budget::new(Limits::STANDARD);
    for entry in context.schemes().filter(|entry| entry.syntax.is_some()) {
        scheme(context, entry, &mut budget, to);
    }
}

fn scheme(context: &LintContext<'_>, entry: &SchemeEntry, budget: &mut Budget, to: &mut Findings) {
    // Without access, an entry only documents its form.
    if entry.access.is_none() {
        if let Err(error) = Declared::check_syntax(entry) {
            to.add(error.finding(entry));
        }
        return;
    }
    if !rule_names::check(entry, budget, to) {
        return;
    }
    let scheme = match Declared::new(entry, context.layer.gateways()) {
        Ok(scheme) => scheme,
        Err(error) => return to.add(error.finding(entry)),
    };
    match scheme.grammar_within(budget) {
        Err(error) if is_over_budget(error) => return to.add(unchecked(entry, error)),
        Err(error) => return to.add(declare::of_grammar(entry, error)),
        Ok(grammar) => {
            compiled_grammar(entry, grammar, budget, to);
            component_names::check(entry, &scheme, to);
            characters::check(entry, &scheme, (grammar, budget), to);
            steps::absent(entry, &scheme, (grammar, budget), to);
        }
    }
    match scheme.lenient_error(budget) {
        Some(error) if is_over_budget(&error) => return to.add(unchecked(entry, &error)),
        Some(error) => return to.add(declare::of_grammar(entry, &error)),
        None => {}
    }
    examples::run(entry, scheme, to);
}

/// Whether the preceding grammars have used up the budget.
fn is_over_budget(error: &GrammarError) -> bool {
    error.limit_exceeded().is_some_and(|exceeded| exceeded.limit == Limit::Total)
}

/// The finding for a grammar beyond the budget.
fn unchecked(entry: &SchemeEntry, error: &GrammarError) -> Finding {
    let finding = at_syntax(entry, "SR301", format!("not checked: {error}"));
    let help = "split the file, and lint each part";
    finding.at_level(Level::Warning).fix(help)
}

fn at_syntax(entry: &SchemeEntry, id: &'static str, message: String) -> Finding {
    entry.finding(id, declare::syntax(entry), message)
}

/// SR303 to SR306, SR318 and SR322: findings in the compiled grammar.
fn compiled_grammar(
    entry: &SchemeEntry,
    grammar: &anyurl_abnf::CompiledGrammar,
    budget: &mut Budget,
    to: &mut Findings,
) {
    let prefix = format!("{}:", entry.scheme_name());
    let rule = grammar.start_rule();
    match grammar.dfa().start_after(prefix.as_bytes()) {
        None => {
            let message = format!("the start rule `{rule}` derives no URL that begins with `{prefix}`");
            to.add(at_syntax(entry, "SR305", message));
        }
        Some(start) if grammar.dfa().has_capture_before(&start) => {
            let message = format!("a component of the start rule `{rule}` begins before the end of `{prefix}`");
            to.add(at_syntax(entry, "SR305", message).fix(format!("begin with `{prefix}`, and then the components")));
        }
        Some(_) => {}
    }
    let abnf = entry.syntax.as_ref().and_then(|syntax| syntax.abnf.as_ref());
    if abnf.is_some() && !(0..grammar.captures().count()).any(|n| grammar.reaches(n)) {
        let message = "a URL of this grammar has no components".to_owned();
        let help = "list its rules that are components: `[[scheme.syntax.component]]` with `name`, and with `rule` if the \
                    rule has another name";
        to.add(at_syntax(entry, "SR322", message).fix(help));
    }
    // The grammar of a prose form is generated and has no location in the file.
    let own = |found: &&anyurl_abnf::GrammarFinding| {
        found.place().origin == anyurl_abnf::RuleOrigin::Own
            && !matches!(found, anyurl_abnf::GrammarFinding::Unused { rule, .. } if rule_names::is_compared(entry, rule))
    };
    for (found, abnf) in grammar.findings().iter().filter(own).filter_map(|found| abnf.map(|abnf| (found, abnf))) {
        let inside = abnf.document.inside(&abnf.text, found.place().span.range());
        let finding = Finding::new(found.lint(), &abnf.document, inside, found.to_string());
        to.add(finding.about(&entry.key()));
    }
    // Which of two readings has a deviation is a matter of the order of alternatives.
    let deviations = entry.syntax.iter().flat_map(|syntax| &syntax.deviations);
    let hidden = deviations.filter(|one| one.strict && one.rule.is_some()).count();
    if let Ok(Some(ambiguity)) = grammar.ambiguity_of(grammar.captures().count() - hidden, budget) {
        to.add(at_syntax(entry, "SR304", ambiguity.to_string()));
    }
    let generic = match entry.syntax.as_ref().map(|syntax| syntax.grammar.value) {
        Some(Table::Rfc1738) => anyurl_abnf::GenericSyntax::Rfc1738,
        Some(Table::Rfc3986) => anyurl_abnf::GenericSyntax::Rfc3986,
        Some(Table::Opaque) | None => return,
    };
    if let Ok(Some(witness)) = anyurl_abnf::outside(grammar, generic, budget) {
        let text = String::from_utf8_lossy(&witness).into_owned();
        let message = format!("the grammar derives `{text}`, which the generic grammar does not allow");
        to.add(at_syntax(entry, "SR306", message));
    }
}

/// SR501 and SR502: the gateways of a single layer.
fn gateways(context: &LintContext<'_>, to: &mut Findings) {
    for one in context.layer.gateways() {
        let mode = match one.mode.value {
            GatewayMode::Url => Expansion::Url,
            GatewayMode::Parts => continue,
        };
        let schemes = one.schemes.iter().map(|name| name.as_str());
        let gateway = anyurl_gateway::Gateway::new(&one.id, mode, &one.template, schemes);
        // Other layers can define the target scheme, so it is assumed to exist.
        let target = one.template.split(':').next().unwrap_or_default().to_ascii_lowercase();
        let registry = registry_with(&target);
        if let Err(error) = Gateways::new(&registry, [gateway]) {
            let document = &context.layer.main().document;
            // The URLs of each of its schemes are refused.
            for name in &one.schemes {
                let finding = Finding::new(gateway_rule(&error), document, one.template.span, error.to_string());
                to.add(finding.about(name));
            }
        }
    }
}

/// A registry that knows one name.
fn registry_with(name: &str) -> Registry {
    let fact = anyurl_core::authors::Fact::new(name.to_owned(), anyurl_core::authors::Status::Provisional);
    let origin = Origin::from_crate("lint", "", "", 0);
    let builder = Registry::builder();
    let builder = builder.clone().add_fact(fact, Layer::Public, origin).unwrap_or(builder);
    builder.build()
}
