//! Writes the files of a site, a page at a time.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyurl_core::internal::visible_json;
use serde_json::json;

use crate::data::{Layer, Release, Scheme};
use crate::folder::{Folder, SiteError};
use crate::index::{self, Row};
use crate::render::Pages;
use crate::tester::Tester;
use crate::{changes, diagram, file_names, page};

/// A site: what its pages share.
///
/// ```
/// use anyurl_registry_site::{Scheme, Site};
///
/// let folder = std::env::temp_dir().join(format!("anyurl-site-{}", std::process::id()));
/// let site = Site { title: "Schemes".into(), ..Site::default() };
/// let written = site.write(&folder, [Scheme { name: "x-a".into(), ..Scheme::default() }])?;
/// assert_eq!(written.schemes, 1);
/// assert!(folder.join("index.html").exists() && folder.join("schemes/x-a.html").exists());
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), anyurl_registry_site::SiteError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// The title of the index.
    pub title: String,
    /// The address at which the site is published, such as `https://example.org/registry/`.
    pub base: Option<String>,
    /// The layers, lowest first.
    pub layers: Vec<Layer>,
    /// The releases whose changes the site tells, the latest first.
    pub releases: Vec<Release>,
    /// The WebAssembly module of the tester; without one, the pages have no tester.
    pub module: Option<Vec<u8>>,
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The number of pages of schemes.
    pub schemes: usize,
    /// The number of pages of the index.
    pub index_pages: usize,
}

/// The files that are copied into each site.
const ASSETS: [(&str, &str); 6] = [
    ("assets/style.css", include_str!("../assets/style.css")),
    ("assets/search.js", include_str!("../assets/search.js")),
    ("assets/diagram.css", diagram::CSS),
    ("assets/tester.css", include_str!("../assets/tester.css")),
    ("assets/tester.js", include_str!("../assets/tester.js")),
    ("assets/icon.svg", include_str!("../assets/icon.svg")),
];

impl Site {
    /// Writes the site into a folder, which is created, or is empty, or has an earlier site.
    ///
    /// # Errors
    /// A [`SiteError`] if the folder has other files, if a file cannot be written, or if a scheme has no name.
    pub fn write(&self, folder: &Path, schemes: impl IntoIterator<Item = Scheme>) -> Result<Written, SiteError> {
        let base = self.base.as_deref().map(base_url).transpose()?;
        let templates = Pages::new(&self.title, base.as_deref(), self.module.is_some(), !self.releases.is_empty())?;
        let folder = Folder::open(folder)?;
        for (name, text) in ASSETS {
            folder.replace(name, text.as_bytes())?;
        }
        let mut tester = self.module.as_ref().map(|module| Tester::new(&folder, module)).transpose()?;
        let (mut rows, mut pages) = (Vec::new(), HashSet::new());
        let mut document = Document::new(&folder, self)?;
        for scheme in schemes {
            if !file_names::is_scheme(&scheme.name) {
                return Err(SiteError::Name(scheme.name));
            }
            let path = format!("schemes/{}.html", file_names::of_scheme(&scheme.name));
            if !pages.insert(path.clone()) {
                return Err(SiteError::Twice(scheme.name));
            }
            folder.replace(&path, templates.scheme(&path, &page::scheme(&scheme))?.as_bytes())?;
            document.add(&scheme)?;
            tester.as_mut().map_or(Ok(()), |tester| tester.add(&scheme))?;
            rows.push(Row::new(&scheme));
        }
        document.finish()?;
        changes::write(&self.releases, &templates, base.is_some(), &folder)?;
        match tester {
            Some(tester) => tester.finish()?,
            None => Tester::remove(&folder)?,
        }
        // Names of a reader's own layers are few among those of the public one and of the program.
        let is_own = |row: &Row| self.layers.iter().any(|layer| layer.id == row.layer && layer.kind != "public");
        rows.sort_by_key(|row| !is_own(row));
        let script = folder.file("index.js")?;
        index::write_script(&rows, script).map_err(folder.error("index.js"))?;
        let parts = index::parts(&rows);
        let index_pages = parts.len();
        for part in parts {
            let path = index::path(part.number);
            folder.replace(&path, templates.index(&path, &self.layers, &part)?.as_bytes())?;
            pages.insert(path);
        }
        folder.remove_old_pages(&pages)?;
        match &base {
            Some(base) => self.write_sitemap(base, &rows, index_pages, &folder)?,
            None => folder.remove("sitemap.xml")?,
        }
        Ok(Written { schemes: rows.len(), index_pages })
    }

    fn write_sitemap(&self, base: &str, rows: &[Row], index_pages: usize, folder: &Folder) -> Result<(), SiteError> {
        let index = (1..=index_pages).map(index::path);
        let schemes = rows.iter().map(|row| format!("schemes/{}.html", row.file));
        let mut xml = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
        );
        let base = base.replace('&', "&amp;");
        let changes = (!self.releases.is_empty()).then(|| changes::PAGE.to_owned());
        for path in index.chain(changes).chain(schemes) {
            xml.extend(["<url><loc>", &base, if path == "index.html" { "" } else { &path }, "</loc></url>\n"]);
        }
        folder.replace("sitemap.xml", (xml + "</urlset>\n").as_bytes())
    }
}

/// A base URL with a slash at its end.
fn base_url(text: &str) -> Result<String, SiteError> {
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"'<>?#\\^`{|}".contains(c);
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    if !text.chars().all(is_plain) || host.is_none_or(|host| host.is_empty() || host.starts_with('/')) {
        return Err(SiteError::Base(text.to_owned()));
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

/// `registry.json`, written while the pages are made.
struct Document<'f> {
    to: BufWriter<File>,
    folder: &'f Folder,
    is_empty: bool,
}

impl<'f> Document<'f> {
    const NAME: &'static str = "registry.json";

    fn new(folder: &'f Folder, site: &Site) -> Result<Self, SiteError> {
        let mut document = Self { to: folder.file(Self::NAME)?, folder, is_empty: true };
        let (title, layers) = (json!(site.title), json!(site.layers));
        document.write(&format!("{{\"title\":{title},\n\"layers\":{layers},\n\"schemes\":["))?;
        Ok(document)
    }

    fn add(&mut self, scheme: &Scheme) -> Result<(), SiteError> {
        self.write(if self.is_empty { "\n" } else { ",\n" })?;
        self.is_empty = false;
        let record = serde_json::to_string(scheme).map_err(|error| self.folder.error(Self::NAME)(error.into()))?;
        self.write(&record)
    }

    fn finish(mut self) -> Result<(), SiteError> {
        self.write("\n]}\n")?;
        self.to.flush().map_err(self.folder.error(Self::NAME))
    }

    fn write(&mut self, text: &str) -> Result<(), SiteError> {
        self.to.write_all(visible_json(text).as_bytes()).map_err(self.folder.error(Self::NAME))
    }
}
