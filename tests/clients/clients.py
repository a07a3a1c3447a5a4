"""What client libraries read in URLs: each function returns the parts that a client uses, or raises an exception."""
import json
import re
import subprocess
import warnings
from pathlib import Path

import botocore.handlers
import kombu.utils.url
import ldap3.utils.uri
import pika
import psycopg.conninfo
import pymongo.uri_parser
import redis.connection
import s3fs
import sqlalchemy.engine

warnings.simplefilter("ignore")


class Refused(Exception):
    """The client says without an exception that it does not read the text."""


def libpq(url):
    parts = psycopg.conninfo.conninfo_to_dict(url)
    if "," in parts.get("host", "") or "," in parts.get("port", ""):
        return {}
    return {"user": parts.get("user"), "host": parts.get("host"), "port": parts.get("port"), "database": parts.get("dbname")}


def mongo(url):
    parts = pymongo.uri_parser.parse_uri(url, validate=False, warn=True)
    found = {"user": parts["username"], "database": parts["database"]}
    if len(parts["nodelist"]) == 1:
        host, port = parts["nodelist"][0]
        found |= {"host": host, "port": port}
    return found


def redis_py(url):
    parts = redis.connection.parse_url(url)
    return {"user": parts.get("username"), "host": parts.get("host"), "port": parts.get("port"), "database": parts.get("db")}


def amqp_pika(url):
    parts = pika.URLParameters(url)
    return {"host": parts.host, "port": parts.port, "database": parts.virtual_host}


def amqp_kombu(url):
    parts = kombu.utils.url.url_to_parts(url)
    return {"user": parts.username, "host": parts.hostname, "port": parts.port, "database": parts.path}


def s3(url):
    bucket, key, _ = s3fs.S3FileSystem(anon=True).split_path(url)
    botocore.handlers.validate_bucket_name({"Bucket": bucket})
    return {"bucket": bucket, "key": key}


def ldap(url):
    parts = ldap3.utils.uri.parse_uri(url)
    if parts is None:
        raise Refused
    return {"host": parts["host"], "port": parts["port"], "database": parts["base"]}


def alchemy(url):
    parts = sqlalchemy.engine.make_url(url)
    return {"user": parts.username, "host": parts.host, "port": parts.port, "database": parts.database}


# distribution/reference, as its regular expressions and splitDockerDomain say.
NAME = r"[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*"
LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"
DOMAIN = rf"(?:{LABEL}(?:\.{LABEL})*|\[(?:[a-fA-F0-9:]+)\])(?::[0-9]+)?"
REFERENCE = re.compile(
    rf"({NAME}(?:/{NAME})*)(?::(\w[\w.-]{{0,127}}))?(?:@([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{{32,}}))?",
    re.ASCII,
)


def docker(url):
    rest = url.removeprefix("docker://")
    if rest == url:
        raise Refused
    first, slash, remainder = rest.partition("/")
    if slash and (re.search("[.:]", first) or first == "localhost"):
        domain = first
        if not re.fullmatch(DOMAIN, domain):
            raise Refused
    else:
        domain, remainder = None, rest
    found = REFERENCE.fullmatch(remainder)
    if not found or (found[2] and found[3]):
        raise Refused
    return {"registry": domain, "repository": found[1]}


PERL = Path(__file__).with_name("uri.pl")


def perl(urls):
    """The parts that Perl's URI has for each URL, in one process. It refuses nothing."""
    run = subprocess.run(["perl", PERL], input="\n".join(urls) + "\n", capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]
