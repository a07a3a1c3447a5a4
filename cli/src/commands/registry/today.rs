//! Today's date, by the clock of this machine, which the library never reads.

use std::time::{SystemTime, UNIX_EPOCH};

use anyurl_declared::format::Date;

/// Today's date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Today(pub(super) Date);

impl Today {
    pub(super) fn now() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Self::from_days(i64::try_from(seconds / 86_400).unwrap_or_default())
    }

    /// Converts a number of days since 1970-01-01. The algorithm counts years from March, in eras of 400 years with
    /// 146,097 days, so that a leap day is the last day of its year.
    fn from_days(days: i64) -> Self {
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

    /// The same day of the next year; 28 February for a leap day.
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
    fn days_since_1970_are_dates() {
        for (days, date) in [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_778, "2026-11-21")] {
            assert_eq!(Today::from_days(days).0.to_string(), date);
        }
        assert_eq!(Today::from_days(11_016).next_year().to_string(), "2001-02-28");
    }
}
