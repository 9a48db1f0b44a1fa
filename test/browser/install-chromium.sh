#!/usr/bin/env bash
# Installs the Chromium that the browser tests drive, and fonts for its pages, unless there is one. Debian only:
# Ubuntu has Chromium as a snap, which does not run everywhere.
set -euo pipefail

for browser in chromium chromium-browser google-chrome; do
	if command -v "$browser" >/dev/null; then
		echo 'Chromium is installed.'
		exit 0
	fi
done

if ! command -v apt-get >/dev/null; then
	echo 'Please install Chromium or Google Chrome: this machine has no apt-get.' >&2
	exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! sudo -n true 2>/dev/null; then
		echo 'Please install Chromium or Google Chrome: this takes root, or sudo without a password.' >&2
		exit 1
	fi
	as_root=(sudo -n)
fi

echo 'Installing Chromium'
${as_root[@]+"${as_root[@]}"} apt-get update -qq
${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core fonts-noto-color-emoji
