//! Libraries that make the dynamic linker load another one, whose constructor prints a line. All of them are refused, so
//! that line never appears. A program that calls `dlopen` without checks shows that the linker would have loaded it.

#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64", target_endian = "little"))]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Folder, chmod, load};

/// The output of the constructor.
const EVIL: &str = "EVIL";

/// The environment variable that tells a child process which library to load.
const LIBRARY: &str = "LOCATOR_TEST_EVIL";

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name)
}

/// A folder with the malicious library.
struct Scene {
    folder: Folder,
    evil: PathBuf,
}

impl Scene {
    fn new(name: &str) -> Option<Self> {
        let folder = Folder::new();
        let file = format!("evil-{}", name.replace(|c: char| !c.is_alphanumeric(), "-"));
        let soname = format!("-Wl,-soname,{name}");
        let evil = locator_testkit::plugin::compile(&file, &[&source("evil.c")], &[&soname])?;
        let place = folder.path().join(name.trim_start_matches("$ORIGIN/"));
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::copy(&evil, &place).unwrap();
        Some(Self { folder, evil })
    }

    /// Compiles a plugin in the same folder; `flags` may make it need the malicious library.
    fn plugin(&self, name: &str, flags: &[&str]) -> PathBuf {
        let flags = [&["-nostdlib", "-Wl,--no-as-needed"], flags].concat();
        let built = locator_testkit::plugin::compile(name, &[&source("needy.c")], &flags);
        self.folder.file("plugin.so", &fs::read(built.unwrap()).unwrap())
    }

    fn needy(&self, name: &str) -> PathBuf {
        self.plugin(name, &[self.evil.to_str().unwrap()])
    }

    /// Runs a command in the folder, with the folder in the library search path, and returns its standard error.
    fn said(&self, command: &mut Command) -> String {
        command.current_dir(self.folder.path());
        command.env("LD_LIBRARY_PATH", self.folder.path());
        let output = command.output().expect("a child");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Loads a plugin in a child process, and returns its standard error.
    fn loading(&self, plugin: &Path) -> String {
        let mut child = Command::new(std::env::current_exe().expect("this test"));
        child.args(["--exact", "linker_attacks::loads_in_a_child", "--nocapture"]);
        self.said(child.env(LIBRARY, plugin))
    }

    /// Returns whether `dlopen` without checks loads the malicious library.
    fn is_dangerous(&self, plugin: &Path) -> bool {
        let program = locator_testkit::plugin::compile_program("dlopen", &[&source("dlopen.c")], &["-ldl"]);
        let said = self.said(Command::new(program.unwrap()).arg(plugin));
        said.contains(EVIL)
    }

    #[track_caller]
    fn assert_is_refused(&self, what: &str, plugin: &Path) {
        let said = self.loading(plugin);
        assert!(said.contains("refused: "), "{what}: {said}");
        assert!(!said.contains(EVIL), "{what}: {said}");
    }

    #[track_caller]
    fn assert_is_loaded(&self, plugin: &Path) {
        let said = self.loading(plugin);
        assert!(said.contains("loaded") && !said.contains("refused"), "{said}");
    }
}

/// The body of the child process; does nothing in the parent.
#[test]
fn loads_in_a_child() {
    let Some(library) = std::env::var_os(LIBRARY) else {
        return;
    };
    match load(Path::new(&library)) {
        Ok(_) => eprintln!("loaded"),
        // The entry point returns null, so its code has run.
        Err(error) if error.to_string().contains("null") => eprintln!("loaded"),
        Err(error) => eprintln!("refused: {error}"),
    }
}

/// The plugin itself is loaded if it needs nothing.
#[test]
fn the_plugin_itself_is_mapped() {
    let Some(scene) = Scene::new("evil.so") else {
        return;
    };
    let plugin = scene.plugin("needy-alone", &[]);
    assert!(load(&plugin).unwrap_err().to_string().contains("null"));
}

/// Paths, names that are searched for, and names of the C runtime that the process has not loaded.
#[test]
fn no_library_is_loaded_by_its_name() {
    for name in [
        "evil.so",
        "./evil.so",
        "libc.musl-x/evil.so",
        "$ORIGIN/evil.so",
        "libc.so",
        "libc.musl-evil.so",
        "libc.musl-x86_64.so.1",
        "librt.so.1",
        "libdl.so.2",
        "libpthread.so.0",
        "libm.so.6 ",
    ] {
        let Some(scene) = Scene::new(name) else {
            return;
        };
        let file = name.replace(|c: char| !c.is_alphanumeric(), "-");
        let plugin = scene.needy(&format!("needy-{file}"));
        assert!(scene.is_dangerous(&plugin), "{name}");
        scene.assert_is_refused(name, &plugin);
    }
}

/// A name that the application allows refers to the copy that it has loaded; it is never searched for.
#[test]
fn an_allowed_library_is_one_that_is_loaded() {
    use locator_dynamic::{AddLibrary, LoadErrorKind};
    let Some(scene) = Scene::new("libevil.so") else {
        return;
    };
    let plugin = scene.needy("needy-allowed");
    let policy = crate::support::trusting().allow_library("libevil.so");
    let added = locator_core::Registry::builder().add_library(&plugin, &policy);
    let error = added.unwrap_err();
    assert!(matches!(error.kind(), LoadErrorKind::NotLoaded(name) if name == "libevil.so"), "{error}");
}

#[test]
fn no_entry_of_the_dynamic_table_pulls_in_another_file() {
    let Some(scene) = Scene::new("evil.so") else {
        return;
    };
    for (name, flag, is_dangerous) in [
        ("needy-auxiliary", "-Wl,-f,evil.so", true),
        ("needy-filter", "-Wl,-F,evil.so", true),
        // Today these only apply to programs.
        ("needy-audit", "-Wl,--audit,evil.so", false),
        ("needy-depaudit", "-Wl,--depaudit,evil.so", false),
        ("needy-rpath", "-Wl,--disable-new-dtags,-rpath,/tmp", false),
        ("needy-runpath", "-Wl,--enable-new-dtags,-rpath,$ORIGIN", false),
    ] {
        let plugin = scene.plugin(name, &[flag]);
        assert_eq!(scene.is_dangerous(&plugin), is_dangerous, "{name}");
        scene.assert_is_refused(name, &plugin);
    }
}

/// A library whose fields are changed.
struct Patch(Vec<u8>);

/// Types of segments and sections, and tags.
const PT_DYNAMIC: u64 = 2;
const PT_NOTE: u64 = 4;
const SHT_DYNAMIC: u64 = 6;
const SHT_DYNSYM: u64 = 11;
const DT_NULL: u64 = 0;
const DT_NEEDED: u64 = 1;
const DT_STRTAB: u64 = 5;
const DT_SONAME: u64 = 14;

impl Patch {
    fn number(&self, at: usize, len: usize) -> u64 {
        let mut number = [0; 8];
        number[..len].copy_from_slice(&self.0[at..at + len]);
        u64::from_le_bytes(number)
    }

    fn place(&self, at: usize, len: usize) -> usize {
        usize::try_from(self.number(at, len)).unwrap()
    }

    fn put(&mut self, at: usize, len: usize, value: u64) {
        self.0[at..at + len].copy_from_slice(&value.to_le_bytes()[..len]);
    }

    /// Returns the offset of the header of the first segment of a type.
    fn segment(&self, kind: u64) -> usize {
        let (table, count) = (self.place(32, 8), self.place(56, 2));
        let mut all = (0..count).map(|n| table + n * 56);
        all.find(|at| self.number(*at, 4) == kind).unwrap()
    }

    /// Returns the offset of the header of the first section of a type.
    fn section(&self, kind: u64) -> usize {
        let (table, count) = (self.place(40, 8), self.place(60, 2));
        let mut all = (0..count).map(|n| table + n * 64);
        all.find(|at| self.number(at + 4, 4) == kind).unwrap()
    }

    /// Returns the offset of the entry of a tag in the dynamic table.
    fn entry(&self, tag: u64) -> usize {
        let start = self.place(self.segment(PT_DYNAMIC) + 8, 8);
        let mut all = (0..).map(|n| start + n * 16);
        all.find(|at| self.number(*at, 8) == tag).unwrap()
    }

    /// Appends a copy of the dynamic table without `DT_NEEDED`, and returns its offset.
    fn clean_copy(&mut self) -> u64 {
        let (start, end) = (self.entry(DT_NEEDED), self.entry(DT_NULL) + 16);
        self.0.resize(self.0.len().next_multiple_of(16), 0);
        let place = self.0.len();
        self.0.extend_from_within(start..end);
        let mut entries = (place..self.0.len()).step_by(16);
        let first = entries.find(|at| self.number(*at, 8) == DT_NEEDED).unwrap();
        // `DT_DEBUG` does nothing in a library.
        self.put(first, 8, 21);
        place as u64
    }
}

/// A description, and a change after which sections and segments disagree.
type Row = (&'static str, fn(&mut Patch));

const ROWS: &[Row] = &[
    ("as it was", |_| {}),
    ("the section is cut", |changed| {
        let section = changed.section(SHT_DYNAMIC);
        changed.put(section + 32, 8, 16);
    }),
    ("the section is empty", |changed| {
        let section = changed.section(SHT_DYNAMIC);
        changed.put(section + 32, 8, 0);
    }),
    ("the section is another", |changed| {
        let copy = changed.clean_copy();
        let section = changed.section(SHT_DYNAMIC);
        changed.put(section + 24, 8, copy);
    }),
    ("section and offset are another, and the address is not", |changed| {
        let copy = changed.clean_copy();
        let (section, segment) = (changed.section(SHT_DYNAMIC), changed.segment(PT_DYNAMIC));
        changed.put(section + 24, 8, copy);
        changed.put(segment + 8, 8, copy);
    }),
    ("the section has other strings", |changed| {
        let section = changed.section(SHT_DYNAMIC);
        let strings = changed.number(62, 2);
        changed.put(section + 40, 4, strings);
    }),
    ("there is no section of the type", |changed| {
        let section = changed.section(SHT_DYNAMIC);
        changed.put(section + 4, 4, 1);
    }),
    ("there are no sections", |changed| {
        changed.put(40, 8, 0);
        changed.put(60, 2, 0);
        changed.put(62, 2, 0);
    }),
    ("the last of two segments counts", |changed| {
        let copy = changed.clean_copy();
        let (first, last) = (changed.segment(PT_DYNAMIC), changed.segment(PT_NOTE));
        let header = changed.0[first..first + 56].to_vec();
        changed.0[last..last + 56].copy_from_slice(&header);
        changed.put(first + 8, 8, copy);
        let section = changed.section(SHT_DYNAMIC);
        changed.put(section + 24, 8, copy);
    }),
    ("the symbols are others", |changed| {
        let section = changed.section(SHT_DYNSYM);
        let place = changed.number(section + 24, 8);
        changed.put(section + 24, 8, place + 24);
    }),
];

#[test]
fn segments_count_and_sections_do_not() {
    let Some(scene) = Scene::new("evil.so") else {
        return;
    };
    let plugin = fs::read(scene.needy("needy-sections")).unwrap();
    for (what, change) in ROWS {
        let mut changed = Patch(plugin.clone());
        change(&mut changed);
        let path = scene.folder.file("plugin.so", &changed.0);
        chmod(&path, 0o644);
        assert!(scene.is_dangerous(&path), "{what}");
        scene.assert_is_refused(what, &path);
    }
}

/// Tools show sections, so they must agree with the segments even if the plugin is harmless.
#[test]
fn sections_that_differ_are_refused() {
    let Some(scene) = Scene::new("evil.so") else {
        return;
    };
    let alone = fs::read(scene.plugin("needy-alone", &[])).unwrap();
    for kind in [SHT_DYNAMIC, SHT_DYNSYM] {
        // Address, offset and size.
        for field in [16, 24, 32] {
            let mut changed = Patch(alone.clone());
            let place = changed.section(kind) + field;
            let was = changed.number(place, 8);
            changed.put(place, 8, was - 8);
            let path = scene.folder.file("plugin.so", &changed.0);
            scene.assert_is_refused(&format!("{kind} {field}"), &path);
        }
    }
}

/// Names are read at the address in `DT_STRTAB`, not in the section.
#[test]
fn names_are_read_where_the_linker_reads_them() {
    let Some(scene) = Scene::new("evil.so") else {
        return;
    };
    // The plugin needs the C library, and has the malicious library's name as its own `DT_SONAME`.
    let plugin = scene.plugin("needy-strings", &["-Wl,-soname,evil.so", "-lc"]);
    let mut changed = Patch(fs::read(&plugin).unwrap());
    scene.assert_is_loaded(&plugin);
    let value = |changed: &Patch, tag| changed.number(changed.entry(tag) + 8, 8);
    let (needed, soname) = (value(&changed, DT_NEEDED), value(&changed, DT_SONAME));
    let strings = changed.entry(DT_STRTAB) + 8;
    let moved = changed.number(strings, 8).wrapping_add(soname).wrapping_sub(needed);
    changed.put(strings, 8, moved);
    // The linker would take a library with this `DT_SONAME` for the needed one.
    let tag = changed.entry(DT_SONAME);
    changed.put(tag, 8, 21);
    let path = scene.folder.file("plugin.so", &changed.0);
    assert!(scene.is_dangerous(&path));
    scene.assert_is_refused("other strings", &path);
}
