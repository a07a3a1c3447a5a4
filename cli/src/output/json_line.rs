//! Values of JSON on lines of their own.

use std::io::{self, Write};

use anyurl_core::internal::visible_json;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// Writes one value on one line. What is invisible in its strings is escaped.
pub(crate) fn line(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *to, VisibleStrings))?;
    to.write_all(b"\n")
}

/// Writes JSON without blanks, as the default does.
struct VisibleStrings;

impl Formatter for VisibleStrings {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, to: &mut W, fragment: &str) -> io::Result<()> {
        to.write_all(visible_json(fragment).as_bytes())
    }
}
