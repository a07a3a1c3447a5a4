//! The notes at the end of a run, which say that secrets were masked, or that a person sees them.

use anyurl::Style;

use crate::output::numbers::count;

/// What a run has printed of secrets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SecretNotes {
    /// The number of lines with a mask that a program may read, and how to print them as they are.
    masked: Option<(u64, &'static str)>,
    /// Whether a terminal shows a secret.
    pub(crate) is_on_terminal: bool,
}

impl SecretNotes {
    /// Counts a line with a mask.
    pub(crate) fn count_masked(&mut self, help: &'static str) {
        let (number, _) = self.masked.unwrap_or_default();
        self.masked = Some((number + 1, help));
    }

    /// The notes, each on a line.
    pub(crate) fn text(&self, Style { label, reset, .. }: Style) -> String {
        let masked = self.masked.map(|(number, help)| {
            let (lines, verb) = (count(number, "line"), if number == 1 { "has" } else { "have" });
            format!("{label}note{reset}: {lines} {verb} *** in place of secrets: {help}\n")
        });
        let shown = self
            .is_on_terminal
            .then(|| format!("{label}note{reset}: the output has a secret: --mask prints *** instead\n"));
        masked.into_iter().chain(shown).collect()
    }
}
