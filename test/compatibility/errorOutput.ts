import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import type { Execution, RunItem, WorkflowInput, WorkflowNode } from '../harness/n8n/client';
import type { Environment } from './environment';

type Node = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'> & Partial<WorkflowNode>;
/** By node: the next nodes of each output. "Merge 1" is the second input of "Merge". */
type Leads = Record<string, string[][]>;

const MANUAL = 'By Hand';

/** The ways to "Pay". Each goes through "People", whose items "Origin" looks up behind the error output. */
const ways: Record<string, Leads> = {
	'from both outputs of a node': { People: [['If']], If: [['Pay'], ['Pay']] },
	'after a Merge': { People: [['If']], If: [['Merge'], ['Merge 1']], Merge: [['Pay']] },
	'in a loop': {
		People: [['Loop']],
		Loop: [[], ['Pay']],
		Pay: [['Thank', 'Loop'], ['Look']],
		Origin: [['Loop']],
	},
};

/** Pays four people on every way. One payment is refused by the node, and one by the service. */
export async function failuresAreRouted(environment: Environment): Promise<void> {
	const { client, service } = environment;
	for (const [way, leads] of Object.entries(ways)) {
		const { entries } = service.control.ledger();
		const before = entries.length;
		const workflow = await client.createWorkflow(workflowOf(environment, way, leads));
		const execution = await client.runToEnd(workflow, MANUAL);
		assert.equal(execution.status, 'success', way);
		const amounts = service.control.ledger().entries.slice(before);
		assert.deepEqual(amounts.map(({ amount }) => amount).sort(), [1, 2], way);
		assert.deepEqual(amountsOf(itemsOf(execution, 'Thank')), [1, 2], way);
		assert.deepEqual(
			itemsOf(execution, 'Origin')
				.map(({ json: { name, from, amount, error, details } }) => {
					assert.equal(typeof error, 'string', way);
					const { outcome, status } = details as { outcome: string; status?: number };
					return [name, from, amount, outcome, status ?? 'not sent'].join(', ');
				})
				.sort(),
			['Bruno, Bruno, 0, notApplied, not sent', 'Nobody, Nobody, 4, notApplied, 404'],
			way,
		);
		assert.deepEqual(itemsOf(execution, 'Wrong'), [], way);
	}
}

/** n8n cannot find the source if a pinned node has fewer outputs than the connection needs. */
export async function failuresWithoutSource(environment: Environment): Promise<void> {
	const { client } = environment;
	const pinned: RunItem[] = peopleOf(environment).map((json) => ({ json }));
	const workflow = await client.createWorkflow({
		...workflowOf(environment, 'pinned', { People: [['If']], If: [[], ['Pay']] }),
		pinData: { If: pinned },
	});
	const { data: earlier } = await client.runToEnd(workflow, MANUAL);
	const { If: _pinned, ...runData } = earlier.resultData.runData;
	const notFound = await client.runStep(workflow, 'Pay', runData);
	assert.deepEqual(amountsOf(itemsOf(notFound, 'Pay')), [1, 2]);
	assert.deepEqual(amountsOf(itemsOf(notFound, 'Pay', 1)), [0, 4]);

	const { nodes, ...rest } = workflowOf(environment, 'alone', {});
	const alone = nodes
		.filter(({ name }) => name === 'Pay')
		.map((node) => ({ ...node, parameters: { ...node.parameters, amount: 0 } }));
	const saved = await client.createWorkflow({ ...rest, nodes: alone, connections: {} });
	const noSource = await client.runStep(saved, 'Pay');
	assert.deepEqual(itemsOf(noSource, 'Pay'), []);
	assert.equal(itemsOf(noSource, 'Pay', 1).length, 1);
}

function peopleOf({ service }: Environment): Array<{ name: string; to: string; amount: number }> {
	const { ada, bruno, chen } = service.ids.members;
	return [
		{ name: 'Ada', to: ada, amount: 1 },
		{ name: 'Bruno', to: bruno, amount: 0 },
		{ name: 'Chen', to: chen, amount: 2 },
		{ name: 'Nobody', to: 'f'.repeat(24), amount: 4 },
	];
}

/** A workflow whose connections are those to "Pay" and those behind its outputs. */
function workflowOf(environment: Environment, name: string, leads: Leads): WorkflowInput {
	const all: Leads = {
		[MANUAL]: [['All Items']],
		'All Items': [['People']],
		Pay: [['Thank'], ['Look']],
		Look: [['Origin'], ['Wrong']],
		...leads,
	};
	const to = (target: string) =>
		target === 'Merge 1'
			? { node: 'Merge', type: 'main', index: 1 }
			: { node: target, type: 'main', index: 0 };
	return {
		name: `Error output ${name}`,
		nodes: Object.entries(nodesOf(environment)).map(([node, settings], index) => ({
			id: randomUUID(),
			name: node,
			position: [index * 200, 0],
			...settings,
		})),
		connections: Object.fromEntries(
			Object.entries(all).map(([from, outputs]) => [
				from,
				{ main: outputs.map((targets) => targets.map(to)) },
			]),
		),
		settings: { executionOrder: 'v1' },
	};
}

function nodesOf(environment: Environment): Record<string, Node> {
	const { credential, service } = environment;
	const { members, currencies } = service.ids;
	const locator = (value: string) => ({ __rl: true, mode: 'id', value });
	const list = JSON.stringify({ people: peopleOf(environment) });
	const origin = { id: 'from', name: 'from', type: 'string', value: "={{ $('People').item.json.name }}" };
	return {
		[MANUAL]: base('manualTrigger', 1),
		'All Items': base('set', 3.4, { mode: 'raw', jsonOutput: list, options: {} }),
		People: base('splitOut', 1, { fieldToSplitOut: 'people', options: {} }),
		If: base('if', 1, {
			conditions: { number: [{ value1: '={{ $json.amount }}', operation: 'equal', value2: 2 }] },
		}),
		Merge: base('merge', 3, { mode: 'append', numberInputs: 2 }),
		Loop: base('splitInBatches', 3, { batchSize: 1, options: {} }),
		Pay: {
			type: 'n8n-nodes-rewards-engagement.rewardsEngagement',
			typeVersion: 1,
			onError: 'continueErrorOutput',
			credentials: { rewardsEngagementApi: credential },
			parameters: {
				resource: 'member',
				operation: 'transferBalance',
				serviceId: locator(members.bonusPool),
				recipientId: locator('={{ $json.to }}'),
				currencyId: locator(currencies.stars),
				amount: '={{ $json.amount }}',
			},
		},
		Thank: base('noOp', 1),
		Look: { ...base('noOp', 1), onError: 'continueErrorOutput' },
		Origin: base('set', 3.4, {
			assignments: { assignments: [origin] },
			includeOtherFields: true,
			options: {},
		}),
		Wrong: base('noOp', 1),
	};
}

function base(type: string, typeVersion: number, parameters: Node['parameters'] = {}): Node {
	return { type: `n8n-nodes-base.${type}`, typeVersion, parameters };
}

/** The items of a node, of all its runs. */
function itemsOf({ data }: Execution, node: string, output = 0): RunItem[] {
	const runs = data.resultData.runData[node] ?? [];
	return runs.flatMap((run) => run.data?.main[output] ?? []);
}

function amountsOf(items: RunItem[]): unknown[] {
	return items.map(({ json }) => json.amount).sort();
}
