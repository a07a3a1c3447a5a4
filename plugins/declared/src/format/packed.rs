//! A layer with all its files as one TOML value, for texts that contain layers.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use toml::{Table, Value};

use super::error::RegistryFileError;
use super::folder::MemoryFolder;
use super::registry_file::{ParsedFile, RegistryFile};

impl RegistryFile {
    /// Returns an array of all [`texts`](Self::texts), tables with `path` and `text`, and of the files of modules that could
    /// be read, tables with `path` and `base64`.
    ///
    /// ```
    /// use anyurl_declared::format::RegistryFile;
    ///
    /// let text = r#"schema = 1
    /// [registry]
    /// id = "com.example"
    /// kind = "organization"
    /// title = "Example"
    /// version = "1.0.0"
    /// serial = 1
    /// contact = ["urls@example.com"]
    /// change_controller = "Example"
    /// claims = []
    /// "#;
    /// let layer = RegistryFile::from_text("org.toml", text)?.load()?;
    /// let again = RegistryFile::unpack(&layer.pack())?;
    /// assert_eq!(again.texts(), [("org.toml", text)]);
    /// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
    /// ```
    pub fn pack(&self) -> Value {
        let texts = self.texts().into_iter().map(|(path, text)| table(path, "text", text.to_owned()));
        let modules = self.module_files().map(|(path, bytes)| table(path, "base64", STANDARD.encode(bytes)));
        Value::Array(texts.chain(modules).collect())
    }

    /// Reads a layer from the array of its files, which [`RegistryFile::pack`] returned.
    ///
    /// # Errors
    /// [`RegistryFileError::Packed`] if the value is no such array, and those of [`RegistryFile::read`] and
    /// [`ParsedFile::load`].
    pub fn unpack(packed: &Value) -> Result<Self, RegistryFileError> {
        let files = packed.as_array().ok_or(RegistryFileError::Packed("its files are not an array"))?;
        let files = files.iter().map(file).collect::<Result<Vec<_>, _>>()?;
        let (main, _) = files.first().ok_or(RegistryFileError::Packed("it has no file"))?;
        let main = main.clone();
        Self::read(&MemoryFolder::new(files), "", &main).and_then(ParsedFile::load)
    }
}

/// The table of a file.
fn table(path: &str, key: &str, value: String) -> Value {
    Value::Table(Table::from_iter([("path".to_owned(), path.into()), (key.to_owned(), value.into())]))
}

fn file(packed: &Value) -> Result<(String, Vec<u8>), RegistryFileError> {
    let table = packed.as_table().ok_or(RegistryFileError::Packed("a file is not a table"))?;
    let text = |key| table.get(key).and_then(Value::as_str);
    let path = text("path").ok_or(RegistryFileError::Packed("a file has no text `path`"))?;
    let bytes = match (text("text"), text("base64")) {
        (Some(text), None) => text.as_bytes().to_vec(),
        (None, Some(base64)) => {
            STANDARD.decode(base64).map_err(|_| RegistryFileError::Packed("the `base64` of a file is not base64"))?
        }
        _ => return Err(RegistryFileError::Packed("a file needs a text `text` or a text `base64`, and not both")),
    };
    Ok((path.to_owned(), bytes))
}
