"""Pydantic, dataclasses, fsspec, and layers of installed packages."""

import dataclasses
import importlib.metadata
import json
import pathlib
from typing import Annotated

import fsspec
import pydantic
import pytest

import anyurl
import anyurl.fsspec
from conftest import ORG

SECRET = "postgres://joe:s3cret@h1,h2/shop"


class Settings(pydantic.BaseModel):
    database: anyurl.Url
    mirrors: list[anyurl.Url] = []


def test_pydantic_reads_and_writes_the_exact_text():
    settings = Settings.model_validate({"database": SECRET, "mirrors": ["https://h"]})
    assert settings.database == anyurl.Url(SECRET) and str(settings.mirrors[0]) == "https://h"
    assert Settings(database=settings.database) == Settings.model_validate_json(Settings(database=SECRET).model_dump_json())
    assert settings.model_dump()["database"] is settings.database
    assert json.loads(settings.model_dump_json()) == {"database": SECRET, "mirrors": ["https://h"]}
    assert "s3cret" not in repr(settings)


def test_pydantic_says_what_is_wrong():
    for wrong in ("http://exa mple/", 3, None):
        with pytest.raises(pydantic.ValidationError) as info:
            Settings(database=wrong)
        assert info.value.errors()[0]["type"] == "value_error"


def test_pydantic_has_a_json_schema():
    schema = Settings.model_json_schema()
    assert schema["properties"]["database"] == {"format": "uri", "title": "Database", "type": "string"}


def test_pydantic_reads_with_a_registry(org):
    shelf = pydantic.TypeAdapter(Annotated[anyurl.Url, org])
    assert shelf.validate_python("com.example.shelf://h/3/7")["book"] == "7"
    with pytest.raises(pydantic.ValidationError, match="use ssh"):
        shelf.validate_python("telnet://h/")


def test_dataclasses():
    @dataclasses.dataclass(frozen=True)
    class Config:
        home: anyurl.Url = anyurl.Url(SECRET)

    assert "s3cret" not in repr(Config()) and dataclasses.asdict(Config())["home"] == Config().home
    assert dataclasses.replace(Config(), home=anyurl.Url("x-a:")).home.scheme == "x-a"


@pytest.mark.parametrize("layer", [ORG, lambda: ORG, "file"], ids=["text", "function", "file"])
def test_layers_of_packages(layer, monkeypatch, tmp_path):
    if layer == "file":
        layer = tmp_path / "org.toml"
        layer.write_text(ORG, encoding="utf-8")

    class Point:
        name = "shelves"

        def load(self):
            return layer

    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [Point()] if group == "anyurl.registries" else [])
    registry = anyurl.Registry.from_entry_points()
    assert [one.file for one in registry.layers] == ["shelves"] and registry.parse("com.example.shelf://h/3/7")
    assert anyurl.Registry.from_entry_points(group="none") == anyurl.Registry()


def test_fsspec_in_memory(org):
    anyurl.fsspec.register({"com.example.shelf": "memory"}, registry=org)
    with fsspec.open("com.example.shelf://h/3/7", "w") as file:
        file.write("text")
    with fsspec.open("memory://h/3/7") as file:
        assert file.read() == b"text"
    with pytest.raises(anyurl.UrlError):
        fsspec.open("com.example.shelf://h/3")
    with anyurl.fsspec.open_url("com.example.shelf://h/3/7", registry=org) as file:
        assert file.read() == "text"


def test_fsspec_local(tmp_path):
    url = anyurl.Url.from_file_path(tmp_path / "a.txt")
    with anyurl.fsspec.open_url(url, "w") as file:
        file.write("text")
    assert pathlib.Path(tmp_path, "a.txt").read_text() == "text"
    with pytest.raises(anyurl.UrlError):
        anyurl.fsspec.open_url("file:///a b")
