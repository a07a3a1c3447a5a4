//! A library that is refused leaves no descriptor open, however often it is offered.
//!
//! One test in a process of its own: others would open files at the same time.

#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use locator_dynamic::{Fault, sha256_of};
use support::{Folder, load, skip};

/// A library, and what is wrong with it.
type Row = (PathBuf, fn(&Fault) -> bool);

fn open_files() -> usize {
    fs::read_dir("/proc/self/fd").expect("descriptors").count()
}

/// The same library with another hash in the place of that of its entry (`DT_GNU_HASH`): it is mapped, and refused then,
/// because the system does not find the entry.
fn without_lookup(folder: &Folder, plugin: &Path) -> PathBuf {
    let mut bytes = fs::read(plugin).unwrap();
    let name = b"locator_plugin_entry";
    let hash = name.iter().fold(5381_u32, |hash, byte| hash.wrapping_mul(33).wrapping_add(u32::from(*byte)));
    let mut values = (0..bytes.len() / 4).map(|n| n * 4);
    let place = values.find(|at| {
        let value = u32::from_le_bytes(bytes[*at..at + 4].try_into().unwrap());
        value | 1 == hash | 1
    });
    bytes[place.expect("the hash of the entry") + 1] ^= 0xFF;
    folder.file("without-lookup.so", &bytes)
}

#[test]
fn a_refused_library_leaves_no_descriptor_open() {
    let folder = Folder::new();
    let Some(undefined) = folder.plugin("pigeon-undefined", &["-DCASE_UNDEFINED"]) else {
        skip("a_refused_library_leaves_no_descriptor_open", "no compiler");
        return;
    };
    let good = folder.plugin("pigeon-good", &[]).unwrap();
    let rows: [Row; 6] = [
        (undefined, |fault| matches!(fault, Fault::Dlopen(_))),
        (folder.file("text.so", b"text"), |fault| matches!(fault, Fault::NotElf(_))),
        (folder.path(), |fault| matches!(fault, Fault::NotRegular)),
        (without_lookup(&folder, &good), |fault| matches!(fault, Fault::NoEntry)),
        (folder.plugin("pigeon-null", &["-DCASE_NULL"]).unwrap(), |fault| matches!(fault, Fault::Descriptor(_))),
        (folder.plugin("pigeon-scheme-plain", &["-DSCHEME=\"pigeon\""]).unwrap(), |fault| {
            matches!(fault, Fault::NameNotAllowed(_))
        }),
    ];
    for (path, is_it) in &rows {
        // Where it is mapped before it is refused, it stays so: once.
        let refused = || load(path).expect_err("a refusal");
        assert!(is_it(refused().fault()), "{}: {:?}", path.display(), refused());
        let before = open_files();
        for _ in 0..200 {
            assert!(is_it(refused().fault()));
            let _ = sha256_of(path);
        }
        assert_eq!(open_files(), before, "{}", path.display());
    }
    // Nor do many, each of which is another file.
    let text = fs::read(&rows[0].0).unwrap();
    let before = open_files();
    for n in 0..200 {
        let bytes = [&text[..], &[n]].concat();
        let path = folder.file(&format!("undefined-{n}.so"), &bytes);
        assert!(matches!(load(&path).err().unwrap().fault(), Fault::Dlopen(_)));
    }
    assert_eq!(open_files(), before);
    assert!(load(&good).is_ok());
}
