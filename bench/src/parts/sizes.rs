//! The sizes of the main types.

use std::mem::size_of;

use crate::parts::Outcome;
use crate::report::Report;
use crate::setting::Setting;

pub(super) fn run(_: &Setting, to: &mut Report) -> Outcome {
    let rows = [
        ("`locator::Url`", size_of::<locator::Url<'_>>()),
        ("spans in it", size_of::<locator::Spans>()),
        ("`Result<locator::Url, locator::Error>`", size_of::<Result<locator::Url<'_>, locator::Error>>()),
        ("`locator::Error`", size_of::<locator::Error>()),
        ("`locator::OwnedUrl`", size_of::<locator::OwnedUrl>()),
        ("`fluent_uri::Uri<&str>`", size_of::<fluent_uri::Uri<&str>>()),
        ("`http::Uri`", size_of::<http::Uri>()),
        ("`uriparse::URI`", size_of::<uriparse::URI<'_>>()),
        ("`url::Url`", size_of::<url::Url>()),
    ];
    to.table(["value", "bytes"], rows.map(|(name, size)| [name.to_owned(), size.to_string()]));
    Ok(())
}
