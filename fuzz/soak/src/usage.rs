//! What a process uses: memory and file descriptors.

use std::{fmt, fs, io};

/// The memory may grow by this, for allocators return it late: in MiB, and as a share of what it was.
const SLACK: (f64, f64) = (16.0, 0.25);

/// The memory and file descriptors of a process at one time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// The resident memory, in MiB.
    pub(crate) memory: f64,
    pub(crate) descriptors: usize,
}

impl Usage {
    /// Returns the usage of a process: `self` or its number.
    pub(crate) fn of(process: &str) -> io::Result<Self> {
        let status = fs::read_to_string(format!("/proc/{process}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        let kib: f64 = line.trim().trim_end_matches(" kB").parse().unwrap_or_default();
        Ok(Self { memory: kib / 1024.0, descriptors: fs::read_dir(format!("/proc/{process}/fd"))?.count() })
    }

    /// Fails if the usage has grown since `before`.
    fn has_not_grown(self, before: Self) -> Result<(), String> {
        let limit = before.memory * (1.0 + SLACK.1) + SLACK.0;
        if self.descriptors > before.descriptors {
            return Err(format!("file descriptors have grown from {before} to {self}"));
        }
        if self.memory > limit {
            return Err(format!("memory has grown from {before} to {self}, beyond {limit:.0} MiB"));
        }
        Ok(())
    }
}

/// Compares what a process uses in the second half of a run with the most that it used in the first half, in which long
/// inputs come for the first time.
#[derive(Default)]
pub(crate) struct Growth(Option<Usage>);

impl Growth {
    /// Takes the usage after a part of the run, of which there are `parts`.
    pub(crate) fn add(&mut self, part: u64, parts: u64, usage: Usage) -> Result<(), String> {
        let most = self.0.get_or_insert(usage);
        if part * 2 > parts {
            return usage.has_not_grown(*most);
        }
        most.memory = most.memory.max(usage.memory);
        most.descriptors = most.descriptors.max(usage.descriptors);
        Ok(())
    }
}

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} MiB and {} descriptors", self.memory, self.descriptors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_found() {
        let before = Usage { memory: 100.0, descriptors: 5 };
        for (memory, descriptors, has_grown) in [(141.0, 5, false), (142.0, 5, true), (10.0, 6, true), (10.0, 4, false)]
        {
            assert_eq!(
                Usage { memory, descriptors }.has_not_grown(before).is_err(),
                has_grown,
                "{memory} {descriptors}"
            );
        }
    }

    #[test]
    fn the_first_half_is_the_measure() {
        let mut growth = Growth::default();
        for (part, memory, has_grown) in [(1, 10.0, false), (2, 100.0, false), (3, 120.0, false), (4, 200.0, true)] {
            assert_eq!(growth.add(part, 4, Usage { memory, descriptors: 3 }).is_err(), has_grown, "{part}");
        }
    }

    #[test]
    fn this_process_uses_memory() {
        let usage = Usage::of("self").unwrap();
        assert!(usage.memory > 0.5 && usage.descriptors >= 3, "{usage}");
    }
}
