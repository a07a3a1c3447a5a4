//! A marker in each secret of the schemes, one of which a registry file declares: reasons show none, and data is exact.

use std::sync::Arc;

use super::support::rows;
use anyurl::declared::PortableRegistry;
use anyurl_datafusion::Functions;
use datafusion::arrow::array::{RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::prelude::SessionContext;

/// What makes a URL invalid in most schemes.
const WRONG: [&str; 4] = [" ", "%", "\u{1}", "~\u{1F511}"];

/// A member of each row of the list.
fn marked(key: &str) -> Vec<String> {
    let lines = include_str!("../../../../testdata/marked_urls.jsonl").lines();
    let rows = lines.map(|row| serde_json::from_str::<serde_json::Value>(row).unwrap());
    rows.map(|row| row[key].as_str().unwrap().to_owned()).collect()
}

fn context(urls: Vec<String>) -> SessionContext {
    let registry = PortableRegistry::open(["../../cli/tests/data/secret.toml"]).unwrap();
    let mut context = SessionContext::new();
    Functions::new(&registry).register(&mut context).unwrap();
    let schema = Arc::new(Schema::new(vec![Field::new("u", DataType::Utf8, true)]));
    let batch = RecordBatch::try_new(schema, vec![Arc::new(StringArray::from(urls))]).unwrap();
    context.register_batch("urls", batch).unwrap();
    context
}

#[tokio::test]
async fn reasons_show_no_marker_and_data_is_exact() {
    let (urls, markers) = (marked("url"), marked("marker"));
    let has_marker = |text: &str| {
        let text = text.to_ascii_lowercase();
        markers.iter().any(|marker| text.contains(&marker.to_ascii_lowercase()))
    };
    let canonical = rows(&context(urls.clone()), "select url_canonical(u) from urls").await.unwrap();
    assert!(canonical.len() == urls.len() && canonical.iter().all(|row| has_marker(&row[0])), "{canonical:?}");
    let wrong: Vec<_> = urls.iter().flat_map(|url| WRONG.map(|end| format!("{url}{end}"))).collect();
    let reasons = "select url_error(u), url_parse(u)['error'], url_consensus_error(u) from urls";
    let reasons = rows(&context([wrong, urls].concat()), reasons).await.unwrap().concat();
    let shown: Vec<_> = reasons.iter().filter(|reason| has_marker(reason)).collect();
    assert!(shown.is_empty(), "{shown:#?}");
    assert!(reasons.iter().filter(|reason| *reason != "NULL").count() > canonical.len());
}
