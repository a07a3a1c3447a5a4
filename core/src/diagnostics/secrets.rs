//! What counts as a secret of a URL: [`Secrets`].

mod field_name;

pub(crate) use field_name::FieldName;

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
/// use locator_core::{Registry, Secrets};
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://h/a?id=7&Access-Token=s3cret&pin_code=42")?;
/// let secrets = Secrets::new().fields(["pin-code"]);
/// let found: Vec<_> = url.secrets(&secrets).into_iter().map(|span| span.of(url.text())).collect();
/// assert_eq!(found, ["s3cret", "42"]);
/// assert_eq!(url.masked_with(&secrets).to_string(), "x-foo://h/a?id=7&Access-Token=***&pin_code=***");
/// # Ok::<(), locator_core::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secrets {
    /// Names that the caller added, without case and punctuation.
    fields: Vec<Box<[u8]>>,
    has_default_fields: bool,
    lone_user: bool,
}

/// The secrets that a caller without wishes hides.
pub(crate) static DEFAULT: Secrets = Secrets::new();

impl Secrets {
    /// Passwords, the fields whose names are usual for secrets, and lone user names.
    pub const fn new() -> Self {
        Self { fields: Vec::new(), has_default_fields: true, lone_user: true }
    }

    /// Adds names of fields. Case, `-` and `_` do not matter.
    #[must_use]
    pub fn fields(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let names = names.into_iter().map(|name| field_name::folded(name.as_ref()));
        self.fields.extend(names.filter(|name| !name.is_empty()));
        self
    }

    /// Omits the default names of fields, so that only those of [`Secrets::fields`] count.
    #[must_use]
    pub const fn without_default_fields(mut self) -> Self {
        self.has_default_fields = false;
        self
    }

    /// Sets whether a user name without a password is a secret, such as the token in `https://ghp_…@host/`. The default
    /// is `true`.
    ///
    /// An empty password and the placeholders `x` and `x-oauth-basic` count as none. The user must follow `//`:
    /// `mailto:joe@host` has no secret.
    ///
    /// ```
    /// use locator_core::Secrets;
    ///
    /// assert_eq!(Secrets::new().mask("https://ghp_4f@h/"), "https://***@h/");
    /// assert_eq!(Secrets::new().mask("https://ghp_4f:x-oauth-basic@h/"), "https://***:***@h/");
    /// assert_eq!(Secrets::new().lone_user(false).mask("https://joe@h/"), "https://joe@h/");
    /// ```
    #[must_use]
    pub const fn lone_user(mut self, is_secret: bool) -> Self {
        self.lone_user = is_secret;
        self
    }

    /// Whether the value of a field with this name, decoded, is a secret.
    ///
    /// By default these are names such as `token`, `sig`, `api_key`, `password`, `code` and `X-Amz-Credential`, and all
    /// that end with `token`, `secret`, `password`, `signature`, `api_key` or the like. Of a name with brackets or
    /// dots, each part counts: `user[password]`.
    ///
    /// ```
    /// use locator_core::Secrets;
    ///
    /// let secrets = Secrets::new().fields(["pin_code"]);
    /// let names = ["Token", "X-Amz-Signature", "client_secret", "refreshToken", "user[password]", "PIN-Code"];
    /// assert!(names.iter().all(|name| secrets.is_field(name)));
    /// assert!(!["page", "tokens", "author", "secretary"].iter().any(|name| secrets.is_field(name)));
    /// ```
    pub fn is_field(&self, name: &str) -> bool {
        let mut field = FieldName::new();
        name.bytes().for_each(|byte| field.push(byte, self));
        field.is_secret(self)
    }

    /// Whether one part of a name, without case and punctuation, is that of a secret.
    fn has_part(&self, part: &[u8]) -> bool {
        (self.has_default_fields && field_name::is_usual(part)) || self.fields.iter().any(|field| **field == *part)
    }

    pub(crate) const fn hides_lone_user(&self) -> bool {
        self.lone_user
    }
}

impl Default for Secrets {
    fn default() -> Self {
        Self::new()
    }
}
