//! P8: a complete process, compared with a program that does nothing.

use crate::parts::Outcome;
use crate::process;
use crate::report::{Goal, Report, Wanted, millis};
use crate::rounds::{self, Work};
use crate::setting::Setting;

/// The commands.
const QUESTIONS: [(&str, &[&str]); 3] = [
    ("a URL of a scheme", &["parse", "http://host.dom/path"]),
    ("a URL of an unregistered scheme", &["parse", "x-unheard-of://host.dom/path"]),
    ("a URL of a declared scheme", &["parse", "ldap://host.dom/o=x"]),
];

pub(super) fn run(setting: &Setting, to: &mut Report) -> Outcome {
    let locator = process::locator(setting)?;
    let empty = process::empty(setting)?;
    let mut works: Vec<Work<'_>> = vec![Box::new(|| drop(process::quiet(setting, &empty).status()))];
    for (_, arguments) in QUESTIONS {
        let locator = &locator;
        works.push(Box::new(move || {
            drop(process::quiet(setting, locator).args(arguments).status());
        }));
    }
    let times = rounds::interleave(setting.size(201, 11), &mut works);
    let nothing = times[0].median();
    let name = |n: usize| match n.checked_sub(1) {
        None => "an empty program".to_owned(),
        Some(n) => format!("`locator parse`, {}", QUESTIONS[n].0),
    };
    let rows = times.iter().enumerate().map(|(n, own)| {
        let median = own.median();
        [name(n), millis(median), millis(median - nothing)]
    });
    to.table(["", "ms", "more than the empty one"], rows);
    to.goal(Goal {
        what: "P8: `locator parse URL`, above an empty program".to_owned(),
        is: (times[1].median() - nothing) * 1e3,
        wanted: Wanted::AtMost(2.0, 0.5),
        unit: " ms",
    });
    Ok(())
}
