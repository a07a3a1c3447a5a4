//! The summary for people: counts, errors with their sections, and the options that would accept more lines.

use std::fmt::{self, Write};

use anyurl::{Options, Profile};

use super::block_stats::Accepted;
use super::tally::{DeprecatedCount, ErrorCount, Tally, WarningCount};
use crate::output::Palette;
use crate::output::numbers::{count, grouped};

/// The style of a summary, and how the failures were reported.
#[derive(Clone, Copy)]
pub(crate) struct SummaryOptions {
    pub(crate) palette: &'static Palette,
    pub(crate) options: Options,
    /// The number of failures that were not drawn.
    pub(crate) hidden: u64,
    /// Whether all failures are listed in a file.
    pub(crate) has_list: bool,
}

/// The summary.
pub(crate) fn to_text(tally: &Tally, options: SummaryOptions) -> String {
    let mut text = String::new();
    // Writing to a `String` cannot fail.
    let _ = write(&mut text, tally, options);
    text
}

fn write(to: &mut String, tally: &Tally, options: SummaryOptions) -> fmt::Result {
    let Palette { faint, reset, .. } = options.palette;
    if options.hidden > 0 {
        let how = if options.has_list {
            "the file of `--failures` lists all of them"
        } else {
            "`-v` shows all of them, and `--failures FILE` lists them"
        };
        let more = count(options.hidden, "more failure");
        writeln!(to, "{faint}… and {more}: {how}{reset}\n")?;
    }
    let Tally { lines, valid, invalid, .. } = tally;
    writeln!(to, "{}: {} valid, {} invalid", count(*lines, "line"), grouped(*valid), grouped(*invalid))?;
    let schemes = tally.by_scheme().into_iter().collect();
    scheme_counts(to, "valid lines by scheme", schemes, options)?;
    deprecated(to, tally, options)?;
    errors(to, tally, options)?;
    warnings(to, tally, options)?;
    if let Some(verdicts) = &tally.verdicts {
        verdicts.write(to, options.palette)?;
    }
    writeln!(to, "\n{}", closing(tally, options.options))
}

/// A heading, and names with their counts, the largest first.
fn scheme_counts(to: &mut String, title: &str, mut rows: Vec<(&str, u64)>, options: SummaryOptions) -> fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    let Palette { title: bold, name: colour, reset, .. } = options.palette;
    writeln!(to, "\n{bold}{title}{reset}")?;
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (name, count) in rows {
        writeln!(to, "{:>11}  {colour}{name}{reset}", grouped(count))?;
    }
    Ok(())
}

/// The lines of deprecated schemes, which show where a scheme is still used.
fn deprecated(to: &mut String, tally: &Tally, options: SummaryOptions) -> fmt::Result {
    let schemes = tally.deprecated();
    if schemes.is_empty() {
        return Ok(());
    }
    let Palette { title, name: colour, faint, reset, .. } = options.palette;
    writeln!(to, "\n{title}valid lines of deprecated schemes{reset}")?;
    for (name, DeprecatedCount { count, notice, first }) in schemes {
        writeln!(to, "{:>11}  {colour}{name}{reset}  {notice}", grouped(count))?;
        writeln!(to, "{:>11}  {faint}first in {first}{reset}", "")?;
    }
    Ok(())
}

/// The warnings of valid lines, the most frequent first, with one example of each.
fn warnings(to: &mut String, tally: &Tally, options: SummaryOptions) -> fmt::Result {
    if tally.warnings.is_empty() {
        return Ok(());
    }
    let Palette { title, name, faint, reset, .. } = options.palette;
    writeln!(to, "\n{title}warnings{reset}")?;
    let mut rows: Vec<_> = tally.warnings.iter().collect();
    rows.sort_by_key(|(_, warning)| std::cmp::Reverse(warning.count));
    for (id, WarningCount { count, first }) in rows {
        writeln!(to, "{:>11}  {name}{id}{reset}", grouped(*count))?;
        writeln!(to, "{:>11}  {faint}{first}{reset}", "")?;
    }
    Ok(())
}

/// The invalid lines by cause: what is wrong, the requirement with its section, and the first line.
fn errors(to: &mut String, tally: &Tally, options: SummaryOptions) -> fmt::Result {
    if tally.by_error.is_empty() {
        return Ok(());
    }
    let Palette { title, name, faint, reset, .. } = options.palette;
    writeln!(to, "\n{title}invalid lines by cause{reset}")?;
    for ((id, text, _), error) in tally.causes() {
        let ErrorCount { count, section, place, example, .. } = error;
        writeln!(to, "{:>11}  {name}{id}{reset}  {} ({section})", grouped(*count), error.says(text))?;
        writeln!(to, "{:>11}  {faint}{place}: {example}{reset}", "")?;
    }
    Ok(())
}

/// The last paragraph: the most frequent error, and the options that would accept more lines.
fn closing(tally: &Tally, options: Options) -> String {
    let Some(((id, text, _), first)) = tally.causes().into_iter().next() else {
        return match tally.lines {
            0 => "There are no lines to check.".to_owned(),
            1 => format!("The line is a valid URL in {}.{}", mode(options), generic(tally)),
            _ => format!("All lines are valid URLs in {}.{}", mode(options), generic(tally)),
        };
    };
    if tally.texts * 2 > tally.lines {
        return "These lines are text with URLs in it: `anyurl extract --all FILE` finds the URLs.".to_owned();
    }
    let rejects = if options.is_lenient() {
        "rejects deviations that it has no rule for"
    } else {
        "rejects everything that its grammar or prose forbids, however common"
    };
    let most_often = if first.count < tally.invalid {
        format!("Most often here ({})", count(first.count, "line"))
    } else {
        "Here".to_owned()
    };
    format!(
        "Why: {} {rejects}.\n{most_often}: {} ({id}, {}).{}",
        mode(options),
        first.says(text),
        first.section,
        alternatives(tally.accepted, tally.invalid, options)
    )
}

/// The note about lines of unregistered schemes.
fn generic(tally: &Tally) -> String {
    let unregistered = tally.warnings.get("unregistered-scheme").map(|warning| warning.count);
    unregistered.map_or_else(String::new, |number| {
        format!("\nOnly the generic syntax was checked for {}: the scheme is not registered.", count(number, "line"))
    })
}

/// The profile and mode.
fn mode(options: Options) -> &'static str {
    match (options.is_lenient(), options.profile == Profile::Current) {
        (false, false) => "strict mode (profile `rfc1738`)",
        (true, false) => "lenient mode (profile `rfc1738`)",
        (false, true) => "strict mode (profile `current`)",
        (true, true) => "lenient mode (profile `current`)",
    }
}

/// The options that would accept more lines.
fn alternatives(accepted: Accepted, invalid: u64, options: Options) -> String {
    let Accepted { lenient, current, both } = accepted;
    if options.is_lenient() && options.profile == Profile::Current {
        return String::new();
    }
    // Both together matter only if neither accepts as many.
    let together = if both > lenient.max(current) { both } else { 0 };
    let ways = [("`--lenient`", lenient), ("`--profile current`", current), ("both together", together)];
    let ways = ways.into_iter().filter(|(_, number)| *number > 0).enumerate();
    let ways: Vec<_> = ways
        .map(|(n, (how, number))| format!("{how}{} {}", if n == 0 { " would accept" } else { "" }, grouped(number)))
        .collect();
    if ways.is_empty() {
        return format!("\nNo option accepts {}.", if invalid == 1 { "it" } else { "them" });
    }
    let others = match invalid - both {
        0 => String::new(),
        1 => "; no option accepts the other".to_owned(),
        others => format!("; no option accepts the other {}", grouped(others)),
    };
    format!("\nOf {}, {}{others}.", count(invalid, "invalid line"), ways.join(", "))
}
