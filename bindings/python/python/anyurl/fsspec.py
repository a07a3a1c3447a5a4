"""Opens URLs with fsspec by the schemes of a registry: its aliases, masks and rules hold before fsspec is asked.

``register()`` makes the names of registered schemes that fsspec does not know, such as an alias, known to fsspec;
``open_url`` reads a URL strictly and opens it.

>>> import anyurl.fsspec
>>> with anyurl.fsspec.open_url("memory://shelf/book.txt", "w") as file:
...     _ = file.write("text")
>>> with anyurl.fsspec.open_url("memory://shelf/book.txt") as file:
...     file.read()
'text'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import fsspec

from ._anyurl import Registry, Url


def open_url(url: str | Url, mode: str = "r", *, registry: Registry | None = None, **options: Any) -> Any:
    """``fsspec.open`` of a URL that the registry accepts. Raises ``UrlError`` before anything is opened."""
    if not isinstance(url, Url):
        url = Url(url, registry=registry)
    return fsspec.open(str(url), mode, **options)


def register(protocols: Mapping[str, str], *, registry: Registry | None = None) -> None:
    """Lets fsspec open URLs of our schemes as those of its protocols: ``register({"com.example.store": "s3"})``.

    ``fsspec.open("com.example.store://bucket/key")`` then reads the URL by the registry, and opens ``s3://bucket/key``.
    """
    for scheme, protocol in protocols.items():
        fsspec.register_implementation(scheme, _file_system(scheme, protocol, registry), clobber=True)


def _file_system(scheme: str, protocol: str, registry: Registry | None) -> type:
    """The file system of a protocol, which reads URLs of a scheme by a registry."""
    base = fsspec.get_filesystem_class(protocol)
    below = base.protocol if isinstance(base.protocol, str) else base.protocol[0]

    def as_base(path: Any) -> Any:
        if isinstance(path, str) and path.lower().startswith(f"{scheme}:"):
            url = Url(path, registry=registry)
            return f"{below}:{str(url)[len(scheme) + 1:]}"
        return path

    def strip(cls: Any, path: Any) -> Any:
        paths = [as_base(one) for one in path] if isinstance(path, list) else as_base(path)
        return base._strip_protocol(paths)

    def kwargs(path: str) -> Any:
        return base._get_kwargs_from_urls(as_base(path))

    names = {
        "protocol": (scheme, below),
        "_strip_protocol": classmethod(strip),
        "_get_kwargs_from_urls": staticmethod(kwargs),
        "__doc__": f"{scheme} as {protocol}",
    }
    return type(f"{base.__name__}Of{scheme.title().replace('.', '').replace('-', '').replace('+', '')}", (base,), names)
