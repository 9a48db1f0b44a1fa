// Falls with nodes/RewardsEngagement/resources/member/findMembers.ts.

import type { Client } from '../../nodes/RewardsEngagement/api/client';
import type { OperationRequest } from '../../nodes/RewardsEngagement/api/request';
import { findMembers } from '../../nodes/RewardsEngagement/resources/member/findMembers';

const ADA = { id: 'a1', email: 'ada@example.com', username: 'ada', displayName: 'Ada L' };
const BEA = { id: 'b1', email: 'bea@example.com', username: 'bea' };

/** Finds names with a service that gives these responses in turn. Returns the result and the requests. */
async function found(names: readonly string[], answers: unknown[], type = 'email') {
	const asked: unknown[] = [];
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
	advice: 'Correct it, or award people who have not joined with Member Credential → Award or Deduct.',
});
const other = (name: string) => ({
	wrong: `the service returned a member without the email address ${name}`,
	advice: 'Check the member in the service, then choose it From List or By ID.',
});

it('finds several members with one request, each by its own name', async () => {
	const { results, asked } = await found(
		['bea@example.com', 'cid@example.com', 'ada@example.com'],
		[page([ADA, BEA])],
	);
	expect(results).toEqual([{ id: 'b1', name: 'bea' }, none('cid@example.com'), { id: 'a1', name: 'Ada L' }]);
	expect(asked).toEqual([
		[
			'/api/v1/realm/r1/members/search',
			expect.objectContaining({ type: 'email', values: 'bea@example.com,cid@example.com,ada@example.com' }),
		],
	]);
});

it.each([
	['case', 'ADA@Example.com'],
	['width', 'ａda@example.com'],
])('%s makes no difference', async (_what, name) => {
	expect((await found([name], [page([ADA])])).results).toEqual([{ id: 'a1', name: 'Ada L' }]);
});

it('an accent does', async () => {
	expect((await found(['áda@example.com'], [page([ADA]), page([ADA])])).results).toEqual([
		other('áda@example.com'),
	]);
});

it('refuses a name that several members have', async () => {
	const twins = ['1', '2', '3', '4'].map((id) => ({ ...ADA, id }));
	expect((await found(['ada@example.com'], [page(twins)])).results).toEqual([
		{
			wrong: 'several members have the email address ada@example.com',
			advice: 'Choose one of them By ID, such as 1 or 2 or 3.',
		},
	]);
});

it('refuses a name of which not all members were sent', async () => {
	expect((await found(['ada@example.com'], [page([ADA], 2)])).results).toMatchObject([
		{ wrong: 'several members have the email address ada@example.com' },
	]);
});

it('refuses several members where the service counts one', async () => {
	expect((await found(['ada@example.com'], [page([ADA, { ...ADA, id: 'a2' }], 1)])).results).toMatchObject([
		{ wrong: 'several members have the email address ada@example.com' },
	]);
});

it('takes one member for one where the service does not count', async () => {
	expect((await found(['ada@example.com'], [{ data: [ADA] }])).results).toEqual([
		{ id: 'a1', name: 'Ada L' },
	]);
});

it.each([
	['does not say that it is complete', { data: [ADA, BEA] }],
	['lacks members', page([ADA, BEA], 3)],
	['holds a member that shows none of the names', page([ADA, { ...BEA, email: 'x@example.com' }])],
	['holds a member that shows no name', page([ADA, { id: 'b1' }])],
])('asks for each alone where the answer %s', async (_what, first) => {
	const { results, asked } = await found(
		['ada@example.com', 'bea@example.com'],
		[first, page([ADA]), page([BEA])],
	);
	expect(results).toEqual([
		{ id: 'a1', name: 'Ada L' },
		{ id: 'b1', name: 'bea' },
	]);
	expect(asked.map((one) => (one as [string, { values: string }])[1].values)).toEqual([
		'ada@example.com,bea@example.com',
		'ada@example.com',
		'bea@example.com',
	]);
});

it('does not ask for one name a second time', async () => {
	const { results, asked } = await found(['ada@example.com'], [page([{ ...ADA, email: undefined }])]);
	expect(results).toEqual([other('ada@example.com')]);
	expect(asked).toHaveLength(1);
});

it.each([
	['no ID', { ...ADA, id: undefined }],
	['an ID that is no text', { ...ADA, id: 17 }],
	['a blank ID', { ...ADA, id: ' ' }],
])('refuses a member with %s', async (_what, member) => {
	expect((await found(['ada@example.com'], [page([member])])).results).toEqual([other('ada@example.com')]);
});

it('refuses what is no record in the list', async () => {
	expect((await found(['ada@example.com'], [page(['ada'])])).results).toMatchObject([
		{ wrong: expect.stringMatching(/several|no member|without/) },
	]);
});

it('finds by username too', async () => {
	const { results } = await found(['Ada', 'zoe'], [page([ADA])], 'username');
	expect(results).toEqual([
		{ id: 'a1', name: 'Ada L' },
		expect.objectContaining({ wrong: 'no member has the username zoe' }),
	]);
});

it('throws where the response contains no list', async () => {
	await expect(found(['ada@example.com'], ['hello'])).rejects.toThrow('contains no list');
});

it('takes as many names at a time as the search does', () => expect(findMembers.maxNames).toBe(50));

it('asks separately for addresses that only look alike, because they may be those of two people', async () => {
	const wide = '\uff41da@example.com';
	const { results, asked } = await found([ADA.email, wide], [page([ADA]), page([ADA]), page([])]);
	expect(results).toEqual([{ id: 'a1', name: 'Ada L' }, none(wide)]);
	expect(asked.map((one) => (one as [string, { values: string }])[1].values)).toEqual([
		`${ADA.email},${wide}`,
		ADA.email,
		wide,
	]);
});

it('asks once for one address in upper and lower case', async () => {
	const { asked } = await found([ADA.email, ADA.email.toUpperCase()], [page([ADA])]);
	expect(asked).toHaveLength(1);
});
