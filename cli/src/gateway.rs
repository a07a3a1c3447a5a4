//! `locator gateway`: the URL by which a gateway reaches what a URL locates.

use std::io::Write;

use locator::gateway::{Expansion, Gateway, Gateways};
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
        let masked = Masked::new(url, &session.reader);
        let input = masked.text();
        let outcome = match gateways.locate(&url) {
            Ok(Some(locator)) => Ok(locator),
            Ok(None) => Err(format!("no gateway serves `{}`: name one by --gateway", url.scheme())),
            Err(error) => Err(error.to_string()),
        };
        let exit = if outcome.is_ok() { Exit::Well } else { Exit::Invalid };
        // The template of a gateway may bring a password of its own.
        let shown = outcome.as_ref().map(|locator| {
            let shown = Masked::new(locator.as_url(), &session.reader);
            (shown.text(), shown.is_redacted())
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

/// The gateways of the options and of the registry files, checked as a whole. Those of the options go by their place, and
/// stand above: a file's gateway for the same scheme is omitted.
pub(crate) fn configured(session: &Session, args: &args::Gateways) -> Result<Gateways, Trouble> {
    let gateways = args.gateways.iter().enumerate();
    let gateways: Result<Vec<_>, _> =
        gateways.map(|(n, option)| gateway(&format!("--gateway {}", n + 1), option)).collect();
    gateways
        .and_then(|mut gateways| {
            let named: Vec<_> = gateways.iter().flat_map(|one| one.schemes.clone()).collect();
            let is_free = |one: &&Gateway| !one.schemes.iter().any(|scheme| named.contains(scheme));
            let configured = session.layers.iter().flat_map(|layers| layers.gateways().iter());
            gateways.extend(configured.filter(is_free).cloned());
            Gateways::new(session.reader.registry, gateways).map_err(|error| error.to_string())
        })
        .map_err(Trouble::Usage)
}

/// `scheme[,scheme]=template`. What is wrong with it is told without the text, which may hold a password.
fn gateway(id: &str, option: &str) -> Result<Gateway, String> {
    let form = "write it as `x-foo=http://gw.dom/get?{url}`";
    let (schemes, template) =
        option.split_once('=').ok_or_else(|| format!("{id}: no `=` behind the schemes; {form}"))?;
    let mode = match template {
        _ if template.contains("{url}") => Expansion::Url,
        _ if template.contains('{') => Expansion::Parts,
        _ => {
            return Err(format!("{id}: nothing of the URL is in the template; {form}"));
        }
    };
    Ok(Gateway::new(id, mode, template, schemes.split(',')))
}
