#!/usr/bin/env bash
# Installs Debian packages for the tests. Usage: install-debian-packages.sh "<what a person should install>" package…
set -euo pipefail

wanted=$1
shift

if ! command -v apt-get >/dev/null; then
	echo "Please install $wanted: this machine has no apt-get." >&2
	exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! sudo -n true 2>/dev/null; then
		echo "Please install $wanted: this takes root, or sudo without a password." >&2
		exit 1
	fi
	as_root=(sudo -n)
fi

echo "Installing $*"
${as_root[@]+"${as_root[@]}"} apt-get update -qq
${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
