"""Types of arguments and results."""

from typing import Literal, TypeAlias, TypedDict

Profile: TypeAlias = Literal["current", "rfc1738"]
"""The documents that URLs are read by: the current one of each scheme, or RFC 1738 for its ten schemes."""

Rulebook: TypeAlias = Literal["rfc1738", "rfc1738-lenient", "rfc3986", "whatwg", "split"]
"""A document by which programs read URLs: ``whatwg`` is that of browsers, ``split`` the regular expression of RFC 3986
Appendix B."""


Verdict: TypeAlias = Literal["allow", "ask", "deny"]
"""Whether a program opens a URL."""


class Reading(TypedDict, total=False):
    """What a rulebook says about a text. A component that is absent is ``None``."""

    status: Literal["accepted", "rejected", "not-covered"]
    scheme: str | None
    userinfo: str | None
    host: str | None
    port: int | str | None
    path: str | None
    query: str | None
    fragment: str | None
    message: str
    section: str
    span: tuple[int, int] | None
