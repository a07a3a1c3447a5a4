"""The types of the extension module."""

import os
import pathlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, AnyStr, Generic, NoReturn, TypeAlias, TypeVar, final, overload

from ._data import Comparison, ConsensusHost, Finding, HostPort, Judgement, Layer, Match, Scheme, Warning
from ._types import Profile, Verdict

_T = TypeVar("_T")
_D = TypeVar("_D")
_Value: TypeAlias = str | bytes | int | float
_Query: TypeAlias = Mapping[Any, Any] | Sequence[tuple[Any, Any]]

__version__: str

__all__ = [
    "Column",
    "Plan",
    "Policy",
    "Registry",
    "SchemeMap",
    "Url",
    "__version__",
    "build",
    "compare",
    "consensus_host",
    "explain",
    "extract",
    "is_valid",
    "map_column",
    "parse",
    "run_command",
    "same_columns",
    "scrub",
]

def parse(
    text: str | bytes | Url, *, lenient: bool = False, profile: Profile | None = None, registry: Registry | None = None
) -> Url:
    """Parses a URL, with the schemes of anyurl or of a registry.

    With ``lenient``, common deviations from the syntax are accepted: they are in ``Url.warnings``.
    ``profile="rfc1738"`` reads the ten schemes of RFC 1738 by that document.

    Raises ``UrlError``, which says where the text is wrong, and why.
    """

def is_valid(
    text: str | bytes | Url, *, lenient: bool = False, profile: Profile | None = None, registry: Registry | None = None
) -> bool:
    """Whether a text is a valid URL: faster than ``parse``."""

def compare(text: str | bytes | Url, base: str | bytes | Url | None = None, *, registry: Registry | None = None) -> Comparison:
    """What RFC 1738, RFC 3986, the URL Standard of browsers, and the split of RFC 3986 Appendix B read in a text, and where
    they differ. The text may be relative to ``base``.

    A rulebook that rejects the text says so: nothing is raised, but for a surrogate, which is no character (``UrlError``).
    """

def consensus_host(text: str | bytes | Url, *, registry: Registry | None = None) -> ConsensusHost:
    """The host of a URL, with its port and scheme, if all rulebooks name the same ones: decoded, in lower case, in its ASCII
    form. A guard before a request, which does not see redirects, and not where a name leads.

    Raises ``ConsensusError``, which says why there is none.
    """

def build(scheme: str, /, **parts: Any) -> Url:
    """Builds a URL of a scheme from its components, unescaped: each is escaped as it needs. ``path_segments`` is a list, and
    ``query`` can be a mapping or a list of pairs. ``None`` is a part that is not there.

    Raises ``BuildError``.
    """

def scrub(text: AnyStr, *, fields: Sequence[str] = ..., registry: Registry | None = None) -> AnyStr:
    """A text with ``***`` in place of the secrets of its URLs; for ``bytes``, bytes. ``fields`` are more names of fields whose
    values are secrets.
    """

def extract(
    text: str | bytes,
    *,
    lenient: bool = True,
    suspects: bool = False,
    profile: Profile | None = None,
    registry: Registry | None = None,
) -> Iterator[Match]:
    """The URLs in a text, with their places: in running text, and in ``<URL:…>``. Texts are written by people, so that they are
    read leniently; ``lenient=False`` finds those in ``<URL:…>`` only.

    ``suspects`` also finds ``name://…`` that is not a valid URL, or of a scheme that the registry does not have.
    """

@final
class Url:
    """A parsed URL. It does not change.

    All parts are as written, with their escapes. ``None`` is a part that is not there: the query of ``http://h/?`` is
    the empty text, and that of ``http://h/`` is ``None``.

    Two URLs are equal if their texts are; ``same`` compares them by the rules of the scheme.
    """

    __match_args__ = ("scheme", "host", "path")

    def __new__(
        cls,
        text: str | bytes | Url,
        *,
        lenient: bool = False,
        profile: Profile | None = None,
        registry: Registry | None = None,
    ) -> Url: ...
    @classmethod
    def from_file_path(cls, path: str | os.PathLike[str]) -> Url:
        """The URL of an absolute path of this system. Raises ``ValueError`` if it has none."""
    def to_file_path(self) -> pathlib.Path:
        """The path of a file URL on this system. Raises ``ValueError`` if it has none."""
    @property
    def username(self) -> str | None:
        """The user name, as ``user``."""
    @property
    def hostname(self) -> str | None:
        """The host as ``urllib.parse`` names and returns it: in lower case, an IPv6 address without its brackets."""
    @property
    def authority(self) -> str | None:
        """All between ``//`` and the path, as written: the ``netloc`` of ``urllib.parse``."""
    @property
    def origin(self) -> str | None:
        """Scheme, host and port as browsers compare them; ``None`` if the scheme has no such origin."""
    @property
    def hosts(self) -> list[HostPort]:
        """All hosts with their ports: several in the URLs of some databases."""
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
    def join(self, reference: str | bytes | Url) -> Url:
        """The URL that a reference means at this one, such as ``../a``. Raises ``JoinError``."""
    def same(self, other: str | bytes | Url) -> bool:
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
    def relativize(self, other: str | bytes | Url) -> str | None:
        """The shortest reference from this URL to another, such as ``../a``; ``None`` if only the whole URL leads there."""
    def replace(self, **parts: Any) -> Url:
        """This URL with other parts, as in ``build``; ``None`` removes a part. ``copy.replace`` does the same.

        Raises ``BuildError``.
        """
    def __replace__(self, **parts: Any) -> Url: ...
    def with_scheme(self, scheme: str) -> Url:
        """This URL with another scheme, read by the rules of that scheme."""
    def with_user(self, user: str | bytes | None) -> Url:
        """This URL with another user name; ``None`` removes it."""
    def with_password(self, password: str | bytes | None) -> Url:
        """This URL with another password; ``None`` removes it."""
    def with_host(self, host: str | bytes) -> Url:
        """This URL with another host."""
    def with_port(self, port: int | None) -> Url:
        """This URL with another port; ``None`` removes it."""
    def with_path(self, path: str | bytes) -> Url:
        """This URL with another path, unescaped: its slashes divide it."""
    def with_path_segments(self, segments: Iterable[_Value]) -> Url:
        """This URL with a path of these segments, unescaped: a slash in one is escaped."""
    def with_query(self, query: str | bytes | _Query | None) -> Url:
        """This URL with another query: a text, or a mapping or list of pairs, unescaped. ``None`` removes it."""
    def update_query(self, pairs: _Query) -> Url:
        """This URL with these pairs in its query: in place of those of the same names, and otherwise at its end. ``url %
        pairs`` is the same."""
    def extend_query(self, pairs: _Query) -> Url:
        """This URL with these pairs at the end of its query."""
    def with_fragment(self, fragment: str | bytes | None) -> Url:
        """This URL with another fragment, unescaped; ``None`` removes it."""
    def joinpath(self, *paths: _Value) -> Url:
        """This URL with paths at the end of its own, unescaped: slashes divide them. ``url / path`` is the same for one."""
    def __truediv__(self, value: _Value, /) -> Url: ...
    def __mod__(self, value: _Query, /) -> Url: ...
    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> Any: ...
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
class Policy:
    """Decides whether a program opens a URL: ``"allow"``, ``"ask"`` or ``"deny"``, by its scheme and by what is risky about it.

    ``schemes`` has the verdicts about schemes, and ``other`` is that about all that it does not name. ``warnings`` has those
    about warnings, by id or by scheme and id; without one, dangers are denied, and cautions ask.
    """

    def __new__(
        cls,
        schemes: Mapping[str, Verdict] = ...,
        *,
        other: Verdict | None = None,
        warnings: Mapping[str, Verdict] | Mapping[tuple[str, str | None], Verdict] = ...,
    ) -> Policy: ...
    def judge(self, url: str | bytes | Url, *, registry: Registry | None = None) -> Judgement:
        """The verdict about a URL, with its reasons. Raises ``UrlError`` for a text that is not a URL."""
    def allows(self, url: str | bytes | Url, *, registry: Registry | None = None) -> bool:
        """Whether the verdict about a URL is ``"allow"``; a text that is not a URL is not allowed."""
    def unused(self, *, registry: Registry | None = None) -> list[str]:
        """The settings that have no effect, in sentences: a misspelt name does not deny what it should."""

@final
class SchemeMap(Generic[_T]):
    """Values of a program by the scheme of a URL, such as the functions that open it.

    A key is the name of a scheme, or a name with the versions that it is for: ``("http", "^2")``. ``default`` is for all
    others, and ``aliases`` are more names of a key.
    """

    def __new__(
        cls,
        values: Mapping[str, _T] | Mapping[tuple[str, str], _T],
        *,
        default: _T | None = None,
        aliases: Mapping[str, str] = ...,
    ) -> SchemeMap[_T]: ...
    @overload
    def get(self, url: str | bytes | Url, default: None = None, *, registry: Registry | None = None) -> _T | None:
        """The value for a URL, or else ``default``. Raises ``UrlError`` for a text that is not a URL."""
    @overload
    def get(self, url: str | bytes | Url, default: _D, *, registry: Registry | None = None) -> _T | _D: ...
    def __getitem__(self, key: str | bytes | Url, /) -> _T: ...
    def __contains__(self, key: str | bytes | Url, /) -> bool: ...
    @property
    def names(self) -> list[str]:
        """The names and aliases that have a value, sorted."""
    def unused(self, *, registry: Registry | None = None) -> list[str]:
        """The keys that have no effect, in sentences: those of no scheme and of no version that the registry has."""

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
    @classmethod
    def from_entry_points(cls, *texts: str, group: str = "anyurl.registries") -> Registry:
        """A registry with the layers of installed packages, and these texts above them. A package names the text or the file
        of its layer in an entry point of the group ``anyurl.registries``; their order is that of their names.

        Raises ``RegistryError``.
        """
    def to_text(self) -> str:
        """The texts of all layers with the fingerprint, for another process."""
    def build(self, scheme: str, /, **parts: Any) -> Url:
        """Builds a URL, as ``anyurl.build``."""
    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> Any:
        """``Annotated[Url, registry]`` is a URL that pydantic reads with this registry."""
    def parse(self, text: str | bytes | Url, *, lenient: bool = False, profile: Profile | None = None) -> Url:
        """Parses a URL, as ``anyurl.parse``."""
    def is_valid(self, text: str | bytes | Url, *, lenient: bool = False, profile: Profile | None = None) -> bool:
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
def run_command(program: Sequence[str], words: Sequence[str]) -> NoReturn: ...
def same_columns(
    urls: object, others: object, registry: Registry | None, lenient: bool, profile: Profile | None
) -> Column: ...
