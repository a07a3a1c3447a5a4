//! [`SchemeMap`]: an application's own values by scheme and version, such as handlers, limits or icons.

mod rules;
mod unused;

use alloc::sync::Arc;
use core::fmt;

use semver::{Version, VersionReq};

use crate::diagnostics::secrets::Secrets;
use crate::registry::{Entry, EntryMap, Implementation, Registry};
use crate::syntax::split;
use crate::text::name_map::NameMap;
use crate::text::prelude::*;
use crate::text::{did_you_mean, order};
use crate::url::{AsUrl, Url};

use rules::Rules;
pub use unused::Unused;

/// Values by the name of a scheme and a version requirement, with aliases and a default.
///
/// The value for a URL is, in this order:
///
/// 1. that of a rule for the name of its scheme. If several requirements match the version, an exact one (`=1.2.3`)
///    precedes a range (`^1`), and a range precedes any version (`*`). Of two ranges, or two exact requirements, the one
///    inserted later wins;
/// 2. if the name is an [alias](Self::alias), that of a rule for the other name;
/// 3. that of a rule for a family, such as `git+*` for `git+https`: the one with the longest beginning;
/// 4. the [default](Self::set_default).
///
/// A rule for a subscheme that is registered, such as `urn:uuid`, precedes those for its scheme, `urn`.
///
/// A rule for an alias that the registry has ([`RegistryBuilder::alias`](crate::RegistryBuilder::alias)) applies to the
/// scheme of that alias, after the rules for its name.
///
/// An unregistered scheme, and a name of which only facts are registered, has no version: of their rules, only those for
/// any version apply.
///
/// [`SchemeMap::bind`] computes the value of each entry of a registry in advance, so that a lookup adds about a nanosecond to a parse (`bench/`, `handlers`).
///
/// ```
/// use anyurl_core::semver::VersionReq;
/// use anyurl_core::{Registry, SchemeMap};
///
/// let mut handlers = SchemeMap::new();
/// handlers.insert("x-foo", VersionReq::STAR, "foo handler")?;
/// handlers.alias("x-bar", "x-foo")?;
/// handlers.set_default("browser");
///
/// let registry = Registry::builder().build();
/// let bound = handlers.bind(&registry);
/// assert_eq!(bound.get(&registry.parse("X-Foo:a")?), Some(&"foo handler"));
/// assert_eq!(bound.get(&registry.parse("x-bar:a")?), Some(&"foo handler"));
/// assert_eq!(bound.get(&registry.parse("nfs:a")?), Some(&"browser"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SchemeMap<T> {
    /// By name in lower case.
    rules: NameMap<Rules<T>>,
    /// The other name of each alias. No alias is the other name of another alias.
    aliases: NameMap<Box<str>>,
    default: Option<Arc<T>>,
}

/// A [`SchemeMap`] refuses a rule or an alias. The map is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SchemeMapError {
    /// The name is empty or has characters outside `a-z 0-9 + . -` (R-2.1-3), and is neither that of a family, such as
    /// `git+*`, nor that of a subscheme, such as `urn:uuid`.
    #[error("`{0}` is not a scheme name: use letters, digits, `+`, `-` and `.` (RFC 1738 §2.1)")]
    Name(String),
    /// The alias of an alias, or of itself.
    #[error("`{alias}` cannot be an alias of `{of}`, because {why}")]
    Alias {
        /// The refused alias.
        alias: String,
        /// The other name.
        of: String,
        /// The reason, and what to do.
        why: String,
    },
}

impl<T> SchemeMap<T> {
    /// Creates an empty map.
    pub const fn new() -> Self {
        Self { rules: NameMap::new(), aliases: NameMap::new(), default: None }
    }

    /// Sets the value for a scheme (ASCII case-insensitive) at the versions that match a requirement. A rule with an equal
    /// requirement is replaced. The name need not be registered. It can be that of a family (`git+*`), of a member
    /// (`git+https`) and of a subscheme (`urn:uuid`).
    ///
    /// ```
    /// use anyurl_core::SchemeMap;
    /// use anyurl_core::semver::{Version, VersionReq};
    ///
    /// let mut clients = SchemeMap::new();
    /// clients.insert("http", VersionReq::STAR, "any")?;
    /// clients.insert("HTTP", VersionReq::parse("^2")?, "modern")?;
    /// assert_eq!(clients.get("http", Some(&Version::new(2, 1, 0))), Some(&"modern"));
    /// assert_eq!(clients.get("http", Some(&Version::new(1, 0, 0))), Some(&"any"));
    /// clients.insert("git+*", VersionReq::STAR, "git")?;
    /// assert_eq!(clients.get("git+https", None), Some(&"git"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SchemeMapError::Name`] if no scheme can have the name.
    pub fn insert(&mut self, name: &str, versions: VersionReq, value: T) -> Result<(), SchemeMapError> {
        self.rules.get_or_default(&registrable(name)?).insert(versions, Arc::new(value));
        Ok(())
    }

    /// Gives the values of a scheme to another name as well, where that name has no rule of its own.
    ///
    /// The requirements are compared with the version of the scheme that the alias is the name of, if it is registered.
    ///
    /// ```
    /// use anyurl_core::SchemeMap;
    /// use anyurl_core::semver::VersionReq;
    ///
    /// let mut icons = SchemeMap::new();
    /// icons.insert("x-foo", VersionReq::STAR, "foo")?;
    /// icons.alias("x-bar", "x-foo")?;
    /// assert_eq!(icons.get("x-bar", None), Some(&"foo"));
    /// assert!(icons.alias("x-baz", "x-bar").is_err()); // the alias of an alias
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SchemeMapError::Alias`] for an alias of an alias, and [`SchemeMapError::Name`].
    pub fn alias(&mut self, alias: &str, of: &str) -> Result<(), SchemeMapError> {
        let (alias, of) = (key(alias)?, key(of)?);
        let why = if alias == of {
            Some("both are the same name: name another scheme".to_owned())
        } else if let Some(other) = self.aliases.get(&of) {
            Some(format!("`{of}` is an alias itself: name `{other}`"))
        } else {
            let (last, _) = self.aliases.iter().find(|(_, target)| **target == alias).unzip();
            last.map(|last| format!("`{last}` is an alias of `{alias}`: make it an alias of `{of}` first"))
        };
        if let Some(why) = why {
            return Err(SchemeMapError::Alias { alias: alias.into(), of: of.into(), why });
        }
        self.aliases.insert(alias, of);
        Ok(())
    }

    /// Sets the value for every scheme without a matching rule, unregistered ones included.
    pub fn set_default(&mut self, value: T) {
        self.default = Some(Arc::new(value));
    }

    /// Returns the names that have rules or are aliases, in lower case, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> =
            self.rules.iter().map(|(name, _)| name).chain(self.aliases.iter().map(|(name, _)| name)).collect();
        order::sort(&mut names);
        names.dedup();
        names.into_iter()
    }

    /// Returns the rules that have no effect with a registry: for a name that it does not have, or for no version of a scheme.
    ///
    /// ```
    /// use anyurl_core::semver::VersionReq;
    /// use anyurl_core::{Registry, SchemeMap};
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::http::HTTP)?.build();
    /// let mut clients = SchemeMap::new();
    /// clients.insert("htpp", VersionReq::STAR, 1)?;
    /// clients.insert("http", VersionReq::parse("^7")?, 2)?;
    /// let unused: Vec<_> = clients.unused(&registry).iter().map(ToString::to_string).collect();
    /// assert_eq!(unused[0], "the scheme `htpp` is not registered: did you mean `http`?");
    /// assert_eq!(unused[1], "no version of `http` meets `^7`: it has 1.0.0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unused(&self, registry: &Registry) -> Vec<Unused> {
        let mut unused: Vec<_> = self.names().filter_map(|name| Unused::scheme(name, registry)).collect();
        for (name, rules) in self.rules.iter() {
            let registered: Vec<_> =
                registry.versions(name).map(|entry| entry.registration().version.clone()).collect();
            let is_met = |versions: &VersionReq| registered.iter().any(|version| versions.matches(version));
            for versions in rules.requirements().filter(|versions| !registered.is_empty() && !is_met(versions)) {
                let (name, versions) = (name.to_string(), versions.clone());
                unused.push(Unused::Versions { name, versions, registered: registered.clone() });
            }
        }
        unused
    }

    /// Returns names of this map that differ from `name` by one typing error; [`Registry::similar_names`]
    /// returns those of all registered schemes.
    ///
    /// ```
    /// use anyurl_core::SchemeMap;
    /// use anyurl_core::semver::VersionReq;
    ///
    /// let mut icons = SchemeMap::new();
    /// icons.insert("gopher", VersionReq::STAR, "gopher.svg")?;
    /// assert_eq!(icons.similar_names("gohper"), ["gopher"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn similar_names(&self, name: &str) -> Vec<&str> {
        did_you_mean::similar_schemes(name, self.names())
    }

    /// Returns the value for a scheme, family or subscheme (ASCII case-insensitive); an unregistered one has no version.
    pub fn get(&self, name: &str, version: Option<&Version>) -> Option<&T> {
        self.find(&name.to_ascii_lowercase(), version).map(Arc::as_ref)
    }

    /// Computes the value of each entry of a registry. Later changes to the map do not affect the result.
    ///
    /// Loads those lazy entries of the registry that the map has rules for.
    ///
    /// ```
    /// use anyurl_core::semver::VersionReq;
    /// use anyurl_core::{Registry, SchemeMap};
    ///
    /// let registry = Registry::builder().build();
    /// let mut icons = SchemeMap::new();
    /// icons.insert("x-foo", VersionReq::STAR, "old")?;
    /// let bound = icons.bind(&registry);
    /// icons.insert("x-foo", VersionReq::STAR, "new")?;
    /// assert_eq!(bound.get(&registry.parse("x-foo:a")?), Some(&"old"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bind(&self, registry: &Registry) -> Bound<T> {
        let mut values = EntryMap::new();
        let entries = registry.table_with_uris().iter().filter(|entry| !self.depends_on_member(entry.name()));
        for entry in entries {
            values.insert(entry.id(), self.find_entry(entry, None).cloned());
        }
        for (name, indices) in registry.lazy_names().filter(|(name, _)| !self.depends_on_member(name)) {
            let entry = || registry.entry_at(indices[0]);
            let value = if self.has_rules(name) { self.find_entry(entry(), None) } else { self.default.as_ref() };
            for index in indices {
                values.insert(registry.id_at(index), value.cloned());
            }
        }
        Bound { map: self.clone(), registry: registry.clone(), values }
    }

    /// Whether the value of this entry depends on the name in the URL, which is that of a member of a family.
    fn depends_on_member(&self, name: &str) -> bool {
        let is_member = |own: &str, stem| own != name && split::is_in_family(own, stem);
        split::family_stem(name).is_some_and(|stem| self.names().any(|own| is_member(own, stem)))
    }

    /// Whether a rule can be for an entry of this name.
    fn has_rules(&self, name: &str) -> bool {
        let has_rule = |name| self.rules.get(name).is_some() || self.aliases.get(name).is_some();
        has_rule(name) || has_rule(split::scheme_of(name)) || self.families(name).next().is_some()
    }

    /// The value for an entry; of a family, for the name of a member. A rule for its name precedes a rule for an alias of
    /// the registry.
    fn find_entry(&self, entry: &Entry, member: Option<&str>) -> Option<&Arc<T>> {
        let version = version(entry);
        let name = member.unwrap_or(entry.name());
        let mut names = core::iter::once(name).chain(entry.aliases().iter().map(|alias| &**alias));
        names.find_map(|name| self.find_rule(name, version)).or(self.default.as_ref())
    }

    /// The value for a name in lower case.
    fn find(&self, name: &str, version: Option<&Version>) -> Option<&Arc<T>> {
        self.find_rule(name, version).or(self.default.as_ref())
    }

    /// The value of a rule for a name in lower case, or for the scheme or the family that it belongs to.
    fn find_rule(&self, name: &str, version: Option<&Version>) -> Option<&Arc<T>> {
        let own = self.rules.get(name).and_then(|rules| rules.find(version));
        let other = || self.rules.get(self.aliases.get(name)?)?.find(version);
        let of_family = || self.families(name).filter_map(|(stem, rules)| Some((stem, rules.find(version)?)));
        let longest = || of_family().max_by_key(|(stem, _)| stem.len()).map(|(_, value)| value);
        let of_scheme = || self.find_rule(split::subscheme(name)?.0, version);
        own.or_else(other).or_else(longest).or_else(of_scheme)
    }

    /// The rules for families that a name belongs to, with the beginnings of their names.
    fn families<'s>(&'s self, name: &str) -> impl Iterator<Item = (&'s str, &'s Rules<T>)> {
        let rules = name.contains('+').then(|| self.rules.iter());
        let families = rules.into_iter().flatten().filter_map(|(own, rules)| Some((split::family_stem(own)?, rules)));
        families.filter(move |(stem, _)| split::is_in_family(name, stem))
    }

    /// The value for a URL of any registry.
    #[cold]
    pub(crate) fn find_for(&self, url: &Url<'_>) -> Option<&T> {
        let value = if url.is_known() {
            let member = url.entry().family_stem().map(|_| url.scheme());
            self.find_entry(url.entry(), member.as_deref())
        } else {
            self.find(&url.scheme(), None)
        };
        value.map(Arc::as_ref)
    }
}

/// The version of an entry with a syntax of its own.
fn version(entry: &Entry) -> Option<&Version> {
    let is_generic = matches!(entry.implementation(), Implementation::Generic | Implementation::Fact);
    (!is_generic).then(|| &entry.registration().version)
}

/// The name of a scheme, of a family or of a subscheme in lower case.
fn registrable(name: &str) -> Result<Box<str>, SchemeMapError> {
    if split::is_registrable(name) { Ok(name.to_ascii_lowercase().into()) } else { key(name) }
}

/// A name in lower case.
pub(crate) fn key(name: &str) -> Result<Box<str>, SchemeMapError> {
    if split::is_scheme(name) {
        return Ok(name.to_ascii_lowercase().into());
    }
    // A caller may pass a whole URL by mistake, with a password in it.
    Err(SchemeMapError::Name(Secrets::new().mask_name(name).into_owned()))
}

impl<T> Default for SchemeMap<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// Shares the values.
impl<T> Clone for SchemeMap<T> {
    fn clone(&self) -> Self {
        Self { rules: self.rules.clone(), aliases: self.aliases.clone(), default: self.default.clone() }
    }
}

/// Shows the names, not the values.
impl<T> fmt::Debug for SchemeMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

/// A [`SchemeMap`] with the value of each entry of a registry, as [`SchemeMap::bind`] returns it.
pub struct Bound<T> {
    map: SchemeMap<T>,
    registry: Registry,
    /// Of every entry but the generic one: unregistered names share it, so that the name decides.
    values: EntryMap<Option<Arc<T>>>,
}

impl<T> Bound<T> {
    /// Returns the value for a URL of any registry: by an index if it was parsed with the bound registry and its scheme
    /// is registered, otherwise by name and version. The result is the same.
    ///
    /// ```
    /// use anyurl_core::semver::VersionReq;
    /// use anyurl_core::{Registry, SchemeMap};
    ///
    /// let mut icons = SchemeMap::new();
    /// icons.insert("x-foo", VersionReq::STAR, "foo")?;
    /// let (registry, other) = (Registry::builder().build(), Registry::builder().build());
    /// let bound = icons.bind(&registry);
    /// assert_eq!(bound.get(&registry.parse("x-foo:a")?), Some(&"foo"));
    /// assert_eq!(bound.get(&other.parse("x-foo:a")?), Some(&"foo"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn get(&self, url: &impl AsUrl) -> Option<&T> {
        let url = &url.as_any();
        match self.values.get(url.entry_id()) {
            Some(value) => value.as_deref(),
            None => self.map.find_for(url),
        }
    }

    /// The bound registry.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The map, to change it and bind it again.
    pub fn map(&self) -> &SchemeMap<T> {
        &self.map
    }
}

/// Shares the values.
impl<T> Clone for Bound<T> {
    fn clone(&self) -> Self {
        Self { map: self.map.clone(), registry: self.registry.clone(), values: self.values.clone() }
    }
}

impl<T> fmt::Debug for Bound<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.map.fmt(f)
    }
}
