//! Which URLs mean the same, by the documents of their schemes: never equal where the document says they differ.

use anyurl::Registry;

const DEFAULT: &str = "rfc1738";
const CURRENT: &str = "current";

/// Profile, two URLs, whether they are equivalent, and the section that says so.
#[rustfmt::skip]
const ROWS: &[(&str, &str, &str, bool, &str)] = &[
    (DEFAULT, "sip:bob@BILOXI.com", "sip:bob@biloxi.com", true, "RFC 3261 §19.1.4"),
    (DEFAULT, "sip:%61lice@atlanta.com;transport=TCP", "sip:alice@AtLanTa.CoM;Transport=tcp", true, "RFC 3261 §19.1.4"),
    (DEFAULT, "sip:a@h;x=1;y=2", "sip:a@h;Y=2;x=1", true, "RFC 3261 §19.1.4"),
    (DEFAULT, "sip:a@h?Subject=b&To=c", "sip:a@h?to=c&subject=b", true, "RFC 3261 §19.1.4"),
    (DEFAULT, "sip:a@h?subject=b", "sip:a@h?subject=B", false, "RFC 3261 §19.1.4"),
    (DEFAULT, "sip:a@h", "sip:A@h", false, "RFC 3261 §19.1.4"),
    (DEFAULT, "sip:a@h;transport=udp", "sip:a@h", false, "RFC 3261 §19.1.4"),
    (DEFAULT, "geo:90,-22.43;crs=WGS84", "geo:90,-22.43", true, "RFC 5870 §3.4.4"),
    (DEFAULT, "geo:-0,0", "geo:0,0.00", true, "RFC 5870 §3.4.4"),
    (DEFAULT, "geo:66,30", "geo:66,130", false, "RFC 5870 §3.4.4"),
    (DEFAULT, "imap://joe;auth=PLAIN@h/", "imap://joe;AUTH=plain@h/", true, "RFC 5092 §3.2"),
    (DEFAULT, "imap://h/b/;uid=20/;partial=0.1", "imap://h/b/;UID=20/;PARTIAL=0.1", true, "RFC 5092 §11"),
    (DEFAULT, "imap://h/b/;UID=20/;PARTIAL=0.1", "imap://h/b/;UID=20/;PARTIAL=0.2", false, "RFC 5092 §11"),
    (DEFAULT, "pop://a;AUTH=*@h", "pop://a;auth=*@h", true, "RFC 2384 §4"),
    (DEFAULT, "dns:x?TYPE=A", "dns:x?type=a", true, "RFC 4501 §3"),
    (DEFAULT, "stun:h", "stun:h:3478", false, "RFC 7064 §3.2"),
    (DEFAULT, "stuns:h", "stuns:h:5349", false, "RFC 7064 §3.2"),
    (DEFAULT, "turn:h", "turn:h:3478", false, "RFC 5928 §3"),
    (DEFAULT, "turns:h", "turns:h:5349", false, "RFC 5928 §3"),
    (DEFAULT, "urn:example:%61", "urn:example:a", false, "RFC 8141 §3.1"),
    (DEFAULT, "URN:EXAMPLE:a%2c", "urn:example:a%2C", true, "RFC 8141 §3.1"),
    (DEFAULT, "urn:example:A", "urn:example:a", false, "RFC 8141 §3.1"),
    (DEFAULT, "urn:example:a?+b?=c#d", "urn:example:a?=e", true, "RFC 8141 §3.2"),
    (DEFAULT, "urn:example:a?+b", "urn:example:ab", false, "RFC 8141 §3.2"),
    (DEFAULT, "tag:a.b,2000:%61", "tag:a.b,2000:a", false, "RFC 4151 §2.4"),
    (DEFAULT, "tag:a.b,2000:%2c", "tag:a.b,2000:%2C", false, "RFC 4151 §2.4"),
    (DEFAULT, "TAG:a.b,2000:x", "tag:a.b,2000:x", true, "R-2.1-4"),
    (DEFAULT, "tel:7042;phone-context=example.com", "tel:70-42;phone-context=example.com", true, "RFC 3966 §5"),
    (DEFAULT, "tel:7042;ext=5;phone-context=example.com", "tel:7042;phone-context=example.com", false, "RFC 3966 §5"),
    (DEFAULT, "coap://h", "coap://h/", true, "RFC 7252 §6.3"),
    (DEFAULT, "coap://h?x", "coap://h/?x", true, "RFC 7252 §6.3"),
    (DEFAULT, "coap://h:5683/a", "coap://h/a", true, "RFC 7252 §6.3"),
    (DEFAULT, "ldap://h", "ldap://h/", true, "RFC 4516 §2"),
    (DEFAULT, "imap://h", "imap://h/", true, "RFC 5092 §3"),
    (DEFAULT, "redis://h", "redis://h/0", true, "the registration of redis"),
    (DEFAULT, "imap://joe;AUTH=plain@h/", "imap://joe;AUTH=PLAIN@h/", true, "RFC 5092 §3.2, RFC 4422 §3.1"),
    (DEFAULT, "dns:Example.ORG?TYPE=A", "dns:example.org?type=a", true, "RFC 4501 §3"),
    (DEFAULT, "tel:+1-2;FOO=Bar", "tel:+12;foo=bar", true, "RFC 3966 §4"),
    (DEFAULT, "acct:a@Example.org", "acct:a@example.org", true, "RFC 7565 §4"),
    (DEFAULT, "acct:A@example.org", "acct:a@example.org", false, "RFC 7565 §4"),
    (DEFAULT, "coap://h/a/../b", "coap://h/b", true, "RFC 7252 §6.3"),
    (DEFAULT, "nfs://h", "nfs://h/", true, "RFC 2224 §1"),
    (DEFAULT, "amqp://h", "amqp://h/", false, "RabbitMQ URI Specification"),
    (DEFAULT, "postgres://h:5432", "postgres://h/", true, "libpq, Connection URIs"),
    (DEFAULT, "mongodb://h1:1,h2:2/", "mongodb://h2:2,h1:1/", false, "MongoDB manual"),
    (DEFAULT, "s3://bucket/%61", "s3://bucket/a", false, "AWS CLI: escapes are part of a key"),
    (DEFAULT, "doi:10.1000/ABC", "doi:10.1000/abc", true, "DOI Handbook"),
    (DEFAULT, "s3a://bucket/k", "s3://bucket/k", true, "hadoop-aws: an alias"),
    (DEFAULT, "git+https://h/a", "git+ssh://h/a", false, "pip, VCS Support"),
    (DEFAULT, "pkg:NPM/a?b=1&c=2", "pkg:npm/a?c=2&b=1", true, "ECMA-427, Type and Qualifiers"),
    (DEFAULT, "pkg:npm/A", "pkg:npm/a", false, "ECMA-427, Name: the types have rules of their own"),
    (DEFAULT, "hdfs://h/a", "hdfs://h:8020/a", false, "a host may be a service without a port"),
    (DEFAULT, "sqlite:///a.db", "sqlite:////a.db", false, "SQLAlchemy, Database URLs"),
    (DEFAULT, "postgresql+psycopg2://h:5432", "postgresql+psycopg2://h/", true, "libpq, Connection URIs"),
    (DEFAULT, "neo4j://h:7687", "neo4j://h", true, "Neo4j Python Driver, URI"),
    (DEFAULT, "valkey://h", "valkey://h/0", true, "valkey-py, from_url"),
    (DEFAULT, "lightning:LNBC1PVJLUEZ", "lightning:lnbc1pvjluez", true, "BOLT 11, Requirements"),
    (DEFAULT, "gemini://h", "gemini://h:1965/", true, "Gemini specification, URI scheme"),
    (DEFAULT, "ipp://h:631/a/../b", "ipp://h/b", true, "RFC 3510 §4"),
    (DEFAULT, "did:example:A", "did:example:a", false, "DID Core §3.1"),
    (DEFAULT, "ipns://Docs.IPFS.tech", "ipns://docs.ipfs.tech/", true, "RFC 3986 §6.2.2"),
    (DEFAULT, "redis://h", "redis://h/1", false, "the registration of redis"),
    (DEFAULT, "https://h/a/../b", "https://h/b", true, "RFC 3986 §6.2.2.3"),
    (DEFAULT, "https://h/%2e%2E/b", "https://h/b", true, "RFC 3986 §6.2.2.3"),
    (DEFAULT, "https://h/a%2F../b", "https://h/b", false, "RFC 3986 §6.2.2.3"),
    (DEFAULT, "wss://h", "wss://h:443/", true, "RFC 6455 §3"),
    (DEFAULT, "http://h/a/../b", "http://h/b", false, "A-47"),
    (CURRENT, "http://h/a/../b", "http://h/b", true, "RFC 3986 §6.2.2.3"),
    (CURRENT, "http://[0:0:0:0:0:0:0:1]/", "http://[::1]/", true, "RFC 5952 §4"),
    (CURRENT, "http://h", "http://H:080/", true, "RFC 9110 §4.2.3"),
    (CURRENT, "file://localhost/a", "file:///a", true, "RFC 8089 §2"),
    (CURRENT, "file://LOCALHOST/a", "file:///a", true, "RFC 8089 §2"),
    (CURRENT, "file:/a", "file:///a", true, "RFC 8089 Appendix B"),
    (CURRENT, "file://other/a", "file:///a", false, "RFC 8089 §2"),
    (CURRENT, "telnet://h", "telnet://h/", true, "RFC 4248 §2"),
    (CURRENT, "gopher://h", "gopher://h/", true, "RFC 4266 §2.1"),
    (CURRENT, "gopher://h", "gopher://h/1", true, "RFC 4266 §2.1"),
    (CURRENT, "gopher://h", "gopher://h/0", false, "RFC 4266 §2.1"),
    (CURRENT, "gopher://h/?1", "gopher://h/1?1", false, "RFC 4266 §2.1"),
    (CURRENT, "ftp://h", "ftp://h/", true, "A-18"),
    (CURRENT, "ftp://h/a;type=I", "ftp://h/a;type=i", true, "RFC 1738 §3.2.2"),
    (CURRENT, "ftp://h/a/../b", "ftp://h/b", false, "A-47"),
    (CURRENT, "pop://joe@h", "pop://joe;AUTH=*@h", true, "RFC 2384 §4"),
    (CURRENT, "dns:h?TYPE=A;CLASS=IN", "dns:h?class=in;type=a", true, "RFC 4501 §3"),
    (CURRENT, "dns:h?TYPE=A", "dns:h?TYPE=MX", false, "RFC 4501 §3"),
    (CURRENT, "mailto:a@b?subject=x", "mailto:a@b?subject=X", false, "RFC 6068 §2"),
    (CURRENT, "tel:+1201;a=1;b=2", "tel:+1-201;B=2;A=1", true, "RFC 3966 §4"),
    (CURRENT, "mongodb://h/?TLS=true", "mongodb://h/?tls=true", true, "MongoDB Connection String specification"),
    (CURRENT, "ni:///SHA-256;x", "ni:///sha-256;x", false, "RFC 6920 §3"),
    (CURRENT, "x-foo://h/a/./b", "x-foo://h/a/b", true, "RFC 3986 §6.2.2.3"),
    (CURRENT, "x-foo://h", "x-foo://h/", false, "RFC 3986 §6.2.3"),
];

#[test]
fn urls_mean_the_same_where_their_documents_say_so() {
    for (profile, one, other, expect, section) in ROWS {
        let registry: &Registry = if *profile == DEFAULT { crate::rfc1738() } else { anyurl::registry() };
        let [first, second] = [one, other].map(|text| registry.parse(text).unwrap_or_else(|e| panic!("{text}: {e}")));
        assert_eq!(first.is_equivalent(&second), *expect, "{one} and {other} ({profile}, {section})");
        assert_eq!(second.is_equivalent(&first), *expect, "{other} and {one} ({profile}, {section})");
        assert_eq!(first.canonical_key() == second.canonical_key(), *expect, "{one} and {other}: the keys");
        for url in [first, second] {
            let canonical = url.to_canonical();
            assert!(registry.parse(&canonical).is_ok_and(|again| again.is_equivalent(&url)), "{canonical}");
        }
    }
}

/// The rows of the registry file, read by the shipped tables.
#[test]
fn rows_of_shipped_schemes_hold() {
    let rows = |entry: &anyurl_declared::format::SchemeEntry| {
        let rows = [(entry.metadata.same.clone(), true), (entry.metadata.different.clone(), false)];
        rows.into_iter().flat_map(|(rows, are_same)| rows.into_iter().map(move |row| (row.value, are_same)))
    };
    let all: Vec<_> = crate::shipped::file().schemes().flat_map(rows).collect();
    assert!(all.len() > 40);
    for (row, are_same) in all {
        let urls: Vec<_> =
            row.iter().map(|text| anyurl::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))).collect();
        for (n, one) in urls.iter().enumerate() {
            for other in &urls[n + 1..] {
                assert_eq!(one.is_equivalent(other), are_same, "{one} and {other}");
                assert_eq!(one.canonical_key() == other.canonical_key(), are_same, "{one} and {other}: the keys");
            }
        }
    }
}
