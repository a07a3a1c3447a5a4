//! Validation of registrations against RFC 1738 §4: errors, and notes about accepted registrations.

use semver::Version;

use super::Origin;
use crate::registration::template;
use crate::registration::{Component, Grammar, InnerHosts, Registration, Role, Status};
use crate::syntax::class::RESERVED;
use crate::syntax::split;
use crate::text::prelude::*;
use crate::text::span::Slot;

/// The seven names that RFC 1738 §4 reserves, and `url` and `urn` (A-41, R-4-10).
pub const RESERVED_NAMES: [&str; 9] = ["afs", "cid", "mailserver", "mid", "nfs", "tn3270", "url", "urn", "z39.50"];

/// The reason why a scheme is not registered. The builder is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegisterError {
    /// The name is empty or has characters outside `a-z 0-9 + . -` (R-2.1-3).
    #[error("`{0}` is not a scheme name: use letters, digits, `+`, `-` and `.` (RFC 1738 §2.1)")]
    Name(String),
    /// The name is only `x-`.
    #[error("`x-` alone is not a scheme name: add the name of the experiment after the hyphen")]
    EmptyExperiment,
    /// The name begins with `x-`, but the status is not experimental (R-4-2).
    #[error("`{name}` begins with `x-`, so its status must be experimental, not {} (RFC 1738 §4)", status.as_str())]
    NotExperimental {
        /// The name.
        name: String,
        /// The status of the registration.
        status: Status,
    },
    /// The name is one of [`RESERVED_NAMES`] (R-4-8, R-4-10).
    #[error("`{0}` is a reserved name: call `allow_reserved(\"{0}\")` to register it (RFC 1738 §4)")]
    Reserved(String),
    /// `syntax` is empty (R-4-3).
    #[error("`{0}` has no syntax: put the grammar in `syntax` (RFC 1738 §4)")]
    NoSyntax(String),
    /// `access` is empty (R-4-3).
    #[error("`{0}` has no access algorithm: put the steps in `access` (RFC 1738 §4)")]
    NoAccess(String),
    /// A permanent scheme has no demonstration of its use (R-4-4).
    #[error(
        "`{0}` is permanent but has no demonstration: describe one in `demonstration`, or make it provisional (RFC 1738 §4)"
    )]
    NoDemonstration(String),
    /// The URLs locate no data object, and `name_properties` is empty (R-4-5).
    #[error("`{0}` locates no data object: describe the properties of its names in `name_properties` (RFC 1738 §4)")]
    NoNameProperties(String),
    /// The reserved set has a character that may not be reserved (R-2.2-8).
    #[error("`{name}` reserves `{found}`: only `;/?:@=&` may be reserved (RFC 1738 §2.2)")]
    ReservedSet {
        /// The name.
        name: String,
        /// The first character that may not be reserved.
        found: char,
    },
    /// The default port is 0.
    #[error("`{0}` has the default port 0: use a port from 1 to 65535")]
    DefaultPort(String),
    /// The scheme has a login or a port, but no host (D 17).
    #[error("`{name}` has {what} but no host: add a component for the host, or remove {what}")]
    NoHost {
        /// The name.
        name: String,
        /// The part that requires a host.
        what: &'static str,
    },
    /// Two components share a name or a slot.
    #[error("`{name}` has two components {what}: give each a name and a slot of its own")]
    TwoComponents {
        /// The name.
        name: String,
        /// The shared name or slot.
        what: String,
    },
    /// The template does not say where each component is written.
    #[error("the template of `{name}` is invalid: {error}")]
    Template {
        /// The name.
        name: String,
        /// The error in the template.
        error: template::TemplateError,
    },
    /// The name is already registered: a new scheme needs a new prefix (R-4-1).
    #[error(
        "`{name}` is already registered: {first} registers version {first_version}, and {second} version {second_version}; choose one with `on_conflict`"
    )]
    Taken {
        /// The name.
        name: String,
        /// The owner of the name.
        first: Box<Origin>,
        /// The registered version.
        first_version: Version,
        /// The origin of the new scheme.
        second: Box<Origin>,
        /// The version of the new scheme.
        second_version: Version,
    },
    /// The alias of a scheme is refused.
    #[error("`{alias}` cannot be an alias of `{of}`: {why}")]
    Alias {
        /// The alias.
        alias: String,
        /// The scheme.
        of: String,
        /// The reason, and what to do.
        why: String,
    },
    /// No crate of schemes is linked, not even the built-in one.
    #[error(
        "no scheme is registered, because the linker omitted the crates that define schemes: refer to one of them (`use anyurl_schemes as _;`), or register a list such as `anyurl_schemes::RFC1738`"
    )]
    NothingRegistered,
}

/// A note about an accepted registration.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RegistrationNote {
    /// The scheme.
    pub name: String,
    /// The note.
    pub message: &'static str,
}

/// Checks a registration against RFC 1738 §4, without regard to other registrations.
///
/// `name` is the name of the registration in lower case; `is_reserved_allowed` says whether a reserved name may be
/// registered.
pub(super) fn check(
    name: &str,
    registration: &Registration,
    is_reserved_allowed: impl Fn(&str) -> bool,
) -> Result<(), RegisterError> {
    check_name(name, registration.status, is_reserved_allowed)?;
    let Registration { syntax, access, demonstration, name_properties, default_port, data_object, status, .. } =
        registration;
    let name = || name.to_owned();
    if syntax.trim().is_empty() {
        return Err(RegisterError::NoSyntax(name()));
    }
    if access.iter().all(|step| step.trim().is_empty()) {
        return Err(RegisterError::NoAccess(name()));
    }
    if *status == Status::Permanent && demonstration.trim().is_empty() {
        return Err(RegisterError::NoDemonstration(name()));
    }
    if !data_object && name_properties.trim().is_empty() {
        return Err(RegisterError::NoNameProperties(name()));
    }
    if *default_port == Some(0) {
        return Err(RegisterError::DefaultPort(name()));
    }
    check_reserved_set(&name(), registration)?;
    check_components(&name(), registration)?;
    template::check(registration).map_err(|error| RegisterError::Template { name: name(), error })
}

/// Checks the name of an alias. The status of its scheme does not matter: an alias with `x-` is often the name that a scheme
/// had as an experiment.
pub(super) fn check_alias(alias: &str, is_reserved_allowed: impl Fn(&str) -> bool) -> Result<(), RegisterError> {
    if !split::is_scheme(alias) {
        return Err(RegisterError::Name(alias.to_owned()));
    }
    check_name(alias, Status::Experimental, is_reserved_allowed)
}

fn check_name(name: &str, status: Status, is_reserved_allowed: impl Fn(&str) -> bool) -> Result<(), RegisterError> {
    if !split::is_registrable(name) {
        return Err(RegisterError::Name(name.to_owned()));
    }
    if name == "x-" {
        return Err(RegisterError::EmptyExperiment);
    }
    if name.starts_with("x-") && status != Status::Experimental {
        return Err(RegisterError::NotExperimental { name: name.to_owned(), status });
    }
    if RESERVED_NAMES.contains(&name) && !is_reserved_allowed(name) {
        return Err(RegisterError::Reserved(name.to_owned()));
    }
    Ok(())
}

fn check_reserved_set(name: &str, registration: &Registration) -> Result<(), RegisterError> {
    let may_be_reserved = |found: &char| u8::try_from(*found).is_ok_and(|byte| RESERVED.contains(&byte));
    match registration.reserved.chars().find(|found| !may_be_reserved(found)) {
        Some(found) if registration.grammar == Grammar::Rfc1738 => {
            Err(RegisterError::ReservedSet { name: name.to_owned(), found })
        }
        _ => Ok(()),
    }
}

fn check_components(name: &str, registration: &Registration) -> Result<(), RegisterError> {
    let components = &registration.components;
    let has = |is: fn(&Component) -> bool| components.iter().any(|component| !component.lenient && is(component));
    // Each host of a list can have a port.
    let has_hosts = has(|component| component.hosts == Some(InnerHosts::List));
    let needs_host = [
        ("a default port", registration.default_port.is_some() && !has_hosts),
        ("a login", has(|component| matches!(component.role, Role::User | Role::Password))),
        ("a port", has(|component| component.slot == Slot::PORT)),
    ];
    if let Some((what, _)) = needs_host.into_iter().find(|(_, given)| *given && !registration.has_host()) {
        return Err(RegisterError::NoHost { name: name.to_owned(), what });
    }
    for (n, one) in components.iter().enumerate() {
        let before = &components[..n];
        let what = match before.iter().find(|other| other.name == one.name || other.slot == one.slot) {
            None => continue,
            Some(other) if other.name == one.name => format!("named `{}`", one.name),
            Some(other) => format!("in one slot, `{}` and `{}`", other.name, one.name),
        };
        return Err(RegisterError::TwoComponents { name: name.to_owned(), what });
    }
    Ok(())
}

/// Adds the notes about an accepted registration.
pub(super) fn add_notes(name: &str, registration: &Registration, notes: &mut Vec<RegistrationNote>) {
    let note = |message| RegistrationNote { name: name.to_owned(), message };
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        notes.push(note("does not begin with a letter: allowed by RFC 1738, not by RFC 3986 (A-04)"));
    }
    if registration.status == Status::Experimental && !name.starts_with("x-") {
        notes.push(note("is experimental, but its name does not begin with `x-` (RFC 1738 §4)"));
    }
    let common = registration.syntax.contains("//");
    if registration.has_host() && !common {
        notes.push(note("has a host without `//` before it: use the common Internet syntax (R-4-6)"));
    }
}
