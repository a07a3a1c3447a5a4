//! Contestants timed in rounds.
//!
//! Each round runs every contestant over all inputs, in chunks of [`CHUNK`] inputs: the contestants take turns, in
//! rotating order, and each reads one chunk per turn. Noise of the machine therefore affects all of them alike.
//!
//! They read different chunks at a time. Contestants may share code, and on a chunk that another has just read they
//! would find branches predicted: in that order the second registry of the same schemes was faster by a quarter.
//!
//! A round yields one time per contestant and chunk, and [`Times`] condenses them in two ways:
//!
//! * the *min-sum*: per chunk the least time of all rounds, summed over the chunks. Other programs and interrupts only
//!   ever add time, and hardly hit a chunk of some 50 µs in every round, so this repeats within two percent on a busy
//!   machine. It is the time on a machine without noise, and flatters all contestants alike;
//! * the *median* of the times of complete rounds, which contain the noise.

#![forbid(unsafe_code)]

use std::time::Instant;

/// The number of inputs in a chunk.
pub const CHUNK: usize = 1_000;

/// The timed code of a contestant, called once per chunk and round.
pub type Pass<'w, T> = Box<dyn FnMut(&[T]) + 'w>;

/// Timed code without inputs, such as a process, called once per round.
pub type Work<'w> = Box<dyn FnMut() + 'w>;

/// The times of a contestant, in seconds.
#[derive(Clone, PartialEq, Debug)]
pub struct Times {
    /// One per round.
    rounds: Vec<f64>,
    /// The least of all rounds, one per chunk.
    least: Vec<f64>,
}

/// Times passes over inputs, after one round that is not timed.
///
/// ```
/// use anyurl_bench_rounds::{Pass, over};
///
/// let mut sums = [0, 0];
/// let [first, second] = &mut sums;
/// let mut passes: [Pass<'_, u64>; 2] = [
///     Box::new(|numbers| *first += numbers.iter().sum::<u64>()),
///     Box::new(|numbers| *second += numbers.iter().rev().sum::<u64>()),
/// ];
/// let times = over(&[1; 2_500], 4, &mut passes);
/// drop(passes);
/// assert_eq!(sums, [5 * 2_500; 2]);
/// assert!(times[0].min_sum() <= times[0].median());
/// ```
pub fn over<T>(inputs: &[T], rounds: usize, passes: &mut [Pass<'_, T>]) -> Vec<Times> {
    let count = passes.len();
    let chunks: Vec<_> = inputs.chunks(CHUNK).collect();
    let mut times = vec![Times { rounds: vec![0.0; rounds], least: vec![f64::INFINITY; chunks.len()] }; count];
    for pass in &mut *passes {
        for chunk in &chunks {
            pass(chunk);
        }
    }
    for round in 0..rounds {
        for step in 0..chunks.len() {
            for place in 0..count {
                let turn = (round + step + place) % count;
                // As far apart as possible.
                let chunk = (step + turn * chunks.len() / count) % chunks.len();
                let start = Instant::now();
                passes[turn](chunks[chunk]);
                times[turn].add(round, chunk, start.elapsed().as_secs_f64());
            }
        }
    }
    times
}

/// Times work without inputs, after one round that is not timed. The min-sum is the least time of a round.
///
/// ```
/// use anyurl_bench_rounds::{Work, whole};
///
/// let mut count = 0;
/// let mut works: [Work<'_>; 1] = [Box::new(|| count += 1)];
/// let times = whole(4, &mut works);
/// drop(works);
/// assert_eq!((times.len(), count), (1, 5));
/// ```
pub fn whole(rounds: usize, works: &mut [Work<'_>]) -> Vec<Times> {
    let mut passes: Vec<Pass<'_, ()>> = Vec::with_capacity(works.len());
    for work in works {
        passes.push(Box::new(|_| work()));
    }
    over(&[()], rounds, &mut passes)
}

impl Times {
    fn add(&mut self, round: usize, chunk: usize, seconds: f64) {
        self.rounds[round] += seconds;
        self.least[chunk] = self.least[chunk].min(seconds);
    }

    /// The least time of each chunk, summed.
    pub fn min_sum(&self) -> f64 {
        self.least.iter().sum()
    }

    /// The median of the rounds.
    pub fn median(&self) -> f64 {
        median(self.rounds.clone())
    }

    /// The ratio of the min-sums of this contestant and another.
    pub fn ratio(&self, other: &Self) -> f64 {
        self.min_sum() / other.min_sum()
    }

    /// The seconds that this contestant takes longer than another, by their min-sums.
    pub fn difference(&self, other: &Self) -> f64 {
        self.min_sum() - other.min_sum()
    }

    /// The median as a multiple of the min-sum: about 1.05 on an idle machine.
    pub fn noise(&self) -> f64 {
        self.median() / self.min_sum()
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let upper = values.len() / 2;
    let lower = (values.len() - 1) / 2;
    f64::midpoint(values[lower], values[upper])
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn medians() {
        for (values, expect) in [(vec![3.0], 3.0), (vec![4.0, 1.0], 2.5), (vec![9.0, 1.0, 2.0], 2.0)] {
            assert!((median(values) - expect).abs() < 1e-9);
        }
    }

    /// Noise in one chunk of each round spoils the median and not the min-sum.
    #[test]
    fn min_sums() {
        let mut times = Times { rounds: vec![0.0; 3], least: vec![f64::INFINITY; 2] };
        for (round, chunk, seconds) in [(0, 0, 9.0), (0, 1, 2.0), (1, 0, 1.0), (1, 1, 8.0), (2, 0, 7.0), (2, 1, 2.0)] {
            times.add(round, chunk, seconds);
        }
        assert!((times.min_sum() - 3.0).abs() < 1e-9);
        assert!((times.median() - 9.0).abs() < 1e-9);
        assert!((times.noise() - 3.0).abs() < 1e-9);
    }

    #[test]
    fn contestants_take_turns_on_different_chunks() {
        let calls = RefCell::new(String::new());
        let pass = |name: char| -> Pass<'_, usize> {
            let calls = &calls;
            Box::new(move |chunk| *calls.borrow_mut() += &format!("{name}{} ", chunk[0] / CHUNK))
        };
        let inputs: Vec<usize> = (0..3 * CHUNK + 1).collect();
        over(&inputs, 2, &mut [pass('a'), pass('b')]);
        let untimed = "a0 a1 a2 a3 b0 b1 b2 b3 ";
        let rounds = "a0 b2 b3 a1 a2 b0 b1 a3 b2 a0 a1 b3 b0 a2 a3 b1 ";
        assert_eq!(*calls.borrow(), untimed.to_owned() + rounds);
    }
}
