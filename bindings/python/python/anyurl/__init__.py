"""URLs of any scheme, read by the scheme's own rules; and why a URL is not valid.

URLs are read strictly and by the current document of each scheme, as in the Rust library. With ``profile="rfc1738"`` the
ten schemes of RFC 1738 have the rules of that document: no ``~`` in http, and no ``#fragment``.

>>> import anyurl
>>> url = anyurl.Url("ftp://me@h.dom/%2Fetc/motd;type=a")
>>> url.scheme, url.user, url.host, url.port, url.effective_port
('ftp', 'me', 'h.dom', None, 21)
>>> url["typecode"], url.value("cwd")
('a', ['%2Fetc'])
>>> url.join("../issue").canonical
'ftp://me@h.dom/issue'

>>> try:
...     anyurl.parse("http://exa mple/")
... except anyurl.UrlError as error:
...     print(error.kind, error.component, error.span)
...     print(error.report())
unexpected host (10, 11)
error: unexpected space in the host: a host is a name, an IPv4 address, or an IPv6 address in brackets, ...
  | http://exa mple/
  |           ^
  = RFC 3986 §3.2.2, R-3.1-5
  = help: remove the space from the host

Programs read the same text by different rules. ``compare`` says where they differ, and ``consensus_host`` returns a host,
with port and scheme, only if all read the same ones:

>>> print(anyurl.compare("http://127.1/"))
host-differs (critical)
the host is `127.1` to RFC 3986: only four decimal numbers ... `127.0.0.1` to WHATWG: ... (URL Standard, IPv4 parser); ...
>>> anyurl.consensus_host("https://EXAMPLE.com/")
ConsensusHost(host='example.com', port=443, scheme='https')
"""

from typing import TYPE_CHECKING, Any

from . import batch
from ._types import Verdict as Verdict
from ._errors import BuildError, ConsensusError, JoinError, PlanError, RegistryError, UrlError
from ._anyurl import Plan, Policy, Registry, SchemeMap, Url, __version__
from ._anyurl import build, compare, consensus_host, extract, is_valid, parse, scrub

if TYPE_CHECKING:
    from ._data import Comparison, ConsensusHost, Difference, Finding, HostPort, Judgement, Layer, Match, PartReading, Scheme
    from ._data import Warning as Warning
else:

    def __getattr__(name: str) -> Any:
        """The classes of facts: to define them takes longer than all else, and most programs need none."""
        if name not in __all__ and name != "Warning":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from . import _data

        return getattr(_data, name)


__all__ = [
    "BuildError",
    "Comparison",
    "ConsensusError",
    "ConsensusHost",
    "Difference",
    "Finding",
    "HostPort",
    "JoinError",
    "Judgement",
    "Layer",
    "Match",
    "PartReading",
    "Plan",
    "PlanError",
    "Policy",
    "Registry",
    "RegistryError",
    "Scheme",
    "SchemeMap",
    "Url",
    "UrlError",
    "__version__",
    "batch",
    "build",
    "compare",
    "consensus_host",
    "extract",
    "is_valid",
    "parse",
    "scrub",
]
