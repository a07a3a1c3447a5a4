//! Access steps from a plugin's `plan`. The host expands their variables, and checks every byte of the URL in them.

use anyurl_core::PlanError;
use anyurl_core::authors::{PlanBuilder, Registration};
use anyurl_declared::format::{AccessStep, Keyword, SendStep, Until};
use anyurl_declared::{AccessError, Steps};
use anyurl_plugin::abi;

use super::PluginScheme;
use super::check::{self, SpanBuffer};
use super::plugin_url::PluginUrl;
use crate::violation::Violation;
use crate::{functions, registration};

/// The largest number of steps.
const MAX_STEPS: usize = 1024;

/// The largest total length of the texts of steps, in bytes.
const MAX_TEXT: usize = 1 << 20;

pub(super) fn plan(scheme: &PluginScheme, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    steps(scheme, to)?.plan(to)
}

/// Calls the plugin's `plan` and checks the answer.
fn steps(scheme: &PluginScheme, to: &PlanBuilder<'_>) -> Result<Steps, PlanError> {
    let failed = |why: String| PlanError::Failed { scheme: scheme.registration.name.to_string(), why };
    let violated = |violation: Violation| failed(scheme.functions.requirement(violation).text().to_owned());
    let url = to.url();
    let Registration { name, grammar, .. } = &scheme.registration;
    let plugin_url =
        PluginUrl::new(name.len(), url.schemepart(), to.is_lenient(), *grammar, |span| span.of(url.text()));
    let plugin_url = plugin_url.ok_or_else(|| violated(Violation::Failed))?;
    let mut buffer = SpanBuffer::new();
    let parsed = check::parse(scheme, plugin_url.text(), url.options().mode, &mut buffer).map_err(violated)?;
    let mut collector = StepCollector::default();
    let mut push = |kind, text| collector.push(kind, text, scheme);
    let mut message = [0; 512];
    let answer = scheme.functions.plan(plugin_url.text().text, parsed.spans, &mut push, &mut message);
    let answer = answer.ok_or_else(|| violated(Violation::Failed))?;
    if let Some(error) = collector.error {
        return Err(failed(error));
    }
    let message = functions::message(&message, answer.message_len);
    let failed_with_message = |reason: &str| match &*message {
        "" => failed(reason.to_owned()),
        message => failed(format!("{reason}: {message}")),
    };
    if let Some(violation) = answer.stopped {
        return Err(violated(violation));
    }
    match answer.status {
        abi::OK => Ok(collector.steps),
        abi::F_UNSUPPORTED => Err(PlanError::NoAccessMethod {
            what: format!("this URL of `{name}`"),
            help: "its plugin has no plan for it",
            span: url.scheme_span(),
        }),
        abi::F_PANIC => Err(failed_with_message(Violation::Panic.requirement().text())),
        status if registration::error_kind(status).is_some() => {
            let index = (answer.requirement as usize).checked_sub(1);
            let requirement = index.and_then(|index| scheme.requirements.get(index));
            let reason = requirement.map_or("the plugin refuses this URL", |(_, requirement)| requirement.text());
            Err(failed_with_message(reason))
        }
        abi::F_NOMEM | abi::F_ARGUMENT | abi::F_HOST => {
            Err(failed_with_message(Violation::Failed.requirement().text()))
        }
        _ => Err(violated(Violation::Status)),
    }
}

/// The steps so far, and the first error. An error fails the plan even if the plugin ignores it.
#[derive(Default)]
struct StepCollector {
    steps: Steps,
    len: usize,
    error: Option<String>,
}

impl StepCollector {
    fn push(&mut self, kind: u32, text: String, scheme: &PluginScheme) -> bool {
        if self.error.is_none() {
            self.error = self.try_push(kind, text, scheme).err();
        }
        self.error.is_none()
    }

    fn try_push(&mut self, kind: u32, text: String, scheme: &PluginScheme) -> Result<(), String> {
        self.len += text.len();
        if self.steps.len() == MAX_STEPS || self.len > MAX_TEXT {
            return Err("the plugin's plan has too many steps".to_owned());
        }
        let step = match kind {
            abi::S_CONNECT => AccessStep::Connect(text),
            abi::S_SEND => AccessStep::Send(SendStep::new(text)),
            abi::S_RECEIVE => match Until::parse(&text) {
                Some(until) => AccessStep::Receive(until),
                None => return Err(format!("`{}` is not a valid end of a receive step", text.escape_debug())),
            },
            _ => return Err(format!("the plugin's plan has a step of the undefined kind {kind}")),
        };
        self.steps.push(&step, &scheme.registration).map_err(|error: AccessError| error.to_string())
    }
}
