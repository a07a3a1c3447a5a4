//! Registry files: read, and written in the order of the format.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use locator::declared::format::{self, Date, RegistryFile, RegistryFileError};

use crate::args;
use crate::exit::{Exit, Trouble};
use crate::input;
use crate::session::Session;

/// A layer, to be used. What is wrong with its text is drawn, and ends the command.
pub(super) fn layer(session: &mut Session, path: &Path) -> Result<RegistryFile, Trouble> {
    let read = RegistryFile::open(path).and_then(format::ParsedFile::load);
    read.map_err(|error| match error {
        RegistryFileError::Refused(findings) => {
            let style = session.err.palette.report;
            for finding in findings.iter() {
                // Where even this cannot be told, the end of the command tells it.
                let _ = write!(session.err, "{}", finding.drawn(style));
            }
            Trouble::Registry(format!("{}: not a registry file", input::name(path)))
        }
        error => Trouble::Registry(error.to_string()),
    })
}

/// The layer that comes with Locator.
pub(super) fn shipped() -> Result<RegistryFile, Trouble> {
    RegistryFile::from_text("registry.toml", locator::REGISTRY_FILE)
        .and_then(format::ParsedFile::load)
        .map_err(|error| Trouble::Registry(error.to_string()))
}

/// The text of a registry file, whatever it holds.
fn written(path: &Path) -> Result<String, Trouble> {
    let text = input::text(path, MOST);
    text.map_err(|error| Trouble::Registry(format!("{}: {error}", input::name(path))))
}

/// The text of another file, or of a pipe that has a name.
pub(super) fn text(path: &Path) -> Result<String, Trouble> {
    let read = File::open(path).and_then(|file| input::text_of(file, MOST));
    read.map_err(|error| Trouble::File(input::name(path), error))
}

/// No file that is read as a whole is longer than this, in bytes: so long a layer may be, with all that it includes.
const MOST: u64 = 40 * 1024 * 1024;

/// `locator registry fmt`: in place, or a check that nothing would change.
pub(super) fn tidy(session: &mut Session, args: &args::Fmt) -> Result<Exit, Trouble> {
    let mut exit = Exit::Well;
    for path in &args.files {
        let name = input::name(path);
        let before = written(path)?;
        let after =
            format::format_toml(&name, before.as_str()).map_err(|error| Trouble::Registry(error.to_string()))?;
        if before == after {
            continue;
        }
        if args.check {
            writeln!(session.out, "{name}: `locator registry fmt` would change it")?;
            exit = Exit::Invalid;
        } else {
            fs::write(path, after).map_err(|error| Trouble::File(name, error))?;
        }
    }
    Ok(exit)
}

/// The day by the clock of this machine, which the library never asks.
pub(super) fn today() -> Today {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Today::of(i64::try_from(seconds / 86_400).unwrap_or_default())
}

/// A day of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Today(pub(super) Date);

impl Today {
    /// The civil date of a number of days since 1970-01-01: years of 400 have 146097 days, and begin with March.
    fn of(days: i64) -> Self {
        let shifted = days + 719_468;
        let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        Self(Date {
            year: u16::try_from(year).unwrap_or_default(),
            month: u8::try_from(month).unwrap_or_default(),
            day: u8::try_from(day).unwrap_or_default(),
        })
    }

    /// The same day of the next year, or the last before it.
    pub(super) fn next_year(self) -> Date {
        let Date { year, month, day } = self.0;
        let is_leap_day = (month, day) == (2, 29);
        Date { year: year + 1, month, day: if is_leap_day { 28 } else { day } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (days, date) in [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_778, "2026-11-21")] {
            assert_eq!(Today::of(days).0.to_string(), date);
        }
        assert_eq!(Today::of(11_016).next_year().to_string(), "2001-02-28");
    }
}
