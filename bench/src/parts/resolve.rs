//! P10: relative references, compared with `fluent-uri` and `url`.

use anyurl::reference::ReferenceRules::Rfc3986;
use fluent_uri::UriRef;

use crate::operations::{Operation, Parsed, contest, parsed};
use crate::parts::Outcome;
use crate::report::Report;
use crate::setting::Setting;

/// The references, each at every seventh URL.
const REFERENCES: [&str; 7] =
    ["page.html", "./folder/page", "../page", "../../x/./y?q=1", "/from/the/root", "?query=text", "//other.dom/path"];

/// A base and a reference.
type Input<'t> = (Parsed<'t>, &'static str);

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let references = REFERENCES.map(|reference| format!("`{reference}`")).join(", ");
    to.say(format_args!(
        "The references are {references}, by the rules of RFC 3986, from their text; the bases are parsed before. \
         `resolve` joins texts; `join` also parses the result, by the rules of its scheme. Only bases and references are measured for which all contestants have a result."
    ));
    for corpus in [&setting.corpora.weblinks, &setting.corpora.mixed] {
        let inputs: Vec<Input<'_>> = parsed(corpus).into_iter().zip(REFERENCES.into_iter().cycle()).collect();
        contest(corpus, inputs, operations(), setting.rounds, to);
    }
    Ok(())
}

fn operations<'t>() -> Vec<Operation<'static, Input<'t>>> {
    vec![
        Operation::new("anyurl, `resolve`", 0, |(base, reference): &Input<'_>| {
            base.anyurl.resolve(reference, Rfc3986).ok()
        }),
        Operation::new("fluent-uri, `parse` and `resolve_against`", 0, |(base, reference): &Input<'_>| {
            UriRef::parse(*reference).ok()?.resolve_against(&base.fluent).ok()
        })
        .target("resolve", "fluent-uri"),
        Operation::new("anyurl, `join`", 2, |(base, reference): &Input<'_>| base.anyurl.join(reference).ok()),
        Operation::new("url, `join`", 2, |(base, reference): &Input<'_>| base.url.join(reference).ok())
            .target("join", "url"),
    ]
}
