//! The parts, one file each, in the order of the targets they are measured for.

#![allow(clippy::unnecessary_wraps, reason = "parts are alike in shape, whether anything can go wrong in them or not")]

use std::error::Error;

use crate::report::Report;
use crate::setting::Setting;

mod allocations;
mod baseline;
mod build;
mod canonical;
mod check;
mod declared;
mod dynamic;
mod extract;
mod handlers;
mod hostile;
mod length;
mod lines;
mod load;
mod many;
mod mixed;
mod module;
mod names;
mod resolve;
mod scrub;
mod sizes;
mod start;
mod threads;
mod weblinks;

/// A part.
pub(crate) struct Part {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) run: fn(&Setting, &mut Report) -> Outcome,
}

type Outcome = Result<(), Box<dyn Error>>;

#[rustfmt::skip]
const ALL: [Part; 23] = [
    Part { id: "p1", title: "links of the web", run: weblinks::run },
    Part { id: "p2", title: "ten schemes, shuffled", run: mixed::run },
    Part { id: "p2b", title: "the same on every processor", run: baseline::run },
    Part { id: "p3", title: "all names against ten", run: names::run },
    Part { id: "p4", title: "the heap", run: allocations::run },
    Part { id: "p5", title: "declared schemes against the built-in ones", run: declared::run },
    Part { id: "p6", title: "shared libraries against a built-in scheme", run: dynamic::run },
    Part { id: "p6-module", title: "a WebAssembly module against a library", run: module::run },
    Part { id: "p7", title: "a file of a gigabyte", run: check::run },
    Part { id: "p8", title: "from nothing to an answer", run: start::run },
    Part { id: "p9-length", title: "cost against length", run: length::run },
    Part { id: "p9-names", title: "cost against the number of schemes", run: many::run },
    Part { id: "p9-threads", title: "two threads", run: threads::run },
    Part { id: "p10-canonical", title: "canonical form", run: canonical::run },
    Part { id: "p10-resolve", title: "relative references", run: resolve::run },
    Part { id: "p10-build", title: "building from components", run: build::run },
    Part { id: "handlers", title: "handlers and policies", run: handlers::run },
    Part { id: "load", title: "loading registries", run: load::run },
    Part { id: "hostile", title: "hostile registry files and grammars", run: hostile::run },
    Part { id: "lines", title: "one hostile line", run: lines::run },
    Part { id: "scrub", title: "a log without its secrets", run: scrub::run },
    Part { id: "extract", title: "the URLs of a log", run: extract::run },
    Part { id: "sizes", title: "sizes of values", run: sizes::run },
];

/// Returns the parts with these ids, or all; `p9` selects all ids with that prefix.
pub(crate) fn chosen(ids: &[String]) -> Result<Vec<&'static Part>, String> {
    let is = |part: &Part, id: &str| {
        let rest = part.id.strip_prefix(id);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    if let Some(unknown) = ids.iter().find(|id| !ALL.iter().any(|part| is(part, id))) {
        let known: Vec<_> = ALL.iter().map(|part| part.id).collect();
        return Err(format!("there is no part `{unknown}`: there are {}", known.join(", ")));
    }
    let is_chosen = |part: &&Part| ids.is_empty() || ids.iter().any(|id| is(part, id));
    Ok(ALL.iter().filter(is_chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_chosen_by_id() {
        let ids = |ids: &[&str]| {
            let ids: Vec<_> = ids.iter().map(|id| (*id).to_owned()).collect();
            let parts = chosen(&ids)?;
            Ok::<_, String>(parts.iter().map(|part| part.id).collect::<Vec<_>>())
        };
        assert_eq!(ids(&[]).unwrap().len(), ALL.len());
        assert_eq!(ids(&["p2"]).unwrap(), ["p2"]);
        assert_eq!(ids(&["p9"]).unwrap(), ["p9-length", "p9-names", "p9-threads"]);
        assert!(ids(&["p"]).unwrap_err().contains("there are p1, p2, p2b"));
    }
}
