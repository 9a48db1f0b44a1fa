import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useSteadyClock } from '../../harness/clock';
import { until } from '../../harness/process/wait';
import { byId } from '../../harness/workflows/nodes';
import { runNode, type RunOptions } from '../engine';
import { useService, withoutPauses } from '../sandbox';
import { watchedNode } from '../changedNode';

useSteadyClock();
const service = useService();
withoutPauses();

const run = async (parameters: INodeParameters, input: IDataObject[], more: Partial<RunOptions> = {}) =>
	await runNode({ credential: service.credential(), parameters, input, ...more });
const items = (count: number) => Array.from({ length: count }, (_, number) => ({ number }));

/** Delays every response of an operation, and returns the highest number of open requests. */
function watchWidth(operation: string, delay = 300): () => number {
	service.control.addFault({ operation, kind: 'delay', delay });
	return () => {
		const starts = service.requests.map(({ at }) => Date.parse(at));
		return Math.max(
			...starts.map((start) => starts.filter((time) => Math.abs(time - start) < delay / 2).length),
		);
	};
}

const transfer = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'transferBalance',
	serviceId: byId(service.ids.members.bonusPool),
	recipientId: byId(service.ids.members.ada),
	currencyId: byId(''),
	amount: '={{ $json.number + 1 }}',
	options,
});
const read = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'search',
	type: 'username',
	values: '=user{{ $json.number }}',
	options,
});

describe('several at a time', () => {
	it('sends reads side by side and keeps the order of the items', async () => {
		const width = watchWidth('member.search');
		const input = [
			{ name: 'ada' },
			...Array.from({ length: 8 }, (_, n) => ({ name: `nobody${n}` })),
			{ name: 'bruno' },
		];
		const result = await run({ ...read(), values: '={{ $json.name }}' }, input);
		expect(result.items.map(({ json, pairedItem }) => [json.username, pairedItem])).toEqual([
			['ada', { item: 0 }],
			['bruno', { item: 9 }],
		]);
		expect(width()).toBeGreaterThan(3);
	});

	it('sends transfers one by one, in order', async () => {
		const width = watchWidth('member.transferBalance');
		await run(transfer(), items(5));
		expect(width()).toBe(1);
		expect(service.requests.map(({ body }) => (body as { amount: number }).amount)).toEqual([1, 2, 3, 4, 5]);
	});

	it('sends transfers side by side when the user says so', async () => {
		const width = watchWidth('member.transferBalance');
		const result = await run(transfer({ concurrency: 4 }), items(12));
		expect(width()).toBe(4);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toEqual(items(12).map((_, item) => ({ item })));
	});

	it('lets each item say how many', async () => {
		const width = watchWidth('member.transferBalance');
		await run(transfer({ concurrency: '={{ $json.number < 4 ? 4 : 1 }}' }), items(6));
		expect(width()).toBe(4);
	});

	it('keeps the order of updates of one record', async () => {
		// The first update acts late, so it would overwrite the later ones.
		service.control.addFault({ operation: 'member.updateMetadata', kind: 'delay', delay: 150, times: 1 });
		const update = {
			resource: 'member',
			operation: 'updateMetadata',
			serviceId: byId('={{ $json.member }}'),
			metadata: '={{ { slot: $json.slot } }}',
		};
		const { ada, bruno } = service.ids.members;
		await run(update, [
			{ member: ada, slot: 1 },
			{ member: ada, slot: 2 },
			{ member: bruno, slot: 1 },
			{ member: ada, slot: 3 },
		]);
		const members = [...service.state.realms.values()].flatMap((realm) => [...realm.members.values()]);
		expect(members.find(({ id }) => id === ada)?.metadata).toMatchObject({ slot: 3 });
		expect(service.requests.findIndex(({ path }) => path.includes(bruno))).toBeLessThan(3);
	});

	it('updates the records side by side that a query names, each in the order of its items', async () => {
		const { guest, wallet } = service.ids.memberCredentials;
		const operation = 'memberCredential.updateMetadata';
		const update = {
			resource: 'memberCredential',
			operation: 'updateMetadata',
			type: '={{ $json.type }}',
			value: '={{ $json.value }}',
			metadata: '={{ { slot: $json.slot } }}',
		};
		// The first update acts late, so it would overwrite the later ones.
		service.control.addFault({ operation, kind: 'delay', delay: 300, times: 1 });
		await run(update, [
			{ ...guest, slot: 1 },
			{ ...guest, value: guest.value.toUpperCase(), slot: 2 },
			{ ...wallet, slot: 1 },
		]);
		const slots = service.requests.map(({ body }) => (body as { metadata: IDataObject }).metadata.slot);
		expect(slots).toEqual([1, 1, 2]);
		expect(service.requests[1]?.query).toMatchObject(wallet);
	});

	it('starts nothing more once an item stops the run', async () => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'status', status: 403, times: 1 });
		const { error } = await run(transfer(), items(20));
		expect(error?.message).toMatch(/not allowed/);
		expect(service.requests).toHaveLength(1);
	});

	it('stops within a second when the execution is cancelled', async () => {
		watchWidth('member.transferBalance', 100);
		const abort = new AbortController();
		const { nodeType, ended } = watchedNode();
		const running = run(transfer(), items(200), { signal: abort.signal, nodeType }).catch(() => undefined);
		await until('some of them', () => service.requests.length === 3);
		const cancelledAt = Date.now();
		abort.abort();
		await Promise.all([running, ended]);
		expect(Date.now() - cancelledAt).toBeLessThan(1_000);
		const sent = service.requests.length;
		await new Promise((resolve) => setTimeout(resolve, 1_000));
		expect(service.requests.length).toBeLessThanOrEqual(sent + 1);
	});
});

describe('the automatic width', () => {
	it('starts with 5 and never exceeds 50', async () => {
		const width = watchWidth('member.search', 200);
		await run(read(), items(140));
		const starts = service.requests.map(({ at }) => Date.parse(at));
		expect(starts.filter((time) => time - starts[0]! < 100)).toHaveLength(5);
		expect(width()).toBeGreaterThan(10);
		expect(width()).toBeLessThanOrEqual(50);
	});

	it('is shared by turns, so that a short run does not wait for all that a long one has in line', async () => {
		watchWidth('member.search', 200);
		let isLongOver = false;
		const long = run(read(), items(100)).then(() => void (isLongOver = true));
		await until('some of them', () => service.requests.length > 2);
		await run(read(), items(3));
		expect(isLongOver).toBe(false);
		expect(service.requests.length).toBeLessThan(30);
		await long;
	});
});

describe('under a limit', () => {
	it('sends every request once, and is never refused when it is alone under the limit', async () => {
		service.control.setRateLimit({ limit: 20, windowSeconds: 1 });
		const began = Date.now();
		const result = await run(transfer(), items(70), { onError: 'continueErrorOutput' });
		expect(result.items).toHaveLength(70);
		expect(service.requests.map(({ status }) => status)).toEqual(items(70).map(() => 200));
		expect(Date.now() - began).toBeGreaterThan(3_000);
	});

	it('shares the limit between runs of the same realm', async () => {
		service.control.setRateLimit({ limit: 20, windowSeconds: 1 });
		const results = await Promise.all([run(transfer(), items(30)), run(transfer(), items(30))]);
		expect(results.flatMap((result) => result.items)).toHaveLength(60);
		expect(service.requests.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(2);
	});
});

describe('the number of requests at a time that the node finds itself', () => {
	/** Runs reads, and returns how many of them are sent before the first response. */
	async function firstOf(count: number): Promise<number> {
		const before = service.requests.length;
		const delay = 300;
		service.control.clearFaults();
		service.control.addFault({ operation: 'member.search', kind: 'delay', delay });
		expect((await run(read(), items(count))).errorItems).toEqual([]);
		const [first, ...others] = service.requests.slice(before).map(({ at }) => Date.parse(at));
		return 1 + others.filter((time) => time - first! < delay / 2).length;
	}

	it.each([429, 503])('grows from run to run, and falls after refusals with %i', async (status) => {
		const few = await firstOf(40);
		const many = await firstOf(40);
		expect(many).toBeGreaterThan(few);
		service.control.clearFaults();
		service.control.addFault({ operation: 'member.search', kind: 'status', status, times: 8 });
		await run(read(), items(30));
		expect(await firstOf(40)).toBeLessThan(many);
	});
});

describe('options of the retries', () => {
	it('does not wait longer than the user says', async () => {
		service.control.addFault({ operation: 'member.search', kind: 'rateLimit', retryAfter: 2 });
		const { error } = await run(read({ maximumWaitSeconds: 1 }), items(1));
		expect(error?.message).toBe('The service is receiving too many requests');
		expect(service.requests).toHaveLength(1);
	});

	it('does not wait longer in all than the user says', async () => {
		service.control.addFault({ operation: 'member.search', kind: 'rateLimit', retryAfter: 1 });
		await run(read({ maximumTotalWaitSeconds: 1.5 }), items(1));
		expect(service.requests).toHaveLength(2);
	});

	it('does not keep asking a service that has asked for a long wait', async () => {
		service.control.addFault({ operation: 'member.transferBalance', kind: 'rateLimit', retryAfter: 3600 });
		const { errorItems } = await run(transfer(), items(50), { onError: 'continueErrorOutput' });
		expect(errorItems).toHaveLength(50);
		expect(errorItems.every(({ json }) => (json.details as IDataObject).outcome === 'notApplied')).toBe(true);
		expect(service.requests).toHaveLength(1);
	});
});

describe('identical reads', () => {
	const analytics = (options: INodeParameters = {}): INodeParameters => ({
		resource: 'currency',
		operation: 'getAnalytics',
		currencyId: byId(service.ids.currencies.stars),
		additionalFields: { period: '={{ $json.period }}' },
		options,
	});
	const input = Array.from({ length: 60 }, (_, n) => ({ period: n % 2 ? '7d' : '30d' }));

	it('are asked once in a run', async () => {
		const { items: found } = await run(analytics(), input);
		expect(found).toHaveLength(60);
		expect(found[58]?.json).toEqual(found[0]?.json);
		expect(service.requests).toHaveLength(2);
	});

	it('give each item a record of its own', async () => {
		const { items: found } = await run(analytics(), input);
		const [first, second] = [found[0]!.json, found[2]!.json];
		(first.distribution as IDataObject).medianBalance = 'changed';
		expect((second.distribution as IDataObject).medianBalance).not.toBe('changed');
	});

	it('are asked again in the next run', async () => {
		await run(analytics(), input);
		await run(analytics(), input);
		expect(service.requests).toHaveLength(4);
	});

	it('fail for every item when they fail', async () => {
		service.control.addFault({ operation: 'currency.getAnalytics', kind: 'status', status: 404 });
		const { errorItems } = await run(analytics(), input, { onError: 'continueErrorOutput' });
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		expect(service.requests).toHaveLength(2);
	});

	it('do not include transfers: two equal transfers are both sent', async () => {
		await run({ ...transfer(), amount: 1 }, items(2));
		expect(service.requests).toHaveLength(2);
	});
});
