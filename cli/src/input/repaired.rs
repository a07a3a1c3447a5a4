//! URLs of lenient mode as strict mode reads them, where an escape is all that they lack.

use std::borrow::Cow;

use anyurl::Warning;
use anyurl::authors::{Fix, escape};

use crate::Url;

/// The text of a URL with escapes for what only lenient mode takes as data, such as a space or a further `@` in a login.
pub(crate) fn repaired(url: Url<'_>) -> Cow<'_, str> {
    if !url.options().is_lenient() {
        return Cow::Borrowed(url.as_str());
    }
    let is_data = |one: &&Warning| one.requirement().is_some_and(|requirement| *requirement.fix() == Fix::Encode);
    let whole = url.url_span();
    let (mut text, mut at) = (String::new(), whole.start());
    for warning in url.warnings_within(usize::MAX).first.iter().filter(is_data) {
        text.push_str(&url.text()[at..warning.span().start()]);
        warning.span().of(url.text()).bytes().for_each(|byte| escape::push_escape(byte, &mut text));
        at = warning.span().end();
    }
    text.push_str(&url.text()[at..whole.end()]);
    Cow::Owned(text)
}
