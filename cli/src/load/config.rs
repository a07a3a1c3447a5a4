//! `config.toml`: the settings of this machine and of a person for every run. No registry file can change them.

use std::env;
use std::fmt::Display;
use std::io;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyurl::{Registry, Secrets};
use serde::Deserialize;

use crate::args::{Color, Profile};
use crate::error::CliError;
use crate::input;

/// The settings of both files. Options of the command line take precedence, then variables, then the user's file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Config {
    /// Registry files, lowest first.
    pub(crate) layers: Vec<Required<PathBuf>>,
    pub(crate) profile: Option<Profile>,
    /// The environment of the policy.
    pub(crate) environment: Option<Required<String>>,
    pub(crate) color: Option<Color>,
    /// Whether secrets are masked in what is printed for programs, too.
    pub(crate) mask: Option<Required<bool>>,
    /// Names of fields that do not count as secrets.
    pub(crate) keep_fields: Vec<String>,
    secrets: ConfigSecrets,
    pub(crate) access: Access,
    pub(crate) plugins: Plugins,
    pub(crate) warnings: Warnings,
    /// The folder of the user's file, or of that of the machine.
    pub(crate) folder: Option<PathBuf>,
}

/// The keys of a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ConfigFile {
    /// Registry files, lowest first, relative to this file.
    layers: Vec<FileLayer>,
    profile: Option<Profile>,
    environment: Option<FileEnvironment>,
    color: Option<Color>,
    mask: Option<FileMask>,
    keep_fields: Vec<String>,
    secrets: ConfigSecrets,
    access: Access,
    plugins: Option<Plugins>,
    warnings: Warnings,
}

/// A registry file: its path, or a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a path, or a table with `file` and `required`")]
enum FileLayer {
    Path(PathBuf),
    Table(LayerTable),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerTable {
    file: PathBuf,
    #[serde(default)]
    required: bool,
}

/// An environment: its name, or a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected a name, or a table with `name` and `required`")]
enum FileEnvironment {
    Name(String),
    Table(EnvironmentTable),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EnvironmentTable {
    name: String,
    #[serde(default)]
    required: bool,
}

/// Whether secrets are masked: a switch, or a table that switches it on.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "expected `true` or `false`, or a table with `required`")]
enum FileMask {
    Switch(bool),
    Table(MaskTable),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MaskTable {
    required: bool,
}

/// A setting, and whether the file of the machine requires it: options and the user's file cannot remove it.
#[derive(Clone, Debug)]
pub(crate) struct Required<T> {
    pub(crate) value: T,
    pub(crate) is_required: bool,
}

/// `[access]`: values that plans need and no URL has.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Access {
    pub(crate) email: Option<String>,
    pub(crate) news_server: Option<String>,
}

/// `[plugins]`: whether the libraries and modules of registry files are loaded.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Plugins {
    pub(crate) allow: bool,
    /// The folders that libraries may be in, relative to this file; any folder if the list is empty.
    pub(crate) folders: Vec<PathBuf>,
    /// Whether modules of WebAssembly are loaded.
    pub(crate) wasm: ModulePermission,
    /// The fuel of a module for each byte of a URL.
    pub(crate) fuel: Option<NonZeroU64>,
    /// The largest memory of a module, in bytes.
    pub(crate) memory: Option<NonZeroU64>,
    /// Whether a user's file cannot change the table.
    pub(crate) required: bool,
}

/// Whether modules of WebAssembly are loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ModulePermission {
    Allow,
    #[default]
    Deny,
}

/// `[secrets]`: what is a secret as well.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ConfigSecrets {
    /// Names of fields.
    fields: Vec<String>,
    /// Templates of hosts and paths, such as `hooks.acme.example/in/***`.
    paths: Vec<String>,
}

/// `[warnings]`: ids of warnings.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Warnings {
    /// Not reported.
    pub(crate) allow: Vec<String>,
    /// URLs with one of these are invalid.
    pub(crate) deny: Vec<String>,
}

/// The file of the machine, if `ANYURL_SYSTEM_CONFIG` names no other.
const SYSTEM: &str = "/etc/anyurl/config.toml";

impl Config {
    /// Reads the file of the machine, then the one that `ANYURL_CONFIG` names, or else the one in the user's
    /// configuration folder, if it exists.
    pub(crate) fn load() -> Result<Self, CliError> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let system = variable("ANYURL_SYSTEM_CONFIG").unwrap_or_else(|| PathBuf::from(SYSTEM));
        let config = Self::default().with_file(&system, true)?;
        if let Some(path) = variable("ANYURL_CONFIG") {
            let is_there = path.exists();
            return if is_there { config.with_file(&path, false) } else { Err(invalid(&path, &"not found")) };
        }
        let home = || variable("HOME").map(|home| home.join(".config"));
        let path = variable("XDG_CONFIG_HOME").or_else(home).map(|folder| folder.join("anyurl/config.toml"));
        match path {
            Some(path) => config.with_file(&path, false),
            None => Ok(config),
        }
    }

    /// Adds the settings of a file, if it exists. They take precedence over earlier ones that are not required.
    fn with_file(mut self, path: &Path, is_system: bool) -> Result<Self, CliError> {
        let text = match input::text(path, input::MAX_SETTINGS) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(self),
            Err(error) => return Err(invalid(path, &error)),
        };
        let file: ConfigFile = toml::from_str(&text).map_err(|error| invalid(path, &error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for layer in file.layers {
            let (file, required) = match layer {
                FileLayer::Path(file) => (file, false),
                FileLayer::Table(LayerTable { file, required }) => (file, required),
            };
            let is_required = require(required, is_system, path)?;
            self.layers.push(Required { value: folder.join(file), is_required });
        }
        let environment = file.environment.map(|environment| match environment {
            FileEnvironment::Name(name) => (name, false),
            FileEnvironment::Table(EnvironmentTable { name, required }) => (name, required),
        });
        if let Some((name, required)) = environment {
            let is_required = require(required, is_system, path)?;
            self.check_environment(&name, &|| input::name(path))?;
            self.environment.get_or_insert_with(|| Required { value: name.clone(), is_required });
            if let Some(own) = self.environment.as_mut().filter(|own| !own.is_required) {
                own.value = name;
            }
        }
        if let Some(mask) = file.mask {
            let (value, required) = match mask {
                FileMask::Switch(value) => (value, false),
                FileMask::Table(MaskTable { required }) => (true, required),
            };
            let is_required = require(required, is_system, path)?;
            if !self.mask.as_ref().is_some_and(|own| own.is_required) {
                self.mask = Some(Required { value, is_required });
            }
        }
        if let Some(mut plugins) = file.plugins.filter(|_| !self.plugins.required) {
            require(plugins.required, is_system, path)?;
            for file in &mut plugins.folders {
                *file = folder.join(&file);
            }
            self.plugins = plugins;
        }
        self.profile = file.profile.or(self.profile);
        self.color = file.color.or(self.color);
        self.keep_fields.extend(file.keep_fields);
        Secrets::new().paths(&file.secrets.paths).map_err(|error| invalid(path, &error))?;
        self.secrets.fields.extend(file.secrets.fields);
        self.secrets.paths.extend(file.secrets.paths);
        self.access.email = file.access.email.or(self.access.email);
        self.access.news_server = file.access.news_server.or(self.access.news_server);
        self.warnings.allow.extend(file.warnings.allow);
        self.warnings.deny.extend(file.warnings.deny);
        self.folder = Some(folder.to_owned());
        Ok(self)
    }

    /// What counts as a secret, if the files or an option that exempts fields say more than the registry.
    pub(crate) fn secrets(&self, registry: &Registry, kept: &[String]) -> Option<Secrets> {
        let ConfigSecrets { fields, paths } = &self.secrets;
        let kept = || kept.iter().chain(&self.keep_fields);
        if fields.is_empty() && paths.is_empty() && kept().next().is_none() {
            return None;
        }
        let secrets = registry.secrets().fields(fields).keep_fields(kept());
        // The templates were checked with their file.
        Some(secrets.clone().paths(paths).unwrap_or(secrets))
    }

    /// The environment of the run: the one that `--env` or `ANYURL_ENV` names, or else that of the configuration.
    pub(crate) fn environment(&self, named: Option<&str>) -> Result<Option<String>, CliError> {
        match (named, &self.environment) {
            (Some(name), _) => {
                self.check_environment(name, &|| "`--env` or `ANYURL_ENV`".to_owned())?;
                Ok(Some(name.to_owned()))
            }
            (None, environment) => Ok(environment.as_ref().map(|environment| environment.value.clone())),
        }
    }

    /// Refuses another environment than the one that this machine requires.
    fn check_environment(&self, name: &str, by: &dyn Fn() -> String) -> Result<(), CliError> {
        match self.environment.as_ref().filter(|own| own.is_required && own.value != name) {
            None => Ok(()),
            Some(Required { value, .. }) => Err(CliError::Usage(format!(
                "{} names the environment `{name}`, but the configuration of this machine requires `{value}`",
                by()
            ))),
        }
    }
}

/// Refuses `required` in a user's file, where it has no effect.
fn require(required: bool, is_system: bool, path: &Path) -> Result<bool, CliError> {
    if required && !is_system {
        let why = format!("`required` has a meaning only in the configuration of the machine, {SYSTEM}");
        return Err(invalid(path, &why));
    }
    Ok(required)
}

/// An unusable configuration ends the command, like a registry file that cannot be read.
fn invalid(path: &Path, why: &dyn Display) -> CliError {
    CliError::Registry(format!("{}: {why}", input::name(path)))
}
