//! A bundle: all layers of a registry and their lock in one file, to hand out.

use std::fmt;
use std::str::FromStr;

use anyurl_core::Registry;
use toml::{Table, Value};

use super::{LockDifference, LockError, PlacedLayer, RegistryLock, Stack};
use crate::format::{RegistryFile, RegistryFileError};

/// The version of the format.
const FORMAT: i64 = 1;

/// The first line of a bundle.
const FIRST_LINE: &str = "# A bundle of registry files, written by `anyurl registry bundle`.";

/// The first line under the former name of this project.
const FORMER_LINE: &str = "# A bundle of registry files, written by `locator registry bundle`.";

/// All layers of a registry, with the lock that pins each by hash and serial. `Display` writes the file, and `FromStr` reads
/// it and compares the layers with the lock.
///
/// The lock shows damage and mistakes. A person who changes a layer can change the lock as well: for that, compare the hash
/// of the file, or sign it.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_declared::layers::{Bundle, Stack};
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
/// let stack = Stack::new().push(RegistryFile::from_text("org.toml", text)?.load()?);
/// let bundle = Bundle::new(&stack, &Registry::builder().build());
/// let read: Bundle = bundle.to_string().parse()?;
/// assert_eq!(read.layers()[0].main().document.text(), text);
/// assert!(bundle.to_string().replace("Example", "Evil").parse::<Bundle>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bundle {
    layers: Vec<RegistryFile>,
    lock: RegistryLock,
}

/// An error of reading a bundle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// The text is not a bundle.
    #[error("the bundle cannot be read: {0}")]
    Malformed(String),
    /// Another version of the format.
    #[error("the bundle has the format {0}, but this version supports {FORMAT}: write it again (`registry bundle`)")]
    Format(i64),
    /// A layer cannot be read.
    #[error(transparent)]
    Layer(#[from] RegistryFileError),
    /// The lock cannot be read.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// It was written under the former name of this project.
    #[error("the bundle was written by `locator`, the former name of anyurl: write it again (`registry bundle`)")]
    FormerName,
    /// The layers differ from the lock.
    #[error("the bundle was changed after it was written: {}", lines(.0))]
    Changed(Vec<LockDifference>),
}

fn lines(differences: &[LockDifference]) -> String {
    let lines: Vec<_> = differences.iter().map(ToString::to_string).collect();
    lines.join("; ")
}

impl Bundle {
    /// Creates the bundle of all layers of a stack; `base` has the schemes in code.
    pub fn new(stack: &Stack, base: &Registry) -> Self {
        let layers = stack.layers().map(PlacedLayer::layer).cloned().collect();
        Self { layers, lock: stack.lock(base) }
    }

    /// Returns whether a text is a bundle, and not a registry file.
    pub fn is_bundle(text: &str) -> bool {
        text.starts_with(FIRST_LINE) || text.starts_with(FORMER_LINE)
    }

    /// Returns the layers, lowest first.
    pub fn layers(&self) -> &[RegistryFile] {
        &self.layers
    }

    /// Returns the lock of the layers, and of the schemes in code where the bundle was written.
    pub fn lock(&self) -> &RegistryLock {
        &self.lock
    }

    /// Returns the differences of the layers from their rows in the lock.
    fn differences(&self) -> Vec<LockDifference> {
        let stack = self.layers.iter().cloned().fold(Stack::new(), Stack::push);
        let only_layers = |lock: &RegistryLock| RegistryLock { layers: lock.layers.clone(), ..RegistryLock::default() };
        only_layers(&self.lock).differences(&only_layers(&stack.lock(&Registry::builder().build())))
    }
}

impl fmt::Display for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: &str| Value::String(text.to_owned());
        let layer = |layer: &RegistryFile| {
            let pairs = [("id".to_owned(), text(&layer.header.id)), ("file".to_owned(), layer.pack())];
            Value::Table(Table::from_iter(pairs))
        };
        writeln!(f, "{FIRST_LINE}")?;
        let bundle = Table::from_iter([
            ("bundle".to_owned(), Value::Integer(FORMAT)),
            ("lock".to_owned(), text(&self.lock.to_string())),
            ("layer".to_owned(), Value::Array(self.layers.iter().map(layer).collect())),
        ]);
        bundle.fmt(f)
    }
}

impl FromStr for Bundle {
    type Err = BundleError;

    fn from_str(text: &str) -> Result<Self, BundleError> {
        if text.starts_with(FORMER_LINE) {
            return Err(BundleError::FormerName);
        }
        let malformed = |problem: &str| BundleError::Malformed(problem.to_owned());
        // Each table of a bundle ends with a line, and the last one with the text.
        let is_cut = |error: &toml::de::Error| error.span().is_none_or(|span| span.end >= text.trim_end().len());
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            if is_cut(&error) {
                malformed("its end is missing: it was cut off, so fetch or write it again")
            } else {
                malformed(error.message())
            }
        })?;
        match table.get("bundle").and_then(Value::as_integer) {
            Some(FORMAT) => {}
            Some(other) => return Err(BundleError::Format(other)),
            None => return Err(malformed("it has no `bundle`")),
        }
        let lock = string(&table, "lock")?.parse()?;
        let layers = table.get("layer").and_then(Value::as_array).ok_or_else(|| malformed("it has no `layer`"))?;
        let layers = layers.iter().map(layer).collect::<Result<Vec<_>, _>>()?;
        let bundle = Self { layers, lock };
        match bundle.differences() {
            differences if differences.is_empty() => Ok(bundle),
            differences => Err(BundleError::Changed(differences)),
        }
    }
}

/// Reads a layer from its files, the main one first.
fn layer(value: &Value) -> Result<RegistryFile, BundleError> {
    let files = value.get("file").ok_or_else(|| BundleError::Malformed("a layer has no `file`".to_owned()))?;
    Ok(RegistryFile::unpack(files)?)
}

fn string<'t>(table: &'t Table, key: &str) -> Result<&'t str, BundleError> {
    let text = table.get(key).and_then(Value::as_str);
    text.ok_or_else(|| BundleError::Malformed(format!("it has no text `{key}`")))
}
