//! The answers, whose TypeScript types a test writes.

use anyurl_core::{Error, Options, Registry, Span, Url};
use serde::Serialize;

/// A URL with its parts, as they are written.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Parsed {
    href: String,
    scheme: String,
    user: Option<String>,
    password: Option<String>,
    host: Option<String>,
    port: Option<u16>,
    /// The port that is written, or else that of the scheme.
    effective_port: Option<u16>,
    /// All hosts: several in the URLs of some databases.
    hosts: Vec<HostPort>,
    path: String,
    path_segments: Option<Vec<String>>,
    query: Option<String>,
    fragment: Option<String>,
    /// The components of the scheme that are there, by name.
    #[serde(serialize_with = "map")]
    #[cfg_attr(test, ts(type = "Record<string, string>"))]
    components: Vec<(String, String)>,
    canonical: String,
    /// With `***` in place of secrets.
    masked: String,
    /// Whether the registry has the scheme; a URL of another one has the parts of the generic syntax.
    is_registered: bool,
    /// Deviations that lenient mode accepted, and risks such as a password.
    warnings: Vec<Note>,
}

/// Writes pairs as a map, in their order.
fn map<S: serde::Serializer>(pairs: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// A host with its port.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HostPort {
    host: String,
    port: Option<u16>,
    effective_port: Option<u16>,
}

/// A warning.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Note {
    id: String,
    message: String,
}

/// Why a text is not a URL.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    kind: String,
    message: String,
    component: String,
    /// Where: `text.slice(...place)`.
    place: (usize, usize),
    /// The document and section that it breaks.
    section: String,
    id: String,
    /// How to correct it; the small build does not say.
    repair: Option<Repair>,
}

/// How a text can be corrected.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Repair {
    /// How to correct it; empty if nothing can be said.
    help: String,
    /// The corrected text with its secrets, to be parsed and not to be shown.
    repaired: Option<String>,
    /// The options that accept the text.
    accepted_by: Vec<String>,
}

/// Why a URL cannot be built.
#[cfg(feature = "full")]
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BuildProblem {
    pub(super) message: String,
    pub(super) component: String,
}

/// Why there is no answer.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Told {
    pub(super) kind: &'static str,
    pub(super) message: String,
}

impl Parsed {
    pub(super) fn new(url: &Url<'_>) -> Self {
        let own = |text: Option<&str>| text.map(str::to_owned);
        let components = url.components().filter(|one| one.span().is_some());
        let host = |one: anyurl_core::HostPort<'_>| HostPort {
            host: one.as_str().to_owned(),
            port: one.port(),
            effective_port: one.effective_port(),
        };
        let note = |one: &anyurl_core::Warning| Note { id: one.id().to_owned(), message: one.message().into_owned() };
        Self {
            href: url.as_str().to_owned(),
            scheme: url.scheme().into_owned(),
            user: own(url.user()),
            password: own(url.password()),
            host: own(url.host()),
            port: url.port(),
            effective_port: url.effective_port(),
            hosts: url.hosts().map(host).collect(),
            path: url.path().to_owned(),
            path_segments: url.path_segments().map(|all| all.map(str::to_owned).collect()),
            query: own(url.query()),
            fragment: own(url.fragment()),
            components: components.map(|one| (one.name().to_owned(), one.text().to_owned())).collect(),
            canonical: url.to_canonical(),
            masked: url.masked().to_string(),
            is_registered: url.is_known(),
            warnings: url.warnings().iter().map(note).collect(),
        }
    }
}

impl Problem {
    pub(super) fn new(registry: &Registry, text: &str, options: Options, error: &Error) -> Self {
        let requirement = error.requirement();
        Self {
            kind: error.kind().as_str().to_owned(),
            message: error.clone().masked(&registry.guess_secrets(text)).to_string(),
            component: error.component().to_owned(),
            place: place(text, error.span()),
            section: requirement.section().to_owned(),
            id: requirement.id().to_owned(),
            repair: Repair::new(registry, text, options, error),
        }
    }
}

impl Repair {
    #[cfg(feature = "full")]
    #[expect(clippy::unnecessary_wraps, reason = "the small build has none")]
    fn new(registry: &Registry, text: &str, options: Options, error: &Error) -> Option<Self> {
        let explanation = registry.explain(text, options, error);
        let accepted_by = explanation.accepted_by().map(str::to_owned).collect();
        Some(Self { help: explanation.help, repaired: explanation.repaired, accepted_by })
    }

    #[cfg(not(feature = "full"))]
    fn new(_: &Registry, _: &str, _: Options, _: &Error) -> Option<Self> {
        None
    }
}

/// A span in UTF-16 code units.
fn place(text: &str, span: Span) -> (usize, usize) {
    let units = |end: usize| text.get(..end).map_or(text.len(), |before| before.encode_utf16().count());
    (units(span.start()), units(span.end()))
}

#[cfg(feature = "full")]
mod full {
    use anyurl_core::plan::StepSummary;
    use anyurl_core::{Environment, Policy, Registry, Url, Verdict};
    use serde::Serialize;
    use serde_json::{Map, Value};

    use super::Note;
    use crate::package::{Answer, json, told};

    /// A verdict about a URL, with its reasons.
    #[derive(Debug, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Judgement {
        #[cfg_attr(test, ts(type = "Verdict"))]
        verdict: &'static str,
        /// The verdict about the scheme.
        #[cfg_attr(test, ts(type = "Verdict"))]
        scheme: &'static str,
        reasons: Vec<Reason>,
        /// In a sentence.
        message: String,
    }

    /// A warning, and its verdict.
    #[derive(Debug, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Reason {
        #[cfg_attr(test, ts(type = "Verdict"))]
        verdict: &'static str,
        id: String,
        message: String,
    }

    /// The steps that access a URL; nothing is sent.
    #[derive(Debug, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Plan {
        steps: Vec<Step>,
        notes: Vec<Note>,
    }

    /// A step in words.
    #[derive(Debug, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Step {
        op: String,
        details: String,
        aside: Option<String>,
    }

    pub(in crate::package) fn judge(url: &Url<'_>, policy: &Value) -> Answer {
        let judgement = self::policy(policy).map_err(|why| told(&why))?.judge(url);
        let reasons = judgement.reasons().iter().map(|(verdict, warning)| Reason {
            verdict: verdict.as_str(),
            id: warning.id().to_owned(),
            message: warning.message().into_owned(),
        });
        Ok(json(&Judgement {
            verdict: judgement.verdict().as_str(),
            scheme: judgement.scheme().as_str(),
            reasons: reasons.collect(),
            message: judgement.to_string(),
        }))
    }

    /// The settings of a policy that have no effect.
    pub(in crate::package) fn unused(registry: &Registry, policy: &Value) -> Answer {
        let unused = self::policy(policy).map_err(|why| told(&why))?.unused(registry);
        Ok(json(&unused.iter().map(ToString::to_string).collect::<Vec<_>>()))
    }

    /// `{"schemes": {"https": "allow"}, "other": "deny", "warnings": {"password-in-url": "deny"}}`
    fn policy(file: &Value) -> Result<Policy, String> {
        const KEYS: [&str; 3] = ["other", "schemes", "warnings"];
        let empty = Map::new();
        let table = file.as_object().ok_or("a policy is an object")?;
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(format!("a policy has no key `{key}`: it has {}", KEYS.join(", ")));
        }
        let rows =
            |key: &str| file.get(key).map_or(Some(&empty), Value::as_object).ok_or(format!("`{key}` is an object"));
        let mut policy = Policy::new();
        for (name, value) in rows("schemes")? {
            policy = policy.scheme(name, verdict(value)?).map_err(|error| error.to_string())?;
        }
        for (id, value) in rows("warnings")? {
            policy = policy.warning(id, verdict(value)?);
        }
        Ok(match file.get("other") {
            Some(value) => policy.other_schemes(verdict(value)?),
            None => policy,
        })
    }

    fn verdict(value: &Value) -> Result<Verdict, String> {
        let name = value.as_str().ok_or("a verdict is a text")?;
        name.parse().map_err(|error: anyurl_core::UnknownName| error.to_string())
    }

    pub(in crate::package) fn plan(url: &Url<'_>) -> Result<Plan, String> {
        let plan = url.plan(&Environment::new()).map_err(|error| error.to_string())?;
        let step = |StepSummary { op, details, aside, .. }| Step { op: op.into_owned(), details, aside };
        let note = |id: String, message: &String| Note { id, message: message.clone() };
        Ok(Plan {
            steps: plan.steps().iter().map(|one| step(one.summary())).collect(),
            notes: plan.notes().iter().map(|one| note(one.id.to_string(), &one.message)).collect(),
        })
    }
}

#[cfg(feature = "full")]
pub(super) use full::{judge, plan, unused};

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use ts_rs::{Config, TS};

    use super::{BuildProblem, HostPort, Note, Parsed, Problem, Repair, Told, full};
    use crate::rulebooks::{Column, Compared, Differing, Read};

    /// The types of the package are those of the answers.
    #[test]
    fn types() {
        let config = Config::default();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/package/answers.d.ts");
        let types = [
            Parsed::decl(&config),
            HostPort::decl(&config),
            Note::decl(&config),
            Problem::decl(&config),
            Repair::decl(&config),
            BuildProblem::decl(&config),
            Told::decl(&config),
            full::Judgement::decl(&config),
            full::Reason::decl(&config),
            full::Plan::decl(&config),
            full::Step::decl(&config),
            Compared::decl(&config),
            Column::decl(&config),
            Differing::decl(&config),
            Read::decl(&config),
        ];
        let head = "// Written by `SNAPSHOTS=overwrite cargo test -p anyurl-web types` from the definitions of the answers.\n\n\
            export type Verdict = \"allow\" | \"ask\" | \"deny\";\n";
        let expected = types.iter().fold(head.to_owned(), |all, one| all + "export " + one + "\n");
        if env::var_os("SNAPSHOTS").is_some_and(|how| how == "overwrite") {
            fs::write(file, &expected).unwrap();
        }
        assert_eq!(fs::read_to_string(file).unwrap(), expected, "SNAPSHOTS=overwrite writes it again");
    }
}
