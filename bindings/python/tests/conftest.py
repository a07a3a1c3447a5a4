"""What several tests use."""

import pathlib

import pytest

import anyurl

ORG = """\
schema = 1

[registry]
id = "com.example"
kind = "organization"
title = "URLs of Example"
version = "1.2.0"
serial = 7
contact = ["urls@example.com"]
change_controller = "Example"
claims = ["com.example.*"]

[[mask]]
name = "telnet"
reason = "use ssh"

[[scheme]]
name = "com.example.shelf"
status = "private"
description = "a book on a shelf"
contact = ["urls@example.com"]
change_controller = "Example"
syntax = { grammar = "rfc1738", form = ["com.example.shelf://<host>[:<port>]/<shelf+>/<book+>"] }
access = { kind = "none", locates = "name", operations = [], algorithm = "Ask the host.", name_properties = "books" }
"""


@pytest.fixture
def org() -> anyurl.Registry:
    """The registry of an organization."""
    return anyurl.Registry.from_toml(ORG, names=["org.toml"])


@pytest.fixture
def testdata() -> pathlib.Path:
    """The test data of the repository."""
    return pathlib.Path(__file__).parents[3] / "testdata"
