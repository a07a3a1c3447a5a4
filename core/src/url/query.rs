//! The pairs of a query: `a=1&b=2`.

use alloc::borrow::Cow;
use core::fmt;

use crate::diagnostics::secrets::Secrets;
use crate::syntax::escape;
use crate::text::prelude::*;
use crate::url::Url;

impl<'a> Url<'a> {
    /// The `name=value` pairs of the [query](Url::query), decoded. `+` is itself (RFC 1738 §2.2), but a space where
    /// the scheme says that its query is a form: in http and https.
    ///
    /// The query is split before it is decoded, so `%26` is data. A pair without `=` has an empty value. Bytes that are
    /// not UTF-8 become U+FFFD; [`Url::query`] has them as written.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/?q=a%26b+c&flag")?;
    /// let pairs: Vec<_> = url.query_pairs().collect();
    /// assert_eq!(pairs, [("q".into(), "a&b+c".into()), ("flag".into(), "".into())]);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn query_pairs(&self) -> QueryPairs<'a> {
        QueryPairs { rest: self.query(), is_form: self.registration().form_query }
    }
}

/// The decoded pairs of a query; see [`Url::query_pairs`].
#[derive(Clone)]
pub struct QueryPairs<'a> {
    rest: Option<&'a str>,
    is_form: bool,
}

impl<'a> QueryPairs<'a> {
    fn decode(&self, text: &'a str) -> Cow<'a, str> {
        if self.is_form && text.contains('+') {
            let spaced = text.replace('+', " ");
            return Cow::Owned(lossy(escape::decode(&spaced)).into_owned());
        }
        lossy(escape::decode(text))
    }
}

impl<'a> Iterator for QueryPairs<'a> {
    type Item = (Cow<'a, str>, Cow<'a, str>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (pair, rest) = match self.rest?.split_once('&') {
                Some((pair, rest)) => (pair, Some(rest)),
                None => (self.rest?, None),
            };
            self.rest = rest;
            if !pair.is_empty() {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                return Some((self.decode(name), self.decode(value)));
            }
        }
    }
}

/// Shows the rest of the query without its secrets.
impl fmt::Debug for QueryPairs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = self.rest.map(|rest| Secrets::new().mask(&format!("?{rest}"))[1..].to_owned());
        f.debug_tuple("QueryPairs").field(&rest).finish()
    }
}

fn lossy(bytes: Cow<'_, [u8]>) -> Cow<'_, str> {
    match bytes {
        Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
    }
}
