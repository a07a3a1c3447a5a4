"""Facts that the extension module returns."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, NamedTuple

from ._types import Reading, Rulebook, Verdict

if TYPE_CHECKING:
    from ._anyurl import Url
    from ._errors import UrlError


@dataclasses.dataclass(frozen=True)
class Warning:
    """A deviation from the syntax that lenient mode accepts, or a risk."""

    id: str
    """Its id, such as ``password-in-url``."""
    message: str
    """What it is, in a sentence."""
    span: tuple[int, int]
    """Where: ``text[span[0]:span[1]]``."""


@dataclasses.dataclass(frozen=True)
class Finding:
    """What lint finds in a registry file."""

    id: str
    """The rule, such as ``SR601``."""
    level: str
    """``error``, ``warning`` or ``info``."""
    message: str
    help: str | None
    file: str
    line: int
    column: int
    scheme: str | None
    """The scheme that it is about, if it is about one."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.level}[{self.id}]: {self.message}"


@dataclasses.dataclass(frozen=True)
class Layer:
    """A registry file with those it includes."""

    id: str
    """``public``, or the domain of its owner, reversed."""
    kind: str
    """``public``, ``organization``, ``team`` or ``user``."""
    title: str
    version: str
    serial: int
    file: str


@dataclasses.dataclass(frozen=True)
class Scheme:
    """A scheme of a registry."""

    name: str
    version: str
    status: str
    """``standard``, ``private`` …"""
    description: str
    default_port: int | None
    aliases: tuple[str, ...]
    components: tuple[str, ...]
    """The names of its components."""
    examples: tuple[str, ...] = dataclasses.field(repr=False)
    """URLs. They can have secrets, so that ``repr`` hides them."""
    layer: str
    """``builtin``, ``public``, ``organization``, ``team`` or ``user``."""
    implementation: str
    """``static`` for a scheme in code, ``declared`` for one of a registry file."""
    file: str
    """The file that defines it."""


class HostPort(NamedTuple):
    """A host of a URL, with its port."""

    host: str
    """As written."""
    port: int | None
    """The port that is written after it."""
    effective_port: int | None
    """The port that is written, or else that of the scheme."""


@dataclasses.dataclass(frozen=True)
class Match:
    """A URL in a text."""

    text: str = dataclasses.field(repr=False)
    """The URL with its fragment, without line breaks in it. It can have secrets, so that ``repr`` hides it."""
    span: tuple[int, int]
    """Where: ``text[span[0]:span[1]]`` of the text; in bytes if that was ``bytes``."""
    url: Url | None
    """The URL, without the fragment if that is not part of it; ``None`` if it is not valid."""
    fragment: str | None = dataclasses.field(repr=False)
    """The text after ``#``, where it is not part of the URL. It can have secrets."""
    error: UrlError | None
    """Why it is not valid."""


@dataclasses.dataclass(frozen=True)
class Judgement:
    """A verdict about a URL, with its reasons. ``str`` is a sentence."""

    verdict: Verdict
    """The strictest of those about its scheme and its warnings."""
    scheme: Verdict
    """The verdict about its scheme."""
    reasons: tuple[tuple[Verdict, Warning], ...]
    """The warnings, each with its verdict."""
    sentence: str = dataclasses.field(repr=False)

    def __str__(self) -> str:
        return self.sentence


class ConsensusHost(NamedTuple):
    """The host that all rulebooks read in a URL, with its port and scheme. ``str`` is the host."""

    host: str
    """As in a URL: in lower case, an IPv6 address in brackets."""
    port: int | None
    """The port, or that of the scheme; ``None`` if the scheme has none that is known."""
    scheme: str
    """In lower case."""

    def __str__(self) -> str:
        return self.host


@dataclasses.dataclass(frozen=True)
class PartReading:
    """What a rulebook reads as a component, and its rule."""

    rulebook: Rulebook
    value: str | None = dataclasses.field(repr=False)
    """The component; ``None`` if the rulebook finds none. It can be a password, so that ``repr`` hides it."""
    rule: str
    """The rule that leads to it."""
    section: str
    """Where the rule is written, such as ``URL Standard, authority state``."""


@dataclasses.dataclass(frozen=True)
class Difference:
    """A component that the rulebooks do not all read alike. ``str`` is the sentence."""

    component: str
    """``scheme``, ``userinfo``, ``host``, ``port``, ``path``, ``query`` or ``fragment``."""
    readings: tuple[PartReading, ...]
    """What each rulebook that accepts the text reads."""
    sentence: str = dataclasses.field(repr=False)
    """What is read differently, with the rules."""

    def __str__(self) -> str:
        return self.sentence


@dataclasses.dataclass(frozen=True, repr=False)
class Comparison:
    """What the rulebooks read in a text, and where they differ. ``str`` has the verdict, and a line for each difference."""

    verdict: str
    """The most serious difference: ``same``, ``validity-differs``, ``path-differs``, ``userinfo-differs``,
    ``scheme-differs``, ``port-differs`` or ``host-differs``."""
    severity: str
    """How serious that is: ``none``, ``low``, ``medium``, ``high`` or ``critical``."""
    readings: dict[Rulebook, Reading]
    """What each rulebook says, as in ``anyurl compare --json``. ``status`` is ``accepted``, with all components;
    ``rejected``, with ``message``, ``section`` and ``span``; or ``not-covered``."""
    differences: tuple[Difference, ...]
    """The components that differ, in the order of a URL."""

    def __str__(self) -> str:
        return "\n".join([f"{self.verdict} ({self.severity})", *map(str, self.differences)])

    def __repr__(self) -> str:
        components = [difference.component for difference in self.differences]
        return f"<anyurl.Comparison {self.verdict} ({self.severity}): {', '.join(components) or 'no component'}>"
