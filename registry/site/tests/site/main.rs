//! Sites of schemes that no registry file would have: hostile texts, special names, and many.

mod checker;
mod diagram;

use std::fs;
use std::path::Path;

use anyurl_abnf::{Dialect, rules};
use anyurl_registry_site::{
    Considerations, Deprecation, Deviation, Example, Facet, Gateway, Hidden, Layer, Line, Link, Owner, Part, Place,
    Plan, PlanStep, Policy, Reject, Removal, Scheme, Site, SiteError, Version, Written,
};
use serde_json::{Value, json};

fn scheme(name: &str) -> Scheme {
    let record = json!({
        "name": name, "version": "1.0.0", "status": "private", "kind": "declared", "port": 70,
        "description": format!("The scheme {name}"), "syntax": "a = \"x:\" b\nb = 1*ALPHA",
        "components": [{ "name": "b", "role": "text" }], "access": ["Ask."],
    });
    let place = Place { layer: "com.example".into(), file: "org.toml".into(), line: 7 };
    Scheme { name: name.into(), versions: vec![Version { record, place, ..Version::default() }], ..Scheme::default() }
}

fn write(folder: &Path, schemes: impl IntoIterator<Item = Scheme>) -> Result<Written, SiteError> {
    let site = Site { title: "Schemes".into(), ..Site::default() };
    site.write(folder, schemes)
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A text that ends elements, attributes and strings, and turns the direction of a line.
const HOSTILE: &str =
    "</pre></title></script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{ 7 * 7 }}\u{202E}\u{0}";

fn texts() -> Vec<String> {
    vec![HOSTILE.to_owned()]
}

fn hostile_version(version: &str) -> Version {
    let text = || Some(HOSTILE.to_owned());
    let pairs = || vec![(HOSTILE.to_owned(), HOSTILE.to_owned())];
    let place = || Place { layer: HOSTILE.into(), file: HOSTILE.into(), line: 1 };
    let record = json!({
        "version": version, "status": "private", "kind": HOSTILE, "description": HOSTILE, "syntax": HOSTILE,
        "grammar": HOSTILE, "access": [HOSTILE, HOSTILE], "name_properties": HOSTILE, "left_out": HOSTILE,
        "components": [{ "name": HOSTILE, "role": HOSTILE }], "equality": { HOSTILE: HOSTILE, "ignore": [HOSTILE] },
        "hosts": [HOSTILE], "demonstration": HOSTILE, "port": HOSTILE,
    });
    let step = |op: &str| PlanStep { op: op.into(), details: HOSTILE.into(), aside: text() };
    let rules = rules("a = \"<b>'&\" b ; </svg>\nb = <a</svg>", Dialect::Rfc5234).expect("a grammar");
    Version {
        record,
        profiles: texts(),
        place: place(),
        owner: Owner {
            name: text(),
            change_controller: text(),
            contact: texts(),
            applications: texts(),
            others: pairs(),
        },
        considerations: Considerations { security: text(), encoding: text(), interoperability: text() },
        references: vec![
            Link { text: HOSTILE.into(), url: Some("javascript:alert(1)".into()) },
            Link { text: HOSTILE.into(), url: Some(format!("https://example.org/{HOSTILE}")) },
        ],
        deprecated: Some(Deprecation { since: text(), reason: text(), replacement: text(), remove_after: text() }),
        expires: text(),
        graduates_to: text(),
        history: pairs(),
        examples: vec![Example {
            url: HOSTILE.into(),
            section: text(),
            components: pairs(),
            parts: vec![Part { name: text(), number: Some(9), text: HOSTILE.into() }],
        }],
        rejects: vec![Reject { url: HOSTILE.into(), section: text(), report: HOSTILE.into() }; 12],
        lenient_rules: text(),
        syntax_keys: pairs(),
        deviations: vec![Deviation {
            id: text(),
            place: HOSTILE.into(),
            write: text(),
            message: text(),
            section: text(),
        }],
        component_notes: pairs(),
        steps: vec![Line { depth: 1, text: HOSTILE.into() }],
        plan: Some(Plan { url: HOSTILE.into(), steps: vec![step("connect"), step(HOSTILE)], notes: texts() }),
        facets: vec![Facet {
            name: HOSTILE.into(),
            by: place(),
            hash: HOSTILE.into(),
            reason: text(),
            hides: vec![Hidden { by: place(), hash: HOSTILE.into() }],
        }],
        rules,
    }
}

fn hostile() -> Vec<Scheme> {
    let text = || Some(HOSTILE.to_owned());
    let place = || Place { layer: HOSTILE.into(), file: HOSTILE.into(), line: 0 };
    let removal = |status: &str| Removal {
        status: status.into(),
        by: place(),
        reason: text(),
        date: text(),
        replacement: text(),
        links_replacement: false,
    };
    let whole = Scheme {
        name: "x-hostile".into(),
        aliases: texts(),
        file: text(),
        removal: None,
        versions: vec![hostile_version("2.0.0"), hostile_version("1.0.0")],
        gateways: vec![Gateway {
            id: HOSTILE.into(),
            template: HOSTILE.into(),
            strip: texts(),
            contact: texts(),
            by: place(),
        }],
        policy: Some(Policy { decision: HOSTILE.into(), reason: HOSTILE.into(), others: texts() }),
        why: HOSTILE.into(),
    };
    let removed = |name: &str, status: &str| Scheme {
        name: name.into(),
        removal: Some(removal(status)),
        why: HOSTILE.into(),
        ..Scheme::default()
    };
    vec![whole, removed("x-masked", "masked"), removed("x-removed", "removed")]
}

#[test]
fn hostile_texts_are_escaped() {
    let folder = tempfile::tempdir().expect("a folder");
    let layer = Layer {
        id: HOSTILE.into(),
        kind: HOSTILE.into(),
        title: HOSTILE.into(),
        version: HOSTILE.into(),
        serial: 1,
        contact: texts(),
        change_controller: HOSTILE.into(),
        license: Some(HOSTILE.into()),
        docs: Some(HOSTILE.into()),
        hash: HOSTILE.into(),
    };
    let base = Some("https://example.org/a&b".to_owned());
    let site = Site { title: HOSTILE.into(), base, layers: vec![layer], ..Site::default() };
    site.write(folder.path(), hostile()).expect("a site");
    // Markup that a text brings along is an inline script, or not well-formed.
    assert_eq!(checker::check(folder.path()), 4);
    for name in ["index.html", "schemes/x-hostile.html", "schemes/x-masked.html", "schemes/x-removed.html"] {
        let page = read(folder.path(), name);
        assert!(page.contains("&lt;/pre&gt;&lt;/title&gt;"), "{name}");
        assert!(page.contains("{{ 7 * 7 }}"), "{name}: a text is not a template");
        let markup = ["<img", "alert(1)</script>", "javascript:", "\u{202E}", "\u{0}"];
        let found: Vec<_> = markup.into_iter().filter(|text| page.contains(text)).collect();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
    let script = read(folder.path(), "index.js");
    let rows = script.trim().strip_prefix("globalThis.anyurlNames = ").and_then(|text| text.strip_suffix(';'));
    let rows: Value = serde_json::from_str(rows.expect("an assignment")).expect("JSON");
    assert_eq!((rows.as_array().map(Vec::len), script.contains('\u{202E}')), (Some(3), false));
    let all: Value = serde_json::from_str(&read(folder.path(), "registry.json")).expect("JSON");
    assert_eq!(all["schemes"][0]["why"], HOSTILE);
}

#[test]
fn each_name_has_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = ["con", "com1.example", "index", "svn+ssh", "a.b-c"];
    write(folder.path(), names.map(scheme)).expect("a site");
    assert_eq!(checker::check(folder.path()), 6);
    for file in ["scheme_con", "scheme_com1.example", "scheme_index", "svn+ssh", "a.b-c"] {
        assert!(folder.path().join(format!("schemes/{file}.html")).is_file(), "{file}");
    }
    for name in ["../x", "A", "", "a/b", "x\\y"] {
        let result = write(folder.path(), [scheme(name)]);
        assert!(matches!(result, Err(SiteError::Name(_))), "{name}: {result:?}");
    }
    let twice = write(folder.path(), [scheme("a"), scheme("a")]);
    assert!(matches!(twice, Err(SiteError::Twice(_))), "{twice:?}");
}

#[test]
fn only_the_folder_of_a_site_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("other");
    fs::create_dir(&other).expect("a folder");
    fs::write(other.join("notes.txt"), "mine").expect("a file");
    let refused = write(&other, [scheme("x-a")]);
    assert!(matches!(refused, Err(SiteError::NotASite(_))), "{refused:?}");
    assert_eq!(fs::read_dir(&other).expect("a folder").count(), 1);

    let site = folder.path().join("new/site");
    write(&site, [scheme("x-a"), scheme("x-b")]).expect("a site");
    fs::write(site.join("schemes/notes.txt"), "mine").expect("a file");
    write(&site, [scheme("x-b")]).expect("the site again");
    assert!(!site.join("schemes/x-a.html").exists(), "the page of a name that is gone");
    assert!(site.join("schemes/notes.txt").exists());
    assert_eq!(checker::check(&site), 2);
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_the_folder() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a folder");
    let (site, outside) = (folder.path().join("site"), folder.path().join("outside"));
    fs::create_dir(&outside).expect("a folder");
    fs::write(outside.join("page.html"), "mine").expect("a file");
    write(&site, [scheme("x-a")]).expect("a site");

    // A file of the site that is a link is replaced; its target is not written.
    fs::remove_file(site.join("schemes/x-a.html")).expect("a page");
    symlink(outside.join("page.html"), site.join("schemes/x-a.html")).expect("a link");
    write(&site, [scheme("x-a")]).expect("a site");
    assert_eq!(fs::read_to_string(outside.join("page.html")).expect("a file"), "mine");
    assert_eq!(checker::check(&site), 2);

    fs::remove_dir_all(site.join("schemes")).expect("a folder");
    symlink(&outside, site.join("schemes")).expect("a link");
    let refused = write(&site, [scheme("x-a")]);
    assert!(matches!(refused, Err(SiteError::NotAFolder(_))), "{refused:?}");
    assert_eq!(fs::read_dir(&outside).expect("a folder").count(), 1);
}

#[test]
fn a_base_adds_a_site_map() {
    let folder = tempfile::tempdir().expect("a folder");
    let with_base = |base: Option<&str>| {
        let site = Site { title: "Schemes".into(), base: base.map(str::to_owned), ..Site::default() };
        site.write(folder.path(), [scheme("x-a")])
    };
    with_base(Some("https://example.org/r")).expect("a site");
    let map = read(folder.path(), "sitemap.xml");
    for address in ["https://example.org/r/", "https://example.org/r/schemes/x-a.html"] {
        assert!(map.contains(&format!("<loc>{address}</loc>")), "{map}");
    }
    let page = read(folder.path(), "schemes/x-a.html");
    for tag in
        ["rel=\"canonical\" href=\"https://example.org/r/schemes/x-a.html\"", "property=\"og:title\" content=\"x-a"]
    {
        assert!(page.contains(tag), "{tag}");
    }
    with_base(None).expect("a site");
    assert!(!folder.path().join("sitemap.xml").exists());
    for base in
        ["example.org", "javascript:x", "https://", "https:///x", "https://h/\"", "https://h/?q", "https://h/#a"]
    {
        let refused = with_base(Some(base));
        assert!(matches!(refused, Err(SiteError::Base(_))), "{base}: {refused:?}");
    }
}

#[test]
fn the_files_of_the_tester_come_and_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let with_module = |module: Option<&[u8]>, names: &[&str]| {
        let site = Site { title: "Schemes".into(), module: module.map(<[u8]>::to_vec), ..Site::default() };
        let with_file = |name: &&str| Scheme { file: Some(format!("# </script> {name}")), ..scheme(name) };
        site.write(folder.path(), names.iter().map(with_file)).expect("a site");
        let mut files: Vec<_> = fs::read_dir(folder.path().join("data")).into_iter().flatten().collect::<Vec<_>>();
        files.extend(fs::read_dir(folder.path()).expect("a folder"));
        let names = files.into_iter().map(|file| file.expect("a file").file_name().into_string().expect("a name"));
        let mut names: Vec<_> = names.filter(|name| name.starts_with("s-") || name.contains("wasm")).collect();
        names.sort();
        names
    };
    let module = b"\0asm\x01\0\0\0";
    assert_eq!(with_module(Some(module), &["x-a", "x-b"]), ["anyurl.wasm", "anyurl.wasm.js", "s-x-a.js", "s-x-b.js"]);
    assert_eq!(fs::read(folder.path().join("anyurl.wasm")).expect("a file"), module);
    assert_eq!(read(folder.path(), "data/names.js"), "anyurlSite.names = {\"x-a\":\"x-a\",\"x-b\":\"x-b\"};\n");
    assert_eq!(read(folder.path(), "data/s-x-a.js"), "anyurlSite.files[\"x-a\"] = \"# </script> x-a\";\n");
    assert!(read(folder.path(), "schemes/x-a.html").contains("tester.js"));
    assert_eq!(with_module(Some(module), &["x-b"]), ["anyurl.wasm", "anyurl.wasm.js", "s-x-b.js"]);
    assert_eq!(with_module(None, &["x-b"]), [""; 0]);
    assert!(!read(folder.path(), "schemes/x-b.html").contains("tester.js"));
}

#[test]
fn ten_thousand_schemes_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let schemes = (0..10_000).map(|n| scheme(&format!("x-s{n:05}")));
    let written = write(folder.path(), schemes).expect("a site");
    assert_eq!((written.schemes, written.index_pages), (10_000, 10));
    assert_eq!(checker::check(folder.path()), 10_010);
    // The complete table is there without a script.
    let last = read(folder.path(), "names/10.html");
    assert!(last.contains("../schemes/x-s09999.html") && !read(folder.path(), "index.html").contains("x-s01000.html"));
}
