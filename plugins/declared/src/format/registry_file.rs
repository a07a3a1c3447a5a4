//! A layer: one registry file, with those that it includes.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::canonical::Hash;
use super::document::Document;
use super::duplicates;
use super::error::RegistryFileError;
use super::finding::Findings;
use super::folder::{DiskFolder, Folder, MAX_FILE_BYTES, MemoryFolder};
use super::include;
use super::model::{
    BuiltinFacts, GatewayEntry, Header, LintTable, Mask, Override, Pin, PolicyTable, SchemeEntry, SourceFile, Tombstone,
};
use super::read;

/// All files of a layer together have at most so many bytes.
const MOST_TOGETHER: usize = 40 << 20;

/// Every name is compared with every claim, selector and gateway of a layer: there are at most so many of each.
const MOST_COMPARED: usize = 1_000;

/// A layer has at most so many versions of one name.
const MOST_VERSIONS: usize = 100;

/// One registry file with those that it includes: a layer of the registry.
#[derive(Clone, Debug)]
pub struct RegistryFile {
    /// `[registry]`
    pub header: Header,
    /// The main file, and the included ones in the order of their names.
    pub files: Vec<SourceFile>,
}

/// What was read, and what was found while reading.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    layer: RegistryFile,
    findings: Findings,
}

impl RegistryFile {
    /// Reads a file of this machine, and what it includes.
    ///
    /// # Errors
    /// A file that cannot be read, is too long, or includes what it must not: [`RegistryFileError`]. What is wrong inside a
    /// file is a finding of the [`ParsedFile`].
    pub fn open(path: &Path) -> Result<ParsedFile, RegistryFileError> {
        let name = path.file_name().and_then(|name| name.to_str());
        let absent =
            || RegistryFileError::unreadable(&path.display().to_string(), &std::io::Error::other("it names no file"));
        let name = name.ok_or_else(absent)?;
        let parent = path.parent().unwrap_or(Path::new(""));
        let shown = path.to_string_lossy();
        let shown = shown.strip_suffix(name).unwrap_or_default();
        Self::read(&DiskFolder::new(parent)?, shown, name)
    }

    /// Reads a text under a name. It includes nothing: there is nothing beside it.
    ///
    /// ```
    /// use locator_declared::format::RegistryFile;
    ///
    /// let reading = RegistryFile::from_text("org.toml", "schema = 2\n")?;
    /// let ids: Vec<_> = reading.findings().iter().map(|finding| finding.id()).collect();
    /// assert_eq!(ids, ["SR002"]);
    /// assert!(reading.load().is_err());
    /// # Ok::<(), locator_declared::format::RegistryFileError>(())
    /// ```
    ///
    /// # Errors
    /// A text that is too long, or includes something.
    pub fn from_text(name: &str, text: impl Into<Vec<u8>>) -> Result<ParsedFile, RegistryFileError> {
        let file = name.rsplit('/').next().unwrap_or(name);
        let folder = name.strip_suffix(file).unwrap_or_default();
        Self::read(&MemoryFolder::new([(file, text)]), folder, file)
    }

    /// Reads a file of a folder. `shown` is put before its name, and that of every included file, in findings.
    ///
    /// # Errors
    /// A file that cannot be read, is too long, or includes what it must not: [`RegistryFileError`].
    pub fn read(folder: &dyn Folder, shown: &str, main: &str) -> Result<ParsedFile, RegistryFileError> {
        let builtin = &mut MOST_TOGETHER.clone();
        let (main_file, mut findings) = read_file(folder, shown, main, read::Part::Main, builtin)?;
        let header = main_file.header.clone().unwrap_or_else(Header::blank);
        let mut files = vec![main_file];
        let patterns: Vec<_> = header.include.iter().map(|one| one.as_str()).collect();
        for path in include::files(folder, main, &patterns)? {
            let (file, found) = read_file(folder, shown, &path, read::Part::Included, builtin)?;
            files.push(file);
            findings.append(found);
        }
        duplicates::find(&files, &mut findings);
        let layer = Self { header, files };
        layer.check_counts()?;
        Ok(ParsedFile { layer, findings })
    }

    /// Whether nothing is there more often than everything else can be compared with.
    fn check_counts(&self) -> Result<(), RegistryFileError> {
        let mut versions: BTreeMap<String, usize> = BTreeMap::new();
        // What has no name is a finding already.
        for entry in self.schemes().filter(|entry| !entry.name.is_empty()) {
            *versions.entry(entry.key()).or_default() += 1;
        }
        let selectors = self.policy().map_or(0, PolicyTable::selectors);
        let counts = [
            ("claims", self.header.claims.len(), MOST_COMPARED),
            ("selectors in a policy", selectors, MOST_COMPARED),
            ("gateways", self.gateways().len(), MOST_COMPARED),
            ("versions of one name", versions.into_values().max().unwrap_or(0), MOST_VERSIONS),
        ];
        match counts.into_iter().find(|(_, count, most)| count > most) {
            Some((what, _, most)) => Err(RegistryFileError::TooMany { what, most }),
            None => Ok(()),
        }
    }

    /// The main file.
    pub fn main(&self) -> &SourceFile {
        &self.files[0]
    }

    /// Every `[[scheme]]`, in the order of the files.
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

    /// For a lock: the hash of the file, or, where others are included, of the hashes of all, one a line.
    pub fn hash(&self) -> Hash {
        match self.files.as_slice() {
            [only] => only.hash,
            files => {
                let line = |file: &SourceFile| format!("{} {}\n", file.hash, file.path);
                Hash::new(files.iter().map(line).collect::<String>())
            }
        }
    }
}

impl ParsedFile {
    /// What was read. Where a finding is fatal, it is for lint alone: required values may be empty.
    pub fn layer(&self) -> &RegistryFile {
        &self.layer
    }

    /// What was found while reading; [`ParsedFile::lint`] finds more.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The layer, to be used.
    ///
    /// # Errors
    /// [`RegistryFileError::Refused`] where it could not be read as a whole: a key that the format does not know, a required one
    /// that is missing, two entries of one name.
    pub fn load(self) -> Result<RegistryFile, RegistryFileError> {
        if self.findings.is_fatal() {
            return Err(RegistryFileError::Refused(Box::new(self.findings)));
        }
        Ok(self.layer)
    }
}

/// Reads one file, out of what scheme is left.
fn read_file(
    folder: &dyn Folder,
    shown: &str,
    path: &str,
    part: read::Part,
    builtin: &mut usize,
) -> Result<(SourceFile, Findings), RegistryFileError> {
    let bytes = folder.read(path, MAX_FILE_BYTES.min(*builtin))?;
    *builtin -= bytes.len();
    read::check_marks(path, &bytes)?;
    let hash = Hash::new(&bytes);
    let (text, fixed) = read::decode(bytes);
    let document: Arc<Document> = Document::new(format!("{shown}{path}"), text);
    let inside = path.rsplit_once('/').map_or("", |(inside, _)| inside);
    let beside = read::Beside { folder, inside, shown };
    let (mut file, findings) = read::file(&document, hash, fixed, part, &beside);
    path.clone_into(&mut file.path);
    Ok((file, findings))
}
