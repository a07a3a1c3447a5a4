//! The sizes of the main types.

use std::mem::size_of;

use crate::parts::Outcome;
use crate::report::Report;
use crate::setting::Setting;

pub(super) fn run(_: &Setting, to: &mut Report) -> Outcome {
    let rows = [
        ("`anyurl::Url`", size_of::<anyurl::Url<'_>>()),
        ("spans in it", size_of::<anyurl::authors::Spans>()),
        ("`Result<anyurl::Url, anyurl::Error>`", size_of::<Result<anyurl::Url<'_>, anyurl::Error>>()),
        ("`anyurl::Error`", size_of::<anyurl::Error>()),
        ("`anyurl::OwnedUrl`", size_of::<anyurl::OwnedUrl>()),
        ("`fluent_uri::Uri<&str>`", size_of::<fluent_uri::Uri<&str>>()),
        ("`http::Uri`", size_of::<http::Uri>()),
        ("`uriparse::URI`", size_of::<uriparse::URI<'_>>()),
        ("`url::Url`", size_of::<url::Url>()),
    ];
    to.table(["value", "bytes"], rows.map(|(name, size)| [name.to_owned(), size.to_string()]));
    Ok(())
}
