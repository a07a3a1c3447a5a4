//! Writes a lock in its canonical form.

use std::fmt;

use super::RegistryLock;

impl fmt::Display for RegistryLock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Written by `anyurl registry lock`, compared by `anyurl registry lock --check`.")?;
        writeln!(f, "schema = 1")?;
        for table in self.tables() {
            writeln!(f, "\n[[{}]]", table.kind)?;
            for (key, value) in table.keys.iter().chain(&table.values) {
                writeln!(f, "{key} = {value}")?;
            }
        }
        Ok(())
    }
}
