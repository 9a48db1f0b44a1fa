import { listIn, metaOf, recordsIn, totalIn } from '../../nodes/RewardsEngagement/api/records';

it.each<[unknown, unknown[]]>([
	[{ data: [{ id: 'a' }, 'b'] }, [{ id: 'a' }, 'b']],
	[{ data: [] }, []],
	[[{ id: 'a' }], [{ id: 'a' }]],
	[{ data: null }, []],
	[{ data: null, meta: { total: 0 }, success: true }, []],
])('reads %j as a list', (body, records) => {
	expect(recordsIn(body)).toEqual(records);
	expect(listIn(body)).toEqual(records);
});

it.each([
	[undefined],
	[null],
	['x'],
	[{}],
	[{ data: {} }],
	[{ data: 'x' }],
	[{ items: [] }],
	[{ data: null, error: 'no' }],
	[{ data: null, success: false }],
])('takes %j for no list, and never for an empty one', (body) => {
	expect(recordsIn(body)).toBeUndefined();
	const problem = {
		message: 'The response of the service contains no list',
		advice: 'Check the base URL in the credential, or ask the operator of the service.',
		outcome: 'notApplied',
	};
	expect(() => listIn(body)).toThrow(expect.objectContaining({ told: problem }) as Error);
});

it('reads what a page says of the others', () => {
	expect(metaOf({ data: [], meta: { total: 2 } })).toEqual({ total: 2 });
	expect(totalIn({ data: [], meta: { total: 2 } })).toBe(2);
	for (const body of [{ data: [], meta: 'x' }, { data: [] }, null, 'x']) expect(metaOf(body)).toEqual({});
});
