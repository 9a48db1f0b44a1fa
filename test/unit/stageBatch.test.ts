// Falls with nodes/RewardsEngagement/run/stages/batch.ts.

import type { IDataObject } from 'n8n-workflow';

import { Client } from '../../nodes/RewardsEngagement/api/client';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import { Problem, type Outcome, type ProblemFacts } from '../../nodes/RewardsEngagement/errors';
import type { PlacedItem } from '../../nodes/RewardsEngagement/idempotency/runKeys';
import type { Bulk, Entry, Refusal, Share } from '../../nodes/RewardsEngagement/run/bulk';
import type { Job } from '../../nodes/RewardsEngagement/run/job';
import type { ItemContent } from '../../nodes/RewardsEngagement/run/operation';
import { anything, bare } from '../../nodes/RewardsEngagement/run/response';
import { RUN_STOPPED } from '../../nodes/RewardsEngagement/run/results';
import { Batch } from '../../nodes/RewardsEngagement/run/stages/batch';
import { entriesOf, identityOf, joined } from '../../nodes/RewardsEngagement/run/stages/entries';
import { Groups, type Unit } from '../../nodes/RewardsEngagement/run/stages/groups';
import { lookUp } from '../../nodes/RewardsEngagement/run/stages/lookUp';

type Answer = { status: number; refusal?: Refusal; outcome?: Outcome; thrown?: Error } | Row[] | undefined;
type Row = Record<string, unknown>;

const ADVICE = { frozen: 'Thaw it first.' };
const UNKNOWN_WORDS =
	'The service may or may not have processed this request. Check the service before you run it again, to avoid a duplicate.';
const shared = (others: number, number = 1) =>
	` It shared request ${number} of this run with ${others} other items.`;

/** A service that accepts several entries per request, and the node's requests to it. */
class Service {
	/** The changed things of each request, as one text. A lookup starts with a question mark. */
	readonly requests: string[] = [];
	/** Decides on a request. Undefined accepts all of it. */
	answer: (things: string[], count: number) => Answer = () => undefined;
	/** The things that a lookup finds. */
	finds: (things: string[]) => string[] | Error = (things) => things;
	hasFinding = true;
	refuses: Bulk['refuses'] = 'all';
	isIdentityUnique = false;
	readonly realms: string[] = [];
	/** The responses to lookups. */
	bodies?: readonly unknown[];

	readonly bulk: Bulk = {
		identityOf: (entry) => entry.thing as string,
		isIdentityUnique: false,
		refuses: 'all',
		confirms: () => true,
		split: (body, entries) => sharesIn(body as Row[], entries),
		splitRefusal: (body) => (body as { refusal?: Refusal } | undefined)?.refusal,
		isPaid: (row) => row.isPaid === true,
	};

	/** The bulk of an operation with the settings of the tests. */
	own(): Bulk {
		const { refuses, isIdentityUnique, hasFinding } = this;
		const finding: Bulk['finding'] = {
			requests: (realmId, entries) => {
				this.realms.push(realmId);
				const query = { things: entries.map(({ thing }) => thing as string) };
				return [{ method: 'GET', path: path`/things`, query, policy: { effect: 'read' } }];
			},
			foundIn: (bodies) => {
				this.bodies = bodies;
				return (entry) => bodies.flat().includes(entry.thing);
			},
			otherOf: ({ other }) => String(other),
		};
		return { ...this.bulk, refuses, isIdentityUnique, ...(hasFinding && { finding }) };
	}

	/** A client of one item. The first item of a request sends it. */
	client(): Client {
		const progress = { hasSent: false, mayHaveActed: false };
		const send = async (request: OperationRequest) => {
			progress.hasSent = true;
			await Promise.resolve();
			if (request.policy.effect === 'read') return { body: this.found(request) };
			progress.mayHaveActed = true;
			const entries = entriesOf(request);
			const things = entries.map(({ thing }) => thing as string);
			this.requests.push(things.join(''));
			const answer = this.answer(things, this.requests.length);
			if (answer === undefined) return { body: things.map((thing) => ({ thing, isPaid: true })) };
			if (Array.isArray(answer)) return { body: answer };
			throw answer.thrown ?? problemOf(answer);
		};
		return { progress, send, shown: hidden } as unknown as Client;
	}

	private found({ query }: OperationRequest): string[] {
		const things = query?.things as string[];
		this.requests.push(`?${things.join('')}`);
		const found = this.finds(things);
		if (found instanceof Error) throw found;
		return found;
	}
}

const hidden = (value: unknown) =>
	JSON.parse((JSON.stringify(value) ?? 'null').replaceAll('secret', '[hidden]')) as unknown;

function sharesIn(rows: Row[], entries: readonly Entry[]): Share[] {
	return entries.map(({ thing }) => {
		const row = rows.find((one) => one.thing === thing);
		return row && ('error' in row ? { refused: row } : { record: row });
	});
}

function problemOf({ status, refusal, outcome = 'notApplied' }: Exclude<Answer, Row[] | undefined>) {
	return new Problem(
		{ message: `No. ${status}.`, advice: 'Look.', outcome, status },
		{ wholeAnswer: { refusal } },
	);
}

let service: Service;
let results: { goesOn: boolean; goesOnAfterFailures: boolean };
let batch: Batch;
/** The batch of a new run. */
const newBatch = () => {
	results = { goesOn: true, goesOnAfterFailures: true };
	batch = new Batch(results);
};
beforeEach(() => {
	service = new Service();
	newBatch();
});

/** The changes of a test to an item. */
interface Change {
	/** Another value in its entry. */
	other?: unknown;
	key?: string;
	options?: Job['options'];
}

/** A job for each thing. Equal letters mean the same record. */
function jobsOf(things: string, more: (index: number) => Change = () => ({})): Job[] {
	return [...things].map((thing, itemIndex) => {
		const { other, key, options = {} } = more(itemIndex);
		const request: OperationRequest = {
			method: 'PATCH',
			path: path`/awards`,
			body: { updates: [{ thing, other }] },
			policy: { effect: 'once', advice: ADVICE },
		};
		return {
			itemIndex,
			operation: { response: bare(anything), policy: request.policy, bulk: service.own() },
			client: service.client(),
			request,
			values: { realmId: 'r' },
			options,
			...(key !== undefined && { key: { key } as PlacedItem }),
		} as unknown as Job;
	});
}

interface Setting {
	isStoppedByFailure?: boolean;
	runOne?: (job: Job, send: () => Promise<ItemContent[]>) => Promise<ItemContent[]>;
}

const alone = async () => await Promise.reject(new Error('It is sent alone'));

/** The result of each item: its JSON, or the error. */
async function ran(jobs: Job[], setting: Setting = {}): Promise<unknown[]> {
	const came: unknown[] = jobs.map(() => 'nothing');
	const { isStoppedByFailure = false, runOne = async (_job, send) => await send() } = setting;
	if (isStoppedByFailure) results.goesOnAfterFailures = false;
	await batch.start({ isBulk: true, jobs }, async (job) => {
		try {
			const contents = await runOne(job, async () => await batch.run(job, alone));
			came[job.itemIndex] = contents.map(({ json }) => json);
		} catch (thrown) {
			came[job.itemIndex] = thrown;
			// The run notices it a little later.
			await Promise.resolve();
			results.goesOn = !isStoppedByFailure;
		}
	});
	return came;
}

const isPaid = (result: unknown) => Array.isArray(result) && (result[0] as IDataObject).isPaid === true;
const outcomes = (results: unknown[]) =>
	results.map((result) => {
		if (isPaid(result)) return '+';
		if (result === RUN_STOPPED) return 'unsent';
		return { notApplied: '-', unknown: '?', applied: '!' }[problemIn(result).outcome];
	});
const problemIn = (result: unknown): ProblemFacts => {
	expect(result).toBeInstanceOf(Problem);
	return (result as Problem).told;
};
const taking = async (things: string, setting: Setting & { more?: (index: number) => Change } = {}) =>
	outcomes(await ran(jobsOf(things, setting.more), setting)).join('');
/** Refuses every request with one of these things as a whole. */
const refusing = (bad: string, status = 422) => {
	service.answer = (things) => (things.some((thing) => bad.includes(thing)) ? { status } : undefined);
};

describe('items that share a request', () => {
	it('go out in their order, whoever is ready first, and each gets its own row', async () => {
		const runOne: Setting['runOne'] = async ({ itemIndex }, send) => {
			await new Promise((resolve) => setTimeout(resolve, 15 - 5 * itemIndex));
			return await send();
		};
		expect(await ran(jobsOf('abc'), { runOne })).toEqual(
			['a', 'b', 'c'].map((thing) => [{ thing, isPaid: true }]),
		);
		expect(service.requests).toEqual(['abc']);
	});

	it('do not wait for one that needs no request, nor is it sent', async () => {
		const runOne: Setting['runOne'] = async ({ itemIndex }, send) =>
			itemIndex === 1 ? [{ json: { isPaid: true } }] : await send();
		expect(await ran(jobsOf('abc'), { runOne })).toHaveLength(3);
		expect(service.requests).toEqual(['ac']);
	});

	it('make no request where none needs one, and the run ends when all of them have', async () => {
		let done = 0;
		const runOne = async () => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			done++;
			return [];
		};
		await ran(jobsOf('ab'), { runOne });
		expect([done, service.requests]).toEqual([2, []]);
	});

	it('are all known to have been sent, whoever sent them', async () => {
		for (const answer of [undefined, { status: 500, outcome: 'unknown' }] as const) {
			service.answer = () => answer;
			const jobs = jobsOf('abc');
			await ran(jobs);
			const progress = { hasSent: true, mayHaveActed: true };
			expect(jobs.map(({ client }) => client.progress)).toEqual([progress, progress, progress]);
		}
	});

	it('keep what is known of their own requests', async () => {
		service.answer = () => ({ status: 0, thrown: new Error('Broken') });
		const jobs = jobsOf('ab');
		const [first, second] = jobs.map(({ client }) => client);
		Object.assign(first!, { send: async () => await Promise.reject(new Error('Broken')) });
		second!.progress.hasSent = true;
		await ran(jobs);
		expect([first!.progress, second!.progress]).toEqual([
			{ hasSent: false, mayHaveActed: false },
			{ hasSent: true, mayHaveActed: false },
		]);
	});

	it('are not sent once the run has stopped', async () => {
		results.goesOn = false;
		const came = await ran(jobsOf('ab'));
		expect(service.requests).toEqual([]);
		for (const result of came) {
			expect(problemIn(result)).toEqual({
				message: 'Not sent: the run stopped before this item',
				advice: 'Run this item again.',
				outcome: 'notApplied',
			});
		}
	});
});

describe('items that cannot share a request', () => {
	it('are two under one key, and all of the same record behind the second', async () => {
		const keys = ['k', 'k', undefined, undefined, 'l'];
		const more = (index: number) => ({ key: keys[index] });
		expect(await taking('abbcd', { more })).toBe('+++++');
		expect(service.requests).toEqual(['acd', 'bb']);
	});

	it('are two of one record, where the answer could not tell them apart', async () => {
		service.isIdentityUnique = true;
		expect(await taking('aabca')).toBe('+++++');
		expect(service.requests).toEqual(['abc', 'a', 'a']);
	});

	it('are none of one record where the answer tells them apart', async () => {
		await taking('aab');
		expect(service.requests).toEqual(['aab']);
	});
});

describe('a dry run', () => {
	const shown = (jobs: Job[]) => jobs.map(({ wouldShare }) => wouldShare);
	const runOne = async () => await Promise.resolve([]);
	const dryRun = { options: { dryRun: true } };

	it('tells each item which request it would share', async () => {
		const jobs = jobsOf('abc', () => dryRun);
		await ran(jobs, { runOne });
		const request = { number: 1, items: 3 };
		expect(shown(jobs)).toEqual([request, request, request]);
	});

	it('takes no number for items that are sent', async () => {
		const jobs = jobsOf('a');
		service.answer = () => ({ status: 500, outcome: 'unknown' });
		const came = await ran(jobs);
		expect(shown(jobs)).toEqual([undefined]);
		expect(problemIn(came[0]).request).toEqual({ number: 1, items: 1 });
	});
});

describe('a refusal of the whole request', () => {
	it.each<[string, string[], string]>([
		['d', ['abcd', 'ab', 'c', 'd'], '+++-'],
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
		newBatch();
		const [alone] = (await ran(jobsOf('a'))).map(problemIn);
		expect(alone).toMatchObject({ advice: 'Look.', request: { number: 1, items: 1 } });
	});

	it('numbers the requests of parts one after the other', async () => {
		refusing('b');
		const came = await ran(jobsOf('ab'));
		expect(problemIn(came[1])).toMatchObject({ advice: 'Look.', request: { number: 3, items: 1 } });
	});

	it('hands on what is no answer of the service', async () => {
		const thrown = new Error('Broken');
		service.answer = () => ({ status: 0, thrown });
		expect(await ran(jobsOf('ab'))).toEqual([thrown, thrown]);
		expect(service.requests).toEqual(['ab']);
	});

	it('after three items refused in a row tries the next one by one, until one is taken', async () => {
		refusing('abcd');
		expect(await taking('abcdefgh')).toBe('----++++');
		expect(service.requests).toEqual(['abcdefgh', 'abcd', 'ab', 'a', 'b', 'cd', 'c', 'd', 'e', 'fgh']);
	});

	it('goes on from one request to the next with what it has shown', async () => {
		refusing('abc');
		await taking('abc');
		await taking('def');
		expect(service.requests.slice(-2)).toEqual(['d', 'ef']);
	});

	it('still knows of the rest that one must be wrong when it tries one by one', async () => {
		refusing('xyzc');
		await taking('xyz');
		service.requests.length = 0;
		expect(await taking('abc')).toBe('++-');
		expect(service.requests).toEqual(['a', 'bc', 'b', 'c']);
	});

	it('stops in order where a failure stops the run, and sends nothing behind it', async () => {
		refusing('bd');
		expect(await ran(jobsOf('abcd'), { isStoppedByFailure: true }).then(outcomes)).toEqual([
			'+',
			'-',
			'unsent',
			'unsent',
		]);
		expect(service.requests).toEqual(['abcd', 'ab', 'a', 'b']);
	});
});

describe('a request that is too large', () => {
	it('is sent by halves, none of which must be wrong, and so are later ones of its size', async () => {
		service.answer = (things) => (things.length > 3 ? { status: 413 } : undefined);
		expect(await taking('abcd')).toBe('++++');
		expect(service.requests).toEqual(['abcd', 'ab', 'cd']);
		await taking('efgh');
		await taking('ijk');
		expect(service.requests.slice(3)).toEqual(['ef', 'gh', 'ijk']);
	});

	it('is sent by halves where entries are refused each by itself, too', async () => {
		service.refuses = 'each';
		service.answer = (things) => (things.length > 1 ? { status: 413 } : undefined);
		expect(await taking('ab')).toBe('++');
	});

	it('was not applied where it holds one item', async () => {
		service.answer = () => ({ status: 413 });
		expect(await taking('ab')).toBe('--');
	});
});

describe('a refusal without rows, of a service that refuses each entry by itself', () => {
	beforeEach(() => (service.refuses = 'each'));

	it('leaves all unknown, and nothing is sent again', async () => {
		refusing('b', 400);
		const [problem, ...others] = (await ran(jobsOf('abc'))).map(problemIn);
		expect(service.requests).toEqual(['abc']);
		expect(others).toHaveLength(2);
		expect(problem).toEqual({
			message: 'Outcome unknown: no. 400',
			advice: `${UNKNOWN_WORDS}${shared(2)}`,
			outcome: 'unknown',
			status: 400,
			request: { number: 1, items: 3 },
		});
	});

	it('of one entry was not applied', async () => {
		refusing('a', 400);
		expect(await taking('a')).toBe('-');
	});
});

describe('a refusal with rows', () => {
	const rows = (mayHaveActed: boolean, ...shares: Share[]): Refusal => ({ shares, mayHaveActed });
	const record = { thing: 'a', isPaid: true };

	it.each<[Bulk['refuses'], boolean, string, string]>([
		['all', false, 'abc', '---'],
		['all', true, 'abc', '-??'],
		['each', false, 'abc', '-??'],
		['each', true, 'abc', '-??'],
		['each', false, 'a', '-'],
	])(
		'of %s, of which some may be applied: %s, tells %s as %s',
		async (refuses, mayHaveActed, things, said) => {
			service.refuses = refuses;
			service.answer = () => ({ status: 422, refusal: rows(mayHaveActed, { refused: { error: 'no' } }) });
			expect(await taking(things)).toBe(said);
			expect(service.requests).toEqual([things]);
		},
	);

	it('of one entry that it does not name is of that one, unless it may be applied', async () => {
		for (const mayHaveActed of [false, true]) {
			service.refuses = 'each';
			service.answer = () => ({ status: 422, refusal: rows(mayHaveActed) });
			expect(await taking('a')).toBe(mayHaveActed ? '?' : '-');
		}
	});

	it.each([400, 401, 403, 409, 413, 429, 499])('decides with the status %d', async (status) => {
		service.answer = () => ({ status, refusal: rows(true, { record }, { refused: {} }) });
		expect(await taking('abc')).toBe('+-?');
		expect(service.requests).toEqual(['abc']);
	});

	it.each([207, 302, 500, 503])('decides nothing with the status %d', async (status) => {
		service.answer = () => ({ status, outcome: 'unknown', refusal: rows(true, { record }, { refused: {} }) });
		expect(await taking('abc')).toBe('???');
	});

	it('says of an entry that it does not name what it says of all, and with whom it was sent', async () => {
		const refusal = rows(false, { refused: {} });
		service.answer = () => ({ status: 422, refusal });
		const named = (await ran(jobsOf('ab'))).map(problemIn);
		expect(named[1]).toMatchObject({ message: 'No. 422.', advice: `Look.${shared(1)}` });
		newBatch();
		service.answer = () => ({ status: 409, outcome: 'unknown', refusal: { ...refusal, mayHaveActed: true } });
		const unsure = (await ran(jobsOf('ab'))).map(problemIn);
		expect(unsure[1]).toMatchObject({
			message: 'No. 409.',
			advice: `Look.${shared(1)}`,
			request: { number: 1, items: 2 },
		});
	});

	it('stops the run where a failure does, before anything else is sent', async () => {
		service.answer = (_things, count) =>
			count === 1 ? { status: 422 } : { status: 422, refusal: rows(true, { record }, { refused: {} }) };
		const came = await ran(jobsOf('abcd'), { isStoppedByFailure: true });
		expect(outcomes(came)).toEqual(['+', '-', 'unsent', 'unsent']);
		expect(service.requests).toEqual(['abcd', 'ab']);
	});

	it('is no reason to take the rest of a refused request for wrong', async () => {
		service.answer = (things) => {
			if (things.includes('a') && things.length === 2) return { status: 422, refusal: rows(false) };
			return things.length === 4 ? { status: 422 } : undefined;
		};
		expect(await taking('abcd')).toBe('--++');
		expect(service.requests).toEqual(['abcd', 'ab', 'cd']);
	});
});

describe('the row of an entry', () => {
	const answered = async (row: Row | undefined) => {
		service.answer = () => (row ? [row] : []);
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
		const advice = 'Nothing was changed in the service.';
		expect(await answered({ thing: 'a', error: 'frozen', by: 'secret' })).toEqual({
			message: 'The service rejected this entry: frozen',
			advice: `${advice} Thaw it first.`,
			outcome: 'notApplied',
			answer: { thing: 'a', error: 'frozen', by: '[hidden]' },
			request,
		});
		expect(await answered({ thing: 'a', error: 'secret' })).toMatchObject({
			message: 'The service rejected this entry: [hidden]',
			advice,
		});
		expect(await answered({ thing: 'a', error: '' })).toMatchObject({
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

	it('that cannot be made an item fails that entry alone', async () => {
		const [first, second] = jobsOf('ab') as [Job, Job];
		const thrown = new RangeError('Too deep');
		Object.assign(first.operation, {
			bulk: {
				...first.operation.bulk,
				isPaid: () => {
					throw thrown;
				},
			},
		});
		const came = await ran([first, second]);
		expect(came[0]).toBe(thrown);
		expect(isPaid(came[1])).toBe(true);
	});

	it('lets the run go on only once all of it have their results', async () => {
		const log: string[] = [];
		service.isIdentityUnique = true;
		service.answer = (things) => {
			log.push(things.join(''));
			return undefined;
		};
		const runOne: Setting['runOne'] = async (_item, send) => {
			const contents = await send();
			await new Promise((resolve) => setTimeout(resolve, 5));
			log.push('done');
			return contents;
		};
		await ran(jobsOf('aba'), { runOne });
		expect(log).toEqual(['ab', 'done', 'done', 'a', 'done']);
	});
});

describe('a request of which something is not there', () => {
	const missing = (...things: string[]) => {
		refusing(things.join(''), 404);
		service.finds = (asked) => asked.filter((thing) => !things.includes(thing));
	};

	it('is looked up: those that are there go out together, and the others alone', async () => {
		missing('b', 'd');
		expect(await taking('abcde')).toBe('+-+-+');
		expect(service.requests).toEqual(['abcde', '?abcde', 'ace', 'b', 'd']);
		expect(service.realms).toEqual(['r']);
	});

	it('sends three that are not there alone, and believes the service of the rest', async () => {
		missing('a', 'b', 'c', 'd', 'e');
		const came = await ran(jobsOf('abcde'));
		expect(service.requests).toEqual(['abcde', '?abcde', 'a', 'b', 'c']);
		expect(outcomes(came)).toEqual(['-', '-', '-', '-', '-']);
		expect(problemIn(came[2]).advice).toBe('Look.');
		expect(problemIn(came[3])).toMatchObject({
			advice: `Look.${shared(4)} The service does not find this member in this realm. It rejected similar items one by one, so this item was not sent again on its own.`,
			request: { number: 1, items: 5 },
		});
	});

	it('is not looked up again once one that is not there was taken, and the rest goes out together', async () => {
		refusing('a', 404);
		service.finds = () => [];
		expect(await taking('abcde')).toBe('-++++');
		expect(service.requests).toEqual(['abcde', '?abcde', 'a', 'b', 'cde']);
		refusing('j', 404);
		await taking('fghij');
		expect(service.requests.slice(5).some((request) => request.startsWith('?'))).toBe(false);
	});

	it('ends with the last that is not there, if that is taken', async () => {
		refusing('c', 404);
		service.finds = (things) => things.filter((thing) => !'ce'.includes(thing));
		expect(await taking('abcde')).toBe('++-++');
		expect(service.requests).toEqual(['abcde', '?abcde', 'abd', 'c', 'e']);
	});

	it('is looked up again where there is no telling, and the rest goes out together', async () => {
		service.finds = () => [];
		service.answer = (things) => {
			if (things.length === 5) return { status: 404 };
			return things[0] === 'a' ? { status: 500, outcome: 'unknown' } : undefined;
		};
		expect(await taking('abcde')).toBe('?++++');
		expect(service.requests).toEqual(['abcde', '?abcde', 'a', 'bcde']);
		refusing('', 404);
		service.answer = () => ({ status: 404 });
		await taking('fghij');
		expect(service.requests).toContain('?fghij');
	});

	it('is about what its items have in common where all of them are there', async () => {
		refusing('a', 404);
		const came = await ran(jobsOf('abcde', () => ({ other: 'x' })));
		expect(service.requests).toEqual(['abcde', '?abcde']);
		expect(problemIn(came[4])).toMatchObject({
			outcome: 'notApplied',
			advice: `Look.${shared(4)} The service finds every member of that request. Check the values that its items share: the currency, the initiator and the realm.`,
		});
	});

	it('is parted where all of them are there and they name different things', async () => {
		refusing('e', 404);
		expect(await taking('abcde', { more: (index) => ({ other: index === 4 ? 'y' : 'x' }) })).toBe('++++-');
		expect(service.requests).toEqual(['abcde', '?abcde', 'abc', 'd', 'e']);
	});

	it('is parted where the look-up fails, and nothing is looked up any more', async () => {
		refusing('e', 404);
		service.finds = () => new Error('Broken');
		expect(await taking('abcde')).toBe('++++-');
		expect(service.requests).toEqual(['abcde', '?abcde', 'abc', 'd', 'e']);
		refusing('j', 404);
		await taking('fghij');
		expect(service.requests).not.toContain('?fghij');
	});

	it.each<[string, string, number, Setting]>([
		['fewer than five', 'abcd', 404, {}],
		['refused for another reason', 'abcde', 422, {}],
		['of a run that stops at a failure', 'abcde', 404, { isStoppedByFailure: true }],
	])('is not looked up when %s', async (_what, things, status, setting) => {
		refusing('a', status);
		await taking(things, setting);
		expect(service.requests.some((request) => request.startsWith('?'))).toBe(false);
	});

	it('is not looked up where nothing can be asked', async () => {
		service.hasFinding = false;
		refusing('a', 404);
		expect(await taking('abcde')).toBe('-++++');
	});
});

describe('a look-up', () => {
	const notFound = problemOf({ status: 404 });
	const looked = async () =>
		await lookUp(
			jobsOf('abcde', (index) => ({ other: index })).map((job) => ({ job })),
			notFound,
		);

	it('tells those that are there from those that are not, in their order', async () => {
		service.finds = () => ['b', 'e'];
		const found = await looked();
		if (found === undefined || found === 'unanswered') throw new Error('Nothing was looked up');
		const thingsOf = (list: Array<{ job: Job }>) =>
			list.flatMap(({ job }) => entriesOf(job.request)).map(({ thing }) => thing);
		expect([thingsOf(found.known), thingsOf(found.unknown), found.others]).toEqual([
			['b', 'e'],
			['a', 'c', 'd'],
			5,
		]);
		expect(service.bodies).toEqual([['b', 'e']]);
	});
});

describe('what an item adds to a request', () => {
	const request: OperationRequest = {
		method: 'PATCH',
		path: path`/realms/${'r'}/awards`,
		query: { dry: 'no' },
		body: { updates: [{ thing: 'a' }], initiatorId: 'i' },
		policy: { effect: 'once' },
		names: () => [],
	};
	const jobOf = (changes: Partial<OperationRequest> = {}, options: Job['options'] = {}) =>
		({ ...jobsOf('a')[0], request: { ...request, ...changes }, options }) as Job;
	const withEntry = (thing: string) => ({ body: { updates: [{ thing }], initiatorId: 'i' } });

	it('is its entry, and whose record it changes', () => {
		expect(entriesOf(jobOf().request)).toEqual([{ thing: 'a' }]);
		expect(identityOf(jobOf())).toBe('/realms/r/awards a');
	});

	it('goes out with that of others unless anything differs but the entry', () => {
		const kindsOf = (...jobs: Job[]) => {
			const groups = new Groups();
			for (const job of jobs) groups.add(job);
			return groups.takeAll().map((unit) => unit.jobs.length);
		};
		expect(kindsOf(jobOf(), jobOf(withEntry('b')))).toEqual([2]);
		for (const other of [
			jobOf({ ...withEntry('b'), method: 'POST' }),
			jobOf({ ...withEntry('b'), path: path`/realms/${'s'}/awards` }),
			jobOf({ ...withEntry('b'), query: { dry: 'yes' } }),
			jobOf({ body: { updates: [{ thing: 'b' }], initiatorId: 'j' } }),
			jobOf(withEntry('b'), { batchSize: 7 }),
		])
			expect(kindsOf(jobOf(), other)).toEqual([1, 1]);
	});

	it('joins the entries of others in their order, and then names no record', () => {
		expect(joined([jobOf(), jobOf(withEntry('b'))])).toEqual({
			...request,
			names: undefined,
			body: { updates: [{ thing: 'a' }, { thing: 'b' }], initiatorId: 'i' },
		});
		expect(joined([jobOf()])).toEqual(request);
	});
});

describe('groups of items that wait', () => {
	/** An item of a group that changes a record. A group is sent when it has this many items. */
	const item = (group: string, thing: string, batchSize = 3) =>
		({ ...jobsOf(thing)[0], options: { batchSize, retries: Number(group) } }) as Job;
	const named = (units: Unit[]) =>
		units.map(({ jobs }) => jobs.map(({ request }) => entriesOf(request)[0]?.thing).join(''));

	it('go out when they are full, each by itself', () => {
		const groups = new Groups();
		const added = ['a', 'b', 'c', 'd'].map((thing) => named(groups.add(item('1', thing))));
		expect(added).toEqual([[], [], ['abc'], []]);
		expect(named(groups.takeAll())).toEqual(['d']);
		expect(groups.takeAll()).toEqual([]);
	});

	it('hold a hundred items unless told', () => {
		const groups = new Groups();
		const jobs = Array.from({ length: 100 }, () => jobsOf('a')[0] as Job);
		expect(jobs.map((job) => groups.add(job).length).filter(Boolean)).toEqual([1]);
	});

	it('wait side by side, and go out in the order in which they were begun', () => {
		const groups = new Groups();
		for (const [group, thing] of [
			['1', 'a'],
			['2', 'b'],
			['1', 'c'],
		] as const)
			expect(groups.add(item(group, thing))).toEqual([]);
		expect(named(groups.takeAll())).toEqual(['ac', 'b']);
	});

	it('all go out before an item of another group changes what one of them changes', () => {
		const groups = new Groups();
		groups.add(item('1', 'a'));
		groups.add(item('2', 'b'));
		expect(groups.add(item('1', 'a'))).toEqual([]);
		expect(named(groups.add(item('2', 'a')))).toEqual(['aa', 'b']);
		expect(named(groups.takeAll())).toEqual(['a']);
	});

	it('go out together with one that is full at once', () => {
		const groups = new Groups();
		groups.add(item('1', 'a'));
		expect(named(groups.add(item('2', 'a', 1)))).toEqual(['a', 'a']);
	});

	it('are forgotten once they went out', () => {
		const groups = new Groups();
		groups.add(item('1', 'a', 1));
		groups.add(item('3', 'c'));
		expect(groups.add(item('2', 'a'))).toEqual([]);
		groups.takeAll();
		groups.add(item('3', 'd'));
		expect(groups.add(item('4', 'a'))).toEqual([]);
		expect(groups.add(item('4', 'c'))).toEqual([]);
	});

	it('still keep their order once another group went out', () => {
		const groups = new Groups();
		groups.add(item('1', 'a', 2));
		groups.add(item('2', 'b'));
		expect(named(groups.add(item('1', 'c', 2)))).toEqual(['ac']);
		expect(named(groups.add(item('3', 'b')))).toEqual(['b']);
	});

	it('hold no item that changes nothing', () => {
		const groups = new Groups();
		const [job] = jobsOf('a') as [Job];
		const request = { ...job.request, policy: { effect: 'read' as const } };
		expect(named(groups.add({ ...job, request }))).toEqual(['a']);
	});

	it('all go out before an item that shares nothing', () => {
		const groups = new Groups();
		groups.add(item('1', 'a'));
		const single = { ...jobsOf('b')[0], operation: {} } as Job;
		expect(named(groups.add(single))).toEqual(['a', 'b']);
	});
});
