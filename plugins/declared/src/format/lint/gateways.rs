//! Rules for gateways.

use super::LintContext;
use crate::format::finding::{Findings, quoted};
use crate::format::keywords::PortTransport;
use crate::format::known_names;
use crate::format::tables::{GatewayEntry, SchemeEntry};

/// SR504
pub(super) fn secrets(context: &LintContext<'_>, to: &mut Findings) {
    for gateway in context.layer.gateways() {
        for served in &gateway.schemes {
            let key = served.to_ascii_lowercase();
            let entries = context.layer.schemes().filter(|entry| entry.key() == key);
            let mut secrets: Vec<String> = entries.flat_map(secret_components).collect();
            if known_names::WITH_LOGIN.contains(&key.as_str()) {
                secrets.extend(login());
            }
            secrets.sort_unstable();
            secrets.dedup();
            secrets.retain(|secret| !strips(gateway, secret));
            if !secrets.is_empty() {
                let message = format!(
                    "the gateway {} receives the {} of {}",
                    quoted(&gateway.id),
                    secrets.join(" and "),
                    quoted(served)
                );
                let help = "list these components in `strip`";
                to.add(context.main("SR504", gateway.span, message).about(served).fix(help));
            }
        }
    }
}

fn strips(gateway: &GatewayEntry, component: &str) -> bool {
    gateway.strip.iter().any(|one| one.as_str() == component)
}

fn login() -> [String; 2] {
    ["user".to_owned(), "password".to_owned()]
}

/// The names of secret components of an entry.
fn secret_components(entry: &SchemeEntry) -> Vec<String> {
    let Some(syntax) = &entry.syntax else {
        return Vec::new();
    };
    let is_secret = |name: &str| name.eq_ignore_ascii_case("password");
    let components = syntax.components.iter().filter(|one| one.sensitive || is_secret(&one.name));
    let mut secrets: Vec<_> = components.map(|one| one.name.value.clone()).collect();
    let has_form = syntax.form.iter().any(|form| form.contains("<password>"));
    let mut abnf = syntax.abnf.iter().flat_map(|abnf| words(&abnf.text));
    if has_form || abnf.any(|word| matches!(word.as_str(), "login" | "authority" | "userinfo")) {
        secrets.extend(login());
    }
    secrets
}

/// SR503: a gateway over plain http exposes what TLS would protect.
pub(super) fn without_tls(context: &LintContext<'_>, to: &mut Findings) {
    for gateway in context.layer.gateways() {
        let is_open = gateway.template.to_ascii_lowercase().starts_with("http:");
        let served = gateway.schemes.iter().filter(|_| is_open);
        for name in served.filter(|name| is_secure(context, name)) {
            let message = format!(
                "the gateway {} uses http, but {} is accessed with transport security",
                quoted(&gateway.id),
                quoted(name)
            );
            let help = "serve the gateway over https";
            let finding = context.main("SR503", gateway.template.span, message);
            to.add(finding.about(name).fix(help));
        }
    }
}

/// Whether the scheme uses TLS, by the built-in list or by its entry.
fn is_secure(context: &LintContext<'_>, name: &str) -> bool {
    let key = name.to_ascii_lowercase();
    let mut of_name = context.layer.schemes().filter(|entry| entry.key() == key);
    let is_tls = |entry: &SchemeEntry| {
        let mut transports = entry.port.iter().flat_map(|port| &port.transport);
        transports.any(|transport| **transport == PortTransport::Tls)
    };
    known_names::SECURE.contains(&key.as_str()) || of_name.any(is_tls)
}

/// The rule names in a grammar, without comments and literals.
fn words(abnf: &str) -> Vec<String> {
    let mut words = Vec::new();
    for line in abnf.lines() {
        // Every second piece between quotes is a literal. A comment extends to the end of the line.
        for (n, piece) in line.split('"').enumerate().filter(|(n, _)| n % 2 == 0) {
            let (piece, rest) = piece.split_once(';').map_or((piece, None), |(a, b)| (a, Some(b)));
            let is_word = |found: char| found.is_ascii_alphanumeric() || found == '-';
            let found = piece.split(|found| !is_word(found)).filter(|word| !word.is_empty());
            words.extend(found.map(str::to_ascii_lowercase));
            if rest.is_some() {
                debug_assert!(n % 2 == 0);
                break;
            }
        }
    }
    words
}

/// SR508: the choice of a gateway is up to the client.
pub(super) fn in_public(context: &LintContext<'_>, to: &mut Findings) {
    if !context.is_public() {
        return;
    }
    for gateway in context.layer.gateways() {
        let message = format!("the gateway {} is in the public layer", quoted(&gateway.id));
        let help = "clients configure their own gateways: move the gateway to your own layer";
        to.add(context.main("SR508", gateway.span, message).fix(help));
    }
}
