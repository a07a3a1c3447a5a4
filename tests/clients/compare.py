"""Compares what anyurl and the client libraries read in generated URLs, the same in each run.

    compare.py ANYURL           each difference must have a row in disagreements.toml, and each row a difference
    compare.py ANYURL CLIENT    prints the differences of one client
"""
import base64
import collections
import functools
import json
import random
import re
import subprocess
import sys
import tomllib
import urllib.parse
from pathlib import Path

import clients
import pieces
from clients import each

FOLDER = Path(__file__).parent
COUNT = 1500
SEED = 48

CHARACTERS = "@:/?#[]%,;=&!$'()*+~-._ \\|\"<>^`{}0a"


def choices(prefix, *lists):
    """Writes a text of each list after the name of the scheme and a prefix."""
    return lambda rng, name: name + prefix + "".join(map(rng.choice, lists))


def image(rng, name):
    parts = "/".join(rng.choice(pieces.IMAGES) for _ in range(rng.choice([1, 1, 2, 2, 3])))
    return name + "://" + parts + rng.choice(pieces.TAGS) + rng.choice(pieces.DIGESTS)


def mutated(rng, text, begin):
    """Changes one character in three of ten texts."""
    if rng.random() < 0.7:
        return text
    at = rng.randrange(begin, len(text) + 1)
    return text[:at] + rng.choice(["", rng.choice(CHARACTERS)]) + text[at + rng.choice([0, 1]):]


TABLE = tomllib.loads((FOLDER / "disagreements.toml").read_text())

authority = choices("://", pieces.USERS, pieces.HOSTS, pieces.PORTS, pieces.PATHS, pieces.QUERIES, pieces.FRAGMENTS)
bucket = choices("://", pieces.BUCKETS, pieces.KEYS)
directory = choices("://", pieces.HOSTS, pieces.PORTS, pieces.LDAP)
session = choices(":", pieces.SIP_USERS, pieces.SIP_HOSTS, pieces.PORTS, pieces.SIP_PARAMETERS, pieces.SIP_HEADERS)
repository = choices("://", pieces.GIT_USERS, pieces.GIT_HOSTS, pieces.PORTS, pieces.REPOSITORIES)
topic = choices(":?", pieces.TOPICS, pieces.TOPIC_FIELDS, pieces.TOPIC_MORE)
package = choices(":", pieces.PACKAGES, pieces.QUALIFIERS, pieces.SUBPATHS)
telephone = choices(":", pieces.NUMBERS, pieces.NUMBER_PARAMETERS)
letter = choices(":", pieces.ADDRESSES, pieces.MAIL_HEADERS)
inline = choices(":", pieces.TYPES, pieces.TYPE_PARAMETERS, pieces.BASE64, pieces.CONTENTS)
identifier = choices(":", pieces.DIDS, pieces.DID_PATHS, pieces.DID_QUERIES, pieces.DID_FRAGMENTS)
payment = choices(":", pieces.ADDRESSES_OF_COINS, pieces.PAYMENTS)
source = choices(":", pieces.SERVERS, pieces.PORTS, pieces.DATABASES, pieces.PROPERTIES)


def fields(component, name):
    """A reader of the first value of a field of ours, decoded."""
    def first(own):
        pairs = (pair for pair in own["decoded"].get(component, []) if len(pair) == 2)
        return next((value for key, value in pairs if key == name), None)
    return first


def number(own):
    """The number of a telephone, with a context that is one, and without separators."""
    parts = own["components"]
    context = parts.get("context", "+")
    local = context + parts["local_number"] if context.startswith("+") and "local_number" in parts else None
    return re.sub(r"[-.()]", "", parts.get("number") or local or "") or None


def content(own):
    """The bytes of a data URL."""
    found = urllib.parse.unquote_to_bytes(own["components"]["content"])
    if "base64" in own["components"]:
        found = base64.b64decode(found + b"==")
    return found.hex()


def media_type(own):
    """The whole media type of a data URL."""
    parts = own["components"]
    if "parameters" not in parts and "media_type" not in parts:
        return "text/plain;charset=US-ASCII"
    written = "".join(f";{name}={value}" for name, value in parts.get("parameters", []))
    return parts.get("media_type", "text/plain") + written


def namespace(own):
    found = own["decoded"].get("namespace", "")
    return found if isinstance(found, str) else "/".join(found)


def raw(component):
    """A reader of a component of ours as it is written."""
    return lambda own: own["components"].get(component)


TOPIC = {name: fields("parameters", name) for name in ("xt", "dn", "xl")}
PAYMENT = {"address": "address bech32_address"} | {name: fields("parameters", name) for name in ("label", "message")}
PACKAGE = {"namespace": namespace}
DID = {"id": raw("id"), "path": raw("did-path"), "query": raw("query")}
DATA = {"content": content, "media_type": media_type}

# Each client: what reads the URLs, the texts, and what our components are called in its parts.
CLIENTS = {
    "libpq": (each(clients.libpq), authority, {"database": "database", "host": "host socket"}),
    "pymongo": (each(clients.mongo), authority, {"database": "database", "host": "host socket"}),
    "redis-py": (each(clients.redis_py), authority, {"database": "db"}),
    "pika": (each(clients.amqp_pika), authority, {"database": "vhost"}),
    "kombu": (each(clients.amqp_kombu), authority, {"database": "vhost"}),
    "s3fs and botocore": (each(clients.s3), bucket, {}),
    "ldap3": (each(clients.ldap), directory, {"database": "dn"}),
    "SQLAlchemy": (each(clients.alchemy), authority, {"database": "database schema", "host": "host socket"}),
    "distribution/reference": (each(clients.docker), image, {"registry": "authority"}),
    "docker-image-py": (each(clients.docker_py), image, {"registry": "authority"}),
    "Perl URI": (clients.perl, authority, {}),
    "sipmessage": (each(clients.sip_message), session, {}),
    "JsSIP": (clients.node("JsSIP"), session, {}),
    "phonenumbers": (each(clients.phone), telephone, {"number": number}),
    "Python email": (each(clients.mail), letter, {"to": "addr_spec", "fields": "headers"}),
    "torf": (each(clients.torrent), topic, TOPIC),
    "magnet-uri": (clients.node("magnet-uri"), topic, TOPIC),
    "data-urls": (clients.node("data-urls"), inline, DATA),
    "did-resolver": (clients.node("did-resolver"), identifier, DID),
    "packageurl-python": (each(clients.package), package, PACKAGE),
    "packageurl-js": (clients.node("packageurl-js"), package, PACKAGE),
    "git": (each(clients.git), repository, {}),
    "git-url-parse": (clients.node("git-url-parse"), repository, {}),
    "pgJDBC": (clients.java("pgJDBC"), source, {}),
    "MariaDB Connector/J": (clients.java("MariaDB Connector/J"), source, {}),
    "bip21": (clients.node("bip21"), payment, PAYMENT),
}
# They refuse nothing, or nearly nothing, so what they read is compared only where anyurl reads the text as well.
TOLERANT = {"Perl URI", "git", "git-url-parse", "magnet-uri", "bip21", "data-urls", "pgJDBC", "MariaDB Connector/J"}


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
    """A component of ours, decoded; `names` are those of which one is there, or a function."""
    if callable(names):
        return names(url)
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
    found = []
    for url, own, theirs in zip(urls, ours(program, urls), read_by(urls), strict=True):
        if theirs is None or not own["valid"]:
            if theirs is not None and client not in TOLERANT:
                found.append(("only the client reads", url))
            elif own["valid"]:
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
    present = [client for client in CLIENTS if CLIENTS[client][0]]
    for client in set(CLIENTS) - set(present):
        print(f"skipped: {client}: it is not here")
    for client in present if only is None else [only]:
        found, count = differences(client, program)
        unexplained = [one for one in found if row_of(client, *one) is None]
        used.update(id(row_of(client, *one)) for one in found if one not in unexplained)
        different, without = (len({url for _, url in ones}) for ones in (found, unexplained))
        print(f"{client}: {count} texts, {count - different} alike, {different - without} with a row, {without} without")
        failed += len(unexplained)
        for kind, url in unexplained[:400 if only else 20]:
            print(f"  {kind}: {url}")
    if only is None:
        for row in rows():
            if not used[id(row)] and set(row["clients"]) & set(present):
                failed += 1
                print(f"no difference for {row['clients']}: {row['text']}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
