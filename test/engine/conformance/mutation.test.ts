import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import type { ApiRequest, Effect } from '../../../nodes/RewardsEngagement/api/request';
import { resources } from '../../../nodes/RewardsEngagement/resources';
import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { runItems } from '../../../nodes/RewardsEngagement/run/runItems';
import { keyOf, Registry, type RemoteOperation } from '../../../nodes/RewardsEngagement/run/registry';
import type { Resource } from '../../../nodes/RewardsEngagement/run/resource';
import { useService } from '../sandbox';
import { contractProblems } from './contractProblems';
import { declaredEffectProblems } from './declaredEffect';
import { effectProblems } from './effectProblems';
import { endpointOf } from '../../../scripts/lib/derived/endpoints';
import { runProblems } from './runProblems';
import { sampleOf } from './samples';
import { scenarios } from '../../fixtures/scenarios';

/** The conformance suite must notice defects. Each test here breaks an operation and expects a problem. */

const service = useService();
const named = registry.remoteOperations.map((operation) => [keyOf(operation), operation] as const);

const EFFECTS: readonly Effect[] = ['read', 'replace', 'once'];

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

describe.each(named)('%s', (_name, operation) => {
	const problems = async (mutant: RemoteOperation) => (await contractProblems(mutant)).join('\n');

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
				`the effect of ${keyOf(operation)} is "${effect}"`,
			);
		}
	});

	it('without an x-effect in the document is noticed', async () => {
		const { 'x-effect': _left, ...endpoint } = (await endpointOf(operation))!;
		expect(declaredEffectProblems(operation, endpoint)).toEqual([expect.stringContaining('has no x-effect')]);
	});

	it('with two ids exchanged is noticed', async () => {
		const names = Object.keys(sampleOf(operation).values).filter((name) => name.endsWith('Id'));
		const inPath = names.filter((name) =>
			operation
				.request(sampleOf(operation).values)
				.path.text.includes(encodeURIComponent(String(sampleOf(operation).values[name]))),
		);
		if (inPath.length < 2) return expect(inPath.length).toBeLessThan(2);
		const [a, b] = inPath as [string, string];
		const mutant = {
			...operation,
			request: (values: Record<string, unknown>) =>
				operation.request({ ...values, [a]: values[b], [b]: values[a] }),
		};
		expect(await problems(mutant)).toMatch(/the path holds/);
	});
});

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
		const operation = named.find(([known]) => known === name)![1];
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
				getNodeParameter: ((key: string, _index: number, ...rest: []) =>
					context.getNodeParameter(key, 0, ...rest)) as IExecuteFunctions['getNodeParameter'],
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

/** The node with an operation that declares a different effect. */
function nodeDeclaring(operation: RemoteOperation, effect: Effect): INodeType {
	const { resource, name } = operation;
	const declared: RemoteOperation = {
		...operation,
		effect,
		request: (values) => {
			const request = operation.request(values);
			return { ...request, policy: { ...request.policy, effect } };
		},
	};
	const all: Record<string, Resource> = resources;
	const own = all[resource]!;
	const changed = { ...own, operations: { ...own.operations, [name]: declared } };
	const node = new RewardsEngagement();
	return Object.assign(Object.create(node) as INodeType, {
		description: node.description,
		async execute(this: IExecuteFunctions) {
			return [await runItems(this, new Registry({ ...all, [resource]: changed }))];
		},
	});
}

describe('running equal items', () => {
	const find = (name: string) => named.find(([known]) => known === name)![1];
	const problems = async (operation: RemoteOperation, documented: Effect, nodeType?: INodeType) => {
		const endpoint = { ...(await endpointOf(operation))!, 'x-effect': documented };
		const scenario = scenarios[keyOf(operation)]!;
		return (await effectProblems({ operation, endpoint, scenario, service, nodeType })).join('\n');
	};
	const changing = named.filter(([, { effect, perform }]) => effect !== 'read' && !perform);

	it.each(changing)('%s as a read sends too little, and the message names the effect', async (name, one) => {
		const said = await problems({ ...one, effect: 'read' }, one.effect, nodeDeclaring(one, 'read'));
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
		expect(await problems({ ...find(name), effect }, effect)).toMatch(wanted);
	});
});

it('an operation that answers with an error is noticed', async () => {
	const [, transfer] = named.find(([name]) => name === 'member.transferBalance')!;
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
