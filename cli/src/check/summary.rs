//! The summary for people: counts, the faults with their sections, and why strict mode refuses what it refuses.

use std::fmt::{self, Write};

use locator::{Options, Profile};

use super::piece::Accepted;
use super::tally::{Fault, Noted, Tally};
use crate::output::Palette;
use crate::text::{count, grouped};

/// What can be chosen about a summary, and what else was done with the failures.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) palette: &'static Palette,
    pub(crate) options: Options,
    /// How many failures were not drawn.
    pub(crate) hidden: u64,
    /// Whether they are listed in a file.
    pub(crate) has_list: bool,
}

/// The summary.
pub(crate) fn of(tally: &Tally, look: Look) -> String {
    let mut text = String::new();
    // Nothing can fail in writing to a text.
    let _ = write(&mut text, tally, look);
    text
}

fn write(to: &mut String, tally: &Tally, look: Look) -> fmt::Result {
    let Palette { faint, reset, .. } = look.palette;
    if look.hidden > 0 {
        let how = if look.has_list {
            "all are in the file of failures"
        } else {
            "`-v` draws all, `--failures FILE` lists them"
        };
        let more = count(look.hidden, "failure");
        writeln!(to, "{faint}… and {more} more: {how}{reset}\n")?;
    }
    let Tally { lines, valid, invalid, .. } = tally;
    writeln!(to, "{}: {} valid, {} invalid", count(*lines, "line"), grouped(*valid), grouped(*invalid))?;
    let schemes = tally.by_scheme().into_iter().collect();
    counts(to, "valid lines by scheme", schemes, look)?;
    faults(to, tally, look)?;
    warnings(to, tally, look)?;
    writeln!(to, "\n{}", closing(tally, look.options))
}

/// A heading, and names with their numbers, the largest first.
fn counts(to: &mut String, title: &str, mut rows: Vec<(&str, u64)>, look: Look) -> fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    let Palette { title: bold, name: colour, reset, .. } = look.palette;
    writeln!(to, "\n{bold}{title}{reset}")?;
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (name, count) in rows {
        writeln!(to, "{:>11}  {colour}{name}{reset}", grouped(count))?;
    }
    Ok(())
}

/// Warnings of valid lines, the most frequent first, and what the first of each says.
fn warnings(to: &mut String, tally: &Tally, look: Look) -> fmt::Result {
    if tally.warnings.is_empty() {
        return Ok(());
    }
    let Palette { title, name, faint, reset, .. } = look.palette;
    writeln!(to, "\n{title}warnings{reset}")?;
    let mut rows: Vec<_> = tally.warnings.iter().collect();
    rows.sort_by_key(|(_, noted)| std::cmp::Reverse(noted.count));
    for (id, Noted { count, first }) in rows {
        writeln!(to, "{:>11}  {name}{id}{reset}", grouped(*count))?;
        writeln!(to, "{:>11}  {faint}{first}{reset}", "")?;
    }
    Ok(())
}

/// Invalid lines by the rule they break: what it says, where, and the first that breaks it.
fn faults(to: &mut String, tally: &Tally, look: Look) -> fmt::Result {
    if tally.by_error.is_empty() {
        return Ok(());
    }
    let Palette { title, name, faint, reset, .. } = look.palette;
    writeln!(to, "\n{title}invalid lines by the rule they break{reset}")?;
    for ((id, says), fault) in by_count(tally) {
        let Fault { count, section, place, example } = fault;
        writeln!(to, "{:>11}  {name}{id}{reset}  {says} ({section})", grouped(*count))?;
        writeln!(to, "{:>11}  {faint}{place}: {example}{reset}", "")?;
    }
    Ok(())
}

/// The faults, the most frequent first.
fn by_count(tally: &Tally) -> Vec<(&(String, String), &Fault)> {
    let mut faults: Vec<_> = tally.by_error.iter().collect();
    faults.sort_by_key(|(_, fault)| std::cmp::Reverse(fault.count));
    faults
}

/// Why, and who would accept more.
fn closing(tally: &Tally, options: Options) -> String {
    let Some(((id, says), most)) = by_count(tally).into_iter().next() else {
        return match tally.lines {
            0 => "There was no line to check.".to_owned(),
            1 => format!("The line is a URL by {}.{}", rules(options), generic(tally)),
            _ => format!("All lines are URLs by {}.{}", rules(options), generic(tally)),
        };
    };
    let refuses = if options.is_lenient() {
        "refuses what cannot be fixed by rule"
    } else {
        "refuses what its grammar does not derive or its words forbid, however common it is"
    };
    let most_often = if most.count < tally.invalid {
        format!("most often here ({})", count(most.count, "line"))
    } else {
        "here".to_owned()
    };
    format!(
        "Why: {} {refuses};\n{most_often} because {says} ({id}, {}).{}",
        rules(options),
        most.section,
        others(tally.accepted, tally.invalid, options)
    )
}

/// What was not checked of names that nothing is registered under.
fn generic(tally: &Tally) -> String {
    let unregistered = tally.warnings.get("unregistered-scheme").map(|noted| noted.count);
    unregistered.map_or_else(String::new, |number| {
        format!(
            "\nOf {} only the generic syntax was checked: nothing is registered under the name.",
            count(number, "line")
        )
    })
}

/// By what was read.
fn rules(options: Options) -> &'static str {
    match (options.is_lenient(), options.profile) {
        (false, Profile::Rfc1738) => "RFC 1738 of 1994 to the letter",
        (true, Profile::Rfc1738) => "RFC 1738 in lenient mode",
        (false, Profile::Current) => "the current profile",
        (true, Profile::Current) => "the current profile in lenient mode",
    }
}

/// Which options would accept more.
fn others(accepted: Accepted, invalid: u64, options: Options) -> String {
    let Accepted { lenient, current, both } = accepted;
    let is_current = options.profile == Profile::Current;
    let would = match (options.is_lenient(), is_current) {
        (true, true) => return String::new(),
        (true, false) => format!("`--profile current` would accept {}", or_none(current)),
        (false, true) => format!("`--lenient` would accept {}", or_none(lenient)),
        (false, false) => format!(
            "`--lenient` would accept {}, `--profile current` {}, both together {}",
            or_none(lenient),
            or_none(current),
            or_none(both)
        ),
    };
    let neither = match invalid - both {
        0 => String::new(),
        1 => "; 1 is no URL in any mode".to_owned(),
        more => format!("; {} are no URLs in any mode", grouped(more)),
    };
    let lines = count(invalid, "refused line");
    format!("\nOf {lines} {would}{neither}.")
}

fn or_none(number: u64) -> String {
    if number == 0 { "none".to_owned() } else { grouped(number) }
}
