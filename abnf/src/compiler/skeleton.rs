//! The components of a grammar and its template, found without compiling it.

use super::GrammarSource;
use super::ast::NodeKind;
use super::compile::prepare;
use super::error::GrammarError;
use super::limits::{Budget, Charged, Limits};
use super::resolve::Resolved;
use super::template::{Holders, template};
use crate::automaton::AuthorityPrefix;
use crate::automaton::ByteSet;
use crate::automaton::RuleId;

/// A grammar that is parsed and checked, but not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skeleton {
    /// For each capture, whether the start rule reaches it.
    pub reached: Vec<bool>,
    /// For each capture, whether it contains others.
    pub divided: Vec<bool>,
    /// For each capture, the bytes that occur literally in its rule: they need no escaping in the component.
    pub literals: Vec<Vec<u8>>,
    /// For each capture, its only text, if its rule is a literal.
    pub constants: Vec<Option<String>>,
    /// How the components make a text, as a template of `anyurl_core::template`: component names in braces, optional
    /// parts in brackets. `None` if the components alone do not determine a text, or if the template would have more
    /// than 4,096 bytes.
    pub template: Option<String>,
    /// The common Internet syntax that every text begins with.
    pub authority: Option<AuthorityPrefix>,
}

impl Skeleton {
    /// Parses and checks a grammar, without expansion.
    ///
    /// ```
    /// use anyurl_abnf::{Capture, GrammarSource, RuleSet, Skeleton};
    ///
    /// let text = "t = \"x-t://\" hostport \"/\" queue [ \"?\" number ]\nqueue = 1*ALPHA\nnumber = 1*DIGIT";
    /// let within = &["hostport"];
    /// let captures = [
    ///     Capture::implied("host", "host", within),
    ///     Capture::implied("port", "port", within),
    ///     Capture::implied("user", "user", within),
    ///     Capture::new("queue", "queue"),
    ///     Capture::new("number", "number"),
    /// ];
    /// let source = GrammarSource::new(text).imports(&[RuleSet::Rfc1738]).captures(&captures);
    /// let skeleton = Skeleton::new(&source).unwrap();
    /// assert_eq!(skeleton.reached, [true, true, false, true, true]);
    /// assert_eq!(skeleton.template.as_deref(), Some("x-t://{host}[:{port}]/{queue}[?{number}]"));
    /// ```
    ///
    /// # Errors
    /// Those of [`CompiledGrammar::compile`](super::CompiledGrammar::compile) that need no expansion: syntax,
    /// recursion, limits, and components that can occur twice.
    pub fn new(source: &GrammarSource<'_>) -> Result<Self, GrammarError> {
        Self::new_within(source, &mut Budget::new(Limits::STANDARD))
    }

    /// [`Skeleton::new`], with the work charged to a budget.
    pub(super) fn new_within(source: &GrammarSource<'_>, budget: &mut Budget) -> Result<Self, GrammarError> {
        let prepared = prepare(source, budget)?;
        let occurrences = prepared.occurrences(budget)?;
        prepared.reject_repeated(source, occurrences.all())?;
        let (resolved, order) = (&prepared.resolved, prepared.shapes.order());
        let possible = occurrences.all().possible;
        let is_component = |rule: RuleId| prepared.roles[rule].captured & possible != 0;
        let holders = Holders::new(resolved, order, is_component, budget)?;
        let reached: Vec<_> = (0..source.captures.len()).map(|n| possible >> n & 1 == 1).collect();
        let mut divided = Vec::new();
        let mut literals = Vec::new();
        let mut constants = Vec::new();
        for target in &prepared.targets {
            divided.push(target.rules.iter().any(|rule| holders.contains(*rule)));
            literals.push(literals_of(resolved, &target.rules, budget)?);
            constants.push(constant(resolved, &target.rules));
        }
        let template = template(resolved, order, source.captures, (&occurrences, &holders), budget)?;
        let authority = AuthorityPrefix::find(resolved, source, &reached, &prepared.shapes, budget);
        Ok(Self { reached, divided, literals, constants, template, authority })
    }
}

/// The bytes that occur literally in rules and in the rules that they reach.
fn literals_of(resolved: &Resolved, rules: &[RuleId], budget: &mut Budget) -> Charged<Vec<u8>> {
    let mut bytes = ByteSet::NONE;
    let mut seen = vec![false; resolved.rules.len()];
    let mut open = rules.to_vec();
    while let Some(rule) = open.pop() {
        if std::mem::replace(&mut seen[rule], true) {
            continue;
        }
        let mut steps = 1;
        resolved.rules[rule].node.visit(&mut |node| {
            steps += 1;
            match &node.kind {
                NodeKind::Rule(_, id) => open.push(*id),
                NodeKind::Literal(literal, _) => {
                    steps += literal.len();
                    bytes = literal.iter().fold(bytes, |all, byte| all.or(ByteSet::folded(*byte)));
                }
                NodeKind::Range(first, last) => bytes = bytes.or(ByteSet::range(*first, *last)),
                _ => {}
            }
        });
        budget.steps(steps)?;
    }
    Ok(bytes.iter().collect())
}

/// The text of one rule that is a literal.
fn constant(resolved: &Resolved, rules: &[RuleId]) -> Option<String> {
    let [rule] = rules else { return None };
    match &resolved.rules[*rule].node.kind {
        NodeKind::Literal(literal, _) => String::from_utf8(literal.clone()).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Capture;

    #[test]
    fn templates() {
        let captures = [Capture::new("a", "a"), Capture::new("b", "b")];
        let template = |rule: &str| {
            let text = format!("t = {rule}\na = 1*ALPHA\nb = 1*DIGIT\nmark = \"!\" / \"?\"\nboth = a \",\" b");
            let skeleton = Skeleton::new(&GrammarSource::new(&text).captures(&captures));
            skeleton.map_or_else(|error| Some(error.lint().to_owned()), |one| one.template)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(template("\"x:\" a"), some("x:{a}"));
        assert_eq!(template("\"x:\" [ a ] [ \"/\" b ]"), some("x:[{a}][/{b}]"));
        assert_eq!(template("\"x:\" both"), some("x:{a},{b}"));
        assert_eq!(template("\"x:\" [ both / a ]"), some("x:[{a},{b}|{a}]"));
        assert_eq!(template("\"x:\" mark a"), some("x:!{a}"));
        assert_eq!(template("\"x:\" *mark a"), some("x:{a}"));
        assert_eq!(template("\"x:\" a *b"), some("SR304"));
        assert_eq!(template("\"x:\" a 1*DIGIT"), None);
        assert_eq!(template("\"x:[\" a \"]\""), None);
    }
}
