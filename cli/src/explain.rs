//! `locator --explain ID`: what an id means that stands in an output: a rule of lint, a decision, a requirement, a warning,
//! a kind of error.

use std::io::Write;

use locator::RequirementRef;
use locator::declared::format::{LintRule, RULES};
use locator::text::did_you_mean::similar_names;
use serde_json::{Map, Value, json};

use crate::exit::{Exit, Trouble};
use crate::output::json;
use crate::session::Session;

mod pages;
mod requirements;
mod words;

/// One meaning of an id: what kind of thing it is, and what is known of it.
struct Meaning {
    id: String,
    kind: &'static str,
    told: Vec<(&'static str, String)>,
    /// The rules of the documents that stand under the id, as errors cite them.
    requirements: Vec<RequirementRef>,
}

impl Meaning {
    fn new(id: impl Into<String>, kind: &'static str) -> Self {
        Self { id: id.into(), kind, told: Vec::new(), requirements: Vec::new() }
    }

    /// The same, with what is known under a label; of nothing nothing is told.
    fn with(mut self, label: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.told.push((label, text));
        }
        self
    }
}

/// Prints each meaning of an id.
pub(crate) fn run(session: &mut Session, id: &str) -> Result<Exit, Trouble> {
    let all = meanings();
    let wanted = spelled(id);
    let is_meant = |one: &&Meaning| spelled(&one.id) == wanted;
    let meant: Vec<_> = all.iter().filter(is_meant).collect();
    if meant.is_empty() {
        return Err(unknown(id, &all));
    }
    for one in meant {
        if session.json {
            json::line(&mut session.out, &object(one))?;
        } else {
            session.answer(&text(one))?;
        }
    }
    session.out.flush()?;
    Ok(Exit::Well)
}

/// Ids ignore case, and that of a row of D is written in several ways.
fn spelled(id: &str) -> String {
    let id = id.trim().to_ascii_lowercase();
    let number = id.strip_prefix('d').map(|rest| rest.trim_start_matches([' ', '-']));
    match number {
        Some(number) if number.parse::<u8>().is_ok() => format!("d-{number}"),
        _ => id,
    }
}

/// Everything that can be explained.
fn meanings() -> Vec<Meaning> {
    let mut all: Vec<_> = RULES.iter().map(of_rule).collect();
    all.extend(pages::meanings());
    all.extend(words::meanings());
    requirements::add(&mut all);
    all
}

fn of_rule(rule: &LintRule) -> Meaning {
    Meaning::new(rule.id, "rule of lint")
        .with("finds", rule.says)
        .with("level", rule.level.as_str())
        .with("asked by", rule.source)
}

fn unknown(id: &str, all: &[Meaning]) -> Trouble {
    let ids = all.iter().map(|one| one.id.as_str());
    let near: Vec<_> = similar_names(id, ids).iter().map(|id| format!("`{id}`")).collect();
    let hint = match near.as_slice() {
        [] => "ids are such as `SR209`, `A-24`, `R-3.1-9`, `D-7`, `password-in-url`, `out-of-range`".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    let id = locator::report::visible(id).into_owned();
    Trouble::Usage(format!("nothing has the id `{id}`; {hint}"))
}

fn text(one: &Meaning) -> String {
    let mut text = format!("{}: {}\n", one.id, one.kind);
    for (label, told) in &one.told {
        text.extend([line(label, told)]);
    }
    for requirement in &one.requirements {
        text.extend([line("requirement", &format!("{} ({})", requirement.text(), requirement.section()))]);
        text.extend([line("help", requirement.help())]);
    }
    text
}

fn line(label: &str, told: &str) -> String {
    format!("  {label:<11} {told}\n")
}

/// `{"id":…,"kind":…,"requirements":[…]}`, and what is told.
fn object(one: &Meaning) -> Value {
    let mut object = Map::new();
    object.insert("id".into(), one.id.as_str().into());
    object.insert("kind".into(), one.kind.into());
    for (label, told) in &one.told {
        object.insert(label.replace(' ', "_"), told.as_str().into());
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
    fn ids_are_spelled_in_any_way() {
        for id in ["D 7", "d7", "D-7"] {
            assert_eq!(spelled(id), "d-7");
        }
        assert_eq!(spelled("Denied"), "denied");
    }

    /// What the code cites can be asked for.
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
            assert!(one.told.len() + one.requirements.len() > 0, "{}", one.id);
        }
    }
}
