"""Secrets of URLs in the records of ``logging``.

>>> import logging
>>> from anyurl.logs import ScrubFilter
>>> record = logging.LogRecord("app", logging.INFO, "app.py", 1, "connect to %s", ("postgres://joe:s3cret@db/shop",), None)
>>> ScrubFilter().filter(record), record.getMessage()
(True, 'connect to postgres://joe:***@db/shop')
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from ._anyurl import Registry, scrub

_FORMATTER = logging.Formatter()


class ScrubFilter(logging.Filter):
    """Puts ``***`` in place of the secrets of URLs in a record: in its message, its exception and its stack.

    Add it to each *handler*: a filter of a logger does not see the records of the loggers below it.
    """

    def __init__(self, *, fields: Iterable[str] = (), registry: Registry | None = None) -> None:
        super().__init__()
        self._fields = list(fields)
        self._registry = registry

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = self._scrub(record.getMessage())
        record.args = None
        if record.exc_info and not record.exc_text:
            record.exc_text = _FORMATTER.formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = self._scrub(record.exc_text)
        if record.stack_info:
            record.stack_info = self._scrub(record.stack_info)
        return True

    def _scrub(self, text: str) -> str:
        return scrub(text, fields=self._fields, registry=self._registry)
