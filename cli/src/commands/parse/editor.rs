//! Applies the options that change a URL.

use std::ffi::OsStr;

use crate::{OwnedUrl, Url, UrlBuilder};
use anyurl::authors::{Registration, Role};
use anyurl::{BuildError, Registry, visible};

use super::expand::with_default_port;
use super::names;
use super::pairs::{PairEdits, split};
use crate::args::Edits;
use crate::commands::build::raw_list;
use crate::error::CliError;

/// What `--append` adds to a path.
#[derive(Debug)]
enum Appended {
    /// One segment in decoded bytes: `path=a/b`.
    Segment(Vec<u8>),
    /// Segments as they are written: `path:=a/b`.
    Path(Vec<u8>),
}

/// The changes of all options.
#[derive(Debug)]
pub(super) struct Editor {
    sets: Vec<Set>,
    /// The components of `--iterate`, each with its values.
    iterations: Vec<Vec<Set>>,
    segments: Vec<Appended>,
    pub(super) pairs: PairEdits,
    is_ascii: bool,
    canonical: Canonical,
    has_default_port: bool,
}

/// Whether the canonical form is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Canonical {
    No,
    Yes,
    /// With a default port that the URL has.
    WithPort,
}

/// A component that is set.
#[derive(Clone, Debug)]
struct Set {
    name: String,
    value: Vec<u8>,
    /// `:=`: the value is written as it is.
    is_raw: bool,
    /// `?=`: only if the URL lacks the component.
    if_missing: bool,
}

impl Editor {
    /// Checks the options. The registry knows which components there are.
    pub(super) fn new(edits: &Edits, registry: &Registry) -> Result<Self, CliError> {
        let sets = edits.set.iter().map(|text| Set::parse(text, "--set", registry)).collect::<Result<Vec<_>, _>>()?;
        let iterations = edits.iterate.iter().map(|text| Set::parse(text, "--iterate", registry));
        let iterations = iterations.map(|set| set.map(Set::iterations)).collect::<Result<Vec<_>, _>>()?;
        let iterated = iterations.iter().filter_map(|values| values.first());
        check_duplicates(sets.iter().chain(iterated), registry)?;
        let (mut segments, mut appended) = (Vec::new(), Vec::new());
        for text in &edits.append {
            match split(text.as_encoded_bytes()) {
                (b"path", Some(segment)) => segments.push(Appended::Segment(segment)),
                (b"path:", Some(path)) => segments.push(Appended::Path(path)),
                (b"query", Some(text)) => appended.push(text),
                _ => {
                    let text = "--append: only a path and a query can be appended to: `path=VALUE`, `path:=A/B` or `query=NAME=VALUE`";
                    return Err(CliError::Usage(text.to_owned()));
                }
            }
        }
        Ok(Self {
            sets,
            iterations,
            segments,
            pairs: PairEdits::new(edits, &appended),
            is_ascii: edits.punycode,
            canonical: match (edits.canonical, edits.keep_port) {
                (false, _) => Canonical::No,
                (true, false) => Canonical::Yes,
                (true, true) => Canonical::WithPort,
            },
            has_default_port: edits.default_port,
        })
    }

    /// Calls `each` with the changed URL, once for every combination of the values of `--iterate`; the last option
    /// changes fastest.
    pub(super) fn for_each<E>(
        &self,
        url: &Url<'_>,
        mut each: impl FnMut(Result<OwnedUrl, BuildError>) -> Result<(), E>,
    ) -> Result<(), E> {
        let count = self.iterations.iter().map(Vec::len).product();
        for n in 0..count {
            let mut left = n;
            let mut chosen: Vec<&Set> = Vec::with_capacity(self.iterations.len());
            for values in self.iterations.iter().rev() {
                chosen.push(&values[left % values.len()]);
                left /= values.len();
            }
            each(self.apply(url, &chosen))?;
        }
        Ok(())
    }

    fn apply(&self, url: &Url<'_>, chosen: &[&Set]) -> Result<OwnedUrl, BuildError> {
        let sets: Vec<&Set> = self.sets.iter().chain(chosen.iter().copied()).filter(|set| set.applies(url)).collect();
        let mut url = url.into_owned();
        if let Some(set) = sets.iter().find(|set| set.name == "scheme") {
            url = url.with_scheme(&String::from_utf8_lossy(&set.value))?;
        }
        url = set_components(url, &sets)?;
        for set in &sets {
            url = match &*set.name {
                "path" if set.is_raw => url.with_raw_path(set.raw())?,
                "path" => url.with_path(&set.value)?,
                "query" if set.is_raw => url.with_raw_query(set.raw())?,
                "query" if set.value.is_empty() => url.without_query()?,
                "query" => url.with_query(&set.value)?,
                _ => url,
            };
        }
        for segment in &self.segments {
            url = match segment {
                Appended::Segment(segment) => url.with_path_segment(segment)?,
                Appended::Path(path) => {
                    let path = String::from_utf8_lossy(path);
                    let own = url.path().strip_suffix('/').unwrap_or(url.path());
                    url.with_raw_path(&format!("{own}/{}", path.strip_prefix('/').unwrap_or(&path)))?
                }
            };
        }
        url = self.pairs.apply(url)?;
        if self.is_ascii {
            url = url.with_ascii_host()?;
        }
        if self.canonical != Canonical::No {
            url = self.canonical(url)?;
        }
        Ok(if self.has_default_port { with_default_port(url) } else { url })
    }

    fn canonical(&self, url: OwnedUrl) -> Result<OwnedUrl, BuildError> {
        let port = url.port().filter(|_| self.canonical == Canonical::WithPort);
        let canonical = url.to_canonical();
        let parsed = url.registry().parser().options(url.options()).parse_owned(&canonical);
        // The conformance kit checks that every canonical form is a valid URL.
        let canonical = parsed.unwrap_or(url);
        match port {
            Some(port) if canonical.port().is_none() => canonical.with_port(port),
            _ => Ok(canonical),
        }
    }
}

/// Sets the components of the scheme, all at once: each alone may give an invalid URL.
fn set_components(url: OwnedUrl, sets: &[&Set]) -> Result<OwnedUrl, BuildError> {
    let own: Vec<&Set> =
        sets.iter().copied().filter(|set| !["scheme", "path", "query"].contains(&&*set.name)).collect();
    if own.is_empty() {
        return Ok(url);
    }
    let mut builder = url.to_builder();
    for (n, set) in own.iter().enumerate() {
        let before: Vec<&Set> = own[..n].iter().copied().filter(|other| other.name == set.name).collect();
        builder = set.add(builder, url.registration(), &before);
    }
    builder.build()
}

impl Set {
    /// Parses `NAME=VALUE`, `NAME:=TEXT`, `NAME?=VALUE` or `NAME?:=TEXT`.
    fn parse(text: &OsStr, option: &str, registry: &Registry) -> Result<Self, CliError> {
        let (mut name, value) = split(text.as_encoded_bytes());
        let Some(value) = value else {
            // The text may be a value without its name, such as a password.
            return Err(CliError::Usage(format!("{option}: no `=`: write `NAME=VALUE`")));
        };
        let is_raw = name.strip_suffix(b":").inspect(|rest| name = rest).is_some();
        let if_missing = name.strip_suffix(b"?").inspect(|rest| name = rest).is_some();
        let name = String::from_utf8_lossy(name).into_owned();
        names::check_set(&name, registry)?;
        if is_raw && std::str::from_utf8(&value).is_err() {
            return Err(CliError::Usage(format!("{option}: the text of `{}:=` is not UTF-8", visible(&name))));
        }
        Ok(Self { name, value, is_raw, if_missing })
    }

    /// One for each value between blanks.
    fn iterations(self) -> Vec<Self> {
        let values = self.value.split(|byte| *byte == b' ').filter(|value| !value.is_empty());
        let sets: Vec<_> = values.map(|value| Self { value: value.to_owned(), ..self.clone() }).collect();
        // `--iterate port=` sets one value: none.
        if sets.is_empty() { vec![self] } else { sets }
    }

    fn applies(&self, url: &Url<'_>) -> bool {
        !self.if_missing
            || match &*self.name {
                "scheme" => false,
                "path" => url.path().is_empty(),
                "query" => url.query().is_none(),
                name => url.component(name).is_none_or(|component| component.span().is_none()),
            }
    }

    /// The value of `:=`, which was checked.
    fn raw(&self) -> &str {
        std::str::from_utf8(&self.value).unwrap_or_default()
    }

    /// Adds the component to a builder, by its role. The first value of a list replaces those of the URL; `before` are the
    /// values that it has already.
    fn add(&self, builder: UrlBuilder, registration: &Registration, before: &[&Self]) -> UrlBuilder {
        let Self { name, value, .. } = self;
        let role = registration.component(name).map(|component| component.role);
        if self.is_raw {
            let elements = before.iter().filter(|set| set.is_raw).map(|set| set.raw().as_bytes());
            return builder.set_raw(name, &raw_list(role, elements, value));
        }
        if value.is_empty() {
            return builder.without(name);
        }
        let cleared = |builder: UrlBuilder| if before.is_empty() { builder.without(name) } else { builder };
        match role {
            Some(Role::List(_)) => cleared(builder).push(name, value),
            Some(Role::Fields(_)) => {
                let (field, value) = split(value);
                cleared(builder).push_field(name, field, value.as_deref())
            }
            Some(Role::Flag) => builder.flag(name),
            _ => builder.set(name, value),
        }
    }
}

/// Refuses a component that is set twice, unless it is a list.
fn check_duplicates<'s>(sets: impl Iterator<Item = &'s Set>, registry: &Registry) -> Result<(), CliError> {
    let mut seen: Vec<&str> = Vec::new();
    for Set { name, .. } in sets {
        let is_list = |role: Role| matches!(role, Role::List(_) | Role::Fields(_));
        let has_list = |entry: &anyurl::Entry| {
            entry.registration().component(name).is_some_and(|component| is_list(component.role))
        };
        if seen.contains(&name.as_str()) && !registry.entries().any(has_list) {
            return Err(CliError::Usage(format!("`{}` is set twice", visible(name))));
        }
        seen.push(name);
    }
    Ok(())
}
