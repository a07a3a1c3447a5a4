//! Checks of gateways: each by itself against a registry, and all of them together.

use std::borrow::Cow;

use super::template::{UriTemplate, Variable};
use super::{CheckedGateway, Expansion, Gateway, GatewayError, component};
use anyurl_core::authors::{Component, Registration};
use anyurl_core::internal::is_scheme;
use anyurl_core::{Entry, Profile, Registry, Secrets};

/// The only variable of [`Expansion::Url`].
const URL: &str = "url";

/// Checks a gateway by itself.
pub(super) fn gateway(gateway: Gateway, registry: &Registry) -> Result<CheckedGateway, GatewayError> {
    schemes(&gateway)?;
    strip(&gateway, registry)?;
    let template = UriTemplate::parse(&gateway.template).map_err(|error| GatewayError::template(&gateway, error))?;
    match gateway.mode {
        Expansion::Url => url_variable(&gateway, &template)?,
        Expansion::Parts => part_variables(&gateway, &template, registry)?,
    }
    let target = target(&gateway, &template, registry)?;
    Ok(CheckedGateway { gateway, template, target })
}

/// Checks that ids and served schemes are unique and that there is no cycle.
pub(super) fn gateways(all: &[CheckedGateway]) -> Result<(), GatewayError> {
    for (n, CheckedGateway { gateway, .. }) in all.iter().enumerate() {
        for other in all[..n].iter().map(|checked| &checked.gateway) {
            distinct(other, gateway)?;
        }
    }
    all.iter().flat_map(|checked| &checked.gateway.schemes).try_for_each(|scheme| no_cycle(all, scheme))
}

fn distinct(first: &Gateway, second: &Gateway) -> Result<(), GatewayError> {
    if first.id == second.id {
        return Err(GatewayError::DuplicateId { id: first.id.clone() });
    }
    match second.schemes.iter().find(|scheme| first.serves(scheme)) {
        None => Ok(()),
        Some(scheme) => Err(GatewayError::DuplicateScheme {
            scheme: scheme.to_ascii_lowercase(),
            first: first.id.clone(),
            second: second.id.clone(),
        }),
    }
}

/// Follows the chain of gateways from a scheme and rejects a cycle.
fn no_cycle(all: &[CheckedGateway], scheme: &str) -> Result<(), GatewayError> {
    let mut chain = vec![scheme.to_ascii_lowercase()];
    loop {
        let last = &chain[chain.len() - 1];
        let Some(checked) = all.iter().find(|checked| checked.gateway.serves(last)) else {
            return Ok(());
        };
        let back = chain.iter().position(|before| *before == checked.target);
        chain.push(checked.target.clone());
        if let Some(back) = back {
            return Err(GatewayError::Cycle { gateway: checked.gateway.id.clone(), schemes: chain.split_off(back) });
        }
    }
}

/// Checks that the gateway serves at least one scheme and that every name is a valid scheme name.
fn schemes(gateway: &Gateway) -> Result<(), GatewayError> {
    let id = || gateway.id.clone();
    if gateway.schemes.is_empty() {
        return Err(GatewayError::ServesNothing { gateway: id() });
    }
    match gateway.schemes.iter().find(|name| !is_scheme(name)) {
        None => Ok(()),
        Some(name) => Err(GatewayError::Name {
            gateway: id(),
            // A whole URL given by mistake may contain a password.
            name: Secrets::new().mask_name(name).into_owned(),
        }),
    }
}

/// Checks that at least one served scheme has each stripped component: a typo would send the component.
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

/// Checks that `{url}` is the only variable.
fn url_variable(gateway: &Gateway, template: &UriTemplate) -> Result<(), GatewayError> {
    let id = || gateway.id.clone();
    let mut variables = template.variables();
    match variables.find(|variable| variable.name != URL) {
        Some(Variable { name, span }) => Err(GatewayError::UnknownVariable {
            gateway: id(),
            variable: name.clone(),
            span: *span,
            known: format!("with the mode `url`, the only variable is `{{{URL}}}`"),
        }),
        None if template.variables().next().is_none() => Err(GatewayError::NoUrl { gateway: id() }),
        None => Ok(()),
    }
}

/// Checks that every variable is a component of every served scheme, in at least one version, and is not stripped.
fn part_variables(gateway: &Gateway, template: &UriTemplate, registry: &Registry) -> Result<(), GatewayError> {
    for variable in template.variables() {
        for scheme in &gateway.schemes {
            let versions = registrations(registry, scheme);
            let named: Vec<_> = versions.iter().filter_map(|one| component(one, &variable.name)).collect();
            if named.is_empty() {
                let error = GatewayError::unknown(gateway, variable, scheme, &versions);
                return Err(error);
            }
            if named.iter().any(|one| gateway.strips(one)) {
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

/// Returns the scheme of the locators, which the template must begin with and which must be registered.
fn target(gateway: &Gateway, template: &UriTemplate, registry: &Registry) -> Result<String, GatewayError> {
    let id = || gateway.id.clone();
    let prefix = template.prefix();
    let Ok(parts) = anyurl_core::split(prefix) else {
        return Err(GatewayError::NoTarget { gateway: id() });
    };
    let target = parts.scheme.of(prefix).to_ascii_lowercase();
    if registry.get(&target, Profile::Rfc1738).is_none() {
        let near = registry.did_you_mean(&target);
        return Err(GatewayError::Unregistered {
            gateway: id(),
            near: near.map_or_else(String::new, |near| format!("; {near}")),
            target,
        });
    }
    // A whole URL always expands to the same characters, so one sample tests the template; components may hold
    // anything.
    if gateway.mode == Expansion::Url {
        let sample = template.expand(|_| Cow::Borrowed(b"x://h/~"));
        registry.parse(&sample).map_err(|error| GatewayError::Locator { gateway: id(), error })?;
    }
    Ok(target)
}

/// Returns every version of a scheme, or the generic syntax for an unregistered name.
fn registrations<'r>(registry: &'r Registry, scheme: &str) -> Vec<&'r Registration> {
    let mut all: Vec<_> = registry.versions(scheme).map(Entry::registration).collect();
    if all.is_empty() {
        all.extend(Profile::ALL.iter().map(|profile| registry.generic(*profile).registration()));
    }
    all
}
