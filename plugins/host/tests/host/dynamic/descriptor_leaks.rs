//! A refused library leaves no file descriptor open.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dynamic::support::{Folder, load, skip};
use anyurl_host::dynamic::sha256_of;
use anyurl_host::{FactsError, PluginErrorKind};

/// A library, and what is wrong with it.
type Row = (PathBuf, fn(&PluginErrorKind) -> bool);

fn open_files() -> usize {
    fs::read_dir("/proc/self/fd").expect("descriptors").count()
}

/// Returns a copy of a plugin with a wrong hash for its entry point in `DT_GNU_HASH`: it is mapped before it is refused,
/// because the system does not find the entry point.
fn without_lookup(folder: &Folder, plugin: &Path) -> PathBuf {
    let mut bytes = fs::read(plugin).unwrap();
    let name = b"anyurl_plugin_entry";
    let hash = name.iter().fold(5381_u32, |hash, byte| hash.wrapping_mul(33).wrapping_add(u32::from(*byte)));
    let mut values = (0..bytes.len() / 4).map(|n| n * 4);
    let place = values.find(|at| {
        let value = u32::from_le_bytes(bytes[*at..at + 4].try_into().unwrap());
        value | 1 == hash | 1
    });
    bytes[place.expect("the hash of the entry") + 1] ^= 0xFF;
    folder.file("without-lookup.so", &bytes)
}

/// Runs the test below in a process of its own, because other tests open files at the same time.
#[test]
fn a_refused_library_leaves_no_descriptor_open() {
    let mut child = Command::new(std::env::current_exe().expect("this test"));
    let output =
        child.args(["--exact", "dynamic::descriptor_leaks::leaves_no_descriptor_open", "--ignored"]).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}");
}

#[test]
#[ignore = "run in a child process by the test above"]
fn leaves_no_descriptor_open() {
    let folder = Folder::new();
    let Some(undefined) = folder.plugin("pigeon-undefined", &["-DCASE_UNDEFINED"]) else {
        skip("a_refused_library_leaves_no_descriptor_open", "no compiler");
        return;
    };
    let good = folder.plugin("pigeon-good", &[]).unwrap();
    let rows: [Row; 6] = [
        (undefined, |kind| matches!(kind, PluginErrorKind::Dlopen(_))),
        (folder.file("text.so", b"text"), |kind| matches!(kind, PluginErrorKind::NotElf(_))),
        (folder.path(), |kind| matches!(kind, PluginErrorKind::NotRegular)),
        (without_lookup(&folder, &good), |kind| matches!(kind, PluginErrorKind::NoEntry)),
        (folder.plugin("pigeon-null", &["-DCASE_NULL"]).unwrap(), |kind| {
            matches!(kind, PluginErrorKind::Facts(FactsError::Invalid(_)))
        }),
        (folder.plugin("pigeon-scheme-plain", &["-DSCHEME=\"pigeon\""]).unwrap(), |kind| {
            matches!(kind, PluginErrorKind::NameNotAllowed(_))
        }),
    ];
    for (path, is_it) in &rows {
        // A library that is mapped before it is refused stays mapped, once.
        let refused = || load(path).expect_err("a refusal");
        assert!(is_it(refused().kind()), "{}: {:?}", path.display(), refused());
        let before = open_files();
        for _ in 0..200 {
            assert!(is_it(refused().kind()));
            let _ = sha256_of(path);
        }
        assert_eq!(open_files(), before, "{}", path.display());
    }
    // The same for many different files.
    let text = fs::read(&rows[0].0).unwrap();
    let before = open_files();
    for n in 0..200 {
        let bytes = [&text[..], &[n]].concat();
        let path = folder.file(&format!("undefined-{n}.so"), &bytes);
        assert!(matches!(load(&path).err().unwrap().kind(), PluginErrorKind::Dlopen(_)));
    }
    assert_eq!(open_files(), before);
    assert!(load(&good).is_ok());
}
