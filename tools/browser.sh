#!/usr/bin/env bash
# A browser for the browser tests: the machine's own, else from the system's packages if we may install them.
set -uo pipefail
for name in chromium chromium-browser google-chrome; do command -v "$name" >/dev/null && exit 0; done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing chromium for the browser tests (once) ..."
  (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk) >/dev/null 2>&1 && exit 0
fi
echo "no chromium here: the browser tests will be skipped"
