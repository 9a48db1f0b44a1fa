// Falls with nodes/RewardsEngagement/resources/member/findMembers.ts.

import type { Client } from '../../nodes/RewardsEngagement/api/client';
import type { OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import { findMembers } from '../../nodes/RewardsEngagement/resources/member/findMembers';

const ADA = { id: 'a1', email: 'ada@example.com', username: 'ada', displayName: 'Ada L' };
const BEA = { id: 'b1', email: 'bea@example.com', username: 'bea' };
const [ada, bea] = [ADA.email, BEA.email];
const WIDE = '\uff41da@example.com';
const foundAda = { id: 'a1', name: 'Ada L', email: ada };
const foundBea = { id: 'b1', name: 'bea', email: bea };

/** Finds names with a service that gives these responses in turn. Returns the result and the requests. */
async function found(names: readonly string[], answers: readonly unknown[], type = 'email') {
	const asked: Array<[path: string, query: OperationRequest['query']]> = [];
	const send = async ({ path, query }: OperationRequest) => {
		asked.push([path.text, query]);
		return await Promise.resolve({ body: answers[asked.length - 1] });
	};
	const results = await findMembers.find({ send } as unknown as Client, 'r1', type, names);
	return { results, asked };
}
const page = (data: unknown[], total: unknown = data.length) => ({ data, meta: { total } });
const none = (name: string) => ({
	wrong: `no member has the email address ${name}`,
	advice: 'Correct it. To award people who have not joined, use Member Credential → Award or Deduct.',
});
const other = (name: string) => ({
	wrong: `the service returned a member without the email address ${name}`,
	advice: 'Check the member in the service, then choose it From List or By ID.',
});
const several = (...ids: string[]) => ({
	wrong: `several members have the email address ${ada}`,
	advice: `Choose one of them By ID, such as ${ids.join(' or ')}.`,
});

it('asks for several members with one request, and finds each by its own name', async () => {
	const names = [bea, 'cid@example.com', ada];
	const { results, asked } = await found(names, [page([ADA, BEA])]);
	expect(results).toEqual([foundBea, none('cid@example.com'), foundAda]);
	expect(asked).toEqual([
		['/api/v1/realm/r1/members/search', expect.objectContaining({ type: 'email', values: names.join() })],
	]);
});

it.each<[string, string, unknown[], object]>([
	['in another case', 'ADA@Example.com', [page([ADA])], foundAda],
	['in another width', WIDE, [page([ADA])], foundAda],
	[
		'with another accent, which makes a difference',
		'áda@example.com',
		[page([ADA])],
		other('áda@example.com'),
	],
	['of a member whom the service does not count', ada, [{ data: [ADA] }], foundAda],
	[
		'of several members',
		ada,
		[page(['1', '2', '3', '4'].map((id) => ({ ...ADA, id })))],
		several('1', '2', '3'),
	],
	[
		'of several members where the service counts one',
		ada,
		[page([ADA, { ...ADA, id: 'a2' }], 1)],
		several('a1', 'a2'),
	],
	['of which not all members were sent', ada, [page([ADA], 2)], several('a1')],
	['that the member does not show', ada, [page([{ ...ADA, email: undefined }])], other(ada)],
	['of a member without an ID', ada, [page([{ ...ADA, id: undefined }])], other(ada)],
	['of a member whose ID is no text', ada, [page([{ ...ADA, id: 17 }])], other(ada)],
	['of a member whose ID is blank', ada, [page([{ ...ADA, id: ' ' }])], other(ada)],
])('takes or refuses a name %s: %s', async (_what, name, answers, result) => {
	const { results, asked } = await found([name], answers);
	expect(results).toEqual([result]);
	expect(asked).toHaveLength(answers.length);
});

it.each<[string, string[], unknown[], object[]]>([
	['the answer does not say that it is complete', [ada, bea], [{ data: [ADA, BEA] }], [foundAda, foundBea]],
	['the answer lacks members', [ada, bea], [page([ADA, BEA], 3)], [foundAda, foundBea]],
	[
		'a member shows none of the names',
		[ada, bea],
		[page([ADA, { ...BEA, email: 'x@example.com' }])],
		[foundAda, foundBea],
	],
	['a member shows no name', [ada, bea], [page([ADA, { id: 'b1' }])], [foundAda, foundBea]],
	[
		'addresses only look alike, because they may be those of two people',
		[ada, WIDE],
		[page([ADA])],
		[foundAda, none(WIDE)],
	],
])('asks for each alone where %s', async (_what, names, first, expected) => {
	const alone = [page([ADA]), names.includes(bea) ? page([BEA]) : page([])];
	const { results, asked } = await found(names, [...first, ...alone]);
	expect(results).toEqual(expected);
	expect(asked.map(([, query]) => query?.values)).toEqual([names.join(), ...names]);
});

it('asks once for one address in upper and lower case', async () => {
	const { asked } = await found([ada, ada.toUpperCase()], [page([ADA])]);
	expect(asked).toHaveLength(1);
});

it('refuses what is no record in the list', async () => {
	expect((await found([ada], [page(['ada'])])).results).toMatchObject([
		{ wrong: expect.stringMatching(/several|no member|without/) },
	]);
});

it('finds by username too', async () => {
	const { results } = await found(['Ada', 'zoe'], [page([ADA])], 'username');
	expect(results).toEqual([foundAda, expect.objectContaining({ wrong: 'no member has the username zoe' })]);
});

it('throws where the response contains no list', async () => {
	await expect(found([ada], ['hello'])).rejects.toThrow('contains no list');
});

it('takes as many names at a time as the search does', () => expect(findMembers.maxNames).toBe(50));
