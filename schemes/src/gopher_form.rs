//! The block of data that answers a Gopher+ form (RFC 1738 §3.4.9).
//!
//! ```text
//! block = "+" [ view ] TAB "1" CRLF "+-1" CRLF *( answer CRLF ) "." CRLF
//! ```
//!
//! A plan sends escaped line ends only if they belong to such a block (A-15).

use crate::prelude::*;

/// The text between the view and the answers.
pub(crate) const HEAD: &str = "\t1\r\n+-1\r\n";

/// The text after the answers.
pub(crate) const END: &str = ".\r\n";

/// The answers to a form, and the requested view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct FormData {
    /// The view; empty for the default view.
    pub view: Vec<u8>,
    /// One answer per question.
    pub answers: Vec<Vec<u8>>,
}

impl FormData {
    /// Creates a block of answers that asks for no particular view.
    pub const fn new(answers: Vec<Vec<u8>>) -> Self {
        Self { view: Vec::new(), answers }
    }

    /// Parses exactly one block.
    ///
    /// ```
    /// use anyurl_schemes::gopher::FormData;
    ///
    /// let block = FormData::parse(b"+\t1\r\n+-1\r\nyes\r\n.\r\n").unwrap();
    /// assert_eq!(block.answers, [b"yes"]);
    /// assert!(FormData::parse(b"+\t1\r\n+-1\r\n.\r\nQUIT\r\n").is_none());
    /// ```
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_prefix(b"+")?;
        let tab = bytes.iter().position(|byte| *byte == b'\t')?;
        let (view, rest) = bytes.split_at(tab);
        let mut rest = rest.strip_prefix(HEAD.as_bytes())?;
        let mut answers = Vec::new();
        while rest != END.as_bytes() {
            let end = rest.windows(2).position(|pair| pair == b"\r\n")?;
            answers.push(rest[..end].to_vec());
            rest = &rest[end + 2..];
        }
        let block = Self { view: view.to_vec(), answers };
        block.is_valid().then_some(block)
    }

    /// Returns the bytes of the block, the inverse of [`FormData::parse`]. `None` if an answer would end the block or its
    /// line, or the view its line.
    ///
    /// ```
    /// use anyurl_schemes::gopher::FormData;
    ///
    /// let block = FormData::new(vec![b"Larry".to_vec(), b"yes".to_vec()]);
    /// assert_eq!(block.to_bytes().unwrap(), b"+\t1\r\n+-1\r\nLarry\r\nyes\r\n.\r\n");
    /// ```
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let line = |answer: &Vec<u8>| [answer, &b"\r\n"[..]].concat();
        let lines: Vec<u8> = self.answers.iter().flat_map(line).collect();
        self.is_valid().then(|| [b"+", &*self.view, HEAD.as_bytes(), &lines, END.as_bytes()].concat())
    }

    fn is_valid(&self) -> bool {
        let is_line = |bytes: &[u8]| !bytes.contains(&b'\r') && !bytes.contains(&b'\n');
        is_line(&self.view)
            && !self.view.contains(&b'\t')
            && self.answers.iter().all(|answer| is_line(answer) && answer != b".")
    }
}

#[cfg(test)]
mod tests {
    use super::FormData;

    #[test]
    fn blocks_are_read_as_they_are_written() {
        for (view, answers) in [("", vec![]), ("", vec!["a", "", "b c"]), ("text/plain Es_ES", vec![".."])] {
            let bytes = |text: &str| text.as_bytes().to_vec();
            let answers = answers.into_iter().map(bytes).collect();
            let block = FormData { view: bytes(view), answers };
            assert_eq!(FormData::parse(&block.to_bytes().unwrap()), Some(block));
        }
    }

    #[test]
    fn other_texts_are_not_blocks() {
        for bytes in [
            "",
            "+",
            "?\t1\r\n+-1\r\n.\r\n",
            "+\t0\r\n+-1\r\n.\r\n",
            "+\t1\r\n+-1\r\na\r\n",
            "+\t1\r\n+-1\r\n.\r\nx\r\n.\r\n",
            "+\t1\r\n+-1\r\n.\r\n.\r\n",
            "+\t1\r\n+-1\r\na\rb\r\n.\r\n",
            "+\t1\r\n+-1\r\na\nb\r\n.\r\n",
            "+v\nw\t1\r\n+-1\r\n.\r\n",
            "+v\tw\t1\r\n+-1\r\n.\r\n",
            "+\t1\n+-1\n.\n",
        ] {
            assert_eq!(FormData::parse(bytes.as_bytes()), None, "{bytes:?}");
        }
    }

    #[test]
    fn answers_cannot_end_the_block() {
        for answer in [".", "a\r\nb", "\n", "a\rb"] {
            let answers = vec![answer.as_bytes().to_vec()];
            let block = FormData { view: vec![], answers };
            assert_eq!(block.to_bytes(), None, "{answer:?}");
        }
    }
}
