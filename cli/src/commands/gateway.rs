//! `anyurl gateway`: prints the URL that accesses each URL through a gateway.

use crate::OwnedUrl;
use anyurl::gateway::{Expansion, Gateway, Gateways};
use anyurl::visible;
use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::{Shape, for_each_input};
use crate::input::reader::InputReader;
use crate::output::components::Masked;
use crate::output::json;
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Gateway) -> Result<Exit, CliError> {
    let gateways = configured(session, &args.gateways)?;
    for_each_input(session, &args.inputs, "gateway", Shape::Lines, |session, url| {
        let outcome = match gateways.locate(&url) {
            Ok(Some(anyurl)) => Ok(anyurl),
            Ok(None) => Err(unserved(session, &url.scheme())),
            Err(error) => Err(error.to_string()),
        };
        let exit = if outcome.is_ok() { Exit::Success } else { Exit::Invalid };
        let input = |reader: &InputReader| Masked::new(url, reader).text();
        // The template of a gateway may contain a password, which belongs to the URL.
        let shown = |anyurl: &OwnedUrl, reader: &InputReader| Masked::new(anyurl.as_url(), reader).text().into_owned();
        match (&outcome, session.json) {
            (Ok(anyurl), true) => {
                json::print(session, |reader| json!({ "input": input(reader), "gateway": shown(anyurl, reader) }))?;
            }
            (Ok(anyurl), false) => session.write_data(|reader| shown(anyurl, reader) + "\n")?,
            (Err(message), true) => {
                json::print(session, |reader| json!({ "input": input(reader), "refused": { "message": message } }))?;
            }
            (Err(message), false) => {
                let message = format!("{}: {}\n", visible(&input(&session.reader)), visible(message));
                session.eprint(&message)?;
            }
        }
        Ok(exit)
    })
}

/// The message about a scheme that no gateway serves. Those of registry files may be for another environment.
fn unserved(session: &Session, scheme: &str) -> String {
    let mut rows = session.layers.iter().flat_map(|layers| layers.gateway_rows());
    if rows.any(|row| row.entry.schemes.iter().any(|name| name.eq_ignore_ascii_case(scheme))) {
        format!("no gateway serves `{scheme}` here: `anyurl registry why {scheme}` says why; add one with --gateway")
    } else {
        format!("no gateway serves `{scheme}`: add one with --gateway")
    }
}

/// The gateways of the options and of the registry files. An option has no name but its position, and takes precedence
/// over a registry file's gateway for the same scheme.
pub(crate) fn configured(session: &Session, args: &args::Gateways) -> Result<Gateways, CliError> {
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
        .map_err(CliError::Usage)
}

/// Parses `scheme[,scheme]=template`. The error does not repeat the text, which may contain a password.
fn gateway(id: &str, option: &str) -> Result<Gateway, String> {
    let form = "expected a form like `x-foo=http://gw.dom/get?{url}`";
    let (schemes, template) =
        option.split_once('=').ok_or_else(|| format!("{id}: no `=` after the schemes; {form}"))?;
    let mode = match template {
        _ if template.contains("{url}") => Expansion::Url,
        _ if template.contains('{') => Expansion::Parts,
        _ => return Err(format!("{id}: the template contains no part of the URL; {form}")),
    };
    Ok(Gateway::new(id, mode, template, schemes.split(',')))
}
