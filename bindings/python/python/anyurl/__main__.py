"""``python -m anyurl`` is the command ``anyurl`` that was installed with this package."""

import pathlib
import subprocess
import sys
import sysconfig


def command() -> pathlib.Path:
    """The path of the command."""
    name = f"anyurl{sysconfig.get_config_var('EXE') or ''}"
    for scheme in sysconfig.get_scheme_names():
        path = pathlib.Path(sysconfig.get_path("scripts", scheme)) / name
        if path.is_file():
            return path
    raise FileNotFoundError(f"the command {name} is not installed: install the package with pip")


if __name__ == "__main__":
    sys.exit(subprocess.run([command(), *sys.argv[1:]]).returncode)
