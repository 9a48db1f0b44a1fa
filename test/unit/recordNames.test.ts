// Falls with nodes/RewardsEngagement/run/recordNames.ts.

import { Problem, unsentProblem } from '../../nodes/RewardsEngagement/errors';
import { RecordName, type Finder, type Found } from '../../nodes/RewardsEngagement/fields/field';
import type { Draft } from '../../nodes/RewardsEngagement/run/job';
import { hasNames, RecordNames } from '../../nodes/RewardsEngagement/run/recordNames';

/**
 * A finder that takes two names at a time, and records its calls. It finds every name, except those that start with
 * an x.
 */
class Service implements Finder {
	readonly maxNames = 2;
	readonly asked: string[] = [];
	/** The errors by number of the request, or a function for all of them. */
	fails: (request: number) => unknown = () => undefined;

	async find(_client: unknown, realmId: string, type: string, names: readonly string[]): Promise<Found[]> {
		const thrown = this.fails(this.asked.push(`${realmId} ${type} ${names.join()}`));
		await Promise.resolve();
		if (thrown !== undefined) throw thrown as Error;
		return names.map((name) =>
			name.startsWith('x')
				? { wrong: `no ${name}`, advice: 'Correct it.' }
				: { id: `id of ${name}`, name: name.toUpperCase() },
		);
	}
}

let service: Service;
beforeEach(() => (service = new Service()));

const name = (text: string, type = 'email') => new RecordName(service, type, text);
const usedRealms: unknown[] = [];
const client = {
	retryPolicy: 'policy',
	connection: { realmId: 'r1' },
	with: (...args: unknown[]) => {
		usedRealms.push(args);
		return client;
	},
};
const draft = (values: Record<string, unknown>, names: Record<string, string> = {}) =>
	({
		itemIndex: 0,
		operation: {
			parameters: { to: { property: { displayName: 'Recipient' } } },
			additionalFields: { by: { property: { displayName: 'Initiator' } } },
		},
		values,
		names,
		client,
	}) as unknown as Draft;
const always = () => true;

async function resolved(...drafts: Draft[]): Promise<Draft[]> {
	const records = new RecordNames();
	await records.lookUp(drafts, always);
	return drafts.map((one) => records.resolved(one));
}

it('puts the ID in the place of the name, and keeps all else', async () => {
	const one = draft({ to: name('ada'), amount: 5 }, { currencyId: 'Stars' });
	const [item] = await resolved(one);
	expect(item).toEqual({
		...one,
		values: { to: 'id of ada', amount: 5 },
		names: { currencyId: 'Stars', to: 'ADA' },
	});
	expect(one.values.to).toBeInstanceOf(RecordName);
});

it('leaves an item without names as it is, and asks nothing', async () => {
	const one = draft({ to: 'id' });
	expect((await resolved(one))[0]).toBe(one);
	expect([hasNames(one), hasNames(draft({ to: name('ada'), amount: 5 }))]).toEqual([false, true]);
	expect(service.asked).toEqual([]);
});

it('asks for each name once, so many at a time, by realm and type', async () => {
	const items = [
		draft({ to: name('a'), by: name('b') }),
		draft({ to: name('a') }),
		draft({ to: name('c') }),
		draft({ to: name('a', 'username') }),
		draft({ to: name('a'), realmId: 'r2' }),
	];
	expect((await resolved(...items)).map(({ values }) => values.to)).toEqual([
		'id of a',
		'id of a',
		'id of c',
		'id of a',
		'id of a',
	]);
	expect(service.asked).toEqual(['r1 email a,b', 'r1 email c', 'r1 username a', 'r2 email a']);
	expect(usedRealms.at(-1)).toEqual(['policy', 'r2']);
});

it('asks no more for what an earlier try found, and again for what it did not', async () => {
	const known = new Map<string, Found | { thrown: unknown }>();
	const items = [draft({ to: name('a') }), draft({ to: name('x') })];
	await new RecordNames(known).lookUp(items, always);
	await new RecordNames(known).lookUp(items, always);
	expect(service.asked).toEqual(['r1 email a,x', 'r1 email x']);
});

it.each([
	['to', 'Recipient'],
	['by', 'Initiator'],
	['other', 'other'],
])('says whose record is not found: %s', async (field, label) => {
	const refusal = (await resolved(draft({ [field]: name('x') })).catch(
		(thrown: unknown) => thrown,
	)) as Problem;
	expect(refusal.told).toMatchObject({
		message: `"${label}": no x`,
		advice: 'Correct it. Nothing was sent.',
		isUnsent: true,
	});
});

describe('a service that does not answer', () => {
	const problem = new Problem({
		message: 'No answer',
		advice: 'Wait.',
		outcome: 'unknown',
		status: 500,
	});
	const many = () => Array.from({ length: 40 }, (_, index) => draft({ to: name(`n${index}`) }));
	const outcomes = async (items: Draft[]) => {
		const records = new RecordNames();
		await records.lookUp(items, always);
		return items.map((item) => {
			try {
				return records.resolved(item).values.to;
			} catch (thrown) {
				return thrown;
			}
		});
	};

	it('fails the items that it was asked for, whose outcome is known', async () => {
		service.fails = (request) => (request === 1 ? problem : undefined);
		const [first, second, third] = await outcomes(['a', 'b', 'c'].map((text) => draft({ to: name(text) })));
		expect(first).toBeInstanceOf(Problem);
		expect((first as Problem).told).toEqual({
			message: '"Recipient" was not looked up: No answer',
			advice: 'Wait. Nothing was changed.',
			outcome: 'notApplied',
			status: 500,
		});
		expect(second).toEqual(first);
		expect(third).toBe('id of c');
	});

	it('is asked no more once a round of eight requests failed', async () => {
		service.fails = () => problem;
		expect((await outcomes(many())).every((thrown) => thrown instanceof Problem)).toBe(true);
		expect(service.asked).toHaveLength(8);
	});

	it('is asked on where one of them was answered', async () => {
		service.fails = (request) => (request === 8 ? undefined : problem);
		await outcomes(many());
		expect(service.asked).toHaveLength(16);
	});

	it('passes on what was thrown before anything was sent', async () => {
		const stopped = unsentProblem('Stopped', '');
		service.fails = () => stopped;
		expect((await outcomes([draft({ to: name('a') })]))[0]).toBe(stopped);
	});

	it('passes on any other error', async () => {
		const strange = new Error('strange');
		service.fails = () => strange;
		expect((await outcomes([draft({ to: name('a') })]))[0]).toBe(strange);
	});
});

it('asks nothing more once the run stops', async () => {
	const items = Array.from({ length: 40 }, (_, index) => draft({ to: name(`n${index}`) }));
	let rounds = 0;
	await new RecordNames().lookUp(items, () => rounds++ < 1);
	expect(service.asked).toHaveLength(8);
});
