import type { IDataObject } from 'n8n-workflow';

import { Client } from '../../nodes/RewardsEngagement/api/client';
import { path } from '../../nodes/RewardsEngagement/api/path';
import type { OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import type { Outcome } from '../../nodes/RewardsEngagement/errors/outcome';
import { ServiceProblem, type Problem } from '../../nodes/RewardsEngagement/errors/serviceProblem';
import { NotApplied } from '../../nodes/RewardsEngagement/errors/stage';
import type { Bulk, Entry, Refusal, Share } from '../../nodes/RewardsEngagement/run/bulk';
import { BulkGroups } from '../../nodes/RewardsEngagement/run/bulkGroups';
import {
	bulkPartOf,
	entriesOf,
	joined,
	MAX_BATCH_SIZE,
	type BulkPart,
} from '../../nodes/RewardsEngagement/run/bulkPart';
import { lookUp } from '../../nodes/RewardsEngagement/run/lookUp';
import type { ItemContent, Operation } from '../../nodes/RewardsEngagement/run/operation';
import { anything, bare } from '../../nodes/RewardsEngagement/run/response';
import { BulkExperience, runBulk, type BulkRun } from '../../nodes/RewardsEngagement/run/sendBulk';

type Answer = { status: number; refusal?: Refusal; outcome?: Outcome; thrown?: Error } | Row[] | undefined;
type Row = Record<string, unknown>;

const ADVICE = { frozen: 'Thaw it first.' };
const UNKNOWN_WORDS =
	'It cannot be known from here whether the service acted on it. Look in the service before you run it again, or it may take effect twice.';
const shared = (others: number, number = 1) =>
	` It shared request ${number} of this run with ${others} other items.`;

/** A service that takes entries together, and the node's requests to it. */
class Service {
	/** The things that each request changes, as one text; a look-up begins with a question mark. */
	readonly requests: string[] = [];
	/** Decides on a request. Nothing takes all of it. */
	answer: (things: string[], count: number) => Answer = () => undefined;
	/** What a look-up finds of those that it asks for. */
	finds: (things: string[]) => string[] | Error = (things) => things;
	hasFinding = true;
	refuses: Bulk['refuses'] = 'all';
	isIdentityUnique = false;
	readonly realms: string[] = [];
	/** What look-ups were answered. */
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

	/** The bulk of an operation as the tests set it up. */
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

	/** A client of one item; the first of a request sends it. */
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
	return new ServiceProblem(
		{ message: `No. ${status}.`, description: 'Look.', outcome, status },
		{ refusal },
	);
}

interface Item {
	itemIndex: number;
	bulk: BulkPart;
	dryRun?: { isLeftOut: boolean };
}

let service: Service;
beforeEach(() => (service = new Service()));

/** An item for each thing; equal letters are the same record. */
function itemsOf(things: string, more: (index: number) => Partial<BulkPart> & Row = () => ({})): Item[] {
	return [...things].map((thing, itemIndex) => {
		const { other, ...part } = more(itemIndex);
		const request: OperationRequest = {
			method: 'PATCH',
			path: path`/awards`,
			body: { updates: [{ thing, other }] },
			policy: { effect: 'once', advice: ADVICE },
		};
		const bulk: BulkPart = {
			operation: { response: bare(anything), policy: request.policy } as unknown as Operation,
			bulk: service.own(),
			client: service.client(),
			request,
			values: { realmId: 'r' },
			group: 'g',
			identity: thing,
			most: 100,
			send: async () => await Promise.reject(new Error('Nobody sends it')),
			...part,
		};
		return { itemIndex, bulk };
	});
}

interface Setting {
	isStoppedByFailure?: boolean;
	experience?: BulkExperience;
	/** Nothing goes on from this request. */
	goesOn?: () => boolean;
	runOne?: (item: Item, send: () => Promise<ItemContent[]>) => Promise<ItemContent[]>;
}

/** What came of each item: its JSON, or what was thrown. */
async function ran(items: Item[], setting: Setting = {}): Promise<unknown[]> {
	const results: unknown[] = items.map(() => 'nothing');
	const { isStoppedByFailure = false, runOne = async (_item, send) => await send() } = setting;
	let hasFailed = false;
	let number = 0;
	const run: BulkRun<Item> = {
		nextNumber: () => ++number,
		goesOn: setting.goesOn ?? (() => !(isStoppedByFailure && hasFailed)),
		isStoppedByFailure,
		experience: setting.experience ?? new BulkExperience(),
		runOne: async (item) => {
			try {
				const contents = await runOne(item, async () => await item.bulk.send());
				results[item.itemIndex] = contents.map(({ json }) => json);
			} catch (thrown) {
				results[item.itemIndex] = thrown;
				// The run learns of it a little later.
				await Promise.resolve();
				hasFailed = true;
			}
		},
	};
	await runBulk(run, items);
	return results;
}

const isPaid = (result: unknown) => Array.isArray(result) && (result[0] as IDataObject).isPaid === true;
const outcomes = (results: unknown[]) =>
	results.map((result) => {
		if (isPaid(result)) return '+';
		if (result instanceof NotApplied) return 'unsent';
		return { notApplied: '-', unknown: '?', applied: '!' }[problemIn(result).outcome];
	});
const problemIn = (result: unknown): Problem => {
	expect(result).toBeInstanceOf(ServiceProblem);
	return (result as ServiceProblem).problem;
};
const taking = async (things: string, setting: Setting & { more?: (index: number) => Row } = {}) =>
	outcomes(await ran(itemsOf(things, setting.more), setting)).join('');
/** Refuses what holds one of these things, as a whole. */
const refusing = (bad: string, status = 422) => {
	service.answer = (things) => (things.some((thing) => bad.includes(thing)) ? { status } : undefined);
};

describe('items that share a request', () => {
	it('go out in their order, whoever is ready first, and each gets its own row', async () => {
		const runOne: Setting['runOne'] = async ({ itemIndex }, send) => {
			await new Promise((resolve) => setTimeout(resolve, 15 - 5 * itemIndex));
			return await send();
		};
		expect(await ran(itemsOf('abc'), { runOne })).toEqual(
			['a', 'b', 'c'].map((thing) => [{ thing, isPaid: true }]),
		);
		expect(service.requests).toEqual(['abc']);
	});

	it('do not wait for one that needs no request, nor is it sent', async () => {
		const runOne: Setting['runOne'] = async ({ itemIndex }, send) =>
			itemIndex === 1 ? [{ json: { isPaid: true } }] : await send();
		expect(await ran(itemsOf('abc'), { runOne })).toHaveLength(3);
		expect(service.requests).toEqual(['ac']);
	});

	it('make no request where none needs one, and the run ends when all of them have', async () => {
		let done = 0;
		const runOne = async () => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			done++;
			return [];
		};
		await ran(itemsOf('ab'), { runOne });
		expect([done, service.requests]).toEqual([2, []]);
	});

	it('are all known to have been sent, whoever sent them', async () => {
		for (const answer of [undefined, { status: 500, outcome: 'unknown' }] as const) {
			service.answer = () => answer;
			const items = itemsOf('abc');
			await ran(items);
			const progress = { hasSent: true, mayHaveActed: true };
			expect(items.map(({ bulk }) => bulk.client.progress)).toEqual([progress, progress, progress]);
		}
	});

	it('keep what is known of their own requests', async () => {
		service.answer = () => ({ status: 0, thrown: new Error('Broken') });
		const items = itemsOf('ab');
		const [first, second] = items.map(({ bulk }) => bulk.client);
		Object.assign(first!, { send: async () => await Promise.reject(new Error('Broken')) });
		second!.progress.hasSent = true;
		await ran(items);
		expect([first!.progress, second!.progress]).toEqual([
			{ hasSent: false, mayHaveActed: false },
			{ hasSent: true, mayHaveActed: false },
		]);
	});

	it('are not sent once the run has stopped', async () => {
		const results = await ran(itemsOf('ab'), { goesOn: () => false });
		expect(service.requests).toEqual([]);
		for (const result of results) {
			expect(result).toMatchObject({
				isUnsent: true,
				thrown: { message: 'The run stopped before this item was sent', description: 'Nothing was sent.' },
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
	const shown = (items: Item[]) => items.map(({ bulk }) => bulk.wouldShare);
	const runOne = async () => await Promise.resolve([]);

	it('tells each item which request it would share, and leaves out those that would not be sent', async () => {
		const items = itemsOf('abc').map((item, index) => ({ ...item, dryRun: { isLeftOut: index === 1 } }));
		await ran(items, { runOne });
		expect(shown(items)).toEqual([{ number: 1, items: 2 }, undefined, { number: 1, items: 2 }]);
	});

	it('takes no number where none would be sent, nor for items that are sent', async () => {
		const [first, second] = itemsOf('ab') as [Item, Item];
		const items = [{ ...first, dryRun: { isLeftOut: true } }, second];
		service.answer = () => ({ status: 500, outcome: 'unknown' });
		const results = await ran(items, {
			runOne: async ({ itemIndex }, send) => (itemIndex === 0 ? [] : await send()),
		});
		expect(shown(items)).toEqual([undefined, undefined]);
		expect(problemIn(results[1]).request).toEqual({ number: 1, items: 1 });
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
		const [problem] = (await ran(itemsOf('abc'))).map(problemIn);
		expect(problem).toEqual({
			message: 'No. 401.',
			description: `Look.${shared(2)}`,
			outcome: 'notApplied',
			status: 401,
			request: { number: 1, items: 3 },
		});
		const [alone] = (await ran(itemsOf('a'))).map(problemIn);
		expect(alone).toMatchObject({ description: 'Look.', request: { number: 1, items: 1 } });
	});

	it('numbers the requests of parts one after the other', async () => {
		refusing('b');
		const results = await ran(itemsOf('ab'));
		expect(problemIn(results[1])).toMatchObject({ description: 'Look.', request: { number: 3, items: 1 } });
	});

	it('hands on what is no answer of the service', async () => {
		const thrown = new Error('Broken');
		service.answer = () => ({ status: 0, thrown });
		expect(await ran(itemsOf('ab'))).toEqual([thrown, thrown]);
		expect(service.requests).toEqual(['ab']);
	});

	it('after three items refused in a row tries the next one by one, until one is taken', async () => {
		refusing('abcd');
		expect(await taking('abcdefgh')).toBe('----++++');
		expect(service.requests).toEqual(['abcdefgh', 'abcd', 'ab', 'a', 'b', 'cd', 'c', 'd', 'e', 'fgh']);
	});

	it('goes on from one request to the next with what it has shown', async () => {
		const experience = new BulkExperience();
		refusing('abc');
		await taking('abc', { experience });
		expect(experience.wrongInARow).toBe(3);
		await taking('de', { experience });
		expect(service.requests.slice(-2)).toEqual(['d', 'e']);
		expect(experience.wrongInARow).toBe(0);
	});

	it('still knows of the rest that one must be wrong when it tries one by one', async () => {
		const experience = new BulkExperience();
		experience.wrongInARow = 3;
		refusing('c');
		expect(await taking('abc', { experience })).toBe('++-');
		expect(service.requests).toEqual(['a', 'bc', 'b', 'c']);
	});

	it('stops in order where a failure stops the run, and sends nothing behind it', async () => {
		refusing('bd');
		expect(await ran(itemsOf('abcd'), { isStoppedByFailure: true }).then(outcomes)).toEqual([
			'+',
			'-',
			'unsent',
			'unsent',
		]);
		expect(service.requests).toEqual(['abcd', 'ab', 'a', 'b']);
	});
});

it('a run begins with nothing that speaks against a request of many', () => {
	expect({ ...new BulkExperience() }).toEqual({
		wrongInARow: 0,
		tooMany: Infinity,
		lookUps: { isOff: false },
	});
});

describe('a request that is too large', () => {
	it('is sent by halves, none of which must be wrong, and so are later ones of its size', async () => {
		const experience = new BulkExperience();
		service.answer = (things) => (things.length > 3 ? { status: 413 } : undefined);
		expect(await taking('abcd', { experience })).toBe('++++');
		expect(service.requests).toEqual(['abcd', 'ab', 'cd']);
		expect(experience.tooMany).toBe(4);
		await taking('efgh', { experience });
		await taking('ijk', { experience });
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
		const [problem, ...others] = (await ran(itemsOf('abc'))).map(problemIn);
		expect(service.requests).toEqual(['abc']);
		expect(others).toHaveLength(2);
		expect(problem).toEqual({
			message: 'No. 400; this entry may have been applied',
			description: `${UNKNOWN_WORDS}${shared(2)}`,
			outcome: 'unknown',
			status: 400,
			request: { number: 1, items: 3 },
		});
	});

	it('of one entry was not applied', async () => {
		refusing('a', 400);
		const experience = new BulkExperience();
		expect(await taking('a', { experience })).toBe('-');
		expect(experience.wrongInARow).toBe(1);
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
		const named = (await ran(itemsOf('ab'))).map(problemIn);
		expect(named[1]).toMatchObject({ message: 'No. 422.', description: `Look.${shared(1)}` });
		service.answer = () => ({ status: 409, outcome: 'unknown', refusal: { ...refusal, mayHaveActed: true } });
		const unsure = (await ran(itemsOf('ab'))).map(problemIn);
		expect(unsure[1]).toMatchObject({
			message: 'No. 409.',
			description: `Look.${shared(1)}`,
			request: { number: 1, items: 2 },
		});
	});

	it('stops the run where a failure does, before anything else is sent', async () => {
		service.answer = (_things, count) =>
			count === 1 ? { status: 422 } : { status: 422, refusal: rows(true, { record }, { refused: {} }) };
		const results = await ran(itemsOf('abcd'), { isStoppedByFailure: true });
		expect(outcomes(results)).toEqual(['+', '-', 'unsent', 'unsent']);
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
		return problemIn((await ran(itemsOf('ab')))[0]);
	};
	const request = { number: 1, items: 2 };

	it('that is missing leaves it unknown', async () => {
		expect(await answered(undefined)).toEqual({
			message: 'The answer does not say what became of this entry; it may have been applied',
			description: `${UNKNOWN_WORDS}${shared(1)}`,
			outcome: 'unknown',
			request,
		});
	});

	it('that refuses it says why, what to do, and nothing that is secret', async () => {
		const advice = 'Nothing was changed in the service, so it is safe to run it again.';
		expect(await answered({ thing: 'a', error: 'frozen', by: 'secret' })).toEqual({
			message: 'The service refused this entry: frozen',
			description: `Thaw it first. ${advice}`,
			outcome: 'notApplied',
			details: { thing: 'a', error: 'frozen', by: '[hidden]' },
			request,
		});
		expect(await answered({ thing: 'a', error: 'secret' })).toMatchObject({
			message: 'The service refused this entry: [hidden]',
			description: advice,
		});
		expect(await answered({ thing: 'a', error: '' })).toMatchObject({
			message: 'The service refused this entry: it does not say why',
		});
	});

	it('that does not confirm it leaves it unknown, and shows nothing that is secret', async () => {
		expect(await answered({ thing: 'a', message: 'It is no. 1 of secret.' })).toEqual({
			message: 'The service did not confirm this entry: It is no. 1 of [hidden]; it may have been applied',
			description: `${UNKNOWN_WORDS}${shared(1)}`,
			outcome: 'unknown',
			details: { thing: 'a', message: 'It is no. 1 of [hidden].' },
			request,
		});
		expect(await answered({ thing: 'a' })).toMatchObject({
			message: 'The service did not confirm this entry; it may have been applied',
		});
	});

	it('that cannot be made an item fails that entry alone', async () => {
		const [first, second] = itemsOf('ab') as [Item, Item];
		const thrown = new RangeError('Too deep');
		Object.assign(first.bulk, {
			bulk: {
				...first.bulk.bulk,
				isPaid: () => {
					throw thrown;
				},
			},
		});
		const results = await ran([first, second]);
		expect(results[0]).toBe(thrown);
		expect(isPaid(results[1])).toBe(true);
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
		await ran(itemsOf('aba'), { runOne });
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
		const results = await ran(itemsOf('abcde'));
		expect(service.requests).toEqual(['abcde', '?abcde', 'a', 'b', 'c']);
		expect(outcomes(results)).toEqual(['-', '-', '-', '-', '-']);
		expect(problemIn(results[2]).description).toBe('Look.');
		expect(problemIn(results[3])).toMatchObject({
			description: `Look.${shared(4)} The service finds no such member in this realm, and refused others like it alone, so this one was not sent alone.`,
			request: { number: 1, items: 5 },
		});
	});

	it('is not looked up again once one that is not there was taken, and the rest goes out together', async () => {
		refusing('a', 404);
		service.finds = () => [];
		const experience = new BulkExperience();
		expect(await taking('abcde', { experience })).toBe('-++++');
		expect(service.requests).toEqual(['abcde', '?abcde', 'a', 'b', 'cde']);
		expect(experience.lookUps.isOff).toBe(true);
		refusing('j', 404);
		await taking('fghij', { experience });
		expect(service.requests.slice(5).some((request) => request.startsWith('?'))).toBe(false);
	});

	it('ends with the last that is not there, if that is taken', async () => {
		refusing('c', 404);
		service.finds = (things) => things.filter((thing) => !'ce'.includes(thing));
		expect(await taking('abcde')).toBe('++-++');
		expect(service.requests).toEqual(['abcde', '?abcde', 'abd', 'c', 'e']);
	});

	it('is looked up again where there is no telling, and the rest goes out together', async () => {
		const experience = new BulkExperience();
		service.finds = () => [];
		service.answer = (things) => {
			if (things.length === 5) return { status: 404 };
			return things[0] === 'a' ? { status: 500, outcome: 'unknown' } : undefined;
		};
		expect(await taking('abcde', { experience })).toBe('?++++');
		expect(service.requests).toEqual(['abcde', '?abcde', 'a', 'bcde']);
		expect(experience.lookUps.isOff).toBe(false);
	});

	it('is about what its items have in common where all of them are there', async () => {
		refusing('a', 404);
		const results = await ran(itemsOf('abcde', () => ({ other: 'x' })));
		expect(service.requests).toEqual(['abcde', '?abcde']);
		expect(problemIn(results[4])).toMatchObject({
			outcome: 'notApplied',
			description: `Look.${shared(4)} The service finds every member of that request, so it is about what its items have in common: the currency, the initiator or the realm.`,
		});
	});

	it('is parted where all of them are there and they name different things', async () => {
		refusing('e', 404);
		expect(await taking('abcde', { more: (index) => ({ other: index === 4 ? 'y' : 'x' }) })).toBe('++++-');
		expect(service.requests).toEqual(['abcde', '?abcde', 'abc', 'd', 'e']);
	});

	it('is parted where the look-up fails, and nothing is looked up any more', async () => {
		const experience = new BulkExperience();
		refusing('e', 404);
		service.finds = () => new Error('Broken');
		expect(await taking('abcde', { experience })).toBe('++++-');
		expect(service.requests).toEqual(['abcde', '?abcde', 'abc', 'd', 'e']);
		expect(experience.lookUps.isOff).toBe(true);
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
		const experience = new BulkExperience();
		refusing('a', 404);
		expect(await taking('abcde', { experience })).toBe('-++++');
		expect(experience).toEqual(new BulkExperience());
	});
});

describe('a look-up', () => {
	const notFound = problemOf({ status: 404 });
	const looked = async (things = 'abcde') =>
		await lookUp(
			itemsOf(things, (index) => ({ other: index })).map(({ bulk }) => ({ part: bulk })),
			notFound,
			{ isOff: false },
		);

	it('tells those that are there from those that are not, in their order', async () => {
		service.finds = () => ['b', 'e'];
		const found = await looked();
		const thingsOf = (list: Array<{ part: BulkPart }> = []) =>
			list.flatMap(({ part }) => entriesOf(part.request)).map(({ thing }) => thing);
		expect([thingsOf(found?.known), thingsOf(found?.unknown), found?.others]).toEqual([
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
	const partOf = (changes: Partial<OperationRequest> = {}, options = {}, keyed?: { key: string }) =>
		bulkPartOf(
			{ bulk: service.bulk } as unknown as Operation,
			{ ...request, ...changes },
			{ realmId: 'r' },
			options,
			service.client(),
			keyed as never,
		)!;

	it('is nothing where the operation takes one at a time', () => {
		const none = bulkPartOf({} as Operation, request, {}, {}, service.client(), undefined);
		expect(none).toBeUndefined();
	});

	it('is its entry, whose record it changes and how many may go out with it', () => {
		const part = partOf({}, {}, { key: 'k' });
		expect(part).toMatchObject({
			identity: '/realms/r/awards a',
			most: 100,
			key: 'k',
			values: { realmId: 'r' },
		});
		expect(entriesOf(part.request)).toEqual([{ thing: 'a' }]);
		expect(MAX_BATCH_SIZE).toBe(100);
		expect(partOf({}, { batchSize: 7 })).toMatchObject({ most: 7, key: undefined });
	});

	it('is of another group where anything differs but the entry', () => {
		const { group } = partOf();
		expect(partOf({ body: { updates: [{ thing: 'b' }], initiatorId: 'i' } }).group).toBe(group);
		for (const other of [
			partOf({ method: 'POST' }),
			partOf({ path: path`/realms/${'s'}/awards` }),
			partOf({ query: { dry: 'yes' } }),
			partOf({ body: { updates: [{ thing: 'a' }], initiatorId: 'j' } }),
			partOf({}, { batchSize: 7 }),
		])
			expect(other.group).not.toBe(group);
	});

	it('says so where nobody sends it', async () => {
		await expect(partOf().send()).rejects.toThrow('This item waits for a request that nobody makes');
	});

	it('joins the entries of others in their order, and then names no record', () => {
		const both = joined([partOf(), partOf({ body: { updates: [{ thing: 'b' }], initiatorId: 'i' } })]);
		expect(both).toEqual({
			...request,
			names: undefined,
			body: { updates: [{ thing: 'a' }, { thing: 'b' }], initiatorId: 'i' },
		});
		expect(joined([partOf()])).toEqual(request);
	});
});

describe('groups of items that wait', () => {
	const item = (group: string, identity: string, most = 3) => ({
		bulk: { group, identity, most } as BulkPart,
	});
	const named = (ready: Array<Array<{ bulk: BulkPart }>>) =>
		ready.map((group) => group.map(({ bulk }) => bulk.identity).join(''));

	it('go out when they are full, each by itself', () => {
		const groups = new BulkGroups();
		const added = ['a', 'b', 'c', 'd'].map((identity) => named(groups.add(item('1', identity))));
		expect(added).toEqual([[], [], ['abc'], []]);
		expect(named(groups.takeAll())).toEqual(['d']);
		expect(groups.takeAll()).toEqual([]);
	});

	it('wait side by side, and go out in the order in which they were begun', () => {
		const groups = new BulkGroups();
		for (const [group, identity] of [
			['1', 'a'],
			['2', 'b'],
			['1', 'c'],
		] as const)
			expect(groups.add(item(group, identity))).toEqual([]);
		expect(named(groups.takeAll())).toEqual(['ac', 'b']);
	});

	it('all go out before an item of another group changes what one of them changes', () => {
		const groups = new BulkGroups();
		groups.add(item('1', 'a'));
		groups.add(item('2', 'b'));
		expect(groups.add(item('1', 'a'))).toEqual([]);
		expect(named(groups.add(item('2', 'a')))).toEqual(['aa', 'b']);
		expect(named(groups.takeAll())).toEqual(['a']);
	});

	it('go out together with one that is full at once', () => {
		const groups = new BulkGroups();
		groups.add(item('1', 'a'));
		expect(named(groups.add(item('2', 'a', 1)))).toEqual(['a', 'a']);
	});

	it('are forgotten once they went out', () => {
		const groups = new BulkGroups();
		groups.add(item('1', 'a', 1));
		groups.add(item('3', 'c'));
		expect(groups.add(item('2', 'a'))).toEqual([]);
		groups.takeAll();
		groups.add(item('3', 'd'));
		expect(groups.add(item('4', 'a'))).toEqual([]);
		expect(groups.add(item('4', 'c'))).toEqual([]);
	});
});
