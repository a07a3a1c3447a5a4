//! P10: the canonical form, compared with the normal forms of `fluent-uri` and `url`.

use crate::operations::{Operation, Parsed, contest, parsed};
use crate::parts::Outcome;
use crate::report::Report;
use crate::setting::Setting;

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    to.say("The first two rows begin with a parsed URL, the others with its text. The parse of `url` normalizes.");
    for corpus in [&setting.corpora.weblinks, &setting.corpora.mixed] {
        contest(corpus, parsed(corpus), operations(), setting.rounds, to);
    }
    Ok(())
}

fn operations<'t>() -> Vec<Operation<'static, Parsed<'t>>> {
    vec![
        Operation::new("anyurl, `to_canonical`", 0, |url: &Parsed<'_>| Some(url.anyurl.to_canonical())),
        Operation::new("fluent-uri, `normalize`", 0, |url: &Parsed<'_>| Some(url.fluent.normalize()))
            .target("canonical form", "fluent-uri"),
        Operation::new("anyurl, `parse` and `to_canonical`", 2, |url: &Parsed<'_>| {
            Some(anyurl::parse(url.text).ok()?.to_canonical())
        }),
        Operation::new("fluent-uri, `parse` and `normalize`", 2, |url: &Parsed<'_>| {
            Some(fluent_uri::Uri::parse(url.text).ok()?.normalize())
        }),
        Operation::new("url, `parse`", 2, |url: &Parsed<'_>| url::Url::parse(url.text).ok()),
    ]
}
