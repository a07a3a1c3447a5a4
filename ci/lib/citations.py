"""The sections that registry.toml cites exist in the RFC texts, and an example that an RFC prints is cited from where it
stands. The texts are those of Debian's packages doc-rfc-std, doc-rfc-std-proposed, doc-rfc-informational and others."""
import gzip
import pathlib
import re
import sys
import tomllib

TEXTS = pathlib.Path("/usr/share/doc/RFC/links")
ROOT = pathlib.Path(__file__).parent.parent.parent
HEADING = re.compile(r"(?:^(?:(?i:Appendix) +([A-Z])|([A-Z](?:\.\d+)+|[1-4]?\d(?:\.\d+)*))(?:\.|:| -)? +[A-Za-z\"'<.])|^(?i:appendix)[:.]")
LEADER = re.compile(r"(\. ?){3,}|\s\d+$")
CITED = re.compile(r"RFC (\d+) (?:s|§|Appendix )?([0-9A-Z]\d*(?:\.\d+)*)(?![\w-])")
REFERENCE = re.compile(r'rfc = (\d+), section = "([^"]+)"')
URL_CHARACTER = r"A-Za-z0-9%/?#@!$&'*+=_~\-"


def sections(number: int):
    """The texts of an RFC by section; that of a section has its subsections. None if the RFC is not installed."""
    path = TEXTS / f"rfc{number}.txt.gz"
    if not path.exists():
        return None
    lines = gzip.open(path, "rt", encoding="utf-8", errors="replace").read().replace("\f", "").split("\n")
    found, open_ones = {"": []}, [""]
    for line in lines:
        if re.search(r"\[Page \d+\]$", line) or re.match(r"RFC \d+ .* \d{4}$", line):
            continue
        # Old documents indent their headings.
        heading = HEADING.match(line.lstrip() if number < 1000 else line)
        if heading and not LEADER.search(line):
            name = heading[1] or heading[2] or "A"
            parts = name.split(".")
            open_ones = ["", *(".".join(parts[: n + 1]) for n in range(len(parts)))]
            for one in open_ones:
                found.setdefault(one, [])
        for one in open_ones:
            found[one].append(line)
    return {name: "\n".join(lines) for name, lines in found.items()}


def prints(text, url):
    """Whether a text has a URL as a whole, perhaps on two lines."""
    whole = re.compile(rf"(?<![A-Za-z0-9+.\-]){re.escape(url)}(?![{URL_CHARACTER}]|[.,;:][{URL_CHARACTER}])")
    return any(whole.search(one) for one in (text, re.sub(r"\n\s*", "", text)))


def main():
    if not TEXTS.exists():
        print("skipped: no RFC texts in", TEXTS)
        return 0
    text = (ROOT / "registry.toml").read_text()
    rfcs, wrong, missing, counted = {}, [], set(), 0

    def rfc(number):
        if number not in rfcs:
            rfcs[number] = sections(int(number))
        return rfcs[number]

    def exists(number, section, where):
        known = rfc(number)
        if known is None:
            missing.add(number)
        elif section not in known:
            wrong.append(f"{where}: RFC {number} has no section {section}")

    for path in [ROOT / "registry.toml", *sorted((ROOT / "schemes/src").rglob("*.rs"))]:
        for n, line in enumerate(path.read_text().split("\n"), 1):
            for number, section in CITED.findall(line) + REFERENCE.findall(line):
                counted += 1
                exists(number, section, f"{path.relative_to(ROOT)}:{n}")
    examples = 0
    for name, entry in re.findall(r'^\[\[scheme\]\]\nname = "([^"]+)"(.*?)(?=^\[\[|\Z)', text, re.DOTALL | re.MULTILINE):
        # Python reads no TOML 1.1, of which the tables of other keys are.
        for block in re.findall(r"^  \[\[scheme\.example\]\]\n(.*?)(?=^ *\[\[|\Z)", entry, re.DOTALL | re.MULTILINE):
            example = tomllib.loads(block)
            cited = CITED.fullmatch(example.get("section", ""))
            known = cited and rfc(cited[1])
            if not known or cited[2] not in known or not example.get("accept"):
                continue
            examples += 1
            url = example["url"]
            if prints(known[cited[2]], url):
                continue
            others = [name for name, one in known.items() if name and prints(one, url)]
            if others:
                where = max(others, key=len)
                wrong.append(f"{name}: {url} stands in RFC {cited[1]} s{where}, not s{cited[2]}")
    if missing:
        print("not installed: RFC", ", ".join(sorted(missing)))
    print(f"{counted} citations, {examples} accepted examples, {len(wrong)} wrong")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
