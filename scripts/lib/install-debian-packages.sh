#!/usr/bin/env bash
# Installs Debian packages for the tests. Usage: install-debian-packages.sh "<the names for a message>" package…
set -euo pipefail

wanted=$1
shift

if ! command -v apt-get >/dev/null; then
	echo "Install $wanted yourself: this machine has no apt-get." >&2
	exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! sudo -n true 2>/dev/null; then
		echo "Install $wanted yourself: this needs root, or sudo without a password." >&2
		exit 1
	fi
	as_root=(sudo -n)
fi

# Debian starts a server when it is installed, and some listen to the whole network. This stops that, because the tests
# start their own servers on this machine only.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
	trap '${as_root[@]+"${as_root[@]}"} rm -f "$policy"' EXIT
	printf '#!/bin/sh\nexit 101\n' | ${as_root[@]+"${as_root[@]}"} tee "$policy" >/dev/null
	${as_root[@]+"${as_root[@]}"} chmod 755 "$policy"
fi

echo "Installing $*"
${as_root[@]+"${as_root[@]}"} apt-get update -qq
${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
