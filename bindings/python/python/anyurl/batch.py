"""Functions over columns of URLs.

A column is a list or tuple of ``str``, ``bytes`` and ``None``; an array or chunked array of pyarrow; a ``Series`` of
Polars or pandas; or any object with ``__arrow_c_array__`` or ``__arrow_c_stream__``. The result has the same kind: a list
for a list, a ``Series`` for a ``Series``; for other Arrow data it is a ``Column`` of string views, which Arrow libraries
read without a copy.

>>> from anyurl import batch
>>> urls = ["gopher://h.dom/1/docs", "http://exa mple/", None]
>>> batch.host(urls)
['h.dom', None, None]
>>> batch.part(urls, "selector")
['/docs', None, None]
>>> batch.error(urls)
[None, 'unexpected space in the host: ...', None]

``None`` (NULL) gives ``None``. A part that is not there is ``None``, and so are all parts of a text that is not valid;
never an empty text in their place. A part that is there and empty is an empty text, such as the host of ``file:///a``.
No text raises an exception: ``error`` tells why it is not valid, and ``error_id`` which requirement it breaks. Bytes that
are not UTF-8 are a row that is not valid. A row of another type, such as a number, raises ``TypeError``.

``verdict``, ``consensus_host`` and ``consensus_error`` say what programs of different rulebooks disagree on, as
``anyurl.compare`` and ``anyurl.consensus_host``.

Every function takes ``registry``, ``lenient`` and ``profile`` as ``anyurl.parse`` does: strict and ``"current"`` unless
given; the last three only ``registry``, because each rulebook has its own mode and profile. Arrow data is read without the global interpreter lock.
"""

from __future__ import annotations

import sys
from typing import Any

from ._anyurl import Column, Registry, map_column, same_columns
from ._types import Profile

__all__ = [
    "Column",
    "canonical",
    "components",
    "consensus_error",
    "consensus_host",
    "effective_port",
    "error",
    "error_id",
    "fragment",
    "host",
    "hosts",
    "masked",
    "parse",
    "part",
    "path",
    "port",
    "query",
    "same",
    "scheme",
    "user",
    "valid",
    "verdict",
    "warnings",
]


def valid(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """Whether each row is a valid URL."""
    return _map("valid", urls, registry, lenient, profile)


def scheme(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The name of the scheme, in lower case."""
    return _map("scheme", urls, registry, lenient, profile)


def user(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The user name."""
    return _map("user", urls, registry, lenient, profile)


def host(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The host."""
    return _map("host", urls, registry, lenient, profile)


def port(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The port that is written."""
    return _map("port", urls, registry, lenient, profile)


def effective_port(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The port that is written, or else the default port of the scheme."""
    return _map("effective_port", urls, registry, lenient, profile)


def hosts(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """All hosts: a list of ``{"host": …, "port": …, "effective_port": …}``, of which the URLs of some databases have several."""
    return _map("hosts", urls, registry, lenient, profile)


def masked(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The text with ``***`` in place of its secrets, also where it is not a valid URL; ``None`` if it is not UTF-8."""
    return _map("masked", urls, registry, lenient, profile)


def path(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The path, of whatever components a scheme calls so; ``None`` if it is empty."""
    return _map("path", urls, registry, lenient, profile)


def query(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The query, without its ``?``."""
    return _map("query", urls, registry, lenient, profile)


def fragment(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The fragment, without its ``#``."""
    return _map("fragment", urls, registry, lenient, profile)


def part(
    urls: Any,
    name: str,
    *,
    registry: Registry | None = None,
    lenient: bool = False,
    profile: Profile | None = None,
) -> Any:
    """The component that has a name in its scheme, such as ``selector`` of gopher.

    Raises ``ValueError`` if no scheme of the registry has one of this name.
    """
    return _map("part", urls, registry, lenient, profile, name)


def components(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """All components by name (a ``dict``; a map in Arrow), in the order of the scheme."""
    return _map("components", urls, registry, lenient, profile)


def parse(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """All of these in one ``dict`` (a struct in Arrow) for each row.

    ``{valid, scheme, user, host, port, path, query, fragment, error}``, and in ``error`` ``{kind, rule, component, start,
    end, message, id, section}``; ``start`` and ``end`` count bytes of UTF-8.
    """
    return _map("parse", urls, registry, lenient, profile)


def canonical(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The canonical form: the same text for all URLs that a scheme calls equivalent."""
    return _map("canonical", urls, registry, lenient, profile)


def error(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """Why a row is not valid, in a sentence without secrets; ``None`` if it is valid."""
    return _map("error", urls, registry, lenient, profile)


def error_id(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The id of the requirement that a row breaks, such as ``A-42``: few of them, to count by; ``None`` if it is valid."""
    return _map("error_id", urls, registry, lenient, profile)


def warnings(urls: Any, *, registry: Registry | None = None, lenient: bool = False, profile: Profile | None = None) -> Any:
    """The ids of the warnings about a URL, such as ``password-in-url``."""
    return _map("warnings", urls, registry, lenient, profile)


def verdict(urls: Any, *, registry: Registry | None = None) -> Any:
    """What programs of different rulebooks disagree on, the most serious: ``same``, ``validity-differs``, ``path-differs``,
    ``userinfo-differs``, ``scheme-differs``, ``port-differs`` or ``host-differs``."""
    return _map("verdict", urls, registry, False, None)


def consensus_host(urls: Any, *, registry: Registry | None = None) -> Any:
    """``{"host": …, "port": …, "scheme": …}`` that all rulebooks read: the host decoded, in lower case, in its ASCII form;
    ``None`` if they do not agree."""
    return _map("consensus_host", urls, registry, False, None)


def consensus_error(urls: Any, *, registry: Registry | None = None) -> Any:
    """Why there is no host that all rulebooks read, in a sentence without secrets; ``None`` if there is one."""
    return _map("consensus_error", urls, registry, False, None)


def same(
    urls: Any,
    others: Any,
    *,
    registry: Registry | None = None,
    lenient: bool = False,
    profile: Profile | None = None,
) -> Any:
    """Whether two URLs are equivalent by the rules of their scheme; ``None`` if one of them is not valid."""
    return _like(urls, same_columns(_column(urls), _column(others), registry, lenient, profile))


def _map(
    function: str, urls: Any, registry: Registry | None, lenient: bool, profile: Profile | None, name: str = ""
) -> Any:
    return _like(urls, map_column(function, _column(urls), name, registry, lenient, profile))


def _column(urls: Any) -> Any:
    """What the extension module reads: Arrow data, a list or a tuple."""
    if _is(urls, "polars", "Series") and str(urls.dtype) == "Null":
        return urls.to_list()
    if _is(urls, "pandas", "Series") and urls.dtype == object:
        return _texts(urls)
    return urls


def _texts(urls: Any) -> list[str | bytes | None]:
    """The rows of a ``Series`` of objects, in which NaN is missing, too."""
    missing = urls.isna().tolist()
    return [None if is_missing else text for text, is_missing in zip(urls.tolist(), missing)]


def _like(urls: Any, result: Column) -> Any:
    """A result of the kind of its input."""
    if isinstance(urls, (list, tuple)):
        return result.to_list()
    if _is(urls, "polars", "Series"):
        import polars

        return polars.Series(result).alias(urls.name)
    if _is(urls, "pyarrow", "ChunkedArray"):
        import pyarrow

        return pyarrow.chunked_array(result.without_views(_is_large(urls.type)))
    if _is(urls, "pyarrow", "Array"):
        import pyarrow

        return pyarrow.array(result.without_views(_is_large(urls.type)))
    if _is(urls, "pandas", "Series"):
        import pandas
        import pyarrow

        # Types that can be missing: with others, ports would be fractions, and `valid` could not select rows.
        types = {pyarrow.bool_(): pandas.BooleanDtype(), pyarrow.uint16(): pandas.UInt16Dtype()}
        column = pyarrow.chunked_array(result.without_views(True))
        series = column.to_pandas(types_mapper=types.get, maps_as_pydicts="strict")
        return series.set_axis(urls.index).rename(urls.name)
    return result


def _is_large(type: Any) -> bool:
    """Whether texts of a type have 64-bit offsets."""
    import pyarrow

    return bool(pyarrow.types.is_large_string(type) or pyarrow.types.is_large_binary(type))


def _is(value: Any, module: str, name: str) -> bool:
    """Whether a value has a class of a module, which is not imported for the question."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(value, getattr(loaded, name, ()))
