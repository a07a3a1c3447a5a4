"""Builds the wheel: maturin builds the package, and Cargo the command `locator` that goes with it."""

import os
import pathlib
import shutil
import subprocess

from maturin import *  # noqa: F403
import maturin

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRIPTS = HERE / "locator.data" / "scripts"

# maturin asks for the folder before it builds.
SCRIPTS.mkdir(parents=True, exist_ok=True)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    command = ["cargo", "build", "--release", "--locked", "-p", "locator-cli", "--manifest-path", str(ROOT / "Cargo.toml")]
    subprocess.run(command, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    for name in ("locator", "locator.exe"):
        built = target / "release" / name
        if built.is_file():
            shutil.copy2(built, SCRIPTS)
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
