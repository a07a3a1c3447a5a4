"""Compares what anyurl and the client libraries read in generated URLs, the same in each run.

    compare.py ANYURL           each difference must have a row in disagreements.toml, and each row a difference
    compare.py ANYURL CLIENT    prints the differences of one client
"""
import collections
import functools
import json
import random
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import clients

FOLDER = Path(__file__).parent
COUNT = 1500
SEED = 48

USERS = ["", "", "", "u@", "u:p@", ":p@", "u%40x:p%3A@", "u:p:q@", "@", "a+b:c+d@", "u%:p@", "-u@", "u;AUTH=PLAIN@"]
HOSTS = ["h", "h.example", "H.Example", "127.0.0.1", "[::1]", "[2001:db8::1]", "", "", "a_b", "h%61", "h..x", "[v1.a]",
         "[::1%25eth0]", "%2Fvar%2Frun", "%2Ftmp%2Fmongodb-27017.sock", "h1,h2", "h1:1,h2:2", "h1:1,%2Ftmp,:2", "-x"]
PORTS = ["", "", "", ":80", ":1", ":0", ":", ":65535", ":65536", ":080", ":x", ":99999999999", ":-1"]
PATHS = ["", "", "/", "/db", "/db", "/0", "/1", "/01", "/1/2", "/a%2Fb", "/%2F", "/d%20b", "/a.b", "/$a", "/%00", "//", "/a:b@c"]
QUERIES = ["", "", "", "", "?", "?a=1", "?a=1&b=2", "?a", "?a=1&", "?host=x", "?sslmode=require", "?db=1", "?w=1", "?a=%zz"]
FRAGMENTS = [""] * 12 + ["#", "#f"]
BUCKETS = ["mybucket", "my-bucket.example", "a..b", "1.2.3.4", "ab", "My", "my_bucket", "-ab", "a" * 63, "a" * 64, "x@mybucket", ""]
KEYS = ["", "/", "/k", "/a/b", "/a%20b", "//a", "/a?b", "/a#b", "/a b", "/%zz", "/a+b", "/?versionId=1"]
IMAGES = ["a", "alpine", "A", "a.b", "a_b", "a__b", "a___b", "a-b", "a--b", "-a", "a-", "localhost", "localhost:5000",
          "quay.io", "q:80", "q:", "Q", "Q.io", "[::1]", "[::1]:80", "a..b", "loc", "localhos", "localhosts", "l-1"]
TAGS = ["", "", ":1", ":latest", ":", ":-a", ":" + "a" * 128, ":" + "a" * 129, ":1@sha256:" + "e" * 64]
DIGESTS = ["", "", "", "@sha256:" + "e" * 64, "@sha256:e3", "@a+b:" + "0" * 32, "@a+b:" + "0" * 129, "@1:" + "0" * 32]
CHARACTERS = "@:/?#[]%,;=&!$'()*+~-._ \\|\"<>^`{}0a"


def authority(rng, name):
    return name + "://" + "".join(map(rng.choice, [USERS, HOSTS, PORTS, PATHS, QUERIES, FRAGMENTS]))


def bucket(rng, name):
    return name + "://" + rng.choice(BUCKETS) + rng.choice(KEYS)


def image(rng, name):
    parts = "/".join(rng.choice(IMAGES) for _ in range(rng.choice([1, 1, 2, 2, 3])))
    return name + "://" + parts + rng.choice(TAGS) + rng.choice(DIGESTS)


LDAP = ["", "/", "/cn=a,dc=b", "/?", "/cn=a??sub", "/cn=a?cn,sn?one?(a=b)", "/o=x????!a=b,c", "/??base", "/???(a=%2A)", "/dn?*",
        "/cn=a?b?two", "/a?b?sub?(c=d)?e?f", "/%zz"]


def directory(rng, name):
    return name + "://" + rng.choice(HOSTS) + rng.choice(PORTS) + rng.choice(LDAP)


def mutated(rng, text, begin):
    """Changes one character in three of ten texts."""
    if rng.random() < 0.7:
        return text
    at = rng.randrange(begin, len(text) + 1)
    return text[:at] + rng.choice(["", rng.choice(CHARACTERS)]) + text[at + rng.choice([0, 1]):]


TABLE = tomllib.loads((FOLDER / "disagreements.toml").read_text())

# Each client: its function, the texts, and what our components are called in its parts.
CLIENTS = {
    "libpq": (clients.libpq, authority, {"database": "database", "host": "host socket"}),
    "pymongo": (clients.mongo, authority, {"database": "database", "host": "host socket"}),
    "redis-py": (clients.redis_py, authority, {"database": "db"}),
    "pika": (clients.amqp_pika, authority, {"database": "vhost"}),
    "kombu": (clients.amqp_kombu, authority, {"database": "vhost"}),
    "s3fs and botocore": (clients.s3, bucket, {}),
    "ldap3": (clients.ldap, directory, {"database": "dn"}),
    "SQLAlchemy": (clients.alchemy, authority, {"database": "database schema", "host": "host socket"}),
    "distribution/reference": (clients.docker, image, {"registry": "authority"}),
    "Perl URI": (None, authority, {}),
}


def texts(client):
    write = CLIENTS[client][1]
    rng = random.Random(f"{SEED} {client}")
    found = set()
    while len(found) < COUNT:
        name = rng.choice(TABLE["clients"][client])
        text = write(rng, name)
        if name == "sip":
            text = text.replace("://", ":", 1)
        found.add(mutated(rng, text, len(name) + 1))
    return sorted(found)


def ours(program, urls):
    """What anyurl reads, each URL as an object of JSON."""
    run = subprocess.run([program, "parse", "--json", "--show-password", "-"], input="\n".join(urls) + "\n",
                         capture_output=True, text=True)
    read = [json.loads(line) for line in run.stdout.splitlines()]
    if len(read) != len(urls):
        sys.exit(f"{len(read)} answers for {len(urls)} URLs: {run.stderr}")
    return read


def part(url, names):
    """A component of ours, decoded; `names` are those of which one is there."""
    for name in names.split():
        for table in (url["decoded"], url["components"]):
            if name in table:
                return table[name]
    return None


def same(theirs, own):
    """Whether both have the same part, but for case, brackets, and zeros in front of a number."""
    if theirs in (None, "") or own in (None, ""):
        return theirs in (None, "") and own in (None, "")
    one, other = (str(value).lower().strip("[]") for value in (theirs, own))
    return one == other or (one.isdigit() and other.isdigit() and int(one) == int(other))


def differences(client, program):
    """The differences as pairs of a kind and a URL, and the number of texts."""
    read_by, _, names = CLIENTS[client]
    urls = texts(client)
    answers = clients.perl(urls) if read_by is None else [None] * len(urls)
    found = []
    for url, own, theirs in zip(urls, ours(program, urls), answers):
        if read_by is not None:
            try:
                theirs = read_by(url)
            except Exception:
                theirs = None
        if theirs is None or not own["valid"]:
            # Perl's URI reads everything.
            if theirs is not None and read_by is not None:
                found.append(("only the client reads", url))
            elif own["valid"] and read_by is not None:
                found.append(("only anyurl reads", url))
            continue
        for key, value in theirs.items():
            mine = own.get("effective_port") if key == "port" else part(own, names.get(key, key))
            # What one of them leaves to a default is not compared.
            if key in ("port", "host", "user", "database") and (value is None or mine is None):
                continue
            if not same(value, mine):
                found.append((key, url))
    return found, len(urls)


@functools.cache
def rows():
    return [row | {"pattern": re.compile(row["text"])} for row in TABLE["disagreement"]]


def row_of(client, kind, url):
    own = (row for row in rows() if client in row["clients"] and kind in row["kinds"])
    return next((row for row in own if row["pattern"].search(url)), None)


def main(program, only=None):
    used, failed = collections.Counter(), 0
    for client in CLIENTS if only is None else [only]:
        found, count = differences(client, program)
        unexplained = [one for one in found if row_of(client, *one) is None]
        used.update(row_of(client, *one)["text"] for one in found if one not in unexplained)
        different, without = (len({url for _, url in ones}) for ones in (found, unexplained))
        print(f"{client}: {count} texts, {count - different} alike, {different - without} with a row, {without} without")
        failed += len(unexplained)
        for kind, url in unexplained[:400 if only else 20]:
            print(f"  {kind}: {url}")
    if only is None:
        for row in rows():
            if not used[row["text"]]:
                failed += 1
                print(f"no difference for {row['clients']}: {row['text']}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
