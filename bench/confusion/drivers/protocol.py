"""What the drivers in Python share: the format of README.md."""

import sys


def field(part):
    if part is None:
        return "-"
    return "!" if isinstance(part, Exception) else "=" + str(part).encode("utf-8", "surrogatepass").hex()


def parts(line):
    return (None if part == "-" else bytes.fromhex(part).decode() for part in line[:-1].split("\t"))


def answer(read):
    print("!" + str(read).encode().hex() if isinstance(read, Exception) else "\t".join(map(field, read)))


def run(read, version):
    """Answers line by line: `read` takes a text and a base."""
    if sys.argv[1:] == ["--version"]:
        print(version)
        return
    for line in sys.stdin:
        try:
            answer(read(*parts(line)))
        except ValueError as error:
            answer(error)


def run_all(read_all, version):
    """Answers all lines together, by a program that resolves no references."""
    if sys.argv[1:] == ["--version"]:
        print(version())
        return
    lines = [tuple(parts(line)) for line in sys.stdin]
    answers = iter(read_all([text for text, base in lines if base is None]))
    for _, base in lines:
        print("?") if base is not None else answer(next(answers))
