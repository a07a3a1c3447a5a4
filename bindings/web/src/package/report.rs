//! What a page shows of a text: without its secrets, but for [`Invalid::repaired`], which the page puts into its field.

use anyurl_core::plan::StepSummary;
use anyurl_core::{Environment, Error, Options, Registry, Url, Warning};
use serde::Serialize;

use super::shown::{Shown, canonical};

/// A parsed text: its parts, or its error, with `***` in place of secrets. Places are those in `text`, and count UTF-16 code
/// units, as strings of JavaScript do.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum Report {
    /// It is a URL.
    Valid(Valid),
    /// It is not a URL.
    Invalid(Invalid),
}

/// A URL.
#[derive(Debug, Serialize)]
pub struct Valid {
    text: String,
    scheme: String,
    /// The version of its scheme; `None` if the scheme has no syntax of its own.
    version: Option<String>,
    is_registered: bool,
    canonical: String,
    effective_port: Option<u16>,
    components: Vec<Component>,
    warnings: Vec<Note>,
    plan: Plan,
}

#[derive(Debug, Serialize)]
struct Component {
    name: String,
    role: &'static str,
    text: String,
    place: (usize, usize),
}

/// A warning.
#[derive(Debug, Serialize)]
struct Note {
    id: String,
    message: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Plan {
    Steps { steps: Vec<Step>, notes: Vec<Note> },
    Refused(String),
}

#[derive(Debug, Serialize)]
struct Step {
    op: String,
    details: String,
    aside: Option<String>,
}

/// An error.
#[derive(Debug, Serialize)]
pub struct Invalid {
    text: String,
    kind: &'static str,
    rule: String,
    component: String,
    section: String,
    id: String,
    message: String,
    help: String,
    expected: Option<String>,
    place: (usize, usize),
    /// With its secrets, to be parsed.
    repaired: Option<String>,
    repaired_shown: Option<String>,
    accepted_by: Vec<&'static str>,
}

impl Report {
    /// Parses a text.
    pub fn new(registry: &Registry, text: &str, options: Options) -> Self {
        match registry.parser().options(options).parse(text) {
            Ok(url) => Self::Valid(Valid::new(&url)),
            Err(error) => Self::Invalid(Invalid::new(registry, text, options, &error)),
        }
    }
}

impl Valid {
    fn new(url: &Url<'_>) -> Self {
        let shown = Shown::new(url.text(), url.redaction());
        let component = |one: anyurl_core::components::value::ComponentValue<'_>| {
            let (name, role, span) = (one.name().to_owned(), one.role().as_str(), one.span()?);
            Some(Component { name, role, text: shown.slice(span).into_owned(), place: shown.place(span) })
        };
        let note = |one: &Warning| Note { id: one.id().to_owned(), message: one.message().into_owned() };
        let has_version = url.is_known() && !url.is_generic();
        Self {
            text: shown.text(),
            scheme: url.scheme().into_owned(),
            version: has_version.then(|| url.registration().version.to_string()),
            is_registered: url.is_known(),
            canonical: canonical(url),
            effective_port: url.effective_port(),
            components: url.components().filter_map(component).collect(),
            warnings: url.warnings().iter().map(note).collect(),
            plan: Plan::new(url),
        }
    }
}

impl Plan {
    fn new(url: &Url<'_>) -> Self {
        let step = |StepSummary { op, details, aside, .. }| Step { op: op.into_owned(), details, aside };
        match url.plan(&Environment::new()) {
            Ok(plan) => Self::Steps {
                steps: plan.steps().iter().map(|one| step(one.summary())).collect(),
                notes: plan
                    .notes()
                    .iter()
                    .map(|note| Note { id: note.id.to_string(), message: note.message.clone() })
                    .collect(),
            },
            Err(error) => Self::Refused(error.to_string()),
        }
    }
}

impl Invalid {
    fn new(registry: &Registry, text: &str, options: Options, error: &Error) -> Self {
        let explanation = registry.explain(text, options, error);
        let shown = Shown::new(text, registry.guess_secrets(text));
        let requirement = error.requirement();
        let accepted_by = explanation.accepted_by().collect();
        Self {
            text: shown.text(),
            kind: error.kind().as_str(),
            rule: error.rule().to_owned(),
            component: error.component().to_owned(),
            section: requirement.section().to_owned(),
            id: requirement.id().to_owned(),
            message: explanation.message_masked.unwrap_or_else(|| shown.message(error)),
            help: explanation.help,
            expected: explanation.expected,
            place: shown.place(error.span()),
            repaired: explanation.repaired,
            repaired_shown: explanation.repaired_masked,
            accepted_by,
        }
    }
}
