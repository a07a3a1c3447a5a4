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


def without_paths():
    """Options of the compiler that keep the folders of this machine out of the wheel."""
    cargo = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))
    return [f"--remap-path-prefix={ROOT}=locator", f"--remap-path-prefix={cargo}=cargo"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    command = ["cargo", "build", "--release", "--locked", "-p", "locator-cli", "--manifest-path", str(ROOT / "Cargo.toml")]
    target = os.environ.setdefault("CARGO_TARGET_DIR", str(HERE / "target"))
    os.environ["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join([*os.environ.get("RUSTFLAGS", "").split(), *without_paths()])
    subprocess.run(command, check=True)
    for name in ("locator", "locator.exe"):
        built = pathlib.Path(target, "release", name)
        if built.is_file():
            shutil.copy2(built, SCRIPTS)
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
