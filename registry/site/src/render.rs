//! The templates of the pages.

use minijinja::value::{Value, ValueKind};
use minijinja::{AutoEscape, Environment, Error, Output, State, UndefinedBehavior, context};

use crate::data::Layer;
use crate::folder::SiteError;
use crate::index::Part;
use crate::page::Page;
use crate::text::{cut, write_escaped};

/// The templates, each with its name.
const TEMPLATES: [(&str, &str); 9] = [
    ("base.html", include_str!("../templates/base.html")),
    ("changes.html", include_str!("../templates/changes.html")),
    ("changes.xml", include_str!("../templates/changes.xml")),
    ("index.html", include_str!("../templates/index.html")),
    ("parts.html", include_str!("../templates/parts.html")),
    ("release.html", include_str!("../templates/release.html")),
    ("scheme.html", include_str!("../templates/scheme.html")),
    ("scheme_version.html", include_str!("../templates/scheme_version.html")),
    ("tester.html", include_str!("../templates/tester.html")),
];

/// The pages of one site.
#[derive(Debug)]
pub(crate) struct Pages {
    environment: Environment<'static>,
}

impl Pages {
    pub(crate) fn new(title: &str, base: Option<&str>, has_tester: bool, has_changes: bool) -> Result<Self, SiteError> {
        let mut environment = Environment::new();
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        environment.set_undefined_behavior(UndefinedBehavior::Chainable);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.set_formatter(write_value);
        environment.add_filter("place", place);
        environment.add_filter("short", short);
        environment.add_global("site", context! { title, base, has_tester, has_changes });
        for (name, text) in TEMPLATES {
            environment.add_template(name, text).map_err(|error| page_error(&error))?;
        }
        Ok(Self { environment })
    }

    /// The page of a scheme.
    pub(crate) fn scheme(&self, path: &str, page: &Page<'_>) -> Result<String, SiteError> {
        self.render("scheme.html", path, Value::from_serialize(page))
    }

    /// A page of the index.
    pub(crate) fn index(&self, path: &str, layers: &[Layer], part: &Part<'_>) -> Result<String, SiteError> {
        self.render("index.html", path, context! { layers, ..Value::from_serialize(part) })
    }

    /// A page or a part of one; `path` is that of the page.
    pub(crate) fn render(&self, name: &str, path: &str, values: Value) -> Result<String, SiteError> {
        let root = "../".repeat(path.matches('/').count());
        let template = self.environment.get_template(name).map_err(|error| page_error(&error))?;
        template.render(context! { root, path, ..values }).map_err(|error| page_error(&error))
    }
}

/// Writes a value: text escaped, unless the template says that it is markup.
fn write_value(out: &mut Output<'_>, _: &State<'_, '_>, value: &Value) -> Result<(), Error> {
    match (value.kind(), value.as_str()) {
        (ValueKind::Undefined | ValueKind::None, _) => Ok(()),
        (_, Some(text)) if value.is_safe() => out.write_str(text).map_err(Error::from),
        (_, Some(text)) => write_escaped(out, text).map_err(Error::from),
        (_, None) => write_escaped(out, &value.to_string()).map_err(Error::from),
    }
}

/// File and line: `org.toml:12`.
fn place(place: &Value) -> Result<String, Error> {
    let (file, line) = (place.get_attr("file")?, place.get_attr("line")?);
    Ok(if line == Value::from(0) { file.to_string() } else { format!("{file}:{line}") })
}

/// The first digits of a hash.
fn short(hash: &str) -> String {
    cut(hash.trim_start_matches("sha256:"), 13).into_owned()
}

fn page_error(error: &Error) -> SiteError {
    SiteError::Page(format!("{error:#}"))
}
