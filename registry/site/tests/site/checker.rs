//! Checks all pages of a site: markup, links, ids, headings, and that no page has an inline script or style.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use roxmltree::{Document, Node, ParsingOptions};

/// The `href` and `src` of a page that are in the site, with the ids of the page.
struct Page {
    ids: BTreeSet<String>,
    links: Vec<String>,
}

/// Checks a site, and returns the number of its pages.
pub(crate) fn check(root: &Path) -> usize {
    let mut pages = BTreeMap::new();
    for folder in ["", "names", "schemes"] {
        for entry in fs::read_dir(root.join(folder)).expect("a folder of the site") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "html") {
                let relative = path.strip_prefix(root).expect("below the site").to_owned();
                let text = fs::read_to_string(&path).expect("a page");
                let page = page(&text).unwrap_or_else(|problem| panic!("{}: {problem}", relative.display()));
                pages.insert(relative, page);
            }
        }
    }
    for (path, page) in &pages {
        for link in &page.links {
            let problem = problem_of_link(root, &pages, path, link);
            assert_eq!(problem, None, "{}: {link}", path.display());
        }
    }
    pages.len()
}

fn problem_of_link(root: &Path, pages: &BTreeMap<PathBuf, Page>, from: &Path, link: &str) -> Option<&'static str> {
    let (file, id) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { from.to_owned() } else { joined(from.parent()?, file)? };
    if !root.join(&target).is_file() {
        return Some("the file is missing");
    }
    let has_id = id.is_empty() || pages.get(&target).is_some_and(|page| page.ids.contains(id));
    (!has_id).then_some("the id is missing")
}

/// A path without `..`, which must not lead out of the site.
fn joined(folder: &Path, link: &str) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => path = path.parent()?.to_owned(),
            part => path.push(part),
        }
    }
    Some(path)
}

fn page(text: &str) -> Result<Page, String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| error.to_string())?;
    let mut page = Page { ids: BTreeSet::new(), links: Vec::new() };
    for node in document.descendants().filter(Node::is_element) {
        check_element(node)?;
        if let Some(id) = node.attribute("id")
            && !page.ids.insert(id.to_owned())
        {
            return Err(format!("the id `{id}` occurs twice"));
        }
        let links = node.attributes().filter(|one| ["href", "src"].contains(&one.name()));
        for link in links.map(|one| one.value()) {
            if ["https://", "http://", "mailto:"].iter().any(|start| link.starts_with(start)) {
                let is_link = node.has_tag_name("a") || node.attribute("rel") == Some("canonical");
                is_link.then_some(()).ok_or_else(|| format!("a request to elsewhere: {link}"))?;
            } else {
                page.links.push(link.to_owned());
            }
        }
    }
    for node in document.descendants() {
        for name in ["aria-labelledby", "aria-describedby", "for"] {
            let mut ids = node.attribute(name).unwrap_or_default().split_ascii_whitespace();
            if let Some(id) = ids.find(|id| !page.ids.contains(*id)) {
                return Err(format!("{name}: no element has the id `{id}`"));
            }
        }
    }
    check_headings(&document)?;
    let metas = document.descendants().filter(|node| node.has_tag_name("meta"));
    let mut policies = metas.filter(|node| node.attribute("http-equiv") == Some("Content-Security-Policy"));
    let policy = policies.next().and_then(|node| node.attribute("content")).unwrap_or_default();
    if !policy.starts_with("default-src 'none';") || policy.contains("unsafe-inline") {
        return Err(format!("Content-Security-Policy: {policy}"));
    }
    Ok(page)
}

/// The policy of a page forbids inline scripts and styles: they would have no effect.
fn check_element(node: Node<'_, '_>) -> Result<(), String> {
    let name = node.tag_name().name();
    if name == "style" || (name == "script" && (node.attribute("src").is_none() || node.text().is_some())) {
        return Err(format!("an inline `{name}`: {:?}", node.text()));
    }
    let is_inline = |name: &str| name == "style" || name.starts_with("on");
    match node.attributes().find(|one| is_inline(one.name())) {
        Some(one) => Err(format!("`{name}` has an inline `{}`", one.name())),
        None => Ok(()),
    }
}

/// One `h1`, first, and no level is left out.
fn check_headings(document: &Document<'_>) -> Result<(), String> {
    let level = |node: Node<'_, '_>| node.tag_name().name().strip_prefix('h')?.parse::<usize>().ok();
    let levels: Vec<_> = document.descendants().filter_map(level).collect();
    let is_ordered = levels.windows(2).all(|pair| pair[1] <= pair[0] + 1);
    let is_one = levels.first() == Some(&1) && levels.iter().filter(|level| **level == 1).count() == 1;
    if is_ordered && is_one { Ok(()) } else { Err(format!("headings: {levels:?}")) }
}
