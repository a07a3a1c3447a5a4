//! [`PairList`]: the pairs of a query as an editable list.

use alloc::borrow::Cow;
use core::fmt;

use crate::diagnostics::secrets::Secrets;
use crate::syntax::class::UNRESERVED_EVERYWHERE;
use crate::syntax::escape;
use crate::text::order;
use crate::text::prelude::*;

/// The pairs of a query, `a=1&b=2`, as a list that can be edited.
///
/// A pair keeps its text unless it is changed; new names and values are escaped. Names are compared decoded; `+` is a
/// space only in [the query of a form](PairList::of_form). [`Url::with_pairs`](crate::Url::with_pairs) puts the list into a URL.
///
/// ```
/// use anyurl_core::{PairList, Registry};
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://h/?utm_id=7&b=%7E&a=1&a=2")?;
/// let mut pairs = PairList::new(url.query().unwrap_or_default());
/// pairs.retain(|name, _| !name.starts_with(b"utm_"));
/// pairs.set("a", Some(b"x&y"));
/// pairs.push("c d", None);
/// pairs.sort();
/// assert_eq!(url.with_pairs(&pairs)?.as_str(), "x-foo://h/?a=x%26y&b=%7E&c%20d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct PairList<'a> {
    separator: char,
    is_form: bool,
    /// As written, and never empty.
    pairs: Vec<Cow<'a, str>>,
}

impl<'a> PairList<'a> {
    /// The pairs of a query between its `&`. Empty pairs, as in `a&&b`, are omitted.
    pub fn new(query: &'a str) -> Self {
        Self::separated_by('&', query)
    }

    /// The pairs of a query that has another separator, such as `;`.
    ///
    /// ```
    /// use anyurl_core::PairList;
    ///
    /// let mut pairs = PairList::separated_by(';', "b=2;a=1&2");
    /// pairs.sort();
    /// pairs.push("c", Some(b";&"));
    /// assert_eq!(pairs.to_string(), "a=1&2;b=2;c=%3B%26");
    /// ```
    pub fn separated_by(separator: char, query: &'a str) -> Self {
        let pairs = query.split(separator).filter(|pair| !pair.is_empty());
        Self { separator, is_form: false, pairs: pairs.map(Cow::Borrowed).collect() }
    }

    /// Whether `+` is a space, as [`Registration::form_query`](crate::authors::Registration::form_query) says of a scheme.
    ///
    /// ```
    /// use anyurl_core::PairList;
    ///
    /// let pairs = PairList::new("a+b=%31&c&a%20b=2");
    /// assert_eq!(pairs.values("a b").collect::<Vec<_>>(), ["2"]);
    /// let pairs = pairs.of_form(true);
    /// assert_eq!(pairs.values("a b").collect::<Vec<_>>(), ["%31", "2"]);
    /// ```
    #[must_use]
    pub const fn of_form(mut self, is_form: bool) -> Self {
        self.is_form = is_form;
        self
    }

    /// The bytes of a name or a value of this list.
    ///
    /// ```
    /// use anyurl_core::PairList;
    ///
    /// assert_eq!(PairList::new("").decode("a+b%2B"), b"a+b+");
    /// assert_eq!(PairList::new("").of_form(true).decode("a+b%2B"), b"a b+");
    /// ```
    pub fn decode(&self, text: &str) -> Vec<u8> {
        decoded(text, self.is_form).collect()
    }

    /// The names and values, as written; the value is `None` without a `=`.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.pairs.iter().map(|pair| split(pair))
    }

    /// The values of all pairs with this name, as written.
    ///
    /// ```
    /// use anyurl_core::PairList;
    ///
    /// let pairs = PairList::new("a%62=%31&c&ab=2");
    /// assert_eq!(pairs.values("ab").collect::<Vec<_>>(), ["%31", "2"]);
    /// assert_eq!(pairs.values("c").collect::<Vec<_>>(), [""]);
    /// ```
    pub fn values(&self, name: impl AsRef<[u8]>) -> impl Iterator<Item = &str> {
        self.iter().filter(move |(key, _)| self.is_name(key, name.as_ref())).map(|(_, value)| value.unwrap_or_default())
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Appends a pair of decoded bytes, or a name without `=`.
    pub fn push(&mut self, name: impl AsRef<[u8]>, value: Option<&[u8]>) {
        let pair = self.encode(name.as_ref(), value);
        // An empty name without a value would be no pair.
        self.pairs.extend(Some(pair).filter(|pair| !pair.is_empty()).map(Cow::Owned));
    }

    /// Gives the first pair with this name another value, and removes the others with the name. Returns whether there
    /// was one.
    ///
    /// ```
    /// use anyurl_core::PairList;
    ///
    /// let mut pairs = PairList::new("a=1&b=2&b=3");
    /// assert!(pairs.set("b", Some(b"4")) && !pairs.set("c", Some(b"5")));
    /// assert_eq!(pairs.to_string(), "a=1&b=4");
    /// ```
    pub fn set(&mut self, name: impl AsRef<[u8]>, value: Option<&[u8]>) -> bool {
        let name = name.as_ref();
        let Some(first) = self.iter().position(|(key, _)| self.is_name(key, name)) else {
            return false;
        };
        self.pairs[first] = Cow::Owned(self.encode(name, value));
        let (is_form, mut index) = (self.is_form, 0);
        self.pairs.retain(|pair| {
            let is_kept = index <= first || !is_name(split(pair).0, name, is_form);
            index += 1;
            is_kept && !pair.is_empty()
        });
        true
    }

    /// Keeps only the pairs for which `keep` is true. It gets names and values decoded.
    pub fn retain(&mut self, mut keep: impl FnMut(&[u8], Option<&[u8]>) -> bool) {
        let is_form = self.is_form;
        let decode = |text: &str| decoded(text, is_form).collect::<Vec<u8>>();
        self.pairs.retain(|pair| {
            let (name, value) = split(pair);
            keep(&decode(name), value.map(decode).as_deref())
        });
    }

    /// Sorts the pairs by their decoded names, without regard to the case of ASCII letters. Pairs with the same name keep
    /// their order.
    pub fn sort(&mut self) {
        // Without a decoded key for each pair: there may be one for every second byte of a long text.
        let is_form = self.is_form;
        order::sort_by(&mut self.pairs, |one, other| sort_key(one, is_form).cmp(sort_key(other, is_form)));
    }

    /// Whether a name as written is this name, in decoded bytes.
    fn is_name(&self, written: &str, name: &[u8]) -> bool {
        is_name(written, name, self.is_form)
    }

    fn encode(&self, name: &[u8], value: Option<&[u8]>) -> String {
        let mut text = String::new();
        self.encode_to(name, &mut text);
        if let Some(value) = value {
            text.push('=');
            self.encode_to(value, &mut text);
        }
        text
    }

    /// Escapes everything that could be a delimiter, and the separator even if it is a letter.
    fn encode_to(&self, bytes: &[u8], to: &mut String) {
        for &byte in bytes {
            if char::from(byte) == self.separator {
                escape::push_escape(byte, to);
            } else {
                escape::encode(&[byte], &UNRESERVED_EVERYWHERE, to);
            }
        }
    }
}

/// Writes the query, without its question mark.
impl fmt::Display for PairList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, pair) in self.pairs.iter().enumerate() {
            if n > 0 {
                write!(f, "{}", self.separator)?;
            }
            f.write_str(pair)?;
        }
        Ok(())
    }
}

/// Shows the query without its secrets.
impl fmt::Debug for PairList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Pairs are read as fields only after a delimiter of URLs.
        let pairs = self.pairs.iter().map(|pair| Secrets::new().mask(&format!("?{pair}"))[1..].to_owned());
        f.debug_list().entries(pairs).finish()
    }
}

fn split(pair: &str) -> (&str, Option<&str>) {
    pair.split_once('=').map_or((pair, None), |(name, value)| (name, Some(value)))
}

/// The decoded bytes of a name or value; in an HTML form, `+` is a space (`application/x-www-form-urlencoded`).
fn decoded(text: &str, is_form: bool) -> impl Iterator<Item = u8> {
    let is_space = move |at: usize| is_form && text.as_bytes().get(at) == Some(&b'+');
    escape::bytes(text).map(move |(at, byte)| if is_space(at) { b' ' } else { byte })
}

/// The decoded name of a pair in lower case.
fn sort_key(pair: &str, is_form: bool) -> impl Iterator<Item = u8> {
    decoded(split(pair).0, is_form).map(|byte| byte.to_ascii_lowercase())
}

/// Whether a name as written is this name, in decoded bytes.
fn is_name(written: &str, name: &[u8], is_form: bool) -> bool {
    decoded(written, is_form).eq(name.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_that_is_set_can_be_empty_and_goes() {
        let mut pairs = PairList::new("=1&a");
        assert!(pairs.set("", None));
        assert_eq!(pairs.to_string(), "a");
        pairs.push("", None);
        pairs.push("", Some(b""));
        assert_eq!(pairs.to_string(), "a&=");
    }

    #[test]
    fn sorting_is_stable_and_keeps_the_spelling() {
        for (query, sorted) in [
            ("utm=1&monkey=2", "monkey=2&utm=1"),
            ("b=2&B=1&%61=3&a=2", "%61=3&a=2&b=2&B=1"),
            ("a=b&c=d&", "a=b&c=d"),
            ("", ""),
        ] {
            let mut pairs = PairList::new(query);
            pairs.sort();
            assert_eq!(pairs.to_string(), sorted, "{query}");
        }
    }

    #[test]
    fn debug_shows_no_secret() {
        let pairs = PairList::new("page=1&token=S3CRET&u=x://u:S3CRET@h/");
        assert_eq!(format!("{pairs:?}"), r#"["page=1", "token=***", "u=x://u:***@h/"]"#);
    }

    #[test]
    fn a_letter_can_separate() {
        let mut pairs = PairList::separated_by('C', "a=bCd=e");
        pairs.push("CC", Some(b"c"));
        assert_eq!(pairs.to_string(), "a=bCd=eC%43%43=c");
    }
}
