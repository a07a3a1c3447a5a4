//! A marker in each secret of the schemes, one of which a registry file declares: reasons show none, and data is exact.

use anyurl::declared::PortableRegistry;
use anyurl_arrow::Kernels;
use arrow_array::cast::AsArray;
use arrow_array::{Array, StringArray, StringViewArray};
use serde_json::Value;

/// What makes a URL invalid in most schemes.
const WRONG: [&str; 4] = [" ", "%", "\u{1}", "~\u{1F511}"];

/// The rows of the list.
fn marked() -> Vec<Value> {
    include_str!("../../../../testdata/marked_urls.jsonl")
        .lines()
        .map(|row| serde_json::from_str(row).unwrap())
        .collect()
}

/// A member of each row.
fn texts<'r>(rows: impl IntoIterator<Item = &'r Value>, key: &str) -> Vec<String> {
    rows.into_iter().map(|row| row[key].as_str().unwrap().to_owned()).collect()
}

fn has_marker(text: &str, markers: &[String]) -> bool {
    let text = text.to_ascii_lowercase();
    markers.iter().any(|marker| text.contains(&marker.to_ascii_lowercase()))
}

#[test]
fn reasons_show_no_marker_and_data_is_exact() {
    let registry = PortableRegistry::open(["../../cli/tests/data/secret.toml"]).unwrap();
    let kernels = Kernels::new(registry.registry().parser());
    let rows = marked();
    let (urls, markers) = (texts(&rows, "url"), texts(&rows, "marker"));
    let canonical = kernels.canonical(&StringArray::from(urls.clone())).unwrap();
    assert!(canonical.iter().all(|text| has_marker(text.unwrap(), &markers)), "{canonical:?}");
    let wrong = urls.iter().flat_map(|url| WRONG.map(|end| format!("{url}{end}")));
    let column = StringArray::from_iter_values(wrong.chain(urls.clone()));
    let parsed = kernels.parse(&column).unwrap();
    let errors = parsed.column_by_name("error").unwrap().as_struct().column_by_name("message").unwrap();
    let masked = kernels.masked(&column).unwrap();
    assert_eq!(masked.null_count(), 0);
    let reasons = [kernels.error(&column).unwrap(), kernels.consensus_error(&column).unwrap(), masked];
    for messages in reasons.iter().chain([errors.as_string_view()]) {
        assert_no_marker(messages, &markers);
    }
}

fn assert_no_marker(messages: &StringViewArray, markers: &[String]) {
    let shown: Vec<_> = messages.iter().flatten().filter(|message| has_marker(message, markers)).collect();
    assert!(shown.is_empty(), "{shown:#?}");
    assert!(messages.len() - messages.null_count() > markers.len());
}
