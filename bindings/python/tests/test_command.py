"""The command, as the script of this name and as ``python -m anyurl``."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import sysconfig

import pytest

import anyurl

SCRIPT = pathlib.Path(sysconfig.get_path("scripts")) / f"anyurl{sysconfig.get_config_var('EXE') or ''}"
WAYS = {"script": [SCRIPT], "module": [sys.executable, "-m", "anyurl"], "options": [sys.executable, "-X", "utf8", SCRIPT]}


def run(command, *arguments, text=None, **variables):
    """The exit code, and the two outputs."""
    environment = {**os.environ, **variables}
    done = subprocess.run([*command, *arguments], input=text, env=environment, capture_output=True, encoding="utf-8", timeout=60)
    return done.returncode, done.stdout, done.stderr


CASES = [
    (["--version"], None, 0, f"anyurl {anyurl.__version__}\n", ""),
    (["parse", "--get", "{host}", "gopher://h.dom/1/docs"], None, 0, "h.dom\n", ""),
    # Names outside ASCII, and bytes that are not UTF-8.
    (["--lenient", "--punycode", "https://bücher.example/"], None, 0, "https://xn--bcher-kva.example/\n", ""),
    ([b"http://h/\xff"], None, 1, "", "http://h/\\xFF"),
    (["parse", "--get", "{host}", "-"], "http://a/\nhttp://b/\n", 0, "a\nb\n", ""),
    (["http://h/a b"], None, 1, "", "unexpected space"),
    (["--nonsense"], None, 2, "", "Usage: anyurl"),
    # A process of its own loads the library.
    (["--plugin", "absent.so", "parse", "http://h/"], None, 3, "", "absent.so"),
    (["plugin", "probe", "absent.so"], None, 3, "", "absent.so"),
    (["parse", "-f", "absent.txt"], None, 4, "", "absent.txt"),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("arguments", "text", "code", "out", "err"), CASES, ids=lambda value: str(value)[:40])
def test_command(way, arguments, text, code, out, err):
    found = run(WAYS[way], *arguments, text=text)
    assert found[:2] == (code, out) and (err in found[2] if err else not found[2]), found


@pytest.mark.parametrize("way", WAYS)
def test_shells_complete(way):
    variables = {"ANYURL_COMPLETE": "fish", "_CLAP_COMPLETE_INDEX": "1", "_CLAP_IFS": "\n"}
    code, out, _ = run(WAYS[way], "--", "anyurl", "sch", **variables)
    assert code == 0 and out.startswith("schemes\t")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("way", WAYS)
def test_signals(way):
    waiting = subprocess.Popen([*WAYS[way], "check"], stdin=subprocess.PIPE)
    # More than a pipe holds: when it is written, the command has begun to read.
    waiting.stdin.write(b"http://h/\n" * 200_000)
    waiting.stdin.flush()
    waiting.send_signal(signal.SIGINT)
    assert waiting.wait(60) == -signal.SIGINT
    reader = subprocess.run(["sh", "-c", '"$@" schemes | head -1', "sh", *WAYS[way]], capture_output=True, timeout=60)
    assert reader.stdout and not reader.stderr


def test_the_tester_is_in_the_package_if_it_was_built(tmp_path):
    code, _, errors = run(WAYS["script"], "registry", "site", "--out", tmp_path / "site")
    assert code == 0
    assert (tmp_path / "site/anyurl.wasm").exists() == ("built without its module" not in errors)
