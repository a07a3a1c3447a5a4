"""Decides about links before an application opens them: python link_guard.py policy.json [registry.toml…] <links

Prints for each line the verdict and why. The exit code is 1 if a link was denied.
"""

import json
import pathlib
import sys

import anyurl


def main() -> None:
    file, *layers = sys.argv[1:]
    settings = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    policy = anyurl.Policy(**settings)
    registry = anyurl.Registry.from_files(*layers)
    for setting in policy.unused(registry=registry):
        print(f"{file}: {setting}", file=sys.stderr)
    denied = 0
    for line in sys.stdin:
        if link := line.strip():
            verdict, why = judge(link, policy, registry)
            denied += verdict == "deny"
            print(f"{verdict:5} {anyurl.scrub(link, registry=registry)} ({why})")
    sys.exit(1 if denied else 0)


def judge(link: str, policy: anyurl.Policy, registry: anyurl.Registry) -> tuple[str, str]:
    """The verdict about a link, and why."""
    try:
        url = anyurl.Url(link, registry=registry)
        judgement = policy.judge(url)
        if judgement.verdict == "allow" and url.scheme in ("http", "https"):
            # Programs must not disagree on where a link of the web leads.
            return "allow", anyurl.consensus_host(link, registry=registry).host
        return judgement.verdict, str(judgement)
    except (anyurl.UrlError, anyurl.ConsensusError) as error:
        return "deny", str(error)


main()
