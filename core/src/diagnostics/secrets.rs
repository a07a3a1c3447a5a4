//! What counts as a secret of a URL: [`Secrets`].

mod field_name;
pub(crate) mod known;
mod part;
mod paths;
mod secret_names;

use alloc::sync::Arc;
use core::fmt;

use crate::text::prelude::*;
use crate::text::span::Span;

pub(crate) use field_name::FieldName;
use part::Part;
use paths::Marks;
pub use paths::PathTemplateError;

/// What counts as a secret of a URL.
///
/// | part | secret |
/// |---|---|
/// | password | always, also that of a URL within the URL |
/// | component that its scheme declares as secret | always |
/// | field of a query, a fragment or a path: `?token=…`, `#access_token=…`, `;sig=…` | by its name: see [`Secrets::is_field`] |
/// | user without a password: `https://ghp_…@host/` | unless [`Secrets::lone_user`] is `false` |
///
/// ```
/// use anyurl_core::{Registry, Secrets};
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://h/a?id=7&Access-Token=s3cret&pin_code=42")?;
/// let secrets = Secrets::new().fields(["pin-code"]);
/// let found: Vec<_> = url.secrets(&secrets).into_iter().map(|span| span.of(url.text())).collect();
/// assert_eq!(found, ["s3cret", "42"]);
/// assert_eq!(url.masked_with(&secrets).to_string(), "x-foo://h/a?id=7&Access-Token=***&pin_code=***");
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Secrets {
    rules: Rules,
    schemes: Option<Arc<dyn Schemes>>,
}

/// The rules of [`Secrets`], without those of the schemes.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Names that the caller added, without case and punctuation.
    fields: Vec<Box<[u8]>>,
    /// Names that the caller exempted, likewise.
    kept: Vec<Box<[u8]>>,
    /// Templates of paths that the caller added.
    paths: Vec<Box<str>>,
    path_marks: Marks,
    has_default_fields: bool,
    lone_user: bool,
}

/// What a registry knows about texts.
pub(crate) trait Schemes: Send + Sync {
    /// Whether a name is that of a scheme.
    fn is_scheme(&self, name: &str) -> bool;

    /// Finds the passwords and declared secrets of a text, in any order. If it is not a URL of a registered scheme,
    /// nothing is found, and the result is the offset up to which it may be one.
    fn declared(&self, text: &str, found: &mut dyn FnMut(Span)) -> Result<(), usize>;

    /// Whether URLs of the scheme of this name have secrets that only the scheme knows.
    fn declares(&self, name: &str) -> bool;
}

/// A registry without schemes: in a name, what stands before a colon is a user.
pub(crate) struct NoSchemes;

impl Schemes for NoSchemes {
    fn is_scheme(&self, _: &str) -> bool {
        false
    }

    fn declared(&self, _: &str, _: &mut dyn FnMut(Span)) -> Result<(), usize> {
        Err(0)
    }

    fn declares(&self, _: &str) -> bool {
        false
    }
}

/// The rules of a search, and the schemes if they are known.
#[derive(Clone, Copy)]
pub(crate) struct Search<'s> {
    pub(crate) rules: &'s Rules,
    pub(crate) schemes: Option<&'s dyn Schemes>,
}

/// The rules of a registry without others.
pub(crate) static DEFAULT: Rules = Rules::new();

impl Rules {
    const fn new() -> Self {
        Self {
            fields: Vec::new(),
            kept: Vec::new(),
            paths: Vec::new(),
            path_marks: paths::MARKS,
            has_default_fields: true,
            lone_user: true,
        }
    }

    /// Whether one part of a name is that of a secret.
    fn has_part(&self, part: &Part) -> bool {
        let is_kept = || !secret_names::is_connection(part) && part.is_in(&self.kept);
        part.is_in(&self.fields) || self.has_default_fields && secret_names::is_usual(part) && !is_kept()
    }

    /// A quick check for the whole name of a field: most are no secrets, and need not be compared.
    pub(crate) fn is_ordinary(&self, name: &[u8]) -> bool {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        self.fields.is_empty() && !secret_names::may_be_secret(name) && name.iter().all(is_plain)
    }

    /// Whether a name is that of a secret in a connection string.
    pub(crate) fn is_connection(&self, name: &FieldName) -> bool {
        self.has_default_fields && name.is_connection()
    }

    pub(crate) const fn hides_lone_user(&self) -> bool {
        self.lone_user
    }
}

impl Secrets {
    /// Passwords, the fields whose names are usual for secrets, and lone user names.
    pub const fn new() -> Self {
        Self::with(Rules::new(), None)
    }

    pub(crate) const fn with(rules: Rules, schemes: Option<Arc<dyn Schemes>>) -> Self {
        Self { rules, schemes }
    }

    pub(crate) const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The search by these rules, and by what other schemes declare if these have none.
    pub(crate) fn search<'s>(&'s self, others: Option<&'s dyn Schemes>) -> Search<'s> {
        Search { rules: &self.rules, schemes: self.schemes.as_deref().or(others) }
    }

    /// Adds names of fields. Case, `-` and `_` do not matter.
    #[must_use]
    pub fn fields(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let names = names.into_iter().map(|name| part::folded(name.as_ref()));
        self.rules.fields.extend(names.filter(|name| !name.is_empty()));
        self
    }

    /// Exempts default names of fields, so that their values are shown. Case, `-` and `_` do not matter.
    ///
    /// Passwords, what a scheme declares, and the fields of [`Secrets::fields`] stay secrets.
    ///
    /// ```
    /// use anyurl_core::Secrets;
    ///
    /// let secrets = Secrets::new().keep_fields(["code", "password"]);
    /// assert_eq!(secrets.mask("https://h/?code=7&password=s3cret"), "https://h/?code=7&password=***");
    /// ```
    #[must_use]
    pub fn keep_fields(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.rules.kept.extend(names.into_iter().map(|name| part::folded(name.as_ref())));
        self
    }

    /// Adds secrets in paths: templates of a host, which includes its subdomains, and a path with `***` for the secret and
    /// `*` for any other segment. What follows `***` ends the secret; without it, the rest of the path is one.
    ///
    /// The addresses of webhooks and bots of some chat services are known.
    ///
    /// # Errors
    /// If a template has no host, or not one `***` in its path.
    ///
    /// ```
    /// use anyurl_core::Secrets;
    ///
    /// let secrets = Secrets::new().paths(["hooks.acme.example/in/***"])?;
    /// assert_eq!(secrets.mask("https://hooks.acme.example/in/s3cret?v=1"), "https://hooks.acme.example/in/***?v=1");
    /// assert_eq!(secrets.mask("https://discord.com/api/webhooks/7/s3cret"), "https://discord.com/api/webhooks/7/***");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn paths(mut self, templates: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Self, PathTemplateError> {
        for template in templates {
            self.rules.add_path(paths::template(template.as_ref())?);
        }
        Ok(self)
    }

    /// Omits the default names of fields, and those of connection strings and the default paths, so that only those of
    /// [`Secrets::fields`] and [`Secrets::paths`] count.
    ///
    /// ```
    /// use anyurl_core::Secrets;
    ///
    /// let secrets = Secrets::new().without_default_fields().fields(["ticket"]);
    /// assert_eq!(secrets.mask("http://h/?token=a&ticket=b"), "http://h/?token=a&ticket=***");
    /// ```
    #[must_use]
    pub const fn without_default_fields(mut self) -> Self {
        self.rules.has_default_fields = false;
        self
    }

    /// Sets whether a user name without a password is a secret, such as the token in `https://ghp_…@host/`. The default
    /// is `true`.
    ///
    /// An empty password and the placeholders `x` and `x-oauth-basic` count as none. The user must follow `//`:
    /// `mailto:joe@host` has no secret.
    ///
    /// ```
    /// use anyurl_core::Secrets;
    ///
    /// assert_eq!(Secrets::new().mask("https://ghp_4f@h/"), "https://***@h/");
    /// assert_eq!(Secrets::new().mask("https://ghp_4f:x-oauth-basic@h/"), "https://***:***@h/");
    /// assert_eq!(Secrets::new().lone_user(false).mask("https://joe@h/"), "https://joe@h/");
    /// ```
    #[must_use]
    pub const fn lone_user(mut self, is_secret: bool) -> Self {
        self.rules.lone_user = is_secret;
        self
    }

    /// Whether the value of a field with this name, decoded, is a secret.
    ///
    /// By default these are names such as `token`, `sig`, `api_key`, `password`, `code` and `X-Amz-Credential`, and all
    /// that end with `token`, `secret`, `password`, `signature`, `api_key` or the like. Of a name with brackets or
    /// dots, each part counts: `user[password]`.
    ///
    /// ```
    /// use anyurl_core::Secrets;
    ///
    /// let secrets = Secrets::new().fields(["pin_code"]);
    /// let names = ["Token", "X-Amz-Signature", "client_secret", "refreshToken", "user[password]", "PIN-Code"];
    /// assert!(names.iter().all(|name| secrets.is_field(name)));
    /// assert!(!["page", "tokens", "author", "secretary"].iter().any(|name| secrets.is_field(name)));
    /// ```
    pub fn is_field(&self, name: &str) -> bool {
        let mut field = FieldName::new();
        name.bytes().for_each(|byte| field.push(byte, &self.rules));
        field.is_secret(&self.rules)
    }
}

impl Default for Secrets {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").field("rules", &self.rules).finish_non_exhaustive()
    }
}
