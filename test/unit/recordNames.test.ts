// Falls with nodes/RewardsEngagement/run/run.ts.

import { z } from 'zod';

import { gates } from '../../nodes/RewardsEngagement/api/gate';
import { path } from '../../nodes/RewardsEngagement/api/path';
import { operation } from '../../nodes/RewardsEngagement/declare/operation';
import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import { anything, bare } from '../../nodes/RewardsEngagement/declare/response';
import { Problem, unsentProblem } from '../../nodes/RewardsEngagement/errors';
import { RecordName, type Field, type Finder, type Found } from '../../nodes/RewardsEngagement/fields/field';
import { realmId, text } from '../../nodes/RewardsEngagement/fields/text';
import { jsonOf, run, Service, wordsOf, type Running } from './nodeRun';

/**
 * Takes two names at a time, and records its calls. It finds every name, except those that start with an x, and those
 * of a request that fails.
 */
class Names implements Finder {
	readonly maxNames = 2;
	readonly asked: string[] = [];
	/** The error for a request, by its number. */
	fails: (request: number) => unknown = () => undefined;

	async find(_client: unknown, realm: string, type: string, names: readonly string[]): Promise<Found[]> {
		const thrown = this.fails(this.asked.push(`${realm} ${type} ${names.join()}`));
		service.log.push('look up');
		await Promise.resolve();
		if (thrown !== undefined) throw thrown as Error;
		return names.map((name) =>
			name.startsWith('x')
				? { wrong: `no ${name}`, advice: 'Correct it.' }
				: { id: `id-of-${name}`, name: name.toUpperCase() },
		);
	}
}

let service: Service;
let finder: Names;
beforeEach(() => {
	service = new Service();
	finder = new Names();
	gates.clear();
});

/** A record that an item names by email, by username if a colon is in front, and else by ID with a `#`. */
const named = (displayName: string): Field<string> => ({
	...text(displayName, { description: 'Of whom' }),
	schema: z.string().transform((words) => {
		if (words.startsWith('#')) return words.slice(1);
		const type = words.startsWith(':') ? 'username' : 'email';
		return new RecordName(finder, type, words.replace(':', ''));
	}) as unknown as Field<string>['schema'],
});

const registryOf = () =>
	new Registry({
		thing: {
			name: 'Thing',
			description: 'A thing',
			default: 'pay',
			operations: {
				pay: operation({
					displayName: 'Pay',
					action: 'Pay it',
					description: 'Pays it',
					realm: realmId,
					parameters: { to: named('Recipient') },
					additionalFields: { by: named('Initiator') },
					effect: 'once',
					request: ({ to, by }) => ({ method: 'POST', path: path`/pay/${to}`, body: { by } }),
					response: bare(anything),
				}),
			},
		},
	});

interface Item {
	to: string;
	by?: string;
	realm?: string;
}
const runOf = async (items: Item[], more: Partial<Running> = {}) =>
	await run({
		service,
		operation: 'pay',
		registry: registryOf(),
		input: items.map(({ to, by = '', realm = '' }) => ({ to, by, realm })),
		node: { onError: 'continueRegularOutput' },
		...more,
		parameters: {
			to: '={{ $json.to }}',
			realmId: items.some(({ realm }) => realm) ? '={{ $json.realm }}' : '',
			additionalFields: items.some(({ by }) => by) ? { by: '={{ $json.by }}' } : {},
		},
	});
const many = (count: number) => Array.from({ length: count }, (_item, index) => ({ to: `n${index}` }));

it('the ID takes the place of the name', async () => {
	await runOf([{ to: 'ada', by: 'bo' }]);
	expect(service.asked).toEqual([{ line: 'POST /pay/id-of-ada', body: { by: 'id-of-bo' } }]);
});

it('an item with IDs asks nothing', async () => {
	await runOf([{ to: '#ada' }]);
	expect(service.lines).toEqual(['POST /pay/ada']);
	expect(finder.asked).toEqual([]);
});

it('each name is asked for once, so many at a time, by realm and type, before anything is sent', async () => {
	await runOf([
		{ to: 'a', by: 'b', realm: 'r1' },
		{ to: 'a', by: 'a', realm: 'r1' },
		{ to: 'c', by: 'a', realm: 'r1' },
		{ to: ':a', by: 'a', realm: 'r1' },
		{ to: 'a', by: 'a', realm: 'r2' },
	]);
	expect(finder.asked).toEqual(['r1 email a,b', 'r1 email c', 'r1 username a', 'r2 email a']);
	expect(service.log.slice(0, 4)).toEqual(['look up', 'look up', 'look up', 'look up']);
	expect(service.lines).toHaveLength(5);
});

it('a name that an earlier try found is not asked for again, but one that it did not find is', async () => {
	const { signal } = new AbortController();
	const node = { id: 'tried', retryOnFail: true, onError: 'continueRegularOutput' } as const;
	const items = [{ to: 'a' }, { to: 'x' }];
	await runOf(items, { signal, node });
	await runOf(items, { signal, node });
	expect(finder.asked).toEqual(['r email a,x', 'r email x']);
});

it.each([
	['Recipient', { to: 'x', by: 'a' }],
	['Initiator', { to: 'a', by: 'x' }],
])('a record that is not found is named: %s', async (label, item) => {
	const [given] = jsonOf(await runOf([item]));
	expect(given).toEqual({
		error: `"${label}": no x`,
		details: { outcome: 'notApplied', advice: 'Correct it. Nothing was sent.' },
	});
	expect(service.lines).toEqual([]);
});

it('a name that is not found stops the run before anything is sent', async () => {
	const { error } = await runOf([{ to: 'a' }, { to: 'x' }], { node: {} });
	expect(error).toMatchObject({ message: '"Recipient": no x', context: { itemIndex: 1 } });
	expect(service.lines).toEqual([]);
});

describe('a look-up that fails', () => {
	const problem = new Problem({ message: 'No answer', advice: 'Wait.', outcome: 'unknown', status: 500 });

	it('fails its items, which were not applied', async () => {
		finder.fails = (request) => (request === 1 ? problem : undefined);
		const ran = await runOf([{ to: 'a' }, { to: 'b' }, { to: 'c' }]);
		const failed = {
			error: '"Recipient" was not looked up: No answer',
			details: { outcome: 'notApplied', advice: 'Wait. Nothing was changed.', status: 500 },
		};
		expect(jsonOf(ran).slice(0, 2)).toEqual([failed, failed]);
		expect(service.lines).toEqual(['POST /pay/id-of-c']);
	});

	it('is the last if all eight requests of a round fail, and not if one is answered', async () => {
		finder.fails = () => problem;
		const ran = await runOf(many(40));
		expect(wordsOf(ran)).toEqual(
			Array.from({ length: 40 }, () => expect.stringContaining('No answer') as string),
		);
		expect(finder.asked).toHaveLength(8);
		finder = new Names();
		finder.fails = (request) => (request === 8 ? undefined : problem);
		await runOf(many(40));
		expect(finder.asked).toHaveLength(16);
	});

	it.each([
		['before anything was sent', unsentProblem('Stopped', '')],
		['in another way', new Error('Stopped')],
	])('%s says no more than that', async (_how, thrown) => {
		finder.fails = () => thrown;
		expect(wordsOf(await runOf([{ to: 'a' }]))).toEqual(['Stopped']);
	});
});

it('nothing more is asked for once the execution is cancelled', async () => {
	const abort = new AbortController();
	finder.fails = (request) => void (request === 8 && abort.abort());
	const ran = await runOf(many(40), { signal: abort.signal });
	expect(finder.asked).toHaveLength(8);
	expect(service.lines).toEqual([]);
	expect(ran.items).toEqual([]);
});
