//! Checks before any code of a library runs: path, owner, hash, and contents of the file.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, chown, symlink};
use std::path::Path;
use std::process::Command;

use crate::dynamic::support::{Folder, chmod, load, refused, registry, skip, trusting};
use anyurl_core::Registry;
use anyurl_host::dynamic::{AddLibrary, sha256_of};
use anyurl_host::{PluginErrorKind, PluginPolicy};

#[test]
fn by_default_nothing_is_loaded() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let new = Registry::builder();
    let not_allowed = |kind: &PluginErrorKind| matches!(kind, PluginErrorKind::NotAllowed(_));
    refused(&new, &path, &PluginPolicy::new(), not_allowed);
    // Restricting the policy does not allow anything.
    let narrowed = PluginPolicy::new().only(["x-pigeon"]).require_sha256(false);
    refused(&new, &path, &narrowed, not_allowed);
}

#[test]
fn only_pinned_files_are_loaded() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let new = Registry::builder();
    let policy = PluginPolicy::new().allow_libraries(true);
    let error = refused(&new, &path, &policy, |kind| matches!(kind, PluginErrorKind::Unpinned(_)));
    let hash = sha256_of(&path).unwrap();
    assert!(error.remedy().contains(&hash.to_string()["sha256:".len()..]));
    let other = format!("sha256:{}", "0".repeat(64)).parse().unwrap();
    let wrong = trusting().pin(other);
    refused(&new, &path, &wrong, |kind| matches!(kind, PluginErrorKind::Hash { .. }));
    let pinned = policy.pin(other).pin(hash);
    assert!(new.add_library(&path, &pinned).is_ok());
}

#[test]
fn paths_are_absolute_and_name_regular_files() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let new = Registry::builder();
    let name = Path::new(path.file_name().unwrap());
    refused(&new, name, &trusting(), |kind| matches!(kind, PluginErrorKind::Relative));
    let none = folder.path().join("other.so");
    refused(&new, &none, &trusting(), |kind| matches!(kind, PluginErrorKind::Open { .. }));
    refused(&new, &none.join("x.so"), &trusting(), |kind| matches!(kind, PluginErrorKind::Open { .. }));
    refused(&new, &folder.path(), &trusting(), |kind| matches!(kind, PluginErrorKind::NotRegular));
    refused(&new, Path::new("/"), &trusting(), |kind| matches!(kind, PluginErrorKind::NotRegular));
    refused(&new, Path::new("/dev/null"), &trusting(), |kind| matches!(kind, PluginErrorKind::NotRegular));
    // Opening a pipe without a writer would block.
    let pipe = folder.path().join("pipe.so");
    if Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        refused(&new, &pipe, &trusting(), |kind| matches!(kind, PluginErrorKind::NotRegular));
    }
    let small = trusting().largest(100);
    refused(&new, &path, &small, |kind| matches!(kind, PluginErrorKind::TooLarge { limit: 100, .. }));
    #[cfg(target_os = "linux")]
    {
        let socket = folder.path().join("socket.so");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        refused(&new, &socket, &trusting(), |kind| matches!(kind, PluginErrorKind::NotRegular));
    }
}

#[test]
fn a_link_is_not_followed_and_a_linked_folder_is() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let link = folder.path().join("link.so");
    symlink(&path, &link).unwrap();
    refused(&Registry::builder(), &link, &trusting(), |kind| matches!(kind, PluginErrorKind::Symlink));

    let elsewhere = Folder::new();
    let linked = elsewhere.path().join("plugins");
    symlink(folder.path(), &linked).unwrap();
    let through = linked.join(path.file_name().unwrap());
    assert!(load(&through).is_ok());
    // The permissions of the real folder count.
    chmod(&folder.path(), 0o777);
    let error =
        refused(&Registry::builder(), &through, &trusting(), |kind| matches!(kind, PluginErrorKind::Writable { .. }));
    assert_eq!(error.remedy(), format!("run `chmod go-w {}`", folder.path().display()));
}

#[test]
fn files_writable_by_others_are_not_loaded() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let new = Registry::builder();
    let writable = |kind: &PluginErrorKind| matches!(kind, PluginErrorKind::Writable { .. });
    for mode in [0o664, 0o646, 0o777] {
        chmod(&path, mode);
        let error = refused(&new, &path, &trusting(), writable);
        assert_eq!(error.remedy(), format!("run `chmod go-w {}`", path.display()));
        assert!(new.clone().add_library(&path, &trusting().check_permissions(false)).is_ok());
    }
    chmod(&path, 0o644);
    // In a sticky folder, such as `/tmp`, other users cannot replace the file.
    for (mode, is_refused) in [(0o775, true), (0o757, true), (0o1777, false), (0o755, false)] {
        chmod(&folder.path(), mode);
        if is_refused {
            refused(&new, &path, &trusting(), writable);
        } else {
            assert!(load(&path).is_ok(), "{mode:o}");
        }
    }
    // With a umask of 002, one command fixes all permissions.
    let target = folder.path().join("my target");
    fs::create_dir(&target).unwrap();
    let inner = target.join("inner.so");
    fs::copy(&path, &inner).unwrap();
    chmod(&inner, 0o664);
    chmod(&target, 0o775);
    let error = refused(&new, &inner, &trusting(), writable);
    let (file, above) = (inner.display(), target.display());
    assert_eq!(error.remedy(), format!("run `chmod go-w '{file}' '{above}'`"));
    chmod(&inner, 0o644);
    chmod(&target, 0o755);
    assert!(load(&inner).is_ok());
}

#[test]
fn a_policy_names_the_folders_of_libraries() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let new = Registry::builder();
    let elsewhere = |kind: &PluginErrorKind| matches!(kind, PluginErrorKind::Elsewhere);
    let other = Folder::new();
    let narrow = trusting().folder(other.path()).folder("/nowhere");
    refused(&new, &path, &narrow, elsewhere);
    assert!(new.add_library(&path, &narrow.folder(folder.path())).is_ok());
}

#[test]
fn files_owned_by_others_are_not_loaded() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let new = Registry::builder();
    let owner = |kind: &PluginErrorKind| matches!(kind, PluginErrorKind::Owner { owner: 4242, .. });
    let me = fs::metadata(&path).unwrap().uid();
    if chown(&path, Some(4242), None).is_err() {
        skip("files_owned_by_others_are_not_loaded", "only root can give files away");
        return;
    }
    refused(&new, &path, &trusting(), owner);
    chown(&path, Some(me), None).unwrap();
    chown(folder.path(), Some(4242), None).unwrap();
    refused(&new, &path, &trusting(), owner);
    assert!(new.add_library(&path, &trusting().check_permissions(false)).is_ok());
    chown(folder.path(), Some(me), None).unwrap();
}

#[test]
fn other_files_are_rejected_without_being_loaded() {
    let folder = Folder::new();
    let new = Registry::builder();
    let not_elf = |kind: &PluginErrorKind| matches!(kind, PluginErrorKind::NotElf(_));
    for (name, bytes) in [
        ("empty.so", &b""[..]),
        ("text.so", b"hello, world\n"),
        ("script.so", b"GROUP ( /lib/libc.so.6 )\n"),
        ("short.so", b"\x7FELF"),
        ("macho.so", b"\xCF\xFA\xED\xFE\x07\x00\x00\x01aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    ] {
        refused(&new, &folder.file(name, bytes), &trusting(), not_elf);
    }
    // A program has no entry point, and is not run.
    let me = fs::read(std::env::current_exe().unwrap()).unwrap();
    let program = folder.file("program.so", &me);
    let policy = trusting().largest(u64::MAX);
    refused(&new, &program, &policy, |kind| {
        matches!(kind, PluginErrorKind::NoEntry | PluginErrorKind::NotLoaded(_) | PluginErrorKind::NotElf(_))
    });
}

#[cfg(target_os = "linux")]
mod elf {
    use super::*;

    /// The system would kill the process for each of these.
    #[test]
    fn a_truncated_library_is_refused_at_every_length() {
        let folder = Folder::new();
        let Some(path) = folder.plugin("pigeon-good", &[]) else {
            return;
        };
        let bytes = fs::read(&path).unwrap();
        for len in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
            let cut = folder.file("cut.so", &bytes[..len]);
            let error = load(&cut).expect_err("a truncated library is loaded");
            assert!(matches!(error.kind(), PluginErrorKind::NotElf(_)), "{len}: {error}");
        }
        let cut = folder.file("cut.so", &bytes[..4096]);
        refused(&Registry::builder(), &cut, &trusting(), |kind| matches!(kind, PluginErrorKind::NotElf(_)));
    }

    #[test]
    fn another_machine_is_named() {
        let folder = Folder::new();
        let Some(path) = folder.plugin("pigeon-good", &[]) else {
            return;
        };
        let bytes = fs::read(&path).unwrap();
        // The class, the byte order, and the machine.
        for (at, byte) in [(4, bytes[4] ^ 3), (5, bytes[5] ^ 3), (18, 0xF3)] {
            let mut other = bytes.clone();
            other[at] = byte;
            let path = folder.file(&format!("other-{at}.so"), &other);
            refused(&Registry::builder(), &path, &trusting(), |kind| matches!(kind, PluginErrorKind::WrongArch { .. }));
        }
        let mut object = bytes;
        object[16] = 1;
        let path = folder.file("object.so", &object);
        refused(&Registry::builder(), &path, &trusting(), |kind| matches!(kind, PluginErrorKind::NotElf(_)));
    }

    #[test]
    fn needed_libraries_are_refused() {
        let folder = Folder::new();
        let new = Registry::builder();
        // A library with the entry point of a plugin.
        let Some(other) = folder.plugin("pigeon-other", &["-DSCHEME=\"x-other\"", "-Wl,-soname,libother.so"]) else {
            return;
        };
        let other = other.to_str().unwrap().to_owned();
        let needing = ["-Wl,--no-as-needed", &*other, "-DCASE_NO_ENTRY"];
        let path = folder.plugin("pigeon-needs", &needing).unwrap();
        let is_other =
            |kind: &PluginErrorKind| matches!(kind, PluginErrorKind::NotLoaded(name) if name == "libother.so");
        refused(&new, &path, &trusting(), is_other);
        load(Path::new(&other)).unwrap();
        // Its entry point is not taken for that of the plugin.
        refused(&new, &path, &trusting(), |kind| matches!(kind, PluginErrorKind::NoEntry));
        for (name, flag) in [
            ("pigeon-runpath", "-Wl,--enable-new-dtags,-rpath,/tmp"),
            ("pigeon-rpath", "-Wl,--disable-new-dtags,-rpath,/tmp"),
        ] {
            let path = folder.plugin(name, &[flag]).unwrap();
            refused(
                &new,
                &path,
                &trusting(),
                |kind| matches!(kind, PluginErrorKind::SearchPath(path) if path == "/tmp"),
            );
        }
    }

    #[test]
    fn a_library_without_entry_is_not_mapped() {
        let folder = Folder::new();
        let flags = ["-DCASE_NO_ENTRY", "-DCASE_CONSTRUCTOR"];
        let Some(path) = folder.plugin("pigeon-no-entry", &flags) else {
            return;
        };
        refused(&Registry::builder(), &path, &trusting(), |kind| matches!(kind, PluginErrorKind::NoEntry));
        let maps = fs::read_to_string("/proc/self/maps").unwrap();
        assert!(!maps.contains("pigeon-no-entry"), "the library is mapped");
    }

    #[test]
    fn the_former_name_of_the_entry_is_known() {
        let folder = Folder::new();
        let Some(path) = folder.plugin("pigeon-former", &["-DCASE_FORMER_NAME"]) else {
            return;
        };
        refused(&Registry::builder(), &path, &trusting(), |kind| matches!(kind, PluginErrorKind::FormerName));
    }

    #[test]
    fn an_undefined_symbol_is_found_while_loading() {
        let folder = Folder::new();
        let Some(path) = folder.plugin("pigeon-undefined", &["-DCASE_UNDEFINED"]) else {
            return;
        };
        let error =
            refused(&Registry::builder(), &path, &trusting(), |kind| matches!(kind, PluginErrorKind::Dlopen(_)));
        let text = error.to_string();
        assert!(text.contains("undefined_symbol"), "{text}");
        assert!(!text.contains("/proc/self/fd"), "{text}");
    }
}

#[test]
fn a_library_is_mapped_once_and_registered_once() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let once = load(&path).unwrap();
    let already = |kind: &PluginErrorKind| matches!(kind, PluginErrorKind::Already(_));
    refused(&once, &path, &trusting(), already);
    let copy = folder.file("copy.so", &fs::read(&path).unwrap());
    refused(&once, &copy, &trusting(), already);
    let link = folder.path().join("hard.so");
    fs::hard_link(&path, &link).unwrap();
    refused(&once, &link, &trusting(), already);
    // Another registry may have the library, too.
    assert!(registry(&copy).parse("x-pigeon://h/roof").is_ok());
}

#[test]
fn an_overwritten_library_is_refused() {
    let folder = Folder::new();
    // A unique scheme name, so that no other test maps the same bytes.
    let Some(path) = folder.plugin("pigeon-changed", &["-DSCHEME=\"x-changed\""]) else {
        return;
    };
    load(&path).unwrap();
    // Append, because the mapped part must not change.
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"more").unwrap();
    refused(&Registry::builder(), &path, &trusting(), |kind| matches!(kind, PluginErrorKind::Changed));
}

/// glibc takes two libraries with the same name for one, and a reused file descriptor has the same name.
#[test]
fn libraries_loaded_in_sequence_are_distinct() {
    let folder = Folder::new();
    let Some(first) = folder.plugin("pigeon-first", &["-DSCHEME=\"x-first\""]) else {
        return;
    };
    let second = folder.plugin("pigeon-second", &["-DSCHEME=\"x-second\""]).unwrap();
    let first = registry(&first);
    let second = registry(&second);
    assert!(first.names().eq(["x-first"]) && second.names().eq(["x-second"]));
}

/// The `DT_SONAME` does not identify a library.
#[test]
fn libraries_with_one_soname_are_distinct() {
    let folder = Folder::new();
    let flags = |scheme| ["-Wl,-soname,libsame.so", scheme];
    let Some(first) = folder.plugin("pigeon-same-1", &flags("-DSCHEME=\"x-same-1\"")) else {
        return;
    };
    let second = folder.plugin("pigeon-same-2", &flags("-DSCHEME=\"x-same-2\"")).unwrap();
    let both = load(&first).unwrap().add_library(&second, &trusting()).unwrap();
    assert!(both.build().names().eq(["x-same-1", "x-same-2"]));
}

#[test]
fn hashes_need_no_library() {
    let folder = Folder::new();
    let path = folder.file("empty", b"");
    let hash = sha256_of(&path).unwrap().to_string();
    assert_eq!(hash, "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert!(matches!(sha256_of("empty").unwrap_err().kind(), PluginErrorKind::Relative));
}
