// Falls with nodes/RewardsEngagement/run/bulk.ts.

import type { IDataObject } from 'n8n-workflow';

import { Client } from '../../nodes/RewardsEngagement/api/client';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import {
	Problem,
	unsentProblem,
	type Outcome,
	type ProblemFacts,
} from '../../nodes/RewardsEngagement/errors';
import type { Bulk } from '../../nodes/RewardsEngagement/declare/bulk';
import { holderOf, sendBulk, withoutEntries } from '../../nodes/RewardsEngagement/run/bulk';
import type { Job } from '../../nodes/RewardsEngagement/run/job';
import type { Result } from '../../nodes/RewardsEngagement/run/results';
import { anything, bare } from '../../nodes/RewardsEngagement/declare/response';

type Answer = { status: number; outcome?: Outcome; thrown?: Error } | Row[] | { errors: Row[] } | undefined;
type Row = Record<string, unknown>;

const ADVICE = { frozen: 'Thaw it first.' };
const UNKNOWN_WORDS =
	'The service may or may not have processed this request. Check the service before you run it again, to avoid a duplicate.';
const shared = (others: number, number = 1) =>
	` It shared request ${number} of this run with ${others} other items.`;

/** A service that accepts several entries per request, and the node's requests to it. */
class Service {
	/** The changed things of each request, as one text. */
	readonly requests: string[] = [];
	/** Decides on a request. Undefined accepts all of it. */
	answer: (things: string[], count: number) => Answer = () => undefined;

	readonly bulk: Bulk = {
		holderOf: ({ thing }) => thing as string,
		isHolderUnique: false,
		currency: 'currency',
		balances: ['balance'],
		applied: 'updates',
	};

	/** A client of one item. The first item of a request sends it. */
	client(): Client {
		const progress = { hasSent: false, mayHaveActed: false };
		const send = async (request: OperationRequest) => {
			progress.hasSent = true;
			await Promise.resolve();
			progress.mayHaveActed = true;
			const things = thingsOf(request);
			this.requests.push(things.join(''));
			const answer = this.answer(things, this.requests.length);
			const updates = answer ?? things.map((thing) => ({ thing, balance: 1 }));
			if (Array.isArray(updates)) return { body: { updates } };
			if ('errors' in updates) return { body: updates };
			throw updates.thrown ?? problemOf(updates);
		};
		return { progress, send, shown: hidden } as unknown as Client;
	}
}

const thingsOf = ({ body }: OperationRequest) =>
	(body?.updates as Array<{ thing: string }>).map(({ thing }) => thing);

const hidden = (value: unknown) =>
	JSON.parse((JSON.stringify(value) ?? 'null').replaceAll('secret', '[hidden]')) as unknown;

function problemOf({ status, outcome = 'notApplied' }: { status: number; outcome?: Outcome }) {
	return new Problem(
		{ message: `No. ${status}.`, advice: 'Look.', outcome, status },
		{ wholeAnswer: { error: 'No' } },
	);
}

let service: Service;
beforeEach(() => (service = new Service()));

/** A job for each thing. Equal letters mean the same record. */
function jobsOf(things: string): Job[] {
	return [...things].map((thing, itemIndex) => {
		const request: OperationRequest = {
			method: 'PATCH',
			path: path`/awards`,
			body: { updates: [{ thing }] },
			policy: { effect: 'once', advice: ADVICE },
		};
		return {
			itemIndex,
			operation: { response: bare(anything), policy: request.policy, bulk: service.bulk },
			client: service.client(),
			request,
			values: { realmId: 'r' },
			options: {},
		} as unknown as Job;
	});
}

/** The result of each item: its JSON, its problem, or nothing if it did not end. */
async function ran(jobs: Job[], isStoppedByFailure = false): Promise<unknown[]> {
	const results: unknown[] = jobs.map(() => undefined);
	let goesOn = true;
	let requests = 0;
	const end = ({ itemIndex }: Job, result: Result) => {
		expect(results[itemIndex]).toBeUndefined();
		const isFailed = 'problem' in result;
		results[itemIndex] = isFailed ? result.problem : result.contents.map(({ json }) => json);
		if (isFailed) goesOn = !isStoppedByFailure;
	};
	await sendBulk(jobs, { goesOn: () => goesOn, numberRequest: () => ++requests }, end);
	return results;
}

const outcomes = (results: unknown[]) =>
	results
		.map((result) => {
			if (result === undefined) return ' ';
			if (Array.isArray(result)) return (result[0] as IDataObject).balance === 1 ? '+' : '!';
			return { notApplied: '-', unknown: '?', applied: '!' }[problemIn(result).outcome];
		})
		.join('');
const problemIn = (result: unknown): ProblemFacts => {
	expect(result).toBeInstanceOf(Problem);
	return (result as Problem).told;
};
const taking = async (things: string) => outcomes(await ran(jobsOf(things)));
/** Refuses every request with one of these things as a whole. */
const refusing = (bad: string, status = 422) => {
	service.answer = (things) => (things.some((thing) => bad.includes(thing)) ? { status } : undefined);
};

it('items go out in one request in their order, and each gets its own row', async () => {
	expect(await ran(jobsOf('abc'))).toEqual(['a', 'b', 'c'].map((thing) => [{ thing, balance: 1 }]));
	expect(service.requests).toEqual(['abc']);
});

it('a request names a record only if it has a single item', async () => {
	const named: boolean[] = [];
	for (const things of ['a', 'ab']) {
		const jobs = jobsOf(things);
		for (const { request } of jobs) Object.assign(request, { names: () => [] });
		const send = async ({ names }: OperationRequest) => {
			named.push(names !== undefined);
			return await Promise.resolve({ body: {} });
		};
		Object.assign(jobs[0]!.client, { send });
		await ran(jobs);
	}
	expect(named).toEqual([true, false]);
});

it('nothing is sent for no items, or in a run that has stopped', async () => {
	expect(await ran([])).toEqual([]);
	const end = jest.fn();
	await sendBulk(jobsOf('ab'), { goesOn: () => false, numberRequest: () => 1 }, end);
	expect(end).not.toHaveBeenCalled();
	expect(service.requests).toEqual([]);
});

describe('a refusal of the whole request', () => {
	it.each<[string, string[], string]>([
		['d', ['abcd', 'ab', 'cd', 'c', 'd'], '+++-'],
		['a', ['abcd', 'ab', 'a', 'b', 'cd'], '-+++'],
		['b', ['abcd', 'ab', 'a', 'b', 'cd'], '+-++'],
		['ad', ['abcd', 'ab', 'a', 'b', 'cd', 'c', 'd'], '-++-'],
	])('for %s is parted by halves until the wrong ones stand alone', async (bad, requests, said) => {
		refusing(bad);
		expect(await taking('abcd')).toBe(said);
		expect(service.requests).toEqual(requests);
	});

	it('of three begins with two of them', async () => {
		refusing('c');
		await taking('abc');
		expect(service.requests).toEqual(['abc', 'ab', 'c']);
	});

	it.each([400, 404, 422])('is parted with %d', async (status) => {
		refusing('b', status);
		expect(await taking('ab')).toBe('+-');
	});

	it.each<[number, Outcome, string]>([
		[401, 'notApplied', '--'],
		[403, 'notApplied', '--'],
		[429, 'notApplied', '--'],
		[400, 'unknown', '??'],
		[500, 'unknown', '??'],
	])('with %d and the outcome %s is of all of them', async (status, outcome, said) => {
		service.answer = () => ({ status, outcome });
		expect(await taking('ab')).toBe(said);
		expect(service.requests).toEqual(['ab']);
	});

	it('is told with the request that it is of', async () => {
		service.answer = () => ({ status: 401 });
		const [problem] = (await ran(jobsOf('abc'))).map(problemIn);
		expect(problem).toEqual({
			message: 'No. 401.',
			advice: `Look.${shared(2)}`,
			outcome: 'notApplied',
			status: 401,
			request: { number: 1, items: 3 },
		});
		const [alone] = (await ran(jobsOf('a'))).map(problemIn);
		expect(alone).toMatchObject({ advice: 'Look.', request: { number: 1, items: 1 } });
	});

	it('numbers the requests of parts one after the other', async () => {
		refusing('b');
		const came = await ran(jobsOf('ab'));
		expect(problemIn(came[1])).toMatchObject({ advice: 'Look.', request: { number: 3, items: 1 } });
	});

	it('without an answer of the service has the outcome of what was sent before', async () => {
		service.answer = () => ({ status: 0, thrown: new Error('Broken') });
		expect(await taking('ab')).toBe('??');
		expect(service.requests).toEqual(['ab']);
	});

	it('by a web page is of all of them, because it says nothing about entries', async () => {
		const facts = { message: 'No page', outcome: 'notApplied', status: 404 } as const;
		service.answer = () => ({ status: 0, thrown: new Problem(facts, { wholeAnswer: '<p>' }) });
		expect(await taking('ab')).toBe('--');
		expect(service.requests).toEqual(['ab']);
	});

	it('with rows goes by them, and says of the others what the refusal says', async () => {
		Object.assign(service.bulk, { refused: 'errors' });
		const wholeAnswer = { updates: [{ thing: 'b', balance: 1 }], errors: [{ thing: 'c', error: 'no' }] };
		const facts = { message: 'Refused.', advice: 'Look.', outcome: 'notApplied', status: 422 } as const;
		service.answer = () => ({ status: 0, thrown: new Problem(facts, { wholeAnswer }) });
		const came = await ran(jobsOf('abc'));
		expect(outcomes(came)).toBe('?+-');
		expect(problemIn(came[0])).toMatchObject({
			message: 'Outcome unknown: refused',
			advice: `${UNKNOWN_WORDS}${shared(2)}`,
			status: 422,
		});
	});

	it('by the node itself was not applied, and names no request', async () => {
		const jobs = jobsOf('ab');
		Object.assign(jobs[0]!.client, {
			send: async () => await Promise.reject(unsentProblem('No address', 'Enter one.')),
		});
		const told = { message: 'No address', advice: 'Enter one. Nothing was sent.', outcome: 'notApplied' };
		expect((await ran(jobs)).map(problemIn)).toEqual([told, told]);
	});

	it('stops in order where a failure stops the run, and sends nothing behind it', async () => {
		refusing('bd');
		expect(outcomes(await ran(jobsOf('abcd'), true))).toBe('+-  ');
		expect(service.requests).toEqual(['abcd', 'ab', 'a', 'b']);
	});

	it('of a service that applies each entry separately is not parted', async () => {
		Object.assign(service.bulk, { refused: 'errors' });
		refusing('b');
		expect(await taking('ab')).toBe('??');
		expect(await taking('b')).toBe('-');
		expect(service.requests).toEqual(['ab', 'b']);
	});
});

describe('a request that is too large', () => {
	it('is sent by halves', async () => {
		service.answer = (things) => (things.length > 3 ? { status: 413 } : undefined);
		expect(await taking('abcd')).toBe('++++');
		expect(service.requests).toEqual(['abcd', 'ab', 'cd']);
	});

	it('was not applied where it holds one item', async () => {
		service.answer = () => ({ status: 413 });
		expect(await taking('ab')).toBe('--');
	});
});

describe('the row of an entry', () => {
	const answered = async (row: Row | undefined, list?: 'errors') => {
		service.answer = () => (list && row ? { [list]: [row] } : row ? [row] : []);
		return problemIn((await ran(jobsOf('ab')))[0]);
	};
	const request = { number: 1, items: 2 };

	it('that is missing leaves it unknown', async () => {
		expect(await answered(undefined)).toEqual({
			message: 'Outcome unknown: the response does not mention this entry',
			advice: `${UNKNOWN_WORDS}${shared(1)}`,
			outcome: 'unknown',
			request,
		});
	});

	it('that refuses it says why, what to do, and nothing that is secret', async () => {
		Object.assign(service.bulk, { refused: 'errors' });
		const advice = 'Nothing was changed in the service.';
		expect(await answered({ thing: 'a', error: 'frozen', by: 'secret' }, 'errors')).toEqual({
			message: 'The service rejected this entry: frozen',
			advice: `${advice} Thaw it first.`,
			outcome: 'notApplied',
			answer: { thing: 'a', error: 'frozen', by: '[hidden]' },
			request,
		});
		expect(await answered({ thing: 'a', error: 'secret' }, 'errors')).toMatchObject({
			message: 'The service rejected this entry: [hidden]',
			advice,
		});
		expect(await answered({ thing: 'a', error: '' }, 'errors')).toMatchObject({
			message: 'The service rejected this entry: it gave no reason',
		});
	});

	it('that does not confirm it leaves it unknown, and shows nothing that is secret', async () => {
		expect(await answered({ thing: 'a', message: 'It is no. 1 of secret.' })).toEqual({
			message: 'Outcome unknown: the service did not confirm this entry: It is no. 1 of [hidden]',
			advice: `${UNKNOWN_WORDS}${shared(1)}`,
			outcome: 'unknown',
			answer: { thing: 'a', message: 'It is no. 1 of [hidden].' },
			request,
		});
		expect(await answered({ thing: 'a' })).toMatchObject({
			message: 'Outcome unknown: the service did not confirm this entry',
		});
	});
});

describe('what an item adds to a request', () => {
	const job = {
		operation: { bulk: { holderOf: ({ thing }: Row) => thing as string } },
		request: {
			method: 'PATCH',
			path: path`/realms/${'r'}/awards`,
			query: { dry: 'no' },
			body: { updates: [{ thing: 'a' }], initiatorId: 'i' },
			policy: { effect: 'once' },
		},
	} as unknown as Job;

	it('has the record that it changes', () => {
		expect(holderOf(job)).toBe('/realms/r/awards a');
	});

	it('is no part of what must be equal to share a request', () => {
		const { request } = job;
		const rest = (changes: Partial<OperationRequest>) =>
			JSON.stringify(withoutEntries({ ...request, ...changes }));
		expect(rest({ body: { updates: [{ thing: 'b' }], initiatorId: 'i' } })).toBe(rest({}));
		for (const other of [
			{ method: 'POST' as const },
			{ path: path`/realms/${'s'}/awards` },
			{ query: { dry: 'yes' } },
			{ body: { updates: [{ thing: 'a' }], initiatorId: 'j' } },
		])
			expect(rest(other)).not.toBe(rest({}));
	});
});
