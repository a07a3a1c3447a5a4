//! Conversions from TOML values: text, numbers, keywords, dates, versions …

use semver::{Version, VersionReq};
use toml::de::DeValue;

use super::canonical::Hash;
use super::finding::quoted;
use super::keywords::{Keyword, Word, place};
use super::located::Date;
use super::schema::{ValueType, word};
use super::selector::Selector;
use super::suggestion::{all_words, suggestion};

/// A type of a key.
pub(super) trait FromToml: Sized {
    /// Its type in the schema.
    const VALUE: ValueType;

    /// The expected value, for messages.
    fn expected() -> String;

    /// Whether the schema has this type for a value.
    fn is(value: &ValueType) -> bool;

    /// Converts a value.
    fn from_toml(value: &DeValue<'_>) -> Result<Self, ValueError>;

    /// The value in place of a missing required one.
    fn placeholder() -> Self;
}

/// The reason why a conversion failed.
pub(super) enum ValueError {
    /// The type is wrong.
    Type,
    /// The type is right, and the value is invalid.
    Value {
        /// The value.
        found: String,
        /// How to fix the problem.
        help: String,
    },
}

impl ValueError {
    fn value(found: &str, help: &impl ToString) -> Self {
        Self::Value { found: quoted(found), help: help.to_string() }
    }
}

fn text<'v>(value: &'v DeValue<'_>) -> Result<&'v str, ValueError> {
    value.as_str().ok_or(ValueError::Type)
}

impl FromToml for String {
    const VALUE: ValueType = ValueType::Text;

    fn expected() -> String {
        "text".into()
    }

    fn is(value: &ValueType) -> bool {
        matches!(value, ValueType::Text | ValueType::Pattern(_) | ValueType::Characters(_) | ValueType::Fixed(_))
    }

    fn from_toml(value: &DeValue<'_>) -> Result<Self, ValueError> {
        text(value).map(str::to_owned)
    }

    fn placeholder() -> Self {
        Self::new()
    }
}

impl FromToml for Vec<String> {
    const VALUE: ValueType = ValueType::List(&ValueType::Text);

    fn expected() -> String {
        "a list of texts".into()
    }

    fn is(value: &ValueType) -> bool {
        matches!(value, ValueType::List(ValueType::Text))
    }

    fn from_toml(value: &DeValue<'_>) -> Result<Self, ValueError> {
        let list = value.as_array().ok_or(ValueError::Type)?;
        list.iter().map(|one| String::from_toml(one.get_ref())).collect()
    }

    fn placeholder() -> Self {
        Self::new()
    }
}

impl FromToml for bool {
    const VALUE: ValueType = ValueType::Flag;

    fn expected() -> String {
        "true or false".into()
    }

    fn is(value: &ValueType) -> bool {
        matches!(value, ValueType::Flag)
    }

    fn from_toml(value: &DeValue<'_>) -> Result<Self, ValueError> {
        value.as_bool().ok_or(ValueError::Type)
    }

    fn placeholder() -> Self {
        false
    }
}

macro_rules! take_integers {
    ($($integer:ty),+) => {$(
        impl FromToml for $integer {
            #[allow(clippy::cast_lossless, clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the bounds of each type fit")]
            const VALUE: ValueType = ValueType::Integer(Self::MIN as i64, Self::MAX as u64);

            fn expected() -> String {
                format!("a number from {} to {}", Self::MIN, Self::MAX)
            }

            fn is(value: &ValueType) -> bool {
                matches!(value, ValueType::Integer(least, most)
                    if Self::try_from(*least).is_ok() && Self::try_from(*most).is_ok())
            }

            fn from_toml(value: &DeValue<'_>) -> Result<Self, ValueError> {
                let integer = value.as_integer().ok_or(ValueError::Type)?;
                // The digits may exceed 64 bits.
                let read = Self::from_str_radix(integer.as_str(), integer.radix());
                read.map_err(|_| ValueError::value(&integer.to_string(), &Self::expected()))
            }

            fn placeholder() -> Self {
                0
            }
        }
    )+};
}

take_integers!(u16, u32, u64, i64);

impl FromToml for Date {
    const VALUE: ValueType = ValueType::Date;

    fn expected() -> String {
        "a date without quotes, such as 2027-06-30".into()
    }

    fn is(value: &ValueType) -> bool {
        matches!(value, ValueType::Date)
    }

    fn from_toml(value: &DeValue<'_>) -> Result<Self, ValueError> {
        let date = value.as_datetime().ok_or(ValueError::Type)?;
        Self::from_toml(*date).ok_or_else(|| ValueError::value(&date.to_string(), &"write a date without a time"))
    }

    fn placeholder() -> Self {
        Self::default()
    }
}

/// Types with `FromStr`. The help is made from the error and from what is expected.
macro_rules! take_parsed {
    ($help:expr; $($parsed:ty, $kind:ident, $expected:literal, $blank:expr;)+) => {$(
        impl FromToml for $parsed {
            const VALUE: ValueType = ValueType::$kind;

            fn expected() -> String {
                $expected.into()
            }

            fn is(value: &ValueType) -> bool {
                matches!(value, ValueType::$kind)
            }

            fn from_toml(value: &DeValue<'_>) -> Result<Self, ValueError> {
                let text = text(value)?;
                text.parse().map_err(|error| ValueError::value(text, &$help(error, $expected)))
            }

            fn placeholder() -> Self {
                $blank
            }
        }
    )+};
}

take_parsed! {
    // The errors of semver name characters and parts of its own grammar.
    |_: semver::Error, expected| format!("write {expected}");
    Version, Version, "a version such as 1.0.0", Version::new(0, 0, 0);
    VersionReq, Requirement, "a version requirement such as ^1.2", VersionReq::STAR;
}

take_parsed! {
    |error, _| error;
    Hash, Hash, "`sha256:` and 64 digits of 0-9 a-f", Hash::new("");
    Selector, Selector, "a name, a glob, or status:, kind: or layer: with a value", Selector::Name(String::new());
}

/// The place of a word among those of an enum.
fn word_at(value: &DeValue<'_>, words: &[Word]) -> Result<usize, ValueError> {
    let word = text(value)?;
    place(words, word).ok_or_else(|| ValueError::value(word, &suggestion(words, word)))
}

impl<W: Keyword> FromToml for W {
    const VALUE: ValueType = word::<W>();

    fn expected() -> String {
        all_words(W::WORDS)
    }

    fn is(value: &ValueType) -> bool {
        matches!(value, ValueType::Word(of) if *of == W::WORDS)
    }

    fn from_toml(value: &DeValue<'_>) -> Result<Self, ValueError> {
        word_at(value, W::WORDS).map(|n| W::ALL[n])
    }

    fn placeholder() -> Self {
        W::ALL[0]
    }
}
