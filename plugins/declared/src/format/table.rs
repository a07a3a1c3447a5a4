//! Declares a table of the format: one row for each key, from which the struct, the reader and the schema follow.
//!
//! ```text
//! table! {
//!     /// Disables a name.
//!     #[derive(Clone, PartialEq, Debug)]
//!     pub struct Mask: MASK = "mask", span;
//!
//!     /// The scheme.
//!     name: Located<String>;
//!     /// The reason, which users see (SR606).
//!     reason: Option<Located<String>>;
//! }
//! ```
//!
//! The doc comment is the sentence that editors and messages show, and the type of the field tells how the key is read and
//! whether it is required ([`Field`]). After it follow the facts that differ from the usual: functions of
//! [`KeySchema`](super::schema::KeySchema), and `=> function` for a key with a reader of its own.

use anyurl_core::Span;
use toml::de::DeTable;

use super::canonical::CanonicalValue;
use super::document::Document;
use super::fields::{Fields, Reader};
use super::from_toml::FromToml;
use super::keywords::Keyword;
use super::located::{Date, Located};
use super::schema::{KeySchema, TableSchema, ValueType};

/// A table of the format.
pub(super) trait Table: Sized {
    const SCHEMA: &'static TableSchema;

    fn read(fields: &Fields<'_, '_>) -> Self;

    /// The values of a missing table.
    fn empty() -> Self {
        let reader = Reader::new(&Document::new(String::new(), String::new()), Self::SCHEMA, None);
        Self::read(&Fields::open(&reader, &DeTable::new(), Span::at(0), Self::SCHEMA))
    }
}

impl<T: Table> Table for Box<T> {
    const SCHEMA: &'static TableSchema = T::SCHEMA;

    fn read(fields: &Fields<'_, '_>) -> Self {
        Self::new(T::read(fields))
    }
}

/// A table that can be added to another one of its kind.
pub(crate) trait Merge {
    /// The keys that both tables have.
    fn shared_keys(&self, other: &Self) -> Vec<&'static str>;

    /// Adds the keys that the table lacks.
    fn fill(&mut self, other: &Self);
}

/// A type of a field: how its key is read.
pub(super) trait Field: Sized {
    const VALUE: ValueType;
    const IS_REQUIRED: bool = false;

    fn read(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Self;
}

/// A required value.
impl<T: FromToml> Field for Located<T> {
    const VALUE: ValueType = T::VALUE;
    const IS_REQUIRED: bool = true;

    fn read(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Self {
        fields.need_as(key.rule, key.name)
    }
}

impl<T: FromToml> Field for Option<Located<T>> {
    const VALUE: ValueType = T::VALUE;

    fn read(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Self {
        if key.is_required && !fields.has(key.name) {
            fields.missing(key.name, &T::expected());
        }
        fields.get_as(key.rule, key.name)
    }
}

impl<T: FromToml> Field for Vec<Located<T>> {
    const VALUE: ValueType = ValueType::List(&T::VALUE);

    fn read(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Self {
        if key.is_required { fields.need_list(key.name) } else { fields.list(key.name) }
    }
}

/// A list that means something else if it is empty than if it is absent.
impl<T: FromToml> Field for Option<Vec<Located<T>>> {
    const VALUE: ValueType = ValueType::List(&T::VALUE);

    fn read(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Self {
        fields.has(key.name).then(|| fields.list(key.name))
    }
}

/// `false` by default.
impl Field for bool {
    const VALUE: ValueType = ValueType::Flag;

    fn read(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Self {
        fields.get(key.name).is_some_and(|flag| *flag)
    }
}

impl<T: Table> Field for Option<T> {
    const VALUE: ValueType = ValueType::Table(T::SCHEMA);

    fn read(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Self {
        fields.table(key.name, T::SCHEMA).map(|inner| T::read(&inner))
    }
}

impl<T: Table> Field for Vec<T> {
    const VALUE: ValueType = ValueType::Tables(T::SCHEMA);

    fn read(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Self {
        fields.each(key.name, T::SCHEMA, |inner| T::read(&inner))
    }
}

/// The keys of a table among those of the one around it.
pub(super) fn flattened<T: Table>(fields: &Fields<'_, '_>, _: &'static KeySchema) -> T {
    T::read(fields)
}

/// A table whose keys have defaults.
pub(super) fn or_default<T: Table + Default>(fields: &Fields<'_, '_>, key: &'static KeySchema) -> T {
    Option::<T>::read(fields, key).unwrap_or_default()
}

/// An optional value or list, which a table can take from another one.
pub(super) trait Optional {
    fn is_set(&self) -> bool;

    /// What is written, if it is text or a list of texts.
    fn written(&self) -> Option<CanonicalValue>;
}

impl<T: Written> Optional for Option<T> {
    fn is_set(&self) -> bool {
        self.is_some()
    }

    fn written(&self) -> Option<CanonicalValue> {
        self.as_ref()?.written()
    }
}

impl<T: Written> Optional for Vec<T> {
    fn is_set(&self) -> bool {
        !self.is_empty()
    }

    fn written(&self) -> Option<CanonicalValue> {
        let all: Vec<_> = self.iter().filter_map(Written::written).collect();
        (!all.is_empty()).then_some(CanonicalValue::List(all))
    }
}

/// A value as text; a table has none.
pub(super) trait Written {
    fn written(&self) -> Option<CanonicalValue>;
}

impl Written for Located<String> {
    fn written(&self) -> Option<CanonicalValue> {
        Some(self.as_str().into())
    }
}

impl Written for Located<Vec<String>> {
    fn written(&self) -> Option<CanonicalValue> {
        Some(self.iter().map(String::as_str).collect::<Vec<_>>().into())
    }
}

impl Written for Located<Date> {
    fn written(&self) -> Option<CanonicalValue> {
        Some(self.to_string().as_str().into())
    }
}

impl Written for Located<i64> {
    fn written(&self) -> Option<CanonicalValue> {
        Some(self.value.into())
    }
}

impl<W: Keyword> Written for Located<W> {
    fn written(&self) -> Option<CanonicalValue> {
        Some(self.as_str().into())
    }
}

impl<T: Table> Written for T {
    fn written(&self) -> Option<CanonicalValue> {
        None
    }
}

/// Declares a table; the page of this module explains it.
macro_rules! table {
    (
        $(#[doc = $doc:literal])+
        #[derive($($derive:ident),+)]
        $visibility:vis struct $Name:ident: $SCHEMA:ident = $name:literal $(, $span:ident)?;

        $(
            $(#[doc = $about:literal])+
            $field:ident: $type:ty $(, $fact:ident($($argument:expr),*))* $(=> $reader:path)?;
        )+

        $(conditions $conditions:expr;)?
        $(and {
            $($(#[doc = $other_doc:literal])+ $other:ident: $other_type:ty = $init:path;)+
        })?
        $(check $check:path;)?
        $(impl $Merge:ident;)?
    ) => {
        $(#[doc = $doc])+
        #[doc = concat!(" In a registry file: `", $name, "`.")]
        #[derive($($derive),+)]
        #[non_exhaustive]
        $visibility struct $Name {
            $($(#[doc = $about])+ pub $field: $type,)+
            $($($(#[doc = $other_doc])+ pub $other: $other_type,)+)?
            $(
                /// The start of the table.
                pub $span: anyurl_core::Span,
            )?
        }

        pub(in crate::format) static $SCHEMA: $crate::format::schema::TableSchema = $crate::format::schema::TableSchema {
            name: $name,
            about: $crate::keywords::sentence(concat!($($doc),+)),
            rows: &[$(
                $crate::format::table::row!(
                    stringify!($field), concat!($($about),+), $type $(, $reader)?
                )$(.$fact($($argument),*))*
            ),+],
            conditions: $crate::format::table::or_none!($($conditions)?),
        };

        impl $crate::format::table::Table for $Name {
            const SCHEMA: &'static $crate::format::schema::TableSchema = &$SCHEMA;

            fn read(fields: &$crate::format::fields::Fields<'_, '_>) -> Self {
                let mut rows = $SCHEMA.rows.iter();
                let mut key = || rows.next().expect("each field has a row");
                #[allow(unused_mut, reason = "a table without a check is not changed")]
                let mut table = Self {
                    $($field: $crate::format::table::read!($type, fields, key() $(, $reader)?),)+
                    $($($other: $init(fields),)+)?
                    $($span: fields.span,)?
                };
                $($check(fields, &mut table);)?
                table
            }
        }

        $crate::format::table::merge!($Name: $($Merge)?, $($field)+);
    };
}

/// The row of a field; one with a reader of its own says its type itself.
macro_rules! row {
    ($name:expr, $about:expr, $type:ty) => {
        $crate::format::schema::KeySchema::new(
            $name,
            $about,
            <$type as $crate::format::table::Field>::VALUE,
            <$type as $crate::format::table::Field>::IS_REQUIRED,
        )
    };
    ($name:expr, $about:expr, $type:ty, $reader:path) => {
        $crate::format::schema::KeySchema::new($name, $about, $crate::format::schema::ValueType::Text, false)
    };
}

/// The value of a field.
macro_rules! read {
    ($type:ty, $fields:expr, $key:expr) => {
        <$type as $crate::format::table::Field>::read($fields, $key)
    };
    ($type:ty, $fields:expr, $key:expr, $reader:path) => {
        $reader($fields, $key)
    };
}

macro_rules! or_none {
    () => {
        &[]
    };
    ($conditions:expr) => {
        $conditions
    };
}

macro_rules! merge {
    ($Name:ident: , $($field:ident)+) => {};
    ($Name:ident: Merge, $($field:ident)+) => {
        impl $crate::format::table::Merge for $Name {
            fn shared_keys(&self, other: &Self) -> Vec<&'static str> {
                use $crate::format::table::{Optional as _, Table as _};

                let both = [$(self.$field.is_set() && other.$field.is_set()),+];
                let rows = Self::SCHEMA.rows.iter().zip(both);
                rows.filter(|(_, both)| *both).map(|(row, _)| row.name).collect()
            }

            fn fill(&mut self, other: &Self) {
                use $crate::format::table::Optional as _;

                $(if !self.$field.is_set() {
                    self.$field.clone_from(&other.$field);
                })+
            }
        }

        impl $Name {
            /// Returns the keys with texts, words, dates and lists of texts, in the order of the format.
            pub fn values(&self) -> Vec<(&'static str, $crate::format::CanonicalValue)> {
                use $crate::format::table::{Optional as _, Table as _};

                let values = [$(self.$field.written()),+];
                let rows = Self::SCHEMA.rows.iter().zip(values);
                rows.filter_map(|(row, value)| Some((row.name, value?))).collect()
            }
        }
    };
}

pub(super) use {merge, or_none, read, row, table};
