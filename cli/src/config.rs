//! What a person has settled for every run: `config.toml`. No registry file can change it.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::args::{Color, Profile};
use crate::exit::Trouble;
use crate::input;

/// The file, key by key; what is given on the command line stands above it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Config {
    /// Registry files, the lower ones first, relative to this file.
    pub(crate) layers: Vec<PathBuf>,
    pub(crate) profile: Option<Profile>,
    /// The environment of the policy.
    pub(crate) environment: Option<String>,
    pub(crate) color: Option<Color>,
    pub(crate) access: Access,
    pub(crate) plugins: Plugins,
    /// Where the file stands.
    #[serde(skip)]
    pub(crate) folder: Option<PathBuf>,
}

/// `[access]`: what plans need and no URL holds.
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
    /// From where, relative to this file; from anywhere where there are none.
    pub(crate) folders: Vec<PathBuf>,
}

impl Config {
    /// The file that `LOCATOR_CONFIG` names, or the one in the folder of configurations, if there is one.
    pub(crate) fn load() -> Result<Self, Trouble> {
        if let Some(named) = env::var_os("LOCATOR_CONFIG").filter(|named| !named.is_empty()) {
            let path = PathBuf::from(named);
            return match Self::read(&path)? {
                Some(config) => Ok(config),
                None => Err(Trouble::Registry(format!("{}: not found", input::name(&path)))),
            };
        }
        let folder = |name: &str| env::var_os(name).filter(|folder| !folder.is_empty());
        let home = || folder("HOME").map(|home| Path::new(&home).join(".config"));
        let folder = folder("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home);
        let path = folder.map(|folder| folder.join("locator/config.toml"));
        let read = path.map(|path| Self::read(&path)).transpose()?;
        Ok(read.flatten().unwrap_or_default())
    }

    /// None where there is no such file.
    fn read(path: &Path) -> Result<Option<Self>, Trouble> {
        let text = match input::text(path, input::SETTINGS) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(refused(path, &error)),
        };
        let config = toml::from_str(&text);
        let mut config: Self = config.map_err(|error| refused(path, &error))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let from_here = |paths: &[PathBuf]| paths.iter().map(|path| folder.join(path)).collect();
        config.layers = from_here(&config.layers);
        config.plugins.folders = from_here(&config.plugins.folders);
        config.folder = Some(folder.to_owned());
        Ok(Some(config))
    }
}

/// Why the file counts for nothing: like a registry file that cannot be read, it ends the command.
fn refused(path: &Path, why: &dyn std::fmt::Display) -> Trouble {
    Trouble::Registry(format!("{}: {why}", input::name(path)))
}
