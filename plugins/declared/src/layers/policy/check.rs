//! Checks of policies: lines that loosen a lower layer (SR607) and unknown names (SR614).

use std::collections::BTreeSet;

use anyurl_core::Span;

use super::{AccessPolicy, LayerRule, Subject, Weight, lists, name_of};
use crate::format::{Finding, Keyword, Level, Selector, quoted};
use crate::layers::names::Names;
use crate::layers::placed::{PlacedLayer, Problems};

impl AccessPolicy {
    /// Runs the checks. A looser line of an upper layer refuses nothing: the stricter one applies.
    pub(in crate::layers) fn check(&self, names: &mut Names, to: &mut Problems<'_>) {
        let mut seen = BTreeSet::new();
        for (name, resolved) in &names.map {
            for definition in &resolved.definitions {
                self.loosened(definition.subject(name), &mut seen, to);
            }
        }
        for (author, rules) in self.rules() {
            let Some(placed) = author.layer() else { continue };
            let lists = lists(rules).flat_map(|(_, list)| list).chain(&rules.relaxable);
            for selector in lists {
                unknown(placed, selector, selector.span, names, to);
            }
            for name in rules.allow_dylib.iter().chain(&rules.allow_wasm) {
                unknown(placed, &Selector::Name(name.value.clone()), name.span, names, to);
            }
        }
    }

    /// SR607, once for each line: an error for a line that names the scheme, a warning for a pattern.
    fn loosened(&self, subject: Subject<'_>, seen: &mut BTreeSet<(String, usize)>, to: &mut Problems<'_>) {
        let all = self.layer_rules(subject);
        for (n, later) in all.iter().enumerate().filter(|(_, one)| one.weight > Weight::Default) {
            let holds = |lower: &&LayerRule<'_>| later.decision < lower.decision && !lower.yields_to(later, subject);
            let Some(lower) = all[..n].iter().find(holds) else {
                continue;
            };
            let Some(placed) = later.table.by.layer() else {
                continue;
            };
            if seen.insert((placed.id().to_owned(), later.span.start())) {
                to.add(loosens(placed, later, lower, subject));
            }
        }
    }
}

fn loosens(placed: &PlacedLayer, later: &LayerRule<'_>, lower: &LayerRule<'_>, subject: Subject<'_>) -> Finding {
    let message = format!(
        "`{}` for {} is looser than a lower layer: {}",
        later.decision.as_str(),
        quoted(subject.name),
        lower.reason()
    );
    let help = "remove it, or add the name to `relaxable` in that layer";
    let finding = placed.finding("SR607", later.span, message);
    let finding = finding.about(subject.name).fix(help);
    match later.weight {
        Weight::Name => finding,
        Weight::Pattern | Weight::Default => finding.at_level(Level::Warning),
    }
}

/// SR614: a policy for an unknown name, or for a layer that may be given in another run.
fn unknown(placed: &PlacedLayer, selector: &Selector, span: Span, names: &mut Names, to: &mut Problems<'_>) {
    match selector {
        Selector::Layer(layer) if !to.has_layer(layer) => {
            let message = format!("the policy names the layer {}, which is not in use", quoted(layer));
            let help = "correct the id, or give the file of the layer, too (`--registry`)";
            to.add(placed.finding("SR614", span, message).at_level(Level::Warning).fix(help));
        }
        _ => {}
    }
    let Some(name) = name_of(selector) else {
        return;
    };
    let is_known = names.get(name).is_some_and(crate::layers::ResolvedName::is_known) || names.has_alias(name);
    if !is_known {
        let message = format!("the policy names {}, which no layer has", quoted(name));
        let help = "correct the name; to disable a name, mask it (`[[mask]]`)";
        names.refuse(name, placed.finding("SR614", span, message).fix(help), placed.place(span), to);
    }
}
