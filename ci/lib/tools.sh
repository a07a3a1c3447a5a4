# For scripts of this folder, which source it: tools and toolchains that are installed when they are absent, and the crates
# that are published.
tools=$PWD/target/tools
export PATH=$tools/bin:$PATH

# Has a subcommand of Cargo, at this version: a newer one may need a newer compiler.
tool() { [ -x "$tools/bin/$1" ] || step cargo install --quiet --locked --root "$tools" "$1@$2"; }

# Has a toolchain, with the components that follow.
toolchain() {
  command -v rustup >/dev/null || return 1
  rustup run "$1" rustc --version >&- 2>&- || rustup toolchain install "$1" --profile minimal --no-self-update || return 1
  [ $# = 1 ] || rustup component add --toolchain "$@" || return 1
}

# Has packages of PyPI, in an environment of their own, and their commands in PATH. $1 names the environment.
python_tools() {
  local environment=$tools/$1
  shift
  [ -x "$environment/bin/python" ] || python3 -m venv "$environment" || return 1
  "$environment/bin/pip" install --quiet --disable-pip-version-check "$@" || return 1
  PATH=$environment/bin:$PATH
}

# Options of the compiler that keep the folders of this machine out of what it builds.
built_elsewhere() {
  printf -- '--remap-path-prefix=%s=anyurl --remap-path-prefix=%s=cargo --remap-path-prefix=%s=rust' \
    "$PWD" "${CARGO_HOME:-$HOME/.cargo}" "$(rustc --print sysroot)"
}

# Name and description of each crate that is published, between tabs.
published() {
  cargo metadata --no-deps --format-version 1 --locked | python3 -c '
import json, sys
for package in json.load(sys.stdin)["packages"]:
    if package["publish"] is None:
        print(package["name"], package["description"], sep="\t")'
}
