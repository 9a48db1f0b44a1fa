import type { RemoteOperation } from '../../nodes/RewardsEngagement/declare/registry';
import {
	FILE,
	namedOperations,
	nameOf,
	oneByOne,
	requestsOf,
	topLevelOf,
	type ItemValues,
} from '../fixtures/operations';
import { asked, scenarios } from '../fixtures/scenarios';
import type { CredentialReference, Execution, NodeRun, RunItem } from '../harness/n8n/client';
import { adminCredential } from '../harness/workflows/questBonus';
import { operationIdOf } from '../../scripts/lib/derived/endpoints';
import { hideSecrets, type LoggedRequest } from '../../sandbox/base/requestLog';
import { manualWorkflow, MANUAL_TRIGGER, type Branch } from '../harness/workflows/nodes';
import { OPEN_TIMEOUT_MS, shareTestEnvironment, type TestEnvironment } from '../harness/environment';

const NODE = 'n8n-nodes-rewards-engagement.rewardsEngagement';

/** Operations that delete the records of others come last. */
const named = [...namedOperations].sort(([, a], [, b]) => Number(removes(a)) - Number(removes(b)));

let environment: TestEnvironment;
let credential: CredentialReference;

beforeAll(async () => {
	environment = await shareTestEnvironment();
	credential = await adminCredential(environment.client, environment.service);
}, OPEN_TIMEOUT_MS);

afterAll(async () => await environment?.close());

async function runByHand(branches: Branch[]): Promise<Execution> {
	const workflow = await environment.client.createWorkflow(manualWorkflow('Operations', branches));
	return await environment.client.runToEnd(workflow, MANUAL_TRIGGER);
}

/** The default of *Limit*. A list without pages arrives as a whole, and is cut. */
const USUAL_LIMIT = 50;

/** The member's payments to other members. Purchases go to the store. */
function bonusPoolEntries(): Array<{ to: string; amount: number; currencyId: string }> {
	const { ids, control } = environment.service;
	const members: string[] = Object.values(ids.members);
	return control
		.ledger()
		.entries.filter(({ from, to }) => from === ids.members.bonusPool && members.includes(to))
		.map(({ to, amount, currencyId }) => ({ to, amount, currencyId }));
}

it('n8n ends no idle connection, so that a busy test loses no request', async () => {
	const url = `${environment.n8n.url}/healthz`;
	await fetch(url);
	expect((await fetch(url)).headers.get('keep-alive')).toBeNull();
});

it('knows operations, and three items for each of them', () => {
	expect(named.length).toBeGreaterThan(0);
	const names = named.map(([name]) => name).sort();
	expect(Object.keys(scenarios)).toEqual(expect.arrayContaining(names));
	expect(names).toEqual(expect.arrayContaining(Object.keys(asked)));
});

describe('a workflow with one node for each operation', () => {
	const items = new Map<string, ItemValues[]>();
	let execution: Execution;
	let requests: LoggedRequest[];

	beforeAll(async () => {
		const { service } = environment;
		for (const [name] of named) items.set(name, scenarios[name]?.(service) ?? []);
		const seenBefore = service.requests.length;
		const branches = named.map(([name, operation]) => branchOf(operation, items.get(name) ?? []));
		execution = await runByHand(branches);
		requests = service.requests.slice(seenBefore);
	});

	function runOf(name: string): NodeRun {
		const [run, ...others] = execution.data.resultData.runData[name] ?? [];
		if (!run || others.length > 0) throw new Error(`"${name}" ran ${run ? 'more than once' : 'not at all'}.`);
		return run;
	}

	function itemsOf(name: string): RunItem[] {
		return runOf(name).data?.main[0] ?? [];
	}

	/** The nodes ran one after another, so a request belongs to the node that started last. */
	function sentBy(name: string): LoggedRequest[] {
		const { runData } = execution.data.resultData;
		const starts = named.map(([other]) => runData[other]?.[0]?.startTime ?? 0);
		const from = runOf(name).startTime;
		const until = Math.min(...starts.filter((start) => start > from));
		// A node needs milliseconds before its first request, and the last may arrive as the next node starts.
		return requests.filter(({ at }) => Date.parse(at) > from && Date.parse(at) <= until);
	}

	/** The declared request for each item, in the form of the service's log. Identical reads share a request. */
	function wantedBy(operation: RemoteOperation): string[] {
		const { baseUrl, appUrl, realmId, keys } = environment.service;
		const credentialData = { baseUrl, appUrl, realmId, apiKey: keys.admin };
		const wanted = requestsOf(operation, items.get(nameOf(operation)) ?? [], credentialData);
		const lines = wanted.map((request) => lineOf({ ...request, path: request.path.text }));
		if (operation.effect !== 'read') return lines;
		const asked = wanted.map(({ listing }, index) => `${lines[index]} ${listing?.maxRecords}`);
		return lines.filter((_line, index) => asked.indexOf(asked[index]!) === index);
	}

	/**
	 * One item per record of a list, up to the limit, and one item for a response that is no list. Any number for an
	 * operation that processes its responses itself.
	 */
	function countsOf(name: string, { response, perform, isOffline }: RemoteOperation): number[] {
		if (perform) {
			const sources = itemsOf(name).map(({ pairedItem }) => (pairedItem as { item: number }).item);
			return [0, 1, 2].map((item) => sources.filter((source) => source === item).length);
		}
		if (response.kind !== 'list' || isOffline) return [1, 1, 1];
		const sent = sentBy(name);
		return [0, 1, 2].map((index) => {
			const { records } = sent[index] ?? sent[0]!;
			const limit = items.get(name)?.[index]?.limit ?? USUAL_LIMIT;
			return Math.min(records ?? NaN, Number(limit));
		});
	}

	it('runs to its end', () => {
		expect(execution.data.resultData.error).toBeUndefined();
		expect(execution.status).toBe('success');
	});

	it.each(named)('%s gives its items, each paired with the one it was made for', (name, operation) => {
		const [given, failed] = runOf(name).data?.main ?? [];
		expect(failed?.map(({ json }) => json.error)).toEqual([]);
		const counts = countsOf(name, operation);
		expect(counts).toHaveLength(3);
		expect(Math.min(...counts)).toBeGreaterThan(0);
		const pairs = counts.flatMap((count, item) => Array<object>(count).fill({ item }));
		expect(given?.map(({ pairedItem }) => pairedItem)).toEqual(pairs);
		for (const { json } of itemsOf(name)) expect(Object.keys(json)).not.toEqual([]);
	});

	it.each(named)('%s sends the documented requests with the values of each item', (name, operation) => {
		const sent = sentBy(name);
		const count = operation.perform ? 3 : wantedBy(operation).length;
		const usual = operation.isOffline ? [] : Array<string>(count).fill(operationIdOf(operation));
		// When items send several requests each, the requests of different items run in parallel.
		expect(sent.map(({ operationId }) => operationId ?? FILE).sort()).toEqual(
			[...(asked[name] ?? usual)].sort(),
		);
		// It looks for something that may not be there.
		const expected = name === 'memberCredential.findOrCreate' ? /^(2..|404)$/ : /^2..$/;
		for (const { status } of sent) expect(String(status)).toMatch(expected);
		if (!operation.perform) expect(sent.map(lineOf)).toEqual(wantedBy(operation));
	});

	it('sends only requests of its nodes', () => {
		expect(named.reduce((sum, [name]) => sum + sentBy(name).length, 0)).toBe(requests.length);
	});

	it('moves the amounts of member.transferBalance in the ledger, each once', () => {
		const { members, currencies } = environment.service.ids;
		expect(bonusPoolEntries()).toEqual([
			{ to: members.ada, amount: 1, currencyId: currencies.stars },
			{ to: members.bruno, amount: 2, currencyId: currencies.stars },
			{ to: members.chen, amount: 3, currencyId: currencies.stars },
		]);
	});

	it('holds the file of export.download, fetched without the key', async () => {
		const files = itemsOf('export.download').map(({ binary }) => binary?.data);
		expect(files).toHaveLength(3);
		for (const file of files) {
			expect(file).toMatchObject({ mimeType: 'application/json', id: expect.any(String) });
			const { text } = await environment.client.file(`rest/binary-data?action=view&id=${file?.id}`);
			expect(JSON.parse(text)).toHaveLength(12);
		}
		expect(files.map((file) => file?.fileName)).toEqual(['a', 'b', 'c']);
		const fetched = sentBy('export.download').filter(({ operationId }) => operationId === null);
		expect(fetched.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
	});
});

describe('an item that fails', () => {
	let execution: Execution;
	let entriesBefore: number;
	let transfersBefore: number;

	function transfers(): number {
		return environment.service.requests.filter(({ operationId }) => operationId === 'member.transferBalance')
			.length;
	}

	beforeAll(async () => {
		const { members } = environment.service.ids;
		entriesBefore = bonusPoolEntries().length;
		transfersBefore = transfers();
		const locator = (value: string) => ({ __rl: true, mode: 'id', value });
		execution = await runByHand([
			{
				name: 'Pay',
				items: [
					{ recipientId: members.ada, amount: 10 },
					{ recipientId: members.bruno, amount: 0 },
					{ recipientId: members.chen, amount: 30 },
				],
				node: {
					type: NODE,
					typeVersion: 1,
					onError: 'continueErrorOutput',
					credentials: { rewardsEngagementApi: credential },
					parameters: {
						resource: 'member',
						operation: 'transferBalance',
						serviceId: locator(members.bonusPool),
						recipientId: locator('={{ $json.recipientId }}'),
						amount: '={{ $json.amount }}',
					},
				},
				outputs: ['Paid', 'Not Paid'],
			},
		]);
	});

	function reached(name: string): RunItem[] {
		return execution.data.resultData.runData[name]?.[0]?.data?.main[0] ?? [];
	}

	it('goes to the error output with the wrong field, paired with its own input', () => {
		expect(execution.status).toBe('success');
		expect(reached('Not Paid')).toHaveLength(1);
		expect(reached('Not Paid')[0]?.json).toMatchObject({ error: '"Amount" must be above 0, but is 0' });
		const [paid, notPaid] = execution.data.resultData.runData.Pay?.[0]?.data?.main ?? [];
		expect(paid?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(notPaid?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
	});

	it('does not keep the others from being paid', () => {
		const { ada, chen } = environment.service.ids.members;
		expect(reached('Paid').map(({ json }) => json.recipientId)).toEqual([ada, chen]);
		expect(bonusPoolEntries().slice(entriesBefore)).toMatchObject([
			{ to: ada, amount: 10 },
			{ to: chen, amount: 30 },
		]);
	});

	it('is not sent', () => expect(transfers()).toBe(transfersBefore + 2));
});

it('the ledger is balanced, and the service never broke its API document', () => {
	expect(environment.service.control.ledger().sum).toBe(0);
	expect(environment.service.contractViolations).toEqual([]);
});

function branchOf(operation: RemoteOperation, items: ItemValues[]): Branch {
	const { resource, name } = operation;
	const options = oneByOne(operation);
	const parameters = { resource, operation: name, ...expressions(operation, items[0] ?? {}), options };
	const credentials = { rewardsEngagementApi: credential };
	// So that a failing operation does not stop the others.
	const onError = 'continueErrorOutput';
	return {
		name: nameOf(operation),
		items,
		node: { type: NODE, typeVersion: 1, parameters, credentials, onError },
	};
}

/** The parameters of a user who takes every value from the item by expression. */
function expressions(operation: RemoteOperation, item: ItemValues): Record<string, unknown> {
	const topLevel = Object.entries(topLevelOf(operation))
		.filter(([name]) => name in item)
		.map(([name, { property }]) => {
			const value = `={{ $json.${name} }}`;
			return [name, property.type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value];
		});
	const collections = ['additionalFields', 'updateFields'].map((collection) => {
		const fields = Object.keys(item[collection] ?? {});
		return [
			collection,
			Object.fromEntries(fields.map((field) => [field, `={{ $json.${collection}.${field} }}`])),
		];
	});
	return Object.fromEntries([...topLevel, ...collections]) as Record<string, unknown>;
}

function removes({ response }: RemoteOperation): boolean {
	return response.kind === 'done' && response.confirm === 'deleted';
}

type Sent = Pick<LoggedRequest, 'method' | 'path'> & { query?: unknown; body?: unknown };

/** A request on one line: the query in the order of its names, and secrets hidden as in the log. */
function lineOf({ method, path, query, body }: Sent): string {
	const search = Object.entries(query ?? {})
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}=${String(value)}`);
	// Converted to JSON first, because undefined fields are not sent.
	const sent: unknown = JSON.parse(JSON.stringify(body ?? null));
	return `${method} ${path}?${search.sort().join('&')} ${JSON.stringify(hideSecrets(sent))}`;
}
