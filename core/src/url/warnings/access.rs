//! Warnings that matter only before access: `misleading-user` and `encoded-delimiter` (RFC 1738 §6).

use std::borrow::Cow;

use crate::diagnostics::warning::{Severity, Warning};
use crate::plan::{Environment, Plan, PlanError, SentBytes};
use crate::syntax::escape;
use crate::text::span::{Slot, Span};
use crate::url::Url;

/// A user name that looks like a host, before the `@` that hides the true one.
pub(super) fn misleading_user(url: &Url<'_>) -> Option<Warning> {
    let span = url.span(Slot::USER)?;
    let user = escape::decode(span.of(url.text())).to_ascii_lowercase();
    let top = user.rsplit(|byte| *byte == b'.').next()?;
    let is_label =
        |label: &[u8]| !label.is_empty() && label.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    let is_name = user.split(|byte| *byte == b'.').all(is_label);
    let looks_like_a_host =
        is_name && top.len() < user.len() && top.len() > 1 && top.iter().all(u8::is_ascii_alphabetic);
    looks_like_a_host.then(|| {
        Warning::new(
            "misleading-user",
            Severity::Danger,
            span,
            format!(
                "`{}` looks like the host, and is the user name: the host is `{}` (RFC 1738 §6)",
                String::from_utf8_lossy(&user),
                host_shown(url)
            ),
        )
    })
}

/// The host as written, without what may be a password in it.
fn host_shown<'u>(url: &Url<'u>) -> Cow<'u, str> {
    match url.span(Slot::HOST) {
        Some(span) => url.redaction().slice(url.text(), span),
        None => Cow::Borrowed(""),
    }
}

/// CR, LF and the like behind an escape, which some client may decode and some server obey (R-6-2).
pub(super) fn encoded_delimiters(url: &Url<'_>) -> Vec<Warning> {
    // Where files of another host are found is the client's affair; what is written in their names is not.
    let environment = Environment::new().own_name(url.host().unwrap_or_default());
    match url.plan(&environment) {
        Err(PlanError::UnsafeByte { byte, span, .. }) => {
            vec![refused_delimiter(byte, span)]
        }
        Ok(plan) => kept_delimiters(url, &plan),
        Err(_) => Vec::new(),
    }
}

/// The first byte for which no plan is made.
fn refused_delimiter(byte: u8, span: Span) -> Warning {
    Warning::new(
        "encoded-delimiter",
        Severity::Danger,
        span,
        format!(
            "the byte {byte:02X} delimits in the protocol of the scheme, and the URL is refused access (RFC 1738 §6)"
        ),
    )
}

/// What is sent as written delimits nothing, as long as nobody decodes it.
fn kept_delimiters(url: &Url<'_>, plan: &Plan) -> Vec<Warning> {
    let of = |bytes: &SentBytes| {
        let written = bytes.span().of(url.text());
        let is_decoded = escape::decode(written) == bytes.bytes();
        let found = escape::bytes(written).find(|(_, byte)| matches!(byte, b'\r' | b'\n' | 0));
        let (offset, byte) = found.filter(|_| !is_decoded)?;
        let start = bytes.span().start() + offset;
        Some(Warning::new(
            "encoded-delimiter",
            Severity::Caution,
            Span::new(start, start + 3),
            format!(
                "the byte {byte:02X} stays encoded on the way: whoever decodes it earlier lets the URL speak (RFC 1738 §6)"
            ),
        ))
    };
    plan.bytes().into_iter().filter_map(of).collect()
}
