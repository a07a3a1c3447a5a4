//! Files of URLs.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::parquet::arrow::ArrowWriter;

/// URLs of several schemes, texts that are not valid, and NULL.
pub fn url(n: usize) -> Option<String> {
    Some(match n % 7 {
        0 => format!("http://www.h{}.example/p{n}?q", n % 11),
        1 => format!("com.acme.artifact://h.example/tools/jq?{n}"),
        2 => "com.acme.artifact://h.example/tools/".to_owned(),
        3 => format!("gopher://g{}.example/1/{n}", n % 5),
        4 => format!("HTTP://WWW.H{}.example:80/p{n}", n % 3),
        5 => "no URL".to_owned(),
        _ => return None,
    })
}

/// Writes Parquet files with the column `url`.
pub fn write(folder: &Path, files: usize, rows: usize) {
    std::fs::create_dir_all(folder).unwrap();
    for file in 0..files {
        let urls: ArrayRef = Arc::new((0..rows).map(|n| url(file * rows + n)).collect::<StringArray>());
        let batch = RecordBatch::try_from_iter_with_nullable([("url", urls, true)]).unwrap();
        let file = File::create(folder.join(format!("{file}.parquet"))).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
    }
}
