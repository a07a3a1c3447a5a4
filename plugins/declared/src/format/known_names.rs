//! Built-in lists for lint: IANA's permanent names, ports and services of 2026-08, as in `testdata`, and words that are
//! unsuitable as scheme names.

/// The names with permanent registrations.
#[rustfmt::skip]
pub(super) static PERMANENT: [&str; 99] = [
    "aaa", "aaas", "about", "acap", "acct", "cap", "cid", "coap", "coap+tcp", "coap+ws", "coaps", "coaps+tcp",
    "coaps+ws", "crid", "data", "dav", "dict", "dns", "doi", "dtn", "example", "file", "ftp", "geo", "go",
    "gopher", "h323", "http", "https", "iax", "icap", "im", "imap", "info", "ipn", "ipp", "ipps", "iris",
    "iris.beep", "iris.lwz", "iris.xpc", "iris.xpcs", "jabber", "ldap", "leaptofrogans", "mailto", "mid",
    "msrp", "msrps", "mt", "mtqp", "mupdate", "news", "nfs", "ni", "nih", "nntp", "opaquelocktoken", "pkcs11",
    "pop", "pres", "reload", "rtsp", "rtsps", "rtspu", "service", "session", "shttp", "sieve", "sip", "sips",
    "sms", "snmp", "soap.beep", "soap.beeps", "stun", "stuns", "tag", "tel", "telnet", "tftp", "thismessage",
    "tip", "tn3270", "turn", "turns", "tv", "urn", "vemmi", "vnc", "ws", "wss", "xcon", "xcon-userid",
    "xmlrpc.beep", "xmlrpc.beeps", "xmpp", "z39.50r", "z39.50s",
];

/// Default ports.
#[rustfmt::skip]
static PORTS: [(&str, u16); 89] = [
    ("aaa", 3868), ("aaas", 5868), ("acap", 674), ("afp", 548), ("agtp", 4480), ("cap", 1026), ("coap", 5683),
    ("coap+tcp", 5683), ("coap+ws", 80), ("coaps", 5684), ("coaps+tcp", 5684), ("coaps+ws", 443),
    ("cvs", 2401), ("dict", 2628), ("dilithium3", 30939), ("finger", 79), ("fish", 22), ("ftp", 21),
    ("git", 9418), ("gopher", 70), ("http", 80), ("https", 443), ("iax", 4569), ("icap", 1344), ("imap", 143),
    ("ipp", 631), ("ipps", 631), ("irc", 6667), ("irc6", 6667), ("ircs", 6697), ("iris.beep", 702),
    ("iris.lwz", 715), ("iris.xpc", 713), ("iris.xpcs", 714), ("ldap", 389), ("ldaps", 636), ("mms", 1755),
    ("mongodb", 27017), ("mqtt", 1883), ("mqtts", 8883), ("msrp", 2855), ("msrps", 2855), ("mtqp", 1038),
    ("mupdate", 3905), ("news", 119), ("nfs", 2049), ("nntp", 119), ("pop", 110), ("prospero", 1525),
    ("redis", 6379), ("rediss", 6379), ("rmi", 1099), ("rsync", 873), ("rtmp", 1935), ("rtsp", 554),
    ("rtsps", 322), ("rtspu", 554), ("sftp", 22), ("shttp", 80), ("sieve", 4190), ("sip", 5060),
    ("sips", 5061), ("smb", 445), ("smtp", 25), ("snews", 563), ("snmp", 161), ("soap.beep", 605),
    ("soap.beeps", 605), ("ssh", 22), ("stun", 3478), ("stuns", 5349), ("svn", 3690), ("telnet", 23),
    ("tftp", 69), ("tip", 3372), ("tn3270", 23), ("turn", 3478), ("turns", 5349), ("vemmi", 575),
    ("videotex", 516), ("vnc", 5900), ("wais", 210), ("ws", 80), ("wss", 443), ("xmlrpc.beep", 602),
    ("xmlrpc.beeps", 602), ("z39.50", 210), ("z39.50r", 210), ("z39.50s", 210),
];

/// Names that an unrelated service shares, with the port and description of that service.
#[rustfmt::skip]
pub(super) static TRAPS: [(&str, u16, &str); 14] = [
    ("about", 2019, ""),
    ("afs", 1483, "AFS License Manager"),
    ("bb", 1984, "BB"),
    ("cm", 5910, "Context Management"),
    ("dnp", 20000, "DNP"),
    ("dpp", 8908, "WFA Device Provisioning Protocol"),
    ("irc", 194, "Internet Relay Chat Protocol"),
    ("jms", 5673, "JACL Message Server"),
    ("news", 2009, ""),
    ("prospero", 191, "Prospero Directory Service"),
    ("res", 1942, "Real Enterprise Service"),
    ("sftp", 115, "Simple File Transfer Protocol"),
    ("submit", 773, ""),
    ("xcompute", 11235, "numerical systems messaging"),
];

/// Registered names with a dot that are not reversed domains; they are older than that rule (RFC 7595 §3.8).
#[rustfmt::skip]
pub(crate) static GRANDFATHERED: [&str; 11] = [
    "iris.beep", "iris.lwz", "iris.xpc", "iris.xpcs", "soap.beep", "soap.beeps", "xmlrpc.beep", "xmlrpc.beeps",
    "z39.50", "z39.50r", "z39.50s",
];

/// Names for documentation and names internal to browsers. The core has the reserved names of Section 4.
#[rustfmt::skip]
pub(super) static INTERNAL: [&str; 24] = [
    "about", "arc", "blob", "brave", "chrome", "chrome-error", "chrome-extension", "chrome-search",
    "chrome-untrusted", "devtools", "edge", "example", "extension", "javascript", "moz-extension", "moz-icon",
    "ms-browser-extension", "opera", "resource", "safari-extension", "safari-web-extension", "view-source",
    "vivaldi", "webkit",
];

/// Words that are too general for a scheme name.
#[rustfmt::skip]
pub(super) static GENERAL: [&str; 50] = [
    "address", "api", "app", "application", "best", "client", "cloud", "common", "company", "computer", "content",
    "default", "document", "everything", "general", "generic", "global", "identifier", "internet", "item", "link",
    "local", "anyurl", "main", "media", "message", "my", "name", "net", "network", "new", "object", "open", "page",
    "private", "protocol", "public", "scheme", "secure", "server", "site", "standard", "super", "system",
    "universal", "uri", "url", "user", "web", "world",
];

/// Names that Windows reserves for devices, in any folder and with any extension.
#[rustfmt::skip]
pub(super) static DEVICES: [&str; 24] = [
    "aux", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "con", "lpt0", "lpt1",
    "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "nul", "prn",
];

/// Top-level domains for documentation, tests and private networks (RFC 2606, RFC 9476, ICANN), which anyone may use.
pub(super) static SPECIAL_USE: [&str; 4] = ["alt", "example", "internal", "test"];

/// Top-level domains for builds without the Public Suffix List; any two letters are a country.
#[cfg(not(feature = "psl"))]
#[rustfmt::skip]
pub(super) static TOP_LEVELS: [&str; 23] = [
    "aero", "app", "arpa", "biz", "cloud", "com", "coop", "dev", "edu", "gov", "info", "int", "io", "jobs", "mil",
    "mobi", "museum", "name", "net", "online", "org", "pro", "xyz",
];

/// Second-level domains under which others register, such as `co.uk`.
#[cfg(not(feature = "psl"))]
pub(super) static SECOND_LEVELS: [&str; 8] = ["ac", "co", "com", "edu", "gov", "net", "or", "org"];

/// Operations without side effects (RFC 7595 §3.4).
#[rustfmt::skip]
pub(super) static SAFE: [&str; 19] = [
    "browse", "compose", "describe", "fetch", "find", "get", "head", "identify", "list", "locate", "lookup", "open",
    "options", "query", "read", "resolve", "search", "stat", "view",
];

/// Schemes of RFC 1738 whose URLs can hold a user name and a password.
pub(super) static WITH_LOGIN: [&str; 2] = ["ftp", "telnet"];

/// Schemes whose URLs are accessed over TLS, DTLS or SSH.
#[rustfmt::skip]
pub(super) static SECURE: [&str; 32] = [
    "aaas", "coaps", "coaps+tcp", "coaps+ws", "fish", "ftps", "gemini", "https", "imaps", "ipps", "ircs", "iris.xpcs",
    "ldaps", "mqtts", "msrps", "nntps", "pop3s", "pops", "rediss", "rtsps", "sftp", "shttp", "sips", "smtps", "snews",
    "soap.beeps", "ssh", "stuns", "turns", "wss", "xmlrpc.beeps", "z39.50s",
];

/// Mail providers for personal mailboxes.
#[rustfmt::skip]
pub(super) static MAILBOXES: [&str; 16] = [
    "aol.com", "fastmail.com", "gmail.com", "gmx.de", "gmx.net", "googlemail.com", "hotmail.com", "icloud.com",
    "live.com", "mail.ru", "outlook.com", "proton.me", "protonmail.com", "qq.com", "web.de", "yahoo.com",
];

/// Obsoleted RFCs that schemes refer to, with their successors.
#[rustfmt::skip]
pub(super) static OBSOLETED: [(u32, &[u32]); 22] = [
    (822, &[2822, 5322]), (977, &[3977]), (1738, &[3986, 4248, 4266]), (1959, &[2255, 4516]), (2068, &[2616, 9110]),
    (2141, &[8141]), (2192, &[5092]), (2234, &[4234, 5234]), (2255, &[4516]), (2326, &[7826]), (2368, &[6068]),
    (2396, &[3986]), (2543, &[3261]), (2616, &[7230, 9110]), (2717, &[4395, 7595]), (2732, &[3986]),
    (2806, &[3966]), (2818, &[9110]), (2822, &[5322]), (4234, &[5234]), (4395, &[7595]), (7230, &[9110, 9112]),
];

/// The sections on comparison, or on what defaults mean, in RFCs that define schemes.
#[rustfmt::skip]
pub(super) static COMPARISONS: [(u32, &str); 20] = [
    (2384, "4"), (2397, "2"), (3261, "19.1.4"), (3510, "4.7"), (3966, "4"), (4151, "2.4"), (4452, "5"), (4501, "4"),
    (4516, "4"), (4975, "6.1"), (5456, "5.2"), (5724, "2.4"), (5870, "3.4.4"), (6068, "2"), (6501, "3.3.2"), (6920, "2"),
    (7252, "6.3"), (7472, "4.6"), (7512, "2.6"), (8141, "3"),
];

/// Verified technical errata that change a grammar: RFC, erratum and section.
pub(super) static ERRATA: [(u32, u32, &str); 3] = [(1738, 5118, "3.4"), (1738, 5118, "5"), (6068, 7919, "")];

/// Returns the default port of a scheme.
pub(super) fn port(scheme: &str) -> Option<u16> {
    let at = PORTS.binary_search_by(|(name, _)| (*name).cmp(scheme)).ok()?;
    Some(PORTS[at].1)
}
