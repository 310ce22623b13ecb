#!/usr/bin/env bash
# What the library lists and answers, against the providers' own SDKs. Needs the built library.
set -euo pipefail
here=$(cd "$(dirname "$0")/provider-types" && pwd)

# The SDKs name a newer Node as theirs; what is used of them runs on the library's.
npm --prefix "$here" ci --ignore-scripts --no-audit --no-fund --loglevel=error
node "$here/run.mjs"
