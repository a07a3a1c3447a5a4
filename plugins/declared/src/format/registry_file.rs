//! A registry file with its included files.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use anyurl_core::internal::NameMap;

use super::canonical::Hash;
use super::document::Document;
use super::duplicates;
use super::error::RegistryFileError;
use super::fields::FileLocation;
use super::finding::{Finding, Findings};
use super::folder::{DiskFolder, Folder, MAX_FILE_BYTES, MemoryFolder};
use super::include;
use super::like;
use super::module::{ModuleBytesError, ModuleFiles};
use super::read;
use super::table::Table as _;
use super::tables::{
    BuiltinFacts, GatewayEntry, Header, LintTable, Mask, Override, Pin, PluginTable, PolicyTable, Replacement,
    SchemeEntry, SourceFile, Tombstone,
};

/// The maximum total size of a registry file and its included files.
const MAX_TOTAL_BYTES: usize = 40 << 20;

/// The maximum number of claims, selectors and gateways: every scheme name is compared with each of them.
const MAX_COMPARED: usize = 1_000;

/// The maximum number of versions of one name.
const MAX_VERSIONS: usize = 100;

/// The maximum number of aliases of one scheme: a lookup may compare a name with each of them.
const MAX_ALIASES: usize = 100;

/// The maximum number of all aliases: every alias is compared with each claim.
const MAX_ALL_ALIASES: usize = 10_000;

/// A registry file with its included files. Each is one layer of the registry.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RegistryFile {
    /// `[registry]`
    pub header: Header,
    /// The main file, and the included ones in the order of their names.
    pub files: Vec<SourceFile>,
    modules: ModuleFiles,
}

/// A parsed registry file, possibly incomplete, with the findings of parsing it.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    layer: RegistryFile,
    findings: Findings,
}

impl RegistryFile {
    /// Reads a file from the disk, with its included files.
    ///
    /// # Errors
    /// Returns a [`RegistryFileError`] if the file cannot be read or is too long. Problems inside a file are findings of the
    /// [`ParsedFile`], and so are those of its `include`.
    pub fn open(path: &Path) -> Result<ParsedFile, RegistryFileError> {
        let name = path.file_name().and_then(|name| name.to_str());
        let absent = || {
            RegistryFileError::unreadable(&path.display().to_string(), &std::io::Error::other("the path names no file"))
        };
        let name = name.ok_or_else(absent)?;
        let parent = path.parent().unwrap_or(Path::new(""));
        let shown = path.to_string_lossy();
        let shown = shown.strip_suffix(name).unwrap_or_default();
        Self::read(&DiskFolder::new(parent)?, shown, name).map_err(|error| error.in_folder(shown))
    }

    /// Reads a text under a name. The text cannot include other files.
    ///
    /// ```
    /// use anyurl_declared::format::RegistryFile;
    ///
    /// let reading = RegistryFile::from_text("org.toml", "schema = 2\n")?;
    /// let ids: Vec<_> = reading.findings().iter().map(|finding| finding.id()).collect();
    /// assert_eq!(ids, ["SR002"]);
    /// assert!(reading.load().is_err());
    /// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`RegistryFileError`] if the text is too long.
    pub fn from_text(name: &str, text: impl Into<Vec<u8>>) -> Result<ParsedFile, RegistryFileError> {
        let file = name.rsplit('/').next().unwrap_or(name);
        let folder = name.strip_suffix(file).unwrap_or_default();
        Self::read(&MemoryFolder::new([(file, text)]), folder, file)
    }

    /// Reads a file of a folder. Findings show its name, and that of every included file, after the prefix `shown`.
    ///
    /// # Errors
    /// Returns a [`RegistryFileError`] if the file cannot be read or is too long.
    pub fn read(folder: &dyn Folder, shown: &str, main: &str) -> Result<ParsedFile, RegistryFileError> {
        let remaining = &mut MAX_TOTAL_BYTES.clone();
        let (main_file, mut findings) = read_file(folder, shown, main, read::FileRole::Main, remaining)?;
        let patterns = main_file.header.as_ref().map_or(&[][..], |header| &header.include);
        let document = Arc::clone(&main_file.document);
        let refuse = |span, error: &RegistryFileError| {
            let help = "name files in the folder of this file or below, such as `schemes/*.toml`";
            Finding::new("SR009", &document, span, error.to_string()).fix(help).fatal()
        };
        let included = include::files(folder, main, patterns, |span, error| findings.add(refuse(span, &error)))?;
        let role = read::FileRole::Included { waits: main_file.waits };
        let mut files = vec![main_file];
        for (path, span) in included {
            match read_file(folder, shown, &path, role, remaining) {
                Ok((file, found)) => {
                    files.push(file);
                    findings.append(found);
                }
                Err(error) => findings.add(refuse(span, &error)),
            }
        }
        like::complete(&mut files, &mut findings, folder, shown)?;
        duplicates::find(&files, &mut findings);
        let header = files[0].header.clone().unwrap_or_else(Header::empty);
        let mut layer = Self { header, files, modules: ModuleFiles::default() };
        layer.check_counts()?;
        layer.modules = ModuleFiles::read(folder, shown, main, &layer.header, layer.plugin_tables(), remaining);
        Ok(ParsedFile { layer, findings })
    }

    /// Checks the limits on entries that are compared with each other.
    fn check_counts(&self) -> Result<(), RegistryFileError> {
        let mut versions: NameMap<usize> = NameMap::new();
        // A missing name is already a finding.
        for entry in self.schemes().filter(|entry| !entry.name.is_empty()) {
            *versions.get_or_default(&entry.key()) += 1;
        }
        let selectors = self.policy().map_or(0, PolicyTable::selectors);
        let aliases = || self.schemes().map(|entry| entry.aliases.len());
        let counts = [
            ("aliases of one scheme", aliases().max().unwrap_or(0), MAX_ALIASES),
            ("aliases", aliases().sum(), MAX_ALL_ALIASES),
            ("claims", self.header.claims.len(), MAX_COMPARED),
            ("selectors in a policy", selectors, MAX_COMPARED),
            ("gateways", self.gateways().len(), MAX_COMPARED),
            ("versions of one name", versions.into_values().max().unwrap_or(0), MAX_VERSIONS),
        ];
        match counts.into_iter().find(|(_, count, limit)| count > limit) {
            Some((what, _, most)) => Err(RegistryFileError::TooMany { what, most }),
            None => Ok(()),
        }
    }

    /// Returns all texts that the layer was read from, by their paths in its folder: the main file first, then the
    /// included ones, then grammars in files of their own.
    ///
    /// ```
    /// use anyurl_declared::format::RegistryFile;
    ///
    /// let layer = RegistryFile::from_text("org/x.toml", "schema = 1\n")?;
    /// assert_eq!(layer.layer().texts(), [("x.toml", "schema = 1\n")]);
    /// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
    /// ```
    pub fn texts(&self) -> Vec<(&str, &str)> {
        let mut texts: Vec<_> = self.files.iter().map(|file| (&*file.path, file.document.text())).collect();
        let replaced = self.overrides().iter().filter_map(|one| match &one.replacement {
            Replacement::Syntax(syntax) => Some(syntax),
            _ => None,
        });
        let syntaxes = self.schemes().filter_map(|entry| entry.syntax.as_ref()).chain(replaced);
        let folder = self.folder();
        for document in syntaxes.filter_map(|syntax| Some(&syntax.abnf.as_ref()?.document)) {
            let path = document.name().strip_prefix(folder).unwrap_or_default();
            if texts.iter().all(|(known, _)| *known != path) {
                texts.push((path, document.text()));
            }
        }
        texts
    }

    /// Returns the files of modules that the layer was read with, by their paths in its folder.
    pub fn module_files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.modules.readable()
    }

    /// Returns the module of a table of this layer: the bytes of `inline`, or of the file `LIBRARY.wasm` in the folder
    /// `plugins`, which was read or unpacked with the layer. `None` if the table names a library, or if there is no file.
    /// The bytes are not compared with the hash, the size and the version of the artifact.
    ///
    /// ```
    /// use anyurl_declared::format::RegistryFile;
    ///
    /// let text = r#"
    /// schema = 1
    /// [[scheme]]
    /// name = "com.example.shelf"
    /// status = "private"
    /// description = "A book on a shelf"
    /// [scheme.plugin]
    /// kind = "wasm"
    /// library = "shelf"
    /// version = "^1"
    /// abi = 1
    /// artifact = [{ target = "wasm32-unknown-unknown", version = "1.0.0", inline = "AGFzbQEAAAA=" }]
    /// "#;
    /// let reading = RegistryFile::from_text("org.toml", text)?;
    /// let table = reading.layer().schemes().next().unwrap().plugin.as_ref().unwrap();
    /// assert_eq!(*reading.layer().module_bytes(table).unwrap()?, *b"\0asm\x01\0\0\0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`ModuleBytesError`] if `inline` is not base64 of at most 64 KiB, or if the file cannot be read or is larger than
    /// 1 MiB.
    pub fn module_bytes(&self, table: &PluginTable) -> Option<Result<Cow<'_, [u8]>, ModuleBytesError>> {
        self.modules.bytes(table)
    }

    /// Iterates over the tables `plugin` of schemes and overrides.
    fn plugin_tables(&self) -> impl Iterator<Item = &PluginTable> {
        let replaced = self.overrides().iter().filter_map(|one| match &one.replacement {
            Replacement::Access(_, plugin) => plugin.as_deref(),
            _ => None,
        });
        self.schemes().filter_map(|entry| entry.plugin.as_deref()).chain(replaced)
    }

    /// Reads the layer again from its [texts](Self::texts) and modules, as [`RegistryFile::read`].
    ///
    /// # Errors
    /// None: the same texts were read before, within the same limits.
    pub fn read_again(&self, shown: &str) -> Result<ParsedFile, RegistryFileError> {
        let texts = self.texts().into_iter().map(|(path, text)| (path, text.as_bytes()));
        Self::read(&MemoryFolder::new(texts.chain(self.module_files())), shown, &self.main().path)
    }

    /// Returns what the names of its files begin with in findings, before their paths.
    pub fn folder(&self) -> &str {
        let main = self.main();
        main.document.name().strip_suffix(&*main.path).unwrap_or_default()
    }

    /// Returns the main file.
    pub fn main(&self) -> &SourceFile {
        &self.files[0]
    }

    /// Iterates over every `[[scheme]]`, in the order of the files.
    pub fn schemes(&self) -> impl Iterator<Item = &SchemeEntry> {
        self.files.iter().flat_map(|file| &file.schemes)
    }

    /// Every `[[gateway]]`.
    pub fn gateways(&self) -> &[GatewayEntry] {
        &self.main().gateways
    }

    /// Every `[[override]]`.
    pub fn overrides(&self) -> &[Override] {
        &self.main().overrides
    }

    /// Every `[[mask]]`.
    pub fn masks(&self) -> &[Mask] {
        &self.main().masks
    }

    /// Every `[[builtin]]`.
    pub fn builtins(&self) -> &[BuiltinFacts] {
        &self.main().builtins
    }

    /// Every `[[tombstone]]`.
    pub fn tombstones(&self) -> &[Tombstone] {
        &self.main().tombstones
    }

    /// Every line of `[pin]`.
    pub fn pins(&self) -> &[Pin] {
        &self.main().pins
    }

    /// `[policy]`
    pub fn policy(&self) -> Option<&PolicyTable> {
        self.main().policy.as_ref()
    }

    /// `[lint]`
    pub fn lint_table(&self) -> Option<&LintTable> {
        self.main().lint.as_ref()
    }

    /// Returns the hash for a lock: that of the only text, or of a list of `HASH PATH` lines, one for each of the
    /// [texts](Self::texts).
    pub fn hash(&self) -> Hash {
        let (files, texts) = (&self.files, self.texts());
        if texts.len() == 1 {
            return self.main().hash();
        }
        let line = |(hash, path): (Hash, &str)| format!("{hash} {path}\n");
        let of_file = |file| line((SourceFile::hash(file), &file.path));
        let of_grammar = |(path, text): &(&str, &str)| line((Hash::new(text), path));
        let lines = files.iter().map(of_file).chain(texts[files.len()..].iter().map(of_grammar));
        Hash::new(lines.collect::<String>())
    }
}

impl ParsedFile {
    /// Returns the parsed file. If a finding is fatal, required values may be empty, and the file is of use to lint only.
    pub fn layer(&self) -> &RegistryFile {
        &self.layer
    }

    /// Returns the findings of parsing; [`ParsedFile::lint`] finds more.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Returns the complete registry file.
    ///
    /// # Errors
    /// Returns [`RegistryFileError::Refused`] if a finding is fatal: an unknown key, a missing required key, duplicate
    /// entries.
    pub fn load(self) -> Result<RegistryFile, RegistryFileError> {
        if self.findings.is_fatal() {
            return Err(RegistryFileError::Refused(Box::new(self.findings)));
        }
        Ok(self.layer)
    }
}

/// Reads one file and deducts its size from the remaining bytes.
fn read_file(
    folder: &dyn Folder,
    shown: &str,
    path: &str,
    role: read::FileRole,
    remaining: &mut usize,
) -> Result<(SourceFile, Findings), RegistryFileError> {
    let bytes = folder.read(path, MAX_FILE_BYTES.min(*remaining))?;
    *remaining -= bytes.len();
    read::check_tokens(path, &bytes)?;
    let (text, repairs, hash) = read::decode(bytes);
    let document: Arc<Document> = Document::new(format!("{shown}{path}"), text);
    let (mut file, findings) = read::file(&document, hash, repairs, role, &FileLocation::new(folder, shown, path));
    path.clone_into(&mut file.path);
    Ok((file, findings))
}
