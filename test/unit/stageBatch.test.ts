// Falls with nodes/RewardsEngagement/run/stages/batch.ts.

import type { IDataObject } from 'n8n-workflow';

import { Client } from '../../nodes/RewardsEngagement/api/client';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import { Problem, type Outcome, type ProblemFacts } from '../../nodes/RewardsEngagement/errors';
import type { PlacedItem } from '../../nodes/RewardsEngagement/idempotency/runKeys';
import type { Bulk } from '../../nodes/RewardsEngagement/declare/bulk';
import type { Job } from '../../nodes/RewardsEngagement/run/job';
import type { ItemContent } from '../../nodes/RewardsEngagement/declare/operation';
import { anything, bare } from '../../nodes/RewardsEngagement/declare/response';
import { RUN_STOPPED } from '../../nodes/RewardsEngagement/run/results';
import { Batch } from '../../nodes/RewardsEngagement/run/stages/batch';
import { holderOf, joined } from '../../nodes/RewardsEngagement/run/stages/bulkRequests';
import { Groups, type Unit } from '../../nodes/RewardsEngagement/run/stages/groups';

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
let results: { goesOn: boolean };
let batch: Batch;
/** The batch of a new run. */
const newBatch = () => {
	results = { goesOn: true };
	batch = new Batch(results);
};
beforeEach(() => {
	service = new Service();
	newBatch();
});

/** The changes of a test to an item. */
interface Change {
	key?: string;
	options?: Job['options'];
}

/** A job for each thing. Equal letters mean the same record. */
function jobsOf(things: string, more: (index: number) => Change = () => ({})): Job[] {
	return [...things].map((thing, itemIndex) => {
		const { key, options = {} } = more(itemIndex);
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

const isPaid = (result: unknown) => Array.isArray(result) && (result[0] as IDataObject).balance === 1;
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
			['a', 'b', 'c'].map((thing) => [{ thing, balance: 1 }]),
		);
		expect(service.requests).toEqual(['abc']);
	});

	it('do not wait for one that needs no request, nor is it sent', async () => {
		const runOne: Setting['runOne'] = async ({ itemIndex }, send) =>
			itemIndex === 1 ? [{ json: { balance: 1 } }] : await send();
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
		Object.assign(service.bulk, { isHolderUnique: true });
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

	it('lets the run go on only once all of it have their results', async () => {
		const log: string[] = [];
		Object.assign(service.bulk, { isHolderUnique: true });
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

	it('has the record that it changes', () => {
		expect(holderOf(jobOf())).toBe('/realms/r/awards a');
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
		units.map(({ jobs }) => jobs.map(({ request }) => thingsOf(request)[0]).join(''));

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
