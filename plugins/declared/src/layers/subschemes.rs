//! Subschemes, such as `urn:isbn`: the scheme `urn` must select them by the value of a component that they have as well.

use anyurl_core::internal::subscheme;

use super::names::{Names, ResolvedName};
use super::placed::Problems;
use crate::format::{Finding, SchemeEntry, quoted};

/// Refuses the subschemes that no scheme selects.
pub(super) fn check(names: &mut Names, to: &mut Problems<'_>) {
    let mut faults = Vec::new();
    for (key, name) in &names.map {
        let Some((scheme, _)) = subscheme(key) else { continue };
        for definition in name.visible() {
            let fault = definition.entry().and_then(|entry| fault(entry, scheme, names.map.get(scheme)));
            faults.extend(fault.map(|fault| (key.clone(), fault, definition.by.clone())));
        }
    }
    for (key, fault, by) in faults {
        names.refuse(&key, fault, by, to);
    }
}

/// Why a scheme does not select a subscheme. A scheme without usable definitions selects nothing: all its URLs are errors.
fn fault(entry: &SchemeEntry, name: &str, scheme: Option<&ResolvedName>) -> Option<Finding> {
    let finding = |message, help: String| Some(entry.finding("SR615", entry.name.span, message).fix(help));
    let Some(scheme) = scheme.filter(|scheme| scheme.definitions.len() + scheme.hidden.len() > 0) else {
        let message = format!("{} is a subscheme of {}, which is not registered", quoted(&entry.name), quoted(name));
        return finding(message, "register the scheme, in this layer or a lower one".to_owned());
    };
    let definition = scheme.visible().last()?;
    let Some(selecting) = definition.subschemes() else {
        let message = format!("{} selects no subschemes, such as {}", quoted(name), quoted(&entry.name));
        return finding(message, "write `subschemes = \"COMPONENT\"` in the syntax of the scheme".to_owned());
    };
    if entry.has_component(&selecting) {
        return None;
    }
    let message = format!("{} lacks the component `{selecting}`, which selects it", quoted(&entry.name));
    finding(message, format!("give the syntax a component `{selecting}`, as the scheme has: `like` takes it"))
}
