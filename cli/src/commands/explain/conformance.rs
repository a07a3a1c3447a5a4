//! Requirements, decisions and rules of registration, from the tables of docs/conformance.md.

use super::meaning::Meaning;

/// Each row has an id, its meaning in one or two columns, and its tests.
const PAGE: &str = anyurl::CONFORMANCE;

pub(super) fn meanings() -> Vec<Meaning> {
    PAGE.lines().flat_map(parse_row).collect()
}

fn parse_row(line: &str) -> Vec<Meaning> {
    let Some(row) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
        return Vec::new();
    };
    match *row.split(" | ").collect::<Vec<_>>() {
        [id, strict, lenient, _] if id.starts_with("A-") => {
            let decision = Meaning::new(id, "decision where the RFC is ambiguous");
            vec![decision.with("strict", strict).with("lenient", lenient_text(lenient))]
        }
        [id, what, _] if id.starts_with("R-") => {
            vec![Meaning::new(id, "requirement").with("says", what)]
        }
        // The rules D-1 to D-27 have only numbers; one row may have several.
        [ids, what, _] => {
            let numbers = ids.split(", ").map_while(|id| id.parse::<u8>().ok());
            let row = |number| Meaning::new(format!("D-{number}"), "rule of registration");
            numbers.map(|number| row(number).with("says", what)).collect()
        }
        _ => Vec::new(),
    }
}

/// Expands the abbreviations of the column.
fn lenient_text(lenient: &str) -> String {
    match lenient {
        "—" => "as strict mode".to_owned(),
        _ => match lenient.strip_prefix("same") {
            Some(rest) => format!("as strict mode{rest}"),
            None => lenient.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails if the form of the tables changes.
    #[test]
    fn all_rows_are_parsed() {
        let all = meanings();
        let count = |letter: char| all.iter().filter(|one| one.id.starts_with(letter)).count();
        assert_eq!((count('A'), count('D')), (50, 27));
        assert!(count('R') > 100);
    }
}
