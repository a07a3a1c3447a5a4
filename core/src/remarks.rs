//! What a URL that was accepted still gives reason to say: departures, and the remarks of RFC 1738 §6.
//!
//! Nothing of this is collected while parsing. Who asks for remarks pays for them, by a second reading.

use crate::error::{Departure, Remark, Severity};
use crate::escape;
use crate::plan::{Environment, Octets, Plan, PlanError};
use crate::registry::{Entry, RESERVED_NAMES};
use crate::span::{Slot, Span};
use crate::url::Url;

/// Ports below this are reserved for protocols that servers trust (RFC 1738 §6).
const RESERVED_PORTS: u16 = 1024;

impl Url<'_> {
    /// What reading it gives reason to say: departures that lenient mode let pass, then `nondefault-port`,
    /// `reserved-port`, `password-in-url` and `unregistered-scheme`.
    pub fn warnings(&self) -> Vec<Remark> {
        let mut remarks = departures(self);
        remarks.extend(port(self));
        remarks.extend(password(self));
        remarks.extend(unregistered(self));
        remarks
    }

    /// What there is to know before its resource is accessed (RFC 1738 §6): the [warnings](Self::warnings), and what only
    /// matters then: `misleading-user` and `encoded-delimiter`.
    ///
    /// A [`Policy`](crate::Policy) decides on them.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://www.bank.com@host.dom/")?;
    /// assert!(url.remarks().iter().any(|remark| remark.id == "misleading-user"));
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = self.warnings();
        remarks.extend(misleading_user(self));
        remarks.extend(encoded_delimiters(self));
        remarks
    }
}

/// Reads the URL once more, listening.
fn departures(url: &Url<'_>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if url.options().is_lenient() {
        let mut note = |departure: Departure| remarks.push(departure.into());
        let again = url
            .registry()
            .read(url.text(), url.options(), entry(url), Some(&mut note));
        debug_assert!(again.is_ok(), "what was read once can be read again");
    }
    remarks
}

fn entry<'a>(url: &Url<'a>) -> Option<&'a Entry> {
    url.is_known().then(|| url.entry())
}

/// A port other than the default asks for caution, above all in the reserved space (R-6-1).
fn port(url: &Url<'_>) -> Vec<Remark> {
    let (Some(port), Some(default), Some(span)) = (
        url.port(),
        url.registration().default_port,
        url.span(Slot::PORT),
    ) else {
        return Vec::new();
    };
    if port == default {
        return Vec::new();
    }
    let scheme = url.scheme();
    let other = Remark {
        id: "nondefault-port",
        severity: Severity::Caution,
        message: format!(
            "port {port} is not {scheme}'s own, {default}: another protocol may listen there (RFC 1738 §6)"
        ),
        span,
    };
    let reserved = Remark {
        id: "reserved-port",
        severity: Severity::Danger,
        message: format!(
            "port {port} is reserved for another protocol, whose commands the URL may carry (RFC 1738 §6)"
        ),
        span,
    };
    if port < RESERVED_PORTS {
        vec![other, reserved]
    } else {
        vec![other]
    }
}

/// A URL is no place for a secret (R-6-4).
fn password(url: &Url<'_>) -> Option<Remark> {
    url.span(Slot::PASSWORD).map(|span| Remark {
        id: "password-in-url",
        severity: Severity::Caution,
        message: "the password can be read by everybody who sees the URL (RFC 1738 §6)".to_owned(),
        span,
    })
}

/// Nothing is registered under the name: perhaps it is a slip of the pen.
fn unregistered(url: &Url<'_>) -> Option<Remark> {
    if url.is_known() {
        return None;
    }
    let name = url.scheme();
    let message = if RESERVED_NAMES.contains(&&*name) {
        format!(
            "`{name}` is a reserved name without a definition, so only the generic syntax was checked (RFC 1738 §4)"
        )
    } else {
        match url.registry().did_you_mean(&name) {
            None => format!(
                "nothing is registered under `{name}`, so only the generic syntax was checked"
            ),
            Some(question) => format!("nothing is registered under `{name}`; {question}"),
        }
    };
    Some(Remark {
        id: "unregistered-scheme",
        severity: Severity::Note,
        message,
        span: url.scheme_span(),
    })
}

/// A user name that looks like a host, before the `@` that hides the true one.
fn misleading_user(url: &Url<'_>) -> Option<Remark> {
    let span = url.span(Slot::USER)?;
    let user = escape::decode(span.of(url.text())).to_ascii_lowercase();
    let top = user.rsplit(|octet| *octet == b'.').next()?;
    let is_label = |label: &[u8]| {
        !label.is_empty()
            && label
                .iter()
                .all(|octet| octet.is_ascii_alphanumeric() || *octet == b'-')
    };
    let is_name = user.split(|octet| *octet == b'.').all(is_label);
    let looks_like_a_host = is_name
        && top.len() < user.len()
        && top.len() > 1
        && top.iter().all(u8::is_ascii_alphabetic);
    looks_like_a_host.then(|| Remark {
        id: "misleading-user",
        severity: Severity::Danger,
        message: format!(
            "`{}` looks like the host, and is the user name: the host is `{}` (RFC 1738 §6)",
            String::from_utf8_lossy(&user),
            url.host().unwrap_or_default()
        ),
        span,
    })
}

/// CR, LF and the like behind an escape, which some client may decode and some server obey (R-6-2).
fn encoded_delimiters(url: &Url<'_>) -> Vec<Remark> {
    // Where files of another host are found is the client's affair; what is written in their names is not.
    let environment = Environment::new().own_name(url.host().unwrap_or_default());
    match url.plan(&environment) {
        Err(PlanError::UnsafeOctet { octet, span, .. }) => {
            vec![refused_delimiter(octet, span)]
        }
        Ok(plan) => kept_delimiters(url, &plan),
        Err(_) => Vec::new(),
    }
}

/// The first octet for which no plan is made.
fn refused_delimiter(octet: u8, span: Span) -> Remark {
    Remark {
        id: "encoded-delimiter",
        severity: Severity::Danger,
        message: format!(
            "the octet {octet:02X} delimits in the protocol of the scheme, and the URL is refused access (RFC 1738 §6)"
        ),
        span,
    }
}

/// What is sent as written delimits nothing, as long as nobody decodes it.
fn kept_delimiters(url: &Url<'_>, plan: &Plan) -> Vec<Remark> {
    let of = |octets: &Octets| {
        let written = octets.span().of(url.text());
        let is_decoded = escape::decode(written) == octets.octets();
        let found = escape::octets(written).find(|(_, octet)| matches!(octet, b'\r' | b'\n' | 0));
        let (offset, octet) = found.filter(|_| !is_decoded)?;
        let start = octets.span().start() + offset;
        Some(Remark {
            id: "encoded-delimiter",
            severity: Severity::Caution,
            message: format!(
                "the octet {octet:02X} stays encoded on the way: whoever decodes it earlier lets the URL speak (RFC 1738 §6)"
            ),
            span: Span::new(start, start + 3),
        })
    };
    plan.octets().into_iter().filter_map(of).collect()
}
