//! Colours of the texts about registry files, in which a line begins with what it is.

use anyurl_declared::format::ChangeSeverity;

use crate::output::Palette;

/// Changes and findings: `breaking[SR721]: …`, and `+`, `-` or `~` with a name.
pub(super) fn changes(text: &str, palette: &Palette) -> String {
    lines(text, palette, |line| {
        let sign = match line.get(..2) {
            Some("- ") => Some(palette.report.error),
            Some("+ ") => Some(palette.decoded),
            Some("~ ") => Some(palette.title),
            _ => None,
        };
        if let Some(colour) = sign {
            return Some((colour, line.len()));
        }
        // The place of a finding is before its level.
        let (kind, rest) = line.split_once('[')?;
        let end = kind.len() + 1 + rest.find(']')? + 1;
        let kind = kind.rsplit(' ').next().unwrap_or(kind);
        let colour = match (kind, kind.parse()) {
            (_, Ok(severity)) => of_severity(severity, palette),
            ("error", _) => palette.report.error,
            ("warning", _) => palette.warning,
            _ => return None,
        };
        Some((colour, end))
    })
}

/// Labels: a name before a colon, and below it words before a gap.
pub(super) fn labels(text: &str, palette: &Palette) -> String {
    let mut is_first = true;
    lines(text, palette, |line| {
        let (colour, gap) = if std::mem::take(&mut is_first) { (palette.title, ": ") } else { (palette.name, "  ") };
        Some((colour, line.find(gap)?))
    })
}

const fn of_severity(severity: ChangeSeverity, palette: &Palette) -> &'static str {
    match severity {
        ChangeSeverity::Breaking => palette.report.error,
        ChangeSeverity::Harmless => palette.faint,
        _ => palette.warning,
    }
}

/// Colours the beginning of each line, after its indentation.
fn lines<'t>(
    text: &'t str,
    palette: &Palette,
    mut find: impl FnMut(&'t str) -> Option<(&'static str, usize)>,
) -> String {
    let coloured = text.split_inclusive('\n').map(|whole| {
        let line = whole.trim_start_matches(' ').trim_end();
        let (indent, line_and_end) = whole.split_at(whole.len() - whole.trim_start_matches(' ').len());
        match find(line) {
            Some((colour, end)) if !colour.is_empty() => {
                let (start, rest) = line_and_end.split_at(end);
                format!("{indent}{colour}{start}{}{rest}", palette.reset)
            }
            _ => whole.to_owned(),
        }
    });
    coloured.collect()
}
