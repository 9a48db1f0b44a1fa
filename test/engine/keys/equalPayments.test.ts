import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { registry } from '../../../nodes/RewardsEngagement/resources/registry';
import { byId } from '../../harness/workflows/nodes';
import { nodeOf, runGraph, workflowOf } from '../engine';
import { NODE, nodeTypes, START } from '../nodeTypes';
import { useService, withoutPauses } from '../sandbox';

const service = useService();
withoutPauses();

const paying = registry.remoteOperations.filter(({ payment }) => payment);

const award = (more: INodeParameters = {}): INodeParameters => ({
	resource: 'member',
	operation: 'updateBalance',
	serviceId: byId(service.ids.members.ada),
	currencyId: byId(service.ids.currencies.stars),
	amount: 5,
	options: {},
	...more,
});
const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, row) => ({ row, amount: row }));
const byExpression = (value: string) => ({ __rl: true, mode: 'id', value }) as unknown as INodeParameters;

describe('the panel, before the first run', () => {
	/** The result of the hint's condition, evaluated as in the editor (n8n-editor-ui, `getNodeHints`). */
	function isWarnedOf(parameters: INodeParameters, count = 3): unknown {
		const nodes = [nodeOf('Start', START), nodeOf('Node', NODE, parameters)];
		const workflow = workflowOf({
			nodes,
			connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
		});
		const [{ displayCondition } = {}] = nodeTypes.getByNameAndVersion(NODE).description.hints ?? [];
		const items = rows(count).map((json) => ({ json }));
		return workflow.expression.getParameterValue(displayCondition, null, 0, 0, 'Node', items, 'manual', {});
	}

	it.each(paying.map(({ resource, name }) => [resource, name]))(
		'warns where no expression tells the payments apart: %s %s',
		(resource, operation) => expect(isWarnedOf(award({ resource, operation }))).toBe(true),
	);

	it.each([
		['one item', {}, 1],
		['a member by an expression', { serviceId: byExpression('={{ $json.id }}') }, 3],
		['an amount by an expression', { amount: '={{ $json.amount }}' }, 3],
		['an additional field by an expression', { additionalFields: { initiatorId: '={{ $json.id }}' } }, 3],
		['a key of its own', { repeatProtection: 'key', idempotencyKey: 'prize' }, 3],
		['another operation', { operation: 'updateNickname' }, 3],
		['an operation of the same name elsewhere', { resource: 'quest' }, 3],
	])('does not warn of %s', (_what, more: object, count) =>
		expect(isWarnedOf(award(more as INodeParameters), count)).toBe(false),
	);

	it('warns in the output pane, before the run alone', () => {
		expect(nodeTypes.getByNameAndVersion(NODE).description.hints).toMatchObject([
			{ type: 'warning', location: 'outputPane', whenToDisplay: 'beforeExecution' },
		]);
	});
});

describe('the run', () => {
	async function runOf(parameters: INodeParameters, input = rows(3), more: Partial<INode> = {}) {
		const { run, of } = await runGraph({
			credential: service.credential(),
			input,
			mode: 'trigger',
			nodes: {
				Start: { type: START },
				Node: { type: NODE, onError: 'continueRegularOutput', parameters, ...more },
			},
			connections: { Start: [['Node']] },
		});
		const hints = run.data.resultData.runData.Node?.[0]?.hints ?? [];
		const warnings = hints.filter(({ message }) => message.includes('make the same payment'));
		return { items: of('Node').items, warnings: warnings.map(({ type, message }) => `${type}: ${message}`) };
	}

	const warning = (count: number) =>
		`warning: ${count} items each make the same payment. To make it once, turn on "Execute Once" in Settings. To pay several members, use an expression for the member.`;
	const stars = () => service.balance(service.ids.members.ada, service.ids.currencies.stars);

	it('pays each item of a fixed member, and warns of it', async () => {
		const before = stars();
		const { items, warnings } = await runOf(award());
		expect(warnings).toEqual([warning(3)]);
		expect(items).toHaveLength(3);
		expect(stars()).toBe(before + 15);
	});

	it('warns in bulk, where the amount is an expression, and of the equal ones alone', async () => {
		const amounts = [7, 5, 7, 5, 7, 9].map((amount) => ({ amount }));
		const { warnings } = await runOf(
			award({ operation: 'updateBalances', amount: '={{ $json.amount }}' }),
			amounts,
		);
		expect(warnings).toEqual([warning(3)]);
	});

	it('warns of a dry run, before anything is paid', async () => {
		const before = stars();
		expect((await runOf(award({ options: { dryRun: true } }))).warnings).toEqual([warning(3)]);
		expect(stars()).toBe(before);
	});

	it('warns of a member who is named by email', async () => {
		const serviceId = {
			__rl: true,
			mode: 'email',
			value: 'ada@members.example',
		} as unknown as INodeParameters;
		expect((await runOf(award({ serviceId }))).warnings).toEqual([warning(3)]);
	});

	it.each([
		['one item', () => award(), rows(1), {}],
		['Execute Once', () => award(), rows(3), { executeOnce: true }],
		['amounts that differ', () => award({ amount: '={{ $json.row + 1 }}' }), rows(3), {}],
		[
			'a member by an expression',
			() => award({ serviceId: byExpression(`={{ "${service.ids.members.ada}" }}`) }),
			rows(3),
			{},
		],
		[
			'a key for each',
			() => award({ repeatProtection: 'key', idempotencyKey: '={{ $json.row }}' }),
			rows(3),
			{},
		],
		['a key for all', () => award({ repeatProtection: 'key', idempotencyKey: 'prize' }), rows(3), {}],
		['no payment', () => ({ resource: 'realm', operation: 'get' }), rows(3), {}],
		[
			'what is sent once but is no payment',
			() => ({ resource: 'currency', operation: 'create', name: 'Coins' }),
			rows(2),
			{},
		],
	])('does not warn of %s', async (_what, parameters: () => INodeParameters, input, more: Partial<INode>) => {
		expect((await runOf(parameters(), input, more)).warnings).toEqual([]);
	});
});
