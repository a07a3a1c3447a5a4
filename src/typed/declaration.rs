//! The macro [`typed!`](crate::typed!).

/// Declares an owned, typed URL of one scheme, in code or from a registry file, and its builder.
///
/// ```text
/// typed! {
///     ATTRIBUTES VISIBILITY struct TYPE built by BUILDER in REGISTRY() for "SCHEME" { FIELD: KIND, … }
/// }
/// ```
///
/// `REGISTRY()` is a call without arguments that returns a [`Registry`](crate::Registry) or a reference to one. A field is a
/// component of the scheme, with `_` for `-` in its name. Its kind is the type of its getter:
///
/// | kind | getter | value |
/// |---|---|---|
/// | `&str` | `&str` | as written |
/// | `Text` | `Cow<str>` | decoded; a component that must be split before it is decoded stays as written |
/// | `u16` | `u16` | a port |
/// | `Option<&str>`, `Option<Text>`, `Option<u16>` | the same as `Option` | `None` if the component is absent |
/// | `List` | `Vec<Cow<str>>` | the decoded elements of a list |
///
/// A URL that lacks a component whose kind is not an `Option` or `List`, or whose text is not UTF-8, is not a value of the
/// type: parsing fails, so getters cannot. The setters of the builder take unescaped values.
///
/// The type has `parse`, `parse_with`, `builder`, `as_str`, `as_url` and `into_url`, and implements `Clone`, `Debug` (without
/// passwords), `Display` and `AsRef<str>` (the URL as written), `FromStr`, `TryFrom<&str>` and `TryFrom<OwnedUrl>`; `Eq`,
/// `Ord` and `Hash`, by the text as written; and `Serialize` and `Deserialize`, as text, with the feature `serde` of
/// `anyurl`. Errors are [`TypedError`](crate::typed::TypedError)s.
///
/// `built by BUILDER` can be omitted for a type without a builder.
///
/// ```
/// anyurl::typed! {
///     /// A file on an FTP server.
///     pub struct FtpFile built by FtpFileBuilder in anyurl::registry() for "ftp" {
///         host: &str,
///         user: Option<Text>,
///         port: Option<u16>,
///         /// The directories, from the login directory.
///         cwd: List,
///         name: Text,
///     }
/// }
///
/// let file: FtpFile = "ftp://h.dom/a%20b/motd".parse()?;
/// assert_eq!((file.host(), file.user(), file.port(), &*file.name()), ("h.dom", None, None, "motd"));
/// assert_eq!(file.cwd(), ["a b"]);
///
/// let built = FtpFile::builder().host("h.dom").cwd(["a b"]).name("motd").build()?;
/// assert_eq!(built, file);
///
/// // The errors of parsing have a span; those of building name the component.
/// assert_eq!(FtpFile::parse("gopher://h/").unwrap_err().to_string(), "other scheme: the scheme of the URL must be `ftp` (RFC 1738 §2.1)");
/// let missing = FtpFile::builder().host("h.dom").build().unwrap_err();
/// assert_eq!(missing.to_string(), "the component `name` is missing: every URL of this type has it");
/// # Ok::<(), anyurl::typed::TypedError>(())
/// ```
#[macro_export]
macro_rules! typed {
    // Entry points.
    (
        $(#[$meta:meta])* $vis:vis struct $type:ident $(built by $builder:ident)?
        in $($registry:ident)::+ () for $scheme:literal { $($fields:tt)* }
    ) => {
        $crate::typed! {
            @fields [[$(#[$meta])*] [$vis] $type [$($builder)?] [$($registry)::+] $scheme] [] [$($fields)* ,]
        }
    };

    // Each field becomes `[docs name requirement kind]`.
    (@fields $head:tt $done:tt [$(,)?]) => {
        $crate::typed! { @emit $head $done }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : & str, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field required str]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Text, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field required text]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : u16, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field required number]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : List, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional list]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Option<& str>, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional str]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Option<Text>, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional text]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Option<u16>, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional number]] [$($rest)*] }
    };

    (@emit [[$(#[$meta:meta])*] [$vis:vis] $type:ident [$($builder:ident)?] [$($registry:ident)::+] $scheme:literal]
        [$([[$(#[$doc:meta])*] $field:ident $need:ident $kind:ident])*]
    ) => {
        $(#[$meta])*
        #[derive(Clone)]
        $vis struct $type($crate::AnyOwnedUrl);

        impl $type {
            const FIELDS: &'static [$crate::typed::Field] = &[$($crate::typed! { @field $field $need $kind }),*];

            /// Parses a URL with the options of the registry.
            ///
            /// # Errors
            /// The text is not a URL of the scheme, or lacks a component of this type.
            $vis fn parse(text: &str) -> ::core::result::Result<Self, $crate::typed::TypedError> {
                let registry: &$crate::Registry = &$($registry)::+();
                $crate::typed::parse(registry, $scheme, text, Self::FIELDS).map(Self)
            }

            /// The URL as written.
            $vis fn as_str(&self) -> &str {
                self.0.as_str()
            }

            /// The URL, with all its methods.
            $vis fn as_url(&self) -> $crate::AnyUrl<'_> {
                self.0.as_url()
            }

            /// The URL, without its type.
            $vis fn into_url(self) -> $crate::AnyOwnedUrl {
                self.0
            }

            $($crate::typed! { @getter [$(#[$doc])*] [$vis] $field $need $kind })*
        }

        $crate::typed! { @builder [$vis] $type [$($builder)?] [$($registry)::+] $scheme [$([$field $kind])*] }
        $crate::typed! { @traits $type }
        $crate::__typed_serde! { $type }
    };

    // The description of a field.
    (@field $field:ident $need:ident $kind:ident) => {
        $crate::typed::Field {
            name: ::core::stringify!($field),
            is_required: $crate::typed! { @is_required $need },
            kind: $crate::typed! { @kind $kind },
        }
    };
    (@is_required required) => { true };
    (@is_required optional) => { false };
    (@kind str) => { $crate::typed::FieldKind::Written };
    (@kind text) => { $crate::typed::FieldKind::Text };
    (@kind number) => { $crate::typed::FieldKind::Number };
    (@kind list) => { $crate::typed::FieldKind::List };

    // Getters. `check` has made sure that required values are present.
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident required str) => {
        $(#[$doc])*
        $vis fn $field(&self) -> &str {
            $crate::typed::written(&self.0.as_url(), ::core::stringify!($field)).unwrap_or_default()
        }
    };
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident optional str) => {
        $(#[$doc])*
        $vis fn $field(&self) -> ::core::option::Option<&str> {
            $crate::typed::written(&self.0.as_url(), ::core::stringify!($field))
        }
    };
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident required text) => {
        $(#[$doc])*
        $vis fn $field(&self) -> ::std::borrow::Cow<'_, str> {
            $crate::typed::text(&self.0.as_url(), ::core::stringify!($field)).unwrap_or_default()
        }
    };
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident optional text) => {
        $(#[$doc])*
        $vis fn $field(&self) -> ::core::option::Option<::std::borrow::Cow<'_, str>> {
            $crate::typed::text(&self.0.as_url(), ::core::stringify!($field))
        }
    };
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident required number) => {
        $(#[$doc])*
        $vis fn $field(&self) -> u16 {
            $crate::typed::number(&self.0.as_url(), ::core::stringify!($field)).unwrap_or_default()
        }
    };
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident optional number) => {
        $(#[$doc])*
        $vis fn $field(&self) -> ::core::option::Option<u16> {
            $crate::typed::number(&self.0.as_url(), ::core::stringify!($field))
        }
    };
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident optional list) => {
        $(#[$doc])*
        $vis fn $field(&self) -> ::std::vec::Vec<::std::borrow::Cow<'_, str>> {
            $crate::typed::elements(&self.0.as_url(), ::core::stringify!($field))
        }
    };

    // The builder.
    (@builder [$vis:vis] $type:ident [] [$($registry:ident)::+] $scheme:literal $fields:tt) => {};
    (@builder [$vis:vis] $type:ident [$builder:ident] [$($registry:ident)::+] $scheme:literal
        [$([$field:ident $kind:ident])*]
    ) => {
        #[doc = ::core::concat!("Builds a [`", ::core::stringify!($type), "`] from unescaped values.")]
        #[derive(Clone, Debug)]
        #[must_use = "`build` returns the URL"]
        $vis struct $builder($crate::typed::Draft);

        impl $type {
            /// Returns a builder without values.
            $vis fn builder() -> $builder {
                let registry: &$crate::Registry = &$($registry)::+();
                $builder($crate::typed::Draft::new(registry, $scheme))
            }
        }

        impl $builder {
            $($crate::typed! { @setter [$vis] $field $kind })*

            /// Builds the URL, and parses it.
            ///
            /// # Errors
            /// A component that every URL of the type has was not set, or the scheme rejects a value.
            $vis fn build(self) -> ::core::result::Result<$type, $crate::typed::TypedError> {
                self.0.build($type::FIELDS).map($type)
            }
        }
    };
    (@setter [$vis:vis] $field:ident number) => {
        #[doc = ::core::concat!("Sets the component `", ::core::stringify!($field), "`.")]
        $vis fn $field(self, number: u16) -> Self {
            Self(self.0.set(::core::stringify!($field), ::std::string::ToString::to_string(&number).as_bytes()))
        }
    };
    (@setter [$vis:vis] $field:ident list) => {
        #[doc = ::core::concat!("Adds elements to the component `", ::core::stringify!($field), "`.")]
        $vis fn $field<T: AsRef<[u8]>>(self, elements: impl IntoIterator<Item = T>) -> Self {
            let push = |draft: $crate::typed::Draft, element: T| draft.push(::core::stringify!($field), element.as_ref());
            Self(elements.into_iter().fold(self.0, push))
        }
    };
    (@setter [$vis:vis] $field:ident $kind:ident) => {
        #[doc = ::core::concat!("Sets the component `", ::core::stringify!($field), "`.")]
        $vis fn $field(self, value: impl AsRef<[u8]>) -> Self {
            Self(self.0.set(::core::stringify!($field), value.as_ref()))
        }
    };

    (@traits $type:ident) => {
        impl ::core::fmt::Debug for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let url = self.0.as_url();
                let shown = url.redaction().slice(url.text(), url.url_span());
                f.debug_tuple(::core::stringify!($type)).field(&shown).finish()
            }
        }

        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::AsUrl for $type {
            fn as_any(&self) -> $crate::AnyUrl<'_> {
                self.0.as_url()
            }
        }

        impl ::core::convert::AsRef<str> for $type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl ::core::str::FromStr for $type {
            type Err = $crate::typed::TypedError;

            fn from_str(text: &str) -> ::core::result::Result<Self, $crate::typed::TypedError> {
                Self::parse(text)
            }
        }

        impl ::core::convert::TryFrom<&str> for $type {
            type Error = $crate::typed::TypedError;

            fn try_from(text: &str) -> ::core::result::Result<Self, $crate::typed::TypedError> {
                Self::parse(text)
            }
        }

        /// Parses the text again: the registry or the options of the URL may be others.
        impl<D> ::core::convert::TryFrom<$crate::AnyOwnedUrl<D>> for $type {
            type Error = $crate::typed::TypedError;

            fn try_from(url: $crate::AnyOwnedUrl<D>) -> ::core::result::Result<Self, $crate::typed::TypedError> {
                Self::parse(url.as_str())
            }
        }

        impl ::core::convert::From<$type> for $crate::AnyOwnedUrl {
            fn from(typed: $type) -> Self {
                typed.0
            }
        }

        /// Compares the texts.
        impl ::core::cmp::PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl ::core::cmp::Eq for $type {}

        impl ::core::cmp::PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        /// Compares the texts.
        impl ::core::cmp::Ord for $type {
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl ::core::hash::Hash for $type {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                ::core::hash::Hash::hash(self.as_str(), state);
            }
        }
    };
}

/// Implements the traits of `serde` for a type of [`typed!`](crate::typed!). Without the feature, it does nothing: a `cfg` in
/// `typed!` itself would be that of the crate which uses it.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __typed_serde {
    ($type:ident) => {};
}
