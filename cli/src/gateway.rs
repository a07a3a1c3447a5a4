//! `locator gateway`: the URL by which a gateway reaches what a URL locates.

use std::io::Write;

use locator::gateway::Gateways;
use locator::report::visible;
use serde_json::json;

use crate::args;
use crate::each::each;
use crate::exit::{Exit, Trouble};
use crate::output::{json, parts::Masked};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Gateway) -> Result<Exit, Trouble> {
    let gateways = configured(session, &args.gateways)?;
    each(session, &args.urls, "gateway", |session, url, _| {
        let input = Masked::new(url, &session.reader).text();
        let outcome = match gateways.locate(&url) {
            Ok(Some(locator)) => Ok(locator),
            Ok(None) => Err(format!(
                "no gateway serves `{}`: name one by --gateway",
                url.scheme()
            )),
            Err(error) => Err(error.to_string()),
        };
        match (outcome, session.json) {
            (Ok(locator), true) => {
                let value = json!({ "input": input, "gateway": locator.as_str() });
                json::line(&mut session.out, &value)?;
                Ok(Exit::Well)
            }
            (Ok(locator), false) => {
                writeln!(session.out, "{locator}")?;
                Ok(Exit::Well)
            }
            (Err(message), true) => {
                let value = json!({ "input": input, "refused": { "message": message } });
                json::line(&mut session.out, &value)?;
                Ok(Exit::Invalid)
            }
            (Err(message), false) => {
                let message = format!("{}: {}\n", visible(&input), visible(&message));
                session.object(&message)?;
                Ok(Exit::Invalid)
            }
        }
    })
}

/// The gateways of the options, checked as a whole.
pub(crate) fn configured(session: &Session, args: &args::Gateways) -> Result<Gateways, Trouble> {
    Gateways::new(session.reader.registry, args.gateways.iter().cloned())
        .map_err(|error| Trouble::Usage(error.to_string()))
}
