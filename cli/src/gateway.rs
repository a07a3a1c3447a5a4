//! `locator gateway`: the URL by which a gateway reaches what a URL locates.

use std::io::Write;

use locator::gateway::Gateways;
use locator::report::visible;
use serde_json::json;

use crate::args;
use crate::each::each;
use crate::exit::{Exit, Trouble};
use crate::output::{json, parts::Masked};
use crate::refusal::masked_text;
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Gateway) -> Result<Exit, Trouble> {
    let gateways = configured(session, &args.gateways)?;
    each(session, &args.urls, "gateway", |session, url, _| {
        let masked = Masked::new(url, &session.reader);
        let input = masked.text();
        let outcome = match gateways.locate(&url) {
            Ok(Some(locator)) => Ok(locator),
            Ok(None) => Err(format!(
                "no gateway serves `{}`: name one by --gateway",
                url.scheme()
            )),
            Err(error) => Err(error.to_string()),
        };
        let exit = if outcome.is_ok() {
            Exit::Well
        } else {
            Exit::Invalid
        };
        // The template of a gateway may bring a password of its own.
        let shown = outcome.as_ref().map(|locator| {
            let shown = masked_text(locator.as_str(), &session.reader);
            let is_masked = shown != locator.as_str();
            (shown, is_masked)
        });
        match (shown, session.json) {
            (Ok((locator, is_masked)), true) => {
                let value = json!({ "input": input, "gateway": locator });
                let is_redacted = is_masked || masked.is_redacted();
                json::line(&mut session.out, &json::told(value, is_redacted))?;
            }
            (Ok((locator, _)), false) => writeln!(session.out, "{locator}")?,
            (Err(message), true) => {
                let value = json!({ "input": input, "refused": { "message": message } });
                json::line(&mut session.out, &json::told(value, masked.is_redacted()))?;
            }
            (Err(message), false) => {
                let message = format!("{}: {}\n", visible(&input), visible(message));
                session.object(&message)?;
            }
        }
        Ok(exit)
    })
}

/// The gateways of the options, checked as a whole.
pub(crate) fn configured(session: &Session, args: &args::Gateways) -> Result<Gateways, Trouble> {
    Gateways::new(session.reader.registry, args.gateways.iter().cloned())
        .map_err(|error| Trouble::Usage(error.to_string()))
}
