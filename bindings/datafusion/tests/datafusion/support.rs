//! Rows of queries as texts.

use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::Result;
use datafusion::prelude::SessionContext;

/// The rows of a query, with `NULL` for NULL.
pub async fn rows(context: &SessionContext, sql: &str) -> Result<Vec<Vec<String>>> {
    let options = FormatOptions::new().with_null("NULL").with_types_info(false);
    let mut rows = Vec::new();
    for batch in context.sql(sql).await?.collect().await? {
        let columns = batch.columns().iter().map(|column| ArrayFormatter::try_new(column, &options));
        let columns = columns.collect::<std::result::Result<Vec<_>, _>>()?;
        rows.extend((0..batch.num_rows()).map(|n| columns.iter().map(|column| column.value(n).to_string()).collect()));
    }
    Ok(rows)
}

/// The one value of a query.
#[allow(dead_code, reason = "not all tests use it")]
pub async fn value(context: &SessionContext, sql: &str) -> Result<String> {
    let rows = rows(context, sql).await?;
    let [row] = rows.as_slice() else { panic!("one row: {rows:?}") };
    let [value] = row.as_slice() else { panic!("one column: {row:?}") };
    Ok(value.clone())
}
