//! URLs of lenient mode as strict mode reads them, where an escape is all that they lack.

use std::borrow::Cow;

use anyurl::authors::escape;

use crate::Url;

/// The text of a URL with escapes for what only lenient mode takes as data: further `@` in a login, bare percent signs,
/// unsafe characters, characters beyond US-ASCII, and a `#` in a fragment.
pub(crate) fn repaired(url: Url<'_>) -> Cow<'_, str> {
    if !url.options().is_lenient() {
        return Cow::Borrowed(url.as_str());
    }
    let end = url.url_span().end();
    let fragment = url.fragment().map_or(end, |fragment| end - fragment.len());
    let is_data = |id: &str, at: usize| match id {
        "A-30" | "A-31" | "A-42" | "A-43" => true,
        "A-40" => at >= fragment,
        _ => false,
    };
    let (mut text, mut at) = (String::new(), url.url_span().start());
    for warning in url.warnings_within(usize::MAX).first.iter().filter(|one| is_data(one.id(), one.span().start())) {
        text.push_str(&url.text()[at..warning.span().start()]);
        warning.span().of(url.text()).bytes().for_each(|byte| escape::push_escape(byte, &mut text));
        at = warning.span().end();
    }
    text.push_str(&url.text()[at..end]);
    Cow::Owned(text)
}
