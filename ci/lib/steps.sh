# For scripts of this folder, which source it: runs their steps, and says at the end how long each took.
took=()

step() {
  local began=$SECONDS status=0
  printf '\n== %s\n' "$*"
  "$@" || status=$?
  took+=("$(printf '%5d s  %s' $((SECONDS - began)) "$*")")
  return $status
}

# Runs a function beside the next steps: most steps have minutes in which they use one processor. Both use no folder of the
# other. What it prints follows at its end.
beside() {
  beside_log=$(mktemp)
  (
    set -e
    took=()
    SECONDS=0
    trap steps_took EXIT
    "$@"
  ) >"$beside_log" 2>&1 &
  beside=$!
  trap 'kill "$beside" 2>&-; steps_took' EXIT
}

# Waits for what runs beside, prints what it has printed, and fails if it failed.
beside_ends() {
  [ -n "${beside:-}" ] || return 0
  local status=0
  wait "$beside" || status=$?
  trap steps_took EXIT
  cat "$beside_log"
  rm "$beside_log"
  return $status
}

# What cannot be done here is said, and is no failure.
skip() { printf '\nskipped: %s\n' "$*"; }

# The steps of at least five seconds, and all together, with the minutes of processors that they took.
steps_took() {
  count_minutes
  printf '\n== seconds\n'
  printf '%s\n' "${took[@]}" | awk '$1 >= 5'
  printf '%5d s  all, with %s processor minutes\n' $SECONDS "$minutes"
}

# Sets `minutes` to those that processors have worked on the steps: unlike minutes on the clock, they are alike on a busy
# machine.
count_minutes() {
  local file
  file=$(mktemp)
  # Not in a pipe: a subshell would tell its own. The second line is that of the steps, as 12m3.456s 1m2.345s.
  times >"$file"
  minutes=$(awk 'NR == 2 { for (i = 1; i <= NF; i++) { split($i, time, /[ms]/); sum += time[1] * 60 + time[2] } printf "%d", sum / 60 }' "$file")
  rm "$file"
}

# Fails if this script took more minutes of processors than ci/tidy/ceilings.toml allows for it.
minutes_are_within() {
  local most
  most=$(sed -n "s|^\"processor minutes of $1\" = ||p" ci/tidy/ceilings.toml)
  count_minutes
  [ "$minutes" -le "$most" ] || { echo "$minutes processor minutes are more than $most: see ci/tidy/ceilings.toml" >&2; return 1; }
}

# What is compared with the work tree: the base of a push, or else the first parent.
base=$(git rev-parse --quiet --verify "${CI_BASE:-HEAD^}^{commit}" || true)

# Whether something changed in the folders, files and exclusions (git's pathspecs) that follow. Without a base, all has.
changed() { [ -z "$base" ] || ! git diff --quiet "$base" -- "$@"; }
