//! The page of changes, and the feed (RSS 2.0, whose entries need no date: the same registry makes the same files).

use minijinja::context;

use crate::data::Release;
use crate::folder::{Folder, SiteError};
use crate::render::Pages;

/// The page.
pub(crate) const PAGE: &str = "changes.html";
const FEED: &str = "changes.xml";

/// Writes the releases, the latest first, or removes what an earlier run wrote of them.
pub(crate) fn write(releases: &[Release], pages: &Pages, has_base: bool, folder: &Folder) -> Result<(), SiteError> {
    let html = |release| pages.render("release.html", PAGE, context! { release });
    let html = releases.iter().map(html).collect::<Result<Vec<_>, _>>()?;
    let releases: Vec<_> = releases.iter().zip(html).collect();
    for (path, is_written) in [(PAGE, !releases.is_empty()), (FEED, has_base && !releases.is_empty())] {
        if is_written {
            folder.replace(path, pages.render(path, path, context! { releases })?.as_bytes())?;
        } else {
            folder.remove(path)?;
        }
    }
    Ok(())
}
