"""Facts that the extension module returns."""

from __future__ import annotations

import dataclasses


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
    examples: tuple[str, ...]
    layer: str
    """``builtin``, ``public``, ``organization``, ``team`` or ``user``."""
    implementation: str
    """``static`` for a scheme in code, ``declared`` for one of a registry file."""
    file: str
    """The file that defines it."""
