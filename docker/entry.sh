#!/bin/sh
# Starts the site in its container. With arguments, runs these instead: docker compose run --rm site npm run backup …
set -eu
umask 077

if [ "$#" -gt 0 ]; then
  exec "$@"
fi

state="${BOPOLIS_STATE:-/data/site}"
if ! mkdir -p "$state" 2>/dev/null || ! [ -w "$state" ]; then
  echo "✗ User $(id -u) can't write to $state. Give it the folder: chown -R $(id -u):$(id -g) $state" >&2
  exit 1
fi

# The process replaces the shell, so it gets SIGTERM.
cd "$(dirname "$0")/.."
exec node --disable-warning=ExperimentalWarning scripts/serve/main.ts --built
