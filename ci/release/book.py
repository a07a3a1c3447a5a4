"""Copies the pages that docs/SUMMARY.md lists into a folder for mdBook, each at its path in the repository.

Links between pages stay; a link to another file leads to it where the project is hosted, and one to registry.toml to the
registry's own site. Usage: book.py FOLDER URL, where the URL is that of the files of one version.
"""

import pathlib
import posixpath
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")
# Of a list entry: what is before the title, the title, and the page.
ENTRY = re.compile(r"^( *- |)\[(.+)\]\((.+)\)$")


def title(page):
    """The first heading of a page."""
    first = (ROOT / page).read_text(encoding="utf-8").split("\n", 1)[0]
    return first.removeprefix("# ").replace("`", "")


def chapters():
    """The lines of the summary with paths from the root, and a line for each page of a folder that is listed."""
    for line in (ROOT / "docs/SUMMARY.md").read_text(encoding="utf-8").splitlines():
        entry = ENTRY.match(line)
        if entry is None:
            yield line, None
            continue
        start, name, path = entry.groups()
        path = posixpath.normpath(posixpath.join("docs", path))
        if not (ROOT / path).is_dir():
            yield f"{start}[{name}]({path})", path
            continue
        yield f"{start}[{name}]()", None
        for page in sorted((ROOT / path).glob("*.md")):
            page = page.relative_to(ROOT).as_posix()
            yield f"  - [{title(page)}]({page})", page


def target(page, link, pages, url):
    """What a link of a page leads to in the book."""
    path, mark, fragment = link.partition("#")
    if not path or re.match(r"[a-z][a-z0-9+.-]*:", link):
        return link
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    up = "../" * page.count("/")
    if path in pages or path.startswith("docs/images/"):
        # mdBook writes README.md as index.html, and does not change links to it.
        return link.replace("README.md", "index.html")
    if path == "registry.toml":
        return f"{up}registry/index.html"
    if not (ROOT / path).exists():
        sys.exit(f"{page}: the link {link} leads nowhere")
    if f"{path}/README.md" in pages:
        return f"{up}{path}/index.html{mark}{fragment}"
    return f"{url}/{path}{mark}{fragment}"


def text(page, pages, url):
    """A page, with its links as those of the book."""
    parts = re.split(r"(^```.*?^```$)", (ROOT / page).read_text(encoding="utf-8"), flags=re.M | re.S)
    replace = lambda link: f"]({target(page, link[1], pages, url)})"
    return "".join(part if part.startswith("```") else LINK.sub(replace, part) for part in parts)


def main(folder, url):
    source = pathlib.Path(folder) / "src"
    lines = list(chapters())
    pages = {page for _, page in lines if page}
    for page in pages:
        (source / page).parent.mkdir(parents=True, exist_ok=True)
        (source / page).write_text(text(page, pages, url), encoding="utf-8")
    (source / "SUMMARY.md").write_text("".join(f"{line}\n" for line, _ in lines), encoding="utf-8")
    shutil.copytree(ROOT / "docs/images", source / "docs/images", ignore=shutil.ignore_patterns("make*"), dirs_exist_ok=True)
    shutil.copy(ROOT / "docs/book.toml", folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
