// Falls with nodes/RewardsEngagement/api/client.ts.

import type { IncomingMessage, ServerResponse } from 'node:http';

import { Client } from '../../nodes/RewardsEngagement/api/client';
import { gateOf, gates } from '../../nodes/RewardsEngagement/api/gate';
import type { ApiContext } from '../../nodes/RewardsEngagement/api/http';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { Effect, OperationRequest, Policy } from '../../nodes/RewardsEngagement/api/request';
import { POLICIES, type RetryPolicy } from '../../nodes/RewardsEngagement/api/retry';
import { now } from '../../nodes/RewardsEngagement/api/time';
import { Problem } from '../../nodes/RewardsEngagement/errors';
import { useSteadyClock } from '../harness/clock';
import { contextOf, listen } from './n8nHttp';

/** A response: a status, or also headers and a body. */
type Answer = number | { status?: number; headers?: Record<string, string>; body?: unknown };

const { unattended } = POLICIES;
const KEY = 'key-of-the-realm-9f8e';
useSteadyClock();
let random: jest.SpyInstance;
beforeEach(() => {
	gates.clear();
	random = jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => random.mockRestore());

/** A service that gives these responses in turn, then always the last one, and a client of it. */
async function open(
	answers: Answer[],
	patience: Partial<RetryPolicy> = {},
	signal?: AbortSignal,
	otherUrl?: string,
) {
	const requests: string[] = [];
	const asked: string[] = [];
	const give = ({ method, url }: IncomingMessage, response: ServerResponse) => {
		requests.push(`${method} ${url}`);
		const answer = answers[Math.min(requests.length, answers.length) - 1]!;
		const {
			status = 200,
			headers = {},
			body = { id: 1 },
		} = typeof answer === 'number' ? { status: answer } : answer;
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(JSON.stringify(body));
	};
	const baseUrl = otherUrl ?? (await listen(give));
	const context = Object.assign(contextOf([], signal) as object, {
		getCredentials: (name: string) => {
			asked.push(name);
			return Promise.resolve({ baseUrl, apiKey: KEY, realmId: 'r1' });
		},
	}) as unknown as ApiContext;
	const client = await Client.open(context, { ...unattended, ...patience });
	return { client, requests, asked, baseUrl, context };
}

const request = (
	effect: Effect,
	more: Omit<Partial<OperationRequest>, 'policy'> & { policy?: Partial<Policy> } = {},
): OperationRequest => ({
	method: effect === 'read' ? 'GET' : 'POST',
	path: path`/things`,
	...more,
	policy: { effect, ...more.policy },
});
const problemOf = async (work: Promise<unknown>) => {
	const thrown: unknown = await work.then(
		() => undefined,
		(error: unknown) => error,
	);
	expect(thrown).toBeInstanceOf(Problem);
	return (thrown as Problem).told;
};
const limited = (retryAfter: string): Answer => ({ status: 429, headers: { 'retry-after': retryAfter } });

describe('what is sent again', () => {
	it.each<[Effect, Answer[], number]>([
		['read', [500, 503, 200], 3],
		['replace', [500, 429, 200], 3],
		['once', [429, 429, 200], 3],
	])('%s after %j, until it succeeds', async (effect, answers, count) => {
		const { client, requests } = await open(answers);
		expect(await client.send(request(effect))).toMatchObject({ status: 200, body: { id: 1 } });
		expect(requests).toHaveLength(count);
	});

	it.each<[Effect, Answer[], number, string]>([
		['read', [500], 5, 'notApplied'],
		['read', [404], 1, 'notApplied'],
		['replace', [500], 5, 'unknown'],
		['replace', [400], 1, 'notApplied'],
		['replace', [500, 400], 2, 'unknown'],
		['replace', [429, 400], 2, 'notApplied'],
		['once', [429, 400], 2, 'notApplied'],
		['once', [500], 1, 'unknown'],
		['once', [429, 500], 2, 'unknown'],
		['once', [409], 1, 'unknown'],
		['once', [202], 1, 'unknown'],
	])('%s after %j gives up after %i tries: %s', async (effect, answers, count, outcome) => {
		const { client, requests } = await open(answers);
		expect((await problemOf(client.send(request(effect)))).outcome).toBe(outcome);
		expect(requests).toHaveLength(count);
	});

	it('is a refusal for the limit, however often it comes, until the total wait is over', async () => {
		const refusals = Array<Answer>(20).fill(429);
		const { client, requests } = await open([...refusals, 503, 200], { maxAttempts: 2 });
		expect(await client.send(request('read'))).toMatchObject({ status: 200 });
		expect(requests).toHaveLength(22);
		const other = await open([limited('1')], { totalWait: 3_500 });
		expect((await problemOf(other.client.send(request('once')))).outcome).toBe('notApplied');
		expect(other.requests).toHaveLength(4);
	});

	it.each([1, 3])('is a refusal for the limit %i times where the user says so', async (maxAttempts) => {
		const { client, requests } = await open([429], { maxAttempts, countsRefusals: true });
		expect((await problemOf(client.send(request('once')))).outcome).toBe('notApplied');
		expect(requests).toHaveLength(maxAttempts);
	});

	it('is a refusal for the limit at most a few times a second outside the gate', async () => {
		const { client, requests } = await open([429], { totalWait: 2_000, isGated: false });
		expect((await problemOf(client.send(request('once')))).outcome).toBe('notApplied');
		expect(requests.length).toBeLessThan(10);
	});
});

describe('a request after one that may have acted', () => {
	it.each(['read', 'replace', 'once'] as const)(
		'says the outcome of both, where it fails: %s',
		async (effect) => {
			for (const [first, outcome] of [
				[200, 'unknown'],
				[500, 'unknown'],
				[422, 'notApplied'],
			] as const) {
				const { client } = await open([first, 422]);
				await client.send(request('once')).catch(() => undefined);
				expect((await problemOf(client.send(request(effect)))).outcome).toBe(outcome);
			}
		},
	);

	it('of another item says its own', async () => {
		const { client } = await open([200, 422]);
		await client.send(request('once'));
		expect((await problemOf(client.with(client.retryPolicy).send(request('once')))).outcome).toBe(
			'notApplied',
		);
	});
});

describe('a wait', () => {
	it.each([
		['2.4', 1],
		['0.3', 2],
	])('of %s seconds lets a request that may take four be sent %d times', async (asked, count) => {
		const { client, requests } = await open([limited(asked), 200], { totalTime: 4_000, isGated: false });
		await client.send(request('read')).catch(() => undefined);
		expect(requests).toHaveLength(count);
	});

	it('for its turn leaves a request less time to wait', async () => {
		const full = {
			'x-ratelimit-remaining': '0',
			'x-ratelimit-window': '0.2',
			'x-ratelimit-reset': '99999999999',
		};
		const { client, requests } = await open([{ headers: full }, limited('0.6'), 200]);
		await client.send(request('read'));
		const other = client.with({ ...unattended, totalWait: 500 });
		expect(await problemOf(other.send(request('once')))).toMatchObject({ status: 429 });
		expect(requests).toHaveLength(2);
	});

	it('that is too long is told in the shorter of the two limits', async () => {
		const { client } = await open([limited('2')], {
			backoffLimit: 5_000,
			totalWait: 1_000,
			isGated: false,
		});
		const { advice } = await problemOf(client.send(request('read')));
		expect(advice).toContain('It asks to wait 2 seconds, which is longer than this request may wait.');
	});
});

describe('the limit of the service', () => {
	it('is that of a realm, and does not hold back a person who waits', async () => {
		const { client, requests } = await open([limited('600'), 200]);
		await problemOf(client.send(request('read')));
		await client.with(POLICIES.list).send(request('read'));
		await client.with(unattended, 'r2').send(request('read'));
		expect(requests).toHaveLength(3);
	});

	it('lets nothing through that is no longer wanted when its turn comes, unless its item has sent one', async () => {
		const headers = {
			'x-ratelimit-remaining': '0',
			'x-ratelimit-window': '0.1',
			'x-ratelimit-reset': '99999999999',
		};
		const { client, requests, context } = await open([{ headers }, { headers }, 200]);
		let hasStopped = false;
		const own = await Client.open(context, unattended, () => {
			if (hasStopped) throw new Error('The run has stopped');
		});
		await own.send(request('read'));
		hasStopped = true;
		await own.send(request('read'));
		const waiting = own.with(unattended);
		await expect(waiting.send(request('once'))).rejects.toThrow('The run has stopped');
		expect(waiting.progress).toEqual({ hasSent: false, mayHaveActed: false });
		expect(gateOf(client.connection, 'r1').isIdle).toBe(true);
		expect(requests).toHaveLength(2);
	});

	it('gives the answer that makes room a moment to stop the run', async () => {
		const { requests, context } = await open([200]);
		let hasStopped = false;
		const own = await Client.open(context, unattended, () => {
			if (hasStopped) throw new Error('The run has stopped');
		});
		const sent = Array.from({ length: 6 }, async () => {
			await own.with(unattended).send(request('read'));
			hasStopped = true;
		});
		const ends = await Promise.allSettled(sent);
		expect(ends.map(({ status }) => status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected']);
		expect(requests).toHaveLength(5);
	});
});

describe('what is known of how far it came', () => {
	it.each<[Effect, boolean]>([
		['read', false],
		['replace', true],
		['once', true],
	])('after %s', async (effect, mayHaveActed) => {
		const { client } = await open([200]);
		expect(client.progress).toEqual({ hasSent: false, mayHaveActed: false });
		await client.send(request(effect));
		expect(client.progress).toEqual({ hasSent: true, mayHaveActed });
		expect(client.with(unattended).progress).toEqual({ hasSent: false, mayHaveActed: false });
		await client.send(request('read'));
		expect(client.progress.mayHaveActed).toBe(mayHaveActed);
	});

	it('after a cancel between its turn and its request: nothing was sent', async () => {
		const abort = new AbortController();
		const { client, requests } = await open([200], {}, abort.signal);
		const sent = problemOf(client.send(request('once')));
		abort.abort();
		expect(await sent).toMatchObject({ message: 'The execution was canceled', outcome: 'notApplied' });
		expect(client.progress).toEqual({ hasSent: false, mayHaveActed: false });
		expect(requests).toEqual([]);
	});

	it('after the last moment for a response: nothing was sent', async () => {
		const { client, requests } = await open([200], { until: now() - 1, isGated: false });
		expect(await problemOf(client.send(request('once')))).toMatchObject({ outcome: 'notApplied' });
		expect(requests).toEqual([]);
	});
});

describe('a place that the service names', () => {
	it.each([300, 302, 399])('with %d is given, and not gone to', async (status) => {
		const { client, requests, baseUrl } = await open([{ status, headers: { location: '/files/1?x=y' } }]);
		expect(await client.locate(request('read'))).toBe(`${baseUrl}/files/1?x=y`);
		expect(requests).toHaveLength(1);
	});

	it.each<[string, Answer]>([
		['an answer', { headers: { location: '/files/1' } }],
		['an error', { status: 400, headers: { location: '/files/1' } }],
		['a redirect to nowhere', 302],
		['a redirect to what is no address', { status: 302, headers: { location: 'https://:1:2' } }],
	])('is not %s', async (_what, answer) => {
		const { client } = await open([answer]);
		await problemOf(client.locate(request('read')));
	});
});

it('a request takes no longer than all its tries may take together', async () => {
	const baseUrl = await listen(() => {});
	const patience = { timeout: 4_000, totalTime: 200, maxAttempts: 1 };
	const { client } = await open([200], patience, undefined, baseUrl);
	const since = Date.now();
	await problemOf(client.send(request('read')));
	expect(Date.now() - since).toBeLessThan(2_500);
});

it('shows no key', async () => {
	const { client } = await open([200]);
	expect(client.shown({ [KEY]: [`the key ${KEY}`] })).toEqual({ '[hidden]': ['the key [hidden]'] });
});
