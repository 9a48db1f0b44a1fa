// Falls with nodes/RewardsEngagement/run/stages/dryRun.ts.

import type { IExecuteFunctions } from 'n8n-workflow';

import { toConnection } from '../../nodes/RewardsEngagement/api/connection';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { RunKeys } from '../../nodes/RewardsEngagement/idempotency/runKeys';
import { RunSummary } from '../../nodes/RewardsEngagement/run/hints';
import type { Job } from '../../nodes/RewardsEngagement/run/job';
import type { Preview } from '../../nodes/RewardsEngagement/run/previewKeys';
import { DryRun } from '../../nodes/RewardsEngagement/run/stages/dryRun';

const context = { of: 'n8n' } as unknown as IExecuteFunctions;
const client = {
	connection: toConnection({ baseUrl: 'http://service.example', apiKey: 'k' }),
	shown: (value: unknown) => value,
};

/** Keys of a run whose journal has these states. */
class Keys {
	states: Record<string, string> = {};
	fails?: Error;
	readonly asked: string[][] = [];
	get own() {
		if (this.fails) throw this.fails;
		return { runIndex: 0, data: { saved: { shown: {} }, firstItem: () => undefined, show: () => {} } };
	}

	async statesOf(items: ReadonlyArray<{ key: string }>): Promise<Map<string, string>> {
		if (this.fails) throw this.fails;
		this.asked.push(items.map(({ key }) => key));
		return await Promise.resolve(new Map(items.map(({ key }) => [key, this.states[key] ?? 'mine'])));
	}
}

let keys: Keys;
let summary: RunSummary;
let stage: DryRun;
beforeEach(() => {
	keys = new Keys();
	summary = new RunSummary();
	stage = new DryRun(context, keys as unknown as RunKeys, summary);
});

const jobOf = (itemIndex: number, { key, ...more }: { key?: string; [name: string]: unknown } = {}) =>
	({
		itemIndex,
		operation: {},
		client,
		values: {},
		options: { dryRun: true },
		request: { method: 'POST', path: path`/things/${'a'}` },
		output: { show: (json: object) => ({ shown: json }) },
		key: key && { key, itemIndex, fingerprint: 'f', occurrence: {} },
		...more,
	}) as unknown as Job;
const next = jest.fn(async () => await Promise.resolve([{ json: { sent: true } }]));
beforeEach(() => next.mockClear());
const shownOf = async (job: Job) => (await stage.run(job, next))[0]!.json.shown;

describe('a survey', () => {
	const surveyed = async (jobs: readonly Job[]) => {
		const refused: unknown[] = [];
		const sent: number[] = [];
		const left = await stage.survey(
			jobs,
			async (rest) => {
				sent.push(...rest.map(({ itemIndex }) => itemIndex));
				return await Promise.resolve(rest);
			},
			({ itemIndex }, thrown) => refused.push([itemIndex, thrown]),
		);
		expect(left.map(({ itemIndex }) => itemIndex)).toEqual(sent);
		return { refused, sent };
	};

	it('sees what the keys would do, and hands on the jobs that are sent', async () => {
		keys.states = { b: 'done' };
		const jobs = [
			jobOf(0, { key: 'a' }),
			jobOf(1, { key: 'b' }),
			jobOf(2),
			jobOf(3, { key: 'c', options: {} }),
			jobOf(4, { options: { dryRun: false } }),
		];
		expect(await surveyed(jobs)).toEqual({ refused: [], sent: [3, 4] });
		expect(jobs.map(({ preview }) => preview?.wouldBe)).toEqual([
			'sent',
			'skipped',
			undefined,
			undefined,
			undefined,
		]);
		expect(keys.asked).toEqual([['a', 'b']]);
	});

	it('asks nothing where no dry run has a key', async () => {
		keys.fails = new Error('No store');
		expect(await surveyed([jobOf(0), jobOf(1, { key: 'a', options: {} })])).toEqual({
			refused: [],
			sent: [1],
		});
	});

	it('refuses the dry runs whose keys cannot be read, and hands on the others', async () => {
		keys.fails = new Error('No store');
		const { refused, sent } = await surveyed([
			jobOf(0, { key: 'a' }),
			jobOf(1, { key: 'b', options: {} }),
			jobOf(2),
		]);
		expect(sent).toEqual([1]);
		expect(refused).toEqual([[0, keys.fails]]);
	});
});

it('sends what is no dry run', async () => {
	expect(await stage.run(jobOf(0, { options: {} }), next)).toEqual([{ json: { sent: true } }]);
	expect(summary.dryRuns).toBe(0);
});

it('shows the request of a dry run, and sends nothing', async () => {
	const request = { method: 'PUT', path: path`/things/${'a'}`, query: { a: 1 }, body: { b: [2] } };
	const contents = await stage.run(jobOf(0, { request }), next);
	expect(contents).toEqual([
		{
			json: {
				shown: {
					dryRun: true,
					wouldBe: 'sent',
					method: 'PUT',
					path: '/things/a',
					query: { a: 1 },
					body: { b: [2] },
				},
			},
		},
	]);
	expect(next).not.toHaveBeenCalled();
	expect(summary.dryRuns).toBe(1);
	expect(RunSummary.unsent.has(contents)).toBe(true);
});

it('leaves out what is not sent', async () => {
	const request = {
		method: 'PUT',
		path: path`/things/${'a'}`,
		body: { b: undefined, c: { d: undefined, e: null } },
	};
	const shown = await shownOf(jobOf(0, { request }));
	expect(shown).not.toHaveProperty('query');
	expect((shown as { body: object }).body).toStrictEqual({ c: { e: null } });
});

it.each([['parameters'], ['additionalFields'], ['updateFields']])(
	'hides the secrets of %s wherever they stand, and no empty one',
	async (place) => {
		const password = { property: { typeOptions: { password: true } } };
		const plain = { property: {} };
		const operation = { [place]: { secret: password, missing: password, open: plain } };
		const request = {
			method: 'PUT',
			path: path`/things/${'a'}`,
			query: { at: 'hush', none: undefined },
			body: { list: ['hush', 'said'], held: { secret: 'hush', open: 'said' } },
		};
		const shown = await shownOf(jobOf(0, { operation, request, values: { secret: 'hush', open: 'said' } }));
		expect(shown).toMatchObject({
			query: { at: '[hidden]' },
			body: { list: ['[hidden]', 'said'], held: { secret: '[hidden]', open: 'said' } },
		});
		expect((shown as { query: object }).query).toStrictEqual({ at: '[hidden]' });
	},
);

it('adds what the operation finds out beforehand, and hides keys in all of it', async () => {
	const preview = jest.fn(async () => await Promise.resolve({ price: 5 }));
	const hiding = { ...client, shown: (value: object | undefined) => value && { ...value, hidden: true } };
	const job = jobOf(0, { operation: { preview }, client: hiding, values: { a: 1 } });
	expect(await shownOf(job)).toMatchObject({ dryRun: true, price: 5, hidden: true });
	const { request, values } = job;
	expect(preview).toHaveBeenCalledWith({ context, client: hiding, values, request });
});

it('names the request that it would share', async () => {
	const wouldShare = { number: 2, items: 3 };
	expect(await shownOf(jobOf(0, { wouldShare }))).toMatchObject({ request: wouldShare });
});

it('refuses an address that nothing can be sent to', async () => {
	const broken = { ...client, connection: toConnection({ baseUrl: 'nowhere', apiKey: 'k' }) };
	await expect(stage.run(jobOf(0, { client: broken }), next)).rejects.toThrow('"Base URL" must start with');
	expect(summary.dryRuns).toBe(0);
});

describe('says what the key would do', () => {
	it.each<[Preview['wouldBe'], object]>([
		['sent', { wouldBe: 'sent' }],
		[
			'refusedAsOpen',
			{
				wouldBe: 'refused',
				reason: 'Would not be sent: an earlier request with this key may have been applied',
			},
		],
		[
			'refusedAsOther',
			{ wouldBe: 'refused', reason: 'Would not be sent: this key was used for another request' },
		],
		[
			'unknown',
			{
				wouldBe: 'unknown',
				reason:
					'Unknown: other processes of this n8n instance use the same keys, so a dry run cannot check them',
			},
		],
		[
			'skipped',
			{
				wouldBe: 'skipped',
				reason: 'Would not be sent: an earlier execution already did this with the same key',
				firstRun: { execution: 'earlier' },
			},
		],
	])('%s', async (wouldBe, said) => {
		const shown = await shownOf(jobOf(0, { preview: { key: 'k@1', wouldBe } }));
		expect(shown).toMatchObject({ dryRun: true, idempotencyKey: 'k@1', ...said });
		expect(Object.hasOwn(shown as object, 'reason')).toBe(wouldBe !== 'sent');
	});

	it('skipped, for another item of the execution', async () => {
		const first = { runIndex: 2, itemIndex: 5 };
		const preview = { key: 'k@1', wouldBe: 'skipped', first };
		expect(await shownOf(jobOf(0, { preview }))).toMatchObject({
			reason: 'Would not be sent: another item of this execution has the same key',
			firstRun: { execution: 'this', ...first },
		});
	});
});
