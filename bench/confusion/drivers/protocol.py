"""What the drivers in Python share: the format of README.md."""

import sys


def field(part):
    if part is None:
        return "-"
    return "!" if isinstance(part, Exception) else "=" + str(part).encode("utf-8", "surrogatepass").hex()


def run(read, version):
    if sys.argv[1:] == ["--version"]:
        print(version)
        return
    for line in sys.stdin:
        text, base = (None if part == "-" else bytes.fromhex(part).decode() for part in line[:-1].split("\t"))
        try:
            print("\t".join(map(field, read(text, base))))
        except ValueError as error:
            print("!" + str(error).encode().hex())
