//! `anyurl plugin new`: creates a project that builds and passes its tests.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyurl::plugins::PluginPolicy;
use serde_json::json;

use crate::args::{Language, NewPlugin};
use crate::error::CliError;
use crate::exit::Exit;
use crate::load::plugins;
use crate::output::json;
use crate::session::Session;
use crate::{input, secrets};

/// A path in the project, and the template of the file.
type File = (&'static str, &'static str);

macro_rules! template {
    ($path:literal) => {
        include_str!(concat!("../../../templates/plugin/", $path))
    };
}

const RUST: &[File] = &[
    ("Cargo.toml", template!("rust/Cargo.toml.in")),
    ("README.md", template!("rust/README.md")),
    (".gitignore", template!("rust/gitignore")),
    ("src/lib.rs", template!("rust/src/lib.rs")),
    ("src/scheme.rs", template!("rust/src/scheme.rs")),
    ("tests/conforms.rs", template!("rust/tests/conforms.rs")),
];

const C: &[File] = &[
    ("Cargo.toml", template!("c/Cargo.toml.in")),
    ("Makefile", template!("c/Makefile")),
    ("README.md", template!("c/README.md")),
    (".gitignore", template!("c/gitignore")),
    ("plugin.c", template!("c/plugin.c")),
    ("anyurl_plugin.h", anyurl_plugin::HEADER),
    ("tests/conforms.rs", template!("c/tests/conforms.rs")),
];

/// The scheme is the same as in a library.
const WASM: &[File] = &[
    ("Cargo.toml", template!("wasm/Cargo.toml.in")),
    ("README.md", template!("wasm/README.md")),
    (".gitignore", template!("wasm/gitignore")),
    ("src/lib.rs", template!("wasm/src/lib.rs")),
    ("src/scheme.rs", template!("rust/src/scheme.rs")),
    ("tests/conforms.rs", template!("wasm/tests/conforms.rs")),
];

const WASM_C: &[File] = &[
    ("Cargo.toml", template!("wasm-c/Cargo.toml.in")),
    ("Makefile", template!("wasm-c/Makefile")),
    ("README.md", template!("wasm-c/README.md")),
    (".gitignore", template!("wasm-c/gitignore")),
    ("plugin.c", template!("wasm-c/plugin.c")),
    ("facts.toml", template!("wasm-c/facts.toml")),
    ("anyurl_plugin.h", anyurl_plugin::HEADER),
    ("tests/conforms.rs", template!("wasm-c/tests/conforms.rs")),
];

pub(super) fn run(session: &mut Session, args: &NewPlugin) -> Result<Exit, CliError> {
    let values = Values::new(args)?;
    let folder = args.path.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from(&values.package));
    let files = match args.lang {
        Language::Rust => RUST,
        Language::C => C,
        Language::Wasm => WASM,
        Language::WasmC => WASM_C,
    };
    let paths = files.iter().map(|(path, _)| folder.join(path));
    if let Some(existing) = paths.clone().find(|path| path.exists()) {
        let error = io::Error::new(io::ErrorKind::AlreadyExists, "the file already exists");
        return Err(CliError::File(input::name(&existing), error));
    }
    for (path, (_, text)) in paths.zip(files) {
        let written = write(&path, &values.fill(text));
        written.map_err(|error| CliError::File(input::name(&path), error))?;
    }
    if session.json {
        let names: Vec<_> = files.iter().map(|(path, _)| path).collect();
        let value = json!({ "folder": secrets::mask_path(&folder), "files": names });
        json::line(&mut session.out, &value)?;
    } else {
        session.print(&values.next_steps(&folder, args))?;
    }
    Ok(Exit::Success)
}

/// Creates a file, which must not exist.
fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// The values of the placeholders of the templates.
struct Values {
    name: String,
    package: String,
    status: &'static str,
    plugin: String,
    testkit: String,
}

impl Values {
    fn new(args: &NewPlugin) -> Result<Self, CliError> {
        let name = args.name.to_ascii_lowercase();
        if !anyurl_core::internal::is_scheme(&name) || !PluginPolicy::new().allows(&name) {
            return Err(CliError::Usage(format!(
                "a library cannot register `{name}`: use `x-me-thing`, or a domain of yours in reverse, `com.example.thing`"
            )));
        }
        let local = args.local.as_deref().map(checkout).transpose()?;
        let from = |folder: &str| match &local {
            None => format!("version = \"{}\"", published()),
            Some(local) => {
                let path = local.join(folder).display().to_string();
                format!("path = {}", toml::Value::from(path))
            }
        };
        Ok(Self {
            package: name.replace(['.', '+'], "-"),
            status: if name.starts_with("x-") { "Experimental" } else { "Private" },
            plugin: from("plugins/sdk"),
            testkit: from("testkit"),
            name,
        })
    }

    /// The name of the Rust library.
    fn library(&self) -> String {
        format!("{}-plugin", self.package).replace('-', "_")
    }

    /// The offset of a character after the colon, for the spans of the rejects.
    fn offset(&self, after_colon: usize) -> String {
        (self.name.len() + 1 + after_colon).to_string()
    }

    fn fill(&self, text: &str) -> String {
        [
            ("{{name}}", &*self.name),
            ("{{package}}", &self.package),
            ("{{library}}", &self.library()),
            ("{{status}}", self.status),
            ("{{STATUS}}", &self.status.to_ascii_uppercase()),
            ("{{status-word}}", &self.status.to_ascii_lowercase()),
            ("{{begin+4}}", &self.offset(4)),
            ("{{begin+5}}", &self.offset(5)),
            ("{{begin+6}}", &self.offset(6)),
            ("{{anyurl-plugin}}", &self.plugin),
            ("{{anyurl-testkit}}", &self.testkit),
        ]
        .iter()
        .fold(text.to_owned(), |text, (word, value)| text.replace(word, value))
    }

    /// The command that builds the plugin, and the file that it writes.
    fn build(&self, language: Language) -> (&'static str, String) {
        let (package, library) = (&self.package, self.library());
        match language {
            Language::Rust => ("cargo build --release", format!("target/release/{DLL_PREFIX}{library}{DLL_SUFFIX}")),
            Language::C => ("make", format!("lib{package}.so")),
            Language::Wasm => (
                "cargo build --release --target wasm32-unknown-unknown",
                format!("target/wasm32-unknown-unknown/release/{library}.wasm"),
            ),
            Language::WasmC => ("make", format!("{package}.wasm")),
        }
    }

    /// The commands to run next.
    fn next_steps(&self, folder: &Path, args: &NewPlugin) -> String {
        let name = &self.name;
        let (make, file) = self.build(args.lang);
        let unpublished = if args.local.is_some() {
            ""
        } else {
            "\nCargo.toml uses the published crates; `--local CHECKOUT` uses those of a checkout of anyurl.\n"
        };
        let probe = match args.lang {
            Language::Rust | Language::C => format!("  anyurl plugin probe {file}\n"),
            Language::Wasm | Language::WasmC => String::new(),
        };
        format!(
            "{name} is in {}\n\n  cargo test\n  {make}\n{probe}  \
             anyurl --plugin {file} plan {name}://h.example/a\n{unpublished}",
            input::name(folder)
        )
    }
}

/// The version requirement for the published crates.
fn published() -> String {
    format!("{}.{}", env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"))
}

/// The absolute path of a checkout of anyurl.
fn checkout(folder: &Path) -> Result<PathBuf, CliError> {
    let folder = plugins::absolute(folder)?;
    if folder.join("plugins/sdk/Cargo.toml").is_file() {
        return Ok(folder);
    }
    Err(CliError::Usage(format!("{} is not a checkout of anyurl: it has no folder plugins/sdk", input::name(&folder))))
}
