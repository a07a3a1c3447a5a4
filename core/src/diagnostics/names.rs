//! The names of the variants of an enum, in one table: for `Display`, `FromStr` and serde.

use core::fmt;

use crate::diagnostics::secrets::Secrets;
use crate::text::did_you_mean::or_list;
use crate::text::prelude::*;

/// A text is not one of the names of an enum, such as [`Severity`](crate::Severity).
///
/// ```
/// use anyurl_core::Severity;
///
/// let error = "high".parse::<Severity>().unwrap_err();
/// assert_eq!(error.to_string(), "`high` is not a severity: write `note`, `caution` or `danger`");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    name: String,
    what: &'static str,
    known: Vec<&'static str>,
}

impl UnknownName {
    #[doc(hidden)]
    pub fn new(name: &str, what: &'static str, known: Vec<&'static str>) -> Self {
        Self { name: Secrets::new().mask_name(name).into_owned(), what, known }
    }

    /// The names that there are.
    pub fn known(&self) -> &[&'static str] {
        &self.known
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}: write {}", self.name, self.what, or_list(&self.known))
    }
}

impl core::error::Error for UnknownName {}

/// Defines an enum whose variants have names. The text says what it is in a sentence: `"a severity"`.
#[doc(hidden)]
#[macro_export]
macro_rules! names {
    ($(#[$about:meta])* pub enum $type:ident, $what:literal { $($(#[$of:meta])* $variant:ident = $name:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type {
            $($(#[$of])* $variant,)+
        }

        impl $type {
            /// All of them, in the order of their definition.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name: lower case, words joined by hyphens.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        /// Writes the name.
        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        /// Reads the name.
        impl ::core::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let unknown = || $crate::UnknownName::new(text, $what, vec![$($name),+]);
                Self::ALL.iter().copied().find(|one| one.as_str() == text).ok_or_else(unknown)
            }
        }

        $crate::__names_serde! { $type }
    };
}

#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __names_serde {
    ($type:ident) => {
        impl $crate::internal::serde::Serialize for $type {
            fn serialize<S: $crate::internal::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::internal::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::internal::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_str($crate::internal::serde::Text::visitor())
            }
        }
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __names_serde {
    ($type:ident) => {};
}
