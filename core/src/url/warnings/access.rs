//! Warnings that matter only before access: `misleading-user` and `encoded-delimiter` (RFC 1738 §6).

use alloc::borrow::Cow;

use crate::diagnostics::warning::{Severity, Warning};
use crate::diagnostics::warning_id;
use crate::plan::{Environment, Plan, PlanError, SentBytes};
use crate::syntax::escape;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};
use crate::url::Url;

/// The warning about a user name that looks like a host, before the `@` and the actual host.
pub(super) fn misleading_user(url: &Url<'_>) -> Option<Warning> {
    let span = url.span(Slot::USER)?;
    let user = escape::decode(span.of(url.text())).to_ascii_lowercase();
    let top = user.rsplit(|byte| *byte == b'.').next()?;
    let is_label =
        |label: &[u8]| !label.is_empty() && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    let is_name = user.split(|byte| *byte == b'.').all(is_label);
    let is_host_like = is_name && top.len() < user.len() && top.len() > 1 && top.iter().all(u8::is_ascii_alphabetic);
    is_host_like.then(|| {
        Warning::new(
            warning_id::MISLEADING_USER,
            Severity::Danger,
            span,
            format!(
                "`{}` looks like the host but is the user name: the host is `{}` (RFC 1738 §6)",
                String::from_utf8_lossy(&user),
                masked_host(url)
            ),
        )
    })
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
