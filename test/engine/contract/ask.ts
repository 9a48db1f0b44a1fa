import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { operationNamed } from '../../fixtures/operations';
import { runNode } from '../engine';
import type { Wanted } from './compare';
import { fill, situations, type Extent, type Filling } from './fill';
import { placeOf, type Answer, type Recorder, type Sent } from './recorder';
import { hasEndpoint, type Row } from './row';
import { table } from './table';

/** The parameters and the requests of an operation's run. */
export interface Asked {
	filling: Filling;
	/** In order. */
	requests: readonly Sent[];
	/** The error of the run. */
	error?: string;
}

interface Asking {
	extent: Extent;
	/** Parameters besides those from the extent and the row. */
	set?: Readonly<Record<string, unknown>>;
	/** Replaces the successful responses. */
	answers?: readonly Answer[];
}

const REALM_ID = 'd00000000000000000000001';
const API_KEY = 'the key of the contract';
const CLIENT_ID = 'the app of the credential';

/** A record with the values that any operation needs for a success. */
const RECORD = {
	id: 'one',
	success: true,
	deleted: true,
	serviceId: 'one',
	credentialId: 'one',
	fromCredentialId: 'one',
	balance: 1,
	creditedCount: 1,
	status: 'completed',
	completedAt: '2026-01-01T00:00:00.000Z',
	winners: [],
};

/** Runs an operation in n8n's engine, against a service that always responds with success. @param key of the table */
export async function ask(key: string, recorder: Recorder, { extent, set, answers }: Asking): Promise<Asked> {
	const row = rowOf(key);
	const operation = operationNamed(row.of ?? key);
	const situation = situations[key];
	const filling = fill(operation, { extent, situation, set: { ...row.with, ...set } });
	recorder.expect(...(answers ?? situation?.answers ?? [usualAnswer(operation)]));
	const credential = {
		baseUrl: recorder.url,
		appUrl: recorder.url,
		apiKey: API_KEY,
		realmId: REALM_ID,
		clientId: CLIENT_ID,
	};
	const { items, error } = await runNode({ credential, parameters: filling.parameters });
	const address = row.isForBrowser ? items[0]?.json.authorizationUrl : undefined;
	return {
		filling,
		requests: typeof address === 'string' ? [opened(address, recorder.url)] : [...recorder.sent],
		...(error && { error: `${error.message} ${error.description ?? ''}`.trim() }),
	};
}

/** The expected parts of each request, from the contract. */
export function wantedOf(key: string, extent: Extent, { filling, requests }: Asked): Array<[Wanted, Sent?]> {
	const situation = situations[key];
	const values = { realmId: REALM_ID, clientId: CLIENT_ID, ...filling.values };
	const isBorrowed = !hasEndpoint(table[key]!);
	const whole = { key, extent, filling: { ...filling, values }, situation, apiKey: API_KEY };
	const own: Wanted = { ...whole, row: rowOf(key), isBorrowed };
	const before = situation?.asksBefore;
	if (before === undefined) return [[own, requests[0]]];
	return [
		[{ ...whole, row: rowOf(before), isBorrowed: true }, requests[0]],
		[own, requests[1]],
	];
}

/** The row of the endpoint that an operation calls. */
function rowOf(key: string): Row {
	const own = table[key];
	const row = own && !hasEndpoint(own) ? table[own.asksFirst ?? ''] : own;
	if (!row || !hasEndpoint(row)) throw new Error(`The table has no endpoint for ${key}`);
	return row;
}

function usualAnswer({ response }: RemoteOperation): Answer {
	if (response.kind === 'list') return { data: [] };
	return response.kind === 'data' ? { data: RECORD } : ({ body }) => ({ ...RECORD, ...rowsFor(body) });
}

/** A row for each requested change. */
function rowsFor(body: unknown): object {
	const { updates } = (body ?? {}) as { updates?: object[] };
	const rows = updates?.map((update) => ({ ...update, credentialId: 'one', balance: 1, newBalance: 1 }));
	return rows ? { updates: rows, results: rows, errors: [] } : {};
}

/** The request of a browser that opens an address. */
function opened(address: string, url: string): Sent {
	return { method: 'GET', ...placeOf(address.startsWith(url) ? address.slice(url.length) : address) };
}
