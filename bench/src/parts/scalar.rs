//! P2b: Locator with the registers that every processor of the target has, compared with fluent-uri, which uses none.

use crate::contestants;
use crate::parts::Outcome;
use crate::report::{Goal, Report, Wanted, nanos};
use crate::setting::Setting;

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    if !cfg!(any(locator_backend = "sse2", locator_backend = "neon", locator_backend = "portable")) {
        to.say("Not in this build: `RUSTFLAGS='--cfg locator_backend=\"sse2\"'` builds Locator without AVX.");
        return Ok(());
    }
    let pair = [contestants::LOCATOR, "fluent-uri"].map(contestants::named);
    let mut rows = Vec::new();
    let mut product = 1.0;
    let corpora = [&setting.corpora.weblinks, &setting.corpora.mixed];
    for corpus in corpora {
        let urls = corpus.urls();
        let laps = contestants::race(&pair, &urls, setting.rounds);
        let each = |n: usize| nanos(laps[n].times.median() / urls.len() as f64);
        let ratio = laps[1].times.ratio(&laps[0].times);
        product *= ratio;
        rows.push([corpus.name.to_owned(), each(0), each(1), format!("{ratio:.2}")]);
    }
    to.table(["texts", "Locator, ns per URL", "fluent-uri", "times Locator"], rows);
    to.goal(Goal {
        what: "P2b: both lists without AVX, `fluent-uri` against Locator, geometric mean".to_owned(),
        is: f64::sqrt(product),
        wanted: Wanted::Aim(1.25),
        unit: "x",
    });
    Ok(())
}
