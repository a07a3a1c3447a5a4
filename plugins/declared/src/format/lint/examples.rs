//! Rules for examples that do not need the grammar.

use super::LintContext;
use crate::format::finding::{Findings, quoted};
use crate::format::known_names;
use crate::format::located::Located;

/// SR309
pub(super) fn both_verdicts(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.registrations().filter(|entry| entry.syntax.is_some()) {
        let has = |verdict| entry.examples.iter().any(|one| *one.accept == verdict);
        for (verdict, word) in [(true, "accepted"), (false, "rejected")] {
            if !has(verdict) {
                let message = format!("{} has no example of a text that is {word}", quoted(&entry.name));
                let help = format!("add a `[[scheme.example]]` with url and `accept = {verdict}`");
                to.add(entry.finding("SR309", entry.span, message).fix(help));
            }
        }
    }
}

/// SR404: a URL with a low port can address another service (RFC 1738 §6).
pub(super) fn ports(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.registrations() {
        let own = entry.port.as_ref().and_then(|port| port.default).map(|port| port.value);
        let usual = own.or_else(|| known_names::port(&entry.key()));
        for example in entry.examples.iter().filter(|example| *example.accept) {
            if let Some(port) = low_port(&example.url, usual) {
                let span = entry.document.inside(&example.url, port.span.range());
                let message = format!("port {} belongs to another service", *port);
                let help = "use a port of at least 1024, or none";
                to.add(entry.finding("SR404", span, message).fix(help));
            }
        }
    }
    for gateway in context.layer.gateways() {
        let template = &gateway.template;
        let scheme = template.split(':').next().unwrap_or_default().to_ascii_lowercase();
        if let Some(port) = low_port(template, known_names::port(&scheme)) {
            let span = context.layer.main().document.inside(template, port.span.range());
            let message = format!("port {} belongs to another service", *port);
            to.add(
                context
                    .main("SR404", span, message)
                    .fix("serve the gateway on a port of at least 1024, or on the default port"),
            );
        }
    }
}

/// The port of a URL with its span, if it is below 1024 and not the default port.
fn low_port(url: &str, usual: Option<u16>) -> Option<Located<u16>> {
    let start = url.find("//")? + 2;
    let end = url[start..].find(['/', '?', '#']).map_or(url.len(), |end| start + end);
    let colon = start + url[start..end].rfind(':')? + 1;
    let port: u16 = url[colon..end].parse().ok()?;
    let is_low = (1..1024).contains(&port) && Some(port) != usual;
    is_low.then(|| Located::new(port, anyurl_core::Span::new(colon, end)))
}
