# For the scripts of this folder, which source it: what is released, where its files go, and builds that name no folder
# of this machine.
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
export RUSTFLAGS="$(built_elsewhere) ${RUSTFLAGS:-}"

# Writes a folder of $released as an archive, $1.tar.xz: the times are those of the commit.
archive() {
  tar -C "$released" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cJf "$1.tar.xz" "$2"
  made "$1.tar.xz"
}

# Says which file a script has made.
made() { for file; do printf 'made %s, %d bytes\n' "${file#"$PWD"/}" "$(wc -c <"$file")"; done; }
