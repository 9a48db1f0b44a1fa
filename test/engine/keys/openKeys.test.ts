import type { IDataObject, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';

import { byId } from '../../harness/workflows/nodes';
import { nodeOfAnotherProcess } from '../anotherProcess';
import { credentialReference, runGraph, runNode, type NodeRun, type RunOptions } from '../engine';
import { award, usePayouts } from '../payouts';
import { LOOP, NEXT, NODE, START, TOOL, TRIGGER } from '../nodeTypes';
import { processedValues, store } from '../processedValues';
import { useService, withoutPauses } from '../sandbox';

/** What an open key does, how a person settles it, and what it does then. */

const service = useService();
withoutPauses();
const payouts = usePayouts(service);

const KEY = 'order-17';

const pay = async (amount: number, more: Partial<RunOptions> = {}) =>
	await runNode({
		credential: service.credential(),
		parameters: award(service, { repeatProtection: 'key', idempotencyKey: KEY }),
		input: [{ to: service.ids.members.ada, amount }],
		onError: 'continueErrorOutput',
		...more,
	});
const settle = async (
	operation: 'confirm' | 'release',
	more: Partial<RunOptions> = {},
	idempotencyKey = KEY,
) => {
	const parameters = { resource: 'idempotencyKey', operation, idempotencyKey };
	return told(await runNode({ credential: service.credential(), parameters, ...more }))[0];
};
const told = ({ items, errorItems }: NodeRun) => [...items, ...errorItems].map(({ json }) => json);
const toAda = () => payouts.to(service.ids.members.ada)[0];
const failNext = (when: 'before' | 'after') =>
	service.control.addFault({ operation: 'member.updateBalance', kind: 'drop', when, times: 1 });
const anotherProcess = () => ({ nodeType: nodeOfAnotherProcess(NODE) });
const lastKey = (run: NodeRun) => (told(run)[0]!.details as IDataObject).idempotencyKey;

const AS_PAID = (amount: number): unknown[] => [
	expect.objectContaining({ amount, id: expect.any(String) as string }),
];
const AS_DONE = [expect.objectContaining({ skipped: true, firstRun: { execution: 'earlier' } })];
const AS_CONFLICT = [
	expect.objectContaining({
		error: 'Not sent: this key was used for another request',
		details: expect.objectContaining({ outcome: 'notApplied' }) as unknown,
	}),
];
const AS_OPEN = [
	expect.objectContaining({
		error: 'Not sent: an earlier request with this key may have been applied',
		details: expect.objectContaining({ outcome: 'unknown' }) as unknown,
	}),
];

/** All that n8n's store had after each of its writes. */
const seen = new Set<string>();
const watchStore = () => {
	seen.clear();
	store.written = (row) => processedValues.get(row)?.forEach((value) => seen.add(value));
};

interface Start {
	type?: string;
	mode?: WorkflowExecuteMode;
	parameters?: INodeParameters;
}

/** Pays Ada these amounts one by one in a loop. The first payment may have been made. */
async function looped(amounts: number[], { type = START, mode, parameters }: Start) {
	const fault = { operation: 'member.updateBalance', kind: 'status', times: 1 } as const;
	service.control.addFault({ ...fault, status: 502, when: 'after' });
	const { of } = await runGraph({
		credential: service.credential(),
		mode,
		input: amounts.map((amount) => ({ eventId: 'e1', to: service.ids.members.ada, amount })),
		nodes: {
			Start: { type },
			Loop: { type: LOOP },
			Pay: { type: NODE, onError: 'continueRegularOutput', parameters: award(service, parameters) },
			Done: { type: NEXT },
		},
		connections: { Start: [['Loop']], Loop: [['Done'], ['Pay']], Pay: [['Loop']] },
	});
	return amounts.map((_amount, run) => told(of('Pay', run)));
}

describe.each<[string, Start]>([
	['of an event', { type: TRIGGER }],
	['of an execution without an event', {}],
	['of a user', { parameters: { repeatProtection: 'key', idempotencyKey: KEY } }],
])('a key %s whose request may have been applied', (_what, start) => {
	it('stops an equal payment in a later run, which is neither sent nor said to be skipped', async () => {
		const [first, second] = await looped([5, 5], start);
		expect(first).toMatchObject([{ details: { outcome: 'unknown', status: 502 } }]);
		expect(second).toEqual(AS_OPEN);
		expect(second?.[0]).not.toHaveProperty('skipped');
		expect(service.requests).toHaveLength(1);
	});
});

it('none is kept of a test execution, which has no retry: an equal payment in a later run is sent', async () => {
	watchStore();
	const [first, second] = await looped([5, 5], { mode: 'manual' });
	expect(first).toMatchObject([{ details: { outcome: 'unknown', status: 502 } }]);
	expect(second).toEqual(AS_PAID(5));
	expect([...seen]).toEqual([]);
});

it('another payment is not stopped by it', async () => {
	const [, second] = await looped([5, 6], {});
	expect(second).toEqual(AS_PAID(6));
	expect(service.requests).toHaveLength(2);
});

it('is named in the error that stops the run', async () => {
	failNext('after');
	const { error } = await pay(5, { onError: undefined });
	expect(error?.message).toMatch(/^Outcome unknown: /);
	expect(error?.description).toMatch(/Its key is "order-17@[0-9a-f]{12}"\./);
});

it('none is of a dry run, also while items beside it are sent', async () => {
	watchStore();
	const parameters = award(service, {
		repeatProtection: 'key',
		idempotencyKey: '={{ $json.order }}',
		options: { dryRun: '={{ $json.isDry }}' },
	});
	const input = Array.from({ length: 20 }, (_one, index) => {
		const isDry = index % 2 === 1;
		return { to: service.ids.members.ada, isDry, order: `${isDry ? 'dry' : 'real'}-${index}` };
	});
	await pay(5, { parameters, input });
	expect(service.requests).toHaveLength(10);
	expect([...seen].filter((value) => value.includes('real-')).length).toBeGreaterThanOrEqual(10);
	expect([...seen].filter((value) => value.includes('dry-'))).toEqual([]);
});

describe('a released key that another request has taken', () => {
	it.each<[string, () => Partial<RunOptions>]>([
		['the same process', () => ({})],
		['another process', anotherProcess],
	])('refuses the request from before its release, in %s', async (_where, where) => {
		failNext('before');
		expect(lastKey(await pay(5))).toContain(`${KEY}@`);
		expect(await settle('release', where())).toMatchObject({ released: true, status: 'pending' });
		expect(told(await pay(7, where()))).toEqual(AS_PAID(7));
		expect(told(await pay(5, where()))).toEqual(AS_CONFLICT);
		expect(told(await pay(7, where()))).toEqual(AS_DONE);
		expect(toAda()).toEqual([7]);
	});

	it('refuses every request of its former lives, and pays each new one once', async () => {
		for (const amount of [5, 7, 9]) {
			expect(told(await pay(amount, anotherProcess()))).toEqual(AS_PAID(amount));
			if (amount < 9) expect(await settle('release')).toMatchObject({ released: true, status: 'completed' });
		}
		for (const amount of [5, 7]) expect(told(await pay(amount, anotherProcess()))).toEqual(AS_CONFLICT);
		expect(told(await pay(9, anotherProcess()))).toEqual(AS_DONE);
		expect(toAda()).toEqual([5, 7, 9]);
	});

	it('skips a later run of the execution, and names the run that has the key', async () => {
		const { ada } = service.ids.members;
		const { of } = await runGraph({
			credential: service.credential(),
			mode: 'trigger',
			nodes: {
				Start: { type: START },
				Once: { type: NEXT },
				Then: { type: NEXT },
				Later: { type: NEXT },
				Again: { type: NEXT },
				More: { type: NEXT },
				Pay: {
					type: NODE,
					parameters: award(service, {
						repeatProtection: 'key',
						idempotencyKey: '={{ $json.key }}',
						amount: '={{ $runIndex === 0 ? 5 : 7 }}',
					}),
				},
				Free: {
					type: NODE,
					parameters: { resource: 'idempotencyKey', operation: 'release', idempotencyKey: KEY },
				},
			},
			connections: {
				Start: [['Once', 'Then', 'Later']],
				Once: [['Pay']],
				Then: [['Free']],
				Later: [['Again', 'More']],
				Again: [['Pay']],
				More: [['Pay']],
			},
			input: [{ to: ada, key: KEY }],
		});
		expect([0, 1].map((run) => of('Pay', run).items[0]?.json.amount)).toEqual([5, 7]);
		expect(of('Free').items[0]?.json).toMatchObject({ released: true });
		expect(told(of('Pay', 2))).toEqual([
			expect.objectContaining({
				skipped: true,
				firstRun: {
					...{ execution: 'this', runIndex: 1, itemIndex: 0 },
					json: expect.objectContaining({ amount: 7 }) as IDataObject,
				},
			}),
		]);
		expect(toAda()).toEqual([5, 7]);
	});
});

/** n8n's database writes the next change, and then the connection is lost. */
const loseConnection = () => {
	store.written = () => {
		delete store.written;
		throw new Error('connection lost');
	};
};

describe('a key stays that of the request that was paid', () => {
	it('when the store fails for another amount, which is a conflict', async () => {
		await pay(5);
		store.failure = new Error('connection lost');
		expect(told(await pay(7))).toEqual(AS_CONFLICT);
		delete store.failure;
		expect(await settle('confirm')).toMatchObject({ confirmed: false, status: 'completed' });
		expect(told(await pay(7))).toEqual(AS_CONFLICT);
		expect(told(await pay(5))).toEqual(AS_DONE);
		expect(toAda()).toEqual([5]);
	});

	it('when the store fails once in a process that does not know the key, and a person then confirms it', async () => {
		await pay(5);
		const other = anotherProcess();
		loseConnection();
		// The process cannot know who wrote the values of the key.
		expect(told(await pay(7, other))).toEqual(AS_OPEN);
		expect(store.written).toBeUndefined();
		expect(await settle('confirm', other)).toMatchObject({ confirmed: true });
		expect(told(await pay(7, anotherProcess()))).toEqual(AS_CONFLICT);
		expect(told(await pay(5, anotherProcess()))).toEqual(AS_DONE);
		expect(toAda()).toEqual([5]);
	});

	it.each([1, 2])(
		'when a person confirms it after n8n has dropped the oldest %i values of it',
		async (count) => {
			failNext('after');
			expect(lastKey(await pay(5))).toContain(`${KEY}@`);
			for (const [row, values] of processedValues) processedValues.set(row, values.slice(count));
			expect(await settle('confirm', anotherProcess())).toMatchObject({
				confirmed: true,
				status: 'pending',
			});
			expect(told(await pay(5, anotherProcess()))).toEqual(AS_DONE);
			expect(told(await pay(7, anotherProcess()))).toEqual(AS_CONFLICT);
			expect(toAda()).toEqual([5]);
		},
	);
});

it.each([
	['confirm', { confirmed: true, status: 'pending' }, { confirmed: false, status: 'completed' }],
	['release', { released: true, status: 'pending' }, { released: false, status: 'not_found' }],
] as const)(
	'an automatic key has its %s though the connection is lost once',
	async (operation, done, again) => {
		failNext('after');
		const automatic = { parameters: award(service), mode: 'trigger' } as const;
		const key = lastKey(await pay(5, automatic)) as string;
		expect(key).toMatch(/^execution /);
		loseConnection();
		expect(await settle(operation, anotherProcess(), key)).toMatchObject(done);
		expect(store.written).toBeUndefined();
		expect(await settle(operation, anotherProcess(), key)).toMatchObject(again);
		expect([...processedValues.values()].flat().filter((value) => value.endsWith('open'))).toEqual([]);
	},
);

describe('a key that another node settles', () => {
	/** Runs one node of a workflow that pays with a node, pays with a tool, and settles keys. */
	async function run(
		name: 'Pay' | 'Tool' | 'Settle',
		parameters: INodeParameters,
		credential = service.credential(),
	) {
		const to = { serviceId: byId(service.ids.members.ada), amount: 5 };
		const payment = award(service, { ...to, repeatProtection: 'key' });
		const of = (own: string, type: string, base: INodeParameters) => ({
			type,
			parameters: { ...base, ...(own === name && parameters) },
			credentials: credentialReference(),
		});
		const { of: resultOf } = await runGraph({
			credential,
			mode: 'trigger',
			nodes: {
				Start: { type: START },
				Pay: of('Pay', NODE, payment),
				Tool: of('Tool', TOOL, payment),
				Settle: of('Settle', NODE, { resource: 'idempotencyKey' }),
			},
			connections: { Start: [[name]] },
		});
		return resultOf(name);
	}

	/** Pays with an unknown outcome. @returns the key of the payment */
	async function payUnknown(name: 'Pay' | 'Tool', idempotencyKey: string, credential = service.credential()) {
		service.control.addFault({ operation: 'member.updateBalance', kind: 'drop', when: 'before', times: 1 });
		const { error, items } = await run(name, { idempotencyKey }, credential);
		const told = JSON.stringify([error?.message, error?.description, items]);
		expect(told).toContain('Outcome unknown: ');
		return /[^"\\]+@[0-9a-f]{12}/.exec(told)![0];
	}

	const settleKey = async (
		operation: 'confirm' | 'release',
		idempotencyKey: string,
		more: INodeParameters = {},
	) => (await run('Settle', { operation, idempotencyKey, ...more })).items[0]?.json;

	it.each(['Pay', 'Tool'] as const)(
		'the key of %s is released by another node of the workflow',
		async (name) => {
			const key = await payUnknown(name, 'order 1');
			expect(await settleKey('release', key)).toEqual({
				released: true,
				status: 'pending',
				idempotencyKey: key,
			});
			expect((await run(name, { idempotencyKey: 'order 1' })).items[0]?.json).toHaveProperty('newBalance');
		},
	);

	it('a key is settled whichever way its accents are written', async () => {
		const key = await payUnknown('Pay', 'café');
		for (const text of [key.normalize('NFD'), 'café'.normalize('NFD')]) {
			expect(await settleKey('confirm', text)).toMatchObject({ idempotencyKey: key });
		}
		expect((await run('Pay', { idempotencyKey: 'café' })).items[0]?.json).toMatchObject({ skipped: true });
	});

	it.each(['confirm', 'release'] as const)(
		'a part of a key means a key of the realm that %s names, or of the credential',
		async (operation) => {
			const other = { apiKey: service.keys.otherRealm, realmId: service.ids.otherRealm };
			const { realmId } = other;
			const key = await payUnknown('Pay', 'order 2', service.credential(other));
			const reason = expect.stringContaining('No node of this workflow used this key');
			expect(await settleKey(operation, 'order 2')).toMatchObject({ status: 'not_found', reason });
			expect(await settleKey(operation, 'order 2', { realmId })).toMatchObject({
				status: 'pending',
				idempotencyKey: key,
			});
		},
	);
});
