//! Registrable domains, by the Public Suffix List.

use arrow_array::StringViewArray;

/// The registrable domain of each host.
pub(crate) fn domains(hosts: &StringViewArray) -> StringViewArray {
    hosts.iter().map(|host| domain(host?)).collect()
}

fn domain(host: &str) -> Option<String> {
    let host = host.strip_suffix('.').unwrap_or(host).to_lowercase();
    let last_label = host.rsplit('.').next()?;
    // Of an address, the list would return the last two numbers.
    let is_address = last_label.bytes().all(|byte| byte.is_ascii_digit()) || host.contains([':', '[']);
    if is_address || host.split('.').any(str::is_empty) {
        return None;
    }
    psl::domain_str(&host).map(str::to_owned)
}
