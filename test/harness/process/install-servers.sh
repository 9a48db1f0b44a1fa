#!/usr/bin/env bash
# Installs missing servers for the tests: Redis and PostgreSQL for n8n's queue mode, and RabbitMQ for the queue in front
# of n8n. Only for Debian and Ubuntu.
set -euo pipefail

missing=()
command -v redis-server >/dev/null || missing+=(redis-server)
command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
command -v rabbitmq-server >/dev/null || [ -x /usr/lib/rabbitmq/bin/rabbitmq-server ] || missing+=(rabbitmq-server)
if [ ${#missing[@]} -eq 0 ]; then
	echo 'Redis, PostgreSQL and RabbitMQ are installed.'
	exit 0
fi
bash "$(dirname "$0")/../../../scripts/lib/install-debian-packages.sh" "${missing[*]}" "${missing[@]}"
