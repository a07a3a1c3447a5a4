//! What can be told of a grammar without compiling it: which components it has, and how a text is put together from them.

use super::Source;
use super::ast::{NodeKind, RuleId};
use super::authority_prefix::{self, AuthorityPrefix};
use super::byte_set::ByteSet;
use super::compile::prepare;
use super::error::GrammarError;
use super::limits::{Budget, Limits, Over};
use super::resolve::Linked;
use super::template::{self, Holding};

/// A grammar, read and checked, but not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skeleton {
    /// For each capture, whether the start rule reaches it.
    pub reached: Vec<bool>,
    /// For each capture, whether others divide it.
    pub divided: Vec<bool>,
    /// For each capture, the bytes that its rule has literally somewhere: they need not be escaped in it.
    pub literals: Vec<Vec<u8>>,
    /// How a text is put together from the components, as a template of `locator_core::template`: the rule names in braces,
    /// what may be omitted in brackets. None where the components alone do not make a text, or where it would have more
    /// than 4,096 bytes.
    pub template: Option<String>,
    /// What of the common Internet syntax every text begins with.
    pub head: Option<AuthorityPrefix>,
}

/// Reads a grammar far enough to tell its outline.
///
/// ```
/// use locator_abnf::{Capture, RuleSet, Source, outline};
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
/// let source = Source::new(text).imports(&[RuleSet::Rfc1738]).captures(&captures);
/// let outline = outline(&source).unwrap();
/// assert_eq!(outline.reached, [true, true, false, true, true]);
/// assert_eq!(outline.template.as_deref(), Some("x-t://{host}[:{port}]/{queue}[?{number}]"));
/// ```
///
/// # Errors
/// As [`Grammar::compile`](super::Grammar::compile), for what can be seen before anything is expanded: recursion, caps, and
/// components that can occur twice.
pub fn outline(source: &Source<'_>) -> Result<Skeleton, GrammarError> {
    let mut budget = Budget::new(Limits::STANDARD);
    outline_within(source, &mut budget)
}

/// The same, paid for by a budget.
pub(super) fn outline_within(source: &Source<'_>, budget: &mut Budget) -> Result<Skeleton, GrammarError> {
    let prepared = prepare(source, budget)?;
    let occurrences = prepared.occurrences(budget)?;
    prepared.refuse_repeated(source, occurrences.all())?;
    let (linked, order) = (&prepared.linked, prepared.shapes.order());
    let some = occurrences.all().some;
    let captured = |rule: RuleId| prepared.roles[rule].captured;
    let is_component = |rule| captured(rule) & some != 0;
    let holding = Holding::find(linked, order, is_component, budget)?;
    let reached: Vec<_> = (0..source.captures.len()).map(|n| some >> n & 1 == 1).collect();
    let divided = prepared.targets.iter().map(|target| {
        let mut rules = target.rules.iter();
        rules.any(|rule| holding.within(*rule))
    });
    let divided = divided.collect();
    let mut literals = Vec::new();
    for target in &prepared.targets {
        literals.push(literals_of(linked, &target.rules, budget)?);
    }
    let parts = (&occurrences, &holding);
    let template = template::write(linked, order, source.captures, parts, budget)?;
    let head = authority_prefix::find(linked, source, &reached, &prepared.shapes, budget);
    Ok(Skeleton { reached, divided, literals, template, head })
}

/// The bytes that stand in rules, and in those that they name.
fn literals_of(linked: &Linked, rules: &[RuleId], budget: &mut Budget) -> Result<Vec<u8>, Over> {
    let mut bytes = ByteSet::NONE;
    let mut seen = vec![false; linked.rules.len()];
    let mut open = rules.to_vec();
    while let Some(rule) = open.pop() {
        if std::mem::replace(&mut seen[rule], true) {
            continue;
        }
        let mut steps = 1;
        linked.rules[rule].node.each(&mut |node| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Capture;

    #[test]
    fn templates() {
        let captures = [Capture::new("a", "a"), Capture::new("b", "b")];
        let template = |rule: &str| {
            let text = format!("t = {rule}\na = 1*ALPHA\nb = 1*DIGIT\nmark = \"!\" / \"?\"\nboth = a \",\" b");
            let outline = outline(&Source::new(&text).captures(&captures));
            outline.map_or_else(|error| Some(error.lint().to_owned()), |one| one.template)
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
