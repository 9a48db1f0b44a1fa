#!/usr/bin/env bash
# Installs the Redis and PostgreSQL that the tests of n8n's queue mode start, unless they are there. Debian and Ubuntu only.
set -euo pipefail

missing=()
command -v redis-server >/dev/null || missing+=(redis-server)
command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
if [ ${#missing[@]} -eq 0 ]; then
	echo 'Redis and PostgreSQL are installed.'
	exit 0
fi
bash "$(dirname "$0")/../../../scripts/lib/install-debian-packages.sh" "${missing[*]}" "${missing[@]}"
