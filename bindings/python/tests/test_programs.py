"""The programs of fifty lines."""

import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parents[1] / "programs"
POLICY = FOLDER.parents[1] / "web" / "package" / "programs" / "policy.json"


def run(name, *arguments, text="", env=None):
    command = [sys.executable, FOLDER / name, *arguments]
    done = subprocess.run(command, input=text, env=env or {}, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout.splitlines(), done.stderr


RIGHT = {"DATABASE_URL": "postgres://joe:s3cret@h1:5433,h2/shop", "BUCKET": "s3://my-bucket/a", "WEBHOOK": "https://h.example/x"}


def test_settings():
    expected = ["database host h1, port 5433", "database host h2, port 5432", "database postgres://joe:***@h1:5433,h2/shop"]
    assert run("settings.py", env=RIGHT) == (0, [*expected, "bucket my-bucket"], "")
    wrong = {**RIGHT, "DATABASE_URL": "postgres://joe:s3cret@h 1/shop", "CACHE_URL": "http://h/", "WEBHOOK": "https://joe:s3cret@h/"}
    code, _, errors = run("settings.py", env=wrong)
    assert code == 1 and "DATABASE_URL: Value error, unexpected space" in errors
    assert "CACHE_URL: Value error, the scheme is http: use redis or rediss" in errors
    assert "WEBHOOK: Value error, a webhook is an https URL" in errors and "s3cret" not in errors


def test_scrub_log():
    text = "start\nto postgres://joe:s3cret@db/shop\nGET https://h/?order=17&page=2\n"
    code, lines, errors = run("scrub_log.py", "--field", "order", text=text)
    assert code == 0 and lines == ["start", "to postgres://joe:***@db/shop", "GET https://h/?order=***&page=2"]
    assert errors == "2 of 3 lines had a secret\n"


def test_link_guard(tmp_path, org):
    from conftest import ORG

    layer = tmp_path / "org.toml"
    layer.write_text(ORG, encoding="utf-8")
    links = ["https://H.example/a", "https://joe:s3cret@h/", "javascript:alert(1)", "mailto:joe@h.example"]
    links += ["https://example.com\\@evil.com/", "com.example.shelf://h/3/7"]
    code, lines, errors = run("link_guard.py", POLICY, layer, text="\n".join(links))
    assert [line.split()[0] for line in lines] == ["allow", "deny", "deny", "ask", "deny", "allow"]
    assert code == 1 and errors == "" and lines[0].endswith("(h.example)") and "s3cret" not in "".join(lines)
