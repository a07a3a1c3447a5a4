//! Builds programs, each a package of its own with the default release profile and `strip`.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toml::{Table, Value};

use crate::record::{Program, Weight};

/// Clock ticks of `/proc/self/stat`: Linux shows programs a hundred in each second.
const TICKS: f64 = 100.0;

pub(crate) struct Builds {
    /// The folder of this package.
    package: PathBuf,
    /// The repository.
    root: PathBuf,
    /// Where the programs are built.
    target: PathBuf,
}

impl Builds {
    pub(crate) fn new(package: &str) -> Result<Self, Box<dyn Error>> {
        let package = fs::canonicalize(package)?;
        let root = fs::canonicalize(package.join("../.."))?;
        let target = package.join("../target/weight");
        fs::create_dir_all(&target)?;
        Ok(Self { target: fs::canonicalize(target)?, package, root })
    }

    /// The compiler's version.
    pub(crate) fn rustc(&self) -> Result<String, Box<dyn Error>> {
        Ok(output(Command::new("rustc").arg("--version").current_dir(&self.root))?.trim().to_owned())
    }

    /// Builds with the dependencies that earlier builds have left.
    pub(crate) fn warm(&self, program: &Program) -> Result<Weight, Box<dyn Error>> {
        self.build(program, &self.target.join("warm"))
    }

    /// Builds everything.
    pub(crate) fn cold(&self, program: &Program) -> Result<Weight, Box<dyn Error>> {
        let target = self.target.join("cold");
        if target.exists() {
            fs::remove_dir_all(&target)?;
        }
        self.build(program, &target)
    }

    fn build(&self, program: &Program, target: &Path) -> Result<Weight, Box<dyn Error>> {
        let folder = self.write_package(program)?;
        let cargo = |word| {
            let mut cargo = Command::new("cargo");
            cargo.arg(word).current_dir(&folder);
            cargo
        };
        // What is not here is fetched before the clock runs.
        let list = ["--edges=normal,build", "--prefix=none", "--no-dedupe", "--format={p}"];
        let list = output(cargo("tree").args(list))?;
        let crates: BTreeSet<&str> = list.lines().filter(|line| !line.is_empty()).collect();
        let began = seconds_of_children()?;
        // Panics name files: their paths are as long in every checkout.
        let flags = format!("--remap-path-prefix={}=/anyurl", self.root.display());
        output(cargo("build").args(["--release", "--target-dir"]).arg(target).env("CARGO_ENCODED_RUSTFLAGS", flags))?;
        let seconds = seconds_of_children()? - began;
        let bytes = fs::metadata(target.join("release/weighed"))?.len();
        // The program itself is none of them.
        Ok(Weight { bytes, crates: crates.len() - 1, seconds: (seconds * 10.0).round() / 10.0 })
    }

    /// A package for the program, with the versions of this workspace's lock file.
    fn write_package(&self, program: &Program) -> Result<PathBuf, Box<dyn Error>> {
        let folder = self.target.join("package");
        fs::create_dir_all(&folder)?;
        let mut needs = program.needs.clone();
        for (_, need) in &mut needs {
            if let Some(path) = need.get_mut("path") {
                *path = self.root.join(path.as_str().unwrap_or_default()).display().to_string().into();
            }
        }
        let source = self.package.join("programs").join(&program.source).with_extension("rs").display().to_string();
        let manifest = Table::from_iter([
            ("package".to_owned(), table([("name", "weighed".into()), ("edition", "2024".into())])),
            ("bin".to_owned(), vec![table([("name", "weighed".into()), ("path", source.into())])].into()),
            ("dependencies".to_owned(), needs.into()),
            ("profile".to_owned(), table([("release", table([("strip", true.into())]))])),
            ("workspace".to_owned(), Table::new().into()),
        ]);
        fs::write(folder.join("Cargo.toml"), toml::to_string(&manifest)?)?;
        fs::copy(self.package.join("../Cargo.lock"), folder.join("Cargo.lock"))?;
        Ok(folder)
    }
}

fn table<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Table(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// What a command writes.
fn output(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output()?;
    if output.status.success() {
        Ok(String::from_utf8(output.stdout)?)
    } else {
        Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)).into())
    }
}

/// The processor seconds of ended children, and of theirs.
fn seconds_of_children() -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The program's name may contain spaces. `cutime` and `cstime` are the 16th and 17th field (proc_pid_stat(5)).
    let (_, fields) = stat.rsplit_once(") ").ok_or("/proc/self/stat has another form")?;
    let ticks = fields.split(' ').skip(13).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / TICKS)
}
