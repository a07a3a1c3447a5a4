//! Invalid descriptors are refused before their schemes are used.

use crate::dynamic::support::{Folder, refused, registry, trusting};
use anyurl_core::{Conflict, Implementation, Profile, RegisterError, Registry};
use anyurl_host::dynamic::{AddLibrary, describe, load};
use anyurl_host::{FactsError, PluginErrorKind};

type Row = (&'static str, &'static [&'static str], fn(&PluginErrorKind) -> bool);

fn descriptor(kind: &PluginErrorKind) -> bool {
    matches!(kind, PluginErrorKind::Facts(FactsError::Invalid(_)))
}

/// The name of a library, its compiler flags, and the expected error.
const ROWS: &[Row] = &[
    ("null", &["-DCASE_NULL"], descriptor),
    ("misaligned", &["-DCASE_MISALIGNED"], descriptor),
    ("magic", &["-DMAGIC=0x4C5255FFu"], descriptor),
    ("size-0", &["-DSIZE=0"], descriptor),
    ("size-small", &["-DSIZE=95"], descriptor),
    ("size-huge", &["-DSIZE=0xFFFFFFFFu"], descriptor),
    ("major-0", &["-DMAJOR=0"], |kind| {
        matches!(kind, PluginErrorKind::Facts(FactsError::Major { plugin: 0, host: 1 }))
    }),
    ("major-2", &["-DMAJOR=2"], |kind| {
        matches!(kind, PluginErrorKind::Facts(FactsError::Major { plugin: 2, host: 1 }))
    }),
    ("minor-needed", &["-DMINOR=9", "-DNEEDED=9"], |kind| {
        matches!(kind, PluginErrorKind::Facts(FactsError::Minor { needed: 9, host: 1 }))
    }),
    ("host-req", &["-DHOST_REQ=\">=7\""], |kind| matches!(kind, PluginErrorKind::Facts(FactsError::HostReq { .. }))),
    ("host-req-none", &["-DHOST_REQ=\"newest\""], descriptor),
    ("version-none", &["-DVERSION=\"one\""], descriptor),
    ("version-empty", &["-DVERSION=\"\""], descriptor),
    ("name-empty", &["-DNAME=\"\""], descriptor),
    ("name-utf8", &["-DNAME=\"\\xff\\xfe\""], descriptor),
    ("name-nul", &["-DNAME=\"a\\0b\""], descriptor),
    ("name-escape", &["-DNAME=\"\\033[31mred\""], descriptor),
    ("panic-unsafe", &["-DFLAGS=0"], |kind| matches!(kind, PluginErrorKind::NotPanicSafe)),
    ("no-schemes", &["-DN_SCHEMES=0"], descriptor),
    ("many-schemes", &["-DN_SCHEMES=0xFFFFFFFFu"], descriptor),
    ("null-scheme", &["-DCASE_NULL_SCHEME"], descriptor),
    ("no-parse", &["-DCASE_NO_PARSE"], descriptor),
    ("no-example", &["-DCASE_NO_EXAMPLE"], descriptor),
    ("no-access", &["-DSTEPS=\"\""], descriptor),
    ("bad-steps", &["-DSTEPS=\"[{ send = '{other}' }]\""], descriptor),
    ("no-steps", &["-DSTEPS=\"] = nonsense\""], descriptor),
    ("shape-query-alone", &["-DSCHEME_FLAGS=AUP_SCHEME_SHAPE_QUERY"], descriptor),
    ("shape-without-query", &["-DN_COMPONENTS=3", "-DSCHEME_FLAGS=12"], descriptor),
    ("shape-without-path", &["-DN_COMPONENTS=1", "-DSCHEME_FLAGS=AUP_SCHEME_SHAPE"], descriptor),
    ("status-none", &["-DSTATUS=77"], descriptor),
    ("scheme-upper", &["-DSCHEME=\"x-Pigeon\""], |kind| {
        matches!(kind, PluginErrorKind::Facts(FactsError::BadScheme(_)))
    }),
    ("scheme-space", &["-DSCHEME=\"x pigeon\""], |kind| {
        matches!(kind, PluginErrorKind::Facts(FactsError::BadScheme(_)))
    }),
    ("scheme-empty", &["-DSCHEME=\"\""], |kind| matches!(kind, PluginErrorKind::Facts(FactsError::BadScheme(_)))),
    ("scheme-nul", &["-DSCHEME=\"x-\\0pigeon\""], |kind| {
        matches!(kind, PluginErrorKind::Facts(FactsError::BadScheme(_)))
    }),
    (
        "scheme-long",
        &[
            "-DSCHEME=\"x-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
        ],
        descriptor,
    ),
    (
        "component-long",
        &[
            "-DLOFT_NAME=\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
        ],
        descriptor,
    ),
    (
        "requirement-long",
        &[
            "-DREQUIREMENT=\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
        ],
        descriptor,
    ),
    ("many-components", &["-DN_COMPONENTS=12"], descriptor),
    ("texts-long", &["-DCASE_LONG"], descriptor),
    ("scheme-utf8", &["-DSCHEME=\"x-\\xff\""], descriptor),
    (
        "scheme-plain",
        &["-DSCHEME=\"pigeon\""],
        |kind| matches!(kind, PluginErrorKind::NameNotAllowed(name) if name == "pigeon"),
    ),
    (
        "scheme-ftp",
        &["-DSCHEME=\"ftp\""],
        |kind| matches!(kind, PluginErrorKind::NameNotAllowed(name) if name == "ftp"),
    ),
    ("scheme-twice", &["-DN_SCHEMES=2"], |kind| matches!(kind, PluginErrorKind::Facts(FactsError::Twice(_)))),
    ("section-4", &["-DSTATUS=AUP_STATUS_PERMANENT"], |kind| {
        matches!(kind, PluginErrorKind::Refused(RegisterError::NotExperimental { .. }))
    }),
    (
        "init",
        &["-DCASE_INIT=AUP_F_INIT"],
        |kind| matches!(kind, PluginErrorKind::Init { status: -6, text } if text == "no \u{FFFD}[31mpigeons"),
    ),
    ("init-panic", &["-DCASE_INIT=AUP_F_PANIC"], |kind| matches!(kind, PluginErrorKind::Init { status: -100, .. })),
    ("init-nonsense", &["-DCASE_INIT=12345"], |kind| matches!(kind, PluginErrorKind::Init { status: 12345, .. })),
];

#[test]
fn plugins_that_break_the_contract_are_not_registered() {
    let folder = Folder::new();
    let new = Registry::builder();
    for (name, flags, is_it) in ROWS {
        let Some(path) = folder.plugin(&format!("pigeon-{name}"), flags) else {
            return;
        };
        refused(&new, &path, &trusting(), *is_it);
        // A second attempt fails as well.
        refused(&new, &path, &trusting(), *is_it);
    }
}

#[test]
fn the_plugin_must_have_the_required_version() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let wanted = |text: &str| trusting().version(text.parse().unwrap());
    refused(&Registry::builder(), &path, &wanted("^2"), |kind| {
        matches!(kind, PluginErrorKind::Facts(FactsError::PluginReq { .. }))
    });
    let loaded = Registry::builder().add_library(&path, &wanted("^1.2"));
    assert!(loaded.is_ok());
}

#[test]
fn older_and_newer_plugins_load() {
    let folder = Folder::new();
    for (name, flags) in [
        // `plan` is after the end of the scheme's `struct_size`, and is not read.
        ("pigeon-old", &["-DCASE_OLD_SCHEME"][..]),
        ("pigeon-newer", &["-DMINOR=7"]),
        ("pigeon-oldest", &["-DSIZE=offsetof(aup_plugin, init)", "-DCASE_INIT=AUP_F_INIT"]),
        ("pigeon-any-host", &["-DHOST_REQ=\"\""]),
        ("pigeon-prerelease", &["-DVERSION=\"2.0.0-rc.1\""]),
    ] {
        let Some(path) = folder.plugin(name, flags) else {
            return;
        };
        let registry = registry(&path);
        let url = registry.parse("x-pigeon://h/roof/7").unwrap();
        let plan = url.plan(&anyurl_core::Environment::new()).unwrap();
        assert_eq!(plan.steps().len(), 3, "{name}");
    }
}

#[test]
fn a_name_has_one_owner() {
    let folder = Folder::new();
    let Some(path) = folder.plugin("pigeon-good", &[]) else {
        return;
    };
    let taken = |kind: &PluginErrorKind| matches!(kind, PluginErrorKind::Taken { .. });
    // A different library that claims the same name.
    let other = folder.plugin("pigeon-other-build", &["-DMINOR=3"]).unwrap();
    let one = Registry::builder().add_library(&path, &trusting()).unwrap();
    let error = refused(&one, &other, &trusting(), taken);
    assert!(error.to_string().contains("plugin pigeon"), "{error}");
    // A built-in scheme, even if the policy allows its name; only `on_conflict` replaces it.
    let ftp = folder.plugin("pigeon-scheme-ftp", &["-DSCHEME=\"ftp\"", "-DSTATUS=AUP_STATUS_PROVISIONAL"]);
    let (ftp, policy) = (ftp.unwrap(), trusting().allow_name("ftp"));
    let builtins = Registry::builder()
        .add_submissions(anyurl_core::Layer::Builtin, anyurl_schemes::submissions(&anyurl_schemes::RFC1738))
        .unwrap();
    let error = refused(&builtins, &ftp, &policy, taken);
    assert!(error.to_string().contains("anyurl-schemes"), "{error}");
    let replaced = builtins.on_conflict(Conflict::Replace).add_library(&ftp, &policy);
    let registry = replaced.unwrap().build();
    let entry = registry.get("ftp", Profile::Rfc1738).unwrap();
    assert_eq!(entry.implementation(), Implementation::Dynamic);
}

#[test]
fn describing_a_plugin_checks_no_requirement() {
    let folder = Folder::new();
    let flags = ["-DHOST_REQ=\">=7\"", "-DCASE_INIT=AUP_F_INIT", "-DFLAGS=0", "-DSCHEME=\"pigeon\""];
    let Some(path) = folder.plugin("pigeon-described", &flags) else {
        return;
    };
    let plugin = describe(&path, &trusting()).unwrap();
    assert_eq!((&*plugin.facts().name, plugin.facts().version.to_string().as_str()), ("pigeon", "1.2.3"));
    assert_eq!((plugin.facts().abi, &*plugin.facts().built_with), ((1, 1), "cc"));
    assert_eq!(plugin.facts().host_req.to_string(), ">=7");
    assert!(!plugin.is_panic_safe());
    assert_eq!(plugin.path(), path);
    assert_eq!(plugin.sha256(), Some(anyurl_host::dynamic::sha256_of(&path).unwrap()));
    let schemes: Vec<_> = plugin.schemes().iter().map(|one| format!("{one:?}")).collect();
    assert_eq!(schemes, ["pigeon 1.0.0"]);
    assert!(matches!(load(&path, &trusting()).unwrap_err().kind(), PluginErrorKind::NotPanicSafe));
}

#[test]
fn a_loaded_scheme_conforms() {
    let folder = Folder::new();
    for (name, flags) in [("pigeon-good", &[][..]), ("pigeon-plans", &["-DCASE_PLAN", "-DSTEPS=\"\""])] {
        let Some(path) = folder.plugin(name, flags) else {
            return;
        };
        let plugin = load(&path, &trusting()).unwrap();
        for scheme in plugin.schemes() {
            anyurl_testkit::check(scheme);
        }
    }
}
