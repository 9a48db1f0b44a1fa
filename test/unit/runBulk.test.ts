// Falls with nodes/RewardsEngagement/run/run.ts.

import type { IDataObject } from 'n8n-workflow';

import { path } from '../../nodes/RewardsEngagement/api/path';
import type { ApiRequest } from '../../nodes/RewardsEngagement/api/request';
import type { Bulk } from '../../nodes/RewardsEngagement/declare/bulk';
import { operation } from '../../nodes/RewardsEngagement/declare/operation';
import { Registry } from '../../nodes/RewardsEngagement/declare/registry';
import { anything, bare } from '../../nodes/RewardsEngagement/declare/response';
import { number } from '../../nodes/RewardsEngagement/fields/number';
import { id, text } from '../../nodes/RewardsEngagement/fields/text';
import {
	jsonOf,
	outcomesOf,
	run,
	Service,
	type Answer,
	type Ran,
	type Running,
	withKnownWaits,
} from './nodeRun';

let service: Service;
withKnownWaits(0.02);
beforeEach(() => {
	service = new Service();
	service.answer = (asked) => answered(thingsOf(asked.body));
});

/** Members by letter, and what their balance changes by. */
const parameters = {
	thing: id('Thing', { description: 'Who is paid' }),
	amount: number('Amount', { description: 'How much', default: 1, minimum: 1 }),
	kind: text('Kind', { description: 'The kind of the request' }),
};
const declared = { description: 'Does it', realm: false, parameters, response: bare(anything) } as const;

/** Awards that share a request. By kind, their requests differ in a part beside their entries. */
const registryOf = (more: Partial<Bulk>, differing: (kind: string) => Partial<ApiRequest> = () => ({})) =>
	new Registry({
		thing: {
			name: 'Thing',
			description: 'A thing',
			default: 'award',
			operations: {
				award: operation({
					...declared,
					displayName: 'Award',
					action: 'Award it',
					effect: 'once',
					advice: {
						frozen: 'Thaw it first.',
						get broken(): string {
							throw new Error('It is gone');
						},
					},
					bulk: {
						holderOf: ({ thing }) => String(thing),
						isHolderUnique: false,
						currency: 'kind',
						balances: ['balance'],
						applied: 'updates',
						...more,
					},
					request: ({ thing, kind }) => {
						const { body, ...parts } = differing(kind);
						const updates = [{ thing }];
						return { method: 'PATCH', path: path`/awards`, ...parts, body: { ...body, updates } };
					},
				}),
			},
		},
	});

const thingsOf = (body: unknown) =>
	((body as { updates?: Array<{ thing: string }> } | undefined)?.updates ?? []).map(({ thing }) => thing);
const answered = (things: string[]): Answer => ({
	body: { updates: things.map((thing) => ({ thing, balance: 1 })) },
});
/** The members of each request, as one text. */
const requests = () => service.asked.map(({ body }) => thingsOf(body).join(''));

interface Setting extends Partial<Running> {
	bulk?: Partial<Bulk>;
	differing?: (kind: string) => Partial<ApiRequest>;
}

/** Runs awards. Each letter is a member, and a digit behind it the kind of the request. */
const awarding = async (words: string, { bulk = {}, differing, ...more }: Setting = {}): Promise<Ran> => {
	const input = [...words.matchAll(/(\w)(\d?)/g)].map(([, thing = '', kind = '']) => ({
		thing,
		kind: kind || '0',
		amount: 1,
	}));
	return await run({
		service,
		operation: 'award',
		input,
		registry: registryOf(bulk, differing),
		node: { onError: 'continueRegularOutput' },
		...more,
		parameters: { kind: '={{ $json.kind }}', ...more.parameters },
	});
};
/** The outcome of each item: applied, not applied, or unknown. */
const told = (ran: Ran) =>
	outcomesOf(ran)
		.map((outcome) => ({ notApplied: '-', unknown: '?' })[outcome as 'unknown'] ?? '+')
		.join('');
const detailsOf = (ran: Ran, index = 0) => jsonOf(ran)[index]?.details as IDataObject;
const unknownAdvice = (others: number) =>
	`The service may or may not have processed this request. Check the service before you run it again, to avoid a duplicate. It shared request 1 of this run with ${others} other items.`;
const stopping = { node: {} };
/** Refuses each request with one of these members. */
const refusing = (bad: string, status = 422) => {
	service.answer = ({ body }) => {
		const things = thingsOf(body);
		return things.some((thing) => bad.includes(thing)) ? { status } : answered(things);
	};
};

describe('items that share a request', () => {
	it('go out in their order, and each gets its own row', async () => {
		const ran = await awarding('abc');
		expect(requests()).toEqual(['abc']);
		expect(jsonOf(ran)).toEqual(['a', 'b', 'c'].map((thing) => ({ thing, balance: 1 })));
	});

	it('are none if the input has none', async () => {
		expect(jsonOf(await awarding(''))).toEqual([]);
		expect(requests()).toEqual([]);
	});

	it('are a hundred at most', async () => {
		await awarding('a'.repeat(101));
		expect(requests().map((things) => things?.length)).toEqual([100, 1]);
	});

	it.each<[part: string, (kind: string) => Partial<ApiRequest>]>([
		['method', (kind) => ({ method: kind === '1' ? 'PUT' : 'PATCH' })],
		['path', (kind) => ({ path: path`/awards/${kind}` })],
		['query', (kind) => ({ query: { kind } })],
		['body beside the entries', (kind) => ({ body: { kind } })],
	])('have the same %s', async (_part, differing) => {
		await awarding('a1 b2 c1', { differing });
		expect(requests()).toEqual(['ac', 'b']);
	});

	const retries = '={{ $json.kind }}';
	it.each<[why: string, words: string, batchSize: number, sent: string[], bulk?: Partial<Bulk>]>([
		['are so many', 'abcd', 3, ['abc', 'd']],
		['wait beside others with other options', 'a1 b2 c1', 3, ['ac', 'b']],
		['go out when they are enough, whatever others wait', 'a1 b2 c1 d2 e1', 2, ['ac', 'bd', 'e']],
		['may be of one member where the answer tells them apart', 'aab', 3, ['aab']],
		['are of different members where it does not', 'aabca', 9, ['a', 'abc', 'a'], { isHolderUnique: true }],
		[
			'go out before one that changes the same balance with other options',
			'a1 b2 a1 a2',
			3,
			['aa', 'b', 'a'],
		],
		['keep the order of a member after others went out', 'a1 b2 c1 b3', 2, ['ac', 'b', 'b']],
	])('%s', async (_why, words, batchSize, sent, bulk = {}) => {
		const ran = await awarding(words, { bulk, options: { batchSize, retries } });
		expect(requests()).toEqual(sent);
		expect(told(ran)).toMatch(/^\++$/);
	});

	it('have different keys: the second with one key goes out with those after it, once the first is done', async () => {
		const keyed = { repeatProtection: 'key', idempotencyKey: '={{ $json.kind }}' };
		const ran = await awarding('a1 b1 b2 c3 d4', { parameters: keyed });
		expect(requests()).toEqual(['a', 'bcd']);
		// The first key was used for another member.
		expect(told(ran)).toBe('+-+++');
		const same = { ...keyed, idempotencyKey: '={{ $json.thing.trim() }}' };
		const again = await awarding('abac', { parameters: same });
		expect(requests().slice(2)).toEqual(['ab', 'c']);
		expect(jsonOf(again)[2]).toMatchObject({ skipped: true });
	});

	it('are not those that are only shown, which say the request that they would share', async () => {
		const ran = await awarding('a0 b1 c0 d0', { options: { dryRun: true, batchSize: 3 } });
		expect(service.asked).toEqual([]);
		const shared = jsonOf(ran).map(({ request }) => request as IDataObject);
		expect(shared.map(({ number: place, items }) => [place, items])).toEqual([
			[1, 3],
			[1, 3],
			[1, 3],
			[2, 1],
		]);
	});
});

describe('a refusal of the whole request', () => {
	it.each<[string, string[], string]>([
		['d', ['abcd', 'ab', 'cd', 'c', 'd'], '+++-'],
		['a', ['abcd', 'ab', 'a', 'b', 'cd'], '-+++'],
		['b', ['abcd', 'ab', 'a', 'b', 'cd'], '+-++'],
		['ad', ['abcd', 'ab', 'a', 'b', 'cd', 'c', 'd'], '-++-'],
	])('for %s is parted by halves until the wrong ones stand alone', async (bad, sent, words) => {
		refusing(bad);
		expect(told(await awarding('abcd'))).toBe(words);
		expect(requests()).toEqual(sent);
	});

	it('of three begins with two of them, and parts are numbered one after the other', async () => {
		refusing('c');
		const ran = await awarding('abc');
		expect(requests()).toEqual(['abc', 'ab', 'c']);
		expect(detailsOf(ran, 2)).toMatchObject({ request: { number: 3, items: 1 } });
	});

	it.each([
		[400, '+-'],
		[404, '+-'],
		[422, '+-'],
		[413, '+-'],
		[401, '--'],
		[403, '--'],
		[409, '??'],
		[500, '??'],
	])('with %i ends with %s', async (status, words) => {
		refusing('b', status);
		expect(told(await awarding('ab'))).toBe(words);
		expect(requests()).toEqual(words === '+-' ? ['ab', 'a', 'b'] : ['ab']);
	});

	it('is told with the request that several share', async () => {
		refusing('a', 401);
		const words = 'It shared request 1 of this run with 2 other items.';
		const shared = detailsOf(await awarding('abc'));
		expect(shared).toMatchObject({ status: 401, request: { number: 1, items: 3 } });
		expect(shared.advice).toMatch(new RegExp(`. ${words}$`));
		const alone = detailsOf(await awarding('a'));
		expect(alone).toMatchObject({ request: { number: 1, items: 1 } });
		expect(alone.advice).not.toContain('shared');
	});

	it('for the rate limit was not applied to any, and is not parted', async () => {
		refusing('b', 429);
		expect(told(await awarding('ab', { options: { retries: 0 } }))).toBe('--');
		expect(requests()).toEqual(['ab']);
	});

	it('that shows a balance leaves all unknown', async () => {
		service.answer = () => ({ status: 400, body: { thing: 'a', balance: 1 } });
		expect(told(await awarding('ab'))).toBe('??');
		expect(requests()).toEqual(['ab']);
	});

	it('without an answer of the service leaves all unknown', async () => {
		service.answer = () => {
			throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', isAxiosError: true });
		};
		expect(told(await awarding('ab'))).toBe('??');
		expect(requests()).toEqual(['ab']);
	});

	it('with rows goes by them, and says of the others what the refusal says', async () => {
		service.answer = () => ({
			status: 422,
			body: { updates: [{ thing: 'b', balance: 1 }], errors: [{ thing: 'c', error: 'no' }] },
		});
		const ran = await awarding('abc', { bulk: { refused: 'errors' } });
		expect(told(ran)).toBe('?+-');
		expect(requests()).toEqual(['abc']);
		expect(jsonOf(ran)[0]?.error).toBe('Outcome unknown: the service rejected the values and gave no reason');
		expect(detailsOf(ran)).toMatchObject({
			status: 422,
			advice: unknownAdvice(2),
			request: { number: 1, items: 3 },
		});
	});

	it('by the node itself was not applied, and names no request', async () => {
		const credential = async () =>
			await Promise.resolve({ baseUrl: 'ftp://service.example', apiKey: 'key', realmId: 'r' });
		const ran = await awarding('ab', { credential });
		expect(told(ran)).toBe('--');
		expect(requests()).toEqual([]);
		for (const index of [0, 1]) {
			expect(detailsOf(ran, index)).not.toHaveProperty('request');
			expect(detailsOf(ran, index).advice).toMatch(/Nothing was sent\.$/);
		}
	});

	it('of a service that applies each entry separately is not parted', async () => {
		const bulk = { refused: 'errors' };
		refusing('b');
		expect(told(await awarding('ab', { bulk }))).toBe('??');
		expect(told(await awarding('b', { bulk }))).toBe('-');
		expect(requests()).toEqual(['ab', 'b']);
	});

	it('for its size is parted until the parts are small enough', async () => {
		service.answer = ({ body }) => {
			const things = thingsOf(body);
			return things.length > 3 ? { status: 413 } : answered(things);
		};
		expect(told(await awarding('abcd'))).toBe('++++');
		expect(requests()).toEqual(['abcd', 'ab', 'cd']);
		service.answer = () => ({ status: 413 });
		expect(told(await awarding('ab'))).toBe('--');
	});

	it('by a web page is told to all, and names no member of a request of several', async () => {
		service.answer = () => ({ status: 404, text: '<html>' });
		const ran = await awarding('ab');
		expect(told(ran)).toBe('--');
		expect(requests()).toEqual(['ab']);
		expect(detailsOf(ran).advice).not.toContain('Thing');
		expect(detailsOf(await awarding('a')).advice).toContain('Thing');
	});

	it('ends a run that it stops, in order', async () => {
		refusing('bd');
		const { error } = await awarding('abcd', stopping);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(error?.description).toContain('One other item was applied');
		expect(requests()).toEqual(['abcd', 'ab', 'a', 'b']);
	});

	it('is why the run stopped, also if an item before it then stays unsent', async () => {
		const limited = { 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '5' };
		service.answer = ({ body }) => ({ ...answered(thingsOf(body)), headers: limited });
		await awarding('z');
		service.answer = () => ({
			body: { updates: [{ thing: 'a', balance: 1 }], errors: [{ thing: 'c', error: 'no' }] },
			headers: limited,
		});
		const options = { concurrency: 2, retries: '={{ $json.kind }}' };
		const { error } = await awarding('a1 b2 c1', { ...stopping, options, bulk: { refused: 'errors' } });
		expect(requests()).toEqual(['z', 'ac']);
		expect(error).toMatchObject({ context: { itemIndex: 2 } });
		expect(error?.message).not.toContain('the run stopped');
	});

	it('of an unknown outcome ends a run that it stops, and no other request is sent', async () => {
		refusing('a', 500);
		const { error } = await awarding('abcde', { ...stopping, options: { batchSize: 2 } });
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
		expect(error?.description).toContain('The outcome of item 1 is unknown too.');
		expect(requests()).toEqual(['ab']);
	});
});

describe('the row of an entry', () => {
	const answeredBy = async (row: object, list = 'updates', bulk: Partial<Bulk> = {}) => {
		service.answer = () => ({ body: { [list]: [row] } });
		const ran = await awarding('ab', { bulk, credential: withKey });
		return { error: jsonOf(ran)[0]?.error, ...detailsOf(ran) } as IDataObject;
	};
	const SECRET = 'key-of-the-realm-9f8e';
	const withKey = async () =>
		await Promise.resolve({ baseUrl: 'http://service.example', apiKey: SECRET, realmId: 'r' });
	const request = { number: 1, items: 2 };

	it('that is missing leaves it unknown', async () => {
		expect(await answeredBy({ thing: 'b', balance: 1 })).toEqual({
			error: 'Outcome unknown: the response does not mention this entry',
			advice: unknownAdvice(1),
			outcome: 'unknown',
			request,
		});
	});

	it('that refuses it says why, what to do, and nothing that is secret', async () => {
		const refusal = async (row: object) => await answeredBy(row, 'errors', { refused: 'errors' });
		expect(await refusal({ thing: 'a', error: 'frozen', by: SECRET })).toEqual({
			error: 'The service rejected this entry: frozen',
			advice: 'Nothing was changed in the service. Thaw it first.',
			outcome: 'notApplied',
			answer: { thing: 'a', error: 'frozen', by: '[hidden]' },
			request,
		});
		expect(await refusal({ thing: 'a', error: SECRET })).toMatchObject({
			error: 'The service rejected this entry: [hidden]',
			advice: 'Nothing was changed in the service.',
		});
		expect(await refusal({ thing: 'a', error: '' })).toMatchObject({
			error: 'The service rejected this entry: it gave no reason',
		});
	});

	it('that does not confirm it leaves it unknown, and shows nothing that is secret', async () => {
		expect(await answeredBy({ thing: 'a', message: `It is no. 1 of ${SECRET}.` })).toEqual({
			error: 'Outcome unknown: the service did not confirm this entry: It is no. 1 of [hidden]',
			advice: unknownAdvice(1),
			outcome: 'unknown',
			answer: { thing: 'a', message: 'It is no. 1 of [hidden].' },
			request,
		});
		expect(await answeredBy({ thing: 'a' })).toMatchObject({
			error: 'Outcome unknown: the service did not confirm this entry',
		});
	});

	it('that nobody can make a result of leaves it unknown, whichever item sent the request', async () => {
		service.answer = () => ({
			body: { errors: ['a', 'b', 'c'].map((thing) => ({ thing, error: 'broken' })) },
		});
		const ran = await awarding('abc', { bulk: { refused: 'errors' } });
		expect(jsonOf(ran).map(({ error }) => error)).toEqual([0, 1, 2].map(() => 'Outcome unknown: it is gone'));
		expect(told(ran)).toBe('???');
	});
});
