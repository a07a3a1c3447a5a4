//! `locator plugin new`: a project that builds and passes its tests, to be changed.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use locator::dynamic::LoadPolicy;
use locator::syntax::split;
use serde_json::json;

use crate::args::{Language, NewPlugin};
use crate::exit::{Exit, Trouble};
use crate::input;
use crate::libraries;
use crate::output::json;
use crate::secrets;
use crate::session::Session;

/// A path in the project, and what is written there.
type File = (&'static str, &'static str);

macro_rules! template {
    ($path:literal) => {
        include_str!(concat!("../../templates/plugin/", $path))
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
    ("locator_plugin.h", locator_plugin::HEADER),
    ("tests/conforms.rs", template!("c/tests/conforms.rs")),
];

pub(super) fn run(session: &mut Session, args: &NewPlugin) -> Result<Exit, Trouble> {
    let words = Words::new(args)?;
    let folder = args.path.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from(&words.package));
    let files = match args.lang {
        Language::Rust => RUST,
        Language::C => C,
    };
    let paths = files.iter().map(|(path, _)| folder.join(path));
    if let Some(there) = paths.clone().find(|path| path.exists()) {
        let error = io::Error::new(io::ErrorKind::AlreadyExists, "it is there already");
        return Err(Trouble::File(input::name(&there), error));
    }
    for (path, (_, text)) in paths.zip(files) {
        let written = write(&path, &words.filled(text));
        written.map_err(|error| Trouble::File(input::name(&path), error))?;
    }
    if session.json {
        let names: Vec<_> = files.iter().map(|(path, _)| path).collect();
        let value = json!({ "folder": secrets::in_path(&folder), "files": names });
        json::line(&mut session.out, &value)?;
    } else {
        session.answer(&words.next_steps(&folder, args))?;
    }
    Ok(Exit::Well)
}

/// A file that was not there.
fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// What stands in the place of the words in double braces.
struct Words {
    name: String,
    package: String,
    status: &'static str,
    plugin: String,
    testkit: String,
}

impl Words {
    fn new(args: &NewPlugin) -> Result<Self, Trouble> {
        let name = args.name.to_ascii_lowercase();
        if !split::is_scheme(&name) || !LoadPolicy::new().allows(&name) {
            return Err(Trouble::Usage(format!(
                "`{name}` is no name for the scheme of a library: write `x-me-thing`, or a domain of yours in reverse, `com.example.thing`"
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

    /// The library in Rust, as Cargo names it.
    fn library(&self) -> String {
        format!("{}-plugin", self.package).replace('-', "_")
    }

    fn filled(&self, text: &str) -> String {
        [
            ("{{name}}", &*self.name),
            ("{{package}}", &self.package),
            ("{{library}}", &self.library()),
            ("{{status}}", self.status),
            ("{{STATUS}}", &self.status.to_ascii_uppercase()),
            ("{{locator-plugin}}", &self.plugin),
            ("{{locator-testkit}}", &self.testkit),
        ]
        .iter()
        .fold(text.to_owned(), |text, (word, value)| text.replace(word, value))
    }

    /// What to do with the project.
    fn next_steps(&self, folder: &Path, args: &NewPlugin) -> String {
        let Self { name, package, .. } = self;
        let (make, library) = match args.lang {
            Language::Rust => {
                let library = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", self.library());
                let library = format!("target/release/{library}");
                ("cargo build --release", library)
            }
            Language::C => ("make", format!("lib{package}.so")),
        };
        let unpublished = if args.local.is_some() {
            ""
        } else {
            "\nCargo.toml names published crates; `--local CHECKOUT` names those of a checkout of Locator.\n"
        };
        format!(
            "{name} is in {}\n\n  cargo test\n  {make}\n  locator plugin probe {library}\n  \
             locator --plugin {library} plan {name}://h.example/a\n{unpublished}",
            input::name(folder)
        )
    }
}

/// The version that Cargo is asked for: what is compatible with this one.
fn published() -> String {
    format!("{}.{}", env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"))
}

/// A checkout of Locator, from the root.
fn checkout(folder: &Path) -> Result<PathBuf, Trouble> {
    let folder = libraries::absolute(folder)?;
    if folder.join("plugins/sdk/Cargo.toml").is_file() {
        return Ok(folder);
    }
    Err(Trouble::Usage(format!("{} is no checkout of Locator: it has no plugins/sdk", input::name(&folder))))
}
