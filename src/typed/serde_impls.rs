//! `Serialize` and `Deserialize` of the types of [`typed!`](crate::typed!).

/// Implements the traits of `serde`: the value is the URL as written, which is parsed on reading.
#[doc(hidden)]
#[macro_export]
macro_rules! __typed_serde {
    ($type:ident) => {
        impl $crate::typed::serde::Serialize for $type {
            fn serialize<S: $crate::typed::serde::Serializer>(&self, to: S) -> ::core::result::Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::typed::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::typed::serde::Deserializer<'de>>(
                from: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let text = <::std::borrow::Cow<'de, str> as $crate::typed::serde::Deserialize<'de>>::deserialize(from)?;
                Self::parse(&text).map_err(<D::Error as $crate::typed::serde::de::Error>::custom)
            }
        }
    };
}
