import { isRecord } from '../shared/json';
import { secretLines } from '../shared/secretLines';
import type { Connection } from './connection';
import { hiderOf, type Hide } from './hide';
import type { ApiRequest } from './request';

const known = new WeakMap<Connection, Hide>();

/** Makes a function that replaces every key and secret that the service, or an error, might quote. */
export function hiderFor(connection: Connection, request?: ApiRequest): Hide {
	const sent = secretsIn(request?.body);
	if (sent.length > 0) return hiderOf([...connection.secrets, ...sent]);
	const hide = known.get(connection) ?? hiderOf(connection.secrets);
	known.set(connection, hide);
	return hide;
}

/**
 * Names of values that must stay hidden, such as `secret`, `webhookSecret`, `client_secret`, `password` and `apiKey`.
 */
const SECRET_NAME =
	/(secret|password|passphrase|api[_-]?key|private[_-]?key|(access|refresh|auth)[_-]?token)$/i;

/** All secrets in a body. The code that reads a body limits its depth. */
function secretsIn(value: unknown, name = ''): string[] {
	if (typeof value === 'string') return SECRET_NAME.test(name) ? secretLines(value) : [];
	if (Array.isArray(value)) return value.flatMap((one) => secretsIn(one, name));
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([key, held]) => secretsIn(held, key));
}
