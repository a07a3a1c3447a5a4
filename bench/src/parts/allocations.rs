//! P4: allocations of a parse.

use crate::allocator;
use crate::contestants::{ALL, ANYURL, Contestant};
use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted};
use crate::setting::Setting;

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    to.say("For each URL that a contestant accepts. `ada-url` and `curl` are C++ and C, and use the heap of the system where this program does not see it.");
    let mut most = 0.0_f64;
    for corpus in [&setting.corpora.weblinks, &setting.corpora.mixed] {
        let urls = corpus.urls();
        let row = |contestant: &Contestant| {
            let urls = accepted(contestant, &urls);
            // Lazy initialisation is done by now.
            let (_, heap) = allocator::watch(|| (contestant.pass)(&urls));
            let each = |total: usize| total as f64 / urls.len().max(1) as f64;
            if contestant.name == ANYURL {
                most = most.max(each(heap.calls));
            }
            let seen = |value| {
                if contestant.is_foreign { "not seen".to_owned() } else { value }
            };
            [
                contestant.name.to_owned(),
                seen(format!("{:.2}", each(heap.calls))),
                seen(format!("{:.1}", each(heap.bytes))),
            ]
        };
        let rows: Vec<_> = ALL.iter().map(row).collect();
        to.table([corpus.name, "allocations", "bytes"], rows);
    }
    to.goal(Goal {
        what: "P4: allocations for a successful parse".to_owned(),
        is: most,
        wanted: Wanted::AtMost(0.0, 0.0),
        unit: "",
    });
    Ok(())
}

/// The URLs that a contestant accepts.
fn accepted<'u>(contestant: &Contestant, urls: &[&'u str]) -> Vec<&'u str> {
    urls.iter().copied().filter(|url| (contestant.pass)(&[url]) == 1).collect()
}
