"""A cluster of Spark on loopback: a master and two workers from the wheel of pyspark. Runs if ANYURL_SPARK is set."""

import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import time

import pytest

import anyurl
from conftest import ORG

pytestmark = pytest.mark.skipif("ANYURL_SPARK" not in os.environ, reason="ANYURL_SPARK=1 runs it: it needs pyspark and Java")

JOB = pathlib.Path(__file__).with_name("spark_job.py")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def process(log, *words, **environment):
    """A process whose output goes to a file; it is ended at last."""
    with log.open("w") as output:
        started = subprocess.Popen(words, stdout=output, stderr=subprocess.STDOUT, env={**os.environ, **environment})
        try:
            yield
        finally:
            started.terminate()
            started.wait()


def wait(log, text, count=1):
    """Waits until a text is in a log."""
    for _ in range(1_200):
        if log.exists() and log.read_text().count(text) >= count:
            return
        time.sleep(0.1)
    raise AssertionError(f"{text!r} is not in {log.name}: {log.read_text()[-2000:]}")


def test_two_workers_read_by_the_registry_of_the_query(tmp_path):
    import pyspark

    home = pathlib.Path(pyspark.__file__).parent
    program = str(home / "bin" / "spark-class")
    port = free_port()
    master = f"spark://127.0.0.1:{port}"
    settings = {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    (tmp_path / "org.toml").write_text(ORG)
    with contextlib.ExitStack() as running:

        def start(name, *words):
            log = tmp_path / f"{name}.log"
            running.enter_context(process(log, program, *words, **settings))
            return log

        leader = start(
            "master",
            "org.apache.spark.deploy.master.Master",
            *("--host", "127.0.0.1", "--port", str(port), "--webui-port", str(free_port())),
        )
        wait(leader, "New state: ALIVE")
        workers = [
            start(
                f"worker{n}",
                "org.apache.spark.deploy.worker.Worker",
                *("--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", str(free_port())),
                *("--work-dir", str(tmp_path / f"work{n}"), master),
            )
            for n in range(2)
        ]
        wait(leader, "Registering worker", 2)
        words = [sys.executable, str(JOB), master, str(tmp_path / "org.toml")]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600, env={**os.environ, **settings})
        assert done.returncode == 0, done.stderr[-3000:]
        # Both workers ran an executor, and processes of both read URLs by the registry of the query.
        for worker in workers:
            wait(worker, "Asked to launch executor")
    lines = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    org = anyurl.Registry.from_toml(ORG)
    assert lines["fingerprints"] == org.fingerprint
    assert int(lines["executors"]) == 2
    assert lines["rows"] == "[('h.dom', 2000), ('shelf.example', 2000), (None, 2000)]"
    masked = "postgres://joe:***@h1:5433,h2/shop"
    assert lines["hosts"] == repr([("http://h.dom/", "h.dom", 80), (masked, "h1", 5433), (masked, "h2", 5432)])
    assert "use ssh" in lines["why"]
