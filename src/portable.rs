//! [`PortableRegistry`]: the default registry with layers of one's own, as a text that another process can read.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyurl_core::{Options, Profile, Registry};
use anyurl_declared::format::{Findings, Hash, LayerKind, LintOptions, ParsedFile, RegistryFile, RegistryFileError};
use anyurl_declared::layers::{LayerError, RefusedName, Resolved, Stack};
use toml::{Table, Value};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The key of a text that tells its reader to load modules.
const MODULES: &str = "modules";

/// The key of a text with the default mode, and its values.
const MODE: (&str, [&str; 2]) = ("mode", ["strict", "lenient"]);

/// The key of a text with the default profile, and its values.
const PROFILE: (&str, [&str; 2]) = ("profile", ["rfc1738", "current"]);

/// The [default registry](crate::registry()) with layers of one's own, which can be sent to another process as a text.
///
/// `Display` writes the texts and modules of the layers and what they were resolved with: the version of this crate, the
/// hash of its own registry file, and the default options. `FromStr` resolves them again, or tells what differs, so that two processes never read a URL by
/// different rules without notice. A distributed engine sends the text with a query.
///
/// ```
/// use anyurl::declared::PortableRegistry;
/// use anyurl::declared::format::RegistryFile;
///
/// let org = r#"schema = 1
/// [registry]
/// id = "com.example"
/// kind = "organization"
/// title = "Example"
/// version = "1.0.0"
/// serial = 1
/// contact = ["urls@example.com"]
/// change_controller = "Example"
/// claims = ["com.example.*"]
/// [[mask]]
/// name = "hxxp"
/// reason = "defanged on purpose"
/// "#;
/// let here = PortableRegistry::new([RegistryFile::from_text("org.toml", org)?.load()?])?;
/// let there: PortableRegistry = here.to_string().parse()?;
/// assert_eq!(here.fingerprint(), there.fingerprint());
/// assert!(there.registry().parse("hxxp://evil.example/").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PortableRegistry {
    layers: Vec<RegistryFile>,
    registry: Registry,
    findings: Findings,
    /// By name, sorted.
    refused: Vec<(String, RefusedName)>,
    has_modules: bool,
    fingerprint: Hash,
}

/// The text of a [`PortableRegistry`] cannot be read by this process.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PortableRegistryError {
    /// The text was not written by a [`PortableRegistry`].
    #[error("this is not the text of a registry: {0}")]
    Malformed(String),
    /// It was written by another version of this crate, or by one with another registry file.
    #[error(
        "the registry was made by anyurl {sent}, and this is anyurl {here}: install the same version on each machine"
    )]
    Version {
        /// The version and the hash of its registry file.
        sent: String,
        /// Those of this process.
        here: String,
    },
    /// The layers are not those that the fingerprint was made of.
    #[error("the registry has the fingerprint {found}, and not {sent}: its text was changed")]
    Changed {
        /// The fingerprint in the text.
        sent: String,
        /// That of the layers in the text.
        found: Hash,
    },
    /// A layer cannot be read.
    #[error(transparent)]
    File(#[from] RegistryFileError),
    /// The layers cannot be combined.
    #[error(transparent)]
    Layers(#[from] LayerError),
    /// A module of a layer is refused, or this program was built without the feature `wasm`.
    #[error("{0}")]
    Module(String),
}

impl PortableRegistry {
    /// Combines the default registry with layers, lower ones first. Plugins that a layer names are not loaded.
    ///
    /// A fault of one name refuses its URLs ([`PortableRegistry::refused`]), and all other names work.
    ///
    /// ```
    /// use anyurl::declared::PortableRegistry;
    ///
    /// let registry = PortableRegistry::new([])?;
    /// assert_eq!(registry.fingerprint(), PortableRegistry::default().fingerprint());
    /// # Ok::<(), anyurl::declared::layers::LayerError>(())
    /// ```
    ///
    /// # Errors
    /// None without a lock: [`Stack::resolve`](crate::declared::layers::Stack::resolve).
    pub fn new(layers: impl IntoIterator<Item = RegistryFile>) -> Result<Self, LayerError> {
        let layers: Vec<_> = layers.into_iter().collect();
        if layers.is_empty() {
            return Ok(Self::default());
        }
        let fingerprint = fingerprint(&layers, crate::registry().options(), false);
        Ok(Self { fingerprint, ..Self::of(&resolve(&layers, crate::registry())?, layers) })
    }

    /// The resolution of layers.
    fn of(resolved: &Resolved, layers: Vec<RegistryFile>) -> Self {
        let refused = resolved.refused().map(|(name, why)| (name.to_owned(), why.clone()));
        Self {
            registry: resolved.registry().clone(),
            findings: resolved.findings().clone(),
            refused: refused.collect(),
            layers,
            ..Self::default()
        }
    }

    /// Sets the default options of the registry, which its text carries.
    ///
    /// ```
    /// use anyurl::Options;
    /// use anyurl::declared::PortableRegistry;
    ///
    /// let here = PortableRegistry::default().with_options(Options::new());
    /// let there: PortableRegistry = here.to_string().parse()?;
    /// assert!(there.registry().parse("http://h/~joe").is_ok());
    /// # Ok::<(), anyurl::declared::PortableRegistryError>(())
    /// ```
    #[must_use]
    pub fn with_options(self, options: Options) -> Self {
        let fingerprint = fingerprint(&self.layers, options, self.has_modules);
        Self { registry: self.registry.with_options(options), fingerprint, ..self }
    }

    /// Loads the WebAssembly modules that layers name and that their `allow_wasm` lists, with pinned hashes and within the
    /// default limits. The text says so: a process that reads it loads them as well, or says that it cannot.
    ///
    /// ```
    /// use anyurl::declared::PortableRegistry;
    ///
    /// let here = PortableRegistry::default().with_modules()?;
    /// let there: PortableRegistry = here.to_string().parse()?;
    /// assert_eq!(here.fingerprint(), there.fingerprint());
    /// # Ok::<(), anyurl::declared::PortableRegistryError>(())
    /// ```
    ///
    /// A module that cannot be loaded refuses the URLs of its scheme ([`PortableRegistry::refused`]).
    ///
    /// # Errors
    /// [`PortableRegistryError::Layers`]
    #[cfg(feature = "wasm")]
    pub fn with_modules(self) -> Result<Self, PortableRegistryError> {
        let policy = crate::plugins::PluginPolicy::new().allow_modules(true);
        let base = crate::registry().with_options(self.registry.options());
        let (resolved, _) = crate::wasm::load_modules(&resolve(&self.layers, &base)?, &policy);
        let fingerprint = fingerprint(&self.layers, base.options(), true);
        Ok(Self { fingerprint, has_modules: true, ..Self::of(&resolved, self.layers) })
    }

    /// Combines the default registry with layers from files, lower ones first, as [`PortableRegistry::new`].
    ///
    /// ```
    /// use anyurl::declared::{PortableRegistry, PortableRegistryError};
    ///
    /// let error = PortableRegistry::open(["absent.toml"]).unwrap_err();
    /// assert!(matches!(error, PortableRegistryError::File(_)));
    /// assert!(error.to_string().contains("absent.toml"));
    /// ```
    ///
    /// # Errors
    /// [`PortableRegistryError::File`] for the first file that cannot be read, and [`PortableRegistryError::Layers`].
    pub fn open(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Self, PortableRegistryError> {
        let load = |path: &Path| RegistryFile::open(path).and_then(ParsedFile::load);
        let layers = paths.into_iter().map(|path| load(path.as_ref())).collect::<Result<Vec<_>, _>>()?;
        Ok(Self::new(layers)?)
    }

    /// The registry.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The layers besides the one of this crate, as they were given.
    pub fn layers(&self) -> &[RegistryFile] {
        &self.layers
    }

    /// The warnings about the layers, and the faults of names.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The names whose URLs are errors because of a fault in a layer, or of a module that cannot be loaded, sorted, each with
    /// the reason.
    ///
    /// ```
    /// use anyurl::declared::PortableRegistry;
    ///
    /// assert_eq!(PortableRegistry::default().refused().count(), 0);
    /// ```
    pub fn refused(&self) -> impl Iterator<Item = (&str, &RefusedName)> {
        self.refused.iter().map(|(name, why)| (name.as_str(), why))
    }

    /// What lint finds in the layers, each on top of the default registry and those below: errors, too, that do not prevent
    /// loading, such as a grammar that cannot be compiled, which refuses all URLs of its scheme.
    ///
    /// ```
    /// use anyurl::declared::PortableRegistry;
    /// use anyurl::declared::format::LintOptions;
    ///
    /// assert!(PortableRegistry::default().lint(LintOptions::default()).is_empty());
    /// ```
    pub fn lint(&self, options: LintOptions) -> Findings {
        let mut findings = Findings::default();
        let mut below = Stack::new().push(shipped_layer());
        for layer in &self.layers {
            match layer.read_again(layer.folder()) {
                Ok(parsed) => findings.append(below.lint(&parsed, options, crate::registry(), None)),
                Err(error) => unreachable!("the layer was read before: {error}"),
            }
            below = below.push(layer.clone());
        }
        findings
    }

    /// A hash of this crate's version and registry file, the layers, the options, and whether modules are loaded.
    pub fn fingerprint(&self) -> Hash {
        self.fingerprint
    }
}

impl Default for PortableRegistry {
    /// The [default registry](crate::registry()) alone.
    fn default() -> Self {
        let (registry, findings) = (crate::registry().clone(), Findings::default());
        let fingerprint = fingerprint(&[], registry.options(), false);
        Self { layers: Vec::new(), registry, findings, refused: Vec::new(), has_modules: false, fingerprint }
    }
}

/// Combines the default registry, in its options, with layers.
fn resolve(layers: &[RegistryFile], base: &Registry) -> Result<Resolved, LayerError> {
    let mut stack = Stack::new();
    // A public layer replaces the one of this crate.
    if !layers.iter().any(|layer| *layer.header.kind == LayerKind::Public) {
        stack = stack.push(shipped_layer());
    }
    layers.iter().cloned().fold(stack, Stack::push).resolve(base, None)
}

/// The shipped registry file.
fn shipped_layer() -> RegistryFile {
    let layer = RegistryFile::from_text("registry.toml", crate::REGISTRY_FILE).and_then(ParsedFile::load);
    layer.unwrap_or_else(|error| unreachable!("tests load the file: {error}"))
}

/// The version of this crate, and the hash of its registry file.
fn identity() -> String {
    format!("{VERSION} ({})", Hash::new(crate::REGISTRY_FILE))
}

/// The values of [`MODE`] and [`PROFILE`] for options.
fn words(options: Options) -> [(&'static str, &'static str); 2] {
    let is_current = options.profile == Profile::Current;
    [(MODE, options.is_lenient()), (PROFILE, is_current)].map(|((key, values), n)| (key, values[usize::from(n)]))
}

fn fingerprint(layers: &[RegistryFile], options: Options, has_modules: bool) -> Hash {
    let text = |(_, text): (&str, &str)| Hash::new(text).to_string();
    let module = |(_, bytes): (&str, &[u8])| Hash::new(bytes).to_string();
    let layer = |layer: &RegistryFile| {
        let texts = layer.texts().into_iter().map(text);
        texts.chain(layer.module_files().map(module)).collect::<Vec<_>>().join(" ")
    };
    let mut lines = vec![identity()];
    lines.extend(words(options).map(|(key, value)| format!("{key} {value}")));
    lines.extend(layers.iter().map(layer));
    lines.extend(has_modules.then(|| MODULES.to_owned()));
    Hash::new(lines.join("\n"))
}

impl fmt::Display for PortableRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: &str| Value::String(text.to_owned());
        let mut table = Table::from_iter([
            ("anyurl".to_owned(), text(&identity())),
            ("fingerprint".to_owned(), text(&self.fingerprint.to_string())),
            ("layers".to_owned(), Value::Array(self.layers.iter().map(RegistryFile::pack).collect())),
        ]);
        table.extend(words(self.registry.options()).map(|(key, value)| (key.to_owned(), text(value))));
        table.extend(self.has_modules.then(|| (MODULES.to_owned(), Value::Boolean(true))));
        table.fmt(f)
    }
}

impl FromStr for PortableRegistry {
    type Err = PortableRegistryError;

    fn from_str(text: &str) -> Result<Self, PortableRegistryError> {
        let malformed = |problem: &str| PortableRegistryError::Malformed(problem.to_owned());
        let table: Table = text.parse().map_err(|error: toml::de::Error| malformed(error.message()))?;
        if table.contains_key("locator") {
            return Err(malformed("it was written by `locator`, the former name of anyurl"));
        }
        let (sent, here) = (string(&table, "anyurl")?, identity());
        if sent != here {
            return Err(PortableRegistryError::Version { sent: sent.to_owned(), here });
        }
        let layers = table.get("layers").and_then(Value::as_array).ok_or_else(|| malformed("it has no `layers`"))?;
        let registry = Self::new(layers.iter().map(RegistryFile::unpack).collect::<Result<Vec<_>, _>>()?)?;
        let mut registry = registry.with_options(options(&table)?);
        if table.get(MODULES).is_some_and(|value| *value == Value::Boolean(true)) {
            registry = load_modules(registry)?;
        }
        let (sent, found) = (string(&table, "fingerprint")?, registry.fingerprint);
        if sent != found.to_string() {
            return Err(PortableRegistryError::Changed { sent: sent.to_owned(), found });
        }
        Ok(registry)
    }
}

#[cfg(feature = "wasm")]
fn load_modules(registry: PortableRegistry) -> Result<PortableRegistry, PortableRegistryError> {
    registry.with_modules()
}

#[cfg(not(feature = "wasm"))]
fn load_modules(_: PortableRegistry) -> Result<PortableRegistry, PortableRegistryError> {
    let problem =
        "the registry has modules, which this program cannot load: build it with the feature `wasm` of `anyurl`";
    Err(PortableRegistryError::Module(problem.to_owned()))
}

/// The default options that a text names.
fn options(table: &Table) -> Result<Options, PortableRegistryError> {
    let is_second = |(key, values): (&str, [&str; 2])| {
        let value = string(table, key)?;
        let problem = || format!("its `{key}` is `{value}`, which must be `{}` or `{}`", values[0], values[1]);
        let place = values.iter().position(|known| *known == value);
        place.map(|place| place == 1).ok_or_else(|| PortableRegistryError::Malformed(problem()))
    };
    let options = if is_second(MODE)? { Options::new().lenient() } else { Options::new() };
    Ok(if is_second(PROFILE)? { options } else { options.rfc1738() })
}

fn string<'t>(table: &'t Table, key: &str) -> Result<&'t str, PortableRegistryError> {
    let value = table.get(key).and_then(Value::as_str);
    value.ok_or_else(|| PortableRegistryError::Malformed(format!("it has no `{key}`")))
}
