# For the scripts of this folder, which source it: what is released, where its files go, and builds that name no folder of
# this machine.
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. ci/lib/steps.sh
. ci/lib/tools.sh

version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
# Where the project is hosted: a workflow knows it, and no file of the repository does yet.
repository=${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_REPOSITORY:-OWNER/anyurl}
released=$PWD/target/released
mkdir -p "$released"
# The same commit makes the same files.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
export CARGO_PROFILE_RELEASE_STRIP=true
export RUSTFLAGS="--remap-path-prefix=$PWD=anyurl --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$(rustc --print sysroot)=rust ${RUSTFLAGS:-}"

# Has packages of PyPI, in an environment of their own, and their commands in PATH. $1 names the environment.
python_tools() {
  local environment=$tools/$1
  shift
  [ -x "$environment/bin/python" ] || python3 -m venv "$environment" || return 1
  "$environment/bin/pip" install --quiet --disable-pip-version-check "$@" || return 1
  PATH=$environment/bin:$PATH
}

# Says which file a script has made.
made() { for file; do printf 'made %s, %s bytes\n' "${file#"$PWD"/}" "$(stat -c %s "$file")"; done; }
