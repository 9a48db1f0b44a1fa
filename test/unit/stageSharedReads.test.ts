// Falls with nodes/RewardsEngagement/run/stages/sharedReads.ts.

import { toConnection } from '../../nodes/RewardsEngagement/api/connection';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { Job } from '../../nodes/RewardsEngagement/run/job';
import type { ItemContent } from '../../nodes/RewardsEngagement/declare/operation';
import { SharedReads } from '../../nodes/RewardsEngagement/run/stages/sharedReads';

const client = { connection: toConnection({ baseUrl: 'http://service.example', apiKey: 'k' }) };
interface Asking {
	operation?: object;
	options?: Job['options'];
	values?: object;
	request?: object;
}
const jobOf = ({ operation = {}, options = {}, values = {}, request = {} }: Asking = {}) =>
	({
		client,
		operation,
		options,
		values,
		request: { method: 'GET', path: path`/things/${'a'}`, policy: { effect: 'read' }, ...request },
	}) as unknown as Job;

let sent: number;
let stage: SharedReads;
beforeEach(() => {
	sent = 0;
	stage = new SharedReads();
});
const next = async (): Promise<ItemContent[]> =>
	await Promise.resolve([{ json: { sent: ++sent, held: { list: [1] } } }]);
const given = async (...jobs: Job[]) =>
	(await Promise.all(jobs.map(async (job) => await stage.run(job, next)))).map(([content]) => content!.json);

it('sends one request for identical reads, at once and later', async () => {
	const all = [...(await given(jobOf(), jobOf())), ...(await given(jobOf()))];
	expect(all.map((json) => json.sent)).toEqual([1, 1, 1]);
});

it('gives every job its own copy', async () => {
	const [first, second] = await given(jobOf(), jobOf());
	expect(second).toEqual(first);
	(first!.held as { list: number[] }).list.push(2);
	expect(second!.held).toEqual({ list: [1] });
	expect((await given(jobOf()))[0]).not.toBe(second);
});

it.each<[string, Asking, Asking]>([
	['another path', {}, { request: { path: path`/things/${'b'}` } }],
	['another query', {}, { request: { query: { take: 1 } } }],
	['another method', {}, { request: { method: 'POST' } }],
	['another body', { request: { body: { a: 1 } } }, { request: { body: { a: 2 } } }],
	['the full response', {}, { values: { fullResponse: true } }],
	['another number of records', { request: { listing: { maxRecords: 1 } } }, { request: { listing: {} } }],
])('sends another request for %s', async (_what, one, other) => {
	expect((await given(jobOf(one), jobOf(other))).map((json) => json.sent)).toEqual([1, 2]);
});

it.each<[string, Asking]>([
	['what changes something', { request: { policy: { effect: 'replace' } } }],
	['what pays', { request: { policy: { effect: 'once' } } }],
	['an operation of several requests', { operation: { perform: () => [] } }],
])('shares nothing of %s', async (_what, asking) => {
	expect((await given(jobOf(asking), jobOf(asking))).map((json) => json.sent)).toEqual([1, 2]);
});

it('shares a failure, and does not ask again', async () => {
	const failure = new Error('No');
	const failing = jest.fn(async () => await Promise.reject(failure));
	await expect(stage.run(jobOf(), failing)).rejects.toBe(failure);
	await expect(stage.run(jobOf(), failing)).rejects.toBe(failure);
	expect(failing).toHaveBeenCalledTimes(1);
});
