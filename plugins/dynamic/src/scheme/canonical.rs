//! The canonical form: the general rules, and what the plugin says goes beyond them.

use locator_core::{Parts, Slot, Span, canonical};
use locator_plugin::abi;

use super::Dynamic;
use super::check::{self, Buffer};
use super::text::Given;

/// No canonical form needs more edits.
const MOST: usize = 4096;

/// Writes the canonical form. A plugin that breaks its contract is not asked: then it is that of the general rules.
pub(super) fn write(scheme: &Dynamic, url: &Parts<'_>, to: &mut String) {
    let edits = edits(scheme, url).unwrap_or_default();
    let edits: Vec<(Span, &str)> = edits.iter().map(|(span, text)| (*span, &**text)).collect();
    canonical::write(url, &edits, to);
}

/// What stands in the place of which octets of the text; `None` where the plugin has nothing to say, or nonsense.
fn edits(scheme: &Dynamic, url: &Parts<'_>) -> Option<Vec<(Span, String)>> {
    let functions = &scheme.functions;
    if !functions.has_canonicalize() {
        return None;
    }
    let registration = &scheme.registration;
    let options = url.options();
    let given = Given::new(
        registration.name.len(),
        url.schemepart(),
        options.is_lenient(),
        registration.grammar,
        |span| span.of(url.text()),
    )?;
    let mut buffer = Buffer::new();
    let found = check::read(scheme, &given, options.mode, &mut buffer, &mut []).ok()?;
    let mut edits: Vec<(Span, String)> = Vec::new();
    let mut take = |start: u32, end: u32, text: String| {
        let (start, end) = (start as usize, end as usize);
        let is_inside = given.begin <= start && start <= end && end <= given.url.len();
        let is_text = text
            .bytes()
            .all(|octet| octet.is_ascii_graphic() && octet != b'#');
        if !is_inside || !is_text || edits.len() == MOST {
            return false;
        }
        edits.push((given.back(start, end), text));
        true
    };
    let answer = functions.canonicalize(&given.url, found.spans, &mut take)?;
    (answer.status == abi::OK && is_in_order(&edits, url)).then_some(edits)
}

/// Whether edits run forward, and keep away from host and port, which the general rules write; the host as a whole may be
/// replaced.
fn is_in_order(edits: &[(Span, String)], url: &Parts<'_>) -> bool {
    let forward = edits
        .windows(2)
        .all(|pair| pair[0].0.end() <= pair[1].0.start());
    let host = url.span(Slot::HOST);
    let end = url.hostport_end();
    let keeps_away = edits.iter().all(|(span, _)| match (host, end) {
        (Some(host), Some(end)) => {
            *span == host || span.end() <= host.start() || span.start() >= end
        }
        _ => true,
    });
    forward && keeps_away
}
