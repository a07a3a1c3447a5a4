"""Times urllib.parse.urlsplit as the other contestants are timed: urlsplit.py ROUNDS FILE.

Prints the version, the number of accepted URLs, the min-sum and the median of the rounds in seconds.
"""

import platform
import statistics
import sys
import time
from urllib.parse import urlsplit

CHUNK = 1000


def read(urls):
    accepted = 0
    for url in urls:
        try:
            urlsplit(url)
            accepted += 1
        except ValueError:
            pass
    return accepted


rounds = int(sys.argv[1])
with open(sys.argv[2], encoding="utf-8", newline="\n") as file:
    urls = file.read().split("\n")
chunks = [urls[start : start + CHUNK] for start in range(0, len(urls), CHUNK)]
accepted = sum(map(read, chunks))
least = [float("inf")] * len(chunks)
sums = []
for _ in range(rounds):
    total = 0.0
    for n, chunk in enumerate(chunks):
        start = time.perf_counter()
        read(chunk)
        seconds = time.perf_counter() - start
        total += seconds
        least[n] = min(least[n], seconds)
    sums.append(total)
print(platform.python_version(), accepted, sum(least), statistics.median(sums))
