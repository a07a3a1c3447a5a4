//! What the npm package and the tester of a web site ask, in JSON: one function, whose first argument is the name of another.
//!
//! Data is exact, and what a person reads has `***` in place of secrets. Places count UTF-16 code units.

mod answers;
#[cfg(feature = "full")]
mod change;
#[cfg(feature = "full")]
mod report;
#[cfg(feature = "full")]
mod shipped;
#[cfg(feature = "full")]
mod shown;

use std::cell::RefCell;

use anyurl_core::{Options, Registry, Url};
use serde::Serialize;
use serde_json::Value;

use crate::schemes;
pub use answers::{Parsed, Problem, Told};
#[cfg(feature = "full")]
pub use {answers::BuildProblem, report::Report};

/// The registries of a page: the first is the default one.
pub struct Package {
    registries: RefCell<Vec<Registry>>,
    #[cfg(feature = "full")]
    rulebooks: crate::rulebooks::Rulebooks,
}

impl Default for Package {
    fn default() -> Self {
        Self {
            registries: RefCell::new(vec![schemes::builtin().build()]),
            #[cfg(feature = "full")]
            rulebooks: crate::rulebooks::Rulebooks::default(),
        }
    }
}

/// A call: its name, and its arguments.
struct Call<'a> {
    name: &'a str,
    arguments: &'a Value,
}

impl Call<'_> {
    fn text(&self, name: &str) -> &str {
        self.arguments[name].as_str().unwrap_or_default()
    }

    fn options(&self) -> Options {
        let options = if self.arguments["lenient"] == true { Options::new().lenient() } else { Options::new() };
        if self.text("profile") == "rfc1738" { options.rfc1738() } else { options }
    }

    #[cfg(feature = "full")]
    fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        self.arguments[name].as_array().into_iter().flatten().filter_map(Value::as_str)
    }
}

/// An answer, or a problem.
type Answer = Result<String, String>;

impl Package {
    /// The answer to a call: `{"ok": …}`, or `{"error": …}`.
    pub fn answer(&self, call: &str) -> String {
        let arguments: Value = serde_json::from_str(call).unwrap_or_default();
        let call = Call { name: arguments["call"].as_str().unwrap_or_default(), arguments: &arguments };
        match self.answered(&call) {
            Ok(answer) => format!("{{\"ok\":{answer}}}"),
            Err(problem) => format!("{{\"error\":{problem}}}"),
        }
    }

    fn answered(&self, call: &Call<'_>) -> Answer {
        #[cfg(feature = "full")]
        match call.name {
            "ship" => return self.ship(call),
            "registry" => return self.add(call),
            _ => {}
        }
        let registries = self.registries.borrow();
        let index = usize::try_from(call.arguments["registry"].as_u64().unwrap_or(0)).unwrap_or(0);
        let registry = registries.get(index).ok_or_else(|| told("there is no such registry"))?;
        let text = call.text("text");
        match call.name {
            "isValid" => Ok(json(&registry.parser().options(call.options()).parse(text).is_ok())),
            "parse" => Ok(json(&Parsed::new(&read(registry, text, call.options())?))),
            "canonical" => Ok(json(&read(registry, text, call.options())?.to_canonical())),
            "same" => {
                let other = read(registry, call.text("other"), call.options())?;
                Ok(json(&read(registry, text, call.options())?.is_equivalent(&other)))
            }
            "resolve" => {
                let base = read(registry, text, call.options())?;
                let joined = base.join(call.text("other")).map_err(|error| told(&error.to_string()))?;
                Ok(json(&Parsed::new(&joined.as_url())))
            }
            #[cfg(feature = "full")]
            _ => self.more(registry, text, call),
            #[cfg(not(feature = "full"))]
            _ => Err(told("this build of the package has no such function")),
        }
    }

    /// What the small build does not have.
    #[cfg(feature = "full")]
    fn more(&self, registry: &Registry, text: &str, call: &Call<'_>) -> Answer {
        match call.name {
            "relativize" => {
                let other = read(registry, call.text("other"), call.options())?;
                let found = read(registry, text, call.options())?.relativize(&other);
                Ok(json(&found.map(|reference| reference.to_string())))
            }
            "report" => Ok(json(&Report::new(registry, text, call.options()))),
            "build" => change::build(registry, call),
            "change" => change::change(&read(registry, text, call.options())?, call),
            "scrub" => {
                let secrets = registry.secrets().fields(call.texts("fields"));
                Ok(json(&anyurl_core::scrub::scrub_str(text, &secrets)))
            }
            "judge" => answers::judge(&read(registry, text, call.options())?, &call.arguments["policy"]),
            "unused" => answers::unused(registry, &call.arguments["policy"]),
            "plan" => {
                let plan = answers::plan(&read(registry, text, call.options())?);
                plan.map(|plan| json(&plan)).map_err(|why| told(&why))
            }
            "compare" => Ok(json(&self.rulebooks.compare(registry, text))),
            "consensusHost" => match self.rulebooks.consensus_host(registry, text) {
                crate::rulebooks::Agreed::Refused(kind, message) => Err(json(&Told { kind, message })),
                other => Ok(json(&other)),
            },
            "tell" => {
                self.rulebooks.tell(text.to_owned());
                Ok(json(&true))
            }
            _ => Err(told("there is no such function")),
        }
    }

    /// Takes the shipped schemes, which the default registry then has.
    #[cfg(feature = "full")]
    fn ship(&self, call: &Call<'_>) -> Answer {
        let number = shipped::ship(call.text("text")).map_err(|why| told(&why))?;
        self.registries.borrow_mut()[0] = layered([])?;
        Ok(json(&number))
    }

    /// A registry with layers above the shipped one.
    #[cfg(feature = "full")]
    fn add(&self, call: &Call<'_>) -> Answer {
        let registry = layered(call.texts("texts"))?;
        let mut registries = self.registries.borrow_mut();
        registries.push(registry);
        Ok(json(&(registries.len() - 1)))
    }
}

/// The shipped registry with layers above it, lower ones first.
#[cfg(feature = "full")]
fn layered<'t>(texts: impl IntoIterator<Item = &'t str>) -> Result<Registry, String> {
    let base = shipped::shipped().map_or(schemes::builtin(), |all| schemes::builtin().lazy(all));
    crate::files::with_files(base, texts).map_err(|why| told(&why))
}

fn read<'r>(registry: &'r Registry, text: &'r str, options: Options) -> Result<Url<'r>, String> {
    let parsed = registry.parser().options(options).parse(text);
    parsed.map_err(|error| json(&Problem::new(registry, text, options, &error)))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A problem that is only a sentence.
fn told(message: &str) -> String {
    json(&Told { kind: "refused", message: message.to_owned() })
}
