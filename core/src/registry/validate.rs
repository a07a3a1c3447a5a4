//! Section 4 as code: what a submission is refused for, and what is merely remarked.

use semver::Version;

use super::Origin;
use crate::registration::template;
use crate::registration::{Component, Grammar, Registration, Role, Status};
use crate::syntax::class::RESERVED;
use crate::syntax::split;
use crate::text::span::Slot;

/// The seven names that Section 4 keeps free, and two that were never schemes of their own (A-41, R-4-10): registering
/// one needs [`RegistryBuilder::allow_reserved`](super::RegistryBuilder::allow_reserved).
pub const RESERVED_NAMES: [&str; 9] = ["afs", "cid", "mailserver", "mid", "nfs", "tn3270", "url", "urn", "z39.50"];

/// Why a scheme is not registered. Nothing was changed by the attempt.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegisterError {
    /// Characters outside `a-z 0-9 + . -`, or none at all (R-2.1-3).
    #[error("`{0}` is not a scheme name: use letters, digits, `+`, `-` and `.` (RFC 1738 §2.1)")]
    Name(String),
    /// `x-` and nothing behind it.
    #[error("`x-` alone names no experiment: write what it is about behind the hyphen")]
    EmptyExperiment,
    /// `x-` names are for experiments (R-4-2).
    #[error("`{name}` begins with `x-`, so its status is experimental and cannot be {} (RFC 1738 §4)", status.as_str())]
    NotExperimental {
        /// The name.
        name: String,
        /// The status it was to have.
        status: Status,
    },
    /// A name that Section 4, or Locator, keeps free (R-4-8, R-4-10).
    #[error("`{0}` is a reserved name: `allow_reserved(\"{0}\")` registers it all the same (RFC 1738 §4)")]
    Reserved(String),
    /// No syntax (R-4-3).
    #[error("`{0}` comes without its syntax: put the grammar in `syntax` (RFC 1738 §4)")]
    NoSyntax(String),
    /// No algorithm of access (R-4-3).
    #[error("`{0}` comes without an algorithm of access: put the steps in `access` (RFC 1738 §4)")]
    NoAccess(String),
    /// A permanent scheme that nothing shows to work (R-4-4).
    #[error(
        "`{0}` is to be permanent: name what demonstrates its use in `demonstration`, or make it provisional (RFC 1738 §4)"
    )]
    NoDemonstration(String),
    /// IndexedName that locate no data object, and no word on what they mean (R-4-5).
    #[error("`{0}` locates no data object: say what its names mean in `name_properties` (RFC 1738 §4)")]
    NoNameProperties(String),
    /// A reserved set with other characters in it (R-2.2-8).
    #[error("`{name}` reserves `{found}`: only `;/?:@=&` may be reserved (RFC 1738 §2.2)")]
    ReservedSet {
        /// The name.
        name: String,
        /// The first character that may not be reserved.
        found: char,
    },
    /// Port 0 is no port to connect to.
    #[error("`{0}` has the default port 0: a default port is 1 to 65535")]
    DefaultPort(String),
    /// A login or a default port without a host (D 17).
    #[error("`{name}` has {what} and no host: list `Component::HOST`, or take it away")]
    NoHost {
        /// The name.
        name: String,
        /// What is useless without a host.
        what: &'static str,
    },
    /// Two components of one name or in one slot.
    #[error("`{name}` has two components {what}: give each a name and a slot of its own")]
    TwoComponents {
        /// The name.
        name: String,
        /// What they share.
        what: String,
    },
    /// A template that does not say where each component is written.
    #[error("`{name}` cannot be built from its components: {fault}")]
    Template {
        /// The name.
        name: String,
        /// What is wrong with the template.
        fault: template::TemplateError,
    },
    /// The name is taken: a new scheme has a new prefix (R-4-1).
    #[error(
        "`{name}` is taken: {first} registers {first_version}, and {second} {second_version}; `on_conflict` decides between them"
    )]
    Taken {
        /// The name.
        name: String,
        /// Who has it.
        first: Box<Origin>,
        /// In this version.
        first_version: Version,
        /// Who wants it.
        second: Box<Origin>,
        /// In this version.
        second_version: Version,
    },
    /// Nothing was found where at least the built-in schemes should be.
    #[error(
        "no scheme is registered: the linker has left every crate of schemes away; name one (`use locator_schemes as _;`) or use the const list"
    )]
    NothingRegistered,
}

/// Something to know about a registration that is accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegistrationNote {
    /// The scheme.
    pub name: String,
    /// What is remarked, in plain words.
    pub message: &'static str,
}

/// Whether a submission holds what Section 4 asks for, whatever else is registered.
///
/// `name` is the registration's, folded to lower case; `is_reserved_allowed` says whether a reserved name may be registered.
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
    template::check(registration).map_err(|fault| RegisterError::Template { name: name(), fault })
}

fn check_name(name: &str, status: Status, is_reserved_allowed: impl Fn(&str) -> bool) -> Result<(), RegisterError> {
    if !split::is_scheme(name) {
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
    let has = |is: fn(&Component) -> bool| components.iter().any(|one| !one.lenient && is(one));
    let needs_host = [
        ("a default port", registration.default_port.is_some()),
        ("a login", has(|one| matches!(one.role, Role::User | Role::Password))),
        ("a port", has(|one| one.slot == Slot::PORT)),
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

/// What is remarked on a registration that is accepted.
pub(super) fn notes(name: &str, registration: &Registration) -> Vec<RegistrationNote> {
    let note = |message| RegistrationNote { name: name.to_owned(), message };
    let mut notes = Vec::new();
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        notes.push(note("begins with no letter: legal in RFC 1738, and not in RFC 3986 (A-04)"));
    }
    if registration.status == Status::Experimental && !name.starts_with("x-") {
        notes.push(note("is experimental without `x-` before its name (RFC 1738 §4)"));
    }
    let common = registration.syntax.contains("//");
    if registration.has_host() && !common {
        notes.push(note("has a host and no `//` before it: follow the common Internet syntax (R-4-6)"));
    }
    notes
}
