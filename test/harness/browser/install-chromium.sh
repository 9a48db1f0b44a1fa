#!/usr/bin/env bash
# Installs Chromium for the browser tests, and fonts for its pages, if it is missing. Only for Debian, because Ubuntu has
# Chromium as a snap, which does not run everywhere.
set -euo pipefail

for browser in chromium chromium-browser google-chrome; do
	if command -v "$browser" >/dev/null; then
		echo 'Chromium is installed.'
		exit 0
	fi
done
bash "$(dirname "$0")/../../../scripts/lib/install-debian-packages.sh" 'Chromium or Google Chrome' \
	chromium fonts-dejavu-core fonts-noto-color-emoji
