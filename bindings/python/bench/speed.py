"""Nanoseconds for a URL, beside other packages, in one run: python bench/speed.py URLS.txt

Each figure is the best of several runs over all lines of the file. Needs the packages of `pip install '.[bench]'`.
"""

import sys
import time
import urllib.parse

import ada_url
import can_ada
import polars
import pyarrow
import yarl

import anyurl
from anyurl import batch

ROUNDS = 7

# Without its cache, which only costs time where each URL is another one.
SPLIT = getattr(urllib.parse.urlsplit, "__wrapped__", urllib.parse.urlsplit)


def best(function, urls):
    """The nanoseconds for a URL, of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter_ns()
        function(urls)
        times.append(time.perf_counter_ns() - start)
    return min(times) / len(urls)


def each(expression):
    """A loop with an expression of `url`, without a call of its own; URLs that a package refuses are skipped."""
    names = {**globals(), "split": SPLIT}
    source = f"""
def loop(urls):
    for url in urls:
        try:
            {expression}
        except ValueError:
            pass
"""
    exec(source, names)
    return names["loop"]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        urls = [line.rstrip("\n") for line in file][:100_000]
    arrow, series = pyarrow.array(urls), polars.Series(urls)
    groups = {
        "valid": [
            ("anyurl", each('anyurl.is_valid(url)'), urls),
            ("can_ada", each("can_ada.can_parse(url)"), urls),
            ("ada_url", each("ada_url.check_url(url)"), urls),
        ],
        "parse": [
            ("anyurl", each('anyurl.Url(url)'), urls),
            ("can_ada", each("can_ada.parse(url)"), urls),
            ("ada_url", each("ada_url.URL(url)"), urls),
            ("urllib.parse", each("split(url)"), urls),
            ("yarl", each("yarl.URL(url)"), urls),
        ],
        "parse and host": [
            ("anyurl", each('anyurl.Url(url).host'), urls),
            ("can_ada", each("can_ada.parse(url).hostname"), urls),
            ("ada_url", each("ada_url.URL(url).hostname"), urls),
            ("urllib.parse", each("split(url).hostname"), urls),
            ("yarl", each("yarl.URL(url).host"), urls),
        ],
        "a column of hosts": [
            ("anyurl.batch.host, pyarrow", batch.host, arrow),
            ("anyurl.batch.host, Polars", batch.host, series),
            ("anyurl.batch.host, list", batch.host, urls),
            ("can_ada.parse, list", lambda all: [can_ada_host(url) for url in all], urls),
            ("urllib.parse.urlsplit, list", lambda all: [urllib_host(url) for url in all], urls),
            ("Polars, a regular expression", lambda all: all.str.extract(r"^[^:/?#]+://(?:[^/?#]*@)?([^/?#:]*)"), series),
        ],
    }
    print(f"{len(urls)} URLs, {sum(map(len, urls)) / len(urls):.0f} characters on average; empty loop", end=" ")
    print(f"{best(each('url'), urls):.0f} ns")
    for title, rows in groups.items():
        print(f"\n{title}")
        for name, function, column in rows:
            print(f"  {best(function, column):8.0f} ns  {name}", flush=True)


def can_ada_host(url):
    try:
        return can_ada.parse(url).hostname
    except ValueError:
        return None


def urllib_host(url):
    try:
        return SPLIT(url).hostname
    except ValueError:
        return None


if __name__ == "__main__":
    main()
