#!/usr/bin/env bash
# Installs what is missing, builds weft and runs all its tests. The last line is
# "N passed, N failed".
set -uo pipefail
cd "$(dirname "$0")/.."
build=${BUILD_DIR:-build}
tools/setup.sh "$@" || exit 1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --build "$build" --target check-weft | tee "$log"
status=${PIPESTATUS[0]}
count() { sed -n "s/^ *$1 *: *\([0-9][0-9]*\).*/\1/p" "$log" | awk '{ n += $1 } END { print n + 0 }'; }
passed=$(count Passed)
failed=$(($(count Failed) + $(count 'Unexpectedly Passed') + $(count Unresolved) + $(count 'Timed Out')))
if ((status != 0 && failed == 0)); then failed=1; fi
echo "$passed passed, $failed failed"
exit "$status"
