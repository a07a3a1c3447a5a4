"""The types and texts in `_anyurl.pyi` are those of the extension module."""

import ast
import importlib.resources
import inspect
import subprocess
import sys

import pytest

import anyurl
from anyurl import _anyurl


def documented():
    """The names in `_anyurl.pyi` with their texts."""
    source = importlib.resources.files(anyurl).joinpath("_anyurl.pyi").read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and (text := ast.get_docstring(node)):
            yield node.name, text
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                is_plain = isinstance(member, ast.FunctionDef) and not member.name.startswith("__")
                if is_plain and (text := ast.get_docstring(member)):
                    yield f"{node.name}.{member.name}", text


@pytest.mark.parametrize("name, text", list(documented()))
def test_help_says_what_the_types_say(name, text):
    found = _anyurl
    for part in name.split("."):
        found = inspect.getattr_static(found, part) if inspect.isclass(found) else getattr(found, part)
    found = found.__func__ if isinstance(found, classmethod) else found
    assert inspect.cleandoc(found.__doc__ or "") == inspect.cleandoc(text)


def test_an_import_defines_no_facts():
    program = "import sys, anyurl; assert 'dataclasses' not in sys.modules; print(anyurl.Layer.__name__, anyurl.Warning.__name__)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert found.stdout == "Layer Warning\n"
    assert all(hasattr(anyurl, name) for name in anyurl.__all__)
    with pytest.raises(AttributeError, match="module 'anyurl' has no attribute 'Layers'"):
        anyurl.Layers
