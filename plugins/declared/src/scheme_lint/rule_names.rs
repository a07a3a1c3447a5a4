//! SR302 and SR307: the rules that hosts, deviations, components and steps name.

use anyurl_core::internal::similar_names;
use anyurl_core::{Mode, Span};

use crate::declare;
use crate::format::{
    Abnf, AccessStep, Dialect as Written, Finding, Findings, Level, Located, SchemeEntry, SyntaxTable, Test,
};
use anyurl_abnf::{
    AbnfErrorKind, Budget, Capture, CompiledGrammar, Dialect, GrammarError, GrammarSource, RuleSet, Skeleton,
};

/// Whether decoded text, or the text of a part, is compared with a rule, which the grammar need not use.
pub(super) fn is_compared(entry: &SchemeEntry, rule: &str) -> bool {
    entry.syntax.iter().flat_map(|syntax| &syntax.components).any(|one| {
        let decoded = one.decoded.strict.iter().chain(&one.decoded.lenient).chain(&one.skip_rule);
        decoded
            .chain(one.field.iter().filter_map(|field| field.rule.as_ref()))
            .any(|name| name.eq_ignore_ascii_case(rule))
    })
}

/// Reports each name of a rule that cannot be used. Returns whether there is none.
pub(super) fn check(entry: &SchemeEntry, budget: &mut Budget, to: &mut Findings) -> bool {
    let Some(syntax) = &entry.syntax else { return true };
    let Some(abnf) = &syntax.abnf else { return true };
    let imports = syntax.imports.iter().filter_map(|name| RuleSet::from_name(name)).collect();
    let grammar = Grammar { entry, syntax, abnf, imports };
    // Errors of the grammar itself are reported without the names.
    if grammar.modes().any(|mode| Skeleton::new(&grammar.source(mode)).is_err()) {
        return true;
    }
    let found: Vec<_> = grammar.findings(budget);
    let is_right = found.is_empty();
    for one in found {
        to.add(one);
    }
    is_right
}

/// The grammar of an entry.
struct Grammar<'g> {
    entry: &'g SchemeEntry,
    syntax: &'g SyntaxTable,
    abnf: &'g Abnf,
    imports: Vec<RuleSet>,
}

impl Grammar<'_> {
    fn modes(&self) -> impl Iterator<Item = Mode> {
        [Mode::Strict, Mode::Lenient].into_iter().take(1 + usize::from(self.syntax.lenient.is_some()))
    }

    fn source(&self, mode: Mode) -> GrammarSource<'_> {
        let dialect = match self.syntax.dialect.map(|dialect| dialect.value) {
            Some(Written::Rfc1738Bnf) => Dialect::Rfc1738Bnf,
            Some(Written::Rfc5234) | None => Dialect::Rfc5234,
        };
        let mut source = GrammarSource::new(&self.abnf.text).dialect(dialect).imports(&self.imports);
        source.start = self.syntax.start.as_ref().map(|start| start.as_str());
        source.replacements = self.syntax.lenient.as_ref().filter(|_| mode == Mode::Lenient).map(|text| text.as_str());
        source
    }

    fn findings(&self, budget: &mut Budget) -> Vec<Finding> {
        let mut found = Vec::new();
        for rule in &self.syntax.hosts {
            found.extend(self.modes().find_map(|mode| self.unused("hosts", rule, mode)));
        }
        for (deviation, rule) in self.syntax.deviations.iter().filter_map(|one| Some((one, one.rule.as_ref()?))) {
            let mut modes = self.modes().skip(usize::from(!deviation.strict));
            found.extend(modes.find_map(|mode| self.unused("deviation.rule", rule, mode)));
        }
        for component in &self.syntax.components {
            let rules = &component.decoded;
            let strict = rules.strict.iter().map(|rule| (rule, Mode::Strict));
            let lenient = rules.lenient.iter().filter(|rule| Some(*rule) != rules.strict.as_ref());
            for (rule, mode) in strict.chain(lenient.map(|rule| (rule, Mode::Lenient))) {
                found.extend(self.unusable("decoded", rule, rule.span, mode, budget));
            }
            let fields = component.field.iter().filter_map(|one| Some(("field.rule", one.rule.as_ref()?)));
            for (key, rule) in fields.chain(component.skip_rule.iter().map(|rule| ("skip_rule", rule))) {
                found.extend(self.unusable(key, rule, rule.span, Mode::Strict, budget));
            }
        }
        for step in self.entry.access.iter().flat_map(|access| &access.steps) {
            for (key, rule) in named(step) {
                let span = quoted_in(self.entry, step.span, rule);
                found.extend(self.unusable(key, rule, span, Mode::Strict, budget));
            }
        }
        found
    }

    /// The finding for a rule that no URL of the scheme contains.
    fn unused(&self, key: &str, rule: &Located<String>, mode: Mode) -> Option<Finding> {
        let captures = [Capture::new(rule, rule)];
        match Skeleton::new(&self.source(mode).captures(&captures)) {
            Ok(skeleton) if skeleton.reached == [true] => None,
            Ok(_) if !self.is_defined(rule) => Some(self.undefined("SR307", key, rule, rule.span)),
            Ok(_) => {
                let message = format!("`{key}` names the rule `{}`, which no URL of the scheme contains", **rule);
                let help = "name a rule that the start rule uses, directly or through other rules";
                Some(self.entry.finding("SR307", rule.span, message).fix(help))
            }
            Err(error) => {
                let finding = self.entry.finding(error.lint(), rule.span, format!("`{key}`: {error}"));
                Some(finding.at_level(Level::Error))
            }
        }
    }

    /// The finding for a rule that decoded text cannot be compared with.
    fn unusable(&self, key: &str, rule: &str, span: Span, mode: Mode, budget: &mut Budget) -> Option<Finding> {
        let source = self.source(mode).start(rule);
        let error: GrammarError = CompiledGrammar::compile_within(&source, budget).err()?;
        match error.kind() {
            AbnfErrorKind::NoStart(_) => Some(self.undefined("SR302", key, rule, span)),
            AbnfErrorKind::LimitExceeded(_) => {
                let message = format!("`{key}` names the rule `{rule}`, which cannot be compiled: {error}");
                Some(self.entry.finding("SR302", span, message).fix("write a smaller rule"))
            }
            _ => Some(declare::of_grammar(self.entry, &error)),
        }
    }

    /// Whether a name is that of a rule or of several, divided by slashes.
    fn is_defined(&self, rule: &str) -> bool {
        let is_own = |name: &str| self.own_rules().any(|known| known.eq_ignore_ascii_case(name));
        let is_imported =
            |name: &str| self.imports.iter().any(|set| set.rules().any(|known| known.eq_ignore_ascii_case(name)));
        let is_known = |name: &str| is_own(name) || is_imported(name);
        rule.split('/').map(str::trim).all(is_known)
    }

    fn own_rules(&self) -> impl Iterator<Item = &str> {
        let texts = [Some(self.abnf.text.as_str()), self.syntax.lenient.as_ref().map(|text| text.as_str())];
        texts.into_iter().flatten().flat_map(rules)
    }

    fn undefined(&self, id: &'static str, key: &str, rule: &str, span: Span) -> Finding {
        let message = format!("`{key}` names the rule `{rule}`, which is not in the grammar of the scheme");
        let help = match similar_names(rule, self.own_rules()).first() {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => format!("define `{rule}` in the grammar, or name one of its rules"),
        };
        self.entry.finding(id, span, message).fix(help)
    }
}

/// The names of the rules of a text.
fn rules(text: &str) -> impl Iterator<Item = &str> {
    let is_rule = |line: &&str| line.starts_with(|first: char| first.is_ascii_alphabetic());
    text.lines().filter(is_rule).filter_map(|line| Some(line.split_once('=')?.0.trim_end_matches([' ', '\t', ':'])))
}

/// The keys of a step that name rules, with the rules.
fn named(step: &AccessStep) -> Vec<(&'static str, &str)> {
    let mut found = Vec::new();
    step.visit(&mut |step| match step {
        AccessStep::Send(send) => found.extend(send.block.as_ref().map(|(_, rule)| ("block.rule", rule.as_str()))),
        AccessStep::If { any, .. } => {
            let tests = any.iter().flat_map(|one| &one.tests).flat_map(|(_, tests)| tests);
            found.extend(tests.filter_map(|test| match test {
                Test::Matches(rule) => Some(("matches", rule.as_str())),
                _ => None,
            }));
        }
        _ => {}
    });
    found
}

/// The place of a quoted text in a part of the file, or that part.
fn quoted_in(entry: &SchemeEntry, part: Span, text: &str) -> Span {
    let written = entry.document.text().get(part.range()).unwrap_or_default();
    let found = written.find(&format!("\"{text}\"")).map(|at| part.start() + at);
    found.map_or(part, |start| Span::new(start, start + text.len() + 2))
}
