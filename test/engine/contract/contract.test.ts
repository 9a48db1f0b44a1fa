import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { Contract } from '../../../sandbox/contract/contract';
import type { Operation as Endpoint } from '../../../sandbox/contract/document';
import { nameOf } from '../../fixtures/operations';
import { ask, wantedOf } from './ask';
import { compareEndpoint, compareRequest, type Wanted } from './compare';
import type { Extent } from './fill';
import { startRecorder, type Recorder, type Sent } from './recorder';
import { hasEndpoint, type Names, type Row } from './row';
import { table } from './table';

const rows = Object.entries(table);
const endpointRows = rows.filter((entry): entry is [string, Row] => hasEndpoint(entry[1]));
const extents: Extent[] = ['everything', 'the minimum'];

let recorder: Recorder;
beforeAll(async () => void (recorder = await startRecorder()));
beforeEach(async () => await recorder.move());
afterAll(async () => await recorder.stop());

const documentOf = async () => {
	const { operations } = await Contract.load();
	return new Map(operations.map((endpoint) => [endpoint.operationId, endpoint]));
};

describe('the table', () => {
	it('has a row for every operation that asks the service, and no other', () => {
		const isAsking = (one: (typeof registry.operations)[number]) => !('run' in one);
		const named = rows.map(([key, row]) => (hasEndpoint(row) ? (row.of ?? key) : key));
		expect([...new Set(named)].sort()).toEqual(registry.operations.filter(isAsking).map(nameOf).sort());
	});

	it('has a row for every endpoint of the API document, and no other', async () => {
		expect(endpointRows.map(([key]) => key).sort()).toEqual([...(await documentOf()).keys()].sort());
	});

	it('names only rows that are there, and only names that the row has', () => {
		for (const [, row] of rows) {
			if (!hasEndpoint(row)) {
				if (row.asksFirst !== undefined) expect(endpointRows.map(([key]) => key)).toContain(row.asksFirst);
				continue;
			}
			const names = Object.keys({ ...row.query, ...(row.body === 'any' ? {} : row.body) });
			const { size, place } = row.paging ?? {};
			const used = [...row.required, ...Object.keys(row.always), size, place];
			expect(names).toEqual(expect.arrayContaining(used.filter((name) => name !== undefined)));
		}
	});
});

describe.each(extents)('with %s filled in', (extent) => {
	const asking = rows.filter(([, row]) => hasEndpoint(row) || row.asksFirst !== undefined);

	it.each(asking)('%s sends what the API contract has', async (key) => {
		const asked = await ask(key, recorder, { extent });
		const problems = wantedOf(key, extent, asked).flatMap(([wanted, sent]) => compareRequest(wanted, sent));
		expect(problems).toEqual([]);
		// The later requests of the other operations have other rows.
		if (hasEndpoint(table[key]!)) expect(asked.error).toBeUndefined();
	});
});

describe('the pages of a list', () => {
	const lists = endpointRows.filter(([, row]) => row.paging ?? row.inferredPaging);

	it.each(lists)('of %s are asked for by the names that the API contract has', async (key, row) => {
		const { place, size } = (row.paging ?? row.inferredPaging)!;
		const isNumbered = place === 'page';
		const meta = isNumbered ? { page: 1, totalPages: 2 } : { hasNextPage: true, endCursor: 'the next page' };
		const answers = [{ data: [{ id: 'one' }], meta }, { data: [] }];
		const { requests } = await ask(key, recorder, {
			extent: 'the minimum',
			set: { returnAll: true },
			answers,
		});
		const [first, second] = requests.map(({ query }) => Object.fromEntries(query));
		expect({ [key]: [first?.[place] ?? '1', second?.[place], typeof second?.[size]] }).toEqual({
			[key]: ['1', isNumbered ? '2' : 'the next page', 'string'],
		});
	});
});

describe('the API document', () => {
	it.each(endpointRows)('has %s as the API contract has it', async (key, row) => {
		const endpoint = (await documentOf()).get(key);
		expect(endpoint ? compareEndpoint(key, row, endpoint) : 'no such endpoint').toEqual([]);
	});
});

describe('a witness that is broken', () => {
	const KEY = 'memberCredential.updateBalance';
	const row = table[KEY] as Row;

	/** `field | the contract | the other witness` */
	type Told = string;
	const told = (other: string, problems: readonly Told[]) =>
		problems.map((problem) => {
			const [field, contract, theirs] = problem.split(' | ');
			return `${KEY}, ${field}: the API contract (extended 5.7) has ${contract}, ${other} ${theirs}`;
		});
	const toldOfNode = (problems: readonly Told[]) => told('the node sends', problems);
	const toldOfDocument = (problems: readonly Told[]) => told('the API document has', problems);

	let asked: Record<Extent, [Wanted, Sent]>;
	let endpoint: Endpoint;
	beforeAll(async () => {
		const first = async (extent: Extent) =>
			wantedOf(KEY, extent, await ask(KEY, recorder, { extent, set: { amount: 29 } }))[0] as [Wanted, Sent];
		asked = { everything: await first('everything'), 'the minimum': await first('the minimum') };
		endpoint = (await documentOf()).get(KEY)!;
	});

	const rowAgainstNode = (change: Partial<Row>, extent: Extent = 'everything') => {
		const [wanted, sent] = asked[extent];
		return compareRequest({ ...wanted, row: { ...row, ...change } }, sent);
	};
	const rowAgainstDocument = (change: Partial<Row>) => compareEndpoint(KEY, { ...row, ...change }, endpoint);

	const realmId = 'e00000000000000000000002';
	it('is named where it is a row that requires less, or more', () => {
		const less = { required: row.required.filter((name) => name !== 'amount') };
		expect(rowAgainstNode(less, 'the minimum')).toEqual(
			toldOfNode(['body name amount | nothing of it | it']),
		);
		expect(rowAgainstDocument(less)).toEqual(
			toldOfDocument(['need of body name amount | optional | required']),
		);
		const more = { required: [...row.required, 'source'] };
		expect(rowAgainstNode(more, 'the minimum')).toEqual(
			toldOfNode(['query name source | it | nothing of it']),
		);
		expect(rowAgainstDocument(more)).toEqual(
			toldOfDocument(['need of query name source | required | optional']),
		);
	});

	it('is named where it is a row with pages, stated or inferred', () => {
		const paging = { size: 'limit', place: 'cursor' };
		const query: Names = { ...row.query, limit: 'number', cursor: 'string' };
		expect(rowAgainstNode({ query, paging })).toEqual(toldOfNode(['query name limit | it | nothing of it']));
		expect(rowAgainstDocument({ inferredPaging: paging })).toEqual(
			toldOfDocument(['query name limit | it | nothing of it', 'query name cursor | it | nothing of it']),
		);
	});

	const path = `/api/v1/realms/${realmId}/credentials/balance`;
	const requests: Array<[string, (sent: Sent) => Partial<Sent>, Told[]]> = [
		['another method', () => ({ method: 'PUT' }), ['method | PATCH | PUT']],
		[
			'another realm',
			() => ({ path: '/api/v1/realms/other/credentials/balance' }),
			[`path | ${path} | /api/v1/realms/other/credentials/balance`],
		],
		[
			'no key',
			() => ({ authorization: undefined }),
			['header Authorization | Bearer the key of the contract | none'],
		],
		[
			'one more query name',
			({ query }) => ({ query: [...query, ['page', '1']] }),
			['query name page | nothing of it | it'],
		],
		[
			'a query name less',
			({ query }) => ({ query: query.filter(([name]) => name !== 'source') }),
			['query name source | it | nothing of it'],
		],
		[
			'a query name twice',
			({ query }) => ({ query: [...query, ['type', 'custom']] }),
			[
				'type of query name type | string | custom and custom',
				'value of query name type | custom | custom and custom',
			],
		],
		[
			'the values of two names in the place of each other',
			({ body }) => {
				const { realmPointId, initiatorId, ...rest } = body as Record<string, unknown>;
				return { body: { ...rest, realmPointId: initiatorId, initiatorId: realmPointId } };
			},
			[
				'value of body name realmPointId | "realmPointId /?#%&+..é漢" | "initiatorId /?#%&+..é漢"',
				'value of body name initiatorId | "initiatorId /?#%&+..é漢" | "realmPointId /?#%&+..é漢"',
			],
		],
		[
			'a number as text',
			({ body }) => ({ body: { ...(body as object), amount: '29' } }),
			['type of body name amount | integer | string "29"', 'value of body name amount | 29 | "29"'],
		],
		[
			'null for a text',
			({ body }) => ({ body: { ...(body as object), initiatorId: null } }),
			[
				'type of body name initiatorId | string | null',
				'value of body name initiatorId | "initiatorId /?#%&+..é漢" | null',
			],
		],
		[
			'no body',
			() => ({ body: undefined }),
			[
				'body name amount | it | nothing of it',
				'body name realmPointId | it | nothing of it',
				'body name initiatorId | it | nothing of it',
			],
		],
	];

	it.each(requests)('is named where it is a request with %s', (_what, change, problems) => {
		const [wanted, sent] = asked.everything;
		expect(compareRequest(wanted, { ...sent, ...change(sent) })).toEqual(toldOfNode(problems));
	});

	it('is named where it is a request that is not there, or that says more than the minimum', () => {
		const [minimum] = asked['the minimum'];
		const [, sent] = asked.everything;
		expect(compareRequest(minimum, undefined)).toEqual(
			toldOfNode(['request | PATCH /api/v1/realms/{realmId}/credentials/balance | nothing']),
		);
		expect(compareRequest(minimum, { ...sent, path: asked['the minimum'][1].path })).toEqual(
			expect.arrayContaining(
				toldOfNode([
					'query name source | nothing of it | it',
					'body name realmPointId | nothing of it | it',
					'body name initiatorId | nothing of it | it',
				]),
			),
		);
	});

	const endpoints: Array<[string, (endpoint: Endpoint) => Partial<Endpoint>, Told[]]> = [
		['another method', () => ({ method: 'POST' }), ['method | PATCH | POST']],
		[
			'another path',
			() => ({ path: '/api/v1/realms/{realmId}/credential/balance' }),
			['path | /api/v1/realms/{realmId}/credentials/balance | /api/v1/realms/{realmId}/credential/balance'],
		],
		[
			'a query name less',
			({ parameters }) => ({ parameters: parameters.filter(({ name }) => name !== 'source') }),
			['query name source | it | nothing of it'],
		],
		[
			'other types and needs in the query',
			({ parameters }) => ({
				parameters: parameters.map((one) =>
					one.name === 'value' ? { ...one, required: false, schema: { type: ['integer', 'null'] } } : one,
				),
			}),
			['type of query name value | string | integer|null', 'need of query name value | required | optional'],
		],
		['no body', () => ({ requestBody: undefined }), ['body | one | none']],
		[
			'other names, types and needs in the body',
			() => ({
				requestBody: {
					content: {
						'application/json': {
							schema: {
								properties: { amount: { type: 'number' }, realmPointId: { type: 'string' }, memo: {} },
								required: ['realmPointId'],
							},
						},
					},
				},
			}),
			[
				'body name initiatorId | it | nothing of it',
				'body name memo | nothing of it | it',
				'type of body name amount | integer | number',
				'need of body name amount | required | optional',
				'need of body name realmPointId | optional | required',
			],
		],
	];

	it.each(endpoints)('is named where it is an endpoint with %s', (_what, change, problems) => {
		expect(compareEndpoint(KEY, row, { ...endpoint, ...change(endpoint) })).toEqual(toldOfDocument(problems));
	});

	it('is named by the way to a part of what is in the body', () => {
		const key = 'member.updateBalances';
		const bulk = table[key] as Row;
		const body: Names = { ...(bulk.body as Names), 'updates[].amount': 'string' };
		const [wanted] = asked.everything;
		const filling = { ...wanted.filling, values: {} };
		const sent = { ...asked.everything[1], query: [], body: { updates: [{ serviceId: 's', amount: 5 }] } };
		const problems = compareRequest({ ...wanted, key, filling, row: { ...bulk, body } }, sent);
		expect(problems).toContain(
			`${key}, type of body name updates[].amount: the API contract (extended 4.4) has string, the node sends number 5`,
		);
		expect(problems).toContain(
			`${key}, body name updates[].currencyId: the API contract (extended 4.4) has it, the node sends nothing of it`,
		);
	});
});
