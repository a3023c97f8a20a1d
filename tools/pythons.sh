#!/usr/bin/env bash
# The other Pythons: for each interpreter that is here (3.12, 3.13, 3.14, or those named as arguments), an environment of its
# own, the engine compiled as a checkout compiles it, and the tests of the engine, the table and the terminal, compiled.
set -euo pipefail
cd "$(dirname "$0")/.."
found=0
for version in "${@:-3.12 3.13 3.14}"; do for one in $version; do
  python=$(command -v "python$one" || true)
  if [ -z "$python" ] || ! "$python" -c '' 2>/dev/null; then echo "== Python $one is not here"; continue; fi
  found=1
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  echo "== $("$python" --version)"
  git ls-files -z | xargs -0 cp --parents -t "$work"
  [ -d src/bunfight/server/static ] && cp -r src/bunfight/server/static "$work/src/bunfight/server/"
  "$python" -m venv "$work/.venv"
  (cd "$work"
    export PYTHONPATH=
    .venv/bin/python -m pip install -q --disable-pip-version-check setuptools wheel "$(grep -o 'mypy\[mypyc\]==[0-9.]*' pyproject.toml | head -1)"
    BUNFIGHT_COMPILE=no .venv/bin/python -m pip install -q --disable-pip-version-check --no-build-isolation -e '.[server,lab,terminal]' \
      pytest pytest-timeout pytest-xdist hypothesis httpx PyYAML
    BUNFIGHT_COMPILE="${COMPILE:-engine _template jom_burger search}" .venv/bin/python setup.py -q build_ext --inplace -j2 >build.log 2>&1 \
      || { tail -40 build.log; exit 1; }
    .venv/bin/python -m bunfight --version
    .venv/bin/python -m pytest -q -n 2 --dist worksteal tests/engine tests/games/_template tests/games/jom_burger tests/server/test_play.py \
      tests/cli/test_commands.py tests/test_words.py tests/test_grammar.py -k "not bench" 2>&1 | tail -15)
  rm -rf "$work"
done; done
[ "$found" = 1 ] || echo "no other Python is here"
