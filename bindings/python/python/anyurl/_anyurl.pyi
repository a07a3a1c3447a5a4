"""The types of the extension module."""

from collections.abc import Iterator
from typing import Any, final

from ._data import Comparison, ConsensusHost, Finding, Layer, Scheme, Warning
from ._types import Profile

__version__: str

__all__ = [
    "Column",
    "Plan",
    "Registry",
    "Url",
    "__version__",
    "compare",
    "consensus_host",
    "explain",
    "is_valid",
    "map_column",
    "parse",
    "same_columns",
]

def parse(text: str, *, lenient: bool = False, profile: Profile | None = None, registry: Registry | None = None) -> Url:
    """Parses a URL, with the schemes of anyurl or of a registry.

    With ``lenient``, common deviations from the syntax are accepted: they are in ``Url.warnings``.
    ``profile="rfc1738"`` reads the ten schemes of RFC 1738 by that document.

    Raises ``UrlError``, which says where the text is wrong, and why.
    """

def is_valid(
    text: str, *, lenient: bool = False, profile: Profile | None = None, registry: Registry | None = None
) -> bool:
    """Whether a text is a valid URL: faster than ``parse``."""

def compare(text: str, base: str | Url | None = None, *, registry: Registry | None = None) -> Comparison:
    """What RFC 1738, RFC 3986, the URL Standard of browsers, and the split of RFC 3986 Appendix B read in a text, and where
    they differ. The text may be relative to ``base``.

    A rulebook that rejects the text says so: nothing is raised, but for a surrogate, which is no character (``UrlError``).
    """

def consensus_host(text: str, *, registry: Registry | None = None) -> ConsensusHost:
    """The host of a URL, with its port and scheme, if all rulebooks name the same ones: decoded, in lower case, in its ASCII
    form. A guard before a request, which does not see redirects, and not where a name leads.

    Raises ``ConsensusError``, which says why there is none.
    """

@final
class Url:
    """A parsed URL. It does not change.

    All parts are as written, with their escapes. ``None`` is a part that is not there: the query of ``http://h/?`` is
    the empty text, and that of ``http://h/`` is ``None``.

    Two URLs are equal if their texts are; ``same`` compares them by the rules of the scheme.
    """

    @property
    def scheme(self) -> str:
        """The name of the scheme, in lower case."""
    @property
    def user(self) -> str | None:
        """The user name."""
    @property
    def password(self) -> str | None:
        """The password. ``repr``, ``masked`` and error messages hide it."""
    @property
    def host(self) -> str | None:
        """The host, as written."""
    @property
    def port(self) -> int | None:
        """The port that is written."""
    @property
    def effective_port(self) -> int | None:
        """The port that is written, or else the default port of the scheme."""
    @property
    def path(self) -> str:
        """The path, of whatever components the scheme calls so."""
    @property
    def path_segments(self) -> list[str] | None:
        """The parts of the path between slashes, or ``None`` if the scheme has no such path."""
    @property
    def query(self) -> str | None:
        """The query, without its ``?``."""
    @property
    def query_pairs(self) -> list[tuple[str, str]]:
        """The names and values in the query, without their escapes; a ``+`` stays, and bytes that are not UTF-8 become U+FFFD."""
    @property
    def fragment(self) -> str | None:
        """The fragment, without its ``#``."""
    @property
    def masked(self) -> str:
        """The URL with ``***`` in place of its secrets, for logs and messages. ``str(url)`` and all parts are exact."""
    @property
    def canonical(self) -> str:
        """The canonical form: the same text for all URLs that the scheme calls equivalent."""
    @property
    def lenient(self) -> bool:
        """Whether it was parsed leniently."""
    @property
    def profile(self) -> Profile:
        """The profile that it was parsed with."""
    @property
    def is_registered(self) -> bool:
        """Whether the registry has the scheme; a URL of another scheme has the parts of the generic syntax."""
    @property
    def warnings(self) -> list[Warning]:
        """Deviations that lenient mode accepted, and risks such as a password."""

    def __getitem__(self, key: str, /) -> str | None:
        """A component of the scheme, such as ``typecode`` of ftp; ``None`` if it is not there.

        Raises ``KeyError`` if the scheme has no such component.
        """
    def __contains__(self, key: str, /) -> bool:
        """Whether a component is there."""
    def __iter__(self) -> Iterator[str]:
        """The names of the components that are there."""
    def keys(self) -> list[str]:
        """The names of the components that are there, so that ``dict(url)`` is ``url.components()``."""
    def components(self) -> dict[str, str]:
        """All components that are there, in the order of the scheme; those that contain others, too."""
    def value(self, name: str) -> Any:
        """The value of a component: a list of texts, a list of names and values, ``True`` for a flag, or a text; a port or
        another number is an ``int``, or a ``float`` if it has a fraction."""
    def decoded(self, name: str) -> bytes | None:
        """A component without its escapes."""
    def join(self, reference: str | Url) -> Url:
        """The URL that a reference means at this one, such as ``../a``. Raises ``JoinError``."""
    def same(self, other: str | Url) -> bool:
        """Whether two URLs are equivalent by the rules of the scheme. A text is parsed as this URL was."""
    def plan(
        self,
        *,
        email: str | None = None,
        password: str | None = None,
        news_server: str | None = None,
        own_name: str | None = None,
        answers: list[str] | None = None,
    ) -> Plan:
        """The steps that access the URL. Nothing is sent. Raises ``PlanError`` if there are none."""
    def __lt__(self, value: Url, /) -> bool: ...
    def __gt__(self, value: Url, /) -> bool: ...

@final
class Plan:
    """The steps that access a URL, as data."""

    @property
    def steps(self) -> list[dict[str, Any]]:
        """``{"op": "connect", "transport": "tcp", "host": "h", "port": 70}``, ``{"op": "send", "data": b"…"}`` …"""
    @property
    def notes(self) -> list[tuple[str, str]]:
        """The ids and texts of notes."""
    @property
    def needs(self) -> list[str]:
        """The placeholders of values that are still to be given, such as ``{email}``."""
    def wire(self) -> bytes:
        """All bytes that are sent. Raises ``PlanError`` if a value is missing."""

@final
class Registry:
    """Schemes, and the rules by which their URLs are read: those of anyurl, with layers of one's own.

    ``Registry()`` is that of anyurl alone. A registry is pickled as the texts of its layers, with its fingerprint;
    reading the pickle fails if the other process would read URLs by other rules.
    """

    def __new__(cls) -> Registry: ...
    @classmethod
    def from_toml(cls, *texts: str, names: str | list[str] | None = None, modules: bool = False) -> Registry:
        """A registry with layers from the texts of registry files, lower ones first. ``names`` are used in messages.

        ``modules=True`` also loads the WebAssembly modules that layers name and allow.

        Raises ``RegistryError``, with what lint finds.
        """
    @classmethod
    def from_files(cls, *paths: Any, modules: bool = False) -> Registry:
        """A registry with layers from registry files, lower ones first. ``modules=True`` also loads the WebAssembly modules that
        layers name and allow. Raises ``RegistryError``.
        """
    @classmethod
    def from_text(cls, text: str) -> Registry:
        """The registry that ``to_text`` wrote. Raises ``RegistryError`` if it cannot be the same one here.

        The last eight are kept, so that unpickling many URLs reads the registry once.
        """
    def to_text(self) -> str:
        """The texts of all layers with the fingerprint, for another process."""
    def parse(self, text: str, *, lenient: bool = False, profile: Profile | None = None) -> Url:
        """Parses a URL, as ``anyurl.parse``."""
    def is_valid(self, text: str, *, lenient: bool = False, profile: Profile | None = None) -> bool:
        """Whether a text is a valid URL, as ``anyurl.is_valid``."""
    def __contains__(self, key: str, /) -> bool:
        """Whether the registry has a scheme with a name or alias."""
    def scheme(self, name: str, *, profile: Profile | None = None) -> Scheme | None:
        """The scheme with a name or alias, which is case-insensitive."""
    @property
    def names(self) -> list[str]:
        """The names of all schemes, sorted."""
    @property
    def layers(self) -> list[Layer]:
        """The layers that were added, lower ones first."""
    @property
    def refused(self) -> dict[str, str]:
        """The names whose URLs are errors because of a fault in a layer or of a module that cannot be loaded, sorted, each with
        the reason. All other names work."""
    @property
    def findings(self) -> list[Finding]:
        """The warnings of loading the layers, and the faults of names. ``lint`` finds more."""
    def lint(self) -> list[Finding]:
        """What ``anyurl registry lint`` finds in the layers that were added: errors, too, that do not prevent loading, such
        as a grammar that cannot be compiled, which refuses all URLs of its scheme."""
    @property
    def fingerprint(self) -> str:
        """A hash of the texts of all layers, and of the version of the package."""

@final
class Column:
    """A column of Arrow data: ``pyarrow.array(column)``, ``polars.Series(column)`` and others read it without a copy."""

    def __len__(self) -> int: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def to_list(self) -> list[Any]:
        """The rows, as a list."""
    def without_views(self, large: bool) -> Column:
        """The same with texts in place of views of texts, which fewer functions of pyarrow take; with 64-bit offsets or not."""

def explain(text: str, registry: Registry | None, lenient: bool, profile: str) -> dict[str, Any]: ...
def map_column(
    function: str, urls: object, name: str, registry: Registry | None, lenient: bool, profile: Profile | None
) -> Column: ...
def same_columns(
    urls: object, others: object, registry: Registry | None, lenient: bool, profile: Profile | None
) -> Column: ...
