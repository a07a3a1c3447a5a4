//! P7m: `locator check` on a file of one gigabyte with the ten schemes, compared with parsing the same URLs in a program.

use std::fs;
use std::hint::black_box;

use locator_bench_rounds::{Pass, Work, over, whole};

use super::check::{BYTES, ROUNDS};
use crate::contestants;
use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted, nanos};
use crate::setting::Setting;

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let locator = process::locator(setting)?;
    if !process::has_processors(setting, "0") {
        to.say("Not measured: this part needs `taskset`.");
        return Ok(());
    }
    let bytes = setting.size(BYTES.0, BYTES.1);
    let file = setting.scratch.join("mixed-links.txt");
    let lines = setting.corpora.mixed.write_repeated(&file, bytes)?;
    let mut check: [Work<'_>; 1] =
        [Box::new(|| drop(process::on_processors(setting, "0", &locator).arg("check").arg(&file).status()))];
    let check = &whole(setting.size(ROUNDS.0, ROUNDS.1), &mut check)[0];
    fs::remove_file(&file)?;
    let urls = setting.corpora.mixed.urls();
    let parse = contestants::named(contestants::LOCATOR).pass;
    let mut parse: [Pass<'_, &str>; 1] = [Box::new(|urls| _ = black_box(parse(urls)))];
    let parse = &over(&urls, setting.rounds, &mut parse)[0];
    let each = |seconds: f64, count: usize| seconds / count as f64;
    let ratio = each(check.min_sum(), lines) / each(parse.min_sum(), urls.len());
    to.say(format_args!(
        "{bytes} bytes of URLs, repeated, in the page cache, on one processor; the output is discarded. \
         `parse` is what P2 measures, measured again beside it."
    ));
    to.table(
        ["", "ns per URL", "median", "times `parse`"],
        [
            [
                "`locator check`".to_owned(),
                nanos(each(check.min_sum(), lines)),
                nanos(each(check.median(), lines)),
                format!("{ratio:.2}"),
            ],
            [
                "`parse`".to_owned(),
                nanos(each(parse.min_sum(), urls.len())),
                nanos(each(parse.median(), urls.len())),
                "1.00".to_owned(),
            ],
        ],
    );
    to.goal(Goal {
        what: "P7m: `locator check` of ten schemes, time for a URL against P2's".to_owned(),
        is: ratio,
        wanted: Wanted::AtMost(0.85, 0.7),
        unit: "x",
    });
    Ok(())
}
