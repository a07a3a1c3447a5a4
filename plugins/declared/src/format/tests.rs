//! Properties of all texts: nothing panics, work is bounded, formatting preserves the model.

use std::path::Path;

use proptest::prelude::*;

use schema::{KeySchema, TableSchema};
use tables::FILE;

use super::*;

mod bounds;
mod defaults;
mod hostile;
mod like;

const ORGANIZATION: &str = include_str!("../../tests/data/organization.toml");
const PUBLIC: &str = include_str!("../../tests/data/public.toml");
const IMPORT: &str = include_str!("../../tests/data/import.toml");

/// Texts to insert into a valid file.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "", " ", "\n", "\r\n", "\r", "\t", "\"", "'", "\"\"\"", "'''", "[", "]", "[[", "]]", "{", "}", "=", ",", ".", "#", "\\",
    "x = 1\n", "[scheme]\n", "[scheme.foo]\n", "[[scheme]]\n", "[[gateway]]\n", "[override.port]\n", "name", "é", "\u{FEFF}",
    "\0", "\u{202E}", "99999999999999999999", "-1", "1.5", "nan", "true", "2026-13-01", "2026-01-01T00:00:00Z", "[]", "{}",
    "schema = 1\n", "a.b.c = 1\n", "# c", "\"\\u0000\"", "\"%00\"", "x-", "[lint]\n", "[policy.env.x]\n", "[pin]\nx = 1\n",
];

fn files() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![ORGANIZATION, PUBLIC, IMPORT])
}

/// Replaces ranges of a text by pieces.
fn edit(text: &str, edits: &[(usize, usize, usize)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (at, len, piece) in edits {
        let start = at % (bytes.len() + 1);
        let end = (start + len).min(bytes.len());
        bytes.splice(start..end, PIECES[piece % PIECES.len()].bytes());
    }
    bytes
}

fn edits() -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    prop::collection::vec((any::<usize>(), 0..40_usize, any::<usize>()), 1..6)
}

/// Reads, lints, renders and formats.
fn everything(bytes: &[u8]) {
    let Ok(reading) = RegistryFile::from_text("x.toml", bytes) else {
        return;
    };
    let today = "2026-11-20".parse().ok();
    let found = reading.lint(LintOptions { today, strict: true });
    for finding in found.iter() {
        let drawn = finding.drawn(anyurl_core::Style::default()).to_string();
        assert!(drawn.lines().count() >= 4 && !finding.message().contains('\n'), "{drawn}");
        assert!(finding.span().end() <= finding.document().text().len(), "{finding}");
    }
    let _ = (reading.layer().hash(), reading.clone().load().is_ok());
    if let Ok(tidied) = format_toml("x.toml", bytes) {
        is_tidy(bytes, &tidied);
    }
}

/// Formatting is idempotent and preserves the model.
fn is_tidy(bytes: &[u8], tidied: &str) {
    assert_eq!(format_toml("x.toml", tidied).as_deref().ok(), Some(tidied), "not stable");
    assert_eq!(model(bytes), model(tidied.as_bytes()), "{tidied}");
}

/// The values of a file, its entries in order.
fn model(bytes: &[u8]) -> String {
    let (text, ..) = read::decode(bytes.to_vec());
    let table = toml::de::DeTable::parse(&text).unwrap();
    let mut table = CanonicalValue::from_table(table.get_ref());
    for list in table.values_mut() {
        if let CanonicalValue::List(list) = list {
            list.sort_by_cached_key(CanonicalValue::to_string);
        }
    }
    CanonicalValue::Table(table).to_string()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_edit_of_a_good_file_panics(file in files(), edits in edits()) {
        everything(&edit(file, &edits));
    }

    /// Lines put between, which leave most files TOML.
    #[test]
    fn formatting_is_stable(file in files(), lines in prop::collection::vec((any::<usize>(), any::<usize>()), 1..12)) {
        const LINES: &[&str] = &[
            "", "  ", "# c", "\t# c ", "x = 1", "y.z = [ 1,2 ]", "y.a = {b=1,a=[{ }]}", "[tables]", "[[arrays]]", "[scheme.port]",
            "name = 'q'", "'quoted key'=1 # c", "[registry.source]", "[[scheme]] # c", "[[mask]]", "a = [\n 1, # c\n\n2 ]",
        ];
        let mut all: Vec<&str> = file.lines().collect();
        for (at, line) in lines {
            all.insert(at % (all.len() + 1), LINES[line % LINES.len()]);
        }
        let text = all.join("\n");
        if let Ok(tidied) = format_toml("x.toml", text.as_str()) {
            is_tidy(text.as_bytes(), &tidied);
        }
    }

    #[test]
    fn no_text_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        everything(&bytes);
    }

    #[test]
    fn globs_end(pattern in "[*?a]{0,30}", text in "[ab]{0,30}") {
        let naive = regexless(pattern.as_bytes(), text.as_bytes());
        prop_assert_eq!(glob(&pattern, &text), naive);
    }
}

/// A glob matcher by definition.
fn regexless(pattern: &[u8], text: &[u8]) -> bool {
    let mut fits = vec![false; text.len() + 1];
    fits[0] = true;
    for byte in pattern {
        let mut next = vec![false; text.len() + 1];
        for at in 0..=text.len() {
            next[at] = match byte {
                b'*' => fits[at] || at > 0 && next[at - 1],
                b'?' => at > 0 && fits[at - 1],
                _ => at > 0 && fits[at - 1] && text[at - 1] == *byte,
            };
        }
        fits = next;
    }
    fits[text.len()]
}

#[test]
fn good_files_are_tidy() {
    for text in [ORGANIZATION, PUBLIC, IMPORT] {
        let tidied = format_toml("x.toml", text).unwrap();
        is_tidy(text.as_bytes(), &tidied);
    }
    assert_eq!(format_toml("x.toml", ORGANIZATION).unwrap(), ORGANIZATION);
}

#[test]
fn formatting_sorts_and_keeps_comments() {
    let text = "\
# The file.

# Of lint.
[lint]
SR106=\"warn\"   # why
[[scheme]] # b
# of b
  name='b'


  # of its status
status   =   'private'
  [scheme.access]
  algorithm = 'x'   
  kind='none'
  [scheme.syntax]
  form = [
    'b:x',   # one
  ]
# of a
[[scheme]]
status = 'private'
port = { transport = ['tcp'], default = 7 }
name = 'A'
[registry]
kind = 'user'
id = 'x'
# the end
";
    let expect = "\
[registry]
id = 'x'
kind = 'user'

# of a
[[scheme]]
name = 'A'
status = 'private'
port = { default = 7, transport = ['tcp'] }

[[scheme]] # b
# of b
name = 'b'

# of its status
status = 'private'
  [scheme.syntax]
  form = [
    'b:x',   # one
  ]
  [scheme.access]
  kind = 'none'
  algorithm = 'x'

# The file.

# Of lint.
[lint]
SR106 = \"warn\"   # why
# the end
";
    assert_eq!(format_toml("x.toml", text).unwrap(), expect);
    is_tidy(text.as_bytes(), expect);
}

/// A hash depends on the content of a table, not on its TOML notation.
#[test]
fn facets_have_one_text() {
    let of = |text: &str| {
        let reading = RegistryFile::from_text("x.toml", format!("schema = 1\n{text}")).unwrap();
        let entry = reading.layer().schemes().next().unwrap();
        entry.hash(Facet::Port)
    };
    let inline = of("[[scheme]]\nname = 'a'\nport = { default = 7, transport = ['tcp'] }\n");
    let headed = of("[[scheme]]\nname = 'b'\n[scheme.port]\ntransport = [\n \"tcp\", # c\n]\ndefault = 0x07\n");
    let dotted = of("[[scheme]]\nname = 'c'\nport.default = 7\nport.transport = ['tcp']\n");
    assert!(inline.is_some() && inline == headed && inline == dotted);
    assert_ne!(inline, of("[[scheme]]\nname = 'a'\nport = { default = 8, transport = ['tcp'] }\n"));
    assert_eq!(of("[[scheme]]\nname = 'a'\n"), None);
    // `expect` in existing files depends on these bytes.
    let access = "[[scheme]]\nname = 'a'\n[scheme.access]\nkind = 'none'\n[scheme.plugin]\nabi = 1\n";
    let reading = RegistryFile::from_text("x.toml", format!("schema = 1\n{access}")).unwrap();
    let entry = reading.layer().schemes().next().unwrap();
    assert_eq!(entry.canonical(Facet::Access).as_deref(), Some(r#"{"kind":"none","plugin":{"abi":1}}"#));
    assert_eq!(entry.canonical(Facet::Metadata).as_deref(), Some("{}"));
}

/// `abnf_file` is relative to the registry file, and equal to the same text in `abnf`.
#[test]
fn grammars_in_files() {
    let main =
        "schema = 1\n[[scheme]]\nname = 'a'\n[scheme.syntax]\ngrammar = 'rfc3986'\ndialect = 'rfc5234'\nstart = 'a'\n";
    let of = |line: &str| {
        let text = format!("{main}{line}\n");
        let files = [("x.toml", text.as_str()), ("abnf/a.abnf", "a = \"a:\"\n")];
        RegistryFile::read(&MemoryFolder::new(files), "", "x.toml").unwrap()
    };
    let (inside, outside) = (of("abnf = \"a = \\\"a:\\\"\\n\""), of("abnf_file = 'abnf/a.abnf'"));
    let facet = |reading: &ParsedFile| reading.layer().schemes().next().unwrap().hash(Facet::Syntax);
    assert_eq!(facet(&inside), facet(&outside));
    let entry = outside.layer().schemes().next().unwrap();
    let abnf = entry.syntax.as_ref().and_then(|syntax| syntax.abnf.as_ref()).unwrap();
    let place = abnf.document.inside(&abnf.text, 4..8);
    assert_eq!(abnf.document.place(place).to_string(), "abnf/a.abnf:1:5");
    for line in ["abnf_file = '../a.abnf'", "abnf_file = 'none.abnf'", "abnf_file = '/etc/passwd'"] {
        let reading = of(line);
        assert!(reading.findings().is_fatal(), "{line}");
        assert!(reading.findings().to_string().contains("x.toml:8:13: error[SR009]"), "{}", reading.findings());
    }
}

/// A registry file with a table `plugin` for a module.
fn with_module(folder: &str, library: &str, artifact: &str) -> String {
    format!(
        "schema = 1\n[registry]\nid = 'com.example'\nkind = 'organization'\ntitle = 't'\nversion = '1.0.0'\nserial = 1\n\
         contact = ['c']\nchange_controller = 'c'\nclaims = ['com.example.*']\n{folder}\n[[scheme]]\n\
         name = 'com.example.a'\nstatus = 'private'\ndescription = 'd'\n[scheme.plugin]\nkind = 'wasm'\n\
         library = '{library}'\nversion = '^1'\nabi = 1\n{artifact}\n"
    )
}

/// The bytes of the only module of a layer.
fn module_of(layer: &RegistryFile) -> Option<Result<Vec<u8>, String>> {
    let table = layer.schemes().next().and_then(|entry| entry.plugin.as_deref()).expect("a table");
    let bytes = layer.module_bytes(table)?;
    Some(bytes.map(std::borrow::Cow::into_owned).map_err(|error| error.to_string()))
}

/// A module is inline, or a file of the folder `plugins` that is read and packed with the layer.
#[test]
fn modules_in_files() {
    let large = vec![0; crate::format::module::MAX_MODULE_BYTES + 1];
    let read = |text: &str| {
        let files =
            [("x.toml", text.as_bytes()), ("p/a.wasm", b"\0asm"), ("a.wasm", b"above"), ("p/large.wasm", &large)];
        RegistryFile::read(&MemoryFolder::new(files), "org/", "x.toml").unwrap()
    };
    let inline = "artifact = [{ target = 'wasm32-unknown-unknown', version = '1.0.0', inline = 'AGFz bQ==' }]";
    let library = inline.replace("wasm32-unknown-unknown", "x86_64-unknown-linux-gnu");
    let module = || Some(Ok(b"\0asm".to_vec()));
    let too_long = || Some(Err("`org/p/large.wasm` is longer than the limit of 1048576 bytes".to_owned()));
    for (folder, name, artifact, expected) in [
        ("plugins = 'p'", "a", "", module()),
        ("plugins = 'p'", "a", &library, module()),
        ("", "none", inline, module()),
        (
            "plugins = 'p'",
            "a",
            &inline.replace("AGFz", "****"),
            Some(Err("the inline module is not base64 with padding (RFC 4648 §4)".to_owned())),
        ),
        ("plugins = 'p'", "none", "", None),
        ("plugins = 'none'", "a", "", None),
        ("", "a", "", None),
        ("plugins = 'p'", "../a", "", None),
        ("plugins = 'p'", "", "", None),
        ("plugins = 'p'", "large", "", too_long()),
    ] {
        let layer = read(&with_module(folder, name, artifact)).load().unwrap();
        assert_eq!(module_of(&layer), expected, "{folder} {name} {artifact}");
        let again = layer.read_again("org/").and_then(ParsedFile::load).unwrap();
        let unpacked = RegistryFile::unpack(&layer.pack()).unwrap();
        // What could not be read is not packed.
        let expected = expected.filter(|_| name != "large");
        assert_eq!(
            (module_of(&again), module_of(&unpacked)),
            (expected.clone(), expected),
            "{folder} {name} {artifact}"
        );
    }
    // A table of the kind `dylib` has no module, and an override's is read as well.
    let text = with_module("plugins = 'p'", "a", inline).replace("kind = 'wasm'", "kind = 'dylib'");
    assert_eq!(module_of(read(&text).layer()), None);
    let text = with_module("plugins = 'p'", "a", "").replace("[[scheme]]\nname = 'com.example.a'\nstatus = 'private'\ndescription = 'd'", "[[override]]\nname = 'ftp'\nof = 'builtin'\nfacet = 'access'\nreason = 'r'\naccess = { kind = 'wasm', locates = 'service', operations = [] }").replace("scheme.plugin", "override.plugin");
    let layer = read(&text).load().unwrap();
    assert_eq!(layer.module_files().collect::<Vec<_>>(), [("p/a.wasm", &b"\0asm"[..])]);
    // Without the module, the file is the same.
    assert_eq!(layer.hash(), RegistryFile::from_text("x.toml", text).unwrap().layer().hash());
}

/// On a disk, links do not lead out of the folder of the registry.
#[test]
#[cfg(unix)]
fn modules_on_a_disk() {
    let folder = tempfile::tempdir().unwrap();
    let file = |path: &str| folder.path().join(path);
    std::fs::create_dir_all(file("org/p")).unwrap();
    std::fs::write(file("outside.wasm"), "outside").unwrap();
    std::fs::write(file("org/p/a.wasm"), "\0asm").unwrap();
    std::os::unix::fs::symlink(file("outside.wasm"), file("org/p/b.wasm")).unwrap();
    std::fs::create_dir(file("org/p/c.wasm")).unwrap();
    let open = |library: &str| {
        std::fs::write(file("org/x.toml"), with_module("plugins = 'p'", library, "")).unwrap();
        let layer = RegistryFile::open(&file("org/x.toml")).and_then(ParsedFile::load).unwrap();
        std::fs::remove_file(file("org/x.toml")).unwrap();
        module_of(&layer)
    };
    assert_eq!(open("a"), Some(Ok(b"\0asm".to_vec())));
    for (library, problem) in [("b", "is outside the folder of the registry"), ("c", "it is a folder")] {
        let error = open(library).and_then(Result::err).unwrap_or_default();
        assert!(error.contains(problem), "{error}");
    }
    assert_eq!(open("d"), None);
}

/// The hash of a file depends on its bytes.
#[test]
fn layers_have_hashes() {
    let of = |text: &str| RegistryFile::from_text("x.toml", text).unwrap().layer().hash();
    assert_eq!(of("schema = 1\n"), Hash::new("schema = 1\n"));
    assert_ne!(of("schema = 1\n"), of("schema = 1\r\n"));
}

/// The built-in lists agree with `testdata`.
#[test]
fn known_names_are_those_of_iana() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let read = |name: &str| std::fs::read_to_string(data.join(name));
    let (Ok(schemes), Ok(ports), Ok(traps)) =
        (read("uri-schemes-full.csv"), read("default-ports.csv"), read("port-name-traps.csv"))
    else {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "skipped: testdata is not at hand");
        return;
    };
    let rows = |text: &str| -> Vec<Vec<String>> {
        let cells = |line: &str| line.split(',').map(str::to_owned).collect();
        text.lines().skip(1).map(cells).collect()
    };
    let mut permanent: Vec<_> =
        rows(&schemes).iter().filter(|row| row[1] == "Permanent").map(|row| row[0].clone()).collect();
    permanent.sort_unstable();
    assert_eq!(permanent, known_names::PERMANENT);
    for row in rows(&ports) {
        assert_eq!(known_names::port(&row[0]).map(|port| port.to_string()), Some(row[1].clone()), "{}", row[0]);
    }
    let traps: Vec<_> = rows(&traps).iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    let known: Vec<_> =
        known_names::TRAPS.iter().map(|(name, port, _)| ((*name).to_owned(), port.to_string())).collect();
    assert_eq!(known, traps);
}

/// The paths of the keys below a table whose change no rule describes.
fn without_rule(table: &'static TableSchema, path: &str, is_part: bool) -> Vec<String> {
    let of = |key: &'static KeySchema| {
        let path = format!("{path}.{}", key.name);
        let is_described = is_part || key.change.is_some();
        match key.value.table().filter(|table| table.keys().any(|key| key.change.is_some())) {
            Some(table) => without_rule(table, &path, key.change.is_some()),
            None => {
                if is_described {
                    Vec::new()
                } else {
                    vec![path]
                }
            }
        }
    };
    table.keys().flat_map(of).collect()
}

#[test]
fn every_key_has_a_rule_of_its_change() {
    assert_eq!(without_rule(&FILE, "", false), [""; 0]);
    assert!(FILE.keys().count() > 10);
}
