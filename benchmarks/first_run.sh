#!/usr/bin/env bash
# The first minute: a clean clone, `make play`, and the time until the first page is there; then a second start.
# Usage: bash benchmarks/first_run.sh [--compiled]   (--compiled also waits for the engine and starts once more)
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
port=${PORT:-8877}
trap 'stop; rm -rf "$work"' EXIT
server=""

stop() { if [ -n "$server" ]; then kill -- "-$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; server=""; fi
  while curl -fs "http://127.0.0.1:$port/" >/dev/null; do sleep 0.1; done; }

start() { # prints the seconds from the command to the first page
  local begun=$EPOCHREALTIME
  set -m
  (cd "$work/bunfight" && exec make play ARGS="--port $port --no-open --no-qr --db $work/tables.db") >"$work/log" 2>&1 &
  server=$!
  set +m
  until curl -fs "http://127.0.0.1:$port/" >/dev/null; do
    kill -0 "$server" 2>/dev/null || { cat "$work/log"; echo "make play ended"; exit 1; }
    sleep 0.1
  done
  printf '%s: %.1f s\n' "$1" "$(echo "$EPOCHREALTIME - $begun" | bc)"
}

git clone -q "$here" "$work/bunfight"
start "first start, from a clean clone"
begun=$EPOCHREALTIME
if [ "${1:-}" = --compiled ]; then
  until [ -f "$work/bunfight/.venv/.built" ]; do sleep 1; done
  printf 'the engine was compiled behind it in: %.0f s\n' "$(echo "$EPOCHREALTIME - $begun" | bc)"
fi
stop
start "second start"
echo "--- what was printed the second time"
cat "$work/log"
