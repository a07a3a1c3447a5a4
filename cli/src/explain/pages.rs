//! Requirements, decisions and rows of registration, as the page of conformance has them.

use super::Meaning;

/// Its tables have an id, what it means in one column or two, and which test keeps it.
const PAGE: &str = include_str!("../../../docs/conformance.md");

pub(super) fn meanings() -> Vec<Meaning> {
    PAGE.lines().flat_map(of_line).collect()
}

fn of_line(line: &str) -> Vec<Meaning> {
    let Some(row) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) else {
        return Vec::new();
    };
    match *row.split(" | ").collect::<Vec<_>>() {
        [id, strict, lenient, _] if id.starts_with("A-") => {
            let decision = Meaning::new(id, "decided ambiguity");
            vec![decision.with("strict", strict).with("lenient", forgives(lenient))]
        }
        [id, what, _] if id.starts_with("R-") => {
            vec![Meaning::new(id, "requirement").with("says", what)]
        }
        // Rows of D are known by their numbers, some of them together.
        [ids, what, _] => {
            let numbers = ids.split(", ").map_while(|id| id.parse::<u8>().ok());
            let row = |number| Meaning::new(format!("D-{number}"), "rule of registration");
            numbers.map(|number| row(number).with("says", what)).collect()
        }
        _ => Vec::new(),
    }
}

/// The page is short where there is nothing to forgive.
fn forgives(lenient: &str) -> String {
    match lenient {
        "—" => "nothing is forgiven".to_owned(),
        _ => match lenient.strip_prefix("same") {
            Some(rest) => format!("as strict mode{rest}"),
            None => lenient.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page has them all: another form of its tables would be noticed here.
    #[test]
    fn the_tables_are_read() {
        let all = meanings();
        let count = |letter: char| all.iter().filter(|one| one.id.starts_with(letter)).count();
        assert_eq!((count('A'), count('D')), (50, 27));
        assert!(count('R') > 100);
    }
}
