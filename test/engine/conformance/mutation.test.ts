import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { RewardsEngagement } from '../../../nodes/RewardsEngagement/RewardsEngagement.node';
import type { Effect } from '../../../nodes/RewardsEngagement/api/request';
import type { RemoteOperation } from '../../../nodes/RewardsEngagement/declare/registry';
import { declaring } from '../changedNode';
import { useService } from '../sandbox';
import { contractProblems } from './contractProblems';
import { declaredEffectProblems, effectProblems } from './effectProblems';
import { endpointOf } from '../../../scripts/lib/derived/endpoints';
import { runProblems } from './runProblems';
import { namedOperations, nameOf, operationNamed } from '../../fixtures/operations';
import { scenarios } from '../../fixtures/scenarios';

/** The conformance suite must notice defects. Each test here breaks an operation and expects a problem. */

const service = useService();

const EFFECTS: readonly Effect[] = ['read', 'replace', 'once'];

describe.each(namedOperations)('%s', (_name, operation) => {
	it('with another effect is noticed', async () => {
		for (const effect of EFFECTS.filter((one) => one !== operation.effect)) {
			expect(await contractProblems({ ...operation, effect })).toContainEqual(
				expect.stringContaining(`the effect of ${nameOf(operation)} is "${effect}"`),
			);
		}
	});

	it('without an x-effect in the document is noticed', async () => {
		const { 'x-effect': _left, ...endpoint } = (await endpointOf(operation))!;
		expect(declaredEffectProblems(operation, endpoint)).toEqual([expect.stringContaining('has no x-effect')]);
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
