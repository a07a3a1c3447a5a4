//! `anyurl --explain ID`: explains an id from any output: a lint rule, a decision, a requirement, a warning, or a kind
//! of error.

use std::collections::BTreeMap;
use std::io::Write;

use anyurl::authors::RequirementRef;
use anyurl_core::internal::similar_names;
use anyurl_declared::format::{LintRule, RULES};
use serde_json::{Map, Value, json};

use crate::error::CliError;
use crate::exit::Exit;
use crate::load::layers;
use crate::output::json;
use crate::session::Session;
use meaning::Meaning;

mod conformance;
mod ids;
mod meaning;
mod requirements;

/// Prints each meaning of an id.
pub(crate) fn run(session: &mut Session, id: &str) -> Result<Exit, CliError> {
    for one in meanings_of(session, id)? {
        if session.json {
            json::line(&mut session.out, &object(&one))?;
        } else {
            session.print(&text(&one))?;
        }
    }
    session.out.flush()?;
    Ok(Exit::Success)
}

/// Checks that an id has a meaning.
pub(super) fn check(session: &Session, id: &str) -> Result<(), CliError> {
    meanings_of(session, id).map(drop)
}

/// The meanings of an id, of which there is at least one.
fn meanings_of(session: &Session, id: &str) -> Result<Vec<Meaning>, CliError> {
    let mut all = meanings();
    let wanted = normalized(id);
    // The registry files are read only for an id that the program does not have.
    if !all.iter().any(|one| normalized(&one.id) == wanted) {
        let deviations = layers::deviations(&session.sources)?;
        all.extend(deviations.into_iter().map(|(id, says)| Meaning::new(id, "deviation").with("says", says)));
    }
    if !all.iter().any(|one| normalized(&one.id) == wanted) {
        return Err(unknown(id, &all));
    }
    all.retain(|one| normalized(&one.id) == wanted);
    Ok(all)
}

/// Ids ignore case, and an id such as `D-7` has several spellings.
fn normalized(id: &str) -> String {
    let id = id.trim().to_ascii_lowercase();
    let number = id.strip_prefix('d').map(|rest| rest.trim_start_matches([' ', '-']));
    match number {
        Some(number) if number.parse::<u8>().is_ok() => format!("d-{number}"),
        _ => id,
    }
}

/// All ids with their first meanings in short.
pub(crate) fn ids() -> BTreeMap<String, String> {
    let mut ids = BTreeMap::new();
    for Meaning { id, kind, facts, requirements } in meanings() {
        let fact = facts.into_iter().next().map(|(_, text)| text);
        let says = fact.or_else(|| Some(requirements.first()?.text().to_owned()));
        ids.entry(id).or_insert_with(|| says.unwrap_or_else(|| kind.to_owned()));
    }
    ids
}

/// All ids and their meanings.
fn meanings() -> Vec<Meaning> {
    let mut all: Vec<_> = RULES.iter().map(lint_rule).collect();
    all.extend(conformance::meanings());
    all.extend(ids::meanings());
    requirements::add(&mut all);
    all
}

fn lint_rule(rule: &LintRule) -> Meaning {
    // The same change is harmless in one file and breaks the URLs of another.
    let severity =
        if rule.says.starts_with("change: ") { "; `anyurl registry diff` says how severe it is" } else { "" };
    Meaning::new(rule.id, "lint rule")
        .with("finds", rule.says)
        .with("level", format!("{}{severity}", rule.level.as_str()))
        .with("asked by", rule.source)
}

fn unknown(id: &str, all: &[Meaning]) -> CliError {
    let ids = all.iter().map(|one| one.id.as_str());
    let near: Vec<_> = similar_names(id, ids).iter().map(|id| format!("`{id}`")).collect();
    let hint = match near.as_slice() {
        [] => "examples of ids: `SR209`, `A-24`, `R-3.1-9`, `D-7`, `password-in-url`, `out-of-range`; `anyurl schemes NAME` explains a scheme, and `anyurl URL` a URL".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    let id = anyurl::visible(id).into_owned();
    CliError::Usage(format!("unknown id `{id}`; {hint}"))
}

fn text(one: &Meaning) -> String {
    let mut text = format!("{}: {}\n", one.id, one.kind);
    for (label, fact) in &one.facts {
        text.extend([line(label, fact)]);
    }
    for requirement in &one.requirements {
        text.extend([line("requirement", &format!("{} ({})", requirement.text(), requirement.section()))]);
        text.extend([line("help", requirement.help())]);
    }
    text
}

fn line(label: &str, fact: &str) -> String {
    format!("  {label:<11}  {fact}\n")
}

/// `{"id":…,"kind":…,"requirements":[…]}`, and the facts.
fn object(one: &Meaning) -> Value {
    let mut object = Map::new();
    object.insert("id".into(), one.id.as_str().into());
    object.insert("kind".into(), one.kind.into());
    for (label, fact) in &one.facts {
        object.insert(label.replace(' ', "_"), fact.as_str().into());
    }
    if !one.requirements.is_empty() {
        let requirement = |requirement: &RequirementRef| json!({ "says": requirement.text(), "section": requirement.section(), "help": requirement.help() });
        let requirements: Vec<_> = one.requirements.iter().map(requirement).collect();
        object.insert("requirements".into(), requirements.into());
    }
    object.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_several_spellings() {
        for id in ["D 7", "d7", "D-7"] {
            assert_eq!(normalized(id), "d-7");
        }
        assert_eq!(normalized("Denied"), "denied");
    }

    #[test]
    fn each_requirement_has_a_meaning() {
        let all = meanings();
        for requirement in requirements::all() {
            let has = |one: &Meaning| one.id == requirement.id() && one.requirements.contains(&requirement);
            assert!(all.iter().any(has), "{}: {}", requirement.id(), requirement.text());
        }
    }

    #[test]
    fn no_meaning_is_empty() {
        for one in meanings() {
            assert!(one.facts.len() + one.requirements.len() > 0, "{}", one.id);
        }
    }
}
