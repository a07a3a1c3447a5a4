//! The live tester: the WebAssembly module, and a file for each name, which a page loads when the name is typed.
//!
//! | file | contents |
//! |---|---|
//! | `anyurl.wasm` | the module |
//! | `anyurl.wasm.js` | the same as a script, because a page of `file://` cannot fetch it |
//! | `data/names.js` | the names and aliases that have a file |
//! | `data/s-NAME.js` | what the registry says of a name, as a registry file in a script |

use std::collections::HashSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use crate::data::Scheme;
use crate::folder::{Folder, SiteError};

/// The version of the library in a module of `bindings/web`; `None` if it is another file.
///
/// ```
/// use anyurl_registry_site::module_version;
///
/// let section = [&[0, 20, 14], b"anyurl-version".as_slice(), b"0.1.0"].concat();
/// let module = [b"\0asm\x01\0\0\0".as_slice(), &section].concat();
/// assert_eq!(module_version(&module), Some("0.1.0"));
/// assert_eq!(module_version(b"\x7FELF"), None);
/// ```
pub fn module_version(module: &[u8]) -> Option<&str> {
    const CUSTOM: u8 = 0;
    let mut rest = module.strip_prefix(b"\0asm\x01\0\0\0")?;
    while let Some((id, after)) = rest.split_first() {
        let (len, after) = number(after)?;
        let (section, next) = after.split_at_checked(len)?;
        if *id == CUSTOM {
            let (len, section) = number(section)?;
            let (name, contents) = section.split_at_checked(len)?;
            if name == b"anyurl-version" {
                return std::str::from_utf8(contents).ok();
            }
        }
        rest = next;
    }
    None
}

/// A number in LEB128, and the rest.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let len = bytes.iter().take(5).position(|byte| byte & 0x80 == 0)? + 1;
    let (digits, rest) = bytes.split_at(len);
    let number = digits.iter().rev().fold(0, |number, byte| number << 7 | usize::from(byte & 0x7F));
    Some((number, rest))
}

/// The files of the tester in the folder of a site.
pub(crate) struct Tester<'f> {
    folder: &'f Folder,
    /// The names and aliases, each with the name of its file.
    names: Map<String, Value>,
    files: HashSet<String>,
}

const MODULE: &str = "anyurl.wasm";
const MODULE_SCRIPT: &str = "anyurl.wasm.js";
const NAMES: &str = "data/names.js";

impl<'f> Tester<'f> {
    /// Writes the module.
    pub(crate) fn new(folder: &'f Folder, module: &[u8]) -> Result<Self, SiteError> {
        folder.replace(MODULE, module)?;
        let script = format!("anyurlSite.module = {};\n", json!(STANDARD.encode(module)));
        folder.replace(MODULE_SCRIPT, script.as_bytes())?;
        Ok(Self { folder, names: Map::new(), files: HashSet::from([NAMES.to_owned()]) })
    }

    /// Removes the files of an earlier site.
    pub(crate) fn remove(folder: &Folder) -> Result<(), SiteError> {
        [MODULE, MODULE_SCRIPT].into_iter().try_for_each(|name| folder.remove(name))?;
        folder.remove_others("data", "js", &HashSet::new())
    }

    /// Writes the file of a name.
    pub(crate) fn add(&mut self, scheme: &Scheme) -> Result<(), SiteError> {
        let Some(file) = &scheme.file else { return Ok(()) };
        let path = format!("data/s-{}.js", scheme.name);
        let script = format!("anyurlSite.files[{}] = {};\n", json!(scheme.name), json!(file));
        self.folder.replace(&path, script.as_bytes())?;
        self.files.insert(path);
        for name in std::iter::once(&scheme.name).chain(&scheme.aliases) {
            self.names.insert(name.clone(), json!(scheme.name));
        }
        Ok(())
    }

    /// Writes the names, and removes the files of names that are gone.
    pub(crate) fn finish(self) -> Result<(), SiteError> {
        let script = format!("anyurlSite.names = {};\n", Value::Object(self.names));
        self.folder.replace(NAMES, script.as_bytes())?;
        self.folder.remove_others("data", "js", &self.files)
    }
}
