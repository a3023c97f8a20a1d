#!/usr/bin/env bash
# PostgreSQL for the store's tests: the machine's own, else from the system's packages if we may install them.
set -uo pipefail
found() { command -v pg_ctl >/dev/null || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1; }
found && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing postgresql for the store's tests (once) ..."
  (apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql) >/dev/null 2>&1
  found && exit 0
fi
echo "no postgresql here: the tests of the PostgreSQL store will be skipped"
