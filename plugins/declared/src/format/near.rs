//! Near names: what a slip of the fingers was perhaps meant to be.

/// The nearest of some names: at most two slips away, one where it is short.
pub(super) fn near<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let name = name.to_ascii_lowercase();
    let bound = if name.len() < 5 { 1 } else { 2 };
    let distances = names
        .into_iter()
        .map(|other| (slips(&name, other, bound), other));
    let nearest = distances.min_by_key(|(slips, _)| *slips)?;
    (nearest.0 <= bound).then_some(nearest.1)
}

/// How many slips lead from `a` to `b`: a letter more, less, other, or two in the wrong order.
///
/// Anything above `bound` is as good as any other such number.
pub(super) fn slips(a: &str, b: &str, bound: usize) -> usize {
    if a.len().abs_diff(b.len()) > bound {
        return bound + 1;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let mut best = (above[j] + usize::from(a[i] != b[j]))
                .min(above[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_near() {
        let names = ["name", "description", "status"];
        assert_eq!(near("descripton", names), Some("description"));
        assert_eq!(near("Nmae", names), Some("name"));
        assert_eq!(near("port", names), None);
    }
}
