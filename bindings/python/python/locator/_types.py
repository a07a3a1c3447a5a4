"""Types of arguments."""

from typing import Literal, TypeAlias

Profile: TypeAlias = Literal["rfc1738", "current"]
"""The documents that URLs are read by: RFC 1738, or the current one of each scheme."""
