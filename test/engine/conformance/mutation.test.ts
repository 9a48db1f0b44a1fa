import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import type { ApiRequest, Effect } from '../../../nodes/RewardsEngagement/api/request';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { declaring } from '../declaring';
import { useService } from '../sandbox';
import { contractProblems } from './contractProblems';
import { declaredEffectProblems } from './declaredEffect';
import { effectProblems } from './effectProblems';
import { endpointOf } from '../../../scripts/lib/derived/endpoints';
import { runProblems } from './runProblems';
import { sampleOf } from './samples';
import { namedOperations, nameOf, operationNamed } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';

/** The conformance suite must notice defects. Each test here breaks an operation and expects a problem. */

const service = useService();

const EFFECTS: readonly Effect[] = ['read', 'replace', 'once'];

type Values = Record<string, unknown>;

/** The operation with a changed request. */
const changed = (
	operation: RemoteOperation,
	change: (request: ApiRequest) => Partial<ApiRequest>,
): RemoteOperation => ({
	...operation,
	request: (values) => {
		const request = operation.request(values);
		return { ...request, ...change(request) };
	},
});

const problems = async (mutant: RemoteOperation) => (await contractProblems(mutant)).join('\n');

describe.each(namedOperations)('%s', (_name, operation) => {
	it('with another verb is noticed', async () => {
		const swap = (verb: ApiRequest['method']) => (verb === 'PATCH' ? 'POST' : 'PATCH');
		expect(await problems(changed(operation, ({ method }) => ({ method: swap(method) })))).not.toBe('');
	});

	it('with another path is noticed', async () => {
		const mutant = changed(operation, ({ path }) => ({
			path: { text: path.text.replace(/(.*\/)([a-z])/, '$1x$2') },
		}));
		expect(await problems(mutant)).toMatch(/no endpoint|the path holds/);
	});

	it('with a query name too many is noticed', async () => {
		expect(await problems(changed(operation, ({ query }) => ({ query: { ...query, surplus: 1 } })))).toMatch(
			/surplus/,
		);
	});

	it('with any field left out is noticed', async () => {
		const { query = {}, body = {} } = changed(operation, () => ({})).request(sampleOf(operation).values);
		// A body without documented fields has no required ones.
		const documented = (await endpointOf(operation))?.requestBody?.content['application/json']?.schema;
		const isFree = documented?.properties === undefined;
		for (const name of [...Object.keys(query), ...(isFree ? [] : Object.keys(body))]) {
			const drop = (fields: object = {}) =>
				Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
			const mutant = changed(operation, (request) => ({
				query: request.query && drop(request.query),
				body: request.body && drop(request.body),
			}));
			expect(await problems(mutant)).toMatch(new RegExp(`\\b${name}\\b`));
		}
	});

	it('without its pagination is noticed', async () => {
		const said = await problems({ ...operation, pagination: undefined });
		expect(said.includes('declare `pagination`')).toBe(operation.pagination !== undefined);
	});

	it('with paging that is inferred where it is stated, or the reverse, is noticed', async () => {
		const { pagination } = operation;
		const swapped = pagination && { ...pagination, isInferred: !pagination.isInferred };
		const said = await problems({ ...operation, pagination: swapped });
		expect(said.includes('is stated in one place')).toBe(pagination !== undefined);
	});

	it('with another effect is noticed', async () => {
		for (const effect of EFFECTS.filter((one) => one !== operation.effect)) {
			expect(await problems({ ...operation, effect })).toContain(
				`the effect of ${nameOf(operation)} is "${effect}"`,
			);
		}
	});

	it('without an x-effect in the document is noticed', async () => {
		const { 'x-effect': _left, ...endpoint } = (await endpointOf(operation))!;
		expect(declaredEffectProblems(operation, endpoint)).toEqual([expect.stringContaining('has no x-effect')]);
	});
});

describe('the IDs in a path', () => {
	/** The operation with other values for some of its IDs. */
	const valued = (operation: RemoteOperation, others: (values: Values) => Values): RemoteOperation => ({
		...operation,
		request: (values) => operation.request({ ...values, ...others(values) }),
	});
	const withIds = namedOperations
		.map(([name, operation]) => [name, idsInPath(operation), operation] as const)
		.filter(([, ids]) => ids.length > 0);
	const withSeveral = withIds.filter(([, ids]) => ids.length > 1);

	it('are there for most operations, and several for many', () => {
		expect(withIds.length).toBeGreaterThan(100);
		expect(withSeveral.length).toBeGreaterThan(50);
	});

	it.each(withIds)(
		'of %s with another value in the place of any of %j are noticed',
		async (_name, ids, one) => {
			for (const id of ids) {
				expect(await problems(valued(one, () => ({ [id]: 'another' })))).toContain(
					`the path holds "another" for ${id}`,
				);
			}
		},
	);

	it.each(withSeveral)('of %s with two of %j exchanged are noticed', async (_name, [a, b], one) => {
		const mutant = valued(one, (values) => ({ [a!]: values[b!], [b!]: values[a!] }));
		expect(await problems(mutant)).toMatch(/the path holds/);
	});
});

/** The names of the IDs in the path of an operation. */
function idsInPath(operation: RemoteOperation): string[] {
	const { values } = sampleOf(operation);
	const { text } = operation.request(values).path;
	const names = Object.keys(values).filter((name) => name.endsWith('Id'));
	return names.filter((name) => text.includes(encodeURIComponent(String(values[name]))));
}

/** The node with a defect in its loop over the items. */
function brokenNode(change: {
	context?: (context: IExecuteFunctions) => Partial<IExecuteFunctions>;
	items?: (items: INodeExecutionData[]) => INodeExecutionData[];
}): INodeType {
	const node = new RewardsEngagement();
	return Object.assign(Object.create(node) as INodeType, {
		description: node.description,
		async execute(this: IExecuteFunctions) {
			const overrides = change.context?.(this) ?? {};
			const context = new Proxy(this, {
				get: (target, name) => Reflect.get(name in overrides ? overrides : target, name) as unknown,
			});
			const [items = []] = await node.execute.call(context);
			return [change.items?.(items) ?? items];
		},
	});
}

describe('running three items', () => {
	const run = async (name: string, node: INodeType) => {
		const operation = operationNamed(name);
		return (await runProblems(operation, scenarios[name]!(service), 3, service, node)).join('\n');
	};
	const someOperations = [
		'member.transferBalance',
		'taskCondition.get',
		'currency.getAnalytics',
		'storeItem.update',
	];

	it.each(someOperations)('%s with every parameter read from the first item is noticed', async (name) => {
		const node = brokenNode({
			context: (context) => ({
				evaluateExpression: (expression: string) => context.evaluateExpression(expression, 0),
				// The node reads plain expressions from the items themselves.
				getInputData: () => context.getInputData().map((_item, _index, [first]) => first!),
			}),
		});
		expect(await run(name, node)).toMatch(/not sent, or not in order/);
	});

	it.each(someOperations)('%s with items paired to the first is noticed', async (name) => {
		const node = brokenNode({
			items: (items) => items.map((item) => ({ ...item, pairedItem: { item: 0 } })),
		});
		expect(await run(name, node)).toMatch(/the items are paired/);
	});

	it.each(someOperations)('%s with pairs as bare numbers is noticed', async (name) => {
		const node = brokenNode({
			items: (items) => items.map((item, index) => ({ ...item, pairedItem: index })),
		});
		expect(await run(name, node)).toMatch(/the items are paired/);
	});

	it.each(someOperations)('%s with an item lost is noticed', async (name) => {
		expect(await run(name, brokenNode({ items: (items) => items.slice(1) }))).toMatch(/the items are paired/);
	});

	it('a field of the wrong type is noticed', async () => {
		const node = brokenNode({
			items: (items) => items.map((item) => ({ ...item, json: { ...item.json, id: 7 } })),
		});
		expect(await run('taskCondition.get', node)).toMatch(
			/does not fit its record(.|\n)*does not fit its output schema/,
		);
	});

	it('a field the record does not know is noticed', async () => {
		const node = brokenNode({
			items: (items) => items.map((item) => ({ ...item, json: { ...item.json, extra: 7 } })),
		});
		expect(await run('taskCondition.get', node)).toMatch(/the record does not know extra/);
	});
});

/** The operation as one of another effect. */
const ofEffect = (operation: RemoteOperation, effect: Effect): RemoteOperation => ({
	...operation,
	effect,
	request: (values) => {
		const request = operation.request(values);
		return { ...request, policy: { ...request.policy, effect } };
	},
});

describe('running equal items', () => {
	const problemsAs = async (operation: RemoteOperation, documented: Effect) => {
		const endpoint = { ...(await endpointOf(operation))!, 'x-effect': documented };
		const scenario = scenarios[nameOf(operation)]!;
		return (await effectProblems({ operation, endpoint, scenario, service })).join('\n');
	};
	const changing = namedOperations.filter(([, { effect, perform }]) => effect !== 'read' && !perform);

	it.each(changing)('%s as a read sends too little, and the message names the effect', async (name, one) => {
		const read = ofEffect(one, 'read');
		const said = await declaring(one, read, async () => await problemsAs(read, one.effect));
		expect(said).toContain(`${name}: effect is "read", and x-effect of ${name} is "${one.effect}"`);
		expect(said).toContain('2 equal items sent 1 of 2 requests');
		expect(said.includes('is dropped')).toBe(one.effect === 'once');
	});

	it.each([
		['member.updateBalance', 'read', /changed the records: a read changes nothing/],
		['member.updateBalance', 'replace', /changed the records again, as effect "once" does/],
		['raffle.buyTickets', 'replace', /changed the records again, as effect "once" does/],
		['member.updateMetadata', 'read', /changed the records: a read changes nothing/],
		['member.updateMetadata', 'once', /changed nothing more, as effect "read" or "replace" does/],
		['currency.get', 'once', /2 equal items sent 1 of 2 requests/],
	] as const)('%s that node and document both call %s is noticed', async (name, effect, wanted) => {
		expect(await problemsAs({ ...operationNamed(name), effect }, effect)).toMatch(wanted);
	});
});

it('an operation that answers with an error is noticed', async () => {
	const transfer = operationNamed('member.transferBalance');
	service.control.addFault({
		operation: 'member.transferBalance',
		kind: 'status',
		status: 400,
		body: { error: 'no' },
	});
	expect(await runProblems(transfer, scenarios['member.transferBalance']!(service), 1, service)).toEqual([
		expect.stringContaining('it failed: The service rejected the values: no'),
	]);
});
