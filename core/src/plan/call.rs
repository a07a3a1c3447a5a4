//! Calls of operations in protocols whose messages anyurl does not encode, such as Z39.50.

use super::SentBytes;
use super::line::LinePart;
use crate::registration::Text;
use crate::text::prelude::*;

/// An operation of a protocol and its arguments, which the client encodes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Call {
    /// The protocol, in lower case: `wais`.
    pub protocol: Text,
    /// The operation, in lower case: `search`.
    pub operation: Text,
    /// The arguments by name.
    pub arguments: Vec<(Text, SentBytes)>,
    /// The names and values of the fields, in order; `None` if the operation takes none.
    pub fields: Option<Vec<(LinePart, SentBytes)>>,
}

impl Call {
    /// The protocol and the operation, joined by a hyphen: `wais-search`.
    pub fn name(&self) -> String {
        format!("{}-{}", self.protocol, self.operation)
    }

    /// The bytes from the URL.
    pub(super) fn bytes(&self) -> impl Iterator<Item = &SentBytes> {
        let arguments = self.arguments.iter().map(|(_, value)| value);
        let fields = self.fields.iter().flatten().flat_map(|(name, value)| {
            let name = match name {
                LinePart::Url(name) => Some(name),
                _ => None,
            };
            name.into_iter().chain([value])
        });
        arguments.chain(fields)
    }
}

/// How a protocol delimits the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ArgumentFraming {
    /// By their length, so that every byte is data.
    LengthPrefixed,
    /// As lines of text: CR, LF and NUL are rejected.
    Lines,
}
