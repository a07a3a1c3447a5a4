//! The steps of access that a plugin tells one by one. The host expands their variables, and checks every byte of the
//! URL that enters one.

use locator_core::{PlanBuilder, PlanError};
use locator_declared::format::{AccessStep, Keyword, Until};
use locator_declared::{AccessError, Steps};
use locator_plugin::abi;

use super::Dynamic;
use super::check::{self, Buffer};
use super::text::Given;
use crate::call;
use crate::facts;
use crate::violation::Violation;

/// No algorithm has more steps.
const MOST_STEPS: usize = 1024;

/// No algorithm has more text in all, in bytes.
const LONGEST: usize = 1 << 20;

pub(super) fn plan(scheme: &Dynamic, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    told(scheme, to)?.plan(to)
}

/// What the plugin tells.
fn told(scheme: &Dynamic, to: &PlanBuilder<'_>) -> Result<Steps, PlanError> {
    let failed = |why: String| PlanError::Failed { scheme: scheme.registration.name.to_string(), why };
    let url = to.url();
    let registration = &scheme.registration;
    let given = Given::new(registration.name.len(), url.schemepart(), to.is_lenient(), registration.grammar, |span| {
        span.of(url.text())
    });
    let violated = |violation: Violation| failed(violation.requirement().text().to_owned());
    let given = given.ok_or_else(|| violated(Violation::Failed))?;
    let mut buffer = Buffer::new();
    let mode = url.options().mode;
    let found = check::read(scheme, &given, mode, &mut buffer, &mut []).map_err(violated)?;
    let mut telling = Telling::default();
    let mut take = |kind, text| telling.take(kind, text, scheme);
    let mut message = [0; 512];
    let functions = &scheme.functions;
    let answer = functions.plan(&given.url, found.spans, &mut take, &mut message);
    let answer = answer.ok_or_else(|| violated(Violation::Failed))?;
    if let Some(refused) = telling.refused {
        return Err(failed(refused));
    }
    let said = call::message(&message, answer.said);
    match answer.status {
        abi::OK => Ok(telling.steps),
        abi::F_UNSUPPORTED => Err(PlanError::NoAccessMethod {
            what: format!("this URL of `{}`", registration.name),
            help: "its plugin has no plan for it",
            span: url.scheme_span(),
        }),
        abi::F_PANIC => Err(failed(join(Violation::Panic.requirement().text(), &said))),
        status if facts::kind(status).is_some() => {
            let number = (answer.requirement as usize).checked_sub(1);
            let requirement = number.and_then(|number| scheme.requirements.get(number));
            let says = requirement.map_or("it refuses this URL", |(_, requirement)| requirement.text());
            Err(failed(join(says, &said)))
        }
        abi::F_NOMEM | abi::F_ARGUMENT | abi::F_HOST => {
            Err(failed(join(Violation::Failed.requirement().text(), &said)))
        }
        _ => Err(violated(Violation::Status)),
    }
}

fn join(says: &str, said: &str) -> String {
    match said {
        "" => says.to_owned(),
        said => format!("{says}: {said}"),
    }
}

/// The steps so far, or why one was refused: what a plugin does about that makes no difference.
#[derive(Default)]
struct Telling {
    steps: Steps,
    len: usize,
    refused: Option<String>,
}

impl Telling {
    fn take(&mut self, kind: u32, text: String, scheme: &Dynamic) -> bool {
        if self.refused.is_none() {
            self.refused = self.add(kind, text, scheme).err();
        }
        self.refused.is_none()
    }

    fn add(&mut self, kind: u32, text: String, scheme: &Dynamic) -> Result<(), String> {
        self.len += text.len();
        if self.steps.len() == MOST_STEPS || self.len > LONGEST {
            return Err("its plugin tells more steps than anybody follows".to_owned());
        }
        let step = match kind {
            abi::S_CONNECT => AccessStep::Connect(text),
            abi::S_SEND => AccessStep::Send { text, rest_of_line: false },
            abi::S_RECEIVE => match Until::parse(&text) {
                Some(until) => AccessStep::Receive(until),
                None => {
                    return Err(format!("`{}` is nothing to receive until", text.escape_debug()));
                }
            },
            _ => {
                return Err(format!("its plugin tells a step of the kind {kind}, which there is not"));
            }
        };
        let wrong = |error: AccessError| error.to_string();
        self.steps.push(&step, &scheme.registration).map_err(wrong)
    }
}
