//! A layer with all its files as one TOML value, for texts that contain layers.

use toml::Value;

use super::error::RegistryFileError;
use super::folder::MemoryFolder;
use super::registry_file::{ParsedFile, RegistryFile};

impl RegistryFile {
    /// Returns an array of all [`texts`](Self::texts): tables with `path` and `text`.
    ///
    /// ```
    /// use locator_declared::format::RegistryFile;
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
    /// # Ok::<(), locator_declared::format::RegistryFileError>(())
    /// ```
    pub fn pack(&self) -> Value {
        let file = |(path, text): (&str, &str)| {
            let pairs = [("path", path), ("text", text)];
            Value::Table(pairs.map(|(key, value)| (key.to_owned(), value.into())).into_iter().collect())
        };
        Value::Array(self.texts().into_iter().map(file).collect())
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

fn file(packed: &Value) -> Result<(String, String), RegistryFileError> {
    let table = packed.as_table().ok_or(RegistryFileError::Packed("a file is not a table"))?;
    let text = |key| table.get(key).and_then(Value::as_str).map(str::to_owned);
    text("path").zip(text("text")).ok_or(RegistryFileError::Packed("a file has no text `path` or no text `text`"))
}
