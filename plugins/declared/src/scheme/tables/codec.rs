//! Values as bytes, and back.

use std::borrow::Cow;

use anyurl_abnf::encoding::{Reader, Writer};
use anyurl_core::authors::Text;
use anyurl_core::authors::escape::Escaping;

use crate::keywords::Keyword;
use crate::scheme::ByMode;
use crate::scheme::text_rule::TextRule;

/// A value that tables have as bytes.
pub(super) trait Codec: Sized {
    fn encode(&self, to: &mut Encoder);

    /// `None` if the bytes are those of something else.
    fn decode(from: &mut Decoder<'_>) -> Option<Self>;
}

/// What has been written so far.
#[derive(Default)]
pub(super) struct Encoder {
    pub(super) to: Writer,
    /// What is written once and then referred to by its number.
    pub(super) rules: Vec<TextRule>,
    pub(super) escapings: Vec<Escaping>,
}

/// What is still to be read.
pub(super) struct Decoder<'b> {
    pub(super) from: Reader<'b>,
    pub(super) rules: Vec<TextRule>,
    pub(super) escapings: Vec<Escaping>,
}

/// The number of a value in a list, to which it is added if the list lacks it.
pub(super) fn number_in<T: PartialEq + Clone>(list: &mut Vec<T>, value: &T) -> u32 {
    let place = list.iter().position(|one| one == value).unwrap_or_else(|| {
        list.push(value.clone());
        list.len() - 1
    });
    u32::try_from(place).expect("a scheme has few of them")
}

/// The fields of a struct, in this order.
macro_rules! fields {
    ($Struct:ty { $($field:ident),+ $(,)? }) => {
        impl Codec for $Struct {
            fn encode(&self, to: &mut Encoder) {
                $(self.$field.encode(to);)+
            }

            fn decode(from: &mut Decoder<'_>) -> Option<Self> {
                Some(Self { $($field: Codec::decode(from)?),+ })
            }
        }
    };
}

/// The variants of an enum, each with a number and its values.
macro_rules! variants {
    ($Enum:ty { $($number:literal = $Variant:ident $(($($value:ident),+))?),+ $(,)? }) => {
        impl Codec for $Enum {
            fn encode(&self, to: &mut Encoder) {
                match self {
                    $(Self::$Variant $(($($value),+))? => {
                        to.to.number($number);
                        $($($value.encode(to);)+)?
                    })+
                }
            }

            fn decode(from: &mut Decoder<'_>) -> Option<Self> {
                Some(match from.from.number()? {
                    $($number => Self::$Variant $(($({
                        let $value = Codec::decode(from)?;
                        $value
                    }),+))?,)+
                    _ => return None,
                })
            }
        }
    };
}

/// A type with a list of all its values.
macro_rules! one_of {
    ($($Type:ty: $all:expr),+ $(,)?) => {$(
        impl Codec for $Type {
            fn encode(&self, to: &mut Encoder) {
                let place = $all.iter().position(|one| one == self);
                to.to.number(u32::try_from(place.expect("the list has all values")).unwrap_or_default());
            }

            fn decode(from: &mut Decoder<'_>) -> Option<Self> {
                $all.get(from.from.number()? as usize).copied()
            }
        }
    )+};
}

pub(super) use {fields, one_of, variants};

impl Codec for bool {
    fn encode(&self, to: &mut Encoder) {
        to.to.number(u32::from(*self));
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Some(from.from.number()? != 0)
    }
}

impl Codec for u8 {
    fn encode(&self, to: &mut Encoder) {
        to.to.0.push(*self);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        from.from.byte()
    }
}

impl Codec for u16 {
    fn encode(&self, to: &mut Encoder) {
        to.to.number(u32::from(*self));
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        from.from.number()?.try_into().ok()
    }
}

impl Codec for usize {
    fn encode(&self, to: &mut Encoder) {
        to.to.number(u32::try_from(*self).expect("numbers of components and pieces are small"));
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Some(from.from.number()? as usize)
    }
}

/// Limits of numbers are rare: as text.
macro_rules! as_text {
    ($($Number:ty),+) => {$(
        impl Codec for $Number {
            fn encode(&self, to: &mut Encoder) {
                to.to.text(&self.to_string());
            }

            fn decode(from: &mut Decoder<'_>) -> Option<Self> {
                from.from.text()?.parse().ok()
            }
        }
    )+};
}
as_text!(i64, i128, semver::Version);

impl Codec for Text {
    fn encode(&self, to: &mut Encoder) {
        to.to.text(self);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        from.from.text().map(|text| Cow::Owned(text.to_owned()))
    }
}

impl Codec for String {
    fn encode(&self, to: &mut Encoder) {
        to.to.text(self);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        from.from.text().map(str::to_owned)
    }
}

impl<T: Codec> Codec for Option<T> {
    fn encode(&self, to: &mut Encoder) {
        self.is_some().encode(to);
        if let Some(value) = self {
            value.encode(to);
        }
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        if bool::decode(from)? { T::decode(from).map(Some) } else { Some(None) }
    }
}

impl<T: Codec> Codec for Vec<T> {
    fn encode(&self, to: &mut Encoder) {
        self.len().encode(to);
        for one in self {
            one.encode(to);
        }
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        // A loop is less code than a chain of iterators, of which each type has an instance.
        let mut list = Self::new();
        for _ in 0..usize::decode(from)? {
            list.push(T::decode(from)?);
        }
        Some(list)
    }
}

impl<A: Codec, B: Codec> Codec for (A, B) {
    fn encode(&self, to: &mut Encoder) {
        self.0.encode(to);
        self.1.encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Some((A::decode(from)?, B::decode(from)?))
    }
}

impl<T: Codec> Codec for ByMode<T> {
    fn encode(&self, to: &mut Encoder) {
        self.strict.encode(to);
        self.lenient.encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        Some(Self { strict: T::decode(from)?, lenient: T::decode(from)? })
    }
}

impl<K: Keyword + PartialEq> Codec for K {
    fn encode(&self, to: &mut Encoder) {
        let place = K::ALL.iter().position(|one| one == self);
        place.expect("the list has all words").encode(to);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        K::ALL.get(usize::decode(from)?).copied()
    }
}

impl Codec for TextRule {
    fn encode(&self, to: &mut Encoder) {
        let number = number_in(&mut to.rules, self);
        to.to.number(number);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        from.rules.get(from.from.number()? as usize).cloned()
    }
}

impl Codec for Escaping {
    fn encode(&self, to: &mut Encoder) {
        let number = number_in(&mut to.escapings, self);
        to.to.number(number);
    }

    fn decode(from: &mut Decoder<'_>) -> Option<Self> {
        from.escapings.get(from.from.number()? as usize).copied()
    }
}
