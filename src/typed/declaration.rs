//! The macro [`typed!`](crate::typed!).

/// Declares an owned, typed URL of one scheme or of several, in code or from a registry file, and its builder.
///
/// ```text
/// typed! {
///     ATTRIBUTES VISIBILITY struct TYPE built by BUILDER in REGISTRY() for "SCHEME" | "SCHEME" { FIELD: KIND, … }
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
/// | `u16`, `u32`, `u64` | the same | a number, such as a port |
/// | `Option` of these | the same as `Option` | `None` if the component is absent |
/// | `List` | `Vec<Cow<str>>` | the decoded elements of a list |
/// | `Pairs` | `Vec<(Cow<str>, Cow<str>)>` | the decoded names and values of fields, or of a query |
/// | `Hosts` | `Vec<HostPort>` | the hosts of the URL, each with its port: one, or those of a list |
///
/// A URL that lacks a component whose kind is not an `Option`, `List`, `Pairs` or `Hosts`, or whose text is not UTF-8, is not
/// a value of the type: parsing fails, so getters cannot. The setters of the builder take unescaped values; `Hosts` is set
/// as a text.
///
/// The type has `parse`, `verify`, `builder` (`builder_for` if it has several schemes), `as_str`, `as_url` and `into_url`,
/// and implements `Clone`, `Debug` (without passwords), `Display` and `AsRef<str>` (the URL as written), `FromStr`,
/// `TryFrom<&str>` and `TryFrom<OwnedUrl>`; `Eq`, `Ord` and `Hash`, by the text as written; and `Serialize` and
/// `Deserialize`, as text, with the feature `serde` of `anyurl`. Errors are [`TypedError`](crate::typed::TypedError)s.
///
/// `built by BUILDER` can be omitted for a type without a builder.
///
/// A scheme that the registry lacks, a component that none of the schemes has, and a kind that cannot hold the component are
/// errors of `verify`, which every use of the type reports too. Call it in a test:
///
/// ```
/// anyurl::typed! { struct Db in anyurl::registry() for "postgres" | "postgresql" { databse: Option<Text> } }
///
/// let error = Db::verify().unwrap_err();
/// assert_eq!(error.to_string(), "`Db`: postgresql has no component `databse`: did you mean `database`?");
/// assert_eq!(Db::parse("postgres://h/shop").unwrap_err(), error);
/// ```
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
/// let other = FtpFile::parse("gopher://h/").unwrap_err();
/// assert_eq!(other.to_string(), "other scheme: the scheme must be `ftp`, and is `gopher` (RFC 1738 §2.1)");
/// let missing = FtpFile::builder().host("h.dom").build().unwrap_err();
/// assert_eq!(missing.to_string(), "the component `name` is missing: every URL of this type has it");
/// # Ok::<(), anyurl::typed::TypedError>(())
/// ```
#[macro_export]
macro_rules! typed {
    // Entry points.
    (
        $(#[$meta:meta])* $vis:vis struct $type:ident $(built by $builder:ident)?
        in $($registry:ident)::+ () for $($scheme:literal)|+ { $($fields:tt)* }
    ) => {
        $crate::typed! {
            @fields [[$(#[$meta])*] [$vis] $type [$($builder)?] [$($registry)::+] [$($scheme)+]] [] [$($fields)* ,]
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
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field required u16]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : u32, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field required u32]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : u64, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field required u64]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Option<& str>, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional str]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Option<Text>, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional text]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Option<u16>, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional u16]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Option<u32>, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional u32]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Option<u64>, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional u64]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : List, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional list]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Pairs, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional pairs]] [$($rest)*] }
    };
    (@fields $head:tt [$($done:tt)*] [$(#[$doc:meta])* $field:ident : Hosts, $($rest:tt)*]) => {
        $crate::typed! { @fields $head [$($done)* [[$(#[$doc])*] $field optional hosts]] [$($rest)*] }
    };

    (@emit [[$(#[$meta:meta])*] [$vis:vis] $type:ident [$($builder:ident)?] [$($registry:ident)::+] [$($scheme:literal)+]]
        [$([[$(#[$doc:meta])*] $field:ident $need:ident $kind:ident])*]
    ) => {
        $(#[$meta])*
        #[derive(Clone)]
        $vis struct $type($crate::AnyOwnedUrl);

        impl $type {
            /// The declaration, which is checked once.
            fn declaration() -> &'static $crate::typed::Declaration {
                static DECLARATION: $crate::typed::Declaration = $crate::typed::Declaration::new(
                    ::core::stringify!($type),
                    &[$($scheme),+],
                    &[$($crate::typed! { @field $field $need $kind }),*],
                );
                &DECLARATION
            }

            /// Checks that the schemes are registered, and that they have the components of this type.
            ///
            /// # Errors
            /// The first mistake in the declaration of the type.
            $vis fn verify() -> ::core::result::Result<(), $crate::typed::TypedError> {
                Self::declaration().verify(&$($registry)::+())
            }

            /// Parses a URL with the options of the registry.
            ///
            /// # Errors
            /// The text is not a URL of the scheme, or lacks a component of this type.
            $vis fn parse(text: &str) -> ::core::result::Result<Self, $crate::typed::TypedError> {
                Self::declaration().parse(&$($registry)::+(), text).map(Self)
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

        $crate::typed! { @builder [$vis] $type [$($builder)?] [$($registry)::+] [$($scheme)+] [$([$field $kind])*] }
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
    (@kind u16) => { $crate::typed::FieldKind::Number("u16", u16::MAX as u64) };
    (@kind u32) => { $crate::typed::FieldKind::Number("u32", u32::MAX as u64) };
    (@kind u64) => { $crate::typed::FieldKind::Number("u64", u64::MAX) };
    (@kind list) => { $crate::typed::FieldKind::List };
    (@kind pairs) => { $crate::typed::FieldKind::Pairs };
    (@kind hosts) => { $crate::typed::FieldKind::Hosts };

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
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident optional list) => {
        $(#[$doc])*
        $vis fn $field(&self) -> ::std::vec::Vec<::std::borrow::Cow<'_, str>> {
            $crate::typed::elements(&self.0.as_url(), ::core::stringify!($field))
        }
    };

    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident optional pairs) => {
        $(#[$doc])*
        $vis fn $field(&self) -> ::std::vec::Vec<(::std::borrow::Cow<'_, str>, ::std::borrow::Cow<'_, str>)> {
            $crate::typed::pairs(&self.0.as_url(), ::core::stringify!($field))
        }
    };
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident optional hosts) => {
        $(#[$doc])*
        $vis fn $field(&self) -> ::std::vec::Vec<$crate::HostPort<'_>> {
            self.0.as_url().hosts().collect()
        }
    };
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident required $number:ident) => {
        $(#[$doc])*
        $vis fn $field(&self) -> $number {
            $crate::typed::number(&self.0.as_url(), ::core::stringify!($field)).unwrap_or_default()
        }
    };
    (@getter [$(#[$doc:meta])*] [$vis:vis] $field:ident optional $number:ident) => {
        $(#[$doc])*
        $vis fn $field(&self) -> ::core::option::Option<$number> {
            $crate::typed::number(&self.0.as_url(), ::core::stringify!($field))
        }
    };

    // The builder.
    (@builder [$vis:vis] $type:ident [] $registry:tt $schemes:tt $fields:tt) => {};
    (@builder [$vis:vis] $type:ident [$builder:ident] [$($registry:ident)::+] $schemes:tt
        [$([$field:ident $kind:ident])*]
    ) => {
        #[doc = ::core::concat!("Builds a [`", ::core::stringify!($type), "`] from unescaped values.")]
        #[derive(Clone, Debug)]
        #[must_use = "`build` returns the URL"]
        $vis struct $builder($crate::typed::Draft);

        impl $type {
            $crate::typed! { @new_builder [$vis] $builder [$($registry)::+] $schemes }
        }

        impl $builder {
            $($crate::typed! { @setter [$vis] $field $kind })*

            /// Builds the URL, and parses it.
            ///
            /// # Errors
            /// A component that every URL of the type has was not set, or the scheme rejects a value.
            $vis fn build(self) -> ::core::result::Result<$type, $crate::typed::TypedError> {
                self.0.build().map($type)
            }
        }
    };
    (@new_builder [$vis:vis] $builder:ident [$($registry:ident)::+] [$scheme:literal]) => {
        /// Returns a builder without values.
        $vis fn builder() -> $builder {
            $builder(Self::declaration().draft(&$($registry)::+(), $scheme))
        }
    };
    (@new_builder [$vis:vis] $builder:ident [$($registry:ident)::+] [$($scheme:literal)+]) => {
        /// Returns a builder without values, for URLs of one of the schemes.
        $vis fn builder_for(scheme: &str) -> $builder {
            $builder(Self::declaration().draft(&$($registry)::+(), scheme))
        }
    };
    (@setter [$vis:vis] $field:ident list) => {
        #[doc = ::core::concat!("Adds elements to the component `", ::core::stringify!($field), "`.")]
        $vis fn $field<T: AsRef<[u8]>>(self, elements: impl IntoIterator<Item = T>) -> Self {
            let push = |draft: $crate::typed::Draft, element: T| draft.push(::core::stringify!($field), element.as_ref());
            Self(elements.into_iter().fold(self.0, push))
        }
    };
    (@setter [$vis:vis] $field:ident pairs) => {
        #[doc = ::core::concat!("Adds names and values to the component `", ::core::stringify!($field), "`.")]
        $vis fn $field<N: AsRef<[u8]>, V: AsRef<[u8]>>(self, pairs: impl IntoIterator<Item = (N, V)>) -> Self {
            Self(self.0.pairs(::core::stringify!($field), pairs))
        }
    };
    (@setter [$vis:vis] $field:ident hosts) => {
        #[doc = ::core::concat!("Sets the component `", ::core::stringify!($field), "`: a host, or several with commas.")]
        $vis fn $field(self, hosts: impl AsRef<str>) -> Self {
            Self(self.0.set_raw(::core::stringify!($field), hosts.as_ref()))
        }
    };
    (@setter [$vis:vis] $field:ident text) => { $crate::typed! { @text_setter [$vis] $field } };
    (@setter [$vis:vis] $field:ident str) => { $crate::typed! { @text_setter [$vis] $field } };
    (@setter [$vis:vis] $field:ident $number:ident) => {
        #[doc = ::core::concat!("Sets the component `", ::core::stringify!($field), "`.")]
        $vis fn $field(self, number: $number) -> Self {
            Self(self.0.set(::core::stringify!($field), ::std::string::ToString::to_string(&number).as_bytes()))
        }
    };
    (@text_setter [$vis:vis] $field:ident) => {
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
