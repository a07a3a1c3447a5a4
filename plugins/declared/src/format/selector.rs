//! Selectors of schemes in a policy.

use std::fmt;
use std::str::FromStr;

use anyurl_core::authors::Status;
use anyurl_core::internal::similar_names;

use super::keywords::{AccessKind, Keyword};
use super::suggestion::suggestion;

/// The schemes that a line of a policy selects.
///
/// ```
/// use anyurl_declared::format::Selector;
///
/// assert_eq!("com.example.*".parse(), Ok(Selector::Name("com.example.*".into())));
/// assert_eq!("status:historical".parse::<Selector>().unwrap().to_string(), "status:historical");
/// assert_eq!("urn:isbn".parse(), Ok(Selector::Name("urn:isbn".into())));
/// assert!("statsu:historical".parse::<Selector>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Selector {
    /// By name or glob; that of a subscheme has a colon.
    Name(String),
    /// `status:`
    Status(Status),
    /// `kind:`, by the kind of access.
    Kind(AccessKind),
    /// `layer:`, by the id of the layer.
    Layer(String),
}

impl FromStr for Selector {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((kind, value)) = text.split_once(':') else {
            return match text {
                "" => Err("write a name or a glob".into()),
                _ => Ok(Self::Name(text.to_owned())),
            };
        };
        match kind {
            "status" => Status::parse(value).map(Self::Status).ok_or_else(|| suggestion(Status::WORDS, value)),
            "kind" => AccessKind::parse(value).map(Self::Kind).ok_or_else(|| suggestion(AccessKind::WORDS, value)),
            "layer" => Ok(Self::Layer(value.to_owned())),
            _ if value.is_empty() || !similar_names(kind, ["status", "kind", "layer"]).is_empty() => {
                Err("a selector begins with status:, kind: or layer:".into())
            }
            _ => Ok(Self::Name(text.to_owned())),
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Status(status) => write!(f, "status:{}", status.as_str()),
            Self::Kind(kind) => write!(f, "kind:{}", kind.as_str()),
            Self::Layer(layer) => write!(f, "layer:{layer}"),
        }
    }
}
