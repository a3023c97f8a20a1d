#!/usr/bin/env bash
# Builds and installs the package as a user would: from the sdist, in isolation, without Node, into empty environments.
# Once as a compiled wheel (only the engine, to save time; BUNFIGHT_COMPILE=apart compiles everything, in some minutes)
# and once straight from the sdist without a working C compiler. Then runs the commands of each installation. Both run
# side by side, because each waits for one processor; what they print appears when they are done.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sdist=$(ls -t "$here"/dist/bunfight-*.tar.gz | head -1)
record=$(ls "$here"/tests/games/jom_burger/golden/*.jsonl | head -1)
unset PYTHONPATH BUNFIGHT_PURE
export PIP_DISABLE_PIP_VERSION_CHECK=1
mkdir "$work/bin" "$work/dist"
for tool in bash sh env uname gcc cc as ld false; do ln -s "$(command -v $tool)" "$work/bin/$tool" 2>/dev/null || true; done

tar tzf "$sdist" >"$work/inside"
for wanted in web/package.json tests/conftest.py src/bunfight/server/static/index.html; do
  grep -q "/$wanted\$" "$work/inside" || { echo "the sdist has no $wanted"; exit 1; }
done

try_commands() { # NAME: runs the commands of the environment NAME
  local bin="$work/$1/bin" url="" browser="" name
  mkdir "$work/$1/desk" && cd "$work/$1/desk"
  timeout 120 "$bin/bunfight" play _template --plain --bots random,heuristic --seed 7 </dev/null >/dev/null
  timeout 120 "$bin/bunfight" sim jom_burger --bots heuristic,random --games 4 --jobs 1 >/dev/null
  timeout 120 "$bin/bunfight" laws _template --games 4 >/dev/null
  timeout 120 "$bin/bunfight" rules burger_war IW-WAR --lang zh >/dev/null
  timeout 300 "$bin/bunfight" review "$record" --quick --out review.html >/dev/null
  timeout 120 "$bin/bunfight" new tea_time >/dev/null
  : >log # it is read before the server may have opened it
  "$bin/bunfight" serve --port 0 --no-qr --no-open --db tables.db >log 2>&1 &
  server=$!
  trap 'kill "$server" 2>/dev/null || true' EXIT  # of this half
  for _ in $(seq 300); do url=$(sed -n 's/^Bunfight is served at //p' log); [ -n "$url" ] && break; sleep 0.2; done
  [ -n "$url" ] || { cat log; exit 1; }
  for name in chromium chromium-browser google-chrome; do browser=$(command -v $name) && break; done
  if [ -n "$browser" ]; then
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run \
      --user-data-dir="$PWD/profile" --virtual-time-budget=5000 --dump-dom "$url" >page 2>/dev/null
    grep -q "Burger Boss" page || { echo "the page of the installed package shows no games"; exit 1; }
  else
    curl -fs "$url" >/dev/null
    echo "no browser found: the page was fetched but not rendered"
  fi
  kill "$server" && wait "$server" || true
  trap - EXIT
  echo "$1: $("$bin/bunfight" --version) works"
}

install_compiled() {
  local wheel
  PATH="$work/bin" BUNFIGHT_COMPILE="${BUNFIGHT_COMPILE:-apart engine}" "$here/.venv/bin/python" -m pip wheel -q --no-deps \
    -w "$work/dist" "$sdist"
  wheel=$(ls "$work"/dist/*.whl)
  case "$wheel" in *-none-any.whl) echo "a compiled wheel must name its platform: $wheel"; exit 1 ;; esac
  echo "the wheel has $(du -k "$wheel" | cut -f1) kB"
  "$here/.venv/bin/python" -m venv "$work/compiled"
  "$work/compiled/bin/pip" install -q --no-compile "$wheel[server,lab,terminal]"
  "$work/compiled/bin/python" -c 'from bunfight.engine import luck; assert not luck.__file__.endswith(".py"), luck.__file__'
  try_commands compiled

  cd "$work/compiled/desk"
  "$work/compiled/bin/pip" install -q --no-compile "$(grep -o 'mypy\[mypyc\]==[0-9.]*' "$here/pyproject.toml" | head -1)" \
    'setuptools>=80'
  "$work/compiled/bin/pip" install -q --no-deps --no-build-isolation -e tea_time
  (cd tea_time && "$work/compiled/bin/python" -m bunfight.engine.compile src/tea_time/rules.py)
  "$work/compiled/bin/python" -c 'from tea_time import rules; assert rules.__file__.endswith(".so"), rules.__file__'
  "$work/compiled/bin/bunfight" laws tea_time --games 10
  echo "a new game compiles onto the installed package and obeys the laws"
}

install_pure() {
  "$here/.venv/bin/python" -m venv "$work/pure"
  PATH="$work/bin" CC=false BUNFIGHT_COMPILE=auto "$work/pure/bin/python" -m pip install -q --no-compile \
    "$sdist[server,lab,terminal]"
  "$work/pure/bin/python" -c 'from bunfight.engine import luck; assert luck.__file__.endswith(".py"), luck.__file__'
  try_commands pure
}

parts=()
for part in install_compiled install_pure; do
  ($part >"$work/$part.log" 2>&1) &
  parts+=("$part:$!")
done
failed=0
for one in "${parts[@]}"; do
  wait "${one#*:}" || { failed=1; echo "${one%:*} failed:"; }
  cat "$work/${one%:*}.log"
done
exit $failed
