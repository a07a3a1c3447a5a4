"""Registries with layers of one's own."""

import concurrent.futures
import multiprocessing
import pathlib
import pickle

import pytest

import anyurl
from conftest import ORG


def test_from_toml(org):
    url = org.parse("com.example.shelf://h/3/7")
    assert (url["shelf"], url["book"], url.is_registered) == ("3", "7", True)
    assert not org.is_valid("telnet://h/") and anyurl.is_valid("telnet://h/")
    assert not anyurl.parse("com.example.shelf://h/3/7").is_registered
    layer = org.layers[0]
    assert (layer.id, layer.kind, layer.version, layer.serial, layer.file) == ("com.example", "organization", "1.2.0", 7, "org.toml")
    scheme = org.scheme("COM.example.shelf")
    assert scheme is not None
    assert (scheme.implementation, scheme.layer, scheme.file) == ("declared", "organization", "org.toml")
    assert "shelf" in scheme.components and "com.example.shelf" in org.names
    assert anyurl.Registry().scheme("com.example.shelf") is None


def test_versions_by_profile():
    registry = anyurl.Registry()
    http = [registry.scheme("http", profile=profile) for profile in ("rfc1738", "current")]
    assert [scheme.version.split(".")[0] for scheme in http if scheme] == ["1", "2"]
    assert registry.layers == [] and registry.findings == []


def test_from_files(tmp_path, org):
    (tmp_path / "schemes").mkdir()
    header, _, scheme = ORG.partition("[[mask]]")
    scheme = scheme.partition("[[scheme]]")[2]
    (tmp_path / "org.toml").write_text(header + 'include = ["schemes/*.toml"]\n[[mask]]\nname = "telnet"\nreason = "use ssh"\n')
    (tmp_path / "schemes" / "shelf.toml").write_text("schema = 1\n[[scheme]]" + scheme)
    registry = anyurl.Registry.from_files(tmp_path / "org.toml")
    assert registry.is_valid("com.example.shelf://h/3/7") and not registry.is_valid("telnet://h/")
    assert registry != org
    assert registry == anyurl.Registry.from_files(str(tmp_path / "org.toml"))
    with pytest.raises(anyurl.RegistryError, match="absent.toml"):
        anyurl.Registry.from_files(tmp_path / "absent.toml")


def test_findings_of_an_error():
    with pytest.raises(anyurl.RegistryError) as info:
        anyurl.Registry.from_toml(ORG.replace("claims", "clams"), names=["org.toml"])
    finding = next(finding for finding in info.value.findings if finding.id == "SR001")
    assert (finding.level, finding.file, finding.line, finding.scheme) == ("error", "org.toml", 11, None)
    assert "clams" in finding.message and "claims" in (finding.help or "") and "SR001" in str(finding)
    with pytest.raises(anyurl.RegistryError, match="help: .*`claims`"):
        anyurl.Registry.from_toml(ORG.replace("claims", "clams"), names="org.toml")
    with pytest.raises(ValueError, match="`Registry.from_files` takes paths"):
        anyurl.Registry.from_toml("org.toml")
    with pytest.raises(anyurl.RegistryError, match="<registry 2>"):
        anyurl.Registry.from_toml(ORG, "schema = 2")
    again = pickle.loads(pickle.dumps(info.value))
    assert (str(again), again.findings) == (str(info.value), info.value.findings)


def test_a_fault_refuses_one_name():
    registry = anyurl.Registry.from_toml(ORG.replace('"com.example.*"', '"com.example.other"'), names="org.toml")
    assert list(registry.refused) == ["com.example.shelf"]
    assert "org.toml:" in registry.refused["com.example.shelf"]
    assert [finding.id for finding in registry.findings if finding.level == "error"] == ["SR601"]
    assert registry.is_valid("https://h/") and not registry.is_valid("com.example.shelf://h/3/7")


def test_findings_of_a_registry_in_use():
    registry = anyurl.Registry.from_toml(ORG.replace('reason = "use ssh"\n', ""))
    assert [finding.level for finding in registry.findings] == ["warning"]


def test_modules_travel(tmp_path):
    """The module accepts what the grammar of its entry rejects."""
    text = (pathlib.Path(__file__).parents[3] / "testdata" / "module.toml").read_text()
    file = tmp_path / "org.toml"
    file.write_text(text)
    without = anyurl.Registry.from_toml(text)
    assert not without.is_valid("com.example.note:~")
    for registry in (anyurl.Registry.from_toml(text, modules=True), anyurl.Registry.from_files(file, modules=True)):
        again = pickle.loads(pickle.dumps(registry))
        assert again.parse("com.example.note:~")["text"] == "~"
        assert again == registry != without
        scheme = again.scheme("com.example.note")
        assert scheme is not None and scheme.implementation == "module"
    refused = anyurl.Registry.from_toml(text.replace("allow_wasm", "allow_dylib"), modules=True)
    with pytest.raises(anyurl.UrlError, match="no registry file allows a module"):
        refused.parse("com.example.note:~")


def test_fingerprints_and_pickles(org):
    assert org.fingerprint.startswith("sha256:") and org.fingerprint != anyurl.Registry().fingerprint
    for registry in (org, anyurl.Registry()):
        again = pickle.loads(pickle.dumps(registry))
        assert again == registry and hash(again) == hash(registry) and again.fingerprint == registry.fingerprint
    url = pickle.loads(pickle.dumps(org.parse("com.example.shelf://h/3/7")))
    assert url["book"] == "7"
    with pytest.raises(anyurl.UrlError) as info:
        org.parse("telnet://h/")
    assert "use ssh" in pickle.loads(pickle.dumps(info.value)).report()
    changed = org.to_text().replace("use ssh", "use nothing")
    with pytest.raises(anyurl.RegistryError, match="its text was changed"):
        anyurl.Registry.from_text(changed)
    with pytest.raises(anyurl.RegistryError, match=r"made by anyurl 99\.0\.0"):
        anyurl.Registry.from_text(org.to_text().replace('anyurl = "0.1.0', 'anyurl = "99.0.0'))


def books(registry: anyurl.Registry, urls: list[str]) -> list[str | None]:
    return anyurl.batch.part(urls, "book", registry=registry)


def test_another_process_has_the_same_registry(org):
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(books, org, ["com.example.shelf://h/3/7", "telnet://h/"]).result() == ["7", None]


def test_lint_finds_what_loading_does_not():
    assert anyurl.Registry().lint() == []
    scheme = ORG.replace('form = ["com.example.shelf://<host>[:<port>]/<shelf+>/<book+>"]', 'dialect = "rfc5234", start = "s", abnf = "s = %x78"')
    registry = anyurl.Registry.from_toml(scheme, names=["org.toml"])
    assert registry.findings == []
    found = {finding.id: finding for finding in registry.lint()}
    assert found["SR305"].level == "error" and found["SR305"].file == "org.toml"
    assert "[[scheme.syntax.component]]" in (found["SR322"].help or "")


def test_the_registry_of_a_call(org):
    url = "com.example.shelf://h/3/7"
    assert anyurl.parse(url, registry=org)["book"] == "7" and anyurl.parse(url, registry=org) == org.parse(url)
    assert anyurl.is_valid("telnet://h/") and not anyurl.is_valid("telnet://h/", registry=org)
    assert "com.example.shelf" in org and "COM.EXAMPLE.SHELF" in org and "com.example.shelf" not in anyurl.Registry()


def test_a_pickled_registry_is_read_once(org):
    text = org.to_text()
    assert anyurl.Registry.from_text(text) is anyurl.Registry.from_text(text)
    urls = [pickle.loads(pickle.dumps(org.parse(f"com.example.shelf://h/{n}/7"))) for n in range(3)]
    assert [url["shelf"] for url in urls] == ["0", "1", "2"]
    others = [anyurl.Registry.from_toml(ORG.replace("serial = 7", f"serial = {n}")) for n in range(10)]
    for other in [*others, org]:
        assert anyurl.Registry.from_text(other.to_text()) == other


@pytest.mark.parametrize(("domain", "is_domain"), [("com.example", True), ("photography.joe", True), ("nosuch.joe", False)])
def test_the_public_suffix_list_says_what_is_a_domain(domain, is_domain):
    registry = anyurl.Registry.from_toml(ORG.replace("com.example", domain), names=["org.toml"])
    assert ("SR104" in {finding.id for finding in registry.lint()}) is not is_domain
