"""Python's urllib.parse."""

import platform
from urllib.parse import urljoin, urlsplit

from protocol import run


def port(parts):
    try:
        return parts.port
    except ValueError as error:
        return error


def read(text, base):
    parts = urlsplit(urljoin(base, text) if base is not None else text)
    login = parts.netloc.rpartition("@")[0] if "@" in parts.netloc else None
    host = f"[{parts.hostname}]" if "[" in parts.netloc.rpartition("@")[2] else parts.hostname
    # `urlsplit` does not distinguish a missing component from an empty one.
    return [parts.scheme or None, login, host, port(parts), parts.path, parts.query or None,
            parts.fragment or None]


run(read, "Python " + platform.python_version())
