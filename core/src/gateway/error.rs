//! What is wrong with a gateway, and why it makes no locator.

use super::Gateway;
use super::template::{ParseError, Variable};
use crate::diagnostics::error::Error;
use crate::registration::{Component, Registration};
use crate::text::span::Span;

/// Why gateways are refused, or a gateway makes no locator: what, where, and how to fix it. Never a character of a
/// password.
///
/// ```
/// use locator_core::Registry;
/// use locator_core::gateway::{Gateway, Gateways, Expansion};
///
/// let gateway = Gateway::new("lab", Expansion::Url, "http://gw/?{+url}", ["x-foo"]);
/// let error = Gateways::new(&Registry::builder().build(), [gateway]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "gateway `lab`, bytes 11..17 of its template: operators are of higher levels (RFC 6570 §1.2): write `{name}`"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GatewayError {
    /// No scheme to serve.
    #[error("gateway `{gateway}` serves no scheme: name one, or omit the gateway")]
    ServesNothing {
        /// The gateway.
        gateway: String,
    },
    /// A served name that no scheme can have (R-2.1-3).
    #[error(
        "gateway `{gateway}` serves {name:?}, which is no scheme name: use letters, digits, `+`, `-` and `.` (RFC 1738 §2.1)"
    )]
    Name {
        /// The gateway.
        gateway: String,
        /// What is no name.
        name: String,
    },
    /// A template that is not one of RFC 6570, level 1.
    #[error("gateway `{gateway}`, bytes {span:?} of its template: {says}")]
    Template {
        /// The gateway.
        gateway: String,
        /// Where, in bytes of the template.
        span: Span,
        /// What is wrong, and how to fix it.
        says: &'static str,
    },
    /// A template of whole URLs without the place for one (D 19).
    #[error(
        "gateway `{gateway}` has no `{{url}}` in its template: write it where the whole URL belongs, or choose the mode of parts"
    )]
    NoUrl {
        /// The gateway.
        gateway: String,
    },
    /// A variable that stands for nothing.
    #[error("gateway `{gateway}`, bytes {span:?} of its template: `{{{variable}}}` stands for nothing; {known}")]
    UnknownVariable {
        /// The gateway.
        gateway: String,
        /// The name of the variable.
        variable: String,
        /// Where, in bytes of the template.
        span: Span,
        /// Which variables there are, in words.
        known: String,
    },
    /// A variable for what is never sent.
    #[error(
        "gateway `{gateway}`, bytes {span:?} of its template: `{{{variable}}}` is stripped and never sent; take the variable out"
    )]
    Stripped {
        /// The gateway.
        gateway: String,
        /// The name of the variable.
        variable: String,
        /// Where, in bytes of the template.
        span: Span,
    },
    /// A component to strip that no scheme of the gateway has.
    #[error("gateway `{gateway}` strips `{component}`, which none of its schemes has; {known}")]
    UnknownComponent {
        /// The gateway.
        gateway: String,
        /// The name.
        component: String,
        /// Which components there are, in words.
        known: String,
    },
    /// A template whose scheme is not written out.
    #[error("gateway `{gateway}` leads nowhere: begin its template with a scheme and a colon, as in `http://`")]
    NoTarget {
        /// The gateway.
        gateway: String,
    },
    /// Locators of a scheme that nothing is registered under (D 19).
    #[error(
        "gateway `{gateway}` leads to `{target}`, which nothing is registered under: register it, or choose another scheme{near}"
    )]
    Unregistered {
        /// The gateway.
        gateway: String,
        /// The scheme of its locators.
        target: String,
        /// Whether another was perhaps meant, in words; or nothing.
        near: String,
    },
    /// Two gateways of one id.
    #[error("two gateways have the id `{id}`: rename one")]
    SameId {
        /// The id.
        id: String,
    },
    /// Two gateways for one scheme: none of them is the first.
    #[error("both gateways `{first}` and `{second}` serve `{scheme}`: take it out of one of them")]
    Two {
        /// The scheme.
        scheme: String,
        /// One gateway.
        first: String,
        /// The other.
        second: String,
    },
    /// Gateways that lead back to where they begin (D 19).
    #[error(
        "gateways lead round in circles, {}: let `{gateway}` lead elsewhere", schemes.join(" -> ")
    )]
    Cycle {
        /// The gateway that closes the circle.
        gateway: String,
        /// The schemes, the first and the last being the same.
        schemes: Vec<String>,
    },
    /// A URL that holds what may be a password where nothing strips it: in a URL within it, or in a login that its scheme
    /// does not know.
    #[error(
        "gateway `{gateway}` would see a password within this `{scheme}` URL: take it out of the URL (RFC 1738 §6)"
    )]
    Secret {
        /// The gateway.
        gateway: String,
        /// The scheme of the URL.
        scheme: String,
    },
    /// A URL that is none of its scheme without what is stripped.
    #[error("without what gateway `{gateway}` strips, this is no URL of its scheme: {error}")]
    Strip {
        /// The gateway.
        gateway: String,
        /// Why not, by the text that is left.
        #[source]
        error: Error,
    },
    /// A locator that its scheme refuses: of every URL, or of this one.
    #[error(
        "the template of gateway `{gateway}` does not give a URL of its scheme: {error}; {}", error.requirement().help()
    )]
    Locator {
        /// The gateway.
        gateway: String,
        /// Why not, by the text of the locator.
        #[source]
        error: Error,
    },
}

impl GatewayError {
    pub(super) fn template(gateway: &Gateway, fault: ParseError) -> Self {
        let ParseError { span, says } = fault;
        Self::Template { gateway: gateway.id.clone(), span, says }
    }

    /// A variable that is no component of a scheme, in none of its versions.
    pub(super) fn unknown(gateway: &Gateway, variable: &Variable, scheme: &str, versions: &[&Registration]) -> Self {
        let sent = components(versions).filter(|one| !gateway.strips(one));
        let braced = sent.map(|one| format!("`{{{}}}`", one.name.replace('-', "_")));
        let list = listed(braced);
        Self::UnknownVariable {
            gateway: gateway.id.clone(),
            variable: variable.name.clone(),
            span: variable.span,
            known: format!("of `{}` there are {list}", scheme.to_ascii_lowercase()),
        }
    }

    pub(super) fn unknown_component(gateway: &Gateway, component: &str, served: &[&Registration]) -> Self {
        let names = components(served).map(|one| format!("`{}`", one.name));
        Self::UnknownComponent {
            gateway: gateway.id.clone(),
            component: component.to_owned(),
            known: format!("there are {}", listed(names)),
        }
    }
}

fn components<'r>(registrations: &[&'r Registration]) -> impl Iterator<Item = &'r Component> {
    registrations.iter().flat_map(|registration| registration.components.iter())
}

/// Each once, in the order in which they are met.
fn listed(names: impl Iterator<Item = String>) -> String {
    let mut list: Vec<String> = Vec::new();
    for name in names {
        if !list.contains(&name) {
            list.push(name);
        }
    }
    if list.is_empty() {
        return "none".to_owned();
    }
    list.join(", ")
}
