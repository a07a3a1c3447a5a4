//! Warnings that matter only before access: `misleading-user` and `encoded-delimiter` (RFC 1738 §6).

use alloc::borrow::Cow;
use core::net::IpAddr;

use crate::diagnostics::warning::{Severity, Warning};
use crate::diagnostics::warning_id;
use crate::plan::{Environment, Plan, PlanError, SentBytes};
use crate::syntax::escape;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};
use crate::url::Url;

/// The warning about a user name that begins like a host, before the `@` and the actual host.
pub(super) fn misleading_user(url: &Url<'_>) -> Option<Warning> {
    let span = url.span(Slot::USER)?;
    let user = decoded(span.of(url.text()));
    let Some(host) = apparent_host(&user) else { return misleading_password(url, &user) };
    Some(Warning::new(
        warning_id::MISLEADING_USER,
        Severity::Danger,
        span,
        format!(
            "`{host}` looks like the host but is {} the user name: the host is `{}` (RFC 1738 §6)",
            if host == user { "only" } else { "the beginning of" },
            masked_host(url)
        ),
    ))
}

/// The warning about a password in which a person sees the host: after slashes, before one, or without a user.
fn misleading_password(url: &Url<'_>, user: &str) -> Option<Warning> {
    let span = url.span(Slot::PASSWORD)?;
    let password = decoded(span.of(url.text()));
    let is_host = match password.split_once('/') {
        Some(("", rest)) => rest.strip_prefix('/').and_then(apparent_host).is_some(),
        Some((host, _)) => is_host_like(host),
        None => user.is_empty() && is_host_like(&password),
    };
    is_host.then(|| {
        Warning::new(
            warning_id::MISLEADING_USER,
            Severity::Danger,
            span,
            format!("the password looks like the host: the host is `{}` (RFC 1738 §6)", masked_host(url)),
        )
    })
}

/// A part of a login in lower case, as browsers and people read it: also with escapes in escapes, and with the full stops of
/// other scripts.
fn decoded(written: &str) -> String {
    let once = escape::decode(written);
    let once = String::from_utf8_lossy(&once);
    let twice = escape::decode(&once);
    String::from_utf8_lossy(&twice).to_lowercase().replace(['。', '．', '｡'], ".")
}

/// What a person takes for the host in a decoded user name: its beginning, after slashes, up to a delimiter.
fn apparent_host(user: &str) -> Option<&str> {
    if user.split_once('@').is_some_and(|(_, domain)| is_host_like(domain)) {
        // An e-mail address is a common login, and `joe.doe@h.example` begins like a host by chance.
        return None;
    }
    let text = user.split_once("//").map_or(user, |(_, rest)| rest);
    // An `@` of which no e-mail address is part may divide it from what hides it.
    text.split('@').find_map(leading_host)
}

/// The host with which a text begins, after punctuation.
fn leading_host(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|c: char| !(c.is_alphanumeric() || c == '['));
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '_');
    let host = match text.strip_prefix('[') {
        Some(literal) => literal.split(']').next()?,
        None => text.split(|c| !is_part(c)).next()?.trim_end_matches('.'),
    };
    (is_host_like(host) || host == "localhost" || host.parse::<IpAddr>().is_ok()).then_some(host)
}

/// Whether a text in lower case is a name of labels, the last of which may be that of a top-level domain.
fn is_host_like(name: &str) -> bool {
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let is_top = |top: &str| top.starts_with("xn--") || top.len() > 1 && top.chars().all(char::is_alphabetic);
    name.split('.').all(is_label) && name.rsplit_once('.').is_some_and(|(_, top)| is_top(top))
}

/// The first host as written, with passwords masked.
fn masked_host<'u>(url: &Url<'u>) -> Cow<'u, str> {
    let host = url.hosts().next();
    host.map_or(Cow::Borrowed(""), |host| url.redaction().slice(url.text(), host.span()))
}

/// The warnings about escaped delimiters such as CR and LF, which a client may decode and a server may obey (R-6-2).
pub(super) fn encoded_delimiters(url: &Url<'_>) -> Vec<Warning> {
    // Without the host's own name, no plan would be made for a `file` URL of another host.
    let environment = Environment::new().own_name(url.host().unwrap_or_default());
    match url.plan(&environment) {
        Err(PlanError::UnsafeByte { byte, span, .. }) => vec![rejected_delimiter(byte, span)],
        Ok(plan) => kept_delimiters(url, &plan),
        Err(_) => Vec::new(),
    }
}

/// The warning about a byte for which the plan is refused.
fn rejected_delimiter(byte: u8, span: Span) -> Warning {
    Warning::new(
        warning_id::ENCODED_DELIMITER,
        Severity::Danger,
        span,
        format!("the byte {byte:02X} is a delimiter in the protocol of the scheme, so access is refused (RFC 1738 §6)"),
    )
}

/// The warnings about delimiters that are sent as escapes, which are harmless unless they are decoded on the way.
fn kept_delimiters(url: &Url<'_>, plan: &Plan) -> Vec<Warning> {
    let warning = |bytes: &SentBytes| {
        let written = bytes.span().of(url.text());
        let is_decoded = escape::decode(written) == bytes.bytes();
        let found = escape::bytes(written).find(|(_, byte)| matches!(byte, b'\r' | b'\n' | 0));
        let (offset, byte) = found.filter(|_| !is_decoded)?;
        let start = bytes.span().start() + offset;
        Some(Warning::new(
            warning_id::ENCODED_DELIMITER,
            Severity::Caution,
            Span::new(start, start + 3),
            format!(
                "the byte {byte:02X} is sent encoded; a program that decodes it would send a delimiter of the protocol (RFC 1738 §6)"
            ),
        ))
    };
    plan.bytes().into_iter().filter_map(warning).collect()
}
