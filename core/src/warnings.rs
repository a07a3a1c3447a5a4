//! What a URL that was accepted still gives reason to say: departures, and the remarks of RFC 1738 §6.
//!
//! Nothing of this is collected while parsing. Who asks for warnings pays for them, by a second reading.

use crate::error::{Remark, Warning};
use crate::registry::RESERVED_NAMES;
use crate::span::Slot;
use crate::url::Url;

/// Ports below this are reserved for protocols that servers trust (RFC 1738 §6).
const RESERVED_PORTS: u16 = 1024;

impl Url<'_> {
    /// Departures that lenient mode let pass, then `nondefault-port`, `reserved-port`, `password-in-url` and
    /// `unregistered-scheme`.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = departures(self);
        warnings.extend(port(self));
        warnings.extend(password(self));
        warnings.extend(unregistered(self));
        warnings
    }
}

/// Reads the URL once more, listening.
fn departures(url: &Url<'_>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if url.options().is_lenient() {
        let mut note = |remark: Remark| warnings.push(remark.into());
        let again = url
            .registry()
            .read(url.text(), url.options(), entry(url), Some(&mut note));
        debug_assert!(again.is_ok(), "what was read once can be read again");
    }
    warnings
}

fn entry<'a>(url: &Url<'a>) -> Option<&'a crate::registry::Entry> {
    (!url.is_generic()).then(|| url.entry())
}

/// A port other than the default asks for caution, above all in the reserved space (R-6-1).
fn port(url: &Url<'_>) -> Vec<Warning> {
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
    let other = Warning {
        id: "nondefault-port",
        message: format!(
            "port {port} is not {scheme}'s own, {default}: another protocol may listen there (RFC 1738 §6)"
        ),
        span,
    };
    let reserved = Warning {
        id: "reserved-port",
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
fn password(url: &Url<'_>) -> Option<Warning> {
    url.span(Slot::PASSWORD).map(|span| Warning {
        id: "password-in-url",
        message: "the password can be read by everybody who sees the URL (RFC 1738 §6)".to_owned(),
        span,
    })
}

/// Nothing is registered under the name: perhaps it is a slip of the pen.
fn unregistered(url: &Url<'_>) -> Option<Warning> {
    if !url.is_generic() {
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
    Some(Warning {
        id: "unregistered-scheme",
        message,
        span: url.layout().scheme,
    })
}
