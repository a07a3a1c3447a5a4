"""What client libraries read in URLs: each function returns the parts that a client uses, or raises an exception."""
import email.headerregistry
import json
import re
import shutil
import subprocess
import urllib.parse
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import botocore.handlers
import docker_image.reference
import kombu.utils.url
import ldap3.utils.uri
import packageurl
import phonenumbers
import pika
import psycopg.conninfo
import pymongo.uri_parser
import redis.connection
import s3fs
import sipmessage
import sqlalchemy.engine
import torf

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


def docker_py(url):
    if not url.startswith("docker://"):
        raise Refused
    found = docker_image.reference.Reference.parse_normalized_named(url.removeprefix("docker://"))
    registry, path = found.split_hostname()
    if registry == "docker.io":
        registry, path = None, path.removeprefix("library/")
    return {"registry": registry, "repository": path, "tag": found["tag"], "digest": found["digest"]}


def sip_message(url):
    parts = sipmessage.URI.parse(url)
    return {"user": parts.user, "password": parts.password, "host": parts.host, "port": parts.port}


def phone(url):
    number = phonenumbers.parse(url)
    e164 = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    return {"number": e164, "extension": number.extension}


def mail(url):
    scheme, _, path, query, fragment = urllib.parse.urlsplit(url)
    if scheme != "mailto":
        raise Refused
    for address in filter(None, path.split(",")):
        email.headerregistry.Address(addr_spec=urllib.parse.unquote(address, errors="strict"))
    fields = urllib.parse.parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), errors="strict")
    return {"to": urllib.parse.unquote(path), "fields": [[name, value] for name, value in fields] or None}


def torrent(url):
    found = torf.Magnet.from_string(url)
    return {"xt": found.xt, "dn": found.dn, "xl": found.xl}


def package(url):
    found = packageurl.PackageURL.from_string(url)
    return {"type": found.type, "namespace": found.namespace, "name": found.name, "version": found.version}


def git(url):
    """What `git fetch` would connect to; it asks nobody."""
    run = subprocess.run(["git", "fetch-pack", "--diag-url", url], capture_output=True, text=True, check=True)
    parts = dict(re.findall(r"^Diag: (\w+)=(.*)$", run.stdout, re.MULTILINE))
    if parts["protocol"] not in ("git", "ssh"):
        raise Refused
    if parts["protocol"] == "git":
        parts["host"], _, parts["port"] = re.fullmatch(r"(\[.*\]|[^:]*)(:(.*))?", parts["hostandport"]).groups(default="")
    else:
        parts["user"], _, parts["host"] = parts["userandhost"].rpartition("@")
    if parts["port"] in ("", "NONE"):
        parts["port"] = None
    return {name: parts.get(name) for name in ("user", "host", "port", "path")}


def each(read):
    """Reads all URLs by a function that reads one; it raises an exception for those that the client refuses."""
    def answer(url):
        try:
            return read(url)
        except Exception:
            return None

    def answers(urls):
        with ThreadPoolExecutor() as pool:
            return list(pool.map(answer, urls))
    return answers


def program(*command):
    """Reads all URLs by a program that prints an object of JSON for each, or null where the client refuses one."""
    def answers(urls):
        run = subprocess.run(command, input="\n".join(urls) + "\n", capture_output=True, text=True, check=True)
        return [json.loads(line) for line in run.stdout.splitlines()]
    return answers


FOLDER = Path(__file__).parent
# Node finds the packages beside the script, so ci/clients copies it there.
NODE = FOLDER.parent.parent / "target/clients"
JARS = [Path("/usr/share/java") / name for name in ("postgresql.jar", "mariadb-java-client.jar")]

perl = program("perl", FOLDER / "uri.pl")


def node(client):
    """The reader of a package of npm, or None if Node or its packages are not here."""
    is_here = shutil.which("node") and (NODE / "node_modules").exists()
    return program("node", NODE / "node.mjs", client) if is_here else None


def java(client):
    """The reader of a driver of JDBC, or None if Java or the drivers are not here."""
    is_here = shutil.which("javac") and all(jar.exists() for jar in JARS)
    return program("java", "-cp", ":".join(map(str, JARS)), FOLDER / "Jdbc.java", client) if is_here else None
