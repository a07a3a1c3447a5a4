//! The table of the functions: all that differs between them.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, StringArray, StringViewArray};
use arrow_schema::{ArrowError, DataType};
use datafusion_common::Result;

use crate::call::{Argument, Call};
use crate::map::{map_type, with_utf8_keys};

/// A function.
#[derive(Debug)]
pub(crate) struct Definition {
    /// The name without the prefix.
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static [Argument],
    pub(crate) returns: fn() -> DataType,
    pub(crate) run: fn(&Call<'_>) -> Result<ArrayRef>,
    pub(crate) description: &'static str,
    /// Arguments and the result, as the engine prints it.
    pub(crate) example: (&'static str, &'static str),
}

const URL: &[Argument] = &[Argument::Url("url")];
const TWO_URLS: &[Argument] = &[Argument::Url("url"), Argument::Url("other")];
const PART: &[Argument] = &[Argument::Url("url"), Argument::Name];

const TEXT: fn() -> DataType = || DataType::Utf8View;
const BOOL: fn() -> DataType = || DataType::Boolean;

/// All functions.
pub(crate) static TABLE: &[Definition] = &[
    Definition {
        name: "valid",
        arguments: URL,
        returns: BOOL,
        run: |call| array(call.kernels.valid(call.urls())),
        description: "Whether a text is a valid URL.",
        example: ("'http://h.example/a b'", "false"),
    },
    Definition {
        name: "scheme",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.scheme(call.urls())),
        description: "The name of the scheme, in lower case.",
        example: ("'GOPHER://h.example/'", "gopher"),
    },
    Definition {
        name: "user",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.user(call.urls())),
        description: "The user name.",
        example: ("'ftp://joe@h.example/'", "joe"),
    },
    Definition {
        name: "host",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.host(call.urls())),
        description: "The host, as written.",
        example: ("'http://h.example:8080/'", "h.example"),
    },
    Definition {
        name: "port",
        arguments: URL,
        returns: || DataType::UInt16,
        run: |call| array(call.kernels.effective_port(call.urls())),
        description: "The port that is written, or else the default port of the scheme.",
        example: ("'gopher://h.example/'", "70"),
    },
    #[cfg(feature = "psl")]
    Definition {
        name: "domain",
        arguments: URL,
        returns: TEXT,
        run: |call| Ok(Arc::new(crate::domain::domains(&call.kernels.host(call.urls())?))),
        description: "The registrable domain of the host: a public suffix and one label more, in lower case; NULL for \
                      addresses, single labels and public suffixes.",
        example: ("'http://www.Shop.example.co.uk/'", "example.co.uk"),
    },
    Definition {
        name: "hosts",
        arguments: URL,
        returns: anyurl_arrow::hosts_type,
        run: |call| array(call.kernels.hosts(call.urls())),
        description: "All hosts with their ports, of which the URLs of some databases have several.",
        example: (
            "'postgres://h1:5433,h2/d'",
            "[{host: h1, port: 5433, effective_port: 5433}, {host: h2, port: NULL, effective_port: 5432}]",
        ),
    },
    Definition {
        name: "masked",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.masked(call.urls())),
        description: "The text with *** in place of its secrets, also where it is not a valid URL.",
        example: ("'ftp://joe:secret@h.example/'", "ftp://joe:***@h.example/"),
    },
    Definition {
        name: "path",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.path(call.urls())),
        description: "The path, of whatever components a scheme calls so; NULL if it is empty.",
        example: ("'http://h.example/a/b?c'", "/a/b"),
    },
    Definition {
        name: "query",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.query(call.urls())),
        description: "The query, without its question mark.",
        example: ("'http://h.example/a?b=c'", "b=c"),
    },
    Definition {
        name: "fragment",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.fragment(call.urls())),
        description: "The fragment, without its number sign.",
        example: ("'http://h.example/a#b'", "b"),
    },
    Definition {
        name: "part",
        arguments: PART,
        returns: TEXT,
        run: |call| match call.name() {
            Some(name) => array(call.kernels.part(call.urls(), name)),
            None => Ok(Arc::new(StringViewArray::new_null(call.rows))),
        },
        description: "The component that has a name in its scheme, as written.",
        example: ("'gopher://h.example/1/docs', 'selector'", "/docs"),
    },
    Definition {
        name: "components",
        arguments: URL,
        returns: map_type,
        run: |call| array(with_utf8_keys(&call.kernels.components(call.urls())?)),
        description: "All components by name, in the order of the scheme; those that contain others, too.",
        example: ("'telnet://joe@h.example/'", "{user: joe, host: h.example}"),
    },
    Definition {
        name: "parse",
        arguments: URL,
        returns: anyurl_arrow::parse_type,
        run: |call| array(call.kernels.parse(call.urls())),
        description: "All parts, and the error of a text that is not valid, with its place in bytes.",
        example: (
            "'http://h.example/'",
            "{valid: true, scheme: http, user: NULL, host: h.example, port: NULL, path: /, query: NULL, \
             fragment: NULL, error: NULL}",
        ),
    },
    Definition {
        name: "canonical",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.canonical(call.urls())),
        description: "The canonical form.",
        example: ("'HTTP://H.example:80'", "http://h.example/"),
    },
    Definition {
        name: "same",
        arguments: TWO_URLS,
        returns: BOOL,
        run: |call| array(call.kernels.same(call.urls(), call.others())),
        description: "Whether two URLs are equivalent by the rules of their scheme; NULL if one of them is not valid.",
        example: ("'http://h.example/', 'HTTP://H.example:80'", "true"),
    },
    Definition {
        name: "error",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.error(call.urls())),
        description: "Why a text is not a valid URL, without secrets; NULL if it is.",
        example: ("'http://exa mple/'", "unexpected space in the host"),
    },
    Definition {
        name: "error_id",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.error_id(call.urls())),
        description: "The id of the requirement that a text breaks, to count by; NULL if it is a valid URL.",
        example: ("'http://exa mple/'", "R-3.1-5"),
    },
    Definition {
        name: "warnings",
        arguments: URL,
        returns: || DataType::new_list(DataType::Utf8View, true),
        run: |call| array(call.kernels.warnings(call.urls())),
        description: "The ids of the warnings about a URL; NULL if it is not valid.",
        example: ("'ftp://joe:secret@h.example/'", "[password-in-url]"),
    },
    Definition {
        name: "compare",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.verdict(call.urls())),
        description: "What programs of different rulebooks (RFC 1738, RFC 3986, browsers, a plain split) disagree on: the \
                      id of the verdict, from same to host-differs. Does not depend on mode and profile.",
        example: ("'https://example.com\\@evil.com/'", "host-differs"),
    },
    Definition {
        name: "consensus_host",
        arguments: URL,
        returns: anyurl_arrow::consensus_host_type,
        run: |call| array(call.kernels.consensus_host(call.urls())),
        description: "The host that all rulebooks read, in lower case and in its ASCII form, with its port and scheme; NULL \
                      if they do not agree. Does not depend on mode and profile.",
        example: ("'http://H.example:8080/'", "{host: h.example, port: 8080, scheme: http}"),
    },
    Definition {
        name: "consensus_error",
        arguments: URL,
        returns: TEXT,
        run: |call| array(call.kernels.consensus_error(call.urls())),
        description: "Why there is no host that all rulebooks read, without secrets; NULL if there is one.",
        example: (
            "'http://127.1/'",
            "programs disagree on the host: `127.1` to RFC 3986, `127.0.0.1` to WHATWG, `127.1` to Appendix B",
        ),
    },
    Definition {
        name: "registry",
        arguments: &[],
        returns: || DataType::Utf8,
        run: |call| Ok(Arc::new(StringArray::from_iter_values([call.fingerprint]))),
        description: "The fingerprint of the registry that decides how the functions read URLs.",
        example: ("", ""),
    },
];

/// The function of a name without prefix.
pub(crate) fn find(name: &str) -> Option<&'static Definition> {
    TABLE.iter().find(|definition| definition.name == name)
}

fn array<A: Array + 'static>(array: Result<A, ArrowError>) -> Result<ArrayRef> {
    Ok(Arc::new(array?))
}
