"""Builds the wheel with maturin, by a profile of its own and without the names of this machine's folders."""

import os
import pathlib

from maturin import *  # noqa: F403
import maturin

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def without_paths():
    """Options of the compiler that keep the folders of this machine out of the wheel."""
    cargo = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))
    return [f"--remap-path-prefix={ROOT}=anyurl", f"--remap-path-prefix={cargo}=cargo"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel. Settings: `profile`, that of Cargo; and `build-args`, further arguments of maturin."""
    settings = dict(config_settings or {})
    profile = settings.pop("profile", "wheel")
    settings["build-args"] = f"--profile {profile} --compression-level 9 {settings.get('build-args', '')}".strip()
    if profile == "wheel":
        os.environ["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join([*os.environ.get("RUSTFLAGS", "").split(), *without_paths()])
    return maturin.build_wheel(wheel_directory, settings, metadata_directory)
