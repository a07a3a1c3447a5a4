"""Hides the secrets of URLs in a log: python scrub_log.py [--field NAME]… <in.log >out.log

Says on the standard error how many lines had one.
"""

import argparse
import sys

import anyurl


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--field", action="append", default=[], help="one more field whose values are secrets")
    fields = parser.parse_args().field
    lines = changed = 0
    # A log can have bytes that are no UTF-8.
    for line in sys.stdin.buffer:
        shown = anyurl.scrub(line, fields=fields)
        lines += 1
        changed += shown != line
        sys.stdout.buffer.write(shown)
    print(f"{changed} of {lines} lines had a secret", file=sys.stderr)


main()
