//! Rounds: each runs every contestant once, in rotating order, so that noise of the machine affects all of them alike. The
//! result is the median, and for two contestants the median of the ratios within each round.

use std::time::Instant;

/// Seconds per round.
pub(crate) struct Times(Vec<f64>);

/// The timed code.
pub(crate) type Work<'w> = Box<dyn FnMut() + 'w>;

/// Runs every contestant in each round, after a warm-up round.
pub(crate) fn interleave(rounds: usize, works: &mut [Work<'_>]) -> Vec<Times> {
    let count = works.len();
    let mut times: Vec<Times> = works.iter().map(|_| Times(Vec::with_capacity(rounds))).collect();
    for work in &mut *works {
        work();
    }
    for round in 0..rounds {
        for place in 0..count {
            let turn = (round + place) % count;
            let start = Instant::now();
            works[turn]();
            times[turn].0.push(start.elapsed().as_secs_f64());
        }
    }
    times
}

impl Times {
    /// The median, in seconds.
    pub(crate) fn median(&self) -> f64 {
        median(self.0.clone())
    }

    /// The ratio to the time of another contestant.
    pub(crate) fn ratio(&self, other: &Self) -> f64 {
        median(self.0.iter().zip(&other.0).map(|(own, other)| own / other).collect())
    }

    /// The seconds that it takes longer than another contestant.
    pub(crate) fn difference(&self, other: &Self) -> f64 {
        median(self.0.iter().zip(&other.0).map(|(own, other)| own - other).collect())
    }
}

/// The median.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let upper = values.len() / 2;
    let lower = (values.len() - 1) / 2;
    f64::midpoint(values[lower], values[upper])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        for (values, expect) in [(vec![3.0], 3.0), (vec![4.0, 1.0], 2.5), (vec![9.0, 1.0, 2.0], 2.0)] {
            assert!((median(values) - expect).abs() < 1e-9);
        }
    }

    #[test]
    fn each_runs_once_in_each_round_and_once_before() {
        let mut counts = [0; 3];
        let mut works: Vec<Work<'_>> = Vec::new();
        for count in &mut counts {
            works.push(Box::new(|| *count += 1));
        }
        let times = interleave(5, &mut works);
        drop(works);
        assert_eq!((counts, times.len(), times[0].0.len()), ([6; 3], 3, 5));
    }
}
