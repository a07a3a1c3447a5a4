//! Whether the machine was busy, by the times of the peers.

use std::fmt;

/// A median above this multiple of the min-sum is noise of the machine.
const QUIET: f64 = 1.25;

/// The medians of the peers as multiples of their min-sums.
#[derive(Default)]
pub(crate) struct Noise {
    peers: usize,
    noisy: usize,
    /// The largest, and the part and peer that it belongs to.
    worst: Option<(f64, String)>,
}

impl Noise {
    pub(crate) fn add(&mut self, part: &str, peer: &str, noise: f64) {
        self.peers += 1;
        self.noisy += usize::from(noise > QUIET);
        if self.worst.as_ref().is_none_or(|(worst, _)| noise > *worst) {
            self.worst = Some((noise, format!("`{peer}` in {part}")));
        }
    }
}

/// Writes a paragraph, or nothing if no peer was timed.
impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { peers, noisy, worst: Some((worst, of)) } = self else {
            return Ok(());
        };
        if *noisy == 0 {
            let quiet = format!("no median of a peer exceeds {QUIET} times its min-sum");
            return writeln!(f, "The machine was quiet: {quiet}; the largest is {worst:.2} times ({of}).\n");
        }
        let noise = format!("{noisy} of {peers} medians of peers exceed {QUIET} times their min-sum");
        writeln!(f, "**The machine was noisy**: {noise}, the largest with {worst:.2} times ({of}).\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_and_noisy() {
        let mut noise = Noise::default();
        assert_eq!(noise.to_string(), "");
        noise.add("P1", "url", 1.05);
        noise.add("P2", "http", 1.2);
        assert!(noise.to_string().starts_with("The machine was quiet: "));
        assert!(noise.to_string().contains("1.20 times (`http` in P2)"));
        noise.add("P2", "url", 1.3);
        assert!(noise.to_string().starts_with("**The machine was noisy**: 1 of 3 medians"));
    }
}
