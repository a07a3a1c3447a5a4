//! The bytes of modules of WebAssembly: inline in an artifact, or in a file of the layer.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::sync::Arc;

use anyurl_core::internal::NameMap;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::error::RegistryFileError;
use super::folder::Folder;
use super::keywords::PluginKind;
use super::tables::{Artifact, Header, PluginTable};

/// The only target of a module.
pub const MODULE_TARGET: &str = "wasm32-unknown-unknown";

/// The maximum size of a module inside a registry file.
pub const MAX_INLINE_BYTES: usize = 64 << 10;

/// The maximum size of a module in a file of its own.
pub(crate) const MAX_MODULE_BYTES: usize = 1 << 20;

/// The bytes of a module cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModuleBytesError {
    /// The text of `inline` is not base64.
    #[error("the inline module is not base64 with padding (RFC 4648 §4)")]
    NotBase64,
    /// The module in `inline` is too large.
    #[error("the inline module is larger than {MAX_INLINE_BYTES} bytes")]
    TooLarge,
    /// The file of the module cannot be read.
    #[error(transparent)]
    File(#[from] RegistryFileError),
}

impl Artifact {
    /// Decodes `inline`, if the artifact has it. The hash and the size are not compared.
    pub(crate) fn inline_bytes(&self) -> Option<Result<Vec<u8>, ModuleBytesError>> {
        self.inline.as_deref().map(|text| decode(text))
    }
}

/// Decodes base64 with white space.
fn decode(text: &str) -> Result<Vec<u8>, ModuleBytesError> {
    let digits = || text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    // Four digits are three bytes. The number is compared first, so that a long text needs no memory.
    if digits().count() > MAX_INLINE_BYTES.div_ceil(3) * 4 {
        return Err(ModuleBytesError::TooLarge);
    }
    let bytes = STANDARD.decode(digits().collect::<Vec<_>>()).map_err(|_| ModuleBytesError::NotBase64)?;
    if bytes.len() > MAX_INLINE_BYTES { Err(ModuleBytesError::TooLarge) } else { Ok(bytes) }
}

impl PluginTable {
    /// Returns the artifact of a module: the first for [`MODULE_TARGET`], if the table is of the kind `wasm`.
    pub fn module(&self) -> Option<&Artifact> {
        let mut artifacts = self.artifacts.iter().filter(|_| *self.kind == PluginKind::Wasm);
        artifacts.find(|one| *one.target == MODULE_TARGET)
    }
}

/// Returns whether a text is a base name, from which no path can leave the folder `plugins`.
pub(super) fn is_base_name(name: &str) -> bool {
    let is_allowed = |found: char| found.is_ascii_alphanumeric() || matches!(found, '_' | '-');
    !name.is_empty() && name.chars().all(is_allowed)
}

/// The files of the modules of a layer, by base name. They are read with the layer, so that it can travel.
#[derive(Clone, Debug, Default)]
pub(super) struct ModuleFiles {
    files: NameMap<ModuleFile>,
}

#[derive(Clone)]
struct ModuleFile {
    /// Relative to the folder of the main file.
    path: String,
    bytes: Result<Arc<[u8]>, RegistryFileError>,
}

impl ModuleFiles {
    /// Reads the files of the modules that are not inline, and deducts their sizes from the remaining bytes. A file that
    /// does not exist is none: a layer can be used without its modules.
    pub(super) fn read<'t>(
        folder: &dyn Folder,
        shown: &str,
        main: &str,
        header: &Header,
        tables: impl Iterator<Item = &'t PluginTable>,
        remaining: &mut usize,
    ) -> Self {
        let mut files = NameMap::new();
        let Some(plugins) = &header.plugins else { return Self::default() };
        let parent = main.rsplit_once('/').map_or(String::new(), |(parent, _)| format!("{parent}/"));
        let is_file = |table: &&PluginTable| {
            let is_inline = table.module().is_some_and(|artifact| artifact.inline.is_some());
            *table.kind == PluginKind::Wasm && !is_inline && is_base_name(&table.library)
        };
        for table in tables.filter(is_file) {
            let name = &table.library.value;
            let path = format!("{parent}{}/{name}.wasm", **plugins);
            if files.get(name).is_some() {
                continue;
            }
            let bytes = match folder.read(&path, MAX_MODULE_BYTES.min(*remaining)) {
                Err(RegistryFileError::Unreadable { kind: io::ErrorKind::NotFound, .. }) => continue,
                bytes => bytes.map(Arc::from).map_err(|error| error.in_folder(shown)),
            };
            *remaining -= bytes.as_ref().map_or(0, |bytes: &Arc<[u8]>| bytes.len());
            files.insert(name.as_str().into(), ModuleFile { path, bytes });
        }
        Self { files }
    }

    /// The paths and bytes of the files that could be read.
    pub(super) fn readable(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().filter_map(|(_, file)| Some((file.path.as_str(), &**file.bytes.as_ref().ok()?)))
    }

    /// The bytes of the module of a table.
    pub(super) fn bytes(&self, table: &PluginTable) -> Option<Result<Cow<'_, [u8]>, ModuleBytesError>> {
        if *table.kind != PluginKind::Wasm {
            return None;
        }
        if let Some(inline) = table.module().and_then(Artifact::inline_bytes) {
            return Some(inline.map(Cow::Owned));
        }
        let file = self.files.get(&table.library)?;
        let bytes = file.bytes.as_ref().map(|bytes| Cow::Borrowed(&**bytes));
        Some(bytes.map_err(|error| error.clone().into()))
    }
}

impl fmt::Debug for ModuleFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.bytes.as_ref().map(|bytes| bytes.len());
        f.debug_struct("ModuleFile").field("path", &self.path).field("bytes", &bytes).finish()
    }
}
