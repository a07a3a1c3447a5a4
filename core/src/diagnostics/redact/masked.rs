//! [`Masked`]: a text that is shown without its secrets.

use core::fmt;

use super::MASK;
use crate::text::prelude::*;
use crate::text::span::Span;

/// A text whose secrets `Display` and `Debug` show as `***`, created by [`Url::masked`](crate::Url::masked) and
/// others.
///
/// Allocates only if there is a secret.
///
/// ```
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://joe:secret@h/")?;
/// assert_eq!(url.masked().to_string(), "x-foo://joe:***@h/");
/// assert_eq!(url.masked().spans()[0].range(), 12..18);
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Masked<'t> {
    text: &'t str,
    /// The part of the text that is shown.
    shown: Span,
    /// The secrets in that part, in ascending order and not overlapping.
    secrets: Vec<Span>,
}

impl<'t> Masked<'t> {
    /// A part of a text, with sorted secrets.
    pub(crate) fn new(text: &'t str, shown: Span, secrets: Vec<Span>) -> Self {
        Self { text, shown, secrets }
    }

    /// A text that is a secret as a whole, or has none.
    pub(crate) fn all_or_nothing(text: &'t str, is_secret: bool) -> Self {
        let shown = Span::new(0, text.len());
        Self::new(text, shown, if is_secret { vec![shown] } else { Vec::new() })
    }

    /// The spans of the secrets in the text that they were found in, in ascending order.
    pub fn spans(&self) -> &[Span] {
        &self.secrets
    }
}

impl fmt::Display for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut at = self.shown.start();
        for secret in &self.secrets {
            f.write_str(&self.text[at..secret.start()])?;
            f.write_str(MASK)?;
            at = secret.end();
        }
        f.write_str(&self.text[at..self.shown.end()])
    }
}

impl fmt::Debug for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_shown_without_its_secrets() {
        let secrets = vec![Span::new(6, 8), Span::new(18, 19)];
        let masked = Masked::new("x://u:pw@h/?token=t#f", Span::new(2, 20), secrets.clone());
        assert_eq!(masked.to_string(), "//u:***@h/?token=***#");
        assert_eq!(format!("{masked:?}"), r#""//u:***@h/?token=***#""#);
        assert_eq!(masked.spans(), secrets);
    }
}
