//! Whether gateways make sense: each alone, for the schemes of a registry, and all together.

use std::borrow::Cow;

use super::template::{UriTemplate, Variable};
use super::{Expansion, Gateway, GatewayError, Ready, component};
use crate::diagnostics::redact::Redaction;
use crate::registration::{Component, Registration};
use crate::registry::{Entry, EntryId, Registry};
use crate::syntax::options::Profile;
use crate::syntax::split;

/// The one variable of [`Expansion::Url`].
const URL: &str = "url";

/// Checks a gateway by itself.
pub(super) fn alone(gateway: Gateway, registry: &Registry) -> Result<Ready, GatewayError> {
    schemes(&gateway)?;
    strip(&gateway, registry)?;
    let template = UriTemplate::parse(&gateway.template).map_err(|fault| GatewayError::template(&gateway, fault))?;
    match gateway.mode {
        Expansion::Url => url_variable(&gateway, &template)?,
        Expansion::Parts => part_variables(&gateway, &template, registry)?,
    }
    let target = target(&gateway, &template, registry)?;
    Ok(Ready { gateway, template, target })
}

/// Checks that every id and every scheme has one gateway, and that none leads back.
pub(super) fn together(all: &[Ready]) -> Result<(), GatewayError> {
    for (n, Ready { gateway, .. }) in all.iter().enumerate() {
        for other in all[..n].iter().map(|ready| &ready.gateway) {
            distinct(other, gateway)?;
        }
    }
    all.iter().flat_map(|ready| &ready.gateway.schemes).try_for_each(|scheme| no_cycle(all, scheme))
}

fn distinct(first: &Gateway, second: &Gateway) -> Result<(), GatewayError> {
    if first.id == second.id {
        return Err(GatewayError::SameId { id: first.id.clone() });
    }
    match second.schemes.iter().find(|scheme| first.serves(scheme)) {
        None => Ok(()),
        Some(scheme) => Err(GatewayError::Two {
            scheme: scheme.to_ascii_lowercase(),
            first: first.id.clone(),
            second: second.id.clone(),
        }),
    }
}

/// Follows the gateways from a scheme on: a chain ends somewhere.
fn no_cycle(all: &[Ready], scheme: &str) -> Result<(), GatewayError> {
    let mut chain = vec![scheme.to_ascii_lowercase()];
    loop {
        let last = &chain[chain.len() - 1];
        let Some(ready) = all.iter().find(|ready| ready.gateway.serves(last)) else {
            return Ok(());
        };
        let back = chain.iter().position(|before| *before == ready.target);
        chain.push(ready.target.clone());
        if let Some(back) = back {
            return Err(GatewayError::Cycle { gateway: ready.gateway.id.clone(), schemes: chain.split_off(back) });
        }
    }
}

/// There is something to serve, and every name of it could be a scheme's.
fn schemes(gateway: &Gateway) -> Result<(), GatewayError> {
    let id = || gateway.id.clone();
    if gateway.schemes.is_empty() {
        return Err(GatewayError::ServesNothing { gateway: id() });
    }
    match gateway.schemes.iter().find(|name| !split::is_scheme(name)) {
        None => Ok(()),
        Some(name) => Err(GatewayError::Name {
            gateway: id(),
            // Who hands over a whole URL by mistake may hand over a password.
            name: Redaction::guess_name(name).apply(name).into_owned(),
        }),
    }
}

/// What is to be stripped is known to one of the schemes at least: a slip would send what was to be kept.
fn strip(gateway: &Gateway, registry: &Registry) -> Result<(), GatewayError> {
    let schemes = gateway.schemes.iter();
    let served: Vec<_> = schemes.flat_map(|scheme| registrations(registry, scheme)).collect();
    let always = [&Component::USER, &Component::PASSWORD, &Component::FRAGMENT];
    let is_known = |name: &&String| {
        always.iter().any(|one| one.name == **name) || served.iter().any(|one| one.component(name).is_some())
    };
    match gateway.strip.iter().find(|name| !is_known(name)) {
        None => Ok(()),
        Some(name) => Err(GatewayError::unknown_component(gateway, name, &served)),
    }
}

/// `{url}` and nothing else.
fn url_variable(gateway: &Gateway, template: &UriTemplate) -> Result<(), GatewayError> {
    let id = || gateway.id.clone();
    let mut variables = template.variables();
    match variables.find(|variable| variable.name != URL) {
        Some(Variable { name, span }) => Err(GatewayError::UnknownVariable {
            gateway: id(),
            variable: name.clone(),
            span: *span,
            known: format!("a template of whole URLs has `{{{URL}}}` alone"),
        }),
        None if template.variables().next().is_none() => Err(GatewayError::NoUrl { gateway: id() }),
        None => Ok(()),
    }
}

/// Every variable is a component of every scheme, in one version at least, and none of what is stripped.
fn part_variables(gateway: &Gateway, template: &UriTemplate, registry: &Registry) -> Result<(), GatewayError> {
    for variable in template.variables() {
        for scheme in &gateway.schemes {
            let versions = registrations(registry, scheme);
            let meant: Vec<_> = versions.iter().filter_map(|one| component(one, &variable.name)).collect();
            if meant.is_empty() {
                let error = GatewayError::unknown(gateway, variable, scheme, &versions);
                return Err(error);
            }
            if meant.iter().any(|one| gateway.strips(one)) {
                return Err(GatewayError::Stripped {
                    gateway: gateway.id.clone(),
                    variable: variable.name.clone(),
                    span: variable.span,
                });
            }
        }
    }
    Ok(())
}

/// The scheme of the locators stands in the template, and is registered: what the gateway is for is access.
fn target(gateway: &Gateway, template: &UriTemplate, registry: &Registry) -> Result<String, GatewayError> {
    let id = || gateway.id.clone();
    let begin = template.begin();
    let Ok(parts) = split::split(begin) else {
        return Err(GatewayError::NoTarget { gateway: id() });
    };
    let target = parts.scheme.of(begin).to_ascii_lowercase();
    if registry.get(&target, Profile::Rfc1738).is_none() {
        let near = registry.did_you_mean(&target);
        return Err(GatewayError::Unregistered {
            gateway: id(),
            near: near.map_or_else(String::new, |near| format!("; {near}")),
            target,
        });
    }
    // What a whole URL becomes is always alike, so the template can be tried; components may be anything.
    if gateway.mode == Expansion::Url {
        let sample = template.expand(|_| Cow::Borrowed(b"x://h/~"));
        registry.parse(&sample).map_err(|error| GatewayError::Locator { gateway: id(), error })?;
    }
    Ok(target)
}

/// Every version of a scheme; of a name that nothing is registered under, the generic syntax.
fn registrations<'r>(registry: &'r Registry, scheme: &str) -> Vec<&'r Registration> {
    let mut all: Vec<_> = registry.versions(scheme).map(Entry::registration).collect();
    if all.is_empty() {
        all.push(registry.entry(EntryId::GENERIC).registration());
    }
    all
}
