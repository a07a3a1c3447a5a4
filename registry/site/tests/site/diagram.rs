//! The diagrams of all schemes, and what is in them.

use std::collections::BTreeSet;
use std::path::Path;

use anyurl::Implementation;
use anyurl_abnf::{Dialect, Element, GrammarRule, rules};
use anyurl_declared::format::{ParsedFile, RegistryFile, SchemeEntry};
use anyurl_declared::syntax_rules;
use anyurl_registry_site::diagram::{CSS, document, rule_diagrams};
use roxmltree::Document;

/// A grammar with the name and version of its scheme.
struct Grammar {
    title: String,
    rules: Vec<GrammarRule>,
}

/// The grammars of a registry file.
fn declared(text: &str) -> Vec<Grammar> {
    let file = RegistryFile::from_text("registry.toml", text).and_then(ParsedFile::load).expect("a registry file");
    let grammar = |entry: &SchemeEntry| {
        let rules = syntax_rules(entry.syntax.as_deref()?).expect("a grammar");
        Some(Grammar { title: format!("{} {}", entry.key(), *entry.version), rules })
    };
    file.schemes().filter_map(grammar).collect()
}

/// The grammars of the schemes in Rust.
fn built_in() -> Vec<Grammar> {
    let entries = anyurl::registry().entries();
    let entries = entries.filter(|entry| entry.implementation() == Implementation::Static);
    let grammars = entries.map(|entry| {
        let syntax = &entry.registration().syntax;
        let rules = Dialect::ALL.into_iter().find_map(|dialect| rules(syntax, dialect).ok());
        let title = format!("{} {}", entry.name(), entry.registration().version);
        Grammar { rules: rules.expect(&title), title }
    });
    grammars.collect()
}

fn all() -> Vec<Grammar> {
    let mut grammars = built_in();
    assert!(grammars.len() >= 10, "{}", grammars.len());
    grammars.extend(declared(anyurl::REGISTRY_FILE));
    assert!(grammars.len() >= 80, "{}", grammars.len());
    // Forms, of which the shipped registry has none.
    let forms =
        ["../../plugins/declared/tests/data/organization.toml", "../../plugins/declared/tests/data/public.toml"];
    for file in forms {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect(file);
        grammars.extend(declared(&text));
    }
    grammars
}

fn of(definition: &str) -> Vec<GrammarRule> {
    rules(&format!("a = {definition}\nb = \"x\""), Dialect::Rfc5234).expect(definition)
}

/// The values of an attribute of all elements.
fn values<'d>(document: &'d Document<'_>, name: &str) -> Vec<&'d str> {
    let nodes = document.descendants().flat_map(|node| node.attributes());
    nodes.filter(|attribute| attribute.name() == name).map(|attribute| attribute.value()).collect()
}

/// The text of all labels.
fn labels(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect(svg);
    let texts = document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    texts.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn every_syntax_of_the_registry_is_drawn() {
    for Grammar { title, rules } in all() {
        let svg = document(&title, &rules);
        let parsed = Document::parse(&svg).expect(&title);
        let ids: Vec<_> = values(&parsed, "id");
        let unique: BTreeSet<_> = ids.iter().map(|id| id.to_ascii_lowercase()).collect();
        assert_eq!((ids.len(), unique.len()), (rules.len(), rules.len()), "{title}");
        for link in values(&parsed, "href") {
            assert!(ids.contains(&link.trim_start_matches('#')), "{title}: {link}");
        }
        let width: i64 = parsed.root_element().attribute("width").and_then(|text| text.parse().ok()).expect("a width");
        assert!(width <= 980, "{title} is {width} wide");
        assert!(svg.len() < 128 * 1024, "{title} has {} bytes", svg.len());
    }
}

#[test]
fn every_rule_has_a_picture_for_a_page() {
    for Grammar { title, rules } in all() {
        let diagrams = rule_diagrams(&rules, "v1-rule-");
        let ids: Vec<_> = diagrams.iter().map(|diagram| &*diagram.id).collect();
        let names: Vec<_> = diagrams.iter().map(|diagram| &*diagram.name).collect();
        assert_eq!(names, rules.iter().map(|rule| &*rule.name).collect::<Vec<_>>());
        for diagram in &diagrams {
            let parsed = Document::parse(&diagram.svg).expect(&title);
            assert_eq!(parsed.root_element().attribute("role"), Some("img"));
            let first = parsed.root_element().first_element_child().expect("a title");
            assert_eq!(first.tag_name().name(), "title");
            assert!(!diagram.svg.contains("<style"), "{title}");
            assert_eq!(values(&parsed, "id"), [""; 0]);
            for link in values(&parsed, "href") {
                assert!(ids.contains(&link.trim_start_matches('#')), "{title}: {link}");
            }
        }
    }
}

/// Elements, and the labels and shapes of their diagrams.
#[test]
fn elements_have_their_labels() {
    #[rustfmt::skip]
    let rows: [(&str, &[&str], &str); 22] = [
        ("\"x-t://\"", &["x-t://"], "terminal"),
        ("%x61-7A", &["a–z"], "range"),
        ("%x30-39", &["0–9"], "range"),
        ("%x00-1F", &["%x00–1F"], "range"),
        ("%x41", &["A"], "terminal"),
        ("%x0D.0A", &["%x0D.0A"], "bytes"),
        ("%x61.20.62", &["a", "%x20", "b"], "bytes"),
        ("b", &["b"], "link"),
        ("B", &["B"], "link"),
        ("hostport", &["hostport"], "elsewhere"),
        ("<b>", &["b"], "link"),
        ("<any character>", &["any character"], "comment"),
        ("b hostport", &["b", "hostport"], "sequence"),
        ("b / hostport", &["b", "hostport"], "choice"),
        ("[ b ]", &["b"], "optional"),
        ("1*b", &["b"], "repeat"),
        ("*b", &["b"], "optional"),
        ("2b", &["2 times", "b"], "repeat"),
        ("2*4b", &["2 to 4 times", "b"], "repeat"),
        ("*4b", &["at most 4 times", "b"], "repeat"),
        ("3*b", &["at least 3 times", "b"], "repeat"),
        ("b *( \",\" b )", &[",", "b"], "repeat"),
    ];
    for (definition, expected, class) in rows {
        let svg = &rule_diagrams(&of(definition), "rule-")[0].svg;
        assert_eq!(labels(svg), expected, "{definition}");
        assert!(svg.contains(&format!("\"{class}\"")), "{definition} is no {class}: {svg}");
    }
}

/// Which of the ways around an element exist.
#[test]
fn ways_around_an_element() {
    let ways = |definition: &str| {
        let svg = &rule_diagrams(&of(definition), "rule-")[0].svg;
        let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count();
        (count("optional"), count("repeat"))
    };
    let rows = [
        ("b", (0, 0)),
        ("[ b ]", (1, 0)),
        ("1*b", (0, 1)),
        ("*b", (1, 1)),
        ("*[ b ]", (1, 1)),
        ("1*[ b ]", (1, 1)),
        ("0*1b", (1, 0)),
        ("1*1b", (0, 0)),
        ("[ *b ]", (2, 1)),
        ("b *( \",\" b )", (0, 1)),
        ("b *( \",\" \";\" b )", (1, 1)),
        ("b *( \",\" c )", (1, 1)),
        ("b *( ( \",\" \";\" ) b )", (1, 1)),
        ("b *( %x2C.0A b )", (1, 1)),
        ("0*0b", (0, 0)),
    ];
    for (definition, expected) in rows {
        assert_eq!(ways(definition), expected, "{definition}");
    }
}

#[test]
fn wide_sequences_are_divided_into_rows() {
    let size = |definition: &str| {
        let svg = document("t", &of(definition));
        let parsed = Document::parse(&svg).expect(definition);
        let size = |name| parsed.root_element().attribute(name).and_then(|text| text.parse::<i64>().ok());
        (size("width").expect("a width"), size("height").expect("a height"))
    };
    let (_, row) = size("hostport");
    let (width, height) = size(&"hostport ".repeat(60));
    assert!(width <= 960 && height > row + 100, "{width} × {height}");
    // Many single characters are in columns.
    let set: Vec<_> = (b'!'..=b'/').map(|byte| format!("%x{byte:02X}")).collect();
    let (width, height) = size(&set.join(" / "));
    assert!(width < 400 && height < row + 200, "{width} × {height}");
}

/// Texts of a registry file cannot become elements or attributes of the picture.
#[test]
fn hostile_texts_are_escaped() {
    let texts =
        ["<script>alert(1)</script>", "&amp;", "\"' onload='x", "\u{0}\u{1}\u{1B}[31m", "]]>", "\u{202E}x\u{FFFE}"];
    for text in texts {
        let elements = vec![
            Element::Rule(text.to_owned()),
            Element::Rule(format!("{text}, which is not defined")),
            Element::Prose(text.to_owned()),
            Element::Prose(format!("{text}, which is no rule")),
            Element::Literal { bytes: text.as_bytes().to_vec(), is_case_sensitive: true },
        ];
        let rules = [GrammarRule::new(text, Element::Sequence(elements))];
        let mut pictures = vec![document(text, &rules)];
        pictures.extend(rule_diagrams(&rules, "rule-").into_iter().map(|diagram| diagram.svg));
        for svg in pictures {
            let parsed = Document::parse(&svg).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert!(!parsed.descendants().any(|node| node.tag_name().name() == "script"), "{text:?}");
            assert!(values(&parsed, "onload").is_empty(), "{text:?}");
            let is_hidden = |char: char| char.is_control() && char != '\n' || char == '\u{202E}';
            assert!(!svg.contains(is_hidden), "{text:?}");
        }
    }
}

/// A grammar within the limits of the compiler is drawn in linear time.
#[test]
fn deep_and_long_grammars_are_drawn() {
    let deep = format!("{}b{}", "[ b ".repeat(60), " ]".repeat(60));
    let long = vec!["\"a\" b"; 2000].join(" / ");
    for definition in [deep, long] {
        let svg = document("t", &of(&definition));
        assert!(Document::parse_with_options(&svg, roxmltree::ParsingOptions::default()).is_ok());
    }
}

/// The style has the colours of the page, so that it suits light and dark ones.
#[test]
fn the_style_of_a_page_has_no_background() {
    assert!(CSS.contains("currentColor") && !CSS.contains("canvas") && !CSS.contains("background"));
}

/// The pictures of the documentation are those of the schemes. `SNAPSHOTS=overwrite` writes them again.
#[test]
fn the_pictures_of_the_documentation_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
    for (title, file) in [("gopher 1.0.0", "gopher.svg"), ("kafka 1.0.0", "kafka.svg")] {
        let grammar = all().into_iter().find(|grammar| grammar.title == title).expect(title);
        let new = document(title, &grammar.rules);
        let path = folder.join(file);
        if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
            std::fs::create_dir_all(&folder).expect("the folder");
            std::fs::write(&path, new).expect("a file");
        } else {
            let old = std::fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(old, new, "{file}: run the tests with SNAPSHOTS=overwrite");
        }
    }
}
