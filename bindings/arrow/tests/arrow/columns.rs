//! Each function over each type of column, compared with parsing each text by itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use anyurl::{AnyUrl, Parser};
use anyurl_arrow::{Kernels, components_type, consensus_host_type, hosts_type, parse_type};
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt16Type, UInt32Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int32Array, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray, StructArray,
};

/// Texts of all lengths around what a view holds itself, valid and not.
const TEXTS: [Option<&str>; 14] = [
    Some("http://h/"),
    Some("HTTP://joe:pw@Host.Example:8080/a/b?c=d"),
    None,
    Some("gopher://gopher.example.org/1/a/selector%09search"),
    Some("no URL"),
    Some(""),
    Some("ftp://user@ftp.example.net/%2Fetc/motd;type=a"),
    Some("mailto:someone.with.a.long.name@example.com"),
    Some("https://example.com/a/long/path/with/many/segments?and=a&query=too#fragment"),
    Some("https://example.com/?#"),
    Some("news:comp.infosystems.www.misc"),
    Some("ftp://joe:se cret@h/"),
    Some("x-unregistered.name.that.is.long:anything-at-all"),
    Some("http://münchen.example/"),
];

/// The texts as columns of every type.
fn columns(texts: &[Option<&str>]) -> Vec<ArrayRef> {
    let bytes = || texts.iter().map(|text| text.map(str::as_bytes));
    vec![
        Arc::new(StringArray::from_iter(texts)),
        Arc::new(LargeStringArray::from_iter(texts)),
        Arc::new(StringViewArray::from_iter(texts)),
        Arc::new(BinaryArray::from_iter(bytes())),
        Arc::new(LargeBinaryArray::from_iter(bytes())),
        Arc::new(BinaryViewArray::from_iter(bytes())),
    ]
}

fn parsers() -> [Parser<'static>; 3] {
    let parser = anyurl::registry().parser();
    [parser, parser.rfc1738(), parser.lenient()]
}

/// The rows of a column of texts.
fn rows(array: &StringViewArray) -> Vec<Option<String>> {
    array.iter().map(|text| text.map(str::to_owned)).collect()
}

/// The rows of `Kernels::consensus_host`.
fn hosts(array: &StructArray) -> Vec<Option<(String, Option<u16>, String)>> {
    assert_eq!(array.data_type(), &consensus_host_type());
    let (host, scheme) = (array.column(0).as_string_view(), array.column(2).as_string_view());
    let port = array.column(1).as_primitive::<UInt16Type>();
    let port = |n| port.is_valid(n).then(|| port.value(n));
    let row = |n| (host.value(n).to_owned(), port(n), scheme.value(n).to_owned());
    (0..array.len()).map(|n| array.is_valid(n).then(|| row(n))).collect()
}

/// What a function should return: a part of each valid URL.
fn expect<T>(parser: Parser<'_>, texts: &[Option<&str>], part: impl Fn(&AnyUrl<'_>) -> Option<T>) -> Vec<Option<T>> {
    texts.iter().map(|text| part(&parser.parse((*text)?).ok()?)).collect()
}

fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

fn assert_all(parser: Parser<'_>, texts: &[Option<&str>], column: &dyn Array) {
    let kernels = Kernels::new(parser);
    let valid: Vec<_> = texts.iter().map(|text| text.map(|text| parser.parse(text).is_ok())).collect();
    assert_eq!(kernels.valid(column).unwrap().iter().collect::<Vec<_>>(), valid);

    let texts_of = |part: &dyn Fn(&AnyUrl<'_>) -> Option<String>| expect(parser, texts, part);
    let path = |url: &AnyUrl<'_>| owned(Some(url.path()).filter(|path| !path.is_empty()));
    let selector = |url: &AnyUrl<'_>| owned(url.component("selector").map(|component| component.text()));
    let found = [
        (kernels.scheme(column), texts_of(&|url| Some(url.scheme().into_owned()))),
        (kernels.user(column), texts_of(&|url| owned(url.user()))),
        (kernels.host(column), texts_of(&|url| owned(url.host()))),
        (kernels.path(column), texts_of(&path)),
        (kernels.query(column), texts_of(&|url| owned(url.query()))),
        (kernels.fragment(column), texts_of(&|url| owned(url.fragment()))),
        (kernels.part(column, "selector"), texts_of(&selector)),
        (kernels.canonical(column), texts_of(&|url| Some(url.to_canonical()))),
    ];
    for (found, expect) in found {
        assert_eq!(rows(&found.unwrap()), expect);
    }
    let ports = kernels.port(column).unwrap();
    assert_eq!(ports.iter().collect::<Vec<_>>(), expect(parser, texts, |url| url.port()));
    let ports = kernels.effective_port(column).unwrap();
    assert_eq!(ports.iter().collect::<Vec<_>>(), expect(parser, texts, |url| url.effective_port()));

    assert_components(parser, texts, column);
    assert_warnings(parser, texts, column);
    assert_hosts(parser, texts, column);
    assert_structs(parser, texts, column);
}

fn assert_components(parser: Parser<'_>, texts: &[Option<&str>], column: &dyn Array) {
    let maps = Kernels::new(parser).components(column).unwrap();
    assert_eq!(*maps.data_type(), components_type());
    let pairs = |url: &AnyUrl<'_>| {
        let components = url.components().filter(|component| component.span().is_some());
        Some(components.map(|one| (one.name().to_owned(), one.text().to_owned())).collect::<Vec<_>>())
    };
    for (n, expect) in expect(parser, texts, pairs).into_iter().enumerate() {
        let found = maps.is_valid(n).then(|| {
            let entry = maps.value(n);
            let (names, values) = (rows(entry.column(0).as_string_view()), rows(entry.column(1).as_string_view()));
            names.into_iter().zip(values).map(|(name, value)| (name.unwrap(), value.unwrap())).collect()
        });
        assert_eq!(found, expect);
    }
}

fn assert_warnings(parser: Parser<'_>, texts: &[Option<&str>], column: &dyn Array) {
    let lists = Kernels::new(parser).warnings(column).unwrap();
    // Each once; in the order of the parser, which is not that of the offsets.
    let ids =
        |url: &AnyUrl<'_>| Some(url.warnings().iter().map(|one| Some(one.id().to_owned())).collect::<BTreeSet<_>>());
    for (n, expect) in expect(parser, texts, ids).into_iter().enumerate() {
        let found = lists.is_valid(n).then(|| rows(lists.value(n).as_string_view()));
        assert_eq!(found.as_ref().map(Vec::len), expect.as_ref().map(BTreeSet::len));
        assert_eq!(found.map(|ids| ids.into_iter().collect()), expect);
    }
}

fn assert_hosts(parser: Parser<'_>, texts: &[Option<&str>], column: &dyn Array) {
    let lists = Kernels::new(parser).hosts(column).unwrap();
    assert_eq!(*lists.data_type(), hosts_type());
    let hosts = |url: &AnyUrl<'_>| {
        Some(url.hosts().map(|one| (one.as_str().to_owned(), one.port(), one.effective_port())).collect::<Vec<_>>())
    };
    for (n, expect) in expect(parser, texts, hosts).into_iter().enumerate() {
        let found = lists.is_valid(n).then(|| {
            let rows = lists.value(n);
            let (names, port) = (rows.as_struct().column(0).as_string_view(), |place: usize, n: usize| {
                let ports = rows.as_struct().column(place).as_primitive::<UInt16Type>();
                ports.is_valid(n).then(|| ports.value(n))
            });
            (0..rows.len()).map(|n| (names.value(n).to_owned(), port(1, n), port(2, n))).collect::<Vec<_>>()
        });
        assert_eq!(found, expect);
    }
}

fn assert_structs(parser: Parser<'_>, texts: &[Option<&str>], column: &dyn Array) {
    let kernels = Kernels::new(parser);
    let structs = kernels.parse(column).unwrap();
    assert_eq!(*structs.data_type(), parse_type());
    let same = |name: &str, other: &dyn Array| {
        assert_eq!(structs.column_by_name(name).unwrap().to_data(), other.to_data(), "{name}");
    };
    same("valid", &kernels.valid(column).unwrap());
    same("port", &kernels.port(column).unwrap());
    let text = |name: &str| rows(structs.column_by_name(name).unwrap().as_string_view());
    for (name, column) in [
        ("scheme", kernels.scheme(column)),
        ("user", kernels.user(column)),
        ("host", kernels.host(column)),
        ("path", kernels.path(column)),
        ("query", kernels.query(column)),
        ("fragment", kernels.fragment(column)),
    ] {
        assert_eq!(text(name), rows(&column.unwrap()), "{name}");
    }
    let messages = kernels.error(column).unwrap();
    let ids = kernels.error_id(column).unwrap();
    let errors = structs.column_by_name("error").unwrap().as_struct();
    for (n, text) in texts.iter().enumerate() {
        let Some(Err(error)) = text.map(|text| parser.parse(text)) else {
            assert!(errors.is_null(n) && messages.is_null(n) && ids.is_null(n));
            continue;
        };
        let [kind, rule, component, message] =
            ["kind", "rule", "component", "message"].map(|name| errors.column_by_name(name).unwrap().as_string_view());
        assert_eq!(kind.value(n), error.kind().as_str());
        let [id, section] =
            ["id", "section"].map(|name| errors.column_by_name(name).unwrap().as_string_view().value(n));
        let requirement = error.requirement();
        assert_eq!((id, section, ids.value(n)), (requirement.id(), requirement.section(), requirement.id()));
        assert_eq!((rule.value(n), component.value(n)), (error.rule(), error.component()));
        let [start, end] = ["start", "end"]
            .map(|name| errors.column_by_name(name).unwrap().as_primitive::<UInt32Type>().value(n) as usize);
        assert_eq!((start, end), (error.span().start(), error.span().end()));
        assert_eq!(message.value(n), messages.value(n));
        assert!(!message.value(n).is_empty());
    }
}

#[test]
fn every_type_of_column() {
    for parser in parsers() {
        for column in columns(&TEXTS) {
            assert_all(parser, &TEXTS, &column);
        }
    }
}

#[test]
fn slices_of_columns() {
    for column in columns(&TEXTS) {
        for start in 0..TEXTS.len() {
            for len in [0, 1, TEXTS.len() - start] {
                assert_all(anyurl::registry().parser(), &TEXTS[start..start + len], &column.slice(start, len));
            }
        }
    }
}

/// The cases of the requirements, each as a row.
#[test]
fn conformance_cases() {
    let cases = include_str!("../../../../testdata/spec_cases.jsonl").lines();
    let cases: Vec<serde_json::Value> = cases.map(|line| serde_json::from_str(line).unwrap()).collect();
    let texts: Vec<_> = cases.iter().map(|case| case["input"].as_str()).collect();
    assert!(texts.len() > 100);
    for parser in parsers() {
        for column in columns(&texts) {
            assert_all(parser, &texts, &column);
        }
    }
}

/// The corpus of texts that rulebooks read differently, each as a row; some have more than one base.
#[test]
fn rows_that_rulebooks_read_differently() {
    let rows = include_str!("../../../../testdata/confusion.jsonl").lines();
    let rows: Vec<serde_json::Value> = rows.map(|line| serde_json::from_str(line).unwrap()).collect();
    let cases: Vec<_> = rows.iter().filter(|row| row["base"].is_null()).collect();
    let mut texts: Vec<_> = cases.iter().map(|case| case["text"].as_str()).collect();
    assert!(texts.len() > 300);
    texts.push(None);
    let mut verdicts: Vec<_> = cases.iter().map(|case| owned(case["verdict"].as_str())).collect();
    verdicts.push(None);
    let found = texts.iter().map(|text| text.map(anyurl::consensus_host));
    let (hosts, reasons): (Vec<_>, Vec<_>) = found
        .map(|found| match found {
            Some(Ok(host)) => (Some((host.host().to_owned(), host.port(), host.scheme().to_owned())), None),
            Some(Err(error)) => (None, Some(error.to_string())),
            None => (None, None),
        })
        .unzip();
    assert!(hosts.iter().flatten().count() > 50 && reasons.iter().flatten().count() > 200);
    for parser in parsers() {
        let kernels = Kernels::new(parser);
        for column in columns(&texts) {
            assert_eq!(self::rows(&kernels.verdict(&column).unwrap()), verdicts);
            assert_eq!(self::hosts(&kernels.consensus_host(&column).unwrap()), hosts);
            assert_eq!(self::rows(&kernels.consensus_error(&column).unwrap()), reasons);
        }
    }
}

/// The schemes of a registry count: without that of ftp, a wrong type is part of a path.
#[test]
fn comparisons_by_a_registry() {
    let column = StringArray::from(vec!["ftp://h/a;type=x"]);
    let verdict = |parser| Kernels::new(parser).verdict(&column).unwrap().value(0).to_owned();
    assert_eq!(verdict(anyurl::registry().parser()), "validity-differs");
    let empty = anyurl::Registry::builder().build();
    assert_eq!(verdict(empty.parser()), "same");
}

#[test]
fn equivalent_urls() {
    let kernels = Kernels::new(anyurl::registry().parser());
    let rows = [
        ("http://h/", "HTTP://H:80/", Some(true)),
        ("http://h/a", "http://h/b", Some(false)),
        ("http://h/", "no URL", None),
        ("no URL", "no URL", None),
    ];
    let (urls, others): (Vec<_>, Vec<_>) = rows.iter().map(|(url, other, _)| (Some(*url), Some(*other))).unzip();
    let expect: Vec<_> = rows.iter().map(|(.., is_same)| *is_same).collect();
    for (urls, others) in columns(&urls).iter().zip(columns(&others)) {
        assert_eq!(kernels.same(urls, &others).unwrap().iter().collect::<Vec<_>>(), expect);
    }
    let error = kernels.same(&columns(&urls)[0], &columns(&TEXTS)[0]).unwrap_err();
    assert!(error.to_string().contains("4 and 14 rows"), "{error}");
}

/// Long parts are views of the buffers of the input; only short ones are in the view.
#[test]
fn parts_share_the_input() {
    let kernels = Kernels::new(anyurl::registry().parser());
    let texts = [Some("https://a-host-with-a-long-name.example.com/a/path/that/is/long?query=that-is-long")];
    for column in columns(&texts) {
        let texts = column.to_data();
        let input: Vec<_> = texts.buffers().iter().map(|buffer| buffer.as_ptr()).collect();
        for part in [kernels.host(&column), kernels.path(&column), kernels.query(&column), kernels.canonical(&column)] {
            let part = part.unwrap();
            assert!(part.value(0).len() > 12);
            let [block] = part.data_buffers() else { panic!("one buffer") };
            assert!(input.contains(&block.as_ptr()), "{}", column.data_type());
        }
    }
}

#[test]
fn rows_that_are_not_utf8() {
    let bytes: [Option<&[u8]>; 3] = [Some(b"http://h/\xFF"), Some(b"http://h/"), None];
    let kernels = Kernels::new(anyurl::registry().parser());
    for column in [Arc::new(BinaryArray::from_iter(bytes)) as ArrayRef, Arc::new(BinaryViewArray::from_iter(bytes))] {
        assert_eq!(kernels.valid(&column).unwrap().iter().collect::<Vec<_>>(), [Some(false), Some(true), None]);
        assert_eq!(rows(&kernels.host(&column).unwrap()), [None, owned(Some("h")), None]);
        let messages = kernels.error(&column).unwrap();
        assert!(messages.value(0).contains("US-ASCII") && messages.is_null(1) && messages.is_null(2));
        let structs = kernels.parse(&column).unwrap();
        let errors = structs.column_by_name("error").unwrap().as_struct();
        let start = errors.column_by_name("start").unwrap().as_primitive::<UInt32Type>();
        assert_eq!(start.value(0), 9);
        assert_eq!(rows(&kernels.verdict(&column).unwrap()), [None, owned(Some("same")), None]);
        let expected = [None, Some(("h".to_owned(), Some(80), "http".to_owned())), None];
        assert_eq!(hosts(&kernels.consensus_host(&column).unwrap()), expected);
        let reasons = kernels.consensus_error(&column).unwrap();
        assert!(reasons.value(0).contains("US-ASCII") && reasons.is_null(1) && reasons.is_null(2));
    }
}

/// A message never shows a character of a password.
#[test]
fn messages_have_no_secrets() {
    let kernels = Kernels::new(anyurl::registry().parser());
    let column = StringArray::from(vec!["ftp://joe:s\u{1F511}cret@h/"]);
    for messages in [kernels.error(&column), kernels.consensus_error(&column)] {
        let message = messages.unwrap().value(0).to_owned();
        assert!(!message.is_empty() && !message.contains('\u{1F511}') && !message.contains("cret"), "{message}");
    }
}

#[test]
fn columns_of_other_types() {
    let kernels = Kernels::new(anyurl::registry().parser());
    let error = kernels.valid(&Int32Array::from(vec![1])).unwrap_err().to_string();
    assert!(error.contains("not Int32: cast it"), "{error}");
    assert_eq!(kernels.port(&StringArray::from(vec!["http://h:70/"])).unwrap().value(0), 70);
}
