//! `config.toml`: a person's settings for every run. No registry file can change them.

use std::env;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::args::{Color, Profile};
use crate::error::CliError;
use crate::input;

/// The keys of the file. Options of the command line take precedence.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    /// Registry files, lowest first, relative to this file.
    pub(crate) layers: Vec<PathBuf>,
    pub(crate) profile: Option<Profile>,
    /// The environment of the policy.
    pub(crate) environment: Option<String>,
    pub(crate) color: Option<Color>,
    pub(crate) access: Access,
    pub(crate) plugins: Plugins,
    pub(crate) warnings: Warnings,
    /// The folder of the file.
    #[serde(skip)]
    pub(crate) folder: Option<PathBuf>,
}

/// `[access]`: values that plans need and no URL has.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Access {
    pub(crate) email: Option<String>,
    pub(crate) news_server: Option<String>,
}

/// `[plugins]`: whether the libraries of registry files are loaded.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Plugins {
    pub(crate) allow: bool,
    /// The folders that libraries may be in, relative to this file; any folder if the list is empty.
    pub(crate) folders: Vec<PathBuf>,
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

impl Config {
    /// Reads the file that `LOCATOR_CONFIG` names, or else the one in the configuration folder, if it exists.
    pub(crate) fn load() -> Result<Self, CliError> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(path) = variable("LOCATOR_CONFIG") {
            return match Self::read(&path)? {
                Some(config) => Ok(config),
                None => Err(invalid(&path, &"not found")),
            };
        }
        let home = || variable("HOME").map(|home| home.join(".config"));
        let path = variable("XDG_CONFIG_HOME").or_else(home).map(|folder| folder.join("locator/config.toml"));
        let config = path.map(|path| Self::read(&path)).transpose()?;
        Ok(config.flatten().unwrap_or_default())
    }

    /// Reads a file; `None` if it does not exist.
    fn read(path: &Path) -> Result<Option<Self>, CliError> {
        let text = match input::text(path, input::MAX_SETTINGS) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(invalid(path, &error)),
        };
        let mut config: Self = toml::from_str(&text).map_err(|error| invalid(path, &error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for path in config.layers.iter_mut().chain(&mut config.plugins.folders) {
            *path = folder.join(&path);
        }
        config.folder = Some(folder.to_owned());
        Ok(Some(config))
    }
}

/// An unusable configuration ends the command, like a registry file that cannot be read.
fn invalid(path: &Path, why: &dyn Display) -> CliError {
    CliError::Registry(format!("{}: {why}", input::name(path)))
}
