"""The exceptions. The extension module raises them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._data import Finding
    from ._anyurl import Registry


class UrlError(ValueError):
    """A text is not a valid URL. The message and the report hide secrets; ``text`` is the whole input.

    >>> import anyurl
    >>> try:
    ...     anyurl.parse("ftp://h/a;type=x")
    ... except anyurl.UrlError as error:
    ...     error.kind, error.component, error.text[slice(*error.span)]
    ('unexpected', 'typecode', 'x')
    """

    text: str
    """The input."""
    kind: str
    """What is wrong, for programs: ``unexpected``, ``missing``, ``bad-escape``, ``unknown-scheme`` …"""
    rule: str
    """The rule of the grammar that the text breaks."""
    component: str
    """The component that is wrong; empty if that is not known."""
    span: tuple[int, int]
    """Where: ``text[span[0]:span[1]]``."""
    section: str
    """The document and section of the requirement that it breaks."""
    id: str
    """The id of that requirement, such as ``A-42``: what to count errors by."""

    def __init__(
        self,
        message: str,
        text: str,
        kind: str,
        rule: str,
        component: str,
        span: tuple[int, int],
        section: str,
        id: str,
        registry: Registry | None,
        lenient: bool,
        profile: str,
    ) -> None:
        super().__init__(message)
        self.text = text
        self.kind = kind
        self.rule = rule
        self.component = component
        self.span = span
        self.section = section
        self.id = id
        self._read = (registry, lenient, profile)
        self._explained: dict[str, Any] | None = None

    def _explanation(self) -> dict[str, Any]:
        if self._explained is None:
            from ._anyurl import explain

            self._explained = explain(self.text, *self._read)
        return self._explained

    @property
    def help(self) -> str:
        """How to correct the text."""
        help: str = self._explanation().get("help", "")
        return help

    @property
    def expected(self) -> str | None:
        """What could be at the place, if it can be said."""
        return self._explanation().get("expected")

    @property
    def repaired(self) -> str | None:
        """The corrected text, if it is known, with ``***`` in place of secrets: for people."""
        return self._explanation().get("repaired")

    @property
    def repaired_exact(self) -> str | None:
        """The corrected text with its secrets, as ``text`` has them: to be parsed, and not to be shown."""
        return self._explanation().get("repaired_exact")

    @property
    def accepted_by(self) -> tuple[str, ...]:
        """The options that accept the text: ``"lenient"``, ``"current"``, ``"rfc1738"``."""
        options: tuple[str, ...] = self._explanation().get("accepted_by", ())
        return options

    def report(self) -> str:
        """Several lines: the text with a caret below the place, the reason, and help."""
        report: str = self._explanation().get("report", str(self))
        return report

    def __reduce__(self) -> tuple[Any, ...]:
        place = (self.kind, self.rule, self.component, self.span, self.section, self.id)
        return UrlError, (str(self), self.text, *place, *self._read)


class RegistryError(ValueError):
    """A registry file cannot be used. The message has all findings, with their help."""

    findings: list[Finding]
    """What lint finds in the files; empty if one cannot be read at all."""

    def __init__(self, message: str, findings: list[Finding]) -> None:
        super().__init__(message)
        self.findings = findings

    def __reduce__(self) -> tuple[Any, ...]:
        return RegistryError, (str(self), self.findings)


class BuildError(ValueError):
    """A URL cannot be built, or has no part that can be changed so. The message hides secrets."""

    component: str
    """The component; ``scheme`` if it is about the scheme."""
    offset: int | None
    """The byte of its value that is wrong, if it is a single one."""

    def __init__(self, message: str, component: str, offset: int | None) -> None:
        super().__init__(message)
        self.component = component
        self.offset = offset

    def __reduce__(self) -> tuple[Any, ...]:
        return BuildError, (str(self), self.component, self.offset)


class JoinError(ValueError):
    """A reference has no meaning at a base, or the joined text is not a valid URL."""


class ConsensusError(ValueError):
    """A text names no host that all rulebooks agree on. The message says which disagree, and hides secrets."""

    kind: str
    """Why, for programs: ``rejected``, ``not-covered``, ``shadows-public``, ``no-host``,
    ``internationalized``, ``unusual`` or ``differs``."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return ConsensusError, (str(self), self.kind)


class PlanError(ValueError):
    """A URL has no plan of access."""

    kind: str
    """Why, for programs: ``missing``, ``unsupported`` …"""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return PlanError, (str(self), self.kind)
