//! What a plugin says of itself and of its schemes, as owned values with the codes of the ABI. Nothing is checked but what
//! a type says; [`PluginScheme::new`](crate::PluginScheme::new) checks the rest.

mod section;

use anyurl_core::semver::{Version, VersionReq};
use anyurl_plugin::abi;

/// The longest name of a scheme, a component, a rule or a requirement, in bytes.
pub(crate) const MAX_NAME: usize = 128;

/// What a plugin says of itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PluginFacts {
    /// The name of the plugin.
    pub name: String,
    /// The version of the plugin.
    pub version: Version,
    /// The versions of anyurl that it supports.
    pub host_req: VersionReq,
    /// The compiler that built it; may be empty.
    pub built_with: String,
    /// The major and minor version of the ABI that it was built for.
    pub abi: (u16, u16),
}

#[cfg_attr(not(all(feature = "dynamic", feature = "wasm")), allow(dead_code, reason = "each loader asks for a part"))]
impl PluginFacts {
    /// Checks the texts, and parses the versions. An empty `host_req` allows any version.
    ///
    /// # Errors
    /// A text is too long or has control characters, the name is empty, or a version is none.
    pub(crate) fn new(
        name: String,
        version: &str,
        host_req: &str,
        built_with: String,
        abi: (u16, u16),
    ) -> Result<Self, FactsError> {
        let texts =
            [(&*name, "`name`"), (version, "`version`"), (host_req, "`host_req`"), (&*built_with, "`built_with`")];
        for (text, what) in texts {
            if text.len() > MAX_NAME || text.contains(char::is_control) {
                return Err(invalid(format_args!("{what} is too long, or has control characters")));
            }
        }
        if name.is_empty() {
            return Err(invalid("`name` is empty"));
        }
        let version = version
            .parse()
            .map_err(|error| invalid(format_args!("`version` is `{version}`, not a version: {error}")))?;
        Ok(Self { name, version, host_req: requirement(host_req)?, built_with, abi })
    }

    /// Reads the facts of a WebAssembly module, which are TOML in its custom section `anyurl.plugin`.
    ///
    /// # Errors
    /// The text is not TOML, a key is missing, unknown or has a wrong value, or the ABI is another one.
    pub(crate) fn from_section(section: &[u8]) -> Result<(Self, Vec<SchemeFacts>), FactsError> {
        section::read(section)
    }

    /// Checks the plugin's requirement for this version of anyurl, and that of the user for the version of the plugin.
    ///
    /// # Errors
    /// A requirement is not met.
    pub(crate) fn check(&self, required: Option<&VersionReq>) -> Result<(), FactsError> {
        let host = host_version();
        if !self.host_req.matches(&host) {
            return Err(FactsError::HostReq { required: self.host_req.clone(), host });
        }
        match required {
            Some(required) if !required.matches(&self.version) => {
                Err(FactsError::PluginReq { required: required.clone(), version: self.version.clone() })
            }
            _ => Ok(()),
        }
    }
}

/// Checks that this host supports the version of the ABI that a plugin was built for. Nothing else may be read before.
///
/// # Errors
/// The major version is another one, or the lowest minor version that the plugin supports is later.
pub(crate) fn check_abi(major: u16, minor_needed: u16) -> Result<(), FactsError> {
    if major != abi::MAJOR {
        Err(FactsError::Major { plugin: major, host: abi::MAJOR })
    } else if minor_needed > abi::MINOR {
        Err(FactsError::Minor { needed: minor_needed, host: abi::MINOR })
    } else {
        Ok(())
    }
}

/// Parses a version requirement; the empty text allows any version.
fn requirement(text: &str) -> Result<VersionReq, FactsError> {
    if text.is_empty() {
        return Ok(VersionReq::STAR);
    }
    text.parse().map_err(|error| invalid(format_args!("`host_req` is `{text}`, not a version requirement: {error}")))
}

/// Returns the version of anyurl without its pre-release, because a requirement such as `>=0.1, <1` matches no
/// pre-release.
fn host_version() -> Version {
    let number = |text: &str| text.parse().unwrap_or(0);
    Version::new(
        number(env!("CARGO_PKG_VERSION_MAJOR")),
        number(env!("CARGO_PKG_VERSION_MINOR")),
        number(env!("CARGO_PKG_VERSION_PATCH")),
    )
}

fn invalid(problem: impl std::fmt::Display) -> FactsError {
    FactsError::Invalid(problem.to_string())
}

/// What is wrong with the facts of a plugin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FactsError {
    /// The facts violate the contract.
    #[error("{0}")]
    Invalid(String),
    /// The plugin was built for another major version of the ABI.
    #[error("the plugin was built for ABI {plugin}, but this program supports ABI {host}")]
    Major {
        /// The plugin's major version.
        plugin: u16,
        /// The program's major version.
        host: u16,
    },
    /// The plugin needs a later minor version of the ABI.
    #[error("the plugin needs ABI 1.{needed}, but this program supports ABI 1.{host}")]
    Minor {
        /// The minor version that the plugin needs.
        needed: u16,
        /// The program's minor version.
        host: u16,
    },
    /// The plugin needs another version of anyurl.
    #[error("the plugin needs anyurl {required}, but this program has anyurl {host}")]
    HostReq {
        /// The plugin's requirement.
        required: VersionReq,
        /// This version, without its pre-release.
        host: Version,
    },
    /// The policy or the registry file requires another version of the plugin.
    #[error("the plugin has version {version}, but {required} is required")]
    PluginReq {
        /// The required versions.
        required: VersionReq,
        /// The version of the plugin.
        version: Version,
    },
    /// A scheme has an invalid name.
    #[error("the scheme name `{}` is invalid", .0.escape_debug())]
    BadScheme(String),
    /// Two schemes of the plugin have the same name and version.
    #[error("the scheme `{0}` is there twice")]
    Twice(String),
}

/// What a plugin says of one version of a scheme: `aup_scheme` of the C ABI, with its codes (`abi::…`).
#[derive(Clone, Default, Debug)]
#[expect(clippy::exhaustive_structs, reason = "each loader sets all fields, and must learn of a new one")]
pub struct SchemeFacts {
    /// The name, in lower case.
    pub name: String,
    /// The version of this definition: semver.
    pub version: String,
    /// `SCHEME_…`.
    pub flags: u32,
    /// `GRAMMAR_…`.
    pub grammar: u32,
    /// `STATUS_…`.
    pub status: u32,
    /// The default port; 0 for none.
    pub default_port: u32,
    /// What a URL of this scheme locates.
    pub description: String,
    /// The syntax, as ABNF.
    pub syntax: String,
    /// The access algorithm in words, one line per step.
    pub access: String,
    /// The access algorithm as an array of steps; empty if a function of the plugin plans.
    pub steps: String,
    /// What its names mean, if they do not locate data objects.
    pub name_properties: String,
    /// Evidence that the scheme works.
    pub demonstration: String,
    /// The template of a URL; empty if URLs cannot be built.
    pub template: String,
    /// Which of `;/?:@=&` it reserves.
    pub reserved: String,
    /// The components.
    pub components: Vec<ComponentFacts>,
    /// The requirements that errors cite.
    pub requirements: Vec<RequirementFacts>,
    /// The documents, the defining one first.
    pub references: Vec<String>,
    /// Valid URLs.
    pub examples: Vec<ExampleFacts>,
    /// Texts that strict mode rejects.
    pub rejects: Vec<RejectFacts>,
}

/// A component of a scheme.
#[derive(Clone, Default, Debug)]
#[expect(clippy::exhaustive_structs, reason = "as for `SchemeFacts`")]
pub struct ComponentFacts {
    /// `C_…`.
    pub kind: u32,
    /// `R_…`.
    pub role: u32,
    /// The delimiter of a list: a US-ASCII byte.
    pub delimiter: u32,
    /// `COMPONENT_…`.
    pub flags: u32,
    /// The name that the scheme's specification uses.
    pub name: String,
    /// The default value when the component is absent.
    pub fallback: Option<String>,
    /// The bytes besides letters and digits that need no escape.
    pub plain: String,
}

/// A requirement of the scheme's specification, cited by errors.
#[derive(Clone, Default, Debug)]
#[expect(clippy::exhaustive_structs, reason = "as for `SchemeFacts`")]
pub struct RequirementFacts {
    /// Its id.
    pub id: String,
    /// The document and section.
    pub section: String,
    /// The grammar rule.
    pub rule: String,
    /// The requirement, as the second half of a sentence.
    pub text: String,
    /// Advice on how to correct the URL.
    pub help: String,
    /// The replacement text of `FIX_REPLACE`.
    pub replacement: String,
    /// `FIX_…`.
    pub fix: u32,
}

/// A valid URL with its components.
#[derive(Clone, Default, Debug)]
#[expect(clippy::exhaustive_structs, reason = "as for `SchemeFacts`")]
pub struct ExampleFacts {
    /// The URL.
    pub url: String,
    /// `name=text` for each component, separated by spaces.
    pub components: String,
    /// The canonical form, if it is stated.
    pub canonical: Option<String>,
    /// All bytes that the plan sends, if they are stated.
    pub wire: Option<Vec<u8>>,
}

/// A text that strict mode rejects, and the expected error.
#[derive(Clone, Default, Debug)]
#[expect(clippy::exhaustive_structs, reason = "as for `SchemeFacts`")]
pub struct RejectFacts {
    /// The text.
    pub url: String,
    /// The grammar rule that does not match.
    pub rule: String,
    /// `E_…`.
    pub kind: u32,
    /// Start of the error's span.
    pub start: u32,
    /// End of the error's span.
    pub end: u32,
}
