//! The arguments of `anyurl encode` and `anyurl decode`.

use std::ffi::OsString;

use super::Inputs;

/// Escape text for its place in a URL.
///
/// Escapes everything but letters, digits, `-`, `.` and `_`, so that the text can be a segment of a path, or a name or a
/// value in a query, in every scheme. With `--as`, escapes what `anyurl build` escapes in that component, where the
/// delimiters of a path or a query keep their meaning.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl encode 'a b/c'
  anyurl encode --as path --scheme ssh '/srv/my tool.git'
  anyurl encode - < names.txt")]
pub(crate) struct Encode {
    #[command(flatten)]
    pub(crate) texts: Texts,

    /// Escape for this component; `anyurl schemes NAME` lists those of a scheme
    #[arg(long = "as", value_name = "COMPONENT")]
    pub(crate) component: Option<String>,

    /// The scheme of the component
    #[arg(long, value_name = "NAME", requires = "component", default_value = "https")]
    pub(crate) scheme: String,
}

/// Replace the escapes in text by the bytes that they stand for.
///
/// Divide a URL before: what was a `/` or a `&` of the data is a delimiter afterwards. A `+` stays as it is. A result that
/// is not UTF-8 is written as it is, with a note that says where; a terminal shows it without control characters.
#[derive(clap::Args, Debug)]
#[command(before_help = "\
Examples:
  anyurl decode a%20b%2Fc
  anyurl decode - < names.txt
  anyurl decode %C3%A9t%C3%A9")]
pub(crate) struct Decode {
    #[command(flatten)]
    pub(crate) texts: Texts,
}

/// Texts in arguments and standard input.
#[derive(clap::Args, Debug)]
pub(crate) struct Texts {
    /// Texts, or `-` for standard input with one on each line
    ///
    /// Without texts, reads standard input unless it is a terminal. Lines end with LF or CR LF.
    #[arg(value_name = "TEXT")]
    texts: Vec<OsString>,

    /// Lines end with NUL, of the input and of the output
    #[arg(short = '0', long)]
    null: bool,
}

impl Texts {
    /// The same as inputs of a command.
    pub(crate) fn inputs(&self) -> Inputs {
        Inputs { urls: self.texts.clone(), null: self.null, ..Inputs::default() }
    }
}
