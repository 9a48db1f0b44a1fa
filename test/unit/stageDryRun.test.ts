// Falls with nodes/RewardsEngagement/run/stages/dryRun.ts.

import type { IExecuteFunctions } from 'n8n-workflow';

import { toConnection } from '../../nodes/RewardsEngagement/api/connection';
import { path } from '../../nodes/RewardsEngagement/api/path';
import { RunSummary } from '../../nodes/RewardsEngagement/run/hints';
import type { Job } from '../../nodes/RewardsEngagement/run/job';
import { DryRun } from '../../nodes/RewardsEngagement/run/stages/dryRun';

const context = { of: 'n8n' } as unknown as IExecuteFunctions;
const client = {
	connection: toConnection({ baseUrl: 'http://service.example', apiKey: 'k' }),
	shown: (value: unknown) => value,
};

let summary: RunSummary;
let stage: DryRun;
beforeEach(() => {
	summary = new RunSummary();
	stage = new DryRun(context, summary);
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

it('hands on only the jobs that are sent', async () => {
	const jobs = [
		jobOf(0, { key: 'a' }),
		jobOf(1),
		jobOf(2, { options: {} }),
		jobOf(3, { options: { dryRun: false } }),
	];
	const sent = await stage.survey(jobs, async (rest) => await Promise.resolve(rest));
	expect(sent.map(({ itemIndex }) => itemIndex)).toEqual([2, 3]);
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

it('names its key, if it has one', async () => {
	expect(await shownOf(jobOf(0, { key: 'k@1' }))).toMatchObject({ dryRun: true, idempotencyKey: 'k@1' });
	expect(await shownOf(jobOf(0))).not.toHaveProperty('idempotencyKey');
});
