#!/usr/bin/env bash
# The package as a stranger gets it: a wheel made from the sdist without Node, installed into an empty environment,
# opened in a browser; and a new game compiled onto what is installed. Only the kernel of this wheel is compiled, as a
# library of its own; BUNFIGHT_COMPILE=apart compiles all of it, in some minutes.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
sdist=$(ls -t "$here"/dist/bunfight-*.tar.gz | head -1)
mkdir "$work/bin" "$work/dist"
for tool in bash sh env uname gcc cc as ld; do ln -s "$(command -v $tool)" "$work/bin/$tool" 2>/dev/null || true; done
PATH="$work/bin" BUNFIGHT_COMPILE="${BUNFIGHT_COMPILE:-apart kernel}" "$here/.venv/bin/python" -m pip wheel -q --no-deps \
  --no-build-isolation --disable-pip-version-check -w "$work/dist" "$sdist"
tar tzf "$sdist" >"$work/inside"
for wanted in web/package.json tests/conftest.py src/bunfight/serve/static/index.html; do
  grep -q "/$wanted\$" "$work/inside" || { echo "the sdist has no $wanted"; exit 1; }
done
"$here/.venv/bin/python" -m venv "$work/empty"
"$work/empty/bin/pip" install -q --disable-pip-version-check "$(ls "$work"/dist/*.whl)[server]"
cd "$work"
"$work/empty/bin/bunfight" games >/dev/null
"$work/empty/bin/bunfight" new tea_time >/dev/null
"$work/empty/bin/pip" install -q --disable-pip-version-check "$(grep -o 'mypy\[mypyc\]==[0-9.]*' "$here/pyproject.toml" | head -1)" 'setuptools>=80'
"$work/empty/bin/pip" install -q --disable-pip-version-check --no-deps --no-build-isolation -e tea_time
(cd tea_time && "$work/empty/bin/python" -m bunfight.building src/tea_time/rules.py)
"$work/empty/bin/python" -c 'from tea_time import rules; assert rules.__file__.endswith(".so"), rules.__file__'
"$work/empty/bin/bunfight" laws tea_time --games 10
echo "a new game compiles onto the installed package and obeys the laws"
"$work/empty/bin/bunfight" serve --port 0 --no-qr --no-open --db "$work/tables.db" >"$work/log" 2>&1 &
server=$!
for _ in $(seq 100); do url=$(sed -n 's/^Bunfight is served at //p' "$work/log"); [ -n "$url" ] && break; sleep 0.2; done
[ -n "$url" ] || { cat "$work/log"; exit 1; }
browser=""
for name in chromium chromium-browser google-chrome; do browser=$(command -v $name) && break; done
if [ -n "$browser" ]; then
  "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run \
    --user-data-dir="$work/profile" --virtual-time-budget=5000 --dump-dom "$url" >"$work/page" 2>/dev/null
  grep -q "Burger Boss" "$work/page" || { echo "the page of the installed package shows no games"; exit 1; }
  echo "the package works: built without Node, installed into an empty environment, its page shows the games"
else
  curl -fs "$url" >/dev/null && echo "the package works; no browser here, so its page was not looked at"
fi
