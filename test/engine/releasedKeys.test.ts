import type { IDataObject } from 'n8n-workflow';

import { nodeOfAnotherProcess } from './anotherProcess';
import { runGraph, runNode, type NodeRun, type RunOptions } from './engine';
import { award, usePayouts } from './payouts';
import { NEXT, NODE, START } from './nodeTypes';
import { processedValues, store } from './processedValues';
import { useService, withoutPauses } from './sandbox';

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
