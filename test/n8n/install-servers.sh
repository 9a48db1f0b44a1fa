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

if ! command -v apt-get >/dev/null; then
	echo "Please install ${missing[*]}: this machine has no apt-get." >&2
	exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! sudo -n true 2>/dev/null; then
		echo "Please install ${missing[*]}: this takes root, or sudo without a password." >&2
		exit 1
	fi
	as_root=(sudo -n)
fi

echo "Installing ${missing[*]}"
${as_root[@]+"${as_root[@]}"} apt-get update -qq
${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
