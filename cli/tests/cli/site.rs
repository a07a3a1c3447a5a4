//! `anyurl registry site`: the pages of real registries.

use std::fs;

use anyurl_testkit::registry_file;
use serde_json::Value;

use super::registry::{Folder, ORG};

#[path = "../../../registry/site/tests/site/checker.rs"]
mod checker;

fn page(folder: &Folder, name: &str) -> String {
    folder.read(&format!("site/schemes/{name}.html"))
}

/// Whether a page has all of these texts.
fn assert_has(folder: &Folder, name: &str, texts: &[&str]) {
    let page = page(folder, name);
    for text in texts {
        assert!(page.contains(text), "{name}: {text}");
    }
}

#[test]
fn the_shipped_registry_has_a_site() {
    let folder = Folder::new([]);
    let (out, _) = folder.ends("registry site --out site", 0);
    let names: Value = serde_json::from_str(&folder.read("site/registry.json")).expect("JSON");
    let names = names["schemes"].as_array().expect("schemes").len();
    assert!(names > 430 && out.ends_with(&format!("index.html: {names} names\n")), "{out}");
    assert_eq!(checker::check(&folder.file("site")), names + 1);
    let ftp = [
        "id=\"abnf-fsegment\"",
        "id=\"rule-fsegment\"",
        "<svg class=\"sequence\"",
        "RETR motd\\r\\n",
        "ftp://example.com/a;type=x",
        "                          ^\n",
        "id=\"v1.0.0\"",
        "href=\"https://www.rfc-editor.org/rfc/rfc1738#section-3.2\"",
        "profile current",
    ];
    assert_has(&folder, "ftp", &ftp);
    assert_has(&folder, "file", &["<li>open <code>", "id=\"equality\""]);
    assert_has(&folder, "acd", &["Only the name is registered", "2019-04-12"]);
    // Passwords of examples are masked.
    assert!(!page(&folder, "ftp").contains("ftp://joe:secret@"));
}

/// An entry that is more than a name.
fn entry(name: &str, more: &str) -> String {
    let tables = ENTRY.replace("NAME", name);
    tables + more
}

const ENTRY: &str = r#"
[[scheme]]
name = "NAME"
status = "private"
description = "Text: <script>alert('&\"')</script> \u202E"
contact = ["urls@example.com"]
change_controller = "</td><b>Example"
security = "</pre>none"
encoding = "UTF-8"
syntax = { grammar = "rfc3986", form = ["NAME://<host>/<box>"] }
access = { kind = "none", locates = "name", operations = [], algorithm = "<i>Ask.</i>", name_properties = "boxes" }
example = [{ url = "NAME://h/b", accept = true }, { url = "NAME:b", accept = false }]
"#;

const MORE: &str = r#"
[[mask]]
name = "wais"
reason = "<b>not here</b>"

[[tombstone]]
name = "com.example.old"
removed = 2026-01-02
reason = "replaced by a box"
replacement = "com.example.box"

[[tombstone]]
name = "com.example.older"
removed = 2025-01-02
replacement = "com.example.hostile"

[[gateway]]
id = "gw"
for = ["com.example.hostile"]
mode = "url"
template = "https://gw.example.com/?{url}"
operations = ["get"]
strip = ["password"]
contact = ["gw@example.com"]

[policy]
never = ["com.example.hostile"]
"#;

#[test]
fn an_organization_has_a_site() {
    let deprecated = "deprecated = { since = \"1.0.0\", reason = \"old <i>\", replacement = \"com.example.box\" }\n";
    let hostile = entry("com.example.hostile", deprecated);
    let org = registry_file("organization", "com.example", "com.example.*", &(hostile + MORE));
    let folder = Folder::new([("box.toml", ORG.as_str()), ("org.toml", org.as_str())]);
    folder.ends("--registry org.toml registry site --out site --base https://example.com/urls", 0);
    checker::check(&folder.file("site"));
    let texts = [
        "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt; \u{FFFD}",
        "&lt;/td&gt;&lt;b&gt;Example",
        "&lt;/pre&gt;none",
        "mailto:urls@example.com",
        "https://gw.example.com/?{url}",
        "Programs must not access these URLs",
        "Deprecated since 1.0.0: old &lt;i&gt;. Use com.example.box instead.",
    ];
    assert_has(&folder, "com.example.hostile", &texts);
    assert_has(&folder, "wais", &["<h2 id=\"removal\">Masked</h2>", "&lt;b&gt;not here&lt;/b&gt;", "org.toml:"]);
    let old = ["<h2 id=\"removal\">Removed</h2>", "2026-01-02", "replaced by a box", "com.example.box"];
    assert_has(&folder, "com.example.old", &old);
    assert_has(&folder, "com.example.older", &["<a href=\"com.example.hostile.html\">"]);
    assert!(folder.read("site/sitemap.xml").contains("https://example.com/urls/schemes/wais.html"));

    // The next run has another registry: the pages of names that are gone are removed.
    folder.ends("--registry box.toml registry site --out site", 0);
    checker::check(&folder.file("site"));
    assert!(!folder.file("site/schemes/com.example.hostile.html").exists());
    let first = page(&folder, "com.example.box");
    folder.ends("--registry box.toml registry site --out site", 0);
    assert_eq!(page(&folder, "com.example.box"), first, "the same registry makes the same site");
    let texts = ["connect {host}:{port}", "GET b\\r\\n", "h:7070", "<code>box.toml:"];
    assert_has(&folder, "com.example.box", &texts);
}

#[test]
fn changes_are_a_page_and_a_feed() {
    let release = |version: u32, more: &str| {
        let org = registry_file("organization", "com.example", "com.example.*", &(entry("com.example.box", "") + more));
        org.replace("version = \"1.0.0\"", &format!("version = \"{version}.0.0\""))
            .replace("serial = 1", &format!("serial = {version}"))
    };
    let mask = "[[mask]]\nname = \"wais\"\nreason = \"<b>not here</b>\"\n";
    let more = format!("{mask}[[mask]]\nname = \"telnet\"\nreason = \"use ssh\"\n");
    let folder =
        Folder::new([("1.toml", &*release(1, "")), ("2.toml", &release(2, mask)), ("org.toml", &release(3, &more))]);
    let site = "--registry org.toml registry site --out site --earlier 2.toml --earlier 1.toml";
    folder.ends(&format!("{site} --base https://example.com/urls"), 0);
    checker::check(&folder.file("site"));
    let (page, feed) = (folder.read("site/changes.html"), folder.read("site/changes.xml"));
    let places = |text: &str, of: [&str; 4]| of.map(|one| text.find(one).unwrap_or_else(|| panic!("{one}: {text}")));
    let of_page =
        places(&page, [" 3.0.0</h2>", "<code>mask telnet</code>: added", " 2.0.0</h2>", "&lt;b&gt;not here&lt;/b&gt;"]);
    assert!(of_page.is_sorted(), "{page}");
    let document = roxmltree::Document::parse(&feed).expect("XML");
    let texts = |name: &str| -> Vec<_> {
        document
            .descendants()
            .filter(|one| one.has_tag_name(name))
            .map(|one| one.text().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(texts("guid"), ["com.example 3.0.0 3", "com.example 2.0.0 2"]);
    assert!(texts("description")[2].contains("<code>mask wais</code>: added"), "{feed}");
    let index = folder.read("site/index.html");
    assert!(index.contains("href=\"changes.html\"") && index.contains("application/rss+xml"), "{index}");

    // Without an address there is no feed, and without earlier releases no page.
    folder.ends(site, 0);
    assert!(folder.file("site/changes.html").exists() && !folder.file("site/changes.xml").exists());
    folder.ends("--registry org.toml registry site --out site", 0);
    assert!(!folder.file("site/changes.html").exists());
    let (_, error) = folder.ends("registry site --out site --earlier 1.toml", 2);
    assert!(error.contains("--earlier 1.toml: no layer in use has its id, `com.example`"), "{error}");
}

#[test]
fn other_folders_and_addresses_are_refused() {
    let folder = Folder::new([]);
    fs::create_dir(folder.file("notes")).expect("a folder");
    folder.write("notes/a.txt", "mine");
    let (_, error) = folder.ends("registry site --out notes", 2);
    assert!(error.contains("notes: the folder is not empty"), "{error}");
    assert_eq!(fs::read_dir(folder.file("notes")).expect("a folder").count(), 1);
    let (_, error) = folder.ends("registry site --out site --base example.com", 2);
    assert!(error.contains("--base: `example.com` is not an address"), "{error}");
    assert!(!folder.file("site").exists());
}

#[test]
fn the_module_of_the_tester_is_of_this_version() {
    let module = |version: &str| {
        let section = ["\u{e}anyurl-version", version].concat();
        [b"\0asm\x01\0\0\0\0", [u8::try_from(section.len()).expect("short")].as_slice(), section.as_bytes()].concat()
    };
    let folder = Folder::new([]);
    let cases = [
        ("text.wasm", b"not a module".to_vec(), 2, "the module of the tester is another file"),
        ("old.wasm", module("0.0.1"), 2, "the module of the tester is of anyurl 0.0.1"),
        ("this.wasm", module(env!("CARGO_PKG_VERSION")), 0, ""),
    ];
    for (name, bytes, code, message) in cases {
        fs::write(folder.file(name), bytes).expect("a file");
        let (_, error) = folder.ends(&format!("registry site --out site --tester {name}"), code);
        assert!(error.contains(message), "{name}: {error}");
        assert_eq!(folder.file("site").exists(), code == 0, "{name}");
    }
    assert!(folder.file("site/anyurl.wasm").exists() && folder.file("site/data/s-ftp.js").exists());
    folder.ends("registry site --out site --tester nothing.wasm", 4);
    let (_, error) = folder.ends("registry site --out site --no-tester", 0);
    assert_eq!(error, "");
    assert!(!folder.file("site/anyurl.wasm").exists() && !folder.file("site/data/s-ftp.js").exists());
}
