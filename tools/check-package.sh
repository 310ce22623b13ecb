#!/usr/bin/env bash
# Packs the library and uses the packed file as a stranger would: on Nest 11 and 12, by require and by import.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npx --no-install publint --strict "$root/libs/tool-router"
npm pack --silent --pack-destination "$work" --workspace nestjs-tool-router >/dev/null
tarball=$(ls "$work"/*.tgz)
if tar -tzf "$tarball" | grep -E '\.spec\.|/fixtures/|\.ts$' | grep -v '\.d\.ts$'; then
  echo 'The package holds files that belong to its development.' >&2
  exit 1
fi

for nest in 11.2.10 12.5.1; do
  app="$work/nest-$nest"
  mkdir "$app"
  cp "$root"/tools/package-smoke/* "$app"
  (
    cd "$app"
    npm init --yes >/dev/null
    npm install --silent --no-audit --no-fund "$tarball" "@nestjs/common@$nest" "@nestjs/core@$nest" \
      class-validator@0.15.1 class-transformer@0.5.1 reflect-metadata@0.2.2 rxjs@7.8.2
    node by-require.cjs
    node by-import.mjs
  )
  echo "Nest $nest: require and import work"
done
