//! Registry files that ask for more time or memory than anybody should give them: `bounds.rs` has them refused, and the
//! benchmark of the hostile measures what that costs.

/// A few words on each, and the text.
pub(crate) fn hostile() -> Vec<(&'static str, String)> {
    let header = "schema = 1\n";
    let nested = |open: &str| format!("{header}x = {}", open.repeat(100_000));
    let entry = "[[scheme]]\n";
    vec![
        ("arrays in arrays", nested("[")),
        ("tables in tables", nested("{a=")),
        (
            "a header of many parts",
            format!("{header}[{}x]\n", "a.".repeat(100_000)),
        ),
        (
            "a huge string",
            format!("{header}title = \"{}\"\n", "x".repeat(9 << 20)),
        ),
        (
            "unknown keys",
            format!("{header}{}", many(100_000, |n| format!("k{n} = 1\n"))),
        ),
        (
            "empty entries",
            format!("{header}{}", entry.repeat(100_000)),
        ),
        (
            "entries of a name alone",
            format!(
                "{header}{}",
                many(9_000, |n| format!("{entry}name = 'n{n}'\n"))
            ),
        ),
        (
            "a long list of claims",
            format!(
                "{header}[registry]\nclaims = [{}]\n",
                "'x',".repeat(100_000)
            ),
        ),
        (
            "one table, often",
            format!("{header}{}", "[registry]\n".repeat(10_000)),
        ),
        (
            "one long line",
            format!(
                "{header}x = {{ {} }}",
                many(50_000, |n| format!("k{n} = 1, "))
            ),
        ),
    ]
}

fn many(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect::<Vec<_>>().concat()
}
