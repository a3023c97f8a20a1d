#!/usr/bin/env bash
# nginx for the test of the reverse proxy: the machine's own, else from the system's packages if we may install them.
set -uo pipefail
command -v nginx >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing nginx for the proxy's test (once) ..."
  (apt-get update -qq && RUNLEVEL=1 apt-get install -y -qq --no-install-recommends nginx-light) >/dev/null 2>&1
  command -v nginx >/dev/null && exit 0
fi
echo "no nginx here: the test of the proxy will be skipped"
