//! Errors of gateways and of their locators.

use super::Gateway;
use super::template::{TemplateError, Variable};
use anyurl_core::authors::{Component, Registration};
use anyurl_core::{Error, Span};

/// An invalid gateway configuration, or a URL that has no gateway locator.
///
/// The message says what is wrong, where, and how to fix it. It never contains a character of a password.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_gateway::{Gateway, Gateways, Expansion};
///
/// let gateway = Gateway::new("lab", Expansion::Url, "http://gw/?{+url}", ["x-foo"]);
/// let error = Gateways::new(&Registry::builder().build(), [gateway]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "gateway `lab`, bytes 11..17 of its template: operators belong to higher levels (RFC 6570 §1.2): write `{name}`"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GatewayError {
    /// The gateway serves no scheme.
    #[error("gateway `{gateway}` serves no scheme: name one, or omit the gateway")]
    ServesNothing {
        /// The gateway.
        gateway: String,
    },
    /// A served name is not a valid scheme name (R-2.1-3).
    #[error(
        "gateway `{gateway}` serves {name:?}, which is not a scheme name: use letters, digits, `+`, `-` and `.` (RFC 1738 §2.1)"
    )]
    Name {
        /// The gateway.
        gateway: String,
        /// The invalid name.
        name: String,
    },
    /// The template is not valid at level 1 of RFC 6570.
    #[error("gateway `{gateway}`, bytes {span:?} of its template: {message}")]
    Template {
        /// The gateway.
        gateway: String,
        /// The position, in bytes of the template.
        span: Span,
        /// The problem and the suggested fix.
        message: &'static str,
    },
    /// A template with [`Expansion::Url`](crate::Expansion::Url) lacks `{url}` (D 19).
    #[error(
        "gateway `{gateway}` has no `{{url}}` in its template: add `{{url}}` where the whole URL belongs, or use the mode `parts`"
    )]
    NoUrl {
        /// The gateway.
        gateway: String,
    },
    /// A variable is not a component of a served scheme.
    #[error("gateway `{gateway}`, bytes {span:?} of its template: unknown variable `{{{variable}}}`; {known}")]
    UnknownVariable {
        /// The gateway.
        gateway: String,
        /// The name of the variable.
        variable: String,
        /// The position, in bytes of the template.
        span: Span,
        /// The known variables, in words.
        known: String,
    },
    /// A variable names a component that is never sent.
    #[error(
        "gateway `{gateway}`, bytes {span:?} of its template: `{{{variable}}}` is stripped and never sent; remove the variable"
    )]
    Stripped {
        /// The gateway.
        gateway: String,
        /// The name of the variable.
        variable: String,
        /// The position, in bytes of the template.
        span: Span,
    },
    /// No scheme of the gateway has a stripped component.
    #[error("gateway `{gateway}` strips `{component}`, which none of its schemes has; {known}")]
    UnknownComponent {
        /// The gateway.
        gateway: String,
        /// The name of the component.
        component: String,
        /// The known components, in words.
        known: String,
    },
    /// The template does not begin with a scheme.
    #[error("gateway `{gateway}` has no target scheme: begin its template with a scheme and a colon, as in `http://`")]
    NoTarget {
        /// The gateway.
        gateway: String,
    },
    /// The scheme of the locators is not registered (D 19).
    #[error(
        "gateway `{gateway}` has the target scheme `{target}`, which is not registered: register it, or choose another scheme{near}"
    )]
    Unregistered {
        /// The gateway.
        gateway: String,
        /// The scheme of its locators.
        target: String,
        /// A suggestion, in words, or an empty string.
        near: String,
    },
    /// Two gateways have the same id.
    #[error("two gateways have the id `{id}`: rename one")]
    DuplicateId {
        /// The id.
        id: String,
    },
    /// Two gateways serve the same scheme; neither takes precedence.
    #[error("the gateways `{first}` and `{second}` both serve `{scheme}`: remove `{scheme}` from one of them")]
    DuplicateScheme {
        /// The scheme.
        scheme: String,
        /// One gateway.
        first: String,
        /// The other.
        second: String,
    },
    /// Gateways form a cycle (D 19).
    #[error(
        "gateways form a cycle, {}: change the target of `{gateway}`", schemes.join(" -> ")
    )]
    Cycle {
        /// The gateway that closes the cycle.
        gateway: String,
        /// The schemes; the first and the last are the same.
        schemes: Vec<String>,
    },
    /// The URL may contain a password that is not stripped: in a nested URL, or in a login that its scheme does not
    /// define.
    #[error(
        "gateway `{gateway}` would receive a password within this `{scheme}` URL: remove it from the URL (RFC 1738 §6)"
    )]
    Secret {
        /// The gateway.
        gateway: String,
        /// The scheme of the URL.
        scheme: String,
    },
    /// The stripped URL is not valid for its scheme.
    #[error("after gateway `{gateway}` strips its components, the URL is not valid for its scheme: {error}")]
    Strip {
        /// The gateway.
        gateway: String,
        /// The error, in terms of the stripped text.
        #[source]
        error: Error,
    },
    /// The locator of every URL, or of this URL, is not valid for its scheme.
    #[error(
        "the locator of gateway `{gateway}` is not valid for its scheme: {error}; {}", error.requirement().help()
    )]
    Locator {
        /// The gateway.
        gateway: String,
        /// The error, in terms of the locator.
        #[source]
        error: Error,
    },
}

impl GatewayError {
    pub(super) fn template(gateway: &Gateway, error: TemplateError) -> Self {
        let TemplateError { span, message } = error;
        Self::Template { gateway: gateway.id.clone(), span, message }
    }

    /// Creates the error for a variable that no version of a scheme has as a component.
    pub(super) fn unknown(gateway: &Gateway, variable: &Variable, scheme: &str, versions: &[&Registration]) -> Self {
        let sent = components(versions).filter(|one| !gateway.strips(one));
        let braced = sent.map(|one| format!("`{{{}}}`", one.name.replace('-', "_")));
        Self::UnknownVariable {
            gateway: gateway.id.clone(),
            variable: variable.name.clone(),
            span: variable.span,
            known: format!("`{}` has {}", scheme.to_ascii_lowercase(), listed(braced, "no variables")),
        }
    }

    pub(super) fn unknown_component(gateway: &Gateway, component: &str, served: &[&Registration]) -> Self {
        let names = components(served).map(|one| format!("`{}`", one.name));
        Self::UnknownComponent {
            gateway: gateway.id.clone(),
            component: component.to_owned(),
            known: format!("they have {}", listed(names, "no components")),
        }
    }
}

fn components<'r>(registrations: &[&'r Registration]) -> impl Iterator<Item = &'r Component> {
    registrations.iter().flat_map(|registration| registration.components.iter())
}

/// Returns the distinct names in order of occurrence, or `none`.
fn listed(names: impl Iterator<Item = String>, none: &str) -> String {
    let mut list: Vec<String> = Vec::new();
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
    if list.is_empty() { none.to_owned() } else { list.join(", ") }
}
