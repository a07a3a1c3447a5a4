"""Builds the wheel: maturin builds the package, and Cargo the command `anyurl` that goes with it."""

import os
import pathlib
import shutil
import subprocess

from maturin import *  # noqa: F403
import maturin

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRIPTS = HERE / "anyurl.data" / "scripts"

# maturin asks for the folder before it builds.
SCRIPTS.mkdir(parents=True, exist_ok=True)


def without_paths():
    """Options of the compiler that keep the folders of this machine out of the wheel."""
    cargo = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))
    return [f"--remap-path-prefix={ROOT}=anyurl", f"--remap-path-prefix={cargo}=cargo"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel. Settings: `profile`, that of Cargo; `command`, a file in place of a command that is built; and
    `build-args`, further arguments of maturin."""
    settings = dict(config_settings or {})
    profile = settings.pop("profile", "wheel")
    command = settings.pop("command", None)
    settings["build-args"] = f"--profile {profile} {settings.get('build-args', '')}".strip()
    if profile == "wheel":
        os.environ["CARGO_ENCODED_RUSTFLAGS"] = "\x1f".join([*os.environ.get("RUSTFLAGS", "").split(), *without_paths()])
    shutil.copy2(command or built_command(profile), SCRIPTS)
    return maturin.build_wheel(wheel_directory, settings, metadata_directory)


def built_command(profile):
    """The command `anyurl`, built apart from the workspace's own target, whose files have other paths."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent / "target"))
    cargo = ["cargo", "build", "--profile", "dev" if profile == "dev" else "release", "--locked", "-p", "anyurl-cli"]
    cargo += ["--manifest-path", str(ROOT / "Cargo.toml"), "--target-dir", str(target)]
    # In a package, a small command is worth more than the last of its speed.
    subprocess.run(cargo, check=True, env={**os.environ, "CARGO_PROFILE_RELEASE_OPT_LEVEL": "s", "CARGO_PROFILE_RELEASE_STRIP": "true"})
    folder = target / ("debug" if profile == "dev" else "release")
    return next(file for name in ("anyurl", "anyurl.exe") if (file := folder / name).is_file())
